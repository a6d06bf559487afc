"""Random tables with every kind of wager: money is conserved, somebody can always go on, replay equals live."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.core import Chance, Wagers
from houseway.core.plain import plain
from houseway.games import load
from houseway.numerics.sources import SeededSource
from houseway.table import Table, TablePosition
from houseway.table.position import fold
from support import sized

GAMES = ("craps", "mini-craps")
SETTINGS = (
    (),
    ("vigorish.when=up-front", "vigorish.rate=4%", "reading.vigorish_of_removed=returned"),
    ("areas.horn_high=false", "areas.whirl=false", "odds.multiple=1", "fire.paytable=B"),
    ("reading.come_odds=off-on-come-out", "reading.fire_successor=points-stand", "reading.odds_excess=never"),
    ("reading.fire_seven=any-7", "reading.lay_vigorish=amount-to-win", "reading.unit=cent", "stickperson=true"),
)
SEATS = 4
STAKES = (100, 300, 400, 500, 600, 1000, 1200, 4400, 6000)
CITES = ("623a.8(b)", "623a.8(c)(2)", "623a.8(c)(6)", "623a.9(b)", "623a.10(a)(2)")
ROLES = ("stickperson", "boxperson", "dealer", "floorperson")


def opened(game: str, chosen: tuple[str, ...], seed: str) -> Table:
    table = Table(*load(game, ("boxes=4", *chosen)), SeededSource(seed))
    table.open()
    for seat in range(1, SEATS + 1):
        table.buy_in(seat, 500_000)
    return table


def go_on(table: Table) -> None:
    """Progress: where betting cannot be closed, somebody takes the dice and bets the line, and then it can."""
    if table.no_more_bets()[-1].event != "act-refused":
        return
    if table.state.shooter == 0:
        table.do({"do": "choose", "seat": table.state.offered, "choice": "accept-dice"})
    if table.state.point == 0:
        table.buy_in(table.state.shooter, 100)
        assert table.wager(table.state.shooter, "pass", 100)[0].event == "wager-placed"
    assert isinstance(table.due, Wagers)
    assert table.no_more_bets()[-1].event == "no-more-bets"


@cache
def named() -> tuple[list[str], list[str]]:
    """Every name that a wager goes by, and every wager that is offered."""
    game, rules = load("craps")
    return sorted(game.law.known_names(rules)), sorted(game.law.catalogue(rules))


@st.composite
def acts(draw: st.DrawFn) -> dict[str, Any]:
    """One thing that somebody at the table tries; much of it will be refused."""
    names, offers = named()
    seat = draw(st.integers(1, SEATS))
    do = draw(st.sampled_from(["wager"] * 8 + ["roll"] * 6 + ["remove", "reduce", "working", "choose", "irregularity"]))
    match do:
        case "wager":
            return {"do": do, "seat": seat, "id": draw(st.sampled_from(offers)), "cents": draw(st.sampled_from(STAKES))}
        case "remove":
            return {"do": do, "seat": seat, "id": draw(st.sampled_from(names))}
        case "reduce":
            return {"do": do, "seat": seat, "id": draw(st.sampled_from(names)), "cents": draw(st.sampled_from(STAKES))}
        case "working":
            return {"do": do, "seat": seat, "id": draw(st.sampled_from(names)), "on": draw(st.booleans())}
        case "choose":
            choice = draw(st.sampled_from(["accept-dice", "reject-dice", "pass-dice", "decide-come-bets"]))
            return {"do": do, "seat": seat, "choice": choice}
        case "irregularity":
            cite, by = draw(st.sampled_from(CITES)), draw(st.sampled_from(ROLES))
            reason = {"reason": "delay"} if cite == "623a.10(a)(2)" else {}
            return {"do": do, "cite": cite, "by": by, **reason}
    return {"do": "roll"}


def play(table: Table, script: list[dict[str, Any]]) -> None:
    for act in script:
        if act["do"] == "roll":
            go_on(table)
            table.draw()
        elif act["do"] == "irregularity":
            if act["cite"] != "623a.10(a)(2)":
                go_on(table)
            table.do(act)
            if isinstance(table.due, Chance):
                table.draw()
        else:
            table.do(act)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chosen", SETTINGS)
@settings(max_examples=sized(day=8, night=50), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(script=st.lists(acts(), min_size=10, max_size=80), seed=st.integers(0, 10**6))
def test_623a_random_tables_conserve_money_and_replay_equal(
    game: str, chosen: tuple[str, ...], script: list[dict[str, Any]], seed: int
) -> None:
    table = opened(game, chosen, str(seed))  # every event is balanced, or deciding it fails
    play(table, script)
    assert sum(table.accounts.values()) == 0
    assert fold(table.events) == table.plain
    assert plain(table.state) == table.plain["game"]
    assert TablePosition.of(table.game, fold(table.events)).state == table.state
    assert all(
        event.cites
        for event in table.events
        if event.event.startswith(("wager-settled", "wager-refused", "act-refused"))
    )


@pytest.mark.parametrize("game", ["craps", pytest.param("mini-craps", marks=pytest.mark.nightly)])
def test_623a_thousands_of_rolls_with_every_wager_on_the_layout(game: str) -> None:
    table = opened(game, (), "thousands")
    offers = table.game.law.catalogue(table.rules)
    players = Random("players")
    for _ in range(sized(day=1500, night=4000)):
        for wager, offer in offers.items():
            if players.randrange(2 if wager.startswith("odds:") else 12):
                continue
            seat, stake = players.randint(1, SEATS), offer.unit_cents
            while stake < 100:
                stake *= 10
            if table.chips(seat) < 2 * stake:
                table.buy_in(seat, 100_000)
            table.wager(seat, wager, stake)
        go_on(table)
        table.draw()
    settled = {event.fields["wager"] for event in table.events if event.event == "wager-settled"}
    assert settled == set(offers)
    assert sum(table.accounts.values()) == 0
    assert fold(table.events) == table.plain
