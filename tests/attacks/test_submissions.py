"""Submissions that nobody would write: each is lawful, unlawful or bad input, at once, and says so in valid JSON.

Valid submissions of every game and edition are changed at random, as values, as TOML text and as settings. The seeds are fixed,
so that a failure can be repeated: the case's number is in the message.
"""

from __future__ import annotations

import datetime
import functools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.documents.submission_text import submission_text
from houseway.games import find_game, games, judged, load, rules_for
from houseway.law import BadInput, Judged, Submission
from houseway.law.inputs import json_text

LONGEST = 3000  # characters of one problem
Data = dict[str, Any]

THEMED = {name: f"{name} of hearts" for name in ("1", "2", "5", "10", "20")} | {"approval": "Bureau, 2011-05-31"}
RICHER: tuple[tuple[str, Data], ...] = (
    ("big-six", {"symbols": THEMED}),
    ("pai-gow", {"house_way": [{"when": "no pair", "play": "highest low hand"},
                               {"when": "otherwise", "play": "highest high hand"}], "deliveries": ["jung-quat"]}),
    ("craps", {"wagers": ["pass", "dont-pass", "field"], "vigorish": {"rate": "5/2%"}}),
    ("casino-war", {"backs": ["red", "blue"]}),
)  # fmt: skip


@functools.cache
def valid() -> tuple[tuple[str, str], ...]:
    """Every game's default submission under every edition, and some with more in them, as JSON."""
    found = [
        (each, {"edition": edition}) for each, game in games().items() for edition in game.chapter.outline.editions
    ]
    whole = [(game, load(game, [f"edition={more['edition']}"])[1].as_data()) for game, more in found]
    return tuple((game, json.dumps(data)) for game, data in (*whole, *((g, {"game": g, **more}) for g, more in RICHER)))


STRANGE_TEXTS = (
    "", " ", "\0", "\x1b[2J\x07", "a\nb", "\x9b31m", "\u202egnp", "\u2028", "\ud800", "\udfff\ud800", "\ufeff", "é" * 300,
    "x" * 10**5, "nan", "1e999", "9" * 5000, "{}", "[[", "pair, " * 50 + "pair", "1 to 0", "1 to 1\n", "0 to 0",
    "9" * 30 + " to 1",    "%s%n", "../../etc/passwd", "houseway", "true",
)  # fmt: skip


def nest(depth: int, value: object = 1) -> Any:
    """Lists or tables in each other."""
    for n in range(depth):
        value = [value] if n % 2 else {"a": value}
    return value


def strange(chance: random.Random) -> Any:
    """A value in place of the expected one."""
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: chance.choice(STRANGE_TEXTS),
        lambda: chance.choice([0, -1, 1, 2, 7, 8, 10**12 + 1, 2**63, 10**39, 10**41, -(10**60), 10**5000]),
        lambda: chance.choice([0.5, -0.0, 1e308, float("nan"), float("inf"), float("-inf")]),
        lambda: chance.choice([True, False, None]),
        lambda: nest(chance.choice([1, 5, 31, 33, 500, 5000])),
        lambda: [strange(chance) for _ in range(chance.randrange(4))],
        lambda: {key(chance): strange(chance) for _ in range(chance.randrange(4))},
        lambda: [chance.choice(["pass", "x", "jung-quat"])] * chance.choice([0, 1, 3, 600, 5000]),
        lambda: [f"w{n}" for n in range(chance.choice([10, 600, 3999]))],
        lambda: {f"k{n}": n for n in range(chance.choice([3, 60, 3999, 10**4]))},
        lambda: chance.choice([datetime.date(1979, 5, 27), datetime.datetime(1979, 5, 27, 7), datetime.time(7, 32)]),  # noqa: DTZ001
        lambda: (
            [{"when": chance.choice(["pair", "otherwise", "x", 1]), "play": "highest high hand"}]
            * chance.randrange(150)
        ),
    )
    return chance.choice(kinds)()


def key(chance: random.Random) -> Any:
    """A key that nobody expects."""
    names = (
        "holder",
        "boxes",
        "limits",
        "limits.min_cents",
        "payout",
        "reading",
        "edition",
        "game",
        "",
        ".",
        "a.b",
        "symbols",
    )
    return chance.choice([*names, *STRANGE_TEXTS, 7])


def tables(data: Data) -> list[Data]:
    """Every table within a table."""
    return [data, *(each for value in data.values() if isinstance(value, dict) for each in tables(value))]


def mutated(chance: random.Random, data: Data) -> Data:
    """One to three places of a submission are changed."""
    for _ in range(chance.randint(1, 3)):
        table = chance.choice(tables(data))
        at = chance.choice([*table, key(chance)])
        match chance.randrange(4):
            case 0:
                table.pop(at, None)
            case 1:
                table[key(chance)] = table.get(at)
            case _:
                table[at] = strange(chance)
    return data


