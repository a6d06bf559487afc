"""621a.6 to 621a.11: the round of play.

opening ── mix ── wagers (a bank is offered, cuts) ── no more bets ── (delivery) ── shake ── total ── deal ── look and set ──
turn over ── set ── (the bank shows) ── surrender, expose ── pay ── (the centre is counted) ── collect ── mix …
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from houseway.core import (
    AnyGame,
    Asked,
    BuyIn,
    CashOut,
    Choose,
    Done,
    Due,
    Fact,
    Figure,
    Game,
    Irregularity,
    Layout,
    Moment,
    NoMoreBets,
    Offer,
    Outcome,
    Placed,
    Procedure,
    Refusal,
    Remove,
    Result,
    Said,
    Step,
    Stepped,
    Wager,
    Wagers,
    Working,
    seat_account,
)
from houseway.core.advice import Advice, Progress
from houseway.core.agent import Agent
from houseway.core.counted import WorkedOut
from houseway.core.frozen import replace
from houseway.core.kernel import Kernel, Sitting
from houseway.equipment.tiles import Tile
from houseway.games.pai_gow import agent
from houseway.games.pai_gow.house_way.house_ways import check_house_way
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
from houseway.games.pai_gow.law.edition_schema import SHAPE
from houseway.games.pai_gow.law.events import EVENT_KINDS
from houseway.games.pai_gow.law.irregularities import IRREGULARITIES
from houseway.games.pai_gow.law.state import State, banked, player_of, wager_on
from houseway.games.pai_gow.law.submission import check_deliveries
from houseway.games.pai_gow.law.view import hides, seen
from houseway.games.pai_gow.law.void_rounds import round_over
from houseway.games.pai_gow.mathematics import strategies
from houseway.games.pai_gow.present import prompts
from houseway.games.pai_gow.present.entries import read_choice, read_result, show_result, typed_choice, typed_result
from houseway.games.pai_gow.present.figures import delivery_figures
from houseway.games.pai_gow.present.hint import best_play
from houseway.games.pai_gow.present.layout import draw_layout
from houseway.law import Chapter, Citation, ProcedureStep, Rules, cites
from houseway.law.roles import spoken
from houseway.law.submission import OptionCheck


class PaiGow(Game[State]):
    """The game of Chapter 621a."""

    id = "pai-gow"
    title = "Pai Gow"
    chapter = Chapter(Path(__file__).parents[1], SHAPE)
    state_type = State
    chance_word = "deal"
    plays_boxes = True
    private_choices = (setting_hands.SET,)
    more_odds = "As a bank or co-bank (621a.11): houseway strategy pai-gow bank (or a submission's file)."
    typed_example = "9"
    choices = prompts.WHEN
    event_kinds = EVENT_KINDS
    reads_on = False  # the tiles are mixed anew after every round
    checks: ClassVar[Mapping[str, OptionCheck]] = {"house_way": check_house_way, "deliveries": check_deliveries}

    def open(self, rules: Rules) -> State:
        """A table whose inspection is still to be made."""
        return State("opening")

    def due(self, rules: Rules, state: State) -> Due:
        """The law's order of the round."""
        match state.phase:
            case "opening":
                return Procedure("opening", cites("621a.2"))
            case "inspecting":
                return Procedure("inspect-tiles", cites("621a.6(a)"), ("replace-unsuitable-tiles",))
            case "lying-open":
                because = cites("621a.6(c)" if state.tiles == "face-up" else "621a.6(f)")
                return Procedure("turn-down", because, ("change-tiles",))
            case "mixing":
                return Procedure("mix", cites("621a.6(d)"), ("change-tiles",))
            case "remixing":
                return Procedure("mix-again", cites("621a.6(e)"), ("change-tiles",))
            case "betting":
                return _betting(rules, state)
            case "styling":
                return dealing.bank_styles(rules, state)
            case "uncovering":
                return dealing.total_due(rules, state)
            case "playing":
                return setting_hands.due(state)
            case "turning":
                because = cites("621a.11(e)") if state.bank.co_bank else cites("621a.10(c)")
                return dealing.next_tile(state, dealing.turning(state), "all", because)
            case "exposing":
                return exposing.due(state)
        name, cite, may = PROCEDURES[state.phase]
        delivery = dealing.delivered_by(state) if state.phase == "dealing" else ()
        return Procedure(name, (*cites(*(_of_a_bank(state) or cite)), *delivery), may)

    def refuse(self, rules: Rules, state: State, fact: Fact) -> Refusal | None:
        """What 621a forbids beyond the generic order of things."""
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
                return _refuse_report(rules, state, fact)
        return None

    def advance(self, rules: Rules, state: State, fact: Fact) -> Step[State]:
        """What comes of it."""
        match fact:
            case Wager():
                return betting.placed(state, fact)
            case Remove():
                return betting.removed(state, fact)
            case NoMoreBets():
                return dealing.no_more_bets(rules, state)
            case Result(value=value):
                return _result(rules, state, value)
            case Choose():
                return _chosen(rules, state, fact)
            case Done():
                return DONE[fact.procedure](rules, state, fact)
            case Irregularity(cite=cite):
                return IRREGULARITIES[cite][1](rules, state, fact)
            case BuyIn(seat=seat, cents=cents):
                return bank.bought_in(state, seat, cents)
            case CashOut(seat=seat, left_cents=left):
                return bank.cashed_out(rules, state, seat, left)
            case _:
                return Step(state)

    def layout(self, state: State) -> tuple[Placed, ...]:
        """The wagers on the layout, the dealer's own against a bank among them."""
        return state.placed

    def closed_by(self, rules: Rules, state: State) -> tuple[Citation, ...]:
        """621a.7(c): once no more bets has been announced."""
        return cites("621a.7(c)") if state.phase in AFTER_NO_MORE_BETS else ()

    def catalogue(self, rules: Rules) -> Mapping[str, Offer]:
        """The one wager of 621a.7."""
        return betting.catalogue(rules)

    def purse(self, state: State, seat: int) -> int:
        """Whose chips lie on a box."""
        there = wager_on(state, seat)
        return seat if there is None else player_of(there)

    def areas(self, rules: Rules) -> Layout:
        """621a.2(b): the layout."""
        return draw_layout(rules)

    def figures(self, rules: Rules) -> Mapping[Citation, Figure]:
        """621a.8(d), 621a.9: each delivery, drawn."""
        return delivery_figures()

    # Results and choices, as they come in and as they are shown

    def read_result(self, rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
        """`{"total": 9}`, `{"tiles": [...]}`: all 32 as the stacks were formed, or some as they are looked at; or both."""
        return read_result(rules, fields)

    def typed_result(self, line: str) -> Mapping[str, Any]:
        """`9`, or tiles: `6-6 1-1`."""
        return typed_result(line)

    def show_result(self, rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
        """A total, or a tile."""
        return show_result(outcome)

    def read_choice(self, rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The tiles of both hands, or the stacks of a cut."""
        return read_choice(choice, data)

    def typed_choice(self, choice: str, words: Sequence[str]) -> Mapping[str, Any]:
        """`set 6-6 6-6 1-1 4-6`, `cut right 3 4 left 5`."""
        return typed_choice(choice, words)

    def shows(self, rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
        """The own tiles and the ways to set them; what a bank may say."""
        return prompts.shows(rules, state, asked)

    def hints(self, rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
        """How the house would set the tiles."""
        return prompts.hints(rules, state, asked)

    def best_play(self, rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
        """621a.10: the best setting against the house way."""
        return best_play(rules, state, asked)

    # What walking needs

    def key(self, rules: Rules, state: State) -> Hashable:
        """The age of tiles and dice decides nothing about the wagers on the layout."""
        return replace(state, tiles_since=Moment(0), dice_since=Moment(0))

    def strategies(self, rules: Rules, wager: str) -> tuple[str, ...]:
        """As the house sets its own hands, as answers that best, and as the bank."""
        return strategies.named(rules)

    def policy(self, rules: Rules, strategy: str) -> Callable[[AnyGame, Rules, Any, Asked], Choose]:
        """How each of these answers what is asked."""
        return strategies.policy(rules, strategy)

    def kernel(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
        """All tiles dealt, and six hands compared with one."""
        from houseway.games.pai_gow.kernel.table import PaiGowKernel  # brings Numba, which a table does not need

        return PaiGowKernel(self, rules, sitting)

    def worths(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Mapping[tuple[int, str], Fraction]:
        """Counted for the stakes at this table, on which a rounded vigorish depends."""
        from houseway.games.pai_gow.mathematics.counted_odds import worths

        return worths(rules, sitting)

    def agent(self) -> Agent:
        """621a.10(a): who sets the hands of box 1."""
        return agent.AGENT

    def advice(self, rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice | None:
        """621a.10(d): what the house way is worth, the best reply to it, and the strongest there can be."""
        from houseway.games.pai_gow.present.advice import advise

        return advise(rules, about, progress)

    def worked_out(self, rules: Rules, wager: str) -> tuple[WorkedOut, ...]:
        """Counted over all pairs of hands: a walk would deal every one of them."""
        from houseway.games.pai_gow.mathematics.counted_odds import (
            worked_out,  # brings NumPy, which a table does not need
        )

        return worked_out(rules)

    # What who may see, and procedures

    def view(self, rules: Rules, state: State, who: str) -> Mapping[str, Any]:
        """A hand shows its tiles to its own player; to others when it has been exposed."""
        return seen(state, who)

    def is_face(self, outcome: Outcome) -> bool:
        """Tiles."""
        return isinstance(outcome, str)

    def private_state(self, state: State) -> Collection[str]:
        """The hands, while tiles have been looked at that do not lie open."""
        return ("hands",) if hides(state, "all") else ()

    def hidden_from(self, rules: Rules, state: State, who: str) -> bool:
        """Tiles that others have looked at."""
        return hides(state, who)

    def settings(self, rules: Rules, state: State) -> Mapping[str, str]:
        """What steps of procedures depend on now."""
        start = "generator" if positions.by_generator(rules, state) else "bank" if banked(state) else "shaker"
        return {
            "start": start,
            "tiles": state.tiles,
            "bank": "player" if banked(state) else "house",
            "pays": "co-bank" if state.bank.co_bank else "player" if banked(state) else "house",
            "hand": "co-bank" if state.bank.co_bank else "dealer",
            "delivery": state.style,
        }

    def usual(self, rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
        """A step that goes as it should."""
        return steps.usual(rules, state, step)


AFTER_NO_MORE_BETS = ("styling", "shaking", "uncovering", "dealing", "playing", "turning", "setting", "showing", "exposing",
                      "paying", "counting", "collecting")  # fmt: skip

# Due, where a procedure is: by phase its name, its paragraph, and what may be done in between
PROCEDURES: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "shaking": ("shake", ("621a.8(a)",), ("replace-dice",)),
    "dealing": ("deal", (), ()),
    "setting": ("set-dealer", ("621a.10(c)",), ()),
    "showing": ("show-bank", ("621a.11(n)",), ()),
    "paying": ("pay", ("621a.10(j)",), ()),
    "counting": ("count-centre", ("621a.11(o)",), ()),
    "collecting": ("collect-tiles", ("621a.10(l)",), ()),
}


# The same while a player is the bank, and while the house is its co-bank
BY_A_BANK: Mapping[str, str] = {
    "shaking": "621a.11(i)",
    "dealing": "621a.11(k)",
    "setting": "621a.11(n)",
    "paying": "621a.11(o)",
}
BY_A_CO_BANK: Mapping[str, str] = {
    **BY_A_BANK,
    "setting": "621a.11(e)",
    "paying": "621a.11(r)",
    "counting": "621a.11(r)",
}


def _of_a_bank(state: State) -> tuple[str, ...]:
    """The paragraph of 621a.11 that governs what is due now, where one does."""
    found = (BY_A_CO_BANK if state.bank.co_bank else BY_A_BANK if banked(state) else {}).get(state.phase)
    return () if found is None else (found,)


def _betting(rules: Rules, state: State) -> Wagers:
    """Wagers are made; meanwhile the bank is offered, a bank cuts and says its terms, and the dealer chooses a delivery."""
    asked = [Asked(seat_account(seat), bank.options(rules, state, seat)) for seat in range(1, rules.boxes + 1)]
    asked.append(Asked("dealer", dealing.dealer_styles(rules, state)))
    may = ("change-tiles", "replace-dice", *(() if state.placed or banked(state) else ("no-gaming",)))
    open_now = tuple(each for each in asked if each.options)
    return Wagers(cites("621a.7(a)"), may=may, closes=dealing.closes(rules, state), asked=open_now)


def _refuse_announcing(rules: Rules, state: State, fact: NoMoreBets | Result) -> Refusal | None:
    """The dealer announces no more bets, uncovers the dice and totals them."""
    mine = fact.by in ("", "dealer")
    if isinstance(fact, NoMoreBets):
        if not mine:
            reason = f'"no more bets" is announced by the dealer, not by {spoken(fact.by)}'
            return Refusal(reason, dealing.closes(rules, state))
        if state.phase != "betting":
            return None
        return dealing.refuse_no_more_bets(rules, state) or steps.too_old_tiles(rules, state, fact.at)
    if mine or state.phase != "uncovering":
        return None
    reason = f"the dealer uncovers and announces the total, not {spoken(fact.by)}"
    return Refusal(reason, dealing.total_due(rules, state).cites)


def _refuse_report(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    judge = IRREGULARITIES.get(fact.cite)
    if judge is None:
        reason = f"{fact.cite} is not an irregularity of this chapter; there are {', '.join(IRREGULARITIES)}"
        return Refusal(reason, cites("621a.12"))
    return judge[0](rules, state, fact)


def _refuse_leaving(state: State, seat: int, left_cents: int) -> Refusal | None:
    """621a.7(b): who has tiles stays until the round is over."""
    if left_cents or not any(hand.player == seat and hand.verdict != "abandoned" for hand in state.hands):
        return None
    return Refusal(f"seat {seat} has tiles and stays until the round is over", cites("621a.7(b)"))


def _seat(who: str) -> int:
    """The seat or box of one who chooses; 0 for a role."""
    return int(who.removeprefix("seat:")) if who.startswith("seat:") else 0


def _refuse_choice(rules: Rules, state: State, fact: Choose) -> Refusal | None:
    """Also for who is not asked, so that the chapter's own reason is heard."""
    seat = _seat(fact.who)
    if fact.choice in bank.CHOICES and state.phase == "betting":
        return bank.refuse(rules, state, seat, fact)
    if fact.choice in (setting_hands.SET, setting_hands.HOUSE_WAY) and not seat:
        return Refusal(f"each player sets the own hands, not {spoken(fact.who)}", cites("621a.10(b)"))
    if fact.choice in (setting_hands.SET, setting_hands.HOUSE_WAY):
        return setting_hands.refuse_set(state, seat, fact)
    if fact.choice == exposing.SURRENDER:
        return exposing.refuse_surrender(state, seat)
    return None


def _chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    seat = _seat(fact.who)
    match fact.choice:
        case setting_hands.SET | setting_hands.HOUSE_WAY:
            return setting_hands.set_hand(rules, state, seat, fact)
        case setting_hands.ASK:
            return setting_hands.told(rules, state, seat)
        case setting_hands.PLAY_OUT | setting_hands.VOID:
            return setting_hands.answered(state, seat, fact.choice)
        case exposing.EXPOSE:
            return exposing.exposed(state)
        case exposing.SURRENDER:
            return exposing.surrendered(state, seat)
        case choice if choice in bank.CHOICES:
            return bank.chosen(rules, state, seat, fact)
    return dealing.chosen_style(state, fact.choice)


def _result(rules: Rules, state: State, value: Outcome) -> Step[State]:
    if isinstance(value, int):
        return dealing.announced(rules, state, value)
    assert isinstance(value, str), value
    tile = Tile(value)
    return setting_hands.looked_at(state, tile) if state.phase == "playing" else exposing.turned(state, tile)


# What follows on a procedure


def _opened(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.2, 621a.5: the table and the dice are as they must be; a set of tiles comes to the table."""
    return Step(replace(state, phase="inspecting", dice_since=steps.dice_since(fact)))


def _inspected(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.6(b): the tiles lie in pairs for the first player."""
    said = Said("The tiles lie in pairs for the first player to look at.", cites("621a.6(b)"), "tiles-laid-open")
    ended = (bank.lapsed(state.bank.seat, "a new game starts", "621a.11(b)"),) if banked(state) else ()
    fresh = replace(state, tiles_since=fact.at, order=(), bank=bank.as_before(state.bank))
    return Step(replace(fresh, phase="lying-open", tiles="face-up", first_round=True), said=(said, *ended))


def _stacked(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.6(d): eight stacks of four, of which nobody knows a face."""
    said = Said("Eight stacks of four: place your wagers.", cites("621a.6(d)"), "stacked")
    return Step(replace(state, phase="betting", tiles="down", order=()), said=(said,), fills=dealing.SET)


def _laid_open(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.6(g): a player who comes looks at the tiles first, and a new game starts."""
    fresh = replace(state.bank, first=1, passed=(), last=0)
    return Step(replace(state, phase="lying-open", tiles="face-up", first_round=True, bank=fresh))


def _new_dice(rules: Rules, state: State, fact: Done) -> Step[State]:
    """621a.5(c): fresh dice."""
    return Step(replace(state, dice_since=steps.dice_since(fact)))


def _paid(rules: Rules, state: State, fact: Done) -> Step[State]:
    return bank_settlement.paid_by_bank(rules, state) if banked(state) else exposing.paid_by_house(rules, state)


DONE: Mapping[str, Callable[[Rules, State, Done], Step[State]]] = {
    "opening": _opened,
    "inspect-tiles": _inspected,
    "replace-unsuitable-tiles": lambda rules, state, fact: Step(state),
    "change-tiles": lambda rules, state, fact: Step(replace(state, phase="inspecting")),
    "replace-dice": _new_dice,
    "turn-down": lambda rules, state, fact: Step(replace(state, phase="mixing", tiles="down")),
    "mix": _stacked,
    "mix-again": _stacked,
    "no-gaming": _laid_open,
    "shake": lambda rules, state, fact: Step(replace(state, phase="uncovering")),
    "deal": lambda rules, state, fact: Step(dealing.hands_dealt(state)),
    "set-dealer": lambda rules, state, fact: exposing.dealer_set(rules, state),
    "show-bank": lambda rules, state, fact: bank_settlement.bank_shown(state),
    "pay": _paid,
    "count-centre": lambda rules, state, fact: bank_settlement.surplus_shared(rules, state),
    "collect-tiles": lambda rules, state, fact: round_over(rules, state),
}
