"""The requests and answers of the API as Pydantic models. Unknown fields in a request are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_EVENTS = 1000  # in one answer
LARGEST = 2**53 - 1  # the largest integer that every JSON reader keeps exact

Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Count = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]


class Taken(BaseModel):
    """Base class of requests."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Given(BaseModel):
    """Base class of answers."""

    model_config = ConfigDict(extra="allow")


# Commands


Phase = Literal["unopened", "wagers", "chance", "choices", "procedure", "stopped", "closed"]  # what a table waits for


class Expect(Taken):
    """The state that the sender expects: round and phase for a player's wager, the last event's number for a staff command."""

    round: Count | None = None
    phase: Phase | None = None
    seq: Count | None = None
    session: Count | None = None  # rounds and events are counted anew in each session of a table


class Envelope(Taken):
    """A command to a table, the expected state and, for an account with several roles, the role in which it is sent."""

    command: dict[str, Any]
    expect: Expect = Expect()
    acting: Annotated[str, StringConstraints(max_length=40)] | None = Field(default=None, alias="as")


class ShownEvent(Given):
    """An event as the reader may see it; an event that the reader may not see is `withheld`. `Events-…` has each game's kinds."""

    event: str
    seq: int
    round: int
    to: str
    cites: list[str]
    at: str


class Carried(Given):
    """The events of a command that was carried out."""

    table: str
    session: int
    first: int
    last: int
    events: list[ShownEvent]


class ProblemDocument(Given):
    """A problem (RFC 9457): the problem, the paragraphs that decided it, and `right`, a correct request."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    cites: list[str]
    right: str


# Tables and their records


class TableEntry(Given):
    """A table in the list."""

    id: str
    game: str
    holder: str
    session: int
    round: int
    seq: int
    open: bool  # for gaming: opened and not yet closed
    state: Literal["unopened", "open", "closed"]
    seats: int | None = None  # this and the fields below: only for tables of the process that answers
    taken: int | None = None  # seats with chips
    min_cents: int | None = None
    max_cents: int | None = None
    practice: bool | None = None


class TableList(Given):
    """The tables that the caller may see."""

    tables: list[TableEntry]


class TableView(Given):
    """A table as the caller may see it."""

    id: str
    game: str
    session: int
    seq: int
    round: int
    phase: Phase
    viewer: str
    view: dict[str, Any]
    due: dict[str, Any] | None
    acts: list[dict[str, Any]]


class EventPage(Given):
    """Recorded events; `next` is the `since` of the next page, or null at the end."""

    table: str
    session: int
    events: list[ShownEvent]
    next: int | None


class State(Given):
    """The table after one of its events."""

    table: str
    session: int
    seq: int
    round: int
    viewer: str
    view: dict[str, Any]


class Round(Given):
    """One round, reconstructed: every card, die, tile, wager, decision and settlement with its citations."""

    table: str
    session: int
    round: int
    events: list[ShownEvent]
    words: str


class RoundList(Given):
    """The last rounds, the latest first."""

    rounds: list[Round]


class CheckpointList(Given):
    """Signed checkpoints, the latest first."""

    checkpoints: list[dict[str, Any]]


class Proof(Given):
    """Hashes that prove lines or an earlier size of a journal against its root (RFC 6962)."""

    table: str
    session: int
    size: int
    root: str


# People


class SignIn(Taken):
    """Sign in with a name and a password."""

    name: Name
    password: Password


class First(Taken):
    """Create the administrator with the one-time secret."""

    secret: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    name: Name
    password: Password


Roles = Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(max_length=20)]


class NewAccount(Taken):
    """Create an account."""

    name: Name
    password: Password
    roles: Roles
    holder: Annotated[str, StringConstraints(max_length=60)] = ""


class ChangePassword(Taken):
    """Change your own password."""

    old: Password
    new: Password


class SetPassword(Taken):
    """Set the password of an account, as an administrator."""

    new: Password


class SetRoles(Taken):
    """Change the roles of an account, as an administrator."""

    roles: Roles


class NewToken(Taken):
    """Make an API token, which may do what both its scopes and its account's roles allow."""

    scopes: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(min_length=1, max_length=50)]
    seconds: Annotated[int, Field(strict=True, ge=60, le=366 * 86400)] = 86400


class Me(Given):
    """The signed-in account."""

    account: str
    name: str
    roles: list[str]
    holder: str


class MadeToken(Given):
    """A new token, which is shown only once; `id` is for revoking it."""

    token: str
    id: str
    expires: str
