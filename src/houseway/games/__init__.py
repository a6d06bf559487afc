"""The games, one folder a chapter. They are discovered: adding a game is adding its folder.

The environment variable `HOUSEWAY_GAMES` names further folders to search, separated as in `PATH`. Their code is imported and
run; callers that must not run it pass `outside=False`. A built-in game cannot be replaced.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from houseway.core import AnyGame, Game
from houseway.law import BadInput, Edition, Judged, Rules, Submission, Unlawful
from houseway.law.edition import NOT_LAW
from houseway.law.errors import nearest
from houseway.law.inputs import is_file, shown, toml
from houseway.law.outline import check_places
from houseway.law.redraft import REDRAFT
from houseway.law.submission import judge


class UnknownGame(BadInput):
    """No game has this id."""


BUILT_IN = tuple(__path__)
_NAMED = (os.path.abspath(folder) for folder in os.environ.get("HOUSEWAY_GAMES", "").split(os.pathsep) if folder)
__path__ += [folder for folder in dict.fromkeys(_NAMED) if folder not in BUILT_IN]


def _folders(outside: bool) -> dict[str, str]:
    """Map each game folder's name to its parent folder, built-in ones first."""
    found: dict[str, str] = {}
    for place in __path__ if outside else BUILT_IN:
        try:
            os.listdir(place)
        except OSError as error:
            right = "name folders that hold one folder for each game"
            raise BadInput(f"HOUSEWAY_GAMES: {place} cannot be read ({error.strerror}); {right}") from None
        for name in _built_in(place) if place in BUILT_IN else _packages(place):
            if name in found:
                raise BadInput(f"HOUSEWAY_GAMES: {place}/{name} is named like {found[name]}/{name}; rename it")
            found[name] = place
    return found


def _packages(place: str) -> tuple[str, ...]:
    """The names of the packages in a folder."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules([place]) if module.ispkg))


_built_in = cache(_packages)  # our own folder stays as it is while the program runs; folders outside are read each time


def _of(folder: str, place: str) -> tuple[AnyGame, ...]:
    """The games of one folder. An error in an outside folder becomes `BadInput`; an error in a built-in one is a bug."""
    name = f"{__name__}.{folder}"
    if place in BUILT_IN:
        return tuple(importlib.import_module(name).GAMES)
    try:
        found = tuple(importlib.import_module(name).GAMES)
        for game in found:
            if not isinstance(game, Game):
                raise TypeError(f"{game!r} is not a Game")
            assert game.chapter.outline.chapter, "its chapter has no number"
            check_places(game.chapter.folder, game.chapter.outline)
    except (Exception, SystemExit) as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        right = "fix it or take its folder out of HOUSEWAY_GAMES"
        raise BadInput(f"HOUSEWAY_GAMES: {place}/{folder} cannot be loaded ({why}); {right}") from error
    return found


def games(outside: bool = True) -> Mapping[str, AnyGame]:
    """All games by id, in chapter order. Without `outside`, no code from `HOUSEWAY_GAMES` is run."""
    found: dict[str, AnyGame] = {}
    for folder, place in _folders(outside).items():
        for game in _of(folder, place):
            if game.id in found:
                taken = f'{place}/{folder} brings a game "{game.id}", and there is one already'
                raise BadInput(f"HOUSEWAY_GAMES: {taken}; give it another id")
            found[game.id] = game
    return {game.id: game for game in sorted(found.values(), key=lambda g: (g.chapter.outline.chapter, g.id))}


def find_game(name: str, outside: bool = True) -> AnyGame:
    """Find one game by id, built-in games first. Without `outside`, no code from `HOUSEWAY_GAMES` is run.

    Try the folder with the game's name first, or the built-in one that its name ends with, so that finding one game does not
    load them all.
    """
    for beyond in (False, True) if outside else (False,):
        folders, own = _folders(beyond), name.replace("-", "_")
        for folder in (own, *(each for each in folders if not beyond and own.endswith(f"_{each}"))):
            for game in _of(folder, folders[folder]) if folder in folders else ():
                if game.id == name:
                    return game
        everything = games(beyond)
        if name in everything:
            return everything[name]
    if not outside and len(__path__) > len(BUILT_IN):
        what = f'there is no built-in game "{name}" (HOUSEWAY_GAMES is not searched here)'
    else:
        what = f'there is no game "{name}"'
    raise UnknownGame(f"{what}; {nearest(name, everything)}")


def rules_for(game: AnyGame, submission: Submission, redraft: Edition | None = None) -> Judged:
    """The rules of a game under a submission, or all findings against it. The only caller of `judge`.

    With a redraft they are what would be the rules under it; only comparisons ask for that.
    """
    named = submission.data.get("game", game.id)
    if named != game.id:
        raise BadInput(f'{submission.name}: game is "{named}", not "{game.id}"; a submission is for one game')
    law = game.law
    return judge(game.chapter, game.id, submission, law.checks, law.check_together, law.defaults, redraft)


def read(what: str) -> tuple[AnyGame, Submission]:
    """Read a game's name (for its default submission) or a submission file; return the game and the submission."""
    path = Path(what)
    if path.suffix == ".toml" or os.sep in what or (is_file(what) and what not in games()):
        submission = Submission.read(path)
        return find_game(_named_in(submission)), submission
    return find_game(what), Submission.default(what)


def _named_in(submission: Submission) -> str:
    """The game that a submission names."""
    game = submission.data.get("game")
    if game is None and REDRAFT in submission.data:
        right = "compare it with a text that we hold: houseway diff"
        raise BadInput(f"{submission.name}: is {NOT_LAW}, so that no table can run by it; {right}")
    if not isinstance(game, str):
        problem = "game is missing" if game is None else f"game: {shown(game)} is not a name"
        raise BadInput(f'{submission.name}: {problem}; write for example game = "{next(iter(games()))}"')
    return game


def _setting_example(game: AnyGame) -> str:
    """A setting of this game other than its default, for examples in errors."""
    options = game.chapter.edition().options.values()
    chosen = next(((o.key, c) for o in options for c in o.choices if c != o.default), ("limits.min_cents", 500))
    return f"{chosen[0]}={str(chosen[1]).lower() if isinstance(chosen[1], bool) else chosen[1]}"


def judged(what: str, settings: Iterable[str] = ()) -> tuple[Judged, AnyGame, str]:
    """Check a submission; return the rules or all findings against it."""
    game, submission = read(what)
    submission = submission.with_settings(settings, _setting_example(game))
    if submission.data.get("game") != game.id:
        raise BadInput(f"{submission.name}: game: a submission is for one game; a setting cannot change it")
    return rules_for(game, submission), game, submission.name


def load_text(text: str, name: str, *, outside: bool = True) -> tuple[AnyGame, Rules]:
    """The game and its rules of a submission's TOML text; `name` is for errors. Raise `Unlawful` if it is not lawful."""
    submission = Submission(name, toml(text, name))
    game = find_game(_named_in(submission), outside=outside)
    found = rules_for(game, submission)
    if found.rules is None:
        raise Unlawful(submission.name, found.findings)
    return game, found.rules


def load(what: str, settings: Iterable[str] = ()) -> tuple[AnyGame, Rules]:
    """The game and its rules under a lawful submission; raise `Unlawful` with the findings otherwise."""
    found, game, name = judged(what, settings)
    if found.rules is None:
        raise Unlawful(name, found.findings)
    return game, found.rules
