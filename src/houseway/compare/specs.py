"""The sides of a comparison as people write them: a submission's file, a redraft's file, or GAME@EDITION,KEY=VALUE,..."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.core import AnyGame
from houseway.games import find_game, rules_for
from houseway.law import BadInput, Edition, Rules, Submission, Unlawful
from houseway.law.edition import NOT_LAW
from houseway.law.inputs import is_file, quoted, visible
from houseway.law.redraft import REDRAFT, RedraftFile, load_redraft, read_tables

FORMS = "write a file, or GAME@EDITION,KEY=VALUE,... (edition and settings may be left out)"
PAIRS = {"[": "]", "{": "}", "(": ")"}


@dataclass(frozen=True, slots=True)
class Spec:
    """One side of a comparison: the game, its rules, and the text as it was given."""

    given: str
    game: AnyGame
    rules: Rules
    settings: tuple[str, ...] = ()

    @property
    def redraft(self) -> Edition | None:
        """The redraft that it is about, if any."""
        return self.rules.edition if self.rules.edition.redraft else None

    @property
    def says(self) -> str:
        """The side in words, for a heading."""
        edition = self.rules.edition
        if edition.redraft:
            return f"{self.given}: {edition.title} ({edition.standing})"
        return f"{self.given}: {edition.id}, {edition.title} ({edition.status}, {edition.published})"

    def as_json(self) -> dict[str, Any]:
        """The side as plain values, beside those of its edition."""
        edition, plain = self.rules.edition, dict(self.rules.submission)
        redraft = {"file": edition.redraft, "base": edition.id, "digest": edition.digest, "standing": NOT_LAW}
        return {"spec": self.given, "settings": plain, "redraft": redraft if edition.redraft else None}


def read_spec(text: str, settings: Iterable[str] = ()) -> Spec:
    """One side, with these settings on top of its own. BadInput if it cannot be read, Unlawful if its rules are not lawful."""
    first, *own = [text] if is_file(text) else _split(text)
    own = [*own, *settings]
    shown = visible(text)
    if first.endswith(".toml") or os.sep in first or is_file(first):
        game, submission, redraft = _file(first)
    else:
        game, submission, redraft = _named(first, shown)
    for setting in own:
        key, equals, _ = setting.partition("=")
        if not equals or not key.strip():
            raise BadInput(f"{shown}: {quoted(setting)} is not KEY=VALUE; {FORMS}")
        if key.strip() in ("game", "edition"):
            raise BadInput(f"{shown}: {key.strip()} is not a setting here; name it before the settings: GAME@EDITION")
    found = rules_for(game, submission.with_settings(own), redraft)
    if found.rules is None:
        raise Unlawful(shown, found.findings)
    return Spec(shown, game, found.rules, tuple(own))


def _file(name: str) -> tuple[AnyGame, Submission, Edition | None]:
    """A submission's file or a redraft's, which says that it is one."""
    shown, text, data = read_tables(Path(name))
    if REDRAFT in data:
        file = RedraftFile(shown, text, data)
        game = find_game(file.game)
        return game, Submission(shown, {"game": game.id, "edition": file.base}), load_redraft(file, game.chapter)
    if "edition" in data and isinstance(data["edition"], dict):
        right = f"write [{REDRAFT}] with game, base and title in place of [edition]"
        raise BadInput(f"{shown}: has the tables of an edition, and does not say that it is a redraft; {right}")
    named = data.get("game")
    if not isinstance(named, str):
        right = f'write game = "…" for a submission, or a table [{REDRAFT}] for a redraft'
        raise BadInput(f"{shown}: does not say which game it is for; {right}")
    return find_game(named), Submission(shown, data), None


def _named(first: str, shown: str) -> tuple[AnyGame, Submission, None]:
    """GAME or GAME@EDITION."""
    name, at, edition = first.partition("@")
    if not name or (at and not edition) or "=" in first:
        raise BadInput(f"{shown}: does not begin with a game; {FORMS}")
    game = find_game(name)
    data = {"game": game.id, **({"edition": game.chapter.edition(edition).id} if at else {})}
    return game, Submission(shown, data), None


def _split(text: str) -> list[str]:
    """The parts between commas, except commas within quotes and brackets."""
    parts, awaited, quote = [""], "", ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in PAIRS:
            awaited += PAIRS[letter]
        elif awaited.endswith(letter):
            awaited = awaited[:-1]
        elif letter == "," and not awaited:
            parts.append("")
            continue
        parts[-1] += letter
    return [part.strip() for part in parts]
