"""The service's answers as typed values."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]  # as the caller may see it
Document = Mapping[str, Any]


class ServiceProblem(Exception):  # noqa: N818  the problem document itself
    """A problem document of the service: `code` names it, `right` says what would be right."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.status, self.code = int(document.get("status", 0)), str(document.get("code", ""))
        self.detail, self.right = str(document.get("detail", "")), str(document.get("right", ""))
        self.cites = tuple(str(cite) for cite in document.get("cites", ()))
        more = f" ({self.right})" if self.right and self.right not in self.detail else ""
        super().__init__(f"{self.code}: {self.detail}{more}")


class Refused(ServiceProblem):
    """The rules refuse a command; the document has the paragraphs and the events that record the refusal."""

    @property
    def carried(self) -> Carried:
        """The recorded refusal."""
        return Carried.of(self.document)


@dataclass(frozen=True, slots=True)
class Carried:
    """A command that was carried out: its events, numbered from `first` to `last`."""

    table: str
    session: int
    first: int
    last: int
    events: tuple[Event, ...]
    repeated: bool = False

    @classmethod
    def of(cls, document: Document, repeated: bool = False) -> Carried:
        """Read the answer."""
        where = document["table"], document["session"], document["first"], document["last"]
        return cls(*where, tuple(document["events"]), repeated)


@dataclass(frozen=True, slots=True)
class Me:
    """The signed-in account."""

    account: str
    name: str
    roles: tuple[str, ...]
    holder: str

    @classmethod
    def of(cls, document: Document) -> Me:
        """Read the answer."""
        return cls(document["account"], document["name"], tuple(document["roles"]), document["holder"])


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as the caller may see it; `document` is the complete answer."""

    id: str
    game: str
    session: int
    seq: int
    round: int
    phase: str
    viewer: str
    view: Mapping[str, Any]
    acts: tuple[Mapping[str, Any], ...]
    yours: tuple[int, ...]
    document: Document

    @property
    def due(self) -> Any:
        """The next act that the table waits for."""
        return self.document["due"]

    @property
    def limits(self) -> Any:
        """The limits of every wager."""
        return self.document.get("limits", {})

    @classmethod
    def of(cls, document: Document) -> TableView:
        """Read the answer."""
        names = ("id", "game", "session", "seq", "round", "phase", "viewer", "view")
        usual: dict[str, Any] = {name: document[name] for name in names}
        return cls(**usual, acts=tuple(document["acts"]), yours=tuple(document["yours"]), document=document)

    @property
    def in_phase(self) -> dict[str, Any]:
        """The expected state for a player's wager."""
        return {"session": self.session, "round": self.round, "phase": self.phase}

    @property
    def after_this(self) -> dict[str, Any]:
        """The expected state for a staff command."""
        return {"session": self.session, "seq": self.seq}


@dataclass(frozen=True, slots=True)
class EventPage:
    """Recorded events; ask again from `next` unless it is None."""

    session: int
    events: tuple[Event, ...]
    next: int | None

    @classmethod
    def of(cls, document: Document) -> EventPage:
        """Read the answer."""
        return cls(document["session"], tuple(document["events"]), document["next"])


@dataclass(frozen=True, slots=True)
class Round:
    """One round, reconstructed."""

    session: int
    round: int
    events: tuple[Event, ...]
    words: str

    @classmethod
    def of(cls, document: Document) -> Round:
        """Read the answer."""
        return cls(document["session"], document["round"], tuple(document["events"]), document["words"])


@dataclass(frozen=True, slots=True)
class Frame:
    """A message about a watched table: `events`, or a `view` if too many were missed, and where the table then stands.

    Staff also get a `timer` when a deadline is near or has passed; that frame has no events.
    """

    table: str
    session: int
    seq: int
    events: tuple[Event, ...] = ()
    view: Mapping[str, Any] | None = None
    round: int | None = None
    phase: str | None = None
    timer: Mapping[str, Any] | None = None

    @classmethod
    def of_timer(cls, message: Document, session: int, seq: int) -> Frame:
        """The frame of a timer, at a table that was seen up to an event."""
        told = {name: value for name, value in message.items() if name != "type"}
        return cls(message["table"], session, seq, timer=told)

    @classmethod
    def of(cls, message: Document) -> Frame:
        """Read a message of the socket."""
        view = message.get("view")
        at = message if view is None else view
        return cls(
            message["table"],
            at["session"],
            at["seq"],
            tuple(message.get("events", ())),
            view,
            at.get("round"),
            at.get("phase"),
        )


def new_id() -> str:
    """A new id for a command; use the same id to send the command again."""
    return secrets.token_urlsafe(18)


def envelope(command: Mapping[str, Any], expect: Mapping[str, Any] | None, acting: str | None) -> dict[str, Any]:
    """The request body of a command."""
    sent: dict[str, Any] = {"command": dict(command)}
    if expect is not None:
        sent["expect"] = dict(expect)
    if acting is not None:
        sent["as"] = acting
    return sent
