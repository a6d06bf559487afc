"""651a.2(b): the layout to scale, with one position for each player."""

from __future__ import annotations

from houseway.cardroom.half_round import (
    HEIGHT,
    RACK_PLACE,
    WIDTH,
    Station,
    arched,
    dealers_side,
    room_for_name,
    stations,
    table_edge,
)
from houseway.core.felt import APPROVED, Betting, Felt, Ink, Inscription, Mark, Measure, Required
from houseway.games.casino_war.layout import draw_layout
from houseway.games.casino_war.wagers import INITIAL, TIE, TIE_ON_WAR, WAR, catalogue, war_pays
from houseway.law import Citation, Rules

NAME, AREAS, TIES, ODDS = (Citation(f"651a.2(b)({n})") for n in range(1, 5))
RACK, SHOE, DEVICE, BOXES = (Citation(f"651a.{part}") for part in ("2(d)", "3(b)", "3(e)", "2(c)"))
LEFT_OF_DEALER = "to the left of the dealer"
OUTER, INNER, TIE_OUTER, TIE_INNER = 8_900, 7_300, 7_150, 6_050


def draw_felt(rules: Rules) -> Felt:
    """Each player's area for Initial and War Wagers, the area for Tie Wagers before it, the odds along the arc."""
    holder = str(rules.option("holder"))
    seats = stations(rules.boxes)
    on_layout = rules.option("payout_odds") == "layout"
    offers = catalogue(rules)
    pays = {WAR: war_pays(rules), TIE: offers[TIE].pays, INITIAL: offers[INITIAL].pays} if on_layout else {}
    odds = tuple(f"{offers[wager].name} pays {said}" for wager, said in pays.items())
    signs = draw_layout(rules).signs
    logo, name = room_for_name(holder, 1_750, (NAME,))
    return Felt(
        "Casino War", holder, WIDTH, HEIGHT, tuple(each for seat in seats for each in _position(seat, rules)),
        _equipment(rules),
        (
            *(each for seat in seats for each in _words(seat)),
            arched("CASINO WAR", 5_500, 950, ink=Ink.GOLD),
            *(arched(words, 4_400 - 560 * n, 360, (ODDS,)) for n, words in enumerate(odds)),
            *name,
        ),
        (
            Required(
                f"positions for at most {rules.number('seats_max')} players on one side, and a place for the dealer on the other",
                (rules.cite("seats_max"),),
                (INITIAL,),
            ),
            Required("the certificate holder's name or logo", (NAME,), (holder,)),
            Required("an area for Initial and War Wagers for each player", (AREAS,), (INITIAL, WAR)),
            Required("an area for Tie Wagers for each player", (TIES,), (TIE,)),
            Required("the payout odds", (ODDS,), odds or signs, by_sign=not on_layout),
        ),
        signs=signs, edge=table_edge(), logo=logo,
        measures=(Measure("width of the table", WIDTH), Measure("depth of the table", HEIGHT)),
    )  # fmt: skip


def _equipment(rules: Rules) -> tuple[Mark, ...]:
    tip_box = rules.option("tip_box") == "beside-dealer"
    shuffler = str(rules.option("shuffler"))
    rack = (RACK,) if RACK in rules.cites else ()  # only the final text speaks of it
    places = (f"{RACK_PLACE}; the Bureau of Casino Compliance approves it", APPROVED) if rack else ("", LEFT_OF_DEALER)
    shoe = SHOE
    if shuffler == "continuous" and DEVICE in rules.cites:  # then 651a.3(b), about a manual shoe, does not apply
        shoe, places = DEVICE, (places[0], "the Bureau of Gaming Laboratory Operations approves it")
    return dealers_side(rack, (shoe,), (BOXES,), shuffler=shuffler, tip_box=tip_box, places=places)


def _position(seat: Station, rules: Rules) -> tuple[Betting, ...]:
    offers = catalogue(rules)
    initial = f"Initial {offers[INITIAL].pays}, War {war_pays(rules)}"
    return (
        Betting(
            INITIAL, seat.band(INNER, OUTER), seat.at((INNER + OUTER) // 2), f"Initial and War Wagers of seat {seat.seat}",
            initial, (AREAS,), seat.seat, (WAR,),
        ),
        Betting(
            TIE, seat.band(TIE_INNER, TIE_OUTER, 70), seat.at((TIE_INNER + TIE_OUTER) // 2), f"Tie Wager of seat {seat.seat}",
            offers[TIE].pays, (TIES,), seat.seat, (TIE_ON_WAR,),
        ),
    )  # fmt: skip


def _words(seat: Station) -> tuple[Inscription, ...]:
    return (
        seat.words("INITIAL", OUTER - 900, 330),
        seat.words("WAR", OUTER - 400, 330),
        seat.words("TIE", (TIE_INNER + TIE_OUTER) // 2 + 120, 380, 70),
    )
