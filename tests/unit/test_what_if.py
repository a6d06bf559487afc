"""`diff` of any two sides: submissions, readings, options and redrafts; changed and unchanged figures, and refusals."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import houseway
from contract.play import toys_discovered
from houseway.cli import app
from houseway.compare import Comparison, compare_specs, effects
from houseway.compare.page import page
from houseway.compare.rounds import Bounds, rounds
from houseway.compare.sentences import alike
from houseway.compare.specs import read_spec
from houseway.compare.value_changes import grouped, odds_changes
from houseway.core.counted import CountedOdds
from houseway.games import find_game, games, load
from houseway.law import BadInput, Unlawful
from houseway.law.edition import NOT_LAW
from houseway.law.redraft import line_of, redraft_text
from houseway.odds import odds_sheet
from houseway.odds.joint_round import Effort
from houseway.odds.sheet import rows_of
from houseway.odds.traces import Unlike
from houseway.odds.values_read import differing, read_by_odds, share_counts, watched
from support import cites, law, variants

SMALL = ("big-six", "sic-bo", "roulette")
JOKER = 'joker = { pays = "45 to 1", at_least = true, cite = "619a.3" }'


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with toys_discovered():
        yield


def run(*arguments: str, verb: str = "diff") -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [verb, *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def redraft(tmp_path: Path, game: str = "big-six", *changes: tuple[str, str]) -> str:
    """A redraft of a game's default edition with these changes, as a file."""
    found = find_game(game)
    text = redraft_text(found.id, found.chapter, found.chapter.outline.editions[0])
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    path = tmp_path / "redraft.toml"
    path.write_text(text)
    return str(path)


# Readings and options


def answers(game: str) -> list[Any]:
    """Every two answers to each question of a game."""
    readings = find_game(game).chapter.readings
    pairs = [(reading.name, pair) for reading in readings for pair in combinations(reading.ids, 2)]
    return [pytest.param(game, name, *pair, id=f"{game}-{name}-{'-'.join(pair)}") for name, pair in pairs]


@pytest.mark.parametrize(("game", "name", "one", "other"), [each for game in SMALL for each in answers(game)])
def test_every_two_answers_have_the_figures_of_odds(game: str, name: str, one: str, other: str) -> None:
    settings = [f"reading.{name}={answer}" for answer in (one, other)]
    specs = [read_spec(f"{game},{setting}") for setting in settings]
    sheets = [odds_sheet(*load(game, [setting])) for setting in settings]
    found = odds_changes(specs[0].game, (specs[0].rules, specs[1].rules))
    for sheet, side in zip(sheets, ("was", "now"), strict=True):
        rows = [row for each in found if (row := getattr(each, side)) is not None]
        assert [row.as_json() for row in rows] == [row.as_json() for row in sheet]


@law("625a.3(2)")
def test_625a_3_2_a_reading_moves_the_wagers_that_it_is_about() -> None:
    found = compare_specs("sic-bo", "sic-bo,reading.two_of_a_kind=exactly-two")
    moved = {each.row.id: each.difference("expected") for each in found.odds_changes if each.differs}
    assert moved == {
        f"two-of-a-kind:{value}": Fraction(-9, 216) for value in range(1, 7)
    }  # stake and 8 to 1, once in 216
    assert found.player_differs and found.rounds.worst is Unlike.GAIN and found.rounds.complete
    assert found.answer == (
        "Yes: there are rounds that A and B pay differently, in 1/216 (0.463%) of rounds. "
        "Two-of-a-kind:1 is won under A, lost under B."
    )
    assert [(change.group, change.key, change.was, change.now) for change in found.values] == [
        ("setting", "reading.two_of_a_kind", ("at-least-two", "625a.3(2)"), ("exactly-two", "625a.3(2)"))
    ]
    assert [p.says for p in found.rounds.found[0].example.moments][-1] == "throw of the dice: 1 1 1"
    assert not found.texts and found.settings == ()


def test_two_readings_that_move_nothing_are_a_difference_that_no_player_sees() -> None:
    found = compare_specs("big-six", "big-six,reading.verbal_wagers=not-accepted")
    assert found.differs and not found.player_differs
    assert found.answer.startswith("No: in every round that was walked")


