"""621a.6 to 621a.11: the round of play.

opening ── mix ── wagers (a bank is offered, cuts) ── no more bets ── (delivery) ── shake ── total ── deal ── look and set ──
turn over ── set ── (the bank shows) ── surrender, expose ── pay ── (the center is counted) ── collect ── mix …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping

from houseway.core import (
    Asked,
    BuyIn,
    CashOut,
    Choose,
    Done,
    Due,
    Fact,
    Irregularity,
    Moment,
    NoMoreBets,
    Procedure,
    Refusal,
    Remove,
    Result,
    Role,
    Said,
    Step,
    Stepped,
    Wager,
    Wagers,
    Working,
    seat_account,
    seat_number,
)
from houseway.core.acts import refuse_report
from houseway.core.frozen import replace
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow.law import (
    bank,
    bank_settlement,
    betting,
    dealing,
    exposing,
    positions,
    setting_hands,
    steps,
)
from houseway.games.pai_gow.law.irregularities import IRREGULARITIES
from houseway.games.pai_gow.law.state import Phase, State, banked
from houseway.games.pai_gow.law.void_rounds import round_over
from houseway.law import Citation, Rules, cites
from houseway.law.roles import role_name

AFTER_NO_MORE_BETS = frozenset(Phase) - {
    Phase.OPENING, Phase.INSPECTING, Phase.REPLACING, Phase.LYING_OPEN, Phase.MIXING, Phase.REMIXING, Phase.BETTING,
}  # fmt: skip


# Procedures due by phase: name, paragraph, and optional procedures
PROCEDURES: Mapping[Phase, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    Phase.REPLACING: ("replace-unsuitable-tiles", ("621a.6(a)(3)(i)",), ()),
    Phase.SHAKING: ("shake", ("621a.8(a)",), ("replace-dice",)),
    Phase.DEALING: ("deal", (), ()),
    Phase.SETTING: ("set-dealer", ("621a.10(c)",), ()),
    Phase.SHOWING: ("show-bank", ("621a.11(n)",), ()),
    Phase.PAYING: ("pay", ("621a.10(j)",), ()),
    Phase.COUNTING: ("count-centre", ("621a.11(o)",), ()),
    Phase.COLLECTING: ("collect-tiles", ("621a.10(l)",), ()),
}


# The same while a player banks, and while the house co-banks
BY_A_BANK: Mapping[Phase, str] = {
    Phase.SHAKING: "621a.11(i)",
    Phase.DEALING: "621a.11(k)",
    Phase.SETTING: "621a.11(n)",
    Phase.PAYING: "621a.11(o)",
}


BY_A_CO_BANK: Mapping[Phase, str] = {
    **BY_A_BANK,
    Phase.SETTING: "621a.11(e)",
    Phase.PAYING: "621a.11(r)",
    Phase.COUNTING: "621a.11(r)",
}


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State(Phase.OPENING)


def due(rules: Rules, state: State) -> Due:
    """The law's order of the round."""
    match state.phase:
        case Phase.OPENING:
            return Procedure("opening", cites("621a.2"))
        case Phase.INSPECTING:
            return Procedure("inspect-tiles", cites("621a.6(a)"), ("replace-unsuitable-tiles",))
        case Phase.LYING_OPEN:
            because = cites("621a.6(c)" if state.tiles == "face-up" else "621a.6(f)")
            return Procedure("turn-down", because, ("change-tiles",))
        case Phase.MIXING:
            return Procedure("mix", cites("621a.6(d)"), ("change-tiles",))
        case Phase.REMIXING:
            return Procedure("mix-again", cites("621a.6(e)"), ("change-tiles",))
        case Phase.BETTING:
            return _betting(rules, state)
        case Phase.STYLING:
            return dealing.bank_styles(rules, state)
        case Phase.UNCOVERING:
            return dealing.total_due(rules, state)
        case Phase.PLAYING:
            return setting_hands.due(state)
        case Phase.TURNING:
            because = cites("621a.11(e)") if state.bank.co_bank else cites("621a.10(c)")
            return dealing.next_tile(state, dealing.turning(state), "all", because)
        case Phase.EXPOSING:
            return exposing.due(rules, state)
    name, cite, may = PROCEDURES[state.phase]
    delivery = dealing.delivered_by(state) if state.phase is Phase.DEALING else ()
    return Procedure(name, (*cites(*(_of_a_bank(state) or cite)), *delivery), may)


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 621a forbids beyond the core's own checks."""
    match fact:
        case Wager():
            return betting.refuse_wager(rules, state, fact)
        case NoMoreBets() | Result():
            return _refuse_announcing(rules, state, fact)
        case Remove():
            return betting.refuse_removal(state, fact)
        case Working():
            return Refusal("a wager here is always on: this round decides it", cites("621a.7(c)"))
        case Choose():
            return _refuse_choice(rules, state, fact)
        case CashOut(seat=seat, left_cents=left):
            return _refuse_leaving(state, seat, left) or bank.refuse_cash_out(rules, state, seat, left)
        case Stepped():
            return steps.refuse(rules, state, fact)
        case Irregularity():
            return refuse_report(rules, state, fact, IRREGULARITIES, cites("621a.12"))
    return None


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused, and count each seat's chips."""
    step = _advance(rules, state, fact)
    if isinstance(fact, BuyIn | CashOut):
        cents = fact.cents if isinstance(fact, BuyIn) else -fact.cents
        gains: Counter[str] = Counter({seat_account(fact.seat): cents})
    elif state.purses and (step.moves or step.settled):
        gains = _gains(step)
    else:
        return step
    had = state.purses or (0,) * rules.boxes
    purses = tuple(cents + gains[seat_account(seat)] for seat, cents in enumerate(had, 1))
    return replace(step, state=replace(step.state, purses=purses))


