"""The whole matrix of roles by commands by games; the tests read procedure.toml themselves, without the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from contract.play import carry_out, next_command, palette_of
from houseway.core import AnyGame, Chance, Choices, Event, Moment, Role, Seat, Wagers, procedures_open
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.law.approval import BODIES
from houseway.numerics.sources import ManualSource
from houseway.service import permits
from houseway.service.access import (
    ACTIONS,
    DONE,
    EVERY_ROLE,
    Forbidden,
    Hidden,
    Office,
    Principal,
    eyes,
    may,
    may_register,
    not_allowed,
    seen_event,
    seen_tables,
    viewer,
)
from houseway.service.hosted import Hosted
from houseway.service.permits import PERMITS
from houseway.table.reader import READERS
from service.stand import BOARD, CREW, HOLDER, LADDER, OFFICES, ROLES, Row, Stand, reports, rows, somebody, stand
from support import law, sized

FLOOR = LADDER[LADDER.index("floorperson") :]
ANNA, BEN = somebody("player", account="anna"), somebody("player", account="ben")


def every_edition() -> Iterator[Any]:
    for game in games(outside=False).values():
        for edition in game.chapter.outline.editions:
            yield pytest.param(game, load(game.id, [f"edition={edition}"])[1], id=f"{game.id}-{edition}")


EVERY_EDITION = list(every_edition())
every_game = pytest.mark.parametrize(("game", "rules"), EVERY_EDITION)
every_walk = pytest.mark.parametrize(  # walks through earlier editions are for the night
    ("game", "rules"),
    [
        each
        if each.values[1].edition.id == load(each.values[0].id)[1].edition.id
        else pytest.param(*each.values, id=each.id, marks=pytest.mark.nightly)
        for each in EVERY_EDITION
    ],
)


def walked(game: AnyGame, rules: Rules, mode: str, commands: int, seed: str = "walk") -> Iterator[Stand]:
    """A table after each command of random play; Anna holds the first seat, Ben the second, the third is nobody's."""
    seats = {seat: who for seat, who in zip((1, 2, 3), ("anna", "ben", ""), strict=True) if seat <= rules.boxes}
    at = stand(game, rules, seats=seats, mode=mode)
    rng = Random(f"{seed} {game.id} {rules.edition.id}")
    palette = [next(iter(game.law.catalogue(rules))), *palette_of(game, rules, rng)]  # the first is what a round needs
    for _ in range(commands):
        yield at
        carry_out(at.table, next_command(at.table, rng, palette))


# The lists are whole


def test_every_role_and_every_command_is_in_the_matrix() -> None:
    assert set(ROLES) == set(EVERY_ROLE) == {*Role, *Office}
    assert set(READERS) <= set(PERMITS)
    assert set(PERMITS) - set(READERS) <= {"fill", "credit", "tip", "count-drop"}  # of a shift
    assert set(WHO_MAY) == set(ACTIONS)
    assert set(SEES) == set(ROLES)


def test_a_command_that_is_not_listed_is_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    at = stand(*load("sic-bo"))
    monkeypatch.setattr(permits, "PERMITS", {name: each for name, each in PERMITS.items() if name != "close"})
    for role in ROLES:
        with pytest.raises(Forbidden, match="not for anybody"):
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


def tried(at: Stand, who: Principal, command: dict[str, Any]) -> bool:
    """Allowed? A command that this game cannot read counts as not allowed."""
    try:
        return at.allowed(who, command)
    except BadInput:
        return False


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


# Seats


@every_walk
def test_only_the_account_that_holds_a_seat_acts_for_it(game: AnyGame, rules: Rules) -> None:
    seats = {1: "anna", 2: ""}
    for by_hand in (False, True):
        at = stand(game, rules, seats=seats, by_hand=by_hand)
        wager = next(iter(game.law.catalogue(rules)))
        for seat in (1, 2, 3):
            for command in seat_commands(game, seat, wager):
                buys = command["do"] == "buy-in"
                own = not by_hand if buys else seat == 1  # where it is not for practice, the dealer takes the cash
                assert tried(at, ANNA, command) == (own and not (buys and seat == 2)), command
                assert tried(at, BEN, command) == (buys and seat == 3 and not by_hand), command
                for role in (*LADDER, "stickperson", *OFFICES, "surveillance", "security", "maintenance"):
                    right = by_hand and seat != 1 and role in LADDER
                    assert tried(at, somebody(role), command) == right, (command, role)


