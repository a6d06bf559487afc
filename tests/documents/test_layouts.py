"""`houseway layout`: the schematic holds what the law wants, is the same again, and bad input leaves nothing behind."""

from __future__ import annotations

import json
import re
import struct
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from documents.felts import drawn, every_felt
from documents.reading_pdfs import plain, text_of
from houseway.cli import app
from houseway.core.felt import holders_name, missing
from houseway.core.felt_svg import svg
from houseway.core.game import AnyGame
from houseway.documents.dimensions import dimensioned, measured, parts_for, scale_for
from houseway.documents.felt_checks import LEAST_LETTERS, problems
from houseway.documents.layout_paper import (
    OUTLINE_MM,
    PICTURE_MM,
    SMALLEST_POINTS,
    WIDTHS_MM,
    felt_of_rules,
    layout_paper,
    layout_pdf,
)
from houseway.documents.logo import Logo, with_logo
from houseway.documents.paper import Points
from houseway.documents.ring_svg import ring_svg
from houseway.games import games, load
from houseway.law import BadInput, Rules
from support import every_edition, law, variants

MARKED = r"A#B <i>& \ $x$ _y_ *z*"
EDITIONS = every_edition()


@cache
def schematic(name: str, edition: str) -> bytes:
    """The layout's paper, typeset once."""
    return layout_pdf(*load(name, [f"edition={edition}"]))


def run(*arguments: str, code: int = 0) -> Any:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == code, (arguments, done.output, done.exception)
    return done


def squeezed(text: str) -> str:
    """Letters and figures only: bent words are extracted letter by letter."""
    return re.sub(r"\W", "", text.casefold())


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_the_schematic_has_every_inscription_and_every_paragraph(name: str, edition: str) -> None:
    game, rules = load(name, [f"edition={edition}"])
    felt = felt_of_rules(game, rules)
    text = text_of(schematic(name, edition))
    letters = squeezed(text)
    for each in felt.required:
        assert plain(each.what)[1:] in text
        for cite in each.cites:
            assert f"§ {cite}" in text
    for words in felt.inscriptions:
        assert words.bend is not None or squeezed(words.text) in letters, words.text
    assert rules.digest in text and felt.holder in text and rules.edition.title in text
    assert f"{scale_for(felt, WIDTHS_MM['letter'], PICTURE_MM).text}; the felt is {measured(felt.width)}" in text
    for ring in game.present.rings(rules):
        assert ", ".join(sector.label for sector in ring.sectors) in text


@pytest.mark.parametrize(
    ("name", "settings"),
    [("craps", ()), ("sic-bo", ("shaker=automated", "payout_odds=sign")), ("casino-war", ("shuffler=continuous",))],
)
def test_the_schematic_lists_every_sign_that_the_table_needs(name: str, settings: tuple[str, ...]) -> None:
    game, rules = load(name, settings)
    blocks = layout_paper(game, rules, felt_of_rules(game, rules)).every_block
    (listed,) = [block.items for block in blocks if isinstance(block, Points)]
    needed = [sign for sign in game.present.signs(rules) if sign.needed]
    assert len(listed) == len(needed) > 0
    for words, sign in zip(listed, needed, strict=True):
        assert f"{sign.title}, {sign.where}: {sign.told}." in str(words[0]), sign.kind


def test_625a_1_d_2_an_automated_shaker_is_drawn_as_one() -> None:
    names = {mark.name for mark in felt_of_rules(*load("sic-bo", ["shaker=automated"])).marks}
    assert "automated shaker" in names and "Sic Bo shaker" not in names


@pytest.mark.parametrize("name", ["down-under-blackjack", "casino-war", "pai-gow"])
def test_bent_words_are_in_the_drawing(name: str) -> None:
    game, rules = load(name)
    felt = felt_of_rules(game, rules)
    bent = [words for words in felt.inscriptions if words.bend is not None]
    drawn = svg(felt)
    for words in bent:
        assert f">{words.text}</textPath>" in drawn
    assert drawn.count("<textPath") == len(bent) > 0


@pytest.mark.parametrize("name", variants(["craps"], [name for name in games() if name != "craps"]))
def test_the_same_submission_gives_the_same_bytes(name: str) -> None:
    game, rules = load(name)
    assert schematic(name, rules.edition.id) == layout_pdf(game, rules)


