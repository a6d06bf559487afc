"""Which procedures and reports of a chapter apply to a submission, from `controls.toml` in the game's folder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from typing import Any

from houseway.core import AnyGame
from houseway.law import Chapter, Citation, LawError, Paragraph, ProcedureStep, Rules
from houseway.law.approval import applies
from houseway.law.consequence import GAME
from houseway.law.fields import Field
from houseway.law.roles import Role
from houseway.law.toml_file import citation_of, only_keys, read_toml, short, text_of

KEYS = ("needs", "readings", "fields", "at_table", "report", "play", "signatures", "acts")
EDITION = "edition"  # a key of `needs` that is not an option
Needs = tuple[tuple[str, tuple[object, ...]], ...]  # options, each with the values under which something exists


@dataclass(frozen=True, slots=True)
class AtTable:
    """A setting that may take effect while a table is open, and the choices that allow it."""

    setting: str
    values: frozenset[str]
    needs: Needs = ()
    says: str = ""  # when that happens, for readers


@dataclass(frozen=True, slots=True)
class ReportText:
    """How the controls describe an irregularity; if empty, they use the words of its paragraph."""

    says: str = ""
    needs: Needs = ()


@dataclass(frozen=True, slots=True)
class ControlsText:
    """The whole file. Procedures and reports that it does not name apply to every table."""

    procedures: Mapping[str, Needs] = field(default_factory=dict)
    at_table: tuple[AtTable, ...] = ()
    reports: Mapping[str, ReportText] = field(default_factory=dict)
    play: tuple[Citation, ...] = ()  # a round consists of these paragraphs and those below them
    play_alone: tuple[Citation, ...] = ()  # and of these, without those below them
    play_needs: Mapping[str, Needs] = field(default_factory=dict)
    play_who: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # the person who acts, by game
    play_duty: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # wording in a person's duties, by game
    play_nobody: tuple[tuple[str, Needs], ...] = ()  # roles that a table with these choices does not have
    signatures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # who must sign, by the paragraph of a step
    acts: tuple[Citation, ...] = ()  # steps of these paragraphs are acts; other inspection steps check equipment
    readings: Mapping[str, Needs] = field(
        default_factory=dict
    )  # readings about equipment and wagers that some tables lack

    fields: Mapping[str, Needs] = field(default_factory=dict)  # fields of steps about equipment that some tables lack

    def noted(self, rules: Rules, step: ProcedureStep) -> dict[str, Field]:
        """The fields that a step notes at a table with this submission."""
        return {name: each for name, each in step.fields.items() if holds(rules, self.fields.get(name, ()))}

    def concerns(self, rules: Rules, reading: str) -> bool:
        """Is our reading about something that a table with this submission has?"""
        return holds(rules, self.readings.get(reading, ()))

    def doer(self, rules: Rules, cite: Citation) -> str:
        """The person who does what a paragraph of a round requires; empty for a heading or an example."""
        above = [each for each in self.play_who if cite.under(each)]
        who = self.play_who[max(above, key=len)][rules.game] if above else str(Role.DEALER)
        for role, needs in self.play_nobody:
            if holds(rules, needs):
                who = _without(who, role)
        return who

    def duty(self, rules: Rules, paragraph: Paragraph) -> str:
        """A person's duty under a paragraph of a round, in one sentence; empty if another paragraph's sentence covers it."""
        above = [each for each in self.play_duty if paragraph.cite.under(each)]
        nearest = max(above, key=len, default="")
        if not nearest:
            return paragraph.says
        return self.play_duty[nearest][rules.game] if nearest == paragraph.cite else ""

    def played(self, rules: Rules) -> tuple[Paragraph, ...]:
        """The paragraphs of a round at a table with this submission, in the order of the chapter."""
        return tuple(
            each
            for each in rules.paragraphs
            if (each.cite in self.play_alone or any(each.cite.under(cite) for cite in self.play))
            and self.takes_place(rules, each.cite)
        )

    def takes_place(self, rules: Rules, cite: Citation) -> bool:
        """Does this paragraph of a round apply to the submission?"""
        return all(holds(rules, needs) for above, needs in self.play_needs.items() if cite.under(above))

    def acted(self, cite: Citation) -> bool:
        """Do steps of this paragraph say what a person does, rather than how equipment must be?"""
        return any(cite.under(each) for each in self.acts)

    def asks(self, rules: Rules, step: ProcedureStep, opened: Mapping[str, str]) -> bool:
        """Can this step be required at a table with this submission? `opened`: the table's settings when it opens."""
        return step.cite in rules.cites and all(self._comes(rules, key, values, opened) for key, values in step.when)

    def when(self, rules: Rules, step: ProcedureStep) -> str:
        """When a step is done, in words: "If a player banks". Empty if it is always done."""
        said = (
            each.says
            for key, values in step.when
            for each in self.at_table
            if each.says and each.setting == key and each.values <= set(values) and holds(rules, each.needs)
        )
        first, *more = dict.fromkeys(said) or ("",)
        return ", and ".join((first, *(each[:1].lower() + each[1:] for each in more)))

    def _comes(self, rules: Rules, key: str, values: tuple[str, ...], opened: Mapping[str, str]) -> bool:
        if opened.get(key, values[0]) in values:
            return True
        return any(
            each.setting == key and not each.values.isdisjoint(values) and holds(rules, each.needs)
            for each in self.at_table
        )


