"""The games, one folder a chapter. They are discovered: adding a game is adding its folder.

Folders named in the environment variable `HOUSEWAY_GAMES` (several: separated as in `PATH`) are searched as well.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.core import AnyGame
from houseway.core.advice import Advice, Progress
from houseway.law import BadInput, Judged, Rules, Submission, Unlawful, judge
from houseway.law.errors import nearest

__path__ += [folder for folder in os.environ.get("HOUSEWAY_GAMES", "").split(os.pathsep) if folder]


def _folders() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def _of(folder: str) -> tuple[AnyGame, ...]:
    return tuple(importlib.import_module(f"{__name__}.{folder}").GAMES)


def games() -> Mapping[str, AnyGame]:
    """Every game there is, by id, in the order of their chapters."""
    found = [game for folder in _folders() for game in _of(folder)]
    return {game.id: game for game in sorted(found, key=lambda g: (g.chapter.outline.chapter, g.id))}


def find_game(name: str) -> AnyGame:
    """One game by id. Its own folder is looked into first, so that asking for one game does not load them all."""
    if name.replace("-", "_") in _folders():
        for game in _of(name.replace("-", "_")):
            if game.id == name:
                return game
    everything = games()
    if name not in everything:
        raise BadInput(f'there is no game "{name}"; {nearest(name, everything)}')
    return everything[name]


@dataclass(frozen=True, slots=True)
class Adviser:
    """Who is asked how to choose best: under which settings, and everything that the answer depends on besides the question."""

    of: AnyGame
    rules: Rules
    depends: Mapping[str, Any]
    advise: Callable[[Mapping[str, str], Progress], Advice | None]

    @property
    def game(self) -> str:
        """The game's id."""
        return self.of.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.of.title

    @property
    def rows(self) -> tuple[str, ...]:
        """The wagers on whose way a player chooses between named strategies."""
        return tuple(wager for wager in self.of.catalogue(self.rules) if self.of.strategies(self.rules, wager))


def adviser(what: str, settings: Iterable[str] = ()) -> Adviser:
    """The adviser of a game under a lawful submission."""
    game, rules = load(what, settings)
    depends = {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest}
    return Adviser(game, rules, depends, lambda about, progress: game.advice(rules, about, progress))


def read(what: str) -> tuple[AnyGame, Submission]:
    """A game's name (its default submission) or a submission's file: the game, and the submission as given."""
    path = Path(what)
    if path.suffix == ".toml" or os.sep in what or (path.is_file() and what not in games()):
        submission = Submission.read(path)
        game = submission.data.get("game")
        if not isinstance(game, str):
            right = f'write for example game = "{next(iter(games()))}"'
            raise BadInput(
                f"{what}: " + ("game is missing" if game is None else f"game: {game!r} is not a name") + f"; {right}"
            )
        return find_game(game), submission
    return find_game(what), Submission.default(what)


def _setting_example(game: AnyGame) -> str:
    """A setting of this game that is not its default, as it is typed behind --set."""
    options = game.chapter.edition().options.values()
    chosen = next(((o.key, c) for o in options for c in o.choices if c != o.default), ("limits.min_cents", 500))
    return f"{chosen[0]}={str(chosen[1]).lower() if isinstance(chosen[1], bool) else chosen[1]}"


def judged(what: str, settings: Iterable[str] = ()) -> tuple[Judged, AnyGame, str]:
    """What a submission's check says: the rules, or everything that is wrong with it."""
    game, submission = read(what)
    submission = submission.with_settings(settings, _setting_example(game))
    if submission.data.get("game") != game.id:
        raise BadInput(f"{submission.name}: game: a submission is for one game; --set cannot change it")
    return (
        judge(game.chapter, game.id, submission, game.checks, game.check_together, game.defaults),
        game,
        submission.name,
    )


def load(what: str, settings: Iterable[str] = ()) -> tuple[AnyGame, Rules]:
    """The game and its rules under a lawful submission; `Unlawful` says what is wrong with another."""
    found, game, name = judged(what, settings)
    if found.rules is None:
        raise Unlawful(name, found.findings)
    return game, found.rules
