"""Corrections through the service: two persons, within an hour, once, recorded either way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from houseway.core import Moment
from houseway.games import load
from houseway.law import BadInput
from houseway.law.tax import TaxSettings
from houseway.records import audit_journal
from houseway.service.access import Hidden
from houseway.service.corrections import VALID_SECONDS, CorrectionForbiddenError, CorrectionRefusedError, Corrections
from houseway.service.hosted import Answer, Expected, ReceivedCommand, RepeatedOtherwiseError, Sender
from houseway.service.pit import Pit
from houseway.service.problems import problem_of
from houseway.service.reports import ReportRequest, pit_report
from houseway.service.tax_terms import set_terms
from houseway.store.appendix import AppendixEntry, entries
from houseway.store.audit_findings import AuditRequest
from houseway.store.checkpoints import sign_checkpoint
from houseway.store.database_audit import audit_database
from houseway.store.keys import Keys
from houseway.store.schema import attempts
from houseway.store.session_lines import SessionLines, session_secrets
from service.shift_play import Clock
from service.stores import open_sqlite
from store.tampering import unguarded
from support import law

ANN, BEN, CAT = Sender("ann", "floorperson"), Sender("ben", "pit-manager"), Sender("cat", "shift-manager")
WRONG = {"taken_from": "inventory", "given_to": "seat:1", "cents": 700, "corrects": 3, "why": "7 was paid as 17"}


class Service:
    """A pit with one table at which seat 1 has $100."""

    def __init__(self, folder: Path) -> None:
        self.address, self.keys, self.clock = f"sqlite:///{folder}/pit.db", Keys.new(), Clock()
        self.database = open_sqlite(folder / "pit.db")
        self.pit = Pit.open(self.database, self.keys, clock=self.clock)
        self.corrections = Corrections(self.pit)

    async def open(self) -> None:
        game, rules = load("roulette", [])
        await self.pit.open_table("R1", game, rules, "Parx")
        await self.do({"do": "open"}, "o")
        await self.do({"do": "buy-in", "seat": 1, "cents": 10_000}, "b")

    async def do(self, command: dict[str, Any], key: str) -> None:
        await self.pit.command("R1", ReceivedCommand(command, key, key), Sender("flo", "floorperson"), Expected())

    async def chips(self) -> int:
        return (await self.pit.find("R1")).chips(1)

    def refused(self) -> list[tuple[str, str]]:
        with self.database.read() as connection:
            rows = connection.execute(select(attempts).order_by(attempts.c.number)).all()
        return [(row.actor, row.about) for row in rows if row.kind == "correction"]

    def restart(self) -> None:
        self.pit.close()
        self.pit = Pit.open(self.database, self.keys, clock=self.clock)
        self.corrections = Corrections(self.pit)


def served(folder: Path, test: Callable[[Service], Awaitable[None]]) -> None:
    async def run() -> None:
        service = Service(folder)
        await service.open()
        try:
            await test(service)
        finally:
            service.pit.close()
            service.database.close()

    asyncio.run(run())


@law("601a.2")
def test_one_proposes_and_another_confirms(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        assert (proposal.state, proposal.proposer, dict(proposal.correction)) == ("open", ANN, WRONG)
        assert await service.chips() == 10_000
        answer = await service.corrections.confirm(proposal.number, BEN)
        assert isinstance(answer, Answer)
        event = answer.events[0]
        assert (event.event, event.actor, event.role) == ("corrected", "ben", "pit-manager")
        assert event.fields["corrects"] == 3
        assert await service.chips() == 10_700
        found = service.corrections.find(proposal.number)
        assert (found.state, found.decided_by) == ("confirmed", BEN)
        assert found.as_json()["decided_by"] == {"account": "ben", "role": "pit-manager"}
        back = {**WRONG, "taken_from": "seat:1", "given_to": "inventory", "corrects": event.seq}
        undone = await service.corrections.propose("R1", back, BEN)
        await service.corrections.confirm(undone.number, CAT)
        assert await service.chips() == 10_000
        assert [each.state for each in service.corrections.of_table("R1")] == ["confirmed", "confirmed"]

    served(tmp_path, test)


@law("601a.2")
@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        (ANN, "the person who proposed a correction cannot confirm it; another person must"),
        (Sender("ann", "shift-manager"), "the person who proposed a correction cannot confirm it; another person must"),
        (Sender("fay", "floorperson"), "a floorperson cannot confirm a correction; a pit manager or above can"),
        (
            Sender("sue", "surveillance"),
            "a member of surveillance cannot confirm a correction; a pit manager or above can",
        ),
        (Sender("", "pit-manager"), "nobody is signed in, so nobody can confirm a correction"),
    ],
)
def test_who_may_not_confirm(tmp_path: Path, sender: Sender, reason: str) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        with pytest.raises(CorrectionRefusedError) as refused:
            await service.corrections.confirm(proposal.number, sender)
        assert (str(refused.value), refused.value.cites) == (reason, ("601a.2",))
        assert await service.chips() == 10_000
        ((actor, about),) = service.refused()
        assert actor == sender.actor
        assert reason in about
        assert service.corrections.find(proposal.number).state == "open"

    served(tmp_path, test)


@law("601a.2")
def test_who_may_not_propose(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        for role in ("dealer", "player", "surveillance"):
            with pytest.raises(CorrectionForbiddenError, match="a floorperson or above can") as refused:
                await service.corrections.propose("R1", WRONG, Sender("dee", role))
            assert problem_of(refused.value).status == 403
        with pytest.raises(CorrectionRefusedError, match="there is no event 9999 yet"):
            await service.corrections.propose("R1", {**WRONG, "corrects": 9_999}, ANN)
        for field, value in (("given_to", "layout"), ("cents", -5), ("why", ""), ("confirmer", "ben")):
            with pytest.raises(BadInput):
                await service.corrections.propose("R1", {**WRONG, field: value}, ANN)
        assert len(service.refused()) == 4
        assert service.corrections.of_table("R1") == []

    served(tmp_path, test)


@law("601a.2")
def test_no_chips_go_to_a_seat_where_nobody_bought_in(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        reason = "nobody has bought in at seat 4 in this session; name the seat of the player concerned"
        for wrong in ({"given_to": "seat:4"}, {"taken_from": "seat:4", "given_to": "seat:1"}):
            with pytest.raises(CorrectionRefusedError) as refused:
                await service.corrections.propose("R1", {**WRONG, **wrong}, ANN)
            assert str(refused.value) == reason
            assert problem_of(refused.value).document()["right"] == "name the seat of the player concerned"
        assert [about.partition(": ")[0] for _, about in service.refused()] == [reason, reason]
        assert '"given_to": "seat:4"' in service.refused()[0][1]

    served(tmp_path, test)


@law("601a.2")
def test_the_next_player_at_a_seat_does_not_get_what_was_proposed_for_the_last_one(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        for_last = await service.corrections.propose("R1", WRONG, ANN)
        await service.do({"do": "cash-out", "seat": 1, "cents": 10_000}, "c")
        await service.do({"do": "buy-in", "seat": 1, "cents": 2_000, "account": "bob"}, "d")
        with pytest.raises(CorrectionRefusedError, match="another player has bought in at seat 1 since"):
            await service.corrections.confirm(for_last.number, BEN)
        assert await service.chips() == 2_000
        assert service.corrections.find(for_last.number).state == "open"
        for_bob = await service.corrections.propose("R1", WRONG, ANN)
        await service.do({"do": "buy-in", "seat": 1, "cents": 1_000, "account": "bob"}, "e")
        await service.corrections.confirm(for_bob.number, BEN)
        assert await service.chips() == 3_700

    served(tmp_path, test)


def test_a_proposal_that_does_not_exist_is_not_found(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        with pytest.raises(Hidden) as missing:
            await service.corrections.confirm(77, BEN)
        assert problem_of(missing.value).code == "not-found"
        await service.corrections.propose("R1", WRONG, ANN)
        with pytest.raises(Hidden, match="there is no proposal 1 for R2"):
            service.corrections.find(1, "R2")

    served(tmp_path, test)


@law("601a.2")
def test_a_proposal_expires(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        service.clock.now = proposal.until
        with pytest.raises(CorrectionRefusedError, match=f"nobody decided it within {VALID_SECONDS // 60} minutes"):
            await service.corrections.confirm(proposal.number, BEN)
        assert service.corrections.find(proposal.number).state == "expired"
        assert await service.chips() == 10_000

    served(tmp_path, test)


@law("601a.2")
def test_a_rejected_one_stays_rejected(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        with pytest.raises(CorrectionRefusedError, match="a floorperson cannot reject a correction"):
            service.corrections.reject(proposal.number, Sender("fay", "floorperson"), "no")
        with pytest.raises(BadInput, match="say in at most 500 characters why"):
            service.corrections.reject(proposal.number, BEN, " ")
        rejected = service.corrections.reject(proposal.number, BEN, "the film shows 17")
        assert (rejected.state, rejected.why) == ("rejected", "the film shows 17")
        with pytest.raises(CorrectionRefusedError, match="was already rejected"):
            await service.corrections.confirm(proposal.number, CAT)
        own = await service.corrections.propose("R1", WRONG, ANN)
        assert service.corrections.reject(own.number, ANN, "my mistake").state == "rejected"

    served(tmp_path, test)


@law("601a.2")
def test_a_sealed_session_takes_a_count_and_a_correction_beside_its_journal(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        early = await service.corrections.propose("R1", {**WRONG, "cents": 300}, ANN)
        await service.do({"do": "close"}, "c")
        lines = list(SessionLines(service.database, "R1", 1).rows())
        moved = {**WRONG, "given_to": "seat:2", "taken_from": "seat:1", "session": 1}
        with pytest.raises(CorrectionRefusedError, match="between a player and the house"):
            await service.corrections.propose("R1", moved, ANN)
        with pytest.raises(CorrectionRefusedError, match="there is no event 999: the last one is"):
            await service.corrections.propose("R1", {**WRONG, "corrects": 999, "session": 1}, ANN)
        for session in (2, 0, True, "1"):
            with pytest.raises(BadInput, match="session"):
                await service.corrections.propose("R1", {**WRONG, "session": session}, ANN)
        counted = service.corrections.count_later("R1", 1, 9_500, ANN)
        assert (counted.number, counted.about["expected_cents"], counted.about["difference_cents"]) == (1, 10_000, -500)
        with pytest.raises(CorrectionRefusedError, match="cannot have a drop box counted"):
            service.corrections.count_later("R1", 1, 9_500, Sender("dee", "dealer"))
        with pytest.raises(BadInput, match="no sealed session 2"):
            service.corrections.count_later("R1", 2, 9_500, ANN)
        proposal = await service.corrections.propose("R1", {**WRONG, "session": 1}, ANN)
        with pytest.raises(CorrectionRefusedError, match="cannot confirm it"):
            await service.corrections.confirm(proposal.number, ANN)
        made = await service.corrections.confirm(proposal.number, BEN)
        assert isinstance(made, AppendixEntry)
        assert await service.corrections.confirm(proposal.number, BEN) == made  # once
        assert (made.number, made.about["proposer"], made.about["confirmer"]) == (2, "ann", "ben")
        await service.corrections.confirm(early.number, BEN)  # it was proposed before the closing
        assert list(SessionLines(service.database, "R1", 1).rows()) == lines  # the journal is as it was
        assert [each.kind for each in entries(service.database, "R1", 1)] == ["count", "correction", "correction"]
        (day,) = pit_report(service.database, ReportRequest(practice=True)).days
        assert (day.win, day.later_counted, day.later_count_difference, day.later_to_players) == (0, 9_500, -500, 1_000)
        found = audit_database(service.database, AuditRequest(keys=service.keys))
        assert not [str(each) for each in found.findings if each.kind == "tampered"]

    served(tmp_path, test)


@law("601a.2")
@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_nobody_who_played_in_a_session_decides_about_its_money(tmp_path: Path, sealed: bool) -> None:
    """Not even for another seat, and not after cashing out."""

    async def test(service: Service) -> None:
        for seat, account in ((2, "ann"), (3, "ben")):
            await service.do({"do": "buy-in", "seat": seat, "cents": 10_000, "account": account}, f"b{seat}")
            await service.do({"do": "cash-out", "seat": seat, "cents": 10_000}, f"o{seat}")
        given = dict(WRONG)
        if sealed:
            await service.do({"do": "close"}, "c")
            given["session"] = 1
            with pytest.raises(CorrectionForbiddenError, match="so you cannot count its drop box"):
                service.corrections.count_later("R1", 1, 9_500, ANN)
        said = "you have played in session 1, so you cannot {} a correction of it; somebody who has not must"
        with pytest.raises(CorrectionForbiddenError, match=said.format("propose")):
            await service.corrections.propose("R1", given, ANN)
        fay = Sender("fay", "floorperson")
        proposal = await service.corrections.propose("R1", given, fay)
        with pytest.raises(CorrectionForbiddenError, match=said.format("confirm")):
            await service.corrections.confirm(proposal.number, BEN)
        with pytest.raises(CorrectionForbiddenError, match=said.format("reject")):
            service.corrections.reject(proposal.number, BEN, "no")
        assert [actor for actor, _ in service.refused()] == [*["ann"] * (1 + sealed), "ben", "ben"]
        assert service.corrections.find(proposal.number).state == "open"
        await service.corrections.confirm(proposal.number, CAT)
        assert service.corrections.find(proposal.number).state == "confirmed"

    served(tmp_path, test)


def test_a_proposal_and_a_count_that_are_sent_again_have_one_effect(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        corrections = service.corrections
        first = await corrections.propose("R1", WRONG, ANN, "a")
        assert (await corrections.propose("R1", WRONG, ANN, "a")).number == first.number
        with pytest.raises(RepeatedOtherwiseError, match="the id a was used for another proposal"):
            await corrections.propose("R1", {**WRONG, "cents": 800}, ANN, "a")
        with pytest.raises(RepeatedOtherwiseError, match="the id a was used for another proposal"):
            await corrections.propose("R1", {**WRONG, "session": 2}, ANN, "a")
        others = [await corrections.propose("R1", WRONG, ANN, "b"), await corrections.propose("R1", WRONG, ANN)]
        others.append(
            await corrections.propose("R1", WRONG, Sender("fay", "floorperson"), "a")
        )  # ids are each sender's own
        assert [each.number for each in others] == [2, 3, 4] and dict(others[0].correction) == WRONG
        await service.do({"do": "close"}, "c")
        assert (await corrections.propose("R1", WRONG, ANN, "a")).number == first.number  # also after the closing
        counted = corrections.count_later("R1", 1, 9_500, ANN, "n")
        assert corrections.count_later("R1", 1, 9_500, ANN, "n") == counted
        with pytest.raises(RepeatedOtherwiseError, match="the id n was used for another count"):
            corrections.count_later("R1", 1, 9_600, ANN, "n")
        corrections.count_later("R1", 1, 9_900, ANN, "o")
        (day,) = pit_report(service.database, ReportRequest(practice=True)).days
        assert (day.later_counted, day.later_count_difference) == (9_900, -100)  # the last count of the same box
        found = audit_database(service.database, AuditRequest(keys=service.keys))
        assert not [str(each) for each in found.findings if each.kind == "tampered"]

    served(tmp_path, test)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("UPDATE appendix SET body = replace(body, '9500', '9400') WHERE number = 1", "does not follow"),
        ("UPDATE appendix SET at = at + 1 WHERE number = 1", "does not follow"),
        ("UPDATE appendix SET kind = 'correction' WHERE number = 2", "does not follow"),
        ("DELETE FROM appendix WHERE number = 1", "does not follow"),
        ("UPDATE appendix SET signature = '00' WHERE number = 2", "entry 2 of its appendix is not genuine"),
    ],
)
def test_a_changed_appendix_is_found_by_the_audit(tmp_path: Path, change: str, wrong: str) -> None:
    async def test(service: Service) -> None:
        await service.do({"do": "close"}, "c")
        for cents in (9_500, 10_000):
            service.corrections.count_later("R1", 1, cents, ANN)
        with pytest.raises(DBAPIError, match="only appended to"), service.database.write() as connection:
            connection.execute(text("DELETE FROM appendix"))
        with unguarded(service.database) as connection:
            connection.execute(text(change))
        found = audit_database(service.database, AuditRequest(keys=service.keys))
        assert any(wrong in str(each) for each in found.findings), [str(each) for each in found.findings]
        assert found.status == "tampered"

    served(tmp_path, test)


@pytest.mark.parametrize("signed", ["by the pit", "by whoever has the keys"])
def test_an_entry_that_is_cut_off_the_end_of_an_appendix_is_found(tmp_path: Path, signed: str) -> None:
    async def test(service: Service) -> None:
        await service.do({"do": "close"}, "c")
        for cents in (9_500, 10_000):
            service.corrections.count_later("R1", 1, cents, ANN)
        if signed == "by the pit":
            assert [each.appendix and each.appendix[0] for each in service.pit.checkpoint().tables] == [2]
        else:
            signed_now = sign_checkpoint(service.database, service.keys, Moment(service.clock()))
            assert [each.appendix and each.appendix[0] for each in signed_now.tables] == [2]
        assert audit_database(service.database, AuditRequest(keys=service.keys)).whole
        with unguarded(service.database) as connection:
            connection.execute(text("DELETE FROM appendix WHERE number = 2"))
        found = audit_database(service.database, AuditRequest(keys=service.keys))
        assert found.status == "tampered"
        (only,) = found.findings
        assert "its appendix has 1 entries, but checkpoint" in str(only) and "its end was cut off" in str(only)

    served(tmp_path, test)


def test_a_confirmation_that_is_sent_again_has_one_effect(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        first = await service.corrections.confirm(proposal.number, BEN)
        again = await service.corrections.confirm(proposal.number, BEN)
        assert isinstance(first, Answer) and isinstance(again, Answer)
        assert (again.repeated, again.first) == (True, first.first)
        service.restart()
        third = await service.corrections.confirm(proposal.number, BEN)
        assert isinstance(third, Answer)
        assert (third.repeated, third.first) == (True, first.first)
        with pytest.raises(CorrectionRefusedError, match="was already confirmed"):
            await service.corrections.confirm(proposal.number, CAT)
        assert await service.chips() == 10_700

    served(tmp_path, test)


def test_a_process_that_stops_after_the_decision_carries_it_out_later(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        service.corrections._decide(proposal, BEN, "confirmed", "")
        service.restart()
        assert await service.chips() == 10_000
        await service.corrections.confirm(proposal.number, BEN)
        assert await service.chips() == 10_700
        with pytest.raises(CorrectionRefusedError, match="was decided by somebody else just now"):
            service.corrections._decide(proposal, CAT, "rejected", "late")

    served(tmp_path, test)


def test_nobody_sends_one_as_a_command(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        with pytest.raises(BadInput, match="another confirms it"):
            await service.do({"do": "correct", **WRONG, "proposer": "a", "confirmer": "b"}, "x")

    served(tmp_path, test)


def test_the_journal_with_a_correction_is_decided_again(tmp_path: Path) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        await service.corrections.confirm(proposal.number, BEN)
        await service.do({"do": "close"}, "c")
        secrets = session_secrets(service.database, service.keys, "R1", 1)
        found = audit_journal(SessionLines(service.database, "R1", 1), None, secrets)
        assert found.status == "whole", found.flaws

    served(tmp_path, test)


@pytest.mark.parametrize("table", ["proposals", "proposal_decisions", "tax_settings"])
@pytest.mark.parametrize("act", ["UPDATE {0} SET at = 0", "DELETE FROM {0}"])
def test_the_database_refuses_to_change_what_was_decided(tmp_path: Path, table: str, act: str) -> None:
    async def test(service: Service) -> None:
        proposal = await service.corrections.propose("R1", WRONG, ANN)
        service.corrections.reject(proposal.number, BEN, "no")
        set_terms(service.database, "Parx", TaxSettings(date(2010, 7, 18)), BEN, 1)
        with pytest.raises(DBAPIError, match="records are only appended to"), service.database.write() as connection:
            connection.execute(text(act.format(table)))

    served(tmp_path, test)
