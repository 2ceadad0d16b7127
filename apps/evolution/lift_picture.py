"""Draw a lift as an interval on a line, with the same in words, for pages without script."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.html import format_html

from apps.evolution.domain.demotion import lift_sentence
from apps.evolution.gate_sentences import KNOWN_SENTENCES
from apps.tenants.translate_sentence import translate_sentence

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

    from apps.evolution.domain.lift import Lift

HALF_WIDTH, MARGIN = 110, 10
LEAST_REACH = Decimal("0.20")  # a small interval shall not look like a large one
_LOOKS = {"helpful": "pass", "harmful": "fail"}
_PICTURE = (
    '<svg class="jm-lift jm-{look}" role="img" aria-label="{words}" width="240" height="28" '
    'viewBox="0 0 240 28"><line class="jm-lift-line" x1="10" x2="230" y1="14" y2="14"/>'
    '<line class="jm-lift-zero" x1="120" x2="120" y1="4" y2="24"/>'
    '<rect class="jm-lift-range" x="{low}" y="10" width="{width}" height="8" rx="2"/>'
    '<circle class="jm-lift-mean" cx="{mean}" cy="14" r="4"/></svg>'
)


def lift_context(lift: Lift | None) -> dict[str, Any] | None:
    """Give what a page shows of a lift: a picture where there are figures, and the words."""
    if lift is None:
        return None
    words = translate_sentence(lift_sentence(lift), KNOWN_SENTENCES)
    return {"picture": _draw(lift, words), "words": words}


def _draw(lift: Lift, words: str) -> SafeString | None:
    if lift.mean is None or lift.low is None or lift.high is None:
        return None
    reach = max(LEAST_REACH, abs(lift.low), abs(lift.high))
    low, mean, high = (_place(value, reach) for value in (lift.low, lift.mean, lift.high))
    look = _LOOKS.get(lift.verdict, "open")
    return format_html(
        _PICTURE, look=look, words=words, low=low, mean=mean, width=max(high - low, 1)
    )


def _place(value: Decimal, reach: Decimal) -> int:
    return MARGIN + HALF_WIDTH + round(value / reach * HALF_WIDTH)
