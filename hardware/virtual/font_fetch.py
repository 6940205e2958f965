"""Fetch typefaces for training pictures: Debian's font packages, by name, unpacked and never installed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hardware.virtual.fonts import Font

PACKAGE_LIST = Path(__file__).with_name("font-packages.txt")
LEAST_FAMILIES = 100  # fewer typefaces than this do not teach a reader what a digit is
_TOOLS = ("apt-get", "apt-cache", "dpkg-deb")
_BATCH = 8  # packages for each call of apt-get, which takes a second to start; progress should still move

Progress = Callable[[int, int, str], None]


class FetchError(RuntimeError):
    """Fonts could not be fetched; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came out: the kept fonts, and the packages this system's archive does not have."""

    fonts: tuple[Font, ...]
    missing: tuple[str, ...]

    @property
    def families(self) -> tuple[str, ...]:
        """The family names, sorted."""
        return tuple(sorted({font.family for font in self.fonts}))


def package_names() -> tuple[str, ...]:
    """Give the names of the font packages we know to be useful; `#` begins a comment in the list."""
    lines = PACKAGE_LIST.read_text(encoding="utf-8").splitlines()
    return tuple(name for line in lines for name in line.partition("#")[0].split())


def fetch_fonts(
    folder: Path, packages: Iterable[str], progress: Progress = lambda done, of, name: None
) -> Fetched:
    """Download the packages, keep their usable fonts in `folder` as FAMILY/STYLE, and say what there is now.

    `folder` is replaced as a whole once everything is there; until then it stays as it was. A package that
    the archive does not have is passed over. Raises `FetchError` when tools, network or usable fonts lack.
    """
    from hardware.virtual.font_filter import collect_fonts

    try:
        import fontTools  # noqa: F401  # only its presence matters here
    except ImportError:
        raise FetchError("Sorting fonts needs fontTools: run make dev, or pip install fonttools.") from None
    absent = [tool for tool in _TOOLS if shutil.which(tool) is None]
    if absent:
        raise FetchError(
            f"Fonts come from Debian packages, and here is no {' and no '.join(absent)}: "
            "fetch them on Debian, Ubuntu or Raspberry Pi OS and copy the folder."
        )
    names = tuple(packages)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix="fetch-") as work:
            missing = _download(names, Path(work), progress)
            files = sorted(
                path
                for path in Path(work).rglob("*")
                if path.suffix.lower() in (".ttf", ".otf") and path.is_file() and not path.is_symlink()
            )
            fonts = collect_fonts(files, folder, progress)
    except OSError as error:
        raise FetchError(f"Fonts cannot be kept in {folder}: {error.strerror or error}.") from None
    if not fonts:
        raise FetchError("The packages hold no font with usable digits: check the list of packages.")
    return Fetched(tuple(fonts), missing)


def _download(names: Sequence[str], work: Path, progress: Progress) -> tuple[str, ...]:
    """Download and unpack packages below `work`; give the names that this system's archive does not have."""
    listed = subprocess.run(["apt-cache", "pkgnames", "fonts-"], capture_output=True, text=True, check=False)
    known = set(listed.stdout.split())
    wanted = [name for name in names if name in known or not name.startswith("fonts-")]
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        progress(start, len(wanted), batch[0])
        # APT::Sandbox::User: as root apt wants to download as user _apt, who cannot write here, and says so.
        fetched = subprocess.run(
            ["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", "--", *batch],
            cwd=work,
            capture_output=True,
            text=True,
            check=False,
        )
        if fetched.returncode != 0:
            reason = (fetched.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise FetchError(
                f"Font packages cannot be downloaded ({reason}): check the network, run "
                "apt-get update as root and try again."
            )
        for archive in sorted(work.glob("*.deb")):
            target = archive.name.partition("_")[0]
            # One archive that does not unpack is a few fonts less, which the count at the end shows.
            subprocess.run(
                ["dpkg-deb", "-x", archive.name, target], cwd=work, check=False, capture_output=True
            )
            archive.unlink()
    if not wanted:
        raise FetchError(
            "This system's archive knows none of the font packages: run apt-get update as root and try again."
        )
    return tuple(name for name in names if name not in wanted)
