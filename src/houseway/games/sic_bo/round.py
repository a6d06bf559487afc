"""625a.5: the round of play.

opening ── wagers (dice shaken meanwhile) ── no more bets ── throw ── lit ── paid ── wagers …
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from houseway.core import (
    Chance,
    Done,
    Due,
    Fact,
    Irregularity,
    Moment,
    NoMoreBets,
    Outcome,
    Placed,
    Procedure,
    Refusal,
    Remove,
    Repaired,
    Result,
    Said,
    Step,
    Stepped,
    Stopped,
    Wager,
    Wagers,
    Working,
    acts,
)
from houseway.core.frozen import replace
from houseway.core.wagering import collect_then_pay, shown_wagers
from houseway.equipment.dice import Dice, Shaker, throws
from houseway.games.sic_bo import steps
from houseway.games.sic_bo.irregularities import IRREGULARITIES, all_returned
from houseway.games.sic_bo.state import AUTOMATED, DEVICE, Phase, State, between_rounds, tossed
from houseway.games.sic_bo.wagers import WAGERS
from houseway.law import ProcedureStep, Rules, cites
from houseway.law.roles import at_least, role_name


def opening_state(rules: Rules) -> State:
    """A table that has not been inspected yet."""
    return State(Phase.OPENING, Shaker(rules.option("shaker")))


def due(rules: Rules, state: State) -> Due:
    """The law's order of the round; a device that has failed stops it."""
    if state.phase is Phase.OPENING and state.shaker.working:
        return Procedure("opening", cites("625a.5(a)"))
    if state.phase is Phase.LIT:
        return Procedure("settle", cites("625a.5(e)"))
    if state.phase is Phase.PAID:
        return Procedure("clear", cites("625a.5(f)"))
    if state.phase is Phase.THROWN:
        return _throw(rules)
    if not state.device.working and not tossed(state):
        return Stopped(DEVICE, cites("625a.7(b)"))
    if not state.shaker.working:
        return Stopped(AUTOMATED, cites("625a.7(c)", "625a.7(d)"), ("substitute-manual-shaker",))
    if not state.device.working:  # the dice have been tossed: 625a.7(b) settles their wagers first
        return Wagers(cites("625a.4(a)"), closes=cites("625a.5(c)"), early=_throw(rules))
    may = ["replace-dice"] + ["shake"] * state.shaker.shaken
    may += ["return-automated-shaker"] * (state.shaker.kind != rules.option("shaker"))
    needs = () if state.shaker.shaken else ("shake",)
    return Wagers(cites("625a.4(a)"), needs, tuple(may), closes=cites("625a.5(c)"), early=_throw(rules))


def _throw(rules: Rules) -> Chance:
    return Chance("throw of the dice", throws(rules.number("dice")), cites("625a.5(c)"))


def refuse(rules: Rules, state: State, fact: Fact) -> Refusal | None:
    """Refuse what 625a forbids beyond the core's own checks."""
    match fact:
        case Wager(how="verbal"):
            return acts.refuse_verbal(cites("625a.4(a)"))
        case Wager() | Remove() if tossed(state) and not state.device.working and _layout_is_fixed(rules):
            reason = (
                "the electrical device has failed: the wagers on the layout are settled, and none is made or changed"
            )
            return Refusal(reason, cites("625a.7(b)"))
        case NoMoreBets():
            return acts.refuse_announcer(fact, cites("625a.5(c)")) or _refuse_old_dice(rules, state, fact)
        case Result(by=by) if by not in ("", "dealer"):
            return Refusal(f"the dealer uncovers and announces the dice, not {role_name(by)}", cites("625a.5(d)"))
        case Remove() if state.phase is not Phase.BETTING:
            return acts.refuse_removal(cites("625a.5(c)", "625a.4(c)"))
        case Working():
            return Refusal("a wager here is always on: the next throw decides it", cites("625a.4(c)"))
        case Stepped():
            return steps.refuse(rules, state.shaker, fact)
        case Repaired(by=by) if not (at_least(by, "floorperson") or by == "gaming-laboratory"):
            return Refusal(
                f"{role_name(by)} cannot put a device back into use; a floorperson or above can",
                cites("625a.7(b)", "625a.7(d)"),
            )
        case Irregularity():
            return acts.refuse_report(rules, state, fact, IRREGULARITIES, cites("625a.7"))
    return None


