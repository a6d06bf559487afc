"""625a.7: for each irregularity, who may report it, when, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from houseway.core import (
    Irregularity,
    Refusal,
    Said,
    Step,
)
from houseway.core.frozen import replace
from houseway.core.wagering import give_back
from houseway.games.sic_bo.state import AUTOMATED, DEVICE, Phase, State, between_rounds, tossed
from houseway.law import Rules, cites
from houseway.law.roles import at_least, role_name


def all_returned(state: State, cite: str, text: str) -> Step[State]:
    """Void the round and return every wager."""
    because = cites(cite)
    settled = tuple(give_back(placed, because) for placed in state.placed)
    return Step(
        between_rounds(replace(state, placed=(), device=state.device.clear())),
        settled,
        (Said(text, because, "round-voided"),),
    )


def _refuse_no_roll(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if fact.by != "dealer":
        return Refusal(f'"no roll" is called by the dealer, not by {role_name(fact.by)}', cites("625a.7(a)"))
    if state.phase is not Phase.THROWN and not (state.phase is Phase.BETTING and state.shaker.shaken):
        return Refusal("no tossed dice are waiting to be read", cites("625a.7(a)", "625a.5(d)"))
    return None


def _no_roll(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    return all_returned(state, "625a.7(a)", "No roll: the dice did not all land flat. Every wager is returned.")


def _refuse_device_failed(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if not state.device.working:
        return Refusal("it has been reported already", cites("625a.7(b)"))
    if state.phase not in (Phase.THROWN, Phase.LIT, Phase.PAID) and not tossed(state):
        return Refusal(
            "the dice are not uncovered; a device that fails before then is reported under 625a.1(b)",
            cites("625a.7(b)"),
        )
    if fact.by != "dealer" and not at_least(fact.by, "floorperson"):
        return Refusal(
            f"{role_name(fact.by)} does not settle wagers by hand; the dealer does, before a floorperson or above",
            cites("625a.7(b)"),
        )
    if not any(at_least(str(role), "floorperson") for role in (fact.by, fact.about.get("present"))):
        reason = 'the dealer settles in the presence of a floorperson or above: add "present": "floorperson"'
        return Refusal(reason, cites("625a.7(b)"))
    return None


def _device_failed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    text = "The electrical device has failed: wagers are settled before a floorperson, then gaming stops until it is fixed."
    failed = replace(state, device=state.device.fail())
    if state.phase is Phase.PAID:
        failed = between_rounds(failed)
    return Step(failed, said=(Said(text, cites("625a.7(b)"), "device-failed", data={"device": DEVICE}),))


def _refuse_no_device(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    covered = (state.phase is Phase.BETTING and not tossed(state)) or (
        state.phase is Phase.THROWN and state.shaker.kind == "manual"
    )
    if state.phase is Phase.OPENING:
        return Refusal("the table is not open: leave the test of a failed device undone", cites("625a.5(a)(1)"))
    if not state.device.working:
        return Refusal("it has been reported already", cites("625a.1(b)", "625a.7(b)"))
    if not state.shaker.working:
        return Refusal("gaming has already stopped: fix the shaker first", cites("625a.7(d)"))
    if not covered:
        reason = "this applies only before the dice are uncovered or tossed; afterwards 625a.7(b) does"
        return Refusal(reason, cites("625a.1(b)", "625a.7(b)"))
    return _refuse_role(fact, "625a.1(b)")


def _no_device(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    if rules.reading("device_before_uncovering") == "wagers-stand":
        text = "The electrical device has failed before the dice were uncovered. Wagers stay until it is fixed."
        said = Said(text, cites("625a.1(b)"), "device-failed", data={"device": DEVICE})
        return Step(replace(between_rounds(state), device=state.device.fail()), said=(said,))
    step = all_returned(
        state,
        "625a.1(b)",
        "The electrical device has failed before the dice were uncovered. Every wager is returned.",
    )
    return replace(step, state=replace(step.state, device=step.state.device.fail()))


SHAKER_TOO_SOON = "the table is not open, so no round can be void; an unusable shaker falls under 625a.7(d)"
ALREADY_TOSSED = (
    "the automated shaker has tossed the dice of this round, and they count; if the toss failed, report 625a.7(c)"
)
SHAKER_TOO_LATE = "the dice of this round have been tossed: report it after the round"


def _refuse_shaker_failed(rules: Rules, state: State, fact: Irregularity) -> Refusal | None:
    if state.shaker.kind != "automated":
        return Refusal("no automated shaker is in use", cites(fact.cite))
    if not state.shaker.working:
        return Refusal("it is out of order already", cites("625a.7(d)"))
    when = {"625a.7(c)": (Phase.BETTING, Phase.THROWN), "625a.7(d)": (Phase.OPENING, Phase.BETTING)}[fact.cite]
    if state.phase not in when or (tossed(state) and not state.device.working):
        return Refusal(SHAKER_TOO_SOON if state.phase is Phase.OPENING else SHAKER_TOO_LATE, cites(fact.cite))
    if fact.cite == "625a.7(d)" and tossed(state):
        return Refusal(ALREADY_TOSSED, cites("625a.7(d)", "625a.5(d)"))
    return _refuse_role(fact, fact.cite)


def _refuse_role(fact: Irregularity, cite: str) -> Refusal | None:
    if fact.by != "dealer" and not at_least(fact.by, "floorperson"):
        return Refusal(
            f"{role_name(fact.by)} cannot report this; the dealer, or a floorperson or above, can", cites(cite)
        )
    return None


def _shaker_failed(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    step = all_returned(
        state, "625a.7(c)", "The automated shaker failed: the round is void and every wager is returned."
    )
    return replace(step, state=replace(step.state, shaker=step.state.shaker.fail()))


def _shaker_unusable(rules: Rules, state: State, fact: Irregularity) -> Step[State]:
    text = "The automated shaker cannot be used: take out the dice and cover or mark it before a manual shaker is used."
    if rules.reading("shaker_before_activation") == "void" and state.placed:
        step = all_returned(state, "625a.7(d)", f"{text} The round is void and every wager is returned.")
        return replace(step, state=replace(step.state, shaker=step.state.shaker.fail()))
    return Step(
        replace(state, shaker=state.shaker.fail()),
        said=(Said(text, cites("625a.7(d)"), "device-failed", data={"device": AUTOMATED}),),
    )


Judge = Callable[[Rules, State, Irregularity], Refusal | None]
Follow = Callable[[Rules, State, Irregularity], Step[State]]
IRREGULARITIES: Mapping[str, tuple[Judge, Follow]] = {
    "625a.7(a)": (_refuse_no_roll, _no_roll),
    "625a.7(b)": (_refuse_device_failed, _device_failed),
    "625a.7(c)": (_refuse_shaker_failed, _shaker_failed),
    "625a.7(d)": (_refuse_shaker_failed, _shaker_unusable),
    "625a.1(b)": (_refuse_no_device, _no_device),
}
