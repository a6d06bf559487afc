"""What should a wager pay? Finds the lawful settings with an exact edge nearest to a target.

Every proposal goes through the same check as a submission, and the reported edges come from the odds sheet under the
proposal, not from the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from houseway.cache import kept
from houseway.core import AnyGame
from houseway.core.plain import build, plain
from houseway.law import Rules
from houseway.law.errors import BadArgument, nearest
from houseway.odds.sheet import percent
from houseway.questions.design_records import Design, Designed, DesignPoint, PassedOver, SettingChange, Wish
from houseway.questions.design_search import DesignSearch, groups_of
from houseway.questions.open_settings import DesignTable, edge_of, figure_of, variants
from houseway.questions.payout_search import as_odds

KEPT = "design"


def design(game: AnyGame, rules: Rules, wish: Wish) -> Design:
    """The lawful settings that come nearest to a wish; cached on disk, since this may take a while."""
    targets = read_targets(game, rules, wish)
    depends = {
        "game": game.id, "rules": rules.digest, "edition": rules.edition.digest, "hold": str(wish.hold),
        "mix": list(wish.mix.items()), "targets": [[wager, str(target)] for wager, target in targets.items()],
    }  # fmt: skip
    found = kept(KEPT, depends, lambda: _searched(game, rules, wish, targets))
    proposed, findings = DesignTable(game, rules).checked(found["settings"])
    assert proposed is not None, f"a proposal that the check refuses: {findings}"
    hold = None if found["hold"] is None else Fraction(found["hold"])
    wagers = build(tuple[Designed, ...], found["wagers"])
    passed_over = tuple(PassedOver(each["settings"], tuple(each["lacking"])) for each in found["passed_over"])
    return Design(game, rules, proposed, tuple(_changes(rules, proposed)), wagers, hold, wish.hold, passed_over)


def _searched(game: AnyGame, rules: Rules, wish: Wish, targets: Mapping[str, Fraction]) -> dict[str, Any]:
    """The result of the search, as plain values."""
    table = DesignTable(game, rules)
    search = DesignSearch(table, groups_of(table, targets))
    options, raised = search.best(targets) if wish.hold is None else search.best_mix(wish.hold, wish.mix)
    settings = {
        **options,
        **{table.lines[name].key: as_odds(table.lines[name].least.ratio + m) for name, m in raised.items()},
    }
    hold = str(search.mixed(options, raised, wish.mix)) if wish.hold is not None else None
    passed_over = [{"settings": chosen, "lacking": lacking} for chosen, lacking in search.passed_over]
    return {
        "settings": settings,
        "wagers": plain(search.designed_wagers(targets, settings, mixed=wish.hold is not None)),
        "hold": hold,
        "passed_over": passed_over,
    }


def read_targets(game: AnyGame, rules: Rules, wish: Wish) -> dict[str, Fraction]:
    """The target of each wager; a kind means all wagers of that kind."""
    priced = list(game.priced(rules))
    chips = [wager for wager in priced if game.law.made_by(wager) is None]
    found = dict.fromkeys(chips, wish.edge) if wish.edge is not None else {}
    if wish.hold is not None:
        found |= dict.fromkeys(wish.mix, wish.hold)
    for name, target in wish.wagers.items():
        meant = [wager for wager in priced if name in (wager, wager.partition(":")[0])]
        if not meant:
            kinds = dict.fromkeys([*priced, *(wager.partition(":")[0] for wager in priced)])
            raise BadArgument("wager", f': there is no wager "{name}"; {nearest(name, kinds)}')
        found |= dict.fromkeys(meant, target)
    made = {wager: target for wager, target in found.items() if target is not None}
    for wager, target in made.items():
        if not -1 <= target < 1:
            raise BadArgument("edge", f": {percent(target)} for {wager} is not possible; write less than 100%")
    return made


def _changes(base: Rules, rules: Rules) -> Iterator[SettingChange]:
    edition = base.edition
    for line, payout in rules.payouts.items():
        was = base.payouts[line].odds
        if payout.odds != was:
            least = edition.payouts[line].odds
            yield SettingChange(f"payout.{line}", str(payout.odds), str(was), f"at least {least}", payout.cite)
    for key, value in rules.options.items():
        if value != base.option(key) and key in edition.options:
            option = edition.options[key]
            yield SettingChange(key, value, base.option(key), option.says, option.cite)


def front(game: AnyGame, rules: Rules, wagers: Mapping[str, Fraction]) -> list[DesignPoint]:
    """The Pareto front of lawful settings by hold, hit rate and variance; settings with equal figures appear once.

    Paying more than the law's minimum is never on the front: it lowers the hold and raises the variance.
    """
    table = DesignTable(game, rules)
    found: list[DesignPoint] = []
    for group in groups_of(table, wagers):
        points: list[DesignPoint] = []
        for options in variants(table, group.options, tuple(table.options)):
            row = table.row(group.first, {**table.least(), **options})
            if row is not None:
                own = {key: options.get(key, rules.option(key)) for key in group.options}
                hits = sum((figure_of(chance) for net, chance in row.distribution.items() if net > 0), Fraction(0))
                figures = (edge_of(row), hits, figure_of(row.variance), row.rounded)
                points.append(
                    DesignPoint(group.first, own, *figures, all(rules.option(k) == v for k, v in own.items()))
                )
        points.sort(key=lambda point: not point.present)
        points = [point for n, point in enumerate(points) if not any(point.equals(other) for other in points[:n])]
        best = [point for point in points if not any(other.beats(point) for other in points)]
        found += sorted(best, key=lambda point: -point.edge)
    return found
