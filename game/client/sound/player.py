"""Playing sounds through pygame's mixer: made when first wanted, never in the way, silent where nothing can play."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator

import numpy as np
import pygame

from game.client.sound.synth import RATE, Wave
from game.client.sound.voices import VOICES

AGAIN = 0.6
"""A sound is not begun anew before this share of it has been heard."""
AT_ONCE = 3
"""How many sounds may begin within :data:`CROWD` seconds: where a whole turn is shown at once, most are left out."""
CROWD = 0.25


class SoundPlayer:
    """What makes the window's noises.

    Parameters
    ----------
    volume
        0 (off) to 100.

    Attributes
    ----------
    played
        Names of the sounds begun so far, whether or not anybody could hear them.
    deaf
        Set once no sound device could be opened: then nothing is tried again.
    """

    def __init__(self, volume: int = 0) -> None:
        self.volume = volume
        self.played: list[str] = []
        self.deaf = False
        self._opened = False
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._waves: dict[str, Wave] = {}
        self._begun: dict[str, float] = {}
        self._length: dict[str, float] = {}

    def play(self, name: str, now: float | None = None) -> bool:
        """Begin a sound, unless it is off, unknown, only just begun, or too much sounds already.

        Parameters
        ----------
        now
            Seconds on a clock that only goes forward; the system's where None.
        """
        if self.volume <= 0 or name not in VOICES:
            return False
        moment = time.monotonic() if now is None else now
        last = self._begun.get(name)
        if last is not None and moment - last < AGAIN * self._length.get(name, 0.0):
            return False
        if sum(moment - t < CROWD for t in self._begun.values()) >= AT_ONCE:
            return False
        wave = self._sound(name)
        self._begun[name] = moment
        self.played.append(name)
        if wave is not None:
            try:
                wave.set_volume(self.volume / 100)
                wave.play()
            except pygame.error:
                self.deaf = True
        return True

    def warm(self) -> threading.Thread:
        """Make all sounds beside the window, so that none is waited for when it is first heard."""

        def work() -> None:
            for name, voice in VOICES.items():
                self._waves.setdefault(name, voice())

        thread = threading.Thread(target=work, name="sounds", daemon=True)
        thread.start()
        return thread

    def turn(self, volume: int) -> None:
        """Play louder or softer from now on; where no device was found, it is looked for once more."""
        if volume != self.volume:
            self.volume, self.deaf = volume, False

    def close(self) -> None:
        """Let the device go."""
        if self._opened:
            pygame.mixer.quit()
        self._opened = False
        self._sounds = {}

    def _sound(self, name: str) -> pygame.mixer.Sound | None:
        """A sound, made when first wanted; None where there is no device."""
        if name not in self._length:
            self._length[name] = 0.0
        if not self._open():
            return None
        found = self._sounds.get(name)
        if found is None:
            wave = self._waves[name] if name in self._waves else VOICES[name]()
            try:
                found = self._sounds[name] = pygame.mixer.Sound(buffer=as_bytes(wave, *_form()))
            except (pygame.error, ValueError):
                self.deaf = True
                return None
            self._length[name] = found.get_length()
        return found

    def _open(self) -> bool:
        """Open the device, once."""
        if self.deaf:
            return False
        if not self._opened:
            try:
                with _hushed():
                    pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
                pygame.mixer.set_num_channels(12)
            except (pygame.error, NotImplementedError, AttributeError):  # no device, no driver, no mixer built in
                self.deaf = True
                return False
            self._opened = True
        return True


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Keep the system's sound library from writing to the terminal that it finds no card."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no such stream
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _form() -> tuple[int, int]:
    """How the open mixer wants its samples: how many a second, and how many channels."""
    form = pygame.mixer.get_init()
    return (form[0], form[2]) if form is not None else (RATE, 2)


def as_bytes(wave: Wave, rate: int = RATE, channels: int = 2) -> bytes:
    """Samples as signed 16 bit numbers, the channels side by side."""
    if rate != RATE:
        n = max(1, round(len(wave) * rate / RATE))
        wave = np.interp(np.linspace(0, len(wave) - 1, n), np.arange(len(wave)), wave)
    whole = np.round(np.clip(wave, -1.0, 1.0) * 32767).astype(np.int16)
    return np.repeat(whole[:, None], channels, axis=1).tobytes()
