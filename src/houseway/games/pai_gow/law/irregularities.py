"""Irregularities under 621a.12, 621a.6(e), 621a.7(b) and 621a.11(i): who may report them, when, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.core import Irregularity, Refusal, Said, Step
from houseway.core.frozen import replace
from houseway.games.pai_gow.law import dealing, positions, steps
from houseway.games.pai_gow.law.exposing import as_submitted, reset
from houseway.games.pai_gow.law.setting_hands import moved_on
from houseway.games.pai_gow.law.state import DEAD_HAND, DEALER, Phase, State, banked, with_hand
from houseway.games.pai_gow.law.void_rounds import round_void
from houseway.law import Citation, Rules, cites
from houseway.law.roles import at_least, role_name

# tiles have been dealt to the positions
DEALT = (Phase.DEALING, Phase.PLAYING, Phase.TURNING, Phase.SETTING, Phase.SHOWING, Phase.EXPOSING)
NAMED = {"dealer": DEALER, "dead-hand": DEAD_HAND}
WHERE = 'name the position: "position": 2, or "dealer", or "dead-hand"'


def _refuse_role(fact: Irregularity, lowest: str = "dealer") -> Refusal | None:
    if at_least(fact.by, lowest):
        return None
    who = "the dealer, or a floorperson or above," if lowest == "dealer" else "a floorperson or above"
    return Refusal(f"{role_name(fact.by)} cannot report this; {who} can", cites(fact.cite))


def _position(fact: Irregularity) -> int | None:
    """The position that a report names."""
    given = fact.about.get("position")
    if isinstance(given, str):
        return NAMED.get(given)
    return given if type(given) is int and DEALER < given < DEAD_HAND else None


# The dice


def _refuse_no_roll(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if fact.by != "dealer":
        return Refusal(f'"no roll" is called by the dealer, not by {role_name(fact.by)}', cites(fact.cite))
    return _refuse_uncovered(rules, state, fact)


def _refuse_uncovered(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.phase is not Phase.UNCOVERING or positions.by_generator(rules, state):
        return Refusal("no shaken dice are waiting to be totaled", cites(fact.cite))
    return None


def _no_roll(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    what = "the dice do not all lie flat" if fact.cite == "621a.12(a)" else "dice fell out of the shaker"
    said = Said(f"No roll: {what}. They are shaken again.", cites(fact.cite), "no-roll")
    by_dealer = banked(state) and rules.reading("who_shakes_again") == "dealer"
    return Step(replace(state, phase=Phase.SHAKING, dealer_shakes=by_dealer), said=(said,))


def _refuse_lid(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if not banked(state):
        return Refusal("no player is the bank and has the shaker", cites("621a.11(i)"))
    return _refuse_uncovered(rules, state, fact) or _refuse_role(fact)


def _lid(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    text = "The bank lifted the lid: the shaker is covered and shaken again by the bank."
    return Step(replace(state, phase=Phase.SHAKING), said=(Said(text, cites("621a.11(i)"), "reshaken"),))


# The tiles


def _refuse_stacking(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.phase is Phase.LYING_OPEN:
        first = "621a.6(c)" if state.tiles == "face-up" else "621a.6(f)"
        return Refusal("the tiles have not been turned face down, so none is being stacked", cites("621a.6(e)", first))
    stacking: tuple[Phase, ...] = (Phase.MIXING, Phase.REMIXING)
    if rules.reading("exposed_in_a_stack") == "mixed-again":
        stacking = (*stacking, Phase.BETTING)
    if state.phase not in stacking:
        return Refusal("the tiles are not being stacked", cites("621a.6(e)"))
    return _refuse_role(fact)


def _shown_in_stacking(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Mix again from the beginning; the other phase name restarts a procedure that was under way."""
    phase = Phase.MIXING if state.phase is Phase.REMIXING else Phase.REMIXING
    said = Said("A tile was exposed during stacking: the whole set is mixed again.", cites("621a.6(e)"), "remixed")
    return Step(replace(state, phase=phase, tiles="down", order=()), said=(said,))


