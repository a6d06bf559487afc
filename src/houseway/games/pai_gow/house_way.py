"""House ways: how a certificate holder completes 621a.10(d), and the check that it is complete and lawful."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.hands import HandKind, hand_kinds
from houseway.games.pai_gow.rule_list import Rule, View, read_rules, spoken_hand
from houseway.games.pai_gow.setting import Open, Setting, as_hand, lawful
from houseway.law import BadInput, Citation, Edition, Finding, cites
from houseway.law.errors import nearest, one_of
from houseway.law.toml_file import read_toml

FIELD = "house_way"
DEFAULT = "strongest"
OPEN_CITE = Citation("621a.10(d)")
BY_LAW = "the only way that is open"


@dataclass(frozen=True, slots=True)
class Set:
    """How a house way sets four tiles, by which of its rules (0: the law leaves one way only), and by which paragraph."""

    setting: Setting
    number: int
    rule: str
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A hand that a house way does not set, or sets against the law."""

    hand: HandKind
    number: int  # of the rule; 0 where no rule applies
    problem: str
    cite: Citation

    def __str__(self) -> str:
        return f"{spoken_hand(self.hand.tiles)}: {self.problem}"


@dataclass(frozen=True)
class HouseWay:
    """A completion of 621a.10(d): rules in order, of which the first that applies decides."""

    name: str
    says: str
    rules: tuple[Rule, ...]

    def find(self, view: View) -> tuple[int, Rule] | None:
        """The first rule that applies, and its number from 1."""
        return next(((number, rule) for number, rule in enumerate(self.rules, start=1) if rule.applies(view)), None)

    def set(self, hand: Sequence[Tile]) -> Set:
        """The one way in which the dealer sets these four tiles; only for a house way that was found faultless."""
        tiles = as_hand(hand)
        allowed = lawful(tiles)
        view = View.of(tiles, allowed.ways)
        found = self.find(view)
        if found is None:
            assert len(allowed.ways) == 1, f"{self.name} has no rule for {spoken_hand(tiles)}"
            return Set(allowed.ways[0], 0, BY_LAW, (allowed.cite,))
        number, rule = found
        way = rule.action(view)
        assert way in allowed.ways, f"{self.name}, rule {number}: {way} is against {allowed.cite}"
        return Set(way, number, str(rule), (allowed.cite,))

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """Every kind of hand that is set in no way, or in one that 621a.10(d) forbids."""
        return tuple(found for found in self._every if isinstance(found, Fault))

    @cached_property
    def _every(self) -> tuple[Setting | Fault, ...]:
        """How every kind of hand is set, or what is wrong with it."""
        return tuple(self._decide(hand) for hand in hand_kinds())

    def _decide(self, hand: HandKind) -> Setting | Fault:
        allowed = lawful(hand.tiles)
        view = View.of(hand.tiles, allowed.ways)
        found = self.find(view)
        if found is None:
            if len(allowed.ways) == 1:
                return allowed.ways[0]
            problem = f"no rule applies, and {len(allowed.ways)} ways are open: {_choices(allowed)}"
            return Fault(hand, 0, problem, allowed.cite)
        number, rule = found
        way = rule.action(view)
        if way is None:
            return Fault(hand, number, f"{rule.play} cannot be played from these tiles", OPEN_CITE)
        if way not in allowed.ways:
            return Fault(hand, number, f"{way} is not open to the dealer; open: {_choices(allowed)}", allowed.cite)
        return way

    @cached_property
    def idle(self) -> tuple[int, ...]:
        """The rules that decide nothing, by number: others before them do, or the law leaves no choice."""
        views = ((View.of(hand.tiles, lawful(hand.tiles).ways)) for hand in hand_kinds())
        used = {found[0] for view in views if len(view.ways) > 1 and (found := self.find(view)) is not None}
        return tuple(number for number in range(1, len(self.rules) + 1) if number not in used)

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """How every kind of hand is set, in the order of `hand_kinds`."""
        assert not self.faults, self.faults[:3]
        return tuple(found for found in self._every if isinstance(found, Setting))

    def lines(self) -> list[str]:
        """The rules as a person reads them."""
        return [f"{number}. {rule}" for number, rule in enumerate(self.rules, start=1)]

    def as_json(self) -> dict[str, object]:
        """Name and rules, as a submission may have them."""
        return {"name": self.name, "rules": [{"when": rule.when, "play": rule.play} for rule in self.rules]}


def _choices(allowed: Open) -> str:
    return one_of(str(way) for way in allowed.ways)


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
    """The house way that a submission names, or lists rule by rule."""
    if isinstance(value, str):
        if value not in house_ways():
            hint = nearest(value, house_ways())
            raise BadInput(f'{FIELD}: "{value}" is neither the name of a house way nor a list of rules; {hint}')
        return house_ways()[value]
    rules = read_rules(value, FIELD)
    return _custom(tuple((rule.when, rule.play) for rule in rules))


@cache
def _custom(texts: tuple[tuple[str, str], ...]) -> HouseWay:
    rules = read_rules([{"when": when, "play": play} for when, play in texts], FIELD)
    return HouseWay("submitted", "The rules of the submission.", rules)


def check_house_way(value: object, edition: Edition) -> tuple[object, tuple[Finding, ...]]:
    """Can a submission's house way be understood, does it set every hand, and does it never break 621a.10(d)?"""
    del edition
    try:
        way = house_way(value)
    except BadInput as error:
        text = str(error).removeprefix(f"{FIELD}: ").removeprefix(f"{FIELD}, ")
        return value, (Finding(FIELD, value, text, (OPEN_CITE,), malformed=not isinstance(value, str)),)
    plain = value if isinstance(value, str) else way.as_json()["rules"]
    return plain, findings_of(way)


def findings_of(way: HouseWay) -> tuple[Finding, ...]:
    """The faults of a house way as a submission's findings: one for each rule and paragraph, with its first hand."""
    groups: dict[tuple[int, Citation], list[Fault]] = {}
    for fault in way.faults:
        groups.setdefault((fault.number, fault.cite), []).append(fault)
    findings = []
    for (number, cite), faults in sorted(groups.items()):
        hands = sum(fault.hand.copies for fault in faults)
        where = f"rule {number} ({way.rules[number - 1]})" if number else "no rule"
        more = f"; {hands} hands in all" if len(faults) > 1 or hands > 1 else ""
        value = str(way.rules[number - 1]) if number else spoken_hand(faults[0].hand.tiles)
        findings.append(Finding(FIELD, value, f"{where}: {faults[0]}{more}", cites(cite, "601a.2")))
    return tuple(findings)
