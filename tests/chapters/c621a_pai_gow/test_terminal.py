"""Pai Gow at the terminal table: typed lines and their answers."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from chapters.c621a_pai_gow.sitting import CHIPS, DEALER, MIDDLE, Sitting, after_a_round, banking, sitting
from chapters.c621a_pai_gow.test_s6_opening import opened_by_hand
from houseway.cli.terminal.session import Session
from houseway.core.judging import choices_open
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.house_way.hand_kinds import hand_kinds
from houseway.games.pai_gow.law.settings import settings
from houseway.games.pai_gow.present.prompts import drawn, made
from houseway.games.pai_gow.present.prompts import typed as typed_line
from support import law

BEST = ("6-6", "6-6", "1-1", "1-1")


def seated(here: Sitting) -> tuple[Session, StringIO]:
    """A session of one seat, and its output."""
    out = StringIO()
    return Session(here.table, Console(file=out, width=160, color_system=None)), out


def typed(session: Session, out: StringIO, line: str) -> str:
    """The output for a typed line."""
    at = out.tell()
    session.line(line)
    return out.getvalue()[at:]


def test_a_round_is_typed_from_the_wager_to_the_payment() -> None:
    here = sitting()
    session, out = seated(here)
    assert "●$10" in typed(session, out, "wager 10")
    here.deal({DEALER: ("5-5", "5-5", "3-3", "2-2"), 1: BEST})
    assert "You choose: set or house-way or ask" in typed(session, out, "")
    refused = typed(session, out, "set 1-1 1-1 6-6 6-6")
    assert "Refused: choose set by seat 1: the high hand" in refused and "right is 6-6 6-6 over 1-1 1-1" in refused
    assert "high: '6-7' is not a tile" in typed(session, out, "set 6-7 1-1 1-1 6-6")
    told = typed(session, out, "set 6-6 6-6 1-1 1-1")
    assert "Box 1 is set, 6-6 6-6 over 1-1 1-1." in told
    assert "You choose: surrender" in told and "Dealer chooses: expose" in told
    assert "Seat 1: Pai Gow Wager, $10.00, wins $9.50" in typed(session, out, "")


def test_a_delivery_a_bank_and_a_cut_are_typed() -> None:
    here = sitting()
    session, out = seated(here)
    session.line("wager 10")
    assert "The delivery is Jung Quat." in typed(session, out, "jung")
    session.line("")
    session.line("house-way")
    session.line("")
    session.line("")
    assert here.betting and here.table.round == 2
    assert "The bank marker is placed before seat 1." in typed(session, out, "bank 100")
    assert here.table.state.bank.chips_cents == here.table.chips(1)  # all that the bank has at the table
    assert "cannot follow cut" in typed(session, out, "cut up 3")
    assert "stacks 3, 4 to the right and 5 to the left" in typed(session, out, "cut right 3 4 left 5")


def test_what_a_bank_may_say_is_told_and_it_may_have_the_dealer_wager_nothing() -> None:
    here = after_a_round()
    session, out = seated(here)
    taken = typed(session, out, "bank 100")
    assert "You may choose: cut or co-bank or dealer-wager" in taken
    assert "The bank directs the dealer not to wager." in typed(session, out, "dealer-wager 0")
    assert here.table.state.bank.dealer_cents == 0
    assert '"-1" is not an amount' in typed(session, out, "dealer-wager -1")


def test_the_bank_is_offered_aloud_and_a_wager_of_nothing_is_none() -> None:
    here = sitting()
    session, out = seated(here)
    session.line("wager 10")
    session.line("")
    session.line("house-way")
    while not here.betting:
        told = typed(session, out, "")
    assert "You may choose: bank or pass-bank" in told
    assert '"0" is not an amount' in typed(session, out, "wager 0")


def to_set(*hand: str) -> tuple[Session, StringIO, Sitting]:
    """A session of a player who has looked at these tiles, and its output."""
    here = sitting()
    session, out = seated(here)
    session.line("wager 10")
    here.deal({DEALER: MIDDLE, 1: hand})
    return session, out, here


def test_the_own_tiles_are_drawn_with_every_line_that_sets_them() -> None:
    session, out, here = to_set("5-6", "4-6", "4-4", "3-5")
    shown = typed(session, out, "")
    assert "│● ●│● ●│ │● ●│● ●│" in shown and "   4-4       5-6       4-6       3-5" in shown
    lines = [line.strip().split("   ")[0] for line in shown.splitlines() if line.startswith("    set ")]
    assert len(lines) == 3 and "set 4-4 5-6 4-6 3-5" in lines
    for line in lines:  # each of them is lawful as it stands
        again, printed, _ = to_set("5-6", "4-6", "4-4", "3-5")
        assert "Box 1 is set" in typed(again, printed, line), line
    assert here.table.state.hands[1].tiles


def test_fewer_than_four_tiles_set_nothing() -> None:
    session, out, here = to_set("5-6", "4-6", "4-4", "3-5")
    right = "is not four tiles; type the high hand first, like: set 6-6 1-5 5-6 1-4"
    assert right in typed(session, out, "set 4-4") and right in typed(session, out, "set 4-4 5-6 4-6")
    assert not any(hand.is_set for hand in here.table.state.hands)


def test_help_tells_how_the_house_would_set_the_tiles() -> None:
    session, out, _ = to_set("5-6", "4-6", "4-4", "3-5")
    told = typed(session, out, "help")
    assert "The house would set box 1 like this: set 4-4 5-6 4-6 3-5" in told
    assert "That is by rule 5 of the house way (if the high hand has 9 points" in told


def test_a_choice_of_another_time_is_no_beginning_of_one_that_is_open() -> None:
    here = sitting()
    session, out = seated(here)
    told = typed(session, out, "house-way")
    assert "box 1 has no tiles to set (§ 621a.10(a)); house-way is asked after you have looked at your tiles" in told
    assert here.table.state.style == "standard"
    assert "The delivery is House Way From the Left." in typed(session, out, "house-way-from-the-left")


def test_a_wager_is_never_taken_for_a_choice_that_ends_alike() -> None:
    here = after_a_round()
    session, out = seated(here)
    session.line("bank 100")
    assert "the bank plays its own position and makes no wager" in typed(session, out, "wager 5")
    assert here.table.state.bank.dealer_cents == -1


def test_one_person_plays_other_seats_too() -> None:
    here = sitting(chips=(CHIPS, 0, CHIPS))
    session, out = seated(here)
    session.line("wager 10")
    assert "Seat 2 buys in for $100.00." in typed(session, out, "seat 2 wager 5")
    session.line("seat 3 wager 20")
    assert [(placed.seat, placed.cents) for placed in here.table.state.placed] == [(1, 1000), (2, 500), (3, 2000)]
    session.line("")
    session.line("seat 3 house-way")
    assert [hand.position for hand in here.table.state.hands if hand.is_set] == [3]
    for line in ("seat", "seat 7 wager 5", "seat two wager 5"):
        assert "which seat does what? Type for example: seat 2 wager 5" in typed(session, out, line)
    assert "how much on wager? Type for example: seat 2 wager 5" in typed(session, out, "seat 2 wager")


def test_the_bank_is_offered_aloud_to_others_and_a_co_bank_needs_their_wagers() -> None:
    here = banking(1, cents=10_000)
    session, out = seated(here)
    told = typed(session, out, "co-bank")
    assert "Others wager against you: seat 2 wager 10." in told
    assert "nobody has made a wager" in typed(session, out, "")
    session.line("seat 2 wager 10")
    assert "You choose: standard or" in typed(session, out, "")
    session.line("standard")
    session.line("house-way")
    told = typed(session, out, "")
    assert "Seat 2 may choose: seat 2 bank or seat 2 pass-bank" in told


@law("621a.12(d)")
def test_621a_12_d_a_reported_tile_asks_its_player_at_once() -> None:
    here = opened_by_hand()
    session, out = seated(here)
    for line in ("next", "next", "next", "wager 10", "", "next", "", "next", "next", "next"):
        session.line(line)
    told = typed(session, out, "report 621a.12(d) dealer position=1")
    assert "A tile of box 1 was exposed" in told
    told = typed(session, out, "")
    assert "The exposed tile of box 1 is " in told
    assert "Without looking at the others:" in told and "You choose: play-out or void" in told
    assert "Seat 1: Pai Gow Wager, $10.00, is returned." in typed(session, out, "void")


def test_a_refused_announcement_forgets_no_round() -> None:
    here = sitting()
    session, out = seated(here)
    for line in ("wager 10", "", "house-way", "", ""):
        session.line(line)
    assert "nobody has made a wager" in out.getvalue()
    assert "Seat 1: Pai Gow Wager, $10.00," in typed(session, out, "why")


def test_what_is_shown_fits_into_eighty_columns() -> None:
    lines = list(drawn([Tile(name) for name in BEST]))
    for here in (after_a_round(), banking(1, cents=10_000), banking(1, "co_bank=false", cents=10_000)):
        for asked in choices_open(here.table.due):
            lines += here.table.game.present.prompt_lines(here.table.rules, here.table.state, asked)
    for hand in hand_kinds():
        lines += [f"  {typed_line(way)}   {made(way)}" for way in settings(hand.tiles)]
    assert len(lines) > 3620 and max(map(len, lines)) <= 78


def test_everything_that_can_be_asked_is_among_the_choices_that_are_told() -> None:
    here = banking(1, cents=10_000)
    here.wager(0, 1000)
    asked = {option.choice for each in choices_open(here.table.due) for option in each.options}
    here.do({"do": "no-more-bets"})
    asked |= {option.choice for each in choices_open(here.table.due) for option in each.options}
    assert asked <= set(here.table.game.law.choices) and {"cut", "jung-quat", "standard"} <= asked
