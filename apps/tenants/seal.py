"""Seal what must be kept but never shown, such as the keys of other servers.

The keys are derived from Django's `SECRET_KEY`; what was sealed under one of
`SECRET_KEY_FALLBACKS` still opens. A seal is for one purpose: moved elsewhere, it does not open.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from apps.errors import DomainError

SALT = b"journeyman/sealed/1"


def seal(text: str, *, purpose: str) -> bytes:
    """Encrypt a text, so that only this installation reads it, and only for the same purpose."""
    return _keys(purpose).encrypt(text.encode())


def unseal(sealed: bytes, *, purpose: str) -> str:
    """Read what was sealed; raises `sealed_with_another_key`."""
    try:
        return _keys(purpose).decrypt(bytes(sealed)).decode()
    except InvalidToken as error:
        said = "It was sealed with another DJANGO_SECRET_KEY; enter it again."
        raise DomainError("sealed_with_another_key", said) from error


def reseal(sealed: bytes, *, purpose: str) -> bytes:
    """Seal under the present key what may have been sealed under an earlier one."""
    return seal(unseal(sealed, purpose=purpose), purpose=purpose)


def _keys(purpose: str) -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_key(secret, purpose) for secret in secrets])


@lru_cache(maxsize=256)
def _key(secret: str | bytes, purpose: str) -> Fernet:
    raw = secret if isinstance(secret, bytes) else secret.encode()
    derived = HKDF(SHA256(), length=32, salt=SALT, info=purpose.encode()).derive(raw)
    return Fernet(urlsafe_b64encode(derived))
