"""`houseway rules GAME CITE --example` and `--unreached`: a round that shows a paragraph, and the paragraphs without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from houseway.cli.common import console, print_json, shows_ascii_only
from houseway.cli.encoding import plain
from houseway.cli.widths import filled
from houseway.law import BadInput
from houseway.law.inputs import json_text

if TYPE_CHECKING:
    from houseway.core import AnyGame, Event
    from houseway.law import Rules
    from houseway.questions.example import Examples
    from houseway.questions.example_report import ExampleReport

MARK = "▸ "
FEWEST_STEPS = 3  # this many steps in a row are summarized in one line, unless the example is about one of them


def _examples(game: AnyGame, rules: Rules, as_json: bool) -> Examples:
    from houseway.cli.long_work import showing
    from houseway.questions.example_report import examples_of

    with showing(quiet=as_json):
        return examples_of(game, rules.edition.id)


def show_example(game: AnyGame, rules: Rules, cite: str | None, as_json: bool) -> None:
    """Print a round in which one paragraph decides something."""
    from houseway.questions.example_report import asked_for, document, report_on

    if cite is None:
        raise BadInput(f"--example needs a paragraph: houseway rules {game.id} {_some(rules)} --example")
    paragraph = asked_for(game, rules, cite)
    examples = _examples(game, rules, as_json)
    shown = report_on(game, rules, examples, paragraph)
    if as_json:
        named = (
            {"check": _typed(shown)} if shown.judged is not None else {"play": _typed(shown)} if shown.events else {}
        )
        print_json({**document(shown, examples), **named})
        return
    _print(game, shown, examples)


def _typed(shown: ExampleReport) -> str:
    """The command that plays or checks an example."""
    from shlex import quote

    from houseway.questions.search_node import SEED

    settings = [f"edition={shown.rules.edition.id}", *shown.example.settings]
    chosen = " ".join(f"--set {quote(each)}" for each in settings)
    if shown.judged is not None:
        return f"houseway check {shown.rules.game} {chosen}"
    return f"houseway play {shown.rules.game} {chosen} --seed {SEED} --script FILE"


def _some(rules: Rules) -> str:
    return next(each.cite for each in rules.paragraphs if each.modelled)


def _print(game: AnyGame, shown: ExampleReport, examples: Examples) -> None:
    from houseway.questions.example import BORROWED, CHECK, UNREACHED
    from houseway.questions.example_report import certainty

    example, rules = shown.example, shown.rules
    lines = [(f"§ {shown.paragraph.cite}  {shown.paragraph.says}", 2), (f"{game.title}, {rules.edition.id}", 0)]
    if shown.own.kind == BORROWED:
        lines.append((f"Shown by the example of § {example.cite}: {shown.own.why}.", 0))
    if example.settings:
        lines.append((f"With {', '.join(example.settings)}.", 0))
    if shown.note:
        lines.append((f"Note: {shown.note}.", 0))
    _filled(lines)
    if example.kind == UNREACHED:
        _filled([(certainty(shown, examples), 0)])
        if shown.elsewhere:
            other = f"houseway rules {shown.elsewhere} '{shown.paragraph.cite}' --example"
            _filled([(f"At {shown.elsewhere} it decides: {other}", 2)])
    elif example.kind == CHECK:
        _filled([(certainty(shown, examples), 0), *_checked(shown), ("", 0), (f"$ {_typed(shown)}", 2)])
    else:
        _filled([("", 0), *_transcript(game, shown), ("", 0), (certainty(shown, examples), 0), ("", 0)])
        print("The script, one command per line, and how to play it:")
        print(f"$ {_typed(shown)}")
        for command in example.script:
            print(json_text(command))


def _filled(lines: Iterable[tuple[str, int]]) -> None:
    """Lines at the width of the terminal, continued with an indent."""
    out = console()
    ascii_only = shows_ascii_only(out)
    for text, indent in lines:
        shown = plain(text, ascii_only)
        print(filled(shown, out.width, below=" " * indent) if shown.strip() else "")


def _transcript(game: AnyGame, shown: ExampleReport) -> Iterator[tuple[str, int]]:
    """The events in words; what cites the paragraph is marked, and steps that do not are counted."""
    from houseway.table.event_words import transcript

    def kind(event: Event) -> tuple[bool, str]:
        told = event.event == "step-done" and not shown.decides(event)
        return told, str(event.fields.get("procedure", "")) if told else ""

    left_out: dict[int, int] = {}
    kept: list[Event] = []
    for (steps, _), group in groupby(shown.events, kind):
        events = list(group)
        if steps and len(events) >= FEWEST_STEPS:
            left_out[events[0].seq] = len(events)
            kept.append(events[0])
        else:
            kept += events
    text = transcript(game, shown.rules, kept, lead=lambda event: MARK if shown.decides(event) else "  ")
    seqs = iter(kept)
    for line in text.splitlines():
        if not line.startswith((MARK, "  ")):
            yield line, 0
            continue
        event = next(seqs)
        if event.seq in left_out:
            count, procedure = left_out[event.seq], event.fields["procedure"]
            yield f"  ({count} steps of the procedure '{procedure}', as they usually go.)", 4
        else:
            yield line, 4


def _checked(shown: ExampleReport) -> Iterator[tuple[str, int]]:
    assert shown.judged is not None
    for finding in shown.judged.findings:
        if shown.example.cite in finding.cites:
            yield f"{MARK}{finding}", 4
    for condition in shown.judged.conditions:
        if shown.example.cite == condition.approval.cite:
            yield f"{MARK}{condition}", 4


def show_unreached(game: AnyGame, rules: Rules, as_json: bool) -> None:
    """Print the paragraphs that no round shows, and how far the search went."""
    from houseway.questions.example import UNREACHED
    from houseway.questions.example_report import shown_at

    examples = _examples(game, rules, as_json)
    says = {each.cite: each.says for each in rules.paragraphs}
    rows = [each for each in examples.found.values() if each.kind == UNREACHED]
    if as_json:
        print_json(_unreached_document(game, rules, examples))
        return
    counts, shortest = (
        Counter(each.kind for each in examples.found.values()),
        sum(e.shortest for e in examples.found.values()),
    )
    dead = sum(each.dead for each in rows)
    lines = [
        (f"{game.title}, {rules.edition.id}: {len(examples.found)} modeled paragraphs", 0),
        (f"{counts['round']:>5} by a round of their own, of which {shortest} are shortest", 6),
        (f"{counts['check']:>5} only by a check of the submission", 6),
        (f"{counts['borrowed']:>5} headings and definitions, shown by what they head", 6),
        (f"{counts['unreached'] - dead:>5} never reached", 6),
        *([(f"{dead:>5} dead law: nothing reaches them, and every position was tried", 6)] if dead else []),
        *([("", 0)] if rows else []),
    ]
    for each in rows:
        other = shown_at(game, rules.edition.id, each.cite)
        where = f"; it decides at {other.title} (houseway rules {other.id} '{each.cite}' --example)" if other else ""
        lines += [(f"§ {each.cite}  {says[each.cite]}", 2), (f"  {each.why}{where}", 4)]
    lines += [("", 0), (f"Searched: {examples.bound}.", 0)]
    if examples.walked:
        lines.append((f"Walked: {examples.walked}.", 0))
    _filled(lines)


def _unreached_document(game: AnyGame, rules: Rules, examples: Examples) -> dict[str, Any]:
    from houseway.questions.example_report import shown_at

    found = examples.found.values()
    rows = [(each, shown_at(game, rules.edition.id, each.cite)) for each in found if each.kind == "unreached"]
    return {
        "game": rules.game,
        "edition": rules.edition.id,
        "submission_digest": rules.digest,
        "paragraphs": len(examples.found),
        "counts": dict(Counter(each.kind for each in found)),
        "shortest": sum(each.shortest for each in found),
        "dead": sum(each.dead for each in found),
        "bound": examples.bound,
        "walked": examples.walked or None,
        "unreached": [{**each.as_json(), "decides_at": other.id if other else None} for each, other in rows],
    }
