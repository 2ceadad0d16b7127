"""Hide secrets before anything is stored, and personal details where a tenant asks for it.

Works on plain text and on JSON text: quotes and backslashes stay where they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LEAST_BARE_TOKEN = 16


@dataclass(frozen=True, slots=True)
class _Rule:
    """A kind of secret; the pattern is tried only where one of the lower-case hints occurs."""

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _rule(kind: str, hints: str, pattern: str, flags: int = 0) -> _Rule:
    # ASCII: a key is not a part of the Chinese word that it touches.
    return _Rule(kind, tuple(hints.split()), re.compile(pattern, flags | re.ASCII))


# What a secret looks like by the prefix that its issuer documents.
_ISSUED = (
    _rule(
        "private-key",
        "private",
        r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)",
        re.DOTALL,
    ),
    _rule("aws-key", "akia asia", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    _rule("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"\bgh[pousr]_[A-Za-z0-9]{36,255}"),
    _rule("github-token", "github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{22,255}"),
    _rule("gitlab-token", "glpat-", r"\bglpat-[A-Za-z0-9_\-]{20,}"),
    _rule("slack-token", "xox", r"\bxox[abeoprs]-[A-Za-z0-9\-]{10,}"),
    _rule("model-key", "sk-", r"\bsk-(?=[A-Za-z_\-]{0,100}\d)[A-Za-z0-9_\-]{20,300}"),
    _rule("google-key", "aiza", r"\bAIza[0-9A-Za-z_\-]{35}"),
    _rule("stripe-key", "_live_ _test_", r"\b[rsp]k_(?:live|test)_[0-9a-zA-Z]{16,}"),
    _rule("npm-token", "npm_", r"\bnpm_[A-Za-z0-9]{36}\b"),
    _rule("pypi-token", "pypi-", r"\bpypi-[A-Za-z0-9_\-]{32,}"),
    _rule("huggingface-token", "hf_", r"\bhf_[A-Za-z0-9]{30,}\b"),
    _rule("journeyman-key", "jm_", r"\bjm_[a-z]{1,16}_[0-9a-f]{32}_[0-9a-f]{48}\b"),
    _rule("jwt", "eyj", r"\beyJ[\w\-]{8,2000}\.eyJ[\w\-]{8,4000}\.[\w\-]{8,1000}"),
    _rule("credential", "bearer", r"(?i:(?<=bearer ))[A-Za-z0-9+/_\-.=]{16,}"),
    _rule(
        "credential",
        "basic",
        r"(?i:(?<=basic ))(?=[A-Za-z+/]{0,200}[0-9=])[A-Za-z0-9+/]{12,}={0,2}",
    ),
    _rule("password", "://", r"(?<=://)([^\s/:@\"'\\]{0,100}:)[^\s/@\"'\\]{3,200}(?=@)"),
)

# A name that promises a secret, then its value: name = value, "name": "value", 密码是value.
_NAMED = re.compile(
    r"(?P<name>passwords?|passwd|pwd|passphrase|secret(?:[_-]?key)?|api[_-]?key|access[_-]?key|"
    r"private[_-]?key|(?:(?<![a-z])[a-z]{1,30}[_-])?token|credentials?|密码|口令|密钥)"
    r"(?P<link>\\?[\"']?\s{0,2}(?:=|:|：|是|为)\s{0,2})"
    r"(?:(?P<open>\\?[\"'])(?P<quoted>[^\"'\\\n]{1,200})(?=\\?[\"'])"
    r"|(?P<bare>[!#-&(-+\--:<-\[\]-~]{6,200}))",
    re.IGNORECASE,
)
_NAMED_HINTS = (
    *("passw", "pwd", "passphrase", "secret", "api_key", "api-key", "apikey", "access_key"),
    *("accesskey", "private_key", "token", "credential", "密码", "口令", "密钥"),
)
_NO_SECRET = re.compile(
    r"(?:true|false|null|none|undefined|string|required|optional|changed|invalid|incorrect)\W*\Z"
    r"|[A-Za-z_][\w.]*\(|[$<{*]|os\.|process\.|env\.|\[redacted",
    re.IGNORECASE,
)

_PERSONAL = re.compile(
    r"(?P<email>\b[A-Za-z0-9._%+\-]{1,64}@[A-Za-z0-9.\-]{1,190}\.[A-Za-z]{2,24}\b)"
    r"|(?P<id_number>(?<!\d)\d{17}[\dXx](?!\d)|\b\d{3}-\d{2}-\d{4}\b)"
    r"|(?P<phone>(?<![\d.])(?:\+\d{1,3}[ \-]?)?"
    r"(?:1[3-9]\d{9}|\(?\d{3}\)?[ \-]\d{3}[ \-]\d{4}|0\d{2,3}-\d{7,8})(?!\d))",
    re.ASCII,
)


class Redactor:
    """Hides secrets in many texts; what none of them hints at is not looked for in any."""

    def __init__(self, texts: Iterable[str], *, personal: bool = False) -> None:
        low = "\n".join(texts).lower()
        self.issued = [rule for rule in _ISSUED if any(hint in low for hint in rule.hints)]
        self.named = any(hint in low for hint in _NAMED_HINTS)
        self.personal = personal

    @property
    def is_needed(self) -> bool:
        """Whether any text may hold something to hide."""
        return bool(self.issued or self.named or self.personal)

    def __call__(self, text: str) -> str:
        """Replace keys, tokens, passwords and private keys by `[redacted:<kind>]`."""
        for rule in self.issued:
            text = rule.pattern.sub(_hide_as(rule.kind), text)
        if self.named:
            text = _NAMED.sub(_hide_named, text)
        return redact_personal(text) if self.personal else text


def redact_secrets(text: str) -> str:
    """Replace keys, tokens, passwords and private keys by `[redacted:<kind>]`."""
    return Redactor([text])(text)


def redact_personal(text: str) -> str:
    """Replace e-mail addresses, phone numbers and ID numbers (CN, US) by `[redacted:<kind>]`."""
    return _PERSONAL.sub(lambda match: _mark((match.lastgroup or "").replace("_", "-")), text)


def _mark(kind: str) -> str:
    return f"[redacted:{kind}]"


def _hide_as(kind: str) -> Callable[[re.Match[str]], str]:
    return lambda match: (match[1] if match.lastindex else "") + _mark(kind)


def _hide_named(match: re.Match[str]) -> str:
    value = match["quoted"] or match["bare"]
    bare_token = match["name"].lower() == "token" and len(value) < LEAST_BARE_TOKEN
    if _NO_SECRET.match(value) or bare_token:
        return match[0]
    return match["name"] + match["link"] + (match["open"] or "") + _mark("secret")
