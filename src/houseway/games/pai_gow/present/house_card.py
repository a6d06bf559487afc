"""The house way as a card for the table: the law, the rules, their terms, examples and exceptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from houseway.core.advice import Card, Picture, Section
from houseway.games.pai_gow.house_way.hand_kinds import HandKind, hand_kinds
from houseway.games.pai_gow.house_way.house_ways import BY_LAW, HouseWay, house_way
from houseway.games.pai_gow.house_way.rule_list import WORDS, Rule
from houseway.games.pai_gow.law.settings import lawful
from houseway.games.pai_gow.present.tile_pictures import drawn_setting
from houseway.law import Rules

EXAMPLES_MAX = 8
EXCEPTION_COLUMNS = 4
LAW = (
    "1. The Supreme Pair (2-4 and 1-2) is always played as the Supreme Pair: 621a.10(d)(1).",
    "2. Otherwise a pair, Wong or Gong is played if there is one: 621a.10(d)(2).",
    "3. Otherwise two tiles that make 9, 8 or 7 are played together: 621a.10(d)(3).",
    "4. Otherwise the highest tile is played with the lowest: 621a.10(d)(4).",
)


def one_way_hands() -> int:
    """The number of hands for which 621a.10(d) leaves one setting."""
    return sum(hand.copies for hand in hand_kinds() if len(lawful(hand.tiles).ways) == 1)


def all_hands() -> int:
    """The number of hands."""
    return sum(hand.copies for hand in hand_kinds())


def law_lines() -> tuple[str, ...]:
    """The hands that 621a.10(d) decides, and the number that it leaves open."""
    one, every = one_way_hands(), all_hands()
    left = (
        f"That leaves one way for {one:,} of all {every:,} hands; for the other {every - one:,} the house way decides."
    )
    return (*LAW, left)


def exceptions(way: HouseWay) -> tuple[Rule, ...]:
    """The rules for hands named tile by tile."""
    return tuple(rule for rule in way.rules if rule.named is not None)


def general(way: HouseWay) -> tuple[Rule, ...]:
    """The other rules, in order."""
    return tuple(rule for rule in way.rules if rule.named is None)


def exceptions_first(way: HouseWay) -> bool:
    """Do all exceptions come before all other rules?"""
    count = len(exceptions(way))
    return all(rule.named is not None for rule in way.rules[:count])


def exception_line(way: HouseWay, rule: Rule) -> str:
    """A named hand and its setting, high over low."""
    tiles, kinds = rule.when.removeprefix("tiles "), rule.named
    found = next(hand for hand in hand_kinds() if hand.kinds == kinds)
    return f"{tiles}: {way.set(found.tiles).setting}"


def rule_lines(way: HouseWay) -> tuple[str, ...]:
    """The rules in order, each as a sentence; leading exceptions become one line."""
    named = len(exceptions(way)) if exceptions_first(way) else 0
    said = []
    if named:
        which = f"one of the {named} exceptions" if named > 1 else "the exception"
        said.append(f"First: if the hand is {which}, set it as listed there.")
    for label, rule in list(zip(way.labels, way.rules, strict=True))[named:]:
        said.append(f"{label.capitalize()}: {rule.sentence}.")
    return tuple(said)


def word_lines() -> tuple[str, ...]:
    """The terms and their meanings."""
    return tuple(f"{word}: {means}" for word, means in WORDS)


def spelled_out(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    """621a.10(d): the submitted house way, rule by rule, with its words and exceptions."""
    way = house_way(rules.option("house_way"))
    listed = [exception_line(way, rule) for rule in exceptions(way)]
    fours = range(0, len(listed), EXCEPTION_COLUMNS)
    more = tuple(f"Exceptions, high over low: {'; '.join(listed[n : n + EXCEPTION_COLUMNS])}." for n in fours)
    return {"house_way": (f"{way.name}: {way.says}", *rule_lines(way), *word_lines(), *more)}


# Examples


def _examples(way: HouseWay) -> Iterator[tuple[str, HandKind]]:
    """A common hand for each general rule, for the exceptions, and for each paragraph that leaves one setting."""
    wanted = [label for label, rule in zip(way.labels, way.rules, strict=True) if rule.named is None]
    wanted += ["exception 1"] if exceptions(way) else []
    decided: dict[str, list[HandKind]] = {}
    for hand in hand_kinds():
        found = way.set(hand.tiles)
        decided.setdefault(found.label or str(found.cites[0]), []).append(hand)
    for label in (label for label in (*wanted, *BY_LAW) if label in decided):
        most = max(hand.copies for hand in decided[label])
        usual = [hand for hand in decided[label] if hand.copies == most]
        yield label, usual[len(usual) // 2]  # from the middle, so that the examples do not all begin alike


def examples(way: HouseWay) -> tuple[Picture, ...]:
    """Example hands as the dealer lays them, with the deciding rule."""
    pictures = []
    for label, hand in list(_examples(way))[:EXAMPLES_MAX]:
        found = way.set(hand.tiles)
        by = label.capitalize() if found.number else f"§ {label}"
        high, low = (two.name for two in found.setting.ranks)
        pictures.append(Picture(drawn_setting(found.setting), f"{by}: {high} over {low}"))
    return tuple(pictures)


def house_card(rules: Rules, way: HouseWay, worth: str) -> Card:
    """Everything a dealer needs to set a hand and a supervisor needs to check it."""
    named = exceptions(way)
    listed = tuple(f"{number}. {exception_line(way, rule)}" for number, rule in enumerate(named, start=1))
    sections = [
        Section("The law comes first", (), law_lines()),
        Section("The house way: use the first rule that applies", (), rule_lines(way)),
        Section("The words", (), word_lines(), columns=2),
        Section("Examples: the high hand upright, the low hand across", (), (), examples(way)),
    ]
    if listed:
        sections.append(Section("Exceptions: high over low", (), listed, columns=EXCEPTION_COLUMNS))
    lines = (
        f"{rules.option('holder')}: house way “{way.name}” of the Rules Submission under § 601a.2",
        f"58 Pa. Code § 621a.10(d), edition {rules.edition.id}",
    )
    foot = (
        "A hand set incorrectly is reset as listed here, and the round continues: § 621a.12(f).",
        "Tell a player who asks how the house would set the hand: § 621a.10(b). Set a co-bank's hand likewise: § 621a.11(e).",
        f"Checked over all {all_hands():,} hands: each has one setting, and none breaks § 621a.10(d). {worth}",
    )
    return Card("Pai Gow: how the dealer sets a hand", lines, tuple(sections), foot)
