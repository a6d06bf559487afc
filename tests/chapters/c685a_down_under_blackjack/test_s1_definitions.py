"""685a.1 and 685a.3(d): words, values and ranges."""

from __future__ import annotations

import pytest

from chapters.c685a_down_under_blackjack.hands import awaited, cards, dealt, ended, options, played
from chapters.harness import done, state
from houseway.equipment.card_reader import LIGHTS, RANGES, range_of
from houseway.equipment.cards import DECK, RANK
from houseway.games import load
from houseway.games.down_under_blackjack.law.points import dealer_total, hard_total, is_blackjack, is_soft, player_total
from houseway.law import Rules
from support import law


def rules(*settings: str) -> Rules:
    return load("down-under-blackjack", settings)[1]


def hand(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@law("685a.1", "685a.1[Blackjack]")
@pytest.mark.parametrize("text", ["AH KD", "10C AS", "JS AD", "AH QH"])
def test_685a_1_blackjack_is_an_ace_and_a_ten(text: str) -> None:
    assert is_blackjack(hand(text))


@law("685a.1[Blackjack]")
@pytest.mark.parametrize("text", ["AH AD", "KH QD", "AH 9D", "AH 5C 5D", "7C 7D 7H", "AH KD KC"])
def test_685a_1_blackjack_is_of_two_cards_and_nothing_else(text: str) -> None:
    assert not is_blackjack(hand(text))


@law("685a.1[Blackjack]")
def test_685a_1_blackjack_is_not_what_a_split_ace_makes() -> None:
    table, events = played("AH 6C AD 5D KH QH 10S", "1 split")
    assert ended(events) == ("returned", 1000, ("685a.7(p)",))  # 21 against 6, 5 and 10: no 3 to 2
    assert ended(events, "split") == ("returned", 1000, ("685a.7(p)",))
    assert state(table).phase == "betting"


@law("685a.1[Hard total]", "685a.1[Soft value]")
@pytest.mark.parametrize(
    ("text", "hard", "total", "soft"),
    [("9H 7D", 16, 16, False), ("AH 6D", 7, 17, True), ("AH AD", 2, 12, True), ("AH 6D KC", 17, 17, False),
     ("AH AD 9C", 11, 21, True), ("AH AD KC 9D", 21, 21, False), ("AH 5D KC 9D", 25, 25, False)],
)  # fmt: skip
def test_685a_1_hard_total_counts_every_ace_as_one_and_a_soft_one_has_an_eleven(
    text: str, hard: int, total: int, soft: bool
) -> None:
    assert (hard_total(hand(text)), player_total(rules(), hand(text)), is_soft(rules(), hand(text))) == (
        hard,
        total,
        soft,
    )


@law("685a.3(d)", "685a.3(d)(1)", "685a.3(d)(2)")
@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
def test_685a_3_d_a_card_counts_what_it_shows_and_a_court_card_ten(rank: str) -> None:
    assert player_total(rules(), (f"{rank}S",)) == (int(rank) if rank.isdigit() else 10)


@law("685a.3(d)(3)")
@pytest.mark.parametrize(
    ("text", "usual", "literal"),
    [("AH", 11, 11), ("AH AD", 12, 22), ("5H 6D AC", 12, 22), ("AH AD AC", 13, 13), ("AH 6D", 17, 17),
     ("AH 5D 6C", 12, 22), ("AH KD", 21, 21), ("AH AD KC", 12, 22), ("AH 5D KC 6H", 22, 22), ("AH 9D 3C", 13, 13)],
)  # fmt: skip
def test_685a_3_d_3_a_dealers_ace_is_eleven_up_to_22_by_the_letter_only(text: str, usual: int, literal: int) -> None:
    assert dealer_total(rules(), hand(text)) == usual
    assert dealer_total(rules("reading.dealer_soft_22=literal"), hand(text)) == literal
    assert player_total(rules("reading.dealer_soft_22=literal"), hand(text)) <= max(21, hard_total(hand(text)))


@law("685a.1[Small]", "685a.1[Medium]", "685a.1[Large]", "685a.3(d)[range]")
def test_685a_1_small_medium_and_large_share_out_the_thirteen_ranks() -> None:
    found = {name: [RANK[card] for card in DECK[:13] if range_of(card) == name] for name in RANGES}
    assert found == {
        "small": ["2", "3", "4", "5"],
        "medium": ["6", "7", "8", "9"],
        "large": ["10", "J", "Q", "K", "A"],
    }
    assert all(range_of(card) == range_of(f"{RANK[card]}S") for card in DECK)


@law("685a.1[Masque Card Reader device]", "685a.3(d)[range 1]", "685a.3(d)[range 2]", "685a.3(d)[range 3]", "685a.7(h)")
@pytest.mark.parametrize(
    ("hole", "light", "told", "item"),
    [("3D", "blue", "small", 1), ("9D", "red", "medium", 2), ("AD", "yellow", "large", 3)],
)
def test_685a_1_masque_card_reader_device_tells_the_range_by_a_light(
    hole: str, light: str, told: str, item: int
) -> None:
    table, events = dealt(f"9H 7C 8H {hole}")
    (event,) = [e for e in events if e.fields.get("light")]
    assert (event.fields["light"], event.fields["range"], event.cites[1]) == (light, told, f"685a.3(d)[range {item}]")
    assert (state(table).hole_range, state(table).hole) == (told, "")
    assert LIGHTS[told] == light


@law("685a.1[Hole card]", "685a.7(e)(4)")
def test_685a_1_hole_card_lies_face_down_and_its_face_is_nowhere() -> None:
    first, _ = dealt("9H AC 8H KD")
    second, _ = dealt("9H AC 8H 4S")
    assert state(first) == state(second)  # insurance is asked for: nobody has looked yet
    assert state(first).hole_slot and not state(first).hole and not state(first).hole_range
    assert options(first) == {"seat:1": ("insure", "no-insurance")}
    assert first.table.view("dealer")["dealer"]["cards"] == ["AC", "?"]
    table, _ = dealt("9H 7C 8H")
    assert awaited(table).outcomes() == {"?": 312 - 3}
    assert done(table, cards("KD"))[0].fields["cards"] == ["?"]
