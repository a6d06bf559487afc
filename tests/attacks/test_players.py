"""A player who wagers in another box: refused with a citation if the chapter does not allow it; otherwise one account pays."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from attacks.recorded import Recorded
from contract.play import Command, by_edition
from houseway.core import AnyGame, Chance, Choices, Event, Wagers, seat_account
from houseway.games import load
from houseway.law import Rules
from houseway.law.roles import ROLES
from houseway.table import Table
from support import variants

BOXES = {"casino-war": "651a.7(e)", "down-under-blackjack": "685a.6(f)", "pai-gow": "621a.13(a)"}
MAIN = {"casino-war": "initial", "down-under-blackjack": "bet", "pai-gow": "wager"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on what survives a power cut."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def opened(game: AnyGame, rules: Rules, *cents: int) -> Table:
    from houseway.numerics.sources import SeededSource
    from houseway.table import ticking

    table = Table(game, rules, SeededSource("players"), clock=ticking())
    table.open()
    for seat, each in enumerate(cents, 1):
        if each:
            table.buy_in(seat, each)
    return table


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_where_no_boxes_are_played_a_wager_for_another_seat_is_refused_with_a_citation(
    game: AnyGame, rules: Rules
) -> None:
    table = opened(game, rules, 1_000_000, 1_000_000)
    wager = MAIN.get(game.id) or sorted(game.law.catalogue(rules))[0]
    if game.law.plays_boxes:
        assert game.id in BOXES or rules.edition.id == "2000-toy"
        return
    before = table.accounts
    (event, *_) = table.do({"do": "wager", "seat": 2, "id": wager, "cents": 1000, "player": 1})
    assert event.event == "wager-refused" and table.accounts == before
    assert event.cites and set(event.cites) <= set(rules.cites)
    assert "seat 1 cannot wager for seat 2" in event.fields["reason"]
    (own, *_) = table.do({"do": "wager", "seat": 2, "id": wager, "cents": 1000, "player": 2})
    assert "cannot wager for" not in own.fields.get("reason", "")


@pytest.mark.parametrize(("what", "cite"), BOXES.items())
def test_a_box_is_one_players_and_they_lie_beside_each_other(what: str, cite: str) -> None:
    game, rules = load(what, ["adjacent_boxes=2"])
    table, wager = opened(game, rules, *[1_000_000] * 5), MAIN[what]
    for box in (1, 2):
        (placed, *_) = table.do({"do": "wager", "seat": box, "id": wager, "cents": 1000, "player": 1})
        assert placed.event == "wager-placed" and placed.fields.get("player", 1) == 1
    table.do({"do": "wager", "seat": 4, "id": wager, "cents": 1000})
    seated = () if what == "pai-gow" else ((2, 2),)  # there the seated player's own wager comes first
    for seat, player in (*seated, (2, 3), (3, 1), (5, 1), (4, 1), (6, 4)):
        (event, *_) = table.do({"do": "wager", "seat": seat, "id": wager, "cents": 1000, "player": player})
        assert event.event == "wager-refused" and set(event.cites) & {cite, "685a.6(c)", "651a.7(d)"}, (
            seat,
            player,
            event,
        )
    chips = [table.chips(seat) for seat in range(1, 6)]
    assert chips == [998_000, 1_000_000, 1_000_000, 999_000, 1_000_000]


def settled(table: Table) -> dict[int, int]:
    """The chips in front of each seat at the end of the round, played in the simplest way."""
    for _ in range(300):
        due = table.due
        if isinstance(due, Wagers) and not table.game.law.placed(table.state):
            break
        if isinstance(due, Chance):
            table.draw(once=True)
        elif isinstance(due, Choices):
            asked = due.open[0]
            options = [o for o in asked.options if o.choice != "set" and not o.high_cents] or list(asked.options)
            who = {"by": asked.who} if asked.who in ROLES else {"seat": int(asked.who.removeprefix("seat:"))}
            choice = "stand" if any(o.choice == "stand" for o in options) else options[0].choice
            table.do({"do": "choose", **who, "choice": choice})
        else:
            table.no_more_bets()
    return {seat: table.chips(seat) for seat in range(1, 5)}


@pytest.mark.parametrize("what", BOXES)
def test_one_purse_pays_and_is_paid_what_two_players_would_have_been(what: str) -> None:
    """The same cards, once played by two seats and once by one: together they end with the same."""
    for n in range(6):
        ends: list[dict[int, int]] = []
        for player in (0, 1):
            from houseway.numerics.sources import SeededSource
            from houseway.table import ticking

            table = Table(*load(what, ["adjacent_boxes=2"]), SeededSource(f"purse {n}"), clock=ticking())
            table.open()
            for seat in (1, 2):
                table.buy_in(seat, 1_000_000)
            for seat in (1, 2):
                table.do(
                    {"do": "wager", "seat": seat, "id": MAIN[what], "cents": 1000, **({"player": 1} if player else {})}
                )
            ends.append(settled(table))
        apart, together = ends
        assert together[2] == 1_000_000
        assert together[1] + together[2] == apart[1] + apart[2]


def poor_session(path: Path, what: str, seed: str, rounds: int) -> tuple[int, int]:
    """Wagers twice, for oneself and others, with hardly any money: refused for want of chips, never an assertion."""
    rng = Random(seed)
    boxes = ["adjacent_boxes=3"] if what in BOXES else []
    shuffled = ["shuffler=continuous"] if what in BOXES and what != "pai-gow" and rng.random() < 0.5 else []
    game, rules = load(what, [*boxes, *shuffled])
    sitting = Recorded(game, rules, path, seed).seated(seats=0)
    for seat in (1, 2, 3):
        sitting.do({"do": "buy-in", "seat": seat, "cents": rng.choice((500, 1000, 1500, 2500, 5100))})
    offers, commands = sorted(game.law.catalogue(rules)), 0
    for _ in range(rounds):
        for _ in range(rng.randint(2, 8)):
            sitting.do(any_wager(rules, offers, rng))
            commands += 1
        for _ in range(60):
            due = sitting.table.due
            if isinstance(due, Wagers) and not due.within and not game.law.placed(sitting.table.state):
                break
            commands += 1
            sitting.do(any_answer(sitting.table, due, rng, offers))
        if rng.random() < 0.5:
            sitting.do({"do": "buy-in", "seat": rng.randint(1, 3), "cents": rng.choice((500, 700, 1000))})
    sitting.play_out(rng)
    sitting.finish()
    return commands, sitting.refusals


def any_wager(rules: Rules, offers: list[str], rng: Random) -> Command:
    seat = rng.randint(1, min(4, rules.boxes))
    command: Command = {
        "do": "wager",
        "seat": seat,
        "id": rng.choice(offers),
        "cents": rng.choice((500, 700, 1000, 2500)),
    }
    return {**command, "player": rng.randint(1, min(4, rules.boxes))} if rng.random() < 0.6 else command


def any_answer(table: Table, due: Any, rng: Random, offers: list[str]) -> Command:
    if rng.random() < 0.15:
        return any_wager(table.rules, offers, rng)
    match due:
        case Chance():
            return {"do": "draw"}
        case Choices():
            asked = rng.choice(due.open)
            option = rng.choice(asked.options)
            who = {"by": asked.who} if asked.who in ROLES else {"seat": int(asked.who.removeprefix("seat:"))}
            cents = rng.choice((None, option.low_cents, option.high_cents))
            return {"do": "choose", **who, "choice": option.choice, **({} if cents is None else {"cents": cents})}
    return {"do": "no-more-bets"}


EVERY_GAME = ("casino-war", "down-under-blackjack", "pai-gow", "roulette", "craps", "mini-craps", "sic-bo", "big-six")


@pytest.mark.parametrize("what", variants(EVERY_GAME[:5], EVERY_GAME[5:]))
def test_wagers_twice_with_little_money_are_refused_and_never_fail(what: str, tmp_path: Path) -> None:
    commands, refusals = poor_session(tmp_path / "t.jsonl", what, f"poor {what}", 8)
    assert commands > 30 and refusals > 10, (commands, refusals)


@pytest.mark.nightly
@pytest.mark.parametrize("what", EVERY_GAME)
def test_many_poor_sessions(what: str, tmp_path: Path) -> None:
    came = [poor_session(tmp_path / f"{n}.jsonl", what, f"night {what} {n}", 40) for n in range(40)]
    commands, refusals = sum(each[0] for each in came), sum(each[1] for each in came)
    print(f"{what}: {commands} commands of poor players, {refusals} refused")
    assert refusals > 1000


# Choices of a box that another seat plays


def by_hand(what: str, cards: list[str], *cents: int) -> tuple[Table, tuple[Event, ...]]:
    """Seat 1 plays boxes 1 and 2; the cards are entered."""
    game, rules = load(what, ["adjacent_boxes=2"])
    table = opened(game, rules, *cents)
    for box in (1, 2):
        (placed, *_) = table.do({"do": "wager", "seat": box, "id": MAIN[what], "cents": 1000, "player": 1})
        assert placed.event == "wager-placed", placed
    table.no_more_bets()
    return table, table.result(cards=cards)


CASES = [
    ("casino-war", ["?", "KH", "KS", "KD"], "go-to-war", 1000),
    ("down-under-blackjack", ["?", "5H", "8S", "6D", "6C", "8C", "KH"], "double-down", 1000),
    ("down-under-blackjack", ["?", "5H", "8S", "6D", "6C", "8C", "KH"], "split", 1000),
    ("down-under-blackjack", ["?", "5H", "8S", "AD", "6C", "8C", "7H"], "insure", 500),
]


@pytest.mark.parametrize(("what", "cards", "choice", "cost"), CASES, ids=[case[2] + case[1][2] for case in CASES])
def test_what_is_chosen_in_a_box_is_paid_by_the_seat_that_plays_it(
    what: str, cards: list[str], choice: str, cost: int
) -> None:
    for rich in (True, False):
        table, _ = by_hand(what, cards, 2000 + (50_000 if rich else cost - 1), 50_000)
        box = 2
        while isinstance(due := table.due, Choices) and not any(
            asked.who == seat_account(box) and any(o.choice == choice for o in asked.options) for asked in due.open
        ):
            table.choose(int(due.open[0].who.removeprefix("seat:")), {"insure": "no-insurance"}.get(choice, "stand"))
        before = table.chips(1)
        (event, *_) = table.choose(box, choice, cost)
        assert table.chips(2) == 50_000
        if rich:
            assert event.event == "chosen" and table.chips(1) == before - cost
        else:
            assert event.event == "act-refused" and table.chips(1) == before
            assert f"seat 1 has ${before // 100}." in event.fields["reason"] and event.cites
            assert event.to == seat_account(1)  # the refusal is for whoever plays the box
