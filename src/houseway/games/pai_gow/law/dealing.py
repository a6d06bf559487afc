"""621a.8, 621a.9, 621a.10(c), 621a.11(i) to (m): from no more bets until the tiles are dealt to each position."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.core import (
    INVENTORY,
    LAYOUT,
    Asked,
    Chance,
    Choices,
    Fill,
    Move,
    Option,
    Placed,
    Refusal,
    Role,
    Said,
    Step,
    Who,
    seat_account,
)
from houseway.core.frozen import replace
from houseway.equipment.tiles import COPIES, TILES, Tile
from houseway.games.pai_gow.law import positions
from houseway.games.pai_gow.law.bank import dealer_wager_cents, directed_cents
from houseway.games.pai_gow.law.bank import offered as offered_bank
from houseway.games.pai_gow.law.deliveries import ALTERNATIVES, DELIVERIES, DIAGONAL, HEAD, Delivery, slots
from houseway.games.pai_gow.law.state import (
    DEALER,
    DEALER_WAGER,
    HOUSE,
    STANDARD,
    Hand,
    Phase,
    State,
    banked,
    dealer_wager,
    player_of,
    players_wagers,
    with_hand,
)
from houseway.law import Citation, Rules, cites
from houseway.money import dollars

TILES_EACH = 4
RIGHT = "the tile that is actually there, like 6-6"
# 621a.10(e), 621a.8(e): surrendered hands, and hands without a wager, are never exposed to players
SET = Fill("tile:", TILES, to="surveillance")


# No more bets, and the delivery


def closes(rules: Rules, state: State) -> tuple[Citation, ...]:
    """The paragraph under which no more bets is announced."""
    if banked(state):
        return cites("621a.11(i)")
    return cites("621a.8(a)(1)" if positions.by_generator(rules, state) else "621a.8(a)(2)")


def refuse_no_more_bets(rules: Rules, state: State) -> Refusal | None:
    """Refuse to close the betting without a wager."""
    if not players_wagers(state) and not dealer_wager_cents(rules, state):
        return Refusal("nobody has made a wager", cites("621a.7(c)"))
    asked = offered_bank(rules, state) if rules.reading("offer_open") == "must-answer" else HOUSE
    if asked:
        return Refusal(f"seat {asked} is offered the bank and has not answered", cites("621a.11(c)"))
    return None


def no_more_bets(rules: Rules, state: State) -> Step[State]:
    """Put up the dealer's wager against a player's bank; the bank then chooses a delivery."""
    said = [Said("No more bets.", closes(rules, state), "no-more-bets")]
    cents = dealer_wager_cents(rules, state)
    moves: tuple[Move, ...] = ()
    wanted = directed_cents(rules, state)
    if cents < wanted:
        lowered = f"lowered to {dollars(cents)}" if cents else "not made"
        text = (
            f"The dealer's wager of {dollars(wanted)} is {lowered}: the bank's chips cover no more beside the others."
        )
        data = {"cents": cents, "directed_cents": wanted}
        said.append(Said(text, cites("621a.11(d)(2)", "621a.11(h)"), "dealer-wager-lowered", data=data))
    if cents:
        text = f"The dealer wagers {dollars(cents)} against the bank."
        said.append(Said(text, cites("621a.11(h)"), "dealer-wager-placed", data={"cents": cents}))
        state = replace(state, placed=(*state.placed, Placed(HOUSE, DEALER_WAGER, cents)))
        moves = (Move(INVENTORY, LAYOUT, cents),)
    phase = (
        Phase.STYLING if banked(state) and for_a_bank(rules) else Phase.UNCOVERING if state.shaken else Phase.SHAKING
    )
    return Step(replace(state, phase=phase, shaken=False), said=tuple(said), moves=moves)


def offered(rules: Rules) -> tuple[str, ...]:
    """The deliveries of 621a.9 that the Rules Submission offers, in the law's order."""
    return tuple(name for name in ALTERNATIVES if name in rules.option("deliveries"))


def for_a_bank(rules: Rules) -> tuple[str, ...]:
    """621a.11(i): the deliveries that a bank may choose: those submitted, or any (a reading)."""
    return ALTERNATIVES if rules.reading("bank_deliveries") == "any" else offered(rules)


def dealer_styles(rules: Rules, state: State) -> tuple[Option, ...]:
    """The dealer's choices before no more bets, if the house banks."""
    if banked(state) or not offered(rules):
        return ()
    names = (STANDARD, *offered(rules))
    return tuple(Option(name, cites(DELIVERIES[name].cite)) for name in names if name != state.style)


