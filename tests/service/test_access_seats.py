"""Access rights to seats: players act only for their own, nobody claims a role or a seat, and tokens and guests have limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from houseway.core import AnyGame, Choices, Seat, Wagers
from houseway.games import load
from houseway.law import BadInput, Rules
from houseway.service.access import ACTIONS, Forbidden, Hidden, Principal, may, viewer
from houseway.service.hosted import Hosted
from service.access_walks import ANNA, BEN, every_walk, tried, walked
from service.stand import BOARD, HOLDER, LADDER, OFFICES, ROLES, somebody, stand
from support import law

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
    with pytest.raises(Forbidden, match="seat 1, which another player holds") as caught:
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
