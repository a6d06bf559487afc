"""Roulette as a record of its parts."""

from __future__ import annotations

from pathlib import Path

from houseway.core import Game, Law, Presentation, Walk
from houseway.games.roulette import chips, entries, steps
from houseway.games.roulette import round as round_of_play
from houseway.games.roulette.edition_schema import SHAPE
from houseway.games.roulette.events import EVENT_KINDS
from houseway.games.roulette.felt import draw_felt, draw_rings
from houseway.games.roulette.irregularities import IRREGULARITIES
from houseway.games.roulette.layout import draw_layout
from houseway.games.roulette.nicknames import nicknames
from houseway.games.roulette.offers import catalogue, withheld
from houseway.games.roulette.signs import draw_signs
from houseway.games.roulette.state import State
from houseway.law import Chapter

GAME = Game(
    home=__package__,
    law=Law(
        id="roulette",
        title="Roulette",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=round_of_play.refuse,
        advance=round_of_play.advance,
        key=round_of_play.key,
        view=round_of_play.view,
        catalogue=catalogue,
        withheld=withheld,
        limits=round_of_play.limits,
        chip_sets=lambda rules: chips.SETS,
        chips_refused=(chips.VALUE,),
        reports_of_chance=tuple(IRREGULARITIES),
        settings=round_of_play.settings,
        closing=round_of_play.closing,
        normal_notes=steps.normal_notes,
        only_people_note=steps.only_people_note,
        event_kinds=EVENT_KINDS,
    ),
    present=Presentation(
        chance_word="spin",
        typed_example="17, or 00",
        layout=draw_layout,
        felt=draw_felt,
        signs=draw_signs,
        rings=draw_rings,
        read_result=entries.read_result,
        show_result=entries.show_result,
        typed_result=entries.typed_result,
        nicknames=nicknames,
    ),
    walk=Walk(lump=round_of_play.lump),
)
