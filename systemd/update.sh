#!/bin/sh
# Fetch the newest version and install it. If it does not come up, the version before runs again.
#   sudo systemd/update.sh
set -eu
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
. "$SOURCE/systemd/lib/common.sh"

# As the owner of the checkout: git refuses another's, and root's files would get in the owner's way.
pull() {
    owner=$(stat -c %U "$SOURCE")
    if [ "$(id -un)" = "$owner" ]; then
        git -C "$SOURCE" pull --ff-only
    else
        runuser -u "$owner" -- git -C "$SOURCE" pull --ff-only
    fi
}

read_options "$@"
if [ -e "$SOURCE/.git" ]; then
    pull || give_up "The newest version could not be fetched (see above). Nothing was changed."
else
    say "$SOURCE is no git checkout: installing what is there."
fi
exec "$SOURCE/systemd/install.sh" "$@"   # which may be new itself
