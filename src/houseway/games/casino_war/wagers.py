"""651a.6, 651a.7, 651a.9 and 651a.10: the wagers, and how comparing ranks settles them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from houseway.core import Offer, Placed, Settled
from houseway.core.offers import Multiple
from houseway.core.wagering import collect, find, give_back, pay
from houseway.equipment.cards import HEIGHT
from houseway.games.casino_war.state import Hand, State
from houseway.law import Citation, Rules, cites

INITIAL, TIE, WAR, TIE_ON_WAR = "initial", "tie", "war", "tie-on-war"
PAYOUT_NAMES = {"war": "War Wager, War won", "war-tie": "War Wager, War tied"}
TIED = "if the War ties"
LOWER, HIGHER, EQUAL = "lower", "higher", "equal"


def compare(card: str, dealers: str) -> str:
    """651a.6: rank decides, ace high; suits do not matter."""
    mine, other = HEIGHT[card], HEIGHT[dealers]
    return LOWER if mine < other else HIGHER if mine > other else EQUAL


@lru_cache(maxsize=64)
def catalogue(rules: Rules) -> Mapping[str, Offer]:
    """651a.7(b), (c), 651a.9(c)(2), (e): the permissible wagers."""
    initial, tie, war, war_tie = (rules.payout(line) for line in ("initial", "tie", "war", "war-tie"))
    parts = rules.number("surrender_parts")
    halves = Multiple(
        parts,
        f"it cannot be split into {parts} equal parts on a surrender; wager a multiple of {parts} cents",
        (rules.cite("surrender_parts"),),
    )
    offers = (
        Offer(INITIAL, INITIAL, "Initial Wager", "The player's card is of higher rank than the dealer's.",
              Citation("651a.7(b)"), (initial,), multiple=halves),
        Offer(TIE, TIE, "Tie Wager", "Player and dealer are dealt cards of the same rank.", Citation("651a.7(c)"), (tie,)),
        Offer(WAR, WAR, "War Wager", "On the War deal the player's card is not of lower rank than the dealer's.",
              Citation("651a.9(c)(2)"), (war, war_tie), multiple=halves),
        Offer(TIE_ON_WAR, TIE_ON_WAR, "Tie Wager on the War deal", "On the War deal both get cards of the same rank.",
              Citation("651a.9(e)"), (tie,)),
    )  # fmt: skip
    return {offer.id: offer for offer in offers}


def paid(rules: Rules) -> dict[str, str]:
    """651a.10: the payouts of each wager, with a tied War as its own line."""
    offers = catalogue(rules)
    won, tied = offers[WAR].payouts
    return {
        offers[INITIAL].name: offers[INITIAL].pays,
        offers[TIE].name: offers[TIE].pays,
        offers[WAR].name: str(won.odds),
        f"{offers[WAR].name} {TIED}": str(tied.odds),
    }


def war_pays(rules: Rules) -> str:
    """651a.10(3): what a War Wager pays, and what it pays on a tie."""
    won, tied = catalogue(rules)[WAR].payouts
    return f"{won.odds}, {tied.odds} {TIED}"


def settle_original(rules: Rules, state: State, hand: Hand, dealers: str) -> tuple[Settled, ...]:
    """651a.9(a), (b): the Initial and the Tie Wager of one box on the original deal. On a tie the Initial Wager waits."""
    placed = {wager: find(state.placed, hand.seat, wager) for wager in (INITIAL, TIE)}
    initial, tie = placed[INITIAL], placed[TIE]
    assert initial is not None, "only a box with an Initial Wager is dealt in"
    match compare(hand.card, dealers):
        case "lower":
            because = cites("651a.9(a)(1)")
            return (collect(initial, because), *(collect(tie, because) for tie in _there(tie)))
        case "higher":
            because = cites("651a.9(a)(2)")
            won = pay(initial, rules.payout("initial"), because)
            return (won, *(collect(tie, because) for tie in _there(tie)))
    because = cites("651a.9(a)(3)")
    return tuple(pay(tie, rules.payout("tie"), because) for tie in _there(tie))


def settle_war(rules: Rules, state: State, hand: Hand, dealers: str) -> tuple[Settled, ...]:
    """651a.9(g): settle one box on the War deal: War Wager, and Initial and Tie Wagers if still there."""
    initial, war, tie = (find(state.placed, hand.seat, wager) for wager in (INITIAL, WAR, TIE_ON_WAR))
    assert war is not None, "only a box with a War Wager is dealt a War card"
    match compare(hand.war_card, dealers):
        case "lower":
            because = cites("651a.9(g)(1)")
            return tuple(collect(each, because) for each in (*_there(initial), war, *_there(tie)))
        case "higher":
            because = cites("651a.9(g)(2)")
            kept = _initial(rules, initial, _on_war_win(rules), because)
            return (*kept, pay(war, rules.payout("war"), because), *(collect(each, because) for each in _there(tie)))
    because = cites("651a.9(g)(3)")
    kept = _initial(rules, initial, _on_war_tie(rules), because)
    won = pay(war, rules.payout("war-tie"), because)
    return (*kept, won, *(pay(each, rules.payout("tie"), because) for each in _there(tie)))


def _on_war_win(rules: Rules) -> str:
    """The fate of a remaining Initial Wager when the War is won: from the edition, or a reading if it is open there."""
    told = str(rules.edition.values["initial_on_war_win"].value)
    return rules.reading("initial_on_war_win") if told == "open" else told


def _on_war_tie(rules: Rules) -> str:
    """The same when the War is a tie."""
    told = str(rules.edition.values["initial_on_war_tie"].value)
    return rules.reading("initial_on_war_tie") if "initial_on_war_tie" in rules.readings else told


def _initial(rules: Rules, initial: Placed | None, fate: str, because: tuple[Citation, ...]) -> tuple[Settled, ...]:
    if initial is None:  # it was collected when the War Wager was confirmed
        return ()
    if fate == "won":
        return (pay(initial, rules.payout("initial"), because),)
    return (give_back(initial, because),) if fate == "returned" else (collect(initial, because),)


def _there(placed: Placed | None) -> tuple[Placed, ...]:
    return () if placed is None else (placed,)
