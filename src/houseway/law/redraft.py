"""Redrafts: a complete edition that you write yourself from one of ours, to see its effects. It is not law.

A redraft has `[redraft]` in place of `[edition]`, and otherwise the same tables as an edition's file. It may change values,
payout odds and options; it keeps the paragraphs of its base. Whatever the game could not read is refused here, with file, line
and key.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from houseway.law.chapter import Chapter
from houseway.law.edition import TOP, Edition, SubmissionOption, edition_of
from houseway.law.errors import BadInput, LawError, nearest, one_of, shown
from houseway.law.inputs import MOST_TOML, read_text, toml, visible
from houseway.law.toml_file import only_keys, refuse_floats, text_of

REDRAFT = "redraft"
HEAD = ("game", "base", "title")
UNTITLED = (
    "What this redraft would change, and who asks for it"  # in the file to start from, until its author writes one
)
TABLES = (REDRAFT, *(name for name in TOP if name != "edition"))
MOST_TIMES = 100  # a number may be at most this many times the base's
LEAST_BOUND = 1000  # … or this, if that is more
HEADING = re.compile(r"\s*\[+\s*([^\[\]]+?)\s*\]+\s*(#.*)?")
ENTRY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


@dataclass(frozen=True, slots=True)
class RedraftFile:
    """A file that says that it is a redraft: its name in messages, its text and its tables, not checked yet."""

    name: str
    text: str
    data: Mapping[str, Any]

    @property
    def game(self) -> str:
        """The game that it is for."""
        return self._head("game")

    @property
    def base(self) -> str:
        """The edition that it is based on."""
        return self._head("base")

    @property
    def title(self) -> str:
        """Its title, which says what it would change; a placeholder until its author writes one."""
        given = self._head("title")
        return f"a redraft of {self.base} without a title" if given == UNTITLED else given

    def _head(self, key: str) -> str:
        try:
            head = only_keys(self.name, REDRAFT, self.data[REDRAFT], HEAD, HEAD)
            return text_of(self.name, f"{REDRAFT}.{key}", head[key])
        except LawError as error:
            raise located(error, self) from None


def read_tables(path: Path) -> tuple[str, str, dict[str, Any]]:
    """The name, the text and the tables of a TOML file: a submission's or a redraft's."""
    name = visible(str(path))
    text = read_text(path, "a submission's or a redraft's TOML file", MOST_TOML)
    return name, text, toml(text, name)


def load_redraft(file: RedraftFile, chapter: Chapter) -> Edition:
    """The text of a redraft; BadInput with file, line, key and remedy where the game could not read it."""
    try:
        base = chapter.edition(file.base)
    except BadInput as error:
        raise located(LawError(file.name, f"{REDRAFT}.base", str(error), "name one that we hold"), file) from None
    try:
        only_keys(file.name, "", file.data, TABLES, (REDRAFT, "payout"))
        refuse_floats(file.name, "", file.data)
        _same_paragraphs(file, base)
        texts = {
            "id": base.id, "title": file.title, "status": REDRAFT, "published": base.published,
            "source": f"{file.name}, based on {base.id}",
        }  # fmt: skip
        digest = "sha256:" + hashlib.sha256(file.text.encode()).hexdigest()
        known = chapter.outline.cites(base.id)
        found = edition_of(file.name, file.data, texts, chapter.shape, known, digest)
        _readable(file.name, found, base, chapter)
    except LawError as error:
        raise located(error, file) from None
    return replace(found, redraft=file.name, docket=base.docket)


def located(error: LawError, file: RedraftFile) -> BadInput:
    """The same error with the line of its key."""
    line = line_of(file.text, error.key)
    where = f"{file.name}, line {line}" if line else file.name
    return BadInput(f"{where}: {error.key}: {error.problem}; {error.remedy}" if error.key else f"{where}: {error}")


def line_of(text: str, key: str) -> int | None:
    """The line of a dotted key in a TOML text, or of the nearest table above it; None if there is neither."""
    places: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading, entry = HEADING.fullmatch(line), ENTRY.match(line)
        if heading is not None:
            table = heading[1].replace('"', "").replace("'", "").replace(" ", "")
            places.setdefault(table, number)
        elif entry is not None:
            name = entry[1].replace('"', "").replace("'", "")
            places.setdefault(f"{table}.{name}" if table else name, number)
    wanted = key.partition("[")[0]
    while wanted:
        if wanted in places:
            return places[wanted]
        wanted = wanted.rpartition(".")[0]
    return None


# What it may change


def _same_paragraphs(file: RedraftFile, base: Edition) -> None:
    """Refuse a key that the base does not have, and one under another paragraph than the base's."""
    tables: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("value", base.values), ("payout", base.payouts), ("option", base.options),
    )  # fmt: skip
    for table, known in tables:
        given = file.data.get(table, {})
        if not isinstance(given, dict):
            raise LawError(file.name, table, f"{shown(given)} is not a table", f"write [{table}]")
        for key, row in _rows(given, known):
            if key not in known:
                raise LawError(file.name, f"{table}.{key}", f"{base.id} has no such {table}", nearest(key, known))
            cite = row.get("cite") if isinstance(row, dict) else None
            if isinstance(cite, str) and cite != known[key].cite:
                remedy = f'write cite = "{known[key].cite}": a redraft keeps the paragraphs of its base'
                raise LawError(file.name, f"{table}.{key}", f"{shown(cite)} is not where {base.id} has it", remedy)


