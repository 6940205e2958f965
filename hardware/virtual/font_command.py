"""The command line of the typefaces: fetch them, and draw the numbers that a reader learns from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.virtual.font_fetch import LEAST_FAMILIES, Fetched, FetchError, fetch_fonts, package_names
from hardware.virtual.font_numbers import write_numbers
from hardware.virtual.font_web import fetch_web_fonts, web_font_folder
from hardware.virtual.fonts import SHIPPED_FONTS, FontBook, default_font_folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; give 0, or 2 after one sentence on standard error."""
    options = _parser().parse_args(arguments)
    if options.command == "numbers":
        folders = (SHIPPED_FONTS, *(options.folder or (default_font_folder(), web_font_folder())))
        sys.stdout.write(f"{write_numbers(FontBook(folders), options.out)} styles in {options.out}\n")
        return 0
    folder: Path = options.folder or (
        web_font_folder() if options.command == "fetch-web" else default_font_folder()
    )
    try:
        fetched = _fetch(options, folder)
    except FetchError as error:
        sys.stderr.write(f"{_clear_line()}{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"{_clear_line()}Stopped; the fonts that were there before are still there.\n")
        return 130
    sys.stderr.write(_clear_line())
    held_out = len({font.family for font in fetched.fonts if font.is_held_out})
    sys.stdout.write(
        f"{len(fetched.families)} typeface families ({held_out} of them never trained on), "
        f"{len(fetched.fonts)} styles, in {folder}\n"
    )
    if fetched.missing:
        sys.stdout.write(f"Not to be had: {' '.join(fetched.missing)}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m hardware.virtual.fonts", description="Typefaces for training pictures."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    fetch = commands.add_parser("fetch", help="download the fonts of Debian packages into a cache folder")
    fetch.add_argument("packages", nargs="*", help="package names (default: the program's own list)")
    fetch.add_argument("--folder", type=Path, help="where to keep the fonts (default: the cache)")
    web = commands.add_parser("fetch-web", help="download many more, of npm packages, for training alone")
    web.add_argument("--folder", type=Path, help="where to keep the fonts (default: the cache)")
    numbers = commands.add_parser("numbers", help="draw 0 to 15 in every typeface that may be trained on")
    numbers.add_argument("--folder", type=Path, action="append", help="where fonts are (default: the cache)")
    numbers.add_argument("--out", type=Path, required=True, help="the .npz file to write")
    return parser


def _fetch(options: argparse.Namespace, folder: Path) -> Fetched:
    if options.command == "fetch-web":
        return fetch_web_fonts(folder, _show_progress)
    fetched = fetch_fonts(folder, options.packages or package_names(), _show_progress)
    if not options.packages and len(fetched.families) < LEAST_FAMILIES:
        raise FetchError(
            f"Only {len(fetched.families)} typeface families came out and {LEAST_FAMILIES} "
            "are needed: run apt-get update as root and try again, since these packages "
            f"were not found: {' '.join(fetched.missing) or 'none'}."
        )
    return fetched


def _show_progress(done: int, of: int, name: str) -> None:
    """Keep one line of progress on a terminal; say nothing into a pipe or a log."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{_clear_line()}{done:4d} of {of}  {name[:50]}")
        sys.stderr.flush()


def _clear_line() -> str:
    """Give what wipes the progress line off a terminal; nothing for a pipe or a log."""
    return "\r\x1b[K" if sys.stderr.isatty() else ""
