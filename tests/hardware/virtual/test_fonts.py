"""Fonts: what is there, what may be trained on, and how high a drawn digit is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual import font_command, font_fetch
from hardware.virtual.fonts import (
    DIGITS,
    SHIPPED_FONTS,
    Font,
    FontBook,
    FontError,
    default_font_folder,
    design_of,
    draw_text,
)
from hardware.virtual.split import Part, PartError, is_held_out

SHIPPED = FontBook().families()
ROBOTO = FontBook().find("Roboto").path


def fetched_book() -> FontBook:
    """Give the book of fetched fonts, or skip."""
    try:
        return FontBook((default_font_folder(),))
    except FontError:
        pytest.skip("needs the training fonts: run make fonts")


def test_the_program_ships_ten_families_with_both_parts_in_them_and_stays_small() -> None:
    book = FontBook()
    assert len(book.families()) == 10
    assert len(book.families("held-out")) >= 2
    files = [path for path in SHIPPED_FONTS.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 200_000
    assert {"OFL-1.1.txt", "Apache-2.0.txt", "Bitstream-Vera.txt"} <= {path.name for path in files}


def test_every_shipped_family_is_named_with_its_licence() -> None:
    readme = (SHIPPED_FONTS / "README.md").read_text(encoding="utf-8")
    assert [family for family in SHIPPED if f"| {family}, " not in readme] == []


@pytest.mark.parametrize("family", SHIPPED)
@pytest.mark.parametrize("height_px", [9, 24, 57, 140])
def test_digits_have_the_height_that_was_asked_for(family: str, height_px: int) -> None:
    path = FontBook().find(family).path
    heights = [draw_text(path, digit, height_px).shape[0] for digit in DIGITS]
    assert np.median(heights) == pytest.approx(height_px, abs=1)
    # The flag of Vollkorn's 5 is the farthest out of line of all that is shipped.
    assert max(heights) <= height_px * 1.09 + 1
    assert min(heights) >= height_px * 0.96 - 1


@pytest.mark.parametrize("text", ["7", "10", "15", "x2"])
def test_text_is_cropped_tight_to_its_ink(text: str) -> None:
    mask = draw_text(ROBOTO, text, 40)
    assert mask.dtype == np.uint8
    assert mask.max() == 255
    for edge in (mask[0], mask[-1], mask[:, 0], mask[:, -1]):
        assert edge.max() > 0


def test_edges_are_smooth() -> None:
    mask = draw_text(ROBOTO, "8", 30)
    grey = ((mask > 30) & (mask < 225)).mean()
    assert 0.05 < grey < 0.5  # an edge pixel on each side of each stroke, no more: neither jagged nor blurred


def test_a_digit_covers_the_same_share_of_its_box_at_any_size() -> None:
    shares = [draw_text(ROBOTO, "6", height_px).mean() / 255 for height_px in (12, 40, 120)]
    assert max(shares) - min(shares) < 0.04


def test_spacing_widens_between_characters_only() -> None:
    one, two = draw_text(ROBOTO, "1", 50), draw_text(ROBOTO, "1", 50, spacing=0.3)
    assert np.array_equal(one, two)
    gain = draw_text(ROBOTO, "115", 50, spacing=0.3).shape[1] - draw_text(ROBOTO, "115", 50).shape[1]
    assert gain == pytest.approx(2 * 0.3 * 50, abs=1.5)


def test_stretch_changes_the_width_alone() -> None:
    plain, wide = draw_text(ROBOTO, "4", 60), draw_text(ROBOTO, "4", 60, stretch=1.25)
    assert wide.shape[0] == plain.shape[0]
    assert wide.shape[1] == pytest.approx(1.25 * plain.shape[1], abs=1)


def test_a_drawn_text_is_remembered_and_cannot_be_painted_over() -> None:
    first = draw_text(ROBOTO, "3", 33)
    assert draw_text(ROBOTO, "3", 33) is first
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 1


def test_text_is_drawn_without_any_display() -> None:
    code = (
        "import sys; from hardware.virtual.fonts import FontBook, draw_text\n"
        "print(draw_text(FontBook().find('Roboto').path, '8', 40).shape[0])\n"
        "import pygame; assert not pygame.display.get_init()"
    )
    bare = {
        key: value
        for key, value in os.environ.items()
        if key not in {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=bare,
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    assert int(done.stdout) in {40, 41}  # and no greeting from pygame before it


def test_text_can_be_drawn_after_the_game_window_was_closed() -> None:
    import pygame

    draw_text(ROBOTO, "1", 21)
    pygame.quit()
    assert draw_text(ROBOTO, "2", 21).shape[0] in {20, 21, 22}


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        pytest.param(lambda: draw_text(ROBOTO, "5é", 30), 'The font Roboto Bold has no "é".', id="character"),
        pytest.param(
            lambda: draw_text(ROBOTO, " ", 30), 'The font Roboto Bold leaves no ink for " ".', id="ink"
        ),
        pytest.param(
            lambda: draw_text("/nowhere/X/Y.ttf", "5", 30),
            "There is no font file /nowhere/X/Y.ttf.",
            id="file",
        ),
        pytest.param(
            lambda: draw_text(Path(__file__), "5", 30),
            f"The file {__file__} cannot be read as a font.",
            id="no font",
        ),
        pytest.param(
            lambda: draw_text(ROBOTO, "5", 0),
            "Text cannot be drawn 0 pixels high: take 1 or more.",
            id="no height",
        ),
        pytest.param(
            lambda: draw_text(ROBOTO, "5", 9, stretch=0.0),
            "Text cannot be stretched by 0.0: take a factor above 0.",
            id="no width",
        ),
        pytest.param(
            lambda: FontBook().find("Robota"),
            "There is no font called Robota: did you mean Roboto?",
            id="misspelt",
        ),
        pytest.param(
            lambda: FontBook().find("Zapfino"),
            "There is no font called Zapfino: there are 10 others.",
            id="unknown",
        ),
        pytest.param(
            lambda: FontBook().find("Open Sans", "Light"),
            "The font Open Sans has no style Light: it comes in ExtraBold, Regular.",
            id="style",
        ),
        pytest.param(
            lambda: FontBook((Path("/nowhere"),)),
            "There are no fonts in /nowhere: run make fonts, or name a folder that is laid out "
            "FAMILY/STYLE.ttf.",
            id="folder",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_sentence(call: object, complaint: str) -> None:
    assert callable(call)
    with pytest.raises(FontError) as caught:
        call()
    assert str(caught.value) == complaint


def test_a_book_lists_families_and_styles_in_one_order(tmp_path: Path) -> None:
    for name in ("Zeta/Regular.ttf", "Alpha/Bold.otf", "Alpha/Black.ttf", "Alpha/notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    book = FontBook((tmp_path,))
    assert book.families() == ("Alpha", "Zeta")
    assert [font.style for font in book.styles("Alpha")] == ["Black", "Bold"]
    assert book.find("Alpha") == Font("Alpha", "Bold", tmp_path / "Alpha/Bold.otf")


def test_the_first_folder_wins_over_the_others(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED_FONTS / "Roboto", tmp_path / "Roboto")
    assert FontBook((tmp_path, SHIPPED_FONTS)).find("Roboto").path.is_relative_to(tmp_path)
    assert FontBook((SHIPPED_FONTS, tmp_path)).find("Roboto").path.is_relative_to(SHIPPED_FONTS)


@pytest.mark.parametrize("part", ["train", "held-out"])
def test_a_pick_stays_in_its_part_and_follows_the_seed(part: Part) -> None:
    book = FontBook()
    picks = [book.pick(np.random.default_rng(seed), part) for seed in range(200)]
    assert picks == [FontBook().pick(np.random.default_rng(seed), part) for seed in range(200)]
    assert {font.family for font in picks} == set(book.families(part))
    assert all(font.is_held_out == (part == "held-out") for font in picks)


def test_a_book_without_fonts_of_a_part_says_so(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED_FONTS / "Roboto", tmp_path / "Roboto")
    with pytest.raises(FontError, match=r"No font of the held-out part is in .*: run make fonts\."):
        FontBook((tmp_path,)).pick(np.random.default_rng(1), "held-out")


def test_an_unknown_part_is_refused() -> None:
    part: Part = "test"  # type: ignore[assignment]  # the fault under test
    with pytest.raises(PartError, match=r'There is no part "test": choose train, held-out or all\.'):
        FontBook().families(part)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Nimbus Sans", "FreeSans", id="two copies of Helvetica"),
        pytest.param("CMU Serif", "Latin Modern Roman Caps", id="two digitisations of Computer Modern"),
        pytest.param("Noto Sans Tamil", "Open Sans", id="one drawing sold twice"),
        pytest.param("Oxygen-Sans", "Oxygen Mono", id="spelt with a hyphen"),
        pytest.param("Mplus Code 60", "M PLUS 1", id="spelt in one word"),
    ],
)
def test_copies_of_one_design_never_fall_on_both_sides(one: str, other: str) -> None:
    assert design_of(one) == design_of(other)
    assert Font(one, "", Path()).is_held_out == Font(other, "", Path()).is_held_out


def test_like_names_of_unlike_designs_stay_apart() -> None:
    names = ("Go", "Goudy Bookletter 1911", "Play", "PT Sans", "Prociono")
    assert len({design_of(name) for name in names}) == 5


def test_the_cache_folder_follows_the_usual_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_font_folder() == Path("/somewhere/trioscope/fonts")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/home/anna")
    assert default_font_folder() == Path("/home/anna/.cache/trioscope/fonts")


def test_the_list_of_packages_is_read_without_its_comments() -> None:
    names = font_fetch.package_names()
    assert len(names) == len(set(names)) > 100
    assert all(name.startswith("fonts-") for name in names)


def test_fetching_without_debian_tools_ends_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fontTools")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert font_command.main(["fetch", "--folder", str(tmp_path / "fonts")]) == 2
    assert capsys.readouterr().err == (
        "Fonts come from Debian packages, and here is no apt-get and no apt-cache and no dpkg-deb: "
        "fetch them on Debian, Ubuntu or Raspberry Pi OS and copy the folder.\n"
    )


def test_fetching_without_a_network_ends_with_one_sentence_and_keeps_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fontTools")
    tools = {
        "apt-cache": "echo fonts-lato",
        "apt-get": "echo 'E: Could not resolve host' >&2; exit 100",
        "dpkg-deb": "exit 1",
    }
    for name, script in tools.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    (tmp_path / "fonts" / "Old").mkdir(parents=True)
    assert font_command.main(["fetch", "--folder", str(tmp_path / "fonts"), "fonts-lato"]) == 2
    assert capsys.readouterr().err == (
        "Font packages cannot be downloaded (E: Could not resolve host): check the network, "
        "run apt-get update as root and try again.\n"
    )
    assert (tmp_path / "fonts" / "Old").is_dir()


def test_of_a_heap_of_files_the_usable_fonts_are_kept_once_each(tmp_path: Path) -> None:
    pytest.importorskip("fontTools")
    from hardware.virtual.font_filter import collect_fonts

    heap = tmp_path / "heap"
    shutil.copytree(SHIPPED_FONTS, heap)
    shutil.copy(ROBOTO, heap / "copy.ttf")
    (heap / "broken.ttf").write_bytes(b"\0\1\0\0 this is no font")
    kept = collect_fonts(sorted(heap.rglob("*.?tf")), tmp_path / "fonts", lambda done, of, name: None)
    assert len(kept) == 11
    assert {font.family for font in kept} == set(SHIPPED)
    assert FontBook((tmp_path / "fonts",)).families() == SHIPPED


def test_a_font_that_lacks_a_digit_is_left_out(tmp_path: Path) -> None:
    pytest.importorskip("fontTools")
    from fontTools.subset import Subsetter
    from fontTools.ttLib import TTFont

    from hardware.virtual.font_filter import collect_fonts

    with TTFont(ROBOTO) as font:
        subsetter = Subsetter()
        subsetter.populate(text="012345678")
        subsetter.subset(font)
        font.save(tmp_path / "nine.ttf")
    assert collect_fonts([tmp_path / "nine.ttf"], tmp_path / "fonts", lambda done, of, name: None) == []


def test_a_font_whose_digits_all_look_alike_is_left_out(tmp_path: Path) -> None:
    pytest.importorskip("fontTools")
    from fontTools.ttLib import TTFont

    from hardware.virtual.font_filter import collect_fonts

    with TTFont(ROBOTO) as font:
        for table in font["cmap"].tables:
            for digit in DIGITS:
                table.cmap[ord(digit)] = table.cmap[ord("8")]
        font.save(tmp_path / "eights.ttf")
    assert collect_fonts([tmp_path / "eights.ttf"], tmp_path / "fonts", lambda done, of, name: None) == []


def test_at_least_a_hundred_families_are_there_to_train_on() -> None:
    book = fetched_book()
    assert len(book.families()) >= 100
    assert len({design_of(family) for family in book.families("held-out")}) >= 15


def test_the_fetched_fonts_draw_digits_of_the_asked_height() -> None:
    book = fetched_book()
    for family in book.families():
        path = book.find(family).path
        heights = [draw_text(path, digit, 40).shape[0] for digit in DIGITS]
        assert abs(float(np.median(heights)) - 40) <= 1, family


def test_families_of_one_design_agree_on_their_side() -> None:
    book = fetched_book()
    for family in book.families():
        assert book.find(family).is_held_out == is_held_out(design_of(family), "font")


def test_a_design_with_many_names_is_not_drawn_more_often(tmp_path: Path) -> None:
    for family in ("Play", "CMU Serif", "CMU Bright", "Latin Modern Roman", "Latin Modern Sans"):
        shutil.copytree(SHIPPED_FONTS / "Roboto", tmp_path / family)
    book = FontBook((tmp_path,))
    picks = [book.pick(np.random.default_rng(seed)).family for seed in range(300)]
    assert 110 < picks.count("Play") < 190


def test_a_glyph_that_is_empty_at_one_size_is_drawn_at_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Daniel's 3, which SDL leaves out at some sizes, stopped a night of rendering."""
    from hardware.virtual import fonts

    real, tried = fonts._render, list[int]()

    def fails_once(path: str, text: str, points: int, spacing_px: float) -> NDArray[np.uint8]:
        tried.append(points)
        if len(tried) == 1:
            raise FontError("nothing drawn")
        return real(path, text, points, spacing_px)

    draw_text(ROBOTO, "7", 23)  # measures the font
    monkeypatch.setattr(fonts, "_render", fails_once)
    drawn = draw_text(ROBOTO, "3", 23)
    assert tried[1] == tried[0] + 1
    assert drawn.shape[0] in {22, 23, 24}
