"""Papers: a submission from an empty form to the Board's approval, what is printed, what is due, the day's revenue."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway.service import paper_routes
from pages.conftest import Window
from pages.running_pit import FILER, RunningPit
from pages.seeing import axe, enter, expect, fits, look_over
from service.places import PASSWORD
from support import law


@law("601a.2", "625a.1(d)(2)(ii)")
def test_a_submission_goes_from_the_form_over_a_question_to_approval(pit: RunningPit, window: Window) -> None:
    cleo, board = window(), window("Bo")
    cleo.goto("/papers")
    enter(cleo, "Cleo")
    cleo.get_by_label("Game").select_option("sic-bo")
    cleo.locator("#f-shaker").wait_for()
    cleo.locator("#f-limits-min_cents").fill("0")
    cleo.get_by_text("✗ Not lawful").wait_for()
    expect(cleo.locator(".findings li")).to_contain_text("601a.2")
    expect(cleo.get_by_role("button", name="Save as a draft")).to_be_disabled()
    cleo.locator("#f-limits-min_cents").fill("500")
    cleo.get_by_text("✓ Lawful").wait_for()
    shaking = cleo.locator("#f-texts-shaking")
    expect(shaking).to_be_hidden()  # a manual shaker needs no text
    cleo.locator("#f-shaker").select_option("automated")
    cleo.get_by_text("2 texts still to be submitted").wait_for()
    shaking.fill('Close the "lid".\nPress [the switch].')
    cleo.get_by_text("1 text still to be submitted").wait_for()
    look_over(cleo)
    cleo.get_by_role("button", name="Save as a draft").click()
    cleo.get_by_role("button", name="Submit").click()
    cleo.locator(".taken li", has_text="submitted").wait_for()
    name = cleo.locator(".one h2").inner_text()
    assert name.startswith(f"{FILER}-sic-bo-")

    board.goto(f"/papers#filed/{name}")
    board.get_by_role("button", name="Deny").wait_for()
    board.get_by_role("button", name="Question").click()
    board.get_by_role("alert").filter(has_text="say why it is questioned").wait_for()
    board.get_by_label("Note").fill("Which shaker?")
    board.get_by_role("button", name="Question").click()
    board.locator(".taken li", has_text="Which shaker?").wait_for()

    cleo.get_by_role("button", name="Look again").click()
    cleo.get_by_role("link", name=name).click()
    cleo.locator(".taken li", has_text="Which shaker?").wait_for()
    cleo.get_by_role("button", name="Submit").click()
    cleo.locator(".taken li").nth(3).wait_for()
    expect(cleo.get_by_role("button", name="Approve")).to_have_count(0)  # nobody approves what they filed

    board.get_by_role("link", name=name).click()
    board.get_by_label("The Board's number").fill("BGO 17")
    board.get_by_role("button", name="Approve").click()
    board.locator(".one .state", has_text="effective").wait_for()
    board.locator(".taken li", has_text="approved").filter(has_text="Bo, bureau of gaming operations").wait_for()
    filed = pit.api("Bo").get(f"/v1/submissions/{name}")
    steps = [each["step"] for each in filed["steps"]]
    assert steps == ["drafted", "submitted", "questioned", "submitted", "approved"]
    assert filed["steps"][-1]["approval"] == "BGO 17" and "min_cents = 500" in filed["text"]
    assert tomllib.loads(filed["text"])["texts"]["shaking"] == ['Close the "lid".', "Press [the switch]."]


def test_papers_are_downloaded_under_the_chosen_submission(page: Any, tmp_path: Path) -> None:
    page.goto("/papers?game=big-six#print")
    for title, begins in (("Layout", b"%PDF"), ("Submission's file", b"# Rules Submission for Big Six")):
        with page.expect_download(timeout=60_000) as made:
            page.get_by_role("button", name=f"Download: {title}", exact=True).click()
        made.value.save_as(tmp_path / "paper")
        assert (tmp_path / "paper").read_bytes().startswith(begins)
    page.get_by_label("Game").select_option("sic-bo")
    page.get_by_role("button", name="Download: Signs").click()
    page.get_by_text("Sic Bo needs no sign under this submission").wait_for()


def test_inspections_timers_and_revenue_are_for_staff(
    pit: RunningPit, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pit.table("sic-bo", opened=True)
    monkeypatch.setattr(paper_routes, "READ_AT_ONCE", 2)
    few, all_of_them = (pit.api("Bo").get(f"/v1/inspections?most={most}") for most in (5, 500))
    assert few["more"] and few["steps"] == all_of_them["steps"][:5]
    assert not {each["by"] for each in all_of_them["steps"]} & {"dealer", "player"}  # their steps are play
    page.goto("/papers#due")
    page.get_by_text("Sign in as staff").wait_for()
    page.get_by_role("tab", name="Revenue").click()
    page.get_by_text("Sign in as a shift manager").wait_for()
    enter(page, "Bo")
    page.get_by_role("tab", name="Revenue").focus()
    page.keyboard.press("ArrowLeft")  # to inspections, by keyboard
    expect(page.get_by_role("region", name="Inspections")).to_contain_text("625a.5(a)(1)")
    for part in ("dice", "625a.2(b)"):
        expect(page.get_by_role("region", name="What is due")).to_contain_text(part)
    page.keyboard.press("ArrowRight")
    page.get_by_label("Practice tables too").check()
    page.get_by_role("region", name="By table").wait_for()
    assert fits(page)
    _many_inspections(page, all_of_them["steps"][-1])


def _many_inspections(page: Any, step: dict[str, Any]) -> None:
    """101 procedures of two steps each: some are shown at first, and one can look for a word in all of them."""
    steps = [{**step, "table": f"wheel-{n // 2}", "seq": 999 - n} for n in range(202)]
    page.route("**/v1/inspections*", lambda route: route.fulfill(json={"steps": steps, "more": True}))
    page.get_by_role("tab", name="Inspections").click()
    rows = page.get_by_role("region", name="Inspections").locator("tbody tr")
    expect(rows).to_have_count(40)
    expect(rows.first).to_contain_text("2 steps")
    page.get_by_text("These are the latest 202 steps").wait_for()
    page.get_by_role("button", name="Show 40 more").click()
    expect(rows).to_have_count(80)
    page.get_by_label("Find in Inspections").fill("wheel-10")
    expect(rows).to_have_count(2)  # and wheel-100
    look_over(page)


def test_compliance_sets_the_terms_of_the_tax_and_reads_it(window: Window) -> None:
    page = window("Cleo", 360)
    page.goto("/papers#revenue")
    page.locator("summary", has_text="Terms of a holder's tax").click()
    expect(page.get_by_label("Holder")).to_have_value(FILER)  # its own, and no other
    page.get_by_label("Table games commenced").fill("2010-07-18")
    page.get_by_label("A day's loss is").select_option("carried")
    page.get_by_role("button", name="Set the terms").click()
    page.get_by_text("A day's loss is carried forward.").wait_for()
    assert fits(page)


def test_an_administrator_sets_a_password_and_anybody_makes_a_token_that_reads(pit: RunningPit, page: Any) -> None:
    pit.account("Paul", ("player",))
    page.goto("/people")
    page.get_by_text("Sign in to see your account.").wait_for()
    missing = page.request.get("/nothing", headers={"Accept": "text/html"})
    assert missing.status == 404 and "text/html" in missing.headers["content-type"]  # a page that says so
    assert page.request.get("/nothing").json()["code"] == "not-found"
    enter(page, "Ada")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Paul", exact=True))
    row.get_by_role("button", name="Set a password").click()
    page.get_by_role("dialog").get_by_label("New password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    assert axe(page) == []
    page.get_by_role("button", name="Make a token").click()
    shown = page.get_by_label("The token", exact=True)
    shown.wait_for()
    token = shown.inner_text().removeprefix("export TOKEN=")
    answer = page.request.get("/v1/me", headers={"Authorization": f"Bearer {token}", "Cookie": ""})
    assert sorted(answer.json()["scopes"]) == ["recall-rounds", "see-table"]
    page.context.clear_cookies()  # as after half an hour
    page.goto("/")
    page.get_by_text("The session of Ada has ended.").wait_for()  # nobody becomes a guest unawares
    page.get_by_role("button", name="Go on as a guest").click()
    page.get_by_role("heading", name="The pit").wait_for()
