"""All that there is in a battle of the Napoleonic Wars, the hidden things among it."""

from __future__ import annotations

from game.engine.state import Base, State, Unit


def everything(state: State) -> dict[str, Base]:
    """All figures, the hidden ones among them."""
    hidden = [secret.bases for secret in state.secret.values() if secret.bases]
    return dict(state.bases) if not hidden else {b: x for row in (state.bases, *hidden) for b, x in row.items()}


def bodies(state: State) -> dict[str, Unit]:
    """All bodies, the hidden ones among them."""
    return {u: x for row in (state.units, *(s.units for s in state.secret.values())) for u, x in row.items()}
