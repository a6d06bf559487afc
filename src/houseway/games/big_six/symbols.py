"""619a.1(a) and (c): which pictures stand for the seven symbols. The approval of themed ones is declared in the edition."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.law import Citation, Edition, Finding, Rules, inputs

SYMBOLS = ("1", "2", "5", "10", "20", "joker", "flag")

THEMED = Citation("619a.1(c)")
UNIQUE = Citation("619a.1(a)")
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
    themed = [symbol for symbol in DOLLAR if symbol in value]
    if themed and len(themed) < len(DOLLAR):
        missing = ", ".join(symbol for symbol in DOLLAR if symbol not in value)
        findings.append(
            Finding(
                "symbols",
                dict(value),
                f"a themed wheel has a picture for each dollar symbol; missing: {missing}",
                (THEMED,),
            )
        )
    names = [str(value.get(symbol, _own(symbol))).casefold() for symbol in SYMBOLS]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        findings.append(
            Finding(
                "symbols",
                dict(value),
                f"{', '.join(twice)} stands for two symbols; each must be told apart",
                (UNIQUE,),
            )
        )
    return dict(value), tuple(findings)


def shown(rules: Rules, symbol: str) -> str:
    """What the wheel and the layout show for a symbol."""
    chosen = rules.option("symbols")
    if isinstance(chosen, Mapping) and symbol in chosen:
        return str(chosen[symbol])
    return _own(symbol)


def _own(symbol: str) -> str:
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
