"""The gaming guide: every payout and cost in it is the engine's, and its examples are rounds of a live table."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from documents.reading_pdfs import plain, text_of
from houseway.documents.example_rounds import example_round
from houseway.documents.guide import examples, guide, pays, shown_rows, wins
from houseway.documents.guide_text import FIGURE, guide_text, told
from houseway.documents.html_page import page
from houseway.documents.round_pictures import strip
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import source
from houseway.games import games, load, load_text
from houseway.law import Citation, LawError
from houseway.money import dollars
from houseway.odds import odds_sheet
from support import law

SLOW = ("craps", "mini-craps", "down-under-blackjack", "pai-gow", "casino-war")
GAMES = [pytest.param(game, marks=pytest.mark.nightly if game in SLOW else ()) for game in games()]


@pytest.mark.parametrize("name", GAMES)
def test_every_payout_and_cost_is_the_engines(name: str) -> None:
    game, rules = load(name)
    words = text_of(typeset(source(guide([(game, rules)])), "pdf")[0]).replace(" ", "")
    for row in odds_sheet(game, rules):
        assert plain(pays(row)).replace(" ", "") in words, row.id
        assert dollars(abs(round(Fraction(row.house_edge) * 1_000))) in words, row.id
    for point in guide_text(game).points:
        assert plain(point.words(rules)).replace(" ", "") in words, point
    for offer in game.law.catalogue(rules).values():
        if offer.id in game.priced(rules):
            assert plain(offer.says).replace(" ", "") in words, offer.id


EDITIONS = [(name, edition) for name, game in games().items() for edition in game.chapter.outline.editions]
NUMBERS = re.compile(
    r"\d+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|twice|both|second|fifth|quarter)s?\b"
)
COUNTED = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
           "eleven": "11", "twelve": "12", "twice": "2", "both": "2", "second": "2"}  # fmt: skip


def numbers_in(text: str) -> set[str]:
    found = NUMBERS.findall(text.lower())
    return {COUNTED.get(each.removesuffix("s"), each.removesuffix("s")) for each in found}


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_every_number_in_a_sentence_for_patrons_is_one_of_its_paragraph(name: str, edition: str) -> None:
    """Typed words hold only numbers that the outline has there; figures in braces come from the rules."""
    game, rules = load(name, [f"edition={edition}"])
    said = guide_text(game)
    assert said.aim and len(said.steps) >= 3
    outline = {each.cite: each.says for each in rules.paragraphs}
    for point in said.points:
        if not point.says or not point.words(rules):
            continue
        below = [says for cite, says in outline.items() if cite.under(point.cite)]
        lines = [line for line, payout in rules.payouts.items() if payout.cite == point.cite]  # "fire-a-4"
        assert numbers_in(FIGURE.sub("", point.says)) <= numbers_in(" ".join((*below, *lines))), point


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_a_wager_with_a_note_exists_and_every_part_says_something(name: str, edition: str) -> None:
    game, rules = load(name, [f"edition={edition}"])
    said, kinds = guide_text(game), {offer.kind for offer in game.law.catalogue(rules).values()}
    assert {note.wager for note in said.notes} <= kinds
    assert any(told(rules, part.points) for part in said.parts)


@pytest.mark.parametrize("name", list(games()))
def test_a_sentence_depends_on_values_that_can_be(name: str) -> None:
    chapter = games()[name].chapter
    editions = [chapter.edition(each) for each in chapter.outline.editions]
    can: dict[str, set[object]] = {f"reading.{each.name}": set(each.ids) for each in chapter.readings}
    for edition in editions:
        for key, value in edition.values.items():
            can.setdefault(key, set()).add(value.value)
        for key, option in edition.options.items():
            can.setdefault(key, set()).update(option.choices)
    for point in guide_text(games()[name]).points:
        for key, values in point.needs:
            assert not can.get(key) or set(values) <= can[key], point


def shown_at(name: str, *settings: str) -> str:
    """All sentences of a guide at a table with these settings."""
    game, rules = load(name, settings)
    return " ".join(words for point in guide_text(game).points if (words := point.words(rules)))


@law("619a.2(a)", "619a.2(b)")
def test_619a_2_a_no_more_bets_comes_before_the_spin() -> None:
    says = shown_at("big-six")
    assert says.index("no more bets") < says.index("spins the wheel") < says.index("three times")


@law("617a.4(c)", "617a.1(e)(2)")
def test_617a_4_c_the_guide_of_a_covered_00_says_that_it_is_no_spin() -> None:
    assert "A ball in 00 is “no spin”" in shown_at("roulette", "wheel=double-zero-as-single-zero")
    assert "A ball in 00" not in shown_at("roulette")
    assert "Five Adjacent" not in shown_at("roulette") and "replica" in shown_at("roulette", "five_adjacent=true")


@law("651a.9(e)", "651a.9(f)", "651a.9(g)")
@pytest.mark.parametrize(
    ("edition", "has", "lacks"),
    [("2012-final", ("The Initial Wager stays up", "three cards aside", "is returned, too", "wins the War Wager at 1 to 1"),
      ("give up the whole",)),
     ("2011-proposed", ("give up the whole Initial Wager", "at 2 to 1", "at 3 to 1"), ("stays up", "is returned.")),
     ("2011-filing", ("give up the whole Initial Wager",), ("stays up",)),
     ("2011-comment", ("stays up", "ties the Initial Wager wins, too, at 1 to 1", "you win the Initial Wager is returned"),
      ("give up the whole",))],
)  # fmt: skip
def test_651a_9_what_becomes_of_the_initial_wager_in_a_war_is_as_the_edition_says(
    edition: str, has: tuple[str, ...], lacks: tuple[str, ...]
) -> None:
    says = shown_at("casino-war", f"edition={edition}")
    assert all(each in says for each in has) and not any(each in says for each in lacks)


@law("623a.3(a)", "623a.4(c)", "623a.5(g)(3)", "623a.6(e)")
def test_623a_4_when_wagers_are_made_on_and_removed_and_what_the_vigorish_is() -> None:
    says = shown_at("craps")
    for each in ("Pass and Don’t Pass Bets: only before a come out roll.", "A Pass Bet stays once its point is established.",
                 "off on a come out roll, unless you call them on",
                 "5% of the amount wagered. It is taken from a winning wager only.",
                 "odds go up to 10 times", "as Any Craps at 7 to 1, or half as 11 in One Roll at 15 to 1",
                 "so is the first throw after each decision"):  # fmt: skip
        assert each in says, each
    up_front = shown_at("craps", "vigorish.when=up-front", "vigorish.rate=4%", "odds.multiple=3-4-5")
    assert (
        "4% of the amount wagered. It is taken when the wager is made." in up_front and "up to 3-4-5 times" in up_front
    )


@law("623a.11(b)(1)", "623a.11(b)(2)", "623a.5(f)", "623a.4(e)")
def test_623a_11_the_guide_tells_amounts_and_points_of_a_fire_bet_where_it_is_offered() -> None:
    assert "From $1.00 to $5.00, in steps of $1.00" in shown_at("craps")
    assert "24 to 1 for four, 249 to 1 for five, 999 to 1 for six" in shown_at("craps")
    assert "39 to 1 for four, 199 to 1 for five, 499 to 1 for six" in shown_at("craps", "fire.paytable=B")
    assert "Fire" not in shown_at("craps", 'wagers=["pass", "dont-pass"]')
    assert "seated" in shown_at("mini-craps") and "seated" not in shown_at("craps")


@law("621a.10(k)", "621a.10(e)", "621a.11(c)", "621a.11(e)", "621a.7(b)")
def test_621a_11_the_guide_tells_vigorish_surrender_and_the_bank_where_players_bank() -> None:
    says = shown_at("pai-gow")
    for each in ("less a vigorish of 5% of what you win", "give up your whole wager", "Nobody banks twice running", "Co-banking",
                 "Ask the dealer", "Only seated players wager"):  # fmt: skip
        assert each in says, each
    assert "multiple of $0.25" in shown_at("pai-gow", "vigorish.rounding_cents=25")
    alone = shown_at("pai-gow", "player_bank=false", "co_bank=false")
    assert "Co-banking" not in alone and "banks twice" not in alone


@law("621a.4(a)", "621a.4(f)")
def test_621a_4_the_guide_draws_the_ranks_of_pairs_and_tiles() -> None:
    figures = load("pai-gow")[0].present.figures(load("pai-gow")[1])
    pairs, tiles = figures[Citation("621a.4(a)")], figures[Citation("621a.4(f)")]
    assert pairs.text.splitlines()[1] == "1  Supreme Pair" and pairs.text.splitlines()[-1].startswith("20  Gong 1-1")
    assert [line.split()[0] for line in pairs.text.splitlines()[1:]] == (
        [str(n) for n in range(1, 17)] + ["17"] * 2 + ["18"] * 2 + ["19"] * 3 + ["20"] * 3
    )
    assert tiles.text.splitlines()[1] == "1  Twelve (6-6)" and tiles.text.splitlines()[-1] == "17  Three (1-2)"
    assert tiles.svg.count("<rect") == 21


@law("685a.7(n)(1)", "685a.7(m)", "685a.7(i)(2)", "685a.8(b)", "685a.10(c)", "685a.10(e)", "685a.3(d)[range 1]")
def test_685a_7_the_guide_tells_the_rules_that_make_the_game() -> None:
    says = shown_at("down-under-blackjack")
    for each in ("The dealer has 22: only hands of 21 and hands of exactly two original Large cards are paid.",
                 "stands on every 17", "Surrender is not available.", "at most half of your Bet", "You split once only.",
                 "split aces gets one card only", "Blue light: the hole card is Small, 2 through 5.",
                 "an ace with a card worth 10", "pays 11 to 1, another one 4 to 1"):  # fmt: skip
        assert each in says, each
    assert "loses at once" not in says
    assert "Match" not in shown_at("down-under-blackjack", "match_the_dealer=false")
    assert "pays 14 to 1, another one 3 to 1" in shown_at("down-under-blackjack", "decks=8")


@law("619a.1(c)")
def test_619a_1_c_a_themed_wheel_is_told_by_its_pictures() -> None:
    pictures = {"1": "cherry", "2": "lemon", "5": "plum", "10": "melon", "20": "bell"}
    game, rules = load("big-six", [f"symbols={{{', '.join(f'{k} = {v!r}' for k, v in pictures.items())}}}"])
    says = [offer.says for offer in game.law.catalogue(rules).values()]
    assert says[0] == "The clapper rests at a section that shows the cherry." and not any("$" in each for each in says)


@law("619a.1(c)")
def test_619a_1_c_a_themed_wheel_whose_approval_is_named_apart_opens_and_has_examples() -> None:
    pictures = "".join(
        f'"{k}" = "{v}"\n' for k, v in (("1", "cherry"), ("2", "lemon"), ("5", "plum"), ("10", "fig"), ("20", "bell"))
    )
    named = 'by = "Bureau of Gaming Operations"\nnumber = "BGO 1"\ndate = 2012-04-17\n'
    game, rules = load_text(f'game = "big-six"\n[symbols]\n{pictures}[approvals.symbols]\n{named}', "themed")
    found = example_round(game, rules, "1", "won")
    assert found is not None and "cherry" in " ".join(line.says for line in found.lines(game, rules))


@pytest.mark.parametrize(
    ("name", "wager", "result", "returned"),
    [("roulette", "straight:0", "won", 36_000), ("sic-bo", "small", "won", 2_000), ("casino-war", "initial", "won", 2_000),
     ("craps", "pass", "won", 2_000), ("big-six", "joker", "won", 46_000), ("down-under-blackjack", "bet", "lost", 0)],
)  # fmt: skip
def test_an_example_is_a_round_with_its_reasons(name: str, wager: str, result: str, returned: int) -> None:
    game, rules = load(name)
    found = example_round(game, rules, wager, result)
    assert found is not None and (found.result, found.stake_cents) == (result, 1_000)
    assert found.returned_cents == returned
    lines = found.lines(game, rules)
    assert lines[-1].cites and "seal" not in " ".join(line.says for line in lines)


@pytest.mark.parametrize(
    ("text", "problem"),
    [('aim = "A"\nstep = "x"', "not a list of sentences"),
     ('aim = "A"\nstep = [{ says = "{moon}", cite = "619a.2(a)" }]', "moon"),
     ('aim = "A"\nstep = [{ cite = "619a.9" }]', "619a.9"), ('aim = "A"\nstep = []\nasked = ["moon"]', "no reading"),
     ('aim = "A"\nstep = [{ cite = "619a.2(a)", needs = { moon = [1] } }]', "moon")],
)  # fmt: skip
def test_a_guide_file_that_names_what_is_not_there_is_refused(
    text: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "guide.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("houseway.documents.guide_text.files", lambda home: tmp_path)
    with pytest.raises(LawError, match=problem):
        guide_text(games()["big-six"])


def test_what_never_ends_so_has_no_example() -> None:
    game, rules = load("sic-bo")
    assert example_round(game, rules, "small", "stolen") is None
    game, rules = load("big-six")
    assert example_round(game, rules, "joker", "returned") is None


@pytest.mark.parametrize(
    ("wager", "line"),
    [("come", "Come Bet"), ("odds:pass", "Odds on the Pass Bet"), ("odds:come:6", "Odds on the Come Bet on 6"),
     ("odds:dont-come:6", "Odds on the Don't Come Bet against 6"), ("field", "Field Bet")],
)  # fmt: skip
def test_a_wager_that_needs_another_one_is_shown_with_it(wager: str, line: str) -> None:
    game, rules = load("craps")
    found = example_round(game, rules, wager, "won")
    assert found is not None
    said = [each.says for each in found.lines(game, rules)]
    assert any(f"on {line}." in each for each in said) and said[-1].startswith(f"Seat 1: {line}")
    assert not any(each.startswith("Seat 2 wagers") for each in said)


@law("651a.9(e)", "651a.9(g)")
def test_651a_9_e_a_tie_wager_on_the_war_deal_is_worked_after_a_tie() -> None:
    game, rules = load("casino-war")
    found = example_round(game, rules, "tie-on-war", "lost")
    assert found is not None and found.stake_cents == 1_000
    says = " ".join(line.says for line in found.lines(game, rules))
    assert (
        says.index("chooses go to war") < says.index("$10.00 on Tie Wager on the War deal") < says.index("War Wager, ")
    )
    assert {end.fields["wager"] for end in found.settled} == {"initial", "war", "tie-on-war"}


def test_a_win_that_is_shown_gains_something() -> None:
    game, rules = load("craps")
    shown = next(
        wins(game, rules, ["whirl"])
    )  # its first win is of the Any Seven part, and only makes up for the others
    assert shown.gains and shown.result == "won" and shown.returned_cents > shown.stake_cents


@law("651a.9(a)", "651a.9(c)", "651a.9(g)")
@pytest.mark.nightly
def test_651a_9_examples_show_every_way_to_end_a_round() -> None:
    game, rules = load("casino-war")
    ends = {(end.fields["wager"], end.fields["result"], cite)
            for each in examples(game, rules) for end in each.settled for cite in end.cites}  # fmt: skip
    assert {
        ("initial", "won", "651a.9(a)(2)"), ("initial", "lost", "651a.9(a)(1)"), ("initial", "lost", "651a.9(c)(1)"),
        ("war", "won", "651a.9(g)(2)"), ("war", "lost", "651a.9(g)(1)"), ("war", "won", "651a.9(g)(3)"),
        ("tie", "won", "651a.9(a)(3)"), ("tie", "lost", "651a.9(a)(1)"),
        ("tie-on-war", "won", "651a.9(g)(3)"), ("tie-on-war", "lost", "651a.9(g)(1)"), ("tie-on-war", "lost", "651a.9(g)(2)"),
    } <= ends  # fmt: skip


@law("621a.4(b)", "621a.4(g)", "621a.10(k)")
@pytest.mark.nightly
def test_621a_4_examples_show_copies_and_the_commission() -> None:
    game, rules = load("pai-gow")
    cites = {cite for each in examples(game, rules) for end in each.settled for cite in end.cites}
    assert {"621a.4(b)", "621a.4(g)", "621a.10(k)", "621a.10(g)", "621a.10(h)(1)", "621a.10(h)(2)"} <= cites


@law("651a.9(c)")
def test_651a_9_c_a_short_search_shows_a_tie_surrender_and_war(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.documents.guide.QUIET", 60)
    monkeypatch.setattr("houseway.documents.guide.LATER", 100)
    monkeypatch.setattr("houseway.documents.guide.LATER_QUIET", 60)
    game, rules = load("casino-war")
    ends = {(end.fields["wager"], cite) for each in examples(game, rules) for end in each.settled for cite in end.cites}
    assert {
        ("initial", "651a.9(c)(1)"),
        ("war", "651a.9(g)(1)"),
        ("war", "651a.9(g)(2)"),
        ("tie", "651a.10(2)"),
    } <= ends


def test_best_play_that_is_a_strategy_with_a_name_is_not_listed_twice() -> None:
    game, rules = load("casino-war")
    assert [row.strategy for row in shown_rows(game, rules)] == ["go-to-war", "surrender", None, None, None]


def test_odds_on_a_point_pay_the_odds_of_that_point() -> None:
    game, rules = load("craps")
    paid = {row.situation: pays(row) for row in odds_sheet(game, rules, only=("odds:pass",)).rows("odds:pass")}
    assert paid == {f"point-{n}": odds for n, odds in zip(
        (4, 5, 6, 8, 9, 10), ("2 to 1", "3 to 2", "6 to 5", "6 to 5", "3 to 2", "2 to 1"), strict=True)}  # fmt: skip


def test_dice_cards_and_tiles_are_drawn_with_words_for_those_who_cannot_see_them() -> None:
    for name, wager, says in (
        ("casino-war", "initial", "Seat 1: the"),
        ("craps", "pass", "thrown: "),
        ("pai-gow", "wager", "Box 1: "),
    ):
        game, rules = load(name)
        found = example_round(game, rules, wager, "won")
        assert found is not None
        drawn = strip(found.events)
        assert drawn is not None and drawn[1].startswith(says) and drawn[0].count("<g ") >= 2
    game, rules = load("roulette")
    spun = example_round(game, rules, "red", "won")
    assert spun is not None and strip(spun.events) is None


def test_several_games_are_one_guide_with_contents() -> None:
    paper = guide([load("big-six"), load("sic-bo")])
    html = page(paper)
    assert paper.contents and html.count("<h2 ") == 3 and "Big Six Wheel" in html and "Sic Bo" in html
