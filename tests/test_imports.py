"""Who may import whom: the table in the design, checked in the source itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("companion", "vision", "hardware", "calibration")
STANDARD_LIBRARY = sys.stdlib_module_names

# For each folder, the longest name that fits wins: what of ours, and which other packages, it may import.
ARROWS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "companion.rules": (("companion.rules",), ()),
    "companion.session": (("companion.session", "companion.rules"), ()),
    "companion.players": (("companion.players", "companion.rules"), ()),
    "companion.kiosk": (("companion.kiosk", "companion.session", "companion.rules"), ("pygame",)),
    "companion": (OURS, ("numpy", "cv2", "pygame", "PIL")),
    "vision": (("vision",), ("numpy", "cv2", "onnxruntime")),
    "vision.training": (("vision",), ("numpy", "cv2", "torch", "onnx")),
    "hardware": (
        ("hardware",),
        ("numpy", "cv2", "pygame", "gpiozero", "picamera2", "libcamera", "fontTools"),
    ),
    "calibration": (("calibration", "vision"), ("numpy", "cv2")),
}
# Imported inside what needs them. PyTorch is not among them: only vision.training may import it at all, and
# nothing imports vision.training.
LATE_ONLY = {"picamera2", "libcamera", "fontTools", "onnxruntime"}


def modules() -> list[Path]:
    return sorted(path for package in OURS for path in (ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            # `from package import module` names the module too.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def top_level_imports(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from imports(node)


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_a_module_imports_only_what_its_folder_may(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    folder = max((name for name in ARROWS if is_within(name_of(path), name)), key=len)
    ours, others = ARROWS[folder]
    for imported in imports(tree):
        top = imported.partition(".")[0]
        if top in OURS:
            assert any(is_within(imported, allowed) for allowed in ours), f"{folder} imports {imported}"
        elif top not in STANDARD_LIBRARY:
            assert top in others, f"{folder} imports {imported}"


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_what_a_desk_lacks_is_imported_late(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not LATE_ONLY & {imported.partition(".")[0] for imported in top_level_imports(tree)}


def test_the_rules_use_no_clock_file_or_random_number() -> None:
    forbidden = {"time", "datetime", "random", "os", "pathlib", "io", "secrets", "threading", "socket"}
    for path in (ROOT / "companion" / "rules").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = {imported.partition(".")[0] for imported in imports(tree)}
        calls = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not used & forbidden, path
        assert not calls & {"open", "print", "input"}, path


REQUESTS = {
    ("judge", "triolet"): '{"game": "triolet", "move": {"H8": "3"}}',
    ("judge", "triominos"): '{"game": "triominos", "move": {"at": [0, 0], "corners": [0, 1, 2]}}',
    ("moves", "triolet"): '{"game": "triolet", "rack": ["3"]}',
    ("moves", "triominos"): '{"game": "triominos", "hand": [[0, 1, 2]]}',
}


@pytest.mark.parametrize(("command", "game"), REQUESTS)
def test_judging_loads_neither_pictures_nor_screens(command: str, game: str) -> None:
    code = (
        "import sys; from companion.cli import main; code = main(sys.argv[1:]); "
        "heavy = {'cv2', 'numpy', 'pygame', 'gpiozero'} & set(sys.modules); "
        "sys.exit(f'loaded {heavy}' if heavy else code)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, command],
        input=REQUESTS[command, game].encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (run.returncode, run.stderr.decode()) == (0, "")
