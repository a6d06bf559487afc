"""A filing is the same bytes every time, and `verify` finds whatever is not what the submission makes."""

from __future__ import annotations

import errno
import io
import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.core import AnyGame
from houseway.documents import filing as filings
from houseway.documents.filing import MANIFEST, PAPERS, SUBMISSION, filing
from houseway.games import games, load
from houseway.law import Rules
from support import variants

Files = dict[str, bytes]


PAPERS_OF = filings.papers_of
KEPT: dict[tuple[str, str], Files] = {}


def kept_papers(game: AnyGame, rules: Rules, size: str = "letter") -> Files:
    """The papers of a submission, made once in this module."""
    if (rules.digest, size) not in KEPT:
        KEPT[rules.digest, size] = PAPERS_OF(game, rules, size)
    return KEPT[rules.digest, size]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is not about making the papers again: they are made once."""
    monkeypatch.setattr(filings, "papers_of", kept_papers)


@pytest.fixture
def made(kept: None) -> bytes:
    return filing([load("big-six"), load("sic-bo", ["shaker=automated"])])


@pytest.fixture
def alone(kept: None) -> bytes:
    return filing([load("big-six")])


def files_of(archive: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def packed(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def verified(content: bytes, folder: Path, code: int) -> dict[str, object]:
    path = folder / "filing.zip"
    path.write_bytes(content)
    done = CliRunner().invoke(app, ["verify", str(path), "--json"])
    assert done.exit_code == code, (done.output, done.exception)
    found: dict[str, object] = json.loads(done.stdout if code < 2 else done.stderr)
    return found


def test_it_holds_every_paper_of_every_table(made: bytes) -> None:
    files = files_of(made)
    expected = {f"{game}/{name}" for game in ("big-six", "sic-bo") for name in (SUBMISSION, *PAPERS, "layout.pdf")}
    assert set(files) == {MANIFEST, *expected, "sic-bo/signs.pdf"}  # Big Six needs no sign
    manifest = json.loads(files[MANIFEST])
    assert manifest["made_with"]["typst"] and [table["game"] for table in manifest["tables"]] == ["big-six", "sic-bo"]


@pytest.mark.parametrize("names", variants([("big-six",)], [tuple(games(outside=False))]), ids=len)
def test_what_was_made_here_is_verified_byte_for_byte(
    names: tuple[str, ...], kept: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = filing([load(name) for name in names])
    monkeypatch.setattr(filings, "papers_of", PAPERS_OF)  # everything is made again
    found = verified(archive, tmp_path, 0)
    assert found["verified"] is True and found["compared"] == "bytes" and found["games"] == list(names)


def test_one_byte_of_one_paper_is_found(alone: bytes, tmp_path: Path) -> None:
    files = files_of(alone)
    paper = bytearray(files["big-six/layout.pdf"])
    paper[len(paper) // 2] ^= 1
    found = verified(packed({**files, "big-six/layout.pdf": bytes(paper)}), tmp_path, 1)
    assert {each["file"] for each in found["differences"]} == {"big-six/layout.pdf"}  # type: ignore[attr-defined]
    told = " ".join(each["problem"] for each in found["differences"])  # type: ignore[attr-defined]
    assert "not have the digest that the manifest gives" in told and "is not what this program makes" in told
    said = CliRunner().invoke(app, ["verify", str(tmp_path / "filing.zip")]).stdout
    assert "1 file differs from what the submissions make:" in said


def test_file_prints_one_document_with_the_digest_of_the_archive(kept: None, tmp_path: Path) -> None:
    out = tmp_path / "filing.zip"
    done = CliRunner().invoke(app, ["file", "big-six", "--out", str(out), "--json"])
    document = json.loads(done.stdout)
    assert (document["written"], document["digest"]) == (str(out), filings._digest(out.read_bytes()))


def changed(files: Files, name: str, change: Callable[[bytes], bytes]) -> Files:
    """A forger's archive: a file changed, and its digest in the manifest too."""
    content = change(files[name])
    manifest = json.loads(files[MANIFEST])
    manifest["files"][name] = filings._digest(content)
    return {**files, name: content, MANIFEST: json.dumps(manifest).encode()}


@pytest.mark.parametrize("name", variants(["big-six/controls.pdf"], ["big-six/rules.pdf", "big-six/guide.pdf"]))
def test_a_changed_paper_is_found_although_the_manifest_was_changed_with_it(
    name: str, alone: bytes, tmp_path: Path
) -> None:
    other = files_of(alone)["big-six/submission.pdf"]
    found = verified(packed(changed(files_of(alone), name, lambda _: other)), tmp_path, 1)
    assert [each["file"] for each in found["differences"]] == [name]  # type: ignore[attr-defined]
    assert "it says “Rules Submission: Big Six" in found["differences"][0]["problem"]  # type: ignore[index]


def test_another_submission_does_not_fit_its_papers(made: bytes, tmp_path: Path) -> None:
    files = changed(
        files_of(made), f"big-six/{SUBMISSION}", lambda text: text.replace(b"min_cents = 100\n", b"min_cents = 500\n")
    )
    found = verified(packed(files), tmp_path, 1)
    names = [each["file"] for each in found["differences"]]  # type: ignore[attr-defined]
    assert names[0] == f"big-six/{SUBMISSION}" and "big-six/submission.pdf" in names and "sic-bo/rules.pdf" not in names
    told = {each["file"]: each["problem"] for each in found["differences"]}  # type: ignore[attr-defined]
    assert "$1.00" in told["big-six/submission.pdf"] and "$5.00" in told["big-six/submission.pdf"]


