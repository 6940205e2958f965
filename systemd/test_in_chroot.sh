#!/bin/sh
# The installer on a clean Debian: debootstrap, install twice, use, uninstall. Takes minutes, needs root and the
# network, and is never part of `make test`. Leaves this machine as it was; the clean system is kept in build/ for
# the next time.
#   sudo systemd/test_in_chroot.sh [bookworm|trixie]
set -eu
SUITE=${1:-bookworm}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
CLEAN=$SOURCE/build/chroot/$SUITE
TRIED=$SOURCE/build/chroot/$SUITE-tried

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

inside() {
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$TRIED" "$@"
}

# Everything that was installed, to be compared; compiled files differ by the second they were made in.
list_installed() {
    inside find /opt/trioscope /etc/systemd/system /usr/local/bin ! -name "*.pyc" -type f \
        -exec sha256sum {} + | sort
    inside readlink /opt/trioscope/current
    inside id trioscope
}

tidy() {
    umount "$TRIED/proc" 2>/dev/null || true
}

[ "$(id -u)" = 0 ] || fail "this needs root"
command -v debootstrap >/dev/null || fail "this needs debootstrap: sudo apt install debootstrap"
if [ ! -e "$CLEAN/ready" ]; then
    rm -rf "$CLEAN"
    mkdir -p "$CLEAN"
    debootstrap --variant=minbase --include=ca-certificates,make,systemd "$SUITE" "$CLEAN" http://deb.debian.org/debian
    touch "$CLEAN/ready"
fi
tidy
rm -rf "$TRIED"
cp -a "$CLEAN" "$TRIED"
trap tidy EXIT
mount -t proc proc "$TRIED/proc" || echo "(without /proc)"
cp /etc/resolv.conf "$TRIED/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$TRIED/etc/ssl/certs/"   # of a network with certificates of its own
printf '#!/bin/sh\nexit 101\n' >"$TRIED/usr/sbin/policy-rc.d"   # packages start no services here
chmod +x "$TRIED/usr/sbin/policy-rc.d"
mkdir "$TRIED/root/trioscope"
tar -C "$SOURCE" --exclude=./build --exclude='./.[a-z]*' --exclude=__pycache__ -cf - . | tar -C "$TRIED/root/trioscope" -xf -

for time in first second; do
    echo "== $SUITE, $time time"
    inside make -C /root/trioscope -f systemd/install.mk install || fail "make install, the $time time"
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
