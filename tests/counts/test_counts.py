"""Exhaustive counts as text: of all outcomes, how many win each wager, and by which payout line.

The files beside this one are made from the rules and compared byte for byte; another implementation can make them too.
`make transcripts` writes them anew (HOUSEWAY_REWRITE=1); review the difference.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import TypeVar

import pytest

from houseway.core import Kinds
from houseway.games import load
from houseway.games.big_six.wagers import WAGERS as SYMBOLS
from houseway.games.sic_bo.wagers import WAGERS as DICE
from houseway.law import Rules
from support import law

O = TypeVar("O")  # noqa: E741 - what chance brings
HERE = Path(__file__).parent
THROWS = list(product(range(1, 7), repeat=3))
SECTIONS = range(54)


def counted(kinds: Kinds[O], rules: Rules, outcomes: Sequence[O]) -> list[str]:
    """A line for every wager and each payout line that can pay it: how many outcomes do."""
    found = []
    for wager, offer in kinds.catalogue(rules).items():
        decided = [kinds.decide(wager, outcome, rules)[0] for outcome in outcomes]
        won = Counter(payout.line for payout in decided if payout is not None)
        assert set(won) <= {payout.line for payout in offer.payouts}, wager
        found += [f"{wager:<24} {won[p.line]:>3}  {p.line:<22} {p.odds}" for p in offer.payouts]
    return found


def sic_bo() -> str:
    """All 216 throws, under both readings of Two of a Kind."""
    lines = [
        "# Sic Bo, Chapter 625a: of the 216 throws of three dice, how many win each wager, by which line, at what odds"
    ]
    usual: list[str] = []
    for answer in ("at-least-two", "exactly-two"):
        setting = f"reading.two_of_a_kind={answer}"
        now = counted(DICE, load("sic-bo", [setting])[1], THROWS)
        heading = f"# 2011-proposed, {setting}" + (": only what differs" if usual else "")
        lines += ["", heading, *(line for line in now if line not in usual)]
        usual = usual or now
    return "\n".join(lines) + "\n"


def big_six() -> str:
    """All 54 sections, under both editions."""
    lines = [
        "# Big Six Wheel, Chapter 619a: of the 54 sections, how many bear each symbol, and how many win each wager"
    ]
    for edition in ("2011-proposed", "2011-comment"):
        rules = load("big-six", [f"edition={edition}"])[1]
        borne = Counter(rules.names("order"))
        lines += ["", f"# {edition}: sections that bear the symbol"]
        lines += [f"{symbol:<24} {borne[symbol]:>3}" for symbol in SYMBOLS.catalogue(rules)]
        lines += ["", f"# {edition}: sections that win the wager, by which line, at what odds"]
        lines += counted(SYMBOLS, rules, SECTIONS)
    return "\n".join(lines) + "\n"


FILES: dict[str, Callable[[], str]] = {"sic-bo.txt": sic_bo, "big-six.txt": big_six}


def written(name: str) -> str:
    """The text of the file."""
    return (HERE / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _rewritten() -> None:
    """On request, rewrite the files before anything is compared with them."""
    if os.environ.get("HOUSEWAY_REWRITE") == "1":
        for name, make in FILES.items():
            (HERE / name).write_text(make(), encoding="utf-8")


@law("625a.3", "625a.6")
def test_625a_3_the_rules_count_as_the_file_says() -> None:
    assert sic_bo() == written("sic-bo.txt")


@law("619a.1(a)", "619a.3")
def test_619a_1_a_the_rules_count_as_the_file_says() -> None:
    assert big_six() == written("big-six.txt")


def in_file(name: str, part: int) -> dict[tuple[str, str], int]:
    """One part of a file: (wager, line) to the number of outcomes."""
    parts = written(name).split("\n\n")[1:]
    found = {}
    for line in parts[part].strip().splitlines()[1:]:
        wager, number, *rest = line.split()
        found[wager, rest[0] if rest else ""] = int(number)
    return found


def by_brute_force() -> dict[tuple[str, str], int]:
    """Sic Bo counted afresh, with nothing of ours but the ids."""
    count: Counter[tuple[str, str]] = Counter()
    times = {1: "once", 2: "twice", 3: "thrice"}
    for a, b, c in THROWS:
        dice, total = [a, b, c], a + b + c
        same = a == b and b == c
        for face in {a, b, c}:
            count[f"one-of-a-kind:{face}", f"one-of-a-kind-{times[dice.count(face)]}"] += 1
            count[f"two-of-a-kind:{face}", "two-of-a-kind"] += dice.count(face) > 1
            count[f"three-of-a-kind:{face}", "three-of-a-kind"] += same
        for low, high in combinations(sorted({a, b, c}), 2):
            count[f"two-dice-combination:{low}-{high}", "two-dice-combination"] += 1
        count["any-three-of-a-kind", "any-three-of-a-kind"] += same
        if 3 < total < 18:
            count[f"total-value:{total}", f"total-value-{total}"] += 1
        count["small" if total < 11 else "big", "small" if total < 11 else "big"] += not same
    return count


@law("625a.3")
def test_625a_3_the_file_agrees_with_a_count_by_brute_force() -> None:
    assert in_file("sic-bo.txt", 0) == by_brute_force()


@law("625a.3(2)")
def test_625a_3_2_the_other_reading_takes_one_throw_from_each_two_of_a_kind_and_nothing_else() -> None:
    usual, other = in_file("sic-bo.txt", 0), in_file("sic-bo.txt", 1)
    assert other == {(f"two-of-a-kind:{face}", "two-of-a-kind"): 15 for face in range(1, 7)}
    assert {usual[key] for key in other} == {16}


@law("625a.3")
def test_625a_3_counts_that_a_person_can_do_on_paper() -> None:
    count = in_file("sic-bo.txt", 0)
    assert count["small", "small"] == count["big", "big"] == 105
    assert count["any-three-of-a-kind", "any-three-of-a-kind"] == 6
    rising = [3, 6, 10, 15, 21, 25, 27]
    assert [count[f"total-value:{total}", f"total-value-{total}"] for total in range(4, 18)] == rising + rising[::-1]
    assert [count["one-of-a-kind:1", f"one-of-a-kind-{times}"] for times in ("once", "twice", "thrice")] == [75, 15, 1]
    assert count["two-dice-combination:1-2", "two-dice-combination"] == 30


@law("619a.1(a)", "619a.1(b)")
@pytest.mark.parametrize("edition", [0, 1], ids=["2011-proposed", "2011-comment"])
def test_619a_1_a_every_wager_wins_in_as_many_sections_as_bear_its_symbol(edition: int) -> None:
    law_says = {"1": 23, "2": 15, "5": 8, "10": 4, "20": 2, "joker": 1, "flag": 1}
    assert in_file("big-six.txt", 2 * edition) == {(symbol, ""): number for symbol, number in law_says.items()}
    assert in_file("big-six.txt", 2 * edition + 1) == {(symbol, symbol): number for symbol, number in law_says.items()}
