"""`houseway par`: the PAR sheet of a game."""

from __future__ import annotations

from houseway.cli.common import AsJson, Floats, Settings, What, answered, print_json, refuse_float, say
from houseway.cli.long_work import showing
from houseway.cli.papers import PAPER_FORMS, Out, Size, check_paper, put

FORMS = (*PAPER_FORMS, "json", "csv")


@answered
def par(
    what: What,
    settings: Settings = None,
    out: Out = None,
    size: Size = "letter",
    as_json: AsJson = False,
    floats: Floats = False,
) -> None:
    """Write the PAR sheet: rules, exact odds of every wager, hold, what open readings change, and a simulation that agrees.

    --out FILE.json and FILE.csv write the figures alone. Each figure comes with the command that reproduces it.

    Examples: houseway par sic-bo --out par.pdf; houseway par craps.toml --out par.json; houseway par roulette --json
    """
    from houseway.documents.par import par_sheet, work_out
    from houseway.documents.typeset import write_files
    from houseway.games import load
    from houseway.law.inputs import json_text

    refuse_float(floats, as_json)
    check_paper(out, size, FORMS)
    game, rules = load(what, settings or ())
    with showing(as_json):
        found = work_out(game, rules)
    if as_json:
        print_json(found.as_json(), floats)
    elif out is not None and out.suffix in (".json", ".csv"):
        text = found.as_csv() if out.suffix == ".csv" else json_text(found.as_json(), indent=2) + "\n"
        for path in write_files({out: text.encode()}, "--out"):
            say(f"houseway: wrote {path}")
    else:
        put(par_sheet(found), out, size)