def test_an_unlawful_submission_is_told(alone: bytes, tmp_path: Path) -> None:
    files = changed(files_of(alone), f"big-six/{SUBMISSION}", lambda text: text.replace(b'"45 to 1"', b'"1 to 1"'))
    problem = verified(packed(files), tmp_path, 1)["differences"][0]["problem"]  # type: ignore[index]
    assert "cannot be used" in problem and "619a" in problem


def test_missing_and_added_files_are_named(alone: bytes, tmp_path: Path) -> None:
    files = files_of(alone)
    del files["big-six/rules.pdf"]
    found = verified(packed({**files, "big-six/extra.pdf": b"x"}), tmp_path, 1)
    told = {(each["file"], each["problem"]) for each in found["differences"]}  # type: ignore[attr-defined]
    assert ("big-six/rules.pdf", "is missing") in told
    assert ("big-six/extra.pdf", "is not a paper of this filing") in told


@pytest.mark.nightly
def test_under_other_versions_the_text_is_compared(
    made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filings, "papers_of", PAPERS_OF)
    monkeypatch.setattr(filings, "versions", lambda: {"houseway": "9.9.9"})
    monkeypatch.setattr("houseway.documents.paper_facts.__version__", "9.9.9")  # papers name it, which is no difference
    monkeypatch.setattr("houseway.documents.par.__version__", "9.9.9")
    assert verified(made, tmp_path, 0)["compared"] == "text"
    files = files_of(made)
    other = changed(files, "big-six/rules.pdf", lambda _: files["big-six/controls.pdf"])
    assert "its text is not" in verified(packed(other), tmp_path, 1)["differences"][0]["problem"]  # type: ignore[index]
    broken = changed(files, "big-six/rules.pdf", lambda _: b"%PDF-1.7 nonsense")
    assert "not a PDF that can be read" in verified(packed(broken), tmp_path, 1)["differences"][0]["problem"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"nonsense", "is not a filing that can be read"),
        (packed({"a": b"1"}), "has no manifest.json, so it is not a filing"),
        (packed({MANIFEST: b"{}"}), "manifest.json: is not the manifest of a filing"),
        (packed({MANIFEST: b"{"}), "is not JSON"),
    ],
)
def test_what_is_no_filing_is_bad_input(content: bytes, says: str, tmp_path: Path) -> None:
    assert says in str(verified(content, tmp_path, 2))


def test_a_filing_that_would_fill_the_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filings, "MOST_BYTES", 1000)
    assert "larger than a filing can be" in str(verified(packed({MANIFEST: b" " * 2000}), tmp_path, 2))


def test_a_superseded_submission_is_not_filed_and_its_papers_say_so(tmp_path: Path) -> None:
    out = tmp_path / "filing.zip"
    done = CliRunner().invoke(app, ["file", "casino-war", "--set", "edition=2011-proposed", "--out", str(out)])
    assert done.exit_code == 2 and "2011-proposed is superseded: 2012-final is in force since 2012-05-19" in done.stderr
    assert 'write edition = "2012-final"' in done.stderr and not out.exists()
    for verb in ("controls", "layout", "submit", "review"):
        told = CliRunner().invoke(app, [verb, "casino-war", "--set", "edition=2011-proposed"]).stdout
        assert "not in force; superseded by 2012-final, in force since 2012-05-19" in " ".join(told.split()), verb


def test_a_folder_that_takes_no_files_is_found_before_the_work_by_an_administrator_too(tmp_path: Path) -> None:
    """Permissions do not tell: who may write everywhere may not create files in /proc."""
    if not Path("/proc/self").exists():
        pytest.skip("this system has no /proc")
    done = CliRunner().invoke(app, ["controls", "roulette", "--out", "/proc/x.pdf"])
    assert done.exit_code == 2 and "that folder cannot be written to" in done.stderr
    done = CliRunner().invoke(app, ["vectors", "roulette", "--out", "/proc/vectors"])
    assert done.exit_code == 2 and "name a folder that you can write to" in done.stderr


def test_a_read_only_file_system_is_named_as_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    done = CliRunner().invoke(app, ["vectors", "roulette", "--out", str(tmp_path / "v")])
    assert done.exit_code == 2 and "cannot be written (Read-only file system)" in done.stderr
    done = CliRunner().invoke(app, ["controls", "roulette", "--out", str(tmp_path / "x.pdf")])
    assert done.exit_code == 2 and "that folder cannot be written to: Read-only file system" in done.stderr


@pytest.mark.parametrize(
    ("verb", "work"),
    [("submit", ""), ("layout", ""), ("sign", ""), ("controls", ""), ("review", ""), ("rules", ""), ("log --blank", ""),
     ("guide", "guide.guide"), ("par", "par.work_out"), ("file", "filing.filing"), ("vectors", "vectors.as_files")],
)  # fmt: skip
def test_a_place_that_cannot_be_written_is_found_before_the_work(
    verb: str, work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if work:
        monkeypatch.setattr(f"houseway.documents.{work}", lambda *_: pytest.fail("worked before it looked"))
    name, *options = verb.split()
    blocked = tmp_path / "file"
    blocked.write_text("")
    for out in (
        blocked / f"x.{'zip' if name == 'file' else 'pdf'}",
        blocked if name == "vectors" else tmp_path / "x.doc",
    ):
        done = CliRunner().invoke(app, [name, "roulette", *options, "--out", str(out)])
        assert done.exit_code == 2 and "--out" in done.stderr, (verb, out, done.output)
    assert [each.name for each in tmp_path.iterdir()] == ["file"] and blocked.read_text() == ""
