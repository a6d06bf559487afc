"""Logs and inspections: from the records of every game, blank, with what is out of bounds and what falls due."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from chapters.harness import done, step, timed
from documents.reading_pdfs import plain, text_of
from houseway.cli import app
from houseway.core import Event
from houseway.documents.controls import applying
from houseway.documents.field_names import label
from houseway.documents.log_paper import blank_log, form_title, log_paper
from houseway.documents.logbook import Logbook, clock, logbook
from houseway.documents.paper import Form, FormField, Heading, Paper, Signature
from houseway.documents.typeset import typeset
from houseway.documents.typst_source import source
from houseway.games import load
from houseway.law import LawError
from houseway.law.procedure import load_procedures
from support import every_edition, law

EDITIONS = every_edition()
RUN = CliRunner()


def book_of(game: str, *settings: str, commands: tuple[dict[str, object], ...] = ()) -> Logbook:
    bench, _ = timed(game, *settings)
    done(bench, *commands)
    return written(game, list(settings), bench.table.events)


def written(game: str, settings: list[str], events: list[Event]) -> Logbook:
    return logbook(*load(game, settings), [[event] for event in events], "table 1")


def words_of(book: Logbook) -> str:
    return text_of(typeset(source(log_paper((book,))), "pdf")[0])


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_the_log_has_every_step_of_the_opening_inspection(game: str, edition: str) -> None:
    book = book_of(game, f"edition={edition}")
    opening = book.done[0]
    assert opening.procedure.name == "opening" and opening.procedure.log == "inspection"
    words = words_of(book).replace(" ", "")
    for entry in opening.entries:
        assert plain(entry.step.says).replace(" ", "") in words and f"§{entry.step.cite}" in words
    assert not [words for each in book.done for words in each.wrong]
    asked = {(step.cite, step.item) for step in book.rules.procedure("opening").steps}
    assert {(entry.step.cite, entry.step.item) for entry in opening.entries} <= asked


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_blank_forms_have_every_step_and_room_for_what_is_measured(game: str, edition: str) -> None:
    found, rules = load(game, [f"edition={edition}"])
    paper = blank_log(found, rules)
    words = text_of(typeset(source(paper), "pdf")[0]).replace(" ", "")
    fields = [field for block in paper.every_block if isinstance(block, Form) for field in block.fields]
    logged = [(text, steps) for text, steps in applying(found, rules) if text.log]
    assert logged and all(not field.value for field in fields)
    for text, steps in logged:
        assert form_title(text) in [block.text for block in paper.every_block if isinstance(block, Heading)]
        for each in steps:
            assert plain(each.says).replace(" ", "") in words, each.cite


MEASURED = [
    ("roulette", "617a.1(a)", "diameter_sixteenths", (12, 14), (11, 15), "12 to 14"),
    ("roulette", "617a.1(a)", "nonmetallic", (True,), (False,), "yes"),
    ("roulette", "617a.1(b)", "diameter_inches", (30, "30.5"), (29, "29.9999"), "at least 30"),
    ("big-six", "619a.1(a)", "diameter_inches", (60,), (59, "59.5"), "at least 60"),
    ("craps", "623a.2(b)", "length_inches", (168, "167.5"), (169, "168.01"), "at most 168"),
    ("mini-craps", "623a.2(c)", "length_inches", (114,), ("114.5", 115), "at most 114"),
    ("mini-craps", "623a.2(c)", "seats", (9,), (10,), "at most 9"),
    ("pai-gow", "621a.3(b)(1)", "length", ("2.5", 3), ("2.4999", 2), "at least 2.5 inches"),
    ("pai-gow", "621a.3(b)(1)", "width", (1,), ("0.99", 0), "at least 1 inch"),
    ("pai-gow", "621a.3(b)(1)", "thickness", ("0.375",), ("0.37",), "at least 0.375 inches"),
]


@pytest.mark.parametrize(("game", "cite", "name", "right", "wrong", "wanted"), MEASURED)
def test_equipment_is_held_against_the_figures_of_the_edition(
    game: str, cite: str, name: str, right: tuple[object, ...], wrong: tuple[object, ...], wanted: str
) -> None:
    bench, _ = timed(game)
    for value in (*right, *wrong):
        events = [
            replace(event, fields={**event.fields, "noted": {name: value}})
            if event.event == "step-done" and event.cites[0] == cite
            else event
            for event in bench.table.events
        ]
        book = written(game, [], events)
        found = [words for each in book.done for words in each.wrong if words.lower().startswith(label(name).lower())]
        assert bool(found) == (value in wrong and value not in right), value
        if found:
            assert found[0].endswith(f"{wanted} is required")
    assert "out of bounds" in words_of(book)


@law("617a.2(e)")
def test_617a_2_e_the_inspection_log_has_everything_that_an_entry_must_have() -> None:
    noted = {"present": "security", "name": "A. Smith", "credential": "C1", "description": "bowl leveled"}
    book = book_of("roulette", "movable_parts=true", commands=(step("617a.2(b)", "maintenance", **noted),))
    entry = next(each for each in book.done if each.procedure.name == "inspection-log").entries[0]
    declared = ("table_number", "work", "description", "inspected", "signature", "credential", "made_at")
    assert tuple(entry.step.fields) == declared
    assert set(entry.noted) | set(entry.absent) == set(declared) - {"made_at"}  # else it is the time of the record
    words = words_of(book)
    worker = {"name": "A. Smith", "credential": "C1", "role": "maintenance"}
    assert (entry.by, entry.as_json(book.rules)["work_by"]) == (
        "floorperson",
        worker,
    )  # who entered it, and whose work it was
    who = "Work: A. Smith, credential C1 (maintenance). Entered by: floorperson."
    assert plain(who).replace(" ", "") in words.replace(" ", "")
    for text in ("Work: adjustment", "Description: bowl leveled", "Signature: not noted", "Table number: not noted"):
        assert text in words, text
    assert [each.procedure.name for each in book.done if each.procedure.log == "log"] == [
        "adjust-wheel", "inspection-log",
    ]  # fmt: skip


@law("621a.3(e)", "621a.5(c)")
def test_621a_3_e_the_log_says_when_tiles_and_dice_are_changed_next_and_what_was_late() -> None:
    bench, watch = timed("pai-gow")
    start = int(bench.table.events[0].at)
    book = written("pai-gow", [], bench.table.events)
    due = {each.what: int(each.at) - start for each in book.due}
    assert due == {"tiles": 12 * 3600, "dice": 24 * 3600}
    watch.now += 25 * 3600
    done(bench, step("621a.5(c)", "floorperson"))
    book = written("pai-gow", [], bench.table.events)
    changed = book.done[-1]
    assert (changed.procedure.name, [each.what for each in changed.late]) == ("replace-dice", ["dice"])
    assert [each.what for each in changed.due] == ["dice"]
    words = words_of(book)
    assert "Late: the dice fell due on" in words and "§ 621a.5(c)" in words
    assert clock(changed.at, book.rules) == changed.as_json(book.rules)["at"]


@law("621a.6(a)(3)(ii)")
def test_621a_6_a_3_ii_the_form_for_an_unfit_set_has_lines_for_both_signatures() -> None:
    blocks = list(blank_log(*load("pai-gow")).every_block)
    signed = [block.lines for block in blocks if isinstance(block, Signature) and len(block.lines) == 2]
    both = ("Dealer: signature and credential number", "Floorperson or above: signature and credential number")
    assert both in signed
    labels = [field.label for block in blocks if isinstance(block, Form) for field in block.fields]
    assert "Signed by" not in labels


@law("621a.6(a)", "625a.5(a)", "651a.4(a)", "685a.2(d)", "685a.4(a)")
@pytest.mark.parametrize(
    ("game", "title", "roles"),
    [
        ("pai-gow", "Inspect tiles", ["Dealer", "Floorperson"]),
        ("sic-bo", "Opening: inspection", ["Floorperson"]),
        ("casino-war", "Opening: inspection", ["Floorperson", "Dealer"]),
        ("down-under-blackjack", "Inspect reader", ["Floorperson"]),
        ("down-under-blackjack", "Opening: inspection", ["Floorperson", "Dealer"]),
        ("roulette", "Opening: inspection", ["Floorperson or security"]),
        ("big-six", "Opening: inspection", ["Floorperson or above"]),
    ],
)
def test_everybody_who_inspects_signs_the_form(game: str, title: str, roles: list[str]) -> None:
    blocks = list(blank_log(*load(game)).every_block)
    (start,) = (n for n, block in enumerate(blocks) if isinstance(block, Heading) and block.text == title)
    signed = next(block for block in blocks[start:] if isinstance(block, Signature))
    assert [line.partition(":")[0] for line in signed.lines if line != "Signature"] == roles


def test_forms_ask_for_dollars_and_keep_a_signature_with_the_lines_above_it() -> None:
    paper = blank_log(*load("craps"))
    labels = {field.label for block in paper.every_block if isinstance(block, Form) for field in block.fields}
    assert "Least wager posted, in dollars" in labels and not [each for each in labels if "cents" in each]
    made = source(
        Paper("Form", "", (), (Form((FormField("One"), FormField("Two"), FormField("Three"))), Signature(("Signed",))))
    )
    kept = made.partition("#block(breakable: false, width: 100%)[")[2]
    assert '"One"' not in kept and '"Two"' in kept and '"Three"' in kept and '"Signed"' in kept


@law("685a.2(d)", "685a.3(c)")
def test_an_entry_says_until_when_its_equipment_is_in_order() -> None:
    words = words_of(book_of("down-under-blackjack"))
    assert "Card reader: in order until " in words and "Cards: in order until " in words


@law("685a.2(d)")
def test_685a_2_d_the_daily_inspection_of_the_reader_is_in_the_log() -> None:
    book = book_of("down-under-blackjack")
    assert [entry for each in book.done for entry in each.entries if entry.step.cite == "685a.2(d)"]
    assert "card-reader" in [each.what for each in book.due]
    named = [step for each in book.rules.chapter.procedures.values() for step in each.steps if step.cite == "685a.2(d)"]
    assert {each.who for each in named} == {"the floorperson"}  # the one assigned to the table
    found, rules = load("down-under-blackjack")
    assert "Inspect reader" in [
        block.text for block in blank_log(found, rules).every_block if isinstance(block, Heading)
    ]


def test_the_verb_reads_a_journal_writes_it_twice_alike_and_answers_as_json(tmp_path: Path) -> None:
    journal, one, two = tmp_path / "t.jsonl", tmp_path / "a.pdf", tmp_path / "b.pdf"
    assert RUN.invoke(app, ["play", "sic-bo", "--seed", "7", "--journal", str(journal)]).exit_code == 0
    for out in (one, two):
        assert RUN.invoke(app, ["log", str(journal), "--out", str(out)]).exit_code == 0
    assert one.read_bytes() == two.read_bytes()
    answer = RUN.invoke(app, ["log", str(journal), "--json"])
    (book,) = json.loads(answer.stdout)["logs"]
    assert answer.exit_code == 0 and book["game"] == "sic-bo" and book["due"][0]["what"] == "dice"


def test_a_journal_that_was_changed_gives_no_clean_log(tmp_path: Path) -> None:
    journal = tmp_path / "t.jsonl"
    assert RUN.invoke(app, ["play", "roulette", "--seed", "7", "--journal", str(journal)]).exit_code == 0
    whole = journal.read_text()
    journal.write_text(whole.replace('"nonmetallic":true', '"nonmetallic":false', 1))
    answer = RUN.invoke(app, ["log", str(journal), "--json"])
    assert answer.exit_code == 1 and "houseway audit" in answer.output
    assert "out of bounds: Nonmetallic: yes is required" in answer.output
    journal.write_text(
        whole.replace('"procedure":"opening"', '"procedures":"opening"', 1).replace("step-done", "step", 1)
    )
    answer = RUN.invoke(app, ["log", str(journal)])
    assert answer.exit_code == 2 and "houseway audit" in answer.output
    lines = whole.splitlines(keepends=True)
    journal.write_text("".join([lines[0], *lines[16:]]))  # the opening is gone
    answer = RUN.invoke(app, ["log", str(journal)])
    assert answer.exit_code in (1, 2) and "houseway audit" in answer.output


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["nowhere.jsonl"], "there is no such journal"),
        (["roulette"], "houseway log roulette --blank"),
        (["roulette", "--blank", "--json"], "--json"),
        (["nowhere.jsonl", "--table", "x"], "are for databases"),
        (["nowhere.jsonl", "--set", "boxes=3"], "--set"),
        (["roulette", "--blank", "--out", "x.doc"], "x.doc"),
        (["sqlite:///nowhere.db"], "nowhere.db"),
    ],
)
def test_bad_input_is_refused_and_nothing_is_written(given: list[str], says: str, tmp_path: Path) -> None:
    answer = RUN.invoke(app, ["log", *given])
    assert answer.exit_code == 2 and says in answer.output + answer.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('log = "diary"', "is not a part of the logbook"),
        ('within = { size = { least = "nothing" } }', "is not a figure of the edition"),
        ("within = { size = {} }", "has no limit"),
        ("within = { other = { is = true } }", "other"),
    ],
)
def test_a_log_or_limit_that_cannot_be_is_refused_when_the_law_is_loaded(line: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "procedure.toml"
    log, within = (line, "") if line.startswith("log") else ("", f", {line}")
    row = f'{{ cite = "617a.2", says = "Measure.", by = "dealer", fields = {{ size = "length" }}{within} }}'
    path.write_text(f'[[procedure]]\nname = "x"\ncite = "617a.2"\nsays = "X."\n{log}\nstep = [{row}]\n')
    with pytest.raises(LawError, match=says):
        load_procedures(path, {"617a.2"}, ("size_min",))
