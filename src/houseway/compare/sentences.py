"""The sentences of a comparison, shared by terminal, page and notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from houseway.compare.examples import ComparedRound
from houseway.compare.round_results import ComparedRounds, DifferingRounds, WalkedRounds
from houseway.compare.rounds import RAISE_LIMIT
from houseway.compare.value_changes import OddsChange
from houseway.compare.variants import Variant
from houseway.core import in_words
from houseway.law.errors import one_of
from houseway.money import dollars
from houseway.odds import percent
from houseway.odds.figure import Figure
from houseway.odds.traces import Unlike

UNLIKE = {
    Unlike.ORDER: "the order in which wagers are settled",
    Unlike.MOMENT: "when the chips move",
    Unlike.PLACE: "where the chips are and how they move",
    Unlike.GAIN: "what a player gains",
    Unlike.UNSHARED: "which outcomes are possible",
}
HEADS = {
    Unlike.ORDER: "Settled in a different order",
    Unlike.MOMENT: "The same money at a different time",
    Unlike.PLACE: "The same gain by different chip moves",
    Unlike.GAIN: "Another gain",
    Unlike.UNSHARED: "A round that only one side allows",
}


def answer(
    names: tuple[str, str], rounds: ComparedRounds, odds_changes: Sequence[OddsChange], variants: Sequence[Variant]
) -> str:
    """The answer: can a player's result differ in any round?"""
    if rounds.worst >= Unlike.GAIN:
        unlike = [found for found in rounds.found if found.unlike >= Unlike.GAIN]
        played = [each for each in unlike if not each.by_strategy or any(chance for _, chance in each.by_strategy)]
        first = min(
            played or unlike, key=lambda each: each.given != ""
        )  # rather a whole round that a named strategy meets
        how = verdicts(first, names)
        where = f" {how[0].upper()}{how[1:]}." if how else ""
        return f"Yes: there are rounds that {names[0]} and {names[1]} pay differently, {likely(first)}.{where}"
    worth = [each for each in odds_changes if each.differs and each.was and each.now and not each.within]
    if worth and not rounds.complete:
        return (
            f"Yes: {listed([each.name for each in worth], 4)}: not worth the same under {names[0]} and {names[1]}. "
            f"No round that was compared shows it, and not all were compared ({RAISE_LIMIT})."
        )
    looked = f"in every round that was {_walked(rounds)}"
    text = f"No: {looked} {names[0]} and {names[1]} pay every player the same"
    kinds = sorted({found.unlike for found in rounds.found}, reverse=True)
    text += f". They differ only in {listed([UNLIKE[kind] for kind in kinds])}." if kinds else ", in the same order."
    one_only = [worth.name for worth in odds_changes if worth.was is None or worth.now is None]
    if one_only:
        text += f" Only one of them has {listed(one_only)}."
    elif rounds.differs:
        text += " But questions, offers or chances differ between them."
    paying = [v for v in variants if v.rounds.worst is Unlike.GAIN or (not v.only and v.rounds.differs)]
    if paying:
        text += f" But a player's result can differ with {listed([_set(variant) for variant in paying], 3)}."
    return text


def _walked(rounds: ComparedRounds) -> str:
    """The rounds that an answer stands for: those that were walked, by their wagers and players."""
    if not rounds.complete:
        return "compared (not all were, see below)"
    return f"walked ({'; '.join(walk.what for walk in rounds.walked)}),"


def unchanged_line(unchanged: int, same_words: int) -> str:
    """A line on the paragraphs that both editions have with the same content."""
    if same_words == unchanged:
        return f"{unchanged} paragraphs stand in both in the same words"
    others = unchanged - same_words
    return (
        f"{unchanged} paragraphs have the same content in both: {same_words} in the same words, {others} in other words"
    )


OTHER_WORDS = "The same content in other words"


def _set(variant: Variant) -> str:
    allowed = f", which only {variant.only} allows" if variant.only else ""
    return " and ".join(variant.settings) + allowed


def listed(items: Sequence[str], most: int = 8) -> str:
    """A list in words: "one, two, and three"."""
    *others, last = [*items[:most], *([f"{len(items) - most} more"] if len(items) > most else [])]
    return f"{', '.join(others)}, and {last}" if others else last


PART_OF_A_ROUND = "A wager made within a round is only part of the result: another may offset it. Whole rounds follow."
HOW_COMPARED = (
    "Both sides get the same wagers, random results and choices. Stakes are the lowest that both accept; each "
    "choice is tried at its lowest and its highest amount (with two players, only at its lowest)."
)


def looked_at(walk: WalkedRounds) -> str:
    """One line on a walk: the wagers compared, and the number of positions."""
    many = f"{walk.positions:,} position{'s' if walk.positions > 1 else ''}, {walk.ends:,} ways to end"
    whole = "complete" if walk.complete else "not all: the walk was stopped there"
    return f"{walk.what}: {many} ({whole}); {_result(walk.worst)}"


def _result(worst: Unlike) -> str:
    return "no difference" if worst is Unlike.SAME else f"unlike in {UNLIKE[worst]}"


