# shellcheck shell=sh
# A clean Debian in build/chroot to try things on. Kept there for the next time is only what debootstrap made; what
# is tried on is a copy.
# Set by whoever reads this file: SOURCE, the checkout; SUITE, bookworm or trixie; TRIED, where the copy goes.

CLEAN=$SOURCE/build/chroot/$SUITE

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# A command of Debian's, and the package that has it.
need_tool() {
    command -v "$1" >/dev/null && return
    echo "(fetching $2)"
    apt-get install -qqy --no-install-recommends "$2" >/dev/null || fail "this needs $1: sudo apt install $2"
}

inside() {
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        chroot "$TRIED" "$@"
}

tidy() {
    umount "$TRIED/proc" 2>/dev/null || true
}

# A copy of a clean system, with the checkout in /root/trioscope and a network, and /proc until `tidy`.
make_system() {
    [ "$(id -u)" = 0 ] || fail "this needs root"
    need_tool debootstrap debootstrap
    if [ ! -e "$CLEAN/ready" ]; then
        rm -rf "$CLEAN"
        mkdir -p "$CLEAN"
        debootstrap --variant=minbase --include=ca-certificates,make,systemd "$SUITE" "$CLEAN" \
            http://deb.debian.org/debian
        touch "$CLEAN/ready"
    fi
    tidy
    rm -rf "$TRIED"
    cp -a "$CLEAN" "$TRIED"
    trap tidy EXIT
    mount -t proc proc "$TRIED/proc" || echo "(without /proc)"
    cp /etc/resolv.conf "$TRIED/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$TRIED/etc/ssl/certs/"   # of a network with certificates of its own
    mkdir "$TRIED/root/trioscope"
    tar -C "$SOURCE" --exclude=./build --exclude='./.[a-z]*' --exclude=__pycache__ -cf - . |
        tar -C "$TRIED/root/trioscope" -xf -
}

# Packages start no services in a chroot.
start_no_services() {
    printf '#!/bin/sh\nexit 101\n' >"$TRIED/usr/sbin/policy-rc.d"
    chmod +x "$TRIED/usr/sbin/policy-rc.d"
}

# Run a part of try_live.py at the next boot, and then end that system, with its exit code or by "poweroff".
put_trial() {
    part=$1 end=$2 said=$3
    cat >"$TRIED/etc/systemd/system/trial.service" <<END
[Unit]
SuccessAction=$end
FailureAction=$end

[Service]
Type=oneshot
ExecStart=/usr/bin/python3 -u /root/trioscope/systemd/try_live.py $part
StandardOutput=append:$said
StandardError=inherit
END
    mkdir -p "$TRIED/etc/systemd/system/multi-user.target.wants"
    ln -sf ../trial.service "$TRIED/etc/systemd/system/multi-user.target.wants/trial.service"
}
