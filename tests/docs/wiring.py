"""The wiring as a drawing: the header in the middle, every part beside the side that its pin is on.

Each wire has its own lane, says its pin at both ends, and is never told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.docs.parts import Part, needed_parts, pin_name
from tests.docs.svg import Drawing, Point

WIDTH, TOP, PITCH = 1280.0, 120.0, 30.0  # of the picture, its head, and from pin to pin
HEADER_X = (610.0, 670.0)  # of the odd and the even pins
PART_SIZE = (250.0, 72.0)
PART_X = (30.0, WIDTH - 30.0 - PART_SIZE[0])
PART_GAP = 92.0
ROWS, PIN_RADIUS = 20, 10.5
LANE = 16.0
INK, PALE, GROUND = "#1c1c1c", "#f4f1ea", "#1c1c1c"
WIRES = ("#0b5fa5", "#8a3ffc", "#005d5d", "#9f1853", "#6f4e00", "#1b5e20", "#b3261e", "#37474f")
LED_COLOURS = {"Green light": "#2e8b3d", "Amber light": "#f0a202", "Red light": "#d7263d"}
HEIGHT = TOP + PITCH * ROWS + 80.0


def draw_wiring(parts: Sequence[Part] | None = None) -> str:
    """The SVG of these parts; without any, of those that every box has."""
    parts = needed_parts() if parts is None else parts
    drawing = Drawing((WIDTH, HEIGHT), "Buttons, lights and buzzer on the Raspberry Pi's header")
    drawing.rect((0.0, 0.0), (WIDTH, HEIGHT), fill="white")
    middle = (HEADER_X[0] + HEADER_X[1]) / 2
    drawing.write((middle, 40.0), "Trioscope: wiring", 26.0, text_anchor="middle", font_weight="bold")
    drawing.write(
        (middle, 68.0),
        "Seen from above, the corner of the board with pin 1 at the upper left",
        16.0,
        text_anchor="middle",
    )
    used = {part.header for part in parts} | {part.ground for part in parts}
    _draw_header(drawing, used)
    numbered = {part: WIRES[index % len(WIRES)] for index, part in enumerate(parts)}
    for side in (0, 1):
        beside = sorted((part for part in parts if part.header % 2 != side), key=lambda part: part.header)
        _draw_side(drawing, side, beside, [numbered[part] for part in beside])
    drawing.write(
        (middle, HEIGHT - 26.0),
        "Black wires are ground: the parts of one side may share one. Never connect anything to 5 V.",
        16.0,
        text_anchor="middle",
    )
    return drawing.text


def pin_at(header: int) -> Point:
    return HEADER_X[(header + 1) % 2], TOP + PITCH * ((header - 1) // 2) + PITCH / 2


def _draw_header(drawing: Drawing, used: set[int]) -> None:
    left = HEADER_X[0] - 26.0
    size = (HEADER_X[1] - HEADER_X[0] + 52.0, PITCH * ROWS + 12.0)
    drawing.rect((left, TOP - 6.0), size, rx=8, fill="#26323a")
    for header in range(1, 41):
        x, y = pin_at(header)
        is_used = header in used
        shape = {"fill": "#f6c945" if is_used else "#73808a", "stroke": "white" if is_used else "none"}
        if header == 1:
            drawing.rect((x - 10.0, y - 10.0), (20.0, 20.0), **shape)
        else:
            drawing.circle((x, y), PIN_RADIUS, **shape)
        drawing.write(
            (x, y + 4.5),
            str(header),
            12.0,
            text_anchor="middle",
            font_weight="bold",
            fill=INK if is_used else "white",
        )


def _draw_side(drawing: Drawing, side: int, parts: Sequence[Part], colours: Sequence[str]) -> None:
    """The parts on the odd side (0) or the even one (1), and their wires."""
    if not parts:
        return
    away = -1.0 if side == 0 else 1.0
    edge = PART_X[0] + PART_SIZE[0] if side == 0 else PART_X[1]  # of the parts, towards the header
    tops = _spread([pin_at(part.header)[1] for part in parts])
    grounds = sorted({part.ground for part in parts})
    ground_x = {pin: edge - away * (22.0 + LANE * number) for number, pin in enumerate(grounds)}
    for number, (part, colour, top) in enumerate(zip(parts, colours, tops, strict=True)):
        _draw_part(drawing, part, (PART_X[side], top), side)
        signal, ground = top + 22.0, top + PART_SIZE[1] - 16.0
        x, y = pin_at(part.header)
        # Whose wire goes up takes the lanes from within, whose goes down from without: no two cross.
        lane = edge - away * (70.0 + LANE * (number if signal > y else len(parts) - number))
        drawing.lines(
            [(edge, signal), (lane, signal), (lane, y), (x + away * PIN_RADIUS, y)],
            stroke=colour,
            stroke_width=3.5,
        )
        label = f"{pin_name(part.header)}, pin {part.header}"
        anchor = "end" if side == 0 else "start"
        drawing.write((x + away * 38.0, y - 6.0), label, 13.0, text_anchor=anchor, fill=colour)
        rail = ground_x[part.ground]
        drawing.lines([(edge, ground), (rail, ground)], stroke=GROUND, stroke_width=3.5)
    for pin in grounds:
        x, y = pin_at(pin)
        ends = [
            top + PART_SIZE[1] - 16.0 for part, top in zip(parts, tops, strict=True) if part.ground == pin
        ]
        rail = ground_x[pin]
        drawing.lines([(rail, min([*ends, y])), (rail, max([*ends, y]))], stroke=GROUND, stroke_width=3.5)
        drawing.lines([(rail, y), (x + away * PIN_RADIUS, y)], stroke=GROUND, stroke_width=3.5)
        for end in ends:
            drawing.circle((rail, end), 4.5, fill=GROUND)
        anchor = "end" if side == 0 else "start"
        drawing.write((x + away * 38.0, y - 6.0), f"ground, pin {pin}", 13.0, text_anchor=anchor)


def _draw_part(drawing: Drawing, part: Part, at: Point, side: int) -> None:
    drawing.rect(at, PART_SIZE, rx=10, fill=PALE, stroke=INK, stroke_width=2)
    x = at[0] + (44.0 if side == 0 else PART_SIZE[0] - 44.0)
    y = at[1] + PART_SIZE[1] / 2
    if part.kind == "button":
        drawing.circle((x, y), 24.0, fill="white", stroke=INK, stroke_width=2)
        drawing.circle((x, y), 15.0, fill="#5a6b75")
        note = "push button"
    elif part.kind == "buzzer":
        drawing.circle((x, y), 24.0, fill="#c9a227", stroke=INK, stroke_width=2)
        drawing.circle((x, y), 12.0, fill="#efe6c3", stroke=INK)
        note = "piezo, 100 Ω"
    else:
        drawing.circle((x, y), 20.0, fill=LED_COLOURS.get(part.name, "#f7f7f7"), stroke=INK, stroke_width=2)
        note = "LED, 330 Ω"
    text_x = at[0] + (82.0 if side == 0 else 18.0)
    drawing.write((text_x, at[1] + 31.0), part.name, 19.0, font_weight="bold")
    drawing.write((text_x, at[1] + 54.0), note, 15.0)


def _spread(wished: Sequence[float]) -> list[float]:
    """Tops of parts as near to their pins as they go without touching, all inside the picture."""
    tops: list[float] = []
    for y in wished:
        top = y - PART_SIZE[1] / 2
        tops.append(max(top, tops[-1] + PART_GAP) if tops else max(TOP - 10.0, top))
    over = max(0.0, tops[-1] + PART_SIZE[1] - (HEIGHT - 60.0))
    for number in range(len(tops) - 1, -1, -1):
        least = TOP - 10.0 + PART_GAP * number
        limit = tops[number] - over if number == len(tops) - 1 else tops[number + 1] - PART_GAP
        tops[number] = max(least, min(tops[number], limit))
    return tops
