"""House ways: how a certificate holder completes 621a.10(d), and the check that it is complete and lawful."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.house_way.conditions import View
from houseway.games.pai_gow.house_way.hand_kinds import HandKind, hand_kinds
from houseway.games.pai_gow.house_way.rule_list import Rule, hand_text, read_rules
from houseway.games.pai_gow.law.settings import Setting, as_hand, lawful
from houseway.law import BadInput, Citation, Edition, Finding, cites
from houseway.law.errors import nearest, one_of
from houseway.law.inputs import quoted
from houseway.law.toml_file import read_toml

FIELD = "house_way"
DEFAULT = "strongest"
OPEN_CITE = Citation("621a.10(d)")
SUBMITTED = Citation("601a.2")  # the Rules Submission chooses among the open settings

# Why each paragraph leaves only one setting
BY_LAW: Mapping[str, str] = {
    "621a.10(d)(1)": "the Supreme Pair stays together",
    "621a.10(d)(2)": "there is one way to play a pair, Wong or Gong",
    "621a.10(d)(3)": "without a pair, Wong or Gong there is one way to a 9, 8 or 7",
    "621a.10(d)(4)": "without a pair, Wong or Gong and without a 9, 8 or 7 the highest tile goes with the lowest",
}


@dataclass(frozen=True, slots=True)
class Set:
    """A house way's setting of four tiles, with the rule (0 if the law leaves only one setting) and the paragraph."""

    setting: Setting
    number: int
    label: str  # the rule's name in the listed house way; empty if no rule decided
    rule: str  # as written, or why the law leaves one setting
    says: str  # the same in words
    cites: tuple[Citation, ...]

    @property
    def how(self) -> str:
        """The reason for the setting, as the end of a sentence."""
        if not self.number:
            return f"the only setting that {self.cites[0]} allows ({self.rule})"
        return f"by {self.label} of the house way ({self.says})"


@dataclass(frozen=True, slots=True)
class Fault:
    """A hand that a house way does not set, or sets unlawfully."""

    hand: HandKind
    number: int  # of the rule; 0 if no rule applies
    problem: str
    cite: Citation

    def __str__(self) -> str:
        return f"{hand_text(self.hand.tiles)}: {self.problem}"


@cache
def house_views() -> tuple[View, ...]:
    """The view of every kind of hand with the dealer's open settings, in the order of `hand_kinds`."""
    return tuple(View.of(hand.tiles, lawful(hand.tiles).ways) for hand in hand_kinds())


@dataclass(frozen=True)
class HouseWay:
    """A completion of 621a.10(d): an ordered list of rules; the first that applies decides."""

    name: str
    says: str
    rules: tuple[Rule, ...]

    @cached_property
    def _named(self) -> Mapping[tuple[int, ...], int]:
        """The first exception for each hand named tile by tile, as an index to avoid trying all of them."""
        found: dict[tuple[int, ...], int] = {}
        for number, rule in enumerate(self.rules, start=1):
            if rule.named is not None:
                found.setdefault(rule.named, number)
        return found

    @cached_property
    def _general(self) -> tuple[tuple[int, Rule], ...]:
        return tuple((number, rule) for number, rule in enumerate(self.rules, start=1) if rule.named is None)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The name of each rule: rules for named hands are exceptions, numbered separately."""
        counted: Counter[str] = Counter()
        found = []
        for rule in self.rules:
            sort = "rule" if rule.named is None else "exception"
            counted[sort] += 1
            found.append(f"{sort} {counted[sort]}")
        return tuple(found)

    def find(self, view: View) -> tuple[int, Rule] | None:
        """The first rule that applies, and its number from 1."""
        named = self._named.get(view.kinds, len(self.rules) + 1)
        earlier = (each for each in self._general if each[0] < named and each[1].applies(view))
        found = next(earlier, None)
        if found is not None or named > len(self.rules):
            return found
        return named, self.rules[named - 1]

    def set(self, hand: Sequence[Tile]) -> Set:
        """The dealer's setting of these four tiles; only for a house way without faults."""
        tiles = as_hand(hand)
        allowed = lawful(tiles)
        if len(allowed.ways) == 1:
            why = BY_LAW[allowed.cite]
            return Set(allowed.ways[0], 0, "", why, why, (allowed.cite,))
        view = View.of(tiles, allowed.ways)
        found = self.find(view)
        assert found is not None, f"{self.name} has no rule for {hand_text(tiles)}"
        number, rule = found
        way = rule.action(view)
        assert way in allowed.ways, f"{self.name}, rule {number}: {way} is against {allowed.cite}"
        return Set(way, number, self.labels[number - 1], str(rule), rule.sentence, (allowed.cite, SUBMITTED))

    @cached_property
    def _found(self) -> tuple[tuple[int, Rule] | None, ...]:
        """The rule that applies to every kind of hand, in the order of `hand_kinds`."""
        return tuple(self.find(view) for view in house_views())

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """Every kind of hand that is not set, or set in a way that 621a.10(d) forbids."""
        found = map(self._fault, hand_kinds(), house_views(), self._found)
        return tuple(fault for fault in found if fault is not None)

    def _fault(self, hand: HandKind, view: View, found: tuple[int, Rule] | None) -> Fault | None:
        """The fault in setting this hand, if any. An unlawful rule is a fault even where the law leaves no choice."""
        cite = lawful(hand.tiles).cite
        if found is None:
            if len(view.ways) == 1:
                return None
            choices = one_of(str(way) for way in view.ways)
            return Fault(hand, 0, f"no rule applies, and {len(view.ways)} ways are open: {choices}", cite)
        number, rule = found
        way = rule.action(view)
        if way is None:
            return Fault(hand, number, f"{rule.play} cannot be played from these tiles", OPEN_CITE)
        if way not in view.ways:
            choices = one_of(str(each) for each in view.ways)
            return Fault(hand, number, f"{way} is not open to the dealer; open: {choices}", cite)
        return None

    @cached_property
    def idle(self) -> tuple[int, ...]:
        """The numbers of rules that decide nothing, because earlier rules do or the law leaves no choice."""
        used = {
            found[0]
            for view, found in zip(house_views(), self._found, strict=True)
            if len(view.ways) > 1 and found is not None
        }
        return tuple(number for number in range(1, len(self.rules) + 1) if number not in used)

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """The setting of every kind of hand, in the order of `hand_kinds`; only for a house way without faults."""
        assert not self.faults, self.faults[:3]
        return tuple(map(self._setting, house_views(), self._found))

    def _setting(self, view: View, found: tuple[int, Rule] | None) -> Setting:
        way = view.ways[0] if found is None or len(view.ways) == 1 else found[1].action(view)
        assert way is not None, f"{self.name}: {hand_text(view.hand)}"
        return way

    def as_submitted(self) -> list[dict[str, str]]:
        """The rules in the format of a submission."""
        return [{"when": rule.when, "play": rule.play} for rule in self.rules]

    def as_json(self) -> dict[str, object]:
        """Name and rules in the format of a submission, each with its label and its sentence."""
        rules = [
            {"by": label, "when": rule.when, "play": rule.play, "says": rule.sentence}
            for label, rule in zip(self.labels, self.rules, strict=True)
        ]
        return {"name": self.name, "rules": rules}


