"""A pipeline as YAML: what is mined from repeated work, reviewed, versioned and run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from apps.errors import DomainError
from apps.evolution.domain.front_matter import normal_text
from apps.evolution.domain.quoting import one_line
from apps.evolution.domain.references import find_references
from apps.evolution.domain.skill_name import is_skill_name, slug
from apps.evolution.domain.version import FIRST_VERSION
from apps.evolution.domain.yaml_values import Plain, read_yaml, typed, write_yaml
from apps.language.tokens import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LONGEST_FILE = 64 * 1024
LONGEST_TITLE = 200
MOST_STEPS = 50
MOST_INPUTS = 50
MOST_TRIGGERS = 20

InputType = Literal["string", "number", "integer", "boolean", "array", "object"]
Action = Literal["tool", "llm_generate", "notify", "skill", "parallel"]

_VERSION_LINE = re.compile(r"^version:[^\n#]*?(?=[ \t]*(?:#|$))", re.MULTILINE)
_FREE_KEYS = ("params", "default", "example")
_KINDS: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}


def _check_name(name: str) -> str:
    if not is_skill_name(name):
        raise ValueError("a name holds 1–64 of a-z, 0-9 and single hyphens")
    return name


def _line(limit: int) -> AfterValidator:
    return AfterValidator(lambda text: one_line(text, limit))


Json = Annotated[Any, BeforeValidator(typed)]
Name = Annotated[str, AfterValidator(_check_name)]
Identifier = Annotated[str, Field(pattern=r"^[\w-]{1,64}$")]
Line = Annotated[str, Field(min_length=1, max_length=200)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PipelineInput(_Part):
    """A value that whoever runs the pipeline gives; required unless it has a default."""

    type: InputType = "string"
    description: Annotated[str, Field(max_length=500)] = ""
    required: bool = True
    default: Json = None
    example: Json = None

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        given = dict(given)
        for key in ("default", "example"):
            value = given.get(key)
            if isinstance(value, Plain) and given.get("type", "string") == "string":
                given[key] = None if typed(value) is None else str(value)
        given.setdefault("required", given.get("default") is None)
        return given

    @model_validator(mode="after")
    def _check_values(self) -> Self:
        for key in ("default", "example"):
            value = getattr(self, key)
            if value is not None and not is_of_type(value, self.type):
                raise ValueError(f"the {key} is not of type {self.type}")
        return self


class Retry(_Part):
    """How often a failed step is tried, and the seconds between."""

    attempts: Annotated[int, Field(ge=1, le=5)] = 1
    delay_s: Annotated[int, Field(ge=0, le=300)] = 0


class PipelineStepSpec(_Part):
    """One step, or several that run at the same time."""

    id: Identifier
    action: Action
    tool: Line | None = None
    skill: Line | None = None
    params: Annotated[dict[str, Any], BeforeValidator(typed)] = {}
    when: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    timeout_s: Annotated[int, Field(ge=1, le=300)] | None = None
    retry: Retry | None = None
    steps: tuple[PipelineStepSpec, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _read_hand(cls, given: Any) -> Any:
        """Read `action: hand, hand: X` as the tool X."""
        if not isinstance(given, dict) or given.get("action") != "hand":
            return given
        renamed = {("tool" if key == "hand" else key): value for key, value in given.items()}
        return {**renamed, "action": "tool"}

    @model_validator(mode="after")
    def _check_action(self) -> Self:
        for key, action in (("tool", "tool"), ("skill", "skill"), ("steps", "parallel")):
            if bool(getattr(self, key)) != (self.action == action):
                needs = "needs" if self.action == action else "has no"
                raise ValueError(f"a step with action '{self.action}' {needs} '{key}'")
        if self.action == "parallel" and (self.params or self.timeout_s or self.retry):
            raise ValueError("params, timeout_s and retry belong to the steps inside")
        if any(inner.action == "parallel" for inner in self.steps):
            raise ValueError("steps that run at the same time hold no others")
        return self


class PipelineDocument(_Part):
    """One pipeline, as its YAML says it."""

    name: Name
    title: Annotated[str, _line(LONGEST_TITLE), Field(min_length=1)]
    description: Annotated[str, Field(min_length=1, max_length=1024)]
    version: Annotated[str, Field(min_length=1, max_length=32)] = FIRST_VERSION
    language: Literal["zh", "en"] = "en"
    triggers: Annotated[tuple[Line, ...], Field(max_length=MOST_TRIGGERS)] = ()
    inputs: Annotated[dict[Identifier, PipelineInput], Field(max_length=MOST_INPUTS)] = {}
    steps: Annotated[tuple[PipelineStepSpec, ...], Field(min_length=1)]
    output: Annotated[str, Field(min_length=1, max_length=10_000)] | None = None

    @field_validator("steps")
    @classmethod
    def _check_steps(cls, steps: tuple[PipelineStepSpec, ...]) -> tuple[PipelineStepSpec, ...]:
        if sum(1 + len(step.steps) for step in steps) > MOST_STEPS:
            raise ValueError(f"a pipeline has at most {MOST_STEPS} steps")
        return steps

    @property
    def every_step(self) -> tuple[PipelineStepSpec, ...]:
        """All steps in their order, those that run at the same time after the one around them."""
        return tuple(one for step in self.steps for one in (step, *step.steps))

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that its steps call, each once."""
        return tuple(dict.fromkeys(step.tool for step in self.every_step if step.tool))


