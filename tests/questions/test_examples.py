"""Examples of paragraphs: every one is played at a live table, cites its paragraph, and has no command too many."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from contract.play import toys_discovered
from houseway.cli import app
from houseway.cli.play import read_script
from houseway.core import AnyGame
from houseway.core.progress import told_to
from houseway.games import find_game, games, load
from houseway.law import BadInput, Citation, Rules
from houseway.questions.alphabet import Alphabet
from houseway.questions.depletion import deplete, drawn_from
from houseway.questions.edition_search import SearchLimits
from houseway.questions.example import (
    BORROWED,
    CHECK,
    KINDS,
    ROUND,
    UNREACHED,
    Examples,
    ParagraphExample,
    how_to_find,
    modelled,
    outline_digest,
    place_of,
    shipped,
)
from houseway.questions.example_finder import dead_because, find, holds, is_dead
from houseway.questions.example_report import report_on
from houseway.questions.find_examples import FRESH
from houseway.questions.named_paragraphs import is_heading, next_to
from houseway.questions.round_walk import all_walked, walk_rounds, walk_table
from houseway.questions.script_search import ScriptSearch
from houseway.questions.search_node import ACTS, REFUSES, REFUSES_REPORT, SETTLES, best_rank, played, start
from houseway.questions.shrinking import LONG, droppable, shrunk
from houseway.questions.variants import aimed, checks, under

EDITIONS = [(game, edition) for game in games(outside=False).values() for edition in game.chapter.outline.editions]
NAMES = [f"{game.id}-{edition}" for game, edition in EDITIONS]
EVERY_EDITION = pytest.mark.parametrize(("game", "edition"), EDITIONS, ids=NAMES)
BY_DAY = 4  # examples of each edition that are played by day; all of them are by night
SMALL = SearchLimits(exhaust=400, roam=800, episodes=2, variant=100, pair=0, most_pairs=0, walk=100, table=0, deplete=0)
Command = dict[str, Any]


@cache
def kept(game: AnyGame, edition: str) -> Examples:
    """The examples that came with a game; those of another outline are refused by name."""
    found = shipped(game, edition)
    assert found is not None, f"{place_of(game, edition).name} is missing; find it: {how_to_find(game, edition)}"
    return found


def rules_of(game: AnyGame, example: ParagraphExample, edition: str) -> Rules:
    answer = under(game, edition, example.settings)
    assert answer is not None and answer.rules is not None, f"{example.cite}: {example.settings} is not lawful"
    return answer.rules


def script_of(example: ParagraphExample) -> tuple[Command, ...]:
    return tuple(dict(each) for each in example.script)


# What came with each game


@EVERY_EDITION
def test_every_modelled_paragraph_has_an_example_or_borrows_or_says_why_not(game: AnyGame, edition: str) -> None:
    found, wanted = kept(game, edition).found, modelled(game, edition)
    assert list(found) == [each.cite for each in wanted], "in the law's order, each once"
    for paragraph, example in zip(wanted, found.values(), strict=True):
        assert example.kind in KINDS
        assert bool(example.script) == (example.kind == ROUND), example
        assert bool(example.why) == (example.kind in (BORROWED, UNREACHED)), example
        if example.kind == BORROWED:
            assert is_heading(paragraph, wanted) or "[" in paragraph.cite, f"{paragraph.cite} heads nothing"
            assert any(each.cite == example.of and each.kind in (ROUND, CHECK) for each in found.values()), example


@EVERY_EDITION
def test_a_check_cites_the_paragraph_that_it_is_an_example_of(game: AnyGame, edition: str) -> None:
    for example in kept(game, edition).found.values():
        if example.kind == CHECK:
            answer = under(game, edition, example.settings)
            assert answer is not None
            cited = {cite for finding in answer.findings for cite in finding.cites}
            cited |= {condition.approval.cite for condition in answer.conditions}
            assert example.cite in cited, example


def replays(game: AnyGame, edition: str, examples: list[ParagraphExample], tmp_path: Path) -> None:
    """Each is a script, cites its paragraph at the live table, and needs each of its commands."""
    for example in examples:
        rules, script = rules_of(game, example, edition), script_of(example)
        file = tmp_path / "script.jsonl"
        file.write_text("".join(f"{json.dumps(command)}\n" for command in script))
        assert [command for _, command in read_script(game, rules, file)] == list(script)
        went = played(game, rules, script)
        again = f"{example.cite} is not cited any more; find it anew: {how_to_find(game, edition, FRESH)}"
        assert went is not None, again
        rank = best_rank(went, example.cite)
        assert rank is not None, again
        more = droppable(script, partial(holds, game, rules, example.cite, rank))
        assert more == [], f"{example.cite}: commands {more} can be dropped"


@EVERY_EDITION
def test_examples_cite_their_paragraph_and_need_every_command(game: AnyGame, edition: str, tmp_path: Path) -> None:
    rounds = [each for each in kept(game, edition).found.values() if each.kind == ROUND]
    replays(game, edition, rounds[:: max(1, len(rounds) // BY_DAY)], tmp_path)


@pytest.mark.nightly
@EVERY_EDITION
def test_all_examples_cite_their_paragraph_and_need_every_command(game: AnyGame, edition: str, tmp_path: Path) -> None:
    replays(game, edition, [each for each in kept(game, edition).found.values() if each.kind == ROUND], tmp_path)


NEWEST_BY_DAY = pytest.mark.parametrize(
    ("game", "edition"),
    [
        pytest.param(*each, id=name, marks=() if each[1] == load(each[0].id)[1].edition.id else pytest.mark.nightly)
        for each, name in zip(EDITIONS, NAMES, strict=True)
    ],
)


@NEWEST_BY_DAY
def test_every_example_is_cited_at_the_live_table(game: AnyGame, edition: str) -> None:
    """All of the default editions by day, without dropping commands: the decisions of today still show what was found."""
    for example in kept(game, edition).found.values():
        if example.kind == ROUND:
            went = played(game, rules_of(game, example, edition), script_of(example))
            again = f"{example.cite} is not cited any more; find it anew: {how_to_find(game, edition, FRESH)}"
            assert went is not None and best_rank(went, example.cite) is not None, again


def test_data_for_another_outline_is_refused_with_the_command_that_finds_it_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("big-six")
    monkeypatch.setattr("houseway.questions.example.outline_digest", lambda *_: "sha256:other")
    right = "python -m houseway.questions.find_examples big-six 2011-proposed"
    with pytest.raises(BadInput, match=f"is for another outline of 2011-proposed; find the examples anew: {right}"):
        shipped(game, "2011-proposed")
    assert outline_digest(game, "2011-proposed").startswith("sha256:")


# The search


@pytest.fixture
def toys() -> Iterator[None]:
    with toys_discovered():
        yield


def test_all_scripts_of_a_few_commands_are_tried_and_the_shortest_is_kept(toys: None) -> None:
    """Against plain enumeration, which skips no equal positions."""
    game, rules = load("peek")
    search = ScriptSearch(game, rules, "test")
    search.exhaust(4_000)
    assert search.complete >= 2
    plainly: dict[str, tuple[int, int]] = {}
    layer = [start(game)]
    for _ in range(2):
        following = []
        for node in layer:
            for command in Alphabet(game, rules, wide=False).commands(node.table(game, rules)):
                came = node.after(game, rules, command)
                if came is None:
                    continue
                script = (*node.script, command)
                for cite in {cite for event in came[0] for cite in event.cites}:
                    rank = best_rank([(command, came[0])], cite)
                    assert rank is not None
                    plainly[cite] = min(plainly.get(cite, (9, 9)), (rank, len(script)))
                if came[1] is not node:
                    following.append(came[1])
        layer = following
    found = {cite: hit.order for cite, hit in search.hits.items() if len(hit.script) <= 2}
    assert found == {cite: worth for cite, worth in plainly.items() if cite in found} and found
    assert not [cite for cite in plainly if cite not in search.hits]


@pytest.mark.nightly
def test_the_same_search_finds_the_same(toys: None) -> None:
    game = find_game("peek")
    edition = game.chapter.outline.editions[0]
    assert find(game, edition, SMALL).written() == find(game, edition, SMALL).written()


def test_a_script_is_shrunk_until_no_command_can_be_dropped() -> None:
    script = tuple({"do": "wager", "seat": 3, "id": str(n), "cents": 12_345} for n in range(12))

    def two_are_needed(some: tuple[Command, ...]) -> bool:
        return {"3", "8"} <= {each["id"] for each in some}

    small = shrunk(script, two_are_needed)
    assert [each["id"] for each in small] == ["3", "8"] and droppable(small, two_are_needed) == []
    assert all(each == {"do": "wager", "seat": 1, "id": each["id"]} for each in small), "as simple as they can be"


def test_what_a_paragraph_does_in_an_event_is_ranked() -> None:
    game, rules = load("big-six")
    bet: Command = {"do": "wager", "seat": 1, "id": "1", "cents": 100}
    buy, spin = {"do": "buy-in", "seat": 1, "cents": 100}, {"do": "result", "section": 1}

    def rank(cite: str, *script: Command) -> int | None:
        went = played(game, rules, ({"do": "open"}, *script))
        return None if went is None else best_rank(went, cite)

    assert rank("619a.3", buy, bet, spin) == SETTLES
    assert rank("619a.3", buy, bet) is None
    assert rank("619a.2(a)", {"do": "no-more-bets"}) == ACTS
    assert rank("619a.2(a)", {"do": "no-more-bets", "by": "player"}) == REFUSES
    assert rank("619a.2(d)", {"do": "irregularity", "cite": "619a.2(d)", "by": "player"}) == REFUSES_REPORT
    assert rank("619a.2(d)", {"do": "nonsense"}) is None


def test_commands_come_from_the_games_own_words() -> None:
    game, rules = load("sic-bo")
    alphabet, table = Alphabet(game, rules), start(game).table(game, rules)
    assert [each["procedure"] for each in alphabet.commands(table)] == ["automatic", "opening-by-hand", "by-hand"]
    table.open()
    tried = list(alphabet.commands(table))
    of_the_chapter = {*game.law.catalogue(rules), *game.law.withheld(rules)}
    assert {each["id"] for each in tried if each["do"] == "wager"} == of_the_chapter
    assert {each["cite"] for each in tried if each["do"] == "irregularity"} == set(rules.chapter.reports)
    dice = {tuple(each["dice"]) for each in tried if each["do"] == "result"}
    assert len({tuple(sorted(each)) for each in dice}) == len(
        {tuple(sorted(each)) for each in product(range(1, 7), repeat=3)}
    )


def test_checks_are_found_with_the_fewest_settings() -> None:
    found = checks(find_game("sic-bo"), "2011-proposed")
    assert found["625a.1(c)"] == ()  # type: ignore[index] # the approval of the layout is outstanding as it is
    assert len(found["625a.1(d)(2)"]) == 1  # type: ignore[index] # that of an automated shaker if there is one


# The verb


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, ["rules", *arguments])
    assert done.exit_code == code, (done.exit_code, done.output, done.exception)
    return done.stdout if code < 2 else done.stderr


def test_an_example_is_told_with_its_events_marked_and_as_a_script() -> None:
    text = run("big-six", "619a.3", "--example")
    marked = [line for line in text.splitlines() if line.startswith("▸ ")]
    assert len(marked) == 1 and "wins" in marked[0]
    script = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert script[0] == {"do": "open"} and script[-1]["do"] == "result"
    assert "--script FILE" in text and "Shortest:" in text


def test_an_example_is_one_json_document_with_what_decides_marked() -> None:
    found = json.loads(run("big-six", "619a.3", "--example", "--json"))
    assert (found["game"], found["edition"], found["cite"], found["kind"]) == (
        "big-six",
        "2011-proposed",
        "619a.3",
        "round",
    )
    assert all(("619a.3" in event["cites"]) == event["decides"] for event in found["events"])
    assert found["submission_digest"].startswith("sha256:") and found["software"].startswith("houseway")


def test_a_heading_borrows_and_says_of_what() -> None:
    text = run("big-six", "619a.2", "--example")
    assert "Shown by the example of § 619a.2(" in text


def test_an_example_of_a_check_shows_the_finding() -> None:
    found = json.loads(run("sic-bo", "625a.1(c)", "--example", "--json"))
    assert found["kind"] == "check" and found["check"].startswith("houseway check sic-bo")
    assert any("625a.1(c)" in each["cites"] for each in found["conditions"])


def test_a_submission_of_ones_own_is_used_where_it_shows_the_paragraph_too() -> None:
    game, rules = load("big-six", ["limits.max_cents=50000"])
    paragraph = next(each for each in rules.paragraphs if each.cite == "619a.3")
    shown = report_on(game, rules, kept(game, rules.edition.id), paragraph)
    assert shown.rules.digest == rules.digest and not shown.note
    strict = load("big-six", ["limits.min_cents=500000"])[1]
    other = report_on(game, strict, kept(game, strict.edition.id), paragraph)
    assert other.rules.digest != strict.digest and "default" in other.note


def test_what_was_never_reached_is_listed_with_how_far_we_looked() -> None:
    found = json.loads(run("sic-bo", "--unreached", "--json"))
    assert found["paragraphs"] == 53 and sum(found["counts"].values()) == 53
    assert {each["cite"] for each in found["unreached"]} == {"625a.1(d)(2)(i)", "625a.4(b)"}
    assert all("no rule cites it by itself" in each["why"] for each in found["unreached"])
    text = run("sic-bo", "--unreached")
    assert "    2 never reached" in text and "Searched: all scripts of" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("sic-bo", "625a.33", "--example"), "625a.33 is not a paragraph of 2011-proposed; did you mean"),
        (("sic-bo", "--example"), "--example needs a paragraph: houseway rules sic-bo 625a.1 --example"),
        (
            ("big-six", "619a.1(d)", "--example", "--set", "edition=2011-comment"),
            "619a.1(d) is a paragraph of 2011-proposed and 2011-filing, not of 2011-comment; choose edition=2011-proposed",
        ),
        (
            ("casino-war", "685a.7", "--example"),
            "685a.7 is of Chapter 685a, and casino-war is Chapter 651a; ask for it there: houseway rules down-under-blackjack",
        ),
        (("casino-war", "999a.1", "--example"), "no game here has that chapter"),
        (("sic-bo", "625a.3", "--unreached"), "--unreached is about the whole chapter; leave out the section"),
        (("sic-bo", "625a.1(e)", "--example"), "625a.1(e) is not modeled, so no round shows it: "),
    ],
)
def test_a_paragraph_that_is_not_there_is_refused_with_what_would_be_right(
    arguments: tuple[str, ...], says: str
) -> None:
    assert says in run(*arguments, code=2)


def test_a_game_from_elsewhere_is_searched_on_the_spot(toys: None) -> None:
    game = find_game("peek")
    cite = next(each.cite for each in modelled(game, game.chapter.outline.editions[0]) if "(" in each.cite)
    found = json.loads(run("peek", str(cite), "--example", "--json"))
    assert found["kind"] in KINDS and "then random play" in found["bound"]


# Walks to exhaustion


def wheel() -> ScriptSearch:
    game, rules = load("big-six", [])
    return ScriptSearch(game, rules, "walk", next_to(game, rules.edition.id))


def test_the_rounds_of_every_wager_of_the_wheel_are_walked_to_their_end() -> None:
    """Seven wagers, each with the bets open and closed before the spin; every paragraph on a wager is met on the way."""
    search = wheel()
    walked = walk_rounds(search, 500)
    assert {each.wager for each in walked} == set(search.game.law.catalogue(search.rules))
    assert all(each.ended for each in walked)
    assert all_walked(walked).startswith(
        "the rounds of all 7 wagers, each by itself at a table just opened, to their end: "
    )
    short = walk_rounds(wheel(), 2)
    assert not any(each.ended for each in short) and "given up as too many for 1, 2, 5" in all_walked(short)


def test_a_paragraph_is_dead_only_if_every_position_was_tried() -> None:
    walked = walk_table(wheel(), 20_000)
    assert walked.ended and 40 < walked.positions < 200 and walked.commands < 20_000
    assert is_dead(["round.py"], walked)
    assert not is_dead(["round.py"], None) and not is_dead(["round.py"], walk_table(wheel(), 50))
    assert not is_dead([], walked), "what no file names is modelled by what others do"
    assert not is_dead(["round.py", "procedure.toml"], walked), "steps by hand are not walked"
    why = dead_because("never reached, though it is cited in round.py", walked)
    assert why.startswith("dead law, though it is cited in round.py; all ") and f"{walked.commands:,} commands" in why


def test_settings_are_looked_for_where_the_chapter_names_them() -> None:
    """617a.5(d)(ii) follows from two choices; 617a.2(c) has a question about it, for a wheel with movable parts."""
    game = find_game("roulette")
    assert aimed(game, "2011-comment", ["617a.5(d)(ii)"]) == [("five_adjacent=true", "five_adjacent_paid=relocate")]
    both = aimed(game, "2011-proposed", ["617a.2(c)"])
    assert ("movable_parts=true", "reading.adjusted_while_open=not-allowed") in both


# Sessions that use up the cards


def test_sessions_use_up_more_and_more_of_what_results_are_drawn_from() -> None:
    """No session of dice or wheels uses up anything, and a few are enough to see it."""
    game, rules = load("down-under-blackjack", ["decks=4"])
    search = ScriptSearch(game, rules, "examples", {"685a.99": ()})
    assert drawn_from(search) == 4 * 52
    heard: list[str] = []
    with told_to(heard.append):
        assert deplete(search, 3_000)
    left = [int(each.rpartition(": ")[2].split()[0]) for each in heard]
    assert len(left) > 3 and left == sorted(left, reverse=True) and left[-1] < 208 // 2
    wheel_search = wheel()
    assert not deplete(wheel_search, 10_000)
    assert wheel_search.tried < 3_000


def test_685a_12_e_the_shoe_runs_out_within_a_round() -> None:
    """Found by such sessions with four decks; the discards are shuffled, cut and loaded, and the round is completed."""
    game = find_game("down-under-blackjack")
    example = kept(game, "2018-proposed").found[Citation("685a.12(e)")]
    assert (example.kind, example.settings, example.shortest) == (ROUND, ("decks=4",), False)
    went = played(game, rules_of(game, example, "2018-proposed"), script_of(example))
    assert went is not None
    cited = [event for _, events in went for event in events if "685a.12(e)" in event.cites]
    assert len(cited) > 2 and all(not event.event.endswith("-refused") for event in cited)


def test_results_of_a_long_script_are_listed_together() -> None:
    script: list[Command] = [{"do": "open"}, *({"do": "result", "cards": [str(n)]} for n in range(LONG))]

    def holds(some: tuple[Command, ...]) -> bool:
        drawn = [card for each in some for card in each.get("cards", ())]
        return drawn[:LONG] == [str(n) for n in range(LONG)] and len(some) > 2

    small = shrunk(script, holds)
    assert [len(each.get("cards", ())) for each in small] == [0, LONG - 1, 1]
