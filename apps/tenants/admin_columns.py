"""How values of rows are shown in the admin: titles and words in the reader's language."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.db.models import Model
    from django_stubs_ext import StrOrPromise

    Column = Callable[[Model], Any]
    Words = Mapping[str, StrOrPromise]

NOTHING = "–"


def column(
    title: StrOrPromise, path: str, *, words: Words | None = None, is_sortable: bool = False
) -> Column:
    """Make a column, or a fact of a page, of the attribute at a dotted path."""

    def show(row: Model) -> str:
        value: Any = row
        for name in path.split("."):
            value = getattr(value, name, None)
        return str(words[value]) if words and value in words else shown(value)

    show.__name__ = path.replace(".", "_")
    return titled(title, show, ordering=path.replace(".", "__") if is_sortable else "")


def titled(title: StrOrPromise, show: Column, *, ordering: str = "") -> Column:
    """Give a column its title, and the field that its header sorts by."""
    show.short_description = title  # type: ignore[attr-defined]  # how the admin reads it
    if ordering:
        show.admin_order_field = ordering  # type: ignore[attr-defined]  # likewise
    return show


def shown(value: Any) -> str:
    """Write a value for people: times with their zone, scores to two places, “–” for nothing."""
    if value is None or value in ("", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, Decimal):
        return f"{value:.2f}"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, indent=2)
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def duration(milliseconds: int | None) -> str:
    """Write a time span at the precision that a reader cares for."""
    if milliseconds is None:
        return NOTHING
    if milliseconds < 1000:
        return f"{milliseconds} ms"
    seconds = milliseconds / 1000
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {seconds % 60:.0f} s"
