"""The layout in the terminal: it fits the window, grows with it, and cuts no word."""

from __future__ import annotations

import io
import re

import pytest

import terminal_seat
from houseway.cli.terminal.felt import Strips, TerminalFelt, is_plain, only
from houseway.cli.terminal.layout_view import felt_now
from houseway.cli.terminal.session import Session
from houseway.games import games, load

SIZES = [(80, 24), (100, 30), (140, 45), (140, 70)]


def seated(game: str, width: int, height: int) -> Session:
    return terminal_seat.seated(game, width=width, height=height)[0]


def drawn(session: Session) -> list[str]:
    chips = session.chips_drawn()
    return felt_now(session, chips).draw(chips).plain.splitlines()


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_layout_and_what_is_told_below_it_fit_the_window(name: str, width: int, height: int) -> None:
    session = seated(name, width, height)
    lines = drawn(session)
    assert len(lines) == felt_now(session, {}).height <= height - 4
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_name_of_an_area_is_cut(name: str, width: int, height: int) -> None:
    session = seated(name, width, height)
    felt = felt_now(session, {})
    words = {word for line in drawn(session) for word in line.replace("│", " ").split()}
    for area in felt.layout.areas:
        assert set(area.lines[0].split()) <= words, area.wager


def test_roulette_at_80_columns_does_not_cut_black() -> None:
    session = seated("roulette", 80, 40)
    cells = [cell.strip() for line in drawn(session) for cell in re.split("[│├┤]", line)]
    assert cells.count("blk") == 18 and cells.count("red") == 18 + 1 and cells.count("black") == 1
    assert not {"blac", "colum", "gree"} & set(cells)
    wide = [cell.strip() for line in drawn(seated("roulette", 110, 40)) for cell in re.split("[│├┤]", line)]
    assert wide.count("black") == 18 + 1 and "blk" not in wide


def test_a_low_window_shows_what_can_be_bet_now_at_craps_and_a_high_one_everything() -> None:
    session = seated("craps", 80, 24)
    felt = felt_now(session, {})
    shown = {area.wager for area in felt.layout.areas}
    assert isinstance(felt, Strips)
    assert {"pass", "dont-pass", "place-to-win:6", "hardway:8", "eleven"} <= shown
    assert not {"come", "dont-come", "odds:pass", "odds:come:4"} & shown  # no point is on
    session.line("pass 5")
    session.table.no_more_bets()
    session.table.result(dice=[2, 2])
    shown = {area.wager for area in felt_now(session, {"pass": 500}).layout.areas}
    assert {"come", "dont-come", "odds:pass", "pass"} <= shown and "dont-pass" not in shown
    heights = [felt_now(seated("craps", width, height), {}).height for width, height in SIZES]
    assert heights == sorted(heights) and len(set(heights)) == len(heights)
    whole = felt_now(seated("craps", *SIZES[-1]), {})
    assert len(whole.layout.areas) == len(session.game.present.layout(session.rules).areas)


def test_chips_are_shown_in_a_low_window_with_their_amount() -> None:
    session = seated("craps", 80, 24)
    session.line("pass 5")
    session.line("six 12")
    text = "\n".join(drawn(session))
    assert "PASS LINE 1:1 ●$5" in text and "6 7:6 ●$12" in text


def test_layout_all_draws_everything() -> None:
    session = seated("craps", 80, 24)
    session.line("layout")
    out = session.out.file
    assert isinstance(out, io.StringIO)
    assert "Only what can be bet now; for all of it: layout all" in out.getvalue() and "COME ODDS" not in out.getvalue()
    session.line("layout all")
    assert out.getvalue().count("COME ODDS") == 6


def test_only_plain_rows_are_made_smaller() -> None:
    game, rules = load("roulette")
    layout = game.present.layout(rules)
    assert not is_plain(layout)
    assert only(layout, lambda area: area.wager == "red") == layout
    game, rules = load("craps")
    some = only(game.present.layout(rules), lambda area: area.wager.startswith("hardway"))
    assert [area.wager for area in some.areas] == ["hardway:4", "hardway:6", "hardway:8", "hardway:10"]
    assert (some.width, some.areas[0].y) == (game.present.layout(rules).width, 0)
    assert TerminalFelt(some, 80, 1).height == 3 + len(some.words)


def test_chips_on_a_line_never_run_into_a_number() -> None:
    """$5 on the line between 17 and 20 is not drawn as $520."""
    game, rules = load("roulette")
    for cents, shown in ((500, "17●5 20"), (1200, "17 ● 20")):
        drawn = TerminalFelt(game.present.layout(rules), 80, row_lines=2).draw({"split:17-20": cents}).plain
        assert shown in drawn and "520" not in drawn


def test_a_payout_is_cut_between_words_only() -> None:
    game, rules = load("craps")
    drawn = TerminalFelt(game.present.layout(rules), 80).draw({}).plain
    assert "│ 30,15:1 │" in drawn and ":1 o│" not in drawn
