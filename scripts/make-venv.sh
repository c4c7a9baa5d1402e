#!/bin/sh
# Make a virtual environment with the newest Python there is, 3.11 or later.
#   make-venv.sh FOLDER [PYTHON]
set -eu
venv=$1
shift
if [ $# -eq 0 ]; then
    set -- python3.20 python3.19 python3.18 python3.17 python3.16 python3.15 python3.14 \
        python3.13 python3.12 python3.11 python3 python
fi

# What is named python3.13 may be a shim that runs nothing, and Debian packs venv by itself.
newest=""
incomplete=""
for name in "$@"; do
    "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
    if "$name" -c 'import venv, ensurepip' >/dev/null 2>&1; then
        newest=$name
        break
    fi
    incomplete=${incomplete:-$name}
done
if [ -z "$newest" ] && [ -n "$incomplete" ]; then
    package=$("$incomplete" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    echo "$incomplete lacks venv or ensurepip: install them (Debian, Ubuntu: apt install $package)." >&2
    exit 1
fi
if [ -z "$newest" ]; then
    echo "Python 3.11 or newer is needed: install it with your system's package manager (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python)." >&2
    exit 1
fi
if [ -e "$venv" ] && [ ! -f "$venv/pyvenv.cfg" ] && [ -n "$(ls -A "$venv" 2>/dev/null)" ]; then
    echo "$venv exists and is not a virtual environment: give a folder that is empty or new." >&2
    exit 1
fi
if ! "$newest" -m venv --clear "$venv"; then
    rm -rf "$venv"
    exit 1
fi
