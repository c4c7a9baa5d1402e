#!/bin/sh
# Make a virtual environment with the newest Python there is, 3.11 or later.
set -eu
venv=$1

newest=""
for name in python3.20 python3.19 python3.18 python3.17 python3.16 python3.15 python3.14 python3.13 python3.12 python3.11 python3 python; do
    if command -v "$name" >/dev/null 2>&1 &&
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        newest=$name
        break
    fi
done
if [ -z "$newest" ]; then
    echo "Python 3.11 or newer is needed: install it with your system's package manager (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python)." >&2
    exit 1
fi
if ! "$newest" -c 'import venv, ensurepip' >/dev/null 2>&1; then
    echo "$newest lacks venv or ensurepip: install them (Debian, Ubuntu: apt install $("$newest" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'))." >&2
    exit 1
fi
rm -rf "$venv"
"$newest" -m venv "$venv"
