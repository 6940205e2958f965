"""Letters of any script: widths, fallbacks, and those that are read from the right."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from companion.kiosk.right_to_left import as_drawn
from companion.kiosk.typeface import render, shorten, width_px, wrap


@pytest.fixture(autouse=True)
def _fonts() -> None:
    pygame.font.init()


def test_hebrew_is_drawn_from_the_right() -> None:
    assert as_drawn("דוד") == "דוד"[::-1]


@pytest.mark.parametrize(
    ("word", "drawn"),
    [
        pytest.param("بيت", "\ufe91\ufef4\ufe96", id="three that join"),
        pytest.param("دار", "\u062f\u0627\u0631", id="none joins the next"),
        pytest.param("سلام", "\ufeb3\ufefc\ufee1", id="lam and alef are one"),
    ],
)
def test_arabic_letters_take_the_form_that_their_neighbours_ask_for(word: str, drawn: str) -> None:
    isolated = {"\u062f": "\ufea9", "\u0627": "\ufe8d", "\u0631": "\ufead"}
    assert as_drawn(word)[::-1] == "".join(isolated.get(letter, letter) for letter in drawn)


def test_a_hebrew_name_in_an_english_sentence_stays_where_it_is() -> None:
    """The ink of the name is at the left, as in the sentence without the rest."""
    name, sentence = render("דוד", 24, (0, 0, 0)), render("דוד: 12", 24, (0, 0, 0))
    alone = pygame.mask.from_surface(name)
    both = pygame.mask.from_surface(sentence.subsurface((0, 0, name.get_width(), sentence.get_height())))
    assert alone.count() == both.count() == alone.overlap_area(both, (0, 0))


@pytest.mark.parametrize("text", ["Élodie", "🦊", "Ω", "Ж", "שלום", "↵", "★"])
def test_our_fonts_have_what_people_are_called(text: str) -> None:
    missing = pygame.mask.from_surface(render("\ufffe", 24, (0, 0, 0)))
    drawn = pygame.mask.from_surface(render(text, 24, (0, 0, 0)))
    assert drawn.count() > 0
    assert (drawn.get_size(), drawn.count()) != (missing.get_size(), missing.count())


def test_a_line_is_as_wide_as_it_says() -> None:
    for text in ("Großmutter", "🦊 Zoé 🎲", "דוד בן־גוריון", ""):
        assert render(text, 31, (0, 0, 0)).get_width() == max(1, width_px(text, 31))


def test_a_name_that_is_too_long_ends_in_dots_and_fits() -> None:
    short = shorten("Maximiliane-Charlotte", 24, 120)
    assert short.endswith("…") and width_px(short, 24) <= 120


def test_lines_are_broken_between_words_only() -> None:
    lines = wrap("three in a row must make exactly 15", 20, 130)
    assert " ".join(lines) == "three in a row must make exactly 15"
    assert all(width_px(line, 20) <= 130 for line in lines)


def test_text_can_be_drawn_after_pygame_was_quit_and_begun_again() -> None:
    first = render("Ada", 31, (0, 0, 0))
    pygame.quit()
    pygame.font.init()
    assert render("Bea", 31, (0, 0, 0)).get_height() == first.get_height()


def test_pygame_is_told_once_to_let_go_of_all_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps all that it is told until it quits, and a kiosk opens fonts for years."""
    pygame.quit()
    pygame.font.init()
    told: list[Callable[[], object]] = []
    monkeypatch.setattr(pygame, "register_quit", told.append)
    for size_px in range(20, 130):  # more than are kept open
        width_px("Ada", size_px)
    assert len(told) == 1
    told[0]()
    width_px("Bea", 20)
    assert len(told) == 2
    told[1]()
