"""Searches for paragraphs that random play missed: varies scripts of nearby paragraphs, and changes notes of normal rounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from houseway.core import Chance, Choices, Procedure, Stopped, Wagers
from houseway.core.progress import working_on
from houseway.questions.alphabet import AMPLE_CENTS, Alphabet
from houseway.questions.script_search import ScriptSearch
from houseway.questions.search_node import Command, SearchNode, start

NEAREST, MOST_ANSWERS = 6, 10  # scripts with neighbors to try, and the most answers to insert
BY_HAND: Command = {"do": "open", "procedure": "by-hand"}
SESSION, AFTER = 90, 45  # commands in a normal session by hand, and after a changed note
PROBES = 2  # notes to try at each step
SESSIONS = 4  # normal sessions by hand
MOST_TURNS = 9  # the most results of a script to make equal in pairs


def focus(search: ScriptSearch, budget: int) -> None:
    """Search in several ways until this many commands have been tried or no paragraph is missing."""
    rng, last = Random(f"{search.seed} {search.rules.digest} focus"), search.tried + budget
    alphabet = Alphabet(search.game, search.rules)
    ways = (_every_result, _two_alike, _neighbors_of, *([_changed_notes] * SESSIONS))
    for way in ways:
        for _ in way(search, alphabet, rng):
            if search.tried >= last or not search.missing:
                return


# Normal rounds by hand


def _usual(search: ScriptSearch, alphabet: Alphabet, node: SearchNode, rng: Random) -> Command | None:
    """A normal next command: a wager, the end of betting, a step, a result, a choice or a repair."""
    table = node.table(search.game, search.rules)
    match table.due:
        case Chance():
            kind = "results"
        case Choices():
            kind = "choices"
        case Stopped():
            kind = "repairs"
        case Procedure():
            return alphabet.usual_step(table)
        case Wagers():
            placed = len(search.game.law.placed(table.state))
            step = alphabet.usual_step(table)
            if step is not None:
                return step
            if placed < 2 and rng.random() < 0.7:
                least = alphabet.on_wager(table, rng.choice(alphabet.wager_ids))[0]
                return {**least, "seat": 1 + placed}
            kind = "window"
    commands = list(alphabet.of_kind(table, kind))
    if kind in ("window", "repairs"):
        commands = commands[:1]
    return rng.choice(commands) if commands else None


def _session(
    search: ScriptSearch, alphabet: Alphabet, node: SearchNode, commands: int, rng: Random
) -> Iterator[SearchNode]:
    """Continue with ordinary commands."""
    for _ in range(commands):
        if node.position.table.closed:
            return
        command = _usual(search, alphabet, node, rng)
        node = node if command is None else search.step(node, command)
        yield node


def _changed_notes(search: ScriptSearch, alphabet: Alphabet, rng: Random) -> Iterator[None]:
    """Play a normal session with its steps done by hand; at each step, try every other note and play on from there."""
    first = search.step(start(search.game), BY_HAND)
    for seat in range(1, min(2, search.rules.boxes) + 1):
        first = search.step(first, {"do": "buy-in", "seat": seat, "cents": AMPLE_CENTS})
    way = [first, *_session(search, alphabet, first, SESSION, rng)]
    seen: set[str] = set()
    for n, node in enumerate(way, 1):
        working_on(f"notes of a session by hand: {n} of {len(way)}")
        table = node.table(search.game, search.rules)
        for command in alphabet.noted_now(table):
            if str(command) in seen:
                continue
            seen.add(str(command))
            changed = search.step(node, command)
            yield
            if changed is node:
                continue
            for after in _session(search, alphabet, changed, AFTER, rng):
                for probe in _probes(search, alphabet, after, rng):
                    search.step(after, probe)
                yield


def _probes(search: ScriptSearch, alphabet: Alphabet, node: SearchNode, rng: Random) -> list[Command]:
    table = node.table(search.game, search.rules)
    if not isinstance(table.due, Procedure):
        return []
    commands = alphabet.noted_now(table)
    return rng.sample(commands, min(PROBES, len(commands)))


# Neighbors of scripts


def _near(search: ScriptSearch) -> list[tuple[Command, ...]]:
    """The shortest scripts for paragraphs next to the missing ones."""
    near: list[tuple[Command, ...]] = []
    for cite in search.missing:
        found = sorted((search.hits[each].script for each in search.toward[cite] if each in search.hits), key=len)
        near += [script for script in found[:NEAREST] if script not in near]
    return near


def _every_result(search: ScriptSearch, alphabet: Alphabet, rng: Random) -> Iterator[None]:
    """Play scripts of nearby paragraphs with every outcome of their last result."""
    for script in _near(search):
        turns = [n for n, each in enumerate(script) if each["do"] == "result"]
        if not turns:
            continue
        node = start(search.game)
        for command in script[: turns[-1]]:
            node = search.step(node, command)
        for command in alphabet.of_kind(node.table(search.game, search.rules), "results"):
            after = search.step(node, command)
            for later in script[turns[-1] + 1 :]:
                after = search.step(after, later)
            yield


def _two_alike(search: ScriptSearch, alphabet: Alphabet, rng: Random) -> Iterator[None]:
    """Play scripts of nearby paragraphs that have choices, with any two results made equal: pairs, ties, points.

    At the end of each script, try every choice of the game, to meet refusals.
    """
    for script in (each for each in _near(search) if any(command["do"] == "choose" for command in each)):
        turns = [n for n, each in enumerate(script) if each["do"] == "result"]
        for one, other in combinations(turns[:MOST_TURNS], 2):
            for face in _kinds(search, script[:one]):
                node = start(search.game)
                for n, command in enumerate(script):
                    node = search.step(node, face if n in (one, other) else command)
                table = node.table(search.game, search.rules)
                for command in (each for each in alphabet.of_kind(table, "choices") if each.get("seat") == 1):
                    search.step(node, command)
                yield


def _kinds(search: ScriptSearch, script: tuple[Command, ...]) -> list[Command]:
    """One result of each kind that is possible after a script."""
    node = start(search.game)
    for command in script:
        node = search.step(node, command)
    due, state = node.position.due, node.position.state
    chance = due if isinstance(due, Chance) else getattr(due, "early", None)  # a result also ends the betting
    if not isinstance(chance, Chance):
        return []
    lump, shows = search.game.walk.lump, search.game.present.show_result
    kinds = {lump(search.rules, state, each): each for each in chance.outcomes()}
    return [{"do": "result", **shows(search.rules, each)} for each in kinds.values()]


def _neighbors_of(search: ScriptSearch, alphabet: Alphabet, rng: Random) -> Iterator[None]:
    """Play the neighbors of the shortest scripts of nearby paragraphs."""
    near = _near(search)
    for n, script in enumerate(near, 1):
        working_on(f"neighbors of {n} of {len(near)} scripts")
        places = _places(search, script)
        for varied in neighbors(script, tuple(search.game.law.choices)):
            _play_along(search, alphabet, varied, places, rng)
            yield


def neighbors(script: tuple[Command, ...], choices: tuple[str, ...]) -> Iterator[tuple[Command, ...]]:
    """The script with one result copied from another, with one choice replaced by another, and with both."""
    turns = [n for n, each in enumerate(script) if each["do"] == "result"]
    asked = [n for n, each in enumerate(script) if each["do"] == "choose"]
    alike = [(to, script[of]) for to in turns for of in turns if script[to] != script[of]]
    others = [(n, {**_chooser(script[n]), "choice": each}) for n in asked for each in choices]
    for face in (None, *alike):
        for choice in (None, *others):
            changed = list(script)
            for place, command in (each for each in (face, choice) if each is not None):
                changed[place] = command
            if tuple(changed) != script:
                yield tuple(changed)


def _chooser(command: Command) -> Command:
    return {name: command[name] for name in ("do", "seat", "by") if name in command}


def _places(search: ScriptSearch, script: tuple[Command, ...]) -> list[str]:
    """One word for what was due before each command of a script."""
    node, found = start(search.game), list[str]()
    for command in script:
        found.append(_due(node))
        node = search.step(node, command)
    return found


def _due(node: SearchNode) -> str:
    """One word for what is due: the expected result, or the person who chooses."""
    match node.position.due:
        case Chance(what=what):
            return what
        case Choices(open=asked):
            return " ".join(str(each.who) for each in asked)
    return ""


def _play_along(
    search: ScriptSearch, alphabet: Alphabet, script: tuple[Command, ...], places: list[str], rng: Random
) -> None:
    """Play a script; if something unexpected is due, answer that first, up to a few times."""
    node = start(search.game)
    for command, place in zip(script, places, strict=True):
        for _ in range(MOST_ANSWERS):
            due = node.position.due
            if _due(node) in ("", place):
                break
            table = node.table(search.game, search.rules)
            commands = list(alphabet.of_kind(table, "results" if isinstance(due, Chance) else "choices"))
            if not commands:
                break
            node = search.step(node, rng.choice(commands))
        node = search.step(node, command)
        if node.position.table.closed:
            return
