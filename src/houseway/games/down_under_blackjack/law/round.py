"""685a.6 to 685a.12: the round of play.

cards ready ── wagers ── deal ── Match-the-Dealer ── insurance ── reader ── players ── hole card, dealer ── settled ── wagers …
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cardroom import card_table, procedures
from houseway.cardroom.cut import BEGINNING, is_cut
from houseway.cardroom.mid_round_shuffle import LOAD, RECUT, REPLENISH, replenished
from houseway.cardroom.submission import check_backs
from houseway.core import (
    AnyGame,
    Asked,
    BuyIn,
    CashOut,
    Choices,
    Choose,
    Done,
    Due,
    Fact,
    Game,
    Irregularity,
    Layout,
    NoMoreBets,
    Offer,
    Outcome,
    Placed,
    Refusal,
    Repaired,
    Result,
    Said,
    Step,
    Stopped,
    Wager,
    Wagers,
)
from houseway.core.advice import Advice, Progress
from houseway.core.agent import Agent
from houseway.core.choice_data import nothing_more
from houseway.core.counted import WorkedOut
from houseway.core.frozen import replace
from houseway.core.kernel import Kernel, Sitting, alike
from houseway.core.wagering import place
from houseway.equipment.card_reader import BY_LIGHT, LIGHTS, RANGES, READER, read_light
from houseway.equipment.cards import is_card, read_cards, typed_cards
from houseway.games.down_under_blackjack import agent
from houseway.games.down_under_blackjack.law import dealing, hole_card, irregularities, player_turns, steps
from houseway.games.down_under_blackjack.law.edition_schema import SHAPE, check_together, defaults
from houseway.games.down_under_blackjack.law.events import EVENT_KINDS
from houseway.games.down_under_blackjack.law.irregularities import IRREGULARITIES
from houseway.games.down_under_blackjack.law.refusals import refuse_act
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, SPLIT, State, acting
from houseway.games.down_under_blackjack.law.wagers import catalogue, withheld
from houseway.games.down_under_blackjack.mathematics import walk
from houseway.games.down_under_blackjack.present.advice import (
    STRATEGIES,
    advise,
    along_the_way,
    claimed,
    followed,
    worked_out,
)
from houseway.games.down_under_blackjack.present.layout import draw_layout
from houseway.law import Chapter, Edition, Finding, ProcedureStep, Rules, cites
from houseway.law.fields import refuse_others
from houseway.law.submission import OptionCheck

CHOSEN = {INSURANCE: hole_card.INSURE, DOUBLE: DOUBLE, SPLIT: SPLIT}  # the choice by which a wager is made


class DownUnderBlackjack(Game[State]):
    """The game of Chapter 685a."""

    id = "down-under-blackjack"
    title = "Down Under Blackjack"
    chapter = Chapter(Path(__file__).parents[1], SHAPE)
    state_type = State
    chance_word = "deal"
    plays_boxes = True
    typed_example = "7H KD, or blue"
    choices: Mapping[str, str] = {**player_turns.WHEN, **hole_card.WHEN, **irregularities.WHEN}  # type: ignore[misc]
    event_kinds = EVENT_KINDS
    read_choice = nothing_more
    takes_long = (BET,)
    worths_rounded = True
    checks: Mapping[str, OptionCheck] = {"backs": check_backs}  # type: ignore[misc]

    def check_together(self, chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
        """685a.3 and 685a.6(e): decks, batches, colours, and the decks of Match-the-Dealer."""
        return check_together(chosen, edition)

    def defaults(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """685a.6(e): no Match-the-Dealer with four or five decks."""
        return defaults(given)

    # The round

    def open(self, rules: Rules) -> State:
        """A table at which cards have been received."""
        return State(card_table.new_cards(rules))

    def due(self, rules: Rules, state: State) -> Due:
        """A broken reader stops everything; then what the cards need; then who must answer; then the law's order."""
        if not state.reader.works:
            return Stopped(READER, cites("685a.12(i)"))
        before = card_table.due_of_cards(rules, state.cards) or irregularities.asked(state)
        if before is not None:
            return before
        awaited = dealing.awaited(state)
        if awaited:
            return dealing.due(rules, state, awaited)
        if state.phase == "betting":
            return Wagers(cites("685a.6(a)"), may=_may(state), closes=cites("685a.6(c)"))
        if state.phase == "insurance":
            return hole_card.insurance_asked(rules, state)
        hand = acting(state)
        assert hand is not None and state.phase == "players", state
        return Choices((player_turns.options(rules, state, hand),), cites("685a.7(i)(2)"))

    def refuse(self, rules: Rules, state: State, fact: Fact) -> Refusal | None:
        """What 685a forbids beyond the generic order of things."""
        return refuse_act(rules, state, fact)

    def advance(self, rules: Rules, state: State, fact: Fact) -> Step[State]:
        """What comes of it."""
        match fact:
            case Wager():
                placed, moves = place(state.placed, fact)
                return Step(replace(state, placed=placed), moves=moves)
            case NoMoreBets():
                return dealing.begin(rules, state)
            case Result(value=outcome):
                return dealing.card(rules, state, str(outcome))
            case Choose():
                return _chosen(rules, state, fact)
            case Done():
                return _done(rules, state, fact)
            case Irregularity(cite=cite):
                return IRREGULARITIES[cite][1](rules, state, fact)
            case Repaired():
                return _repaired(rules, state, fact)
            case BuyIn() | CashOut():
                playing_now = any((placed.player or placed.seat) == fact.seat for placed in state.placed)
                return Step(replace(state, cards=card_table.heard(state.cards, fact, playing_now)))
            case _:
                return Step(state)

    def layout(self, state: State) -> tuple[Placed, ...]:
        """The wagers on the layout."""
        return state.placed

    # Wagers and the layout

    def catalogue(self, rules: Rules) -> Mapping[str, Offer]:
        """Every wager that this table takes."""
        return catalogue(rules)

    def withheld(self, rules: Rules) -> Mapping[str, Refusal]:
        """685a.6(e)."""
        return withheld(rules)

    def areas(self, rules: Rules) -> Layout:
        """685a.2(b)."""
        return draw_layout(rules)

    def made_by(self, wager: str) -> str | None:
        """685a.6(c): insurance, doubling and splitting come after the deal, by choosing."""
        return CHOSEN.get(wager)

    def purse(self, state: State, seat: int) -> int:
        """685a.6(f): who plays several boxes pays for all of them."""
        return next((placed.player or placed.seat for placed in state.placed if placed.seat == seat), seat)

    # Results

    def is_face(self, outcome: Outcome) -> bool:
        """Cards."""
        return is_card(outcome)

    def read_result(self, rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
        """`{"cards": ["7H", "KD"]}`, as they leave the shoe; or `{"light": "blue"}` of the reader."""
        if set(fields) == {"light"}:
            return (read_light(fields["light"]),), {}
        right = '"cards": ["7H", "KD"], or "light": "blue" where the card reader is read'
        refuse_others(fields, ("cards",), f"is not a field of a deal; write {right}")
        return read_cards(fields), {}

    def typed_result(self, line: str) -> Mapping[str, Any]:
        """`7H KD`, or what the reader lights: `blue`."""
        word = line.strip().lower()
        return {"light": word} if word in BY_LIGHT else typed_cards(line)

    def show_result(self, rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
        """One card, or a light."""
        return {"light": LIGHTS[str(outcome)]} if outcome in RANGES else {"cards": [outcome]}

    def best_play(self, rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
        """685a.7(i)(2), 685a.8(a): with every card that has been seen."""
        from houseway.games.down_under_blackjack.present.hint import best_play  # brings NumPy

        return best_play(rules, state, asked)

    # Walking

    def key(self, rules: Rules, state: State) -> Hashable:
        """What cards count decides, and for Match-the-Dealer their ranks and suits until it is settled."""
        return walk.key(rules, state)

    def lump(self, rules: Rules, state: State, outcome: Outcome) -> Hashable:
        """Cards that count the same, told apart only as Match-the-Dealer still needs it."""
        return walk.lump(state, outcome)

    def advice(self, rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice | None:
        """The best chart, one situation, or the hold that the Board claims."""
        return advise(rules, about, progress)

    def priced(self, rules: Rules) -> Collection[str]:
        """What is added to a Bet by doubling and splitting is part of how the Bet ends."""
        return [wager for wager in catalogue(rules) if wager not in (DOUBLE, SPLIT)]

    def worked_out(self, rules: Rules, wager: str) -> tuple[WorkedOut, ...]:
        """The Bet has too many hands for a walk."""
        return worked_out(rules, wager)

    def claimed(self, rules: Rules, progress: Progress) -> Advice:
        """The preamble's hold on required wagers."""
        return claimed(rules, progress)

    def strategies(self, rules: Rules, wager: str) -> tuple[str, ...]:
        """Only the Bet has choices on its way."""
        return STRATEGIES if wager == BET else ()

    def worths(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Mapping[tuple[int, str], Fraction]:
        """What a Bet brings with all that is added to it, and what is added by itself."""
        return {
            (seat, wager): worth
            for seat, *_ in alike(sitting)
            for wager, worth in along_the_way(rules, str(sitting[seat].strategy)).items()
        }

    def agent(self) -> Agent:
        """685a.7(i)(2): who plays box 1."""
        return agent.AGENT

    def kernel(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
        """Whole shoes: a table cannot be compiled where the cards that are gone matter."""
        from houseway.games.down_under_blackjack.kernel.rounds import BlackjackKernel

        return BlackjackKernel(self, rules, sitting)

    def series(self, rules: Rules) -> str | None:
        """A dealing shoe is dealt out; a continuous shuffler has no end."""
        return None if rules.option("shuffler") == card_table.CONTINUOUS else "shoe"

    def policy(self, rules: Rules, strategy: str) -> Callable[[AnyGame, Rules, Any, Asked], Choose] | None:
        """Playing by the best chart, or by every card of the hand."""
        assert strategy in STRATEGIES, f"{self.id} has no strategy {strategy}"
        return followed(rules, strategy)

    def preludes(self, rules: Rules, wager: str) -> Mapping[str, tuple[Fact, ...]]:
        """Match-the-Dealer goes with a Bet; insurance is worth what the cards that are seen leave of the tens."""
        return walk.preludes(rules, wager)

    def prelude(self, rules: Rules, wager: str) -> tuple[Fact, ...]:
        """The first of them."""
        return next(iter(walk.preludes(rules, wager).values()))

    def supporting_wagers(self, rules: Rules, state: State) -> tuple[Fact, ...]:
        """685a.6(d): without a Bet Wager there is no round."""
        return walk.supporting_wagers(rules, state)

    # What who may see, and procedures

    def view(self, rules: Rules, state: State, who: str) -> Mapping[str, Any]:
        """All that lies face up, and of the hole card what the reader told; what nobody has seen is not in the state."""
        return {
            "phase": state.phase,
            "cards": card_table.shown(state.cards),
            "hands": [walk.shown_hand(rules, hand) for hand in state.hands],
            "dealer": walk.shown_dealer(rules, state),
            "wagers": [
                {"seat": p.seat, "id": p.id, "cents": p.cents, "hand": "".join(map(str, p.data))} for p in state.placed
            ],
            "reader": "working" if state.reader.works else "failed",
            "barred": list(state.barred),
        }

    def shows(self, rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
        """The hand that is to be played, its count, and what is known of the dealer's."""
        return player_turns.shows(rules, state, asked)

    def settings(self, rules: Rules, state: State) -> Mapping[str, str]:
        """How the cards are shuffled at this moment, and what there is at the table."""
        return {
            "edition": rules.edition.id,
            "shuffler": state.cards.method,
            "opened": "yes" if state.cards.opened_at else "no",
            "preshuffled": str(rules.option("preshuffled")).lower(),
            "loads_shoe": str(rules.option("loads_shoe")).lower(),
            "match": "yes" if rules.option("match_the_dealer") else "no",
            "cut": "yes" if is_cut(rules, state.cards.method == card_table.MANUAL) else "no",
            "gathered": "new" if state.cards.why == BEGINNING else "shoe",
        }

    def usual(self, rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
        """A step that goes as it should."""
        return steps.usual(rules, state, step)


def _may(state: State) -> tuple[str, ...]:
    """What can be done while wagers are taken."""
    permit = ("permit",) if state.barred else ()
    return (*card_table.may_of_cards(state.cards, not state.placed), "inspect-reader", *permit)


def _chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """A seat or the dealer answers."""
    if irregularities.asked(state) is not None:
        return irregularities.answered(rules, state, fact)
    return (hole_card.answered if state.phase == "insurance" else player_turns.chosen)(rules, state, fact)


def _repaired(rules: Rules, state: State, fact: Repaired) -> Step[State]:
    if fact.device == READER:
        said = Said("The card reader was repaired or replaced.", cites("685a.12(i)"), "device-repaired")
        return Step(replace(state, reader=replace(state.reader, works=True)), said=(said,))
    said = Said("The shuffler works again.", (rules.cite("out_of_order"),), "device-repaired")
    return Step(replace(state, cards=card_table.repaired(rules, state.cards)), said=(said,))


def _done(rules: Rules, state: State, fact: Done) -> Step[State]:
    """A procedure is complete. After a shuffle nobody is barred any more; a hole card on the table stays where it is."""
    if fact.procedure in ("inspect-reader", "permit"):
        return _noted(state, fact)
    if fact.procedure == "resume":  # 685a.5(g): also a batch that the device had kept is shuffled and cut again
        return Step(replace(state, cards=replace(state.cards, phase="shuffle", why=BEGINNING, cover="")))
    change = replenished if fact.procedure in (REPLENISH, RECUT, LOAD) else procedures.done
    cards, fill = change(rules, state.cards, fact)
    after = replace(state, cards=cards)
    if fact.procedure == "opening" and not state.cards.opened_at:
        after = replace(after, reader=replace(state.reader, inspected_at=int(fact.at)))
    ready = state.phase == "betting" and cards.phase == "play" and state.cards.phase != "play"
    told = (Said("The cards are ready: place your wagers.", (rules.cite("shuffle"),)),) if ready else ()
    if fill is None or state.phase != "betting":
        hidden = (state.hole_slot,) if state.hole_slot and not state.hole else ()
        return Step(after, said=told, fills=None if fill is None else replace(fill, apart=hidden))
    return Step(replace(after, barred=(), stood=False, face_up=0), said=told, fills=fill)


def _noted(state: State, fact: Done) -> Step[State]:
    """685a.2(d), 685a.6(b)(1): the reader was looked over; somebody may wager again."""
    if fact.procedure == "inspect-reader":
        return Step(replace(state, reader=replace(state.reader, inspected_at=int(fact.at))))
    seat = next((step["noted"].get("seat") for step in fact.data.values()), None)
    return Step(replace(state, barred=tuple(each for each in state.barred if each != seat)))
