"""623a.7 and 623a.10: the order in which the dice are offered, who takes them and who must give them up."""

from __future__ import annotations

from functools import lru_cache

from houseway.core import Asked, Choose, Option, Refusal, Said, Step, in_words, seat_account
from houseway.core.frozen import replace
from houseway.games.craps.state import LINE_BETS, Phase, State, come_bets, has_line_bet, occupied
from houseway.games.craps.wagers.fire import CLOSED
from houseway.law import Rules, cites

ACCEPT, REJECT, PASS, DECIDE = "accept-dice", "reject-dice", "pass-dice", "decide-come-bets"
WHEN = {
    ACCEPT: "when the dice are offered to you",
    REJECT: "when the dice are offered to you",
    PASS: "while you have the dice and wagers are made",
    DECIDE: "when nobody else will shoot and Come or Don't Come Bets remain",
}
LOSER_7 = "623a.10(a)(1)"
SUPPORTER = 2  # the seat that shoots for the wager whose odds are computed


def seats(rules: Rules, state: State) -> int:
    """Number of positions that the dice go around, including the `SUPPORTER` at a one-seat table."""
    return max(rules.boxes, *(placed.seat for placed in state.placed), 1)


def left_of(rules: Rules, state: State, seat: int) -> int:
    """The next position clockwise. Seats are numbered clockwise from the left of the boxperson or dealer."""
    return seat % seats(rules, state) + 1


def in_turn(rules: Rules, state: State) -> tuple[int, ...]:
    """The occupied seats, in the order in which they are offered the dice.

    A player who was ordered to pass them is left out until another player has had them (a reading).
    """
    first = state.offered if state.shooter == 0 else left_of(rules, state, state.shooter)
    offered = occupied(state) - barred(rules, state)
    if state.point and rules.reading("passed_with_a_point") == "line-bet-on-the-layout":
        offered = frozenset(seat for seat in offered if has_line_bet(state, seat)) or offered
    if state.rejected:
        offered = offered.difference(state.rejected) or offered  # when all have rejected them, all are asked again
    round_the_table = sorted(offered)  # seats are numbered clockwise
    return tuple(
        [seat for seat in round_the_table if seat >= first] + [seat for seat in round_the_table if seat < first]
    )


def barred(rules: Rules, state: State) -> frozenset[int]:
    """623a.10(a)(2): the seat that was ordered to pass the dice and does not get them back yet."""
    if state.ordered == 0 or rules.reading("ordered_off") != "until-another-shoots":
        return frozenset()
    return frozenset((state.ordered,))


def offered_to(rules: Rules, state: State) -> int:
    """The seat that is offered the dice now; 0 if there is none."""
    return next(iter(in_turn(rules, state)), 0)


def needs_shooter(state: State) -> bool:
    """Whether no seat has the dice, or the shooter has no Pass or Don't Pass Bet for the come out roll (623a.8(a))."""
    if state.shooter == 0:
        return True
    return state.point == 0 and not state.deciding and not has_line_bet(state, state.shooter)


def needs(state: State) -> tuple[str, ...]:
    """The procedures before the dice are thrown."""
    found = ["notify-surveillance"] if state.notify else []
    if state.shooter and not state.holding:
        found.append("select-dice")  # 623a.8(a): the line bet is asked of a shooter who has selected the dice
    if needs_shooter(state):
        found.append("offer-dice")
    return (*found, "bring-in-fire-bets") if state.fire_waiting else tuple(found)


def gives_way(state: State) -> bool:
    """Has the shooter selected dice and made no line bet? Then the dice are offered on from there."""
    return state.shooter != 0 and state.holding and needs_shooter(state)


def taker(rules: Rules, state: State) -> tuple[int, bool] | None:
    """The default taker of the dice, and whether only to decide Come Bets; None if there is no taker.

    For a come out roll it is the first in turn with a Pass or Don't Pass Bet, which counts as accepting the dice. With a
    point on, a successor can no longer make one, so it is the first with any wager, or simply the first (a reading).
    """
    order = [seat for seat in in_turn(rules, state) if seat not in state.rejected]
    if state.point:
        anyone = rules.reading("taker_with_a_point") == "first-in-turn"
        at_stake = set(order) if anyone else {placed.seat for placed in state.placed}
        return next(((seat, False) for seat in order if seat in at_stake), None)
    for seat in order:
        if has_line_bet(state, seat):
            return seat, False
    last = state.shooter or state.previous
    away = bool(state.present) and last not in occupied(state)
    if not last or away or last in (*barred(rules, state), *state.rejected) or not come_bets(state):
        return None
    return last, True


def may_decide(rules: Rules, state: State) -> bool:
    """623a.10(b): may a player roll only to decide the remaining Come or Don't Come Bets? Not with a line bet on the layout."""
    if state.point or offered_to(rules, state) != state.previous or not come_bets(state):
        return False
    return not any(placed.id in LINE_BETS for placed in state.placed)


def asked(rules: Rules, state: State) -> tuple[Asked, ...]:
    """The player who may accept or reject the dice while they are offered."""
    seat = offered_to(rules, state)
    return _offer(seat, bool(state.previous), may_decide(rules, state)) if seat else ()


@lru_cache(maxsize=256)
def _offer(seat: int, passed_on: bool, deciding: bool) -> tuple[Asked, ...]:
    because = cites("623a.10(c)" if passed_on else "623a.7(b)")
    options = [Option(ACCEPT, because), Option(REJECT, because)]
    if deciding:
        options.append(Option(DECIDE, cites("623a.10(b)")))
    return (Asked(seat_account(seat), tuple(options)),)


