"""Finds an example for every modeled paragraph of an edition: search, shrink, check submissions, borrow, or report none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from houseway.core import AnyGame
from houseway.core.citation_graph import references
from houseway.core.progress import stage, working_on
from houseway.law import Citation, Paragraph, Rules
from houseway.questions import alphabet
from houseway.questions.edition_search import QUICK, SEED, USUAL, Best, Hint, SearchLimits, hit_order, search_edition
from houseway.questions.example import (
    BORROWED,
    CHECK,
    KINDS,
    ROUND,
    UNREACHED,
    Examples,
    ParagraphExample,
    in_order,
    modelled,
    outline_digest,
)
from houseway.questions.named_paragraphs import naming
from houseway.questions.round_walk import TableWalk, all_walked
from houseway.questions.script_search import CitingScript, ScriptSearch
from houseway.questions.search_node import Command, best_rank, played
from houseway.questions.shrinking import LONG, shrunk
from houseway.questions.variants import Settings, checks, under

PROCEDURES = {
    "procedure.toml",
    "steps.py",
    "procedures.py",
}  # files that name paragraphs only for procedures done step by step


def find(
    game: AnyGame, edition: str, bound: SearchLimits = USUAL, hints: Iterable[Hint] = (), before: Examples | None = None
) -> Examples:
    """Examples of all modeled paragraphs.

    `hints`: scripts found for other editions of the chapter. `before`: the results of an earlier search; the better one is kept.
    """
    wanted = modelled(game, edition)
    own = [] if before is None else hints_of([before])
    best = search_edition(game, edition, bound, list(hints), own)
    found: dict[Citation, ParagraphExample] = {}
    with stage("shrinking"):
        for n, paragraph in enumerate(wanted, 1):
            working_on(f"{n} of {len(wanted)}")
            hit = best.hits.get(paragraph.cite)
            if hit is not None:
                found[paragraph.cite] = _shrunk(game, best, paragraph.cite, *hit)
    by_check = checks(game, edition)
    for paragraph in wanted:
        if paragraph.cite not in found and paragraph.cite in by_check:
            found[paragraph.cite] = ParagraphExample(paragraph.cite, CHECK, by_check[paragraph.cite])
    told = in_words(bound, best)
    for paragraph in reversed(wanted):  # a heading comes after the paragraphs below it
        if paragraph.cite not in found:
            dead = is_dead(naming(game.chapter, edition, paragraph.cite), best.table)
            why = unreached_because(game, edition, paragraph, wanted, found)
            found[paragraph.cite] = borrowed(paragraph, wanted, found) or ParagraphExample(
                paragraph.cite, UNREACHED, dead=dead, why=dead_because(why, best.table) if dead else why
            )
    if before is not None:
        told = _further(before, best)
        found |= {cite: old for cite, old in before.found.items() if _is_better(game, edition, old, found[cite])}
    ordered = in_order(found[each.cite] for each in wanted)
    return Examples(game.id, edition, outline_digest(game, edition), told, ordered, all_walked(best.walked))


def find_missing(game: AnyGame, edition: str, before: Examples, hints: Iterable[Hint] = ()) -> Examples:
    """Keep the examples, and add those that a quick search finds for paragraphs without one."""
    lacking = [cite for cite, each in before.found.items() if each.kind == UNREACHED]
    best = search_edition(game, edition, QUICK, list(hints), hints_of([before]), lacking)
    found = dict(before.found)
    for cite in lacking:
        hit = best.hits.get(cite)
        if hit is not None:
            found[cite] = replace(_shrunk(game, best, cite, *hit), shortest=False)
    return replace(before, bound=_further(before, best), found=found, walked=all_walked(best.walked))


def _further(before: Examples, best: Best) -> str:
    return f"{before.bound}; a further search tried {best.tried:,} commands more"


def _is_better(game: AnyGame, edition: str, old: ParagraphExample, new: ParagraphExample) -> bool:
    """Is the earlier example at least as good? A round is best, then a check, then a borrowed example, then none."""
    if old.kind != ROUND or new.kind != ROUND:
        return KINDS.index(old.kind) < KINDS.index(new.kind)

    def order(example: ParagraphExample) -> tuple[int, int, int, int]:
        answer = under(game, edition, example.settings)
        script = tuple(dict(each) for each in example.script)
        told = None if answer is None or answer.rules is None else played(game, answer.rules, script)
        rank = None if told is None else best_rank(told, example.cite)
        return (9, 9, 9, 9) if rank is None else hit_order(example.settings, CitingScript(rank, script))

    return (order(old), not old.shortest) <= (order(new), not new.shortest)


def in_words(bound: SearchLimits, best: Best) -> str:
    """How far a search went, in words."""
    more = len(best.complete) - 1
    sessions = " and sessions that use up the cards" if best.depleted else ""
    return (
        f"all scripts of {best.complete[()]} commands ({alphabet.IN_WORDS}), then random play{sessions}; {best.tried:,} commands "
        f"in all, under the default submission and {more} other settings"
    )


def hints_of(examples: Iterable[Examples]) -> list[Hint]:
    """The scripts of examples, with their settings."""
    rounds = (each for found in examples for each in found.found.values() if each.kind == ROUND)
    return [(each.settings, tuple(dict(command) for command in each.script)) for each in rounds]


def holds(game: AnyGame, rules: Rules, cite: str, at_best: int, script: tuple[Command, ...]) -> bool:
    """Does a script still cite a paragraph, with a rank at least this good?"""
    if not script or script[0]["do"] != "open":
        return False
    told = played(game, rules, script)
    found = None if told is None else best_rank(told, cite)
    return found is not None and found <= at_best


def _shrunk(game: AnyGame, best: Best, cite: Citation, settings: Settings, hit: CitingScript) -> ParagraphExample:
    settings = _fewer(game, best, cite, settings, hit)
    rules = best.rules[settings]
    if len(hit.script) < LONG:
        hit = ScriptSearch(game, rules, SEED, hits={cite: hit}).smaller(cite)  # a quick first pass, without shuffling
    check: Callable[[tuple[Command, ...]], bool] = partial(holds, game, rules, cite, hit.rank)
    assert check(hit.script), f"{cite}: what was found is not found again: {hit.script}"
    script = shrunk(hit.script, check)
    return ParagraphExample(cite, ROUND, settings, script, shortest=len(script) <= best.complete.get(settings, 0) + 1)


def _fewer(game: AnyGame, best: Best, cite: Citation, settings: Settings, hit: CitingScript) -> Settings:
    """Reduce the settings to those that the example needs."""
    for each in reversed(settings):
        less = tuple(other for other in settings if other != each)
        if less not in best.rules:
            answer = under(game, best.edition, less)
            if answer is None or answer.rules is None:
                continue
            best.rules[less] = answer.rules
        if holds(game, best.rules[less], cite, hit.rank, hit.script):
            settings = less
    return settings


def is_dead(named: list[str], table: TableWalk | None) -> bool:
    """Is an unreached paragraph dead law? Only if every position was tried, and only if the rules themselves name it:
    the walk does not include procedures that people do step by step."""
    return bool(named) and PROCEDURES.isdisjoint(named) and table is not None and table.ended


def dead_because(why: str, table: TableWalk | None) -> str:
    """The reason, reworded as a proof."""
    assert table is not None
    return f"{why.replace('never reached', 'dead law', 1)}; {table.in_words}"


def unreached_because(
    game: AnyGame,
    edition: str,
    paragraph: Paragraph,
    among: tuple[Paragraph, ...],
    found: Mapping[Citation, ParagraphExample],
) -> str:
    """Why no example was found: no file of the rules cites the paragraph, or the code that cites it was never reached."""
    named = naming(game.chapter, edition, paragraph.cite)
    beside = [each.cite for each in among if set(each.modelled) & set(paragraph.modelled)]
    shown = [cite for cite in beside if cite in found and found[cite].kind == ROUND][:1]
    where = f"it is modelled in {', '.join(paragraph.modelled)}"
    where += f", where § {shown[0]} decides" if shown else ""
    if named:
        return f"never reached, though it is cited in {', '.join(named)}; {where}"
    return f"never reached: no rule cites it by itself; {where}"


def borrowed(
    paragraph: Paragraph, among: tuple[Paragraph, ...], found: Mapping[Citation, ParagraphExample]
) -> ParagraphExample | None:
    """For a heading, the example of a paragraph below it; for a defined term, that of a paragraph modeled in the same place."""
    own = [each.cite for each in among if each.cite != paragraph.cite and found.get(each.cite) is not None]
    own = [cite for cite in own if found[cite].kind in (ROUND, CHECK)]
    below = [cite for cite in own if cite.under(paragraph.cite)]
    if below:
        first = min(below, key=lambda cite: (found[cite].kind != ROUND, bool(found[cite].settings)))
        return ParagraphExample(paragraph.cite, BORROWED, of=first, why=f"{paragraph.cite} heads {first}")
    headed = [cite for cite in found if cite.under(paragraph.cite) and found[cite].kind == BORROWED]
    if headed:  # definitions with borrowed examples
        first, of = headed[-1], found[headed[-1]].of
        return ParagraphExample(
            paragraph.cite, BORROWED, of=of, why=f"{paragraph.cite} heads {first}, which borrows it"
        )
    if "[" not in paragraph.cite:
        return None
    places = {each.cite: set(each.modelled) & set(paragraph.modelled) for each in among}
    beside = [cite for cite in own if places[cite]]
    if beside:
        place = min(places[beside[0]])
        return ParagraphExample(
            paragraph.cite, BORROWED, of=beside[0], why=f"{beside[0]} is modelled in the same place, {place}"
        )
    known = tuple(each.cite for each in among)
    texts = {each.cite: each.says for each in among}
    named = [cite for cite in references(paragraph.says, paragraph.cite, known) if cite in own]
    term = paragraph.cite.partition("[")[2].rstrip("]").lower()
    using = [cite for cite in own if term in texts[cite].lower()]
    if named:
        return ParagraphExample(paragraph.cite, BORROWED, of=named[0], why=f"the definition names {named[0]}")
    return ParagraphExample(paragraph.cite, BORROWED, of=using[0], why=f"{using[0]} uses the term") if using else None
