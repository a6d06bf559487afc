"""Approvals in every chapter: the paragraphs that require them, the bodies that give them, and tables without them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import houseway
from attacks.forging import rechained, records_of
from houseway.cli import app
from houseway.games import games, judged, load
from houseway.law import Rules
from houseway.law.approval import BODIES
from houseway.records import audit_journal, open_desk
from houseway.table import Table
from houseway.table.table import EPOCH
from support import law

OPERATIONS, LABORATORY, COMPLIANCE, DIRECTOR = BODIES
APPROVED_ON = "2011-05-31"  # the day before the tables of these tests open


def conditions(game: str, *settings: str) -> dict[str, tuple[str, str]]:
    """The outstanding approvals: whose each is, and by which paragraph."""
    found, _, _ = judged(game, settings)
    assert found.rules is not None, found.findings
    return {each.key: (each.approval.by, str(each.approval.cite)) for each in found.conditions}


def approved(game: str, *settings: str, date: str = APPROVED_ON) -> list[str]:
    """The settings, and every approval that they need."""
    needed = judged(game, settings)[0].conditions
    parts = [(each, {"by": each.approval.by, "number": f"{each.key} 1", "date": date}) for each in needed]
    return [
        *settings,
        *(f"{each.approval.field}.{name}={value}" for each, named in parts for name, value in named.items()),
    ]


def only_then(game: str, setting: str, key: str, by: str, cite: str) -> None:
    """The approval is needed with this setting, and not without it."""
    assert conditions(game, setting)[key] == (by, cite)
    assert key not in conditions(game)


@law("617a.1(c)", "617a.1(d)", "617a.1(e)(1)", "617a.1(f)", "617a.1(g)")
def test_617a_1_c_neutral_compartments_the_cover_of_00_the_layout_and_the_boxes_are_approved() -> None:
    assert conditions("roulette") == {"layout": (OPERATIONS, "617a.1(f)"), "boxes": (COMPLIANCE, "617a.1(g)")}
    only_then("roulette", "compartments=neutral", "compartments", OPERATIONS, "617a.1(d)")
    single = conditions("roulette", "compartments=neutral", "wheel=single-zero")
    assert single["compartments"] == (OPERATIONS, "617a.1(c)")
    only_then("roulette", "wheel=double-zero-as-single-zero", "cover", OPERATIONS, "617a.1(e)(1)")


@law("619a.1(f)", "619a.1(g)")
@pytest.mark.parametrize("edition", ["2011-proposed", "2011-comment"])
def test_619a_1_f_boxes_and_layout_are_approved(edition: str) -> None:
    assert conditions("big-six", f"edition={edition}") == {
        "boxes": (COMPLIANCE, "619a.1(f)"),
        "layout": (OPERATIONS, "619a.1(g)"),
    }


@law("621a.1[Marker]", "621a.2(b)", "621a.2(c)", "621a.2(d)", "621a.2(e)")
def test_621a_1_marker_marker_layout_boxes_shaker_and_generator_are_approved() -> None:
    usual = conditions("pai-gow")
    assert usual == {
        "marker": (OPERATIONS, "621a.1[Marker]"),
        "layout": (OPERATIONS, "621a.2(b)"),
        "boxes": (COMPLIANCE, "621a.2(c)"),
        "shaker": (OPERATIONS, "621a.2(d)"),
    }
    only_then("pai-gow", "starting_position=generator", "generator", LABORATORY, "621a.2(e)")
    assert "shaker" in conditions("pai-gow", "starting_position=generator")  # the dice stay at the table
    assert "marker" not in conditions("pai-gow", "player_bank=false")


@law("623a.2(d)", "623a.2(e)", "623a.2(f)(1)", "623a.2(f)(2)", "623a.2(f)(3)")
def test_623a_2_d_layout_boxes_and_the_places_of_fire_bets_are_approved() -> None:
    table = {"layout": (OPERATIONS, "623a.2(d)"), "boxes": (COMPLIANCE, "623a.2(e)")}
    fire = {
        "fire_areas": (OPERATIONS, "623a.2(f)(1)"),
        "fire_relocation": (OPERATIONS, "623a.2(f)(2)"),
        "fire_information": (OPERATIONS, "623a.2(f)(3)"),
    }
    assert conditions("craps") == {**table, **fire}
    assert conditions("craps", 'wagers=["pass", "dont-pass"]') == table


@law("625a.1(a)", "625a.1(b)", "625a.1(c)", "625a.1(d)", "625a.1(d)(2)", "625a.1(d)(2)(ii)")
def test_625a_1_a_boxes_device_layout_and_shaker_are_approved() -> None:
    every = {
        "boxes": (COMPLIANCE, "625a.1(a)"),
        "electrical_device": (LABORATORY, "625a.1(b)"),
        "layout": (OPERATIONS, "625a.1(c)"),
    }
    assert conditions("sic-bo") == {**every, "shaker": (OPERATIONS, "625a.1(d)")}
    assert conditions("sic-bo", "shaker=automated") == {
        **every,
        "automated_shaker": (LABORATORY, "625a.1(d)(2)"),
        "automated_shaking": (OPERATIONS, "625a.1(d)(2)(ii)"),
    }


@law("651a.2(b)", "651a.2(c)", "651a.2(d)", "651a.3(b)", "651a.3(e)", "651a.5(g)(2)(ii)")
def test_651a_2_b_layout_boxes_rack_shoe_and_shuffler_are_approved() -> None:
    assert conditions("casino-war") == {
        "layout": (OPERATIONS, "651a.2(b)"),
        "boxes": (COMPLIANCE, "651a.2(c)"),
        "discard_rack": (COMPLIANCE, "651a.2(d)"),
        "shoe": (COMPLIANCE, "651a.3(b)"),
    }
    only_then("casino-war", "shuffler=continuous", "continuous_shuffler", LABORATORY, "651a.3(e)")
    assert "shoe" not in conditions("casino-war", "shuffler=continuous")
    only_then("casino-war", "shuffler=batch", "batch_procedures", OPERATIONS, "651a.5(g)(2)(ii)")
    only_then("casino-war", "tip_box=elsewhere", "tip_box", COMPLIANCE, "651a.2(c)")


@law("651a.5(h)(2)(i)", "651a.5(h)(2)(ii)")
@pytest.mark.parametrize("edition", ["2011-proposed", "2011-comment"])
def test_651a_5_h_2_i_the_2011_texts_want_two_approvals_of_a_batch_and_none_of_rack_and_shoe(edition: str) -> None:
    found = conditions("casino-war", f"edition={edition}", "shuffler=batch", "decks=6")
    assert found == {
        "layout": (OPERATIONS, "651a.2(b)"),
        "boxes": (COMPLIANCE, "651a.2(c)"),
        "batch_storage": (OPERATIONS, "651a.5(h)(2)(i)"),
        "batch_procedures": (OPERATIONS, "651a.5(h)(2)(ii)"),
    }


@law("685a.2(b)", "685a.2(c)", "685a.2(d)", "685a.5(h)", "685a.7(a)")
def test_685a_2_b_layout_boxes_reader_shuffler_and_shoe_are_approved() -> None:
    game = "down-under-blackjack"
    assert conditions(game) == {
        "layout": (OPERATIONS, "685a.2(b)"),
        "boxes": (COMPLIANCE, "685a.2(c)"),
        "card_reader": (LABORATORY, "685a.2(d)"),
        "shoe": (COMPLIANCE, "685a.7(a)"),
    }
    assert "card_reader" not in conditions(game, "reading.card_reader_approval=not-needed")
    only_then(game, "shuffler=continuous", "continuous_shuffler", LABORATORY, "685a.5(h)")
    only_then(game, "tip_box=elsewhere", "tip_box", COMPLIANCE, "685a.2(c)")


@pytest.mark.parametrize(
    ("game", "edition"), [(game.id, edition) for game in games().values() for edition in game.chapter.outline.editions]
)
def test_every_edition_declares_the_approval_of_its_layout_and_of_its_boxes(game: str, edition: str) -> None:
    found = conditions(game, f"edition={edition}")
    assert found["layout"][0] == OPERATIONS and found["boxes"][0] == COMPLIANCE


@pytest.mark.parametrize(
    ("setting", "field", "problem"),
    [
        (
            "approvals.layout.by=Board",
            "approvals.layout.by",
            'does not approve this; write "Bureau of Gaming Operations"',
        ),
        ("approvals.layout.by=7", "approvals.layout.by", "7 is not a name"),
        ("approvals.layout.number=", "approvals.layout.number", "is not a number; write a text"),
        ("approvals.layout.number=12", "approvals.layout.number", "12 is not a number; write a text"),
        ("approvals.layout.date=2012-02-30", "approvals.layout.date", "is not a date; write it like 2012-04-17"),
        ("approvals.layout.date=20120417", "approvals.layout.date", "20120417 is not a date"),
        ("approvals.layout.date=2012-04-17T10:00:00", "approvals.layout.date", "is not a date"),
        ("approvals.layout.date=2012-04-17", "approvals.layout", "add by and number"),
        ("approvals.layuot.by=Board", "approvals.layuot", "did you mean approvals.layout.by"),
        ("approvals.layout=yes", "approvals.layout", "is not a key of this submission"),
    ],
)
def test_an_approval_is_read_strictly(setting: str, field: str, problem: str) -> None:
    found = judged("sic-bo", [setting])[0].findings
    assert any(each.field == field and problem in each.problem for each in found), [str(each) for each in found]


def test_a_date_of_toml_is_a_date(tmp_path: Path) -> None:
    file = tmp_path / "sic-bo.toml"
    named = 'by = "Bureau of Gaming Operations"\nnumber = "1"\ndate = 2011-05-31\n'
    file.write_text(f'game = "sic-bo"\n[approvals.layout]\n{named}')
    _, rules = load(str(file))
    assert rules.approvals == {"layout": {"by": OPERATIONS, "number": "1", "date": "2011-05-31"}}
    assert rules.submission["approvals.layout.date"] == "2011-05-31"


@law("651a.2(c)", "685a.2(c)")
@pytest.mark.parametrize(("game", "cite"), [("casino-war", "651a.2(c)"), ("down-under-blackjack", "685a.2(c)")])
def test_651a_2_c_the_opening_looks_where_the_submission_puts_the_tip_box(game: str, cite: str) -> None:
    for setting, place in (
        ("beside-dealer", "one to each side of the dealer"),
        ("elsewhere", "in the alternative place"),
    ):
        events = opened(load(game, [f"tip_box={setting}"])[1]).events
        (seen,) = [event for event in events if event.event == "step-done" and event.cites == (cite,)]
        assert place in seen.fields["text"] and seen.fields["by"] == "floorperson"


def opened(rules: Rules, seed: str | None = None) -> Table:
    game, _ = load(rules.game)
    desk = open_desk(game, rules, None, seed)
    desk.table.open()
    return desk.table


def test_a_table_with_all_approvals_is_no_practice_table_unless_it_is_seeded() -> None:
    _, rules = load("sic-bo", approved("sic-bo"))
    assert rules.outstanding() == ()
    table = opened(rules)
    assert table.events[0].fields["practice"] is False and "outstanding" not in table.events[0].fields
    assert table.practice == "" and table.view()["practice"] is False
    assert "practice" not in table.transcript() and "practice" not in repr(table)
    seeded = opened(rules, "7")
    assert seeded.events[0].fields["practice"] is True and seeded.view()["practice"] is True
    assert seeded.practice == "A practice table: its results come from a seed."
    assert seeded.practice in seeded.transcript()


def test_a_table_without_its_approvals_is_a_practice_table_and_says_so() -> None:
    _, rules = load("sic-bo", approved("sic-bo")[:-3])
    assert [each.key for each in houseway.load("sic-bo").conditions] == [*rules.approvals, "shaker"]
    table = opened(rules)
    assert (table.events[0].fields["practice"], table.events[0].fields["outstanding"]) == (True, ["shaker"])
    assert table.practice == "A practice table: 1 approval is outstanding."
    assert table.practice in table.transcript() and table.practice in table._repr_html_()
    assert repr(table).endswith(", practice>")


@pytest.mark.parametrize(("date", "outstanding"), [("2011-05-31", []), ("2011-06-01", ["layout"])])
def test_an_approval_counts_from_its_day_by_the_clock_of_the_table(date: str, outstanding: list[str]) -> None:
    """At midnight in London, June 1, it is still May 31 in Pennsylvania."""
    settings = [each for each in approved("sic-bo") if not each.startswith("approvals.layout.date")]
    game, rules = load("sic-bo", [*settings, f"approvals.layout.date={date}"])
    table = Table(game, rules, clock=lambda: EPOCH)
    table.open()
    assert table.events[0].fields.get("outstanding", []) == outstanding
    elsewhere = load("sic-bo", [*settings, f"approvals.layout.date={date}", "time_zone=Europe/London"])[1]
    there = Table(game, elsewhere, clock=lambda: EPOCH)
    there.open()
    assert "outstanding" not in there.events[0].fields


@pytest.mark.parametrize("settings", [[], approved("sic-bo")], ids=["outstanding", "approved"])
def test_a_journal_and_its_audit_say_whether_it_was_practice(settings: list[str], tmp_path: Path) -> None:
    game, rules = load("sic-bo", settings)
    path = tmp_path / "table.jsonl"
    desk = open_desk(game, rules, path)
    desk.table.open()
    desk.finish()
    desk.close()
    found = audit_journal(path)
    assert found.whole, found.flaws
    assert found.practice is (not settings) and not found.seeded
    assert list(found.outstanding) == ([] if settings else [each.key for each in rules.outstanding()])
    recorded = json.loads(path.read_text().splitlines()[1])
    assert recorded["event"] == "table-opened"


def test_a_forger_cannot_make_a_practice_table_a_real_one(tmp_path: Path) -> None:
    game, rules = load("sic-bo")
    path = tmp_path / "table.jsonl"
    desk = open_desk(game, rules, path)
    desk.table.open()
    desk.finish()
    desk.close()
    records = records_of(path.read_bytes())
    fields = records[1]["fields"]
    assert fields["practice"] is True and fields.pop("outstanding")
    fields["practice"] = False
    path.write_bytes(rechained(records))
    found = audit_journal(path)
    assert found.status == "differs" and found.flaws[0].line == 2


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments))
    return done.exit_code, done.stdout


def test_check_lists_conditions_apart_from_findings_and_ends_with_0() -> None:
    code, text = run("check", "sic-bo", "--json")
    answer = json.loads(text)
    assert (code, answer["lawful"], answer["findings"]) == (0, True, [])
    assert answer["conditions"][2] == {
        "approval": "layout",
        "field": "approvals.layout",
        "by": OPERATIONS,
        "problem": "no approval of the layout by the Bureau of Gaming Operations is named; add by, number and date",
        "cites": ["625a.1(c)"],
    }
    code, text = run("check", "sic-bo", "--set", "boxes=99", "--json")
    answer = json.loads(text)
    assert (code, answer["lawful"], len(answer["findings"]), len(answer["conditions"])) == (1, False, 1, 4)
    code, text = run("check", "sic-bo", *(part for each in approved("sic-bo") for part in ("--set", each)))
    assert code == 0 and "condition" not in text


def test_an_approval_of_the_future_is_outstanding_today() -> None:
    settings = approved("sic-bo", date="2999-01-01")
    code, text = run("check", "sic-bo", *(part for each in settings for part in ("--set", each)))
    assert code == 0 and "4 conditions are outstanding" in text
    assert "approvals.layout: the approval of the layout is dated 2999-01-01, after " in text


def test_a_new_submission_shows_the_approvals_to_fill_in_and_those_that_are_named(tmp_path: Path) -> None:
    _, text = run("new", "roulette", "--set", "compartments=neutral")
    assert "# The neutral color of the compartments. (§ 617a.1(d))\n# [approvals.compartments]\n# by = " in text
    named = approved("roulette", "compartments=neutral")
    _, text = run("new", "roulette", *(part for each in named for part in ("--set", each)))
    assert (
        '[approvals.compartments]\nby = "Bureau of Gaming Operations"\nnumber = "compartments 1"\ndate = 2011-05-31\n'
        in text
    )
    file = tmp_path / "roulette.toml"
    file.write_text(text)
    assert load(str(file))[1] == load("roulette", named)[1]


def test_rules_show_the_approval_under_its_paragraph() -> None:
    assert "approvals.layout: the layout, by the Bureau of Gaming Operations: outstanding" in " ".join(
        run("rules", "sic-bo", "625a.1(c)")[1].split()
    )
    _, text = run("rules", "sic-bo", "625a.1(d)(2)", "--json")
    row = json.loads(text)["paragraphs"][0]["values"][0]
    assert (row["approval"], row["by"], row["named"], row["outstanding"]) == (
        "automated_shaker",
        LABORATORY,
        None,
        False,
    )


def test_replay_of_one_round_says_that_the_table_was_for_practice(tmp_path: Path) -> None:
    path = str(tmp_path / "table.jsonl")
    assert run("play", "sic-bo", "--journal", path)[0] == 0
    said = "A practice table: its results come from a seed and 4 approvals are outstanding."
    assert run("replay", path, "--round", "1")[1].count(said) == 1
    assert run("replay", path)[1].count(said) == 1
    assert json.loads(run("replay", path, "--round", "1", "--json")[1])["practice"] is True
    assert said in run("audit", path)[1]
