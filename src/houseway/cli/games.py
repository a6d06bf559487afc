"""`houseway games`: list the games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.cli.common import AsJson, On, answered, console, print_json
from houseway.cli.widths import WIDEST, filled

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from houseway.law import Chapter

_STATUS = {"final": "in force"}  # other statuses are clear as they are: proposed, comment


@answered
def games(on: On = None, as_json: AsJson = False) -> None:
    """List the games, their chapters and the editions that we hold.

    Examples: houseway games; houseway games --on 2012-05-19
    """
    from houseway.games import games as discovered
    from houseway.games import load
    from houseway.law.dates import read_day

    if on is not None:
        read_day(on)
    rows: list[dict[str, Any]] = [
        {
            "id": game.id,
            "title": game.title,
            "chapter": game.chapter.outline.chapter,
            "editions": list(game.chapter.outline.editions),
            "edition_status": {each: game.chapter.edition(each).status for each in game.chapter.outline.editions},
            "dockets": {each: game.chapter.edition(each).docket.as_json() for each in game.chapter.outline.editions},
            "wagers": len(game.law.catalogue(load(game.id)[1])),
            "says": _in_three_sentences(game.home),
            **({} if on is None else {"on": on_day(game.chapter, on)}),
        }
        for game in discovered().values()
    ]
    if as_json:
        print_json({"games": rows})
        return
    out = console()
    if on is not None:
        for row in rows:
            _print_day(out, row)
        return
    table = _table(rows)
    if out.measure(table, options=out.options.update(max_width=WIDEST)).maximum <= out.width:
        out.print(table)
        return
    for row in rows:
        _print_narrow(out, row)


def on_day(chapter: Chapter, on: str) -> dict[str, Any]:
    """The status of each edition of a chapter on a day, as plain values."""
    from houseway.law.edition_status import standings, summary

    found = standings(chapter, on)
    return {
        "date": on,
        **{
            key: [each.edition for each in found if each.standing == standing]
            for key, standing in (("in_force", "in-force"), ("proposed", "proposed"), ("neither", "neither"))
        },
        "says": summary(chapter, on),
        "editions": [each.as_json() for each in found],
    }


def said(each: dict[str, Any]) -> str:
    """An edition on a day, in words."""
    return f"{each['edition']}: {'neither: ' if each['standing'] == 'neither' else ''}{each['says']}"


def _print_day(out: Console, row: dict[str, Any]) -> None:
    """Print the status of each edition of a game on a day."""
    from rich.text import Text

    def show(text: str, indent: int) -> None:
        lead = " " * indent
        out.print(filled(text, out.width, lead, lead + "  "))

    out.print(Text(f"{row['title']}, {_chapter(row)}, on {row['on']['date']}", style="bold"))
    show(row["on"]["says"], 2)
    for each in row["on"]["editions"]:
        show(said(each), 4)


def _table(rows: list[dict[str, Any]]) -> Table:
    """A row for each game, with a line for each edition."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "title", "chapter", "editions (default first)", "wagers"):
        table.add_column(heading, justify="right" if heading == "wagers" else "left", no_wrap=True)
    for row in rows:
        table.add_row(row["id"], row["title"], _chapter(row), "\n".join(_editions(row)), str(row["wagers"]))
    return table


def _editions(row: dict[str, Any]) -> list[str]:
    """Each edition with its status."""
    return [f"{edition} ({_STATUS.get(status, status)})" for edition, status in row["edition_status"].items()]


def _print_narrow(out: Console, row: dict[str, Any]) -> None:
    """Print a game on a narrow terminal: its id on its own line, the rest wrapped below it."""
    from rich.text import Text

    out.print(Text(row["id"], style="bold"), no_wrap=True, overflow="ignore", crop=False)
    wagers = f"{row['wagers']} wager{'' if row['wagers'] == 1 else 's'}"
    says = f"{row['title']}, {_chapter(row)}; {', '.join(_editions(row))}; {wagers}"
    out.print(filled(says, out.width, "  ", "  "))


def _chapter(row: dict[str, Any]) -> str:
    return f"58 Pa. Code {row['chapter']}"


def _in_three_sentences(module: str) -> str:
    """The description in the game's folder."""
    import importlib

    package = importlib.import_module(module)
    body = (package.__doc__ or "").partition("\n\n")[2]
    return " ".join(body.split())
