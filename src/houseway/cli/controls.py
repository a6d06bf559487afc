"""`houseway controls`: the internal controls of a table."""

from __future__ import annotations

from houseway.cli.common import AsJson, Settings, What, answered
from houseway.cli.papers import Out, Size, check_paper, put


@answered
def controls(
    what: What, settings: Settings = None, out: Out = None, size: Size = "letter", as_json: AsJson = False
) -> None:
    """Write the internal controls: every procedure by role, step by step with its paragraph, and each person's duties.

    Examples: houseway controls craps.toml --out controls.pdf; houseway controls pai-gow --out controls.html
    """
    from houseway.documents.controls import controls as controls_paper
    from houseway.games import load

    check_paper(out, size)
    game, rules = load(what, settings or ())
    put(controls_paper(game, rules), out, size, rules if as_json else None)
