"""The environment is read with types; what cannot work stops the start by name."""

import pytest
from pydantic import ValidationError

from config.env import Environment


def test_a_provider_without_a_model_stops_the_start(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MODEL_PROVIDER", "openai")
    with pytest.raises(ValidationError, match="MODEL_PROVIDER needs MODEL_NAME"):
        Environment()


def test_an_unknown_provider_is_refused_by_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MODEL_PROVIDER", "oracle")
    with pytest.raises(ValidationError, match="model_provider"):
        Environment()


def test_a_key_does_not_show(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MODEL_API_KEY", "sk-very-secret")
    assert "very-secret" not in repr(Environment())


def test_earlier_secret_keys_are_a_list_by_commas(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DJANGO_SECRET_KEY_FALLBACKS", "old-one, older-one")
    assert Environment().django_secret_key_fallbacks == ["old-one", "older-one"]
