"""Pai Gow as a record of its parts."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from houseway.core import Adviser, AnyGame, Game, Law, Presentation, Simulator, Walk
from houseway.core.advice import Advice, Progress
from houseway.core.counted import CountedOdds
from houseway.core.kernel import Kernel, Sitting
from houseway.games.pai_gow.agent import AGENT
from houseway.games.pai_gow.house_way.house_ways import check_house_way
from houseway.games.pai_gow.law import bank, betting, setting_hands, steps, view
from houseway.games.pai_gow.law import round as round_of_play
from houseway.games.pai_gow.law.edition_schema import SHAPE
from houseway.games.pai_gow.law.events import EVENT_KINDS
from houseway.games.pai_gow.law.state import State
from houseway.games.pai_gow.law.submission import check_deliveries
from houseway.games.pai_gow.mathematics import strategies
from houseway.games.pai_gow.present import entries, prompts
from houseway.games.pai_gow.present.devices import device_vectors
from houseway.games.pai_gow.present.felt import draw_felt
from houseway.games.pai_gow.present.figures import delivery_figures
from houseway.games.pai_gow.present.hint import best_play
from houseway.games.pai_gow.present.layout import draw_layout
from houseway.games.pai_gow.present.rank_figures import rank_figures
from houseway.law import Chapter, Rules

# These modules import Numba or NumPy, which a table does not need, so they are loaded on first use.


def _kernel(game: AnyGame, rules: Rules, sitting: tuple[Sitting, ...]) -> Kernel:
    from houseway.games.pai_gow.kernel.table import PaiGowKernel

    return PaiGowKernel(game, rules, sitting)


def _exact_worths(rules: Rules, sitting: tuple[Sitting, ...]) -> Mapping[tuple[int, str], Fraction]:
    from houseway.games.pai_gow.mathematics.counted_odds import exact_values

    return exact_values(rules, sitting)


def _counted(rules: Rules, wager: str) -> tuple[CountedOdds, ...]:
    from houseway.games.pai_gow.mathematics.counted_odds import counted

    return counted(rules)


def _spelled_out(rules: Rules) -> Mapping[str, tuple[str, ...]]:
    from houseway.games.pai_gow.present.house_card import spelled_out

    return spelled_out(rules)


def _advice(rules: Rules, about: Mapping[str, str], progress: Progress) -> Advice:
    from houseway.games.pai_gow.present.advice import advise

    return advise(rules, about, progress)


GAME = Game(
    home=__package__,
    law=Law(
        id="pai-gow",
        title="Pai Gow",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=round_of_play.refuse,
        advance=round_of_play.advance,
        key=round_of_play.key,
        view=view.table_view,
        catalogue=betting.catalogue,
        choices=prompts.WHEN,
        closed_by=round_of_play.closed_by,
        fails=steps.fails,
        plays_boxes=True,
        settings=round_of_play.settings,
        normal_notes=steps.normal_notes,
        only_people_note=steps.only_people_note,
        deadlines=steps.deadlines,
        reads_on=False,  # the tiles are mixed again after every round
        is_face=lambda outcome: isinstance(outcome, str),
        private_state=view.private_state,
        hidden_from=view.hidden_from,
        private_choices=(setting_hands.SET,),
        event_kinds=EVENT_KINDS,
        checks={"house_way": check_house_way, "deliveries": check_deliveries},
    ),
    present=Presentation(
        chance_word="deal",
        typed_example="9",
        piece="tile",
        choice_names=prompts.CHOICE_NAMES,
        choice_fields=entries.CHOICE_FIELDS,
        layout=draw_layout,
        device_vectors=device_vectors,
        felt=draw_felt,
        read_result=entries.read_result,
        show_result=entries.show_result,
        typed_result=entries.typed_result,
        read_choice=entries.read_choice,
        typed_choice=entries.typed_choice,
        prompt_lines=prompts.prompt_lines,
        help_lines=prompts.help_lines,
        figures=lambda rules: {**rank_figures(rules), **delivery_figures(rules)},
        spelled_out=_spelled_out,
        idle_options=bank.idle_options,
    ),
    walk=Walk(
        strategies=strategies.named, policy=strategies.policy, counted=_counted, not_counted_now=bank.not_counted_now
    ),
    simulate=Simulator(kernel=_kernel, exact_worths=_exact_worths),
    advise=Adviser(advice=_advice, hint=best_play, beyond_wagers={"bank": "As a bank or co-bank (621a.11)"}),
    learn=AGENT,
)