def seat_commands(game: AnyGame, seat: int, wager: str) -> list[dict[str, Any]]:
    choices = [
        {"do": "choose", "seat": seat, "choice": each} for each in game.law.choices if each not in ("set", "cut")
    ]
    return [
        {"do": "buy-in", "seat": seat, "cents": 1000}, {"do": "cash-out", "seat": seat, "cents": 1000},
        {"do": "wager", "seat": seat, "id": wager, "cents": 1000}, {"do": "remove", "seat": seat, "id": wager},
        {"do": "working", "seat": seat, "id": wager, "on": True}, {"do": "reduce", "seat": seat, "id": wager, "cents": 5},
    ] + [each for each in choices if game.id != "pai-gow"]  # fmt: skip


@law("601a.2")
def test_cash_is_for_the_house_to_take_and_the_seat_is_the_players() -> None:
    at = stand(*load("roulette"), seats={1: "anna", 2: ""}, by_hand=True)
    assert not at.practice
    buy = {"do": "buy-in", "cents": 900_000_000_000}
    for seat in (1, 3):
        with pytest.raises(Forbidden, match="The dealer takes the cash") as caught:
            at.permit(ANNA, {**buy, "seat": seat})
        assert caught.value.cites == ("601a.2",)
        assert caught.value.right.startswith("a dealer or above enters the buy-in")
    for role in LADDER:
        for seat, account, right in ((1, "anna", True), (3, "anna", True), (1, "ben", False), (2, "ben", False)):
            assert tried(at, somebody(role), {**buy, "seat": seat, "account": account}) == right, (role, seat, account)
    for role in ("stickperson", *OFFICES, "surveillance", "security", "maintenance"):
        assert not tried(at, somebody(role), {**buy, "seat": 3, "account": "anna"})
    both = somebody("player", "dealer", account="carl")
    with pytest.raises(Forbidden, match="cannot take your own cash"):
        at.permit(both, {**buy, "seat": 3, "account": "carl"})


def test_nobody_buys_in_for_somebody_else_at_a_practice_table_but_its_crew() -> None:
    at = stand(*load("roulette"))
    assert at.practice
    buy = {"do": "buy-in", "seat": 3, "cents": 1000}
    assert at.permit(ANNA, buy)[0] == at.permit(ANNA, {**buy, "account": "anna"})[0] == "player"
    assert at.permit(somebody("dealer"), {**buy, "account": "anna"})[0] == "dealer"
    with pytest.raises(Forbidden, match="cannot buy in for somebody else"):
        at.permit(BEN, {**buy, "account": "anna"})


def test_a_foreign_seat_says_what_it_is() -> None:
    at = stand(*load("roulette"), seats={1: "anna"})
    with pytest.raises(Forbidden, match="seat 1, which somebody else holds") as caught:
        at.permit(BEN, {"do": "wager", "seat": 1, "id": "red", "cents": 1000})
    assert caught.value.kind == "foreign-seat"
    assert at.permit(BEN, {"do": "buy-in", "seat": 2, "cents": 1000})[0] == "player"
    with pytest.raises(Forbidden, match="Seat 1 is not free, and not this player's") as caught:
        at.permit(somebody("dealer"), {"do": "buy-in", "seat": 1, "cents": 1000, "account": "ben"})
    assert (caught.value.kind, caught.value.right[:16]) == ("foreign-seat", "name a free seat")


def test_a_seat_is_free_again_when_nothing_of_its_player_is_left() -> None:
    at = stand(*load("roulette"), seats={1: "anna"})
    at.table.do({"do": "cash-out", "seat": 1, "cents": 1_000_000})
    assert not at.allowed(ANNA, {"do": "wager", "seat": 1, "id": "red", "cents": 1000})
    assert at.allowed(BEN, {"do": "buy-in", "seat": 1, "cents": 1000})


@law("651a.7(e)", "685a.6(f)")
@pytest.mark.parametrize("name", ["casino-war", "down-under-blackjack"])
def test_a_wager_in_a_neighbors_box_belongs_to_the_player_who_made_it(name: str) -> None:
    game, rules = load(name, ["adjacent_boxes=2"])
    at = stand(game, rules, seats={1: "anna", 3: "ben"})
    wager = next(iter(game.law.catalogue(rules)))
    neighbor = {"do": "wager", "seat": 2, "player": 1, "id": wager, "cents": 1000}
    assert at.allowed(ANNA, neighbor)
    assert not at.allowed(BEN, neighbor), "Ben cannot bet with Anna's chips"
    assert not at.allowed(ANNA, {**neighbor, "seat": 3}), "the box is Ben's"
    at.table.do({"do": "wager", "seat": 1, "id": wager, "cents": 1000})
    events = at.table.do(neighbor)
    assert events[0].event == "wager-placed", events[0]
    at.holders[2] = "ben"  # he held it before, and has nothing there
    assert at.allowed(ANNA, {"do": "remove", "seat": 2, "id": wager})
    assert not at.allowed(BEN, {"do": "remove", "seat": 2, "id": wager})
    choice = next(iter(game.law.choices))
    assert at.allowed(ANNA, {"do": "choose", "seat": 2, "choice": choice})
    assert not at.allowed(BEN, {"do": "choose", "seat": 2, "choice": choice})


