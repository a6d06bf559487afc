"""`houseway review`: the reviewer's worksheet."""

from __future__ import annotations

from houseway.cli.common import AsJson, Settings, What, answered, print_json
from houseway.cli.papers import Out, Size, check_paper, put


@answered
def review(
    what: What, settings: Settings = None, out: Out = None, size: Size = "letter", as_json: AsJson = False
) -> None:
    """Write a worksheet to review papers that somebody else made: what layout, signs, guide and controls must show.

    Each point has its paragraph, what the submission says of it, and room for a finding.

    Examples: houseway review roulette.toml --out review.pdf; houseway review craps --json
    """
    from houseway.documents.review import review as worksheet
    from houseway.documents.review import review_json
    from houseway.games import load

    check_paper(out, size)
    game, rules = load(what, settings or ())
    if as_json:
        print_json(review_json(game, rules))
    if out is not None or not as_json:
        put(worksheet(game, rules), out, size)
