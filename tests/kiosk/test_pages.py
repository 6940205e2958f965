"""Every page in every language and size: nothing spills, overlaps, hides or is too small to touch."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.kiosk.page import LEAST_UNITS
from companion.kiosk.theme import LEAST_CONTRAST, contrast
from companion.rules.verdict import LANGUAGES, Language
from tests.kiosk.gallery import all_scenes
from tests.kiosk.stage import SIZES, Stage

SCENES = all_scenes()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", sorted(SCENES))
def test_a_page_holds_what_is_on_it(scene: str, language: Language, size: tuple[int, int]) -> None:
    stage = Stage(size, language)
    SCENES[scene](stage)
    stage.step()
    page = stage.kiosk.page
    assert page.texts, "a page without words"
    faults = []
    for text in page.texts:
        if text.is_cut and not text.may_cut:
            faults.append(f"cut: {text.text!r}")
        if not page.box.contains(text.rect):
            faults.append(f"beyond the screen: {text.text!r}")
        if contrast(text.colour, text.ground) < LEAST_CONTRAST:
            faults.append(f"pale: {text.text!r} {text.colour} on {text.ground}")
        if text.size_px < page.unit(LEAST_UNITS):
            faults.append(f"small: {text.text!r}")
    for one, other in combinations(page.texts, 2):
        if one.rect.colliderect(other.rect):
            faults.append(f"overlap: {one.text!r} and {other.text!r}")
    for target in page.targets:
        if not page.box.contains(target.rect):
            faults.append(f"beyond the screen: {target.name}")
        if target.rect.w < page.touch - 1 or target.rect.h < page.touch - 1:
            faults.append(f"small to touch: {target.name} {target.rect.size} < {page.touch}")
    for a, b in combinations(page.targets, 2):
        if a.rect.colliderect(b.rect):
            faults.append(f"touch each other: {a.name} and {b.name}")
    assert not faults, "\n".join(faults)


def test_names_are_unique_on_every_page() -> None:
    for name, scene in SCENES.items():
        stage = Stage()
        scene(stage)
        names = [target.name for target in stage.kiosk.page.targets]
        assert len(names) == len(set(names)), name
