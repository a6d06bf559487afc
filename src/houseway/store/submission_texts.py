"""Reads the stored text of a Rules Submission as the service did when it was filed."""

from __future__ import annotations

from houseway.core import AnyGame
from houseway.games import find_game, rules_for
from houseway.law import BadInput, Rules, Submission, Unlawful
from houseway.law.inputs import toml

LONGEST_FILE = 60_000
BOARD_TIME_ZONE = "America/New_York"  # of the dates on which submissions take effect


def read_rules(text: str, name: str) -> tuple[AnyGame, Rules]:
    """The game and the rules of a submission's text; raises BadInput, or Unlawful with every finding."""
    data = toml(text, name, LONGEST_FILE)
    if not isinstance(data.get("game"), str):
        raise BadInput(f'{name}: game is missing: write for example game = "craps"')
    game = find_game(data["game"], outside=False)
    found = rules_for(game, Submission(name, data))
    if found.rules is None:
        raise Unlawful(name, found.findings)
    return game, found.rules
