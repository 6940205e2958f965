#!/bin/sh
# Trioscope on a 64-bit ARM, as in a Raspberry Pi, without one: import everything, read one picture, judge moves.
# Debian 12's Python for arm64 runs under qemu-user on wheels for aarch64 of the versions that Debian 12 has. Nothing
# is installed on this machine: everything is fetched (about 150 MB, once) into build/arm. Takes minutes, needs the
# network the first time, and is never part of `make test`.
#   systemd/test_on_arm.sh
set -eu
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
ARM=$SOURCE/build/arm
SYSROOT=$ARM/sysroot
HOST_PYTHON=${HOST_PYTHON:-$SOURCE/.venv/bin/python}
MIRROR=http://deb.debian.org/debian

# Python and the libraries that it and the wheels are linked to. No maintainer script is run, nothing else is needed.
PACKAGES="python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libgcc-s1 libstdc++6 zlib1g
    libexpat1 libssl3 libffi8 libsqlite3-0 libbz2-1.0 liblzma5 libuuid1 libcrypt1 libreadline8 libtinfo6 libncursesw6
    libgl1 libglvnd0 libglx0 libx11-6 libxcb1 libxau6 libxdmcp6 libbsd0 libmd0 libglib2.0-0 libpcre2-8-0"

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# apt with folders of its own: this machine's package lists and architectures stay as they are.
private_apt() {
    architecture=$1
    shift
    folder=$ARM/apt-$architecture
    mkdir -p "$folder/lists/partial" "$folder/archives/partial" "$folder/parts"
    touch "$folder/status"
    echo "deb $MIRROR bookworm main" >"$folder/sources.list"
    apt-get -q -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" \
        -o Dir::State::Lists="$folder/lists" -o Dir::State::status="$folder/status" \
        -o Dir::Cache="$folder" -o Dir::Etc::SourceList="$folder/sources.list" \
        -o Dir::Etc::SourceParts="$folder/parts" -o APT::Sandbox::User="$(id -un)" "$@"
}

# The packages named, unpacked into a folder.
unpack() {
    architecture=$1 into=$2
    shift 2
    mkdir -p "$into" "$ARM/debs"
    private_apt "$architecture" update >/dev/null
    (cd "$ARM/debs" && private_apt "$architecture" download "$@" >/dev/null)
    for package in "$@"; do
        for deb in "$ARM/debs/${package}_"*"_$architecture.deb"; do dpkg-deb -x "$deb" "$into"; done
    done
}

on_arm() {
    env -i PATH=/usr/bin HOME="$ARM" LC_ALL=C.UTF-8 OMP_NUM_THREADS=1 SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy \
        PYTHONHOME=/usr PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$SOURCE:$ARM/wheels" \
        "$QEMU" -L "$SYSROOT" "$SYSROOT/usr/bin/python3.11" "$@"
}

command -v apt-get >/dev/null || fail "this needs apt-get and dpkg-deb: it fetches Debian's packages"
[ -x "$HOST_PYTHON" ] || fail "this needs the environment of the project: type make test first"
mkdir -p "$ARM"
QEMU=$(command -v qemu-aarch64-static || true)
if [ -z "$QEMU" ]; then
    QEMU=$ARM/qemu/usr/bin/qemu-aarch64-static
    [ -x "$QEMU" ] || unpack "$(dpkg --print-architecture)" "$ARM/qemu" qemu-user-static
fi
if [ ! -e "$SYSROOT/ready" ]; then
    rm -rf "$SYSROOT"
    # shellcheck disable=SC2086  # one word a package
    unpack arm64 "$SYSROOT" $PACKAGES
    touch "$SYSROOT/ready"
fi
grep -v -e '^#' -e '^picamera2' "$SOURCE/tests/oldest.txt" >"$ARM/wanted.txt"   # picamera2 needs a camera's drivers
if ! cmp -s "$ARM/wanted.txt" "$ARM/wheels/ready"; then
    rm -rf "$ARM/wheels"
    "$HOST_PYTHON" -m pip install -q --disable-pip-version-check --target "$ARM/wheels" --no-compile \
        --no-warn-conflicts --only-binary=:all: --python-version 3.11 --implementation cp \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
        -r "$ARM/wanted.txt" || fail "the wheels could not be fetched"
    cp "$ARM/wanted.txt" "$ARM/wheels/ready"
fi
[ -e "$ARM/picture/00000.json" ] || "$HOST_PYTHON" -m companion.cli render --game triolet --difficulty medium \
    --part held-out --seed 9001 --count 1 --out "$ARM/picture" >/dev/null

on_arm "$SOURCE/systemd/try_on_arm.py" "$ARM/picture/00000.jpg" || fail "see above"
echo "Passed: everything was imported, a picture read and moves judged on aarch64."
