#!/bin/sh
# The kiosk's unit under a living systemd: a clean Debian is booted twice in a container, and what systemd does with
# the kiosk there is checked by try_live.py. Takes minutes, needs root and the network, and is never part of `make
# test`. The clean system is kept in build/ for the next time.
#   sudo systemd/test_live.sh [bookworm|trixie]
set -eu
SUITE=${1:-bookworm}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
TRIED=$SOURCE/build/chroot/$SUITE-live
. "$SOURCE/systemd/lib/clean_debian.sh"
UNITS=$TRIED/etc/systemd/system
GROUP=trioscope-test

# A container has neither consoles nor a graphics card: a screen in memory stands in for KMS. Everything else in the
# unit stays as it is.
put_screen() {
    cat >"$UNITS/screen.service" <<'END'
[Service]
ExecStart=/usr/bin/Xvfb :7 -screen 0 1024x600x24 -ac -nolisten tcp -nolisten local
ExecStartPost=/bin/sh -c 'until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.1; done'
END
    mkdir -p "$UNITS/trioscope.service.d"
    cat >"$UNITS/trioscope.service.d/screen.conf" <<'END'
[Unit]
ConditionPathExists=
Wants=screen.service
After=screen.service

[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
Environment=SDL_VIDEODRIVER=x11 SDL_AUDIODRIVER=dummy DISPLAY=:7
BindReadOnlyPaths=/tmp/.X11-unix
END
}

# Where there is no systemd out here that makes a group for the container, it gets one that can be removed again.
enter_group() {
    [ ! -d /run/systemd/system ] || return 0
    for tree in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
        if [ -e "$tree/cgroup.procs" ]; then
            mkdir -p "$tree/$GROUP"
            echo 0 >"$tree/$GROUP/cgroup.procs"
        fi
    done
}

leave_no_group() {
    for tree in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
        if [ -d "$tree/$GROUP" ]; then find "$tree/$GROUP" -depth -type d -exec rmdir {} + || true; fi
    done
}

# systemd as process 1 on the tried system. It is told to use one tree of groups, the only kind that newer ones know.
boot() {
    put_trial "$1" exit /root/said
    : >"$TRIED/root/said"
    tail --pid=$$ -f "$TRIED/root/said" &
    shown_by=$!
    code=0
    (
        enter_group
        # shellcheck disable=SC2046  # a word or none
        SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 exec systemd-nspawn --quiet --directory="$TRIED" --boot --register=no \
            $([ -d /run/systemd/system ] || echo --keep-unit) --console=pipe --resolv-conf=off --timezone=off \
            --link-journal=no -- systemd.show_status=no
    ) </dev/null >/dev/null || code=$?
    sleep 1   # tail looks once a second
    kill "$shown_by"
    leave_no_group
    [ "$code" = 0 ] || fail "see above; what the system said: journalctl -D $TRIED/var/log/journal"
}

make_system
trap 'tidy; leave_no_group' EXIT
need_tool systemd-nspawn systemd-container
echo "== $SUITE: fetching a screen in memory"
start_no_services
inside apt-get update -qq
inside apt-get install -qqy -o Dir::Log::Terminal= --no-install-recommends python3 xvfb xdotool >/dev/null ||
    fail "no screen could be fetched"
rm "$TRIED/usr/sbin/policy-rc.d"
tidy
mkdir -p "$TRIED/var/log/journal"   # the second boot asks how the first one ended
rm -f "$UNITS/getty.target.wants/"* "$TRIED/lib/systemd/system/getty.target.wants/"*   # nobody logs in
put_screen
echo "== $SUITE: the first boot"
boot first
echo "== $SUITE: the second boot"
boot second
echo "Passed: on a living systemd of $SUITE the kiosk came up, stayed, stopped, came back and was uninstalled."
