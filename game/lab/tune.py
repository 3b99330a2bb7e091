"""Tuning: an optimiser proposes parameters of a bot, battles say what they are worth, and a file keeps the best.

The optimiser is CMA-ES from Optuna. Every trial fights the same battles, so that trials differ by their parameters and
not by their dice. The best is compared at the end with the bot as it is, in battles that no trial has fought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import tomlkit
from msgspec.structs import replace

from game.bots.tuned import Tunable, Value, name_with
from game.bots.work import WORK
from game.engine.files.player_files import PLAN, shown, toml_file
from game.engine.files.toml_reading import DataError, convert, unknown
from game.engine.ruleset import Ruleset
from game.engine.text import T
from game.lab.battles import Cell, cells
from game.lab.extra import library
from game.lab.plan import Battles, Games, Plan, Player, named_bot, named_system, with_lists
from game.lab.run import Pool, Run
from game.lab.standing import Standing

Number = int | float
Bounds = tuple[Number, Number]
Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Tuning(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is tuned.

    Attributes
    ----------
    against
        Opponents; the score of a trial is the mean against all of them. The bot as it is where none is named.
    trials
        Trials in all.
    together
        Trials that are proposed and fought at once.
    check
        Battles of the best against the bot as it is, at the end.
    parameters
        The least and the most of each parameter that is tuned; the others stay as they are.
    set
        Where the battles are fought, as in a plan; ``games`` are those of each trial against each opponent.
    """

    version: Literal[1] = msgspec.field(name="tune")
    title: str = ""
    bot: str
    against: tuple[str, ...] = ()
    trials: Count = 60
    together: Annotated[int, msgspec.Meta(ge=1, le=256)] = 8
    check: Games = 100
    seed: str | int = 1
    work: Annotated[int, msgspec.Meta(ge=1)] = WORK
    parameters: dict[str, Bounds]
    battles: Annotated[tuple[Battles, ...], msgspec.Meta(min_length=1, max_length=1)] = msgspec.field(name="set")

    @property
    def opponents(self) -> tuple[str, ...]:
        """The opponents' names."""
        return self.against or (self.bot,)


class Trial(NamedTuple):
    """A trial that was fought: its number, its parameters, its score."""

    number: int
    parameters: dict[str, Value]
    score: float


class Best(msgspec.Struct, frozen=True):
    """The best of a tuning: its parameters, its score in the trials, and how it did against the bot as it is."""

    trial: int
    parameters: dict[str, Value]
    score: float
    check: Standing


def read_tuning(path: Path) -> Tuning:
    """Read what is to be tuned. Raises DataError naming the key that is wrong."""
    file = shown(path)
    table = toml_file(path, PLAN)
    if "tune" not in table:
        raise DataError(file, "", T("this is not a tuning file: the key “{key}” is missing", key="tune"))
    tuning = convert(with_lists(table), Tuning, file)
    ruleset = _ruleset(tuning, file)
    if not tuning.parameters:
        raise DataError(file, "parameters", T("nothing is tuned: give a parameter with its least and greatest value"))
    known = parameters_of(ruleset, tuning, file)
    for key, (low, high) in tuning.parameters.items():
        if key not in known:
            raise unknown(file, f"parameters, {key}", T("parameter of this bot"), key, list(known))
        if isinstance(known[key], bool):
            raise DataError(file, f"parameters, {key}", T("this is true or false: only numbers can be tuned"))
        if not low < high:
            raise DataError(file, f"parameters, {key}", T("the least value must be below the greatest"))
    return tuning


def _ruleset(tuning: Tuning, file: str) -> Ruleset:
    (one,) = tuning.battles
    return named_system(one.ruleset, file, "set 1, ruleset")


def parameters_of(ruleset: Ruleset, tuning: Tuning, file: str) -> dict[str, Value]:
    """The parameters of the bot as it is. Raises DataError where it has none."""
    bot = named_bot(ruleset, tuning.bot, file, "bot")
    if not isinstance(bot, Tunable):
        raise DataError(file, "bot", T("the bot {bot} has no parameters", bot=tuning.bot))
    return bot.parameters()