@pytest.mark.parametrize("size", WIDTHS_MM)
@pytest.mark.parametrize("name", games())
def test_a_felt_is_printed_to_a_whole_scale_that_fits(name: str, size: str) -> None:
    game, rules = load(name)
    felt = felt_of_rules(game, rules)
    scale = scale_for(felt, WIDTHS_MM[size], PICTURE_MM)
    box = re.search(r'viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"', dimensioned(felt, scale))
    assert box is not None
    _, _, width, height = map(int, box.groups())
    assert height / 10 / scale.n == pytest.approx(scale.height_mm, abs=0.01) and scale.height_mm <= PICTURE_MM
    assert width / 10 / scale.n <= WIDTHS_MM[size]
    assert layout_paper(game, rules, felt, size).across


@pytest.mark.parametrize(("game", "rules"), list(every_felt()))
def test_each_place_is_in_the_drawing_and_can_be_found_by_its_id(game: AnyGame, rules: Rules) -> None:
    felt = drawn(game, rules)
    drawing = svg(felt)
    ids = re.findall('data-place="([^"]+)"', drawing)
    assert sorted(ids) == sorted(place.id for place in felt.bettings)
    assert "<script" not in drawing and "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
    assert len(drawing) < 300_000
    assert svg(felt, ink_saving=True).count("<path") == drawing.count("<path")


@pytest.mark.parametrize("size", WIDTHS_MM)
@pytest.mark.parametrize("name", games())
def test_the_smallest_letters_of_a_schematic_can_be_read_on_paper(name: str, size: str) -> None:
    game, rules = load(name)
    felt = felt_of_rules(game, rules)
    n, parts = parts_for(felt, WIDTHS_MM[size], OUTLINE_MM, SMALLEST_POINTS)
    assert min(words.size for words in felt.inscriptions) / 10 / n * 72 / 25.4 >= SMALLEST_POINTS
    assert felt.height / 10 / n <= OUTLINE_MM and all(part.wide / 10 / n <= WIDTHS_MM[size] for part in parts)
    assert parts[0].left == 0 and parts[-1].left + parts[-1].wide == felt.width
    details = [
        block for block in layout_paper(game, rules, felt, size).blocks if "In detail" in getattr(block, "alt", "")
    ]
    assert len(details) == (len(parts) if len(parts) > 1 else 0)
    for place in felt.bettings:
        left, right = (end(x for x, _ in place.outline) for end in (min, max))
        assert any(part.left <= left and right <= part.left + part.wide for part in parts), place.id


def test_lengths_are_written_in_feet_and_inches() -> None:
    assert measured(254 * 168) == "14 ft 0 in (4267 mm)" and measured(254 * 114) == "9 ft 6 in (2896 mm)"


@law("619a.1(b)")
def test_619a_1_b_every_wheel_is_drawn_in_its_order() -> None:
    for name in ("roulette", "big-six"):
        game, rules = load(name)
        for ring in game.present.rings(rules):
            labels = re.findall(">([^<>]+)</text>", ring_svg(ring))
            wanted = [text for sector in ring.sectors for text in (sector.label, sector.under) if text]
            assert labels[: len(wanted)] == wanted


THEMED = """
game = "big-six"
[symbols]
"1" = "a long name of forty letters, cherries"
"2" = "lemon"
"5" = "plum"
"10" = "melon"
"20" = "bell"
flag = "Mohegan Pennsylvania"
[approvals.symbols]
by = "Bureau of Gaming Operations"
number = "BGO 2012-0417"
date = 2012-04-17
[approvals.layout]
by = "Bureau of Gaming Operations"
number = "BGO 2012-0500"
date = 2012-05-17
"""


@law("619a.1(c)", "619a.1(g)(2)(i)")
def test_619a_1_c_themed_symbols_are_on_the_layout_and_the_approval_on_the_schematic(tmp_path: Path) -> None:
    path, out = tmp_path / "themed.toml", tmp_path / "themed.pdf"
    path.write_text(THEMED)
    run("layout", str(path), "--out", str(out))
    text = text_of(out.read_bytes())
    assert (
        squeezed("a long name of forty letters, cherries") in squeezed(text)
        and "$1" not in text.partition("In outline")[0]
    )
    assert "Bureau of Gaming Operations, BGO 2012-0500, 2012-05-17" in text