@law("621a.10(k)")
def test_621a_10_k_a_wager_that_depends_on_the_stake_on_one_side_only_is_one_wager() -> None:
    """Rounded to a quarter, the vigorish of a $1.00 wager is 25 cents; exact, it is 5 cents at any stake."""
    specs = [read_spec(each) for each in ("pai-gow", "pai-gow,vigorish.rounding_cents=25")]
    found = odds_changes(specs[0].game, (specs[0].rules, specs[1].rules))
    assert [each.name for each in found] == [f"wager (a wager of $1.00, {how})" for how in ("house-way", "optimal")]
    for each in found:
        assert each.was is not None and each.now is not None and each.was.expected > each.now.expected
        assert {max(row.distribution) for row in (each.was, each.now)} == {Fraction(95, 100), Fraction(75, 100)}


def test_wagers_with_the_same_figures_are_told_together() -> None:
    found = compare_specs("sic-bo", "sic-bo,reading.two_of_a_kind=exactly-two")
    (group,) = grouped(found.odds_changes)
    assert [each.row.id for each in group] == [f"two-of-a-kind:{value}" for value in range(1, 7)]
    assert "two-of-a-kind:1, two-of-a-kind:2, two-of-a-kind:3, and 3 more" in page(found)
    ((first, others),) = alike(found.rounds.found)
    assert (
        [first.wagers, *others]
        == [f"two-of-a-kind:{value}" for value in range(1, 7)]
        == [each.wagers for each in found.rounds.found]
    ), "one example is shown, and the others are named"
    assert page(found).count(
        "<div class=round>"
    ) == 1 and "The same, with the same chance, for two-of-a-kind:2," in page(found)


def test_the_same_side_twice_does_not_differ() -> None:
    assert run("--a", "big-six", "--b", "big-six@2011-proposed")[0] == 0


def test_an_edition_and_settings_beside_a_submission_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('game = "big-six"\nedition = "2011-comment"\n[payout]\njoker = "50 to 1"\n')
    found = compare_specs("big-six@2011-comment,payout.flag=47 to 1", str(path))
    assert [(change.group, change.key, change.was, change.now) for change in found.values] == [
        ("setting", "payout.joker", ("45 to 1", "619a.3"), ("50 to 1", "619a.3")),
        ("setting", "payout.flag", ("47 to 1", "619a.3"), ("45 to 1", "619a.3")),
    ]
    moved = {each.row.id: each.difference("expected") for each in found.odds_changes if each.differs}
    assert moved == {"joker": Fraction(5, 54), "flag": Fraction(-2, 54)}


def test_settings_hold_on_both_sides() -> None:
    found = compare_specs("skirmish@2002-leaves", "skirmish@2003-wins", ["tie_wager=false"])
    assert [rules.option("tie_wager") for rules in found.rules] == [False, False]
    assert {each.row.id for each in found.odds_changes} == {"initial"}


def test_commas_within_brackets_and_quotes_belong_to_a_value() -> None:
    found = read_spec('craps,wagers=["pass", "come"],holder="A, B"')
    assert set(found.rules.option("wagers")) == {"pass", "come"}
    assert found.rules.option("holder") == "A, B"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("--a", "sic-bo", "--b", "big-six"),
            2,
            "sic-bo is for Sic Bo (625a) and big-six is for Big Six Wheel (619a)",
        ),
        (("--a", "craps", "--b", "mini-craps"), 2, "compare two of the same game"),
        (("--a", "sic-bo", "--b", "sic-bo,reading.two_of_a_kinds=x"), 2, "did you mean reading.two_of_a_kind or "),
        (
            ("--a", "sic-bo", "--b", "sic-bo,reading.two_of_a_kind=three"),
            1,
            "'three' is not one of at-least-two, exactly-two",
        ),
        (("--a", "sic-bo", "--b", "sic-bo,shaker"), 2, '"shaker" is not KEY=VALUE'),
        (("--a", "sic-bo", "--b", "sic-bo@2012-final"), 2, 'no edition "2012-final"; there is only 2011-proposed'),
        (("--a", "sic-bo", "--b", "sic-bo,edition=2011-proposed"), 2, "name it before the settings: GAME@EDITION"),
        (("--a", "sic-bo", "--b", "sick-bo"), 2, "did you mean sic-bo?"),
        (("--a", "sic-bo", "--b", ""), 2, "does not begin with a game"),
        (("--a", "sic-bo", "--b", "none.toml"), 2, "there is no such file"),
        (("--a", "sic-bo"), 2, "--b is missing; give both sides"),
        (("--b", "sic-bo"), 2, "--a is missing; give both sides"),
        (("sic-bo", "--a", "sic-bo", "--b", "sic-bo"), 2, "leave GAME and its editions out"),
        ((), 2, "say what to compare"),
        (("big-six", "2011-proposed"), 2, "one edition is named; name two or three of"),
        (
            ("sic-bo",),
            2,
            "sic-bo: there is only one edition, 2011-proposed; compare two submissions or readings with --a",
        ),
    ],
)
def test_a_wrong_call_says_what_would_be_right(arguments: tuple[str, ...], code: int, message: str) -> None:
    done, out, err = run(*arguments)
    assert (done, out) == (code, "") and message in err


