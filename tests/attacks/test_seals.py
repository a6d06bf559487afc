"""Sealed orders under attack: restarts, shuffles in mid-round, results entered by hand among drawn ones."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from attacks.recorded import Recorded, audited, go_on, rounds
from contract.play import by_edition, next_command, palette_of, seen_by_hand, toys_discovered
from houseway.core import AnyGame, Chance, Choices, Event, Wagers
from houseway.equipment.card_reader import LIGHTS, range_of
from houseway.games import load
from houseway.law import Rules
from houseway.records import read_events
from houseway.table import Table
from support import sized, variants

BLACKJACK, CONTINUOUS = "down-under-blackjack", ("shuffler=continuous",)
WAGERS = {"casino-war": "initial", BLACKJACK: "bet", "pai-gow": "wager", "peek": "hand"}
SHUFFLES = {  # what may arrange cards after a wager was made: each is a step on record, by somebody who may
    "shuffle", "reshuffle", "out-of-order", "replenish", "mix", "opening", "resume", "return-shuffler", "change-cards",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on what survives a power cut."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def sat(path: Path, what: str, settings: Iterable[str] = (), seed: str | None = None, seats: int = 3) -> Recorded:
    with toys_discovered():
        game, rules = load(what, list(settings))
    return Recorded(game, rules, path, seed).seated(seats=seats)


# (a) the device jams while a hole card lies face down


def hole_of(table: Table) -> Any:
    return table._laid.face(table.state.hole_slot)


def jammed_round(path: Path, seed: str | None) -> Counter[str]:
    sitting = sat(path, BLACKJACK, CONTINUOUS, seed)
    came = Counter[str]()
    for box in (1, 2, 3):
        sitting.do({"do": "wager", "seat": box, "id": "bet", "cents": 1000})
    sitting.do({"do": "no-more-bets"})
    sitting.table.draw()
    hole, shown = hole_of(sitting.table), sitting.table.state.hole
    if isinstance(sitting.table.due, Wagers):  # somebody had a Blackjack, and the round is over
        sitting.desk.close()
        return came
    sitting.restart()
    assert hole_of(sitting.table) == hole and hole is not None
    for _ in range(2):
        if not isinstance(sitting.table.due, Choices):
            break
        came["jams"] += 1
        sitting.do({"do": "irregularity", "cite": "685a.12(j)", "by": "dealer"})
        assert hole_of(sitting.table) == hole
        sitting.restart()
        assert hole_of(sitting.table) == hole
        if isinstance(due := sitting.table.due, Choices):
            go_on(sitting, due, 1)
    for due in rounds(sitting):
        go_on(sitting, due, 1)
    turned = [e.fields["cards"] for e in sitting.table.events if e.fields.get("hole")]
    assert turned in ([], [[hole]]) and shown in ("", hole)
    came["turned"] += len(turned)
    found = sitting.sealed()
    assert all(seal.status == "kept" for seal in found.seals.seals), found.seals
    came["seals"] += len(found.seals.seals)
    return came


def test_685a_12_j_the_hole_card_stays_what_it_was_through_jams_and_restarts(tmp_path: Path) -> None:
    total = Counter[str]()
    for n in range(10):
        total += jammed_round(tmp_path / f"{n}.jsonl", None if n % 5 == 0 else f"jam {n}")
    assert total["jams"] > 4 and total["turned"] > 4 and total["seals"] > 15, total


@pytest.mark.nightly
def test_685a_12_j_many_jams(tmp_path: Path) -> None:
    total = Counter[str]()
    for n in range(150):
        total += jammed_round(tmp_path / f"{n}.jsonl", None if n % 5 == 0 else f"many jams {n}")
    print(f"jams: {dict(total)}")
    assert total["jams"] > 100, total


# (b) tiles drawn, the total entered


def six_boxes(path: Path, seed: str, number: int) -> int:
    sitting = sat(path, "pai-gow", seed=seed, seats=6)
    rng = Random(seed)
    for n in range(number):
        for box in range(1, 7):
            sitting.do({"do": "wager", "seat": box, "id": "wager", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        for due in rounds(sitting):
            if isinstance(due, Chance) and not due.slots and n % 2:
                sitting.do({"do": "result", **seen_by_hand(sitting.table, due)})
            elif isinstance(due, Chance):
                sitting.table.draw(once=rng.random() < 0.5)
            else:
                go_on(sitting, due, rng.randrange(9))
            if isinstance(sitting.table.due, Choices) and rng.random() < 0.02:
                sitting.restart()
    found = sitting.sealed()
    assert found.seals.drawn >= 28 * number
    return found.seals.drawn


def test_six_boxes_with_drawn_tiles_and_entered_totals(tmp_path: Path) -> None:
    assert sum(six_boxes(tmp_path / f"{n}.jsonl", f"six {n}", 2) for n in range(2)) > 100


@pytest.mark.nightly
def test_sixty_sessions_of_six_boxes(tmp_path: Path) -> None:
    drawn = sum(six_boxes(tmp_path / f"{n}.jsonl", f"night {n}", 6) for n in range(60))
    print(f"{drawn} tiles drawn in 60 sessions of six boxes")
    assert drawn > 8000


# (c) a light that contradicts the drawn hole card


@pytest.mark.parametrize("settings", [(), CONTINUOUS], ids=["shoe", "continuous"])
@pytest.mark.parametrize("light", variants([*LIGHTS.values()][:1], [*LIGHTS.values()][1:]))
def test_a_light_entered_against_the_drawn_hole_card_voids_the_seal_and_the_dealer_enters_the_card(
    settings: tuple[str, ...], light: str, tmp_path: Path
) -> None:
    contradicted = 0
    for n in range(4):
        sitting = sat(tmp_path / f"{n}.jsonl", BLACKJACK, settings, f"lights {light} {n}")
        for box in (1, 2):
            sitting.do({"do": "wager", "seat": box, "id": "bet", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        for due in rounds(sitting):
            if isinstance(due, Chance) and due.what.startswith("light"):
                lies = range_of(hole_of(sitting.table))
                contradicted += LIGHTS[lies] != light
                events = sitting.do({"do": "result", "light": light})
                assert events[0].event == "result" and events[0].fields["source"] == "observed"
                assert "seal-voided" in [event.event for event in events]
            else:
                go_on(sitting, due, 1)  # after the light cards are entered by hand, and within what it said
            if n % 2:
                sitting.restart()
        table = sitting.table
        turned = [e.fields["cards"][0] for e in table.events if e.fields.get("hole")]
        assert all(LIGHTS[range_of(card)] == light for card in turned)
        sitting.sealed()
    assert contradicted >= 1


# (d) no order is made after the wagers on it, unless somebody shuffles on record


def late_orders(events: list[Event]) -> Counter[str]:
    """For each drawn card: was its order sealed before the first wager of its round, or by which procedure in between?"""
    found, first, sealed = Counter[str](), dict[int, int](), dict[int, str]()
    procedure, batch = "", 0
    for event in events:
        if event.batch[0] == 1:
            procedure, batch = "", event.seq
        if event.event == "step-done":
            procedure = str(event.fields["procedure"])
        elif event.event == "shoe-sealed":
            sealed[event.seq] = procedure or ("round-over" if batch else "")
        elif event.event == "wager-placed":
            first.setdefault(event.round, event.seq)
        source = event.fields.get("source")
        if event.event != "shoe-sealed" and isinstance(source, dict) and "slot" in source:
            assert source["seal"] in sealed and source["seal"] < event.seq, event
            late = source["seal"] > first.get(event.round, event.seq)
            found[f"late {sealed[source['seal']]}" if late else "early"] += 1
    return found


CARD_GAMES = [
    *[("casino-war", (f"shuffler={kind}",)) for kind in ("manual", "batch", "continuous")],
    *[(BLACKJACK, (f"shuffler={kind}",)) for kind in ("manual", "batch", "continuous")],
    ("pai-gow", ()),
    ("peek", ()),
]
SAMPLE = [("casino-war", ("shuffler=continuous",)), (BLACKJACK, ("shuffler=manual",)), ("pai-gow", ()), ("peek", ())]
EVERY_CARD_GAME = pytest.mark.parametrize(
    ("what", "settings"),
    [
        pytest.param(*each, id=" ".join((each[0], *each[1])), marks=() if each in SAMPLE else pytest.mark.nightly)
        for each in CARD_GAMES
    ],
)


def random_session(path: Path, what: str, settings: tuple[str, ...], seed: str, commands: int) -> Counter[str]:
    sitting = sat(path, what, settings, seed)
    rng = Random(seed)
    palette = palette_of(sitting.game, sitting.rules, rng)
    for _ in range(commands):
        if not sitting.table.closed:
            sitting.do(next_command(sitting.table, rng, palette))
    sitting.play_out(rng)
    found = late_orders(sitting.table.events)
    sitting.finish()
    return found


@EVERY_CARD_GAME
def test_every_card_lies_under_a_seal_that_was_made_before_the_wagers_or_by_a_shuffle_on_record(
    what: str, settings: tuple[str, ...], tmp_path: Path
) -> None:
    found = random_session(tmp_path / "t.jsonl", what, settings, f"random {what}", 120)
    assert found["late shuffle" if what == "peek" else "early"] > 20, (
        found
    )  # the toy shuffles once the betting is closed
    assert {name.removeprefix("late ") for name in found} - {"early"} <= SHUFFLES, found


@pytest.mark.nightly
@EVERY_CARD_GAME
def test_many_sessions_under_seals(what: str, settings: tuple[str, ...], tmp_path: Path) -> None:
    total = Counter[str]()
    for n in range(30):
        total += random_session(tmp_path / f"{n}.jsonl", what, settings, f"night {n}", 800)
    print(f"{what} {settings}: {dict(total)}")
    assert {name.removeprefix("late ") for name in total} - {"early"} <= SHUFFLES, total


def test_685a_12_e_the_discards_are_sealed_before_their_first_card(tmp_path: Path) -> None:
    """The shoe runs out in mid-round: the new order is committed to in the very command that shuffles the discards."""
    for n, settings in enumerate((("decks=4",), ("decks=4", "shuffler=batch"))[: sized(day=1, night=2)]):
        sitting = sat(tmp_path / f"{n}.jsonl", BLACKJACK, settings, "runs out")
        for box in (1, 2, 3):
            sitting.do({"do": "wager", "seat": box, "id": "bet", "cents": 1000})
        sitting.do({"do": "no-more-bets"})
        while sitting.table.state.up == "":
            go_on(sitting, sitting.table.due)
        while sitting.table.state.cards.shoe.left > sitting.table.state.face_up + 3:
            sitting.do({"do": "irregularity", "cite": "685a.12(a)", "by": "dealer"})
        for due in rounds(sitting):
            go_on(sitting, due)
            if isinstance(due, Choices) and sitting.restarts < 3:
                sitting.restart()
        found = late_orders(sitting.table.events)
        assert found["late replenish"] > 0, found
        audit = sitting.finish()
        assert [seal.status for seal in audit.seals.seals] == ["kept"] * len(audit.seals.seals)


# (e) stopped after every single command


@EVERY_CARD_GAME
def test_a_table_that_is_stopped_after_every_command_deals_what_it_would_have_dealt(
    what: str, settings: tuple[str, ...], tmp_path: Path
) -> None:
    one = scripted(tmp_path / "one.jsonl", what, settings, stops=False)
    two = scripted(tmp_path / "two.jsonl", what, settings, stops=True)
    assert [event.seen_by("house") for event in one] == [event.seen_by("house") for event in two]


def scripted(path: Path, what: str, settings: tuple[str, ...], stops: bool) -> list[Event]:
    with toys_discovered():
        game, rules = load(what, list(settings))
    sitting = Recorded(game, rules, path, "stops")

    def do(command: dict[str, Any]) -> None:
        sitting.do(command)
        if stops:
            sitting.restart()

    if stops:
        sitting.desk.close()
        sitting = Recorded(game, rules, path, "stops")  # before it was ever opened
    do({"do": "open"})
    for seat in (1, 2):
        do({"do": "buy-in", "seat": seat, "cents": 500_000})
    for n in range(2):
        for seat in (1, 2):
            do({"do": "wager", "seat": seat, "id": WAGERS[what], "cents": 1000})
        do({"do": "no-more-bets"})
        for due in rounds(sitting):
            go_on(sitting, due, n)
            if stops:
                sitting.restart()
    closed = sitting.table.close()
    assert sitting.table.closed, closed
    sitting.desk.close()
    if stops:  # only the seal is missing, and resuming sets it
        from houseway.law import BadInput

        with pytest.raises(BadInput, match="its table was closed but the journal not sealed"):
            Recorded(game, rules, path, "stops")
    found = audited(path)
    assert found.status == ("whole" if stops else "unsealed") and not found.flaws and found.seals.unsealed == 0
    return read_events(path, None)


# (f) practice


@pytest.mark.parametrize(("game", "rules"), by_edition())
def test_a_seeded_table_says_practice_and_goes_on_as_it_would_have(game: AnyGame, rules: Rules, tmp_path: Path) -> None:
    faces: list[list[Any]] = []
    for stops in (False, True):
        sitting = Recorded(game, rules, tmp_path / f"{stops}.jsonl", "practice").seated()
        rng, stopping = Random("plays"), Random("stops")
        palette = palette_of(game, rules, rng)
        for _ in range(16):
            if sitting.table.closed:
                break
            sitting.do(next_command(sitting.table, rng, palette))
            if stops and stopping.random() < 0.2:
                sitting.restart()
        events = sitting.table.events
        sitting.desk.close()
        assert events[0].fields["practice"] is True and events[0].fields["source"] == "seeded"
        assert all(e.fields["practice"] is True for e in events if e.event == "shoe-sealed")
        faces.append([event.seen_by("house") for event in events])
    assert faces[0] == faces[1]


def test_what_may_be_wagered_is_not_taken_while_nothing_is_sealed(tmp_path: Path) -> None:
    """If the table deals its own cards, betting never opens before the order is sealed."""
    for what, settings in CARD_GAMES:
        sitting = sat(tmp_path / f"{what}{settings}.jsonl", what, settings, "sealed")
        assert isinstance(sitting.table.due, Wagers)
        orders = sitting.table.position.table.orders
        if what != "peek":  # the toy shuffles once the betting is closed
            assert orders and orders[-1].commitment and not orders[-1].by_hand, (what, settings)
        sitting.desk.close()