def passer(rules: Rules, state: State) -> int:
    """623a.10(a): the shooter, who may give the dice up; 0 where that takes a roll first (a reading)."""
    return state.shooter if state.rolled or rules.reading("pass_before_a_roll") == "may-pass" else 0


@lru_cache(maxsize=64)
def may_pass(seat: int) -> tuple[Asked, ...]:
    """623a.10(a): the shooter may give the dice up."""
    return () if seat == 0 else (Asked(seat_account(seat), (Option(PASS, cites("623a.10(a)")),)),)


def chosen(rules: Rules, state: State, fact: Choose) -> Step[State]:
    """A player accepts or rejects the dice, or passes them on."""
    seat = offered_to(rules, state)
    match fact.choice:
        case "accept-dice":
            return take_dice(rules, state, seat)
        case "decide-come-bets":
            return decide_only(state, seat)
        case "pass-dice":
            return give_up(rules, state, "623a.10(a)", f"Seat {state.shooter} passes the dice.")
    rejected = tuple(sorted({*state.rejected, seat}))
    return Step(replace(state, offered=left_of(rules, state, seat), rejected=rejected))


def refuse_choice(rules: Rules, state: State, fact: Choose) -> Refusal | None:
    """Refuse a choice about the dice that is not this player's now."""
    open_now = may_pass(passer(rules, state)) if state.shooter else asked(rules, state)
    if state.phase is Phase.BETTING and any(
        each.who == fact.who and fact.choice in [option.choice for option in each.options] for each in open_now
    ):
        return None
    if fact.choice == PASS:
        return Refusal(f"the dice can be passed {_when_passed(rules, state)}", cites("623a.10(a)"))
    if fact.choice == DECIDE:
        reason = "only the previous shooter rolls without a line bet, when nobody else will shoot and Come Bets remain"
        return Refusal(reason, cites("623a.10(b)"))
    seat = offered_to(rules, state) if state.shooter == 0 else 0
    now = f"they are offered to seat {seat} now" if seat else f"seat {state.shooter} has them"
    return Refusal(f"the dice are not offered to {in_words(fact.who)}: {now}", cites(_offered_by(state)))


def _when_passed(rules: Rules, state: State) -> str:
    if state.shooter and state.phase is not Phase.BETTING:
        return "after the throw is settled"
    if state.shooter and not passer(rules, state):
        return "only after a roll"
    return f"by the shooter only, and {f'seat {state.shooter}' if state.shooter else 'nobody'} has them"


def _offered_by(state: State) -> str:
    """The paragraph under which the dice are offered."""
    return "623a.10(c)" if state.previous or state.begun else "623a.7(b)"


def leave(rules: Rules, state: State, seat: int) -> Step[State]:
    """A player takes all chips away; a shooter without a wager gives up the dice by that."""
    left = replace(state, present=tuple(each for each in state.present if each != seat))
    if seat != state.shooter or state.phase is not Phase.BETTING or seat in occupied(left):
        return Step(left)
    return give_up(rules, left, "623a.10(c)", f"Seat {seat} leaves the table and gives up the dice.")


def take_dice(rules: Rules, state: State, seat: int) -> Step[State]:
    """623a.7(c), 623a.10(d): the first to accept becomes the shooter."""
    passed: tuple[Said, ...] = ()
    if state.shooter:  # without a line bet the shooter gives up the dice
        text = f"Seat {state.shooter} has no Pass or Don't Pass Bet and gives up the dice."
        step = give_up(rules, state, "623a.8(a)", text)
        state, passed = step.state, step.said
    fresh = state.fresh or seat != state.stale
    taken = replace(
        state, shooter=seat, previous=0, offered=0, rejected=(), holding=False, deciding=False, ordered=0, fresh=fresh, stale=0,
        rolled=False,
    )  # fmt: skip
    because = cites("623a.10(d)" if state.begun else "623a.7(c)")
    said = Said(f"Seat {seat} is the shooter.", because, "shooter", data={"shooter": seat})
    return Step(taken, said=(*passed, said))


def decide_only(state: State, seat: int) -> Step[State]:
    """623a.10(b): roll without a line bet, marker off, only to decide the remaining Come and Don't Come Bets."""
    shooting = replace(state, shooter=seat, previous=0, offered=0, rejected=(), fresh=False, deciding=True)
    text = f"Seat {seat} rolls only to decide the remaining Come and Don't Come Bets; the marker is off."
    return Step(shooting, said=(Said(text, cites("623a.10(b)"), "shooter", data={"shooter": seat, "deciding": True}),))


def give_up(rules: Rules, state: State, cite: str, text: str) -> Step[State]:
    """Return the dice to the set and offer them to the left; a pending Fire Bet stays until the next loser 7."""
    placed = state.placed
    if rules.reading("fire_successor") == "points-stand" and not state.fresh:
        placed = tuple(
            replace(p, data=(CLOSED, *p.data)) if p.id == "fire" and CLOSED not in p.data else p for p in placed
        )
    ended = cite == LOSER_7 or rules.reading("new_shooter") == "yes"
    stale = 0 if ended or state.fresh else state.shooter
    given = replace(
        state, placed=placed, previous=state.shooter, shooter=0, offered=left_of(rules, state, state.shooter),
        rejected=(), holding=False, fresh=stale == 0, stale=stale, deciding=False, begun=True,
    )  # fmt: skip
    return Step(given, said=(Said(text, cites(cite), "dice-passed", data={"seat": state.shooter}),))
