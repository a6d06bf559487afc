"""A table's cards: decks, batches, shuffler, cut, dealing shoe and discard rack, as the card chapters have them in common.

    opening ── shuffle ── cut ── load (recut) ── play ── shuffle …          continuous: opening ── shuffle ── play

The chapters word these procedures alike and number them differently: where a paragraph decides, its citation comes from
the edition's values (`cut_margin`, `recut` …), never from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.core import BuyIn, CashOut, Done, Due, Fill, NoMoreBets, Procedure, Refusal, Said, Stepped, Stopped
from houseway.equipment import cut as cutting
from houseway.equipment.cards import FACE_DOWN
from houseway.equipment.shoe import Shoe, full_shoe, rest_shuffled, shuffled
from houseway.law import Citation, ProcedureStep, Rules

MANUAL, BATCH, CONTINUOUS = "manual", "batch", "continuous"
WORKING, JAMMED, BROKEN, COVERED = "working", "jammed", "broken", "covered"
SHUFFLER = "shuffler"
HOUR = 3600


@dataclass(frozen=True, slots=True)
class CardTable:
    """Where the cards are, and what is to be done with them before the next deal."""

    phase: str  # opening, spread, shuffle, cut, load, play
    method: str  # how they are shuffled now: manual, batch, continuous
    shoe: Shoe
    colors: tuple[str, ...]  # the backs of each batch
    in_play: int = 0  # which batch is dealt; the other one is in the shuffler
    opened_at: int = 0  # since when these decks are in use
    device: str = WORKING  # working, jammed, broken, covered
    why: str = cutting.BEGINNING  # of the shuffle that comes or that was: beginning, cover, direction
    cover: str = ""  # where the cover card came up: seat:3, dealer; empty: not yet
    cut_by: str = ""  # who last cut the cards
    burns: int = 0  # cards to be burned before the next deal
    rack: tuple[str, ...] = ()  # the discard rack, from the bottom up
    players: tuple[int, ...] = ()  # seats in the order in which they were taken

    @property
    def color(self) -> str:
        """The backs of the cards in play."""
        return self.colors[self.in_play]


def new_cards(rules: Rules) -> CardTable:
    """Cards that have just been received at the table."""
    method = str(rules.option("shuffler"))
    colors = tuple(rules.option("backs"))
    kept = colors if method == BATCH else colors[:1]
    return CardTable("opening", method, full_shoe(int(rules.option("decks"))), kept)


# What is to be done, and what came of it


def due_of_cards(rules: Rules, cards: CardTable) -> Due | None:
    """The procedure that the cards need before anything else, or None where they can be dealt."""
    waiting = cards.phase == "shuffle" or cards.method == CONTINUOUS
    if cards.device == BROKEN and waiting and cards.phase != "opening":
        return Stopped(SHUFFLER, (rules.cite("out_of_order"),), ("out-of-order",))
    if cards.device == JAMMED and waiting and cards.phase != "opening":
        return Procedure("reshuffle", (rules.cite("jam"),))
    match cards.phase:
        case "opening":
            return Procedure("opening", (rules.cite("inspection"),))
        case "spread":
            return Procedure("resume", (rules.cite("idle"),))
        case "shuffle":
            return Procedure("shuffle", (rules.cite("shuffle"),))
        case "cut":
            return Procedure("cut", (rules.cite("cut_offer"),))
        case "load":
            return Procedure("load", (rules.cite("load"),), ("recut",))
    return None


def may_of_cards(cards: CardTable, idle: bool) -> tuple[str, ...]:
    """What can be done with the cards while wagers are taken; `idle`: nothing lies on the layout."""
    common = ("direct-reshuffle",) if cards.method != CONTINUOUS else ()
    spread = ("spread",) if idle and cards.method != CONTINUOUS else ()
    return (*common, "new-dealer", *spread, *(("change-cards",) if idle else ()), *_back_into_use(cards, idle))


def _back_into_use(cards: CardTable, idle: bool) -> tuple[str, ...]:
    return ("return-shuffler",) if cards.device == COVERED and idle else ()


def done(rules: Rules, cards: CardTable, fact: Done) -> tuple[CardTable, Fill | None]:
    """The cards after a procedure, and the faces that it arranged anew."""
    return {
        "opening": _opened,
        "shuffle": _shuffled,
        "reshuffle": _reshuffled,
        "cut": _cut,
        "recut": _cut,
        "load": _loaded,
        "direct-reshuffle": _directed,
        "new-dealer": _new_dealer,
        "spread": _spread,
        "resume": _resumed,
        "change-cards": _changed,
        "out-of-order": _covered,
        "return-shuffler": _returned,
    }[fact.procedure](rules, cards, fact)


Changed = tuple[CardTable, Fill | None]


def _opened(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """Inspected, spread and stacked. Preshuffled cards are not shuffled again, only cut."""
    cards = replace(cards, opened_at=int(fact.at), why=cutting.BEGINNING)
    if rules.option("preshuffled") and cards.method != CONTINUOUS:
        return _fresh(replace(cards, phase="cut"))
    return replace(cards, phase="shuffle"), None


def _fresh(cards: CardTable) -> Changed:
    """A full stack in an order that chance made."""
    shoe, fill = shuffled(cards.shoe)
    return replace(cards, shoe=shoe, rack=(), cover="", burns=0), fill


def _shuffled(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """A stack is ready: to be cut, or to be dealt from the device. Batches alternate with each shoe."""
    if cards.method == BATCH and cards.cut_by:
        cards = replace(cards, in_play=1 - cards.in_play)
    where = cards.cover
    cards, fill = _fresh(cards)
    return replace(cards, phase="play" if cards.method == CONTINUOUS else "cut", cover=where), fill


def _reshuffled(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The device had jammed: its cards were shuffled again. From a continuous one the game may go on in mid-round."""
    mended = replace(cards, device=WORKING)
    return _anew(mended) if cards.method == CONTINUOUS and cards.phase == "play" else (mended, None)


