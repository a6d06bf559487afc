"""Find examples of paragraphs and write them into the games' folders: `python -m houseway.questions.find_examples GAME EDITION`.

Without an edition, it does all editions of the game; without a game, all games. Editions that have examples are skipped. A
word before the game changes that: `more` continues the search and keeps the better examples, `missing` searches briefly for
paragraphs without an example, `fresh` starts over, and `check` writes nothing: it searches again, and fails if it reaches a
paragraph recorded as never reached or finds a script shorter than a "shortest" one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import takewhile

from houseway.core import AnyGame
from houseway.core.progress import told_to
from houseway.games import find_game, games
from houseway.law import BadInput
from houseway.questions.example import CHECK, ROUND, UNREACHED, Examples, how_to_find, place_of, shipped
from houseway.questions.example_finder import find, find_missing, hints_of

MODES = MORE, MISSING, FRESH, CHECK_ANEW = "more", "missing", "fresh", "check"
SECONDS = 10  # between two progress messages
FoundExamples = dict[tuple[str, str], Examples]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    mode = words.pop(0) if words and words[0] in MODES else ""
    name, edition_asked = [*words, "", ""][:2]
    if len(words) > 2 or name.startswith("-"):
        _note("write: python -m houseway.questions.find_examples [more|missing|fresh|check] [GAME [EDITION]]")
        return 2
    chosen = [find_game(name)] if name else list(games(outside=False).values())
    changed: list[str] = []
    done: FoundExamples = {}
    for game in chosen:
        for edition in [game.chapter.edition(edition_asked).id] if edition_asked else game.chapter.outline.editions:
            kept = None if mode == FRESH else _kept(game, edition)
            if kept is not None and mode not in (MORE, MISSING, CHECK_ANEW):
                done[game.id, edition] = kept
                continue
            earlier = _before(game, edition, done)
            before = kept if mode in (MORE, MISSING) else None
            found = done[game.id, edition] = _search(game, edition, earlier, before, quick=mode == MISSING)
            if mode == CHECK_ANEW:
                changed += _improvements(game, edition, kept, found)
            else:
                _write(game, edition, found)
    for sentence in changed:
        _note(sentence)
    return 1 if changed else 0


def _improvements(game: AnyGame, edition: str, kept: Examples | None, found: Examples) -> list[str]:
    """The findings of a new search that contradict the recorded examples, one sentence each."""
    name, again = place_of(game, edition).name, how_to_find(game, edition, MORE)
    if kept is None:
        return [f"{name}: is missing or for another outline; {again}"]
    better: list[str] = []
    for cite, new in found.found.items():
        old = kept.found[cite]
        if old.kind == UNREACHED and new.kind in (ROUND, CHECK):
            better.append(f"{name}: {cite} is reached now; {again}")
        if old.shortest and new.kind == ROUND and new.settings == old.settings and len(new.script) < len(old.script):
            better.append(f"{name}: {cite} has a shorter script than the shortest; {again}")
    return better


def _before(game: AnyGame, edition: str, done: FoundExamples) -> list[Examples]:
    """The examples of the chapter's games and editions that come before this one."""
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


def _search(
    game: AnyGame, edition: str, earlier: Sequence[Examples], before: Examples | None, quick: bool = False
) -> Examples:
    """Search one edition; also try the scripts of the chapter's earlier editions."""
    began = last = time.monotonic()

    def heard(what: str) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS:
            last = time.monotonic()
            _note(f"{game.id} {edition}: {what} ({last - began:.0f} s)")

    with told_to(heard):
        if quick and before is not None:
            found = find_missing(game, edition, before, hints_of(earlier))
        else:
            found = find(game, edition, hints=hints_of(earlier), before=before)
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
