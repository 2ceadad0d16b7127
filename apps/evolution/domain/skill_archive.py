"""Pack a skill as the folder that agents install, byte for byte the same each time.

Not compressed: what compresses differs from machine to machine, and its bytes with it.
"""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LONG_AGO = (1980, 1, 1, 0, 0, 0)


def skill_zip(name: str, content: str, files: Mapping[str, bytes] | None = None) -> bytes:
    """Zip `<name>/SKILL.md` and the files beside it; equal ones give equal bytes.

    A file that begins with `#!` can be run.
    """
    packed = io.BytesIO()
    beside = sorted((files or {}).items())
    with zipfile.ZipFile(packed, "w") as archive:
        for path, written in [("SKILL.md", content.encode()), *beside]:
            entry = zipfile.ZipInfo(f"{name}/{path}", LONG_AGO)
            entry.create_system = 3
            entry.external_attr = (0o755 if written.startswith(b"#!") else 0o644) << 16
            archive.writestr(entry, written)
    return packed.getvalue()
