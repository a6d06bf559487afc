"""619a.1(a) and (c): which pictures stand for the seven symbols. The approval of themed ones is declared in the edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.core import acts
from houseway.law import Citation, Edition, Finding, Rules, inputs

SYMBOLS = ("1", "2", "5", "10", "20", "joker", "flag")

THEMED = Citation("619a.1(c)")
UNIQUE = Citation("619a.1(a)")
ODDS = Citation("619a.3")
DOLLAR = tuple(symbol for symbol in SYMBOLS if symbol.isdigit())
FREE = tuple(symbol for symbol in SYMBOLS if not symbol.isdigit())
RIGHT = 'write symbols = "dollar", or a [symbols] table with a picture for each of ' + ", ".join(DOLLAR)


def check_symbols(value: object, edition: Edition) -> tuple[object, tuple[Finding, ...]]:
    """`"dollar"`, or a themed set: a table of pictures, which may also hold the number of the Bureau's approval."""
    del edition
    if value == "dollar":
        return value, ()
    if not isinstance(value, Mapping):
        return value, (
            Finding(
                "symbols",
                value,
                f"{inputs.shown(value)} is not a set of symbols; {RIGHT}",
                (THEMED,),
                not isinstance(value, str),
            ),
        )
    findings = [
        Finding(
            f"symbols.{name}",
            text,
            f"{inputs.shown(text)} is not a name; write a text of at most 40 letters",
            (THEMED,),
            malformed=True,
        )
        for name, text in value.items()
        if not isinstance(text, str) or not text.strip() or not text.isprintable() or len(text) > 40
    ]
    findings += [
        Finding(
            f"symbols.{name}",
            value[name],
            f"is not a symbol of the wheel; there are {', '.join(SYMBOLS)}, and approval",
            (THEMED,),
            malformed=True,
        )
        for name in value
        if name not in (*SYMBOLS, "approval")
    ]
    if "approval" in value and not acts.names_approval(str(value["approval"])):
        problem = (
            f"{inputs.shown(value['approval'])} names no approval; write who approved the symbols, with number or date"
        )
        findings.append(Finding("symbols.approval", value["approval"], problem, (THEMED,)))
    names = [str(value.get(symbol, own(symbol))).casefold() for symbol in SYMBOLS]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        findings.append(
            Finding(
                "symbols",
                dict(value),
                f"{', '.join(twice)} stands for two symbols; each needs its own picture",
                (UNIQUE,),
            )
        )
    findings += [
        Finding(
            f"symbols.{symbol}",
            value[symbol],
            f"{inputs.shown(value[symbol])} is the law's own symbol for sections that pay {_dollars(value[symbol])} to 1; "
            "the odds go with a symbol's share of the wheel",
            (THEMED, ODDS) if symbol in DOLLAR else (UNIQUE, ODDS),
        )
        for symbol in SYMBOLS
        if symbol in value
        and str(value[symbol]).casefold() not in twice
        and _dollars(value[symbol]) not in ("", symbol)
    ]
    return dict(value), tuple(findings)


def check_together(chosen: Mapping[str, Any], edition: Edition) -> tuple[Finding, ...]:
    """619a.1(c): themed pictures replace all dollar symbols, unless the reading lets some of them stay."""
    del edition
    symbols = chosen["symbols"]
    if not isinstance(symbols, Mapping) or chosen["reading.partly_themed"] == "any":
        return ()
    missing = [symbol for symbol in DOLLAR if symbol not in symbols]
    if not 0 < len(missing) < len(DOLLAR):
        return ()
    problem = f"a themed wheel has a picture for each dollar symbol; missing: {', '.join(missing)}"
    return (Finding("symbols", dict(symbols), problem, (THEMED,)),)


def _dollars(picture: object) -> str:
    """The dollar symbol that a picture shows, like "10" for "$10", or "" if it shows none."""
    bare = str(picture).casefold().removesuffix("dollars").removesuffix("dollar").replace("$", "").strip()
    return bare if bare in DOLLAR else ""


def shown(rules: Rules, symbol: str) -> str:
    """The picture for a symbol on the wheel and the layout."""
    chosen = rules.option("symbols")
    if isinstance(chosen, Mapping) and symbol in chosen:
        return str(chosen[symbol])
    return own(symbol)


def own(symbol: str) -> str:
    """The law's own symbol."""
    return f"${symbol}" if symbol in DOLLAR else symbol.title()


def named(rules: Rules, symbol: str) -> str:
    """A wager as people speak of it: "$2 symbol", "Joker"."""
    picture = shown(rules, symbol)
    return f"{picture} symbol" if symbol in DOLLAR else picture


def themed(rules: Rules) -> bool:
    """Do themed pictures replace the dollar symbols?"""
    chosen = rules.option("symbols")
    return isinstance(chosen, Mapping) and any(symbol in chosen for symbol in DOLLAR)


def approval(rules: Rules) -> str:
    """619a.1(c): the Bureau's approval of themed symbols, as the Rules Submission records it, with the symbols or apart."""
    chosen, named = rules.option("symbols"), rules.approvals.get("symbols", {})
    apart = f"{named['by']}, {named['number']} of {named['date']}" if named.get("number") else ""
    return str(chosen.get("approval", apart)) if isinstance(chosen, Mapping) else ""
