"""The certificate holder's Rules Submission (58 Pa. Code § 601a.2): read, checked against the edition, frozen into Rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from houseway.law.approval import APPROVALS, Condition, keys_of, outstanding
from houseway.law.approval import problems as approval_problems
from houseway.law.chapter import Chapter
from houseway.law.citation import Citation
from houseway.law.edition import Edition, Payout, SubmissionOption
from houseway.law.errors import BadArgument, BadInput, nearest, one_of
from houseway.law.inputs import (
    MOST_TOML,
    NotUnderstood,
    json_text,
    quoted,
    read_text,
    refuse_strange,
    shown,
    toml,
    visible,
)
from houseway.law.local_time import DEFAULT_ZONE, zone_problem
from houseway.law.reading import Reading
from houseway.law.rules import Rules
from houseway.law.submitted_text import TEXTS, SubmittedText, lines_of
from houseway.money import LARGEST_CENTS as LARGEST_CENTS  # noqa: PLC0414 - its readers know it from here
from houseway.money import Odds, OddsError, dollars

LIMITS = ("limits.min_cents", "limits.max_cents")
SUBMISSION = Citation("601a.2")
PAYOUT_ODDS, MINIMUM = "payout_odds", "minimum"  # a reading of chapters whose preamble calls fixed odds minimums
SETTING = "setting"  # the name of a setting in errors
MOST_DOTS = 4  # in the key of a setting
MOST_UNKNOWN = 50  # unknown keys that are listed one by one
MOST_ENTRIES = 4000  # of one list or table


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a submission.

    `malformed`: it cannot be understood, as opposed to unlawful. `unknown`: the edition has no such key.
    """

    field: str
    value: object
    problem: str
    cites: tuple[Citation, ...]
    malformed: bool = False
    unknown: bool = False

    def as_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        value = json.loads(json_text(self.value))  # a TOML date becomes text
        return {"field": self.field, "value": value, "problem": self.problem, "cites": list(self.cites)}

    def __str__(self) -> str:
        return f"{visible(self.field)}: {visible(self.problem)} ({', '.join(self.cites)})"


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of checking a submission: the rules if it is lawful, otherwise the findings.

    `conditions`: the approvals that are outstanding. They make no submission unlawful.
    """

    rules: Rules | None
    findings: tuple[Finding, ...]
    edition: Edition  # that it was checked against
    conditions: tuple[Condition, ...] = ()


class Unlawful(Exception):  # noqa: N818 - an answer, not a failure
    """Raised where a lawful submission is needed and this one is not."""

    def __init__(self, name: str, findings: tuple[Finding, ...]) -> None:
        self.name, self.findings = name, findings
        super().__init__("\n".join(f"{name}: {finding}" for finding in findings))

    @property
    def malformed(self) -> bool:
        """Whether any part of it could not be understood."""
        return any(finding.malformed for finding in self.findings)


# A game's own check of a key: (value, edition, settings so far) -> (plain value, what is wrong with it)
OptionCheck = Callable[[object, Edition], tuple[object, tuple[Finding, ...]]]
# A game's check of several keys together: (all choices, with readings as "reading.NAME", edition) -> findings
WholeCheck = Callable[[Mapping[str, Any], Edition], tuple[Finding, ...]]


def common_options(edition: Edition, game: str) -> dict[str, SubmissionOption]:
    """The keys of every game's submission; the number of seats may differ between two games of a chapter."""
    seats = edition.values.get(f"seats_max_{game.replace('-', '_')}", edition.values.get("seats_max"))
    high = seats.value if seats is not None and isinstance(seats.value, int) else 20
    cite = seats.cite if seats is not None else SUBMISSION
    money: dict[str, Any] = {"low": 1, "high": LARGEST_CENTS, "form": "number"}
    options = (
        SubmissionOption(
            "holder", "The certificate holder, as the layout names it.", SUBMISSION, default="Houseway", form="text"
        ),
        SubmissionOption(
            "boxes", "Player positions at the table.", cite, low=1, high=high, default=min(high, 8), form="number"
        ),
        SubmissionOption(
            "time_zone",
            "The table's time zone, by its IANA name: gaming days and months are counted by its clock.",
            SUBMISSION,
            default=DEFAULT_ZONE,
            form="zone",
        ),
        SubmissionOption("limits.min_cents", "The smallest wager, in cents.", SUBMISSION, default=100, **money),
        SubmissionOption("limits.max_cents", "The largest wager, in cents.", SUBMISSION, default=1_000_000, **money),
    )
    return {option.key: option for option in options}


