"""685a.2(b): the layout to scale, with the three areas for the dealer's hand and every word that the law wants on it."""

from __future__ import annotations

from houseway.cardroom.half_round import (
    CENTER,
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
from houseway.core.felt import Betting, Felt, Ink, Inscription, Mark, Measure, Required, equipment, rectangle, words_in
from houseway.equipment.card_reader import LIGHTS, RANGES
from houseway.games.down_under_blackjack.law.state import BET, DOUBLE, INSURANCE, MATCH, SPLIT
from houseway.games.down_under_blackjack.law.wagers import catalogue
from houseway.games.down_under_blackjack.present.layout import RECTANGLES, draw_layout, inscriptions
from houseway.law import Citation, Rules
from houseway.numerics.curves import polygon, ring_part, rounded

NAME, BETS, HANDS, WORDS, MATCHES, ODDS = (Citation(f"685a.2(b)({n})") for n in range(1, 7))
EACH_HAND = tuple(Citation(f"685a.2(b)(3)({n})") for n in ("i", "ii", "iii"))
BLACKJACK, INSURED, DEALER_RULE, NO_SURRENDER = (Citation(f"685a.2(b)(4)({n})") for n in ("i", "ii", "iii", "iv"))
BOXES, READER, RACK, SHOE, LINE = (
    Citation(c) for c in ("685a.2(c)", "685a.2(d)", "685a.2(e)", "685a.7(a)", "685a.8(b)")
)
INNER, OUTER = 7_950, 9_400  # the area of a Bet Wager
MATCH_AT, MATCH_RADIUS = 7_250, 520
INSURANCE_INNER, INSURANCE_OUTER = 5_950, 6_550
HAND_WIDTH, HAND_HEIGHT, HAND_TOP, GAP = 2_150, 1_300, 1_350, 250
LIGHT = 180  # the height of a strip in the color of the light
LIGHT_INKS = {"blue": Ink.BLUE, "red": Ink.RED, "yellow": Ink.GOLD}


def draw_felt(rules: Rules) -> Felt:
    """The dealer's three areas, the notices along the arc, the insurance line, and a position for each player."""
    holder, seats = str(rules.option("holder")), stations(rules.boxes)
    signs = draw_layout(rules).signs
    logo, name = room_for_name(holder, 2_700, (NAME,), 460, 4_800)
    hands = _hands()
    return Felt(
        "Down Under Blackjack", holder, WIDTH, HEIGHT, tuple(each for seat in seats for each in _position(seat, rules)),
        (*_equipment(rules), *(mark for marks, _ in hands for mark in marks), _insurance_line()),
        (
            *_notices(rules), *name, *(word for _, words in hands for word in words),
            *(word for seat in seats for word in _words(seat, rules)),
        ),
        _required(rules, holder, signs), signs=signs, edge=table_edge(), logo=logo,
        measures=(Measure("width of the table", WIDTH), Measure("depth of the table", HEIGHT)),
    )  # fmt: skip


def _equipment(rules: Rules) -> tuple[Mark, ...]:
    shuffler = str(rules.option("shuffler"))
    tip_box = rules.option("tip_box") == "beside-dealer"
    return (
        *dealers_side((RACK,), (SHOE,), (BOXES,), shuffler=shuffler, tip_box=tip_box),
        equipment(rounded(WIDTH - 6_300, 1_050, 2_000, 800, 100), "Masque Card Reader", (READER,), RACK_PLACE),
    )


def _hands() -> list[tuple[tuple[Mark, ...], tuple[Inscription, ...]]]:
    """685a.2(b)(3): three rectangles in front of the dealer, each in the color of its light."""
    wide = len(RANGES) * HAND_WIDTH + (len(RANGES) - 1) * GAP
    found: list[tuple[tuple[Mark, ...], tuple[Inscription, ...]]] = []
    for n, (name, text, cite) in enumerate(zip(RANGES, RECTANGLES, EACH_HAND, strict=True)):
        x = CENTER[0] - wide // 2 + n * (HAND_WIDTH + GAP)
        box = (x, HAND_TOP, HAND_WIDTH, HAND_HEIGHT)
        area = Mark(rectangle(*box), name=f"the dealer's hand: {text}", cites=(HANDS, cite))
        light = Mark(rectangle(x, HAND_TOP, HAND_WIDTH, LIGHT), LIGHT_INKS[LIGHTS[name]])
        first, _, ranks = text.partition(" ")
        room = (x, HAND_TOP + LIGHT, HAND_WIDTH, HAND_HEIGHT - LIGHT)
        found.append(((area, light), words_in((first, ranks), room, 330, cites=(cite,))))
    return found


def _insurance_line() -> Mark:
    """685a.8(b): one line for all players."""
    return Mark(ring_part(CENTER, INSURANCE_INNER, INSURANCE_OUTER, 12, 168), name="insurance line", cites=(LINE,))


def _notices(rules: Rules) -> tuple[Inscription, ...]:
    """685a.2(b)(4) and (6): the notices from the players' side up."""
    blackjack, insurance, dealer_rule, *surrender = inscriptions(rules)
    return (
        arched(insurance.upper(), INSURANCE_OUTER - 150, 430, (INSURED,), 140),
        arched(blackjack.upper(), 5_650, 640, (BLACKJACK,), 140, Ink.GOLD),
        arched(dealer_rule, 4_850, 400, (DEALER_RULE,), 140),
        *(arched(text, 4_270, 340, (NO_SURRENDER,), 140) for text in surrender),
        *(arched(text, 3_730 - 470 * n, 300, (ODDS,), 130) for n, text in enumerate(_odds(rules))),
    )


def _odds(rules: Rules) -> tuple[str, ...]:
    """685a.2(b)(6): what the wagers pay that no other notice names; nothing if a sign says it."""
    if rules.option("payout_odds") != "layout":
        return ()
    offers = catalogue(rules)
    bet = f"Bet, Double Down and Split Wagers pay {rules.payout('bet').odds}"
    if MATCH not in offers:
        return (bet,)
    suited, unsuited = (line.odds for line in offers[MATCH].payouts)
    return (f"Match-the-Dealer pays {suited} in the same suit, {unsuited} in another", bet)


def _position(seat: Station, rules: Rules) -> tuple[Betting, ...]:
    offers = catalogue(rules)
    bet = Betting(
        BET, seat.band(INNER, OUTER, 62), seat.at((INNER + OUTER) // 2), f"Bet Wager of seat {seat.seat}", offers[BET].pays,
        (BETS, *offers[BET].cites), seat.seat, (DOUBLE, SPLIT),
    )  # fmt: skip
    middle = (INSURANCE_INNER + INSURANCE_OUTER) // 2
    insurance = Betting(
        INSURANCE, seat.band(INSURANCE_INNER, INSURANCE_OUTER, 98), seat.at(middle), f"Insurance Wager of seat {seat.seat}",
        offers[INSURANCE].pays, (LINE, *offers[INSURANCE].cites), seat.seat, spot=True,
    )  # fmt: skip
    if MATCH not in offers:
        return bet, insurance
    match = Betting(
        MATCH, polygon(seat.at(MATCH_AT), MATCH_RADIUS, 40), seat.at(MATCH_AT), f"Match-the-Dealer Wager of seat {seat.seat}",
        offers[MATCH].pays, (MATCHES, *offers[MATCH].cites), seat.seat,
    )  # fmt: skip
    return bet, insurance, match


def _words(seat: Station, rules: Rules) -> tuple[Inscription, ...]:
    bet = seat.words("BET", (INNER + OUTER) // 2 + 130, 420, 55)
    if MATCH not in catalogue(rules):
        return (bet,)
    lines = ("MATCH", "THE", "DEALER")
    return (bet, *(seat.words(text, MATCH_AT - 165 + 240 * n, 200, 30) for n, text in enumerate(lines)))


def _required(rules: Rules, holder: str, signs: tuple[str, ...]) -> tuple[Required, ...]:
    blackjack, insurance, dealer_rule, *surrender = inscriptions(rules)
    offers, on_layout = catalogue(rules), rules.option("payout_odds") == "layout"
    no_surrender = (str(rules.option("wording.no_surrender")),)
    found = [
        Required(
            f"positions for at most {rules.number('seats_max')} players on one side, and a place for the dealer on the other",
            (rules.cite("seats_max"),),
            (BET,),
        ),
        Required("the certificate holder's name or logo", (NAME,), (holder,)),
        Required("an area for the Bet Wager of each player", (BETS,), (BET,)),
        *(
            Required(f"an area for the dealer's hand: {text}", (HANDS, cite), (text,))
            for text, cite in zip(RECTANGLES, EACH_HAND, strict=True)
        ),
        Required("what a Blackjack pays", (BLACKJACK,), (blackjack,)),
        Required("what insurance pays", (INSURED,), (insurance,)),
        Required("when the dealer draws and stands", (DEALER_RULE,), (dealer_rule,)),
        Required("an insurance line", (LINE,), (INSURANCE, "insurance line")),
        Required("that nobody can surrender", (NO_SURRENDER,), no_surrender, by_sign=not surrender),
    ]  # fmt: skip
    if MATCH in offers:
        found.append(Required("an area for the Match-the-Dealer Wager of each player", (MATCHES,), (MATCH,)))
    said = _odds(rules) if on_layout else signs[-1:]
    found.append(Required("the payout odds of all wagers offered", (ODDS,), said, by_sign=not on_layout))
    return tuple(found)
