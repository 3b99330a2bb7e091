"""Steps as a player would write them: `adv 3.5", wheel L 22.5`. Lengths in the ruleset's unit, angles in degrees.

Lengths survive the round trip to 0.001 mm, angles to 0.001 degree. What stands in brackets with a sign of length behind
the number, as in `wheel L 22.5 (2.1")`, is a price: a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .steps import Advance, Back, Climb, Form, Hand, Jump, Oblique, Other, Path, Shift, Step, Turn, Wheel
from .tolerance import Measures

_HANDS: dict[str, Hand] = {"L": "left", "R": "right"}
_LENGTH = r"(-?\d+(?:\.\d+)?)\s*(?:\"|cm)?"
_ANGLE = r"(-?\d+(?:\.\d+)?)"
_POINT = r"\(\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*\)"
_PRICE = re.compile(r"\s*\(\s*-?\d+(?:\.\d+)?\s*(?:\"|cm)\s*\)", re.IGNORECASE)
_WORD = r"([A-Za-z_][\w.-]*)"


def _number(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _length(mm: float, measures: Measures) -> str:
    return _number(measures.units(mm)) + ('"' if measures.unit == "inch" else " cm")


def _point(point: tuple[float, float], measures: Measures) -> str:
    return f"({_number(measures.units(point[0]))} {_number(measures.units(point[1]))})"


def step_text(step: Step, measures: Measures) -> str:
    """One step as text.

    >>> step_text(Wheel(22.5, "left"), Measures())
    'wheel L 22.5'
    >>> step_text(Advance(88.9), Measures(unit="inch", mm_per_unit=25.4))
    'adv 3.5"'
    """
    match step:
        case Advance(distance):
            return f"adv {_length(distance, measures)}"
        case Back(distance):
            return f"back {_length(distance, measures)}"
        case Oblique(distance, angle):
            return f"obl {_length(distance, measures)} {'R' if angle >= 0.0 else 'L'} {_number(abs(angle))}"
        case Shift(distance, hand):
            return f"shift {hand[0].upper()} {_length(distance, measures)}"
        case Wheel(angle, hand, back):
            return f"wheel {'back ' if back else ''}{hand[0].upper()} {_number(angle)}"
        case Turn(to):
            return f"turn {to if to == 'about' else to[0].upper()}"
        case Form(formation, files, facing):
            return f"form {formation}" + (f" {files}" if files else "") + _facing(facing)
        case Path(points, facing):
            return " ".join(["path", *(_point(point, measures) for point in points)]) + _facing(facing)
        case Jump(to, level):
            return f"jump {_point(to, measures)}" + (f" level {level}" if level else "")
        case Climb(to, level):
            return f"climb {_point(to, measures)} level {level}"
        case Other(verb, amount):
            return f"do {verb}" + (f" {_number(amount)}" if amount else "")
    raise TypeError(f"no step: {step!r}")


def _facing(facing: float | None) -> str:
    return "" if facing is None else f" face {_number(facing)}"


def steps_text(steps: Sequence[Step], measures: Measures) -> str:
    """Steps as text, separated by commas.

    >>> steps_text([Advance(35.0), Wheel(22.5, "left"), Turn("about")], Measures())
    'adv 3.5 cm, wheel L 22.5, turn about'
    """
    return ", ".join(step_text(step, measures) for step in steps)


def parse_steps(text: str, measures: Measures) -> list[Step]:
    """Steps of a text as `steps_text` writes it; capitals, unit signs and spaces are free, prices are passed over.

    Raises
    ------
    ValueError
        Naming the part that is not understood.

    >>> parse_steps('adv 3.5", wheel l 22.5', Measures(unit="inch", mm_per_unit=25.4))
    [Advance(distance=88.9), Wheel(angle=22.5, hand='left', back=False)]
    """
    parts = [part.strip() for part in _PRICE.sub("", text).split(",")]
    return [_parse(part, measures) for part in parts if part]


def _parse(part: str, measures: Measures) -> Step:
    words = part.split(None, 1)
    verb, rest = words[0].lower(), (words[1] if len(words) > 1 else "").strip()

    def mm(value: str) -> float:
        return round(measures.mm(float(value)), 3) + 0.0

    def at(x: str, y: str) -> tuple[float, float]:
        return mm(x), mm(y)

    def read(pattern: str) -> re.Match[str]:
        found = re.fullmatch(pattern, rest, re.IGNORECASE)
        if found is None:
            raise ValueError(f"step not understood: {part!r}")
        return found

    def angle(value: str | None) -> float | None:
        return None if value is None else float(value)

    if verb in ("adv", "advance", "back"):
        distance = mm(read(_LENGTH)[1])
        return Back(distance) if verb == "back" else Advance(distance)
    if verb in ("obl", "oblique"):
        found = read(rf"{_LENGTH}\s+([LR])\s+{_ANGLE}")
        sign = 1.0 if found[2].upper() == "R" else -1.0
        return Oblique(mm(found[1]), sign * float(found[3]) + 0.0)
    if verb == "shift":
        found = read(rf"([LR])\s+{_LENGTH}")
        return Shift(mm(found[2]), _HANDS[found[1].upper()])
    if verb == "wheel":
        found = read(rf"(back\s+)?([LR])\s+{_ANGLE}")
        return Wheel(float(found[3]), _HANDS[found[2].upper()], found[1] is not None)
    if verb == "turn":
        to = read(r"(L|R|about)")[1].upper()
        return Turn("about" if to == "ABOUT" else _HANDS[to])
    if verb == "form":
        found = read(rf"{_WORD}(?:\s+(\d+))?(?:\s+face\s+{_ANGLE})?")
        return Form(found[1], int(found[2] or 0), angle(found[3]))
    if verb == "path":
        found = read(rf"((?:{_POINT}\s*)+)(?:\s*face\s+{_ANGLE})?")
        points = tuple(at(x, y) for x, y in re.findall(_POINT, found[1]))
        return Path(points, angle(found[4]))
    if verb == "jump":
        found = read(rf"{_POINT}(?:\s+level\s+(-?\d+))?")
        return Jump(at(found[1], found[2]), int(found[3] or 0))
    if verb == "climb":
        found = read(rf"{_POINT}\s+level\s+(-?\d+)")
        return Climb(at(found[1], found[2]), int(found[3]))
    if verb == "do":
        found = read(rf"{_WORD}(?:\s+{_ANGLE})?")
        return Other(found[1], float(found[2] or 0.0))
    raise ValueError(f"step not understood: {part!r}")
