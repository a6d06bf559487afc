"""623a.5, 623a.6 and 623a.9(d), (e): settle every wager that a throw decides and prepare the next roll."""

from __future__ import annotations

from houseway.core import INVENTORY, LAYOUT, VIGORISH, Move, Placed, Said, Settled, Step, Verdict, seat_account
from houseway.core.frozen import changer, maker, replace
from houseway.core.wagering import collect, find, give_back
from houseway.games.craps.roll import POINTS, Roll, rolled
from houseway.games.craps.shooter import LOSER_7, give_up
from houseway.games.craps.state import Phase, State, come_bets
from houseway.games.craps.wagers import as_made, fate
from houseway.games.craps.wagers.fire import points_made
from houseway.games.craps.wagers.odds import PARAGRAPH
from houseway.games.craps.wagers.place import ON, vigorish_cents
from houseway.games.craps.wagers.wager_kind import Back, Lost, Stays, Won
from houseway.law import Citation, Rules, cites
from houseway.money import Cents, dollars

_step, _move, _settled = maker(Step[State]), maker(Move), maker(Settled)
_next_roll = changer(
    State, "phase", "dice", "rolled", "rethrow", "disputed", "drawn", "decided_on", "begun", "withdrawn", "placed"
)
_point_made, _point_set = changer(State, "point"), changer(State, "point", "fresh")
BOXES = {  # bets that move to the number thrown: the paragraph, and the place
    "come": ("623a.3(a)(3)", "Come Bet moves to"),
    "dont-come": ("623a.3(a)(4)", "Don't Come Bet moves beside"),
}


def settle(rules: Rules, state: State) -> Step[State]:
    """Collect losing wagers, then pay or return the others; undecided wagers stay and may move."""
    roll = rolled(state.dice, state.point, _all_work(rules, state))
    lost: list[Settled] = []
    others: list[Settled] = []
    staying: list[Placed] = []
    for placed in state.placed:
        match fate(rules, roll, placed):
            case Stays() as stays:
                staying.append(_marker_off(rules, roll, stays.placed))
            case Lost() as loses:
                lost.append(_named(collect(placed, loses.because), placed))
            case Back() as back:
                others.append(_named(give_back(placed, back.because), placed))
            case Won() as won:
                others.append(_named(_paid(rules, state, placed, won), placed))
    fires = tuple([p for p in staying if p.id == "fire"])
    after = _next_roll(
        state, phase=Phase.BETTING, dice=(), rolled=True, rethrow=False, disputed=False, drawn=False, decided_on=False,
        begun=True, withdrawn=(), placed=tuple(staying),
    )  # fmt: skip
    step = _table_after(rules, after, roll)
    marked = _fire_points(rules, state, fires, roll) if fires else ()
    passed = step.said if roll.loser_7 else ()  # 623a.9(d), (e): the dice are passed on when the wagers are settled
    said = (*(() if passed else step.said), *_moved(state, roll), *marked)
    notify = any(each.event == "surveillance-alerted" for each in marked)
    settled = (*lost, *others)
    if rules.reading("order_of_settlement") == "as-made":
        made = {(p.seat, *as_made(p.id)): n for n, p in enumerate(state.placed)}
        settled = tuple(sorted(settled, key=lambda each: made[each.seat, each.wager, each.about.get("number")]))
    return _step(replace(step.state, notify=True) if notify else step.state, settled, said, after=passed)


def _all_work(rules: Rules, state: State) -> bool:
    """623a.10(b): of the rolls that only decide Come Bets, is only the first one a come out roll (a reading)?"""
    return state.deciding and state.decided_on and rules.reading("off_rolls") == "first-roll-inactive"


def _marker_off(rules: Rules, roll: Roll, placed: Placed) -> Placed:
    """The "on" marker stays on a wager, or counts for one come out roll (a reading)."""
    if not roll.come_out or ON not in placed.data or rules.reading("called_on") != "next-come-out":
        return placed
    return replace(placed, data=())


def _named(settled: Settled, placed: Placed) -> Settled:
    """Settle a moved Come Bet under its original id, with its number added, and a Fire Bet with its points."""
    if ":" not in placed.id and placed.id != "fire":
        return settled
    made, number = as_made(placed.id)
    about: dict[str, int] = {} if number is None else {"number": number}
    if placed.id == "fire":
        about = {"points": points_made(placed)}
    return replace(settled, wager=made, about=about) if about or made != settled.wager else settled


