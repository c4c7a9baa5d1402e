# The two commands of the README, and what they stand on. Works with GNU make 3.81 and later.
.PHONY: demo test check fix lock calibrate sources bench screenshot clean help
.DEFAULT_GOAL := help

VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SHIPPED := corpus/shipped.index
RUN_STAMP := $(VENV)/.installed-run
# The benchmark's own: torch is large, and nothing else needs it.
BENCH := $(VENV)/bench
BENCH_STAMP := $(BENCH)/.installed

help:
	@echo "make demo    try it: a local stand-in of Slack and the real bot, in your browser"
	@echo "make test    lint, types, import rules and the whole test suite"
	@echo "make check   lint, types and import rules alone"
	@echo "make fix     format, and mend what the linter can"
	@echo "make lock    compile the lock files from pyproject.toml"
	@echo "make sources write the page of sources from the case files"
	@echo "make bench   measure against other searches (an hour, 6 GB of packages)"

# Set-up: the newest Python there is, 3.11 or later, in a virtual environment of its own.
$(VENV)/bin/python:
	@sh scripts/make-venv.sh $(VENV)

$(RUN_STAMP): requirements.txt pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

$(STAMP): requirements-dev.txt $(RUN_STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	@touch $@

# The index of the shipped cases, so that a first start is as quick as a later one.
$(SHIPPED): $(wildcard corpus/*.py corpus/vocabulary/*.py corpus/vocabulary/*.toml corpus/cases/*.json) | $(RUN_STAMP)
	@$(BIN)/python -m corpus.prebuilt

demo: $(RUN_STAMP) $(SHIPPED)
	@$(BIN)/incident-lookup demo

test: check $(SHIPPED)
	$(BIN)/python -m pytest

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/incident-lookup validate

fix: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraint requirements.txt --group dev --output-file requirements-dev.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraint requirements.txt --group bench --output-file benchmarks/requirements.txt

# Fit the gate and the bands on the labelled data again; both write what the program reads.
calibrate: $(STAMP)
	$(BIN)/python benchmarks/fit_gate.py --write
	$(BIN)/python benchmarks/calibrate_bands.py

# The page of sources; a test says when it is out of date.
sources: $(RUN_STAMP)
	@$(BIN)/python scripts/write_sources.py

$(BENCH)/bin/python: | $(VENV)/bin/python
	@sh scripts/make-venv.sh $(BENCH)

$(BENCH_STAMP): requirements.txt benchmarks/requirements.txt pyproject.toml | $(BENCH)/bin/python
	@$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check \
		--requirement requirements.txt --requirement benchmarks/requirements.txt
	@$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

bench: $(BENCH_STAMP)
	$(BENCH)/bin/python benchmarks/bench.py

screenshot: $(STAMP)
	DEMO_SCREENSHOT=docs/demo.png $(BIN)/python -m pytest -q tests/scenarios/test_demo.py
	DIGEST_SCREENSHOTS=docs $(BIN)/python -m pytest -q tests/scenarios/test_digest_pictures.py
	CAPTURE_PICTURES=docs $(BIN)/python -m pytest -q -n 0 tests/scenarios/test_capture_page.py
	LINK_PICTURES=docs $(BIN)/python -m pytest -q tests/scenarios/test_link_page.py
	ASKING_PICTURES=docs $(BIN)/python -m pytest -q tests/scenarios/test_asking_pages.py
	CHANNEL_PICTURES=docs $(BIN)/python -m pytest -q tests/scenarios/test_channel_page.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
