# shellcheck shell=sh disable=SC2034  # the names are for whoever reads this file
# Where things are, how the installer speaks, and how it calls the system's own commands.
# Set by whoever reads this file: SOURCE, the checkout; ROOT, what stands before every path ("" is this machine);
# WITH_COMMANDS, whether the system's commands are run under a ROOT.

APP=/opt/trioscope            # two releases, a and b, and the link `current` to one of them
STATE=/var/lib/trioscope      # journal, profile and settings: never removed
UNIT=trioscope.service
UNIT_FILE=/etc/systemd/system/$UNIT
COMMAND=/usr/local/bin/trioscope
KIOSK_USER=trioscope
PYTHON=${PYTHON:-/usr/bin/python3}   # Debian's own, which sees Debian's packages
LEFT_OUT=

say() {
    printf '%s\n' "$*"
}

give_up() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Something that is not there, and what is lost by that: said again at the end.
leave_out() {
    LEFT_OUT="$LEFT_OUT
  - $*"
}

# Change this machine; under a ROOT only say what would be done.
system() {
    if may_run_commands; then
        "$@"
    else
        say "  not run: $*"
    fi
}

# Ask this machine something: no answer under a ROOT.
asks() {
    may_run_commands && "$@"
}

may_run_commands() {
    [ -z "$ROOT" ] || [ -n "$WITH_COMMANDS" ]
}

has_systemd() {
    [ -d "$ROOT/run/systemd/system" ]
}

# --root DIR, --with-commands: the same for every script here.
read_options() {
    ROOT='' WITH_COMMANDS=''
    while [ $# -gt 0 ]; do
        case $1 in
            --root) ROOT=${2%/}; shift ;;
            --with-commands) WITH_COMMANDS=1 ;;
            *) give_up "There is no option $1: --root DIR installs below a folder instead of on this machine." ;;
        esac
        shift
    done
    if [ -z "$ROOT" ] && [ "$(id -u)" != 0 ]; then
        give_up "This changes the system: please type sudo before it."
    fi
}
