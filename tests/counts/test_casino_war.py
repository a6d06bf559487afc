"""The exact values of Casino War's wagers, for every lawful number of decks in each edition, as text.

The file beside this one is walked out of the rules and compared byte for byte; `make transcripts` writes it anew
(HOUSEWAY_REWRITE=1). A formula that knows nothing of the rules is the oracle.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from houseway.games import load
from houseway.odds.graph import Walker
from houseway.odds.sheet import rows_of
from houseway.odds.solve import Solver, expected
from support import law

FILE = Path(__file__).parent / "casino-war.txt"
EDITIONS = ("2012-final", "2011-proposed", "2011-comment")
SHUFFLERS = ("manual", "batch", "continuous")
READINGS = ("initial_on_war_win=won", "initial_on_war_win=lost", "initial_on_war_tie=returned")
COLUMNS = ("go-to-war", "surrender", "tie", "tie-on-war")
REWRITE = os.environ.get("HOUSEWAY_REWRITE") == "1"


@cache
def worth(*settings: str) -> tuple[Fraction, ...]:
    """Per unit of the wager: the Initial Wager played either way, the Tie Wager, and the one on the War deal."""
    game, rules = load("casino-war", settings)
    found = []
    for wager, strategy in (("initial", "go-to-war"), ("initial", "surrender"), ("tie", None), ("tie-on-war", None)):
        policy = game.walk.policy(rules, strategy) if strategy else None
        stake = game.law.catalogue(rules)[wager].unit_cents
        distribution, _ = Solver(Walker(game, rules, policy).graph(wager, stake, "")).solve()
        found.append(expected(distribution) / stake)
    return tuple(found)


def lawful_decks(edition: str, shuffler: str) -> list[int]:
    rules = load("casino-war", [f"edition={edition}"])[1]
    return [int(decks) for decks in rules.names(f"decks_{shuffler}")]


def line(name: str, figures: tuple[Fraction, ...]) -> str:
    return f"{name:<28}" + "".join(f" {figure!s:>26}" for figure in figures)


def casino_war() -> str:
    """Every lawful shoe of each edition, then the comment's other readings."""
    lines = ["# Casino War, Chapter 651a: what each wager is worth, per unit of it, with so many decks in the shoe"]
    for edition in EDITIONS:
        for shuffler in SHUFFLERS:
            decks = lawful_decks(edition, shuffler)
            lines += ["", f"# {edition}, {shuffler}: {', '.join(COLUMNS)}"] if decks else []
            for n in decks:
                found = worth(f"edition={edition}", f"shuffler={shuffler}", f"decks={n}")
                lines.append(line(str(n), found))
    lines += ["", f"# 2011-comment, 6 decks by hand, other readings: {', '.join(COLUMNS)}"]
    lines += [line(reading, worth("edition=2011-comment", f"reading.{reading}")) for reading in READINGS]
    return "\n".join(lines) + "\n"


def in_file() -> dict[tuple[str, str], tuple[Fraction, ...]]:
    """(heading, first word) to the figures."""
    found, heading = {}, ""
    for text in FILE.read_text(encoding="utf-8").splitlines():
        if text.startswith("#"):
            heading = text[2:].partition(":")[0]
        elif text:
            name, *figures = text.split()
            found[heading, name] = tuple(Fraction(figure) for figure in figures)
    return found


@law("651a.9", "651a.10", "651a.3")
def test_651a_9_the_rules_are_worth_what_the_file_says() -> None:
    now = casino_war()
    if REWRITE:
        FILE.write_text(now, encoding="utf-8")
    assert now == FILE.read_text(encoding="utf-8")


def by_formula(decks: int, war: tuple[int, int, int] = (-2, 1, 2)) -> tuple[Fraction, ...]:
    """Two cards of n decks, then two more: burned cards change nothing, since nobody has seen them.

    `war`: units won by a player at War whose card is lower, higher, equal.
    """
    cards, rank = 52 * decks, 4 * decks
    tie = Fraction(rank - 1, cards - 1)
    again = Fraction((rank - 2) * (rank - 3) + 12 * rank * (rank - 1), (cards - 2) * (cards - 3))
    lower, higher, equal = war
    at_war = (1 - again) / 2 * (lower + higher) + again * equal
    return tie * at_war, -tie / 2, 11 * tie - 1, 11 * again - 1


@law("651a.9(g)", "651a.10(3)")
@pytest.mark.parametrize("key", in_file(), ids=" ".join)
def test_651a_9_g_the_file_agrees_with_a_formula(key: tuple[str, str]) -> None:
    heading, name = key
    war = (-2, 1, 3) if heading.startswith("2011-comment") else (-2, 1, 2)
    wars = dict(zip(READINGS, ((-2, 2, 3), (-2, 0, 3), (-2, 1, 2)), strict=True))
    decks = 6 if name in wars else int(name)
    assert in_file()[key] == by_formula(decks, wars.get(name, war))


@law("651a.9(c)", "651a.9(b)")
def test_651a_9_c_six_decks_in_figures_that_others_have_too() -> None:
    figures = dict(zip(COLUMNS, in_file()["2012-final, manual", "6"], strict=True))
    assert figures["go-to-war"] == Fraction(-23138, 993023)
    assert figures["surrender"] == Fraction(-23, 622)
    assert figures["tie"] == Fraction(-58, 311)


@law("651a.9(g)", "651a.3")
def test_651a_9_g_every_lawful_shoe_is_in_the_file_and_how_it_is_shuffled_changes_nothing() -> None:
    found = in_file()
    by_decks: dict[tuple[bool, int], set[tuple[Fraction, ...]]] = {}
    for edition in EDITIONS:
        for shuffler in SHUFFLERS:
            for decks in lawful_decks(edition, shuffler):
                figures = found[f"{edition}, {shuffler}", str(decks)]
                by_decks.setdefault((edition == "2011-comment", decks), set()).add(figures)
    assert all(len(figures) == 1 for figures in by_decks.values())
    assert len(found) == 31 + len(READINGS)


@law("651a.9(c)")
@pytest.mark.parametrize("decks", [6, 8])
def test_651a_9_c_war_is_better_than_surrender_so_that_the_best_play_is_war(decks: int) -> None:
    game, rules = load("casino-war", [f"decks={decks}"])
    rows = {row.strategy: row.expected for row in rows_of(game, rules, "initial")}
    assert rows["optimal"] == rows["go-to-war"] > rows["surrender"]


@law("651a.9(g)(2)")
def test_651a_9_g_2_collected_on_a_war_win_surrender_would_be_better() -> None:
    game, rules = load("casino-war", ["edition=2011-comment", "reading.initial_on_war_win=lost"])
    rows = {row.strategy: row.expected for row in rows_of(game, rules, "initial")}
    assert rows["optimal"] == rows["surrender"] > rows["go-to-war"]