# Redrafts


@law("619a.3")
def test_619a_3_a_redraft_of_one_payout_moves_that_wager_alone(tmp_path: Path) -> None:
    """The joker is one of 54 sections: a dollar more for it is 1/54 of a dollar more, from -8/54 to -7/54."""
    found = compare_specs("big-six", redraft(tmp_path, "big-six", (JOKER, JOKER.replace("45", "46"))))
    (moved,) = [each for each in found.odds_changes if each.differs]
    assert moved.was is not None and moved.now is not None
    assert (moved.row.id, moved.was.expected, moved.now.expected) == ("joker", Fraction(-8, 54), Fraction(-7, 54))
    assert [(change.group, change.key, change.was, change.now) for change in found.values] == [
        ("payout", "joker", ("at least 45 to 1", "619a.3"), ("at least 46 to 1", "619a.3"))
    ]
    (gain,) = [each for each in found.rounds.found if each.wagers == "joker"]
    assert gain.example.gains == (("seat:1", 4500, 4600),)
    assert gain.chance == Fraction(1, 54)
    (told,) = found.texts
    assert (told.kind, told.now[0].cite) == ("redrafted", "619a.3")
    assert told.now[0].says == "As in 2011-proposed, but payout joker: at least 46 to 1, not at least 45 to 1."
    assert found.unchanged == len(find_game("big-six").chapter.outline.of("2011-proposed")) - 1


@law("651a.10(2)")
def test_651a_10_2_the_wager_that_a_redraft_moves_is_shown_by_a_round_of_its_own(tmp_path: Path) -> None:
    """Of 311 cards left after the player's, 23 have its rank: the dealer's card makes a tie in 23/311 of rounds."""
    path = redraft(
        tmp_path,
        "casino-war",
        ('tie = { pays = "10 to 1", cite = "651a.10(2)" }', 'tie = { pays = "11 to 1", cite = "651a.10(2)" }'),
    )
    found = compare_specs("casino-war", path, most=600)
    moved = {
        each.row.id: each.difference("expected") for each in found.odds_changes if each.differs and not each.within
    }
    assert moved == {"tie": Fraction(23, 311)}
    assert "23/311" in found.answer and found.answer.startswith("Yes: there are rounds that A and B (redraft) pay")
    (shown,) = [each for each in found.rounds.found if each.wagers == "tie"][:1]
    assert shown.shortest and {now - was for _, was, now in shown.example.gains} == {100}


def test_a_redraft_says_what_it_is_in_every_output(tmp_path: Path) -> None:
    path = redraft(tmp_path, "big-six", (JOKER, JOKER.replace("45", "46")))
    code, text, _ = run("--a", "big-six", "--b", path)
    assert code == 1 and " ".join(text.split()).count(NOT_LAW.rpartition(" ")[0]) == 2
    document = json.loads(run("--a", "big-six", "--b", path, "--json")[1])
    assert document["now"]["id"] is None and document["now"]["status"] == "redraft"
    assert document["now"]["redraft"]["standing"] == NOT_LAW and document["now"]["redraft"]["base"] == "2011-proposed"
    assert document["notices"] == [f"B (redraft) is {NOT_LAW}: {path}, based on 2011-proposed."]
    assert document["was"]["redraft"] is None
    found = compare_specs(path, "big-six")
    assert NOT_LAW in page(found) and NOT_LAW in repr(found) and found.names == ("A (redraft)", "B")
    assert not found.editions[0].in_force and NOT_LAW in found.editions[0].standing


