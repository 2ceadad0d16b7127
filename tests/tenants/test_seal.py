from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from apps.errors import DomainError
from apps.tenants.seal import reseal, seal, unseal

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def keys(settings: Any) -> Iterator[Any]:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the-first-key", []
    return settings


def test_what_is_sealed_is_read_again_and_not_seen(keys: Any):
    sealed = seal("token-ü-密钥", purpose="a")
    assert unseal(sealed, purpose="a") == "token-ü-密钥"
    assert b"token" not in sealed


def test_a_seal_moved_elsewhere_does_not_open(keys: Any):
    with pytest.raises(DomainError, match="another DJANGO_SECRET_KEY"):
        unseal(seal("token", purpose="tool of a"), purpose="tool of b")


def test_an_earlier_key_still_opens_and_a_new_seal_does_without_it(keys: Any):
    sealed = seal("token", purpose="a")
    keys.SECRET_KEY, keys.SECRET_KEY_FALLBACKS = "the-second-key", ["the-first-key"]
    renewed = reseal(sealed, purpose="a")
    keys.SECRET_KEY_FALLBACKS = []
    assert unseal(renewed, purpose="a") == "token"
    with pytest.raises(DomainError):
        unseal(sealed, purpose="a")