def not_compared(rounds: ComparedRounds) -> list[str]:
    """Lines on the parts that were not compared, with the reasons."""
    refused = [f"not compared: {wager}, which neither edition takes by itself" for wager in rounds.left_out]
    return [*refused, *(f"not compared: {kind}" for kind in rounds.not_tried)]


def other_settings(variants: Sequence[Variant], left: int) -> list[str]:
    """Lines on the other settings, grouped by result."""
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


def likely(found: DifferingRounds) -> str:
    """How likely such rounds are: by named strategy if there are any, otherwise overall, or an upper bound if choices matter."""
    if found.chance is None or found.chance_now is None:
        return "the chance is not known"
    if found.by_strategy:
        plays = [f"{_chance(chance)} with {name}" for name, chance in found.by_strategy]
        best = max(chance for _, chance in found.by_strategy)
        return f"in {', '.join(plays)}" + (f", at most {_chance(found.chance)}" if best != found.chance else "")
    most = "at most " if found.at_most else ""
    text = f"{found.given}: in {most}{_chance(found.chance)}" if found.given else f"in {most}{_chance(found.chance)}"
    if found.chance_now != found.chance:
        text += f" under the first, {most}{_chance(found.chance_now)} under the second"
    return text


def verdicts(found: DifferingRounds, names: tuple[str, str]) -> str:
    """The wagers with different results, in words."""
    ends = [f"{wager} is {was} under {names[0]}, {now} under {names[1]}" for wager, was, now in found.verdicts]
    return "; ".join(dict.fromkeys(ends))


def alike(found: Iterable[DifferingRounds]) -> list[tuple[DifferingRounds, list[str]]]:
    """Kinds of rounds, each with the other wagers of its kind that it is the same for: one number of a wager like another."""
    groups: dict[object, tuple[DifferingRounds, list[str]]] = {}
    for each in found:
        ends = tuple((_kind(wager), was, now) for wager, was, now in each.verdicts)
        chances = (each.chance, each.chance_now, each.at_most, each.by_strategy, each.given, each.shortest)
        one = ":" in each.wagers and " " not in each.wagers
        gains = (gained(each.example, 0), gained(each.example, 1))
        key = (each.unlike, _kind(each.wagers), ends, chances, gains) if one else object()
        if key in groups:
            groups[key][1].append(each.wagers)
        else:
            groups[key] = (each, [])
    return list(groups.values())


def _kind(wager: str) -> str:
    return wager.partition(":")[0]


def alike_line(others: list[str]) -> str:
    """A sentence for the wagers that an example is the same for; empty if there are none."""
    return f"The same, with the same chance, for {one_of(others)}." if others else ""


def gained(example: ComparedRound, at: int) -> str:
    """The gain of each seat under one edition."""
    return ", ".join(f"{in_words(seat)} {_gain(now if at else was)}" for seat, was, now in example.gains)


def _gain(cents: int) -> str:
    return "gains nothing" if not cents else f"{'gains' if cents > 0 else 'loses'} {dollars(abs(cents))}"


def _chance(chance: Fraction) -> str:
    """A chance in words, as a share of rounds."""
    if chance in (0, 1):
        return "every round" if chance else "no round"
    near = percent(chance) if percent(chance) != "0.000%" else f"{float(chance):.3g}"
    whole = str(chance)
    return f"{whole} ({near}) of rounds" if len(whole) <= 23 else f"{near} of rounds"


def figure(value: Figure, signed: bool = False) -> str:
    """A rational in full, or its first digits if it is rounded or too long to read; JSON always has it in full."""
    plus = "+" if signed and value > 0 else ""
    whole = str(value)
    return f"{plus}{whole}" if isinstance(value, Fraction) and len(whole) <= 15 else f"≈ {plus}{float(value):.6g}"


def equal_line(odds_changes: Sequence[OddsChange]) -> str:
    """A line that lists the wagers with the same odds; empty if that says nothing."""
    same = [worth.name for worth in odds_changes if not worth.differs]
    return f"The same under both: {listed(same)}." if same and len(same) < len(odds_changes) else ""


def named_together(group: Sequence[OddsChange]) -> str:
    """The names of wagers with the same figures."""
    return listed([worth.name for worth in group], 3)


def round_head(found: DifferingRounds) -> str:
    """The line above an example."""
    return (
        "A shortest round of this kind"
        if found.shortest
        else "A round of this kind, found at random (a shorter one may exist)"
    )


def worth_line(odds_changes: Sequence[OddsChange]) -> str:
    """A line on how many wagers have the same odds."""
    same = sum(not worth.differs for worth in odds_changes)
    plays = any(worth.row.strategy or worth.row.situation for worth in odds_changes)
    rows = "wagers, counting each strategy," if plays else "wagers"
    if same == len(odds_changes):
        return f"All {same} {rows} have the same chances, expectation and variance under both."
    return f"{same} of {len(odds_changes)} {rows} have the same chances, expectation and variance under both."
