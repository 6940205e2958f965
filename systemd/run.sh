#!/bin/sh
# A release's own command, wherever the release lies. -P: what lies in the folder it is called from is not code.
here=$(dirname "$(readlink -f "$0")")
exec "$here/../venv/bin/python" -P -m companion.cli "$@"
