"""The routes of filings, over HTTP: a holder files, the Board decides, a table opens, and timers run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from houseway.core import Moment
from houseway.games import load
from houseway.service.access import OFFICE_OF, SCOPES, Principal
from houseway.service.app import make_app
from houseway.service.event_visibility import Eyes
from houseway.service.feed import Watcher
from houseway.service.people import People
from houseway.service.pit import Pit
from houseway.service.serving import Service
from houseway.service.submissions import Submissions
from houseway.store.database import Database
from houseway.store.keys import Keys
from service.places import ADMINISTRATOR, PASSWORD, QUICK, endless
from service.stores import enter_holder
from service.test_session_opening import NOON, text_of

ROULETTE = 'game = "roulette"\nholder = "Parx"\n'


@dataclass
class Desk:
    """The service without a port, and a client for each role."""

    service: Service
    people: People
    http: httpx.AsyncClient
    tokens: dict[tuple[str, str], tuple[str, str]]
    now: int = NOON

    def account(self, role: str, holder: str = "") -> tuple[str, str]:
        """The id and the token of the account with this role."""
        if (role, holder) not in self.tokens:
            enter_holder(self.people.database, holder)
            made = self.people.create(ADMINISTRATOR, f"{role} {holder}", PASSWORD, [role], holder)
            token = self.people.make_token(made, SCOPES, self.people.clock() + 90 * 86400)
            self.tokens[role, holder] = (made.account, token)
        return self.tokens[role, holder]

    async def ask(self, who: tuple[str, str], method: str, path: str, status: int = 200, **body: Any) -> Any:
        """An answer with this status."""
        headers = {"Authorization": f"Bearer {self.account(*who)[1]}"}
        if path.endswith("/commands"):
            headers["Idempotency-Key"] = json.dumps(body)
        sent: dict[str, Any] = {} if method == "GET" else {"json": body}
        answer = await self.http.request(method, path, headers=headers, **sent)
        assert answer.status_code == status, answer.text
        found: Any = answer.json() if answer.content else None
        if status >= 400:
            assert answer.headers["content-type"] == "application/problem+json" and found["status"] == status
        return found

    async def approved(self, text: str, holder: str = "parx") -> str:
        """An approved submission, all the way over the API."""
        drafted = await self.ask(("compliance", holder), "POST", "/v1/submissions", 201, holder=holder, text=text)
        steps = f"/v1/submissions/{drafted['id']}/steps"
        await self.ask(("compliance", holder), "POST", steps, 201, step="submitted")
        await self.ask(BOARD, "POST", steps, 201, step="approved", approval="2026-1", effective_on="2026-11-17")
        return str(drafted["id"])


BOARD, PARX, FLOOR, DEALER = (
    ("bureau-of-gaming-operations", ""),
    ("compliance", "parx"),
    ("floorperson", "parx"),
    ("dealer", "parx"),
)
PLAYER = ("player", "")


def run(database: Database, test: Callable[[Desk], Awaitable[None]]) -> None:
    async def main() -> None:
        people = People(database, hasher=QUICK)
        desk: Desk | None = None
        pit = Pit.open(database, Keys.new(), clock=lambda: Moment(NOON if desk is None else desk.now))
        service = Service.of(pit, people, endless())
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=make_app(service)), base_url="http://127.0.0.1"
        ) as http:
            desk = Desk(service, people, http, {})
            for holder in ("parx", "hollywood"):
                await desk.ask(BOARD, "POST", "/v1/holders", 201, id=holder, name=holder.title())
            await test(desk)
        await service.forwarding.close()
        await asyncio.to_thread(pit.close)

    asyncio.run(main())


def test_a_submission_lives_over_the_api_and_everybody_sees_their_own(database: Database) -> None:
    async def test(desk: Desk) -> None:
        name = await desk.approved(ROULETTE)
        one = await desk.ask(PARX, "GET", f"/v1/submissions/{name}")
        assert (one["state"], one["text"]) == ("effective", ROULETTE)
        assert [each["step"] for each in one["steps"]] == ["drafted", "submitted", "approved"]
        assert one["steps"][2]["by"] == desk.account(*BOARD)[0] and one["steps"][2]["role"] == BOARD[0]
        assert all(step["name"] for step in one["steps"]) and one["steps"][2]["name"] != one["steps"][0]["name"]
        other = await desk.approved(ROULETTE + "five_adjacent = true\n", "hollywood")
        for who, seen in ((BOARD, {name, other}), (PARX, {name}), (PLAYER, set())):
            found = await desk.ask(who, "GET", "/v1/submissions?game=roulette")
            assert {each["id"] for each in found["submissions"]} == seen
        await desk.ask(PARX, "GET", f"/v1/submissions/{other}", 404)
        both = await desk.ask(BOARD, "GET", "/v1/comparisons/roulette")
        assert [each["holder"] for each in both["offered"]] == ["hollywood", "parx"]
        assert both["differences"] == {"five_adjacent": {name: False, other: True}}
        games = await desk.ask(BOARD, "GET", "/v1/comparisons?day=2026-11-17")
        assert games == {"day": "2026-11-17", "games": {"roulette": {"count": 2, "holders": ["hollywood", "parx"]}}}
        assert (await desk.ask(BOARD, "GET", "/v1/comparisons?day=2026-11-16"))["games"] == {}

    run(database, test)


def test_what_is_wrong_is_a_problem_document(database: Database) -> None:
    async def test(desk: Desk) -> None:
        bad = 'game = "craps"\nboxes = 99\n[fire]\npaytable = "C"\n'
        unlawful = await desk.ask(PARX, "POST", "/v1/submissions", 422, holder="parx", text=bad)
        assert unlawful["code"] == "refused" and {each["field"] for each in unlawful["findings"]} >= {
            "boxes",
            "fire.paytable",
        }
        assert "623a.5(f)" in unlawful["cites"] and unlawful["right"].startswith("change the settings that")
        for text in ("game =", "", 'game = "chess"'):
            await desk.ask(PARX, "POST", "/v1/submissions", 400, holder="parx", text=text)
        await desk.ask(PARX, "POST", "/v1/submissions", 403, holder="hollywood", text=ROULETTE)
        await desk.ask(PARX, "POST", "/v1/holders", 403, id="me", name="Me")
        await desk.ask(BOARD, "POST", "/v1/holders", 409, id="parx", name="Parx")
        name = await desk.approved(ROULETTE)
        steps = f"/v1/submissions/{name}/steps"
        late = await desk.ask(BOARD, "POST", steps, 409, step="questioned", note="why?")
        (listed,) = (await desk.ask(BOARD, "GET", "/v1/submissions"))["submissions"]
        assert late["detail"].startswith(f"{name} is {listed['state']}; only ")  # both have the same word
        assert late["right"] == "only a submission that is submitted can be questioned"
        await desk.ask(BOARD, "POST", steps, 400, step="blessed")
        await desk.ask(PARX, "POST", steps, 403, step="denied", note="no")
        await desk.ask(PARX, "POST", steps, 400, step="denied", note="a\x00b")
        await desk.ask(BOARD, "GET", "/v1/comparisons/chess", 400)
        await desk.ask(BOARD, "GET", "/v1/comparisons?day=2026-13-40", 400)
        await desk.ask(BOARD, "GET", "/v1/submissions/no-such", 404)
        with database.read() as connection:
            kinds = connection.exec_driver_sql("SELECT kind FROM attempts").scalars().all()
        assert kinds.count("wrong-role") == 3

    run(database, test)


def test_approvals_and_credentials_are_kept_and_ended(database: Database) -> None:
    async def test(desk: Desk) -> None:
        wanted = load("roulette")[1].outstanding()[0]
        body: dict[str, Any] = {
            "holder": "parx",
            "game": "roulette",
            "approval": wanted.key,
            "approval_number": "L-1",
            "date": "2026-11-01",
        }
        giver = (OFFICE_OF[wanted.approval.by], "")
        refused = await desk.ask(PARX, "POST", "/v1/approvals", 403, **body)
        assert refused["cites"] == [str(wanted.approval.cite)]
        entry = await desk.ask(giver, "POST", "/v1/approvals", 201, **body, conditions="until May")
        assert (entry["by"], entry["conditions"]) == (wanted.approval.by, "until May")
        twice = await desk.ask(giver, "POST", "/v1/approvals", 400, **body, conditions="until June")
        assert twice["detail"].startswith(
            f"approval L-1 of 2026-11-01 for {wanted.key} is already in the register as number"
        )
        assert (await desk.ask(PARX, "GET", "/v1/approvals"))["approvals"] == [entry]
        assert (await desk.ask(("compliance", "hollywood"), "GET", "/v1/approvals"))["approvals"] == []
        ended = f"/v1/approvals/{entry['number']}/withdrawal"
        found = await desk.ask(giver, "POST", ended, 201, note="rebuilt", effective_on="2026-12-01")
        assert found["withdrawn_on"] == "2026-12-01"
        again = await desk.ask(giver, "POST", "/v1/approvals", 201, **{**body, "conditions": "rebuilt"})
        assert again["number"] > entry["number"]
        await desk.ask(("compliance", "hollywood"), "POST", ended, 404, note="x", effective_on="2026-12-01")

        account = desk.account(*DEALER)[0]
        kept = f"/v1/accounts/{account}/credentials"
        new: dict[str, Any] = {"kind": "training", "credential": "T-1", "valid_from": "2026-01-01", "game": "roulette"}
        made = await desk.ask(PARX, "POST", kept, 201, **new)
        await desk.ask(DEALER, "POST", kept, 403, **new)
        await desk.ask(("compliance", "hollywood"), "POST", kept, 403, **new)
        for who in (DEALER, PARX, BOARD):
            assert (await desk.ask(who, "GET", kept))["credentials"] == [made]
        await desk.ask(PLAYER, "GET", kept, 403)
        revoked = f"/v1/credentials/{made['number']}/revocation"
        await desk.ask(PARX, "POST", revoked, 204, note="left", effective_on="2026-11-17")
        assert (await desk.ask(DEALER, "GET", kept))["credentials"][0]["revoked_on"] == "2026-11-17"

    run(database, test)


def test_a_table_opens_under_a_submission_or_for_practice(sqlite_database: Database) -> None:
    async def test(desk: Desk) -> None:
        name = await desk.approved(text_of("sic-bo"))
        missing = await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 422, submission=name)
        assert missing["findings"] and missing["cites"] and "is not in the register" in missing["detail"]
        for each in load("sic-bo")[1].outstanding():
            body: dict[str, Any] = {
                "game": "sic-bo",
                "approval": each.key,
                "approval_number": "1",
                "date": "2026-11-01",
            }
            await desk.ask((OFFICE_OF[each.approval.by], ""), "POST", "/v1/approvals", 201, holder="parx", **body)
        await desk.ask(DEALER, "POST", "/v1/tables/s1/sessions", 403, submission=name)
        made = await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 201, submission=name)
        assert (made["session"], made["submission"], made["practice"]) == (1, name, False)
        waits = await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 409, submission=name)
        assert waits["right"] == "open and close it, or begin a session of a new table under another name"
        for bad in ("a b", "-s1", "s" * 61):
            told = await desk.ask(FLOOR, "POST", f"/v1/tables/{bad}/sessions", 400, submission=name)
            assert told["detail"] == f"'{bad}' cannot be the name of a table"
            assert told["right"].startswith("write 1 to 60 letters, digits, dots, hyphens and underscores")
            await desk.ask(FLOOR, "GET", f"/v1/tables/{bad}/sessions", 404)
        await desk.ask(FLOOR, "POST", "/v1/tables/s2/sessions", 400, text=text_of("sic-bo"))
        await desk.ask(FLOOR, "POST", "/v1/tables/s2/sessions", 201, text=text_of("sic-bo"), practice=True)
        for table, practice in (("s1", False), ("s2", True)):
            done = await desk.ask(
                FLOOR, "POST", f"/v1/tables/{table}/commands", command={"do": "open"}, expect={"seq": 0}
            )
            assert done["events"][0]["practice"] is practice and "warnings" not in done
            assert (await desk.ask(FLOOR, "GET", f"/v1/tables/{table}"))["practice"] is practice
            opening = await desk.ask(PLAYER, "GET", f"/v1/tables/{table}/sessions/1/opening")
            assert opening == {
                "table": table, "session": 1, "submission": None if practice else name, "practice": practice,
            }  # fmt: skip
        await desk.ask(("floorperson", "hollywood"), "GET", "/v1/tables/s1/sessions/1/opening", 404)
        await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 409)
        for table, practice in (("s1", False), ("s2", True)):
            seq = (await desk.ask(FLOOR, "GET", f"/v1/tables/{table}"))["seq"]
            await desk.ask(FLOOR, "POST", f"/v1/tables/{table}/commands", command={"do": "close"}, expect={"seq": seq})
            await desk.ask(DEALER, "POST", f"/v1/tables/{table}/sessions", 403)
            await desk.ask(FLOOR, "POST", f"/v1/tables/{table}/sessions", 400, practice=True)
            again = await desk.ask(FLOOR, "POST", f"/v1/tables/{table}/sessions", 201)
            assert (again["session"], again["practice"], again["phase"]) == (2, practice, "unopened")
            assert again["submission"] == (None if practice else name)

    run(sqlite_database, test)


def test_a_dealer_is_warned_and_staff_hear_timers(sqlite_database: Database) -> None:
    async def test(desk: Desk) -> None:
        await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 201, text=text_of("sic-bo"), practice=True)
        commands = "/v1/tables/s1/commands"
        opened = await desk.ask(FLOOR, "POST", commands, command={"do": "open"}, expect={"seq": 0})
        call: dict[str, Any] = {"command": {"do": "no-more-bets"}, "expect": {"seq": opened["last"]}}
        first = await desk.ask(DEALER, "POST", commands, **call)
        assert first["warnings"] == ["no valid credential is on record", "no valid training in sic-bo is on record"]
        assert await desk.ask(DEALER, "POST", commands, **call) == first
        rolled: dict[str, Any] = {"command": {"do": "draw"}, "expect": {"seq": first["last"]}}
        assert "warnings" not in await desk.ask(DEALER, "POST", commands, **rolled)

        timers = (await desk.ask(DEALER, "GET", "/v1/timers"))["timers"]
        assert [(each["table"], each["what"], each["state"], each["seconds"]) for each in timers] == [
            ("s1", "dice", "running", 86400)
        ]
        assert (await desk.ask(PLAYER, "GET", "/v1/timers"))["timers"] == []
        assert (await desk.ask(("dealer", "hollywood"), "GET", "/v1/timers"))["timers"] == []
        feed, hosted = desk.service.feed, desk.service.pit.hosted["s1"]
        watchers = {base: Watcher(Eyes(base), "", lambda: 0.0) for base in ("dealer", "player", "house")}
        for watcher in watchers.values():
            feed.watch("s1", watcher, hosted.session, hosted.standing.seq)
        stop = asyncio.Event()
        task = asyncio.create_task(desk.service._watch_timers(stop))
        await asyncio.sleep(0.02)
        assert not any(each.queue for each in watchers.values())
        stop.set()
        await task
        desk.now += 86400 - 60
        stop.clear()
        task = asyncio.create_task(desk.service._watch_timers(stop))
        await asyncio.sleep(0.02)
        stop.set()
        await task
        for base, watcher in watchers.items():
            told = [json.loads(text) for text, _ in watcher.queue]
            heard = [(each["type"], each["table"], each["what"], each["seconds"], each["cites"]) for each in told]
            assert heard == ([] if base == "player" else [("timer", "s1", "dice", 60, ["625a.2(b)"])])
        (now,) = (await desk.ask(BOARD, "GET", "/v1/timers"))["timers"]
        assert (now["state"], now["procedure"]) == ("near", "replace-dice")

    run(sqlite_database, test)


def test_a_dealer_takes_a_players_cash_by_the_players_name(sqlite_database: Database) -> None:
    async def test(desk: Desk) -> None:
        await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 201, text=text_of("sic-bo"), practice=True)
        commands = "/v1/tables/s1/commands"
        last = (await desk.ask(FLOOR, "POST", commands, command={"do": "open"}, expect={"seq": 0}))["last"]
        anna = desk.people.create(ADMINISTRATOR, "Anna", PASSWORD, ["player"], "")
        buy = {"do": "buy-in", "seat": 1, "cents": 1000}
        for nobody in ("Nobody", "dealer parx"):
            sent: dict[str, Any] = {"command": {**buy, "account": nobody}, "expect": {"seq": last}}
            told = await desk.ask(DEALER, "POST", commands, 400, **sent)
            assert f'"{nobody}" is not the account of a player' in told["detail"]
        told = await desk.ask(PLAYER, "POST", commands, 403, command={**buy, "account": "Nobody"})
        assert "cannot buy in for somebody else" in told["detail"]
        await desk.ask(DEALER, "POST", commands, command={**buy, "account": "anna"}, expect={"seq": last})
        assert desk.service.pit.hosted["s1"].holder(1) == anna.account

    run(sqlite_database, test)


def test_a_slip_that_was_used_before_is_answered_with_a_warning(sqlite_database: Database) -> None:
    async def test(desk: Desk) -> None:
        await desk.ask(FLOOR, "POST", "/v1/tables/s1/sessions", 201, text=text_of("sic-bo"), practice=True)
        commands = "/v1/tables/s1/commands"
        last = (await desk.ask(FLOOR, "POST", commands, command={"do": "open"}, expect={"seq": 0}))["last"]
        answers = []
        for do, cents in (("fill", 500), ("credit", 500), ("fill", 700)):
            sent: dict[str, Any] = {"command": {"do": do, "cents": cents, "slip": "F-1"}, "expect": {"seq": last}}
            answers.append(await desk.ask(FLOOR, "POST", commands, **sent))
            last = answers[-1]["last"]
        assert ["warnings" in each for each in answers] == [False, False, True]
        used = f"the slip F-1 was used before, for the fill of event {answers[0]['first']}"
        assert answers[2]["warnings"] == [f"{used}; this one is recorded too, and the report names both"]
        assert await desk.ask(FLOOR, "POST", commands, **sent) == answers[2]

    run(sqlite_database, test)


def test_a_manufacturer_sees_the_tables_with_its_own_devices_and_puts_only_these_back_into_use(
    sqlite_database: Database,
) -> None:
    mine, other, lab = ("manufacturer", "readers-inc"), ("manufacturer", "decks-inc"), ("gaming-laboratory", "")
    device, table = "masque-card-reader", "/v1/tables/dub-1"
    repaired = {"do": "repaired", "device": device}

    async def test(desk: Desk) -> None:
        text = 'game = "down-under-blackjack"\n'
        for name in ("dub-1", "dub-2"):
            path = f"/v1/tables/{name}/sessions"
            await desk.ask(FLOOR, "POST", path, 201, text=text, practice=True)
        await desk.ask(FLOOR, "POST", f"{table}/commands", command={"do": "open"}, expect={"seq": 0})
        where = f"{table}/devices/{device}"
        for name, right in (
            ("toaster", f"there are shuffler, {device}"),
            (device, "an administrator first creates an"),
        ):
            told = await desk.ask(PARX, "PUT", f"{table}/devices/{name}", 400, manufacturer="readers-inc")
            assert told["right"].startswith(right)
        desk.account(*other)
        made = desk.people.create(ADMINISTRATOR, "Maker", PASSWORD, ["manufacturer"], "readers-inc")
        desk.tokens[mine] = (made.account, desk.people.make_token(made, SCOPES, desk.people.clock() + 3600))
        for who, status in ((FLOOR, 403), (mine, 404), (("compliance", "hollywood"), 404), (PLAYER, 403)):
            await desk.ask(who, "PUT", where, status, manufacturer="readers-inc")
        (entered,) = (await desk.ask(lab, "PUT", where, manufacturer="readers-inc"))["devices"]
        assert (entered["manufacturer"], entered["role"]) == ("readers-inc", "gaming-laboratory")
        await desk.ask(PARX, "PUT", f"{table}/devices/shuffler", manufacturer="decks-inc")
        await asyncio.sleep(0.6)  # an account is remembered for half a second

        assert [each["id"] for each in (await desk.ask(mine, "GET", "/v1/tables"))["tables"]] == ["dub-1"]
        await desk.ask(mine, "GET", "/v1/tables/dub-2", 404)
        seen = await desk.ask(mine, "GET", table)
        assert seen["viewer"] == "player"
        assert [each["device"] for each in (await desk.ask(mine, "GET", f"{table}/devices"))["devices"]] == [device]
        assert len((await desk.ask(FLOOR, "GET", f"{table}/devices"))["devices"]) == 2
        assert (await desk.ask(PLAYER, "GET", f"{table}/devices"))["devices"] == []
        opening = (await desk.ask(mine, "GET", f"{table}/events?limit=1"))["events"][0]
        assert opening["event"] == "table-opened" and "inventory_cents" not in opening

        commands = f"{table}/commands"
        report = {"do": "irregularity", "cite": "685a.12(i)"}
        wager = {"do": "wager", "seat": 1, "id": "bet", "cents": 1000}
        for command in ({"do": "buy-in", "seat": 1, "cents": 5000}, wager):
            there = {name: seen[name] for name in ("round", "phase")}
            last = (await desk.ask(PLAYER, "POST", commands, command=command, expect=there))["last"]
            seen = await desk.ask(mine, "GET", table)
        last = (await desk.ask(DEALER, "POST", commands, command=report, expect={"seq": last}))["last"]
        foreign = await desk.ask(other, "POST", commands, 403, command=repaired, expect={"seq": last})
        assert foreign["right"] == "this is for its own manufacturer"
        done = await desk.ask(mine, "POST", commands, command=repaired, expect={"seq": last})
        assert done["events"][0]["event"] == "device-repaired"
        again = await desk.ask(mine, "POST", commands, 422, command=repaired, expect={"seq": done["last"]})
        told = await desk.ask(FLOOR, "GET", f"{table}/rounds/{seen['round']}")
        assert again["events"][0]["by"] == "maintenance" and "repaired by the manufacturer: " in told["words"]
        await desk.ask(mine, "POST", commands, 403, command={"do": "close"}, expect={"seq": done["last"]})
        await desk.ask(PARX, "PUT", where, manufacturer="")  # the device is gone, and with it what its maker sees
        await asyncio.sleep(0.6)
        await desk.ask(mine, "GET", table, 404)
        with sqlite_database.read() as connection:
            rows = connection.exec_driver_sql("SELECT role FROM events WHERE event = 'device-repaired'").scalars().all()
        assert rows == ["manufacturer"]

    run(sqlite_database, test)


def test_2011_the_board_compares_ten_holders_side_by_side(sqlite_database: Database) -> None:
    """The filing of 2011: all ten certificate holders offer Roulette, six Big Six, two Casino War."""
    filing = Submissions(sqlite_database, lambda: Moment(NOON))
    officer = Principal("bea", "Bea", (BOARD[0],))
    offers = {"roulette": 10, "big-six": 6, "casino-war": 2}
    for number in range(10):
        holder = f"holder-{number}"
        filing.add_holder(officer, holder, f"Holder {number}")
        files = Principal(f"files-{number}", "Files", ("compliance",), holder)
        for game, count in offers.items():
            if number < count:
                option = "five_adjacent = true\n" if game == "roulette" and number % 2 else ""
                filed = filing.draft(files, holder, f'game = "{game}"\n{option}')
                filing.take_step(files, filed.id, "submitted")
                filing.take_step(officer, filed.id, "approved", approval=f"11-{number}", effective_on="2026-11-17")

    async def test(desk: Desk) -> None:
        games = (await desk.ask(BOARD, "GET", "/v1/comparisons"))["games"]
        assert {game: each["count"] for game, each in games.items()} == offers
        assert games["casino-war"]["holders"] == ["holder-0", "holder-1"]
        roulette = await desk.ask(BOARD, "GET", "/v1/comparisons/roulette")
        assert [each["otherwise"] for each in roulette["offered"]] == [{}, {"five_adjacent": True}] * 5
        assert list(roulette["differences"]) == ["five_adjacent"]
        assert sorted(roulette["differences"]["five_adjacent"].values()) == [False] * 5 + [True] * 5
        own = (await desk.ask(("compliance", "holder-7"), "GET", "/v1/comparisons"))["games"]
        assert own == {"roulette": {"count": 1, "holders": ["holder-7"]}}

    run(sqlite_database, test)


@pytest.mark.parametrize("path", ["/v1/submissions", "/v1/approvals", "/v1/timers", "/v1/holders", "/v1/comparisons"])
def test_nobody_sees_anything_without_signing_in(sqlite_database: Database, path: str) -> None:
    async def test(desk: Desk) -> None:
        assert (await desk.http.get(path)).status_code == 401

    run(sqlite_database, test)
