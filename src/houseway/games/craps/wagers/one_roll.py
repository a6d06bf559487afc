"""623a.3(a)(11) to (39): wagers that the next roll decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.core import Multiple, Placed
from houseway.games.craps.roll import Roll
from houseway.games.craps.wagers.wager_kind import Fate, kind, lost, won
from houseway.law import Rules, cites
from houseway.money import dollars

CRAPS = (2, 3, 12)
# The wagers (and payout lines) that make up the four units of a Horn Bet
HORN = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}


def of_units(value: str, *because: str) -> Callable[[Rules, Any], Multiple]:
    """Require a multiple of the edition's number of units; a reading says what a unit is."""

    def multiple(rules: Rules, _: object) -> Multiple:
        units = rules.number(value)
        each = 100 if rules.reading("unit") == "dollar" else 1
        says = f"it is made in units of {units}; wager a multiple of {dollars(units * each)}"
        return Multiple(units * each, says, cites(*because))

    return multiple


def halves(rules: Rules, _: object) -> Multiple:
    """623a.5(b): a Craps-Eleven Bet is two equal wagers."""
    return Multiple(2, "it is two equal wagers; wager an even number of cents", cites("623a.5(b)"))


@kind("field", "623a.3(a)(11)", "Field Bet", ("field", "field-2-12"))
def field(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on 2, 3, 4, 9, 10, 11 or 12, and pays more on 2 and 12."""
    if roll.total in (5, 6, 7, 8):
        return lost("623a.3(a)(11)(ii)")
    return won("field-2-12" if roll.total in (2, 12) else "field", "623a.3(a)(11)(i)")


@kind("any-seven", "623a.3(a)(12)", "Any Seven Bet", ("any-seven",))
def any_seven(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a 7."""
    return won("any-seven", "623a.3(a)(12)(i)") if roll.total == 7 else lost("623a.3(a)(12)(ii)")


@kind("any-craps", "623a.3(a)(13)", "Any Craps Bet", ("any-craps",))
def any_craps(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a 2, 3 or 12."""
    return won("any-craps", "623a.3(a)(13)(i)") if roll.total in CRAPS else lost("623a.3(a)(13)(ii)")


@kind("craps-2", "623a.3(a)(14)", "Craps Two Bet", ("craps-2",))
def craps_two(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a 2."""
    return won("craps-2", "623a.3(a)(14)(i)") if roll.total == 2 else lost("623a.3(a)(14)(ii)")


@kind("craps-3", "623a.3(a)(15)", "Craps Three Bet", ("craps-3",))
def craps_three(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a 3."""
    return won("craps-3", "623a.3(a)(15)(i)") if roll.total == 3 else lost("623a.3(a)(15)(ii)")


@kind("craps-12", "623a.3(a)(16)", "Craps Twelve Bet", ("craps-12",))
def craps_twelve(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a 12."""
    return won("craps-12", "623a.3(a)(16)(i)") if roll.total == 12 else lost("623a.3(a)(16)(ii)")


@kind("eleven", "623a.3(a)(17)", "11 in One Roll Bet", ("eleven",))
def eleven(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on an 11."""
    return won("eleven", "623a.3(a)(17)(i)") if roll.total == 11 else lost("623a.3(a)(17)(ii)")


@kind("craps-eleven", "623a.3(a)(18)", "Craps-Eleven or C and E Bet", ("any-craps", "eleven"), multiple=halves, parts=2)
def craps_eleven(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Half of it is an Any Craps Bet, half an 11 in One Roll."""
    if roll.total in CRAPS:
        return won("any-craps", "623a.3(a)(18)(i)", "623a.5(b)", of=2)
    if roll.total == 11:
        return won("eleven", "623a.3(a)(18)(i)", "623a.5(b)", of=2)
    return lost("623a.3(a)(18)(ii)")


@kind(
    "horn", "623a.3(a)(19)", "Horn Bet", tuple(HORN.values()), multiple=of_units("horn_units", "623a.3(a)(19)"), parts=4
)  # fmt: skip
def horn(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """A quarter of it each on 2, 3, 11 and 12."""
    if roll.total in HORN:
        return won(HORN[roll.total], "623a.3(a)(19)(i)", "623a.5(c)", of=4)
    return lost("623a.3(a)(19)(ii)")


@kind(
    "horn-high", "623a.3(a)(20)", "Horn High Bet", tuple(HORN.values()), {str(n): n for n in (2, 3, 11, 12)},
    lambda high: f"Horn High {high} Bet", of_units("horn_high_units", "623a.3(a)(20)"), 5,
)  # fmt: skip
def horn_high(rules: Rules, roll: Roll, placed: Placed, high: int) -> Fate:
    """A fifth of it each on 2, 3, 11 and 12, and another fifth on the high number."""
    if roll.total in HORN:
        return won(HORN[roll.total], "623a.3(a)(20)(i)", "623a.5(d)", units=1 + (roll.total == high), of=5)
    return lost("623a.3(a)(20)(ii)")


@kind(
    "whirl", "623a.3(a)(21)", "Whirl Bet", (*HORN.values(), "any-seven"),
    multiple=of_units("whirl_units", "623a.3(a)(21)"), parts=5,
)  # fmt: skip
def whirl(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Four fifths of it are a Horn Bet, one fifth an Any Seven Bet."""
    if roll.total in HORN:
        return won(HORN[roll.total], "623a.3(a)(21)(i)", "623a.5(e)", of=5)
    if roll.total == 7:
        return won("any-seven", "623a.3(a)(21)(i)", "623a.5(e)", of=5)
    return lost("623a.3(a)(21)(ii)")


def broken_into(rules: Rules, wager: str) -> tuple[str, ...]:
    """623a.3(a)(20), (21): the parts of a Horn High or Whirl Bet that has no area on the layout."""
    name, _, high = wager.partition(":")
    if name == "horn-high" and not rules.option("areas.horn_high"):
        return "horn", HORN[int(high)]
    return ("horn", "any-seven") if name == "whirl" and not rules.option("areas.whirl") else ()


# The pair of faces and the paragraph of each hop bet
HOPS = {
    (2, 2): "623a.3(a)(22)", (3, 3): "623a.3(a)(23)", (4, 4): "623a.3(a)(24)", (5, 5): "623a.3(a)(25)",
    (1, 3): "623a.3(a)(26)", (1, 4): "623a.3(a)(27)", (2, 3): "623a.3(a)(28)", (1, 5): "623a.3(a)(29)",
    (2, 4): "623a.3(a)(30)", (1, 6): "623a.3(a)(31)", (2, 5): "623a.3(a)(32)", (3, 4): "623a.3(a)(33)",
    (2, 6): "623a.3(a)(34)", (3, 5): "623a.3(a)(35)", (3, 6): "623a.3(a)(36)", (4, 5): "623a.3(a)(37)",
    (4, 6): "623a.3(a)(38)",
}  # fmt: skip


@kind(
    "hop", HOPS.__getitem__, "On the Hop Bet", lambda pair: (f"hop-{pair[0]}-{pair[1]}",),
    {f"{low}-{high}": (low, high) for low, high in HOPS}, lambda pair: f"{pair[0]}-{pair[1]} on the Hop Bet",
)  # fmt: skip
def hop(rules: Rules, roll: Roll, placed: Placed, pair: tuple[int, int]) -> Fate:
    """Wins if the two dice show just this pair of faces."""
    if roll.pair == pair:
        return won(f"hop-{pair[0]}-{pair[1]}", f"{HOPS[pair]}(i)")
    return lost(f"{HOPS[pair]}(ii)")


@kind("6-7-8", "623a.3(a)(39)", "6-7-8 Bet", ("6-7-8", "6-7-8-hard"))
def six_seven_eight(rules: Rules, roll: Roll, placed: Placed, _: object) -> Fate:
    """Wins on a 6, 7 or 8, and pays more where the 6 or 8 is a pair."""
    if roll.total not in (6, 7, 8):
        return lost("623a.3(a)(39)(ii)")
    return won("6-7-8-hard" if roll.pair in ((3, 3), (4, 4)) else "6-7-8", "623a.3(a)(39)(i)")


KINDS = (
    field, any_seven, any_craps, craps_two, craps_three, craps_twelve, eleven, craps_eleven, horn, horn_high, whirl, hop,
    six_seven_eight,
)  # fmt: skip