@pytest.mark.parametrize("verb", ["check", "odds", "play", "serve", "rules"])
def test_no_other_verb_takes_a_redraft_for_a_submission(verb: str, tmp_path: Path) -> None:
    code, out, err = run(redraft(tmp_path), verb=verb)
    assert (code, out) == (2, "") and err


def test_check_and_serve_say_why(tmp_path: Path) -> None:
    for verb in ("check", "serve"):
        assert f"is {NOT_LAW}, so that no table can run by it" in run(redraft(tmp_path), verb=verb)[2]


def test_a_redraft_of_the_final_text_is_not_in_force(tmp_path: Path) -> None:
    spec = read_spec(redraft(tmp_path, "casino-war"))
    assert spec.rules.edition.id == "2012-final" and not spec.rules.edition.in_force
    assert spec.rules.digest != load("casino-war")[1].digest
    assert find_game("casino-war").chapter.edition().in_force


@pytest.mark.parametrize("game", list(games(outside=False)))
def test_the_redraft_that_is_printed_changes_nothing(game: str, tmp_path: Path) -> None:
    for edition in find_game(game).chapter.outline.editions:
        code, text, _ = run(game, "--redraft", edition, verb="new")
        path = tmp_path / f"{edition}.toml"
        path.write_text(text)
        own, base = read_spec(str(path)).rules.edition, find_game(game).chapter.edition(edition)
        assert code == 0
        assert (own.values, own.payouts, own.options) == (base.values, base.payouts, base.options)


def test_a_redraft_without_change_does_not_differ(tmp_path: Path) -> None:
    assert run("--a", "big-six", "--b", redraft(tmp_path))[0] == 0


REVOLUTIONS = "revolutions_min = { value = 3"
SETTLED = 'settled_from = { value = "right", cite = "651a.9(a)"'
MISPRINTS = [
    ("big-six", ('{ pays = "45 to 1", at_least = true, cite = "619a.3" }\nflag', '{ pays = "45 too 1", cite = "619a.3" }\nflag'),
     'payout.joker.pays: "45 too 1" is not payout odds'),
    ("big-six", ("joker = { pays", "jokre = { pays"), "payout.jokre: 2011-proposed has no such payout; did you mean joker?"),
    ("big-six", (JOKER, ""), "payout.joker: is missing, so the edition is not complete; add it"),
    ("big-six", (JOKER, JOKER.replace("619a.3", "619a.1(a)")), 'write cite = "619a.3": a redraft keeps the paragraphs'),
    ("big-six", (JOKER, JOKER.replace("619a.3", "619a.33")), "payout.joker: '619a.33' is not where 2011-proposed has it"),
    ("big-six", (JOKER, JOKER.replace(', cite = "619a.3"', "")), 'payout.joker: has no citation; add cite = "…"'),
    ("big-six", ('base = "2011-proposed"', 'base = "2011-propsed"'), "did you mean 2011-proposed?"),
    ("big-six", ("base = ", "bsae = "), "redraft.bsae: is not a known key; did you mean base?"),
    ("big-six", ('game = "big-six"', 'game = "big-sixes"'), "did you mean big-six?"),
    ("big-six", (REVOLUTIONS, f"{REVOLUTIONS}.5"), "value.revolutions_min.value: 3.5 is a float"),
    ("big-six", (REVOLUTIONS, REVOLUTIONS.replace("3", '"3"')), "'3' is not a whole number"),
    ("big-six", (REVOLUTIONS, f"{REVOLUTIONS}0000"), "30000 is not from 0 to 1,000"),
    ("big-six", (REVOLUTIONS, REVOLUTIONS.replace("3", "-3")), "-3 is not from 0 to 1,000; the base says 3"),
    ("big-six", ('"joker", "1", "2", "1", "5"', '"jocker", "1", "2", "1", "5"'), "'jocker' is nothing that the game knows"),
    ("casino-war", (f"\n{SETTLED}", f"\n{SETTLED.replace('right', 'rihgt')}"),
     "value.settled_from: 'rihgt' is nothing that the game knows; texts of this chapter say right, left"),
    ("big-six", ("[payout]", "[payout"), "is not TOML"),
    ("big-six", ("[payout]", "[payouts]"), "payouts: is not a known key; did you mean payout?"),
    ("big-six", ("[redraft]", "[edition]"), "write [redraft] with game, base and title in place of [edition]"),
    ("roulette", ('choices = ["double-zero", ', 'choices = ["doubel-zero", '), "'doubel-zero' is nothing that the game knows"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "change", "message"), MISPRINTS)
