"""`houseway check`: check whether a submission is lawful."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import typer

from houseway.cli.common import AsJson, On, Settings, What, answered, print_json
from houseway.cli.widths import print_folded
from houseway.law.local_time import local_time

if TYPE_CHECKING:
    from houseway.core import AnyGame
    from houseway.law.approval import Condition
    from houseway.law.submission import Judged


@answered
def check(what: What, settings: Settings = None, on: On = None, as_json: AsJson = False) -> None:
    """Check a Rules Submission against its edition, every key at once. Exit code 1 if it is not lawful.

    It also lists what the law requires because of the choices, and the approvals that the table still needs (in the
    submission, the table named approvals). A missing approval does not make it unlawful: without it the table is a practice
    table. `--on` tells whether the edition was in force or proposed on a day; it changes neither the answer nor the exit code.

    Examples: houseway check sic-bo.toml; houseway check big-six --set "payout.joker=50 to 1";
    houseway check casino-war --on 2011-07-01
    """
    from houseway.games import judged
    from houseway.law.dates import read_day

    if on is not None:
        read_day(on)
    found, game, name = judged(what, settings or ())
    conditions = _conditions_today(found)
    if as_json:
        print_json(_document(found, game, conditions, on))
    elif found.rules is not None:
        would = "" if found.edition.in_force else "would be "
        print_folded(f"{name}: {would}lawful under {_under(found, game)}.")
        print_folded(f"  submission {found.rules.digest}")
        print_folded(f"  edition    {found.edition.digest}")
        _tell_idle(found, game)
        _tell_consequences(found)
        _tell_missing_texts(found)
        _tell_conditions(conditions)
    else:
        count = len(found.findings)
        print_folded(f"{name}: not lawful under {_under(found, game)}: {count} finding{'s' if count > 1 else ''}.")
        for finding in found.findings:
            print_folded(f"  {finding}")
        _tell_conditions(conditions)
    if on is not None and not as_json:
        _print_day(found, game, on)
    if found.findings:
        raise typer.Exit(1)


def _under(found: Judged, game: AnyGame) -> str:
    """The edition that a submission was checked against, and whether it is in force."""
    return f"{found.edition.id} of Chapter {game.chapter.outline.chapter} ({found.edition.standing})"


def _standing(found: Judged, game: AnyGame, on: str) -> dict[str, Any]:
    """The status of the edition and of the others of its chapter on a day."""
    from houseway.cli.games import on_day

    day = on_day(game.chapter, on)
    own = next(each for each in day["editions"] if each["edition"] == found.edition.id)
    return {"standing": own["standing"], **day}


def _print_day(found: Judged, game: AnyGame, on: str) -> None:
    from houseway.cli.games import said

    day = _standing(found, game, on)
    own = next(each for each in day["editions"] if each["edition"] == found.edition.id)
    print_folded(f"  on {on} {said(own)}")
    print_folded(f"  Chapter {game.chapter.outline.chapter} that day: {day['says']}")


def _conditions_today(found: Judged) -> tuple[Condition, ...]:
    """The approvals that are outstanding today, by the clock of the table's time zone."""
    if found.rules is None:
        return found.conditions
    return found.rules.outstanding(local_time(int(time.time()), found.rules.time_zone).date())


def _tell_conditions(conditions: tuple[Condition, ...]) -> None:
    if not conditions:
        return
    count = f"{len(conditions)} condition" + ("s are" if len(conditions) > 1 else " is")
    print_folded(f"  {count} outstanding; until then this is a practice table:")
    for condition in conditions:
        print_folded(f"    {condition}")


def _idle(found: Judged, game: AnyGame) -> tuple[str, ...]:
    """Options that have no effect, since what they are about is not offered."""
    return () if found.rules is None else (*game.present.idle_options(found.rules), *found.rules.texts_idle())


def _tell_idle(found: Judged, game: AnyGame) -> None:
    if idle := _idle(found, game):
        print_folded(f"  Without effect under these choices: {', '.join(idle)}.")


def _tell_consequences(found: Judged) -> None:
    """Print the law's requirements that follow from the choices, in the order of the chapter's file."""
    follows = () if found.rules is None else found.rules.consequences()
    if follows:
        print_folded("  Because of these choices the law requires:")
    for each in follows:
        print_folded(f"    {each}")


def _tell_missing_texts(found: Judged) -> None:
    """Texts that the law wants submitted and that are not given."""
    missing = () if found.rules is None else found.rules.texts_missing()
    if missing:
        print_folded(f"  {len(missing)} text{'s are' if len(missing) > 1 else ' is'} still to be submitted:")
    for each in missing:
        print_folded(f"    {each}")


def _texts(found: Judged) -> list[dict[str, Any]]:
    if found.rules is None:
        return []
    return [each.as_json(found.rules.texts.get(each.key)) for each in found.rules.texts_wanted()]


def _document(found: Judged, game: AnyGame, conditions: tuple[Condition, ...], on: str | None) -> dict[str, Any]:
    """The answer as plain values; only a lawful submission has a digest."""
    return {
        "lawful": not found.findings,
        "findings": [finding.as_json() for finding in found.findings],
        "conditions": [condition.as_json() for condition in conditions],
        "consequences": [] if found.rules is None else [each.as_json() for each in found.rules.consequences()],
        "texts": _texts(found),
        "no_effect": list(_idle(found, game)),
        "game": game.id,
        "edition": found.edition.id,
        "edition_status": found.edition.status,
        "edition_in_force": found.edition.in_force,
        "edition_published": found.edition.published,
        "edition_digest": found.edition.digest,
        "edition_docket": found.edition.docket.as_json(),
        "submission_digest": None if found.rules is None else found.rules.digest,
        **({} if on is None else {"on": _standing(found, game, on)}),
    }
