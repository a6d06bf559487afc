"""The consequences of choices, in the check and the form; and the reviewer's worksheet of every game and edition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from documents.reading_pdfs import plain, text_of
from houseway.cli import app
from houseway.documents.layout_paper import felt_of_rules
from houseway.documents.paper import Check, Checklist, Paper
from houseway.documents.review import SECTIONS, review, review_items
from houseway.documents.submission_form import submission_form
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import source
from houseway.games import games, load
from houseway.law import LawError
from houseway.law.consequence import load_consequences
from support import every_edition, law

EDITIONS = every_edition()
RUN = CliRunner()


def checks(paper: Paper) -> list[Check]:
    return [check for block in paper.blocks if isinstance(block, Checklist) for check in block.checks]


def required(game: str, *settings: str) -> dict[str, str]:
    return {str(each.cite): each.on for each in load(game, settings)[1].consequences()}


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_worksheet_has_everything_that_layout_signs_and_approvals_need(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    items, paper = review_items(found, rules), review(found, rules)
    words = text_of(typeset(source(paper), "pdf")[0]).replace(" ", "")
    assert all(check.room and check.done is None for check in checks(paper))
    for each in felt_of_rules(found, rules).required:
        assert each.by_sign or plain(each.what[1:]).replace(" ", "") in words, each.what
    for sign in found.present.signs(rules):
        assert f"“{sign.title}”".replace(" ", "") in words
        assert all(figure.replace(" ", "") in words for _, figure in sign.rows if sign.needed)
    for offer in found.law.catalogue(rules).values():
        for payout in offer.payouts:
            assert any(item.section == "guide" and item.submitted == str(payout.odds) for item in items), payout.line
    for condition in rules.outstanding():
        assert f"§{condition.approval.cite}" in words
    for due in rules.consequences():
        assert [item for item in items if item.section == due.on and due.cite in item.cites], due
    order = [list(SECTIONS).index(item.section) for item in items]
    assert order == sorted(order) and len(set(items)) == len(items)
    cites = {cite for item in items for cite in item.cites}
    assert cites <= rules.cites | {"601a.2"}


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_option_has_consequences_or_the_reason_why_not(game: str, edition: str) -> None:
    rules = load(game, [f"edition={edition}"])[1]
    known = rules.chapter.consequences
    named = {key for each in known.listed for key in each.keys}
    named |= {key.rpartition(".")[0] for key in named}
    for key in rules.edition.options:
        assert key in named or key in known.none, f"{key}: what does the chapter require because of it?"
    assert all(each.cite in rules.cites for each in rules.consequences())


@law("617a.1(f)(4)", "617a.1(e)(1)", "617a.1(e)(2)(i)")
def test_617a_1_f_4_the_five_adjacent_number_wager_requires_the_replica_and_a_covered_00_its_cover_and_signs() -> None:
    assert "617a.1(f)(4)" not in required("roulette")
    assert required("roulette", "five_adjacent=true")["617a.1(f)(4)"] == "layout"
    covered = required("roulette", "wheel=double-zero-as-single-zero")
    assert covered["617a.1(e)(1)"] == "layout"
    signs = {*(f"617a.1(e)(2)({n})" for n in ("i", "ii", "iii")), "617a.4(c)(1)"}
    assert {cite for cite, on in covered.items() if on == "sign"} == signs
    assert "617a.2(e)" in required("roulette", "movable_parts=true")


@law("685a.6(e)", "685a.2(b)(5)")
def test_685a_6_e_match_the_dealer_requires_six_or_eight_decks_and_an_area() -> None:
    assert required("down-under-blackjack")["685a.6(e)"] == "equipment"
    assert required("down-under-blackjack")["685a.2(b)(5)"] == "layout"
    without = required("down-under-blackjack", "match_the_dealer=false")
    assert not {"685a.6(e)", "685a.2(b)(5)"} & set(without)


@law("623a.2(f)")
def test_623a_2_f_the_fire_bet_requires_its_areas_and_signs() -> None:
    assert {"623a.2(f)(1)", "623a.2(f)(3)(i)", "623a.11(a)(6)"} <= set(required("craps"))
    assert not [cite for cite in required("craps", 'wagers=["pass", "dont-pass"]') if cite.startswith("623a.2(f)")]


@law("621a.13(b)")
def test_621a_13_b_several_boxes_are_played_one_by_one() -> None:
    assert "621a.13(b)" in required("pai-gow", "adjacent_boxes=2")
    assert "621a.13(b)" not in required("pai-gow", "adjacent_boxes=1")


def submitted(game: str, cite: str, *settings: str) -> list[str]:
    return [each.submitted for each in review_items(*load(game, settings)) if cite in each.cites]


@law("621a.11(i)", "685a.3(b)(2)")
def test_a_paragraph_that_follows_from_one_choice_shows_the_others_that_it_asks_for() -> None:
    told = submitted("pai-gow", "621a.11(i)", "delivery_signal=Two taps")
    assert any("to show surveillance which delivery a bank chose: Two taps" in each for each in told)
    told = submitted("down-under-blackjack", "685a.3(b)(2)", "shuffler=batch", 'backs=["green", "gray"]')
    assert any("backs: green, gray" in each for each in told)


@law("651a.3(e)", "651a.5(h)", "685a.5(h)")
def test_651a_5_h_with_a_device_that_reshuffles_nothing_of_shoe_and_cover_card_is_asked_for() -> None:
    for game, chapter in (("casino-war", "651a"), ("down-under-blackjack", "685a")):
        items = review_items(*load(game, ["shuffler=continuous"]))
        cited = {str(cite) for each in items for cite in each.cites}
        assert not {f"{chapter}.5({letter})" for letter in "bcdef"} & cited
        assert f"{chapter}.5(f)" in {str(cite) for each in review_items(*load(game)) for cite in each.cites}
    (device,) = (
        each for each in felt_of_rules(*load("casino-war", ["shuffler=continuous"])).marks if "shuffling" in each.name
    )
    assert device.cites == ("651a.3(e)",) and "Laboratory" in device.place


@law("625a.1(d)(1)(ii)", "685a.11(c)", "621a.3(b)(1)")
def test_the_worksheet_asks_nothing_twice_in_the_same_words() -> None:
    for game in ("sic-bo", "down-under-blackjack", "pai-gow"):
        asked = [(each.section, each.what, each.cites) for each in review_items(*load(game))]
        assert len(asked) == len(set(asked))
    assert not any("on which part" in each.what for each in review_items(*load("down-under-blackjack")))
    assert any("width: at least 1 inch;" in each.what for each in review_items(*load("pai-gow")))


@law("621a.2(d)(1)", "685a.2(e)", "685a.2(d)", "617a.1(d)")
@pytest.mark.parametrize("game", games(outside=False))
def test_the_equipment_is_asked_about_once_for_each_paragraph(game: str) -> None:
    found, rules = load(game)
    items = [each for each in review_items(found, rules) if each.section == "equipment"]
    wheels = {ring.title for ring in found.present.rings(rules)}
    asked = [
        each.cites for each in items if each.what.partition(",")[0] not in wheels and not each.what.startswith("A text")
    ]
    assert len(asked) == len(set(asked)), [each for each in asked if asked.count(each) > 1]


@law("621a.10(h)", "623a.8(e)", "685a.7(n)")
def test_a_heading_of_the_law_is_no_point_to_tick_but_stands_before_what_is_below_it() -> None:
    asked = {str(each.cites[0]): each.what for each in review_items(*load("pai-gow")) if each.section == "procedure"}
    assert "621a.10(h)" not in asked and asked["621a.10(h)(1)"].startswith("When a wager is a tie: The high hand")
    asked = {str(each.cites[0]): each.what for each in review_items(*load("craps")) if each.section == "procedure"}
    assert (
        "623a.8(e)" not in asked
        and asked["623a.8(e)(1)"] == "Who may call no roll: At Craps the boxperson or stickperson"
    )


def test_check_and_form_tell_what_follows() -> None:
    told = RUN.invoke(app, ["check", "roulette", "--set", "five_adjacent=true"])
    assert told.exit_code == 0 and "five_adjacent: The layout has a replica of the wheel. (617a.1(f)(4))" in told.stdout
    document = json.loads(RUN.invoke(app, ["check", "roulette", "--set", "five_adjacent=true", "--json"]).stdout)
    assert {
        "because": ["five_adjacent"], "requires": "The layout has a replica of the wheel.", "on": "layout",
        "cites": ["617a.1(f)(4)"],
    } in document["consequences"]  # fmt: skip
    unlawful = json.loads(RUN.invoke(app, ["check", "roulette", "--set", "wheel=triple", "--json"]).stdout)
    assert unlawful["consequences"] == []
    game, rules = load("roulette", ["five_adjacent=true"])
    before = load("roulette")[1]
    asked = [check.cites for check in checks(submission_form(game, rules, since=before))]
    assert ("617a.1(f)(4)",) in asked and ("617a.1(d)",) not in asked
    assert not checks(submission_form(game, rules, blank=True))


def test_the_verb_writes_the_same_bytes_and_answers_as_json(tmp_path: Path) -> None:
    one, two = tmp_path / "a.pdf", tmp_path / "b.pdf"
    for out in (one, two):
        assert RUN.invoke(app, ["review", "sic-bo", "--out", str(out)]).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    document = json.loads(RUN.invoke(app, ["review", "sic-bo", "--json"]).stdout)
    assert document["game"] == "sic-bo" and {"layout", "guide"} <= {item["section"] for item in document["items"]}
    assert RUN.invoke(app, ["review", "no-such-game"]).exit_code == 2
    assert RUN.invoke(app, ["review", "sic-bo", "--set", "shaker=shoe"]).exit_code == 1


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ('on = "moon"\nwhen = { wheel = ["double-zero"] }', "is not where it shows"),
        ('on = "sign"', "follows from no choice"),
        ('on = "sign"\nwhen = { wheels = ["double-zero"] }', "is not an option"),
        ('on = "sign"\nwhen = { wheel = ["triple"] }', "is not a choice"),
        ('on = "sign"\nwhen = { wheel = "double-zero" }', "does not list values"),
        ('on = "sign"\nabove = { wheel = "x" }', "has no number"),
        ('on = "sign"\nwhen = { wheel = ["double-zero"] }\nonly = ["1999"]', "is not an edition"),
        ('on = "sign"\nwhen = { wheel = ["double-zero"] }\n[none]\nwheel = "why"', "has a consequence above"),
    ],
)
def test_a_consequence_that_cannot_be_is_refused_when_the_law_is_loaded(row: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "consequences.toml"
    path.write_text(f'[[consequence]]\ncite = "617a.1"\nsays = "X."\n{row}\n')
    editions = (load("roulette")[1].edition,)
    with pytest.raises(LawError, match=says):
        load_consequences(path, {"617a.1"}, editions)
