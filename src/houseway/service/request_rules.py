"""Rules for a request: a game with settings given as text by key, as in a form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from houseway.core import AnyGame
from houseway.games import games, rules_for
from houseway.law import BadInput, Judged, Rules, Submission
from houseway.law.submission import common_options
from houseway.service.models import Taken
from houseway.service.problems import CHANGE_SETTINGS, Problem, not_found

NO_NULL = r"^[^\x00]*$"
Key = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=NO_NULL)]
Text = Annotated[str, StringConstraints(max_length=40_000, pattern=NO_NULL)]  # a submitted text is the longest
Settings = Annotated[dict[Key, Text], Field(max_length=300)]
AS_TEXT = ("payout.", "reading.", "approvals.")


class ChosenRules(Taken):
    """Settings of a submission by key, such as {"decks": "8"}; other settings have their defaults."""

    settings: Settings = Field(default_factory=dict)


def judged(name: str, settings: Mapping[str, str]) -> tuple[AnyGame, Judged]:
    """A game with its rules under these settings, or the findings against them; raises a problem if they cannot be read."""
    if name not in games():
        raise not_found()
    game = games()[name]
    try:
        submission = Submission.default(game.id).with_settings(_lines(game, settings))
        if submission.data.get("game") != game.id:
            raise BadInput("game: a submission is for one game; a setting cannot change it")
        return game, rules_for(game, submission)
    except BadInput as error:
        raise Problem("bad-request", str(error)) from None


def lawful(name: str, settings: Mapping[str, str]) -> tuple[AnyGame, Rules]:
    """A game with its rules under these settings; raises a problem with every finding if they are not lawful."""
    game, found = judged(name, settings)
    if found.rules is None:
        cites = list(dict.fromkeys(str(cite) for each in found.findings for cite in each.cites))
        more = {"findings": [each.as_json() for each in found.findings]}
        raise Problem("refused", "; ".join(map(str, found.findings)), right=CHANGE_SETTINGS, cites=cites, more=more)
    return game, found.rules


def in_lines(text: str) -> dict[str, str]:
    """Settings from a query: KEY=VALUE, one per line."""
    found = {}
    for line in text.split("\n"):
        key, equals, value = line.partition("=")
        if line.strip() and not (equals and key.strip()):
            raise Problem("bad-request", f"settings: {line[:80]!r} is not KEY=VALUE")
        if line.strip():
            found[key.strip()] = value.strip()
    return found


def verdict(game: AnyGame, found: Judged) -> dict[str, Any]:
    """The verdict on settings as plain values: whether they are lawful, the findings and the conditions."""
    return {
        "game": game.id,
        "edition": found.edition.id,
        "standing": found.edition.standing,
        "submission": None if found.rules is None else found.rules.digest,
        "lawful": found.rules is not None,
        "findings": [each.as_json() for each in found.findings],
        "conditions": [{**each.as_json(), "says": str(each)} for each in found.conditions],
        "texts": _texts(found.rules),
    }


def _texts(rules: Rules | None) -> list[dict[str, Any]] | None:
    """The texts that these settings require, with those already given; None if the settings are not lawful."""
    return None if rules is None else [each.as_json(rules.texts.get(each.key)) for each in rules.texts_wanted()]


def _lines(game: AnyGame, settings: Mapping[str, str]) -> list[str]:
    """Each setting as KEY=VALUE in TOML; the value of a text setting is quoted, even if it looks like a number."""
    edition = game.chapter.edition(settings.get("edition") or None)
    options = {**common_options(edition, game.id), **edition.options}

    def value(key: str, text: str) -> str:
        option = options.get(key)
        words = option is not None and (
            option.form in ("text", "zone")
            or (bool(option.choices) and all(isinstance(c, str) for c in option.choices))
        )
        return json.dumps(text, ensure_ascii=False) if words or key == "edition" or key.startswith(AS_TEXT) else text

    return [f"{key}={value(key, text)}" for key, text in settings.items() if text.strip()]