def _layout_is_fixed(rules: Rules) -> bool:
    """625a.7(b): a reading says whether wagers may still be made and changed once the device has failed over tossed dice."""
    return rules.reading("device_fails_while_betting") == "layout-as-it-lies"


def _refuse_old_dice(rules: Rules, state: State, fact: NoMoreBets) -> Refusal | None:
    """625a.2(b): dice that are too old are replaced before they are revealed."""
    return steps.refuse_age(rules, state.shaker, fact.at) if state.phase is Phase.BETTING and _decides(rules) else None


def _decides(rules: Rules) -> bool:
    """625a.2(b): does the age of the dice count when they are revealed, and not only when they are shaken?"""
    return rules.reading("dice_too_old_when_revealed") == "void"


def advance(rules: Rules, state: State, fact: Fact) -> Step[State]:
    """Apply a fact that was not refused."""
    match fact:
        case Wager() | Remove():
            return acts.layout_changed(state, fact)
        case NoMoreBets():
            return acts.bets_closed(state, Phase.THROWN, cites("625a.5(c)"))
        case Result(value=dice):
            old = steps.refuse_age(rules, state.shaker, fact.at)
            if old is not None and _decides(rules):
                return all_returned(state, "625a.2(b)", f"The round is void: {old.reason}. Every wager is returned.")
            return _uncovered(rules, state, dice)
        case Done():
            return DONE[fact.procedure](rules, state, fact)
        case Irregularity(cite=cite):
            return IRREGULARITIES[cite][1](rules, state, fact)
        case Repaired(device=device):
            return _repaired(state, device)
        case _:
            return Step(state)


def key(rules: Rules, state: State) -> Hashable:
    """Leave out the age of the dice, which affects no wager."""
    return (
        state.phase,
        state.placed,
        tuple(sorted(state.device.entered)),
        state.device.working,
        state.shaker.kind,
        state.shaker.shaken,
        state.shaker.working,
    )


def view(rules: Rules, state: State, who: str) -> Mapping[str, Any]:
    """Everything is public. Covered dice, which nobody has seen, are not in the state."""
    return {
        "phase": state.phase.value,
        "dice": list(state.device.entered),
        "lit": list(state.device.lit),
        "shaker": state.shaker.kind,
        "wagers": shown_wagers(state.placed),
    }


def settings(rules: Rules, state: State) -> Mapping[str, str]:
    """Which shaker is in use now (a manual one may replace an automated one), and whether the spare is inspected."""
    return {"shaker": state.shaker.kind, "spare": rules.reading("substituted_shaker")}


def normal_notes(rules: Rules, state: State, step: ProcedureStep) -> Mapping[str, Any]:
    """Default notes of a passing step."""
    return steps.normal_notes(rules, state.shaker, step)


def _uncovered(rules: Rules, state: State, dice: Outcome) -> Step[State]:
    """625a.5(d): the cover is off, the values are announced and entered, the winning areas light up.

    Dice that were revealed before "no more bets" close the betting; a reading says whether they count.
    """
    assert isinstance(dice, tuple)
    early = state.phase is Phase.BETTING
    if early and rules.reading("result_before_no_more_bets") == "void":
        text = (
            'The dice were revealed before "no more bets" was announced: the round is void and every wager is returned.'
        )
        return all_returned(state, "625a.5(c)", text)
    winning = WAGERS.winning(dice, rules)
    device = state.device.enter(dice, winning)
    said = [
        Said(
            f"{', '.join(map(str, dice))}: total {sum(dice)}.",
            cites("625a.5(d)"),
            "result",
            data={"total": sum(dice)},
        )
    ]
    if device.working:
        said.append(
            Said(
                "The winning areas are lit.",
                cites("625a.5(d)", "625a.1(b)"),
                "illuminated",
                data={"areas": list(winning)},
            )
        )
    told = (*said, *acts.seen_early(cites("625a.5(c)"))) if early else tuple(said)
    return Step(replace(state, phase=Phase.LIT, device=device), said=told)


