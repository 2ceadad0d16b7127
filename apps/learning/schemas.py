"""The shapes that a model is asked for; what comes back is read item by item.

The bounds stand in the JSON schema that a server holds its model to. Not every server does, and
none keeps an answer from being cut off: so text that is too long is cut, a number out of range is
moved into it, and an item that still does not fit is dropped without its neighbours.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

if TYPE_CHECKING:
    from apps.learning.domain.speaker import About

MOST_ITEMS = 3
LEAST_SENTENCE = 2
UNSAID_CERTAINTY = 50
KNOWN_VALUES = {
    "expertise_level": {"beginner", "intermediate", "expert"},
    "communication_style": {"concise", "detailed", "formal", "casual"},
}


def _cut_at(most: int) -> BeforeValidator:
    """Cut a longer text instead of refusing it."""
    return BeforeValidator(lambda value: value.strip()[:most] if isinstance(value, str) else value)


def _clamped(value: Any) -> Any:
    """Read what models write for a share: 0.9, "90%", "high", 250."""
    if isinstance(value, str):
        value = value.strip().rstrip("%")
    try:
        number = float(value)
    except (TypeError, ValueError):
        return UNSAID_CERTAINTY
    if number != number:  # noqa: PLR0124 - not a number
        return UNSAID_CERTAINTY
    scaled = number * 100 if 0 < number < 1 else number
    return round(min(100, max(0, scaled)))


def _word(value: Any) -> Any:
    return value.strip().lower().replace(" ", "_") if isinstance(value, str) else value


def _valid_ones(item: type[BaseModel], most: int) -> BeforeValidator:
    """Keep the first valid items of a list and drop the others."""
    adapter = TypeAdapter(item)

    def keep(value: Any) -> list[Any]:
        kept = []
        for one in value if isinstance(value, list) else [value]:
            with suppress(ValidationError):
                kept.append(adapter.validate_python(one))
        return kept[:most]

    return BeforeValidator(keep)


def _some_lines(value: Any) -> list[str]:
    lines = value if isinstance(value, list) else [value]
    said = [line for line in lines if isinstance(line, str) and len(line.strip()) >= LEAST_SENTENCE]
    return said[:MOST_ITEMS]


Certainty = Annotated[int, Field(ge=0, le=100), BeforeValidator(_clamped)]
Sentence = Annotated[str, Field(min_length=LEAST_SENTENCE, max_length=160), _cut_at(160)]
Quotation = Annotated[str, Field(min_length=LEAST_SENTENCE, max_length=200), _cut_at(200)]
Lines = Annotated[list[Sentence], Field(max_length=MOST_ITEMS), BeforeValidator(_some_lines)]


class Quoted(BaseModel):
    """An item with the words that it rests on."""

    quote: Quotation = Field(description="Words copied exactly from the record")
    certainty: Certainty = UNSAID_CERTAINTY

    @property
    def about(self) -> About:
        """Say what it is about: for a person's wish or state only their own words can stand."""
        return "work"

    @property
    def is_in_words(self) -> bool:
        """Tell whether it is told in the words of the record, not in those of a fixed list."""
        return True

    def told(self) -> str:
        """Give what the model says in its own words."""
        raise NotImplementedError


class MemoryItem(Quoted):
    """Something to remember for this person."""

    kind: Annotated[Literal["preference", "fact", "lesson"], BeforeValidator(_word)]
    text: Sentence

    @property
    def about(self) -> About:
        subjects: dict[str, About] = {"preference": "wish", "fact": "person"}
        return subjects.get(self.kind, "work")

    def told(self) -> str:
        return self.text


class ExperienceItem(Quoted):
    """A problem and how it was solved."""

    problem: Sentence
    steps: Lines
    pitfall: Annotated[str, Field(max_length=160), _cut_at(160)] = ""

    def told(self) -> str:
        return "\n".join([self.problem, *self.steps, self.pitfall]).strip()


class ProfileItem(Quoted):
    """Something that the person lets be known about themselves."""

    field: Annotated[
        Literal[
            "industry",
            "role",
            "expertise_level",
            "communication_style",
            "preferred_language",
            "topic",
        ],
        BeforeValidator(_word),
    ]
    value: Annotated[str, Field(min_length=2, max_length=60), _cut_at(60)]

    @property
    def about(self) -> About:
        wishes = {"communication_style", "preferred_language"}
        return "wish" if self.field in wishes else "person"

    @property
    def is_in_words(self) -> bool:
        return self.field in {"role", "topic"}

    @model_validator(mode="after")
    def _is_a_known_word(self) -> Self:
        """Refuse a value that its field has no word for."""
        known = KNOWN_VALUES.get(self.field)
        if known and _word(self.value) not in known:
            raise ValueError(f"{self.field} has no value {self.value}")
        self.value = _word(self.value) if known else self.value
        return self

    def told(self) -> str:
        return self.value


class PainItem(Quoted):
    """Something that troubles the person, in a way that may return."""

    kind: Annotated[Literal["complaint", "repeated_question", "failure"], BeforeValidator(_word)]
    text: Sentence

    def told(self) -> str:
        return self.text


class RunAnswer(BaseModel):
    """All that one run teaches, in one answer."""

    memories: Annotated[list[MemoryItem], Field(max_length=3), _valid_ones(MemoryItem, 3)]
    experiences: Annotated[
        list[ExperienceItem], Field(max_length=2), _valid_ones(ExperienceItem, 2)
    ]
    profile: Annotated[list[ProfileItem], Field(max_length=3), _valid_ones(ProfileItem, 3)]
    pains: Annotated[list[PainItem], Field(max_length=2), _valid_ones(PainItem, 2)]

    @property
    def count(self) -> int:
        """How many items there are."""
        return len([*self.memories, *self.experiences, *self.profile, *self.pains])

    @model_validator(mode="before")
    @classmethod
    def _what_is_missing_is_empty(cls, value: Any) -> Any:
        """An answer that was cut off ends early; one without any of the lists is none."""
        if isinstance(value, dict) and value.keys() & cls.model_fields.keys():
            return dict.fromkeys(cls.model_fields, ()) | value
        return value


class OutcomeVerdict(BaseModel):
    """A second reading of a run: whether it did what was asked."""

    outcome: Annotated[Literal["success", "partial", "failed", "abandoned"], BeforeValidator(_word)]
    score: Certainty
    reason: Sentence
