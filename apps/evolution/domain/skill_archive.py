"""Pack a skill as the folder that agents install, byte for byte the same each time."""

import io
import zipfile

LONG_AGO = (1980, 1, 1, 0, 0, 0)


def skill_zip(name: str, content: str) -> bytes:
    """Zip `<name>/SKILL.md`; equal texts give equal bytes, so that copies can be kept."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(f"{name}/SKILL.md", LONG_AGO)
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, content.encode(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
