"""Sealed orders: committed to before the first card, shown after the last, and verified; restarts and hand-entered cards."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.play import finish, open_table
from houseway.core import Choices, Event
from houseway.equipment.cards import DECK
from houseway.equipment.randomness import SeededSource, SystemSource
from houseway.equipment.seal import commitment
from houseway.games import load
from houseway.records import Journal, audit_journal, read_journal
from houseway.records.seals import seals_of
from houseway.records.vault import FileVault
from houseway.table import Table


def seated(table: Table) -> Table:
    """Open, with a player who has much to lose."""
    table.open()
    table.buy_in(1, 5_000_000)
    return table


def play_round(table: Table) -> list[Event]:
    """One round in which ties are surrendered."""
    events = [*table.wager(1, "initial", 1000), *table.deal()]
    if isinstance(table.due, Choices):
        events += table.choose(1, "surrender")
    return events


def war(source: Any = None, *settings: str) -> Table:
    game, rules = load("casino-war", settings)
    return seated(Table(game, rules, source or SystemSource()))


def test_the_order_is_committed_to_before_the_first_card_and_shown_after_the_last() -> None:
    table = war()
    while not any(event.event == "shoe-revealed" for event in table.events):
        play_round(table)
    play_round(table)
    names = [event.event for event in table.events]
    assert names.index("shoe-sealed") < names.index("card-burned")
    seals, flaws = seals_of(table.events)
    assert (flaws, [seal.status for seal in seals]) == ([], ["kept", "open"])
    shown = next(event for event in table.events if event.event == "shoe-revealed")
    assert sorted(shown.fields["faces"]) == sorted(DECK * 6)
    assert seals[0].drawn > 200  # three quarters of the shoe


def test_the_commitment_is_what_the_documentation_says() -> None:
    text = '{"faces":["7H","KD"],"salt":"ab"}'
    assert commitment("ab", ["7H", "KD"]) == "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert commitment("ac", ["7H", "KD"]) != commitment("ab", ["7H", "KD"]) != commitment("ab", ["KD", "7H"])


def test_the_commitment_does_not_repeat_and_tells_nothing_of_the_order() -> None:
    """Two tables with the same order have different commitments: the salt hides it."""
    one, two = (war(SeededSource("same", position)) for position in (0, 0))
    play_round(one)
    play_round(two)
    sealed = [next(e for e in table.events if e.event == "shoe-sealed").fields["commitment"] for table in (one, two)]
    assert sealed[0] == sealed[1]  # a seed says everything, the salt too
    other = [war() for _ in range(2)]
    for table in other:
        play_round(table)
    hidden = {next(e for e in table.events if e.event == "shoe-sealed").fields["commitment"] for table in other}
    assert len(hidden) == 2


def test_a_continuous_shuffler_is_sealed_round_by_round() -> None:
    table = war(None, "shuffler=continuous")
    for _ in range(3):
        play_round(table)
    assert [seal.status for seal in seals_of(table.events)[0]] == ["kept"] * 3


def test_closing_the_table_shows_the_order() -> None:
    table = war()
    play_round(table)
    table.close()
    assert table.events[-1].event == "shoe-revealed"
    assert [seal.status for seal in seals_of(table.events)[0]] == ["kept"]


def test_cards_that_are_entered_by_hand_void_the_seal() -> None:
    table = war()
    play_round(table)
    table.wager(1, "initial", 1000)
    table.no_more_bets()
    first, *_ = table.result(cards=["KH", "2D"])
    assert first.event == "result"
    seal = seals_of(table.events)[0][0]
    assert seal.status == "void" and "entered by hand" in seal.note
    play_round(table)  # and the table can go on drawing from what is left
    assert table.plain["table"]["seal"] is None


def recorded(path: Path) -> Table:
    game, rules = load("casino-war")
    table, _ = open_table(game, rules, None, path)
    seated(table)
    play_round(table)
    assert isinstance(table.recorder, Journal)
    table.recorder.close()
    return table


def test_a_restarted_table_goes_on_with_the_same_order(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    before = recorded(path)
    kept = FileVault(path)
    assert (kept.path.stat().st_mode & 0o777) == 0o600
    game, rules = load("casino-war")
    table, record = open_table(game, rules, None, path)
    play_round(table)
    assert len(table.events) > len(before.events)
    finish(table, record)
    assert record is not None
    record.close()
    assert not kept.path.exists()
    assert [seal.status for seal in seals_of(read_journal(path).events)[0]] == ["kept"]
    assert audit_journal(path).whole


@pytest.mark.parametrize("damage", ["missing", "another", "not-json"])
def test_an_order_that_is_lost_is_said_to_be_lost(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "t.jsonl"
    recorded(path)
    kept = FileVault(path).path
    if damage == "missing":
        kept.unlink()
    elif damage == "another":
        secret = json.loads(kept.read_text())
        secret["faces"][0], secret["faces"][1] = secret["faces"][1], secret["faces"][0]
        secret["faces"].reverse()
        kept.write_text(json.dumps(secret))
    else:
        kept.write_text("{")
    game, rules = load("casino-war")
    table, record = open_table(game, rules, None, path)
    play_round(table)
    finish(table, record)
    assert record is not None
    record.close()
    seals, flaws = seals_of(read_journal(path).events)
    assert flaws == []
    assert seals[0].status == "void" and "restarted" in seals[0].note
    assert audit_journal(path).whole  # an honest record of a lost seal


def test_a_forged_reveal_is_found(tmp_path: Path) -> None:
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
    seals, flaws = seals_of(events)
    assert seals[0].status == "broken"
    assert "not what was committed to" in flaws[0].problem
    # with a commitment that fits the forged order, the card that was drawn gives it away
    sealed = next(n for n, event in enumerate(events) if event.event == "shoe-sealed")
    fits = commitment(events[at].fields["salt"], faces)
    events[sealed] = replace(events[sealed], fields={**events[sealed].fields, "commitment": fits})
    assert f"from place {place}" in seals_of(events)[1][0].problem
