#!/bin/sh
# Take Trioscope off this machine. The journal, with every game, stays; so does the user that owns it.
#   sudo systemd/uninstall.sh
set -eu
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
. "$SOURCE/systemd/lib/common.sh"

read_options "$@"
if [ -f "$ROOT$UNIT_FILE" ]; then
    if has_systemd; then system systemctl stop "$UNIT"; fi
    if command -v systemctl >/dev/null; then system systemctl disable -q "$UNIT"; fi
    rm "$ROOT$UNIT_FILE"
    if has_systemd; then system systemctl daemon-reload; fi
fi
rm -rf "$ROOT${APP:?}"
rm -f "$ROOT$COMMAND"
say "Trioscope is no longer installed. Your games are still there, in $STATE: install again to go on with them,"
say "or delete them with sudo rm -r $STATE. Packages from apt were left alone."
