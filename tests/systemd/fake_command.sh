#!/bin/sh
# Stands in for the command of the system under whose name it is called: writes the call down, and answers as far
# as the installer asks. Its notes are in the folder BOX_NOTES. `systemctl start` really starts what the unit names
# below BOX_ROOT; if that ends well, the unit is active.
cd "$BOX_NOTES" || exit
touch names absent
name=${0##*/}
echo "$name $*" >>calls

start() {
    program=$(sed -n 's/^ExecStart=//p' "$BOX_ROOT/etc/systemd/system/trioscope.service")
    # shellcheck disable=SC2086  # the words of a command
    fate=$("$BOX_ROOT"$program 2>&1 >/dev/null)
    journal=$BOX_ROOT/var/lib/trioscope/journal.db
    case $fate in
        '' | falls-over) echo "$fate" >active ;;
        *newer*)   # it had the time to write the journal in its own way
            truncate -s 60 "$journal"
            printf '\0\0\0\011newer' >>"$journal"
            exit 1 ;;
        *) exit 1 ;;
    esac
}

case "$name $1" in
    "apt-cache show") ! grep -qx "$2" absent ;;
    "getent "*) grep -qx "$1 $2" names ;;
    "groupadd "*) echo "group $2" >>names ;;
    "useradd "*) echo "passwd trioscope" >>names ;;
    "systemctl is-active") [ -e active ] ;;
    "systemctl start") start ;;
    "systemctl stop") rm -f active ;;
    "systemctl show")   # a kiosk that falls over is started again by systemd each time
        if [ "$(cat active)" = falls-over ]; then echo x >>restarts; fi
        wc -l <restarts ;;
    "runuser "*) shift 3; "$@" ;;
esac
