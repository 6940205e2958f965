"""Print where every dependency comes from on a 64-bit Raspberry Pi: an aarch64 wheel, a Debian package, both.

Exit code 1 if one has neither for Python 3.11 (bookworm) or 3.13 (trixie). Asks PyPI through pip and Debian's
package lists: it needs the network, and the answer is of today.
"""

from __future__ import annotations

import gzip
import json
import lzma
import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = "{archive}/dists/{suite}/main/binary-arm64/Packages.{ending}"
DEBIAN, RASPBERRY = "http://deb.debian.org/debian", "http://archive.raspberrypi.com/debian"
SYSTEMS = {"3.11": "bookworm", "3.13": "trixie"}
# What the system's own pip accepts there: glibc 2.36 and 2.41.
PLATFORMS = (
    "manylinux_2_34_aarch64",
    "manylinux_2_28_aarch64",
    "manylinux_2_17_aarch64",
    "manylinux2014_aarch64",
)
APT_NAMES = {"opencv-python": "python3-opencv", "pillow": "python3-pil"}
ONLY_RASPBERRY = ("python3-lgpio", "python3-picamera2")  # neither is in Debian
TIMEOUT_S = 60


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["pi"]]
    is_complete = True
    for python, suite in SYSTEMS.items():
        packages = fetch_packages(suite)
        sys.stdout.write(f"Python {python}, {suite}, aarch64\n")
        for requirement in wanted:
            name = re.split(r"[<>=;]", requirement)[0]
            package = APT_NAMES.get(name, f"python3-{name}")
            wheel = find_wheel(requirement, python)
            found = [wheel] if wheel else []
            if package in packages:
                found.append(f"{package} {packages[package]}")
            is_complete &= bool(found)
            sys.stdout.write(f"  {requirement:<24} {'; '.join(found) or 'NOTHING'}\n")
    return 0 if is_complete else 1


def find_wheel(requirement: str, python: str) -> str | None:
    """The file name of the newest wheel that fits; `None` if there is none."""
    abi = "cp" + python.replace(".", "")
    kinds = [word for abi in (abi, "abi3", "none") for word in ("--abi", abi)]
    platforms = [word for platform in PLATFORMS for word in ("--platform", platform)]
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "pip",
                    "install",
                    "--dry-run",
                    "--quiet",
                    "--no-deps",
                    "--ignore-installed",
                ),
                *(
                    "--only-binary=:all:",
                    "--python-version",
                    python,
                    "--implementation",
                    "cp",
                    *kinds,
                    *platforms,
                ),
                *("--target", folder, "--report", "-", requirement),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode != 0:
        return None
    (chosen,) = json.loads(ran.stdout)["install"]
    return str(chosen["download_info"]["url"]).rpartition("/")[2]


def fetch_packages(suite: str) -> dict[str, str]:
    """The Python packages of Debian and of Raspberry Pi, with their versions; Raspberry Pi's win."""
    found: dict[str, str] = {}
    for archive, ending in ((DEBIAN, "xz"), (RASPBERRY, "gz")):
        try:
            url = PACKAGES.format(archive=archive, suite=suite, ending=ending)
            with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
                text = unpack(answer.read(), ending)
        except OSError as fault:
            sys.stdout.write(f"({archive} does not answer: {fault})\n")
            if archive == RASPBERRY:
                found |= dict.fromkeys(ONLY_RASPBERRY, "of Raspberry Pi's archive (could not be asked)")
            continue
        found |= dict(
            re.findall(r"^Package: (python3-\S+)$.*?^Version: (\S+)$", text, re.MULTILINE | re.DOTALL)
        )
    return found


def unpack(data: bytes, ending: str) -> str:
    return (lzma.decompress(data) if ending == "xz" else gzip.decompress(data)).decode("utf-8", "replace")


if __name__ == "__main__":
    sys.exit(main())
