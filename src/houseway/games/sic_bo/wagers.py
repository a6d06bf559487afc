"""625a.3: when each wager wins. What a winning line pays is in the edition's file."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from houseway.core import Kinds, Line, Refusal
from houseway.equipment.dice import FACES, Dice
from houseway.law import Rules, cites

WAGERS = Kinds[Dice]()

EACH_FACE = {str(face): face for face in FACES}
TOTALS = {str(total): total for total in range(4, 18)}  # 625a.6(a) prices these; 3 and 18 have no odds
PAIRS = {f"{low}-{high}": (low, high) for low, high in combinations(FACES, 2)}


# 625a.6(b): the line depends on how many dice show the number
ONE_OF_A_KIND = {1: Line("one-of-a-kind-once"), 2: Line("one-of-a-kind-twice"), 3: Line("one-of-a-kind-thrice")}
PAYOUT_NAMES = {
    "three-of-a-kind": "Three of a Kind", "two-of-a-kind": "Two of a Kind", "two-dice-combination": "Two Dice Combination",
    "one-of-a-kind-once": "One of a Kind, on one die", "one-of-a-kind-twice": "One of a Kind, on two dice",
    "one-of-a-kind-thrice": "One of a Kind, on three dice",
}  # fmt: skip
ONE_LINES = tuple(ONE_OF_A_KIND.values())


def withheld(rules: Rules) -> Mapping[str, Refusal]:
    """Totals that 625a.6(a) gives no odds for."""
    return {
        f"total-value:{total}": Refusal(
            f"a total of {total} has no payout odds: wagers are taken on totals of 4 to 17",
            cites("625a.3(4)", "625a.6(a)"),
        )
        for total in (3, 18)
    }


def is_triple(dice: Dice) -> bool:
    """Do all dice show the same number?"""
    return len(set(dice)) == 1


@WAGERS.kind("625a.3(1)", name="Three of a Kind", choices=EACH_FACE, label="Three {choice}s")
def three_of_a_kind(dice: Dice, rules: Rules, face: int) -> Line | None:
    """All three dice show the number chosen."""
    return Line("three-of-a-kind") if dice.count(face) == 3 else None


@WAGERS.kind("625a.3(2)", name="Two of a Kind", choices=EACH_FACE, label="Two {choice}s")
def two_of_a_kind(dice: Dice, rules: Rules, face: int) -> Line | None:
    """Two of the three dice show the number chosen."""
    enough = (2, 3) if rules.reading("two_of_a_kind") == "at-least-two" else (2,)
    return Line("two-of-a-kind") if dice.count(face) in enough else None


@WAGERS.kind("625a.3(3)", name="Any Three of a Kind")
def any_three_of_a_kind(dice: Dice, rules: Rules) -> Line | None:
    """All three dice show the same number, whichever it is."""
    return Line("any-three-of-a-kind") if is_triple(dice) else None


@WAGERS.kind(
    "625a.3(4)",
    name="Total Value Bet",
    choices=TOTALS,
    label="Total of {choice}",
    lines=lambda total: (f"total-value-{total}",),
)
def total_value(dice: Dice, rules: Rules, total: int) -> Line | None:
    """The three dice add up to the total chosen."""
    return Line(f"total-value-{total}") if sum(dice) == total else None


@WAGERS.kind("625a.3(5)", name="Two Dice Combination", choices=PAIRS, label="Combination {choice}")
def two_dice_combination(dice: Dice, rules: Rules, pair: tuple[int, int]) -> Line | None:
    """Both of the two different numbers chosen are showing."""
    return Line("two-dice-combination") if pair[0] in dice and pair[1] in dice else None


@WAGERS.kind("625a.3(6)", name="Small Bet")
def small(dice: Dice, rules: Rules) -> Line | None:
    """The total is four through ten, and not of three of a kind."""
    return Line("small") if 4 <= sum(dice) <= 10 and not is_triple(dice) else None


@WAGERS.kind("625a.3(7)", name="Big Bet")
def big(dice: Dice, rules: Rules) -> Line | None:
    """The total is eleven through seventeen, and not of three of a kind."""
    return Line("big") if 11 <= sum(dice) <= 17 and not is_triple(dice) else None


@WAGERS.kind("625a.3(8)", name="One of a Kind", choices=EACH_FACE, label="One {choice}", lines=ONE_LINES)
def one_of_a_kind(dice: Dice, rules: Rules, face: int) -> Line | None:
    """At least one die shows the number chosen; it pays more for two and for three of them."""
    shown = dice.count(face)
    return ONE_OF_A_KIND[shown] if shown else None
