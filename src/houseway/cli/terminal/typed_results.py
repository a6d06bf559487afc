"""Enter results by hand: a dealer types the results of real dice, wheels, cards or tiles."""

from __future__ import annotations

from houseway.core import AnyGame, Chance, Outcome
from houseway.law import BadInput, Rules


class Leaving(Exception):  # noqa: N818 - a wish, not a failure
    """The person leaves the table instead of answering."""


QUITTING = ("quit", "exit", "q")


def ask_result(game: AnyGame, rules: Rules, chance: Chance) -> tuple[Outcome, ...]:
    """Ask a dealer for a result; an empty line goes back to the table, where an irregularity can be reported."""
    right = chance.right or f"like {game.present.typed_example}"
    while True:
        try:
            line = input(f"The {chance.what} ({right}; Enter: not yet): ").strip()
        except EOFError:
            line = ""
        except KeyboardInterrupt:
            raise Leaving from None
        if not line:
            raise BadInput(
                f"nothing was entered: {game.present.chance_word} asks again, report CITE reports an irregularity"
            )
        if line.lower() in QUITTING:
            raise Leaving
        if line.lower() == "help":
            print(f"  Type the {chance.what} as it came: {right}. Later results may follow it.")
            print("  Enter alone goes back to the table, quit leaves it.")
            continue
        try:
            outcomes, _ = game.present.read_result(rules, game.present.typed_result(line))
        except BadInput as error:
            print(f"  {error}")
            continue
        return outcomes
