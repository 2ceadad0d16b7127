"""Takes from a message that corrected a run what may be quoted to those who do the work again."""

from __future__ import annotations

from apps.evolution.domain.quoting import one_line
from apps.evolution.domain.security_scan import scan
from apps.experiences.domain.pain_words import objection_target
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.domain.planted import is_planted

LONGEST_WORDS = 200


def correcting_words(message: str) -> str:
    """Give the first line that says what was to be different; empty when none may be quoted.

    What only objects is no rule, and what gives an agent orders, or is dangerous in a skill, is not
    taken from anybody.
    """
    said = strip_injected(message)
    if is_planted(said):
        return ""
    lines = (one_line(line, LONGEST_WORDS) for line in said.split("\n"))
    words = next((line for line in lines if objection_target(line)), "")
    is_dangerous = any(threat.severity == "fail" for threat in scan(words))
    return "" if is_dangerous else words
