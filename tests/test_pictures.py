"""Picture files of all kinds, whole and broken."""

from __future__ import annotations

import io
import os
import pickle
import random
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.picture_headers import EndsEarly, Header, NotAPicture, read_header
from companion.pictures import (
    ENDINGS,
    MOST_PIXELS,
    SENTENCES,
    PictureFault,
    load_picture,
    pictures_in,
    save_png,
)

ROOT = Path(__file__).parent.parent
Bytes = NDArray[np.uint8]


def scene(width: int = 120, height: int = 80) -> Bytes:
    """A smooth picture in colour, brighter towards the right."""
    x, y = np.meshgrid(np.linspace(20, 230, width), np.linspace(0, 1, height))
    return np.stack([x, 255 - x, 80 + 100 * y], axis=2).astype(np.uint8)


Pixels = NDArray[np.uint8] | NDArray[np.uint16]


def encode(ending: str, pixels: Pixels, *how: int) -> bytes:
    done, data = cv2.imencode(ending, pixels, how)
    assert done
    return data.tobytes()


def flipped_in_the_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def refusal(path: Path) -> str:
    """Why a picture is refused."""
    with pytest.raises(PictureFault) as refused:
        load_picture(path)
    return refused.value.reason


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_form_is_read(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"picture{ending.upper()}"
    path.write_bytes(encode(ending, scene()))
    picture = load_picture(path)
    assert (picture.pixels.dtype.name, picture.scale) == ("uint8", 1.0)
    assert np.abs(picture.pixels.astype(int) - scene()).mean() < 4  # JPEG and WebP lose a little


@pytest.mark.parametrize(
    "pixels",
    [
        pytest.param(scene()[..., 2], id="grey"),
        pytest.param(scene().astype(np.uint16) * 257, id="16 bit"),
        pytest.param(scene()[..., 2].astype(np.uint16) * 257, id="grey, 16 bit"),
        pytest.param(np.dstack([scene(), np.full((80, 120), 128, np.uint8)]), id="half transparent"),
    ],
)
@pytest.mark.parametrize("ending", [".png", ".tif"])
def test_other_kinds_of_pixels_become_8_bit_colour(
    pixels: Pixels, ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"picture{ending}"
    path.write_bytes(encode(ending, pixels))
    capfd.readouterr()  # what the encoder has to say
    loaded = load_picture(path).pixels
    expected = np.dstack([scene()[..., 2]] * 3) if pixels.ndim == 2 else scene()
    assert loaded.dtype == np.uint8
    assert np.abs(loaded.astype(int) - expected).max() <= 1
    assert capfd.readouterr() == ("", "")


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + entry + struct.pack("<I", 0)
    segment = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def test_a_picture_is_turned_as_its_exif_says(tmp_path: Path) -> None:
    path = tmp_path / "turned.jpg"
    path.write_bytes(with_exif(encode(".jpg", scene()), 6))  # the camera was held a quarter turn to the left
    upright = np.rot90(scene(), -1)
    assert np.abs(load_picture(path).pixels.astype(int) - upright).mean() < 4


@pytest.mark.parametrize("share", [0.15, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tif"])
def test_a_picture_that_ends_too_early_is_refused(
    ending: str, share: float, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (64, 64, 3), np.uint8)
    data = encode(ending, noise)
    path = tmp_path / f"cut{ending}"
    path.write_bytes(data[: int(len(data) * share)])
    assert refusal(path) == "ends-early"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("how", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)], ids=["baseline", "progressive"])
def test_an_end_stuck_on_half_a_jpeg_does_not_make_it_whole(
    how: tuple[int, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(5).integers(0, 255, (200, 200, 3), np.uint8)
    data = encode(".jpg", noise, *how)
    path = tmp_path / "cut.jpg"
    path.write_bytes(data[: len(data) // 2] + b"\xff\xd9")
    if not how:  # half of a progressive picture is a whole one, only coarser
        assert refusal(path) == "ends-early"
    assert capfd.readouterr().err == ""


def test_what_a_telephone_appends_to_a_jpeg_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "long.jpg"
    path.write_bytes(encode(".jpg", scene()) + b"a film of the same moment" * 1000)
    assert load_picture(path).pixels.shape == (80, 120, 3)


def test_a_preview_inside_half_a_jpeg_is_not_its_end(tmp_path: Path) -> None:
    data, preview = encode(".jpg", scene()), encode(".jpg", scene(32, 32))
    segment = b"\xff\xe2" + struct.pack(">H", len(preview) + 2) + preview
    path = tmp_path / "preview.jpg"
    path.write_bytes(data[:2] + segment + data[2:])
    assert load_picture(path).pixels.shape == (80, 120, 3)
    path.write_bytes(data[:2] + segment + data[2 : len(data) // 2])
    assert refusal(path) == "ends-early"


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tif"])
def test_no_beginning_of_a_picture_is_a_picture(
    ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = encode(ending, scene(24, 20))
    path = tmp_path / "cut"
    for length in range(0, len(data), max(1, len(data) // 400)):
        path.write_bytes(data[:length])
        refusal(path)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tif"])
def test_flipped_bits_give_a_picture_or_a_sentence_and_never_noise(
    ending: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = encode(ending, scene(40, 30))
    rng = random.Random(ending)
    path = tmp_path / "flipped"
    refused = 0
    for _ in range(150):
        broken = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(min(len(data), 200)) if rng.random() < 0.6 else rng.randrange(len(data))
            broken[at] ^= 1 << rng.randrange(8)
        path.write_bytes(broken)
        try:
            assert load_picture(path).pixels.ndim == 3
        except PictureFault as fault:
            refused += 1
            assert str(fault)
    assert refused > 0
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        pytest.param(
            lambda path: None, "There is no file {path}: check its name.", id="a file that is not there"
        ),
        pytest.param(lambda path: path.mkdir(), "{path} is a folder: name a picture in it.", id="a folder"),
        pytest.param(
            lambda path: path.touch(),
            "{path} is empty: copy the picture again, or take it again.",
            id="an empty file",
        ),
        pytest.param(
            lambda path: path.write_text("Dear diary"),
            "{path} is not a picture that can be read: use JPEG, PNG, BMP, WebP or TIFF.",
            id="some text",
        ),
        pytest.param(
            lambda path: path.write_text("BMW makes cars, and other text that begins like a picture"),
            "{path} is not a picture that can be read: use JPEG, PNG, BMP, WebP or TIFF.",
            id="text that begins like a picture",
        ),
        pytest.param(
            lambda path: path.write_bytes(encode(".jpg", scene())[:400]),
            "{path} ends too early: copy the picture again, or take it again.",
            id="half a picture",
        ),
        pytest.param(
            lambda path: path.write_bytes(flipped_in_the_middle(encode(".png", scene()))),
            "{path} is damaged or of a rare kind: save it again as JPEG or PNG, or take it again.",
            id="a flipped bit",
        ),
        pytest.param(
            lambda path: path.write_bytes(encode(".png", scene(1, 1))),
            "{path} has only 1 x 1 pixels: take a picture of at least 16 x 16.",
            id="one pixel",
        ),
        pytest.param(
            lambda path: path.write_bytes(encode(".jpg", scene(400, 15))),
            "{path} has only 400 x 15 pixels: take a picture of at least 16 x 16.",
            id="a strip",
        ),
        pytest.param(lambda path: os.mkfifo(path), "{path} is not a file: name a picture.", id="a pipe"),
    ],
)
def test_what_is_no_picture_is_said_in_a_sentence(
    make: object, sentence: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "thing.jpg"
    assert callable(make)
    make(path)
    with pytest.raises(PictureFault) as refused:
        load_picture(path)
    assert str(refused.value) == sentence.format(path=path)
    assert capfd.readouterr().err == ""


def test_a_picture_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    path = tmp_path / "locked.png"
    path.write_bytes(encode(".png", scene()))
    path.chmod(0)
    assert refusal(path) == "locked"


def test_a_name_that_is_not_text_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"t\xe9l\xe9.png")
    try:
        path.write_bytes(encode(".png", scene()))
    except OSError:
        pytest.skip("this file system takes text only")
    assert np.array_equal(load_picture(path).pixels, scene())
    path.write_bytes(b"nothing")
    with pytest.raises(PictureFault) as refused:
        load_picture(path)
    assert "t\\udce9l\\udce9.png" in str(refused.value)


def test_nothing_is_heard_where_standard_error_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(encode(".png", scene()))
    code = (
        "import os, sys; from pathlib import Path; from companion.pictures import load_picture; os.close(2); "
        "sys.exit(load_picture(Path(sys.argv[1])).pixels.shape != (80, 120, 3))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, check=False)
    assert done.returncode == 0


# Sizes are read before anything is decoded: a header that claims any size will do.


def claiming_jpeg(width: int, height: int, *how: int) -> bytes:
    """A JPEG whose header claims this size."""
    data = bytearray(encode(".jpg", scene(32, 32), *how))
    frame = re.search(rb"\xff[\xc0\xc2]\x00\x11\x08", data)
    assert frame
    data[frame.end() : frame.end() + 4] = struct.pack(">HH", height, width)
    return bytes(data)


def claiming_png(width: int, height: int) -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    end = b"IEND"
    chunks = (struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in (header, end))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def claiming_tiff(width: int, height: int, bits: int, rows: int, end: str = "<") -> bytes:
    """A TIFF directory of four 16-bit or 8-bit samples a pixel, with so many rows in a strip."""
    tags = {256: width, 257: height, 277: 4, 278: rows}
    bits_at = 8 + 2 + 12 * (len(tags) + 1) + 4
    entries = [
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, 4, bits_at),
        (277, 4, 1, 4),
        (278, 4, 1, rows),
    ]
    directory = b"".join(struct.pack(f"{end}HHII", *entry) for entry in entries)
    start = (b"II" if end == "<" else b"MM") + struct.pack(f"{end}HI", 42, 8)
    return start + struct.pack(f"{end}H", 5) + directory + bytes(4) + struct.pack(f"{end}4H", *[bits] * 4)


def test_headers_tell_the_size_and_what_decoding_takes() -> None:
    def header(data: bytes) -> Header:
        return read_header(io.BytesIO(data))

    assert header(claiming_jpeg(6000, 5000)) == Header("jpeg", 6000, 5000)
    # Colour has a quarter of the points: 6 blocks of 64 coefficients for each 16 x 16, two bytes each.
    progressive = header(claiming_jpeg(801, 800, cv2.IMWRITE_JPEG_PROGRESSIVE, 1))
    assert progressive == Header("jpeg", 801, 800, 51 * 50 * 6 * 64 * 2)
    assert header(claiming_png(70000, 3)) == Header("png", 70000, 3)
    for end in "<>":
        tiff = claiming_tiff(5000, 4000, 16, 10, end)
        assert header(tiff) == Header("tiff", 5000, 4000, 5000 * 10 * (4 * 2 + 4))
    for ending, form in ((".bmp", "bmp"), (".webp", "webp"), (".tif", "tiff")):
        read = header(encode(ending, scene(37, 21)))
        assert (read.form, read.width, read.height) == (form, 37, 21)
    lossy = header(encode(".webp", scene(37, 21), cv2.IMWRITE_WEBP_QUALITY, 50))
    assert (lossy.width, lossy.height) == (37, 21)
    with pytest.raises(NotAPicture):
        header(b"GIF89a" + bytes(100))
    with pytest.raises(EndsEarly):
        header(claiming_png(30, 30)[:-1])


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(claiming_jpeg(65500, 65500), id="a JPEG that is too large even when reduced"),
        pytest.param(
            claiming_jpeg(20000, 10000, cv2.IMWRITE_JPEG_PROGRESSIVE, 1), id="a progressive JPEG of 200 MP"
        ),
        pytest.param(claiming_png(6000, 5001), id="a PNG of a little over 30 MP"),
        pytest.param(claiming_tiff(5000, 5000, 16, 5000), id="a TIFF in one piece"),
    ],
)
def test_a_picture_that_would_fill_the_memory_is_refused_before_it_is_decoded(
    data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "huge"
    path.write_bytes(data)
    assert refusal(path) == "huge"


def test_a_large_jpeg_is_reduced_and_its_points_are_those_of_the_file(tmp_path: Path) -> None:
    width, height = 7200, 4800
    assert MOST_PIXELS < width * height < 4 * MOST_PIXELS
    pixels = np.full((height, width, 3), 90, np.uint8)
    left, top, side = 5000, 1000, 400
    pixels[top : top + side, left : left + side] = 250
    path = tmp_path / "large.jpg"
    path.write_bytes(encode(".jpg", pixels))
    picture = load_picture(path)
    assert (picture.pixels.shape, picture.scale) == ((height // 2, width // 2, 3), 2.0)
    rows, columns = np.nonzero(picture.pixels[..., 0] > 170)
    middle = np.array([[columns.mean(), rows.mean()]])
    # From the centre of the first bright pixel to that of the last.
    expected = np.array([[left + (side - 1) / 2, top + (side - 1) / 2]])
    assert picture.in_file(middle) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize(
    ("size", "ending", "how"),
    [
        pytest.param((6000, 5000), ".png", (cv2.IMWRITE_PNG_COMPRESSION, 1), id="a PNG of 30 MP"),
        pytest.param((12000, 9000), ".jpg", (), id="a JPEG of 108 MP"),
        pytest.param(
            (6000, 5000), ".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1), id="a progressive one of 30 MP"
        ),
    ],
)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much it took")
def test_decoding_stays_well_below_350_megabytes(
    size: tuple[int, int], ending: str, how: tuple[int, ...], tmp_path: Path
) -> None:
    width, height = size
    path = tmp_path / f"large{ending}"
    path.write_bytes(encode(ending, np.full((height, width, 3), 90, np.uint8), *how))
    # Not getrusage: it would also count what this process had in memory when it started the other.
    code = (
        "import sys; from pathlib import Path; from companion.pictures import load_picture; "
        "load_picture(Path(sys.argv[1])); print(Path('/proc/self/status').read_text())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, cwd=ROOT, check=True, text=True
    )
    peak_kb = re.search(r"VmHWM:\s+(\d+) kB", done.stdout)
    assert peak_kb
    assert int(peak_kb[1]) / 1024 < 290


def test_a_strip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "strip.png"
    path.write_bytes(bytes(cv2.imencode(".png", np.zeros((16, 400, 3), np.uint8))[1]))
    with pytest.raises(PictureFault, match="a strip of 400 x 16 pixels"):
        load_picture(path)


def test_a_fault_can_be_sent_to_another_process() -> None:
    fault = PictureFault("tiny", Path("a.png"), {"width": 1, "height": 2, "least": 16})
    assert str(pickle.loads(pickle.dumps(fault))) == str(fault)


def test_every_sentence_is_there_in_both_languages() -> None:
    english, french = SENTENCES["en"], SENTENCES["fr"]
    assert set(english) == set(french)
    for reason in english:
        words = [set(re.findall(r"\{\w+\}", sentences[reason])) for sentences in (english, french)]
        assert words[0] == words[1]
    assert (
        PictureFault("folder", Path("table")).say("fr")
        == "table est un dossier\xa0: choisis une image dedans."
    )


def test_a_folder_gives_its_pictures_in_name_order(tmp_path: Path) -> None:
    for name in ("10.jpg", "02.PNG", "1.webp", "notes.txt", ".hidden.jpg", "truth.json"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["02.PNG", "1.webp", "10.jpg"]


def test_a_folder_without_pictures_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(PictureFault) as refused:
        pictures_in(tmp_path)
    assert str(refused.value) == (
        f"There is no picture in {tmp_path}: choose a folder that holds JPEG or PNG files."
    )


def test_a_saved_picture_is_whole_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "seen.png"
    path.write_text("an older one")
    save_png(scene(), path)
    assert np.array_equal(load_picture(path).pixels, scene())
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match="No such file"):
        save_png(scene(), tmp_path / "nowhere" / "seen.png")
