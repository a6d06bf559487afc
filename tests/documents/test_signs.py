"""`houseway sign`: every sign that a chapter wants under a submission, and no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from typer.testing import CliRunner

from documents.felts import submissions
from documents.reading_pdfs import plain, text_of
from houseway.cli import app
from houseway.core.game import AnyGame
from houseway.documents.sign_sheet import BODY, LEAST, fitted, needed_signs, one_line, signs_set, source
from houseway.games import games, judged, load
from houseway.law import Rules
from support import law


def run(*arguments: str, code: int = 0) -> Any:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.output, done.exception)
    return done


def kinds(name: str, *settings: str) -> list[str]:
    return [sign.kind for sign in needed_signs(*load(name, settings))]


def pages(name: str, *settings: str, size: str = "letter") -> list[str]:
    game, rules = load(name, settings)
    made = pypdfium2.PdfDocument(signs_set(needed_signs(game, rules), game, rules, size=size)[0])
    return [plain(made[n].get_textpage().get_text_range()) for n in range(len(made))]


def every_submission() -> list[tuple[AnyGame, Rules]]:
    found = ((game, judged(game.id, settings)[0].rules) for game in games().values() for settings in submissions(game))
    return [(game, rules) for game, rules in found if rules is not None]


def test_every_sign_cites_a_paragraph_of_its_edition_and_says_why_it_is_not_needed() -> None:
    for game, rules in every_submission():
        for sign in game.present.signs(rules):
            assert sign.cites and set(sign.cites) <= rules.cites
            assert bool(sign.why) != sign.needed, (game.id, sign.kind)
            assert not sign.needed or sign.rows or sign.lines


@pytest.mark.parametrize("name", games())
def test_each_sign_is_one_page_in_large_letters_with_its_paragraph_at_the_foot(name: str) -> None:
    looked_at = set()
    for settings in submissions(games()[name]):
        rules = judged(name, settings)[0].rules
        signs = () if rules is None else needed_signs(games()[name], rules)
        if not signs or repr(signs) in looked_at or any("holder" in each for each in settings):
            continue
        looked_at.add(repr(signs))
        printed = pages(name, *settings)
        assert len(printed) == len(signs) == len(pages(name, *settings, size="a4"))
        for sign, text in zip(signs, printed, strict=True):
            wanted = (sign.title, *sign.lines, *(cell for row in sign.rows for cell in row), f"§ {sign.cites[0]}")
            assert [part for part in wanted if plain(part) not in text] == []
            assert fitted(sign, 660, 300) >= 20 and one_line(sign.title, 660, 96) >= 60


@law("617a.1(f)(3)", "617a.1(e)(2)")
def test_617a_1_e_2_a_double_zero_wheel_used_as_a_single_zero_wheel_needs_its_notices() -> None:
    assert kinds("roulette") == ["limits"]
    assert kinds("roulette", "wheel=double-zero-as-single-zero") == ["limits", "double-zero"]
    limits, notices = pages(
        "roulette", "wheel=double-zero-as-single-zero", "limits.min_cents=1500", "limits.max_cents=50050"
    )
    assert "Minimum $15" in limits and "Maximum $500.50" in limits
    assert "00 cannot be wagered on" in notices and "spun again" in notices and "lose on 0" in notices


@law("623a.3(c)", "623a.2(f)(3)")
def test_623a_2_f_3_the_fire_bets_odds_moment_and_limits_are_on_the_wall() -> None:
    assert kinds("craps") == ["limits", "fire-bet"] and kinds("craps", 'wagers=["pass"]') == ["limits"]
    _, fire = pages("craps", "fire.paytable=B")
    assert (
        "Four different points made 39 to 1" in fire
        and "Five different points made 199 to 1" in fire
        and "Six different points made 499 to 1" in fire
    )
    assert "only before a shooter's first come out roll" in fire and "from $1 to $5, in steps of $1" in fire


@law("625a.1(c)(3)", "625a.7(d)")
def test_625a_1_c_3_payout_odds_are_on_a_sign_if_not_on_the_layout() -> None:
    assert kinds("sic-bo") == [] and kinds("sic-bo", "shaker=automated") == ["out-of-order"]
    (odds,) = pages("sic-bo", "payout_odds=sign")
    assert "Total value 4 or 17 50 to 1" in odds and "Total value 9, 10, 11 or 12 6 to 1" in odds
    assert "Any three of a kind 24 to 1" in odds and "Two dice combination 5 to 1" in odds


@law("651a.2(b)(4)", "651a.11(e)")
def test_651a_2_b_4_the_odds_of_the_edition_are_on_the_sign() -> None:
    (odds,) = pages("casino-war", "payout_odds=sign")
    assert "War Wager 1 to 1" in odds and "War Wager if the War ties 2 to 1" in odds and "Tie Wager 10 to 1" in odds
    (proposed,) = pages("casino-war", "payout_odds=sign", "edition=2011-proposed")
    assert "War Wager 2 to 1" in proposed and "War Wager if the War ties 3 to 1" in proposed
    assert kinds("casino-war", "shuffler=batch") == ["out-of-order"]


@law("685a.2(b)(4)(iv)", "685a.2(b)(6)", "685a.12(k)")
def test_685a_2_b_4_iv_no_surrender_stands_on_the_layout_or_on_a_sign() -> None:
    assert kinds("down-under-blackjack") == []
    words = "wording.no_surrender=Surrender is not offered here"
    assert pages("down-under-blackjack", "no_surrender=sign", words)[0].count("Surrender is not offered here") == 1
    (odds,) = pages("down-under-blackjack", "payout_odds=sign", "decks=8")
    assert (
        "Match-the-Dealer, same suit 14 to 1" in odds
        and "Blackjack 3 to 2" in odds
        and "Insurance Wager 2 to 1" in odds
    )


def test_games_whose_chapter_asks_for_no_sign() -> None:
    for name in ("big-six", "pai-gow"):
        assert "the chapter requires no sign" in run("sign", name).stdout


@pytest.mark.parametrize("name", ["roulette", "craps"])
def test_the_same_submission_gives_the_same_bytes(name: str) -> None:
    game, rules = load(name)
    assert signs_set(needed_signs(game, rules), game, rules) == signs_set(needed_signs(game, rules), game, rules)


# The verb


def test_without_a_file_it_lists_what_is_needed_and_what_is_not() -> None:
    shown = " ".join(run("sign", "roulette").stdout.split())
    assert "limits: Wagers at this table (617a.1(f)(3)), at the table" in shown and " Maximum: $10,000" in shown
    assert "double-zero: not needed, no double zero wheel is used as a single zero wheel here (617a.1(e)(2))" in shown


def test_the_document_has_every_kind() -> None:
    game, rules = load("craps")
    found = json.loads(run("sign", "craps", "--json").stdout)
    assert found["submission"] == rules.digest and [sign["kind"] for sign in found["signs"]] == ["limits", "fire-bet"]
    assert found["signs"][1]["rows"][0] == ["Four different points made", "24 to 1"] and found["signs"][1]["cites"] == [
        "623a.2(f)(3)"
    ]
    assert game.id == found["game"]


def test_pictures_are_a_file_for_each_sign(tmp_path: Path) -> None:
    run("sign", "craps", "--out", str(tmp_path / "sign.png"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sign-2.png", "sign.png"]


def test_one_kind_can_be_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "fire.pdf"
    done = run("sign", "craps", "--only", "fire-bet", "--out", str(out), "--paper", "a4")
    assert "wrote" in done.stderr and "Wagers at this table" not in text_of(out.read_bytes())
    done = run("sign", "craps", "--only", "no-surrender", code=2)
    assert "Craps has no sign 'no-surrender'; its kinds are limits, fire-bet" in done.stderr
    assert "its chapter asks for no sign" in run("sign", "big-six", "--only", "limits", code=2).stderr


def test_a_sign_that_is_not_needed_is_not_made(tmp_path: Path) -> None:
    out = tmp_path / "signs.pdf"
    done = run("sign", "sic-bo", "--only", "payout-odds", "--out", str(out), code=1)
    assert "no sign payout-odds: the layout shows the payout odds (625a.1(c)(3))" in done.stderr
    assert "wrote nothing" in done.stderr and not out.exists()
    done = run("sign", "roulette", "--out", str(out))
    assert "no sign double-zero: no double zero wheel" in done.stderr and out.exists()


def test_a_name_with_markup_or_of_200_characters_fits_its_line() -> None:
    for holder in (r"A#B <i>& \ $x$ _y_ *z*", ("Long name " * 20).strip()):
        game, rules = load("roulette", [f"holder={holder}"])
        (made,) = signs_set(needed_signs(game, rules), game, rules)
        assert plain(holder) in text_of(made) and len(pypdfium2.PdfDocument(made)) == 1


def test_sizes_are_between_the_smallest_and_the_largest() -> None:
    game, rules = load("roulette")
    (limits,) = needed_signs(game, rules)
    assert fitted(limits, 10_000, 10_000) == BODY and fitted(limits, 10, 10) == LEAST
    assert one_line("x", 10_000, 96) == 96 and "#" in source((limits,), "t", "h")


def test_a_name_of_two_short_words_is_not_broken_across_lines() -> None:
    game, rules = load("sic-bo", ["shaker=automated"])
    assert "Sic\u00a0Bo shaker" in source(needed_signs(game, rules, "out-of-order"), "Signs", "Houseway")
