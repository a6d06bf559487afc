"""Down Under Blackjack as a record of its parts."""

from __future__ import annotations

from pathlib import Path

from houseway.cardroom.card_table import SHUFFLER
from houseway.cardroom.parts import CardLaw, CardPresentation, CardSimulator
from houseway.core import Adviser, AnyGame, Asked, Game, Walk
from houseway.core.kernel import Kernel, Sitting
from houseway.equipment.card_reader import READER
from houseway.games.down_under_blackjack.agent import AGENT
from houseway.games.down_under_blackjack.law import hole_card, irregularities, player_turns, steps
from houseway.games.down_under_blackjack.law import round as round_of_play
from houseway.games.down_under_blackjack.law.edition_schema import SHAPE, check_together, defaults
from houseway.games.down_under_blackjack.law.events import EVENT_KINDS
from houseway.games.down_under_blackjack.law.refusals import refuse_act
from houseway.games.down_under_blackjack.law.state import BET, State
from houseway.games.down_under_blackjack.law.wagers import catalogue, instrument, withheld
from houseway.games.down_under_blackjack.mathematics import walk
from houseway.games.down_under_blackjack.present import advice, entries
from houseway.games.down_under_blackjack.present.devices import device_vectors
from houseway.games.down_under_blackjack.present.felt import draw_felt
from houseway.games.down_under_blackjack.present.layout import draw_layout
from houseway.games.down_under_blackjack.present.signs import draw_signs, payout_names
from houseway.law import Chapter, Rules

# These modules import Numba or NumPy, which a table does not need, so they are loaded on first use.


def _kernel(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
    from houseway.games.down_under_blackjack.kernel.table import BlackjackKernel

    return BlackjackKernel(game, rules, sitting)


def _hint(rules: Rules, state: State, asked: Asked) -> tuple[str, ...]:
    from houseway.games.down_under_blackjack.present.hint import best_play

    return best_play(rules, state, asked)


GAME = Game(
    home=__package__,
    law=CardLaw(
        id="down-under-blackjack",
        title="Down Under Blackjack",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=refuse_act,
        advance=round_of_play.advance,
        key=walk.key,
        view=round_of_play.view,
        catalogue=catalogue,
        withheld=withheld,
        choices={**player_turns.WHEN, **hole_card.WHEN, **irregularities.WHEN},
        instrument=instrument,
        closed_by=round_of_play.closed_by,
        made_by=round_of_play.CHOSEN.get,
        settings=round_of_play.settings,
        normal_notes=steps.normal_notes,
        deadlines=steps.deadlines,
        event_kinds=EVENT_KINDS,
        devices=(SHUFFLER, READER),
        check_together=check_together,
        defaults=defaults,
    ),
    present=CardPresentation(
        typed_example="7H KD, or blue",
        layout=draw_layout,
        device_vectors=device_vectors,
        felt=draw_felt,
        signs=draw_signs,
        payout_names=payout_names,
        strategy_names=advice.STRATEGY_NAMES,
        read_result=entries.read_result,
        show_result=entries.show_result,
        typed_result=entries.typed_result,
        prompt_lines=player_turns.prompt_lines,
    ),
    walk=Walk(
        lump=walk.lump,
        priced=walk.priced,
        strategies=advice.strategies,
        policy=advice.policy,
        counted=advice.counted,
        takes_long=(BET,),
        expected_result=advice.expected_result,
        setups=walk.setups,
        supporting_wagers=walk.supporting_wagers,
    ),
    simulate=CardSimulator(kernel=_kernel, exact_worths=advice.exact_worths, worths_rounded=True),
    advise=Adviser(advice=advice.advise, claimed=advice.claimed_hold, claims=advice.CLAIMS, hint=_hint),
    learn=AGENT,
)
