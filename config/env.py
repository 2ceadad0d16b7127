"""What the environment may say, typed: a wrong or missing value stops the start with its name."""

from typing import Annotated, Any
from urllib.parse import unquote, urlsplit

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEVELOPMENT_KEY = "development-only-key-that-production-refuses-to-start-with"


class Environment(BaseSettings):
    """Every variable the product reads, with its default; names as in docs/operations.md."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore")

    database_url: str = "postgresql://journeyman@127.0.0.1:5432/journeyman"
    redis_url: str = "redis://127.0.0.1:6379/0"
    django_secret_key: str = DEVELOPMENT_KEY
    django_debug: bool = False
    journeyman_production: bool = False
    journeyman_var: str = "var"
    allowed_hosts: Annotated[list[str], NoDecode] = ["127.0.0.1", "localhost", "[::1]"]
    public_url: str = ""
    static_root: str = ""
    log_level: str = "INFO"
    max_request_bytes: int = Field(default=5 * 1024 * 1024, ge=64 * 1024)
    max_import_bytes: int = Field(default=64 * 1024 * 1024, ge=64 * 1024)
    max_field_bytes: int = Field(default=64 * 1024, ge=1024)
    rate_limit_per_minute: int = Field(default=6000, ge=0)

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        """Read a comma-separated list."""
        return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def database_settings(url: str) -> dict[str, Any]:
    """Turn a PostgreSQL URL into Django's settings; another kind of database is refused."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgresql", "postgres"}:
        raise ValueError("DATABASE_URL must start with postgresql://")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"application_name": "journeyman"},
    }
