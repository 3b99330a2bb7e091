"""What is heard of a battle while it is shown."""

from __future__ import annotations

from collections.abc import Callable

from game.client.sound.cues import cue_of
from game.client.sound.player import SoundPlayer
from game.client.tabletop.looks import look_of
from game.engine.event import Event
from game.engine.ruleset import Ruleset
from game.engine.state import State


def ear(player: SoundPlayer, ruleset: Ruleset, state: Callable[[], State]) -> Callable[[Event], None]:
    """What hears the events of a battle and plays what belongs to them; ``state`` gives the state they happen in."""
    looks: dict[str, str] = {}

    def look(thing: str) -> str:
        now = state()
        unit = now.units.get(now.bases[thing].unit if thing in now.bases else thing)
        if unit is None:
            return ""
        if unit.id not in looks:
            first = next((now.bases[b].shape for b in unit.bases if b in now.bases), None)
            code = ruleset.card(now, unit.id).look or unit.kind
            size = (first.width, first.depth, first.kind != "rect") if first is not None else (0.0, 0.0, False)
            looks[unit.id] = look_of(now.ruleset, code, unit.name, *size)
        return looks[unit.id]

    def hear(event: Event) -> None:
        if player.volume > 0:
            player.play(cue_of(state().ruleset, event, look(event.about[0]) if event.about else ""))

    return hear
