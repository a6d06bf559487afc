"""Sealed orders: committed to when they are arranged, shown when they are spent, and checked card by card."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.core import Chance, Choices, Event, Wagers
from houseway.core.order_seal import commitment
from houseway.equipment.cards import DECK
from houseway.games import load
from houseway.law import BadInput
from houseway.numerics.sources import SeededSource, SystemSource
from houseway.records import Desk, audit_journal, house_path, open_desk, read_events
from houseway.records.seal_checks import Seals, seals_of
from houseway.table import Table

TILES = Path(__file__).parents[1] / "transcripts/pai_gow/against-the-dealer.jsonl"


def seated(table: Table) -> Table:
    """An open table, with a player who has many chips."""
    table.open()
    table.buy_in(1, 5_000_000)
    return table


def play_round(table: Table) -> list[Event]:
    """One round where ties are surrendered."""
    events = [*table.wager(1, "initial", 1000), *table.deal()]
    if isinstance(table.due, Choices):
        events += table.choose(1, "surrender")
    return events


def war(source: Any = None, *settings: str) -> Table:
    game, rules = load("casino-war", settings)
    return seated(Table(game, rules, source or SystemSource()))


def statuses(events: list[Event]) -> list[str]:
    return [seal.status for seal in seals_of(events).seals]


def test_the_order_is_committed_to_before_a_wager_is_taken_and_shown_after_the_last_card() -> None:
    table = war()
    assert [event.event for event in table.events].count("shoe-sealed") == 1  # before anybody has wagered
    while not any(event.event == "shoe-revealed" for event in table.events):
        play_round(table)
    play_round(table)
    seals = seals_of(table.events)
    assert (seals.flaws, [seal.status for seal in seals.seals]) == ([], ["kept", "open"])
    shown = next(event for event in table.events if event.event == "shoe-revealed")
    assert sorted(shown.fields["faces"]) == sorted(DECK * 6)
    assert seals.seals[0].drawn > 200  # three quarters of the shoe
    assert (seals.drawn, seals.entered, seals.unsealed) == (sum(s.drawn for s in seals.seals), 0, 0)


@pytest.mark.parametrize("settings", [(), ("shuffler=continuous",)], ids=["shoe", "continuous"])
def test_no_wager_is_ever_taken_on_cards_that_nobody_is_committed_to(settings: tuple[str, ...]) -> None:
    """At every wager the last order is sealed, and the cards of its round come from that very order."""
    table = war(None, *settings)
    for _ in range(120):
        play_round(table)
    sealed = 0
    for event in table.events:
        if event.event == "shoe-sealed":
            last = event.seq
            sealed += 1
        elif event.event == "wager-placed":
            at_wager = last
        elif isinstance(event.fields.get("source"), dict):
            assert event.fields["source"]["seal"] == at_wager
    assert sealed >= (121 if settings else 2)


def test_the_commitment_is_what_the_documentation_says() -> None:
    text = '{"faces":["7H","KD"],"salt":"ab"}'
    assert commitment("ab", ["7H", "KD"]) == "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert commitment("ac", ["7H", "KD"]) != commitment("ab", ["7H", "KD"]) != commitment("ab", ["KD", "7H"])


def first_seal(table: Table) -> Event:
    return next(event for event in table.events if event.event == "shoe-sealed")


def test_a_commitment_tells_nothing_of_the_order_and_a_seeded_one_says_that_it_is_for_practice() -> None:
    one, two = (war(SeededSource("same")) for _ in range(2))
    assert first_seal(one).fields == first_seal(two).fields  # a seed says everything, the salt too
    assert first_seal(one).fields["practice"] is True and "For practice" in first_seal(one).fields["text"]
    assert one.events[0].fields["practice"] is True and one.events[0].fields["source"] == "seeded"
    other = [first_seal(war()) for _ in range(2)]
    assert len({event.fields["commitment"] for event in other}) == 2
    assert all("practice" not in event.fields for event in other)


def test_closing_the_table_shows_the_order_in_the_very_command_that_closes_it() -> None:
    table = war()
    play_round(table)
    closed = table.close()
    assert [event.event for event in closed] == ["table-closed", "shoe-revealed"]
    assert [event.batch for event in closed] == [(1, 2), (2, 2)]
    assert statuses(table.events) == ["kept"]


def test_cards_that_are_entered_by_hand_end_the_seal_and_the_order_is_shown_all_the_same() -> None:
    table = war()
    play_round(table)
    table.wager(1, "initial", 1000)
    table.no_more_bets()
    first, second, *_ = table.result(cards=["KH", "2D"])
    assert [first.event, second.event] == ["result", "seal-voided"]
    assert "entered by hand" in second.fields["text"]
    seals = seals_of(table.events)
    assert [(seal.status, seal.ended) for seal in seals.seals] == [("kept", True)]  # shown between the rounds
    assert (seals.entered, seals.unsealed, seals.flaws) == (2, 0, [])
    table.wager(1, "initial", 1000)
    with pytest.raises(BadInput, match="cannot be drawn: cards of this order were entered by hand"):
        table.deal()
    assert table.result(cards=["KH", "2D"])[0].event == "result"


def test_tiles_that_are_entered_by_hand_are_called_tiles(tmp_path: Path) -> None:
    script = [json.loads(line) for line in TILES.read_text().splitlines() if not line.startswith("#")]
    path = tmp_path / "tiles.jsonl"
    desk = open_desk(*load("pai-gow", ["house_way=highest-high"]), path, seed="tiles")
    desk.table.open()
    for command in script:
        desk.table.do(command)
    desk.close()
    voided = [event.fields["text"] for event in read_events(path) if event.event == "seal-voided"]
    assert voided == ["Tiles are entered by hand: the sealed order is no longer used."]
    assert audit_journal(path).piece == "tile"


def test_a_drawn_card_under_no_seal_is_a_finding() -> None:
    table = war(SeededSource("under none"))
    play_round(table)
    events = [event for event in table.events if event.event != "shoe-sealed"]
    found = seals_of(events)
    assert (found.drawn, found.unsealed) == (0, 3)  # a burned card and two that were shown
    assert len(found.flaws) == 1  # all name the same seal
    assert "was drawn from 1:" in found.flaws[0].problem and "under no seal" in found.flaws[0].problem


def recorded(path: Path, what: str = "casino-war", *settings: str, seed: str | None = None) -> Desk:
    return open_desk(*load(what, settings), path, seed=seed)


def test_a_restarted_table_goes_on_with_the_same_order(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    desk = recorded(path)
    play_round(seated(desk.table))
    desk.close()
    assert (house_path(path).stat().st_mode & 0o777) == 0o600
    desk = recorded(path)
    play_round(desk.table)
    desk.finish()
    desk.close()
    assert statuses(read_events(path)) == ["kept"]
    assert audit_journal(path).whole


def test_a_table_that_is_restarted_before_its_first_card_deals_the_sealed_order(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    desk = recorded(path)
    desk.table.open()
    desk.close()
    desk = recorded(path)
    desk.table.buy_in(1, 50_000)
    play_round(desk.table)
    desk.finish()
    desk.close()
    found = audit_journal(path)
    assert found.whole and found.seals.unsealed == 0 and found.seals.drawn >= 3


@pytest.mark.parametrize("what", ["casino-war", "down-under-blackjack"])
def test_a_resumed_seeded_table_deals_what_it_would_have_dealt(what: str, tmp_path: Path) -> None:
    def played(path: Path, stops: bool) -> list[Any]:
        wager = {"casino-war": "initial", "down-under-blackjack": "bet"}[what]
        desk = recorded(path, what, "shuffler=continuous", seed="goes on")
        seated(desk.table)
        for _ in range(6):
            desk.table.wager(1, wager, 1000)
            while not isinstance(due := desk.table.due, Wagers) or desk.table.game.law.placed(desk.table.state):
                if stops:
                    desk.close()
                    desk = recorded(path, what, "shuffler=continuous", seed="goes on")
                if isinstance(due, Chance):
                    desk.table.draw(once=True)
                elif isinstance(due, Choices):
                    desk.table.choose(1, due.open[0].options[0].choice)
                else:
                    desk.table.no_more_bets()
        desk.close()
        return [event.fields.get("cards") for event in read_events(path)]

    assert played(tmp_path / "one.jsonl", False) == played(tmp_path / "other.jsonl", True)


@pytest.mark.parametrize("damage", ["missing", "another", "not-json", "readable", "link"])
def test_without_its_secrets_a_table_is_not_continued_and_nothing_changes(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "t.jsonl"
    desk = recorded(path)
    play_round(seated(desk.table))
    desk.close()
    house, before = house_path(path), path.read_bytes()
    match damage:
        case "missing":
            house.unlink()
        case "another":
            lines = house.read_text().splitlines(keepends=True)
            house.write_text("".join(line.replace('"AC"', '"2C"', 1) for line in lines))
        case "not-json":
            house.write_text("{")
        case "readable":
            house.chmod(0o644)
        case "link":
            house.rename(tmp_path / "elsewhere")
            house.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=r"t\.jsonl\.house: "):
        recorded(path)
    assert path.read_bytes() == before


def test_a_forged_reveal_is_found() -> None:
    table = war(SeededSource("forged"))
    play_round(table)
    table.close()
    events = list(table.events)
    at = next(n for n, event in enumerate(events) if event.event == "shoe-revealed")
    faces = list(events[at].fields["faces"])
    drawn = next(e for e in events if e.event == "result")
    place = int(str(drawn.fields["source"]["slot"]).partition(":")[2])
    faces[place - 1], faces[place] = faces[place], faces[place - 1]
    if faces[place - 1] == faces[place]:
        faces[place - 1] = "2C"
    events[at] = replace(events[at], fields={**events[at].fields, "faces": faces})
    found: Seals = seals_of(events)
    assert found.seals[0].status == "broken"
    assert "the revealed order does not match its commitment" in found.flaws[0].problem
    # with a commitment that fits the forged order, the card that was drawn gives it away
    sealed = next(n for n, event in enumerate(events) if event.event == "shoe-sealed")
    fits = commitment(events[at].fields["salt"], faces)
    for n in (sealed, at):
        events[n] = replace(events[n], fields={**events[n].fields, "commitment": fits})
    assert f"from place {place}" in seals_of(events).flaws[0].problem