def _refuse_void(rules: Rules, state: State, cite: Citation) -> Refusal | None:
    if state.phase not in DEALT:
        return Refusal("no tiles are dealt", cites(cite))
    if state.settled and not (rules.reading("exposed_after_surrender") == "rest-void" and _only_surrendered(state)):
        return Refusal("a wager of this round has been settled: resolve this as a dispute", cites(cite, "621a.10(l)"))
    return None


def _only_surrendered(state: State) -> bool:
    """Were all wagers that are settled surrendered to the house?"""
    return not banked(state) and not any(hand.verdict in ("lost", "returned") for hand in state.hands)


def _refuse_wrong_total(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    """621a.12(c): the dealer totaled the dice incorrectly, and tiles went to the wrong positions."""
    refusal = _refuse_void(rules, state, fact.cite) or _refuse_role(fact)
    if refusal is not None:
        return refusal
    right, because = fact.about.get("total"), cites(fact.cite)
    if state.drawn:
        return Refusal(f"the table itself drew the total of {state.total}: nobody totaled it incorrectly", because)
    if right is None:
        return Refusal('note what the dice really total: "total": 10', because)
    if right not in positions.totals(rules, state):
        return Refusal(f"{right} is not a possible total", because)
    one = state.bank.seat if banked(state) else DEALER
    if positions.starting_position(right, one) == state.start:
        where = "the total that was announced" if right == state.total else "counted to the same position"
        return Refusal(f"{right} is {where}: the tiles are where they belong", because)
    return None


def _wrong_total(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    return round_void(
        rules,
        state,
        cites("621a.12(c)"),
        "The dice were totaled incorrectly and the tiles dealt to the wrong positions.",
    )


def _refuse_player_tile(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    because, position = cites("621a.12(d)"), _position(fact)
    if state.phase is Phase.DEALING:
        return Refusal("complete the deal first; then the player is asked", because)
    if state.phase is not Phase.PLAYING:
        return Refusal("this applies only while players have tiles that they have not looked at", because)
    if position is None:
        return Refusal('name the position of the tile: "position": 2', because)
    hand = next((each for each in state.hands if each.position == position and position != DEALER), None)
    if hand is None:
        reason = f"{positions.position_name(position)} is not a player in this round; its exposed tile falls under 621a.12(e)"
        return Refusal(reason, cites("621a.12(d)", "621a.12(e)"))
    looked = hand.looked_at and (rules.reading("looked_already") == "no" or hand.asked)
    if looked or hand.is_set or not hand.in_play:
        return Refusal("the player has looked at the tiles or is no longer playing them", because)
    if len(hand.tiles) < hand.turned_up:
        return Refusal("enter the exposed tile first", because)
    if hand.turned_up == dealing.TILES_EACH:  # not one of those that the player has looked at
        return Refusal("all four tiles are already exposed", because)
    return _refuse_role(fact)


def _player_tile_exposed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Ask the player; a tile that the player has not looked at is read for all first."""
    position = _position(fact)
    hand = next(each for each in state.hands if each.position == position)
    option = position != state.bank.seat or rules.reading("bank_tile_exposed") == "round-void"
    then = "the player may void the hand, without looking" if option else "a bank plays its hand out"
    text = f"A tile of {positions.position_name(hand.position)} was exposed: {then}."
    said = Said(text, cites("621a.12(d)"), "tile-exposed", data={"position": hand.position})
    turned_up = hand.turned_up if hand.looked_at else hand.turned_up + 1
    return Step(with_hand(state, replace(hand, asked=option, kept=False, turned_up=turned_up)), said=(said,))


def _refuse_house_tile(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    because, position = cites("621a.12(e)"), _position(fact)
    refusal = _refuse_void(rules, state, fact.cite)
    if refusal is not None:
        return refusal
    if position is None:
        return Refusal(WHERE, because)
    hands = dealing.hands_dealt(state).hands if state.phase is Phase.DEALING else state.hands
    hand = next((each for each in hands if each.position == position), None)
    if hand is not None and position != DEALER:
        reason = f"{positions.position_name(position)} is a player's; an exposed tile there falls under 621a.12(d)"
        return Refusal(reason, cites("621a.12(d)", "621a.12(e)"))
    if hand is not None and state.phase not in (Phase.DEALING, Phase.PLAYING):
        return Refusal("the dealer's tiles have already been turned over properly", cites("621a.12(e)", "621a.10(c)"))
    return _refuse_role(fact)


def _house_tile_exposed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    position = _position(fact)
    assert position is not None
    return round_void(rules, state, cites("621a.12(e)"), f"A tile of {positions.position_name(position)} was exposed.")


# The dealer's setting, and players who leave


def _refuse_reset(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    by_dealer = [hand for hand in state.hands if hand.exposed and hand.position in (DEALER, state.bank.seat)]
    own = any(hand.position == DEALER or state.bank.co_bank for hand in by_dealer)
    if state.phase not in (Phase.SHOWING, Phase.EXPOSING, Phase.PAYING) or not own:
        return Refusal("the dealer has not set an exposed hand", cites("621a.12(f)"))
    if not steps.differs_from_submitted(rules, state, fact.about):
        way = as_submitted(rules, state).setting
        reason = f"note how the dealer set the four tiles, other than the submitted {way}"
        return Refusal(f'{reason}: "high": [...], "low": [...]', cites("621a.12(f)"))
    return _refuse_role(fact)


def _reset(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The record always has the submitted setting, so only the tiles on the layout change."""
    return Step(state, said=(reset(rules, state, fact.about, fact.by),))


def _refuse_abandoned(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    because, seat = cites("621a.7(b)"), fact.about.get("seat")
    if state.phase not in DEALT:
        return Refusal("no tiles have been dealt", because)
    if type(seat) is not int:
        return Refusal('name the seat that left: "seat": 2', because)
    if seat == state.bank.seat:
        return Refusal("the bank has no wager to abandon; its chips stay to cover the others", because)
    if not any(hand.player == seat and hand.in_play for hand in state.hands):
        return Refusal(f"seat {seat} has no hand in play", because)
    return _refuse_role(fact, "floorperson")


def _abandoned(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """The wagers stay until the dealer reaches them and are then collected as lost."""
    seat = fact.about["seat"]
    text = f"Seat {seat} has left: the wagers are abandoned and count as lost."
    said = Said(text, cites("621a.7(b)"), "wagers-abandoned", data={"seat": seat})
    hands = tuple(
        replace(hand, verdict="abandoned", asked=False) if hand.player == seat and hand.in_play else hand
        for hand in state.hands
    )
    return Step(moved_on(replace(state, hands=hands)), said=(said,))


Judge = Callable[[Rules, State, Irregularity], Refusal | None]
Follow = Callable[[Rules, State, Irregularity], Step[State]]
IRREGULARITIES: Mapping[str, tuple[Judge, Follow]] = {
    "621a.12(a)": (_refuse_no_roll, _no_roll),
    "621a.12(b)": (_refuse_no_roll, _no_roll),
    "621a.12(c)": (_refuse_wrong_total, _wrong_total),
    "621a.12(d)": (_refuse_player_tile, _player_tile_exposed),
    "621a.12(e)": (_refuse_house_tile, _house_tile_exposed),
    "621a.12(f)": (_refuse_reset, _reset),
    "621a.6(e)": (_refuse_stacking, _shown_in_stacking),
    "621a.7(b)": (_refuse_abandoned, _abandoned),
    "621a.11(i)": (_refuse_lid, _lid),
}