@dataclass(frozen=True, slots=True)
class Submission:
    """A certificate holder's Rules Submission as given: nested tables, not checked yet. `name` identifies it in messages."""

    name: str
    data: Mapping[str, Any]

    @classmethod
    def default(cls, game: str) -> Submission:
        """The submission with every key at its default."""
        return cls(game, {"game": game})

    @classmethod
    def read(cls, path: Path) -> Submission:
        """Read a submission's TOML file."""
        name = visible(str(path))
        missing = f"make one with: houseway new GAME > {name}"
        text = read_text(path, "a submission's TOML file", MOST_TOML, pipe=True, missing=missing)
        return cls(name, toml(text, name))

    def with_settings(self, settings: Iterable[str], example: str = "limits.min_cents=500") -> Submission:
        """The same submission with each `key=value` put in; a value that is not TOML is taken as text.

        `example` is a setting to show in errors.
        """
        refuse_strange(self.data, self.name)
        result: dict[str, Any] = json.loads(json_text(self.data))
        for setting in settings:
            key, equals, text = setting.partition("=")
            key = key.strip()
            if not equals or not key:
                raise BadArgument(SETTING, f" {quoted(setting)}: is not key=value", example)
            if key.count(".") > MOST_DOTS:
                raise BadArgument(SETTING, f" {quoted(key)}: has more than {MOST_DOTS} dots", example)
            table = result
            *above, last = key.split(".")
            for name in above:
                inner = table.get(name)
                if not isinstance(inner, dict):
                    inner = table[name] = {}
                table = inner
            try:
                value = _plain(text.strip(), quoted(key))
                is_year = key == "edition" and not isinstance(value, str)
                table[last] = text.strip() if is_year else value
            except BadInput as error:
                raise BadArgument(SETTING, f" {error}") from None
        return Submission(self.name, result)


def _plain(text: str, what: str) -> object:
    """A setting's value: parsed as TOML, or kept as text if it is not TOML."""
    try:
        data = toml(f"v = {text}", what)
    except NotUnderstood:
        refuse_strange(text, what)
        return text
    value = data.pop("v")
    return value if isinstance(value, bool | int | float | str | list | dict) and not data else text


