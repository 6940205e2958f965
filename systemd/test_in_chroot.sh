#!/bin/sh
# The installer on a clean Debian: debootstrap, install twice, use, uninstall. Takes minutes, needs root and the
# network, and is never part of `make test`. Fetches the Debian tools it needs; the clean system is kept in build/ for
# the next time.
#   sudo systemd/test_in_chroot.sh [bookworm|trixie]
set -eu
SUITE=${1:-bookworm}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
TRIED=$SOURCE/build/chroot/$SUITE-tried
. "$SOURCE/systemd/lib/clean_debian.sh"

# Everything that was installed, to be compared; compiled files differ by the second they were made in.
list_installed() {
    inside find /opt/trioscope /etc/systemd/system /usr/local/bin ! -name "*.pyc" -type f \
        -exec sha256sum {} + | sort
    inside readlink /opt/trioscope/current
    inside id trioscope
}

make_system
start_no_services
for time in first second; do
    echo "== $SUITE, $time time"
    # Shown and kept; the exit code of a pipe is that of its end.
    { inside make -C /root/trioscope -f systemd/install.mk install || rm "$TRIED/root/said"; } | tee "$TRIED/root/said"
    [ -e "$TRIED/root/said" ] || fail "make install, the $time time"
    grep -q "skipped: python3-picamera2" "$TRIED/root/said" || fail "it does not say that it skipped picamera2"
    list_installed >"$TRIED/root/$time"
done
cmp "$TRIED/root/first" "$TRIED/root/second" || fail "the second time gave something else than the first"
[ -L "$TRIED/etc/systemd/system/multi-user.target.wants/trioscope.service" ] || fail "the unit is not enabled"

echo "== used"
inside trioscope --version
inside trioscope demo --quick >/dev/null || fail "trioscope demo"
code=0
inside env SDL_VIDEODRIVER=dummy trioscope kiosk || code=$?
[ "$code" = 3 ] || fail "trioscope kiosk, without a screen, ended with $code instead of 3"
inside trioscope doctor || true   # a chroot has no camera
echo "a game" >"$TRIED/var/lib/trioscope/journal.db"

echo "== uninstalled"
inside make -C /root/trioscope -f systemd/install.mk uninstall || fail "make uninstall"
[ ! -e "$TRIED/opt/trioscope" ] || fail "the program is still there"
[ "$(cat "$TRIED/var/lib/trioscope/journal.db")" = "a game" ] || fail "the journal is gone"
echo "Passed: installed on $SUITE twice, used, and uninstalled."
