"""623a.3, 623a.4 and 623a.6: when a wager may be made, increased, taken down, reduced and called on."""

from __future__ import annotations

from fractions import Fraction

from houseway.core import VIGORISH, Move, Placed, Refusal, Remove, Said, Step, Wager, Working, seat_account
from houseway.core.frozen import changer, maker, replace
from houseway.core.wagering import find, give_back, place, take_down
from houseway.games.craps.shooter import gives_way
from houseway.games.craps.state import LINE_BETS, Phase, State
from houseway.games.craps.wagers import INACTIVE_ON_COME_OUT, NAMED, as_made, catalogue, family
from houseway.games.craps.wagers.odds import PARAGRAPH, multiple_at, odds_line
from houseway.games.craps.wagers.one_roll import broken_into
from houseway.games.craps.wagers.place import ON, vigorish_cents
from houseway.law import Citation, Rules, cites
from houseway.money import dollars

DONTS = ("dont-pass", "dont-come")
DOLLAR = 100
_step, _put = maker(Step[State]), changer(State, "placed", "fire_waiting", "deciding")


def refuse_wager(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """Refuse a wager that cannot be made now or that lacks the wager it supports."""
    kind = family(fact.id)
    if fact.how == "verbal" and not (fact.confirmed and fact.cash_cents >= cost_cents(rules, fact)):
        wanted = f'"cash_cents": {cost_cents(rules, fact)} or more, and "confirmed": true'
        reason = f"a verbal wager is accompanied by cash and confirmed by the dealer: note {wanted}"
        return Refusal(reason, cites("623a.4(b)"))
    if state.rethrow and rules.reading("void_roll") == "only-down":
        return Refusal(
            "the dice were thrown and are thrown again: until then wagers only come down", cites("623a.4(a)")
        )
    if fact.id in LINE_BETS and state.point:
        name, cite = ("Pass", "623a.3(a)(1)") if fact.id == "pass" else ("Don't Pass", "623a.3(a)(2)")
        return Refusal(
            f"a {name} Bet is made just before the come out roll, and the point {state.point} is on", cites(cite)
        )
    if fact.id in ("come", "dont-come") and not state.point:
        name, cite = ("Come", "623a.3(a)(3)") if fact.id == "come" else ("Don't Come", "623a.3(a)(4)")
        return Refusal(f"a {name} Bet is made after the come out roll, and no point is on", cites(cite))
    if fact.id in DONTS and f"{fact.seat} {fact.id}" in state.withdrawn:  # until the next roll, which clears them
        reason = "a Don't Bet that was removed or reduced may not be replaced or increased"
        return Refusal(f"{reason}; wager again after the next roll", cites("623a.4(d)"))
    if fact.id == "fire":
        return _refuse_fire(rules, state, fact)
    if kind.startswith("odds:"):
        return _refuse_odds(rules, state, fact)
    return _refuse_parts(rules, state, fact)


def _refuse_parts(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    """Refuse if a part of a broken down wager, with what the seat already has there, exceeds the posted maximum."""
    parts = broken_down(rules, fact)
    for part in parts if len(parts) > 1 else ():
        there = find(state.placed, part.seat, part.id)
        total = part.cents + (there.cents if there else 0)
        if total > rules.max_cents:
            reason = (
                f"broken down, it puts {dollars(total)} on {part.id}, and the maximum is {dollars(rules.max_cents)}"
            )
            return Refusal(reason, cites("623a.3(b)(2)", "623a.5(i)"))
    return None


def _refuse_fire(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    if state.point or not state.fresh:
        why = "this shooter has already made it" if not state.fresh else f"the point {state.point} is on"
        if gives_way(state):
            why += "; one may be made when another player has accepted the dice"
        if not state.fresh and state.shooter == 0:
            why = "no new player has accepted the dice yet"
        reason = f"a Fire Bet must be made before a new shooter's initial come out roll, and {why}"
        return Refusal(reason, cites("623a.3(a)(40)", "623a.11(a)(1)"))
    if find(state.placed, fact.seat, "fire") is not None:
        return Refusal("a Fire Bet may not be increased", cites("623a.4(c)(3)"))
    most = rules.number("fire_areas_max")
    if fact.seat > most and rules.reading("fire_positions") == "own-area":
        return Refusal(
            f"there are Fire Bet areas for {most} positions, and none for seat {fact.seat}", cites("623a.2(f)(1)")
        )
    return None


def supported(state: State, seat: int, wager: str) -> tuple[Placed | None, int]:
    """The wager that a supplemental wager supports, if its point is established, and that point."""
    name = wager.removeprefix("odds:")
    if name in LINE_BETS:
        return (find(state.placed, seat, name) if state.point else None), state.point
    return find(state.placed, seat, name), int(name.partition(":")[2])


def odds_limit_cents(rules: Rules, wager: str, line_cents: int, point: int) -> int:
    """623a.6(a) to (e): the maximum odds taken with a line wager, or laid to win that much."""
    ratio = _laid(rules, wager, point)
    most = int(line_cents * multiple_at(rules, point) / ratio)
    return min(most, _posted_cents(rules, wager, point) or most)


def _laid(rules: Rules, wager: str, point: int) -> Fraction:
    """The measure of a supplemental wager: its own amount, or its winnings for the Don'ts."""
    name = wager.split(":")[1]
    return rules.payout(odds_line(name, point)).odds.ratio if name in DONTS else Fraction(1)


def _posted_cents(rules: Rules, wager: str, point: int) -> int:
    """623a.3(b)(2), 623a.5(i): how far the posted maximum holds a supplemental wager (a reading); 0: not at all."""
    match rules.reading("odds_maximum"):
        case "amount":
            return rules.max_cents
        case "winnings":
            return int(rules.max_cents / _laid(rules, wager, point))
    return 0


def even_cents(rules: Rules, wager: str, point: int, limit_cents: int) -> int:
    """623a.6(f): the next amount at or above the limit that pays whole dollars, if the submission allows it."""
    if rules.reading("odds_excess") == "never":
        return limit_cents
    unit = rules.payout(odds_line(wager.split(":")[1], point)).odds.unit_cents * DOLLAR
    return -(-limit_cents // unit) * unit


def _refuse_odds(rules: Rules, state: State, fact: Wager) -> Refusal | None:
    cite = PARAGRAPH[fact.id.split(":")[1]]
    line, point = supported(state, fact.seat, fact.id)
    if line is None:
        kind, _, number = fact.id.removeprefix("odds:").partition(":")
        name = catalogue(rules)[kind].name + (f" on the {number}" if number else " with a point")
        return Refusal(f"seat {fact.seat} has no {name}, so it cannot add odds", cites(cite))
    there = find(state.placed, fact.seat, fact.id)
    total = fact.cents + (there.cents if there else 0)
    return _refuse_odds_amount(rules, fact.id, total, line.cents, point)


def _refuse_odds_amount(rules: Rules, wager: str, cents: int, line_cents: int, point: int) -> Refusal | None:
    limit = odds_limit_cents(rules, wager, line_cents, point)
    even = even_cents(rules, wager, point, limit)
    if cents <= limit or cents == even:
        return None
    excess = "" if even == limit else f", or {dollars(even)} for an even payout"
    reason = (
        f"{dollars(cents)} in support of {dollars(line_cents)} with a point of {point}: the maximum is {dollars(limit)}"
    )
    named = PARAGRAPH[wager.split(":")[1]]
    posted = ("623a.3(b)(2)", "623a.5(i)") if limit == _posted_cents(rules, wager, point) else ()
    return Refusal(reason + excess, cites(named, "623a.6(e)", *posted, "623a.6(f)"))


def called_on_by(rules: Rules, wager: str) -> tuple[Citation, ...]:
    """623a.3(a)(5) and similar: the paragraph by which a wager can be called on."""
    cite = inactive_by(rules, wager) if wager in NAMED else None
    return () if cite is None else cites(cite)


def taken_down_by(wager: str) -> tuple[Citation, ...]:
    """623a.4(c), and (d) for the Don'ts: when a wager may come down."""
    return cites("623a.4(d)" if wager.partition(":")[0] in DONTS else "623a.4(c)")


def refuse_remove(rules: Rules, state: State, fact: Remove) -> Refusal | None:
    """623a.4(c) and (d)."""
    if state.phase is not Phase.BETTING:
        reason = "the dice are out: take a wager down before the roll that may decide it"
        return Refusal(reason, taken_down_by(fact.id))
    if fact.id == "pass" and state.point:
        reason = f"the come out point {state.point} is established: a Pass Bet can no longer be removed or reduced"
        return Refusal(reason, cites("623a.4(c)(1)"))
    if fact.id.startswith("come:"):
        reason = f"the come point {fact.id[5:]} is established: a Come Bet can no longer be removed or reduced"
        return Refusal(reason, cites("623a.4(c)(2)"))
    if fact.id == "fire":
        return Refusal("a Fire Bet cannot be reduced or removed before a loser 7", cites("623a.4(c)(3)"))
    return _refuse_unsupported(rules, state, fact)


def _refuse_unsupported(rules: Rules, state: State, fact: Remove) -> Refusal | None:
    """Refuse to reduce a Don't Bet below what its supplemental wager needs, unless that comes down with it (a reading)."""
    odds = unsupported(rules, state, fact)
    if odds is None or rules.reading("dont_with_odds") == "odds-come-down":
        return None
    cite = PARAGRAPH[odds.id.split(":")[1]]
    return Refusal(
        f"{dollars(odds.cents)} is laid in support of it: take down {odds.id} first", cites(cite, "623a.6(e)")
    )


def unsupported(rules: Rules, state: State, fact: Remove) -> Placed | None:
    """623a.6(b), (d), (e): the supplemental wager that would be too large for the rest of the wager it supports."""
    odds = find(state.placed, fact.seat, f"odds:{fact.id}")
    if odds is None:
        return None
    _, point = supported(state, fact.seat, odds.id)
    return odds if _refuse_odds_amount(rules, odds.id, odds.cents, fact.cents, point) else None


def refuse_working(rules: Rules, state: State, fact: Working) -> Refusal | None:
    """623a.3(a)(5) and similar: only a wager that is inactive on a come out roll can be called on."""
    placed = find(state.placed, fact.seat, fact.id)
    if state.phase is not Phase.BETTING:
        return Refusal("the dice are out: call a wager on before they are thrown", cites("623a.4(a)"))
    if placed is None:
        return Refusal(f"seat {fact.seat} has nothing on {fact.id}", cites("623a.4(a)"))
    cite = inactive_by(rules, fact.id)
    if cite is None:
        because = NAMED[fact.id][0].cite(NAMED[fact.id][1])
        return Refusal(f"{fact.id} works on every roll and cannot be called on or off", cites(because))
    if fact.on == (ON in placed.data):
        now = "on" if fact.on else "off for come out rolls"
        return Refusal(f"{fact.id} is already {now}", cites(cite))
    return None


def inactive_by(rules: Rules, wager: str) -> str | None:
    """The paragraph that makes a wager inactive on a come out roll, or None."""
    kind, argument = NAMED[wager]
    if kind.id in INACTIVE_ON_COME_OUT:
        return kind.cite(argument)
    return "623a.6(c)" if kind.id == "odds:come" and rules.reading("come_odds") == "off-on-come-out" else None


def call(state: State, fact: Working) -> Step[State]:
    """The dealer puts the "on" marker on the wager, or takes it off."""
    data = (ON,) if fact.on else ()
    marked = tuple(replace(p, data=data) if (p.seat, p.id) == (fact.seat, fact.id) else p for p in state.placed)
    return _step(replace(state, placed=marked))


def put(rules: Rules, state: State, fact: Wager) -> Step[State]:
    """Put chips on the layout and collect an up-front vigorish."""
    moves: tuple[Move, ...] = ()
    placed, parts = state.placed, broken_down(rules, fact)
    for part in parts:
        placed, more = place(placed, part)
        moves += more
    vigorish = up_front_cents(rules, fact.id, fact.cents)
    if vigorish:
        moves += (Move(seat_account(fact.seat), VIGORISH, vigorish),)
    deciding = state.deciding and fact.id not in LINE_BETS  # 623a.10(b): by a line bet a player wishes to play on
    waiting = state.fire_waiting or fact.id == "fire"
    after = _put(state, placed=placed, fire_waiting=waiting, deciding=deciding)
    said = (*_breakdown(fact, parts), *_vigorish(fact.seat, fact.id, vigorish, "collected"))
    return _step(after, said=said, moves=moves)


def _vigorish(seat: int, wager: str, cents: int, what: str) -> tuple[Said, ...]:
    """623a.5(g)(3): report a vigorish collected with a wager, or returned with it."""
    if not cents:
        return ()
    data = {"seat": seat, "wager": wager, "cents": cents}
    text = f"A vigorish of {dollars(cents)} is {what} for seat {seat}'s wager on {wager}."
    return (Said(text, cites("623a.5(g)(3)"), f"vigorish-{what}", data=data),)


def _breakdown(fact: Wager, parts: tuple[Wager, ...]) -> tuple[Said, ...]:
    if len(parts) == 1:
        return ()
    listed = " and ".join(f"{dollars(part.cents)} on {part.id}" for part in parts)
    cite = "623a.3(a)(21)" if fact.id == "whirl" else "623a.3(a)(20)"
    data = {"parts": [{"wager": part.id, "cents": part.cents} for part in parts]}
    return (Said(f"The layout has no area for it: {listed}.", cites(cite), "wager-broken-down", data=data),)


def broken_down(rules: Rules, fact: Wager) -> tuple[Wager, ...]:
    """623a.3(a)(20), (21): without an area of its own, a Horn High or Whirl Bet becomes a Horn Bet and one more unit."""
    parts = broken_into(rules, fact.id)
    if not parts:
        return (fact,)
    one = fact.cents // units_of(rules, fact.id)
    return replace(fact, id=parts[0], cents=fact.cents - one), replace(fact, id=parts[1], cents=one)


def cost_cents(rules: Rules, fact: Wager) -> int:
    """The stake, plus the vigorish if it is collected with the wager."""
    return fact.cents + up_front_cents(rules, fact.id, fact.cents)


def units_of(rules: Rules, wager: str) -> int:
    """The number of units of a wager that is broken down here, one of which is a separate wager; 0 if it is not broken down."""
    if not broken_into(rules, wager):
        return 0
    return rules.number("whirl_units" if wager == "whirl" else "horn_high_units")


def up_front_cents(rules: Rules, wager: str, cents: int) -> int:
    """623a.5(g)(3): the vigorish that is collected when the wager is made."""
    return vigorish_cents(rules, wager, cents) if rules.option("vigorish.when") == "up-front" else 0


def take_off(rules: Rules, state: State, fact: Remove) -> Step[State]:
    """Take a wager down in full or in part and return its up-front vigorish, if the submission reads the law so."""
    there = find(state.placed, fact.seat, fact.id)
    assert there is not None, "core.refuse rejects taking down a wager that is not on the layout"
    placed, moves = take_down(state.placed, fact)
    back = 0
    if rules.reading("vigorish_of_removed") == "returned":
        back = up_front_cents(rules, fact.id, there.cents - fact.cents)
        moves += (Move(VIGORISH, seat_account(fact.seat), back),) if back else ()
    line = as_made(fact.id)[0] if rules.reading("dont_come_replaced") == "next-roll" else fact.id
    mark = f"{fact.seat} {line}"
    withdrawn = (*state.withdrawn, mark) if line in DONTS and mark not in state.withdrawn else state.withdrawn
    said = _vigorish(fact.seat, fact.id, back, "returned")
    odds = unsupported(rules, state, fact)  # refused, unless it comes down as well
    with_it = () if odds is None else (give_back(odds, cites("623a.4(d)", PARAGRAPH[odds.id.split(":")[1]])),)
    placed = tuple(each for each in placed if each is not odds)
    return _step(replace(state, placed=placed, withdrawn=withdrawn), with_it, said, moves)
