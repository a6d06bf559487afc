"""The searches for an edition: under the default submission, then under other settings for paragraphs still missing."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from houseway.core import AnyGame
from houseway.core.progress import stage
from houseway.law import Rules
from houseway.questions.depletion import deplete, drawn_from
from houseway.questions.directed_search import focus
from houseway.questions.named_paragraphs import applies, next_to
from houseway.questions.round_walk import TableWalk, WalkExtent, walk_rounds, walk_table
from houseway.questions.script_search import CitingScript, ScriptSearch
from houseway.questions.search_node import ACTS, REFUSES_REPORT, Command
from houseway.questions.variants import Settings, aimed, pairs, under, variants

SEED = "examples"
SHORT, MOST_KNOWN = 12, 40  # known scripts to try under other settings: the longest one, and how many
LESS = 4  # divides the bound if scripts are known, or if the missing paragraphs already have a refusal


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How many commands a search may try in each of its parts: short scripts, random play, other settings, pairs of settings."""

    exhaust: int = 15_000
    roam: int = 60_000
    episodes: int = 6
    variant: int = 1_200
    pair: int = 600
    most_pairs: int = 12
    walk: int = 8_000  # for walking the rounds of each wager
    table: int = 60_000  # for walking every position of a table, if a paragraph that the rules name is still missing
    deplete: int = 120_000  # for sessions that deplete the shoe, if a paragraph is still missing


USUAL = SearchLimits()
QUICK = SearchLimits(exhaust=1, roam=12_000, episodes=1, variant=300, pair=200, most_pairs=0, table=0)
Hint = tuple[Settings, tuple[Command, ...]]


@dataclass
class Best:
    """The best hit for each paragraph, and the settings it was found under."""

    edition: str
    rules: dict[Settings, Rules] = field(default_factory=dict)
    hits: dict[str, tuple[Settings, CitingScript]] = field(default_factory=dict)
    complete: dict[Settings, int] = field(default_factory=dict)
    tried: int = 0
    depleted: bool = False  # were there sessions that deplete the shoe?
    walked: list[WalkExtent] = field(default_factory=list)  # the rounds of each wager, under the default submission
    table: TableWalk | None = None  # every position of a table, under the default submission

    def take(self, settings: Settings, search: ScriptSearch) -> None:
        """Take over the better hits of a search."""
        for cite, hit in search.hits.items():
            known = self.hits.get(cite)
            if known is None or hit_order(settings, hit) < hit_order(*known):
                self.hits[cite] = (settings, hit)
        self.rules[settings] = search.rules
        self.complete[settings] = max(search.complete, self.complete.get(settings, 0))
        self.tried += search.tried


def hit_order(settings: Settings, hit: CitingScript) -> tuple[int, int, int, int]:
    """A sort key, smaller is better: acting before refusing, then fewer settings, then settling, then fewer commands."""
    return max(hit.rank, ACTS), len(settings), hit.rank, len(hit.script)