class Tuner:
    """A tuning that goes on where it was stopped: proposals lie in a journal of Optuna, battles in a file of rows.

    Parameters
    ----------
    folder, file
        Where the files that the tuning names are looked for, and what to call it in messages.
    journal, rows
        Files that keep what has been done.

    Raises
    ------
    NeedsExtra
        Without the library.
    """

    def __init__(self, tuning: Tuning, folder: Path, file: str, journal: Path, rows: Path) -> None:
        self.tuning, self.folder, self.file, self.rows = tuning, folder, file, rows
        self.usual = parameters_of(_ruleset(tuning, file), tuning, file)
        optuna = library("optuna")
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        storage = optuna.storages.JournalStorage(optuna.storages.journal.JournalFileBackend(str(journal)))
        start = {key: self._within(key, self.usual[key]) for key in tuning.parameters}
        self.study = optuna.create_study(storage=storage, study_name="tune", direction="maximize", load_if_exists=True)
        self.study.sampler = optuna.samplers.CmaEsSampler(seed=1 + len(self.study.trials))
        self._states = optuna.trial.TrialState
        if not self.study.trials:
            self.study.enqueue_trial(start)  # the first trial is the bot as it is

    def _within(self, key: str, value: Value) -> Value:
        low, high = self.tuning.parameters[key]
        return min(max(value, low), high)

    def go_on(self, pool: Pool, tell: Callable[[Run], None] = lambda _: None) -> Iterator[Trial]:
        """Fight the trials that are missing, and yield each.

        ``tell`` is called after every battle.
        """
        while True:
            open_trials = [*self._stopped()]
            done = len(self.study.get_trials(states=(self._states.COMPLETE, self._states.FAIL)))
            missing = min(self.tuning.together, self.tuning.trials - done) - len(open_trials)
            open_trials += [self._proposed() for _ in range(missing)]
            if not open_trials:
                return
            run = self._run([(f"trial {number}", parameters) for number, parameters in open_trials])
            self._fight(run, pool, tell)
            for number, parameters in open_trials:
                score = self._score(run, f"trial {number}")
                self.study.tell(number, score)
                yield Trial(number, parameters, score)

    def best(self, pool: Pool, tell: Callable[[Run], None] = lambda _: None) -> Best:
        """The best trial, compared with the bot as it is in fresh battles."""
        found = self.study.best_trial
        parameters = {**self.usual, **found.params}
        (one,) = self.tuning.battles
        plan = Plan(
            version=1,
            players=(Player(self.tuning.bot, "tuned", parameters), Player(self.tuning.bot, "as it is")),
            seed=f"{self.tuning.seed}-check",
            work=self.tuning.work,
            sets=(replace(one, games=self.tuning.check, each=None),),
        )
        run = Run(cells(plan, self.folder, self.file), plan.seed, None, self.rows)
        self._fight(run, pool, tell)
        (tally,) = run.tallies.values()
        return Best(found.number, parameters, found.value, tally.standing())

    def _stopped(self) -> Iterator[tuple[int, dict[str, Value]]]:
        """Trials whose battles were interrupted; one that was stopped before it was complete has failed."""
        for one in self.study.get_trials(states=(self._states.RUNNING,)):
            if set(one.params) == set(self.tuning.parameters):
                yield one.number, dict(one.params)
            else:
                self.study.tell(one.number, state=self._states.FAIL)

    def _proposed(self) -> tuple[int, dict[str, Value]]:
        trial = self.study.ask()
        parameters: dict[str, Value] = {}
        for key, (low, high) in self.tuning.parameters.items():
            suggest = trial.suggest_int if isinstance(self.usual[key], int) else trial.suggest_float
            parameters[key] = suggest(key, low, high)
        return trial.number, parameters

    def _run(self, trials: Sequence[tuple[str, dict[str, Value]]]) -> Run:
        """The battles of some trials, the same for each."""
        found: list[Cell] = []
        for name, parameters in trials:
            mine = Player(self.tuning.bot, name, {**self.usual, **parameters})
            for opponent in self.tuning.opponents:
                plan = Plan(
                    version=1,
                    players=(mine, Player(opponent)),
                    work=self.tuning.work,
                    sets=self.tuning.battles,
                )
                found += cells(plan, self.folder, self.file)
        return Run(found, str(self.tuning.seed), None, self.rows)

    def _score(self, run: Run, name: str) -> float:
        (one,) = self.tuning.battles
        mine = [f"{one.ruleset} {name} - {opponent}" for opponent in self.tuning.opponents]
        return sum(run.tallies[match].standing().score for match in mine) / len(mine)

    def _fight(self, run: Run, pool: Pool, tell: Callable[[Run], None]) -> None:
        with closing(run.rows(pool)) as rows:
            for _ in rows:
                tell(run)


def parameter_file(tuning: Tuning, best: Best) -> str:
    """The best parameters as the text of a TOML file, with the run that found them."""
    (one,) = tuning.battles
    document: dict[str, Any] = {
        "parameters_of": tuning.bot,
        "ruleset": one.ruleset,
        "found": {
            "title": tuning.title,
            "trial": best.trial,
            "trials": tuning.trials,
            "seed": str(tuning.seed),
            "score_in_trials": round(best.score, 4),
            "score_against_itself": round(best.check.score, 4),
            "interval": [round(best.check.low, 4), round(best.check.high, 4)],
            "battles": best.check.games,
            "name": name_with(tuning.bot, best.parameters),
        },
        "parameters": best.parameters,
    }
    return tomlkit.dumps(document)