@law("623a.4(b)")
def test_a_player_does_not_confirm_a_verbal_wager_and_a_dealer_does() -> None:
    at = stand(*load("craps"), seats={1: "anna"})
    command = {"do": "wager", "seat": 1, "id": "pass", "cents": 1000, "how": "verbal", "cash_cents": 1000}
    assert at.allowed(ANNA, command)
    confirmed = {**command, "confirmed": True}
    with pytest.raises(Forbidden, match="confirm") as caught:
        at.permit(ANNA, confirmed)
    assert caught.value.kind == "claimed-role"
    assert at.allowed(somebody("dealer"), confirmed)
    assert not at.allowed(somebody("dealer"), {**confirmed, "cash_cents": 500}), "not with the player's chips"
    assert not at.allowed(BEN, confirmed)


@every_walk
def test_choices_are_made_by_those_who_are_asked(game: AnyGame, rules: Rules) -> None:
    for at in walked(game, rules, "automatic", 50, "choices"):
        due = at.table.due
        questions = due.open if isinstance(due, Choices) else due.asked if isinstance(due, Wagers) else ()
        for each in questions:
            choice = each.options[0].choice
            if isinstance(each.who, Seat):
                owner = at.holder(game.law.purse(at.table.state, each.who.number))
                command: dict[str, Any] = {"do": "choose", "seat": each.who.number, "choice": choice}
                try:
                    assert at.allowed(ANNA, command) == (owner == "anna")
                    assert at.allowed(BEN, command) == (owner == "ben")
                    assert not any(at.allowed(somebody(role), command) for role in ROLES if role != "player")
                except BadInput:
                    continue  # it needs more than its name
            else:
                command = {"do": "choose", "choice": choice}
                asked = {one.who for one in questions}
                for role in ROLES:
                    who = ANNA if role == "player" else somebody(role)
                    assert at.allowed(who, command) == (role in asked), (role, command)


# Claims


def test_a_role_that_the_account_does_not_have_cannot_be_claimed() -> None:
    at = stand(*load("sic-bo"), seats={1: "anna"})
    flo = somebody("floorperson", "dealer")
    assert at.permit(flo, {"do": "no-more-bets"})[1] == {"do": "no-more-bets", "by": "dealer"}
    assert at.permit(flo, {"do": "close"})[1]["by"] == "floorperson"
    assert at.permit(flo, {"do": "close", "by": "floorperson"}, "floorperson")[0] == "floorperson"
    claims: list[tuple[Principal, dict[str, Any], str | None]] = [
        (flo, {"do": "close", "by": "shift-manager"}, None),
        (flo, {"do": "close"}, "shift-manager"),
        (flo, {"do": "close", "by": "floorperson"}, "dealer"),
        (ANNA, {"do": "no-more-bets", "by": "dealer"}, None),
        (ANNA, {"do": "no-more-bets"}, "dealer"),
        (somebody("administrator"), {"do": "close", "by": "floorperson"}, None),
        (flo, {"do": "close", "by": {"a": 1}}, None),
    ]
    for who, command, acting in claims:
        with pytest.raises(Forbidden) as caught:
            at.permit(who, command, acting)
        assert caught.value.kind == "claimed-role", command
    assert not at.allowed(flo, {"do": "close"}, "dealer")


def test_whoever_plays_at_a_table_does_not_run_it() -> None:
    at = stand(*load("sic-bo"), seats={1: "both"})
    both = somebody("player", "dealer", "floorperson", account="both", holder=HOLDER)
    assert at.allowed(both, {"do": "cash-out", "seat": 1, "cents": 100})
    for do in ("no-more-bets", "draw", "close"):
        with pytest.raises(Forbidden) as caught:
            at.permit(both, {"do": do})
        assert caught.value.kind == "own-table"
    assert viewer(both, cast(Hosted, at)) == "seat:1"


