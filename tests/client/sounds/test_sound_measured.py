"""What is measured of the sounds: levels, seams, clipping, what tells each from its neighbours; and their page."""

from __future__ import annotations

import itertools
import wave as wave_file
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from game.client.sound.level import LEVELS, abreast, together
from game.client.sound.measure import (
    beats,
    blows_in,
    decibels,
    envelope,
    kind_of,
    loudness,
    measured,
    octaves,
    swing,
    unlike,
    weighted,
)
from game.client.sound.player import CHANNELS
from game.client.sound.synth import RATE, Wave, closing, limited, noise, ring, slowly, tone
from game.client.sound.voices import LAYERS, VOICES
from workshop import sounds as page

PAGE = Path(__file__).parents[3] / "docs" / "sounds.md"
NAMES = sorted(VOICES)
LOOPS = [n for n in NAMES if VOICES[n].loop]
TOLD_APART = 0.25
"""How unlike two sounds of a layer are at least, see :func:`unlike`."""


@cache
def made(name: str) -> Wave:
    return VOICES[name].made()


class TestTheMeasures:
    def test_loudness_of_a_tone_is_that_of_the_standard(self) -> None:
        """A sine of 997 Hz at full scale in one loudspeaker has -3.01 LUFS; in both of them it is twice the power."""
        full = np.sin(2 * np.pi * 997 * np.arange(2 * RATE) / RATE)
        assert loudness(full, loop=True) == pytest.approx(0.0, abs=0.05)
        assert loudness(full) == pytest.approx(0.0, abs=0.05)
        assert loudness(full / 10) == pytest.approx(-20.0, abs=0.05)

    def test_the_head_weights_high_tones_up_and_very_low_ones_down(self) -> None:
        def gain(pitch: float) -> float:
            raw = np.sin(2 * np.pi * pitch * np.arange(RATE) / RATE)
            return 10 * float(np.log10(np.mean(weighted(raw, loop=True) ** 2) / np.mean(raw**2)))

        assert gain(10000) == pytest.approx(4.0, abs=0.1)
        assert gain(1000) == pytest.approx(0.7, abs=0.1)
        assert gain(100) == pytest.approx(-1.1, abs=0.2)
        assert gain(20) < -10

    def test_a_short_sound_is_as_loud_as_its_loudest_four_tenths_of_a_second(self) -> None:
        short = np.sin(2 * np.pi * 997 * np.arange(RATE // 10) / RATE)
        assert loudness(short) == pytest.approx(-6.0, abs=0.15)
        assert loudness(np.concatenate([np.zeros(RATE), short, np.zeros(RATE)])) == pytest.approx(-6.0, abs=0.15)

    def test_rise_and_fall_and_middle(self) -> None:
        t = np.arange(RATE) / RATE
        swell = np.sin(2 * np.pi * 1000 * t) * np.minimum(1.0, t / 0.1) * np.exp(-np.maximum(0.0, t - 0.1) / 0.1)
        found = measured(swell)
        assert found.attack == pytest.approx(90.0, abs=15.0)
        assert found.top == pytest.approx(100.0, abs=10.0)
        assert found.decay == pytest.approx(230.0, abs=15.0)  # e^-2.3 is a tenth
        assert found.centre == pytest.approx(1000.0, abs=10.0)
        assert found.breadth < 300
        assert found.peak == pytest.approx(0.0, abs=0.2)
        assert measured(swell * 0 + 0.01).offset == pytest.approx(1.0)

    def test_a_seam_is_told_and_so_is_none(self) -> None:
        whole = tone(1.0, 200.0)
        assert measured(whole, loop=True).seam < 1.01
        assert measured(whole[: RATE - 55], loop=True).seam > 10

    def test_beats_and_separate_blows_are_counted(self) -> None:
        tick = closing(noise(0.05, 500, 2000, 1) * np.exp(-np.arange(2205) / 400))
        loop = ring(4.0, [(0.25 * k + 0.1, 1.0, tick) for k in range(16)])
        assert beats(loop, 0.5, 12.0) == pytest.approx(4.0, abs=0.3)
        assert blows_in(loop) == 16
        assert swing(loop) > 40 > 3 > swing(noise(4.0, 200, 3000, 2))

    def test_same_is_not_apart_and_strangers_are(self) -> None:
        bow = kind_of(made("bow"))
        assert unlike(bow, bow) == 0.0
        assert unlike(bow, kind_of(0.1 * made("bow"))) < 1e-6
        assert unlike(kind_of(made("drums")), kind_of(made("puff"))) > 0.9
        assert octaves(tone(1.0, 1000.0)).argmax() == 4

    def test_what_is_limited_stays_below_its_peak_and_keeps_the_rest(self) -> None:
        loud = np.sin(2 * np.pi * 300 * np.arange(RATE) / RATE)
        loud[20000:20400] *= 3
        found = limited(loud, 1.0)
        assert np.abs(found).max() <= 1.0
        assert np.array_equal(found[:19000], loud[:19000])
        assert np.array_equal(found[22000:], loud[22000:])

    def test_slow_curves_and_rings_close(self) -> None:
        curve = slowly(4.0, 1, 1.0, 0.2, 0.9)
        assert 0.19 < curve.min() < 0.25 < 0.85 < curve.max() < 0.91
        assert abs(curve[-1] - curve[0]) <= 1.5 * np.abs(np.diff(curve)).max()
        out = ring(1.0, [(0.9, 2.0, np.ones(RATE // 5))])
        assert out[: RATE // 10].tolist() == [2.0] * (RATE // 10)
        assert out[RATE // 2] == 0.0
        assert out[-1] == 2.0


class TestEverySound:
    @pytest.mark.parametrize("name", NAMES)
    def test_it_has_the_level_of_its_layer_and_does_not_clip(self, name: str) -> None:
        voice, found = VOICES[name], measured(made(name), VOICES[name].loop)
        level = LEVELS[voice.layer]
        assert found.loudness == pytest.approx(level.loudness - voice.softer, abs=0.5)
        assert found.peak <= decibels(level.peak) + 0.1
        assert found.peak <= -1.0
        assert abs(found.offset) < 0.5
        wave = np.abs(made(name))
        assert np.mean(wave > 0.999 * wave.max()) < 0.001  # a clipped wave would rest at its peak

    @pytest.mark.parametrize("name", LOOPS)
    def test_a_loop_closes_without_a_click(self, name: str) -> None:
        wave = made(name)
        assert measured(wave, loop=True).seam <= 0.75
        twice = np.concatenate([wave, wave])
        seam = envelope(np.diff(twice, 2)[len(wave) - 220 : len(wave) + 220], 0.005).max()
        within = envelope(np.diff(wave, 2), 0.005).max()
        assert seam <= within

    @pytest.mark.parametrize("name", [n for n in NAMES if n not in LOOPS])
    def test_a_single_sound_begins_and_ends_in_silence(self, name: str) -> None:
        wave = made(name)
        assert abs(wave[0]) < 1e-3
        assert abs(wave[-1]) < 1e-3

    @pytest.mark.parametrize("name", ["wind", "march", "bows", "victory", "dice"])
    def test_the_same_samples_come_out_every_time(self, name: str) -> None:
        assert np.array_equal(VOICES[name].made(), made(name))

    def test_what_strikes_is_about_as_loud_and_the_ground_far_below(self) -> None:
        blows = [loudness(made(n)) for n, v in VOICES.items() if v.layer == "blow"]
        grounds = [loudness(made(n), loop=True) for n, v in VOICES.items() if v.layer == "ground"]
        assert max(blows) - min(blows) <= 4.0
        assert max(grounds) <= min(blows) - 12.0 + 0.5
        assert 10 * np.log10(sum(10 ** (g / 10) for g in sorted(grounds)[-2:])) <= min(blows) - 8.0

    @pytest.mark.parametrize("layer", LAYERS)
    def test_sounds_of_a_layer_are_told_apart(self, layer: str) -> None:
        own = {n: kind_of(made(n)) for n, v in VOICES.items() if v.layer == layer}
        near = {(a, b): unlike(own[a], own[b]) for a, b in itertools.combinations(own, 2)}
        assert [pair for pair, found in near.items() if found < TOLD_APART] == []


class TestTogether:
    def test_the_loudest_that_can_be_heard_does_not_clip(self) -> None:
        found = page.loudest({n: made(n) for n in NAMES})
        assert -12.0 < decibels(float(np.abs(found).max())) <= -1.0

    def test_nor_does_anything_else_that_can_be(self) -> None:
        """Every channel plays something of its layer, begun at any moment of a tenth of a second: some such."""
        dice = np.random.default_rng(5)
        for _ in range(25):
            out = np.zeros(4 * RATE)
            for layer, channels in CHANNELS.items():
                own = [n for n, v in VOICES.items() if v.layer == layer]
                names = dice.choice(own, len(channels), replace=False)
                gains = together(len(names)) if layer in ("blow", "horn", "hand") else [1.0] * len(names)
                for name, gain in zip(names, gains, strict=True):
                    begin = int(dice.integers(RATE // 10))
                    piece = np.resize(made(name), len(out)) if name in LOOPS else made(name)
                    share = abreast(len(names)) if layer == "mass" else gain
                    out[begin : begin + len(piece)] += share * piece[: len(out) - begin]
            assert np.abs(out).max() < 1.0

    def test_those_behind_are_softer(self) -> None:
        assert together(3) == pytest.approx([1.0, 0.7, 0.49])
        assert abreast(1) == 1.0
        assert abreast(3) == pytest.approx(0.577, abs=0.001)


class TestWhatTheyAreLike:
    def test_men_march_twice_a_second_and_a_few_are_heard_singly(self) -> None:
        assert beats(made("march"), 0.5, 6.0) == pytest.approx(1.92, abs=0.05)
        assert 16 <= blows_in(made("steps"), 0.15) <= 30  # 24 feet come down, some of them together
        assert blows_in(made("march"), 0.35, 0.01) > 16  # in eight steps: feet are heard in each of them

    def test_a_horse_canters_in_threes_and_many_gallop(self) -> None:
        lines = envelope(made("horse"))
        beat = [
            k
            for k in range(1, len(lines) - 1)
            if lines[k] > 0.3 * lines.max() and lines[k - 1] < lines[k] >= lines[k + 1]
        ]
        struck = [beat[0]] + [b for a, b in itertools.pairwise(beat) if b - a > 12]
        gaps = np.diff(struck) * 5
        assert len(struck) == 24
        assert sorted(gaps)[:15][-1] < 180 < 250 < sorted(gaps)[-7]  # short, short, long: ms
        assert beats(made("ride"), 1.0, 3.5) == pytest.approx(2.17, abs=0.1)

    def test_wind_moves_slowly_rain_hardly_and_birds_are_silent_between(self) -> None:
        slow = envelope(made("wind"), 0.1)
        rate, lines = np.fft.rfftfreq(len(slow), 0.1), np.abs(np.fft.rfft(slow - slow.mean())) ** 2
        assert lines[rate < 1.0].sum() > 0.85 * lines.sum()
        assert swing(made("rain")) < 5 < 8 < swing(made("wind")) < 14
        assert swing(made("birds")) > 20

    def test_what_is_heavy_is_dark_and_what_is_iron_bright(self) -> None:
        middle = {n: measured(made(n), VOICES[n].loop).centre for n in NAMES}
        assert middle["elephants"] < 250
        assert middle["cannon"] < 0.5 * middle["musket"]
        assert middle["felled"] < 500 < 1000 < middle["blades"]
        assert middle["dice"] > 1200
        assert middle["crickets"] > 3500
        assert middle["wind"] < 400

    def test_a_shot_is_there_at_once_and_a_horn_is_blown_in(self) -> None:
        attack = {n: measured(made(n)).attack for n in NAMES if n not in LOOPS}
        assert max(attack[n] for n in ("bow", "musket", "cannon", "ballista", "blades", "dice")) <= 15
        assert min(attack[n] for n in ("order", "dull", "rout")) >= 30

    def test_a_volley_is_many_reports_and_dice_come_to_rest(self) -> None:
        assert blows_in(made("muskets"), 0.3, 0.01) >= 4 > blows_in(made("musket"), 0.3, 0.03)
        wave = made("dice")
        assert np.mean(wave[: len(wave) // 4] ** 2) > 8 * np.mean(wave[-len(wave) // 4 :] ** 2)

    def test_the_horn_of_rout_falls(self) -> None:
        def pitch(wave: Wave) -> float:
            power = np.abs(np.fft.rfft(wave * np.hanning(len(wave)), 1 << 16))
            freqs = np.fft.rfftfreq(1 << 16, 1 / RATE)
            band = (freqs > 150) & (freqs < 400)
            return float(freqs[band][np.argmax(power[band])])

        wave = made("rout")
        assert pitch(wave[RATE // 10 : RATE // 4]) > 1.2 * pitch(wave[RATE * 8 // 10 : RATE])


class TestThePage:
    def test_its_figures_are_those_measured_now(self) -> None:
        told, now = page.read_figures(PAGE.read_text(encoding="utf-8")), page.figures_of_all(made)
        assert set(told) == set(now)
        off = [
            (name, figure, told[name][figure], row[figure])
            for name, row in now.items()
            for figure in (page.LOOPS if VOICES[name].loop else page.SINGLE)
            if abs(told[name][figure] - row[figure]) > max(1.01 * page.STEPS[figure], 0.02 * abs(row[figure]))
        ]
        assert off == []

    def test_its_words_are_those_of_its_figures(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        assert page.page(page.read_figures(text)) == text

    def test_sounds_are_written_to_be_listened_to(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(page, "VOICES", {"click": VOICES["click"]})
        assert page.write_waves(tmp_path / "out") == 1
        with wave_file.open(str(tmp_path / "out" / "hand-click.wav")) as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
            kept = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        assert np.abs(kept / 32767 - made("click")).max() < 1e-4