def _anew(cards: CardTable) -> Changed:
    """All cards that are not on the table are arranged anew, and the next one is the first of them."""
    shoe, fill = rest_shuffled(cards.shoe)
    return replace(cards, shoe=shoe), fill


def _cut(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """Where the stack was cut, and where its cover card went in."""
    size = cards.shoe.size
    noted = {**cutting.usual_cut(rules, cards.why, cards.cover, cards.players, size), **notes(fact)}
    bottom = int(noted["cards_from_bottom"])
    taken = int(noted["cards_from_top"]) if cutting.is_cut(rules) else 0
    shoe = replace(cards.shoe, cut=(cards.shoe.cut + taken) % size, stop=size - bottom)
    return replace(cards, phase="load", shoe=shoe, cut_by=cutting.cutter(noted["cut_by"])), None


def _loaded(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The stack is in the shoe: its first card is to be burned."""
    return replace(cards, phase="play", burns=1, cover=""), None


def _directed(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """A floorperson or above wants the cards reshuffled."""
    return replace(cards, phase="shuffle", why=cutting.DIRECTION), None


def _new_dealer(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """Each new dealer burns a card."""
    return replace(cards, burns=cards.burns + 1), None


def _spread(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The table is idle: the cards lie spread on it."""
    return replace(cards, phase="spread", rack=()), None


def _resumed(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """Somebody has come: the cards are gathered again, and the game is just beginning."""
    return replace(cards, phase="shuffle", why=cutting.BEGINNING), None


def _changed(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The decks left play; others are received, inspected and shuffled."""
    return replace(cards, phase="opening", rack=(), cover="", burns=0, cut_by="", in_play=0), None


def _covered(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The device is covered or marked: the cards are shuffled by hand from now on."""
    by_hand = replace(cards, device=COVERED, method=MANUAL)
    if cards.method == CONTINUOUS and cards.phase == "play":
        return _anew(by_hand)
    decks = [int(number) for number in rules.names("decks_manual")]
    if cards.shoe.decks not in decks:  # a batch that may not be dealt by hand is changed for decks that may
        return replace(by_hand, phase="opening", shoe=full_shoe(decks[0], cards.shoe.fill), cut_by="", in_play=0), None
    return by_hand, None


def _returned(rules: Rules, cards: CardTable, fact: Done) -> Changed:
    """The device works again and takes over with the next shuffle."""
    return replace(cards, device=WORKING, method=str(rules.option("shuffler")), phase="shuffle"), None


def repaired(rules: Rules, cards: CardTable) -> CardTable:
    """The device that had stopped the table works again."""
    return replace(cards, device=WORKING)


def round_over(cards: CardTable) -> Changed:
    """After a round: where the cover card came up the cards are shuffled; a continuous device takes all of them back."""
    if cards.method == CONTINUOUS:
        return _fresh(cards)
    if (
        cards.device == COVERED and not cards.shoe.stop
    ):  # the device failed in this round: now the stack is made by hand
        return replace(cards, phase="shuffle", why=cutting.DIRECTION), None
    if cards.cover:
        return replace(cards, phase="shuffle", why=cutting.COVER), None
    return cards, None


# Cards leave the shoe


def drawn(cards: CardTable, card: str, toward: str) -> CardTable:
    """A card left the shoe for a hand (or `dealer`); the cover card came with it where it lay before it."""
    cards = covered_by(cards, toward)
    return replace(cards, shoe=cards.shoe.seen(card))


def burned(cards: CardTable, toward: str) -> CardTable:
    """A card left the shoe unseen for the discard rack."""
    cards = covered_by(cards, toward)
    return replace(cards, shoe=cards.shoe.face_down(), rack=(*cards.rack, FACE_DOWN), burns=max(0, cards.burns - 1))


def put_aside(cards: CardTable, card: str, toward: str) -> CardTable:
    """A card that was seen left the shoe for the discard rack."""
    return collected(drawn(cards, card, toward), (card,))


def covered_by(cards: CardTable, toward: str) -> CardTable:
    """The cover card comes up before the next card, and so on the area that this card goes to."""
    return replace(cards, cover=toward) if cards.shoe.at_cover and not cards.cover else cards


def collected(cards: CardTable, taken: Iterable[str]) -> CardTable:
    """Cards go from the table into the discard rack, in this order."""
    return replace(cards, rack=(*cards.rack, *taken))


def said_cover(before: CardTable, after: CardTable, cite: Citation) -> tuple[Said, ...]:
    """The cover card came up between these two."""
    if before.cover or not after.cover:
        return ()
    where = "the dealer's hand" if after.cover == "dealer" else f"{after.cover.replace(':', ' ')}'s area"
    text = f"The cover card comes up on {where}: this round is completed, then the cards are shuffled."
    return (Said(text, (cite,), "cover-card", data={"at": after.cover}),)


# Who is there, and what is not allowed


def heard(cards: CardTable, fact: BuyIn | CashOut) -> CardTable:
    """Who has taken a seat, in the order of arrival."""
    if isinstance(fact, BuyIn) and fact.seat not in cards.players:
        return replace(cards, players=(*cards.players, fact.seat))
    if isinstance(fact, CashOut) and not fact.left_cents:
        return replace(cards, players=tuple(seat for seat in cards.players if seat != fact.seat))
    return cards


def too_old(rules: Rules, cards: CardTable, fact: NoMoreBets | Stepped) -> Refusal | None:
    """Decks that have been in use for too long are changed first."""
    hours = rules.number("card_hours_max")
    if not fact.at or not cards.opened_at or fact.at - cards.opened_at <= hours * HOUR:
        return None
    reason = f"these decks have been in use for more than {hours} hours: change the cards first"
    return Refusal(reason, (rules.cite("card_hours_max"),))


def refuse_step(rules: Rules, cards: CardTable, fact: Stepped) -> Refusal | None:
    """What a step notes must be as the law wants it."""
    if fact.procedure == "shuffle":
        return too_old(rules, cards, fact)
    if fact.procedure in ("cut", "recut"):
        last = cards.cut_by if fact.procedure == "recut" else ""
        return cutting.refuse_cut(rules, cards.why, cards.cover, cards.players, cards.shoe.size, fact, last)
    return None


def usual_step(rules: Rules, cards: CardTable, step: ProcedureStep) -> Mapping[str, Any]:
    """What a step notes when it goes as it usually does."""
    usual = cutting.usual_cut(rules, cards.why, cards.cover, cards.players, cards.shoe.size)
    return {name: usual[name] for name in cutting.NOTED.get(step.item, ())}


def notes(fact: Done) -> dict[str, Any]:
    """All that the steps of a procedure noted, by field."""
    return {name: value for step in fact.data.values() for name, value in step["noted"].items()}


def shown(cards: CardTable) -> dict[str, Any]:
    """What anybody at the table can see of the cards."""
    return {
        "phase": cards.phase,
        "shuffled": cards.method,
        "backs": cards.color,
        "decks": cards.shoe.decks,
        "left": cards.shoe.left,
        "rack": len(cards.rack),
        "cover_card": cards.cover or None,
        "shuffler": None if cards.method == MANUAL and cards.device != COVERED else cards.device,
    }
