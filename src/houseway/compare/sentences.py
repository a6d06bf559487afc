"""The sentences of a comparison: what terminal, page and notebook say alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from houseway.compare.examples import Example, seated
from houseway.compare.rounds import RAISE_LIMIT, Found, Rounds, Walked
from houseway.compare.value_changes import OddsChange
from houseway.compare.variants import Variant
from houseway.money import dollars
from houseway.odds import percent
from houseway.odds.figure import Figure
from houseway.odds.traces import Unlike

UNLIKE = {
    Unlike.ORDER: "the order in which wagers are settled",
    Unlike.MOMENT: "when the chips move",
    Unlike.PLACE: "where the chips lie and which way they go",
    Unlike.GAIN: "what a player gains",
    Unlike.UNSHARED: "what can come up at all",
}
HEADS = {
    Unlike.ORDER: "Settled in another order",
    Unlike.MOMENT: "The same money at another moment",
    Unlike.PLACE: "The same gain by another way of the chips",
    Unlike.GAIN: "Another gain",
    Unlike.UNSHARED: "A round that only one of them knows",
}


def answer(
    names: tuple[str, str], rounds: Rounds, odds_changes: Iterable[OddsChange], variants: Sequence[Variant]
) -> str:
    """Can a player's result differ in any round at all?"""
    if rounds.worst >= Unlike.GAIN:
        first = next(found for found in rounds.found if found.unlike >= Unlike.GAIN)
        how = verdicts(first, names)
        where = f" {how[0].upper()}{how[1:]}." if how else ""
        return f"Yes: there are rounds that {names[0]} and {names[1]} pay differently, {likely(first)}.{where}"
    looked = "in every round" if rounds.complete else "in every round that was looked at (not all were, see below)"
    text = f"No: {looked} {names[0]} and {names[1]} pay every player the same"
    kinds = sorted({found.unlike for found in rounds.found}, reverse=True)
    text += f". They differ only in {listed([UNLIKE[kind] for kind in kinds])}." if kinds else ", in the same order."
    one_only = [worth.name for worth in odds_changes if worth.was is None or worth.now is None]
    if one_only:
        text += f" Only one of them has {listed(one_only)}."
    elif rounds.differs:
        text += " But not the same is asked, offered or likely under both."
    paying = [v for v in variants if v.rounds.worst is Unlike.GAIN or (not v.only and v.rounds.differs)]
    if paying:
        text += f" But a player's result can differ with {listed([_set(variant) for variant in paying], 3)}."
    return text


def _set(variant: Variant) -> str:
    allowed = f", which only {variant.only} allows" if variant.only else ""
    return " and ".join(variant.settings) + allowed


def listed(items: Sequence[str], most: int = 8) -> str:
    """One, two and three."""
    *others, last = [*items[:most], *([f"{len(items) - most} more"] if len(items) > most else [])]
    return f"{', '.join(others)}, and {last}" if others else last


PART_OF_A_ROUND = (
    "A wager within a round is only a part of it: another may take back what it pays. Whole rounds follow."
)
HOW_COMPARED = (
    "Both editions meet the same wagers, the same chance and the same choices. Stakes are the least that both take; each "
    "choice is tried at its least and its largest amount (with two players at its least)."
)


def looked_at(walk: Walked) -> str:
    """What was compared, and how much of it."""
    many = f"{walk.positions:,} position{'s' if walk.positions > 1 else ''}, {walk.ends:,} ways to end"
    whole = "all there are" if walk.complete else "not all: the walk was stopped there"
    return f"{walk.what}: {many} ({whole}); {_result(walk.worst)}"


def _result(worst: Unlike) -> str:
    return "no difference" if worst is Unlike.SAME else f"unlike in {UNLIKE[worst]}"


def not_compared(rounds: Rounds) -> list[str]:
    """What was not looked at, and why."""
    refused = [f"not compared: {wager}, which neither edition takes by itself" for wager in rounds.left_out]
    return [*refused, *(f"not compared: {kind}" for kind in rounds.not_tried)]


