"""The client's methods for filings, for programs without asyncio."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Coroutine
from typing import Any, TypeVar

from houseway.client.filing import Document, FilingCalls

T = TypeVar("T")


class SyncFilingCalls(ABC):
    """The filing methods of the client."""

    _client: FilingCalls

    @abstractmethod
    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine of the client; the client implements this."""

    def holders(self) -> list[Document]:
        """All certificate holders."""
        return self._run(self._client.holders())

    def enter_holder(self, holder: str, name: str) -> Document:
        """Enter a certificate holder, as the Board or the administrator."""
        return self._run(self._client.enter_holder(holder, name))

    def submissions(self, holder: str = "", game: str = "") -> list[Document]:
        """The submissions that the caller may see."""
        return self._run(self._client.submissions(holder, game))

    def submission(self, submission: str) -> Document:
        """One submission with its text and all steps."""
        return self._run(self._client.submission(submission))

    def draft(self, holder: str, text: str, supersedes: str = "") -> Document:
        """Draft a submission."""
        return self._run(self._client.draft(holder, text, supersedes))

    def take_step(
        self, submission: str, step: str, note: str = "", approval: str = "", effective_on: str = ""
    ) -> Document:
        """Take a step: submitted, withdrawn, questioned, approved or denied."""
        return self._run(self._client.take_step(submission, step, note, approval, effective_on))

    def approvals(self, holder: str = "", game: str = "") -> list[Document]:
        """The register of approvals."""
        return self._run(self._client.approvals(holder, game))

    def register_approval(
        self, holder: str, game: str, approval: str, number: str, date: str, conditions: str = ""
    ) -> Document:
        """Register an approval, as the body that the paragraph names."""
        return self._run(self._client.register_approval(holder, game, approval, number, date, conditions))

    def withdraw_approval(self, number: int, note: str, effective_on: str) -> Document:
        """Withdraw an approval as of a day."""
        return self._run(self._client.withdraw_approval(number, note, effective_on))

    def credentials_of(self, account: str) -> list[Document]:
        """The credentials and training of an account."""
        return self._run(self._client.credentials_of(account))

    def enter_credential(
        self, account: str, kind: str, credential: str, valid_from: str, valid_to: str = "", game: str = ""
    ) -> Document:
        """Enter a credential, or training in a game."""
        return self._run(self._client.enter_credential(account, kind, credential, valid_from, valid_to, game))

    def revoke_credential(self, number: int, note: str, effective_on: str) -> None:
        """Revoke a credential as of a day."""
        self._run(self._client.revoke_credential(number, note, effective_on))

    def begin_session(
        self, table: str, submission: str = "", text: str = "", practice: bool = False, source: str = "system"
    ) -> Document:
        """Begin a session under a submission, or for practice; with neither a submission nor a text, like the last session."""
        return self._run(self._client.begin_session(table, submission, text, practice, source))

    def devices(self, table: str) -> list[Document]:
        """The devices of a table that the caller may see, with their manufacturers."""
        return self._run(self._client.devices(table))

    def enter_device(self, table: str, device: str, manufacturer: str) -> list[Document]:
        """Enter the manufacturer of a device, as compliance or the laboratory; empty: the device was removed."""
        return self._run(self._client.enter_device(table, device, manufacturer))

    def timers(self) -> list[Document]:
        """The deadlines of open tables, the next one first."""
        return self._run(self._client.timers())
