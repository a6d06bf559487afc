"""`houseway design`: lawful settings whose exact edge comes nearest a target."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli.common import AsJson, Floats, Settings, What, answered, console, print_json, refuse_float, say
from houseway.law import BadInput
from houseway.law.inputs import refuse_unwritable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from houseway.core import AnyGame
    from houseway.law import Rules
    from houseway.questions.design_records import Design, Designed, DesignPoint, Wish

Edge = Annotated[str | None, typer.Option("--edge", metavar="SHARE", help="The house edge of every wager, like 15%.")]
Wagers = Annotated[
    list[str] | None,
    typer.Option("--wager", metavar="ID=SHARE", help="The edge of one wager or kind, like joker=10%; repeatable."),
]
HoldOf = Annotated[
    str | None,
    typer.Option("--hold", metavar="SHARE", help="What the table keeps of the stakes of all --bet together."),
]
Bets = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="ID=DOLLARS", help="For --hold: a wager and how much is staked on it; repeatable."),
]
Pareto = Annotated[
    bool, typer.Option("--pareto", help="List the settings that no other setting beats in hold, hit rate and variance.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the proposal as a submission's file.")]


@answered
def design(
    what: What, edge: Edge = None, wagers: Wagers = None, hold: HoldOf = None, bets: Bets = None,
    pareto: Pareto = False, out: Out = None, settings: Settings = None, as_json: AsJson = False,
    floats: Floats = False,
) -> None:  # fmt: skip
    """Find the lawful payouts and options whose exact edge is nearest a target.

    Every proposal has passed the check of submissions. Exit code 1 if no target is reached within half a percentage point; the
    nearest settings are printed all the same.

    Examples: houseway design big-six --edge 15%; houseway design craps --wager fire=10% --out craps.toml;
    houseway design big-six --hold 13% --bet 1=50 --bet joker=5; houseway design roulette --pareto
    """
    from houseway.cli.long_work import showing
    from houseway.games import load
    from houseway.questions.design import design as ask
    from houseway.questions.design import front, read_targets

    refuse_float(floats, as_json)
    if pareto and out is not None:
        raise BadInput("--out writes one proposal and --pareto lists many; leave one of them out")
    refuse_unwritable(out, "--out")
    game, rules = load(what, settings or ())
    wish = _wish(game, rules, (edge, wagers or [], hold, bets or []), pareto)
    with showing(as_json):
        if pareto:
            points = front(game, rules, read_targets(game, rules, wish))
            _show_front(game, rules, points, as_json, floats)
            return
        found = ask(game, rules, wish)
    if as_json:
        print_json(found.as_json(), floats)
    else:
        _print(found)
    if out is not None:
        _write(found, out)
    if not found.reached:
        raise typer.Exit(1)


def _wish(
    game: AnyGame, rules: Rules, given: tuple[str | None, list[str], str | None, list[str]], pareto: bool
) -> Wish:
    from houseway.cli.amounts import option_bets
    from houseway.questions.design_records import Wish
    from houseway.questions.shares import read_share

    edge, wagers, hold, bets = given
    named: dict[str, Fraction] = {}
    for text in wagers:
        wager, sign, share = text.rpartition("=")
        if not sign:
            raise BadInput(
                f"--wager: {shown(text)} has no share; write for example {next(iter(game.priced(rules)))}=10%"
            )
        named[wager] = read_share(share, f"--wager {wager}")
    if bool(hold) != bool(bets):
        raise BadInput("--hold and --bet go together: the hold of a mix of wagers, like --hold 12% --bet ID=DOLLARS")
    if hold is not None and (edge is not None or named):
        raise BadInput("--hold is about all wagers together; leave --edge and --wager out")
    if pareto:
        if edge is not None or hold is not None:
            raise BadInput("--pareto needs no target; leave --edge and --hold out, or name wagers with --wager ID=0%")
        return Wish(None if named else Fraction(0), named)
    if edge is None and not named and hold is None:
        raise BadInput("say what the house should keep: --edge 15%, --wager ID=15%, or --hold 12% with --bet")
    mix = option_bets(game, rules, bets, "--bet")
    lacking = [wager for wager in mix if wager not in game.priced(rules)]
    if lacking:
        raise BadInput(f"--bet: {lacking[0]} has no odds of its own; name another wager")
    target = None if hold is None else read_share(hold, "--hold")
    return Wish(None if edge is None else read_share(edge, "--edge"), named, target, mix)


def _print(found: Design) -> None:
    from rich.table import Table
    from rich.text import Text

    from houseway.odds.sheet import percent

    out = console()
    out.print(Text(f"{found.game.title}, {found.base.edition.id}: a proposal within the law", style="bold"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("wager", style="bold", no_wrap=True)
    for heading in ("now", "target", "proposal", "hits", "dev."):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("near", no_wrap=True)
    for name, each in _grouped(found.wagers):
        near = "yes" if each.reached else "no"
        table.add_row(
            name, percent(each.now), percent(each.target), percent(each.edge), percent(each.hit_rate),
            f"{float(each.variance) ** 0.5:.3f}", near,
        )  # fmt: skip
    out.print(table)
    if found.hold is not None and found.hold_target is not None:
        out.print(
            Text(
                f"\nAll of them together: {percent(found.hold)} of the stakes; the target was {percent(found.hold_target)}."
            )
        )
    out.print(Text(""))
    if not found.changes:
        out.print(Text("Nothing changes: the submission is as near as the law lets it come."))
    for change in found.changes:
        new, old = (json.dumps(value, ensure_ascii=False) for value in (change.value, change.was))
        out.print(Text(f"{change.key} = {new} (was {old}): {change.says.rstrip('.')} (§ {change.cite})"))
    _print_bounds(found)
    _print_passed_over(found)


def _print_passed_over(found: Design) -> None:
    """The options that were not varied, and how to try them."""
    from rich.text import Text

    out = console()
    for each in found.passed_over:
        own = {key: value for key, value in each.settings.items() if value != found.base.option(key)}
        chosen = " and ".join(f"{key} = {_shown(value)}" for key, value in own.items())
        typed = " ".join(f"--set {key}={_shown(value)}" for key, value in own.items())
        rest = f" and {len(each.lacking) - 1} more of these wagers" if len(each.lacking) > 1 else ""
        line = f"{chosen} was not tried: the table would then not take {each.lacking[0]}{rest}. "
        out.print(Text(f"{line}To try it, write {typed}, or name only other wagers with --wager.", style="dim"))


def _print_bounds(found: Design) -> None:
    """Why each wager that was not reached is not, with the paragraph."""
    from rich.text import Text

    from houseway.odds.sheet import percent

    out = console()
    fixed: dict[str, list[str]] = {}
    for name, each in _grouped(found.wagers):
        cites = ", ".join(each.cites)
        if each.fixed and not each.reached:
            fixed.setdefault(cites, []).append(name)
        elif not each.reached:
            nearest = (
                "" if found.hold is not None else f"the nearest to {percent(each.target)} is {percent(each.edge)}: "
            )
            line = f"{name}: {nearest}{each.bound} (§ {cites})"
            out.print(Text(line, style="dim"))
    for cites, names in fixed.items():
        line = f"{', '.join(dict.fromkeys(names))}: the law fixes what they pay, and nothing that it leaves open changes the edge"
        out.print(Text(f"{line} (§ {cites})", style="dim"))


def _grouped(wagers: tuple[Designed, ...]) -> Iterator[tuple[str, Designed]]:
    """Wagers of one kind with the same figures as one line."""
    groups: dict[object, list[Designed]] = {}
    for each in wagers:
        kind = each.id.partition(":")[0]
        groups.setdefault((kind, each.now, each.target, each.edge, each.hit_rate, each.bound), []).append(each)
    for group in groups.values():
        first = group[0]
        yield (first.id if len(group) == 1 else f"{first.id.partition(':')[0]} x{len(group)}"), first


def _show_front(game: AnyGame, rules: Rules, points: list[DesignPoint], as_json: bool, floats: bool) -> None:
    if as_json:
        head = {"game": rules.game, "edition": rules.edition.id, "submission": rules.digest}
        print_json({**head, "front": [point.as_json() for point in points]}, floats)
        return
    from rich.table import Table
    from rich.text import Text

    from houseway.odds.sheet import percent

    out = console()
    out.print(Text(f"{game.title}, {rules.edition.id}: settings that no other lawful ones beat", style="bold"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("wager", style="bold", no_wrap=True)
    for heading in ("edge", "hits", "deviation"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("settings")
    for point in points:
        chosen = ", ".join(f"{key}={_shown(value)}" for key, value in point.settings.items())
        now = " (now)" if point.present and chosen else ""
        table.add_row(
            point.id, percent(point.edge), percent(point.hit_rate), f"{float(point.variance) ** 0.5:.3f}", chosen + now
        )
    out.print(table)
    out.print(
        Text(
            "\nNo other lawful setting is as good in edge, hits and deviation, and better in one of them. Paying more than the "
            "law's least lowers the edge and raises the deviation, so it is never listed.",
            style="dim",
        )
    )


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write(found: Design, path: Path) -> None:
    from houseway.documents.submission_text import submission_text
    from houseway.documents.typeset import write_files

    write_files({path: submission_text(found.game.title, found.rules).encode()}, "--out")
    say(f"houseway: wrote {path}; check it with: houseway check {path}")
