"""Puts what a reviewer reads into words and inert HTML: findings, texts, differences."""

from __future__ import annotations

from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from apps.evolution.domain.skill_html import inert, skill_html
from apps.evolution.gate_sentences import KNOWN_SENTENCES
from apps.evolution.review_words import CHECKS, STATUSES, VERDICT_ICONS, VERDICTS
from apps.tenants.translate_sentence import translate_sentence

_GRAVEST_FIRST = ("fail", "warn", "pass")
_DIFF_KINDS = {"+": "added", "-": "removed", "@": "place"}

Gate = list[dict[str, str]]


def explain(gate: Gate) -> list[dict[str, Any]]:
    """Put findings into words, the gravest first."""
    ordered = sorted(gate, key=lambda one: _GRAVEST_FIRST.index(one["verdict"]))
    return [
        {
            "verdict": one["verdict"],
            "icon": VERDICT_ICONS[one["verdict"]],
            "word": VERDICTS[one["verdict"]],
            "check": CHECKS.get(one["check"], one["check"]),
            "detail": as_text(translate_sentence(one["detail"], KNOWN_SENTENCES)),
        }
        for one in ordered
    ]


def gate_summary(gate: Gate) -> str:
    """Say in a few words, with a sign, what the gate makes of a text."""
    counts = dict.fromkeys(_GRAVEST_FIRST, 0)
    for one in gate:
        counts[one["verdict"]] += 1
    said = []
    if counts["fail"]:
        said.append(("fail", ngettext("%d objection", "%d objections", counts["fail"])))
    if counts["warn"]:
        said.append(("warn", ngettext("%d warning", "%d warnings", counts["warn"])))
    if not said:
        said.append(("pass", ngettext("%d check passes", "%d checks pass", counts["pass"])))
    return format_html_join(
        " ",
        '<span class="jm-verdict jm-{}"><span aria-hidden="true">{}</span> {}</span>',
        ((verdict, VERDICT_ICONS[verdict], words % counts[verdict]) for verdict, words in said),
    )


def claim_state(proposal: Any) -> str:
    """Say where a proposal is, and below it who has taken it."""
    word, claimant = STATUSES.get(proposal.status, proposal.status), proposal.claimant
    if claimant is None:
        return str(word)
    email = claimant.user.email
    taken = gettext("taken by %(who)s") % {"who": email.partition("@")[0]}
    return format_html('{}<br><span class="jm-taken" title="{}">{}</span>', word, email, taken)


def as_text(text: str) -> SafeString:
    """Give a text as inert HTML."""
    return SafeString(inert(text))


def as_page(text: str) -> SafeString:
    """Give a skill's text as inert HTML with headings, lists and code."""
    return SafeString(skill_html(text))


def as_code(text: str) -> SafeString:
    """Give a text as inert HTML, letter by letter, in a well of its own."""
    return format_html('<pre class="jm-report">{}</pre>', as_text(text))


def diff_lines(diff: str) -> list[dict[str, Any]]:
    """Take a unified diff apart: each line with its kind, its sign and its words."""
    lines = diff.split("\n")[2:] if diff else []
    return [
        {
            "kind": _DIFF_KINDS.get(line[:1], "same"),
            "sign": line[:1] if line[:1] in "+-" else " ",
            "text": as_text(line if line[:1] == "@" else line[1:]),
        }
        for line in lines
    ]
