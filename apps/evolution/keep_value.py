"""What is stored of a run: inputs, parameters and outputs without secrets, and of limited size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from apps.trajectories.domain.cleaning import read_json
from apps.trajectories.domain.limits import cut_json
from apps.trajectories.domain.redaction import Redactor

if TYPE_CHECKING:
    from apps.tenants.models import Tenant

LARGEST_VALUE = 64 * 1024
LONGEST_ERROR = 1000


def keep_value(value: Any, tenant: Tenant) -> Any:
    """Give a JSON value as it is stored: secrets hidden, the longest texts cut beyond 64 KB."""
    written = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
    kept = Redactor([written], personal=tenant.learning.privacy.redact_personal)(written)
    return read_json(cut_json(kept, LARGEST_VALUE).encode())


def keep_error(sentence: str, tenant: Tenant) -> str:
    """Give a sentence as it is stored."""
    personal = tenant.learning.privacy.redact_personal
    return Redactor([sentence], personal=personal)(sentence.replace("\x00", ""))[:LONGEST_ERROR]
