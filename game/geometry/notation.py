"""Steps as a player would write them: `adv 3.5", wheel L 22.5`. Lengths in the ruleset's unit, angles in degrees."""

from __future__ import annotations

from collections.abc import Sequence

from .steps import Advance, Back, Climb, Form, Jump, Oblique, Other, Path, Shift, Step, Turn, Wheel
from .tolerance import Measures


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
