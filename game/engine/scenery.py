"""How a battle looks: for the eyes alone. No rule depends on anything here."""

from __future__ import annotations

from typing import Literal

Season = Literal["", "spring", "summer", "autumn", "winter"]
Hour = Literal["", "morning", "noon", "evening", "overcast"]
