"""`houseway games`: what there is."""

from __future__ import annotations

from typing import Any

from houseway.cli.common import AsJson, answered, console, print_json

_STATUS = {"final": "in force"}  # the other words of an edition's file say it themselves: proposed, comment


@answered
def games(as_json: AsJson = False) -> None:
    """List the games, their chapters and the editions that we hold.

    Example: houseway games
    """
    from houseway.games import games as discovered
    from houseway.games import load

    rows: list[dict[str, Any]] = [
        {
            "id": game.id,
            "title": game.title,
            "chapter": game.chapter.outline.chapter,
            "editions": list(game.chapter.outline.editions),
            "edition_status": {each: game.chapter.edition(each).status for each in game.chapter.outline.editions},
            "wagers": len(game.catalogue(load(game.id)[1])),
            "says": _in_three_sentences(type(game).__module__),
        }
        for game in discovered().values()
    ]
    if as_json:
        print_json({"games": rows})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "title", "chapter", "editions (default first)", "status", "wagers"):
        table.add_column(heading, justify="right" if heading == "wagers" else "left")
    for row in rows:
        table.add_row(
            str(row["id"]),
            str(row["title"]),
            f"58 Pa. Code {row['chapter']}",
            ", ".join(row["editions"]),
            ", ".join(_STATUS.get(status, status) for status in row["edition_status"].values()),
            str(row["wagers"]),
        )
    console().print(table)


def _in_three_sentences(module: str) -> str:
    """What the game's folder says of itself."""
    import importlib

    package = importlib.import_module(module.rpartition(".")[0])
    body = (package.__doc__ or "").partition("\n\n")[2]
    return " ".join(body.split())
