#!/bin/sh
# Install the locked dependencies and the bot into the folder given, as the container image does.
#   install.sh SOURCE TARGET [PYTHON]
# Afterwards TARGET/bin/incident-lookup runs, and SOURCE is no longer needed.
set -eu
source=$1
target=$2

sh "$source/scripts/make-venv.sh" "$target" ${3:+"$3"}
"$target/bin/python" -m pip install --quiet --disable-pip-version-check \
    --require-hashes --requirement "$source/requirements.txt"
"$target/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$source"
"$target/bin/python" -m corpus.prebuilt
"$target/bin/incident-lookup" validate
