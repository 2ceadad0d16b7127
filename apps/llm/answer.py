"""The only way to a language model: a question and the shape of its answer, or None.

Callers read `answer(…) or draft_by_rule(…)`: nothing in the loop depends on a model.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import structlog
from celery.exceptions import SoftTimeLimitExceeded

from apps.language.tokens import estimate_tokens
from apps.llm.circuit import is_paused, note_failure, note_success
from apps.llm.ledger import open_call, settle_call
from apps.llm.models import CallOutcome
from apps.llm.reply import Reply
from apps.llm.server import configured_server

if TYPE_CHECKING:
    import uuid

    from pydantic import BaseModel

    from apps.llm.models import ModelCall
    from apps.llm.server import ModelServer
    from apps.tenants.models import Tenant

log = structlog.get_logger(__name__)


def answer[Schema: BaseModel](
    schema: type[Schema],
    prompt: str,
    *,
    tenant: Tenant,
    purpose: str,
    instructions: str = "",
    subject_id: uuid.UUID | None = None,
) -> Schema | None:
    """Ask the tenant's model for an answer of a shape; None, and no error, where there is none.

    None: no model set up, over the day's budget, paused after failures, timed out, refused, or
    not valid after one repair. What is given as `subject_id` is asked about once for a purpose,
    whatever became of it. Text of agents belongs in `prompt`, never in `instructions`. It must not
    be called inside a transaction; see `ledger.py`.
    """
    server = configured_server(tenant)
    if server is None or is_paused(server):
        return None
    from apps.llm.conversation import ask  # noqa: PLC0415 - seconds to load, so here and not above

    call = open_call(tenant, server=server, purpose=purpose, subject_id=subject_id)
    if call is None:
        return None
    began = perf_counter()
    reply = Reply[Schema](outcome=CallOutcome.TIMEOUT, error="the worker's time was up")
    try:
        reply = ask(server, schema, instructions=instructions, prompt=prompt)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:  # noqa: BLE001 - what a client library may raise is not ours to list
        reply = Reply(error=type(error).__name__, is_servers_fault=True)
    finally:
        call.duration_ms = round((perf_counter() - began) * 1000)
        _settle(call, tenant, server, reply, sent=instructions + prompt)
    return reply.value


def _settle(
    call: ModelCall, tenant: Tenant, server: ModelServer, reply: Reply[Any], *, sent: str
) -> None:
    """Close the row; what a server does not count, or never told, is estimated from the text."""
    call.outcome, call.error = reply.outcome, reply.error
    call.input_tokens, call.output_tokens = reply.input_tokens, reply.output_tokens
    is_counted = call.input_tokens or call.outcome in {CallOutcome.ERROR, CallOutcome.REFUSED}
    if not is_counted:
        call.input_tokens = estimate_tokens(sent)
    if not call.output_tokens and reply.value is not None:
        call.output_tokens = estimate_tokens(reply.value.model_dump_json())
    settle_call(call, tenant, price=server.price)
    if reply.is_servers_fault:
        note_failure(server)
    elif reply.value is not None:
        note_success(server)
    log.info("model_asked", purpose=call.purpose, outcome=call.outcome, ms=call.duration_ms)
