"""The shape that a model is asked for when it writes a skill anew after a reviewer's wish."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

MOST_STEPS, MOST_NOTES = 25, 10
LONGEST_LINE = 400


def _lines(most: int) -> BeforeValidator:
    """Keep the first lines that say something, each cut to its length."""

    def keep(value: Any) -> list[str]:
        lines = value if isinstance(value, list) else [value]
        said = [line.strip()[:LONGEST_LINE] for line in lines if isinstance(line, str)]
        return [line for line in said if line][:most]

    return BeforeValidator(keep)


Line = Annotated[str, Field(min_length=1, max_length=LONGEST_LINE)]


class RevisedSkill(BaseModel):
    """The parts of a skill that a wish may change; what is left empty stays as it was."""

    description: Annotated[
        str,
        Field(max_length=1024),
        BeforeValidator(lambda value: value.strip()[:1024] if isinstance(value, str) else ""),
    ] = ""
    procedure: Annotated[list[Line], Field(min_length=2, max_length=MOST_STEPS), _lines(MOST_STEPS)]
    pitfalls: Annotated[list[Line], Field(max_length=MOST_NOTES), _lines(MOST_NOTES)] = []
    verification: Annotated[list[Line], Field(max_length=MOST_NOTES), _lines(MOST_NOTES)] = []
