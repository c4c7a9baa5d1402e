# incident-lookup as one container: no shell scripts at run time, no root, one writable folder.
FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1
COPY . /src
RUN sh /src/scripts/install.sh /src /app

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home --home-dir /data incident
COPY --from=build /app /app
ENV INCIDENT_LOOKUP_DATABASE=/data/incident-lookup.sqlite \
    READY_FILE=/data/ready \
    PATH=/app/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1
USER incident
VOLUME /data
STOPSIGNAL SIGTERM
# The file is there from the first hello of Slack's socket until the bot stops.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["test", "-f", "/data/ready"]
ENTRYPOINT ["incident-lookup"]
CMD ["run"]
