"""The sounds of the program: how they are made, which event plays which, and silence where nothing can play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.client.sound.cues import CuesError, cue_of, read_cues
from game.client.sound.ear import ear
from game.client.sound.player import SoundPlayer, as_bytes
from game.client.sound.synth import RATE, finished, laid, noise, tone
from game.client.sound.voices import VOICES
from game.engine.event import Event, Rolled
from game.engine.record import read_record
from game.engine.text import T
from tests.client.test_battle_toy import begin
from tests.client.window import Window

Make = Callable[..., Window]
LENGTHS = {
    "dice": 0.8,
    "click": 0.05,
    "place": 0.2,
    "march": 1.2,
    "ride": 1.25,
    "volley": 0.95,
    "blows": 0.85,
    "charge": 1.4,
    "rout": 1.5,
    "loss": 0.5,
    "turn": 0.9,
    "order": 0.42,
    "dull": 0.45,
    "reveal": 1.0,
    "victory": 2.3,
}


def centre(wave: np.ndarray) -> float:
    """The middle of a sound's spectrum, Hz."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    return float((power * np.fft.rfftfreq(len(wave), 1 / RATE)).sum() / power.sum())


class TestSynthesis:
    @pytest.mark.parametrize("name", sorted(VOICES))
    def test_a_sound_has_its_length_stays_below_full_scale_and_has_no_direct_current(self, name: str) -> None:
        wave = VOICES[name]()
        assert len(wave) == round(LENGTHS[name] * RATE)
        assert 0.3 < np.max(np.abs(wave)) <= 0.8
        assert abs(float(np.mean(wave))) < 1e-6
        assert abs(wave[0]) < 1e-3
        assert abs(wave[-1]) < 1e-3
        loud = np.mean(np.abs(wave) > 0.999 * np.max(np.abs(wave)))
        assert loud < 0.001  # a clipped wave would rest at its peak

    @pytest.mark.parametrize("name", ["dice", "march", "reveal"])
    def test_the_same_samples_come_out_every_time(self, name: str) -> None:
        assert np.array_equal(VOICES[name](), VOICES[name]())

    def test_every_sound_is_named_here(self) -> None:
        assert set(VOICES) == set(LENGTHS)

    def test_noise_keeps_to_its_band(self) -> None:
        wave = noise(0.5, 500, 2000, 1)
        power = np.abs(np.fft.rfft(wave)) ** 2
        freqs = np.fft.rfftfreq(len(wave), 1 / RATE)
        inside = power[(freqs > 350) & (freqs < 2900)].sum() / power.sum()
        assert inside > 0.97

    def test_a_tone_has_its_pitch_and_a_glide_falls(self) -> None:
        assert centre(tone(0.5, 440.0)) == pytest.approx(440.0, abs=5.0)
        glide = tone(1.0, 800.0, 200.0)
        assert centre(glide[: RATE // 4]) > 650 > 350 > centre(glide[-RATE // 4 :])

    def test_dice_are_bright_hooves_and_falls_are_dark(self) -> None:
        assert centre(VOICES["dice"]()) > 1200
        assert centre(VOICES["volley"]()) > 1200
        assert centre(VOICES["ride"]()) < 400
        assert centre(VOICES["loss"]()) < 300

    def test_dice_come_to_rest_and_the_call_of_rout_falls(self) -> None:
        wave = VOICES["dice"]()
        first, last = wave[: len(wave) // 4], wave[-len(wave) // 4 :]
        assert np.mean(first**2) > 8 * np.mean(last**2)
        rout = VOICES["rout"]()
        high, low = rout[RATE // 10 : RATE // 4], rout[RATE // 2 : RATE * 8 // 10]

        def pitch(wave: np.ndarray) -> float:
            power = np.abs(np.fft.rfft(wave * np.hanning(len(wave)), 1 << 16))
            freqs = np.fft.rfftfreq(1 << 16, 1 / RATE)
            band = (freqs > 150) & (freqs < 400)
            return float(freqs[band][np.argmax(power[band])])

        assert pitch(high) > 1.15 * pitch(low)

    def test_what_is_laid_over_the_end_is_cut(self) -> None:
        out = laid(0.1, [(0.05, 2.0, np.ones(RATE))])
        assert len(out) == RATE // 10
        assert out[0] == 0.0
        assert out[-1] == 2.0

    def test_levelling_takes_a_constant_away(self) -> None:
        wave = finished(tone(0.3, 300.0) + 5.0)
        assert abs(float(np.mean(wave))) < 1e-6
        assert np.max(np.abs(wave)) == pytest.approx(0.8)

    def test_samples_become_sixteen_bits_for_both_ears(self) -> None:
        raw = np.frombuffer(as_bytes(np.array([0.0, 0.5, -1.0])), np.int16)
        assert raw.tolist() == [0, 0, 16384, 16384, -32767, -32767]
        assert len(as_bytes(np.zeros(RATE), 22050, 1)) == 2 * 22050


class TestCues:
    def event(self, kind: str, family: str, **more: object) -> Event:
        return Event(kind, family, T("said"), **more)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("ruleset", "kind", "family", "sound"),
        [
            ("", "anything", "move", "march"),
            ("", "anything", "flow", ""),
            ("", "conceded", "score", "victory"),
            ("WMA", "turn_begins", "flow", "turn"),
            ("WMA", "charge_declared", "order", "charge"),
            ("WMA", "volley", "shot", "volley"),
            ("WMA", "shots", "shot", ""),
            ("WMA", "blows", "blow", "blows"),
            ("WMA", "unit_destroyed", "loss", "rout"),
            ("WMA", "driven_back", "move", "rout"),
            ("WMA", "order_failed", "order", "dull"),
            ("AFS", "attack", "shot", "volley"),
            ("AFS", "attack", "blow", "blows"),
            ("AFS", "routed", "loss", "rout"),
            ("AFS", "cast", "test", "reveal"),
            ("WAB", "broken", "test", "rout"),
            ("WAB", "charge_declared", "order", "charge"),
            ("WAB", "battle_ends", "score", "victory"),
        ],
    )
    def test_events_have_their_sounds(self, ruleset: str, kind: str, family: str, sound: str) -> None:
        assert cue_of(ruleset, self.event(kind, family)) == sound

    def test_dice_sound_and_what_has_no_sentence_does_not(self) -> None:
        assert cue_of("WMA", Event("rolled", "dice", rolled=Rolled(((3,),)))) == "dice"
        assert cue_of("WMA", Event("reaction", "move")) == ""

    def test_riders_are_heard_as_riders(self) -> None:
        moved = self.event("moved", "move")
        assert cue_of("WMA", moved, "cavalry") == "ride"
        assert cue_of("WMA", moved, "legion") == "march"
        assert cue_of("WMA", self.event("volley", "shot"), "cavalry") == "volley"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ('[type]\nmoved = "trumpet"', "no sound is called trumpet"),
            ('[family]\nnonsense = "dice"', "Invalid enum value"),
            ('[what]\nx = "dice"', "unknown field `what`"),
            ("not toml", "not a TOML file"),
        ],
    )
    def test_a_wrong_table_is_refused_in_a_sentence(self, text: str, told: str, tmp_path: Path) -> None:
        (tmp_path / "BAD.toml").write_text(text, encoding="utf-8")
        with pytest.raises(CuesError, match=told):
            read_cues(tmp_path / "BAD.toml")

    def test_a_kept_battle_is_heard_from_the_first_order_to_the_victory(self) -> None:
        record = read_record(Path(__file__).parents[2] / "saves" / "sample-open-field.tabula")
        heard = {cue_of("WMA", e) for entry in record.entries for e in entry.events}
        assert heard == {
            "",
            *("turn", "order", "dull", "charge", "march", "ride", "volley", "blows", "dice"),
            *("loss", "rout", "place", "victory"),
        }


class TestPlaying:
    def test_off_is_off(self) -> None:
        player = SoundPlayer(0)
        assert not player.play("dice")
        assert player.played == []

    def test_a_sound_is_not_begun_again_at_once_and_not_more_than_three_together(self) -> None:
        player = SoundPlayer(50)
        assert player.play("dice", 10.0)
        assert not player.play("dice", 10.1)
        assert player.play("march", 10.1)
        assert player.play("loss", 10.1)
        assert not player.play("turn", 10.15)
        assert player.play("turn", 10.6)
        assert player.play("dice", 10.7)
        assert not player.play("nothing of that name", 20.0)
        assert player.played == ["dice", "march", "loss", "turn", "dice"]
        player.close()

    def test_all_sounds_are_made_beforehand_and_are_the_same(self) -> None:
        player = SoundPlayer(50)
        player.warm().join(20)
        assert set(player._waves) == set(VOICES)
        assert np.array_equal(player._waves["click"], VOICES["click"]())
        assert player.play("victory", 1.0)
        player.close()

    def test_without_a_device_there_is_silence_and_nothing_else(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        pygame.mixer.quit()
        monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
        player = SoundPlayer(50)
        assert player.play("dice", 1.0)
        assert player.deaf
        assert player.play("dice", 5.0)
        player.turn(60)
        assert player.volume == 60
        assert player.played == ["dice", "dice"]
        player.close()
        assert capfd.readouterr() == ("", "")

    def test_the_ear_knows_who_rides(self) -> None:
        from game.engine.loader import load_ruleset

        record = read_record(Path(__file__).parents[2] / "saves" / "sample-open-field.tabula")
        rules = load_ruleset("WMA")
        state = record.session(rules).lines[60].state
        player = SimpleNamespace(volume=50, said=[])
        player.play = player.said.append
        hear = ear(player, rules, lambda: state)  # type: ignore[arg-type]
        for unit in ("LEG-1", "GAL-1", "NUM-1"):
            hear(Event("moved", "move", T("moved"), about=(unit,)))
        assert player.said == ["march", "march", "ride"]


@pytest.mark.window
class TestInTheWindow:
    def test_a_battle_is_heard_and_the_switch_silences_it(self, toy_window: Make) -> None:
        window = toy_window()
        begin(window, blue="default")
        window.step(20)
        window.app.sound._begun.clear()
        window.app.sound.played.clear()
        window.key("ctrl+d")
        window.key("enter")
        assert "click" in window.app.sound.played
        window.app.change(sound=False)
        assert window.app.sound.volume == 0
        window.app.sound.played.clear()
        window.key("ctrl+d")
        window.key("enter")
        assert window.app.sound.played == []

    def test_volume_and_switch_are_in_the_settings(self, toy_window: Make) -> None:
        window = toy_window()
        window.press("settings")
        assert window.app.sound.volume == 60
        top = window.top
        top._volume("20")
        assert window.app.settings.volume == 20
        assert window.app.sound.volume == 20
        assert window.app.sound.played[-1] == "dice"
        window.press("sound")
        assert not window.app.settings.sound
        assert [i.id for i in window.top.forms[0].items].count("volume") == 0
        window.press("sound")
        assert window.app.sound.volume == 20

    def test_seats_have_the_colours_chosen_and_never_the_same(self, toy_window: Make) -> None:
        window = toy_window()
        window.press("settings")
        top = window.top
        top._colours_of(0)("2")
        assert window.app.settings.colours == (2, 1)
        assert window.app.theme.side(0).name == "Green"
        top._colours_of(1)("2")
        assert window.app.settings.colours == (1, 2)
        assert window.app.theme.side(0).name == "Blue"
        assert window.app.theme.side(1).name == "Green"
        window.shot("settings-colours")
