"""Writes docs/findings.md: what an executable law finds in its own texts, with the command beside each figure.

    make findings

The lists come from the chapters' files, the figures from the library. A test compares the lists and the digest of the law's
files with what is written; the night computes every figure again.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

from houseway.compare import compare
from houseway.core import AnyGame
from houseway.games import find_game, games, load
from houseway.games.down_under_blackjack.mathematics.best_play import solve
from houseway.games.down_under_blackjack.mathematics.card_counts import full_shoe
from houseway.games.down_under_blackjack.mathematics.terms import Terms
from houseway.law.reading import Reading
from houseway.odds import percent
from houseway.questions.claims import ClaimTable
from houseway.questions.mistakes import mistakes
from houseway.questions.pricing import RowKey, price
from houseway.questions.readings_report import ReadingsReport, readings_report

PLACE = Path(__file__).parents[1] / "docs" / "findings.md"
HEAD = """# Findings

What an executable law finds in its own texts. This page is made by `make findings`; the command beside each figure gives it
again. Figures are for the default submission unless a command says otherwise; house edges and holds are per unit wagered."""
MISPRINTS = {  # readings that a misprint or a wrong pointer asks for, by chapter; all others are gaps or contradictions
    "617a": ("covered_layout_citation",),
    "619a": ("order_of_sections",),
    "621a": ("list_of_tiles", "before_exposing"),
    "623a": ("lost_labels", "misnamed", "no_roll_persons", "dice_in_set"),
    "651a": ("payout_pointer", "exemption_named", "one_refusal", "preshuffled_spread", "cover_cards"),
    "685a": ("two_subsections_d", "soft_total", "reshuffled_is_preshuffled", "preshuffled_spread", "even_money"),
}
PREAMBLE = (
    '685a, preamble: the hold is given for "section 682a.11", and the wagers for "section 682a.6"; the chapter is 685a (filing '
    "125-218, under Explanation)."
)


def digest() -> str:
    """A digest of the files of the law: this page is made from them."""
    found = hashlib.sha256()
    for game in _chapters():
        for path in sorted(game.chapter.folder.rglob("*.toml")):
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:32]


def _chapters() -> list[AnyGame]:
    """One game of each chapter."""
    return list(
        {game.chapter.outline.chapter: game for game in reversed(list(games(outside=False).values()))}.values()
    )[::-1]


def page() -> Iterator[str]:
    """The page, part by part."""
    yield HEAD
    yield from _casino_wars()
    yield from _twenty_two()
    yield from _house_ways()
    yield from _open_questions()
    yield from _errors()
    yield gaps()
    yield dead_law()
    yield f"---\n\nMade from the law's files with digest `{digest()}`."


def _command(text: str) -> str:
    return f"```\n{text}\n```"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    listed = list(heads)
    lines = [" | ".join(listed), " | ".join("---" for _ in listed), *(" | ".join(row) for row in rows)]
    return "\n".join(f"| {line} |" for line in lines)


def _casino_wars() -> Iterator[str]:
    yield "## The two Casino Wars of 2011 and 2012 are one, and the comment's is not"
    game = find_game("casino-war")
    editions = ("2011-proposed", "2012-final", "2011-comment")
    rows = []
    for edition in editions:
        rules = load("casino-war", [f"edition={edition}", "decks=6"])[1]
        edges = {**price(game, rules, "initial").edges, **price(game, rules, "tie").edges}
        wanted = (RowKey("initial", "", "go-to-war"), RowKey("initial", "", "surrender"), RowKey("tie"))
        rows.append([edition, *(percent(edges[key], 4) for key in wanted)])
    yield _table(("edition", "Initial, going to War", "Initial, surrendering", "Tie"), rows)
    for first, second in (editions[:2], editions[1:]):
        found = compare(game, first, second, ())
        yield f"{_command(f'houseway diff casino-war {first} {second}')}\n\n{found.answer}"
    yield (
        "The proposal collects the Initial Wager before the War deal and pays 2 to 1; the final text leaves it up and pays "
        "1 to 1: the same money. The comment asked for the final text's payouts and let the Initial Wager win on a tie at War, "
        "which nobody adopted."
    )


def _twenty_two() -> Iterator[str]:
    yield "## What 22 does to the hold of Down Under Blackjack"
    game, rules = load("down-under-blackjack")
    found = readings_report(game, rules)
    row = RowKey("bet", "", "optimal")
    interval = next(each for each in found.intervals if each.row == row)
    claim = found.claims[0]
    yield _command("houseway readings down-under-blackjack")
    alone = [
        [f"`{question.name} = {other.answer}`", question.cite, percent(change.edge), percent(change.change)]
        for question in found.questions
        for other in question.alternatives
        for change in other.changes
        if change.row == row and change.edge is not None and change.change is not None
    ]
    yield (
        f"As submitted, best play leaves the house {percent(interval.edge or Fraction(0))} of a Bet Wager (six decks). What the "
        f"text leaves open about a dealer's 22 moves it between {percent(interval.lowest)} and {percent(interval.highest)}: "
        "under some readings the player has the edge."
    )
    yield _table(("reading, alone", "§", "hold", "change"), alone)
    shoe, maths = "card_counts import full_shoe", "from houseway.games.down_under_blackjack.mathematics"
    run = f"{maths}.best_play import solve\n{maths}.{shoe}\n{maths}.terms import Terms\n"
    run += "print(-solve(full_shoe(6), Terms(returns_on_22=False)).expected)"
    yield f"```python\n{run}\n```"
    without = percent(Fraction(-solve(full_shoe(6), Terms(returns_on_22=False)).expected))
    yield (
        f"If a dealer's 22 lost like any other total over 21, best play with the card reader's light would leave the house "
        f"{without}: the rule of § 685a.7(n)(1) is what makes the game playable for a house that shows the range of its hole "
        "card."
    )
    yield (
        f"The Board gives {percent(claim.claim.low, 2)} to {percent(claim.claim.high, 2)} ({claim.claim.source}). Of "
        f"{claim.figures} figures, over {len(claim.rows)} combinations of answers and {len(claim.choices)} numbers of decks, "
        f"{claim.inside_count} round into that range, {_whole(claim)}. (`houseway strategy down-under-blackjack hold` has other "
        "ways to play, too.)"
    )


def _whole(claim: ClaimTable) -> str:
    whole = sum(all(map(claim.inside, row.holds)) for row in claim.rows)
    return (
        "and no combination does for every number of decks"
        if not whole
        else f"{whole} of them for every number of decks"
    )


def _house_ways() -> Iterator[str]:
    yield "## Careless house ways can be beaten, and the strongest cannot"
    rows = []
    for way in ("strongest", "readable", "highest-high", "highest-low"):
        game, rules = load("pai-gow", [f"house_way={way}"])
        edges = price(game, rules, "wager").edges
        reply = edges[RowKey("wager", "", "optimal")]
        who = "the house" if reply > 0 else "the player"
        rows.append([f"`{way}`", percent(edges[RowKey("wager", "", "house-way")], 4), percent(reply, 4), who])
    yield _command("houseway odds pai-gow --set house_way=highest-low")
    yield _table(("house way", "house edge, copied", "house edge, best reply", "favors"), rows)
    yield (
        "§ 621a.10(d) leaves 15,314 of 35,960 hands open. To play always the highest high hand, or always the highest low hand, "
        "is lawful and gives a player who knows it the edge. The strongest completion gives it to nobody: no completion leaves "
        "the player less ([house-ways.md](house-ways.md))."
    )


def _open_questions() -> Iterator[str]:
    yield "## Which open questions move money"
    rows = []
    for name in games(outside=False):
        if name == "mini-craps":  # its wagers are those of Craps
            continue
        game, rules = load(name)
        found = readings_report(game, rules)
        rows += list(_moving(found))
    yield _command("houseway readings GAME")
    yield _table(("game", "reading", "§", "wagers", "changes the house edge by", "for"), rows)
    yield "Alone, no other answer of any chapter moves the odds of a wager under the default submission."


def _moving(found: ReadingsReport) -> Iterator[list[str]]:
    for question in found.questions:
        for other in question.alternatives:
            changes = [each.change for each in other.changes if each.change]
            if not changes:
                continue
            low, high = min(changes), max(changes)
            ends = dict.fromkeys((percent(low), percent(high)))
            span = " to ".join(ends)
            kinds = dict.fromkeys(change.row.wager.partition(":")[0] for change in other.changes)
            side = "the house" if low > 0 else "players" if high < 0 else "either"
            answer = f"`{question.name} = {other.answer}`"
            yield [found.game, answer, question.cite, ", ".join(kinds), span, side]


def _errors() -> Iterator[str]:
    yield "## What a mistake is worth"
    rows = []
    for name in games(outside=False):
        if name == "mini-craps":
            continue
        game, rules = load(name)
        found = mistakes(game, rules)
        cite, worst = found.ranked()[0]
        most = max(worst, key=lambda each: abs(each.average) - 2 * (each.error or 0))
        unchanged = sum(all(each.unchanged for each in those) for _, those in found.ranked())
        cents = f"{float(1000 * most.average):+.1f}" + (
            "" if most.error is None else f" ± {float(1000 * most.error):.1f}"
        )
        note = ", ".join(filter(None, (most.wager, most.noted, most.answer)))
        span = f"{float(1000 * most.lowest):+,.1f} to {float(1000 * most.highest):+,.1f}"
        rows.append([name, cite, note, cents, span, f"{unchanged} of {len(found.ranked())}"])
    yield _command("houseway mistakes GAME")
    heads = (
        "game",
        "dearest",
        "of",
        "cents to the player per $10",
        "in a single position",
        "remedies that change nothing",
    )
    yield _table(heads, rows)


def gaps() -> str:
    """Gaps and misprints by chapter, as a list that one could send to the Board."""
    parts = ["## Gaps and misprints, by chapter", _command("houseway rules GAME")]
    parts.append("Each is answered here so that a table can run; the answer is ours, and the Board's would replace it.")
    for game in _chapters():
        chapter = game.chapter.outline.chapter
        readings = game.chapter.readings
        printed = [each for each in readings if each.name in MISPRINTS.get(chapter, ())]
        others = [each for each in readings if each not in printed]
        parts.append(f"### Chapter {chapter}: {game.title}")
        for head, those in (("Misprints and wrong pointers", printed), ("Gaps and contradictions", others)):
            extra = [f"- {PREAMBLE}"] if chapter == "685a" and those is printed else []
            if those or extra:
                parts.append(f"**{head}**")
                parts.append("\n".join([*map(_listed, those), *extra]))
    return "\n\n".join(parts)


def _listed(reading: Reading) -> str:
    only = f" ({', '.join(reading.only)})" if reading.only else ""
    choices = len(reading.ids) - 1
    others = f" *{choices} other {'answer' if choices == 1 else 'answers'} can be chosen.*" if choices else ""
    return (
        f"- § {reading.cite}{only}: {reading.question} **Our answer:** {dict(reading.answers)[reading.default]}{others}"
    )


def dead_law() -> str:
    """Paragraphs that no round reaches, where the search for examples has shipped what it found."""
    parts = ["## Dead law, and paragraphs that no round shows", _command("houseway rules GAME --unreached")]
    rows = []
    for game in games(outside=False).values():
        for edition in game.chapter.outline.editions:
            rows += [[game.id, edition, f"§ {row['cite']}", row.get("why", "")] for row in _unreached(game, edition)]
    dead = sum(row[3].startswith("dead law") for row in rows)
    parts.append(
        f"{dead or 'No'} paragraph{'s are' if dead > 1 else ' is'} dead law: cited by a rule that nothing can reach, with every "
        "position tried. Those below were never reached by the search, which is no proof. Most are not cited by themselves: "
        "their content is part of another paragraph's rule."
    )
    if rows:
        parts.append(_table(("game", "edition", "paragraph", "what was tried"), rows))
    else:
        parts.append("No results of the search for examples are shipped yet.")
    return "\n\n".join(parts)


def _unreached(game: AnyGame, edition: str) -> Iterator[dict[str, str]]:
    for path in sorted((game.chapter.folder / "examples").glob(f"*{edition}.jsonl")):
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        if rows and rows[0].get("game", game.id) == game.id:
            yield from (row for row in rows if row.get("kind") == "unreached")


if __name__ == "__main__":
    PLACE.write_text("\n\n".join(page()) + "\n", encoding="utf-8")
    print(f"houseway: wrote {PLACE.name}", file=sys.stderr)