def _gains(step: Step[State]) -> Counter[str]:
    """The gain of each account in a step."""
    gains: Counter[str] = Counter()
    for move in (*step.moves, *(move for settled in step.settled for move in settled.moves)):
        gains[move.target] += move.cents
        gains[move.source] -= move.cents
    return gains


def _advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact; the chips before the seats are counted afterwards."""
    match fact:
        case Wager():
            return betting.placed(state, fact)
        case Remove():
            return betting.removed(state, fact)
        case NoMoreBets():
            return dealing.no_more_bets(rules, state)
        case Result():
            return _result(rules, state, fact)
        case Choose():
            return _chosen(rules, state, fact)
        case Done():
            return DONE[fact.procedure](rules, state, fact)
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
        case Stepped() if steps.unsuitable(rules, state, fact):
            return _unsuitable(state, fact)
        case Stepped() if steps.set_wrongly(rules, state, fact):
            reset = exposing.reset(rules, state, fact.data, fact.by)
            step = exposing.dealer_set(rules, state)
            return replace(step, said=(reset, *step.said))
        case BuyIn(seat=seat, cents=cents):
            return bank.bought_in(state, seat, cents)
        case CashOut(seat=seat, left_cents=left):
            return bank.cashed_out(rules, state, seat, left)
        case _:
            return Step(state)


def closed_by(rules: Rules, state: State) -> tuple[Citation, ...]:
    """621a.7(c): betting is closed after no more bets."""
    return cites("621a.7(c)") if state.phase in AFTER_NO_MORE_BETS else ()


def key(rules: Rules, state: State) -> Hashable:
    """Leave out the age of tiles and dice and the chips not wagered, which affect no wager."""
    return replace(state, tiles_since=Moment(0), dice_since=Moment(0), purses=())


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """The settings that procedure steps depend on now."""
    start = (
        "generator"
        if positions.by_generator(rules, state)
        else "bank"
        if banked(state) and not state.dealer_shakes
        else "shaker"
    )
    return {
        "start": start,
        "tiles": state.tiles,
        "bank": "player" if banked(state) else "house",
        "pays": "co-bank" if state.bank.co_bank else "player" if banked(state) else "house",
        "hand": "co-bank" if state.bank.co_bank else "dealer",
        "delivery": state.style,
    }


def _of_a_bank(state: State) -> tuple[str, ...]:
    """The paragraph of 621a.11 that governs what is due now, if any."""
    found = (BY_A_CO_BANK if state.bank.co_bank else BY_A_BANK if banked(state) else {}).get(state.phase)
    return () if found is None else (found,)


def _betting(rules: Rules, state: State) -> Wagers:
    """Betting; meanwhile the bank is offered, a bank cuts and sets its terms, and the dealer chooses a delivery."""
    asked = [Asked(seat_account(seat), bank.options(rules, state, seat)) for seat in range(1, rules.boxes + 1)]
    asked.append(Asked(Role.DEALER, dealing.dealer_styles(rules, state)))
    may = ("change-tiles", "replace-dice", *(() if state.placed or banked(state) else ("no-gaming",)))
    if not banked(state) and not positions.by_generator(rules, state):
        may = (*may, "shake")  # 621a.8(a)(2): only revealing the dice waits for no more bets
    open_now = tuple(each for each in asked if each.options)
    return Wagers(cites("621a.7(a)"), may=may, closes=dealing.closes(rules, state), asked=open_now)


def _refuse_announcing(rules: Rules, state: State, fact: NoMoreBets | Result) -> Refusal | None:
    """The dealer announces no more bets, uncovers the dice and totals them."""
    mine = fact.by in ("", "dealer")
    if isinstance(fact, NoMoreBets):
        if not mine:
            reason = f'"no more bets" is announced by the dealer, not by {role_name(fact.by)}'
            return Refusal(reason, dealing.closes(rules, state))
        if state.phase is not Phase.BETTING:
            return None
        refusal = dealing.refuse_no_more_bets(rules, state) or steps.too_old_tiles(rules, state, fact.at)
        return refusal or (steps.too_old_dice(rules, fact.at, state.dice_since) if state.shaken else None)
    if mine or state.phase is not Phase.UNCOVERING:
        return None
    reason = f"the dealer uncovers and announces the total, not {role_name(fact.by)}"
    return Refusal(reason, dealing.total_due(rules, state).cites)


def _refuse_leaving(state: State, seat: int, left_cents: int) -> Refusal | None:
    """621a.7(b): a player with tiles must stay until the round is over."""
    if left_cents or not any(hand.player == seat and hand.verdict != "abandoned" for hand in state.hands):
        return None
    return Refusal(f"seat {seat} has tiles and must stay until the round is over", cites("621a.7(b)"))


def _refuse_choice(rules: Rules, state: State, fact: Choose) -> Refusal | None:
    """Why a choice is unlawful, also for players who are not asked, so that they get the chapter's own reason."""
    seat = seat_number(fact.who)
    if fact.choice in bank.CHOICES and state.phase is Phase.BETTING:
        return bank.refuse(rules, state, seat, fact)
    if fact.choice in (setting_hands.SET, setting_hands.HOUSE_WAY) and not seat:
        return Refusal(f"players set their own hands; {role_name(fact.who)} cannot", cites("621a.10(b)"))
    if fact.choice in (setting_hands.SET, setting_hands.HOUSE_WAY):
        return setting_hands.refuse_set(state, seat, fact)
    if fact.choice == exposing.SURRENDER:
        return exposing.refuse_surrender(rules, state, seat)
    return None


