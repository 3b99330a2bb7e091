"""The sounds of the program: which event has which, who is heard to move, channels, and silence where none is."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

import numpy as np
import pygame
import pytest

from game.client.battle.showing import Showing
from game.client.settings import Settings
from game.client.sound import player as player_of
from game.client.sound.ambience import Ground, beds
from game.client.sound.cues import CHOICES, CuesError, cue_of, cues_of, read_cues
from game.client.sound.device import as_bytes
from game.client.sound.ear import Ear
from game.client.sound.player import ALL, CHANNELS, SoundPlayer, silent_layers
from game.client.sound.synth import RATE, laid, noise, tone
from game.client.sound.voices import LAYERS, VOICES
from game.engine.event import Event, Family, Rolled, SetPose
from game.engine.loader import load_ruleset
from game.engine.positions.events_told import events_of
from game.engine.records.record import read_record
from game.engine.scenery import HOURS, SEASONS, Sky, Weather
from game.engine.session import Session
from game.engine.text import T
from tests.battles.kept import battles, read, replay
from tests.client.battles import between_generals
from tests.client.play.test_battle_toy import begin
from tests.client.window import Window
from tests.toy import TOY

Make = Callable[..., Window]
ROOT = Path(__file__).parents[3]
FOLDERS = {
    "WMA": "warmaster_ancients",
    "AFS": "age_of_fantasy_skirmish",
    "WAB": "ancient_battles",
    "USB": "universal_battle",
    "NAP": "napoleonic_wars",
}


class TestSynthesis:
    def test_noise_keeps_to_its_band(self) -> None:
        wave = noise(0.5, 500, 2000, 1)
        power = np.abs(np.fft.rfft(wave)) ** 2
        freqs = np.fft.rfftfreq(len(wave), 1 / RATE)
        inside = power[(freqs > 350) & (freqs < 2900)].sum() / power.sum()
        assert inside > 0.97

    def test_a_tone_has_its_pitch_and_a_glide_falls(self) -> None:
        def centre(wave: np.ndarray) -> float:
            power = np.abs(np.fft.rfft(wave)) ** 2
            return float((power * np.fft.rfftfreq(len(wave), 1 / RATE)).sum() / power.sum())

        assert centre(tone(0.5, 440.0)) == pytest.approx(440.0, abs=5.0)
        glide = tone(1.0, 800.0, 200.0)
        assert centre(glide[: RATE // 4]) > 650 > 350 > centre(glide[-RATE // 4 :])

    def test_what_is_laid_over_the_end_is_cut(self) -> None:
        out = laid(0.1, [(0.05, 2.0, np.ones(RATE))])
        assert len(out) == RATE // 10
        assert out[0] == 0.0
        assert out[-1] == 2.0

    def test_samples_become_sixteen_bits_for_both_ears(self) -> None:
        raw = np.frombuffer(as_bytes(np.array([0.0, 0.5, -1.0])), np.int16)
        assert raw.tolist() == [0, 0, 16384, 16384, -32767, -32767]
        assert len(as_bytes(np.zeros(RATE), 22050, 1)) == 2 * 22050

    def test_a_loop_is_wide(self) -> None:
        raw = np.frombuffer(as_bytes(np.array([0.0, 0.25, 0.5, 1.0]), loop=True), np.int16).reshape(4, 2)
        assert raw[:, 0].tolist() == [0, 8192, 16384, 32767]
        assert raw[:, 1].tolist() == [16384, 32767, 0, 8192]


class TestCues:
    def event(self, kind: str, family: Family, **more: Any) -> Event:
        return Event(kind, family, T("said"), **more)

    @pytest.mark.parametrize(
        ("ruleset", "kind", "family", "sound"),
        [
            ("", "anything", "move", ""),
            ("", "anything", "flow", ""),
            ("", "anything", "shot", "volley"),
            ("", "conceded", "score", "victory"),
            ("WMA", "turn_begins", "flow", "turn"),
            ("WMA", "charge_declared", "order", "charge"),
            ("WMA", "volley", "shot", "volley"),
            ("WMA", "shots", "shot", ""),
            ("WMA", "blows", "blow", "blows"),
            ("WMA", "unit_destroyed", "loss", "rout"),
            ("WMA", "character_lost", "loss", "rout"),
            ("WMA", "driven_back", "move", "running"),
            ("WMA", "order_failed", "order", "dull"),
            ("AFS", "attack", "shot", "volley"),
            ("AFS", "attack", "blow", "blows"),
            ("AFS", "routed", "loss", "rout"),
            ("AFS", "cast", "test", "spell"),
            ("WAB", "broken", "test", "rout"),
            ("WAB", "charge_declared", "order", "charge"),
            ("WAB", "battle_ends", "score", "victory"),
            ("USB", "shot", "shot", "volley"),
            ("USB", "charge", "order", "charge"),
            ("USB", "commander_dead", "loss", "fallen"),
            ("USB", "smoke", "shot", "puff"),
            ("NAP", "move_begins", "flow", "turn"),
            ("NAP", "fired", "shot", "volley"),
            ("NAP", "result_rout", "test", "rout"),
            ("NAP", "courier_sent", "order", "order"),
            ("NAP", "smoke", "status", ""),
        ],
    )
    def test_events_have_their_sounds(self, ruleset: str, kind: str, family: Family, sound: str) -> None:
        assert cue_of(ruleset, self.event(kind, family)) == sound

    def test_dice_sound_and_what_has_no_sentence_does_not(self) -> None:
        assert cue_of("WMA", Event("rolled", "dice", rolled=Rolled(((3,),)))) == "dice"
        assert cue_of("WMA", Event("reaction", "move")) == ""

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ('[type]\nmoved = "trumpet"', "no sound of an event is called trumpet"),
            ('[type]\nmoved = "march"', "no sound of an event is called march"),
            ('[mass]\nspear = ["bows", "march"]', "no sound of movers is called bows"),
            ('[mass]\nspear = ["march"]', "Expected `array` of length 2"),
            ('[blows]\nspears = "blades"', "Invalid enum value"),
            ('[family]\nnonsense = "dice"', "Invalid enum value"),
            ('[what]\nx = "dice"', "unknown field `what`"),
            ("not toml", "not a TOML file"),
        ],
    )
    def test_a_wrong_table_is_refused_in_a_sentence(self, text: str, told: str, tmp_path: Path) -> None:
        (tmp_path / "BAD.toml").write_text(text, encoding="utf-8")
        with pytest.raises(CuesError, match=told):
            read_cues(tmp_path / "BAD.toml")

    def test_every_sound_is_heard_somewhere(self) -> None:
        """No voice is kept that no shipped system uses, but for the weather that none of them tells yet."""
        named = {"click", *beds(Ground()), *beds(Ground(hour="evening"))}
        for ruleset in ("", *FOLDERS):
            cues = cues_of(ruleset)
            named |= {*cues.sounds(), *(name for pair in cues.mass.values() for name in pair), "blades", "felled"}
        assert set(VOICES) - named == {"rain"}

    @pytest.mark.parametrize("ruleset", FOLDERS)
    def test_the_tables_name_events_that_there_are(self, ruleset: str) -> None:
        folder = ROOT / "rulesets" / FOLDERS[ruleset]
        told = {*events_of(folder), *events_of(ROOT / "game" / "kit"), "turn_begins", "battle_ends"}
        named = tomllib.loads((folder / "sounds.toml").read_text(encoding="utf-8"))["type"]
        assert {name.rpartition(".")[2] for name in named} - told == set()

    def test_grounds_have_their_beds(self) -> None:
        assert beds(Ground()) == ("wind", "birds")
        assert beds(Ground("rain", hour="evening")) == ("wind", "rain")
        assert beds(Ground(hour="evening")) == ("wind", "crickets")
        assert beds(Ground(season="winter")) == beds(Ground(hour="overcast")) == beds(Ground("fog")) == ("wind",)
        for sky in get_args(Sky):
            for season in ("", *SEASONS):
                for hour in ("", *HOURS):
                    found = beds(Ground(sky, season, hour))
                    assert len(found) <= len(CHANNELS["ground"])
                    assert all(VOICES[name].layer == "ground" for name in found)


class Clock:
    """A clock that goes when it is told to, and a player that goes by it."""

    def __init__(self, **more: Any) -> None:
        self.now = 100.0
        self.player = SoundPlayer(50, clock=lambda: self.now, **more)

    def made(self, *names: str) -> SoundPlayer:
        """These have been made: short ones of silence, for what is played does not matter here."""
        for name in names:
            self.player.maker.made[name] = np.zeros(RATE)
        return self.player

    def pass_(self, seconds: float, steps: int = 20) -> None:
        for _ in range(steps):
            self.now += seconds / steps
            self.player.tick()

    def heard(self) -> list[str]:
        return [self.player.on[c].name for c in sorted(self.player.on)]


@pytest.fixture
def clock() -> Any:
    made = Clock()
    yield made
    made.player.maker.wait(600)
    made.player.close()


class TestPlaying:
    def test_off_is_off_and_nothing_is_made(self) -> None:
        player = SoundPlayer(0)
        assert not player.play("dice")
        player.move({"march": 1.0}, 2.0)
        player.lay(Ground())
        player.warm()
        player.tick()
        assert player.played == []
        assert player.on == {}
        assert player.maker.made == {}
        assert player.maker._thread is None

    def test_a_sound_is_not_begun_again_at_once_and_not_more_than_three_together(self) -> None:
        player = SoundPlayer(50)
        player.maker.made = {n: np.zeros(RATE // 2) for n in ("dice", "blades", "felled", "drums")}
        assert player.play("dice", 10.0)
        assert not player.play("dice", 10.1)
        assert player.play("blades", 10.1)
        assert player.play("felled", 10.1)
        assert not player.play("drums", 10.15)
        assert player.play("drums", 10.6)
        player.tick(11.0)
        assert player.play("dice", 11.0)
        assert not player.play("nothing of that name", 20.0)
        assert not player.play("march", 20.0)
        assert player.played == ["dice", "blades", "felled", "drums", "dice"]
        player.close()

    def test_there_are_never_more_sounds_than_channels(self, clock: Clock) -> None:
        blows = [v.name for v in VOICES.values() if v.layer == "blow"]
        player = clock.made(*blows)
        begun = []
        for name in blows[:8]:
            begun.append(player.play(name))
            clock.pass_(0.1, 1)
        assert begun == [True] * 3 + [False] * 5
        assert sorted(player.on) == list(CHANNELS["blow"])
        gains = [player.on[c].gain for c in CHANNELS["blow"]]
        assert gains == pytest.approx([1.0, 0.7, 0.49])
        clock.pass_(2.0)
        assert player.on == {}
        assert ALL == 12 == sum(len(c) for c in CHANNELS.values()) == len({x for c in CHANNELS.values() for x in c})

    def test_victory_is_never_left_out(self, clock: Clock) -> None:
        player = clock.made("order", "dull", "victory", "rout", "blades")
        assert [player.play(n) for n in ("order", "dull", "rout", "blades")] == [True, True, False, True]
        assert player.play("victory")
        assert clock.heard() == ["blades", "victory", "dull"]

    def test_what_is_not_made_yet_comes_a_little_late_or_not_at_all(self, clock: Clock, monkeypatch: Any) -> None:
        asked: list[str] = []
        monkeypatch.setattr(clock.player.maker, "ask", lambda names, first=False: asked.extend(names))
        assert clock.player.play("blades")
        assert clock.player.play("felled")
        clock.pass_(0.1)
        assert (asked, clock.player.on) == (["blades", "felled"], {})
        clock.made("blades")
        clock.pass_(0.05, 1)
        assert clock.heard() == ["blades"]
        clock.pass_(0.1)
        clock.made("felled")
        clock.pass_(0.05)
        assert clock.heard() == ["blades"]

    def test_movers_are_heard_as_long_as_they_move(self, clock: Clock) -> None:
        player = clock.made("march", "ride")
        player.move({"march": 1.0}, 1.0)
        clock.pass_(0.06, 3)
        assert 0.0 < player.on[2].level < 1.0
        clock.pass_(0.5)
        assert player.on[2].level == 1.0
        clock.pass_(0.6)
        assert 0.0 < player.on[2].level < 1.0
        clock.pass_(0.6)
        assert player.on == {}
        assert player.played == ["march"]

    def test_a_move_that_follows_goes_on_and_one_that_is_skipped_stops(self, clock: Clock) -> None:
        player = clock.made("march")
        player.move({"march": 1.0}, 1.0)
        clock.pass_(1.0)
        player.halt()
        player.move({"march": 1.0}, 1.0)
        clock.pass_(0.8)
        assert player.on[2].level == 1.0
        assert player.played == ["march"]
        player.halt()
        clock.pass_(0.3)
        assert 0.0 < player.on[2].level < 1.0
        clock.pass_(0.4)
        assert player.on == {}

    def test_at_most_three_kinds_of_movers_the_strongest_and_each_softer_beside_others(self, clock: Clock) -> None:
        player = clock.made("march", "ride", "wheels", "elephants")
        player.move({"march": 1.0, "ride": 0.9, "wheels": 0.2, "elephants": 0.8}, 2.0)
        clock.pass_(0.5)
        assert sorted(clock.heard()) == ["elephants", "march", "ride"]
        assert {h.name: h.gain for h in player.on.values()}["march"] == pytest.approx(0.5)

    def test_the_ground_comes_up_once_the_table_is_open_and_goes_with_it(self, clock: Clock) -> None:
        player = clock.made("wind", "birds", "crickets")
        player.lay(Ground())
        clock.pass_(1.0)
        assert player.on == {}
        clock.pass_(1.5)
        assert clock.heard() == ["wind", "birds"]
        assert 0.2 < player.on[0].level < 0.8
        clock.pass_(3.0)
        assert player.on[0].level == 1.0
        player.lay(Ground(hour="evening"))
        clock.pass_(1.2)
        assert clock.heard() == ["wind", "crickets"]
        assert player.on[0].level == 1.0
        player.lay(None)
        clock.pass_(1.2)
        assert player.on == {}

    def test_loops_give_way_while_something_strikes_or_calls(self, clock: Clock) -> None:
        player = clock.made("wind", "birds", "march", "blades", "dice")
        player.lay(Ground())
        clock.pass_(8.0, 80)
        wind = player.on[0]
        assert wind.told == pytest.approx(0.5)
        player.play("dice")
        clock.pass_(0.3)
        assert wind.told == pytest.approx(0.5)
        player.move({"march": 1.0}, 5.0)
        clock.pass_(0.3)
        player.play("blades")
        clock.pass_(0.15)
        assert wind.told == pytest.approx(0.5 * player_of.DUCK["ground"], abs=0.005)
        assert player.on[2].told == pytest.approx(0.5 * player_of.DUCK["mass"], abs=0.005)
        clock.pass_(1.2)
        assert 0.21 < wind.told < 0.49
        clock.pass_(1.0)
        assert wind.told == pytest.approx(0.5, abs=0.005)

    def test_a_layer_may_be_silent(self, clock: Clock) -> None:
        player = clock.made("wind", "birds", "march", "blades")
        player.lay(Ground())
        player.move({"march": 1.0}, 9.0)
        clock.pass_(4.0)
        player.turn(50, ("ground", "blow"))
        assert not player.play("blades")
        clock.pass_(1.2)
        assert clock.heard() == ["march"]
        player.turn(50)
        clock.pass_(0.5)
        assert clock.heard() == ["wind", "birds", "march"]
        player.turn(0)
        clock.pass_(1.5)
        assert clock.heard() == []

    def test_all_short_sounds_are_made_beside_the_window_and_are_the_same(self) -> None:
        player = SoundPlayer(50)
        player.warm()
        player.maker.wait(600)
        assert set(player.maker.made) == {v.name for v in VOICES.values() if not v.loop}
        assert np.array_equal(player.maker.made["click"], VOICES["click"].made())
        player.close()

    def test_what_is_waited_for_is_made_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from game.client.sound.maker import Maker

        monkeypatch.setattr("threading.Thread.start", lambda _self: None)
        maker = Maker()
        maker.ask(["bows", "dice", "click"])
        maker.ask(["click"], first=True)
        maker.ask(["bows"])
        maker._work()
        assert list(maker.made) == ["click", "bows", "dice"]
        assert maker._thread is None

    def test_without_a_device_there_is_silence_and_nothing_else(
        self, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        pygame.mixer.quit()
        monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
        player = SoundPlayer(50)
        player.maker.made["dice"] = np.zeros(RATE // 2)
        assert player.play("dice", 1.0)
        assert player.deaf
        player.tick(2.0)
        assert player.play("dice", 5.0)
        player.turn(60)
        assert player.volume == 60
        assert player.played == ["dice", "dice"]
        player.close()
        assert capfd.readouterr() == ("", "")

    def test_the_mixer_plays_and_is_told_how_loud(self, clock: Clock) -> None:
        player = clock.made("wind", "birds", "blades")
        player.lay(Ground())
        clock.pass_(6.0, 60)
        if player.deaf:
            pytest.skip("no sound device, not even a dummy")
        wind = pygame.mixer.Channel(0)
        assert wind.get_busy()
        assert wind.get_volume() == pytest.approx(0.5, abs=0.02)
        player.play("blades")
        clock.pass_(0.2)
        assert pygame.mixer.Channel(CHANNELS["blow"][0]).get_busy()
        assert wind.get_volume() == pytest.approx(0.2, abs=0.02)
        player.lay(None)
        clock.pass_(1.5)
        assert not wind.get_busy()

    def test_settings_of_another_version_may_name_other_layers(self) -> None:
        assert silent_layers(("horn", "music", "ground")) == ("ground", "horn")
        assert Settings().silent == ()


class Deaf:
    """Notes what it should play."""

    def __init__(self, volume: int = 50) -> None:
        self.volume = volume
        self.said: list[str] = []
        self.moved: list[tuple[dict[str, float], float]] = []
        self.halted = 0

    def play(self, name: str) -> None:
        self.said.append(name)

    def move(self, movers: dict[str, float], seconds: float) -> None:
        if movers:
            self.moved.append((movers, seconds))

    def halt(self) -> None:
        self.halted += 1


def heard(session: Session, speed: str = "quick") -> tuple[Deaf, Showing]:
    """Everything that is heard of a battle, shown to its end."""
    deaf, showing = Deaf(), Showing(session, speed)
    Ear(cast(SoundPlayer, deaf), session.ruleset, showing)
    while showing.busy:
        showing.update(0.5)
    return deaf, showing


class TestTheEar:
    def test_a_kept_battle_is_heard_from_the_first_order_to_the_victory(self) -> None:
        record = read_record(ROOT / "saves" / "sample-open-field.tabula")
        deaf, _showing = heard(record.session(load_ruleset("WMA")))
        assert {*deaf.said} >= {"first_call", "second_call", "order", "dull", "charge", "blades", "felled", "rout"}
        assert {*deaf.said} & {"javelins", "slings", "bows", "ballista"}
        assert deaf.said[-1] == "victory"
        assert {name for movers, _s in deaf.moved for name in movers} >= {"march", "ride", "horse"}
        assert not {*deaf.said} - {v.name for v in VOICES.values() if not v.loop}

    @pytest.mark.parametrize("system", ["AFS", "WAB", "USB", "NAP"])
    def test_every_system_is_heard_in_its_layers(self, system: str) -> None:
        deaf, _showing = heard(between_generals(system))
        layers = {VOICES[name].layer for name in deaf.said} | {"mass" for _row in deaf.moved}
        assert layers == {*LAYERS} - {"ground"}
        assert not {*deaf.said} & {*CHOICES, ""}

    def test_who_moves_is_heard_by_kind_and_number_for_as_long_as_it_is_shown(self) -> None:
        record = read_record(ROOT / "saves" / "sample-open-field.tabula")
        session = record.session(load_ruleset("WMA"))
        state = session.lines[60].state
        deaf, showing = Deaf(), Showing(session)
        ear = Ear(cast(SoundPlayer, deaf), session.ruleset, showing)

        def moved(*bases: str) -> Event:
            rows = [(b, state.bases[b].pose) for b in bases]
            changes = tuple(SetPose(b, type(p)(p.x + 50, p.y, p.facing)) for b, p in rows if p is not None)
            return Event("moved", "move", T("moved"), changes=changes)

        def first(unit: str) -> str:
            return state.units[unit].bases[0]

        assert ear.movers(moved(*state.units["LEG-1"].bases), state) == {"march": 1.0}
        assert ear.movers(moved(*state.units["NUM-1"].bases), state) == {"ride": 1.0}
        assert list(ear.movers(moved(first("LEG-1")), state)) == ["steps"]
        assert 0.45 < ear.movers(moved(first("LEG-1")), state)["steps"] < 1.0
        assert {*ear.movers(moved(first("LEG-1"), first("NUM-1")), state)} == {"steps", "horse"}
        stays = Event("moved", "move", T("moved"), changes=(SetPose(first("LEG-1"), state.bases[first("LEG-1")].pose),))
        assert ear.movers(stays, state) == {}

    def test_at_once_nobody_is_heard_to_move(self) -> None:
        session = between_generals("WAB")
        deaf, _showing = heard(session, "instant")
        assert deaf.moved == []
        slow, showing = heard(session, "quick")
        assert slow.moved
        assert all(0 < seconds <= 2.0 * 0.12 for _movers, seconds in slow.moved)
        assert slow.halted >= len(slow.moved)
        assert showing.lasts == 0.0

    def test_who_shoots_strikes_and_falls_is_heard_by_arm(self) -> None:
        kept = next(p for p in battles("USB") if "22-" in p.name)
        session = replay(read(kept), load_ruleset("USB"))
        deaf, showing = Deaf(), Showing(session)
        ear = Ear(cast(SoundPlayer, deaf), session.ruleset, showing)
        seen = {}
        for before, line in zip(session.lines, session.lines[1:], strict=False):
            for event in line.events:
                if event.family in ("shot", "blow", "loss") and event.about and event.text is not None:
                    found = ear.sound_of(event, before.state)
                    if found:
                        seen[event.type, ear._kind(event.about[0], before.state)[1]] = found
        assert {sound for (kind, arm), sound in seen.items() if kind == "shot" and arm == "musket"} <= {
            "musket",
            "muskets",
        }
        assert any(sound in ("musket", "muskets") for sound in seen.values())
        assert all(sound == "crush" for (kind, arm), sound in seen.items() if kind == "attack" and arm == "elephant")

    def test_a_general_who_falls_is_heard_as_such_and_an_officer_is_not(self) -> None:
        session = read_record(ROOT / "saves" / "sample-open-field.tabula").session(load_ruleset("WMA"))
        ear = Ear(cast(SoundPlayer, Deaf()), session.ruleset, Showing(session))
        state = session.lines[60].state
        looks = {ear._kind(u, state)[0]: u for u in state.units}

        def lost(unit: str) -> Event:
            return Event("character_lost", "loss", T("lost"), about=(unit,))

        assert ear.sound_of(lost(looks["general"]), state) == "fallen"
        assert ear.sound_of(lost(looks["officer"]), state) == "rout"

    def test_off_nothing_is_looked_up(self) -> None:
        session = between_generals("WAB")
        deaf, showing = Deaf(0), Showing(session)
        ear = Ear(cast(SoundPlayer, deaf), session.ruleset, showing)
        ear.begins(session.lines[5].events[0])
        assert (deaf.said, deaf.moved, ear._known) == ([], [], {})


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
        assert window.app.sound.volume == 80
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

    def test_each_layer_is_turned_off_and_on_in_the_settings(self, toy_window: Make) -> None:
        window = toy_window()
        window.press("settings")

        def press(layer: str) -> tuple[list[str], list[str]]:
            window.press(f"sound-{layer}")
            return [*window.app.settings.silent], sorted(window.app.sound.silent)

        assert press("blow") == (["blow"], ["blow"])
        assert press("ground") == (["blow", "ground"], ["blow", "ground"])
        assert press("blow") == (["ground"], ["ground"])

    def test_the_ground_is_heard_at_a_table_alone(self, toy_window: Make) -> None:
        window = toy_window()

        def place() -> Ground | None:
            found = window.app.sound._ground
            return found[0] if found is not None else None

        assert place() is None
        begin(window, blue="default")
        window.step(2)
        assert place() == Ground()
        window.app.close(window.top)
        assert place() is None

    def test_rain_is_heard_where_a_system_tells_of_it(self, toy_window: Make, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(TOY), "weather", lambda _self, _view: Weather("rain"))
        window = toy_window()
        begin(window, blue="default")
        window.step(2)
        assert window.app.sound._ground is not None
        assert window.app.sound._ground[0] == Ground("rain")

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
