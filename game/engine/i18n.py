"""Sentences in the reader's language, names and units.

The program's own texts are the gettext domain ``game`` below ``assets/locale``; each ruleset brings a domain named as
its id in lower case below its own ``locale``. English is the source language and needs no catalogue.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from game.engine.languages import DOMAIN, catalogue, decimal_sign, locale_folder
from game.engine.ruleset import Ruleset, measures_in
from game.engine.state import State
from game.engine.text import Angle, Length, Text, Thing, Word

NUMERALS = ("I", "II", "III", "IV", "V", "VI")


class Speaker:
    """Renders texts in one language for one ruleset.

    Parameters
    ----------
    language
        A key of :func:`game.engine.languages.languages`; any other is English.
    ruleset
        Whose catalogue, unit and names to use; None for the program's own sentences.
    view
        The battle in which lengths are said: players may have agreed on another unit.
    """

    def __init__(self, language: str = "en", ruleset: Ruleset | None = None, view: State | None = None) -> None:
        self.language = language
        self.ruleset = ruleset
        self.measures = measures_in(ruleset, view) if ruleset is not None else None
        self._own = catalogue(DOMAIN, locale_folder(), language)
        self._rules: gettext.NullTranslations = gettext.NullTranslations()
        if ruleset is not None:
            meta = ruleset.meta
            self._rules = catalogue(meta.id.lower(), meta.folder / "locale", language)

    def word(self, key: str) -> str:
        """Translate a plain string: the ruleset's catalogue first, then the program's."""
        if not key:
            return ""
        said = self._rules.gettext(key)
        return said if said != key else self._own.gettext(key)

    def length(self, mm: float, names: State | Mapping[str, str] | None = None) -> str:
        """Say a length in the ruleset's unit, or in that of the battle whose state the names are from."""
        measures = self.measures
        if self.ruleset is None or measures is None:
            return f"{_number(mm, 1, self.language)} mm"
        if isinstance(names, State):
            measures = measures_in(self.ruleset, names)
        sign = '"' if measures.unit == "inch" else " cm"
        return _number(mm / measures.mm_per_unit, 2, self.language) + sign

    def say(self, text: Text, names: State | Mapping[str, str] | None = None) -> str:
        """Render a sentence.

        Parameters
        ----------
        names
            Where the names of things are found: a state, or a map id -> name.
        """
        if text.many and text.n is not None:
            pattern = self._rules.ngettext(text.key, text.many, text.n)
            if pattern in (text.key, text.many):
                pattern = self._own.ngettext(text.key, text.many, text.n)
        else:
            pattern = self.word(text.key)
        if not text.args:
            return pattern
        return pattern.format_map(_Filler({k: self._value(v, names) for k, v in text.args.items()}))

    def name(self, thing: str, names: State | Mapping[str, str] | None) -> str:
        """Name a thing; its id where it has no name."""
        if isinstance(names, State):
            return self._name_in(thing, names)
        if names is not None and thing in names:
            return self.word(names[thing])
        return thing

    def _name_in(self, thing: str, state: State) -> str:
        if thing in state.units:
            return self._unit_name(state, thing)
        if thing in state.sides:
            return self._side_name(state, thing)
        if thing in state.bases:
            base = state.bases[thing]
            owner = self._unit_name(state, base.unit)
            alone = len(state.units[base.unit].bases) == 1
            return owner if alone else f"{owner} ({base.number})"
        if thing in state.features:
            return self._feature_name(state, thing)
        if thing in state.markers and state.markers[thing].name:
            return self.word(state.markers[thing].name)
        for secret in state.secret.values():
            if thing in secret.units:
                return self.word(secret.units[thing].name)
        return thing

    def _side_name(self, state: State, thing: str) -> str:
        """The name with a numeral, in playing order, where both armies are called the same: "Rome II"."""
        own = state.sides[thing].name
        name = self.word(own)
        alike = [s.id for s in state.sides.values() if s.name == own]
        return name if len(alike) < 2 else f"{name} {NUMERALS[alike.index(thing) % len(NUMERALS)]}"

    def _feature_name(self, state: State, thing: str) -> str:
        """The name of a piece of terrain, with its number where several are called the same: "Open wood 2"."""
        own = state.features[thing].name
        alike = [f.id for f in state.features.values() if f.name == own]
        name = self.word(own)
        return name if len(alike) < 2 else f"{name} {alike.index(thing) + 1}"

    def _unit_name(self, state: State, thing: str) -> str:
        """The name with its number where there are several of the kind: "Velites 2".

        Where both armies have the kind under the same name, the numbers run on from one to the other, so that no two
        units are called the same.
        """
        unit = state.units[thing]
        name = self.word(unit.name)
        alike = [
            u.id for u in state.units.values() if u.kind == unit.kind and (u.side == unit.side or u.name == unit.name)
        ]
        return name if len(alike) < 2 else f"{name} {alike.index(thing) + 1}"

    def _value(self, value: Any, names: State | Mapping[str, str] | None) -> str:
        value = thaw(value)
        if isinstance(value, Text):
            return self.say(value, names)
        if isinstance(value, Length):
            return self.length(value.mm, names)
        if isinstance(value, Angle):
            return f"{_number(value.deg, 1, self.language)}°"
        if isinstance(value, Thing):
            return self.name(value.id, names)
        if isinstance(value, Word):
            return self.word(value.key)
        if isinstance(value, list | tuple):
            return ", ".join(self._value(v, names) for v in value)
        if isinstance(value, float):
            return _number(value, 2, self.language)
        return str(value)


class _Filler(dict[str, str]):
    """A placeholder without a value is shown by its name rather than failing."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


_TAGS: dict[str, Callable[[Any], Any]] = {
    "len": lambda v: msgspec.convert(v, Length),
    "deg": lambda v: msgspec.convert(v, Angle),
    "thing": lambda v: msgspec.convert(v, Thing),
    "word": lambda v: msgspec.convert(v, Word),
}


def thaw(value: Any) -> Any:
    """Arguments as structs again after reading a record."""
    if isinstance(value, Mapping):
        if value.get("type") in _TAGS:
            return _TAGS[value["type"]](value)
        if "key" in value:
            return msgspec.convert(value, Text)
    return value


def _number(value: float, places: int, language: str) -> str:
    said = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
    if said in ("-0", ""):
        said = "0"
    return said.replace(".", decimal_sign(language))