def bank_styles(rules: Rules, state: State) -> Choices:
    """621a.11(i): the bank's choices after no more bets; if it says nothing, the dealer continues with 621a.8(d)."""
    names = (STANDARD, *for_a_bank(rules))
    options = tuple(Option(name, cites(DELIVERIES[name].cite, "621a.11(i)")) for name in names)
    silent = Option(STANDARD, cites("621a.8(d)", "621a.11(i)"))
    asked = (Asked(seat_account(state.bank.seat), options), Asked(Role.DEALER, (silent,)))
    return Choices(asked, cites("621a.11(i)", "621a.9"))


def delivered_by(state: State) -> tuple[Citation, ...]:
    """The paragraph of this round's delivery."""
    return cites(DELIVERIES[state.style].cite)


def chosen_style(state: State, style: str, who: Who) -> Step[State]:
    """Set the delivery of this round."""
    delivery = DELIVERIES[style]
    silent = state.phase is Phase.STYLING and who is Role.DEALER
    data = {"style": style, "name": delivery.name}
    text = f"The delivery is {delivery.name}.{_indicated(delivery)}"
    text = f"The bank chooses no delivery. {text}" if silent else text
    because = (*cites(delivery.cite), *(cites("621a.11(i)") if silent else ()))
    said = Said(text, because, "delivery-chosen", data=data)
    return Step(
        replace(state, style=style, phase=Phase.SHAKING if state.phase is Phase.STYLING else state.phase), said=(said,)
    )


def _indicated(delivery: Delivery) -> str:
    """621a.9: the tiles that the dealer moves to indicate the delivery."""
    stacks = " and ".join(dict.fromkeys(str(stack) for stack, _ in delivery.shown))
    if not stacks:
        return ""
    if delivery.moved == HEAD:
        return f" The dealer indicates it: the two top tiles of each tall stack {delivery.moved}."
    what = "the top tile of stack" if delivery.moved == DIAGONAL else "stack" if len(stacks) == 1 else "stacks"
    return f" The dealer indicates it: {what} {stacks} from the dealer's right {delivery.moved}."


# The starting position


def total_due(rules: Rules, state: State) -> Chance:
    """The total of the dice, or the number of the generator."""
    if positions.by_generator(rules, state):
        return Chance("number of the generator", positions.totals(rules, state), cites("621a.8(a)(1)", "621a.8(b)"))
    because = cites("621a.11(i)", "621a.11(j)") if banked(state) else cites("621a.8(a)(2)", "621a.8(b)")
    return Chance("total of the dice", positions.totals(rules, state), because)


def announced(rules: Rules, state: State, total: int, drawn: bool) -> Step[State]:
    """621a.8(b): the announced total determines where the deal begins."""
    one = state.bank.seat if banked(state) else DEALER
    start = positions.starting_position(total, one)
    what = "The generator shows" if positions.by_generator(rules, state) else "The dice total"
    text = f"{what} {total}: {positions.position_name(start)} is dealt first."
    said = Said(text, positions.because(state), "result", data={"start": start})
    return Step(replace(state, phase=Phase.DEALING, total=total, drawn=drawn, start=start), said=(said,))


def hands_dealt(state: State) -> State:
    """621a.8(e), 621a.11(l): tiles stay before the dealer, the bank and boxes with a wager; the rest are put away."""
    hands = [Hand(placed.seat, player_of(placed), placed.cents) for placed in players_wagers(state)]
    if banked(state):
        hands.append(Hand(state.bank.seat, state.bank.seat))
    if not banked(state) or dealer_wager(state) is not None:
        hands.append(Hand(DEALER, HOUSE))
    return replace(state, phase=Phase.PLAYING, hands=tuple(sorted(hands, key=lambda hand: hand.position)))


# Looking at tiles


def unseen(state: State) -> Mapping[Tile, int]:
    """The tiles that nobody has looked at, with the number of each."""
    left = dict(COPIES)
    for hand in state.hands:
        for tile in hand.tiles:
            left[tile] -= 1
    return {tile: count for tile, count in left.items() if count}


def next_tile(state: State, hand: Hand, to: str, because: tuple[Citation, ...]) -> Chance:
    """The next tile of the hand that is being looked at."""
    at = slots(state.style, state.order, state.start, hand.position)[len(hand.tiles)]
    whose = positions.position_name(hand.position)
    return Chance(f"tile of {whose}", unseen(state), because, (SET.slot(at),), to=to, right=RIGHT)


def looked(state: State, hand: Hand, tile: Tile) -> State:
    """Add one known tile to a hand."""
    return with_hand(state, replace(hand, tiles=(*hand.tiles, tile)))


def turning(state: State) -> Hand:
    """621a.10(c), 621a.11(e): the hand that the dealer turns over and sets: a co-bank's or the dealer's own."""
    position = state.bank.seat if state.bank.co_bank else DEALER
    return next(hand for hand in state.hands if hand.position == position)
