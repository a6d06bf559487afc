"""Find an example for every modelled paragraph of an edition: search, shrink, check submissions, borrow, or say there is none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from houseway.core import AnyGame
from houseway.core.citation_graph import references
from houseway.core.progress import stage, working_on
from houseway.law import Chapter, Citation, Paragraph, Rules
from houseway.questions import alphabet
from houseway.questions.example import (
    BORROWED,
    CHECK,
    KINDS,
    ROUND,
    UNREACHED,
    Example,
    Examples,
    in_order,
    modelled,
    outline_digest,
)
from houseway.questions.focusing import focus
from houseway.questions.searching import Hit, Search
from houseway.questions.shrinking import shrunk
from houseway.questions.standing import ACTS, REFUSES_REPORT, Command, best_rank, played
from houseway.questions.variants import Settings, checks, pairs, under, variants

SEED = "examples"
SHORT, MOST_KNOWN = 12, 40  # known scripts that are tried under other settings: their commands, and how many
LESS = 4  # a part of the bound does where scripts are known, or where what is missing refuses already


@dataclass(frozen=True, slots=True)
class Bound:
    """How many commands a search tries: all scripts, random play, and that under each other setting and each pair of them."""

    exhaust: int = 15_000
    roam: int = 60_000
    episodes: int = 6
    variant: int = 1_200
    pair: int = 600
    most_pairs: int = 12


USUAL = Bound()
Hint = tuple[Settings, tuple[Command, ...]]


@dataclass
class _Best:
    """The best hit for each paragraph, and the settings it was found under."""

    edition: str
    rules: dict[Settings, Rules] = field(default_factory=dict)
    hits: dict[str, tuple[Settings, Hit]] = field(default_factory=dict)
    complete: dict[Settings, int] = field(default_factory=dict)
    tried: int = 0

    def take(self, settings: Settings, search: Search) -> None:
        """The hits of a search, where they are better."""
        for cite, hit in search.hits.items():
            known = self.hits.get(cite)
            if known is None or _worth(settings, hit) < _worth(*known):
                self.hits[cite] = (settings, hit)
        self.rules[settings] = search.rules
        self.complete[settings] = max(search.complete, self.complete.get(settings, 0))
        self.tried += search.tried


def _worth(settings: Settings, hit: Hit) -> tuple[int, int, int, int]:
    """Smaller is better: a paragraph that acts before one that refuses, then fewer settings, settling, fewer commands."""
    return max(hit.rank, ACTS), len(settings), hit.rank, len(hit.script)


def find(
    game: AnyGame, edition: str, bound: Bound = USUAL, hints: Iterable[Hint] = (), before: Examples | None = None
) -> Examples:
    """Examples of all modelled paragraphs.

    `hints`: scripts that were found for other texts of the chapter. `before`: what an earlier search found; the better is kept.
    """
    wanted = modelled(game, edition)
    own = [] if before is None else hints_of([before])
    best = _searched(game, edition, bound, list(hints), own)
    found: dict[Citation, Example] = {}
    with stage("shrinking"):
        for n, paragraph in enumerate(wanted, 1):
            working_on(f"{n} of {len(wanted)}")
            hit = best.hits.get(paragraph.cite)
            if hit is not None:
                found[paragraph.cite] = _shrunk(game, best, paragraph.cite, *hit)
    by_check = checks(game, edition)
    for paragraph in wanted:
        if paragraph.cite not in found and paragraph.cite in by_check:
            found[paragraph.cite] = Example(paragraph.cite, CHECK, by_check[paragraph.cite])
    told = in_words(bound, best)
    for paragraph in reversed(wanted):  # what is headed comes before its heading
        if paragraph.cite not in found:
            found[paragraph.cite] = borrowed(paragraph, wanted, found) or Example(
                paragraph.cite, UNREACHED, why=unreached_because(game, edition, paragraph, wanted, found)
            )
    if before is not None:
        told = f"{before.bound}; a further search tried {best.tried:,} commands more"
        found |= {cite: old for cite, old in before.found.items() if _is_better(game, edition, old, found[cite])}
    ordered = in_order(found[each.cite] for each in wanted)
    return Examples(game.id, edition, outline_digest(game, edition), told, ordered)


def _is_better(game: AnyGame, edition: str, old: Example, new: Example) -> bool:
    """Is the earlier example as good as the new one? A round before a check, before a borrowed one, before none."""
    if old.kind != ROUND or new.kind != ROUND:
        return KINDS.index(old.kind) < KINDS.index(new.kind)

    def worth(example: Example) -> tuple[int, int, int, int]:
        answer = under(game, edition, example.settings)
        script = tuple(dict(each) for each in example.script)
        told = None if answer is None or answer.rules is None else played(game, answer.rules, script)
        rank = None if told is None else best_rank(told, example.cite)
        return (9, 9, 9, 9) if rank is None else _worth(example.settings, Hit(rank, script))

    return (worth(old), not old.shortest) <= (worth(new), not new.shortest)


def in_words(bound: Bound, best: _Best) -> str:
    """How far a search went."""
    more = len(best.complete) - 1
    return (
        f"all scripts of {best.complete[()]} commands ({alphabet.IN_WORDS}), then random play; {best.tried:,} commands in all, "
        f"under the default submission and {more} other settings"
    )


def hints_of(examples: Iterable[Examples]) -> list[Hint]:
    """The scripts of examples, with their settings."""
    rounds = (each for found in examples for each in found.found.values() if each.kind == ROUND)
    return [(each.settings, tuple(dict(command) for command in each.script)) for each in rounds]


def _searched(game: AnyGame, edition: str, bound: Bound, hints: list[Hint], own: list[Hint]) -> _Best:
    best, toward, less = _Best(edition), next_to(game, edition), LESS if hints else 1

    def run(settings: Settings, exhaust: int, roam: int, episodes: int) -> None:
        answer = under(game, edition, settings)
        assert answer is not None and answer.rules is not None, settings
        search = Search(
            game, answer.rules, SEED, {cite: near for cite, near in toward.items() if _applies(answer.rules, cite)}
        )
        if exhaust:
            search.exhaust(exhaust)
        known = [script for _, script in (*own, *hints)] + [hit.script for _, hit in best.hits.values()]
        if settings:
            known = [script for script in known if len(script) <= SHORT][:MOST_KNOWN]
        for episode in range(2 * episodes if episodes > 1 else episodes):
            if episode >= episodes and not search.missing:
                break  # all is found; otherwise it goes on for as long again
            search.roam(roam // episodes, _distinct(known), episode)
            search.tidy()
            known = [hit.script for hit in search.hits.values()]
        if not settings and episodes:
            focus(search, bound.roam // less)
        best.take(settings, search)

    def missing(rank: int) -> list[str]:
        return [cite for cite in toward if cite not in best.hits or best.hits[cite][1].rank > rank]

    with stage("default submission"):
        run((), bound.exhaust, bound.roam // less, bound.episodes // less or 1)
    singles = variants(game, edition)
    for n, settings in enumerate(singles, 1):
        if missing(ACTS):
            with stage(f"settings {n} of {len(singles)} ({' '.join(settings)[:80]})"):
                run(settings, 0, bound.variant if missing(REFUSES_REPORT) else bound.variant // LESS, 1)
    both = pairs(game, edition)[: bound.most_pairs] if missing(REFUSES_REPORT) else []
    for n, settings in enumerate(both, 1):
        with stage(f"two settings {n} of {len(both)} ({' '.join(settings)[:80]})"):
            run(settings, 0, bound.pair, 1)
    for settings in dict.fromkeys(settings for settings, _ in best.hits.values() if settings):
        with stage(f"short scripts ({' '.join(settings)[:80]})"):
            run(settings, bound.exhaust // 10, 0, episodes=0)
    return best


def next_to(game: AnyGame, edition: str) -> dict[str, list[str]]:
    """The paragraphs that an event may cite, each with those that are modelled in the same place or stand beside it.

    Headings are not looked for: they may borrow.
    """
    wanted = modelled(game, edition)
    found: dict[str, list[str]] = {}
    for paragraph in wanted:
        if naming(game.chapter, edition, paragraph.cite) and not is_heading(paragraph, wanted):
            above = paragraph.cite.rpartition("(")[0]
            others = [each for each in wanted if each.cite != paragraph.cite]
            place = [str(each.cite) for each in others if set(each.modelled) & set(paragraph.modelled)]
            found[paragraph.cite] = place or [
                str(each.cite) for each in others if each.cite.rpartition("(")[0] == above
            ]
    return found


def _distinct(scripts: Iterable[tuple[Command, ...]]) -> list[tuple[Command, ...]]:
    """Each script once."""
    return list({json.dumps(script): script for script in scripts}.values())


def holds(game: AnyGame, rules: Rules, cite: str, at_best: int, script: tuple[Command, ...]) -> bool:
    """Does a script cite a paragraph, and does the paragraph do as much in it?"""
    if not script or script[0]["do"] != "open":
        return False
    told = played(game, rules, script)
    found = None if told is None else best_rank(told, cite)
    return found is not None and found <= at_best


def _shrunk(game: AnyGame, best: _Best, cite: Citation, settings: Settings, hit: Hit) -> Example:
    settings = _fewer(game, best, cite, settings, hit)
    rules = best.rules[settings]
    hit = Search(game, rules, SEED, hits={cite: hit}).smaller(cite)  # quickly first, without shuffling
    check: Callable[[tuple[Command, ...]], bool] = partial(holds, game, rules, cite, hit.rank)
    assert check(hit.script), f"{cite}: what was found is not found again: {hit.script}"
    script = shrunk(hit.script, check)
    return Example(cite, ROUND, settings, script, shortest=len(script) <= best.complete.get(settings, 0) + 1)


def _fewer(game: AnyGame, best: _Best, cite: Citation, settings: Settings, hit: Hit) -> Settings:
    """The settings without those that an example does not need."""
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


def unreached_because(
    game: AnyGame, edition: str, paragraph: Paragraph, among: tuple[Paragraph, ...], found: Mapping[Citation, Example]
) -> str:
    """Why no example may have been found: no file of the rules names it, or none of those that do acted."""
    named = naming(game.chapter, edition, paragraph.cite)
    beside = [each.cite for each in among if set(each.modelled) & set(paragraph.modelled)]
    shown = [cite for cite in beside if cite in found and found[cite].kind == ROUND][:1]
    where = f"it is modelled in {', '.join(paragraph.modelled)}"
    where += f", where § {shown[0]} decides" if shown else ""
    if named:
        return f"never reached, though it is named in {', '.join(named)}; {where}"
    return f"never reached: no file of the rules names it; {where}"


def _applies(rules: Rules, cite: str) -> bool:
    """Can a paragraph decide under these settings? Not if it only orders steps that other settings ask for."""
    if (
        any(not name.startswith("procedure") for name in naming(rules.chapter, rules.edition.id, Citation(cite)))
        or cite in rules.chapter.reports
    ):
        return True
    steps = [step for each in rules.chapter.procedures.values() for step in each.steps if step.cite == cite]
    chosen = {key: str(value).lower() for key, value in rules.options.items()}
    return any(all(chosen.get(key, values[0]) in values for key, values in step.when) for step in steps)


def naming(chapter: Chapter, edition: str, cite: Citation) -> list[str]:
    """The files of the rules that name a paragraph, as far as this edition is concerned."""
    above, _, last = cite.rpartition("(")
    texts = _texts(chapter.folder, edition)
    found = sorted(name for name, text in texts if f'"{cite}"' in text)
    if not found and any(f'"{above}"' in text for _, text in texts):  # it may be put together: f"{cite}(i)"
        found = sorted(name for name, text in texts if f'}}({last}"' in text)
    steps = [step for each in chapter.procedures.values() for step in each.steps if step.cite == cite]
    asked = [step for step in steps if edition in dict(step.when).get("edition", (edition,))]
    return [*found, *(["procedure.toml"] if asked or cite in chapter.reports else [])]


@lru_cache(maxsize=8)
def _texts(folder: Path, edition: str) -> list[tuple[str, str]]:
    files = [*folder.rglob("*.py"), folder / "editions" / f"{edition}.toml"]
    return [(each.name, each.read_text(encoding="utf-8")) for each in files]


def is_heading(paragraph: Paragraph, among: Iterable[Paragraph]) -> bool:
    """Does it head others?"""
    return any(each.cite != paragraph.cite and each.cite.under(paragraph.cite) for each in among)


def borrowed(paragraph: Paragraph, among: tuple[Paragraph, ...], found: Mapping[Citation, Example]) -> Example | None:
    """The example of what a heading heads, or of what is modelled where a defined term is."""
    own = [each.cite for each in among if each.cite != paragraph.cite and found.get(each.cite) is not None]
    own = [cite for cite in own if found[cite].kind in (ROUND, CHECK)]
    below = [cite for cite in own if cite.under(paragraph.cite)]
    if below:
        first = min(below, key=lambda cite: (found[cite].kind != ROUND, bool(found[cite].settings)))
        return Example(paragraph.cite, BORROWED, of=first, why=f"{paragraph.cite} heads {first}")
    headed = [cite for cite in found if cite.under(paragraph.cite) and found[cite].kind == BORROWED]
    if headed:  # definitions, which borrow themselves
        first, of = headed[-1], found[headed[-1]].of
        return Example(paragraph.cite, BORROWED, of=of, why=f"{paragraph.cite} heads {first}, which borrows it")
    if "[" not in paragraph.cite:
        return None
    places = {each.cite: set(each.modelled) & set(paragraph.modelled) for each in among}
    beside = [cite for cite in own if places[cite]]
    if beside:
        place = min(places[beside[0]])
        return Example(
            paragraph.cite, BORROWED, of=beside[0], why=f"{beside[0]} is modelled in the same place, {place}"
        )
    known = tuple(each.cite for each in among)
    texts = {each.cite: each.says for each in among}
    named = [cite for cite in references(paragraph.says, paragraph.cite, known) if cite in own]
    term = paragraph.cite.partition("[")[2].rstrip("]").lower()
    using = [cite for cite in own if term in texts[cite].lower()]
    if named:
        return Example(paragraph.cite, BORROWED, of=named[0], why=f"the definition names {named[0]}")
    return Example(paragraph.cite, BORROWED, of=using[0], why=f"{using[0]} uses the term") if using else None