def test_a_game_without_a_felt_of_its_own_is_drawn_from_its_grid() -> None:
    from contract.play import toy

    game, rules = toy("ante-and-raise")
    felt = felt_of_rules(game, rules)
    assert problems(felt, game.law.catalogue(rules)) == () and b"%PDF-" in layout_pdf(game, rules)
    with pytest.raises(BadInput, match="has no room for a logo"):
        felt_of_rules(game, rules, Logo("image/png", png()))


# The verb


def test_without_a_file_it_prints_the_checklist() -> None:
    shown = run("layout", "craps").stdout
    assert (
        "yes the words “no call bets” (623a.2(d)(3))" in shown and "length of the table, at most: 14 ft 0 in" in shown
    )
    assert "Add --out FILE.pdf for the schematic" in shown


def test_the_document_has_the_felt_and_the_checklist() -> None:
    game, rules = load("roulette", ["five_adjacent=true"])
    found = json.loads(run("layout", "roulette", "--set", "five_adjacent=true", "--json").stdout)
    assert (found["game"], found["edition"], found["submission"]) == ("roulette", "2011-proposed", rules.digest)
    assert found["problems"] == [] and all(each["met"] for each in found["required"])
    places = {place["id"]: place for place in found["layout"]["bettings"]}
    assert places["straight:17"]["pays"] == "35 to 1" and places["split:0-00#2"]["numbers"] == ["0", "00"]
    assert places["five-adjacent:17"]["near"] and found["wheels"][0]["sectors"][1] == {
        "label": "28", "ink": "black", "wager": "straight:28", "under": "",
    }  # fmt: skip
    assert {each["what"]: each["cites"] for each in found["required"]}["a replica of the wheel"] == ["617a.1(f)(4)"]
    assert game.id == found["game"]


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_each_form_is_written(form: str, tmp_path: Path) -> None:
    out = tmp_path / f"felt.{form}"
    run("layout", "big-six", "--out", str(out), "--paper", "a4")
    starts = {"pdf": b"%PDF-", "svg": b"<svg ", "png": b"\x89PNG"}[form]
    assert out.read_bytes().startswith(starts)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_a_missing_inscription_makes_the_answer_no(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    game, rules = load("craps")
    drawn = game.present.drawn_felt(rules)
    silent = replace(drawn, inscriptions=tuple(words for words in drawn.inscriptions if "CALL" not in words.text))
    assert [each.cites for each in missing(silent)] == [("623a.2(d)(3)",)]
    monkeypatch.setattr("houseway.documents.layout_paper.felt_of_rules", lambda *_: silent)
    done = run("layout", "craps", code=1)
    assert "no  the words “no call bets” (623a.2(d)(3))" in done.stdout
    assert "nothing shows the words “no call bets” (623a.2(d)(3))" in done.stderr


# The holder's name and logo


@pytest.mark.parametrize("name", variants(["sic-bo"], [each for each in games() if each != "sic-bo"]))
def test_a_name_of_300_characters_is_refused_and_one_with_markup_is_printed_as_it_is(name: str, tmp_path: Path) -> None:
    out = tmp_path / "felt.pdf"
    done = run("layout", name, "--set", "holder=" + "Long name " * 30, "--out", str(out), code=2)
    assert "is not a name; write a text of at most 200" in done.stderr and not list(tmp_path.iterdir())
    done = run("layout", name, "--set", "holder=" + "W" * 200, "--out", str(out), code=2)
    assert "200 characters do not fit on the layout" in done.stderr and not list(tmp_path.iterdir())
    run("layout", name, "--set", f"holder={MARKED}", "--out", str(out))
    assert squeezed(MARKED) in squeezed(text_of(out.read_bytes())) and plain(MARKED) in text_of(out.read_bytes())


def png(width: int = 2, height: int = 1) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\xff\0\0" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PLAIN_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0H4V2Z" fill="#00f"/></svg>'


@pytest.mark.parametrize("content", [png(), PLAIN_SVG.encode()], ids=["png", "svg"])
@pytest.mark.parametrize("name", variants(["pai-gow"], [each for each in games() if each != "pai-gow"]))
def test_a_logo_stands_for_the_name(name: str, content: bytes, tmp_path: Path) -> None:
    logo = tmp_path / "logo.any"
    logo.write_bytes(content)
    for form in ("svg", "pdf"):
        run("layout", name, "--set", "holder=Zyzzyx", "--logo", str(logo), "--out", str(tmp_path / f"felt.{form}"))
    drawn = (tmp_path / "felt.svg").read_text()
    assert ">Zyzzyx<" not in drawn and drawn.count("<image href=") == 1
    found = json.loads(run("layout", name, "--set", "holder=Zyzzyx", "--logo", str(logo), "--json").stdout)
    assert any(each["shown"] == ["the holder's logo"] and each["met"] for each in found["required"])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is not a PNG or SVG image"),
        (b"GIF89a", "is not a PNG or SVG image"),
        (png()[:-20], "damaged"),
        (png().replace(b"IDAT", b"IDAX"), "damaged"),
        (png(1_000_000, 1_000_000) if False else png(0, 0), "damaged"),
        (b"<svg", "well formed"),
        (b"<html><svg/></html>", "not svg"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>', "document type"),
        (b'<svg viewBox="0 0 1 1"><script>1</script></svg>', "scripts"),
        (b'<svg viewBox="0 0 1 1"><image href="http://a/b.png"/></svg>', "addresses of other files"),
        (b'<svg viewBox="0 0 1 1"><rect fill="url(file:///etc)"/></svg>', "addresses of other files"),
        (b"<svg/>", "says no size"),
        (b'<svg viewBox="0 0 1 1">\xff</svg>', "UTF-8"),
        (b"x" * 2_000_001, "larger than 2 MB"),
    ],
)
def test_a_logo_that_is_no_image_is_refused(content: bytes, said: str, tmp_path: Path) -> None:
    logo, out = tmp_path / "logo.png", tmp_path / "felt.pdf"
    logo.write_bytes(content)
    done = run("layout", "sic-bo", "--logo", str(logo), "--out", str(out), code=2)
    assert said in done.stderr and "--logo" in done.stderr and not out.exists()


