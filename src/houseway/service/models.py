"""What the API takes and gives, as Pydantic models. Fields that are not listed are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_EVENTS = 1000  # in one answer
LARGEST = 2**53 - 1  # whole numbers that every JSON reader keeps exact

Name = Annotated[str, StringConstraints(min_length=1, max_length=60)]
Password = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Count = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]


class Taken(BaseModel):
    """Something that is sent to the service."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Given(BaseModel):
    """Something that the service answers."""

    model_config = ConfigDict(extra="allow")


# Commands


Phase = Literal["unopened", "wagers", "chance", "choices", "procedure", "stopped", "closed"]  # what a table waits for


class Expect(Taken):
    """Where the sender believes the table to be. Players' wagers name round and phase, acts of staff the last event's number."""

    round: Count | None = None
    phase: Phase | None = None
    seq: Count | None = None


class Envelope(Taken):
    """A command to a table, and the role in which it is sent, for those who have several."""

    command: dict[str, Any]
    expect: Expect = Expect()
    acting: Annotated[str, StringConstraints(max_length=40)] | None = Field(default=None, alias="as")


class ShownEvent(Given):
    """An event as its reader may see it; one that they may not see is `withheld`. `Events of …` has all kinds by game."""

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
    """A problem (RFC 9457): what was wrong, by which paragraphs, what would be right."""

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
    open: bool  # for gaming: somebody opened it, and nobody has closed it
    state: Literal["unopened", "open", "closed"]
    seats: int | None = None  # these are known of tables that the asked process runs
    taken: int | None = None  # seats with chips
    min_cents: int | None = None
    max_cents: int | None = None
    practice: bool | None = None


class TableList(Given):
    """All tables that the caller may see."""

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
    """Recorded events; `next` is the number to ask from next, or null at the end."""

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
    """Hashes that lead from lines of a journal to its root (RFC 6962)."""

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


class NewAccount(Taken):
    """Create an account."""

    name: Name
    password: Password
    roles: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(max_length=20)]
    holder: Annotated[str, StringConstraints(max_length=60)] = ""


class ChangePassword(Taken):
    """Change one's own password."""

    old: Password
    new: Password


class SetPassword(Taken):
    """Give an account a new password, as an administrator."""

    new: Password


class NewToken(Taken):
    """Make an API token; it may do what both its scopes and its account's roles allow."""

    scopes: Annotated[list[Annotated[str, StringConstraints(max_length=60)]], Field(min_length=1, max_length=50)]
    seconds: Annotated[int, Field(strict=True, ge=60, le=366 * 86400)] = 86400


class Me(Given):
    """Who is signed in."""

    account: str
    name: str
    roles: list[str]
    holder: str


class MadeToken(Given):
    """A new token; it is shown only once."""

    token: str
    expires: str
