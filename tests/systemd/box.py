"""A box to install on: an empty root folder, a small Trioscope, and commands that write down their calls."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SYSTEMD = Path(__file__).parent.parent.parent / "systemd"
FAKE = Path(__file__).parent / "fake_command.sh"
COMMANDS = (
    *("apt-get", "apt-cache", "systemctl", "journalctl", "getent", "groupadd", "useradd", "usermod", "chown"),
    *("sleep", "runuser"),
)
# A program that knows its version and can be started; what else it does, the test says.
PROGRAM = """import sys
if sys.argv[1:] == ["--version"]:
    print("trioscope {version}")
elif sys.argv[1] == "kiosk":
    sys.exit("{fate}")
"""
LIBRARIES = {"numpy": "2.2", "cv2": "4.10", "PIL": "11", "pygame": "2.6"}


@dataclass(frozen=True, slots=True)
class Said:
    """How a script ended, and what it said."""

    code: int
    out: str
    err: str


class Box:
    """`root` is where things are installed, `source` what from."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.root, self.source = folder / "root", folder / "source"
        self._notes, self._commands, self._libraries = (
            folder / name for name in ("notes", "commands", "libraries")
        )

    @classmethod
    def make(cls, folder: Path) -> Box:
        """A new one, on which nothing is installed."""
        box = cls(folder)
        for one in (box.root, box.source, box._notes, box._commands, box._libraries):
            one.mkdir()
        shutil.copytree(SYSTEMD, box.source / "systemd")
        for part in ("companion", "vision", "hardware", "calibration"):
            (box.source / part).mkdir()
            (box.source / part / "__init__.py").write_text("")
        (box.source / "README.md").write_text("Trioscope\n")
        box.write_version("1.0")
        for name in COMMANDS:
            (box._commands / name).symlink_to(FAKE)
        for name, version in LIBRARIES.items():
            box.write_library(name, f"__version__ = {version!r}\n")
        box.write_package("gpiozero", "2.0.1")
        box.write_package("onnxruntime", "1.16.3")
        return box

    def copy(self, folder: Path) -> Box:
        """The same machine once more."""
        shutil.copytree(self._folder, folder, symlinks=True)
        return Box(folder)

    # What the machine is like -------------------------------------------------------------------------------

    def write_version(self, version: str, fate: str = "") -> None:
        """The version to install. Its kiosk comes up, or `falls-over` after a while, or says why it ends."""
        program = PROGRAM.replace("{version}", version).replace("{fate}", fate)
        (self.source / "companion" / "cli.py").write_text(program)

    def write_library(self, name: str, code: str) -> None:
        """A library of the system, as Python sees it."""
        (self._libraries / f"{name}.py").write_text(code)

    def write_package(self, name: str, version: str) -> None:
        """A library of which pip would know the version."""
        for old in self._libraries.glob(f"{name}-*"):
            shutil.rmtree(old)
        self.write_library(name, f"__version__ = {version!r}\n")
        about = self._libraries / f"{name}-{version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")

    def lack_packages(self, *names: str) -> None:
        """Packages that apt does not have."""
        (self._notes / "absent").write_text("".join(f"{name}\n" for name in names))

    def run_systemd(self) -> None:
        (self.root / "run" / "systemd" / "system").mkdir(parents=True)
        (self._notes / "restarts").touch()

    def start_journal(self, schema: int, text: str) -> Path:
        """A journal of a certain schema, as far as the installer looks at it."""
        journal = self.root / "var" / "lib" / "trioscope" / "journal.db"
        journal.write_bytes(b"SQLite format 3\0".ljust(60, b"\0") + schema.to_bytes(4, "big") + text.encode())
        return journal

    # What is done with it -----------------------------------------------------------------------------------

    def run(self, script: str, *options: str) -> Said:
        """Run one of the scripts below the root, with the commands that only write down their calls."""
        return self.run_plainly(script, "--root", str(self.root), "--with-commands", *options)

    def run_plainly(self, script: str, *options: str) -> Said:
        environ = {
            "PATH": f"{self._commands}:{os.environ['PATH']}",
            "PYTHON": sys.executable,
            "PYTHONPATH": str(self._libraries),
            "BOX_NOTES": str(self._notes),
            "BOX_ROOT": str(self.root),
            "LC_ALL": "C.UTF-8",
            "HOME": str(self._notes),
        }
        ran = subprocess.run(
            [self.source / "systemd" / script, *options],
            env=environ,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Said(ran.returncode, ran.stdout, ran.stderr)

    # What came of it ----------------------------------------------------------------------------------------

    def calls(self, *starts: str) -> list[str]:
        """The calls so far, or those that begin like this."""
        notes = self._notes / "calls"
        lines = notes.read_text().splitlines() if notes.exists() else []
        return [line for line in lines if not starts or line.startswith(starts)]

    def forget_calls(self) -> None:
        (self._notes / "calls").unlink(missing_ok=True)

    @property
    def is_active(self) -> bool:
        return (self._notes / "active").exists()

    @property
    def current(self) -> str:
        return str((self.root / "opt" / "trioscope" / "current").readlink())

    @property
    def version(self) -> str:
        """Of the release in use."""
        program = self.root / "opt" / "trioscope" / "current" / "bin" / "trioscope"
        return subprocess.run(
            [program, "--version"], capture_output=True, text=True, check=True
        ).stdout.split()[1]

    def contents(self) -> dict[str, str]:
        """Every file below the root with its text, every link with its aim; no compiled files."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                found[name] = f"-> {path.readlink()}"
            elif path.is_file() and path.suffix != ".pyc":
                found[name] = path.read_text(errors="replace")
        return found
