"""Pai Gow at the terminal table: what is typed, and what it is answered."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from chapters.c621a_pai_gow.sitting import DEALER, Sitting, after_a_round, sitting
from houseway.cli.seat import Session

BEST = ("6-6", "6-6", "1-1", "1-1")


def seated(here: Sitting) -> tuple[Session, StringIO]:
    """Somebody at the table, and what is printed."""
    out = StringIO()
    return Session(here.table, Console(file=out, width=160, color_system=None)), out


def typed(session: Session, out: StringIO, line: str) -> str:
    """What comes of a line."""
    at = out.tell()
    session.line(line)
    return out.getvalue()[at:]


def test_a_round_is_typed_from_the_wager_to_the_payment() -> None:
    here = sitting()
    session, out = seated(here)
    assert "●$10" in typed(session, out, "wager 10")
    here.deal({DEALER: ("5-5", "5-5", "3-3", "2-2"), 1: BEST})
    assert "You choose: set or house-way or ask" in typed(session, out, "")
    assert "Refused: choose set by seat 1: the high hand" in typed(session, out, "set 1-1 1-1 6-6 6-6")
    assert "high: '6-7' is not a tile" in typed(session, out, "set 6-7 1-1 1-1 6-6")
    told = typed(session, out, "set 6-6 6-6 1-1 1-1")
    assert "Box 1 is set, 6-6 6-6 over 1-1 1-1." in told
    assert "You choose: surrender" in told and "Dealer chooses: expose" in told
    assert "Seat 1: Wager, $10.00, wins $9.50" in typed(session, out, "")


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
    assert "The marker of the bank lies before seat 1." in typed(session, out, "bank 100")
    assert here.table.state.bank.chips_cents == 10_000
    assert "means nothing behind cut" in typed(session, out, "cut up 3")
    assert "stacks 3, 4 to the right and 5 to the left" in typed(session, out, "cut right 3 4 left 5")


def test_what_a_bank_may_say_is_told_and_it_may_have_the_dealer_wager_nothing() -> None:
    here = after_a_round()
    session, out = seated(here)
    taken = typed(session, out, "bank 100")
    assert "You may choose: cut or co-bank or dealer-wager" in taken
    assert "The dealer is to make no wager." in typed(session, out, "dealer-wager 0")
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
