"""`houseway odds`: the exact odds of every wager."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, Floats, Settings, What, answered, console, print_json, refuse_float
from houseway.cli.long_work import showing
from houseway.cli.strategy import print_advice
from houseway.law import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from houseway.core import AnyGame
    from houseway.core.advice import Advice, Progress
    from houseway.law import Citation, Rules
    from houseway.odds import OddsSheet, Row
    from houseway.odds.figure import Figure

    Columns = list[tuple[str, Callable[[Row], str]]]  # headings, and the cell of a row under each

SHOWN_DEEP = 10  # if there are more paragraphs, their sections are shown instead
CITED = 12  # minimum width of the paragraphs in a table
Wagers = Annotated[list[str] | None, typer.Argument(metavar="[WAGER]...", help="Only these wagers, by id or kind.")]


Players = Annotated[
    int,
    typer.Option("--players", min=1, max=4, help="Number of players at the table, for wagers where that could matter."),
]


@answered
def odds(
    what: What,
    wagers: Wagers = None,
    settings: Settings = None,
    players: Players = 1,
    as_json: AsJson = False,
    floats: Floats = False,
) -> None:
    """Compute the exact chances, house edge and variance of every wager with the rules that settle a table.

    Examples: houseway odds sic-bo; houseway odds sic-bo small total-value; houseway odds big-six --json;
    houseway odds casino-war tie --players 2
    """
    from houseway.games import load
    from houseway.odds import odds_sheet

    refuse_float(floats, as_json)
    game, rules = load(what, settings or ())
    _refuse_unknown(game.priced(rules), wagers or [])
    with showing(as_json) as progress:
        sheet = _only(odds_sheet(game, rules, only=wagers or ()), wagers or [])
        others = _other_readings(game, rules, sheet)
        beside = _beside(game, rules, sheet, players)
        claimed = _claimed(game, rules, sheet, progress)
    if as_json:
        hold = None if claimed is None else claimed.data
        print_json({**sheet.as_json(), "readings": others, "company": beside, "hold": hold}, floats)
    else:
        _print(sheet, others)
        _print_other_players(beside)
        if claimed is not None:
            console().print()
            print_advice(claimed)
        for topic, words in game.advise.beyond_wagers.items() if game.advise is not None else ():
            from rich.text import Text

            verb = f"houseway strategy {game.id} {topic} (or a submission's file)"
            console().print(Text(f"\n{words}: {verb}.", style="dim"))


def _claimed(game: AnyGame, rules: Rules, sheet: OddsSheet, progress: Progress) -> Advice | None:
    """The hold claimed by a preamble beside the computed one; only for sheets with a slow wager."""
    claimed = game.advise.claimed if game.advise is not None else None
    if claimed is None or not any(row.id in game.walk.takes_long for row in sheet):
        return None
    from houseway.cache import kept
    from houseway.core.advice import Advice
    from houseway.core.plain import build, plain

    depends = {"game": game.id, "rules": rules.digest, "edition": rules.edition.digest}
    found: Advice = build(Advice, kept("claimed", depends, lambda: plain(claimed(rules, progress))))
    return found


def _beside(game: AnyGame, rules: Rules, sheet: OddsSheet, players: int) -> dict[str, Any]:
    """Whether other players matter: walked with `players` if more than one, otherwise what is known without a walk."""
    from houseway.core.progress import stage
    from houseway.odds.sheet import rows_of

    shared = [wager for wager in dict.fromkeys(row.id for row in sheet) if game.walk.other_players(rules, wager, 2)]
    if players == 1:
        return {"players": 1, "share_cards": shared, "wagers": []}
    if not shared:
        raise BadInput(f"--players {players}: at {game.id} other players do not affect these wagers")
    alone = {(row.id, row.strategy): row for row in sheet}
    found = []
    for wager in shared:
        with stage(f"{wager} beside others ({shared.index(wager) + 1} of {len(shared)} wagers)"):
            rows = list(rows_of(game, rules, wager, game.walk.other_players(rules, wager, players) or ()))
        for row in rows:
            was = alone[row.id, row.strategy]
            same = (row.win, row.push, row.lose, row.expected, row.variance) == (
                was.win, was.push, was.lose, was.expected, was.variance,
            )  # fmt: skip
            found.append({**row.as_json(), "alone": str(was.expected), "same": same})
    return {"players": players, "share_cards": shared, "wagers": found}


def _print_other_players(beside: dict[str, Any]) -> None:
    from rich.text import Text

    if not beside["share_cards"]:
        return
    named = ", ".join(beside["share_cards"])
    text = (
        "\nOthers at the table take cards from the same shoe. By symmetry of the unseen cards that changes nothing in "
        f"{named} under a fixed strategy; --players 2 walks it exactly."
    )
    if beside["wagers"]:
        differ = [row for row in beside["wagers"] if not row["same"]]
        text = (
            f"\nWith {beside['players']} players, walked exactly: "
            + (
                "; ".join(
                    f"{row['id']} {row['strategy'] or ''} is {row['expected']} (alone {row['alone']})" for row in differ
                )
                or f"the chances, expectation and variance of {named} are the same to the last digit"
            )
            + "."
        )
    console().print(Text(text, style="dim"))


def _refuse_unknown(priced: Collection[str], wagers: list[str]) -> None:
    """Raise BadInput for words that are no wager of the sheet and no kind of them, before anything is computed."""
    from houseway.odds.sheet import no_wager

    for wager in wagers:
        if wager not in priced and not any(each.startswith(f"{wager}:") for each in priced):
            raise no_wager(wager, priced)


def _only(sheet: OddsSheet, wagers: list[str]) -> OddsSheet:
    from dataclasses import replace

    if not wagers:
        return sheet
    chosen = {row.id for row in sheet if row.id in wagers or row.id.partition(":")[0] in wagers}
    return replace(sheet, every=tuple(row for row in sheet if row.id in chosen))


def _other_readings(game: AnyGame, rules: Rules, sheet: OddsSheet) -> list[dict[str, Any]]:
    """The odds under other answers to open questions that change payouts."""
    from houseway.games import rules_for
    from houseway.law import Submission
    from houseway.odds.sheet import odds_sheet

    if not sheet.at_once:  # long walks are done only on request, with --set
        return []
    found: list[dict[str, Any]] = []
    for reading in rules.chapter.readings:
        for answer in reading.ids:
            if reading.name not in rules.readings or answer == rules.reading(reading.name):
                continue
            changed = Submission(rules.game, rules.as_data()).with_settings([f"reading.{reading.name}={answer}"])
            other = rules_for(game, changed).rules
            assert other is not None, changed
            priced = {row.id: row for row in odds_sheet(game, other)}
            here = {row.id: row for row in sheet}
            new = [row for wager, row in priced.items() if wager not in game.law.catalogue(rules)]
            other_worth = [priced[w] for w, row in here.items() if w in priced and priced[w].expected != row.expected]
            differ = [row.as_json() for row in (*other_worth, *new)]
            gone = [wager for wager in here if wager not in priced]
            chosen = {"reading": reading.name, "answer": answer, "cite": reading.cite}
            found.append({**chosen, "wagers": differ, "not_offered": gone})
    return found


def _print(sheet: OddsSheet, others: list[dict[str, Any]]) -> None:
    from rich.table import Table
    from rich.text import Text

    from houseway.odds import percent

    out = console()
    rules = sheet.rules
    rounded = any(row.rounded for row in sheet)
    how = "per unit staked; exact, or rounded where marked ≈" if rounded else "exact, per unit staked"
    if not rounded and any("≈" in show(row) for row in sheet for _, show in _columns(sheet)):
        how = "exact, per unit staked (≈: a long fraction, whole with --json)"
    out.print(Text(f"{sheet.title}, {rules.edition.id}: {how}", style="bold"))
    columns = _columns(sheet)
    if _width(sheet, columns) > out.width:
        _print_rows(out, sheet, columns)
    else:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("wager", style="bold", no_wrap=True)
        for heading, _ in columns:
            left = heading in ("strategy", "at")
            table.add_column(
                heading.strip(), justify="left" if left else "right", no_wrap=heading not in ("pays", "at")
            )
        table.add_column("decided by", style="cyan", min_width=CITED)
        for row in sheet:
            table.add_row(row.id, *(show(row) for _, show in columns), ", ".join(_gathered(row.cites)))
        out.print(table)
    for text in dict.fromkeys(row.about for row in sheet if row.about):
        out.print(Text(f"\n{text}", style="dim"))
    for other in others:
        chosen = f"With reading.{other['reading']} = {other['answer']} (§ {other['cite']})"
        if other["wagers"]:
            edges: dict[str, list[str]] = {}
            for row in other["wagers"]:
                edges.setdefault(row["house_edge"], []).append(row["id"])
            shown = "; ".join(f"{edge} ({percent(Fraction(edge))}) for {', '.join(ids)}" for edge, ids in edges.items())
            out.print(Text(f"\n{chosen} the house edge is {shown}.", style="dim"))
        if other["not_offered"]:
            out.print(Text(f"\n{chosen} these are not offered: {', '.join(other['not_offered'])}.", style="dim"))
    if any(row.void for row in sheet):
        out.print(
            Text("\nThe house edge is per wager made; resolved: wagers that are given back are left out.", style="dim")
        )


def _width(sheet: OddsSheet, columns: Columns) -> int:
    """The width of a table that clips nothing."""
    widest = [max(len(row.id) for row in sheet), CITED]
    for heading, show in columns:
        texts = [heading, *(show(row) for row in sheet)]
        wraps = heading in ("pays", "at")
        widest.append(max(len(part) for text in texts for part in (text.split() or [""] if wraps else [text])))
    return sum(widest) + 2 * (len(widest) - 1)


def _print_rows(out: Console, sheet: OddsSheet, columns: Columns) -> None:
    """Print the rows as lines, for a terminal that is too narrow for the table."""
    from rich.padding import Padding
    from rich.text import Text

    for row in sheet:
        shown = {heading: show(row) for heading, show in columns}
        head = [row.id, *(shown.pop(name) for name in ("strategy", "at") if name in shown)]
        shown["house edge"] += f" ({shown.pop(' ')})"
        figures = ", ".join(f"{heading} {text}" for heading, text in shown.items() if text)
        out.print(Text(", ".join(filter(None, head)), style="bold"))
        out.print(Padding(Text(figures), (0, 0, 0, 2)))
        out.print(Padding(Text("decided by " + ", ".join(_gathered(row.cites)), style="cyan"), (0, 0, 0, 2)))


def _gathered(cites: tuple[Citation, ...]) -> list[str]:
    """Shorten many citations to their parent paragraphs; JSON has them all."""
    if len(cites) <= 3:
        return list(cites)
    depth = 2 if len(cites) <= SHOWN_DEEP else 0
    return list(dict.fromkeys(f"{cite.section}{''.join(f'({step})' for step in cite.path[:depth])}" for cite in cites))


def _columns(sheet: OddsSheet) -> Columns:
    """The columns of the table; those that no wager of the sheet needs are left out."""
    from houseway.odds import percent

    counts = [row.draws for row in sheet]
    columns: list[tuple[str, bool, Callable[[Row], str]]] = [
        ("strategy", any(row.strategy for row in sheet), lambda row: row.strategy or ""),
        ("at", any(row.situation for row in sheet), lambda row: (row.situation or "").replace("-", " ")),
        ("pays", True, lambda row: row.pays),
        ("wins", True, lambda row: _short(row.win)),
        ("even", any(row.push for row in sheet), lambda row: _short(row.push)),
        ("house edge", True, lambda row: _short(row.house_edge)),
        (" ", True, lambda row: percent(row.house_edge)),
        ("resolved", any(row.void for row in sheet), lambda row: percent(-row.expected_resolved)),
        ("results", all(counts) and set(counts) != {1}, lambda row: f"{float(row.draws):.2f}"),
        ("deviation", True, lambda row: f"{float(row.variance) ** 0.5:.3f}"),
    ]
    return [(heading, show) for heading, shown, show in columns if shown]


def _short(value: Figure) -> str:
    """A rational in full, or its first digits if it is rounded or too long to read; JSON always has it in full."""
    whole = str(value)
    return whole if isinstance(value, Fraction) and len(whole) <= 15 else f"≈ {float(value):.6g}"
