"""Find examples of paragraphs and write them into the games' folders: `python -m houseway.questions.find_examples GAME EDITION`.

Without an edition: all editions of the game; without a game: all games. `--fresh` also searches what has examples already.
`--check` writes nothing: it searches anew and fails if a file would change.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import takewhile

from houseway.core import AnyGame
from houseway.core.progress import told_to
from houseway.games import find_game, games
from houseway.law import BadInput
from houseway.law.inputs import read_text
from houseway.questions.example import ROUND, Examples, place_of, shipped
from houseway.questions.finding import Hint, find

SECONDS = 10  # between two notes
Done = dict[tuple[str, str], Examples]


def main(arguments: Sequence[str] | None = None) -> int:
    """The program."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", nargs="?")
    asked.add_argument("edition", nargs="?")
    asked.add_argument("--fresh", action="store_true", help="search again where there are examples")
    asked.add_argument(
        "--check", action="store_true", help="search again, write nothing, fail if something would change"
    )
    given = asked.parse_args(arguments)
    chosen = [find_game(given.game)] if given.game else list(games(outside=False).values())
    changed: list[str] = []
    done: Done = {}
    for game in chosen:
        for edition in [game.chapter.edition(given.edition).id] if given.edition else game.chapter.outline.editions:
            kept = None if given.fresh or given.check else _kept(game, edition)
            found = done[game.id, edition] = kept or _search(game, edition, _before(game, edition, done))
            if given.check and not _as_kept(game, edition, found):
                changed.append(place_of(game, edition).name)
            elif kept is None and not given.check:
                _write(game, edition, found)
    for name in changed:
        _note(f"{name}: the search finds something else now; find the examples anew and review what changed")
    return 1 if changed else 0


def _before(game: AnyGame, edition: str, done: Done) -> list[Examples]:
    """The examples of the texts of a chapter that come before one."""
    places = [
        (each, text)
        for each in games(outside=False).values()
        if each.chapter.outline.chapter == game.chapter.outline.chapter
        for text in each.chapter.outline.editions
    ]
    earlier = takewhile(lambda place: (place[0].id, place[1]) != (game.id, edition), places)
    found = [done.get((each.id, text)) or _kept(each, text) for each, text in earlier]
    return [each for each in found if each is not None]


def _kept(game: AnyGame, edition: str) -> Examples | None:
    try:
        return shipped(game, edition)
    except BadInput:
        return None


def _as_kept(game: AnyGame, edition: str, found: Examples) -> bool:
    path = place_of(game, edition)
    return path.is_file() and read_text(path, "examples of paragraphs") == found.written()


def _search(game: AnyGame, edition: str, before: Sequence[Examples]) -> Examples:
    """Search one edition; scripts for earlier texts of the chapter are tried here, too."""
    hints: list[Hint] = [
        (each.settings, tuple(dict(command) for command in each.script))
        for other in before
        for each in other.found.values()
        if each.kind == ROUND
    ]
    began = last = time.monotonic()

    def heard(what: str) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS:
            last = time.monotonic()
            _note(f"{game.id} {edition}: {what} ({last - began:.0f} s)")

    with told_to(heard):
        found = find(game, edition, hints=hints)
    _note(f"{game.id} {edition}: {_counted(found)} in {time.monotonic() - began:.0f} s")
    return found


def _counted(found: Examples) -> str:
    kinds = [each.kind for each in found.found.values()]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))


def _write(game: AnyGame, edition: str, found: Examples) -> None:
    path = place_of(game, edition)
    path.parent.mkdir(exist_ok=True)
    path.write_text(found.written(), encoding="utf-8")


def _note(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
