"""Errors as problem documents (RFC 9457), the same over HTTP and on the socket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.core import Event
from houseway.law import BadInput
from houseway.law.errors import NotNow
from houseway.law.inputs import visible
from houseway.service.access import Forbidden, Hidden
from houseway.service.corrections import CorrectionForbiddenError, CorrectionRefusedError
from houseway.service.hosted import BusyError, ConflictError, RepeatedOtherwiseError, SuspendedError
from houseway.service.pit import ElsewhereError, UnknownTableError

MEDIA_TYPE = "application/problem+json"
LONGEST = 500  # characters of a detail
CODES: Mapping[str, tuple[int, str]] = {
    "bad-request": (400, "The request cannot be understood"),
    "bad-command": (400, "The command cannot be understood"),
    "not-signed-in": (401, "Nobody is signed in"),
    "sign-in-failed": (401, "The name, the password or the link is wrong"),
    "forbidden": (403, "The role does not allow this"),
    "cross-site": (403, "The request comes from another site"),
    "not-found": (404, "This does not exist, or you may not see it"),
    "no-such-method": (405, "The address does not accept this method"),
    "elsewhere": (409, "The request does not fit the current state"),
    "too-large": (413, "The body is too large"),
    "not-json": (415, "The body is not JSON"),
    "refused": (422, "The rules refuse this"),
    "id-reused": (422, "The id was used for another command"),
    "precondition-missing": (428, "The command must say which state of the table it expects"),
    "too-many": (429, "Too many requests"),
    "locked": (429, "Too many failed attempts"),
    "defect": (500, "The service failed"),
    "suspended": (503, "The table cannot record anything now"),
    "too-long": (503, "The computation takes too long"),
    "draining": (503, "The service is ending"),
}
USUALLY: Mapping[str, str] = {
    "bad-request": "look at its schema in /v1/openapi.json",
    "bad-command": "look at the schema of this game's commands in /v1/openapi.json",
    "refused": "look at what the table waits for and what you may do now, and read the cited paragraphs",
    "no-such-method": "look at its methods in /v1/openapi.json",
    "locked": "wait as long as Retry-After says, or ask an administrator to unlock the account",
    "sign-in-failed": "check both and try again",
}  # what would be right, if nothing more specific is known
CHANGE_SETTINGS = "change the settings that `findings` names, and read the cited paragraphs"
NOT_FOUND = "this does not exist, or you may not see it"  # one text for both, so that nobody learns which


class Problem(Exception):  # noqa: N818  the document itself, raised
    """A problem document; `more` has additional members, `headers` are sent with it over HTTP."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        right: str = "",
        cites: Sequence[str] = (),
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code, self.right, self.cites = code, right, tuple(cites)
        self.status, self.title = CODES[code]
        self.detail = visible(detail)[:LONGEST]
        self.more, self.headers = dict(more or {}), dict(headers or {})

    def document(self) -> dict[str, Any]:
        """The document as plain values."""
        return {
            "type": f"urn:houseway:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "cites": list(self.cites),
            "right": self.right or right_in(self.detail) or USUALLY.get(self.code, ""),
            **self.more,
        }


def right_in(detail: str) -> str:
    """The advice in a sentence such as "0 is not a seat; write 1 to 7": all that follows what was wrong."""
    return detail.partition("; ")[2]


def not_found() -> Problem:
    """The same answer for something missing and something that the caller may not see."""
    return Problem("not-found", NOT_FOUND, right="look at the list (of tables, sessions, rounds or submissions)")


def refusal(event: Event) -> Problem | None:
    """The problem for a recorded refusal; None if the event is not a refusal."""
    if not event.event.endswith("-refused"):
        return None
    return Problem("refused", str(event.fields.get("reason", "")), cites=[str(cite) for cite in event.cites])


def problem_of(error: Exception) -> Problem:
    """An error of the service as a problem; for a defect, the problem reveals no details."""
    match error:
        case Problem():
            return error
        case Forbidden():
            cites = [str(cite) for cite in getattr(error, "cites", ())]
            return Problem("forbidden", str(error), right=str(getattr(error, "right", "")), cites=cites)
        case Hidden() | UnknownTableError():
            return not_found()
        case RepeatedOtherwiseError():
            return Problem("id-reused", str(error), right="make a new id for a new command")
        case ConflictError():
            return Problem("elsewhere", str(error), right="look at the table again, then decide again")
        case BusyError():
            return Problem("too-many", str(error), right="send it again shortly", headers={"Retry-After": "1"})
        case SuspendedError() | ElsewhereError():
            detail = "the table's records cannot be written now, and nothing was recorded"
            return Problem("suspended", detail, right="send it again shortly", headers={"Retry-After": "1"})
        case CorrectionForbiddenError():
            return Problem("forbidden", str(error), cites=[str(cite) for cite in error.cites])
        case CorrectionRefusedError():
            return Problem("refused", str(error), cites=[str(cite) for cite in error.cites])
        case NotNow():
            return Problem("elsewhere", str(error), right=right_in(str(error)) or "look at what the table waits for")
        case BadInput():
            return Problem("bad-command", str(error))
    return Problem("defect", "this is a defect of the service, not of your request; its log has the details")
