"""A paper as one self-contained HTML page: no scripts, no requests, readable on a phone and in print."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from importlib.resources import files

from houseway.documents.paper import (
    Block,
    Check,
    Checklist,
    Columns,
    Command,
    Form,
    FormField,
    Group,
    Heading,
    Paper,
    ParagraphBlock,
    PictureBlock,
    Pictures,
    Points,
    Run,
    Signature,
    TableBlock,
    Words,
    before,
    sections,
)

TAGS = {"strong": "strong", "emphasis": "em", "code": "code"}
MARKS = {None: "☐", True: "☑", False: "☒"}
SPOKEN = {None: "to check", True: "yes", False: "no"}


def page(paper: Paper) -> str:
    """The whole page."""
    style = (files("houseway.documents") / "page.css").read_text(encoding="utf-8")
    under = f"<p class=under>{escape(paper.under)}</p>" if paper.under else ""
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in paper.facts)
    contents = _contents(paper) if paper.contents else ""
    blocks = "\n".join(_block(block, n) for n, block in enumerate(paper.blocks))
    return (
        '<!DOCTYPE html>\n<html lang="en-US"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(paper.title)}</title><style>{style}</style></head>\n<body><main>\n"
        f"<header><h1>{escape(paper.title)}</h1>{under}<dl class=facts>{facts}</dl></header>\n"
        f"{contents}{blocks}\n</main><footer>{escape(paper.foot)}</footer></body></html>\n"
    )


def _contents(paper: Paper) -> str:
    """Links to the headings of the first two levels."""
    lines = [
        f'<li class=level{block.level}><a href="#part-{n}">{escape(block.text)}</a></li>'
        for n, block in enumerate(paper.blocks)
        if isinstance(block, Heading) and block.level <= 2
    ]
    return f'<nav aria-label="Contents"><ul>{"".join(lines)}</ul></nav>\n'


def _words(given: Words) -> str:
    runs = (given,) if isinstance(given, str) else given
    return "".join(_run(run) for run in runs)


def _run(run: str | Run) -> str:
    if isinstance(run, str):
        return escape(run)
    if run.manner in TAGS:
        return f"<{TAGS[run.manner]}>{escape(run.text)}</{TAGS[run.manner]}>"
    return f"<span class={run.manner}>{escape(run.text)}</span>"


def _block(block: Block, number: int | str) -> str:
    match block:
        case Heading(text, level, _):
            return f'<h{level + 1} id="part-{number}">{escape(text)}</h{level + 1}>'
        case ParagraphBlock(given, indent, hanging, _, _):
            classes = " ".join((*((f"indent{min(indent, 5)}",) if indent else ()), *(("hanging",) if hanging else ())))
            return f'<p class="{classes}">{_words(given)}</p>' if classes else f"<p>{_words(given)}</p>"
        case Points(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>{''.join(f'<li>{_words(item)}</li>' for item in items)}</{tag}>"
        case TableBlock():
            return _table(block)
        case PictureBlock():
            return _picture(block)
        case Pictures(pictures, _):
            return f"<div class=pictures>{''.join(_picture(each) for each in pictures)}</div>"
        case Form(fields):
            return f"<dl class=form>{''.join(_field(field) for field in fields)}</dl>"
        case Checklist(checks, _):
            return f"<ul class=checklist>{''.join(_check(check) for check in checks)}</ul>"
        case Columns(blocks) | Group(blocks):
            return "\n".join(_block(each, f"{number}-{n}") for n, each in enumerate(blocks))
        case Command(text):
            return f"<pre><code>{escape(text)}</code></pre>"
        case Signature(lines):
            return f"<div class=signature>{''.join(f'<p>{escape(each)}</p>' for each in lines)}</div>"


def _table(table: TableBlock) -> str:
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    head = "".join(f"<th scope=col class={column.align}>{escape(column.title)}</th>" for column in table.columns)
    rows = "".join(
        "<tr>"
        + "".join(
            f"<td class={column.align}>{_words(cell)}</td>" for column, cell in zip(table.columns, row, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    return f"<div class=scrolled tabindex=0><table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"


def _picture(picture: PictureBlock) -> str:
    """The drawing as a data URL: nothing in it can run, and its ids do not clash with those of other drawings."""
    data = b64encode(picture.svg.encode()).decode()
    size = f' height="{round(picture.height_mm * 96 / 25.4)}"' if picture.height_mm else ""
    caption = f"<figcaption>{escape(picture.caption)}</figcaption>" if picture.caption else ""
    where = " class=left" if picture.left else ""
    return f'<figure{where}><img src="data:image/svg+xml;base64,{data}" alt="{escape(picture.alt)}"{size}>{caption}</figure>'


def _field(field: FormField) -> str:
    cites = f" <span class=quiet>{escape(sections(field.cites))}</span>" if field.cites else ""
    value = escape(field.value) or "<br>".join(["<span class=to-write></span>"] * field.lines)
    if field.boxes:
        value = "<br>".join(_box(each, ticked) for each, ticked in field.boxes)
    if field.changed_from is not None:
        value = f"<strong>{value}</strong> <span class=quiet>{escape(before(field))}</span>"
    key = f" <code>{escape(field.key)}</code>" if field.key else ""
    below = f"<br><span class=quiet>{escape(field.help)}{key}</span>" if field.help or key else ""
    return f"<dt>{escape(field.label)}{cites}</dt><dd>{value}{below}</dd>"


def _box(words: str, ticked: bool) -> str:
    done = True if ticked else None
    return f'<span class=mark role=img aria-label="{SPOKEN[done]}">{MARKS[done]}</span> {escape(words)}'


def _check(check: Check) -> str:
    mark = f'<span class=mark role=img aria-label="{SPOKEN[check.done]}">{MARKS[check.done]}</span>'
    cites = f" <span class=quiet>{escape(sections(check.cites))}</span>" if check.cites else ""
    room = "<div class=to-write></div>" if check.room else ""
    return f"<li>{mark} {_words(check.words)}{cites}{room}</li>"
