"""Cards, the dealing shoe and the cut, as the card games have them in common."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cardroom.cut import BEGINNING, COVER, DIRECTION, default_cut, entitled, offered
from houseway.core import Outcome
from houseway.equipment.cards import DECK, FACE_DOWN, HEIGHT, card_name, card_of, read_cards, typed_cards
from houseway.equipment.shoe import burned_card, full_shoe, next_card, shuffled
from houseway.games import load
from houseway.law import BadInput, cites
from houseway.numerics.sources import Drawing, SeededSource

WHY = cites("651a.8(c)(1)")


def test_a_deck_has_52_faces_by_suit_and_in_sequence() -> None:
    assert len(set(DECK)) == 52 and DECK[:3] == ("2C", "3C", "4C") and DECK[-1] == "AS"
    assert Counter(HEIGHT.values()) == dict.fromkeys(range(13), 4)


@pytest.mark.parametrize(
    ("text", "card"), [("7h", "7H"), (" kd ", "KD"), ("TS", "10S"), ("10s", "10S"), ("ac", "AC"), ("?", FACE_DOWN)]
)
def test_cards_are_understood_as_people_write_them(text: str, card: str) -> None:
    assert card_of(text) == card


@pytest.mark.parametrize("text", ["", "1X", "1H", "11H", "H7", "7", "7HH", "??", "T", None, 7, True, ["7H"]])
def test_what_is_no_card_is_told_how_one_is_written(text: object) -> None:
    with pytest.raises(BadInput, match='is not a card; write rank and suit, like "7H"'):
        card_of(text)


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=40))
def test_a_list_of_cards_comes_back_as_it_was_typed(cards: list[str]) -> None:
    assert read_cards(typed_cards(" ".join(cards))) == tuple(cards)
    assert read_cards(typed_cards(", ".join(card.lower() for card in cards))) == tuple(cards)


@pytest.mark.parametrize("cards", [None, [], "7H", {"7H": 1}, ["7H"] * 1001])
def test_a_list_of_cards_has_an_end_and_a_beginning(cards: object) -> None:
    with pytest.raises(BadInput, match="is not a list of 1 to 1000 cards"):
        read_cards({"cards": cards})


def test_cards_are_spoken_of_in_words() -> None:
    assert [card_name(card) for card in ("10H", "JC", "AS", "2D")] == [
        "the 10 of hearts",
        "the jack of clubs",
        "the ace of spades",
        "the 2 of diamonds",
    ]


@given(st.integers(1, 16), st.lists(st.sampled_from(DECK), max_size=30, unique=True), st.integers(0, 10))
def test_the_shoe_counts_what_left_it_and_what_nobody_has_seen(decks: int, seen: list[str], burned: int) -> None:
    shoe = full_shoe(decks)
    for card in seen:
        shoe = shoe.seen(card)
    for _ in range(burned):
        shoe = shoe.face_down()
    assert (shoe.out, shoe.left) == (len(seen) + burned, 52 * decks - len(seen) - burned)
    assert sum(shoe.weights().values()) == 52 * decks - len(seen)  # a burned card may still be any of them
    assert all(shoe.weights().get(card, 0) == decks - 1 for card in seen)


def test_a_card_that_was_burned_is_told_apart_by_nothing() -> None:
    shoe = full_shoe(6)
    chance = burned_card(shoe, WHY)
    assert chance.outcomes() == {FACE_DOWN: 312} and next_card(shoe, "card", WHY).outcomes() == dict.fromkeys(DECK, 6)


def test_more_of_a_card_than_there_is_is_a_mistake_of_ours() -> None:
    shoe = full_shoe(1).seen("7H")
    with pytest.raises(AssertionError, match="7H is not among the unseen cards"):
        shoe.seen("7H")


@given(st.integers(1, 8), st.integers(0, 51))
def test_the_cut_turns_the_stack_and_every_slot_is_read_once(decks: int, cut: int) -> None:
    shoe, slots = replace(full_shoe(decks), cut=cut), []
    while shoe.left:
        slots.append(int(shoe.slot.removeprefix("0:")))
        shoe = shoe.face_down()
    assert slots == [*range(cut + 1, 52 * decks + 1), *range(1, cut + 1)]


def test_the_source_deals_the_shuffled_stack_card_by_card() -> None:
    drawing = Drawing(SeededSource("stack"))
    shoe, fill = shuffled(full_shoe(2))
    drawing.refill(fill)
    dealt: list[Outcome] = []
    while shoe.left:
        dealt.append(drawing.answer(next_card(shoe, "card", WHY)))
        shoe = shoe.seen(str(dealt[-1]))
    assert Counter(dealt) == dict.fromkeys(DECK, 2) and dealt[:52] != list(DECK)


@pytest.mark.parametrize(
    ("why", "cover", "first", "value"),
    [
        (BEGINNING, "", 4, "cut_beginning"),
        (BEGINNING, "seat:2", 4, "cut_beginning"),
        (COVER, "seat:2", 2, "cut_cover"),
        (COVER, "dealer", 7, "cut_dealer"),
        (COVER, "seat:5", 7, "cut_dealer"),
        (DIRECTION, "seat:2", 7, "cut_direction"),
    ],
)
def test_who_is_asked_first_to_cut(why: str, cover: str, first: int, value: str) -> None:
    assert entitled(why, cover, (4, 7, 2)) == (first, value)


@pytest.mark.parametrize(
    ("edition", "why", "cover", "order"),
    [
        ("2012-final", BEGINNING, "", (4, 2, 7)),
        ("2011-proposed", BEGINNING, "", (4, 7, 2)),
        ("2012-final", DIRECTION, "", (7, 4, 2)),
        ("2011-proposed", DIRECTION, "", (7, 2, 4)),
        ("2012-final", COVER, "seat:2", (2, 7, 4)),
        ("2011-comment", COVER, "seat:2", (2, 4, 7)),
    ],
)
def test_the_offer_goes_around_the_table_as_the_edition_says(
    edition: str, why: str, cover: str, order: tuple[int, ...]
) -> None:
    rules = load("casino-war", [f"edition={edition}"])[1]
    assert offered(rules, why, cover, (4, 7, 2)) == order
    assert default_cut(rules, why, cover, (4, 7, 2), 312)["cut_by"] == order[0]
    assert offered(rules, why, cover, ()) == () and default_cut(rules, why, cover, (), 312)["cut_by"] == "dealer"
