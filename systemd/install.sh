#!/bin/sh
# Put Trioscope on this machine: packages, program, user, unit. Can be run again at any time.
#   sudo systemd/install.sh
#   systemd/install.sh --root DIR     # below a folder; the system's commands are only named
set -eu
umask 022
SOURCE=$(cd "$(dirname "$0")/.." && pwd)
. "$SOURCE/systemd/lib/common.sh"
. "$SOURCE/systemd/lib/packages.sh"
. "$SOURCE/systemd/lib/release.sh"
. "$SOURCE/systemd/lib/kiosk.sh"

tell_end() {
    say
    say "Trioscope $(version_of "$1") is installed. The games are kept in $STATE."
    if [ -n "$LEFT_OUT" ]; then say "Left out:$LEFT_OUT"; fi
    if [ -L "$ROOT/etc/systemd/system/display-manager.service" ]; then
        say "A desktop is installed here, and the screen can have only one master. To start with the game instead:"
        say "  sudo systemctl set-default multi-user.target, and sudo reboot"
    fi
    say "Is everything connected? sudo trioscope doctor"
}

read_options "$@"
install_packages
check_python
make_user
old=$(current_release)
if is_up_to_date "$old"; then
    new=$old
    say "This version is in place already."
else
    new=$(other_release "$old")
    build_release "$new"
fi
say "Checking that everything works together:"
check_release "$new" || {
    # Built anew the next time: what does not fit now may fit after the next upgrade of the system.
    rm -f "$ROOT$APP/$new/fingerprint"
    give_up "This version does not run here (see above). The version before, if there was one, is still in use."
}
put_unit "$new"
enable_unit
change_over "$old" "$new"
tell_end "$new"
