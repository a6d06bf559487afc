"""Papers of every game and edition: their text says what the rules say, and the same input gives the same bytes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from documents.reading_pdfs import plain, text_of
from houseway.cli import app
from houseway.documents.controls import applying, controls
from houseway.documents.controls_text import controls_text, holds
from houseway.documents.html_page import page
from houseway.documents.log_paper import blank_log
from houseway.documents.paper import (
    Form,
    FormField,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Points,
    Run,
    TableBlock,
)
from houseway.documents.review import review_items
from houseway.documents.rulebook import paid_lines, rulebook
from houseway.documents.submission_form import submission_form
from houseway.documents.typeset import set_paper, typeset, write_files
from houseway.documents.typst_source import source
from houseway.documents.wording import payout_name, rows_name
from houseway.games import games, load
from houseway.law import BadInput, Rules
from houseway.odds import odds_sheet
from support import every_edition, law, variants

EDITIONS = every_edition()
MARKED = r'A & B #casino <b>"x"</b> \ $1 *bold* _it_ `c` @ref [x] //c'


def pdf_of(paper: Paper) -> bytes:
    return typeset(source(paper), "pdf")[0]


def headings(paper: Paper) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in paper.blocks if isinstance(block, Heading)]


def in_force_words(rules: Rules) -> str:
    return f"{rules.edition.id}: {rules.edition.standing}"


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_rules_for_public_inspection_have_every_paragraph(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    words = text_of(pdf_of(rulebook(found, rules)))
    assert in_force_words(rules) in words
    for paragraph in rules.paragraphs:
        says = plain(paragraph.says).rstrip(".") if paragraph.cite.depth == 0 else plain(paragraph.says)
        assert says.replace(" ", "") in words.replace(" ", ""), paragraph.cite
    for reading in rules.chapter.readings:
        if reading.name in rules.readings and reading.cite in rules.cites:
            assert plain(reading.question).replace(" ", "") in words.replace(" ", ""), reading.name


@law("621a.11(e)", "621a.11(h)")
def test_621a_11_e_the_form_shows_no_answer_that_has_no_effect() -> None:
    def keys(*settings: str) -> set[str]:
        blocks = submission_form(*load("pai-gow", settings)).blocks
        return {field.key for block in blocks if isinstance(block, Form) for field in block.fields}

    assert keys() - keys("player_bank=false") >= {"co_bank", "dealer_wager_cents"}
    answer = CliRunner().invoke(app, ["check", "pai-gow", "--set", "player_bank=false"])
    assert answer.exit_code == 0 and "Without effect under these choices: co_bank, dealer_wager_cents." in answer.output


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_controls_have_every_step_that_applies_and_who_does_it(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    paper = controls(found, rules)
    words = text_of(pdf_of(paper)).replace(" ", "")
    opening = rules.procedure("opening")
    asked = [step for step in opening.steps if step.cite in rules.cites and not step.when]
    assert asked, "every table is inspected before it opens"
    for step in asked:
        assert plain(step.says).replace(" ", "") in words, step.cite
    roles = {step.by for step in asked}
    assert roles <= {text.lower().replace(" ", "-") for level, text in headings(paper) if level == 2}
    told = controls_text(found).reports
    for cite in rules.chapter.reports:
        there = cite in rules.cites and holds(rules, told[str(cite)].needs if str(cite) in told else ())
        assert f"§{cite}" in words if there else cite not in rules.cites or str(cite) in told, cite


SHUFFLERS = [["shuffler=manual"], ["shuffler=batch"], ["shuffler=continuous"], ["shuffler=batch", "loads_shoe=true"],
             ["preshuffled=true"], ["shuffler=batch", "preshuffled=true"], ["tip_box=elsewhere"]]  # fmt: skip
TABLES: dict[str, list[list[str]]] = {
    "roulette": [["five_adjacent=true", "movable_parts=true"], ["wheel=double-zero-as-single-zero"], ["wheel=single-zero"],
                 ["compartments=neutral"], ["wheel=single-zero", "compartments=neutral"]],
    "big-six": [[], ["symbols.1=a", "symbols.2=b", "symbols.5=c", "symbols.10=d", "symbols.20=e"]],
    "pai-gow": [[], ["starting_position=generator"]],
    "craps": [[]],
    "mini-craps": [[], ["stickperson=false"]],
    "sic-bo": [[], ["shaker=automated"], ["shaker=automated", "reading.substituted_shaker=inspected"]],
    "casino-war": [*SHUFFLERS, ["shuffler=batch", "loads_shoe=true", "reading.loaded_shoe=no-cut"]],
    "down-under-blackjack": [*SHUFFLERS, ["mid_shoe_entry=prohibited"]],
}  # fmt: skip


@pytest.mark.parametrize("game", list(TABLES))
def test_every_step_of_a_chapter_is_in_the_controls_of_some_table(game: str) -> None:
    shown, asked = set(), set()
    for settings in TABLES[game]:
        found, rules = load(game, settings)
        shown |= {(text.name, step) for text, steps in applying(found, rules) for step in steps}
        asked |= {
            (text.name, step)
            for text in rules.chapter.procedures.values()
            for step in text.steps
            if step.cite in rules.cites
            and dict(step.when).get("edition", (rules.edition.id,)).count(rules.edition.id)
            and dict(step.when).get("game", (game,)).count(game)
        }
    missing = {(name, step.cite, step.item) for name, step in asked - shown}
    assert missing <= NOWHERE.get(game, set())


NOWHERE = {  # a stickperson controls the dice at Craps
    "craps": {("offer-dice", "623a.10(c)", ""), ("select-dice", "623a.10(d)", "return")},
}


@law("617a.2(f)", "617a.6(b)", "617a.5(d)", "617a.2(b)", "623a.10(c)", "621a.11(r)")
def test_617a_2_f_the_controls_have_what_comes_up_while_a_table_is_open() -> None:
    def cites(game: str, *settings: str) -> set[str]:
        return {str(step.cite) for _, steps in applying(*load(game, settings)) for step in steps}

    assert {"617a.2(f)", "617a.6(b)", "617a.6(c)"} <= cites("roulette")
    assert "617a.5(d)" not in cites("roulette") and "617a.5(d)" in cites("roulette", "five_adjacent=true")
    assert "617a.2(b)" not in cites("roulette") and "617a.2(b)" in cites("roulette", "movable_parts=true")
    assert "623a.10(c)" in cites("craps")
    assert "621a.11(r)" in cites("pai-gow") and "621a.11(r)" not in cites("pai-gow", "co_bank=false")
    assert "621a.9(4)" not in cites("pai-gow", 'deliveries=["chee-yee"]')
    assert "621a.8(a)(1)" not in cites("pai-gow") and "621a.2(e)" not in cites("pai-gow")
    assert "621a.8(a)(1)" in cites("pai-gow", "starting_position=generator")


@law("621a.11(o)")
def test_621a_11_o_the_controls_say_when_a_step_is_done() -> None:
    for setting, said in (("player_bank=true", True), ("player_bank=false", False)):
        found, rules = load("pai-gow", [setting, "co_bank=false"])
        rows = [row for block in controls(found, rules).blocks if isinstance(block, TableBlock) for row in block.rows]
        told = {row[-1]: row[2] for row in rows if len(row) == 4}  # steps of procedures have a number before them
        assert (str(told["§ 621a.10(j)"]).find("If no player banks") >= 0) is said
        assert ("§ 621a.11(o)" in told) is said


@law("651a.11(e)", "685a.12(k)", "625a.7(d)")
def test_651a_11_e_the_controls_have_no_device_that_the_submission_does_not_use() -> None:
    for game, settings, device, absent in (
        ("casino-war", "shuffler=batch", "651a.11(e)", "shuffler=manual"),
        ("down-under-blackjack", "shuffler=continuous", "685a.12(k)", "shuffler=manual"),
        ("sic-bo", "shaker=automated", "625a.7(d)", "shaker=manual"),
    ):
        for chosen, there in ((settings, True), (absent, False)):
            found, rules = load(game, [chosen])
            rows = [
                row for block in controls(found, rules).blocks if isinstance(block, TableBlock) for row in block.rows
            ]
            assert any(device in str(row[-1]) for row in rows) is there, (game, chosen)


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_form_has_every_key_of_the_submission(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    fields = [
        field for block in submission_form(found, rules).blocks if isinstance(block, Form) for field in block.fields
    ]
    by_key = {field.key: field for field in fields}
    for key, option in rules.edition.options.items():
        ticked = [words for words, mark in by_key[key].boxes if mark]
        assert len(by_key[key].boxes) >= len(option.choices) and len(ticked) == (
            1 if option.choices else len(ticked)
        ), key
        assert by_key[key].value and "`" not in by_key[key].value, key
    paid = paid_lines(found, rules)  # a form that is filled in leaves out the pay table that was not chosen
    for line, payout in rules.edition.payouts.items():
        assert (f"payout.{line}" in by_key) == (payout.at_least and line in paid), line
        if payout.at_least and line in paid:
            assert by_key[f"payout.{line}"].help == f"At least {payout.odds}."
    blank = submission_form(found, rules, blank=True)
    assert all(not field.value for block in blank.blocks if isinstance(block, Form) for field in block.fields)
    assert rules.digest in text_of(pdf_of(submission_form(found, rules)))
    assert rules.digest not in text_of(pdf_of(blank))


def test_an_amendment_shows_only_what_changes() -> None:
    game, old = load("down-under-blackjack")
    _, new = load("down-under-blackjack", ["decks=8", "limits.min_cents=500"])
    paper = submission_form(game, new, since=old)
    fields = [field for block in paper.blocks if isinstance(block, Form) for field in block.fields]
    assert [(field.value, field.changed_from) for field in fields] == [("$5.00", "$1.00"), ("8", "6")]
    assert "Still to be approved" not in [block.text for block in paper.blocks if isinstance(block, Heading)]
    _, device = load("down-under-blackjack", ["shuffler=continuous"])
    shown = text_of(pdf_of(submission_form(game, device, since=old)))
    assert (
        "The continuous shuffler, by the Bureau of Gaming Laboratory Operations" in shown
        and "The layout, by" not in shown
    )
    nothing = submission_form(game, old, since=old)
    assert "Nothing changes" in text_of(pdf_of(nothing)) and not [b for b in nothing.blocks if isinstance(b, Form)]


def test_an_amendment_to_another_text_compares_keys_and_says_what_has_no_place_there() -> None:
    game, old = load("casino-war", ["edition=2011-proposed"])
    paper = submission_form(game, load("casino-war")[1], since=old)
    keys = [field.key for block in paper.blocks if isinstance(block, Form) for field in block.fields]
    assert keys == ["boxes", "reading.loaded_shoe"]  # the question about shuffling has other words, and the same answer
    assert "It was made under another text. 2011-proposed: a proposal" in text_of(pdf_of(paper))
    game, banked = load("pai-gow")
    alone = submission_form(game, load("pai-gow", ["player_bank=false", "co_bank=false"])[1], since=banked)
    assert "if the bank asks for it: it was yes." in text_of(pdf_of(alone))


@pytest.mark.parametrize("form", variants(["pdf"], ["svg", "png"]))
def test_the_same_paper_is_the_same_bytes_also_in_another_process(form: str, tmp_path: Path) -> None:
    game, rules = load("big-six")
    made = typeset(source(submission_form(game, rules)), form)
    out = tmp_path / f"form.{form}"
    subprocess.run(
        [sys.executable, "-m", "houseway", "submit", "big-six", "--out", str(out)], check=True, capture_output=True
    )
    assert out.read_bytes() == made[0]


def test_a_name_with_markup_is_printed_as_it_is() -> None:
    game, rules = load("big-six", [f"holder={MARKED}"])
    paper = submission_form(game, rules)
    assert MARKED in text_of(pdf_of(paper))
    html = page(paper)
    assert "<b>" not in html.split("</style>")[1] and "&lt;b&gt;" in html


def test_greek_cyrillic_and_hebrew_names_are_printed() -> None:
    game, rules = load("big-six", ["holder=Ωμέγα Звезда כוכב Łódź"])
    assert "Ωμέγα Звезда" in text_of(pdf_of(submission_form(game, rules)))


def test_pictures_have_alternative_texts_and_a_page_fetches_nothing() -> None:
    drawn = PictureBlock(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>', "nine dots", "A"
    )
    paper = Paper("T", "", (), (Heading("H"), ParagraphBlock(("a ", Run("b", "strong"))), drawn), contents=True)
    html = page(paper)
    assert (
        'alt="nine dots"' in html and "<script" not in html and "http://" not in html.replace("http://www.w3.org", "")
    )
    assert b"nine dots" in pdf_of(paper) or "nine dots".encode("utf-16-be") in pdf_of(paper)


def test_a_table_keeps_its_columns_in_both_forms() -> None:
    from houseway.documents.paper import Column

    paper = Paper(
        "T",
        "u",
        (("a", "b"),),
        (TableBlock((Column("Wager"), Column("Pays", "right")), (("Small", "1 to 1"),), "Odds"),),
    )
    assert "Odds Wager Pays Small 1 to 1" in text_of(pdf_of(paper))
    assert "<th scope=col class=right>Pays</th>" in page(paper)
    assert FormField("x").value == ""


def test_files_are_written_all_or_none(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.pdf", tmp_path / "none" / "b.pdf"
    with pytest.raises(
        BadInput, match=r"out .*b\.pdf: cannot be written \(No such file or directory\); choose another place"
    ):
        write_files({good: b"1", bad: b"2"})
    assert list(tmp_path.iterdir()) == []
    assert write_files({good: b"1"}) == (good,) and good.read_bytes() == b"1"
    (link := tmp_path / "link.pdf").symlink_to(good)
    write_files({link: b"2"})
    assert link.is_symlink() and good.read_bytes() == b"2"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            ["submit", "big-six", "--out", "x.docx"],
            "--out x.docx: is not in a format of this paper; end it with .pdf or .html or .svg or .png",
        ),
        (
            ["submit", "big-six", "--out", "/nowhere/x.pdf"],
            "--out /nowhere/x.pdf: cannot be written (there is no such folder)",
        ),
        (
            ["submit", "big-six", "--paper", "a5"],
            "--paper a5: is not a size of paper; write --paper letter or --paper a4",
        ),
        (["submit", "big-six", "--blank", "--since", "sic-bo"], "--blank and --since exclude each other"),
        (
            ["submit", "big-six", "--since", "sic-bo"],
            "--since sic-bo: is a submission for Sic Bo; give an earlier one for Big Six Wheel",
        ),
        (
            ["submit", "big-six", "--set", "holder=賭", "--out", "x.pdf"],
            "'賭' (U+8CED) is in none of the fonts that papers are set in; write the name or text that has it in Latin, Greek",
        ),
        (["sign", "roulette", "--set", "holder=賭", "--out", "x.png"], "'賭' (U+8CED) is in none of the fonts"),
        (["layout", "big-six", "--set", "holder=賭", "--out", "x.png"], "'賭' (U+8CED) is in none of the fonts"),
        (["guide", "big-six", "sic-bo.toml"], "of Houseway and Parx; give the submissions of one certificate holder"),
        (["file", "big-six", "sic-bo.toml", "--out", "x.zip"], "of Houseway and Parx; give the submissions of one"),
        (["controls", "bigsix"], "bigsix"),
        (["rules", "big-six", "3", "--out", "x.pdf"], "--out writes the whole chapter; leave out the section"),
    ],
)
def test_bad_calls_say_what_would_be_right(
    call: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (other := tmp_path / "sic-bo.toml").write_text('game = "sic-bo"\nedition = "2011-proposed"\nholder = "Parx"\n')
    done = CliRunner().invoke(app, call)
    assert done.exit_code == 2 and says in done.stderr and not done.stdout, done.stderr
    assert list(tmp_path.iterdir()) == [other]


def test_a_figure_that_is_longer_than_a_line_is_broken_and_copied_without_marks() -> None:
    figure = "3155010189076512755518373649266277142847/15195531003242259962803834074351444164892" * 2
    (made,) = set_paper(Paper("T", "u", (), (ParagraphBlock(figure),), "foot"))
    printed = pypdfium2.PdfDocument(made)[0].get_textpage().get_text_range()
    assert figure not in printed and figure in printed.replace("\r\n", "")


def test_a_picture_that_is_wider_than_the_page_is_made_smaller_and_not_clipped() -> None:
    ends = '<rect width="40" height="100" fill="red"/><rect x="960" width="40" height="100" fill="blue"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 100" width="1000" height="100">{ends}</svg>'
    paper = Paper("Wide", "", (), (PictureBlock(svg, "A red end and a blue one", height_mm=62),))
    drawn = pypdfium2.PdfDocument(pdf_of(paper))[0].render(scale=1, rev_byteorder=True).to_numpy()
    colors = {tuple(map(int, color[:3])) for color in drawn.reshape(-1, drawn.shape[-1])}
    assert {(255, 0, 0), (0, 0, 255)} <= colors


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_line_of_the_payouts_has_a_name_of_its_own_in_words(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    named = [payout_name(found, rules, line) for line in rules.payouts]
    assert len(set(named)) == len(named)
    assert set(found.present.payout_names(rules)) <= set(rules.payouts)
    assert not [each for each in named if re.search(r"'[A-Z]|\b[A-Z] \d|\bof A\b|\D-\d", each)]


def test_names_of_wagers_of_one_kind_are_told_once() -> None:
    alike = {
        "2-2, 3-3 on the Hop Bet": ("hop:2-2", "hop:3-3"), "Horn High 2, 12 Bet": ("horn-high:2", "horn-high:12"),
        "Buy Bet on 4, 10": ("buy:4", "buy:10"), "Four, Ten The Hardway Bet": ("hardway:4", "hardway:10"),
    }  # fmt: skip
    sheet = odds_sheet(*load("craps"), only=tuple(wager for wagers in alike.values() for wager in wagers))
    for name, wagers in alike.items():
        assert rows_name([row for wager in wagers for row in sheet.rows(wager)]) == name


@pytest.mark.parametrize(
    ("game", "settings", "there", "absent"),
    [("casino-war", (), ("651a.9(f)", "651a.8(c)", "651a.5(c)(1)"), ("651a.11(e)",)),
     ("roulette", (), ("617a.5(a)", "617a.5(b)", "617a.4(b)"), ("617a.4(c)(2)", "617a.5(d)")),
     ("roulette", ("wheel=double-zero-as-single-zero",), ("617a.4(c)(2)",), ("617a.4(b)",)),
     ("sic-bo", (), ("625a.5(c)", "625a.5(d)", "625a.1(e)"), ("625a.5(b)(2)",)),
     ("pai-gow", ("player_bank=false", "co_bank=false"), ("621a.10(d)(2)", "621a.8(c)"), ("621a.11(d)",)),
     ("craps", (), ("623a.9(a)", "623a.8(e)(1)", "623a.11(a)(4)"), ("623a.8(e)(2)", "623a.4(e)")),
     ("mini-craps", (), ("623a.4(e)", "623a.8(e)(2)"), ("623a.8(e)(1)",)),
     ("down-under-blackjack", (), ("685a.7(h)", "685a.7(n)(1)", "685a.7(r)(1)"), ("685a.7(r)(2)", "685a.6(b)")),
     ("big-six", (), ("619a.2(a)", "619a.2(b)"), ())],
)  # fmt: skip
@law("651a.9(f)", "617a.4(c)(2)", "625a.5(d)", "621a.10(d)(2)", "623a.9(a)", "685a.7(h)", "619a.2(b)")
def test_controls_and_worksheet_have_the_course_of_play_as_submitted(
    game: str, settings: tuple[str, ...], there: tuple[str, ...], absent: tuple[str, ...]
) -> None:
    found, rules = load(game, settings)
    played = {each.cite for each in controls_text(found).played(rules)}
    rows = {row[-1] for block in controls(found, rules).blocks if isinstance(block, TableBlock) for row in block.rows}
    asked = {cite for item in review_items(found, rules) if item.section == "procedure" for cite in item.cites}
    assert set(there) <= played and {f"§ {cite}" for cite in there} <= rows and set(there) <= asked
    assert not set(absent) & played


SOME = ("craps", "pai-gow")


@pytest.mark.parametrize("game", variants(SOME, [each for each in games() if each not in SOME]))
def test_the_duties_of_each_person_are_on_one_page(game: str) -> None:
    found, rules = load(game)
    document = pypdfium2.PdfDocument(pdf_of(controls(found, rules)))
    pages = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    first = next(n for n, words in enumerate(pages) if words.startswith("Duties by person"))
    last = next((n for n, words in enumerate(pages) if words.startswith("Irregularities")), len(pages))
    people = [block.text for block in controls(found, rules).blocks if isinstance(block, Heading) and block.level == 2]
    assert last - first == len(people[people.index("Floorperson") :]), game


@law("621a.10(d)", "623a.5(f)", "617a.1(d)", "619a.1(b)")
def test_621a_10_d_the_house_way_is_spelled_out_and_only_payouts_of_the_table_are_told() -> None:
    game, rules = load("pai-gow")
    meaning = game.present.spelled_out(rules)["house_way"]
    for paper in (submission_form(game, rules), rulebook(game, rules), controls(game, rules)):
        assert any(isinstance(block, Points) and block.items == meaning for block in paper.blocks)
    assert any("otherwise play the highest low hand" in line for line in meaning)
    assert not any(isinstance(block, Points) for block in submission_form(game, rules, blank=True).blocks)
    told = [str(block.words) for block in rulebook(*load("craps")).blocks if isinstance(block, ParagraphBlock)]
    assert any("pay table A, four" in each for each in told) and not any("pay table B, four" in each for each in told)
    for name, order in (("roulette", "0, 28, 9, 26"), ("big-six", "Joker")):
        told = [str(block.words) for block in rulebook(*load(name)).blocks if isinstance(block, ParagraphBlock)]
        assert any("clockwise: " in each and order in each for each in told), name


def test_a_last_page_of_a_few_lines_is_saved_by_narrower_margins() -> None:
    lines = tuple(ParagraphBlock(f"Line {n} of a paper.") for n in range(200))

    def pages(paper: Paper, made: bytes | None = None) -> int:
        return len(pypdfium2.PdfDocument(set_paper(paper)[0] if made is None else made))

    sizes = {count: Paper("Lines", "", (), lines[:count]) for count in range(44, 60)}
    usual = {count: pages(paper, typeset(source(paper), "pdf")[0]) for count, paper in sizes.items()}
    saved = [count for count, paper in sizes.items() if pages(paper) < usual[count]]
    assert saved and min(saved) == min(count for count in usual if usual[count] == 2)
    assert max(saved) < max(sizes), "a page that is needed stays"
    assert set_paper(sizes[44]) == typeset(source(sizes[44]), "pdf")


def test_a_row_of_a_table_is_not_split_and_what_introduces_a_table_stays_with_it() -> None:
    text = source(controls(*load("pai-gow")))
    assert "#set table.cell(breakable: false)" in text
    opening = text.index("Our reading: Who checks the physical requirements where the text names nobody?")
    assert "sticky: true" in text[opening - 80 : opening]


def test_the_blank_opening_of_casino_war_is_signed_on_its_own_page() -> None:
    pages = pypdfium2.PdfDocument(set_paper(blank_log(*load("casino-war")), "letter")[0])
    first = pages[0].get_textpage().get_text_bounded()
    assert "Turn the cards face down" in first and "Dealer: signature and credential number" in first
