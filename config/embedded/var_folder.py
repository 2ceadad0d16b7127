"""The folder a start keeps everything in: logs, secrets, ports, credentials, the servers' files."""

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.embedded.errors import StartError
from config.embedded.ports import free_port, is_free


@dataclass(frozen=True)
class VarFolder:
    """One start's folder; the files it writes are for its owner alone."""

    root: Path

    @classmethod
    def open(cls, root: Path) -> "VarFolder":
        """Make the folder where it is missing; refuse one that cannot be written."""
        folder = cls(root.expanduser().resolve())
        try:
            folder.log.mkdir(parents=True, exist_ok=True)
            folder.secrets.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StartError(
                f"Cannot write to {folder.root} ({error.strerror}). "
                "Set JOURNEYMAN_VAR to a folder that you own."
            ) from error
        return folder

    @property
    def log(self) -> Path:
        return self.root / "log"

    @property
    def secrets(self) -> Path:
        return self.root / "secrets"

    def secret(self, name: str) -> str:
        """Give the secret of that name, made at the first question."""
        path = self.secrets / name
        if not path.exists():
            write_private(path, secrets.token_urlsafe(32))
        return path.read_text()

    def port(self, name: str, wanted: int | None = None) -> int:
        """Give the server's port of the last start, or another where that one is taken."""
        ports = read_json(self.root / "ports.json") or {}
        port = wanted or ports.get(name)
        if port is None or (wanted is None and not is_free(port)):
            port = free_port()
        if ports.get(name) != port:
            write_private(self.root / "ports.json", json.dumps({**ports, name: port}))
        return int(port)

    def last_port(self, name: str) -> int | None:
        """Give the server's port of the last start, if there was one."""
        port = (read_json(self.root / "ports.json") or {}).get(name)
        return None if port is None else int(port)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner reads, whole or not at all."""
    draft = path.with_name(f".{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)


def read_json(path: Path) -> dict[str, Any] | None:
    """Read a JSON object; None where there is no such file or it is damaged."""
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None