def _repaired(state: State, device: str) -> Step[State]:
    """625a.7(b), (d): the failed device works again. 625a.5(f): what it had lit before it failed is cleared."""
    if device == DEVICE:
        mended, because = replace(state, device=state.device.mend()), cites("625a.7(b)")
        text = "The electrical device is fixed, and nothing on it is lit."
    else:
        mended, because = replace(state, shaker=replace(state.shaker, working=True)), cites("625a.7(d)")
        text = "The automated shaker is fixed."
    return Step(mended, said=(Said(text, because, "device-repaired"),))


def _opened(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.5(a): the inspection is complete."""
    shaker = state.shaker.fill(*steps.dice_put_in(fact))
    return acts.opened_for_wagers(state, Phase.BETTING, cites("625a.5(a)"), shaker=shaker)


def _shaken(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.5(b): the dice are mixed."""
    return Step(replace(state, shaker=state.shaker.shake()))


def _settled(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.5(e): losing wagers are collected first, then winning ones paid. 625a.7(b): by hand where the device failed."""
    dice: Dice = state.device.entered
    by_hand = () if state.device.working else cites("625a.7(b)")

    def decide(placed: Placed) -> Any:
        payout, because = WAGERS.decide(placed.id, dice, rules)
        return payout, (*by_hand, *because)

    settled = collect_then_pay(state.placed, decide)
    if state.device.working:
        return Step(replace(state, phase=Phase.PAID, placed=()), settled)
    return Step(between_rounds(replace(state, placed=())), settled)


def _cleared(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.5(f): the lights go out, and wagers may be made again."""
    cleared = between_rounds(replace(state, device=state.device.clear()))
    return Step(cleared, said=(Said("The lights are cleared: place your wagers.", cites("625a.5(f)"), "cleared"),))


def _new_dice(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.2(b): fresh dice, which must be shaken again."""
    return Step(replace(state, shaker=state.shaker.fill(*steps.dice_put_in(fact))))


def _by_hand_instead(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.7(d): a manual shaker takes over, with the dice that were in it before, or with dice put into it now or when noted."""
    noted, emptied = (fact.data.get(name, {}) for name in ("625a.2(b)", "625a.7(d) remove-dice"))
    since, _ = steps.left_in(state.shaker, noted.get("noted", {}), Moment(noted.get("at", fact.at)))
    spare = state.shaker.replaced_by("manual", Moment(emptied.get("at", fact.at)))
    return Step(replace(state, shaker=spare.fill(since)))


def _automated_again(rules: Rules, state: State, fact: Done) -> Step[State]:
    """625a.1(d)(2): the automated shaker is tested and takes over again; its dice keep their age unless others are noted."""
    since, complies = steps.left_in(state.shaker, fact.data.get("625a.2(a)", {}).get("noted", {}), steps.NEVER)
    return Step(replace(state, shaker=state.shaker.replaced_by("automated", fact.at).fill(since, complies)))


def lump(rules: Rules, state: State, outcome: Outcome) -> Hashable:
    """Ignore the order of the dice."""
    assert isinstance(outcome, tuple)
    return tuple(sorted(outcome))


DONE: Mapping[str, Callable[[Rules, State, Done], Step[State]]] = {
    "opening": _opened,
    "shake": _shaken,
    "settle": _settled,
    "clear": _cleared,
    "replace-dice": _new_dice,
    "substitute-manual-shaker": _by_hand_instead,
    "return-automated-shaker": _automated_again,
}
