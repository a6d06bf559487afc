"""651a.8 and 651a.9: the round of play.

cards ready ── wagers ── no more bets ── deal ── settled, ties choose ── War Wagers ── three burned, War deal ── wagers …
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any

from houseway.cardroom import card_table, procedures
from houseway.cardroom.cut import is_cut
from houseway.cardroom.submission import check_backs, check_cards
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
    Option,
    Outcome,
    Placed,
    Refusal,
    Repaired,
    Result,
    Said,
    Step,
    Wager,
    Wagers,
    seat_account,
)
from houseway.core.agent import Agent
from houseway.core.frozen import replace
from houseway.core.kernel import Kernel, Sitting
from houseway.core.wagering import find, place
from houseway.equipment.cards import FACE_DOWN, HEIGHT, is_card, read_cards, typed_cards
from houseway.equipment.shoe import burned_card, next_card
from houseway.games.casino_war import agent, dealing, walk
from houseway.games.casino_war.edition_schema import SHAPE
from houseway.games.casino_war.ending import still_face_up
from houseway.games.casino_war.events import EVENT_KINDS
from houseway.games.casino_war.hint import best_play
from houseway.games.casino_war.irregularities import IRREGULARITIES
from houseway.games.casino_war.layout import draw_layout
from houseway.games.casino_war.refusals import refuse_act
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, State
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue
from houseway.law import Chapter, Edition, Finding, ProcedureStep, Rules, cites
from houseway.law.fields import Field, refuse_others
from houseway.law.submission import OptionCheck

TIE_CENTS = Field("tie_on_war_cents", "cents")


class CasinoWar(Game[State]):
    """The game of Chapter 651a."""

    id = "casino-war"
    title = "Casino War"
    chapter = Chapter(Path(__file__).parent, SHAPE)
    state_type = State
    chance_word = "deal"
    plays_boxes = True
    typed_example = "7H KD"
    choices = dict.fromkeys((GO_TO_WAR, SURRENDER), "when your card and the dealer's are of the same rank")
    event_kinds = EVENT_KINDS
    checks: Mapping[str, OptionCheck] = {"backs": check_backs}  # type: ignore[misc]

    def check_together(self, chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
        """651a.3: decks, batches and colours."""
        return check_cards(chosen, edition)

    # The round

    def open(self, rules: Rules) -> State:
        """A table at which cards have been received."""
        return State(card_table.new_cards(rules))

    def due(self, rules: Rules, state: State) -> Due:
        """What the cards need comes first, then the law's order of the round."""
        before = card_table.due_of_cards(rules, state.cards)
        if before is not None:
            return before
        match state.phase:
            case "betting":
                may = card_table.may_of_cards(state.cards, not state.placed)
                return Wagers(cites("651a.7(a)"), may=may, closes=cites("651a.8(c)"))
            case "choices":
                asked = tuple(_asked(state, hand.seat) for hand in dealing.tied(state) if not hand.choice)
                return Choices(asked, cites("651a.9(c)"))
            case "confirm":
                return Wagers(cites("651a.9(e)"), closes=cites("651a.9(f)"), within=True)
        shoe = state.cards.shoe
        if state.face_up:
            return next_card(shoe, "card that lies face up", cites("651a.11(a)"))
        if state.war_burns:
            return burned_card(shoe, cites("651a.9(f)"))
        if state.cards.burns:
            return burned_card(shoe, cites("651a.8(b)"))
        return dealing.awaited_card(state)

    def refuse(self, rules: Rules, state: State, fact: Fact) -> Refusal | None:
        """What 651a forbids beyond the generic order of things."""
        return refuse_act(rules, state, fact)

    def advance(self, rules: Rules, state: State, fact: Fact) -> Step[State]:
        """What comes of it."""
        match fact:
            case Wager():
                placed, moves = place(state.placed, fact)
                return Step(replace(state, placed=placed), moves=moves)
            case NoMoreBets():
                return dealing.begin(rules, state)
            case Result(value=card):
                assert isinstance(card, str)
                return dealing.card(rules, state, card)
            case Choose():
                return dealing.chosen(rules, state, fact)
            case Done():
                return _done(rules, state, fact)
            case Irregularity(cite=cite):
                return IRREGULARITIES[cite][1](rules, state, fact)
            case Repaired():
                said = Said("The shuffler works again.", (rules.cite("out_of_order"),), "device-repaired")
                return Step(replace(state, cards=card_table.repaired(rules, state.cards)), said=(said,))
            case BuyIn() | CashOut():
                playing = any(placed.purse == seat_account(fact.seat) for placed in state.placed)
                return Step(replace(state, cards=card_table.heard(state.cards, fact, playing)))
            case _:
                return Step(state)

    def layout(self, state: State) -> tuple[Placed, ...]:
        """The wagers on the layout."""
        return state.placed

    # Wagers and the layout

    def catalogue(self, rules: Rules) -> Mapping[str, Offer]:
        """Every wager of 651a.7 and 651a.9."""
        return catalogue(rules)

    def areas(self, rules: Rules) -> Layout:
        """651a.2(b)."""
        return draw_layout(rules)

    def made_by(self, wager: str) -> str | None:
        """651a.9(c)(2): a War Wager is made by going to War."""
        return GO_TO_WAR if wager == WAR else None

    def choice_cents(self, fact: Choose) -> int:
        """The War Wager, and a Tie Wager that goes with it."""
        return fact.cents + int(fact.data.get("tie_on_war_cents", 0))

    def purse(self, state: State, seat: int) -> int:
        """651a.7(e): who plays several boxes pays for all of them."""
        return next((placed.player or placed.seat for placed in state.placed if placed.seat == seat), seat)

    # Results

    def is_face(self, outcome: Outcome) -> bool:
        """Cards."""
        return is_card(outcome)

    def read_choice(self, rules: Rules, choice: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """`tie_on_war_cents`, where a Tie Wager goes with a War Wager (651a.9(e))."""
        refuse_others(data, (TIE_CENTS.name,), f"is nothing that {choice} takes; {TIE_CENTS.name} is")
        return {name: TIE_CENTS.read(cents, rules.boxes) for name, cents in data.items()}

    def read_result(self, rules: Rules, fields: Mapping[str, Any]) -> tuple[tuple[Outcome, ...], Mapping[str, Any]]:
        """`{"cards": ["7H", "KD"]}`, as they leave the shoe."""
        refuse_others(fields, ("cards",), 'is not a field of a deal; write "cards": ["7H", "KD"]')
        return read_cards(fields), {}

    def typed_result(self, line: str) -> Mapping[str, Any]:
        """`7H KD`."""
        return typed_cards(line)

    def show_result(self, rules: Rules, outcome: Outcome) -> Mapping[str, Any]:
        """One card."""
        return {"cards": [outcome]}

    # Walking

    def key(self, rules: Rules, state: State) -> Hashable:
        """Ranks decide, suits do not; the discard rack and the age of the cards decide nothing about a wager."""
        return walk.key(state)

    def lump(self, rules: Rules, state: State, outcome: Outcome) -> Hashable:
        """651a.6: suits have no effect."""
        return outcome if outcome == FACE_DOWN else HEIGHT[str(outcome)]

    def best_play(self, rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
        """651a.9(c): surrender or War."""
        return best_play(rules, state, asked)

    def round_key(self, rules: Rules, state: State) -> Hashable:
        """651a.9: cards that have been compared decide nothing more in a round, and of a War only who is higher."""
        return walk.round_key(state)

    def round_lump(self, rules: Rules, state: State, outcome: Outcome) -> Hashable:
        """651a.6: for the dealer's card, where it stands among the players'."""
        return walk.round_lump(state, outcome)

    def strategies(self, rules: Rules, wager: str) -> tuple[str, ...]:
        """Only the Initial Wager has a choice on its way."""
        return (GO_TO_WAR, SURRENDER, "optimal") if wager == INITIAL else ()

    def policy(self, rules: Rules, strategy: str) -> Callable[[AnyGame, Rules, Any, Asked], Choose] | None:
        """Always War, always surrender, or the better of the two."""

        def always(game: AnyGame, rules: Rules, state: Any, asked: Asked) -> Choose:
            option = next(each for each in asked.options if each.choice == strategy)
            return Choose(asked.who, strategy, option.high_cents)

        return None if strategy == "optimal" else always

    def prelude(self, rules: Rules, wager: str) -> tuple[Fact, ...]:
        """A Tie Wager needs an Initial Wager; one on the War deal needs a tie hand, of whichever rank."""
        if wager == INITIAL:
            return ()
        unit = catalogue(rules)[INITIAL].unit_cents
        initial = Wager(1, INITIAL, unit)
        if wager not in (WAR, TIE_ON_WAR):
            return (initial,)
        burn = () if rules.option("shuffler") == card_table.CONTINUOUS else (Result(FACE_DOWN),)
        tie = (initial, NoMoreBets(), *burn, Result("2C"), Result("2D"))
        return tie if wager == WAR else (*tie, Choose(seat_account(1), GO_TO_WAR, unit))

    def other_players(self, rules: Rules, wager: str, players: int) -> tuple[Fact, ...] | None:
        """The others take cards from the same shoe: each with an Initial Wager, and always to War."""
        if wager not in (INITIAL, TIE):
            return None
        unit = catalogue(rules)[INITIAL].unit_cents
        return tuple(Wager(seat, INITIAL, unit) for seat in range(2, players + 1))

    def kernel(self, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
        """Whole shoes: a table cannot be compiled where the cards that are gone matter."""
        from houseway.games.casino_war.kernel import WarKernel

        return WarKernel(self, rules, sitting)

    def agent(self) -> Agent:
        """651a.9(c): who has a tie chooses."""
        return agent.AGENT

    def series(self, rules: Rules) -> str | None:
        """A dealing shoe is dealt out; a continuous shuffler has no end."""
        return None if rules.option("shuffler") == card_table.CONTINUOUS else "shoe"

    # What who may see, and procedures

    def view(self, rules: Rules, state: State, who: str) -> Mapping[str, Any]:
        """All that has been dealt lies face up; what has not been shown is not in the state."""
        return {
            "phase": state.phase,
            "cards": card_table.shown(state.cards),
            "hands": [
                {"seat": h.seat, "cards": [c for c in (h.card, h.war_card) if c], "choice": h.choice}
                for h in state.hands
            ],
            "dealer": list(state.dealer),
            "wagers": [{"seat": p.seat, "id": p.id, "cents": p.cents} for p in state.placed],
        }

    def settings(self, rules: Rules, state: State) -> Mapping[str, str]:
        """Which edition, and how the cards are shuffled at this moment."""
        return {
            "edition": rules.edition.id,
            "shuffler": state.cards.method,
            "preshuffled": str(rules.option("preshuffled")).lower(),
            "loads_shoe": str(rules.option("loads_shoe")).lower(),
            "cut": "yes" if is_cut(rules, state.cards.method == card_table.MANUAL) else "no",
            "opened": "yes" if state.cards.opened_at else "no",
        }

    def usual(self, rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
        """A step that goes as it should."""
        return procedures.usual_step(rules, state.cards, step)


def _asked(state: State, seat: int) -> Asked:
    initial = find(state.placed, seat, INITIAL)
    assert initial is not None
    war = Option(GO_TO_WAR, cites("651a.9(c)(2)"), initial.cents, initial.cents)
    return Asked(seat_account(seat), (war, Option(SURRENDER, cites("651a.9(c)(1)"))))


def _done(rules: Rules, state: State, fact: Done) -> Step[State]:
    """A procedure of the cards is complete."""
    cards, fills = procedures.done(rules, state.cards, fact)
    after = replace(state, cards=cards, face_up=still_face_up(state, cards, fills))
    ready = cards.phase == "play" and state.cards.phase != "play"
    told = (Said("The cards are ready: place your wagers.", (rules.cite("shuffle"),)),) if ready else ()
    return Step(after, said=told, fills=fills)
