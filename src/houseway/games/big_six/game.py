"""Big Six as a record of its parts."""

from __future__ import annotations

from pathlib import Path

from houseway.core import Game, Law, Presentation, Walk
from houseway.games.big_six import entries, steps
from houseway.games.big_six import round as round_of_play
from houseway.games.big_six.edition_schema import SHAPE
from houseway.games.big_six.events import EVENT_KINDS
from houseway.games.big_six.felt import draw_felt, draw_rings
from houseway.games.big_six.layout import draw_layout
from houseway.games.big_six.symbols import check_symbols, check_together
from houseway.games.big_six.wagers import catalogue
from houseway.law import Chapter

GAME = Game(
    home=__package__,
    law=Law(
        id="big-six",
        title="Big Six Wheel",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=round_of_play.State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=round_of_play.refuse,
        advance=round_of_play.advance,
        key=round_of_play.key,
        view=round_of_play.view,
        catalogue=catalogue,
        settings=round_of_play.settings,
        normal_notes=steps.normal_notes,
        only_people_note=lambda rules, state, step: ("diameter_inches",),
        event_kinds=EVENT_KINDS,
        checks={"symbols": check_symbols},
        check_together=check_together,
    ),
    present=Presentation(
        chance_word="spin",
        typed_example="17: the section, clockwise from the joker at 0",
        layout=draw_layout,
        felt=draw_felt,
        rings=draw_rings,
        read_result=entries.read_result,
        show_result=entries.show_result,
        typed_result=entries.typed_result,
    ),
    walk=Walk(lump=round_of_play.lump),
)
