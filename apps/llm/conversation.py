"""Ask a model for an answer in a shape, by pydantic-ai; the only file that imports it.

Loading it takes seconds, so `answer.py` imports this when a question is asked, in a worker.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from anthropic import AsyncAnthropic
from openai import AsyncOpenAI
from pydantic_ai import Agent, NativeOutput, PromptedOutput, ToolOutput
from pydantic_ai.capabilities import Hooks
from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelTimeoutError,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
)
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.usage import RunUsage, UsageLimits

from apps.llm.mend import mend
from apps.llm.models import CallOutcome
from apps.llm.reply import Reply

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pydantic import BaseModel
    from pydantic_ai.models import Model

    from apps.llm.server import ModelServer

MOST_REQUESTS = 2  # the question, and once more with what was wrong with the answer
TRANSPORT_RETRIES = 1

_TIMEOUTS = (TimeoutError, ModelTimeoutError, ModelRequestTimeout)
_REFUSALS = (ContentFilterError, ModelRequestRejectedError, ModelQuotaExceededError)
# What no other prompt would mend: a wrong key or name, an empty account.
_LASTING = (ModelAuthenticationError, ModelNotFoundError, ModelQuotaExceededError)
_CODE = re.compile(r"[A-Za-z0-9_.-]{1,60}")


def ask[Schema: BaseModel](
    server: ModelServer, schema: type[Schema], *, instructions: str, prompt: str
) -> Reply[Schema]:
    """Ask once, and once more when the answer cannot be read; a failure is an answer as well."""
    reply, usage = Reply[Schema](), RunUsage()
    try:
        reply.value = asyncio.run(_converse(server, schema, instructions, prompt, usage))
        mended = usage.requests > 1 or bool(usage.details.pop("mended", 0))
        reply.outcome = CallOutcome.REPAIRED if mended else CallOutcome.ANSWERED
    except (AgentRunError, TimeoutError) as error:
        _explain(reply, error)
    reply.input_tokens, reply.output_tokens = usage.input_tokens, usage.output_tokens
    return reply


async def _converse[Schema: BaseModel](
    server: ModelServer, schema: type[Schema], instructions: str, prompt: str, usage: RunUsage
) -> Schema:
    async def on_invalid(_: Any, *, output: Any, error: Exception, **__: Any) -> Schema:
        """Read what can be read, before the model is asked a second time."""
        found = mend(schema, output)
        if found is None:
            raise error
        usage.details["mended"] = 1
        return found

    async with _model(server) as model, asyncio.timeout(server.timeout_seconds):
        agent: Agent[None, Schema] = Agent(
            model,
            output_type=_output(server, schema),
            instructions=instructions or None,
            retries={"output": MOST_REQUESTS - 1},
            capabilities=[Hooks(output_validate_error=on_invalid)],
        )
        result = await agent.run(
            prompt,
            usage=usage,
            usage_limits=UsageLimits(request_limit=MOST_REQUESTS),
            model_settings={"max_tokens": server.output_tokens},
        )
        return result.output


def _output(server: ModelServer, schema: type[BaseModel]) -> Any:
    """Say how the shape is asked for: most servers hold an answer to a JSON schema."""
    kind = server.output
    if kind == "auto":
        kind = "schema" if server.provider == "openai" else "tool"
    return {"schema": NativeOutput, "tool": ToolOutput, "prompt": PromptedOutput}[kind](schema)


@asynccontextmanager
async def _model(server: ModelServer) -> AsyncIterator[Model]:
    """Open the client of one call: a client is bound to the event loop that it was made in."""
    shared: dict[str, Any] = {
        "api_key": server.key,
        "base_url": server.address,
        "max_retries": TRANSPORT_RETRIES,
        "timeout": server.timeout_seconds,
    }
    if server.provider == "anthropic":
        async with AsyncAnthropic(**shared) as claude:
            yield AnthropicModel(server.model, provider=AnthropicProvider(anthropic_client=claude))
        return
    async with AsyncOpenAI(**shared) as client:
        yield OpenAIChatModel(server.model, provider=_openai_provider(server, client))


def _openai_provider(server: ModelServer, client: AsyncOpenAI) -> Any:
    if not server.is_own:
        return OpenAIProvider(openai_client=client)
    # Not every server knows the newer name of the limit; a missing limit is a runaway answer.
    older = OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False)
    return OpenAICompatibleProvider("own", openai_client=client, profile=older)


def _explain(reply: Reply[Any], error: Exception) -> None:
    """Name a failure by its kind and code: what a server writes may repeat the prompt."""
    reply.outcome = CallOutcome.ERROR
    reply.is_servers_fault = True
    if isinstance(error, _TIMEOUTS):
        reply.outcome = CallOutcome.TIMEOUT
    elif isinstance(error, _REFUSALS):
        reply.outcome, reply.is_servers_fault = CallOutcome.REFUSED, isinstance(error, _LASTING)
    elif isinstance(error, UnexpectedModelBehavior | UsageLimitExceeded):
        reply.outcome, reply.is_servers_fault = CallOutcome.INVALID, False
    reply.error = _name(error)


def _name(error: Exception) -> str:
    words = [re.sub(r"^_?(?:HTTP)?", "", type(error).__name__)]
    if isinstance(error, ModelHTTPError):
        words.append(str(error.status_code))
    code = error.provider_error_code if isinstance(error, ModelAPIError) else None
    if code and _CODE.fullmatch(code):
        words.append(code)
    return " ".join(words)
