"""Casino War as a record of its parts."""

from __future__ import annotations

from pathlib import Path

from houseway.cardroom.card_table import SHUFFLER
from houseway.cardroom.card_walk import rank_lump
from houseway.cardroom.parts import CardLaw, CardPresentation, CardSimulator
from houseway.core import Adviser, AnyGame, Game, Walk
from houseway.core.kernel import Kernel, Sitting
from houseway.games.casino_war import entries, steps, walk
from houseway.games.casino_war import round as round_of_play
from houseway.games.casino_war.agent import AGENT
from houseway.games.casino_war.edition_schema import SHAPE, check_together
from houseway.games.casino_war.events import EVENT_KINDS
from houseway.games.casino_war.felt import draw_felt
from houseway.games.casino_war.hint import best_play
from houseway.games.casino_war.layout import draw_layout
from houseway.games.casino_war.refusals import refuse_act
from houseway.games.casino_war.signs import draw_signs
from houseway.games.casino_war.state import GO_TO_WAR, SURRENDER, State
from houseway.games.casino_war.wagers import PAYOUT_NAMES, catalogue
from houseway.law import Chapter, Rules


def _kernel(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
    from houseway.games.casino_war.kernel import WarKernel  # imports Numba, which a table does not need

    return WarKernel(game, rules, sitting)


GAME = Game(
    home=__package__,
    law=CardLaw(
        id="casino-war",
        title="Casino War",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=refuse_act,
        advance=round_of_play.advance,
        key=walk.key,
        view=round_of_play.view,
        catalogue=catalogue,
        choices=dict.fromkeys((GO_TO_WAR, SURRENDER), "when your card and the dealer's have the same rank"),
        closed_by=round_of_play.closed_by,
        made_by=round_of_play.made_by,
        normal_notes=steps.normal_notes,
        choice_cents=round_of_play.choice_cents,
        event_kinds=EVENT_KINDS,
        devices=(SHUFFLER,),
        check_together=check_together,
    ),
    present=CardPresentation(
        layout=draw_layout,
        felt=draw_felt,
        signs=draw_signs,
        read_choice=entries.read_choice,
        payout_names=lambda rules: PAYOUT_NAMES,
    ),
    walk=Walk(
        lump=rank_lump,
        round_key=walk.round_key,
        round_lump=walk.round_lump,
        strategies=walk.strategies,
        policy=walk.policy,
        setups=walk.setups,
        other_players=walk.other_players,
    ),
    simulate=CardSimulator(kernel=_kernel),
    advise=Adviser(hint=best_play),
    learn=AGENT,
)
