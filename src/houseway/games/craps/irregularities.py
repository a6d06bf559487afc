"""623a.8(b) to (e), 623a.9(b), (c) and 623a.10(a)(2): who may report what, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.core import Irregularity, Refusal, Role, Said, Step
from houseway.core.frozen import replace
from houseway.equipment.dice import FACES
from houseway.games.craps.shooter import give_up, needs
from houseway.games.craps.state import Phase, State
from houseway.law import Rules, cites

MINI = "mini-craps"
REASONS = ("delay", "invalid-rolls", "violation")
BANK = "623a.8(c)(3)"
IMPROPER = "623a.8(c)(6)"
NO_ROLL = {
    "623a.8(c)(1)": "the dice did not leave the shooter's hand together",
    "623a.8(c)(2)": "a die did not strike the far end of the table",
    BANK: "a die came to rest on the bank of chips in front of the boxperson",
    "623a.8(c)(4)": "a die came to rest in the dice cup or on a rail",
    "623a.8(c)(5)": "a cheating device or technique was used",
    IMPROPER: "the throw was improper",
}


CREW = (Role.DEALER, Role.STICKPERSON, Role.BOXPERSON, Role.FLOORPERSON)
MINI_CREW = {True: (Role.DEALER, Role.STICKPERSON, Role.FLOORPERSON), False: (Role.DEALER, Role.FLOORPERSON)}


def crew(rules: Rules) -> tuple[Role, ...]:
    """The crew: only Craps has a boxperson, and Mini-Craps may have no stickperson."""
    return CREW if rules.game != MINI else MINI_CREW[bool(rules.option("stickperson"))]


def throw_callers(rules: Rules) -> tuple[Role, ...]:
    """623a.9(a): the stickperson calls out the throw at Craps, the dealer or a stickperson at Mini-Craps."""
    if rules.game != MINI:
        return (Role.STICKPERSON,)
    return (Role.DEALER, Role.STICKPERSON) if rules.option("stickperson") else (Role.DEALER,)


def callers(rules: Rules, cite: str) -> tuple[Role, ...]:
    """623a.8(e): who may call "no roll"; whether (c)(6) leaves some of them out is a reading."""
    if rules.game != MINI:
        return Role.BOXPERSON, Role.STICKPERSON
    named = cite == IMPROPER and rules.reading("no_roll_persons") == "subsection-e"
    return tuple(role for role in crew(rules) if not named or role != Role.FLOORPERSON)


def _thrown(rules: Rules, state: State, cite: str) -> Refusal | None:
    """Refuse if no throw can be waiting. The betting need not be closed first: a throw closes it."""
    if state.phase not in (Phase.BETTING, Phase.THROWN):
        return Refusal("no thrown dice are waiting to be called", cites(cite))
    missing = needs(state) if state.phase is Phase.BETTING else ()
    if missing:
        first = rules.procedure(missing[0])
        return Refusal(f"no dice can have been thrown yet; first: {first.says}", cites(cite, first.cite))
    return None


def _refuse_no_roll(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    who, listed = callers(rules, fact.cite), "623a.8(e)(2)" if rules.game == MINI else "623a.8(e)(1)"
    if fact.by not in who:
        because = cites(fact.cite, listed) if fact.cite == IMPROPER else cites(listed)
        return Refusal(f'"no roll" is called by the {" or ".join(who)} here, not by a {fact.by}', because)
    if fact.cite == BANK and rules.game == MINI:
        return Refusal("only Craps has a bank of chips in front of a boxperson", cites(BANK))
    return _thrown(rules, state, fact.cite)


def _again(state: State, fact: Irregularity, text: str) -> Step[State]:
    """Void the roll: the dice are thrown again, and until then wagers can be made and taken down as before it."""
    before = replace(state, phase=Phase.BETTING, dice=(), rolled=True, rethrow=True, disputed=False, drawn=False)
    return Step(before, said=(Said(text, cites(fact.cite), "result-voided"),))


def _no_roll(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    return _again(state, fact, f"No roll: {NO_ROLL[fact.cite]}. The dice are thrown again.")


def _refuse_invalid(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if fact.by not in crew(rules):
        return Refusal(f"the roll is called by the crew, not by a {fact.by}", cites(fact.cite))
    return _thrown(rules, state, fact.cite)


def _invalid(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    return _again(
        state, fact, "An invalid roll: a die left the table, or one lies on the other. The dice are thrown again."
    )


def _refuse_contact(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    reason = "dice that touch chips or plaques, other than the boxperson's bank, are still a valid roll"
    return Refusal(reason, cites("623a.8(d)"))


def _unreachable(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    raise AssertionError(f"{fact.cite} is always refused")


def _cocked(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    return _again(state, fact, "A die rests on more than one side: the roll is void. The dice are thrown again.")


def judge_of_faces(rules: Rules) -> tuple[str, str]:
    """623a.9(c): the role that decides which face is uppermost, and its paragraph."""
    return ("floorperson", "623a.9(c)(2)") if rules.game == MINI else ("boxperson", "623a.9(c)(1)")


def faces_found(fact: Irregularity) -> tuple[int, int] | None:
    """The faces determined to be uppermost, or None."""
    dice = fact.about.get("dice")
    if not isinstance(dice, list | tuple) or len(dice) != 2 or any(type(f) is not int or f not in FACES for f in dice):
        return None
    return dice[0], dice[1]


def _refuse_dispute(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    role, cite = judge_of_faces(rules)
    if fact.cite != cite:
        return Refusal(f"in this game a dispute is decided under {cite}", cites(cite))
    if fact.by != role:
        return Refusal(f"the {role} decides which face is uppermost, not a {fact.by}", cites(cite))
    if faces_found(fact) is None and fact.about.get("void") is not True:
        return Refusal('say which faces are uppermost, like "dice": [2, 5], or "void": true', cites(cite))
    if state.phase is Phase.CALLED:
        return _refuse_after_call(rules, state, role, cite)
    if state.phase is Phase.BETTING:
        ended = "one that is void counts for nothing" if state.rethrow else "one that is settled stands"
        return Refusal(f"no throw lies on the table to be disputed; {ended}", cites(cite))
    return _thrown(rules, state, cite)


def _refuse_after_call(rules: Rules, state: State, role: str, cite: str) -> Refusal | None:
    """A drawn throw is beyond dispute, and one decision ends a dispute; whether the call ends it is a reading."""
    one, other = state.dice
    if state.drawn:
        return Refusal(f"the table itself drew {one} and {other}: no face is in dispute", cites(cite, "623a.9(a)"))
    if state.disputed:
        return Refusal(f"the {role} has decided which faces of this throw are uppermost", cites(cite))
    if rules.reading("disputed_until") == "call":
        return Refusal(f"the throw was called as {one} and {other}: it can no longer be disputed", cites(cite))
    return None


def _void_by_dispute(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    return _again(state, fact, f"The {fact.by} orders the throw void. The dice are thrown again.")


def _refuse_order(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    role, cite = "dealer" if rules.game == MINI else "boxperson", cites("623a.10(a)(2)")
    if fact.by != role:
        return Refusal(f"the {role} may order the shooter to pass the dice, not a {fact.by}", cite)
    if fact.about.get("reason") not in REASONS:
        return Refusal(f'name the reason, "reason": one of {", ".join(REASONS)}', cite)
    if state.shooter == 0:
        return Refusal("there is no shooter to pass the dice; they are being offered", cite)
    if state.dice:
        return Refusal("a throw is on the table: settle it first, then order it", cite)
    return None


def _order(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    """Order the shooter to pass the dice, even with the dice out, for delays or repeated invalid rolls."""
    ordered = replace(state, phase=Phase.BETTING, rethrow=False, ordered=state.shooter)
    return give_up(rules, ordered, "623a.10(a)(2)", f"Seat {state.shooter} is ordered to pass the dice.")


REPORTS_OF_THROWS = ("623a.8(b)", *NO_ROLL, "623a.9(b)")
Judge = Callable[[Rules, State, Irregularity], Refusal | None]
Follow = Callable[[Rules, State, Irregularity], Step[State]]
IRREGULARITIES: Mapping[str, tuple[Judge, Follow]] = {
    "623a.8(b)": (_refuse_invalid, _invalid),
    **dict.fromkeys(NO_ROLL, (_refuse_no_roll, _no_roll)),
    "623a.8(d)": (_refuse_contact, _unreachable),
    "623a.9(b)": (_refuse_invalid, _cocked),
    "623a.9(c)(1)": (_refuse_dispute, _void_by_dispute),
    "623a.9(c)(2)": (_refuse_dispute, _void_by_dispute),
    "623a.10(a)(2)": (_refuse_order, _order),
}
