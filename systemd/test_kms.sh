#!/bin/sh
# The kiosk's unit as it is, on KMS without a desktop: a clean Debian with the kiosk on it is booted in an emulated
# computer with a graphics card, and what systemd does with the kiosk there is checked by try_live.py. Takes ten
# minutes, needs root, the network and 5 GB, and is never part of `make test`.
#   sudo systemd/test_kms.sh [bookworm|trixie]
set -eu
SUITE=${1:-bookworm}
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
TRIED=$SOURCE/build/chroot/$SUITE-kms
DISK=$SOURCE/build/chroot/$SUITE-kms.img
SAID=$SOURCE/build/chroot/$SUITE-kms.txt
. "$SOURCE/systemd/lib/clean_debian.sh"

make_disk() {
    rm -f "$DISK"
    truncate -s 5G "$DISK"
    mke2fs -q -t ext4 -d "$TRIED" "$DISK"
}

# Emulated as a whole, so that it is the same everywhere. Without AVX: the one that qemu 7.2 emulates crashes OpenCV.
boot() {
    qemu-system-x86_64 -accel tcg -cpu Nehalem -smp 1 -m 2048 -net none -no-reboot -display none -monitor none \
        -vga none -device virtio-gpu-pci -device virtio-keyboard-pci -drive "file=$DISK,if=virtio,format=raw" \
        -kernel "$TRIED"/boot/vmlinuz-* -initrd "$TRIED"/boot/initrd.img-* \
        -append "root=/dev/vda rw quiet init=/lib/systemd/systemd" -serial stdio </dev/null | tee "$SAID"
}

[ "$(dpkg --print-architecture)" = amd64 ] || fail "this emulates a computer of kind amd64, and needs one to be made on"
make_system
need_tool qemu-system-x86_64 qemu-system-x86
echo "== $SUITE: fetching a kernel, and installing"
start_no_services
inside apt-get update -qq
inside apt-get install -qqy -o Dir::Log::Terminal= --no-install-recommends linux-image-amd64 initramfs-tools udev \
    e2fsprogs >/dev/null || fail "no kernel could be fetched"
inside make -C /root/trioscope -f systemd/install.mk install >/dev/null || fail "make install"
rm "$TRIED/usr/sbin/policy-rc.d"
tidy
mkdir -p "$TRIED/var/log/journal"
put_trial kms poweroff /dev/ttyS0
make_disk
echo "== $SUITE: booting"
boot
grep -q "All is well" "$SAID" || fail "see above; what the system said is on $DISK"
rm "$DISK"
echo "Passed: on KMS the kiosk of $SUITE came up with the power, drew, stayed, stopped and came back."
