"""More typefaces from npm packages: packed fonts come out usable, and none teaches what is measured on."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from hardware.virtual import font_command
from hardware.virtual.font_web import family_names
from hardware.virtual.fonts import FontBook
from hardware.virtual.split import is_held_out

fonttools = pytest.importorskip("fontTools.ttLib")

# A stand-in for npm: it hands over the packages that lie beside it, and fails where one does not.
NPM = """#!/bin/sh
shift 2
for name in "$@"; do cp "$(dirname "$0")/fontsource-${name#@fontsource/}-5.0.0.tgz" . || exit 1; done
"""


def package_of(family: str) -> str:
    return family.casefold().replace(" ", "-")


def put_package(folder: Path, source: Path, family: str) -> None:
    """Pack a font as npm's packages do: for web pages, and under a family's name."""
    name = package_of(family)
    with fonttools.TTFont(source) as font:
        for record in font["name"].names:
            if record.nameID in (1, 16):
                record.string = family
        font.flavor = "woff"
        font.save(folder / f"{name}.woff")
    with tarfile.open(folder / f"fontsource-{name}-5.0.0.tgz", "w:gz") as archive:
        archive.add(folder / f"{name}.woff", f"package/files/{name}-latin-400-normal.woff")


def fetch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: str) -> int:
    monkeypatch.setattr("hardware.virtual.font_web.FAMILY_LIST", tmp_path / "names.txt")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    (tmp_path / "names.txt").write_text(names, encoding="utf-8")
    (tmp_path / "npm").write_text(NPM, encoding="utf-8")
    (tmp_path / "npm").chmod(0o755)
    return font_command.main(["fetch-web", "--folder", str(tmp_path / "fonts")])


def test_packed_fonts_are_kept_and_what_is_not_to_be_had_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learned = next(name for name in FontBook().families("train"))
    put_package(tmp_path, FontBook().find(learned).path, learned)
    assert fetch(tmp_path, monkeypatch, f"{package_of(learned)}\nnowhere\n") == 0
    said = capsys.readouterr().out
    assert said.startswith("1 typeface families (0 of them never trained on), 1 styles")
    assert said.endswith("Not to be had: nowhere\n")
    assert FontBook((tmp_path / "fonts",)).families() == (learned,)


def test_a_copy_of_a_held_out_typeface_under_another_name_is_not_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = FontBook().families("held-out")[0]
    other = next(name for name in map("Copycat{}".format, range(50)) if not is_held_out(name))
    put_package(tmp_path, FontBook().find(measured).path, other)
    assert fetch(tmp_path, monkeypatch, package_of(other)) == 0
    assert not list((tmp_path / "fonts").glob("*/*"))


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        pytest.param(
            "",
            "These fonts come from npm packages, and here is no npm: install it and try again.\n",
            id="no npm",
        ),
        pytest.param(
            "tools", "No font could be downloaded: check the network and try again.\n", id="no network"
        ),
    ],
)
def test_fetching_that_cannot_work_ends_with_one_sentence(
    path: str,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "npm").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "tools" / "npm").chmod(0o755)
    (tmp_path / "names.txt").write_text("roboto\n", encoding="utf-8")
    monkeypatch.setattr("hardware.virtual.font_web.FAMILY_LIST", tmp_path / "names.txt")
    monkeypatch.setenv("PATH", f"{tmp_path / path}:/bin" if path else str(tmp_path / "none"))
    assert font_command.main(["fetch-web", "--folder", str(tmp_path / "fonts")]) == 2
    assert capsys.readouterr().err == complaint


def test_the_list_of_families_is_long_and_names_each_once() -> None:
    names = family_names()
    assert len(names) == len(set(names)) > 1000