def judge(
    chapter: Chapter,
    game: str,
    submission: Submission,
    checks: Mapping[str, OptionCheck],
    together: WholeCheck | None = None,
    defaults: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
    redraft: Edition | None = None,
) -> Judged:
    """Check a whole submission against its edition, or against a redraft, and return all findings, not only the first."""
    data = submission.data
    refuse_strange(data, submission.name, MOST_ENTRIES)
    named = data.get("edition")
    if named is not None and not isinstance(named, str):
        raise BadInput(f"edition: {shown(named)} is not a text; {nearest(shown(named), chapter.outline.editions)}")
    edition = chapter.edition(named) if redraft is None else redraft
    options = {**common_options(edition, game), **edition.options}
    readings = _readings(chapter, edition)
    given, findings = _flatten(data, chapter, game, edition)
    derived = {} if defaults is None else defaults(given)  # defaults that depend on other keys
    chosen: dict[str, Any] = {}
    for key, option in options.items():
        check = checks.get(key, _checker(option))
        value, found = check(given.get(key, derived.get(key, option.default)), edition)
        chosen[key] = value
        findings += found
    payouts, wrong = _payouts(edition, given, _minimum(readings, given))
    findings += wrong
    approved, problems = approval_problems(edition.approvals, given)
    findings += [Finding(field, value, words, (a.cite,), malformed) for field, value, words, a, malformed in problems]
    texts, unread = _texts(_texts_of(chapter, edition), given)
    findings += unread
    read: dict[str, str] = {}
    for name, reading in readings.items():
        answer = given.get(f"reading.{name}", reading.default)
        read[name] = answer
        if answer not in reading.ids:
            findings.append(
                Finding(
                    f"reading.{name}",
                    answer,
                    f"{shown(answer)} is not one of {one_of(reading.ids)}",
                    (reading.cite,),
                    not isinstance(answer, str),
                )
            )
    wrong_keys = {key for key in (*options, *(f"reading.{name}" for name in readings)) if _about(key, findings)}
    if wrong_keys.isdisjoint(LIMITS) and chosen["limits.min_cents"] > chosen["limits.max_cents"]:
        low, high = dollars(chosen["limits.min_cents"]), dollars(chosen["limits.max_cents"])
        problem = f"the smallest wager, {low}, is above the largest, {high}; lower it or raise limits.max_cents"
        findings.append(Finding("limits.min_cents", chosen["limits.min_cents"], problem, (SUBMISSION,)))
    readings_chosen = {f"reading.{name}": answer for name, answer in read.items()}
    if together is not None:
        known: dict[str, tuple[Any, ...]] = {f"reading.{name}": reading.ids for name, reading in readings.items()}
        for key in wrong_keys & set(options):
            check = checks.get(key, _checker(options[key]))
            usable = options[key].choices or (derived.get(key, options[key].default),)
            known[key] = tuple(check(each, edition)[0] for each in usable)
        right = [{key: value} for key in sorted(wrong_keys) for value in known[key]]
        findings += _in_any_case(
            together, {**chosen, **readings_chosen}, {k: known[k][0] for k in wrong_keys}, right, edition
        )
    if findings:
        own = {key: option.default for key, option in edition.options.items()}
        conditions = outstanding(edition.approvals, approved, {**chosen, **readings_chosen}, own)
        return Judged(None, tuple(findings), edition, conditions)
    changed = {f"payout.{line}": str(p.odds) for line, p in payouts.items() if p.odds != edition.payouts[line].odds}
    resolved = {
        "game": game,
        "edition": edition.id,
        **({"redraft": edition.digest} if edition.redraft else {}),
        **chosen,
        **changed,
        **readings_chosen,
        **{f"{APPROVALS}.{key}.{part}": text for key, parts in approved.items() for part, text in parts.items()},
        **{f"{TEXTS}.{key}": list(lines) for key, lines in texts.items()},
    }
    text = json.dumps(resolved, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    rules = Rules(game, chapter, edition, chosen, payouts, read, approved, resolved, digest, texts)
    return Judged(rules, (), edition, rules.outstanding())


def _about(key: str, findings: Iterable[Finding]) -> bool:
    """Is a finding about this key, or an entry of it?"""
    return any(each.field == key or each.field.startswith(f"{key}.") for each in findings)


def _in_any_case(
    together: WholeCheck,
    chosen: Mapping[str, Any],
    usable: Mapping[str, Any],
    right: Iterable[Mapping[str, Any]],
    edition: Edition,
) -> list[Finding]:
    """Findings about several keys. A key that is wrong by itself decides nothing: what is found must hold with each right value.

    `usable`: a right value of each wrong key. `right`: the right values of them, one at a time.
    """
    found = list(together({**chosen, **usable}, edition))
    for other in right:
        again = {(each.field, each.cites) for each in together({**chosen, **usable, **other}, edition)}
        found = [each for each in found if (each.field, each.cites) in again]
    return found


def _readings(chapter: Chapter, edition: Edition) -> dict[str, Reading]:
    """The open questions of one edition, by name."""
    return {r.name: r for r in chapter.readings if not r.only or edition.id in r.only}


def _texts_of(chapter: Chapter, edition: Edition) -> dict[str, SubmittedText]:
    """The texts that one edition wants submitted, by key."""
    cites = chapter.outline.cites(edition.id)
    return {each.key: each for each in chapter.texts if each.cite in cites}


def _texts(
    known: Mapping[str, SubmittedText], given: Mapping[str, Any]
) -> tuple[dict[str, tuple[str, ...]], list[Finding]]:
    """The texts that a submission gives, and the problems with them."""
    texts: dict[str, tuple[str, ...]] = {}
    findings = []
    for key, text in known.items():
        if text.field in given:
            texts[key], problem = lines_of(given[text.field])
            if problem:
                findings.append(Finding(text.field, given[text.field], problem, (text.cite,), malformed=True))
    return texts, findings


def _keys(chapter: Chapter, game: str, edition: Edition) -> set[str]:
    """The dotted keys of a submission under one edition."""
    readings = (f"reading.{name}" for name in _readings(chapter, edition))
    payouts = (f"payout.{line}" for line in edition.payouts)
    texts = (each.field for each in _texts_of(chapter, edition).values())
    return {*common_options(edition, game), *edition.options, *payouts, *readings, *keys_of(edition.approvals), *texts}


def _unknown(key: str, chapter: Chapter, game: str, edition: Edition) -> str:
    """The problem with a key that this edition lacks: it belongs to another edition, or to none."""
    others = [each for each in chapter.outline.editions if each != edition.id]
    having = [each for each in others if key in _keys(chapter, game, chapter.edition(each))]
    if having:
        belongs = f"is a key of edition {' and '.join(having)} and not of {edition.id}"
        return f'{belongs}; leave it out, or write edition = "{having[0]}"'
    known = _keys(chapter, game, edition)
    tables = sorted({each.partition(".")[0] for each in known if "." in each})
    plain = sorted(each for each in known if "." not in each)
    right = nearest(key, sorted(known))
    if right.startswith("there are"):  # nothing is similar: name the keys and the tables, not a hundred dotted keys
        right = nearest(key, [*plain, *tables])
    return f"is not a key of this submission; {right}"


def _is_table(key: str, chapter: Chapter, game: str, edition: Edition) -> bool:
    """Whether any edition has keys within this table; other editions are loaded only if this one has none."""
    editions = dict.fromkeys((edition.id, *chapter.outline.editions))
    return any(
        known.startswith(f"{key}.") for each in editions for known in _keys(chapter, game, chapter.edition(each))
    )


def _flatten(
    data: Mapping[str, Any], chapter: Chapter, game: str, edition: Edition
) -> tuple[dict[str, Any], list[Finding]]:
    """The submission by dotted key, with a finding for each unknown key."""
    keys = _keys(chapter, game, edition)
    given: dict[str, Any] = {}
    findings: list[Finding] = []

    def walk(table: Mapping[str, Any], above: str) -> None:
        for name, value in table.items():
            key = above + name
            if key in ("game", "edition"):
                continue
            if key in given:
                problem = "is given twice, as a key and within a table; leave one of them out"
                findings.append(Finding(key, value, problem, (SUBMISSION,), malformed=True))
            elif key in keys:
                given[key] = value
            elif isinstance(value, dict) and _is_table(key, chapter, game, edition):
                walk(value, f"{key}.")
            else:
                problem = _unknown(key, chapter, game, edition)
                findings.append(Finding(key, value, problem, (SUBMISSION,), malformed=True, unknown=True))
                if len(findings) > MOST_UNKNOWN:
                    raise BadInput(
                        f"more than {MOST_UNKNOWN} keys are unknown in a submission for {game}; "
                        f"write one with: houseway new {game}"
                    )

    walk(data, "")
    return given, findings


def _checker(option: SubmissionOption) -> OptionCheck:
    def check(value: object, edition: Edition) -> tuple[object, tuple[Finding, ...]]:
        del edition
        problem, malformed = _problem(option, value)
        return value, (Finding(option.key, value, problem, (option.cite,), malformed),) if problem else ()

    return check


def _problem(option: SubmissionOption, value: object) -> tuple[str, bool]:
    """The problem with a value, and whether the value is malformed."""
    if option.form == "text":
        right = isinstance(value, str) and value.strip() != "" and value.isprintable() and len(value) <= 200
        return ("", False) if right else (f"{shown(value)} is not a name; write a text of at most 200 letters", True)
    if option.form == "zone":
        return zone_problem(value), not isinstance(value, str)
    if option.form == "choice":
        if any(value == choice and type(value) is type(choice) for choice in option.choices):
            return "", False
        written = quoted(value) if isinstance(value, str) else shown(value)
        if isinstance(value, bool):
            written = written.lower()
        listed = one_of(str(c).lower() if isinstance(c, bool) else str(c) for c in option.choices)
        return f"{written} is not one of {listed}", type(value) not in {type(c) for c in option.choices}
    if not isinstance(value, int) or isinstance(value, bool):
        return f"{shown(value)} is not a whole number", True
    low, high = option.low, option.high
    if (low is not None and value < low) or (high is not None and value > high):
        return f"{value} is not from {low} to {high}", False
    return "", False


def _minimum(readings: Mapping[str, Reading], given: Mapping[str, Any]) -> Citation | None:
    """The paragraph whose odds a submission reads as the least that may be paid, where a chapter leaves that open."""
    reading = readings.get(PAYOUT_ODDS)
    return reading.cite if reading is not None and given.get(f"reading.{PAYOUT_ODDS}") == MINIMUM else None


def _payouts(
    edition: Edition, given: Mapping[str, Any], minimum: Citation | None
) -> tuple[dict[str, Payout], list[Finding]]:
    """The payout of each line: the law's odds, or more if the law says "no less than" or is read so."""
    payouts, findings = dict(edition.payouts), []
    for line, law in edition.payouts.items():
        key = f"payout.{line}"
        if key not in given:
            continue
        at_least = law.at_least or (minimum is not None and law.cite.under(minimum))
        try:
            odds = Odds.parse(given[key]) if isinstance(given[key], str) else None
        except OddsError:
            odds = None
        if odds is None:
            findings.append(
                Finding(
                    key,
                    given[key],
                    f'{shown(given[key])} is not payout odds; write them like "{law.odds}"',
                    (law.cite,),
                    malformed=True,
                )
            )
        elif at_least and odds.ratio < law.odds.ratio:
            findings.append(
                Finding(
                    key,
                    given[key],
                    f"{odds} is less than {law.odds}, the least that the law allows",
                    (law.cite,),
                )
            )
        elif not at_least and odds.ratio != law.odds.ratio:
            findings.append(Finding(key, given[key], f"{odds} is not {law.odds}, which the law fixes", (law.cite,)))
        else:
            payouts[line] = replace(law, odds=odds if odds.ratio != law.odds.ratio else law.odds)
    return payouts, findings
