# shellcheck shell=sh
# Releases: two folders, a and b, each with the program and its environment; the link `current` names the one in
# use. The other one is the way back.

PARTS="companion vision hardware calibration"

# The release in use, a or b; nothing if there is none.
current_release() {
    readlink "$ROOT$APP/current" 2>/dev/null || true
}

other_release() {
    if [ "$1" = a ]; then echo b; else echo a; fi
}

# What a release was made of: the same text, the same release.
fingerprint() {
    (
        cd "$SOURCE" || exit
        # shellcheck disable=SC2086  # one word a folder
        find $PARTS systemd README.md -type f ! -path '*/__pycache__/*' -exec sha256sum {} + | sort
        "$PYTHON" --version
    ) | sha256sum | cut -d' ' -f1
}

is_up_to_date() {
    [ -n "$1" ] && [ "$(cat "$ROOT$APP/$1/fingerprint" 2>/dev/null)" = "$(fingerprint)" ]
}

build_release() {
    release=$ROOT$APP/$1
    say "Building in $release"
    rm -rf "$release"
    mkdir -p "$release/app" "$release/bin"
    for part in $PARTS; do cp -R "$SOURCE/$part" "$release/app/"; done
    find "$release/app" -name __pycache__ -prune -exec rm -rf {} +
    cp "$SOURCE/README.md" "$SOURCE/systemd/$UNIT" "$release/"
    cp "$SOURCE/systemd/run.sh" "$release/bin/trioscope"
    # Files of a checkout may be closed to others, and the kiosk is another user.
    chmod -R u=rwX,go=rX "$release"
    chmod 755 "$release/bin/trioscope"
    "$PYTHON" -m venv --system-site-packages --without-pip "$release/venv"
    runs=$release/venv/bin/python
    site=$("$runs" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    echo ../../../../app >"$site/trioscope.pth"   # seen from there, so that a release can be moved
    fetch gpiozero 2 "buttons, lights and buzzer (touch and keys work)"   # Debian's is 1, Raspberry Pi's is not
    fetch onnxruntime 1 "speed (OpenCV reads the pictures too, but takes longer)"
    "$runs" -m compileall -q "$release/app"   # the kiosk may not write there, and starts faster so
    fingerprint >"$release/fingerprint"   # last: one that is not whole has none
}

# What apt does not have, or only older than ours may be, is fetched with pip, or left out: the package, its least
# version, and what is lost without it. NumPy stays the system's: pip leaves alone what is there and fits.
fetch() {
    if "$runs" -c 'import sys; from importlib.metadata import version
sys.exit(int(version(sys.argv[1]).split(".")[0]) < int(sys.argv[2]))' "$1" "$2" 2>/dev/null; then
        return
    fi
    say "  This system has no $1 $2: fetching it with pip"
    if ! { "$runs" -m ensurepip && "$runs" -m pip install -q "$1>=$2"; } >/dev/null 2>&1; then
        say "  skipped: $1 $2, which could not be fetched"
        leave_out "$1 $2 could not be fetched (no network?). Lost by that: $3."
    fi
}

# Whether a release runs at all: it knows its version, and what it is built on can be loaded together.
check_release() {
    release=$ROOT$APP/$1
    "$release/bin/trioscope" --version >/dev/null || return
    "$release/venv/bin/python" -P "$SOURCE/systemd/together.py"
}

version_of() {
    "$ROOT$APP/$1/bin/trioscope" --version | cut -d' ' -f2
}

# In one step: after a power cut the link is the old one or the new one.
use_release() {
    ln -sfn "$1" "$ROOT$APP/current.new"
    mv -T "$ROOT$APP/current.new" "$ROOT$APP/current"
}
