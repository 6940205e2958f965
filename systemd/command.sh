#!/bin/sh
# The command `trioscope` on this box. With sudo it acts as the kiosk's own user and sees the kiosk's games and
# settings; root itself would leave files behind that the kiosk cannot open.
program=/opt/trioscope/current/bin/trioscope
if [ "$(id -u)" = 0 ]; then
    export HOME=/var/lib/trioscope XDG_DATA_HOME=/var/lib XDG_CONFIG_HOME=/var/lib XDG_STATE_HOME=/var/lib
    exec runuser -u trioscope -- "$program" "$@"
fi
exec "$program" "$@"
