"""Bots that weigh a few replies by their odds, in the game's process and as programs of their own."""

from __future__ import annotations

from game.engine.state import state_hash
from tabula_belli.seat import Bot, Choice, Seat, choice


class Weigher(Bot):
    """Takes the reply with the best odds of a few, now and then another, and a way out where there is no reply."""

    def choose(self, seat: Seat) -> Choice:
        best, most = seat.default, -1.0
        for reply in seat.candidates(limit=4):
            assert seat.check(reply).legal
            forecast = seat.forecast(reply)
            odds = sum(row.mean or row.chance or 0.0 for row in forecast.rows) if forecast is not None else 0.0
            if odds > most:
                best, most = reply, odds
        exits = [way_out.id for way_out in seat.exits if way_out.bar is None]
        lead = sum(points if side == seat.side else -points for side, points in seat.scores().items())
        return choice(best, f"{most:.6g} {lead:g} {len(exits)} {type(seat.asked.space).__name__}")


class Hasher(Bot):
    """Says in its reason the hash of what it sees."""

    def choose(self, seat: Seat) -> Choice:
        return choice(seat.default, state_hash(seat.view))


class Gambler(Bot):
    """Takes any of a few replies by its own chance."""

    def choose(self, seat: Seat) -> Choice:
        ideas = list(seat.sketches(limit=4))
        found = seat.dice.choice(ideas)() if ideas else None
        return choice(found or seat.default)
