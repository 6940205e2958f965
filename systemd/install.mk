# Installing on a Raspberry Pi. Included by the Makefile; also works alone: make -f systemd/install.mk install

SYSTEMD := $(dir $(lastword $(MAKEFILE_LIST)))
SUITE ?= bookworm
BELOW := $(if $(DESTDIR),--root "$(DESTDIR)")

.PHONY: install uninstall update test-install test-systemd test-kms test-arm wheels

install:  ## put Trioscope on this Raspberry Pi, to start with the power (with sudo; DESTDIR=FOLDER rehearses it)
	@$(SYSTEMD)install.sh $(BELOW)

uninstall:  ## take it off again; the games stay (with sudo)
	@$(SYSTEMD)uninstall.sh $(BELOW)

update:  ## fetch and install the newest version, with a way back if it does not come up (with sudo)
	@$(SYSTEMD)update.sh $(BELOW)

test-install:  ## install on a clean Debian, twice, in a chroot (minutes; as root; SUITE=trixie for the newer one)
	@$(SYSTEMD)test_in_chroot.sh $(SUITE)

test-systemd:  ## boot a clean Debian in a container, and stop, kill and hang the kiosk there (minutes; as root; SUITE=trixie too)
	@$(SYSTEMD)test_live.sh $(SUITE)

test-kms:  ## the same on a graphics card, in an emulated computer (ten minutes; as root)
	@$(SYSTEMD)test_kms.sh $(SUITE)

test-arm:  ## import everything, read a picture and judge moves on a 64-bit ARM under qemu (minutes; network once)
	@$(SYSTEMD)test_on_arm.sh

wheels:  ## list where every dependency comes from on a Pi: aarch64 wheels and Debian packages (network)
	@$(or $(wildcard .venv/bin/python),python3) $(SYSTEMD)list_wheels.py
