"""The device that sounds are played on: pygame's mixer, opened when first wanted; silence where there is none."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import numpy as np
import pygame

from game.client.sound.synth import RATE, Wave

BUFFER = 512
"""Samples that the device takes at a time."""


class Device:
    """A number of channels, each of which plays one sound at a time.

    Attributes
    ----------
    deaf
        Set once no device could be opened, or none takes what is played: then nothing is tried again. The settings
        tell the player so.
    """

    def __init__(self, channels: int) -> None:
        self.channels = channels
        self.deaf = False
        self.opened = False

    def open(self) -> bool:
        """Open the device, once; False where there is none."""
        if self.deaf:
            return False
        if not self.opened:
            try:
                with _hushed():
                    pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
            except (pygame.error, NotImplementedError):  # no device or driver; a pygame that was built without mixer
                self.deaf = True
                return False
            pygame.mixer.set_num_channels(self.channels)
            self.opened = True
        return True

    def sound(self, wave: Wave, loop: bool) -> pygame.mixer.Sound | None:
        """Samples as a sound that can be played; None where there is no device."""
        if not self.open():
            return None
        form = pygame.mixer.get_init()
        rate, channels = (form[0], form[2]) if form is not None else (RATE, 2)
        samples = as_bytes(wave, rate, channels, loop)
        try:
            return pygame.mixer.Sound(buffer=samples)
        except pygame.error:  # the device has gone meanwhile
            self.deaf = True
            return None

    def begin(self, channel: int, sound: pygame.mixer.Sound, loop: bool, level: float) -> None:
        """Play a sound on a channel at a level (0..1), over and over for a loop."""
        if not self.open():
            return
        try:
            # the channel is loud again as soon as it begins; the sound is silent until it has been told its level
            sound.set_volume(0.0)
            playing = pygame.mixer.Channel(channel)
            playing.play(sound, -1 if loop else 0)
            playing.set_volume(level)
            sound.set_volume(1.0)
        except pygame.error:
            self.deaf = True

    def level(self, channel: int, level: float) -> None:
        """Another level for what a channel plays; nothing of it at 0."""
        if not self.opened or self.deaf:
            return
        with contextlib.suppress(pygame.error):
            playing = pygame.mixer.Channel(channel)
            playing.set_volume(level)

    def end(self, channel: int) -> None:
        """A channel plays nothing any more."""
        if self.opened and not self.deaf:
            with contextlib.suppress(pygame.error):
                pygame.mixer.Channel(channel).stop()

    def close(self) -> None:
        """Let the device go."""
        if self.opened:
            pygame.mixer.quit()
        self.opened = False


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


def as_bytes(wave: Wave, rate: int = RATE, channels: int = 2, loop: bool = False) -> bytes:
    """Samples as signed 16 bit numbers, the channels side by side.

    A loop is heard in the right ear half its length later than in the left: so it is wide, and not one point.
    """
    if rate != RATE:
        n = max(1, round(len(wave) * rate / RATE))
        wave = np.interp(np.linspace(0, len(wave) - 1, n), np.arange(len(wave)), wave)
    whole = np.round(np.clip(wave, -1.0, 1.0) * 32767).astype(np.int16)
    return np.stack([np.roll(whole, k * len(whole) // 2 if loop else 0) for k in range(channels)], axis=1).tobytes()