def test_a_logo_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in run("layout", "sic-bo", "--logo", str(tmp_path / "none.png"), code=2).stderr
    assert "cannot be read" in run("layout", "sic-bo", "--logo", str(tmp_path), code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("layout", "sic-bo", "--out", "felt.doc"), "--out felt.doc"),
        (("layout", "sic-bo", "--out", "none/felt.pdf"), "--out none/felt.pdf"),
        (("layout", "sic-bo", "--paper", "a5"), "--paper a5"),
        (("layout", "sic-bot"), "sic-bot"),
        (("layout", "sic-bo", "--set", "payout_odds=wall"), "payout_odds"),
    ],
)
def test_bad_calls_are_refused(arguments: tuple[str, ...], said: str) -> None:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code in (1, 2) and said in done.stderr


def test_a_long_name_is_drawn_smaller_and_on_several_lines_that_a_logo_replaces_as_a_whole() -> None:
    for name in games():
        game, rules = load(name, ["holder=" + "Twenty  letters here " * 4])
        felt = felt_of_rules(game, rules)
        lines = holders_name(felt)
        assert len(lines) > 1 and LEAST_LETTERS <= lines[0].size < 620, name
        assert " ".join(line.text for line in lines) == " ".join(["Twenty letters here"] * 4)
        assert not problems(felt, game.law.catalogue(rules)), name
        assert not holders_name(with_logo(felt, Logo("image/png", b"x")))
    with pytest.raises(BadInput, match="write a shorter name, or give a logo"):
        felt_of_rules(*load("sic-bo", ["holder=" + "W" * 200]))


def test_the_pictures_of_the_documentation_are_there_and_small() -> None:
    docs = Path(__file__).parents[2] / "docs"
    named = re.findall(r"\]\((pictures/[^)]+)\)", (docs / "layouts.md").read_text())
    assert len(named) == 6 and all(0 < (docs / name).stat().st_size < 150_000 for name in named)