def search_edition(
    game: AnyGame,
    edition: str,
    bound: SearchLimits,
    hints: list[Hint],
    own: list[Hint],
    only: Collection[str] | None = None,
) -> Best:
    """Search under the default submission, then under other settings for missing paragraphs. `only`: just these paragraphs."""
    searches = _EditionSearch(game, edition, bound, hints, own)
    if only is not None:
        searches.toward = {cite: near for cite, near in searches.toward.items() if cite in only}
    searches.by_default()
    searches.one_by_one()
    searches.search_pairs()
    for settings in dict.fromkeys(settings for settings, _ in searches.best.hits.values() if settings):
        with stage(f"short scripts ({' '.join(settings)[:80]})"):
            searches.run(settings, bound.exhaust // 10, 0, episodes=0)
    if bound.table and searches.missing(REFUSES_REPORT):
        with stage("every position"):
            searches.best.table = walk_table(searches.search(()), bound.table)
    return searches.best


class _EditionSearch:
    """The searches of one edition under different settings, and their best hits."""

    def __init__(self, game: AnyGame, edition: str, bound: SearchLimits, hints: list[Hint], own: list[Hint]) -> None:
        self.game, self.edition, self.bound = game, edition, bound
        self.given = [*own, *hints]
        self.best, self.toward, self.less = Best(edition), next_to(game, edition), LESS if hints else 1
        self.drawn_by_default = 0

    def search(self, settings: Settings) -> ScriptSearch:
        """A new search under these settings."""
        answer = under(self.game, self.edition, settings)
        assert answer is not None and answer.rules is not None, settings
        rules = answer.rules
        return ScriptSearch(
            self.game, rules, SEED, {cite: near for cite, near in self.toward.items() if applies(rules, cite)}
        )

    def run(self, settings: Settings, exhaust: int, roam: int, episodes: int, walk: int = 0) -> None:
        """Search under these settings, and keep the better hits."""
        search = self.search(settings)
        if exhaust:
            search.exhaust(exhaust)
        if walk:
            walked = walk_rounds(search, walk)
            self.best.walked = self.best.walked or walked
        known = self._known(settings)
        for episode in range(2 * episodes if episodes > 1 else episodes):
            if episode >= episodes and not search.missing:
                break  # everything was found; otherwise run as many episodes again
            search.roam(roam // episodes, _distinct(known), episode)
            search.tidy()
            known = [hit.script for hit in search.hits.values()]
        if episodes:
            focus(search, roam if settings else self.bound.roam // self.less)
            self._deplete(search, settings)
        self.best.take(settings, search)

    def _deplete(self, search: ScriptSearch, settings: Settings) -> None:
        """Deplete the shoe; under other settings, only if there is less in it than by default."""
        if not self.bound.deplete or not search.missing:
            return
        amount = drawn_from(search)
        if not settings:
            self.drawn_by_default = amount
        if not settings or amount < self.drawn_by_default:
            self.best.depleted |= deplete(search, self.bound.deplete)

    def _known(self, settings: Settings) -> list[tuple[Command, ...]]:
        """Scripts to start from; under non-default settings, the scripts found under them and a few short others."""
        same = [script for found_under, script in self.given if found_under == settings]
        others = [script for found_under, script in self.given if found_under != settings]
        others += [hit.script for _, hit in self.best.hits.values()]
        if settings:
            others = [script for script in others if len(script) <= SHORT][:MOST_KNOWN]
        return same + others

    def missing(self, rank: int) -> list[str]:
        """The paragraphs that were not reached, or only with a worse rank than this one."""
        hits = self.best.hits
        return [cite for cite in self.toward if cite not in hits or hits[cite][1].rank > rank]

    def by_default(self) -> None:
        """Search under the default submission."""
        bound = self.bound
        with stage("default submission"):
            self.run((), bound.exhaust, bound.roam // self.less, bound.episodes // self.less or 1, bound.walk)

    def one_by_one(self) -> None:
        """Search under each other option and each other answer to an open question."""
        singles = variants(self.game, self.edition)
        for n, settings in enumerate(singles, 1):
            if self.missing(ACTS):
                most = self.bound.variant if self.missing(REFUSES_REPORT) else self.bound.variant // LESS
                with stage(f"settings {n} of {len(singles)} ({' '.join(settings)[:80]})"):
                    self.run(settings, 0, most, 1)

    def search_pairs(self) -> None:
        """Search under settings that the chapter's files connect with missing paragraphs, then under a few pairs of options."""
        lacking, bound = self.missing(REFUSES_REPORT), self.bound
        directed = aimed(self.game, self.edition, lacking) if bound.pair else []
        both = directed + (pairs(self.game, self.edition)[: bound.most_pairs] if lacking else [])
        for n, settings in enumerate(both, 1):
            with stage(f"two settings {n} of {len(both)} ({' '.join(settings)[:80]})"):
                if settings in directed:
                    self.run(settings, 0, bound.variant, 1, bound.pair // 2)
                else:
                    self.run(settings, 0, bound.pair, 1)


def _distinct(scripts: Iterable[tuple[Command, ...]]) -> list[tuple[Command, ...]]:
    """Each script once."""
    return list({json.dumps(script): script for script in scripts}.values())
