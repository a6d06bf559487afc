"""Craps and Mini-Craps as records of their parts. They differ only in name and in what a submission may say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from houseway.core import Game, Law, Presentation, Simulator, Walk
from houseway.equipment.dice import shown_dice, typed_dice
from houseway.games.craps import betting, entries, shooter, steps, walk
from houseway.games.craps import round as round_of_play
from houseway.games.craps.edition_schema import SHAPE
from houseway.games.craps.events import EVENT_KINDS
from houseway.games.craps.felt import draw_felt
from houseway.games.craps.irregularities import REPORTS_OF_THROWS
from houseway.games.craps.layout import draw_layout
from houseway.games.craps.nicknames import nicknames
from houseway.games.craps.payout_names import payout_names
from houseway.games.craps.signs import draw_signs
from houseway.games.craps.state import State
from houseway.games.craps.submission import check_multiple, check_rate, check_stickperson, check_wagers
from houseway.games.craps.wagers import catalogue, names, withheld
from houseway.law import Chapter
from houseway.law.submission import OptionCheck

CHAPTER = Chapter(Path(__file__).parent, SHAPE)
CHECKS: Mapping[str, OptionCheck] = {
    "wagers": check_wagers,
    "vigorish.rate": check_rate,
    "odds.multiple": check_multiple,
}


def _law(name: str, title: str, checks: Mapping[str, OptionCheck]) -> Law[State]:
    return Law(
        id=name,
        title=title,
        chapter=CHAPTER,
        state_type=State,
        open=round_of_play.opening_state,
        due=round_of_play.due,
        refuse=round_of_play.refuse,
        advance=round_of_play.advance,
        key=walk.key,
        view=round_of_play.view,
        catalogue=catalogue,
        withheld=withheld,
        offer_now=round_of_play.offer_now,
        limits=round_of_play.limits,
        cost_cents=round_of_play.cost_cents,
        closed_by=round_of_play.closed_by,
        called_on_by=betting.called_on_by,
        reports_of_chance=REPORTS_OF_THROWS,
        taken_down_by=betting.taken_down_by,
        caller=round_of_play.caller,
        names=names,
        meant=round_of_play.meant,
        choices=shooter.WHEN,
        settings=round_of_play.settings,
        normal_notes=steps.normal_notes,
        only_people_note=lambda rules, state, step: ("length_inches",),
        event_kinds=EVENT_KINDS,
        checks=checks,
    )


PRESENT = Presentation[State](
    chance_word="roll",
    typed_example="3 4",
    layout=draw_layout,
    felt=draw_felt,
    signs=draw_signs,
    payout_names=payout_names,
    read_result=entries.read_result,
    show_result=shown_dice,
    typed_result=typed_dice,
    nicknames=nicknames,
)
WALK = Walk(lump=walk.lump, setups=walk.setups, supporting_wagers=walk.supporting_wagers)
SIMULATE = Simulator[State](series=lambda rules: "shooter", series_begins=lambda rules, state: state.fresh)

CRAPS = Game(
    law=_law("craps", "Craps", {**CHECKS, "stickperson": check_stickperson}),
    present=PRESENT,
    walk=WALK,
    simulate=SIMULATE,
    home=__package__,
)
MINI_CRAPS = Game(
    law=_law("mini-craps", "Mini-Craps", CHECKS), present=PRESENT, walk=WALK, simulate=SIMULATE, home=__package__
)