def _rows(table: Mapping[str, Any], known: Iterable[str], above: str = "") -> Iterator[tuple[str, Any]]:
    """The entries of a table by dotted key: `[option.fire.paytable]` is `fire.paytable`."""
    for name, row in table.items():
        key = above + name
        if key not in known and isinstance(row, dict) and any(each.startswith(f"{key}.") for each in known):
            yield from _rows(row, known, f"{key}.")
        else:
            yield key, row


def _readable(file: str, found: Edition, base: Edition, chapter: Chapter) -> None:
    """Refuse what no function of the game could read: words that no text of the chapter has, numbers out of bounds."""
    texts = [chapter.edition(name) for name in chapter.outline.editions]
    for key, value in found.values.items():
        known = [each.values[key].value for each in texts if key in each.values]
        _value(file, f"value.{key}", value.value, base.values[key].value, known)
    for key, option in found.options.items():
        _option(file, option, base.options[key], [each.options[key] for each in texts if key in each.options])


def _value(file: str, key: str, value: object, was: object, known: list[Any]) -> None:
    if isinstance(value, bool) or value == was:
        return
    if isinstance(value, int) and isinstance(was, int):
        most = max(LEAST_BOUND, was * MOST_TIMES)
        if not 0 <= value <= most:
            raise LawError(file, key, f"{value} is not from 0 to {most:,}", f"the base says {was}")
    elif isinstance(value, str) and value not in known:
        words = one_of(dict.fromkeys(str(each) for each in known))
        raise LawError(
            file, key, f"{shown(value)} is nothing that the game knows", f"texts of this chapter say {words}"
        )
    elif isinstance(value, tuple):
        numbers = all(each.isdecimal() for each in was) if isinstance(was, tuple) else False
        words_known = dict.fromkeys(each for listed in known for each in listed)
        for each in value:
            if each not in words_known and not (numbers and each.isdecimal() and 0 < int(each) < 100):
                remedy = "write whole numbers from 1 to 99" if numbers else f"there are {one_of(words_known)}"
                raise LawError(file, key, f"{shown(each)} is nothing that the game knows", remedy)


def _option(file: str, option: SubmissionOption, was: SubmissionOption, known: list[SubmissionOption]) -> None:
    key = f"option.{option.key}"
    if option.form != was.form:
        raise LawError(file, f"{key}.form", f"{shown(option.form)} is not the base's", f'write form = "{was.form}"')
    choices = [choice for each in known for choice in each.choices]
    for choice in option.choices:
        same = [each for each in choices if each == choice and type(each) is type(choice)]
        if isinstance(choice, str | bool) and not same:
            remedy = f"there are {one_of(dict.fromkeys(str(each) for each in choices))}"
            raise LawError(file, f"{key}.choices", f"{shown(choice)} is nothing that the game knows", remedy)
    for name in ("low", "high"):
        bound = getattr(option, name)
        if bound is not None and (not isinstance(bound, int) or isinstance(bound, bool) or bound < 0):
            raise LawError(file, f"{key}.{name}", f"{shown(bound)} is not a whole number from 0 up", "correct it")
    if option.low is not None and option.high is not None and option.low > option.high:
        raise LawError(file, f"{key}.low", f"{option.low} is above high, {option.high}", "lower it")


def redraft_text(game: str, chapter: Chapter, base: str) -> str:
    """A redraft that changes nothing yet: the base's file with another head."""
    edition = chapter.edition(base)
    text = (chapter.folder / "editions" / f"{edition.id}.toml").read_text(encoding="utf-8")
    head, _, rest = text.partition("[edition]\n")
    body = rest[rest.index("\n[") :] if "\n[" in rest else ""
    comments = "".join(line for line in head.splitlines(keepends=True) if line.startswith("#"))
    about = f"# A redraft of {edition.id}, Chapter {chapter.outline.chapter}: nobody's law."
    may = "# Change values, payout odds and options; the paragraphs stay."
    keys = {"game": game, "base": edition.id, "title": UNTITLED}
    table = "\n".join([f"[{REDRAFT}]", *(f'{key} = "{value}"' for key, value in keys.items())])
    return f"{about}\n{may}\n{comments}\n{table}\n{body}"
