"""A picture of every screen: `python -m tests.kiosk.shots --out build/screenshots [--only game]`."""

from __future__ import annotations

import argparse
from pathlib import Path

import pygame

from companion.rules.verdict import LANGUAGES
from tests.kiosk.gallery import all_scenes
from tests.kiosk.stage import SIZES, Stage


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--only", default="", help="scenes whose name begins so")
    parser.add_argument("--small", action="store_true", help="800 x 480 in one language only")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    sizes = SIZES[:1] if options.small else SIZES
    for name, scene in sorted(all_scenes().items()):
        if not name.startswith(options.only):
            continue
        for size in sizes:
            for language in LANGUAGES[-1:] if options.small else LANGUAGES:
                stage = Stage(size, language)
                scene(stage)
                stage.step()
                path = options.out / f"{name}-{language}-{size[0]}x{size[1]}.png"
                pygame.image.save(stage.surface, str(path))
                print(path)


if __name__ == "__main__":
    main()
