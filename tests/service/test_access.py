"""The whole matrix of roles by commands by games; the tests read procedure.toml themselves, without the program."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from houseway.core import AnyGame, Chance, Wagers, procedures_open
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.numerics.sources import ManualSource
from houseway.service import permits
from houseway.service.access import Forbidden, Hidden
from houseway.service.permits import PERMITS
from service.access_walks import ANNA, BEN, EVERY_EDITION, FLOOR, every_game, every_walk, tried, walked
from service.stand import CREW, ROLES, Row, Stand, reports, rows, somebody, stand
from support import law, sized


def test_a_command_that_is_not_listed_is_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    at = stand(*load("sic-bo"))
    monkeypatch.setattr(permits, "PERMITS", {name: each for name, each in PERMITS.items() if name != "close"})
    for role in ROLES:
        with pytest.raises(Forbidden, match="Nobody can send"):
            at.permit(somebody(role), {"do": "close"})
    with pytest.raises(BadInput, match="is not a command"):
        at.permit(somebody("floorperson"), {"do": "vanish"})
    with pytest.raises(BadInput, match="is not a command"):
        at.permit(somebody("floorperson"), {"do": "drawn", "outcome": 1})  # only the house makes these


# Steps of procedures


def step_command(row: Row) -> dict[str, Any]:
    return {"do": "step", "cite": row.cite, "item": row.item}


@every_game
def test_steps_are_for_those_whom_procedure_toml_names(game: AnyGame, rules: Rules) -> None:
    """A table that waits for none of these steps: every row of the file by every role."""
    at = stand(game, rules, seats={1: "anna"})
    known = [row for row in rows(game) if row.cite in rules.cites]
    open_now = {row.cite for row in known if row.procedure in procedures_open(at.table.due)}  # for the next test
    waiting = [row for row in known if row.cite not in open_now]
    assert waiting
    for row in waiting:
        alike = [
            each
            for each in known
            if (each.cite, each.item) == (row.cite, row.item) or (not row.item and each.cite == row.cite)
        ]
        for role in ROLES:
            if role == "player":
                continue
            right = any(each.names(role) for each in alike)
            assert at.allowed(somebody(role), step_command(row)) == right, (row, role)
        by_player = any(each.names("player") for each in alike)
        assert at.allowed(ANNA, step_command(row)) == by_player, row
        assert not at.allowed(BEN, step_command(row)), "Ben holds no seat"


@every_walk
def test_open_steps_are_for_those_whom_their_row_names(game: AnyGame, rules: Rules) -> None:
    """Tables whose procedures are done by hand: the step that is due, by every role, and in the role that the row names."""
    checked = 0
    for at in walked(game, rules, "by-hand", sized(day=10, night=40)):
        state, due = at.table.state, at.table.due
        settings = dict(game.law.settings(rules, state))
        for name in procedures_open(due)[:1]:
            done = at.table.position.table.steps.get(name, ())
            fitting = [
                row for row in rows(game) if row.procedure == name and row.cite in rules.cites and fits(row, settings)
            ]
            left = [row for row in fitting if (row.cite, row.item) not in done]
            for row in left[:2]:
                first = next(each for each in left if each.cite == row.cite and row.item in ("", each.item))
                for role in ROLES:
                    who = ANNA if role == "player" else somebody(role)
                    assert at.allowed(who, step_command(row)) == first.names(role), (row, role)
                both = somebody("table-games-manager", first.by, account="anna" if first.by == "player" else "")
                if first.by != "player":
                    assert at.permit(both, step_command(row))[1]["by"] == first.by
                checked += 1
    assert checked > 10


def fits(row: Row, settings: dict[str, str]) -> bool:
    wanted = {key: [value] if isinstance(value, str) else value for key, value in row.when.items()}
    return all(settings.get(key) in values for key, values in wanted.items())


@law("623a.7(c)", "623a.10(d)")
def test_a_dealer_enters_a_players_step_for_somebody_without_an_account_at_a_real_table() -> None:
    game, rules = load("craps")
    dealer, checked = somebody("dealer"), 0
    for at in walked(game, rules, "by-hand", 250, "select"):
        steps = at.table.steps(optional=True)
        if not steps or steps[0].by != "player":
            continue
        command = {"do": "step", "cite": steps[0].cite, "item": steps[0].item}
        assert not at.allowed(dealer, command), "the table's own source throws: players have accounts"
        drawn, at.table.source = at.table.source, ManualSource(lambda chance: ())
        role, filled = at.permit(dealer, command)
        assert (role, filled["by"]) == ("dealer", "player")
        walk_in, at.holders[3] = at.holders.get(3), "carl"
        assert not at.allowed(dealer, command), "every player has an account"
        at.holders[3], at.table.source = walk_in or "", drawn
        checked += 1
    assert checked


@law("623a.11(a)(6)", "621a.11(i)")
def test_surveillance_confirms_what_the_law_has_it_confirm_and_changes_nothing_else() -> None:
    watch, confirmed = somebody("surveillance"), []
    for game, rules in (each.values for each in EVERY_EDITION):
        at = stand(game, rules, seats={1: "anna"})
        known = [row for row in rows(game) if row.cite in rules.cites]
        confirmed += [(game.id, row.cite, row.item) for row in known if at.allowed(watch, step_command(row))]
        for command in (*plain_commands(at), *({"do": "irregularity", "cite": cite} for cite in reports(game))):
            assert not tried(at, watch, command), command
    # 621a.11(i) has the dealer show surveillance the delivery; it is the dealer's step, and surveillance only sees it
    assert set(confirmed) == {(game, "623a.11(a)(6)", "confirm") for game in ("craps", "mini-craps")}
    assert any(
        row.cite == "621a.11(i)" and row.item == "indicate" and row.by == "dealer" for row in rows(games()["pai-gow"])
    )


def plain_commands(at: Stand) -> list[dict[str, Any]]:
    """One of each command that is not a step or a report."""
    wager = next(iter(at.game.law.catalogue(at.rules)))
    choice = next(iter(at.game.law.choices), "none")
    return [
        {"do": "open"}, {"do": "close"}, {"do": "no-more-bets"}, {"do": "draw"},
        {"do": "buy-in", "seat": 1, "cents": 1000}, {"do": "cash-out", "seat": 1, "cents": 1000},
        {"do": "wager", "seat": 1, "id": wager, "cents": 1000}, {"do": "remove", "seat": 1, "id": wager},
        {"do": "reduce", "seat": 1, "id": wager, "cents": 100}, {"do": "working", "seat": 1, "id": wager, "on": True},
        {"do": "choose", "seat": 1, "choice": choice}, {"do": "choose", "choice": choice},
        {"do": "repaired", "device": "shaker"},
    ]  # fmt: skip


# What somebody announces, reports, enters


@every_walk
def test_reports_and_announcements_are_for_the_crew_as_far_as_the_table_takes_them(game: AnyGame, rules: Rules) -> None:
    """In every state of random play, the table itself decides each command in each role, and access agrees."""
    differs = 0
    for number, at in enumerate(walked(game, rules, "automatic", sized(day=7, night=30))):
        listed = reports(game)
        some = [listed[(number * 3 + k) % len(listed)] for k in range(3)] if listed else []
        commands: list[dict[str, Any]] = [{"do": "no-more-bets"}]
        commands += [{"do": "irregularity", "cite": cite} for cite in dict.fromkeys(some) if cite in rules.cites]
        for command in commands:
            taken = [role for role in CREW if not at.refused({**command, "by": role})]
            for role in ROLES:
                who = ANNA if role == "player" else somebody(role)
                if role not in CREW:
                    assert not at.allowed(who, command), (command, role)
                elif taken:
                    assert at.allowed(who, command) == (role in taken), (command, role, taken)
            differs += 0 < len(taken) < len(CREW)
    assert differs, "some are for some roles only"


# Who announces "no more bets" and enters the result, read in the chapters by hand
CRAPS_CREW = {"dealer", "stickperson", "boxperson", "floorperson"}
ANNOUNCERS = {
    "roulette": {"dealer"},
    "big-six": {"dealer"},
    "sic-bo": {"dealer"},
    "craps": CRAPS_CREW,
    "mini-craps": {"dealer", "floorperson"},
    "casino-war": {"dealer"},
    "down-under-blackjack": {"dealer"},
    "pai-gow": {"dealer"},
}


@law("617a.5(b)", "619a.2(a)", "625a.5(c)", "623a.4(a)", "651a.8(c)", "685a.6(c)", "621a.8(a)")
@every_walk
def test_no_more_bets_is_called_by_those_whom_the_chapter_names(game: AnyGame, rules: Rules) -> None:
    assert set(ANNOUNCERS) == set(games(outside=False))
    expected = set(ANNOUNCERS[game.id])
    if game.id == "mini-craps" and rules.option("stickperson"):
        expected.add("stickperson")
    seen = 0
    for at in walked(game, rules, "automatic", sized(day=12, night=60), "announced"):
        if not isinstance(at.table.due, Wagers) or at.refused({"do": "no-more-bets"}):
            continue
        for role in ROLES:
            who = ANNA if role == "player" else somebody(role)
            assert at.allowed(who, {"do": "no-more-bets"}) == (role in expected), role
        seen += 1
    assert seen


@every_walk
def test_results_are_entered_and_drawn_by_those_from_whom_the_table_takes_them(game: AnyGame, rules: Rules) -> None:
    seen = 0
    for at in walked(game, rules, "automatic", 400, "results"):
        due = at.table.due
        if not isinstance(due, Chance):
            continue
        if seen > 5:
            break
        face = next(iter(due.outcomes()))
        command = {"do": "result", **game.present.show_result(rules, face)}
        taken = [role for role in CREW if not at.refused({**command, "by": role})]
        drawing = at.table.source
        for role in ROLES:
            who = ANNA if role == "player" else somebody(role)
            with pytest.raises(Forbidden, match="draws its results itself" if role in CREW else None) as caught:
                at.permit(who, command)  # the house's own source decides here, and nobody else
            assert role not in CREW or (caught.value.kind, caught.value.cites) == ("entered-result", ("601a.2",))
            for each, source in ((command, ManualSource(lambda chance: ())), ({"do": "draw"}, drawing)):
                at.table.source = source
                if role not in CREW:
                    assert not at.allowed(who, each), (each, role)
                elif taken:
                    assert at.allowed(who, each) == (role in taken), (each, role, taken)
            at.table.source = drawing
        seen += 1
    assert seen


@pytest.fixture(scope="module")
def sic_bo() -> Stand:
    return stand(*load("sic-bo"), seats={1: "anna"})


@pytest.mark.parametrize("role", ROLES)
def test_a_table_is_opened_and_closed_by_a_floorperson_or_above(role: str, sic_bo: Stand) -> None:
    at = sic_bo
    for do in ("open", "close", "fill", "credit", "count-drop"):
        if role in FLOOR:
            assert at.permit(somebody("dealer", role), {"do": do})[1]["by"] == role
            continue
        with pytest.raises(Forbidden, match="a floorperson or above") as caught:
            at.permit(somebody(role), {"do": do})
        assert caught.value.cites == ("601a.2",)


# Devices


def stopped(name: str, cite: str, *settings: str) -> Stand:
    """A table that a failed device has stopped."""
    game, rules = load(name, settings)
    at = stand(game, rules, seats={1: "anna"})
    at.table.do({"do": "irregularity", "cite": cite, "by": "floorperson"})
    return at


@law("625a.7(d)")
def test_625a_7_d_a_shaker_is_put_back_into_use_by_those_whom_the_chapter_takes_it_from() -> None:
    at = stopped("sic-bo", "625a.7(d)", "shaker=automated")
    device = getattr(at.table.due, "device", None)
    assert device is not None
    for role in ROLES:
        right = role in (*FLOOR, "gaming-laboratory")
        assert at.allowed(somebody(role), {"do": "repaired", "device": device}) == right, role
    maker = replace(somebody("manufacturer", holder="Shakers Inc"), devices=frozenset([("t1", device)]))
    with pytest.raises(Forbidden) as caught:  # 625a gives this to nobody of maintenance, so not to the maker either
        at.permit(maker, {"do": "repaired", "device": device})
    assert caught.value.cites == ("625a.7(b)", "625a.7(d)")


@law("651a.11(e)")
def test_651a_11_a_manufacturer_mends_only_its_own_devices() -> None:
    game, rules = load("casino-war")
    cite = str(rules.cite("out_of_order"))
    at = stand(game, rules, seats={1: "anna"})
    command = {"do": "repaired", "device": "shuffler"}
    maker = somebody("manufacturer", holder="Shufflers Inc")
    mine = replace(maker, devices=frozenset([("t1", "shuffler")]))
    role, filled = at.permit(mine, command)
    assert (role, filled["by"]) == ("manufacturer", "maintenance"), cite
    with pytest.raises(Forbidden) as caught:
        at.permit(replace(maker, devices=frozenset([("t1", "shoe"), ("t2", "shuffler")])), command)
    assert caught.value.kind == "foreign-device"
    for elsewhere in (frozenset([("t2", "shuffler")]), frozenset[tuple[str, str]]()):
        with pytest.raises(Hidden):
            at.permit(replace(maker, devices=elsewhere), command)
    for each in plain_commands(at)[:-1]:
        assert not tried(at, mine, each)
