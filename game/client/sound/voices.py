"""Every sound of a battle by its name. All of them are computed; none is recorded."""

from __future__ import annotations

from game.client.sound import ambience, blow, hand, horn, mass
from game.client.sound.level import Layer, Voice

LAYERS: tuple[Layer, ...] = ("ground", "mass", "blow", "horn", "hand")
"""The layers, as they are told."""
VOICES: dict[str, Voice] = {**ambience.VOICES, **mass.VOICES, **blow.VOICES, **horn.VOICES, **hand.VOICES}
"""Every sound."""
