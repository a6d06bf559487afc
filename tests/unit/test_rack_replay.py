"""`houseway replay --rack` and `houseway.rebuild_hands`: hands since the last shuffle, from the cards of the discard rack."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import houseway
from houseway.cli import app
from houseway.equipment.cards import FACE_DOWN
from houseway.games import games
from houseway.records import read_events
from houseway.records.reconstruct import COLLECTED, RACK, RackHands, RoundCards, hands_by_round, read_rack, told_hands
from support import bench

WAR = ["7H", "9D", "7C"]  # seats 1 and 2, dealer: seat 1 ties


def called(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.output, done.exception)
    return done.stderr if code else done.stdout


@pytest.fixture
def war(tmp_path: Path) -> tuple[str, str]:
    """The journal of two rounds of Casino War with a War in each, and its rack with every burned card turned over."""
    path = str(tmp_path / "war.jsonl")
    desk = houseway.load("casino-war").recorded(path)
    table = desk.table
    for seat in (1, 2):
        table.buy_in(seat, 100_000)
    for first in (True, False):
        for seat in (1, 2):
            table.wager(seat, "initial", 1000)
        table.no_more_bets()
        table.result(cards=[*(["?"] if first else []), *WAR])
        table.do({"do": "choose", "seat": 1, "choice": "go-to-war"})
        table.result(cards=["?", "?", "?", "KH", "2C"])
    rack = " ".join("QS" if card == FACE_DOWN else card for card in table.state.cards.rack)
    desk.close()
    return path, rack


def test_every_hand_since_the_shuffle_is_told_with_its_paragraph(war: tuple[str, str]) -> None:
    told = called("replay", war[0], "--rack", war[1])
    first = told.partition("Round 2")[0].splitlines()
    assert "Round 1  [§ 651a.9(d), § 651a.9(h)]" in first
    assert "  Seat 2: the 9 of diamonds" in first
    assert "  Seat 1: the 7 of hearts, the king of hearts" in first
    assert "  Dealer: the 7 of clubs, the 2 of clubs" in first
    assert f"  Burned: {', '.join(['the queen of spades'] * 4)}" in first
    assert "Round 2" in told


def test_the_same_as_json_and_from_python(war: tuple[str, str]) -> None:
    document = json.loads(called("replay", war[0], "--rack", war[1], "--json"))
    found = houseway.rebuild_hands(war[0], war[1].split())
    assert isinstance(found, RackHands)
    assert document["rounds"] == [each.as_json() for each in found.rounds]
    assert document["rack"] == war[1].split()
    hands = [("seat:2", ["9D"]), ("seat:1", ["7H", "KH"]), ("dealer", ["7C", "2C"])]
    assert [(hand["from"], hand["cards"]) for hand in document["rounds"][1]["hands"]] == hands


def test_one_round_and_a_round_that_left_no_card(war: tuple[str, str]) -> None:
    document = json.loads(called("replay", war[0], "--rack", war[1], "--round", "2", "--json"))
    assert [each["round"] for each in document["rounds"]] == [2]
    message = called("replay", war[0], "--rack", war[1], "--round", "7", code=2)
    assert "round 7: it left no card in the discard rack; there are cards of round 1, 2" in message


def test_the_rack_is_read_from_a_file(war: tuple[str, str], tmp_path: Path) -> None:
    written = tmp_path / "rack.txt"
    written.write_text(war[1].replace(" ", "\n"))
    assert called("replay", war[0], "--rack", f"@{written}") == called("replay", war[0], "--rack", war[1])
    assert "there is no such file" in called("replay", war[0], "--rack", "@nowhere.txt", code=2)


@pytest.mark.parametrize(
    ("rack", "message"),
    [
        ("", 'rack: it has no cards; write them from the bottom up, like "7H 10D KC"'),
        ("7H 1X", "rack: card 2 from the bottom: '1X' is not a card; write rank and suit"),
        ("7H 10D", "rack: 2 cards given, but the discard rack holds 17 cards; give all of them from the bottom up"),
    ],
)
def test_a_rack_that_cannot_be_right_is_refused_with_the_remedy(war: tuple[str, str], rack: str, message: str) -> None:
    assert message in called("replay", war[0], "--rack", rack, code=2)


def test_a_game_without_a_rack_and_an_empty_rack_are_refused(tmp_path: Path) -> None:
    for game, message in (
        ("craps", "Craps has no discard rack; only journals of games dealt from a shoe have one"),
        ("casino-war", "the discard rack is empty at the end of this journal"),
    ):
        path = str(tmp_path / f"{game}.jsonl")
        houseway.load(game).recorded(path).close()
        assert message in called("replay", path, "--rack", "7H", code=2)


def test_a_damaged_journal_is_not_used(war: tuple[str, str]) -> None:
    path = Path(war[0])
    path.write_bytes(path.read_bytes().replace(b'"from":"seat:2"', b'"from":"seat:3"', 1))
    assert "hands are rebuilt only from an undamaged journal; an audit names every flaw" in called(
        "replay", war[0], "--rack", war[1], code=2
    )


def test_every_reader_gets_the_same_and_it_needs_no_house_file(war: tuple[str, str]) -> None:
    """Only public counts come from the journal: a seat learns nothing that the cards in its hand do not show."""
    Path(f"{war[0]}.house").unlink()
    shown = {called("replay", war[0], "--rack", war[1], "--as", who) for who in ("house", "dealer", "seat:1", "seat:2")}
    assert len(shown) == 1
    assert "seat:99" in called("replay", war[0], "--rack", war[1], "--as", "seat:99", code=2)


@pytest.mark.parametrize("game", [each.id for each in games().values() if COLLECTED in each.law.event_kinds])
def test_what_is_collected_is_public_and_the_journal_gives_no_face(game: str, tmp_path: Path) -> None:
    """With every card unread, nothing but counts is left; the events that give them are for everybody."""
    path = tmp_path / "table.jsonl"
    desk = houseway.load(game).recorded(path, seed=3)
    for _ in range(3):
        _round(desk.table)
    size = len(desk.table.state.cards.rack)
    desk.close()
    told = read_events(path)
    racked = [e for e in told if e.event == COLLECTED or e.fields.get("place") == RACK]
    assert racked and all(event.to == "all" and not event.sealed for event in racked)
    found = houseway.rebuild_hands(path, [FACE_DOWN] * size)
    cards = [card for each in found.rounds for hand in each.hands.values() for card in hand]
    assert len(found.rounds) == 3 and cards and set(cards) == {FACE_DOWN}
    assert not any(f" of {suit}" in told_hands(found.rounds) for suit in ("clubs", "diamonds", "hearts", "spades"))


def _round(table: houseway.Table) -> None:
    """One round, with the first choice that somebody has."""
    from houseway.core import Chance, Choices

    table.buy_in(1, 100_000)
    table.wager(1, next(iter(table.game.law.catalogue(table.rules))), 1000)
    table.deal()
    while isinstance(table.due, Choices | Chance):
        if isinstance(table.due, Chance):
            table.draw()
            continue
        asked = table.due.open[0]
        option = asked.options[-1]
        who = {"seat": int(asked.who[5:])} if asked.who.startswith("seat:") else {"by": asked.who}
        table.do({"do": "choose", **who, "choice": option.choice, "cents": option.low_cents})


def test_a_split_pair_is_told_hand_by_hand() -> None:
    rounds = [RoundCards(4, {"seat:3 first": ("8H", "KC"), "seat:3 second": ("8D", "?")})]
    assert told_hands(rounds).splitlines() == [
        "Round 4",
        "  Seat 3, first hand: the 8 of hearts, the king of clubs",
        "  Seat 3, second hand: the 8 of diamonds, 1 card not read",
    ]


def test_a_rack_may_be_typed_with_commas_and_small_letters() -> None:
    assert read_rack("7h, td\n?") == ("7H", "10D", "?")


def test_a_live_table_needs_no_journal() -> None:
    table = bench("casino-war").table
    table.wager(1, "initial", 1000)
    table.no_more_bets()
    table.result(cards=["?", "9H", "7C"])
    assert hands_by_round(table.events, table.state.cards.rack)[0].cites == ("651a.9(d)",)