def _without(who: str, role: str) -> str:
    """The people who act at a table without a role: "dealer or stickperson" without the stickperson."""
    left = [each for each in re.split(", | or ", who) if each != role]
    return " or ".join((", ".join(left[:-1]), left[-1])) if len(left) > 1 else "".join(left)


def holds(rules: Rules, needs: Needs) -> bool:
    """Does the submission have one of the listed values for each option?"""
    return applies(needs, (), {GAME: rules.game, EDITION: rules.edition.id, **rules.options}, {})


def controls_text(game: AnyGame) -> ControlsText:
    """The file of a game; empty for a game without one. The procedures, paragraphs and options it names must exist."""
    with as_file(files(game.home) / "controls.toml") as path:
        if not path.exists():
            return ControlsText()
        file, data = short(path), only_keys(short(path), "", read_toml(path), KEYS)
    chapter = game.chapter
    options = {key for edition in map(chapter.edition, chapter.outline.editions) for key in edition.options}
    options |= {GAME, EDITION}
    named = only_keys(file, "needs", data.get("needs", {}), chapter.procedures)
    read = only_keys(file, "readings", data.get("readings", {}), (each.name for each in chapter.readings))
    noted = only_keys(file, "fields", data.get("fields", {}), _fields_of(chapter))
    rows = only_keys(file, "report", data.get("report", {}), map(str, chapter.reports))
    play = only_keys(file, "play", data.get("play", {}), ("paragraphs", "alone", "needs", "who", "duty", "nobody"))
    known = {paragraph.cite for paragraph in chapter.outline.paragraphs}

    def listed(key: str) -> tuple[Citation, ...]:
        found = enumerate(play.get(key, ()), 1)
        return tuple(citation_of(file, f"play.{key} {n}", {"cite": cite}, known) for n, cite in found)

    signed = only_keys(file, "signatures", data.get("signatures", {}), map(str, known))
    lacking = only_keys(file, "play.needs", play.get("needs", {}), map(str, known))
    doers = only_keys(file, "play.who", play.get("who", {}), map(str, known))
    duties = only_keys(file, "play.duty", play.get("duty", {}), map(str, known))
    nobody = only_keys(file, "play.nobody", play.get("nobody", {}), map(str, Role))
    return ControlsText(
        {name: needs_of(file, f"needs.{name}", given, options) for name, given in named.items()},
        tuple(_at_table(file, n, row, options) for n, row in enumerate(data.get("at_table", ()), 1)),
        {cite: _report(file, f"report.{cite}", row, options) for cite, row in rows.items()},
        listed("paragraphs"),
        listed("alone"),
        {cite: needs_of(file, f"play.needs.{cite}", given, options) for cite, given in lacking.items()},
        {cite: _who(file, f"play.who.{cite}", given, chapter.outline.games) for cite, given in doers.items()},
        {cite: _who(file, f"play.duty.{cite}", given, chapter.outline.games) for cite, given in duties.items()},
        tuple((role, needs_of(file, f"play.nobody.{role}", given, options)) for role, given in nobody.items()),
        {
            cite: tuple(text_of(file, f"signatures.{cite}", each) for each in listed_)
            for cite, listed_ in signed.items()
        },
        tuple(citation_of(file, f"acts {n}", {"cite": cite}, known) for n, cite in enumerate(data.get("acts", ()), 1)),
        {name: needs_of(file, f"readings.{name}", given, options) for name, given in read.items()},
        {name: needs_of(file, f"fields.{name}", given, options) for name, given in noted.items()},
    )


def _fields_of(chapter: Chapter) -> set[str]:
    """The names of all fields of the chapter's steps."""
    return {name for procedure in chapter.procedures.values() for step in procedure.steps for name in step.fields}


def needs_of(file: str, place: str, given: object, options: set[str]) -> Needs:
    """Read a table of options, each with the values under which something exists."""
    table = only_keys(file, place, given, options)
    for key, values in table.items():
        if not isinstance(values, list):
            raise LawError(file, f"{place}.{key}", "does not list values", f'write {key} = ["…"]')
    return tuple((key, tuple(values)) for key, values in table.items())


def _who(file: str, place: str, given: object, games: tuple[str, ...]) -> dict[str, str]:
    """The words for each game of the chapter."""
    if isinstance(given, str):
        return dict.fromkeys(games, given)
    table = only_keys(file, place, given, games, games)
    return {game: text_of(file, f"{place}.{game}", words) for game, words in table.items()}


def _at_table(file: str, number: int, row: object, options: set[str]) -> AtTable:
    place = f"at_table {number}"
    table = only_keys(file, place, row, ("setting", "is", "needs", "says"), ("setting", "is"))
    needs = needs_of(file, f"{place}.needs", table.get("needs", {}), options)
    says = text_of(file, f"{place}.says", table["says"]) if "says" in table else ""
    return AtTable(text_of(file, f"{place}.setting", table["setting"]), frozenset(map(str, table["is"])), needs, says)


def _report(file: str, place: str, row: object, options: set[str]) -> ReportText:
    table: dict[str, Any] = only_keys(file, place, row, ("says", "needs"))
    says = text_of(file, f"{place}.says", table["says"]) if "says" in table else ""
    return ReportText(says, needs_of(file, f"{place}.needs", table.get("needs", {}), options))
