"""Say which model a tenant's questions go to, as the environment and the tenant set it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from django.conf import settings

if TYPE_CHECKING:
    from decimal import Decimal

    from apps.tenants.models import Tenant

# A server of one's own may want no key. The clients would then send one meant for somebody else,
# found in the environment under their makers' names.
NO_KEY = "none"
ADDRESSES = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com"}


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, read and written."""

    input: Decimal
    output: Decimal


@dataclass(frozen=True, slots=True)
class ModelServer:
    """A model and how to reach it; `input_tokens` is the longest prompt a caller should write."""

    provider: Literal["openai", "anthropic"]
    model: str
    address: str
    key: str = field(repr=False)
    output: Literal["auto", "schema", "tool", "prompt"]
    timeout_seconds: int
    input_tokens: int
    output_tokens: int
    daily_tokens: int
    price: Price | None

    @property
    def is_own(self) -> bool:
        """Tell whether it is another server than the maker's of the protocol."""
        return self.address != ADDRESSES[self.provider]


def configured_server(tenant: Tenant) -> ModelServer | None:
    """Give the model that this tenant's questions go to; None where none is set up."""
    env, mine = settings.ENV, tenant.learning
    daily = env.model_daily_tokens if mine.model.daily_tokens is None else mine.model.daily_tokens
    if env.model_provider == "none" or not daily:
        return None
    model = mine.reflection.auxiliary_model or env.model_name
    return ModelServer(
        provider=env.model_provider,
        model=model,
        address=env.model_base_url.rstrip("/") or ADDRESSES[env.model_provider],
        key=env.model_api_key.get_secret_value() or NO_KEY,
        output=env.model_output,
        timeout_seconds=env.model_timeout_seconds,
        input_tokens=env.model_input_tokens,
        output_tokens=env.model_output_tokens,
        daily_tokens=daily,
        price=_price() if model == env.model_name else None,
    )


def _price() -> Price | None:
    """Give the price of the model in MODEL_NAME; another one's is not known."""
    read, written = settings.ENV.model_input_price, settings.ENV.model_output_price
    return None if read is None or written is None else Price(read, written)
