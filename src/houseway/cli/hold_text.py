"""The answer of `houseway hold` in words and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.money import dollars
from houseway.odds.sheet import percent
from houseway.questions.hold_words import caveats

if TYPE_CHECKING:
    from rich.console import RenderableType

    from houseway.questions.hold import Hold


def lines(found: Hold) -> Iterator[RenderableType]:
    """All that is printed, from the top."""
    from rich.text import Text

    document = found.document
    yield Text(_title(found), style="bold")
    for each in document["players"]:
        yield Text(_player(each, len(document["players"]) > 1))
    yield Text("")
    yield from _house(document)
    yield Text("")
    yield _percentiles(document)
    yield Text("")
    yield Text(_loses(document))
    for each in document["ruin"]:
        yield from (Text(line) for line in _ruin(each, document))
    if "out_of_line" in document:
        yield Text(_out_of_line(document))
    yield Text("")
    for line in caveats(document):
        yield Text(line, style="dim")


def _title(found: Hold) -> str:
    document = found.document
    shift = f" ({document['hours']:g} hours at {document['rounds_per_hour']:,})" if "hours" in document else ""
    return f"{found.game.title}, {document['edition']}: {_rounds(document)}{shift}"


def _rounds(document: Mapping[str, Any]) -> str:
    return f"{document['rounds']:,} {document['round']}{'s' * (document['rounds'] != 1)}"


def _player(each: Mapping[str, Any], named: bool) -> str:
    bets = ", ".join(f"{wager} {dollars(cents)}" for wager, cents in each["bets"].items())
    how = f", {each['strategy']}" if each["strategy"] else ""
    seats = f", {each['seats']} seats" if each["seats"] > 1 else ""
    return f"{each['name'] + ': ' if named else ''}{bets}{how}{seats}"


def _house(document: Mapping[str, Any]) -> Iterator[RenderableType]:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim")
    mean, edge = document["mean_cents"], document["house_edge"]
    exact = f"exactly {mean['exact']} cents" if mean["exact"] and "/" in mean["exact"] else ""
    table.add_row("the house wins on average", _money(mean["value"]), exact)
    table.add_row("standard deviation", _money(document["deviation_cents"]["value"]), "")
    share = percent(Fraction(edge["exact"])) if edge["exact"] else f"{100 * edge['value']:.3f}%"
    table.add_row("share of the stakes, long run", share, edge["exact"] or "")
    yield table


def _percentiles(document: Mapping[str, Any]) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("share of sessions", justify="right", no_wrap=True)
    table.add_column("the house wins at most", justify="right", no_wrap=True)
    for row in document["percentiles"]:
        high = row.get("or_up_to_cents")
        told = dollars(row["cents"]) + (f" to {dollars(high)}" if high is not None else "")
        table.add_row(f"{row['percent']}%", told)
    return table


def _loses(document: Mapping[str, Any]) -> str:
    found = document["house_loses"]
    if found["exact"] == "0" or found["at_most"] == 0:
        return "The house cannot lose."
    if found["value"] <= 2 * found["error"]:
        return f"The house loses with a chance of at most {found['at_most']:.2g}."
    exact = f", exactly {found['exact']}" if found["exact"] and len(found["exact"]) < 40 else ""
    return f"The house loses with a chance of {_chance(found['value'])}{exact}."


def _ruin(each: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[str]:
    who = "A player" if len(document["players"]) == 1 else f'Player "{each["player"]}"'
    target = f" who stops at {dollars(each['target_cents'])}" if each["target_cents"] else " who never stops"
    yield f"{who} with {dollars(each['bankroll_cents'])}{target} is ruined"
    within = f"within {_rounds(document)}"
    for words, ruined, reached in (
        (within, each["within_rounds"], each["target_within_rounds"]),
        ("ever", each["ever"], each["target_ever"]),
    ):
        if ruined is None:
            yield f"  {words}: not computed, it would take too long; ask for fewer rounds or a nearer target"
            continue
        exact = f" (exactly {ruined['exact']})" if ruined["exact"] and len(ruined["exact"]) < 40 else ""
        other = f", and reaches the target with {_chance(reached['value'])}" if reached is not None else ""
        yield f"  {words}: {_chance(ruined['value'])}{exact}{other}"


def _out_of_line(document: Mapping[str, Any]) -> str:
    found, word = document["out_of_line"], document["round"]
    held = percent(Fraction(found["held_share"])) if found["held_share"] else dollars(found["held_cents"])
    if found["side"] is None:
        return f"A table that holds {held} is never out of line: it holds no less than it should."
    than = "low, or lower," if found["side"] == "low" else "high, or higher,"
    if found["rounds"] is None and found["for_certain_from"] is None:
        return f"A table that holds {held} is not out of line after any number of {word}s that was tried."
    certain = f"from {found['for_certain_from']:,} {word}s on for certain"
    if found["rounds"] is None:
        return f"A table that holds {held} is out of line at one in a thousand {certain}."
    return (
        f"A table that holds {held} is out of line after {found['rounds']:,} {word}s: a result this {than} "
        f"comes up at most once in a thousand sessions of that length ({certain})."
    )


def _money(cents: float) -> str:
    return dollars(round(cents))


def _chance(value: float) -> str:
    if value == 0:
        return "0%"
    return f"{100 * value:.3f}%" if 0.00001 <= value <= 0.99999 else f"{100 * value:.6g}%"