def test_a_misprint_is_told_with_its_file_and_what_would_be_right(
    game: str, change: tuple[str, str], message: str, tmp_path: Path
) -> None:
    path = redraft(tmp_path, game, change)
    code, out, err = run("--a", game, "--b", path)
    assert (code, out) == (2, "")
    assert message in err and ("redraft.toml" in err or "there is no game" in err)


def test_the_line_of_a_misprint_is_told(tmp_path: Path) -> None:
    path = redraft(tmp_path, "big-six", ('joker = { pays = "45 to 1"', 'joker = { pays = "45 too 1"'))
    line = Path(path).read_text().splitlines().index(JOKER.replace("45 to", "45 too")) + 1
    assert f"redraft.toml, line {line}: payout.joker.pays: " in run("--a", "big-six", "--b", path)[2]


def test_lines_are_found_in_tables_and_without_them() -> None:
    text = (
        'top = 1\n[value]\na = { value = 1 }\n[value.order]\nvalue = [\n  "x",\n]\n[option."fire.paytable"]\nlow = 1\n'
    )
    keys = ["top", "value.a.cite", "value.order.value[0]", "option.fire.paytable.low", "value.gone", "nowhere"]
    assert [line_of(text, key) for key in keys] == [1, 3, 5, 9, 2, None]


def test_a_redraft_that_cannot_be_played_is_bad_input(tmp_path: Path) -> None:
    path = redraft(tmp_path, "casino-war", ("surrender_parts = { value = 2", "surrender_parts = { value = 0"))
    code, out, err = run("--a", "casino-war", "--b", path)
    assert (code, out) == (2, "")
    assert "the game cannot be played by this redraft (ZeroDivisionError" in err
    assert "changes value.surrender_parts: undo one of these" in err


@law("619a.1(a)")
def test_619a_1_a_a_value_that_no_odds_are_computed_from_is_told(tmp_path: Path) -> None:
    """The wheel is drawn from the order of its sections; another number of jokers beside it changes no odds."""
    path = redraft(tmp_path, "big-six", ("sections_joker = { value = 1", "sections_joker = { value = 2"))
    found = compare_specs("big-six", path)
    assert not found.player_differs
    assert found.settings == (
        "B (redraft) changes value.sections_joker: no wager's odds are computed from it, so they cannot show it.",
    )
    assert "no wager's odds are computed from it" in " ".join(run("--a", "big-six", "--b", path)[1].split())
    assert not compare_specs("big-six", redraft(tmp_path, "big-six", (JOKER, JOKER.replace("45", "46")))).settings


QUICK = [game for game in games(outside=False) if game != "down-under-blackjack"]


@pytest.mark.parametrize("game", variants([each for each in QUICK if each != "mini-craps"], ["mini-craps"]))
def test_what_odds_read_can_be_noted_for_every_game(game: str) -> None:
    found, rules = load(game)
    read = read_by_odds(found, rules)
    assert {key for key in read if key.startswith("payout.")} and not {
        key for key in read if key.startswith("submission.")
    }


# Work that is limited, shared and kept


def test_a_limit_on_the_work_stops_the_walks_and_says_so() -> None:
    game = find_game("skirmish")
    sides = (load("skirmish", ["edition=2002-leaves"])[1], load("skirmish", ["edition=2003-wins"])[1])
    found = rounds(game, sides, Bounds(10_000, Effort(0)))
    assert not found.complete and found.not_tried


def test_where_the_walk_is_too_long_a_round_is_found_at_random() -> None:
    game = find_game("skirmish")
    sides = (load("skirmish", ["edition=2002-leaves"])[1], load("skirmish", ["edition=2003-wins"])[1])
    found = rounds(game, sides, Bounds(2), ("A", "B"), {"initial"})
    gain = found.found[0]
    assert (gain.unlike, gain.shortest, gain.chance) == (Unlike.GAIN, False, None)
    assert gain.example.gains == (("seat:1", 200, 300),)
    assert [walk.worst for walk in found.walked][-1] is Unlike.GAIN and "at random" in found.walked[-1].what
    assert rounds(game, sides, Bounds(2), ("A", "B")).worst is Unlike.SAME  # without other odds there is no reason to


