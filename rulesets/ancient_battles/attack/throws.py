"""The dice of an attack, told once: blows and volleys throw them, their odds spread them.

WAB-CMB-05, WAB-CMB-08, WAB-CMB-09, WAB-SHT-02, WAB-SHT-14, WAB-ARM-13, WAB-HAT-02, WAB-S19, WAB-S30.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from game.engine.odds import Die, Pool
from rulesets.ancient_battles.army.armour import save_need


class Attack(msgspec.Struct, frozen=True):
    """What each die of an attack needs, in the order in which they are thrown.

    Attributes
    ----------
    hit
        Of a hater with the misses thrown again (WAB-HAT-02).
    second
        Thrown for each hit of a shot that needs more than a six (WAB-S19); None where nothing is.
    wound
        Thrown for each hit.
    save
        Thrown for each wound: it yields the wounds that are not saved.
    """

    hit: Die
    second: Die | None
    wound: Die
    save: Die

    def hits(self, dice: int) -> Pool:
        """So many dice, down to hits."""
        return Pool(dice, self.hit, () if self.second is None else (self.second,))

    def through(self, dice: int) -> Pool:
        """So many dice, down to wounds that are not saved."""
        hits = self.hits(dice)
        return Pool(dice, hits.die, (*hits.then, self.wound, self.save))


def needs(score: float) -> Die:
    """A die that must show a score or more."""
    return Die(need=int(score))


def saves(total: float) -> Die:
    """The die of a save (WAB-ARM-13): it cancels a wound, or lets it through."""
    return Die(need=save_need(total), success=0, miss=1)


def able(die: Die) -> bool:
    """Whether any face succeeds; what cannot is not thrown.

    >>> able(needs(6)), able(needs(7)), able(saves(7.0))
    (True, False, False)
    """
    return any(die.succeeds(face) for face in die.faces)


def again(die: Die) -> Die:
    """The die with its misses thrown again once (WAB-HAT-02).

    >>> again(needs(5)).again
    (1, 2, 3, 4)
    """
    return replace(die, again=tuple(f for f in die.faces if not die.succeeds(f)))


def once(die: Die) -> Die:
    """The die as it counts when it has fallen, thrown again or not."""
    return replace(die, again=())
