# shellcheck shell=sh
# The kiosk's user, its unit, and whether it comes up; if it does not, the way back.

GROUPS_WANTED="video render input gpio audio"   # as in the unit, which does not start without them
WATCH_S=10   # a kiosk that has drawn its first picture and lives for so long is up

make_user() {
    for group in $GROUPS_WANTED; do
        asks getent group "$group" >/dev/null || system groupadd --system "$group"
    done
    if ! asks getent passwd "$KIOSK_USER" >/dev/null; then
        system useradd --system --user-group --no-create-home --home-dir "$STATE" --shell /usr/sbin/nologin "$KIOSK_USER"
    fi
    for group in $GROUPS_WANTED; do
        system usermod --append --groups "$group" "$KIOSK_USER"
    done
    if [ ! -d "$ROOT$STATE" ]; then
        mkdir -p "$ROOT$STATE"
        chmod 700 "$ROOT$STATE"
        system chown "$KIOSK_USER:$KIOSK_USER" "$ROOT$STATE"
    fi
}

# The unit of a release, and the command for people. IS_NEW says whether the unit is another one than before.
put_unit() {
    IS_NEW=
    mkdir -p "$ROOT${UNIT_FILE%/*}" "$ROOT${COMMAND%/*}"
    if ! cmp -s "$ROOT$APP/$1/$UNIT" "$ROOT$UNIT_FILE"; then
        install -m 644 "$ROOT$APP/$1/$UNIT" "$ROOT$UNIT_FILE"
        IS_NEW=1
        if has_systemd; then system systemctl daemon-reload; fi
    fi
    install -m 755 "$SOURCE/systemd/command.sh" "$ROOT$COMMAND"
}

enable_unit() {
    if command -v systemctl >/dev/null; then
        system systemctl enable -q "$UNIT"
    else
        leave_out "systemd is not here. Lost by that: the kiosk does not start by itself."
    fi
}

is_active() {
    has_systemd && asks systemctl is-active -q "$UNIT"
}

# Start the kiosk and watch it: `systemctl start` returns when the first picture was drawn, or with a fault.
comes_up() {
    system systemctl start "$UNIT" || return
    restarts=$(asks systemctl show -P NRestarts "$UNIT")
    for _ in $(seq "$WATCH_S"); do
        sleep 1
        is_active && [ "$(asks systemctl show -P NRestarts "$UNIT")" = "$restarts" ] || return
    done
}

# Go over from the old release ("" if there is none) to the new one, or back if that does not come up.
change_over() {
    old=$1 new=$2
    if [ "$old" = "$new" ] && [ -z "$IS_NEW" ] && is_active; then
        return   # nothing has changed: nobody's game is disturbed
    fi
    was_active=
    if is_active; then was_active=1; fi
    if has_systemd; then system systemctl stop "$UNIT"; fi
    if [ -n "$was_active" ]; then keep_journal; fi
    use_release "$new"
    if ! has_systemd; then return; fi
    if comes_up; then
        drop_kept_journal
    elif [ -z "$was_active" ] || [ "$old" = "$new" ]; then
        drop_kept_journal
        say "Trioscope is installed, but the kiosk does not come up yet. Is a screen connected? It goes on trying."
        say "To see why: sudo trioscope doctor, and journalctl -u trioscope -e"
    else
        go_back "$old"
    fi
}

go_back() {
    say "The new version does not come up. What it said:"
    asks journalctl -u "$UNIT" -n 15 --no-pager -o cat || true
    system systemctl stop "$UNIT"
    use_release "$1"
    put_unit "$1"
    restore_journal
    if comes_up; then
        give_up "The version before is running again ($(version_of "$1")). Nothing of your games is lost."
    fi
    give_up "The version before ($(version_of "$1")) is back in its place, but does not come up either: sudo trioscope doctor"
}

# A newer version may write the journal in a way that the old one cannot read. While the new one is tried, and
# nobody plays, a copy is kept.
keep_journal() {
    rm -f "$ROOT$STATE/journal.db.before-update"
    [ -f "$ROOT$STATE/journal.db" ] || return 0
    cp -p "$ROOT$STATE/journal.db" "$ROOT$STATE/journal.db.before-update" || {
        drop_kept_journal
        system systemctl start "$UNIT"
        give_up "There is no room to keep a copy of the journal. Make room, and try again; nothing was changed."
    }
}

drop_kept_journal() {
    rm -f "$ROOT$STATE/journal.db.before-update"
}

restore_journal() {
    journal=$ROOT$STATE/journal.db
    [ -f "$journal.before-update" ] || return 0
    if [ "$(schema_of "$journal")" = "$(schema_of "$journal.before-update")" ]; then
        drop_kept_journal   # written as before, and perhaps with a turn more
        return
    fi
    for ending in '' -wal -shm; do
        if [ -f "$journal$ending" ]; then mv "$journal$ending" "$journal.newer$ending"; fi
    done
    mv "$journal.before-update" "$journal"
}

# SQLite's user_version, bytes 60 to 63 of the file.
schema_of() {
    od -An -tu1 -j60 -N4 "$1" | tr -d ' \n'
}
