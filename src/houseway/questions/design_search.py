"""The search behind a design: groups the wagers, goes through the lawful options, and solves the payouts for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.core.progress import stage
from houseway.law import Citation
from houseway.law.errors import BadArgument
from houseway.odds.sheet import Row, percent
from houseway.questions.design_records import NEAR, Designed
from houseway.questions.open_settings import DesignTable, Figures, OpenLine, edge_of, figure_of, matters, variants
from houseway.questions.payout_search import IN_WORDS, PricedWager, as_odds, near_odds, nearest_odds

ROUNDS_OF_MIX = 40  # bisection steps in the search for a common target of a mix


@dataclass(slots=True)
class WagerGroup:
    """Wagers of one kind with the same odds, which depend on the same settings."""

    first: str
    members: list[str]
    now: Fraction  # the current edge
    options: tuple[str, ...] = ()  # the options that change the edge
    lined: bool = True  # may a payout line change the edge?


def groups_of(table: DesignTable, wagers: Mapping[str, Fraction]) -> list[WagerGroup]:
    """The wagers in groups, each with the options that change it."""
    found: dict[object, WagerGroup] = {}
    offers = table.game.law.catalogue(table.rules)
    for n, (wager, target) in enumerate(wagers.items(), 1):
        with stage(f"{wager} ({n} of {len(wagers)} wagers)"):
            figures = table.figures(wager, {})
        if figures is None:
            raise BadArgument("wager", f": {wager} has no odds of its own under this submission")
        mark = (wager.partition(":")[0], offers[wager].pays, target, figures)
        group = found.get(mark)
        if group is None:
            found[mark] = WagerGroup(wager, [wager], figures[0])
        else:
            group.members.append(wager)
    for n, group in enumerate(found.values(), 1):
        with stage(f"what changes {group.first} ({n} of {len(found)} wagers)"):
            group.options = matters(table, group.first)
    return list(found.values())


Raised = dict[str, Fraction]  # line -> how much more it pays than its minimum


class DesignSearch:
    """Goes through the lawful options and solves the payouts for each."""

    def __init__(self, table: DesignTable, groups: list[WagerGroup]) -> None:
        self.table, self.groups = table, groups
        self.keys = tuple(key for key in table.options if any(key in group.options for group in groups))
        self._priced: dict[tuple[str, tuple[Any, ...]], PricedWager | None] = {}
        self.passed_over: list[tuple[dict[str, Any], list[str]]] = []  # lawful options, and the wagers they exclude

    def best(self, targets: Mapping[str, Fraction]) -> tuple[dict[str, Any], Raised]:
        """The options and payouts with the smallest total distance of edges from their targets."""
        found: tuple[Fraction, dict[str, Any], Raised] | None = None
        for options in self._options():
            raised = self._raised(options, {group.first: targets[group.first] for group in self.groups})
            edges = self._edges(options, raised)
            away = sum((abs(edge - targets[wager]) for wager, edge in edges.items()), Fraction(0))
            if found is None or away < found[0]:
                found = (away, options, raised)
        assert found is not None, "the present options are lawful"
        return found[1], found[2]

    def best_mix(self, hold: Fraction, mix: Mapping[str, int]) -> tuple[dict[str, Any], Raised]:
        """The options and payouts that bring the hold of the whole mix nearest to this share."""
        found: tuple[Fraction, dict[str, Any], Raised] | None = None
        for options in self._options():
            low, high = Fraction(-1), Fraction(1)
            for _ in range(ROUNDS_OF_MIX):  # a common target for every wager that can still move
                middle = (low + high) / 2
                raised = self._raised(options, {group.first: middle for group in self.groups})
                held = self.mixed(options, raised, mix)
                if found is None or abs(held - hold) < found[0]:
                    found = (abs(held - hold), options, raised)
                low, high = (middle, high) if held < hold else (low, middle)
            assert found is not None
            for raised in self._one_line_changed(options, found[2], hold, mix) if found[1] == options else ():
                away = abs(self.mixed(options, raised, mix) - hold)
                found = min(found, (away, options, raised), key=lambda each: each[0])
        assert found is not None, "the present options are lawful"
        return found[1], found[2]

    def _one_line_changed(
        self, options: Mapping[str, Any], raised: Raised, hold: Fraction, mix: Mapping[str, int]
    ) -> Iterator[Raised]:
        """The same payouts with one line changed to bring the mix nearest to this hold, without a player edge on any wager."""
        for line in raised:
            base = {**raised, line: Fraction(0)}
            held, edges = self.mixed(options, base, mix), self._edges(options, base)
            one_more = {**base, line: Fraction(1)}
            fall = held - self.mixed(options, one_more, mix)
            falls = {wager: edges[wager] - edge for wager, edge in self._edges(options, one_more).items()}
            most = min((max(edges[wager], Fraction(0)) / each for wager, each in falls.items() if each > 0), default=0)
            if fall > 0:
                wanted = min(max((held - hold) / fall, Fraction(0)), Fraction(most))
                near = near_odds(self.table.lines[line].least.ratio, wanted)
                yield from ({**base, line: more} for more in near if more <= most)

    def mixed(self, options: Mapping[str, Any], raised: Raised, mix: Mapping[str, int]) -> Fraction:
        """The share of a mix's stakes that the house keeps."""
        edges = self._edges(options, raised)
        of = {wager: edges[group.first] for group in self.groups for wager in group.members if group.first in edges}
        staked = sum(cents for wager, cents in mix.items() if wager in of)
        return sum((of[wager] * cents for wager, cents in mix.items() if wager in of), Fraction(0)) / max(staked, 1)

    def _options(self) -> Iterator[dict[str, Any]]:
        """Lawful options under which every requested wager is still offered."""
        for n, options in enumerate(variants(self.table, self.keys, tuple(self.table.options))):
            with stage(f"lawful options: number {n + 1:,}"):
                lacking = self.table.lacks(options, [wager for group in self.groups for wager in group.members])
                if not lacking:
                    yield options
                else:
                    self.passed_over.append((options, lacking))

    def priced(self, group: WagerGroup, options: Mapping[str, Any]) -> PricedWager | None:
        """A group under some options; cached by the options that change its edge."""
        present = self.table.rules.option
        mark = (group.first, tuple(options.get(key, present(key)) for key in group.options))
        if mark not in self._priced:
            self._priced[mark] = self._price(group, options)
        return self._priced[mark]

    def _price(self, group: WagerGroup, options: Mapping[str, Any]) -> PricedWager | None:
        lines, least = self.table.lines, {**self.table.least(), **options}
        base = self.table.figures(group.first, least)
        if base is None:
            return None
        raised = {line.key: as_odds(line.least.ratio + n) for n, line in enumerate(lines.values(), 1)}
        together = self.table.figures(group.first, {**least, **raised}) if group.lined and lines else base
        if together is not None and together[0] == base[0]:
            group.lined = False  # no line changes the edge, under any options
            return PricedWager(base[0], {})
        falls = None if together is None else _read_off(base, together, lines)
        if falls is None:
            falls = {}
            for name, line in lines.items():
                more = self.table.figures(group.first, {**least, line.key: as_odds(line.least.ratio + 1)})
                if more is not None and more[0] != base[0]:
                    falls[name] = base[0] - more[0]
        return PricedWager(base[0], falls)

    def _raised(self, options: Mapping[str, Any], targets: Mapping[str, Fraction]) -> Raised:
        """How much each line pays beyond its minimum; the first wager that uses a line sets it."""
        least = {name: line.least for name, line in self.table.lines.items()}
        found: Raised = {}
        for group in self.groups:
            priced = self.priced(group, options)
            assert priced is not None
            found |= nearest_odds(priced, least, targets[group.first], found)
            found |= {line: found.get(line, Fraction(0)) for line in priced.falls}
        return found

    def _edges(self, options: Mapping[str, Any], raised: Raised) -> dict[str, Fraction]:
        found = {}
        for group in self.groups:
            priced = self.priced(group, options)
            assert priced is not None
            found[group.first] = priced.at(raised)
        return found

    def designed_wagers(
        self, targets: Mapping[str, Fraction], settings: Mapping[str, Any], mixed: bool
    ) -> list[Designed]:
        """Every wager with its exact price under the proposal. `mixed`: only the mix has a target, not each wager."""
        found = [
            self._designed(group, wager, targets[wager], settings, mixed)
            for group in self.groups
            for wager in group.members
        ]
        order = {wager: n for n, wager in enumerate(targets)}
        return sorted(found, key=lambda each: order[each.id])

    def _lines_of(self, group: WagerGroup) -> set[str]:
        """The open lines that paid a wager under any of the options that were tried."""
        tried = (priced for (first, _), priced in self._priced.items() if first == group.first and priced is not None)
        return {line for priced in tried for line in priced.falls}

    def _designed(
        self, group: WagerGroup, wager: str, target: Fraction, settings: Mapping[str, Any], mixed: bool
    ) -> Designed:
        row = self.table.row(group.first, settings)
        assert row is not None
        tried = [priced for (first, _), priced in self._priced.items() if first == group.first and priced is not None]
        highest = max(priced.edge for priced in tried)
        lines = dict.fromkeys(line for priced in tried for line in priced.falls)
        lowest = min(priced.edge for priced in tried)
        bound, cites = self._bound(group, row, lines, lowest, highest)
        away = abs(edge_of(row) - target)
        if lines and away > NEAR and target < highest and not mixed:
            bound = f"no odds {IN_WORDS} come nearer"
            others = {line for other in self.groups if other is not group for line in self._lines_of(other)}
            if group.options or not others.isdisjoint(lines):
                bound += " for all targets together (fewer wagers leave more room)"
        hits = sum((figure_of(chance) for net, chance in row.distribution.items() if net > 0), Fraction(0))
        return Designed(
            wager, target, group.now, edge_of(row), row.rounded, hits, figure_of(row.variance), highest, bound,
            cites, not lines and not group.options, away <= NEAR,
        )  # fmt: skip

    def _bound(
        self, group: WagerGroup, row: Row, lines: Mapping[str, None], lowest: Fraction, highest: Fraction
    ) -> tuple[str, tuple[Citation, ...]]:
        """The limits on a wager's edge, with their paragraphs."""
        edition = self.table.rules.edition
        options = [(key, edition.options[key].cite) for key in group.options]
        if lines:
            least = [f"payout.{line} is at least {self.table.lines[line].least}" for line in lines]
            cites = [self.table.lines[line].cite for line in lines]
            bound = f"{', '.join(least)}, so the house keeps at most {percent(highest)}"
            return bound, tuple(dict.fromkeys([*cites, *(cite for _, cite in options)]))
        if options:
            named = " and ".join(key for key, _ in options)
            return f"{named} give {percent(lowest)} to {percent(highest)}", tuple(cite for _, cite in options)
        fixing = {payout.cite for payout in edition.payouts.values()}
        cites = [cite for cite in row.cites if cite in fixing] or list(row.cites)
        return f"the law fixes what it pays, and nothing else that is open changes {percent(highest)}", tuple(cites)


def _read_off(base: Figures, raised: Figures, lines: Mapping[str, OpenLine]) -> dict[str, Fraction] | None:
    """How much each line lowers the edge, from figures in which line n pays n units more; None if they are ambiguous."""
    chances, after = (dict(each[1]) for each in (base, raised))
    found: dict[str, Fraction] = {}
    moved = dict(chances)
    for n, (name, line) in enumerate(lines.items(), 1):
        net = line.least.ratio
        if net in moved and net in chances and after.get(net + n) == chances[net]:
            found[name] = figure_of(chances[net])
            del moved[net]
            moved[net + n] = chances[net]
    return found if moved and moved == after else None
