"""`houseway new --ask`: ask for each key of a submission at the terminal, and check each answer at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from houseway.cli.common import say
from houseway.law import BadInput
from houseway.law.errors import one_of
from houseway.law.inputs import visible

if TYPE_CHECKING:
    from houseway.core import AnyGame
    from houseway.law import Rules, SubmissionOption

KEEP = "Enter keeps it"


def ask_all(game: AnyGame, settings: Iterable[str]) -> Rules:
    """Ask for every key in turn; an answer that the law does not allow is explained and asked for again."""
    from houseway.games import load

    chosen = list(settings)
    _, rules = load(game.id, chosen)
    say(f"A Rules Submission for {game.title} under {rules.edition.id} ({rules.edition.standing}).")
    say(f"Each question shows its default in brackets; {KEEP.lower()}. Ctrl-C ends without writing anything.")
    for key, question in _questions(game, rules):
        rules = _asked(game, rules, chosen, key, question)
    for text in rules.texts_missing():
        rules = _asked(game, rules, chosen, text.field, f"{text.says} Enter leaves it out for now. (§ {text.cite})")
    return rules


def _questions(game: AnyGame, rules: Rules) -> Iterator[tuple[str, str]]:
    """Every key with its question, in the order of the form. Payouts and open questions are offered as a whole first."""
    from houseway.law.submission import common_options

    for key, option in {**common_options(rules.edition, rules.game), **rules.edition.options}.items():
        right = f" One of {one_of(map(_word, option.choices), 40)}." if option.choices else ""
        yield key, f"{option.says}{right}{_how(option)} (§ {option.cite})"
    raised = [(line, payout) for line, payout in rules.edition.payouts.items() if payout.at_least]
    if raised and _yes(f"{len(raised)} payouts may be raised. Go through them?"):
        for line, payout in raised:
            yield f"payout.{line}", f"What {line} pays, at least {payout.odds}. (§ {payout.cite})"
    readings = [each for each in rules.chapter.readings if each.name in rules.readings and len(each.ids) > 1]
    if readings and _yes(f"The text leaves {len(readings)} questions open; each has our answer. Go through them?"):
        for reading in readings:
            answers = "; ".join(f"{answer}: {says}" for answer, says in reading.answers)
            yield f"reading.{reading.name}", f"{reading.question} {answers} (§ {reading.cite})"


def _how(option: SubmissionOption) -> str:
    """An example of how to type an answer that is neither a choice nor a number."""
    if isinstance(option.default, list | tuple):
        return " Separate entries by commas."
    if "[" in option.example:
        return " For a table, keep the default here and edit the file."
    examples = [line.partition("=")[2].strip() for line in option.example.splitlines() if "=" in line]
    return f" For example {' or '.join(examples)}." if examples else ""


def _asked(game: AnyGame, rules: Rules, chosen: list[str], key: str, question: str) -> Rules:
    from houseway.games import judged

    now = rules.submission.get(key, _payout(rules, key))
    say("")
    say(question)
    while True:
        answer = _line(f"{key} [{_word(now)}]: ").strip()
        if not answer:
            return rules
        setting = f"{key}={_typed(answer, now)}"
        found, _, _ = judged(game.id, [*chosen, setting])
        if found.rules is not None:
            chosen.append(setting)
            return found.rules
        for finding in found.findings:
            say(f"  {finding}")


def _payout(rules: Rules, key: str) -> object:
    line = key.removeprefix("payout.")
    return rules.payouts[line].odds if line in rules.payouts else ""


def _typed(answer: str, now: object) -> str:
    """An answer as people type it: yes or no for keys that are true or false, commas between the entries of a list."""
    if isinstance(now, bool):
        return {"yes": "true", "y": "true", "no": "false", "n": "false"}.get(answer.casefold(), answer)
    if isinstance(now, list | tuple) and not answer.startswith("["):
        return json.dumps([each.strip() for each in answer.split(",")], ensure_ascii=False)
    return answer


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_word, value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else visible(str(value))


def _yes(question: str) -> bool:
    say("")
    return _line(f"{question} [no]: ").strip().casefold() in ("y", "yes")


def _line(prompt: str) -> str:
    """One line from standard input; the prompt goes to standard error, so that the file can be redirected."""
    sys.stderr.write(visible(prompt))
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise BadInput("the input ended before the submission was complete; nothing was written")
    return line
