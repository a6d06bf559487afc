"""Lines typed at a terminal table: misspelled words, choices at the wrong time, results entered by hand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress

import pytest
from rich.console import Console

from houseway.cli.terminal import choosing, typed_results
from houseway.cli.terminal.session import Session
from houseway.cli.terminal.typed_results import Leaving, ask_result
from houseway.core import Asked, Chance, Choices, Option, seat_account
from houseway.core.judging import choices_open
from houseway.games import games, load
from houseway.law import BadInput
from houseway.numerics.sources import ManualSource, SeededSource
from houseway.table import Table


def seated(game: str, *settings: str, manual: bool = False) -> tuple[Session, io.StringIO]:
    """A session at a table with $100 in front of the seat, and its output."""
    found, rules = load(game, settings)
    source = ManualSource(lambda chance: ask_result(found, rules, chance)) if manual else SeededSource("seat")
    table = Table(found, rules, source)
    table.open()
    table.buy_in(1, 10_000)
    out = io.StringIO()
    return Session(table, Console(file=out, width=80, height=50, highlight=False, markup=False, emoji=False)), out


def told(session: Session, out: io.StringIO, text: str) -> str:
    """The answer to a typed line, on one line."""
    out.seek(0)
    out.truncate()
    session.line(text)
    return " ".join(out.getvalue().split())


@pytest.mark.parametrize(
    ("game", "typed", "answer"),
    [
        ("down-under-blackjack", "hit", "hit is a choice, asked when it is your turn to act; now wagers may be made"),
        ("down-under-blackjack", "split", "split is a choice, asked when it is your turn to act on a pair"),
        (
            "casino-war",
            "surrender",
            "surrender is a choice, asked when your card and the dealer's have the same rank",
        ),
        ("casino-war", "surender", '"surender" is not understood; did you mean surrender?'),
        ("sic-bo", "chps", '"chps" is not understood; did you mean chips?'),
        ("sic-bo", "smll 5", "did you mean small?"),
        ("roulette", "rde 5", "did you mean red?"),
        ("big-six", "repaired", "which device? none has stopped the table"),
        ("casino-war", "do", "Type for example: do 651a.5(f) floorperson item=reshuffle"),
        ("craps", "pass odds 500", "$500.00 on Odds on the Pass Bet: seat 1 has no Pass Bet with a point"),
        ("craps", "seat 2 pass odds 5", "$5.00 on Odds on the Pass Bet: seat 2 has no Pass Bet with a point"),
        ("craps", "odds 10", "10 in odds on which wager? Type for example: odds pass 10"),
    ],
)
def test_what_was_meant_is_said(game: str, typed: str, answer: str) -> None:
    assert answer in told(*seated(game), typed)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("small " + "9" * 5000, "a line of 5,006 characters is too long"),
        ('{"do": ' + "[" * 2000, "more than 32 levels deep"),
        ('{"do": NaN}', "NaN is not a number"),
        ('{"do": "wager", "do": "wager"}', "is given twice"),
        ("do 625a.2(a) dice=" + "9" * 3000, "more than 40 digits"),
    ],
)
def test_what_nobody_can_mean_is_said_in_a_line(typed: str, answer: str) -> None:
    assert answer in " ".join(told(*seated("sic-bo"), typed).split())


def test_a_misspelt_choice_names_the_choices_that_are_open() -> None:
    session, out = seated("down-under-blackjack")
    session.line("bet 10")
    session.table.no_more_bets()
    session.table.result(cards=["?", "7H", "5C", "9D", "9C"])
    assert isinstance(session.table.due, Choices)
    assert told(session, out, "stadn") == '"stadn" is not understood; did you mean stand?'
    assert "Your hand: 7H 9D, 16. The dealer's: 5C and a medium card face down. You choose: stand or hit" in told(
        session, out, ""
    )
    assert told(session, out, "xyzzy") == '"xyzzy" is not one of the choices; there are stand, hit, double-down'


@pytest.mark.parametrize("name", games())
def test_examples_of_a_table_are_of_its_own_game(name: str) -> None:
    session, out = seated(name)
    chapter = session.game.chapter.outline.chapter
    shown = told(session, out, "report")
    cited = [word for word in shown.split() if word.startswith(("6", "(6")) and "a." in word]
    assert all(word.lstrip("(").startswith(chapter) for word in cited)
    assert len(cited) >= len(session.game.law.reports)


@pytest.mark.parametrize("name", [name for name, game in games().items() if game.law.choices])
@pytest.mark.parametrize("seed", range(6))
def test_every_choice_that_is_asked_is_one_that_the_game_names(name: str, seed: int) -> None:
    game, rules = load(name)
    table = Table(game, rules, SeededSource(seed))
    table.open()
    table.buy_in(1, 1_000_000)
    first = next(iter(game.law.catalogue(rules)))
    for step in range(60):
        asked = [option.choice for each in choices_open(table.due) for option in each.options]
        assert set(asked) <= set(game.law.choices)
        if isinstance(table.due, Choices):
            one = table.due.open[0]
            seat = one.who.removeprefix("seat:")
            who = {"by": one.who} if seat == one.who else {"seat": int(seat)}
            with suppress(BadInput):  # some choices say more, which is another test's matter
                table.do({"do": "choose", **who, "choice": one.options[step % len(one.options)].choice})
        elif isinstance(table.due, Chance):
            table.draw()
        else:
            table.wager(1, first, 1000)
            table.deal()


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Lines that are typed at the question for a result, one after the other."""
    lines: list[str] = []
    monkeypatch.setattr(typed_results, "input", lambda _: lines.pop(0), raising=False)
    yield lines
    assert not lines, "everything that was typed was read"


def test_cards_typed_ahead_are_kept_and_told(typed: list[str]) -> None:
    session, out = seated("casino-war", manual=True)
    session.line("initial 10")
    typed += ["7H 5C KD"]
    answer = told(session, out, "deal")
    assert "Seat 1: the 7 of hearts" in answer and "The dealer: the 5 of clubs" in answer
    assert "Entered ahead and still to come: KD." in answer
    session.line("initial 10")
    typed += ["2C"]
    assert "Seat 1: the king of diamonds" in told(session, out, "deal")


def test_a_refused_card_drops_what_was_typed_behind_it(typed: list[str]) -> None:
    session, out = seated("casino-war", manual=True)
    session.line("initial 10")
    typed += ["? 5C KD"]
    assert "? is not possible for the card of seat 1; enter its face, like 7H" in told(session, out, "deal")
    assert session.table.waiting == []


def test_help_and_quit_are_understood_where_a_result_is_asked(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    session, _ = seated("casino-war", manual=True)
    session.line("initial 10")
    typed += ["help", "quit"]
    with pytest.raises(Leaving):
        session.line("deal")
    assert "Enter alone goes back to the table, quit leaves it." in capsys.readouterr().out


def test_a_choice_that_the_chapter_refuses_now_is_told_with_its_reason() -> None:
    assert "(§ 621a.11" in told(*seated("pai-gow"), "bank")


def test_what_another_seat_is_offered_it_takes_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare word is the own seat's."""
    session, _ = seated("pai-gow")
    made: list[str] = []
    offers = [Asked(seat_account(2), (Option("bank", (), 0, 5000),))]
    monkeypatch.setattr(Session, "asked", lambda _self: offers)
    monkeypatch.setattr(
        choosing, "make_choice", lambda _seat, asked, choice, more: made.append(f"{asked.who} {choice} {more}")
    )
    session.line("bank 50")
    assert made == []
    session.line("seat 2 bank 50")
    assert made == ["seat:2 bank {'cents': 5000}"]
