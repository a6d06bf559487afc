"""685a.7(s): whatever is played, no card is lost, and every hand since the shuffle is rebuilt from the discard rack."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from contract.play import carry_out, new_table, next_command, reported
from houseway.equipment.cards import DECK, FACE_DOWN
from houseway.games import load
from houseway.numerics.sources import SeededSource
from houseway.records.reconstruct import hands_by_round
from houseway.table import Table
from support import sized

IRREGULAR = tuple(f"685a.12({letter})" for letter in "abcdfghj")
GATHERED = ("shuffle", "spread", "resume", "change-cards", "opening", "replenish")


def on_the_table(state: Any) -> list[str]:
    """Cards that lie there, the hole card among them."""
    hands = [card for hand in state.hands for card in hand.cards]
    hole = [FACE_DOWN] if state.hole_slot and not state.hole else []
    return [*hands, *state.dealer, *hole, *([state.in_error] if state.in_error not in ("", FACE_DOWN) else [])]


def conserved(table: Table) -> None:
    """Shoe, rack and table together are whole decks, and what is unseen is what has not been shown."""
    state = table.state
    shoe, rack, lying = state.cards.shoe, state.cards.rack, on_the_table(state)
    if state.cards.phase != "play":
        return
    assert shoe.left + len(rack) + len(lying) == shoe.decks * len(DECK)
    seen = Counter(card for card in (*rack, *lying) if card != FACE_DOWN)
    assert all(seen[card] + unseen == shoe.decks for card, unseen in zip(DECK, shoe.unseen, strict=True))


def rebuilt(table: Table) -> None:
    """Each seat's cards of the rounds that are over, as the journal says that they were dealt."""
    dealt: dict[tuple[int, str], Counter[str]] = {}
    for event in table.events:
        if event.event == "step-done" and event.fields["procedure"] in GATHERED:
            dealt = {}
        to = event.fields.get("to", "")
        if event.event == "result" and (to == "dealer" or to.startswith("seat:")):
            shown = [card for card in event.fields["cards"] if card != FACE_DOWN]
            dealt.setdefault((event.round, to), Counter()).update(shown)
    racked: dict[tuple[int, str], Counter[str]] = {}
    for each in hands_by_round(table.events, table.state.cards.rack):
        for who, cards in each.hands.items():
            racked.setdefault((each.round, who.partition(" ")[0]), Counter()).update(cards)
    over = {key: cards for key, cards in dealt.items() if key[0] != table.round and cards}
    exposed = {event.round for event in table.events if event.event == "card-dealt"}
    assert {key: racked.get(key) for key in over if key[0] not in exposed} == {
        key: cards for key, cards in over.items() if key[0] not in exposed
    }


def random_command(table: Table, rng: Random) -> dict[str, Any]:
    """Mostly play; now and then something irregular."""
    if rng.random() < 0.06:
        return reported(table.rules, rng.choice(IRREGULAR), "dealer", seat=rng.randint(1, 3))
    return next_command(table, rng, ("bet", "bet", "match-the-dealer"))


@settings(max_examples=sized(day=8, night=25), deadline=None)
@given(st.sampled_from(("manual", "batch", "continuous")), st.sampled_from([6, 8]), st.integers(0, 10**6))
def test_no_card_is_lost_and_every_hand_is_rebuilt(shuffler: str, decks: int, seed: int) -> None:
    game, rules = load("down-under-blackjack", [f"decks={decks}", f"shuffler={shuffler}"])
    table, rng = new_table(game, rules, SeededSource(str(seed))), Random(seed)
    for _ in range(150):
        carry_out(table, random_command(table, rng))
        conserved(table)
    if shuffler != "continuous":  # whose cards go back into the device after each round
        rebuilt(table)