def test_a_wager_that_is_worth_something_else_is_no_no() -> None:
    found = replace(compare_specs("skirmish@2002-leaves", "skirmish@2003-wins"), variants=())
    stopped = replace(found, rounds=rounds(find_game("skirmish"), found.rules, Bounds(2), found.names))
    assert stopped.answer.startswith(
        "Yes: initial (go-to-war): not worth the same under A and B. No round that was compared"
    )


def test_a_comparison_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    first = compare_specs("big-six", "big-six,payout.joker=50 to 1")
    draft = redraft(tmp_path, "big-six", ("sections_joker = { value = 1", "sections_joker = { value = 2"))
    told = compare_specs("big-six", draft)
    monkeypatch.setattr(effects, "_effects", lambda *_: pytest.fail("it was kept"))
    second = compare_specs("big-six", "big-six,payout.joker=50 to 1")
    assert first.as_json() == second.as_json() and isinstance(second, Comparison)
    moved = Path(draft).rename(tmp_path / "elsewhere.toml")  # what is kept names no file
    again = json.dumps(compare_specs("big-six", str(moved)).as_json())
    assert again == json.dumps(told.as_json()).replace("redraft.toml", "elsewhere.toml")


def test_a_slow_count_is_shared_where_nothing_that_it_reads_differs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    game, counted = find_game("sic-bo"), []

    def count(rules: Any, wager: str) -> tuple[CountedOdds, ...]:
        if wager != "small":
            return ()
        counted.append(rules.reading("two_of_a_kind"))
        half = Fraction(1, 2)
        return (CountedOdds(None, ((Fraction(-1), half), (Fraction(1), half)), cites("625a.3(6)")),)

    slow = replace(game, walk=replace(game.walk, counted=count, takes_long=("small",)))
    rules, *others = (
        load("sic-bo", settings)[1]
        for settings in ([], ["reading.month=30-days"], ["boxes=5"], ["reading.two_of_a_kind=exactly-two"])
    )
    for other in others:
        share_counts(slow, rules, other)
        (row,) = rows_of(slow, other, "small")
        assert row.expected == 0
    assert counted == ["at-least-two", "exactly-two"]


def test_what_is_read_of_the_rules_is_noted() -> None:
    rules, other = load("sic-bo")[1], load("sic-bo", ["reading.month=30-days"])[1]
    read: set[str] = set()
    seen = watched(rules, read)
    assert seen.reading("two_of_a_kind") == "at-least-two" and seen.number("dice") == 3 and seen.boxes == rules.boxes
    assert read == {"reading.two_of_a_kind", "value.dice", "option.boxes"}
    assert seen != rules and differing(rules, other) == {"reading.month", "submission.reading.month"}
    assert list(seen.readings) == list(rules.readings) and "reading.*" in read


def test_from_python_it_is_the_same(tmp_path: Path) -> None:
    path = redraft(tmp_path, "big-six", (JOKER, JOKER.replace("45", "46")))
    found = houseway.what_if("big-six", Path(path))
    printed = json.loads(run("--a", "big-six", "--b", path, "--json")[1])
    assert found.as_json() == {name: value for name, value in printed.items() if name != "software"}
    assert houseway.what_if("big-six", "big-six", {"payout.joker": "50 to 1"}).differs is False
    with pytest.raises(Unlawful):
        houseway.what_if("big-six", "big-six,payout.joker=40 to 1")
    with pytest.raises(BadInput):
        houseway.what_if("big-six", "sic-bo")


def test_a_redraft_that_nobody_gave_a_title_says_so(tmp_path: Path) -> None:
    found = games()["big-six"]
    file = tmp_path / "redraft.toml"
    file.write_text(redraft_text(found.id, found.chapter, "2011-proposed"))
    text = " ".join(run("--a", "big-six", "--b", str(file))[1].split())
    assert "a redraft of 2011-proposed without a title" in text and "who asks for it" not in text
