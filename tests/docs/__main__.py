"""Draw what docs/build.md shows, and write its tables: `python -m tests.docs [--screens]`."""

from __future__ import annotations

import argparse

from tests.docs.build_page import BUILD, PICTURES, drawings, with_tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--screens", action="store_true", help="also take the pictures of the screens")
    options = parser.parse_args()
    for name, text in drawings().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
    BUILD.write_text(with_tables(BUILD.read_text(encoding="utf-8")), encoding="utf-8")
    if options.screens:
        from tests.docs.screens import take_screens

        take_screens(PICTURES)


if __name__ == "__main__":
    main()
