"""The life of a submission, the register of approvals, and credentials: every step by those it is for, recorded and kept."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, select

import houseway
from houseway.core import Moment
from houseway.games import games
from houseway.law import BadInput, Unlawful
from houseway.records.audit import audit_journal
from houseway.records.desk import open_desk
from houseway.service.access import EVERY_ROLE, Forbidden, Hidden, Principal
from houseway.service.approvals import Register, approvable
from houseway.service.credentials import CREDENTIAL, TRAINING, Credentials
from houseway.service.hosted import ConflictError
from houseway.service.submissions import STEPS, Filed, Submissions
from houseway.store.approvals_schema import submission_steps
from houseway.store.database import Database
from houseway.store.people_schema import accounts

NOON = Moment(int(datetime(2026, 11, 17, 17, 0, tzinfo=UTC).timestamp()))
TODAY = date(2026, 11, 17)
PARX = Principal("cora", "Cora", ("compliance",), "parx")
HOLLYWOOD = Principal("hal", "Hal", ("compliance",), "hollywood")
BOARD = Principal("bea", "Bea", ("bureau-of-gaming-operations",))
DIRECTOR = Principal("eve", "Eve", ("executive-director",))
ROULETTE = 'game = "roulette"\nholder = "Parx"\n'


def clock() -> Moment:
    return NOON


@pytest.fixture
def filing(database: Database) -> Submissions:
    filing = Submissions(database, clock)
    for holder, name in (("parx", "Parx Casino"), ("hollywood", "Hollywood Casino")):
        filing.add_holder(BOARD, holder, name)
    return filing


def approved(filing: Submissions, text: str = ROULETTE, on: str = "2026-11-17", supersedes: str = "") -> Filed:
    filed = filing.draft(PARX, "parx", text, supersedes)
    filing.take_step(PARX, filed.id, "submitted")
    return filing.take_step(BOARD, filed.id, "approved", approval="2026-17", effective_on=on)


def test_a_submission_goes_from_draft_to_effect_and_every_step_names_who_and_when(filing: Submissions) -> None:
    filed = filing.draft(PARX, "parx", ROULETTE)
    assert (filed.state, filed.digest) == ("drafted", houseway.load("roulette", {"holder": "Parx"}).rules.digest)
    filing.take_step(PARX, filed.id, "submitted")
    filing.take_step(BOARD, filed.id, "questioned", note="Which wheel?")
    with pytest.raises(ConflictError, match="is questioned; only a submission that is submitted can be approved"):
        filing.take_step(DIRECTOR, filed.id, "approved", approval="7", effective_on="2026-11-20")
    filing.take_step(PARX, filed.id, "submitted", note="The double zero wheel.")
    done = filing.take_step(DIRECTOR, filed.id, "approved", approval="2026-17", effective_on="2026-11-20")
    assert [(each.step, each.by, each.role, each.at) for each in done.steps] == [
        ("drafted", "cora", "compliance", NOON),
        ("submitted", "cora", "compliance", NOON),
        ("questioned", "bea", "bureau-of-gaming-operations", NOON),
        ("submitted", "cora", "compliance", NOON),
        ("approved", "eve", "executive-director", NOON),
    ]
    assert not done.effective(date(2026, 11, 19)) and done.effective(date(2026, 11, 20))
    assert done.as_json(date(2026, 11, 19))["state"] == "approved"
    assert done.as_json(date(2026, 11, 20))["state"] == "effective"


def test_an_approved_submission_is_superseded_on_the_day_of_the_next_one_and_kept(filing: Submissions) -> None:
    old = approved(filing)
    new = approved(filing, ROULETTE + "five_adjacent = true\n", "2026-12-01", old.id)
    kept = filing.find(PARX, old.id)
    assert kept.text == ROULETTE and kept.state == "approved"
    assert [each.effective(date(2026, 11, 30)) for each in (kept, new)] == [True, False]
    assert [each.effective(date(2026, 12, 1)) for each in (kept, new)] == [False, True]
    assert kept.as_json(date(2026, 12, 1))["state"] == "superseded"
    assert kept.steps[-1].note == f"superseded by {new.id}"


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("role", [*EVERY_ROLE, "compliance of another holder"])
def test_each_step_is_for_those_it_is_for_and_for_nobody_else(sqlite_database: Database, role: str, step: str) -> None:
    filing = Submissions(sqlite_database, clock)
    filing.add_holder(BOARD, "parx", "Parx Casino")
    filed = filing.draft(PARX, "parx", ROULETTE)
    if step != "submitted":
        filing.take_step(PARX, filed.id, "submitted")
    board = role in (
        "bureau-of-gaming-operations",
        "bureau-of-casino-compliance",
        "gaming-laboratory",
        "executive-director",
    )
    other = role == "compliance of another holder"
    who = Principal("ann", "Ann", ("compliance" if other else role,), "hollywood" if other else "" if board else "parx")
    able = {
        "submitted": role == "compliance",
        "withdrawn": role == "compliance",
        "questioned": board,
        "approved": role in ("bureau-of-gaming-operations", "executive-director"),
        "denied": role in ("bureau-of-gaming-operations", "executive-director"),
    }[step]
    more = {"approval": "1", "effective_on": "2026-11-17"} if step == "approved" else {}
    if able:
        assert filing.take_step(who, filed.id, step, note="why", **more).state == step
    else:
        with pytest.raises(Hidden if other else Forbidden):
            filing.take_step(who, filed.id, step, note="why", **more)
        assert filing.find(PARX, filed.id).state != step


def test_nobody_approves_what_they_filed(filing: Submissions) -> None:
    filed = filing.draft(PARX, "parx", ROULETTE)
    filing.take_step(PARX, filed.id, "submitted")
    later = Principal(PARX.account, PARX.name, ("executive-director",))  # the same person, at the Board now
    with pytest.raises(Forbidden, match="You took part in filing this submission, so you cannot approve it"):
        filing.take_step(later, filed.id, "approved", approval="1", effective_on="2026-11-17")


def test_an_officer_who_questioned_a_submission_may_approve_it(filing: Submissions) -> None:
    filed = filing.draft(PARX, "parx", ROULETTE)
    filing.take_step(PARX, filed.id, "submitted")
    filing.take_step(BOARD, filed.id, "questioned", note="Which wheel?")
    filing.take_step(PARX, filed.id, "submitted", note="The double zero wheel.")
    done = filing.take_step(BOARD, filed.id, "approved", approval="2026-17", effective_on="2026-11-17")
    assert (done.state, done.steps[-1].by, done.effective(TODAY)) == ("approved", "bea", True)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"approval": "", "effective_on": "2026-11-17"}, "approval: give the Board's number"),
        ({"approval": "1", "effective_on": "2026-11-16"}, "effective_on: 2026-11-16 has passed"),
        ({"approval": "1", "effective_on": "tomorrow"}, "effective_on: .tomorrow. is not a day like 2012-05-19"),
    ],
)
def test_an_approval_needs_its_number_and_a_day_to_come(filing: Submissions, fields: dict[str, str], why: str) -> None:
    filed = filing.draft(PARX, "parx", ROULETTE)
    filing.take_step(PARX, filed.id, "submitted")
    with pytest.raises(BadInput, match=why):
        filing.take_step(BOARD, filed.id, "approved", **fields)
    assert filing.find(BOARD, filed.id).state == "submitted"


def test_what_is_not_lawful_cannot_even_be_drafted_and_every_finding_is_told(filing: Submissions) -> None:
    with pytest.raises(Unlawful) as told:
        filing.draft(PARX, "parx", 'game = "craps"\nboxes = 99\n[fire]\npaytable = "C"\n')
    assert {finding.field for finding in told.value.findings} >= {"boxes", "fire.paytable"}
    assert filing.listed(BOARD) == []


def test_the_board_sees_all_holders_and_holders_only_their_own(filing: Submissions) -> None:
    ours = approved(filing, ROULETTE + "five_adjacent = true\n")
    theirs = filing.draft(HOLLYWOOD, "hollywood", ROULETTE)
    assert {each.id for each in filing.listed(BOARD)} == {ours.id, theirs.id}
    assert [each.id for each in filing.listed(HOLLYWOOD)] == [theirs.id]
    with pytest.raises(Hidden, match=f"there is no submission {ours.id}"):
        filing.find(HOLLYWOOD, ours.id)
    with pytest.raises(Forbidden):
        filing.draft(HOLLYWOOD, "parx", ROULETTE)
    (row,) = filing.compared(BOARD, "roulette")
    assert (row["holder"], row["otherwise"]) == ("parx", {"five_adjacent": True, "holder": "Parx"})


def test_the_database_keeps_every_step(filing: Submissions) -> None:
    filed = approved(filing)
    with pytest.raises(Exception, match="records are only appended to"), filing.database.write() as connection:
        connection.execute(submission_steps.delete())
    with filing.database.read() as connection:
        assert len(connection.execute(select(submission_steps)).all()) == len(filed.steps) == 3


# The register


def test_an_approval_is_entered_by_the_body_that_gives_it(filing: Submissions) -> None:
    register = Register(filing.database, clock)
    for key, wanted in approvable("roulette").items():
        holders_own = {"Bureau of Gaming Operations": BOARD, "Executive Director": DIRECTOR}
        giver = holders_own.get(wanted.by)
        for who in (BOARD, DIRECTOR, PARX):
            if who is giver:
                entry = register.enter(who, "parx", "roulette", key, "L-1", "2026-11-01")
                assert (entry.body, entry.by) == (wanted.by, who.account)
            else:
                with pytest.raises(Forbidden) as told:
                    register.enter(who, "parx", "roulette", key, "L-1", "2026-11-01")
                assert told.value.cites == (str(wanted.cite),)
    with pytest.raises(BadInput, match='approval: "lay-out" needs no approval at roulette'):
        register.enter(BOARD, "parx", "roulette", "lay-out", "L-1", "2026-11-01")


def test_every_approval_of_every_game_can_be_registered_by_one_office(sqlite_database: Database) -> None:
    Submissions(sqlite_database, clock).add_holder(BOARD, "parx", "Parx Casino")
    register = Register(sqlite_database, clock)
    offices = {
        "Bureau of Gaming Operations": "bureau-of-gaming-operations",
        "Bureau of Gaming Laboratory Operations": "gaming-laboratory",
        "Bureau of Casino Compliance": "bureau-of-casino-compliance",
        "Executive Director": "executive-director",
        "Pennsylvania Gaming Control Board": "executive-director",  # 685a.6(a) names none of its offices
    }
    seen = set()
    for game in games():
        for key, wanted in approvable(game).items():
            for office in set(offices.values()):
                who = Principal(office, office, (office,))
                if office == offices[wanted.by]:
                    entry = register.enter(who, "parx", game, key, "L-1", "2026-11-01")
                    assert (entry.body, entry.key) == (wanted.by, key)
                    seen.add(wanted.by)
                else:
                    with pytest.raises(Forbidden):
                        register.enter(who, "parx", game, key, "L-1", "2026-11-01")
    assert seen == set(offices)


def test_a_named_approval_counts_only_if_the_register_has_it(filing: Submissions) -> None:
    register = Register(filing.database, clock)
    key, wanted = next(
        (key, each) for key, each in approvable("roulette").items() if not each.when and not each.changed
    )
    giver = {"Bureau of Gaming Operations": BOARD, "Executive Director": DIRECTOR}.get(
        wanted.by, Principal("cas", "Cas", ("bureau-of-casino-compliance",))
    )
    named = {f"approvals.{key}.by": wanted.by, f"approvals.{key}.number": "L-1", f"approvals.{key}.date": "2026-11-01"}
    rules = houseway.load("roulette", named).rules

    def lacks(day: date = TODAY) -> bool:
        return key in {each.key for each in register.missing(rules, "parx", day)}

    assert lacks()
    entry = register.enter(giver, "parx", "roulette", key, "L-1", "2026-11-01", "until the floor is rebuilt")
    assert not lacks() and register.listed(PARX) == [entry] and register.listed(HOLLYWOOD) == []
    with pytest.raises(BadInput, match=r"effective_on: 2026-11-0\d has passed; an approval is withdrawn as of 20"):
        register.withdraw(giver, entry.number, "the floor is rebuilt", "2026-11-01")
    withdrawn = register.withdraw(giver, entry.number, "the floor is rebuilt", "2026-11-20")
    assert withdrawn.withdrawn_on == "2026-11-20" and not lacks(date(2026, 11, 19)) and lacks(date(2026, 11, 20))
    other = {**named, f"approvals.{key}.number": "L-2"}
    assert key in {each.key for each in register.missing(houseway.load("roulette", other).rules, "parx", TODAY)}


def test_a_table_can_be_opened_for_practice_and_says_so_everywhere(tmp_path: Path) -> None:
    wanted = houseway.load("sic-bo").rules.outstanding()
    named = {
        f"approvals.{each.key}.{part}": value
        for each in wanted
        for part, value in (("by", each.approval.by), ("number", "1"), ("date", "2026-11-01"))
    }
    book = houseway.load("sic-bo", named)
    assert wanted and not book.rules.outstanding(TODAY)
    for practice in (False, True):
        path = tmp_path / f"{practice}.jsonl"
        desk = open_desk(book.game, book.rules, path)
        opened = desk.table.do({"do": "open", **({"practice": True} if practice else {})})[0]
        assert opened.fields["practice"] is practice
        assert desk.table.practice == ("A practice table: it was opened as one." if practice else "")
        desk.close()
        again = open_desk(book.game, book.rules, path)
        assert bool(again.table.practice) is practice is again.table.view()["practice"]
        again.finish()
        again.close()
        audit = audit_journal(path)
        assert (audit.status, audit.practice) == ("whole", practice)


# Credentials


@pytest.fixture
def credentials(database: Database) -> Credentials:
    with database.write() as connection:
        for name, holder in (("dan", "parx"), ("dora", "hollywood")):
            connection.execute(
                insert(accounts).values(
                    id=name, name=name, name_key=name, holder=holder, roles='["dealer"]', password="", created_at=NOON
                )
            )
    return Credentials(database, clock)


def test_a_dealer_without_credential_or_training_is_told(credentials: Credentials) -> None:
    assert credentials.lacking("dan", "craps", TODAY) == (
        "no valid credential is on record",
        "no valid training in craps is on record",
    )
    credentials.enter(PARX, "dan", CREDENTIAL, "C-77", "2026-01-01", "2026-12-31")
    training = credentials.enter(PARX, "dan", TRAINING, "T-1", "2026-06-01", game="craps")
    assert credentials.lacking("dan", "craps", TODAY) == ()
    assert credentials.lacking("dan", "roulette", TODAY) == ("no valid training in roulette is on record",)
    assert credentials.lacking("dan", "craps", date(2026, 5, 31)) == ("no valid training in craps is on record",)
    assert credentials.lacking("dan", "craps", date(2027, 1, 1)) == ("no valid credential is on record",)
    credentials.revoke(PARX, training.number, "fell asleep at the table", "2026-11-18")
    assert credentials.lacking("dan", "craps", TODAY) == ()
    assert credentials.lacking("dan", "craps", date(2026, 11, 18)) == ("no valid training in craps is on record",)


def test_credentials_are_kept_by_the_holder_and_never_by_oneself(credentials: Credentials) -> None:
    with pytest.raises(Forbidden, match="this is for|cannot manage"):
        credentials.enter(PARX, "dora", CREDENTIAL, "C-1", "2026-01-01")
    manager = Principal("dan", "Dan", ("pit-manager",), "parx")
    with pytest.raises(Forbidden, match="You cannot enter your own credentials"):
        credentials.enter(manager, "dan", CREDENTIAL, "C-1", "2026-01-01")
    with pytest.raises(Hidden, match="there is no account nobody"):
        credentials.enter(PARX, "nobody", CREDENTIAL, "C-1", "2026-01-01")
    for game, wrong in (
        ("", "is missing, and training is for one game; there are "),
        ("rouelette", 'there is no game "rouelette"; did you mean roulette?'),
    ):
        with pytest.raises(BadInput, match=f"^game: {re.escape(wrong)}"):
            credentials.enter(PARX, "dan", TRAINING, "T-1", "2026-01-01", game=game)
    with pytest.raises(BadInput, match="^game: goes with training, not with a credential; leave it out$"):
        credentials.enter(PARX, "dan", CREDENTIAL, "C-1", "2026-01-01", game="roulette")
    with pytest.raises(BadInput, match="valid_to: 2025-01-01 is before valid_from"):
        credentials.enter(PARX, "dan", CREDENTIAL, "C-1", "2026-01-01", "2025-01-01")