def _chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    seat = seat_number(fact.who)
    match fact.choice:
        case setting_hands.SET | setting_hands.HOUSE_WAY:
            return setting_hands.set_hand(rules, state, seat, fact)
        case setting_hands.ASK:
            return setting_hands.tell_house_way(rules, state, seat)
        case setting_hands.PLAY_OUT | setting_hands.VOID:
            return setting_hands.answered(rules, state, seat, fact.choice)
        case exposing.EXPOSE:
            return exposing.exposed(rules, state)
        case exposing.SURRENDER:
            return exposing.surrendered(state, seat)
        case choice if choice in bank.CHOICES:
            return bank.chosen(rules, state, seat, fact)
    return dealing.chosen_style(state, fact.choice, fact.who)


def _result(rules: Rules, state: State, fact: Result) -> Step[State]:
    value = fact.value
    if isinstance(value, int):
        return dealing.announced(rules, state, value, fact.drawn)
    assert isinstance(value, str), value
    tile = Tile(value)
    if setting_hands.turning_up(state) is not None:
        return setting_hands.turned_up(state, tile)
    return setting_hands.looked_at(state, tile) if state.phase is Phase.PLAYING else exposing.turned(state, tile)


def _opened(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.2, 621a.5: the table and dice have passed inspection, and a set of tiles is at the table."""
    return Step(replace(state, phase=Phase.INSPECTING, dice_since=steps.dice_since(fact)))


def _inspected(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.6(b): the tiles are laid out in pairs for the first player."""
    said = Said(
        "The tiles are laid out in pairs for the first player to inspect.", cites("621a.6(b)"), "tiles-laid-open"
    )
    ended = (bank.lapsed(state.bank.seat, "a new game starts", "621a.11(b)"),) if banked(state) else ()
    fresh = replace(state, tiles_since=fact.at, order=(), bank=bank.as_before(state.bank))
    return Step(replace(fresh, phase=Phase.LYING_OPEN, tiles="face-up", first_round=True), said=(said, *ended))


def _unsuitable(state: State, fact: Stepped) -> Step[State]:
    """621a.6(a)(3)(i): a set that fails its inspection is replaced, and the other set is inspected from the start."""
    text = "The inspection finds the set unsuitable: another set is brought, and this one is sealed."
    said = Said(text, cites(fact.cite, "621a.6(a)(3)(i)"), "tiles-unsuitable", data={"noted": dict(fact.data)})
    return Step(replace(state, phase=Phase.REPLACING), said=(said,))


def _stacked(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.6(d): eight stacks of four, with every face unknown."""
    said = Said("Eight stacks of four: place your wagers.", cites("621a.6(d)"), "stacked")
    return Step(replace(state, phase=Phase.BETTING, tiles="down", order=()), said=(said,), fills=dealing.SET)


def _laid_open(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.6(g): a player who joins inspects the tiles first, and a new game starts."""
    fresh = replace(state.bank, first=1, passed=(), last=0)
    return Step(replace(state, phase=Phase.LYING_OPEN, tiles="face-up", first_round=True, bank=fresh))


def _new_dice(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.5(c): fresh dice."""
    return Step(replace(state, dice_since=steps.dice_since(fact), shaken=False))


def _shaken(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.8(a)(2): the dice are mixed; before no more bets they stay covered."""
    early = state.phase is Phase.BETTING
    return Step(replace(state, shaken=True) if early else replace(state, phase=Phase.UNCOVERING, dealer_shakes=False))


def _paid(rules: Rules, state: State, fact: Done) -> Step[State]:
    return bank_settlement.paid_by_bank(rules, state) if banked(state) else exposing.paid_by_house(rules, state)


DONE: Mapping[str, Callable[[Rules, State, Done], Step[State]]] = {
    "opening": _opened,
    "inspect-tiles": _inspected,
    "replace-unsuitable-tiles": lambda rules, state, fact: Step(replace(state, phase=Phase.INSPECTING)),
    "change-tiles": lambda rules, state, fact: Step(replace(state, phase=Phase.INSPECTING)),
    "replace-dice": _new_dice,
    "turn-down": lambda rules, state, fact: Step(replace(state, phase=Phase.MIXING, tiles="down")),
    "mix": _stacked,
    "mix-again": _stacked,
    "no-gaming": _laid_open,
    "shake": _shaken,
    "deal": lambda rules, state, fact: Step(dealing.hands_dealt(state)),
    "set-dealer": lambda rules, state, fact: exposing.dealer_set(rules, state),
    "show-bank": lambda rules, state, fact: bank_settlement.bank_shown(rules, state),
    "pay": _paid,
    "count-centre": lambda rules, state, fact: bank_settlement.surplus_shared(rules, state),
    "collect-tiles": lambda rules, state, fact: round_over(rules, state),
}
