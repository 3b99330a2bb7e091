"""What is heard of a battle while it is shown: each event by what it is, and whoever moves by it."""

from __future__ import annotations

from collections import Counter

from game.client.battle.showing import Showing
from game.client.sound.cues import CHOICES, cue_of, cues_of
from game.client.sound.player import SoundPlayer
from game.client.tabletop.looks import arm_of, look_of
from game.client.theatre import cast
from game.client.theatre.script import kind_of, missile_of, script_of
from game.engine.event import Event, SetPose
from game.engine.looks import LOOKS
from game.engine.ruleset import Ruleset
from game.engine.state import Base, State

MANY = 6
"""From so many men on they are heard as many."""
SEVERAL = frozenset(LOOKS[: LOOKS.index("captain")])
"""Looks of several on a base; all others are single figures."""
FALLEN = "fallen"
"""What is heard when a general falls."""
LEAST, MOST = 0.45, 12
"""Strength of a single man among movers, and of how many on it is whole."""


class Ear:
    """Hears a showing.

    Parameters
    ----------
    player
        What plays; while it is off, nothing is heard and nothing is looked up.
    """

    def __init__(self, player: SoundPlayer, ruleset: Ruleset, showing: Showing) -> None:
        self.player, self.ruleset, self.showing = player, ruleset, showing
        self._known: dict[str, tuple[str, str]] = {}
        showing.begun.append(self.begins)
        showing.listeners.append(self._shown)
        showing.leapt.append(player.halt)

    def begins(self, event: Event) -> None:
        """An event begins to be shown."""
        if self.player.volume <= 0:
            return
        state = self.showing.state
        sound = self.sound_of(event, state)
        if sound:
            self.player.play(sound)
        if self.showing.lasts > 0:
            self.player.move(self.movers(event, state), self.showing.lasts)

    def _shown(self, _line: int, _number: int, _event: Event, _state: State) -> None:
        self.player.halt()

    # -- what it is -------------------------------------------------------------------------------------------

    def sound_of(self, event: Event, state: State) -> str:
        """The sound of an event, "" for none."""
        if self._general_falls(event, state):
            return FALLEN
        found = cue_of(state.ruleset, event)
        if found not in CHOICES:
            return found
        cues = cues_of(state.ruleset)
        if found == "turn":
            sides = list(state.sides)
            k = sides.index(event.side) if event.side in sides else len(cues.turn) - 1
            return cues.turn[min(k, len(cues.turn) - 1)] if cues.turn else ""
        if found == "volley":
            return self._volley(event, state)
        arm = self._kind(event.about[0], state)[1] if event.about else ""
        return cues.striking(arm) if found == "blows" else cues.falling(arm)

    def _general_falls(self, event: Event, state: State) -> bool:
        """Whether a general is lost by an event: by its kind, or by the look of who is."""
        script = script_of(state.ruleset)
        kind = kind_of(event, script)
        lost = kind == "lost" and bool(event.about)
        return kind == "general" or (lost and self._kind(event.about[0], state)[0] in script.generals)

    def _volley(self, event: Event, state: State) -> str:
        """The sound of shots, by what most of those who shoot let fly."""
        script = script_of(state.ruleset)
        shooters = cast.shooters(event, state)
        if not shooters and event.about:
            shooters = [(b, "") for b in cast.bases_of(state, event.about[0])]
        flying = Counter(missile_of(self._kind(b.id, state)[0], weapon, script) for b, weapon in shooters)
        if not flying:
            return ""
        missile, _n = flying.most_common(1)[0]
        few, many = cues_of(state.ruleset).volley.get(missile, ("", ""))
        return many if sum(self._men(b, state) for b, _weapon in shooters) >= MANY // 2 else few

    def movers(self, event: Event, state: State) -> dict[str, float]:
        """Who is heard to move by an event, and how strongly."""
        men: Counter[str] = Counter()
        for c in event.changes:
            base = state.bases.get(c.base) if isinstance(c, SetPose) and c.pose is not None else None
            if base is None or base.pose is None or base.where != "table":
                continue
            if isinstance(c, SetPose) and (c.where != "table" or c.pose == base.pose):
                continue
            men[self._kind(base.id, state)[1]] += self._men(base, state)
        found: dict[str, float] = {}
        for arm, n in men.items():
            name = cues_of(state.ruleset).moving(arm, n >= MANY)
            if name:
                found[name] = max(found.get(name, 0.0), LEAST + (1.0 - LEAST) * min(1.0, n / MOST))
        return found

    def _men(self, base: Base, state: State) -> int:
        """About how many men a base stands for."""
        return cast.A_STAND if self._kind(base.id, state)[0] in SEVERAL else 1

    def _kind(self, thing: str, state: State) -> tuple[str, str]:
        """The look and the arm of a unit, or of the one that a base belongs to."""
        unit = state.units.get(state.bases[thing].unit if thing in state.bases else thing)
        if unit is None:
            return "", "heavy-foot"
        if unit.id not in self._known:
            first = next((state.bases[b].shape for b in unit.bases if b in state.bases), None)
            card = self.ruleset.card(state, unit.id)
            code = card.look or unit.kind
            size = (first.width, first.depth, first.kind != "rect") if first is not None else (0.0, 0.0, False)
            look = look_of(state.ruleset, code, unit.name, *size, card.likely)
            self._known[unit.id] = look, arm_of(look, state.ruleset, code)
        return self._known[unit.id]
