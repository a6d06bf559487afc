"""`houseway diff`: three parts, in text, JSON and HTML; the differences it finds between our editions, and between a toy's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from contract.play import toys_discovered
from houseway.cli import app
from houseway.compare import Comparison, compare
from houseway.compare.page import page
from houseway.games import find_game
from houseway.law import BadInput, Unlawful
from houseway.odds.traces import Unlike

COLLECTS, LEAVES, WINS, AROUND = "2001-collects", "2002-leaves", "2003-wins", "2004-around"
PROPOSED, COMMENT = "2011-proposed", "2011-comment"


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with toys_discovered():
        yield


def skirmish(first: str, second: str, *settings: str, most: int = 30_000) -> Comparison:
    return compare(find_game("skirmish"), first, second, settings, most)


@lru_cache
def commented(game: str) -> Comparison:
    """A game as proposed in 2011 and as the comment would have it."""
    return houseway.diff(game, PROPOSED, COMMENT)


def run(*arguments: str, code: int = 1) -> str:
    done = CliRunner().invoke(app, ["diff", *arguments])
    assert done.exit_code == code, (done.exit_code, done.output, done.exception)
    return done.stdout if code < 2 else done.stderr


# What the texts change


def test_texts_are_told_in_the_laws_order_by_what_became_of_them() -> None:
    found = skirmish(COLLECTS, WINS)
    assert [(change.kind, [p.cite for p in change.was], [p.cite for p in change.now]) for change in found.texts] == [
        ("dropped", ["904a.1(a)"], []),
        ("altered", ["904a.4(b)"], ["904a.4(b)"]),
        ("altered", ["904a.5"], ["904a.5"]),
        ("renumbered", ["904a.6"], ["904a.7"]),
    ]
    assert found.unchanged == 6
    assert found.texts[3].says == "The paragraph has another number in 2001."


def test_reversed_editions_tell_the_reverse() -> None:
    there, back = skirmish(COLLECTS, WINS), skirmish(WINS, COLLECTS)
    assert [(c.was, c.now) for c in there.texts] == [(c.now, c.was) for c in back.texts]
    assert [f"From {COLLECTS} to {WINS}: {c.says}" for c in there.texts] == [c.says for c in back.texts]
    assert [change.kind for change in back.texts] == ["added", "altered", "altered", "renumbered"]
    assert {(c.group, c.key, c.was, c.now) for c in there.values} == {
        (c.group, c.key, c.now, c.was) for c in back.values
    }
    assert [w.difference("expected") for w in there.odds_changes] == [
        -change for w in back.odds_changes if (change := w.difference("expected")) is not None
    ]


# What values change


def test_values_are_told_with_both_citations() -> None:
    found = {(change.group, change.key): (change.was, change.now) for change in skirmish(COLLECTS, WINS).values}
    assert found == {
        ("value", "seats_max"): (("3", "904a.1"), ("4", "904a.1")),
        ("value", "initial_at_war"): (("collected", "904a.4(b)"), ("wins-on-tie", "904a.4(b)")),
        ("payout", "war"): (("2 to 1", "904a.5"), ("1 to 1", "904a.5")),
        ("payout", "war_tie"): (("3 to 1", "904a.5"), ("2 to 1", "904a.5")),
        ("option", "boxes"): (("3, from 1 to 3", "904a.1"), ("4, from 1 to 4", "904a.1")),
        ("option", "cup"): (("leather", "904a.6"), ("plastic or leather", "904a.7")),
        ("step", "opening"): (("The floorperson or above: No seat is chipped.", "904a.1(a)"), None),
        ("reading", "which_tie"): (None, ("Is a second tie fought out again? No: it is paid.", "904a.4(b)")),
    }


@pytest.mark.nightly
def test_the_same_act_by_another_paragraph_is_no_other_step() -> None:
    """617a.5(d) of the proposal is (d)(ii) of the comment; only (d)(i) is something else to do."""
    steps = [change for change in commented("roulette").values if change.group == "step"]
    assert [(change.was, change.now and change.now[1]) for change in steps] == [(None, "617a.5(d)(i)")]


# What it does


def test_two_texts_that_pay_the_same_in_every_round_are_discovered() -> None:
    found = skirmish(COLLECTS, LEAVES)
    assert found.differs and not found.player_differs
    assert not any(worth.differs for worth in found.odds_changes)
    assert (found.rounds.worst, found.rounds.complete) == (Unlike.PLACE, True)
    assert found.answer.startswith("No: in every round that was walked (each of 2 wagers by itself; initial and tie, ")
    assert "by each of two players), 2001-collects and 2002-leaves pay every player the same." in found.answer
    assert {each.unlike for each in found.rounds.found} == {Unlike.MOMENT, Unlike.PLACE}
    place = next(each for each in found.rounds.found if each.unlike is Unlike.PLACE)
    assert place.verdicts == (("initial", "lost", "returned"),)


def test_a_rare_round_that_pays_more_is_discovered_and_explained() -> None:
    found = skirmish(LEAVES, WINS)
    assert found.player_differs
    assert found.answer.startswith("Yes: there are rounds that 2002-leaves and 2003-wins pay differently, in 1/36")
    (gain,) = [each for each in found.rounds.found if each.unlike is Unlike.GAIN]
    assert gain.verdicts == (("initial", "returned", "won"),)
    assert (gain.chance, gain.chance_now) == (Fraction(1, 36), Fraction(1, 36))
    assert dict(gain.by_strategy) == {"go-to-war": Fraction(1, 36), "surrender": 0}
    assert gain.example.gains == (("seat:1", 200, 300),)
    assert [moment.says for moment in gain.example.moments] == [
        "seat 1 wagers $1.00 on initial",
        "die of seat 1: 1",
        "die of the dealer: 1",
        "seat 1 chooses go-to-war ($1.00)",
        "die of seat 1: 1",
        "die of the dealer: 1",
    ]


def test_the_change_of_expectation_is_the_chance_of_the_round_times_what_it_pays_more() -> None:
    found = skirmish(LEAVES, WINS)
    (gain,) = [each for each in found.rounds.found if each.unlike is Unlike.GAIN]
    ((_, was, now),) = gain.example.gains
    assert gain.chance is not None
    changed = {worth.name: worth.difference("expected") for worth in found.odds_changes if worth.differs}
    assert changed == {"initial (go-to-war)": gain.chance * Fraction(now - was, 100)}


def test_another_order_is_discovered_only_where_two_play() -> None:
    found = skirmish(LEAVES, AROUND)
    assert not found.player_differs
    assert [walk.worst for walk in found.rounds.walked] == [Unlike.SAME, Unlike.SAME, Unlike.ORDER]
    assert found.answer.endswith("They differ only in the order in which wagers are settled.")


def test_what_was_not_looked_at_is_said() -> None:
    found = skirmish(COLLECTS, LEAVES, most=10)
    assert not found.rounds.complete
    assert "in every round that was compared (not all were, see below)" in found.answer
    assert [walk.complete for walk in found.rounds.walked] == [False, False, False]


@pytest.mark.parametrize(("game", "wagers"), [pytest.param("roulette", 161, marks=pytest.mark.nightly), ("big-six", 7)])
def test_the_comment_changes_no_result_at_roulette_and_at_big_six(game: str, wagers: int) -> None:
    found = commented(game)
    assert found.differs and not found.player_differs
    assert len(found.odds_changes) == wagers
    assert (found.rounds.worst, found.rounds.complete, found.rounds.found) == (Unlike.SAME, True, ())
    assert not found.rounds.left_out


@pytest.mark.nightly
def test_a_setting_that_only_one_edition_allows_is_tried_beside_the_others() -> None:
    """How a Five Adjacent Number Wager is paid matters only where that wager is offered, which it is not by default."""
    found = commented("roulette")
    assert found.settings == (
        "Compared with five_adjacent_paid=relocate on both sides: the defaults differ, and this is lawful under both.",
    )
    tried = {variant.settings: variant for variant in found.variants}
    replica = tried["five_adjacent=true", "five_adjacent_paid=replica"]
    assert (replica.only, replica.rounds.worst, replica.rounds.complete) == (COMMENT, Unlike.SAME, True)
    assert tried["five_adjacent=true",].only is None


# Settings


def test_settings_hold_on_both_sides() -> None:
    found = skirmish(LEAVES, WINS, "tie_wager=false")
    assert {worth.row.id for worth in found.odds_changes} == {"initial"}
    assert [rules.option("tie_wager") for rules in found.rules] == [False, False]


def test_defaults_that_differ_are_set_alike() -> None:
    found = skirmish(COLLECTS, LEAVES)
    assert [rules.option("cup") for rules in found.rules] == ["leather", "leather"]
    assert [rules.boxes for rules in found.rules] == [3, 3]
    assert found.settings == (
        "Compared with cup=leather on both sides: the defaults differ, and this is lawful under both.",
    )


def test_a_setting_that_only_one_allows_is_said_and_left_out() -> None:
    found = skirmish(COLLECTS, LEAVES, "cup=plastic")
    assert found.settings[0].startswith("cup=plastic is lawful under 2002-leaves only (cup: ")
    assert "904a.6" in found.settings[0]
    assert [rules.option("cup") for rules in found.rules] == ["leather", "leather"]


def test_a_setting_that_only_one_has_is_set_there() -> None:
    found = skirmish(LEAVES, WINS, "reading.which_tie=paid")
    assert found.settings == ("reading.which_tie=paid is a setting of 2003-wins only, and is set there.",)


def test_a_setting_that_neither_allows_is_unlawful() -> None:
    with pytest.raises(Unlawful, match="cup") as caught:
        skirmish(COLLECTS, LEAVES, "cup=paper")
    assert caught.value.findings[0].cites == ("904a.6",)


def test_the_editions_are_not_set() -> None:
    with pytest.raises(BadInput, match="game and editions are arguments of their own"):
        skirmish(COLLECTS, LEAVES, "edition=2003-wins")


# Called wrongly


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sic-bo", PROPOSED, COMMENT), "sic-bo has only one edition, 2011-proposed"),
        (("big-six", PROPOSED, PROPOSED), "2011-proposed is named twice; compare it with another: 2011-comment"),
        (("big-six", PROPOSED, "2012-final"), "(there are 2011-proposed, 2011-comment, 2011-filing)"),
        (("big-six", "2011-proposal", COMMENT), "did you mean 2011-proposed"),
        (("big-sox", PROPOSED, COMMENT), "did you mean big-six?"),
        (("big-six", PROPOSED, COMMENT, "--set", "edition=2011-comment"), "arguments of their own"),
        (("big-six", PROPOSED, COMMENT, "--set", "symbol=dollar"), "is not a key of this submission"),
        (("big-six", PROPOSED, COMMENT, "--html", "/no/such/folder/page.html"), "cannot be written"),
    ],
)
def test_a_wrong_call_says_what_would_be_right(arguments: tuple[str, ...], message: str) -> None:
    assert message in run(*arguments, code=2)


def test_an_unlawful_setting_is_an_answer() -> None:
    done = CliRunner().invoke(app, ["diff", "big-six", PROPOSED, COMMENT, "--set", "payout.joker=40 to 1"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "40 to 1 is less than 45 to 1" in done.stderr


# In text, JSON and HTML


def test_the_text_has_three_parts() -> None:
    text = run("big-six", PROPOSED, COMMENT)
    heads = ["1. What the texts change", "2. What values change", "3. What it does"]
    assert [line for line in text.splitlines() if line[:2] in ("1.", "2.", "3.")][1:] == heads[1:]
    for words in (*heads, "Dropped", "§ 619a.1(d)", "(no such paragraph)", "All 7 wagers have the same chances"):
        assert words in text, words


def test_the_text_tells_a_round_that_differs() -> None:
    text = run("skirmish", LEAVES, WINS)
    for words in ("initial (go-to-war)", "+1/36 (+2.778%)", "Another gain", "seat 1 gains $2.00", "seat 1 gains $3.00"):
        assert words in text, words


def document(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


def test_json_is_one_document_with_exact_figures() -> None:
    found = document("skirmish", LEAVES, WINS)
    assert (found["game"], found["chapter"], found["was"]["id"], found["now"]["id"]) == (
        "skirmish",
        "904a",
        LEAVES,
        WINS,
    )
    assert (found["differs"], found["player_differs"]) == (True, True)
    (altered,) = found["texts"]["changes"]
    assert (altered["kind"], altered["how"]) == ("altered", "What becomes of the initial wager in a war.")
    assert found["values"][0] == {
        "group": "value",
        "key": "initial_at_war",
        "was": {"is": "stays", "cite": "904a.4(b)"},
        "now": {"is": "wins-on-tie", "cite": "904a.4(b)"},
    }
    war = next(row for row in found["wagers"] if row["differs"])
    assert (war["id"], war["strategy"], war["difference"]["expected"]) == ("initial", "go-to-war", "1/36")
    assert (found["rounds"]["worst"], found["rounds"]["complete"]) == ("gain", True)
    example = found["rounds"]["found"][0]
    assert (example["chance"], example["example"]["gains"]) == (
        "1/36",
        [{"seat": "seat:1", "was_cents": 200, "now_cents": 300}],
    )
    last = example["example"]["steps"][-1]["now"][0]
    assert (last["wager"], last["result"], last["cites"]) == ("initial", "won", ["904a.4(b)", "904a.5"])


class Checked(HTMLParser):
    """Every tag is closed, and nothing is fetched."""

    VOID = frozenset({"meta", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href"} & {name for name, _ in attrs}, (tag, attrs)
        assert tag not in ("script", "link", "img", "iframe")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_stands_alone() -> None:
    text = page(skirmish(LEAVES, WINS))
    checked = Checked()
    checked.feed(text)
    assert checked.open == []
    assert not re.search(r"https?:|url\(|@import", text)
    assert "prefers-color-scheme: dark" in text
    for words in ("Skirmish, two editions", "What the texts change", "+1/36", "seat 1 gains $3.00", "§ 904a.4(b)"):
        assert words in checked.text, words


def test_the_page_of_two_sides_stands_alone_too() -> None:
    text = page(houseway.what_if("big-six", "big-six,payout.joker=50 to 1"))
    checked = Checked()
    checked.feed(text)
    assert checked.open == [] and not re.search(r"https?:|url\(|@import", text)
    assert "Big Six Wheel, two sides" in checked.text and "big-six,payout.joker=50 to 1" in checked.text


def test_the_page_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    assert run("big-six", PROPOSED, COMMENT, "--html", str(target)) == ""
    assert target.read_text() == run("big-six", PROPOSED, COMMENT, "--html", "-")
    assert target.read_text().startswith("<!doctype html>")


def test_from_python_it_is_the_same(tmp_path: Path) -> None:
    found = houseway.diff("big-six", PROPOSED, COMMENT, {"payout.joker": "50 to 1"})
    assert isinstance(found, houseway.Comparison)
    printed = document("big-six", PROPOSED, COMMENT, "--set", "payout.joker=50 to 1")
    assert found.as_json() == {name: value for name, value in printed.items() if name != "software"}
    assert found._repr_html_().startswith("<style>")
    assert "No: in every round" in repr(found)
    assert [worth.row.pays for worth in found.odds_changes if worth.row.id == "joker"] == ["50 to 1"]
