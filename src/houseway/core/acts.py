"""Acts that most chapters treat the same way: chips on and off the layout, who may announce what, and reports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol, TypeVar

from houseway.core.facts import Irregularity, NoMoreBets, Remove, Stepped, Wager
from houseway.core.frozen import replace
from houseway.core.step import Placed, Refusal, Said, Step
from houseway.core.wagering import place, take_down
from houseway.law import Citation, Rules, cites
from houseway.law.errors import shown
from houseway.law.roles import at_least, role_name


class WithLayout(Protocol):
    """A state that keeps its wagers in `placed`, as nearly all do."""

    @property
    def placed(self) -> tuple[Placed, ...]:
        """The wagers on the layout."""


S = TypeVar("S")
L = TypeVar("L", bound=WithLayout)
# By paragraph: why a report of it is unlawful now, and what follows from a lawful one
Irregularities = Mapping[str, tuple[Callable[..., Refusal | None], Callable[..., Step[Any]]]]


def layout_changed(state: L, fact: Wager | Remove) -> Step[L]:
    """Chips are put on a wager, or taken off."""
    after, moves = place(state.placed, fact) if isinstance(fact, Wager) else take_down(state.placed, fact)
    return Step(replace(state, placed=after), moves=moves)


def bets_closed(state: S, phase: str, because: tuple[Citation, ...], **changes: Any) -> Step[S]:
    """No more bets are taken: the round continues in its next phase."""
    said = Said("No more bets.", because, "no-more-bets")
    return Step(replace(state, phase=phase, **changes), said=(said,))


def opened_for_wagers(state: S, phase: str, because: tuple[Citation, ...], **changes: Any) -> Step[S]:
    """The table has been opened: wagers are taken in this phase."""
    return Step(replace(state, phase=phase, **changes), said=(Said("The table is open: place your wagers.", because),))


def seen_early(because: tuple[Citation, ...]) -> tuple[Said, ...]:
    """A result that was seen before "no more bets" closes the betting; the wagers on the layout stand."""
    text = 'The result was seen before "no more bets" was announced: the betting is closed, and the wagers on the layout stand.'
    return (Said(text, because),)


def refuse_announcer(fact: NoMoreBets, because: tuple[Citation, ...]) -> Refusal | None:
    """Only the dealer announces "no more bets"."""
    if fact.by == "dealer":
        return None
    return Refusal(f'"no more bets" is announced by the dealer, not by {role_name(fact.by)}', because)


def refuse_verbal(because: tuple[Citation, ...]) -> Refusal:
    """Refuse a verbal wager, in a chapter that accepts only chips."""
    return Refusal("a verbal wager with cash is not accepted: place value chips or plaques on the layout", because)


def refuse_removal(because: tuple[Citation, ...]) -> Refusal:
    """Refuse taking chips off once the betting window is closed."""
    return Refusal("wagers stay as they lie once no more bets has been announced", because)


def refuse_reporter(fact: Irregularity) -> Refusal | None:
    """Refuse a report by anybody below the dealer."""
    if at_least(fact.by, "dealer"):
        return None
    return Refusal(f"{role_name(fact.by)} cannot report this; the dealer or a supervisor can", cites(fact.cite))


def refuse_approval(fact: Stepped) -> Refusal | None:
    """Refuse a step whose note of an approval names none."""
    if "approval" not in fact.data or names_approval(str(fact.data["approval"])):
        return None
    reason = f'"approval": {shown(fact.data["approval"])} names no approval: note who approved it, with number or date'
    return Refusal(reason, cites(fact.cite))


def names_approval(text: str) -> bool:
    """Does the text name an approval, rather than say that there is none?"""
    return text.strip().casefold() not in ("", "-", "n/a", "no", "none", "not approved", "pending")


def unknown_irregularity(fact: Irregularity, known: Collection[str], because: tuple[Citation, ...]) -> Refusal | None:
    """Refuse a report under a paragraph that is not an irregularity of the chapter; `because` cites where these are listed."""
    if fact.cite in known:
        return None
    return Refusal(f"{fact.cite} is not an irregularity of this chapter; there are {', '.join(known)}", because)


def refuse_report(
    rules: Rules, state: Any, fact: Irregularity, irregularities: Irregularities, because: tuple[Citation, ...]
) -> Refusal | None:
    """Judge a report by its paragraph; `because` cites where the chapter's irregularities are listed."""
    unknown = unknown_irregularity(fact, irregularities, because)
    return irregularities[fact.cite][0](rules, state, fact) if unknown is None else unknown
