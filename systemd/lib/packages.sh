# shellcheck shell=sh
# What comes from apt, by the list in packages.txt.

install_packages() {
    say "Packages:"
    command -v apt-get >/dev/null || give_up "There is no apt-get here: this installer is for Raspberry Pi OS and Debian."
    system apt-get update -q || say "  The package lists could not be fetched. Going on with those that are here."
    packages=
    while read -r package need lost; do
        case $package in '' | '#'*) continue ;; esac
        if ! may_run_commands || apt-cache show "$package" >/dev/null 2>&1; then
            packages="$packages $package"
        elif [ "$need" = needed ]; then
            give_up "This system has no package $package: is it Raspberry Pi OS or Debian, version 12 or newer, and on the network?"
        else
            say "  skipped: $package, which this system does not have"
            leave_out "$package is not in this system's package lists. Lost by that: $lost."
        fi
    done <"$SOURCE/systemd/packages.txt"
    # What is there already stays as it is: whoever installs again has a box that works.
    # shellcheck disable=SC2086  # one word a package
    system env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends --no-upgrade $packages ||
        give_up "The packages could not be installed. Check the network, and try again."
}

check_python() {
    "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        give_up "Python 3.11 or newer is needed: use Raspberry Pi OS bookworm or newer."
}
