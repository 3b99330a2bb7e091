"""What is heard of the program: which sounds are begun, on which channels, how loud, and which give way to others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass

import pygame

from game.client.sound.ambience import Ground, beds
from game.client.sound.device import Device
from game.client.sound.level import Layer, abreast, together
from game.client.sound.maker import Maker
from game.client.sound.synth import RATE
from game.client.sound.voices import LAYERS, VOICES

CHANNELS: dict[Layer, tuple[int, ...]] = {
    "ground": (0, 1),
    "mass": (2, 3, 4),
    "blow": (5, 6, 7),
    "horn": (8, 9),
    "hand": (10, 11),
}
"""The channels of each layer: no more is heard at a time."""
ALL = sum(map(len, CHANNELS.values()))
"""How many channels there are."""
AGAIN = 0.6
"""A sound is not begun anew before this share of it has been heard."""
AT_ONCE = 3
"""How many sounds may begin within :data:`CROWD` seconds: where a whole turn is shown at once, most are left out."""
CROWD = 0.25
LATE = 0.2
"""Seconds for which a sound that is still being made may be begun late; after that it is left out."""
QUIET = 1.2
"""Seconds that a table is open before its ground is made: there is enough to do then."""
COMES: dict[Layer, float] = {"ground": 2.5, "mass": 0.12}
"""Seconds in which a loop comes up."""
GOES: dict[Layer, float] = {"ground": 1.0, "mass": 0.35}
"""Seconds in which a loop dies away."""
HOLDS = 0.15
"""Seconds for which movers are still heard after a move: where the next one follows, they are not heard to stop."""
DUCK: dict[Layer, float] = {"ground": 0.4, "mass": 0.6}
"""How far loops give way while something strikes or calls."""
DOWN, UP = 0.08, 0.9
"""Seconds in which they give way, and in which they come back."""
TAIL = 0.1
"""Seconds after its end for which a sound keeps its channel: the device plays a little behind."""
FIRST = frozenset({"victory", "fallen"})
"""What is never left out: it takes the place of what began first in its layer."""


@dataclass
class Heard:
    """What a channel plays.

    Attributes
    ----------
    begun, ends
        Seconds on the player's clock; a loop ends when it is no more wanted.
    level, aim
        How loud a loop is of its own (0..1), and how loud it is to become.
    gain
        How loud it is beside others of its layer.
    told
        The level that the device was told last.
    """

    name: str
    begun: float
    ends: float
    level: float = 1.0
    aim: float = 1.0
    gain: float = 1.0
    told: float = -1.0


class SoundPlayer:
    """What makes the window's noises.

    Parameters
    ----------
    volume
        0 (off) to 100.
    silent
        Layers that are not heard.
    clock
        Seconds that only go forward.

    Attributes
    ----------
    played
        Names of the sounds begun so far, whether or not anybody could hear them.
    on
        What the channels play.
    """

    def __init__(
        self, volume: int = 0, silent: Iterable[Layer] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.volume, self.silent = volume, frozenset(silent)
        self.clock = clock
        self.device = Device(ALL)
        self.maker = Maker()
        self.played: list[str] = []
        self.on: dict[int, Heard] = {}
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._begun: dict[str, float] = {}
        self._due: dict[str, float] = {}
        self._moving: dict[str, tuple[float, float]] = {}
        self._ground: tuple[Ground, float] | None = None
        self._ducked = 1.0
        self._last = clock()

    @property
    def deaf(self) -> bool:
        """Whether no device could be opened."""
        return self.device.deaf

    # -- what is wanted ---------------------------------------------------------------------------------------

    def play(self, name: str, now: float | None = None) -> bool:
        """Begin a sound, unless it is off, unknown, only just begun, or too much sounds already.

        Parameters
        ----------
        now
            Seconds on the player's clock; as late as it is where None.
        """
        voice = VOICES.get(name)
        if voice is None or voice.loop or not self._wanted(voice.layer):
            return False
        moment = self.clock() if now is None else now
        last = self._begun.get(name)
        if last is not None and moment - last < AGAIN * self._lasts(name):
            return False
        if name not in FIRST and sum(moment - t < CROWD for t in self._begun.values()) >= AT_ONCE:
            return False
        if self._free(voice.layer, moment, name in FIRST) is None:
            return False
        self._begun[name] = moment
        self.played.append(name)
        if name in self.maker.made:
            self._begin(name, moment)
        else:
            self._due[name] = moment
            self.maker.ask([name], first=True)
        return True

    def move(self, movers: Mapping[str, float], seconds: float, now: float | None = None) -> None:
        """Movers are heard for so many seconds: loops of the mass by name, each with its strength beside the others."""
        if not self._wanted("mass") or seconds <= 0:
            return
        moment = self.clock() if now is None else now
        beside = abreast(len({*self._moving, *movers}))
        for name in sorted(movers, key=lambda n: -movers[n])[: len(CHANNELS["mass"])]:
            if name not in self._moving:
                self.played.append(name)
            self._moving[name] = (moment + seconds, movers[name] * beside)
            self.maker.ask([name], first=True)

    def halt(self, now: float | None = None) -> None:
        """Nothing that was told moves any more."""
        moment = self.clock() if now is None else now
        self._moving = {name: (min(until, moment + HOLDS), gain) for name, (until, gain) in self._moving.items()}

    def lay(self, ground: Ground | None, now: float | None = None) -> None:
        """What is heard of the place; None where there is no table."""
        if (self._ground[0] if self._ground is not None else None) != ground:
            moment = self.clock() if now is None else now
            waits = QUIET if self._ground is None else 0.0
            self._ground = (ground, moment + waits) if ground is not None else None

    def turn(self, volume: int, silent: Iterable[Layer] = ()) -> None:
        """Play louder or softer, and other layers, from now on; a device that was not found is looked for once more."""
        if volume != self.volume:
            self.device.deaf = False
        self.volume, self.silent = volume, frozenset(silent)
        if volume <= 0:
            self.maker.forget()
            self._due.clear()
            self._moving.clear()

    def warm(self) -> None:
        """Make all that is short beside the window, so that none of it is late when it is first heard."""
        if self.volume > 0:
            self.maker.ask(v.name for v in VOICES.values() if not v.loop and self._wanted(v.layer))

    def close(self) -> None:
        """Let the device go; nothing more is made."""
        self.maker.forget()
        self.device.close()
        self._sounds, self.on = {}, {}

    # -- time -------------------------------------------------------------------------------------------------

    def tick(self, now: float | None = None) -> None:
        """Time passes: what was waited for begins, loops come and go, and give way to what strikes or calls."""
        moment = self.clock() if now is None else now
        dt, self._last = max(0.0, moment - self._last), moment
        if not self.on and not self._due and not self._moving and (self._ground is None or self.volume <= 0):
            return
        for channel in [c for c, h in self.on.items() if moment >= h.ends]:
            self._end(channel)
        for name, since in [*self._due.items()]:
            if name in self.maker.made:
                self._begin(name, moment)
            if name in self.maker.made or moment - since > LATE:
                del self._due[name]
        self._moving = {name: row for name, row in self._moving.items() if row[0] > moment}
        self._loops("ground", dict.fromkeys(self._beds(moment), 1.0), moment, dt)
        self._loops("mass", {name: gain for name, (_until, gain) in self._moving.items()}, moment, dt)
        self._set_levels(dt)

    def _beds(self, moment: float) -> tuple[str, ...]:
        if self._ground is None or moment < self._ground[1] or not self._wanted("ground"):
            return ()
        found = beds(self._ground[0])
        self.maker.ask(found)
        return found

    def _loops(self, layer: Layer, wanted: Mapping[str, float], moment: float, dt: float) -> None:
        """Begin the loops that are wanted, and let those die away that are not."""
        playing = {h.name: c for c, h in self.on.items() if VOICES[h.name].layer == layer}
        for name, channel in playing.items():
            heard = self.on[channel]
            heard.aim = 1.0 if name in wanted and self._wanted(layer) else 0.0
            heard.gain = wanted.get(name, heard.gain)
            rate = dt / (COMES if heard.aim > heard.level else GOES)[layer]
            heard.level = (
                min(heard.aim, heard.level + rate) if heard.aim > heard.level else max(heard.aim, heard.level - rate)
            )
            if heard.level <= 0.0 and heard.aim <= 0.0:
                self._end(channel)
        for name, gain in wanted.items():
            channel_ = self._free(layer, moment, False)
            if name not in playing and channel_ is not None and name in self.maker.made:
                self.on[channel_] = Heard(name, moment, float("inf"), 0.0, 1.0, gain)
                self._start(channel_)

    def _set_levels(self, dt: float) -> None:
        """Tell the device how loud everything is now."""
        struck = any(VOICES[h.name].layer in ("blow", "horn") for h in self.on.values())
        self._ducked = max(0.0, self._ducked - dt / DOWN) if struck else min(1.0, self._ducked + dt / UP)
        for channel, heard in self.on.items():
            level = self._level(heard)
            if abs(level - heard.told) > 0.004 or (level == 0.0) != (heard.told == 0.0):
                heard.told = level
                self.device.level(channel, level)

    def _level(self, heard: Heard) -> float:
        layer = VOICES[heard.name].layer
        if not self._wanted(layer):
            return 0.0
        low = DUCK.get(layer, 1.0)
        way = low + (1.0 - low) * self._ducked
        return self.volume / 100 * heard.gain * heard.level * way

    # -- channels ---------------------------------------------------------------------------------------------

    def _wanted(self, layer: Layer) -> bool:
        return self.volume > 0 and layer not in self.silent

    def _lasts(self, name: str) -> float:
        wave = self.maker.made.get(name)
        return len(wave) / RATE if wave is not None else CROWD

    def _free(self, layer: Layer, moment: float, surely: bool) -> int | None:
        """A channel of a layer that plays nothing; where one must be found, the one whose sound began first."""
        own = CHANNELS[layer]
        free = next((c for c in own if c not in self.on or moment >= self.on[c].ends), None)
        return min(own, key=lambda c: self.on[c].begun) if free is None and surely else free

    def _begin(self, name: str, moment: float) -> None:
        """A sound that has been made begins."""
        channel = self._free(VOICES[name].layer, moment, name in FIRST)
        if channel is not None:
            others = sum(c != channel and c in self.on for c in CHANNELS[VOICES[name].layer])
            gain = together(others + 1)[-1]
            self.on[channel] = Heard(name, moment, moment + self._lasts(name) + TAIL, gain=gain)
            self._start(channel)

    def _start(self, channel: int) -> None:
        heard = self.on[channel]
        loop = VOICES[heard.name].loop
        sound = self._sounds.get(heard.name)
        if sound is None:
            sound = self.device.sound(self.maker.made[heard.name], loop)
            if sound is None:
                return
            self._sounds[heard.name] = sound
        heard.told = self._level(heard)
        self.device.begin(channel, sound, loop, heard.told)

    def _end(self, channel: int) -> None:
        del self.on[channel]
        self.device.end(channel)


def silent_layers(off: Set[str] | tuple[str, ...]) -> tuple[Layer, ...]:
    """The layers among names: settings of another version may name others."""
    return tuple(layer for layer in LAYERS if layer in off)