def test_staff_of_another_holder_are_not_told_of_the_table() -> None:
    at = stand(*load("sic-bo"), seats={1: "anna"})
    for role in ROLES:
        other = somebody(role, holder="" if role in (*BOARD, "player") else "Rivers")
        told = role in (*BOARD, "player")
        other = replace(other, devices=frozenset())  # a manufacturer without a device here
        try:
            viewer(other, cast(Hosted, at))
            assert told, role
        except Hidden:
            assert not told, role
        if not told:
            with pytest.raises(Hidden):
                at.permit(other, {"do": "close"})


def test_a_guest_plays_at_practice_tables_only() -> None:
    guest = Principal("guest-1", "Guest", ("player", "dealer", "floorperson"))
    at = stand(*load("sic-bo"), seats={1: "guest-1"})
    at.practice = False
    with pytest.raises(Hidden):
        at.permit(guest, {"do": "no-more-bets"})
    with pytest.raises(Hidden):
        viewer(guest, cast(Hosted, at))
    at.practice, at.of = True, ""
    assert at.permit(guest, {"do": "no-more-bets"})[0] == "dealer"
    assert at.permit(guest, {"do": "cash-out", "seat": 1, "cents": 100})[0] == "player"
    assert viewer(guest, cast(Hosted, at)) == "seat:1"
    assert {action for action in ACTIONS if may(guest, action)} == {"see-table", "recall-rounds"}


def test_a_token_does_no_more_than_its_scopes_and_roles() -> None:
    at = stand(*load("sic-bo"), seats={1: "anna"})
    bet = {"do": "cash-out", "seat": 1, "cents": 100}
    for scopes, plays in ((frozenset(["play"]), True), (frozenset(["deal"]), False), (frozenset(["see-table"]), False)):
        assert at.allowed(somebody("player", account="anna", scopes=scopes), bet) == plays
        assert at.allowed(somebody("dealer", scopes=scopes), {"do": "no-more-bets"}) == ("deal" in scopes)
    narrow = {"open": "open-session", "close": "close-session", "count-drop": "count-drop"}
    commands: dict[str, dict[str, Any]] = {do: {"do": do} for do in ("open", "close")} | {
        "count-drop": {"do": "count-drop", "cents": 1}
    }
    commands |= {do: {"do": do, "cents": 1, "slip": "S-1"} for do in ("fill", "credit")}
    for do, command in commands.items():
        own = narrow.get(do, "fills-and-credits")
        for scope in ("deal", "play", *ACTIONS):
            told = at.allowed(somebody("floorperson", scopes=frozenset([scope])), command)
            assert told == (scope in ("deal", own)), (do, scope)
    manager = somebody("shift-manager", scopes=frozenset(["see-revenue"]))
    assert may(manager, "see-revenue", HOLDER)
    assert not may(manager, "see-records", HOLDER)
    assert not may(somebody("player", scopes=frozenset(["see-revenue"])), "see-revenue")


# Views

SEES = {
    **{role: role for role in LADDER},
    "stickperson": "stickperson",
    "security": "security",
    "maintenance": "maintenance",
    **dict.fromkeys(("surveillance", "compliance", *BOARD), "house"),
    **dict.fromkeys(("player", "manufacturer", "administrator"), "player"),
}


@pytest.mark.parametrize("role", ROLES)
def test_whose_eyes_each_role_sees_through(role: str) -> None:
    at = cast(Hosted, stand(*load("down-under-blackjack"), seats={1: "anna", 2: "ben", 3: "anna"}))
    assert viewer(somebody(role), at) == SEES[role]
    assert eyes(ANNA, at) == ("seat:1", "seat:3")
    assert eyes(BEN, at) == ("seat:2",)
    several = somebody("dealer", "pit-manager", "security")
    assert viewer(several, at) == "pit-manager"


def test_two_seats_see_what_both_may_see_and_nothing_else() -> None:
    at = cast(Hosted, stand(*load("pai-gow"), seats={1: "anna", 2: "ben", 3: "anna"}))

    def told(to: str) -> Event:
        return Event(1, "hand-dealt", (), Moment(1), 1, (1, 1), {"tiles": ["a"]}, to=to)

    mine = eyes(ANNA, at)
    for to, shown in (("all", True), ("seat:1", True), ("seat:3", True), ("seat:2", False), ("dealer", False)):
        assert ("tiles" in seen_event(told(to), mine)) == shown, to
    assert set(seen_tables(at, mine)) == {"seat:1", "seat:3"}