def _paid(rules: Rules, state: State, placed: Placed, won: Won) -> Settled:
    """Pay the winning units less any vigorish and collect the losing ones."""
    payout, seat = rules.payout(won.line), seat_account(placed.seat)
    winning = placed.cents * won.units // won.of
    winnings = payout.odds.winnings(Cents(winning))
    assert winnings is not None, "core.refuse rejects a stake whose payout is not whole cents"
    moves = [_move(LAYOUT, seat, winning), _move(INVENTORY, seat, winnings)]
    if winning < placed.cents:
        moves.insert(0, Move(LAYOUT, INVENTORY, placed.cents - winning))
    because = [*won.because, payout.cite, *_with_odds(state, placed)]
    vigorish = vigorish_cents(rules, placed.id, placed.cents) if rules.option("vigorish.when") == "on-win" else 0
    if vigorish:
        moves.append(Move(seat, VIGORISH, vigorish))
        because += cites("623a.5(g)(3)")
    return _settled(placed.seat, placed.id, placed.cents, Verdict.WON, tuple(moves), tuple(because))


def _with_odds(state: State, placed: Placed) -> tuple[Citation, ...]:
    """623a.6(a)(1) and similar: a line wager with a supplemental wager is itself paid 1 to 1."""
    line = as_made(placed.id)[0]
    if line in PARAGRAPH and find(state.placed, placed.seat, f"odds:{placed.id}") is not None:
        return cites(f"{PARAGRAPH[line]}(1)")
    return ()


def _table_after(rules: Rules, state: State, roll: Roll) -> Step[State]:
    """Turn the point on or off; after a loser 7 the shooter must pass the dice."""
    if roll.loser_7:
        return give_up(rules, replace(state, point=0), LOSER_7, "A loser 7: the shooter passes the dice.")
    if roll.point_made:
        text = f"The point {roll.point} is made; the next roll is a come out roll."
        return _step(_point_made(state, point=0), said=(Said(text, cites("623a.1[Come out roll]"), "point-made"),))
    if not roll.come_out:
        return _step(state)
    if state.deciding:
        return _step(replace(state, deciding=bool(come_bets(state)), decided_on=True))
    if roll.total in POINTS:
        text = f"The come out point is {roll.total}."
        said = Said(text, cites("623a.1[Come out point]"), "point-established", data={"point": roll.total})
        return _step(_point_set(state, point=roll.total, fresh=False), said=(said,))
    return _step(replace(state, fresh=False) if state.fresh else state)


def _moved(state: State, roll: Roll) -> tuple[Said, ...]:
    """623a.3(a)(3), (4): the dealer moves Come and Don't Come Bets to the number that was thrown."""
    if roll.total not in POINTS:
        return ()
    said = []
    for placed in state.placed:
        if placed.id in BOXES:
            cite, moves = BOXES[placed.id]
            data = {"seat": placed.seat, "wager": placed.id, "number": roll.total}
            text = f"Seat {placed.seat}'s {moves} the {roll.total}."
            said.append(Said(text, cites(cite), "wager-moved", data=data))
    return tuple(said)


def _fire_points(rules: Rules, state: State, fires: tuple[Placed, ...], roll: Roll) -> tuple[Said, ...]:
    """623a.11(a)(4), (6): mark a point just made, and notify surveillance after four different ones."""
    if not roll.point_made:
        return ()
    before = {p.seat: points_made(p) for p in state.placed if p.id == "fire"}
    made = max(points_made(placed) for placed in fires)
    if all(points_made(placed) == before[placed.seat] for placed in fires):
        text = f"The point {roll.point} was made before: still {made} different points."
        return (Said(text, cites("623a.11(b)(2)"), "fire-points", data={"points": made, "notify": False}),)
    reached = rules.number("fire_notify_points")
    notify = any(points_made(placed) == reached and before[placed.seat] < reached for placed in fires)
    text = f"A Fire Bet point marker with {made} on it goes to the {roll.point}."
    data = {"number": roll.point, "points": made, "notify": notify}
    marked = Said(text, cites("623a.11(a)(4)"), "fire-points", data=data)
    return (marked, _alert(fires, made)) if notify else (marked,)


def _alert(fires: tuple[Placed, ...], points: int) -> Said:
    """623a.11(a)(6): surveillance is alerted, to confirm all Fire Bets and payouts."""
    wagered = sum(placed.cents for placed in fires)
    text = f"Alert to surveillance: {points} different points are made; confirm all Fire Bets ({len(fires)}, {dollars(wagered)})."
    data = {"points": points, "bets": len(fires), "wagered_cents": wagered}
    return Said(text, cites("623a.11(a)(6)"), "surveillance-alerted", data=data)
