"""Sic Bo as a record of its parts."""

from __future__ import annotations

from pathlib import Path

from houseway.core import Game, Law, Presentation, Walk
from houseway.equipment.dice import read_throw, shown_dice, typed_dice
from houseway.games.sic_bo import round as round_of_play
from houseway.games.sic_bo import steps
from houseway.games.sic_bo.device import device_vectors
from houseway.games.sic_bo.edition_schema import SHAPE
from houseway.games.sic_bo.events import EVENT_KINDS
from houseway.games.sic_bo.felt import draw_felt
from houseway.games.sic_bo.layout import draw_layout
from houseway.games.sic_bo.nicknames import nicknames
from houseway.games.sic_bo.signs import draw_signs
from houseway.games.sic_bo.state import AUTOMATED, DEVICE, State
from houseway.games.sic_bo.wagers import PAYOUT_NAMES, WAGERS, withheld
from houseway.law import Chapter

GAME = Game(
    home=__package__,
    law=Law(
        id="sic-bo",
        title="Sic Bo",
        chapter=Chapter(Path(__file__).parent, SHAPE),
        state_type=State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=round_of_play.refuse,
        advance=round_of_play.advance,
        key=round_of_play.key,
        view=round_of_play.view,
        catalogue=WAGERS.catalogue,
        withheld=withheld,
        settings=round_of_play.settings,
        normal_notes=round_of_play.normal_notes,
        deadlines=steps.deadlines,
        event_kinds=EVENT_KINDS,
        reports_of_chance=("625a.7(a)",),
        devices=(DEVICE, AUTOMATED),
    ),
    present=Presentation(
        chance_word="roll",
        typed_example="2 3 4",
        layout=draw_layout,
        device_vectors=device_vectors,
        felt=draw_felt,
        signs=draw_signs,
        payout_names=lambda rules: PAYOUT_NAMES,
        read_result=read_throw,
        show_result=shown_dice,
        typed_result=typed_dice,
        nicknames=nicknames,
    ),
    walk=Walk(lump=round_of_play.lump),
)
