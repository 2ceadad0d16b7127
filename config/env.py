"""What the environment may say, typed: a wrong or missing value stops the start with its name."""

from decimal import Decimal
from typing import Annotated, Any, Literal, Self
from urllib.parse import unquote, urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEVELOPMENT_KEY = "development-only-key-that-production-refuses-to-start-with"


class Environment(BaseSettings):
    """Every variable the product reads, with its default; names as in docs/operations.md."""

    model_config = SettingsConfigDict(env_ignore_empty=True, extra="ignore")

    database_url: str = "postgresql://journeyman@127.0.0.1:5432/journeyman"
    redis_url: str = "redis://127.0.0.1:6379/0"
    django_secret_key: str = DEVELOPMENT_KEY
    django_secret_key_fallbacks: Annotated[list[str], NoDecode] = []
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

    email_host: str = "localhost"
    email_port: int = Field(default=25, ge=1, le=65535)
    email_user: str = ""
    email_password: SecretStr = SecretStr("")
    email_tls: bool = False
    email_from: str = "journeyman@localhost"

    model_provider: Literal["none", "openai", "anthropic"] = "none"
    model_name: str = ""
    model_base_url: str = ""
    model_api_key: SecretStr = SecretStr("")
    model_output: Literal["auto", "schema", "tool", "prompt"] = "auto"
    model_timeout_seconds: int = Field(default=60, ge=1, le=300)
    model_input_tokens: int = Field(default=3000, ge=800)
    model_output_tokens: int = Field(default=1200, ge=100)
    model_daily_tokens: int = Field(default=200_000, ge=0)
    model_input_price: Decimal | None = Field(default=None, ge=0)
    model_output_price: Decimal | None = Field(default=None, ge=0)

    @field_validator("allowed_hosts", "django_secret_key_fallbacks", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        """Read a comma-separated list."""
        return [part.strip() for part in value.split(",")] if isinstance(value, str) else value

    @model_validator(mode="after")
    def _names_its_model(self) -> Self:
        """Refuse a provider without a model: nothing would be asked, and nothing would say so."""
        if self.model_provider != "none" and not self.model_name:
            raise ValueError("MODEL_PROVIDER needs MODEL_NAME")
        return self


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
