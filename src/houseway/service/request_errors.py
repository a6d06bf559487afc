"""Plain messages for malformed requests: the place, the mistake, and a correct form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, get_args

from fastapi.dependencies.models import Dependant
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from houseway.law.errors import nearest, one_of, shown, shown_json
from houseway.service.problems import Problem

MOST_TOLD = 3  # in one sentence; `errors` lists more
MOST_LISTED = 20
PLACES = ("body", "query", "header", "path", "cookie")
WRAPPED = 'send {"command": {"do": …}, "expect": {"seq": …}}: the command goes in "command"'
SECRET = ("password", "old", "new", "secret")  # fields whose values are never repeated in a message
KINDS: Mapping[str, str] = {
    "int": "a whole number",
    "string": "text",
    "bool": "true or false",
    "dict": "an object",
    "model": "an object",
    "list": "a list",
    "date": "a date like 2026-11-17",
}


def invalid(errors: Iterable[Mapping[str, Any]], body: object = None, form: object = None) -> Problem:
    """The problem for a malformed request; `form` is the model of its body, or a mapping of models by message type."""
    if isinstance(body, Mapping) and "do" in body and "command" not in body:
        return Problem("bad-request", "the command is not in its envelope", right=WRAPPED)
    found = [_told(each, form) for each in errors]
    detail = "; ".join(
        f"{each['where']}: {each['what']}" if each["where"] else each["what"] for each in found[:MOST_TOLD]
    )
    right = "; ".join(dict.fromkeys(each["right"] for each in found[:MOST_TOLD] if each["right"]))
    return Problem("bad-request", detail, right=right, more={"errors": found[:MOST_LISTED]})


def _told(error: Mapping[str, Any], form: object) -> dict[str, str]:
    """One error: its place, the mistake, and a correct form."""
    place: Sequence[Any] = error["loc"]
    inside = place[1:] if place and place[0] in PLACES else place
    named = ".".join(str(part) for part in inside)
    kind, given = str(error["type"]), error.get("input")
    if not inside and (whole := _whole(kind, given, form)) is not None:
        return {"where": "", "what": whole[0], "right": whole[1]}
    what, right = _words(kind, error.get("ctx") or {}, given, named)
    if error["type"] == "extra_forbidden" and (known := _fields(form, inside[:-1])):
        what = f"{what}; there are {one_of(known, len(known))}"
        meant = get_close_matches(str(inside[-1]), known, 1)
        right = f"write {meant[0]}" if meant else right
    return {"where": named, "what": what, "right": right}


def _whole(kind: str, given: object, form: object) -> tuple[str, str] | None:
    """What is wrong with a body, or a message on the socket, as a whole, and a correct form; None for any other error."""
    messages = list(form) if isinstance(form, Mapping) else []
    if kind == "union_tag_invalid" and isinstance(given, Mapping):
        return f"type: {shown_json(given.get('type'))} is not a message", f"send {' or '.join(messages)}"
    if kind == "union_tag_not_found":
        return "type: is missing", f"add type: {' or '.join(messages)}"
    if not kind.startswith(("dict", "model")):
        return None
    first = "type" if messages else next(iter(_fields(form, ())), "")
    example = f', like {{"{first}": …}}' if first else ""
    return f"the {'message' if messages else 'body'} is {_kind_of(given)}", f"send an object{example}"


def _kind_of(given: object) -> str:
    """The kind of a JSON value, in words."""
    match given:
        case str():
            return "text"
        case bool() | None:
            return shown_json(given)
        case int() | float():
            return "a number"
    return "a list"


def _fields(form: object, place: Sequence[Any]) -> list[str]:
    """The JSON field names of an object within a form; empty if the object is not known."""
    for part in place:
        if isinstance(form, Mapping):
            form = form.get(part)
            continue
        model = _model(form)
        field = (
            None
            if model is None
            else next((each for name, each in model.model_fields.items() if part in (name, each.alias)), None)
        )
        if field is not None:
            form = field.annotation
        elif not isinstance(part, int):  # a number is an index in a list; the form of a list is that of its items
            return []
    model = _model(form)
    return [] if model is None else [each.alias or name for name, each in model.model_fields.items()]


def _model(form: object) -> type[BaseModel] | None:
    """The model in an annotation such as `Model | None` or `list[Model]`."""
    if isinstance(form, type) and issubclass(form, BaseModel):
        return form
    return next((found for each in get_args(form) if (found := _model(each)) is not None), None)


def _words(kind: str, bounds: Mapping[str, Any], given: object, named: str) -> tuple[str, str]:
    field = named.rpartition(".")[2] or "the body"
    wrong = shown_json(given) if isinstance(given, str | int | float) and field not in SECRET else "this"
    match kind:
        case "missing":
            return "is missing", f"add {field}"
        case "extra_forbidden":
            return "is not a field here", f"leave {field} out"
        case "string_too_long" | "too_long":
            return "is too long", f"write at most {bounds.get('max_length')}"
        case "string_too_short" | "too_short":
            return "is too short", f"write at least {bounds.get('min_length')}"
        case "greater_than_equal" | "greater_than":
            return f"{wrong} is too small", f"write at least {bounds.get('ge', bounds.get('gt'))}"
        case "less_than_equal" | "less_than":
            return f"{wrong} is too large", f"write at most {bounds.get('le', bounds.get('lt'))}"
        case "literal_error" | "enum":
            return f"{wrong} is not one of these", f"write {bounds.get('expected')}"
        case "string_pattern_mismatch" if bounds.get("pattern") == DAY:
            return f"{wrong} is not a date", "write it like 2026-11-17"
        case "string_pattern_mismatch":
            return f"{wrong} has characters that are not allowed here", f"write {field} with other characters"
        case "json_invalid":
            return "is not JSON", "send one JSON object"
    wanted = next((words for name, words in KINDS.items() if kind.startswith(name)), "")
    if not wanted:
        return f"{wrong} does not fit", "look at its schema in /v1/openapi.json"
    return f"{wrong} is not {wanted}", f"write {wanted}"


DAY = r"^[0-9-]*$"


def _parameters(dependant: Dependant) -> set[str]:
    """The query parameters of an endpoint and of its dependencies."""
    own = {each.alias for each in dependant.query_params}
    return own.union(*(_parameters(each) for each in dependant.dependencies))


async def refuse_unknown_query(connection: HTTPConnection) -> None:
    """Refuse a request with an unknown query parameter, which would otherwise be silently ignored."""
    dependant = getattr(connection.scope.get("route"), "dependant", None)
    if dependant is None or connection.scope["type"] != "http":
        return
    if not getattr(connection.scope["route"], "include_in_schema", True):  # a page reads its own parameters
        return
    known = sorted(_parameters(dependant))
    for name in connection.query_params:
        if name not in known:
            there = f"there are {one_of(known)}" if known else "there are none"
            right = nearest(name, known) if known else "leave it out"
            raise Problem("bad-request", f"{shown(name)} is not a parameter of this address; {there}", right=right)