@cache
def house_ways() -> Mapping[str, HouseWay]:
    """The house ways that come with the chapter, by name."""
    data = read_toml(Path(__file__).parent / "house_ways.toml")
    found: dict[str, HouseWay] = {}
    for name, table in data.items():
        rules = read_rules(table["rules"], name)
        rest = found[table["then"]].rules if "then" in table else ()
        found[name] = HouseWay(name, table["says"], rules + rest)
    return found


def house_way(value: object) -> HouseWay:
    """The house way that a submission names or lists rule by rule."""
    if isinstance(value, str):
        if value not in house_ways():
            hint = nearest(value, house_ways())
            raise BadInput(f"{FIELD}: {quoted(value)} is neither the name of a house way nor a list of rules; {hint}")
        return house_ways()[value]
    rules = read_rules(value, FIELD)
    return _custom(tuple((rule.when, rule.play) for rule in rules))


@cache
def _custom(texts: tuple[tuple[str, str], ...]) -> HouseWay:
    rules = read_rules([{"when": when, "play": play} for when, play in texts], FIELD)
    return HouseWay("submitted", "The rules of the submission.", rules)


def check_house_way(value: object, edition: Edition) -> tuple[object, tuple[Finding, ...]]:
    """Check that a submission's house way can be read, sets every hand, and never breaks 621a.10(d).

    The house ways that come with the chapter are not checked hand by hand at every start: a test does that.
    """
    del edition
    try:
        way = house_way(value)
    except BadInput as error:
        text = str(error).removeprefix(f"{FIELD}: ").removeprefix(f"{FIELD}, ")
        return value, (Finding(FIELD, value, text, (OPEN_CITE,), malformed=not isinstance(value, str)),)
    return (value, ()) if isinstance(value, str) else (way.as_submitted(), findings_of(way))


def findings_of(way: HouseWay) -> tuple[Finding, ...]:
    """The faults of a house way as findings: one for each rule and paragraph, with the first hand as an example."""
    groups: dict[tuple[int, Citation], list[Fault]] = {}
    for fault in way.faults:
        groups.setdefault((fault.number, fault.cite), []).append(fault)
    findings = []
    for (number, cite), faults in sorted(groups.items()):
        hands = sum(fault.hand.copies for fault in faults)
        where = f"rule {number} ({way.rules[number - 1]})" if number else "no rule"
        more = f"; {hands} hands in all" if len(faults) > 1 or hands > 1 else ""
        value = str(way.rules[number - 1]) if number else hand_text(faults[0].hand.tiles)
        findings.append(Finding(FIELD, value, f"{where}: {faults[0]}{more}", cites(cite, "601a.2")))
    return tuple(findings)