def outcome(case: str, ask: Callable[[], Judged]) -> str:
    """The outcome; any other exception, a slow answer, or one that cannot be printed fails."""
    try:
        found = ask()
    except BadInput as error:
        ended, told = "bad input", str(error)
    except Exception as error:
        raise AssertionError(f"{case}: {type(error).__name__}") from error
    else:
        told, ended = "found", "lawful" if found.rules is not None else "unlawful"
        assert bool(found.findings) == (ended == "unlawful"), case
        for finding in found.findings:
            assert str(finding).isprintable() and len(str(finding)) < LONGEST, case
            assert finding.cites, case
        rows = [finding.as_json() for finding in found.findings]
        assert json.loads(json_text(rows), parse_constant=pytest.fail) == rows, case
        json_text(rows).encode()
        if found.rules is not None:
            json_text(dict(found.rules.submission)).encode()
    assert 0 < len(told) < LONGEST and told.isprintable(), case
    return ended


def judged_alone(game_id: str, data: Data) -> Judged:
    """Judge it as a journal or a cluster would: without a file or settings."""
    return rules_for(find_game(game_id), Submission(game_id, data))


def changed_values(seed: int) -> str:
    chance = random.Random(f"values {seed}")
    game, text = chance.choice(valid())
    data = mutated(chance, json.loads(text))
    return outcome(f"values {seed}: {game}", lambda: judged_alone(game, data))


def changed_text(seed: int, folder: Path) -> str:
    """Bytes of a file are replaced, cut, repeated or moved."""
    chance = random.Random(f"text {seed}")
    game, _ = chance.choice(valid()[: -len(RICHER)])
    content = bytearray(written_submission(game), "utf-8")
    for _ in range(chance.randint(1, 4)):
        at, long = chance.randrange(len(content) + 1), chance.choice([1, 1, 4, 40, 400])
        match chance.randrange(4):
            case 0:
                content[at : at + long] = chance.randbytes(chance.choice([0, 1, long]))
            case 1:
                content[at:at] = content[at : at + long] * chance.choice([1, 2, 300])
            case 2:
                content[at:at] = chance.choice(
                    [b"[" * 5000, b"[[a]]\n", b"a." * 9000, b"9" * 5000, b'"""', b"'''", b"\xef\xbb\xbf", b"\0", b"nan", b"inf",
                     b"{a=" * 999, b"\xed\xa0\x80", b"1979-05-27", b"= ", b"#", b"\r", b"k" * 500 + b" = 1\n"]
                )  # fmt: skip
            case _:
                del content[at : at + long * 4]
    file = folder / "house.toml"
    file.write_bytes(content)
    return outcome(f"text {seed}: {game}", lambda: judged(str(file))[0])


@functools.cache
def written_submission(game: str) -> str:
    return submission_text(game, load(game)[1])


def changed_settings(seed: int) -> str:
    chance = random.Random(f"settings {seed}")
    game = chance.choice(sorted({game for game, _ in valid()}))
    values = (
        "[" * 5000 + "]" * 5000, "{a=" * 2000, "9" * 5000, "0x" + "f" * 5000, "nan", "-inf", "1e999", "1979-05-27", "[1, 2",
        '"\\ud800"', "1\nboxes = 2", "{}", "[]", "{a = {b = 1}}", "1 # x", "'''", "true", '"' + "y" * 10**5, *STRANGE_TEXTS,
    )  # fmt: skip
    settings = [
        f"{key(chance)}{chance.choice(['=', '=', '=', ''])}{chance.choice(values)}" for _ in range(chance.randint(1, 3))
    ]
    return outcome(f"settings {seed}: {game}", lambda: judged(game, settings)[0])


def test_the_submissions_that_are_changed_are_lawful() -> None:
    for game, text in valid():
        assert outcome(game, lambda g=game, t=text: judged_alone(g, json.loads(t))) == "lawful", game  # type: ignore[misc]


def test_changed_values_are_answered() -> None:
    ended = {changed_values(seed) for seed in range(250)}
    assert ended == {"lawful", "unlawful", "bad input"}


def test_changed_files_are_answered(tmp_path: Path) -> None:
    ended = {changed_text(seed, tmp_path) for seed in range(200)}
    assert ended == {"lawful", "unlawful", "bad input"}


def test_changed_settings_are_answered() -> None:
    ended = {changed_settings(seed) for seed in range(200)}
    assert {"unlawful", "bad input"} <= ended


@pytest.mark.nightly
def test_many_more_are_answered(tmp_path: Path) -> None:
    for seed in range(1000, 21_000):
        changed_values(seed)
        changed_text(seed, tmp_path)
        changed_settings(seed)