def test_a_players_refusal_does_not_depend_on_what_is_hidden() -> None:
    """Non-interference of errors: those outside the crew get the same refusal in every state."""
    game, rules = load("down-under-blackjack")
    said: dict[str, set[tuple[str, str, tuple[str, ...]]]] = {}
    for at in walked(game, rules, "automatic", 60, "hidden"):
        for cite in reports(game):
            if cite not in rules.cites:
                continue
            for who in (ANNA, somebody("security")):
                with pytest.raises(Forbidden) as caught:
                    at.permit(who, {"do": "irregularity", "cite": cite})
                error = caught.value
                said.setdefault(f"{cite} {who.account}", set()).add((str(error), error.right, error.cites))
    assert said
    assert all(len(each) == 1 for each in said.values())


# Actions of the other endpoints, by role

SHIFT = ("shift-manager", "table-games-manager")
MANAGERS = ("pit-manager", *SHIFT)
READERS_OF_ALL = ("surveillance", "compliance", *BOARD)
WHO_MAY: dict[str, Iterable[str]] = {
    "see-table": ROLES,
    "recall-rounds": ROLES,
    "see-records": (*SHIFT, *READERS_OF_ALL),
    "open-session": FLOOR,
    "close-session": FLOOR,
    "manage-accounts": ("administrator",),
    "sign-checkpoint": (*SHIFT, "compliance", *BOARD),
    "submit-rules": ("compliance",),
    "question-rules": BOARD,
    "decide-rules": ("bureau-of-gaming-operations", "executive-director"),
    "register-approval": BOARD,
    "register-device": ("compliance", "gaming-laboratory"),
    "manage-credentials": (*MANAGERS, "compliance"),
    "see-revenue": (*SHIFT, "surveillance", "compliance", *BOARD),
    "count-drop": FLOOR,
    "fills-and-credits": FLOOR,
    "propose-correction": FLOOR,
    "confirm-correction": MANAGERS,
    "see-corrections": (*FLOOR, *READERS_OF_ALL),
    "set-tax-terms": ("compliance", "bureau-of-casino-compliance"),
    "see-attempts": ("surveillance", "compliance", "bureau-of-casino-compliance", "administrator"),
    "see-metrics": ("compliance", "administrator"),
}


@pytest.mark.parametrize("action", list(ACTIONS))
def test_actions_are_for_these_roles_and_their_own_holder(action: str) -> None:
    for role in ROLES:
        right = role in WHO_MAY[action]
        who = somebody(role)
        assert may(who, action, HOLDER) == (right and role != "manufacturer"), (
            role
        )  # it has devices, and no holder's affairs
        assert may(who, action) == right, role
        beyond = right and not who.holder  # the Board's side, a player, or an administrator of all holders
        assert may(who, action, "Rivers") == beyond, role
    assert may(somebody("administrator", holder=""), action, "Rivers") == ("administrator" in WHO_MAY[action])


def test_an_unknown_action_is_an_error() -> None:
    with pytest.raises(KeyError):
        may(somebody("administrator"), "burn-the-records")


def test_a_refused_action_says_whom_it_is_for() -> None:
    for action, roles in ACTIONS.items():
        told = not_allowed(somebody("guest"), action)
        assert str(told) == f"Your account cannot {DONE[action]}" and action not in str(told)
        assert all(str(role) in told.right for role in roles) and told.kind == "wrong-role"
    assert set(DONE) == set(ACTIONS)


def test_a_token_without_a_scope_is_told_so_and_not_that_its_account_may_not() -> None:
    manager = somebody("shift-manager", scopes=frozenset(["see-table"]))
    told = not_allowed(manager, "see-revenue", HOLDER)
    assert (str(told), told.kind) == ("This token has no scope see-revenue", "scope")
    assert told.right == "use a token with the scope see-revenue"
    for cannot in (not_allowed(manager, "manage-accounts"), not_allowed(manager, "see-revenue", "Rivers")):
        assert cannot.kind == "wrong-role" and "scope" not in cannot.right


def test_approvals_are_registered_by_the_office_that_gives_them() -> None:
    offices = {
        "Bureau of Gaming Operations": "bureau-of-gaming-operations",
        "Bureau of Gaming Laboratory Operations": "gaming-laboratory",
        "Bureau of Casino Compliance": "bureau-of-casino-compliance",
        "Executive Director": "executive-director",
    }
    assert set(offices) == set(BODIES)
    offices["Pennsylvania Gaming Control Board"] = "executive-director"
    for body, office in offices.items():
        for role in ROLES:
            assert may_register(somebody(role), body) == (role == office)
