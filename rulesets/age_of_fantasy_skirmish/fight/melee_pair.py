"""The two units of a melee, as the frames of its moves know them."""

from __future__ import annotations

import msgspec


class PairData(msgspec.Struct, frozen=True, omit_defaults=True):
    """A melee's two units; ``charger`` is the one that charged."""

    charger: str
    target: str
