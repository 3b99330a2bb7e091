"""Weather and wind: rolled before the battle, changing while it lasts (NAP-WTH, NAP-S26, NAP-S61)."""

from __future__ import annotations

from typing import Any

import msgspec

from game.engine import changes
from game.engine import event as ev
from game.engine.declared import FrameOf
from game.engine.flow import Done, Goto, Outcome, Roll, Run
from game.engine.state import State
from game.engine.text import T, Text
from rulesets.napoleonic_wars.data_files import DATA, dice
from rulesets.napoleonic_wars.own import Weather

DIRECTIONS = tuple(range(360))
NAMES: dict[Weather, Text] = {"fair": T("fair weather"), "rain": T("rain"), "fog": T("fog"), "snow": T("snow")}


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    summer: tuple[tuple[int, Weather, bool], ...]
    autumn: tuple[tuple[int, Weather, bool], ...]
    winter: tuple[tuple[int, Weather, bool], ...]
    every: int


_table = DATA.whole("weather.toml", _Table)


class Changed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the frame is to find: the first weather, or a change of it; the sum that has been found."""

    drift: bool = False
    total: int = 0


WEATHER = FrameOf("nap.weather", Changed)


def of(season: str, total: int) -> tuple[Weather, bool]:
    """The weather that a sum means, and whether it is windy (NAP-WTH-03); sums are not limited (NAP-S26)."""
    rows: tuple[tuple[int, Weather, bool], ...] = getattr(_table(), season)
    return next((weather, windy) for least, weather, windy in rows if total >= least)


def changes_now(view: State) -> bool:
    """Whether the weather is rolled for anew at the start of this move: every four moves, by choice (NAP-WTH-04)."""
    played = view.own.move - 1
    return view.options.get("weather") == "changing" and played > 0 and played % _table().every == 0


@WEATHER.step
def begin(run: Run, data: Changed, got: object) -> Outcome:
    """Tournament weather is fair and windy (NAP-WTH-05); else the dice of the season, or of the change (NAP-S61)."""
    if run.state.options.get("weather", "off") == "off":
        return Goto("settle", Changed(data.drift, 0), None)
    side = next(iter(run.state.sides))
    if data.drift:
        labels, faces = (T("positive average die"), T("negative average die")), dice().average
        rows = tuple(ev.DiceRow(side, 1, faces, label) for label in labels)
        return Roll(ev.Request(rows, T("Change of the weather"), "NAP-WTH-04"), "rolled", data)
    return Roll(ev.Request((ev.DiceRow(side, 2),), T("Weather"), "NAP-WTH-02"), "rolled", data)


@WEATHER.step
def rolled(run: Run, data: Changed, got: ev.Rolled) -> Outcome:
    """The sum that is recorded: of two dice, or the last one changed by the difference (NAP-WTH-02, -04)."""
    if not data.drift:
        return Goto("settle", Changed(False, got.total), None)
    positive, negative = got.faces[0][0], got.faces[1][0]
    return Goto("settle", Changed(True, run.state.own.weather_sum + positive - negative), None)


@WEATHER.step
def settle(run: Run, data: Changed, got: object) -> Outcome:
    """Read the table; where wind rises after calm its direction is rolled (NAP-WTH-03, -07, -08, NAP-S26)."""
    fixed = run.state.options.get("weather", "off") == "off"
    fair: tuple[Weather, bool] = ("fair", True)
    weather, windy = fair if fixed else of(run.state.own.season, data.total)
    total = run.state.own.weather_sum if fixed else data.total
    calm = run.state.own.wind < 0.0 or not data.drift
    marks = list(changes.battle(run.state, weather=weather, weather_sum=total))
    if not windy:
        marks += changes.battle(run.state, wind=-1.0)
    clauses = ("NAP-WTH-05",) if fixed else ("NAP-WTH-04" if data.drift else "NAP-WTH-02", "NAP-WTH-03")
    words: dict[str, Any] = {"weather": NAMES[weather]}
    text = T("The weather: {weather}, wind", **words) if windy else T("The weather: {weather}, no wind", **words)
    run.emit("weather", "status", text, *marks, clauses=clauses, data={"sum": total, "windy": windy})
    if windy and calm:
        side = next(iter(run.state.sides))
        row = ev.DiceRow(side, 1, DIRECTIONS)
        return Roll(ev.Request((row,), T("Direction of the wind"), "NAP-WTH-07"), "blows", data)
    return Done()


@WEATHER.step
def blows(run: Run, data: Changed, got: ev.Rolled) -> Outcome:
    """The wind blows one of 360 ways (NAP-WTH-07, NAP-S26)."""
    marks = changes.battle(run.state, wind=float(got.total))
    text = T("The wind blows towards {degrees} degrees", degrees=got.total)
    run.emit("wind", "status", text, *marks, clauses=("NAP-WTH-07", "NAP-S26"), data={"degrees": got.total})
    return Done()
