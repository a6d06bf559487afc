"""The violation matrix: every option of every game and edition just outside the law, caught with its citation, and just inside.

What is wrong or right is taken from the editions themselves: choices, limits, payouts with "no less than", approvals.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from houseway.documents.submission_text import submission_text
from houseway.games import games, judged, load
from houseway.law import BadInput, Citation
from houseway.law.approval import LONGEST_NUMBER, Approval
from houseway.law.edition import SubmissionOption
from houseway.law.submission import MINIMUM, PAYOUT_ODDS, Judged, common_options
from houseway.money import Odds

EDITIONS = [(game, edition) for game in games() for edition in load(game)[1].chapter.outline.editions]
# by form: values just outside the law or beside the form, and values just inside
FORMS: dict[str, tuple[tuple[object, ...], tuple[object, ...]]] = {
    "text": ((5, "", "x" * 5000), ("x", "A word")),
    "zone": ((5, "Mars/Phobos"), ("UTC", "America/New_York")),
    "percent": (("5.1%", "6%", "-1%", "x"), ("5%", "0%", "4.9%")),
    "multiple": ((0, 11, "x"), (1, 10)),
    "wagers": ((["no-such-wager"], 5), (["pass", "dont-pass"],)),
    "deliveries": ((["no-such-delivery"], 5), ([], ["jung-quat"])),
    "colors": ((5, ["red", 5]), (["red", "blue"],)),
    "symbols": ((5, "fruit"), ("dollar",)),
    "house-way": ((5, "no-such-way"), ("strongest",)),
}
WRONG_CHOICES = ("no-such-choice", -1)


def found_in(game: str, edition: str, **settings: object) -> Judged:
    given = [f"{key}={_toml(value)}" for key, value in settings.items()]
    return judged(game, [f"edition={edition}", *given])[0]


def _toml(value: object) -> str:
    return json.dumps(value) if not isinstance(value, dict) else "{ " + ", ".join(
        f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items()
    ) + " }"  # fmt: skip


def options_of(game: str, edition: str) -> dict[str, SubmissionOption]:
    rules = load(game, [f"edition={edition}"])[1]
    return {**common_options(rules.edition, game), **rules.edition.options}


def caught(found: Judged, key: str, cite: Citation, value: object) -> None:
    assert found.rules is None, f"{key} = {value!r} is accepted"
    about = [each for each in found.findings if each.field == key or each.field.startswith(f"{key}.")]
    assert about, f"{key} = {value!r}: {[str(each) for each in found.findings]}"
    assert any(any(given.under(cite) for given in each.cites) for each in about), [str(each) for each in about]
    assert all(each.problem for each in about)


def others(game: str, edition: str, but: str) -> Iterator[dict[str, object]]:
    """Nothing else changed; then all other numbers at a limit, then each other choice, where only both together are lawful."""
    yield {}
    options = {key: option for key, option in options_of(game, edition).items() if key != but}
    yield {key: option.low for key, option in options.items() if option.low is not None}
    yield {key: option.high for key, option in options.items() if option.high is not None}
    for key, option in options.items():
        for choice in option.choices:
            yield {key: choice}


def accepted(game: str, edition: str, key: str, value: object) -> None:
    first: Judged | None = None
    for more in others(game, edition, key):
        found = found_in(game, edition, **{key: value, **more})
        first = first or found
        if found.rules is not None:
            return
    assert first is not None
    raise AssertionError(f"{key} = {value!r} is lawful with nothing else: {[str(each) for each in first.findings]}")


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_choice_outside_the_list_is_caught_and_every_listed_one_is_accepted(game: str, edition: str) -> None:
    for key, option in options_of(game, edition).items():
        for wrong in WRONG_CHOICES if option.choices else ():
            caught(found_in(game, edition, **{key: wrong}), key, option.cite, wrong)
        for choice in option.choices:
            if not _impossible(game, key, choice):
                accepted(game, edition, key, choice)


def _impossible(game: str, key: str, choice: object) -> bool:
    """Choices of a chapter that one of its two games does not have."""
    return (game, key, choice) == ("craps", "stickperson", False)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_number_beyond_its_limits_is_caught_and_at_its_limits_accepted(game: str, edition: str) -> None:
    for key, option in options_of(game, edition).items():
        if option.low is None or option.high is None:
            continue
        for wrong in (option.low - 1, option.high + 1):
            caught(found_in(game, edition, **{key: wrong}), key, option.cite, wrong)
        for right in (option.low, option.high):
            accepted(game, edition, key, right)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_other_form_is_checked_from_both_sides(game: str, edition: str) -> None:
    for key, option in options_of(game, edition).items():
        if option.choices or option.low is not None:
            continue
        wrong, right = FORMS[option.form]
        for value in wrong:
            caught(found_in(game, edition, **{key: value}), key, option.cite, value)
        for value in right:
            assert found_in(game, edition, **{key: value}).rules is not None, (key, value)


def near(odds: Odds, by: int) -> str:
    """The odds changed by a thousandth of a unit."""
    ratio = odds.ratio
    return f"{ratio.numerator * 1000 + by} to {ratio.denominator * 1000}"


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_payout_below_the_least_is_caught_and_one_that_the_law_fixes_may_not_move(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    for line, payout in rules.edition.payouts.items():
        key = f"payout.{line}"
        caught(found_in(game, edition, **{key: near(payout.odds, -1)}), key, payout.cite, "below")
        assert found_in(game, edition, **{key: str(payout.odds)}).rules is not None, key
        above = found_in(game, edition, **{key: near(payout.odds, 1)})
        if payout.at_least:
            assert not [each for each in above.findings if payout.cite in each.cites], (key, above.findings)
        else:
            caught(above, key, payout.cite, "above")
        for wrong in (5, "plenty"):
            caught(found_in(game, edition, **{key: wrong}), key, payout.cite, wrong)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_odds_that_are_read_as_minimums_may_rise_but_not_fall(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    reading = next((each for each in rules.chapter.readings if each.name == PAYOUT_ODDS), None)
    if PAYOUT_ODDS not in rules.readings or reading is None:
        assert not [each for each in rules.chapter.readings if each.name == PAYOUT_ODDS and not each.only]
        return
    for line, payout in rules.edition.payouts.items():
        if payout.at_least or not payout.cite.under(reading.cite):
            continue
        key, read = f"payout.{line}", {f"reading.{PAYOUT_ODDS}": MINIMUM}
        caught(found_in(game, edition, **{key: near(payout.odds, -1), **read}), key, payout.cite, "below")
        above = found_in(game, edition, **{key: near(payout.odds, 1), **read})
        assert not [each for each in above.findings if payout.cite in each.cites], key


def parts(approval: Approval, **changed: object) -> dict[str, object]:
    named: dict[str, object] = {"by": approval.by, "number": "A-1", "date": "2012-04-17", **changed}
    return {f"{approval.field}.{part}": value for part, value in named.items() if value is not None}


MALFORMED: tuple[dict[str, object], ...] = (
    {"by": "The Mayor"}, {"by": 5}, {"by": None}, {"number": ""}, {"number": 5}, {"number": "x" * (LONGEST_NUMBER + 1)},
    {"number": None}, {"date": "2012-02-30"}, {"date": "yesterday"}, {"date": 5}, {"date": None},
)  # fmt: skip


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_malformed_approval_is_caught_and_a_complete_one_accepted(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    last = {each.key: each for each in rules.edition.approvals}
    assert last
    for approval in last.values():
        for changed in MALFORMED:
            caught(found_in(game, edition, **parts(approval, **changed)), approval.field, approval.cite, changed)
        longest = parts(approval, number="x" * LONGEST_NUMBER)
        for right in (parts(approval), longest):
            assert found_in(game, edition, **right).rules is not None, approval.key


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_an_answer_that_a_reading_does_not_have_is_caught(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    for reading in rules.chapter.readings:
        if reading.name in rules.readings:
            key = f"reading.{reading.name}"
            for wrong in ("no-such-answer", 5):
                caught(found_in(game, edition, **{key: wrong}), key, reading.cite, wrong)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_answer_that_a_reading_has_is_accepted(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    for reading in rules.chapter.readings:
        for answer in reading.ids if reading.name in rules.readings else ():
            accepted(game, edition, f"reading.{reading.name}", answer)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_text_is_checked_from_both_sides(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    for text in {each.field: each for each in rules.chapter.texts if each.cite in rules.cites}.values():
        for wrong in (5, "", [], ["x", 5]):
            caught(found_in(game, edition, **{text.field: wrong}), text.field, text.cite, wrong)
        for right in ("One step.", ["One step.", "Another one."]):
            assert found_in(game, edition, **{text.field: right}).rules is not None, text.field


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_matrix_has_every_key_of_a_submission(game: str, edition: str) -> None:
    made, rules = load(game, [f"edition={edition}"])
    known = {"game", "edition", *options_of(game, edition)}
    known |= {f"payout.{line}" for line in rules.edition.payouts}
    known |= {f"reading.{each.name}" for each in rules.chapter.readings}
    known |= {f"{each.field}.{part}" for each in rules.edition.approvals for part in ("by", "number", "date")}
    assert set(leaves(tomllib.loads(submission_text(made.title, rules)))) <= known


def leaves(table: dict[str, Any], above: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{above}{key}.")
        else:
            yield f"{above}{key}"


@pytest.mark.parametrize(
    ("settings", "field"), [(["edition=1999"], "edition"), (["edition=5"], "edition"), (["game=poker"], "game")]
)
def test_a_game_or_an_edition_that_does_not_exist_is_refused(settings: list[str], field: str) -> None:
    with pytest.raises(BadInput, match=field):
        load("big-six", settings)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_all_violations_are_reported_at_once(game: str, edition: str) -> None:
    wrong: dict[str, object] = {
        key: WRONG_CHOICES[0] for key, option in options_of(game, edition).items() if option.choices
    }
    wrong["limits.min_cents"], wrong["boxes"] = 0, 0
    found = found_in(game, edition, **wrong)
    assert {each.field for each in found.findings} >= set(wrong)


@pytest.mark.parametrize(
    ("game", "settings", "field", "cite"),
    [
        ("down-under-blackjack", {"decks": 5, "match_the_dealer": True}, "match_the_dealer", "685a.6(e)"),
        ("craps", {"stickperson": False}, "stickperson", "623a.7(a)"),
        ("big-six", {"limits.min_cents": 500, "limits.max_cents": 100}, "limits.min_cents", "601a.2"),
    ],
)
def test_a_wrong_key_hides_no_violation_of_others(
    game: str, settings: dict[str, object], field: str, cite: str
) -> None:
    """A violation of several keys together used to be reported only once every key was right by itself."""
    edition = load(game)[1].edition.id
    wrong = found_in(game, edition, **settings, time_zone="Mars/Phobos", **{"reading.who_inspects": "nobody"})
    assert {"time_zone", field, "reading.who_inspects"} == {each.field for each in wrong.findings}
    caught(wrong, field, Citation(cite), settings)


def test_a_key_that_is_wrong_itself_accuses_no_other_key() -> None:
    """Two colors of backs are wrong with one batch and right with two; which there is, nobody knows yet."""
    found = found_in("down-under-blackjack", "2018-proposed", shuffler="x", backs=["red", "blue"])
    assert [each.field for each in found.findings] == ["shuffler"]
    found = found_in("down-under-blackjack", "2018-proposed", decks=9, match_the_dealer=True)
    assert [each.field for each in found.findings] == ["decks"]
