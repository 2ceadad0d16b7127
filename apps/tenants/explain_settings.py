"""Every learning setting in words, for the page where it is set."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from apps.tenants.learning_settings import LearningSettings

# The meanings that stand in learning_settings.py, named here for the translators.
MEANINGS = (
    gettext_noop("Learn from what agents report"),
    gettext_noop("Days that trajectories are kept"),
    gettext_noop("Days that raw steps are kept"),
    gettext_noop("Longer chains teach by their first and last half of this"),
    gettext_noop("Silence that ends a session"),
    gettext_noop("Tool calls a run needs to teach a skill"),
    gettext_noop("Score a run needs to teach"),
    gettext_noop("Similar runs that make a pattern"),
    gettext_noop("How alike runs of a pattern are"),
    gettext_noop("Sessions that used an experience first"),
    gettext_noop("Confidence the gate asks for"),
    gettext_noop("Where skills land"),
    gettext_noop("Time between two reflections"),
    gettext_noop("Model to ask instead of the server's"),
    gettext_noop("Score finished runs by rule"),
    gettext_noop("Read corrections in messages"),
    gettext_noop("Tokens a model may cost in a day; 0 asks none, null as the server"),
    gettext_noop("Ask the model whether a run did what was asked"),
    gettext_noop("Also hide e-mail addresses, phone and ID numbers"),
    gettext_noop("Measure what skills and experiences bring"),
    gettext_noop("Share of sessions that go without an item, to compare with"),
    gettext_noop("Sessions with and without an item before a verdict"),
    gettext_noop("Ask the person whose pattern it is in their next conversation"),
    gettext_noop("A person's yes activates it for that person, without a reviewer"),
    gettext_noop("Let small improvements of skills with a proven lift through without a review"),
    gettext_noop("Days in which a chain of tools must repeat to be a pipeline"),
    gettext_noop("Times that a chain of tools must repeat to be a pipeline"),
    gettext_noop("Hosts that tools may be on; empty allows every public one"),
    gettext_noop("Time zone of people who have not named theirs"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its path, what it is now, what it is unless set (as JSON), what it means."""

    path: str
    value: str
    default: str
    meaning: str

    @property
    def is_set(self) -> bool:
        """Tell whether it differs from its default."""
        return self.value != self.default


def explain_settings(settings: LearningSettings) -> list[Setting]:
    """List every setting with its present value, its default and its meaning."""
    return list(_explain(settings, type(settings)(), ""))


def _explain(section: BaseModel, default: BaseModel, at: str) -> Iterator[Setting]:
    for name, field in type(section).model_fields.items():
        path = f"{at}{field.alias or name}"
        value, usual = getattr(section, name), getattr(default, name)
        if isinstance(value, BaseModel):
            yield from _explain(value, usual, f"{path}.")
        else:
            meaning = _(field.description) if field.description else ""
            yield Setting(path, _as_json(value), _as_json(usual), meaning)


def _as_json(value: Any) -> str:
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)
