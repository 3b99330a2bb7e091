"""After reading: the systems' own parts, which were read as plain maps, as their typed structs again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine import event as ev
from game.engine.decision import Reply
from game.engine.fields import in_parts
from game.engine.state import State


def sealed_reply(reply: Any) -> Any:
    """A sealed answer as the reply that it was, so that a battle may be left and gone on with between two answers."""
    return msgspec.convert(reply, Reply) if isinstance(reply, Mapping) and reply.get("type") == "reply" else reply


class Thawer:
    """Turns the ``own`` parts that were read as plain maps into the structs of a ruleset."""

    def __init__(self, owns: Mapping[str, type[msgspec.Struct]]) -> None:
        self.owns = owns

    def own(self, kind: str, thing: Any) -> Any:
        """A thing with its own part typed."""
        cls = self.owns.get(kind)
        if cls is None or not isinstance(thing.own, dict):
            return thing
        return replace(thing, own=msgspec.convert(in_parts(cls, thing.own), cls))

    def state(self, state: State) -> State:
        """A state with all own parts typed."""
        tables: dict[str, Any] = {}
        for kind, table in (
            ("side", "sides"),
            ("unit", "units"),
            ("base", "bases"),
            ("feature", "features"),
            ("marker", "markers"),
        ):
            tables[table] = {k: self.own(kind, v) for k, v in getattr(state, table).items()}
        tables["ties"] = {k: self.own(f"tie:{v.kind}", v) for k, v in state.ties.items()}
        secret = {
            s: replace(
                x,
                units={k: self.own("unit", v) for k, v in x.units.items()},
                bases={k: self.own("base", v) for k, v in x.bases.items()},
                markers={k: self.own("marker", v) for k, v in x.markers.items()},
                sealed={k: sealed_reply(v) for k, v in x.sealed.items()},
            )
            for s, x in state.secret.items()
        }
        return self.own("state", replace(state, secret=secret, **tables))  # type: ignore[no-any-return]

    def event(self, event: ev.Event) -> ev.Event:
        """An event whose changes carry typed own parts."""
        if not any(isinstance(c, ev.Put | ev.AddTie | ev.Seal) for c in event.changes):
            return event
        return replace(event, changes=tuple(self._change(c) for c in event.changes))

    def _change(self, change: ev.Change) -> ev.Change:
        if isinstance(change, ev.Seal):
            return replace(change, reply=sealed_reply(change.reply))
        if isinstance(change, ev.AddTie):
            return ev.AddTie(self.own(f"tie:{change.tie.kind}", change.tie))
        if isinstance(change, ev.Put):
            for kind in ("unit", "base", "feature", "marker", "side"):
                thing = getattr(change, kind)
                if thing is not None:
                    change = replace(change, **{kind: self.own(kind, thing)})
        return change
