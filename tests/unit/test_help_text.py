"""Help wraps to the window, with one example per line."""

from __future__ import annotations

from houseway.cli.help_text import help_text


def test_paragraphs_lose_the_line_breaks_of_the_source_and_examples_become_a_list() -> None:
    docstring = """List the games.

        A longer paragraph that is broken
        in the source. Examples: houseway games;
        houseway games --on 2012-05-19; houseway new sic-bo > sic-bo.toml
        """
    assert help_text(docstring) == (
        "List the games.\n\n"
        "A longer paragraph that is broken in the source.\n\n"
        "Examples:\n$ houseway games\n$ houseway games --on 2012-05-19\n$ houseway new sic-bo > sic-bo.toml"
    )
    assert help_text("Verify it.\n\nExample: houseway verify filing.zip").endswith(
        "Examples:\n$ houseway verify filing.zip"
    )
