"""Where a table keeps what a sealed order hides, so that a restart does not lose it: a file that only its owner may read."""

from __future__ import annotations

import json
import os
from pathlib import Path

from houseway.core import Fill
from houseway.table.table import Secret


class FileVault:
    """One secret beside a journal: the last one. It tells nothing any more once the order has been shown."""

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ".shoe")

    def keep(self, secret: Secret) -> None:
        """Written whole and synced, or not at all."""
        text = json.dumps(
            {
                "commitment": secret.commitment,
                "fill": secret.fill.name,
                "salt": secret.salt,
                "faces": list(secret.faces),
            }
        )
        new = self.path.with_name(self.path.name + ".new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)

    def recall(self) -> Secret | None:
        """What was kept last, or None where there is nothing that can be read."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            faces = tuple(str(face) for face in kept["faces"])
            return Secret(str(kept["commitment"]), Fill(str(kept["fill"]), faces), str(kept["salt"]), faces)
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def clear(self) -> None:
        """Nothing is sealed any more."""
        self.path.unlink(missing_ok=True)
