"""A table's cards, the same in all card chapters: decks, batches, shuffler, cut, dealing shoe and discard rack.

    opening ── shuffle ── cut ── load (recut) ── play ── shuffle …          continuous: opening ── shuffle ── play

The chapters word these procedures alike but number them differently: citations come from the edition's values (`cut_margin`,
`recut` …), never from here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import StrEnum
from typing import Any

from houseway.cardroom import cut as cutting
from houseway.core import BuyIn, CashOut, Due, Fill, Placed, Procedure, Said, Stopped, in_words, seat_account
from houseway.core.frozen import changer, frozen, replace
from houseway.equipment.cards import FACE_DOWN
from houseway.equipment.shoe import Shoe, full_shoe, shuffled
from houseway.law import Citation, Rules

MANUAL, BATCH, CONTINUOUS = "manual", "batch", "continuous"
WORKING, JAMMED, BROKEN, COVERED = "working", "jammed", "broken", "covered"
SHUFFLER = "shuffler"


class CardPhase(StrEnum):
    """The next thing to do with the cards."""

    OPENING = "opening"
    SPREAD = "spread"
    INSPECT = "inspect"  # a stored batch must be spread for inspection before it is reshuffled
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    PLAY = "play"
    RELOAD = "reload"  # discards that were shuffled and cut mid-round must go into the shoe


@frozen
class CardTable:
    """The position of the cards, and the procedures that they need before the next deal."""

    phase: CardPhase
    method: str  # how they are shuffled now: manual, batch, continuous
    shoe: Shoe
    colors: tuple[str, ...]  # the backs of each batch
    in_play: int = 0  # which batch is dealt; the other one is in the shuffler
    opened_at: int = 0  # when these decks came into use
    device: str = WORKING  # working, jammed, broken, covered
    why: str = cutting.BEGINNING  # the reason for the next or last shuffle: beginning, cover, direction
    cover: str = ""  # at whose hand the cover card came up: the player's of a box, or the dealer's; empty: not yet
    cut_by: str = ""  # who last cut the cards
    burns: int = 0  # cards to be burned before the next deal
    rack: tuple[str, ...] = ()  # the discard rack, from the bottom up
    players: tuple[int, ...] = ()  # seats in the order in which they were taken
    unfinished: bool = False  # the device did not complete a shuffle: its cards must be reshuffled
    deserted: bool = False  # everybody who played has left
    wrong_decks: bool = False  # a card came up that the decks should not have: they are changed after the round

    @property
    def course(self) -> tuple[Hashable, ...]:
        """The cards between deals and the boxes in play: the facts that a walk must distinguish besides the shoe."""
        about = (self.phase, self.method, self.in_play, self.device, self.why, self.cover, self.cut_by, self.burns)
        return *about, self.unfinished, self.deserted, self.wrong_decks, self.players

    @property
    def color(self) -> str:
        """The backs of the cards in play."""
        return self.colors[self.in_play]


def new_cards(rules: Rules) -> CardTable:
    """Cards that have just been received at the table."""
    method = str(rules.option("shuffler"))
    colors = tuple(rules.option("backs"))
    kept = colors if method == BATCH else colors[:1]
    return CardTable(CardPhase.OPENING, method, full_shoe(int(rules.option("decks"))), kept)


# What is due


def due_of_cards(rules: Rules, cards: CardTable, idle: bool = False) -> Due | None:
    """The procedure that the cards need before anything else, or None if they can be dealt; `idle`: no round is on."""
    if cards.device == BROKEN and _device_needed(cards):
        return Stopped(SHUFFLER, (rules.cite("out_of_order"),), ("out-of-order",))
    if cards.device == JAMMED and _device_needed(cards):
        return Procedure("reshuffle", (rules.cite("jam"),))
    match cards.phase:
        case CardPhase.PLAY:
            return _due_between_rounds(rules, cards) if idle else None
        case CardPhase.OPENING:
            return Procedure("opening", (rules.cite("inspection"),))
        case CardPhase.SPREAD:
            return Procedure("resume", (rules.cite("idle"),))
        case CardPhase.INSPECT:
            return Procedure("inspect-batch", (rules.cite("idle"),))
        case CardPhase.SHUFFLE if cards.wrong_decks or not _lawful(rules, cards):
            why = () if cards.wrong_decks else (rules.cite("out_of_order"),)
            return Procedure("change-cards", (*why, rules.cite("decks_manual")))
        case CardPhase.SHUFFLE:
            return Procedure("shuffle", (rules.cite("shuffle"),), ("change-cards",))
        case CardPhase.CUT:
            return Procedure("cut", (rules.cite("cut_offer"),))
        case CardPhase.LOAD:
            return Procedure("load", (rules.cite("load"),), ("recut",) if is_cut(rules, cards) else ())
        case CardPhase.RELOAD:
            return Procedure("load-discards", (rules.cite("too_few"),), ("recut-discards",))


def _due_between_rounds(rules: Rules, cards: CardTable) -> Due | None:
    """Wrong decks are changed. Once the last player has left, the cards are spread; those in a continuous device stay in it."""
    if cards.wrong_decks:
        return Procedure("change-cards", (rules.cite("decks_manual"),))
    spread = cards.deserted and cards.method != CONTINUOUS
    return Procedure("spread", (rules.cite("idle"),), ("change-cards",)) if spread else None


def _device_needed(cards: CardTable) -> bool:
    """Must the game wait for the device? A batch in the shoe can be dealt while the device is down."""
    return cards.phase in (CardPhase.SHUFFLE, CardPhase.SPREAD, CardPhase.INSPECT) or (
        cards.method == CONTINUOUS and cards.phase is not CardPhase.OPENING
    )


def _lawful(rules: Rules, cards: CardTable) -> bool:
    """May this many decks be shuffled in this way? A batch of seven may not be dealt by hand."""
    return str(cards.shoe.decks) in rules.names(f"decks_{cards.method}")


def is_cut(rules: Rules, cards: CardTable) -> bool:
    """Is the stack cut in the current state?"""
    return cutting.is_cut(rules, cards.method == MANUAL)


def may_of_cards(cards: CardTable, idle: bool) -> tuple[str, ...]:
    """The procedures that can be done with the cards while wagers are taken; `idle`: the layout is empty."""
    spread = ("spread",) if idle and cards.method != CONTINUOUS else ()
    return ("direct-reshuffle", "new-dealer", *spread, "change-cards", *_with_device(cards, idle))


def _with_device(cards: CardTable, idle: bool) -> tuple[str, ...]:
    """Procedures for a device that failed while it was not needed: they can be done between rounds."""
    if cards.device == COVERED:
        return ("return-shuffler",) if idle else ()
    return {JAMMED: ("reshuffle",), BROKEN: ("out-of-order",)}.get(cards.device, ())


# The device, and the end of a round


Changed = tuple[CardTable, Fill | None]


def fresh(cards: CardTable) -> Changed:
    """A full stack, shuffled."""
    shoe, fill = shuffled(cards.shoe)
    return replace(cards, shoe=shoe, rack=(), cover="", burns=0), fill


def repaired(rules: Rules, cards: CardTable) -> CardTable:
    """The device that stopped the table works again; a batch that it did not finish must still be reshuffled."""
    return replace(cards, device=JAMMED if cards.unfinished else WORKING)


def jammed(cards: CardTable) -> CardTable:
    """The device did not complete its shuffle."""
    return replace(cards, device=JAMMED, unfinished=True)


def broken(cards: CardTable) -> CardTable:
    """The device cannot be used."""
    return replace(cards, device=BROKEN)


def round_over(cards: CardTable) -> Changed:
    """After a round: if the cover card came up, the cards are shuffled; a continuous device takes all of them back."""
    if cards.method == CONTINUOUS:
        return fresh(cards)
    if not cards.shoe.stop:  # the device failed in this round: now a stack is shuffled by hand
        return replace(cards, phase=CardPhase.SHUFFLE, why=cutting.DIRECTION), None
    if cards.cover:
        return replace(cards, phase=CardPhase.SHUFFLE, why=cutting.COVER), None
    return cards, None


# Cards leave the shoe


_with_shoe = changer(CardTable, "shoe")


def drawn(cards: CardTable, card: str, toward: str) -> CardTable:
    """A card left the shoe for a hand (or `dealer`), with the cover card if that was in front of it."""
    cards = covered_by(cards, toward)
    return _with_shoe(cards, shoe=cards.shoe.seen(card))


def burned(cards: CardTable, toward: str) -> CardTable:
    """A card left the shoe unseen for the discard rack."""
    cards = covered_by(cards, toward)
    return replace(cards, shoe=cards.shoe.face_down(), rack=(*cards.rack, FACE_DOWN), burns=max(0, cards.burns - 1))


def put_aside(cards: CardTable, card: str, toward: str) -> CardTable:
    """A card left the shoe face up for the discard rack."""
    return collected(drawn(cards, card, toward), (card,))


def set_aside(cards: CardTable, toward: str) -> CardTable:
    """A card left the shoe that the decks should not have: it is no longer in play."""
    cards = covered_by(cards, toward)
    return replace(cards, shoe=cards.shoe.face_down(), wrong_decks=True)


def covered_by(cards: CardTable, toward: str) -> CardTable:
    """The cover card comes up before the next card, so it comes up on the area where this card goes."""
    return replace(cards, cover=toward) if cards.shoe.at_cover and not cards.cover else cards


def players_cover(cards: CardTable, placed: Iterable[Placed]) -> CardTable:
    """The cover card came up on a box: the player of that box gets the cut, wherever they sit."""
    owner = next((each.player for each in placed if cards.cover == seat_account(each.seat)), 0)
    return replace(cards, cover=seat_account(owner)) if owner else cards


def collected(cards: CardTable, taken: Iterable[str]) -> CardTable:
    """Cards go from the table into the discard rack, in this order."""
    return replace(cards, rack=(*cards.rack, *taken))


def said_cover(before: CardTable, after: CardTable, cite: Citation) -> tuple[Said, ...]:
    """The announcement that the cover card came up between these two states."""
    if before.cover or not after.cover:
        return ()
    where = "the dealer's hand" if after.cover == "dealer" else f"{in_words(after.cover)}'s area"
    text = f"The cover card comes up on {where}: this round is completed, then the cards are shuffled."
    return (Said(text, (cite,), "cover-card", data={"place": str(after.cover)}),)


# Players, and limits


def heard(cards: CardTable, fact: BuyIn | CashOut, playing: bool) -> CardTable:
    """Update the players, in the order of arrival. A player who is `playing`, with chips on the layout, has not left."""
    if isinstance(fact, BuyIn) and fact.seat not in cards.players:
        return replace(cards, players=(*cards.players, fact.seat), deserted=False)
    if isinstance(fact, CashOut) and not fact.left_cents and not playing:
        left = tuple(seat for seat in cards.players if seat != fact.seat)
        return replace(cards, players=left, deserted=not left)
    return cards


def spare(cards: CardTable, wanted: int) -> bool:
    """Can one more card leave the shoe before a round that may need this many?"""
    return cards.shoe.left - cards.burns > wanted


def shown(cards: CardTable) -> dict[str, Any]:
    """The public part of the cards' state."""
    return {
        "phase": cards.phase.value,
        "shuffled": cards.method,
        "backs": cards.color,
        "decks": cards.shoe.decks,
        "left": cards.shoe.left,
        "rack": len(cards.rack),
        "cover_card": cards.cover or None,
        "shuffler": None if cards.method == MANUAL and cards.device != COVERED else cards.device,
    }
