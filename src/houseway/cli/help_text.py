"""Help of a verb from its docstring: whole paragraphs, which the terminal wraps, and one example per line."""

from __future__ import annotations

import inspect
import re

EXAMPLES = re.compile(r"Examples?: (?=houseway )")


def help_text(docstring: str) -> str:
    """The docstring with its own line breaks removed. "Examples: houseway A; houseway B" becomes a list.

    An example begins with a prompt, not with an indent: Typer removes the indent if no other paragraph precedes it.
    """
    paragraphs = []
    for paragraph in inspect.cleandoc(docstring).split("\n\n"):
        prose, *examples = EXAMPLES.split(" ".join(paragraph.split()))
        paragraphs += [prose.strip()] if prose.strip() else []
        for each in examples:
            lines = re.split(r"; (?=houseway )", each)
            paragraphs.append("\n".join(["Examples:", *(f"$ {line}" for line in lines)]))
    return "\n\n".join(paragraphs)
