"""Ante and Raise as a record of its parts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cardroom.card_walk import height, rank_lump, unseen_ranks
from houseway.cardroom.hands import HandState, hand_of, open_hands, rank_key, stake_of, view
from houseway.cardroom.parts import CardLaw, CardPresentation, CardSimulator, card_shape
from houseway.core import Adviser, AnyGame, Asked, Choose, Game, Policy, Wager, Walk
from houseway.core.agent import choosing_agent
from houseway.core.choice_data import for_the_most
from houseway.core.layout import listed_layout
from houseway.core.wagering import place_beside
from houseway.equipment.cards import DECK, RANKS
from houseway.law import Chapter, Rules
from houseway.money import signed

from . import round as round_of_play
from .round import ANTE, DEAL, FOLD, PAIR, RAISE, catalogue, settle, strength

SHAPE = card_shape({"raise_times": int, "dealer_qualifies": str}, lines=(ANTE, PAIR, RAISE))
LEAST = {
    "jack-high": (False, RANKS.index("J"), 0),
    "always-raise": (False, 0, 0),
}  # the lowest hand to raise on, by strategy


def policy(rules: Rules, strategy: str) -> Policy | None:
    """Raise on at least this hand."""

    def answer(game: AnyGame, rules: Rules, state: Any, asked: Asked) -> Choose:
        enough = strength(hand_of(state, asked.who).cards) >= LEAST[strategy]
        return for_the_most(asked, RAISE if enough else FOLD)

    return answer if strategy in LEAST else None


def hint(rules: Rules, state: HandState, asked: Asked) -> tuple[str, ...]:
    """905a.5: the value of a Raise, over all pairs of cards that the dealer may get."""
    hand = hand_of(state, asked.who)
    ante = stake_of(state, hand.seat, DEAL)
    placed, _ = place_beside((ante,), ante, RAISE, for_the_most(asked, RAISE).cents)
    unseen, total = unseen_ranks(state.cards.shoe), Fraction(0)
    for one, count in enumerate(unseen):
        for two, other in enumerate(unseen):
            settled = settle(rules, placed, hand, (DECK[one], DECK[two]))
            total += count * (other - (one == two)) * sum(each.returned_cents - each.cents for each in settled)
    worth = total / (sum(unseen) * (sum(unseen) - 1)) / ante.cents
    return (f"Best play: {RAISE if worth > -1 else FOLD}.", f"In Antes: {RAISE} {signed(worth)}, {FOLD} -1.")


GAME = Game(
    home=__package__,
    law=CardLaw(
        id="ante-and-raise",
        title="Ante and Raise",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=HandState,
        open=open_hands,
        due=round_of_play.due,
        refuse=round_of_play.refuse,
        advance=round_of_play.advance,
        key=rank_key,
        view=view,
        catalogue=catalogue,
        choices=dict.fromkeys((RAISE, FOLD), "when your two cards have been dealt"),
        made_by={RAISE: RAISE}.get,
    ),
    present=CardPresentation(
        layout=lambda rules: listed_layout("Ante and Raise", rules.option("holder"), catalogue(rules).values())
    ),
    walk=Walk(
        lump=rank_lump,
        priced=lambda rules: (ANTE, PAIR),  # a Raise is part of how the Ante ends
        strategies=lambda rules, wager: (*LEAST, "optimal") if wager == ANTE else (),
        policy=policy,
        setups=lambda rules, wager: {"": () if wager == ANTE else (Wager(1, ANTE, catalogue(rules)[ANTE].unit_cents),)},
    ),
    simulate=CardSimulator(),
    advise=Adviser(hint=hint),
    learn=choosing_agent(
        "AnteAndRaise",
        ANTE,
        (RAISE, FOLD),
        (len(RANKS) - 1,) * DEAL.size,
        lambda rules, state: tuple(sorted(map(height, state.hands[0].cards))),
    ),
)