def is_of_type(value: Any, type_name: InputType) -> bool:
    """Tell whether a JSON value is of the type that an input declares."""
    if isinstance(value, bool):
        return type_name == "boolean"
    return isinstance(value, _KINDS[type_name])


def parse_pipeline(text: str) -> PipelineDocument:
    """Read a pipeline's YAML strictly; raises `invalid_pipeline` with the path of what is wrong.

    A name that breaks the rule becomes the title and is spelled anew, and a pipeline that
    declares no inputs takes the ones it refers to, as text.
    """
    fields = _without_nothing(_read_fields(text))
    if not isinstance(fields, dict):
        raise _invalid("The file must be a mapping with name, description and steps.")
    try:
        return PipelineDocument.model_validate(_completed(fields))
    except ValidationError as error:
        raise _invalid(_reason(error)) from error


def render_pipeline(document: PipelineDocument) -> str:
    """Write a pipeline in block style; what is as if it were not there is left out."""
    fields = document.model_dump(mode="json", exclude_defaults=True)
    fields.update(version=document.version, language=document.language)
    fields["inputs"] = {key: _written_input(one) for key, one in document.inputs.items()}
    order = PipelineDocument.model_fields
    return write_yaml({key: fields[key] for key in order if key in fields})


def with_version(text: str, number: str) -> str:
    """Give a pipeline's text under another number, comments and all where they can be kept."""
    document = parse_pipeline(text)
    if document.version == number:
        return text
    numbered = document.model_copy(update={"version": number})
    line = f"version: {number}"
    changed, count = _VERSION_LINE.subn(line, normal_text(text), count=1)
    candidate = changed if count else f"{line}\n{changed}"
    return candidate if _reads_as(candidate, numbered) else render_pipeline(numbered)


def _reads_as(text: str, document: PipelineDocument) -> bool:
    try:
        return parse_pipeline(text) == document
    except DomainError:
        return False


def _written_input(one: PipelineInput) -> dict[str, Any]:
    fields = one.model_dump(mode="json", exclude_none=True)
    if one.required == (one.default is None):
        del fields["required"]
    return {key: value for key, value in fields.items() if value != "" or key != "description"}


def _read_fields(text: str) -> Any:
    if len(text.encode("utf-8", "replace")) > LONGEST_FILE:
        raise _invalid(f"The file is longer than {LONGEST_FILE // 1024} KB.")
    try:
        return read_yaml(normal_text(text))
    except ValueError as error:
        raise _invalid(f"This is no YAML that can be read: {error}") from error


def _without_nothing(value: Any) -> Any:
    """Leave out the keys that nothing was written for, save inside values of one's own."""
    if isinstance(value, list):
        return [_without_nothing(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        key: inner if key in _FREE_KEYS else _without_nothing(inner)
        for key, inner in value.items()
        if not (isinstance(inner, Plain) and typed(inner) is None)
    }


def _completed(fields: dict[str, Any]) -> dict[str, Any]:
    """Fill in what follows from the rest: a name that can be spelled, a title, the language."""
    given = {key: fields.get(key) for key in ("name", "title", "description")}
    name, title, description = (str(one) if isinstance(one, str) else "" for one in given.values())
    completed = dict(fields)
    if name and not is_skill_name(name):
        completed["name"] = slug(name) or name
    completed.setdefault("title", name or title)
    completed.setdefault("description", title or name)
    completed.setdefault("language", language_of(f"{title or name} {description}"))
    if "inputs" not in fields:
        completed["inputs"] = {key: {} for key in _referred(fields)}
    return completed


def _referred(fields: Mapping[str, Any]) -> Iterator[str]:
    """Name the inputs that the steps and the output refer to."""
    try:
        for reference in find_references([fields.get("steps"), fields.get("output")]):
            if reference.name:
                yield reference.name
    except DomainError:
        return  # what is no reference is reported where references are checked


def _reason(error: ValidationError) -> str:
    errors = error.errors()
    # A key that is misspelled explains best why another one is missing.
    first = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
    path = ".".join(str(part) for part in first["loc"] if part != "[key]")
    if first["type"] == "extra_forbidden":
        return f"{path}: There is no such key."
    return f"{path}: {re.sub(r'^Value error, ', '', first['msg'])}."


def _invalid(detail: str) -> DomainError:
    return DomainError("invalid_pipeline", detail)