def other_settings(variants: Sequence[Variant], left: int) -> list[str]:
    """What came of the other settings: those that came to the same together."""
    groups: dict[tuple[str | None, str, Unlike], list[str]] = {}
    for variant in variants:
        *beside, own = variant.settings
        said = own if variant.only is None else "by itself" if not beside else f"with {' and '.join(beside)}"
        groups.setdefault((variant.only, own if variant.only else "", variant.rounds.worst), []).append(said)
    lines = []
    for (only, own, worst), settings in groups.items():
        what = (
            f"with {', '.join(settings)}"
            if only is None
            else f"with {own} ({only} alone allows it), {_beside(settings)}"
        )
        lines.append(f"{what}: {_result(worst)}")
    return [*lines, f"not compared: {left} more settings ({RAISE_LIMIT})"] if left else lines


def _beside(settings: list[str]) -> str:
    others = [each for each in settings if each != "by itself"]
    if len(others) == len(settings):
        return ", ".join(others)
    each = f"each of {len(others)} other settings" if len(others) > 1 else "".join(others).removeprefix("with ")
    return "by itself" + (f" and beside {each}" if others else "")


def likely(found: Found) -> str:
    """How likely such rounds are: by named strategy where there are some, else at all (or at most, where choices decide)."""
    if found.chance is None or found.chance_now is None:
        return "how likely it is cannot be told"
    if found.by_strategy:
        plays = [f"{_chance(chance)} with {name}" for name, chance in found.by_strategy]
        best = max(chance for _, chance in found.by_strategy)
        return f"in {', '.join(plays)}" + (f", at most {_chance(found.chance)}" if best != found.chance else "")
    most = "at most " if found.at_most else ""
    text = f"{found.given}: in {most}{_chance(found.chance)}" if found.given else f"in {most}{_chance(found.chance)}"
    if found.chance_now != found.chance:
        text += f" under the first, {most}{_chance(found.chance_now)} under the second"
    return text


def verdicts(found: Found, names: tuple[str, str]) -> str:
    """How the wagers end that end otherwise."""
    ends = [f"{wager} is {was} under {names[0]}, {now} under {names[1]}" for wager, was, now in found.verdicts]
    return "; ".join(dict.fromkeys(ends))


def gained(example: Example, at: int) -> str:
    """What each seat gained on one side."""
    return ", ".join(f"{seated(seat)} {_gain(now if at else was)}" for seat, was, now in example.gains)


def _gain(cents: int) -> str:
    return "gains nothing" if not cents else f"{'gains' if cents > 0 else 'loses'} {dollars(abs(cents))}"


def _chance(chance: Fraction) -> str:
    """That many rounds."""
    if chance in (0, 1):
        return "every round" if chance else "no round"
    near = percent(chance) if percent(chance) != "0.000%" else f"{float(chance):.3g}"
    whole = str(chance)
    return f"{whole} ({near}) of rounds" if len(whole) <= 23 else f"{near} of rounds"


def figure(value: Figure, signed: bool = False) -> str:
    """A rational as it is, or its first digits where it is rounded or too long to read; JSON has it whole."""
    plus = "+" if signed and value > 0 else ""
    whole = str(value)
    return f"{plus}{whole}" if isinstance(value, Fraction) and len(whole) <= 15 else f"≈ {plus}{float(value):.6g}"


def worth_line(odds_changes: Sequence[OddsChange]) -> str:
    """How many wagers are worth the same."""
    same = sum(not worth.differs for worth in odds_changes)
    plays = any(worth.row.strategy or worth.row.situation for worth in odds_changes)
    rows = "wagers, each way to play them counted," if plays else "wagers"
    if same == len(odds_changes):
        return f"All {same} {rows} have the same chances, expectation and variance under both."
    return f"{same} of {len(odds_changes)} {rows} have the same chances, expectation and variance under both."
