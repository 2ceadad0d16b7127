"""Changes a skill part by part after what its runs showed; what a change does not name stays."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence  # noqa: TC003 - a dataclass's fields
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from apps.evolution.domain.mended import Mended, replaced_value
from apps.evolution.domain.quoting import code, one_line, plain
from apps.evolution.domain.sections import INPUTS, PITFALLS, PROCEDURE, VERIFICATION, Section
from apps.evolution.domain.step_lines import note_step, step_lines
from apps.evolution.domain.template import says_no_pitfall, write_pitfall
from apps.evolution.domain.version import bump_minor
from apps.language.tokens import language_of

if TYPE_CHECKING:
    from apps.evolution.domain.skill_md import SkillDocument
    from apps.language.tokens import Language

MOST_LINES = 20
QUOTE_LENGTH = 200
VALUE_LENGTH = 160
SHORTEST_ERROR = 8

_CORRECTION: dict[Language, tuple[str, str]] = {
    "en": ("A user corrected this: “", "”"),
    "zh": ("用户更正过：“", "”"),
}
# How people call the parts of the skills that they write.
_OTHER_HEADINGS = {
    PITFALLS: ("common pitfalls", "gotchas", "陷阱", "注意事项", "常见问题"),
    PROCEDURE: ("steps", "workflow", "步骤", "操作步骤", "流程"),
    VERIFICATION: ("checks", "验证", "检查"),
    INPUTS: ("输入",),
}
_BULLET = re.compile(r"\s*(?:[-*+]|[0-9]{1,3}[.)])\s+")
_NOT_WORDS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Patch:
    """New texts of some sections by heading, and where they change the lists of the front matter.

    None leaves a list as it is.
    """

    sections: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[str, ...] | None = None
    inputs: tuple[str, ...] | None = None


class Change(Protocol):
    """Something that a run taught, which becomes a patch of whatever text it meets."""

    def patch(self, document: SkillDocument) -> Patch:
        """Say what to change; an empty patch where the text says it already."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Errors that were got over: pitfalls, and the steps whose command the remedy replaced."""

    mended: Sequence[Mended]

    def patch(self, document: SkillDocument) -> Patch:
        """Add each error once with its remedy, and amend the one step that quotes what failed."""
        language, heading = language_in(document), heading_of(document, PROCEDURE)
        before = procedure = document.section(heading)
        told = document.section(heading_of(document, PITFALLS))
        lines: list[str] = []
        for one in self.mended:
            line = write_pitfall(one.pitfall, language)
            if tells_error("\n".join([told, *lines]), one.pitfall.error):
                continue
            lines.append(line)
            procedure = _amended(procedure, one)
        sections = _with_lines(document, lines)
        return Patch({heading: procedure, **sections} if procedure != before else sections)


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said was to be different, in their words."""

    words: str

    def patch(self, document: SkillDocument) -> Patch:
        """Quote it below the one step whose tool, argument or value it names, else as a pitfall."""
        line = correction_line(self.words, language_in(document))
        if any(_says(part.text, plain(self.words, QUOTE_LENGTH)) for part in document.sections):
            return Patch()
        heading = heading_of(document, PROCEDURE)
        noted = note_step(document.section(heading), self.words, line)
        return Patch({heading: noted} if noted else _with_lines(document, [line]))


@dataclass(frozen=True, slots=True)
class Redraw:
    """A procedure drawn anew from better runs; `drawn` is the whole draft."""

    drawn: SkillDocument

    def patch(self, document: SkillDocument) -> Patch:
        """Replace the procedure; what people corrected in the old one stays said."""
        heading, new = heading_of(document, PROCEDURE), self.drawn.section(PROCEDURE)
        old = document.section(heading)
        corrections = [line for line in map(_bare, old.split("\n")) if _is_correction(line)]
        if _plain_words(_without_notes(old)) == _plain_words(new):
            return Patch()
        left: list[str] = []
        for line in corrections:
            noted = note_step(new, line, line)
            new, left = (noted, left) if noted else (new, [*left, line])
        more = {**_new_inputs(document, self.drawn), **_with_lines(document, left)}
        inputs = tuple(dict.fromkeys([*document.inputs, *self.drawn.inputs]))
        return Patch({heading: new, **more}, tools=self.drawn.tools or None, inputs=inputs)


def patch_document(
    document: SkillDocument, patch: Patch, *, version: str | None = None
) -> SkillDocument:
    """Copy a document with the patched parts and the next minor version, or the one given.

    It is the same document where the patch changes nothing.
    """
    changed = document
    for heading, text in patch.sections.items():
        changed = _with_section(changed, heading, text)
    lists = {"tools": patch.tools, "inputs": patch.inputs}
    changed = changed.model_copy(
        update={name: value for name, value in lists.items() if value is not None}
    )
    if changed == document:
        return document
    return changed.model_copy(update={"version": version or bump_minor(document.version)})


def heading_of(document: SkillDocument, part: str) -> str:
    """Find what a document calls one of our parts: a person may have named it otherwise."""
    names = (part.casefold(), *_OTHER_HEADINGS.get(part, ()))
    headings = [section.heading for section in document.sections]
    known = {heading.strip(" :：").casefold(): heading for heading in reversed(headings)}
    return next((known[name] for name in names if name in known), part)


def language_in(document: SkillDocument) -> Language:
    """Tell the language that lines are added in."""
    return language_of(f"{document.title} {document.description}")


def correction_line(words: str, language: Language) -> str:
    """Quote what a person said was to be different."""
    before, after = _CORRECTION[language]
    return f"{before}{plain(words, QUOTE_LENGTH)}{after}"


def tells_error(text: str, error: str) -> bool:
    """Tell whether a text names an error already, whatever numbers and marks it came with."""
    said = _without_figures(one_line(error, QUOTE_LENGTH).removesuffix("…"))
    return any(
        said == line or (len(said) >= SHORTEST_ERROR and said in line)
        for line in map(_without_figures, text.split("\n"))
    )


def count_steps_in(document: SkillDocument) -> int:
    """Count the steps of a document's procedure."""
    return len(step_lines(document.section(heading_of(document, PROCEDURE))))


def _amended(procedure: str, one: Mended) -> str:
    """Write what worked in place of what failed, where one step alone quotes it."""
    replaced = replaced_value(one.failed, one.worked)
    if replaced is None:
        return procedure
    old, new = (code(text, VALUE_LENGTH) for text in replaced)
    lines = procedure.split("\n")
    quoting = [place for place, line in enumerate(lines) if _quotes(line, old)]
    if len(quoting) != 1:
        return procedure
    lines[quoting[0]] = lines[quoting[0]].replace(old, new, 1)
    return "\n".join(lines)


def _quotes(line: str, quoted: str) -> bool:
    """Tell whether a line has this quote, and not as a piece of a longer one."""
    return re.search(rf"(?<!`){re.escape(quoted)}(?!`)", line) is not None


def _with_lines(document: SkillDocument, lines: Sequence[str]) -> dict[str, str]:
    """Add lines to the pitfalls that are not there yet; nothing when there is no new one."""
    heading = heading_of(document, PITFALLS)
    kept = document.section(heading).split("\n")
    kept = [line for line in kept if not says_no_pitfall(line)]
    known = {_plain_words(line) for line in kept}
    new = [f"- {line}" for line in dict.fromkeys(lines) if _plain_words(line) not in known]
    room = max(0, MOST_LINES - sum(bool(_BULLET.match(line)) for line in kept))
    if not new[:room]:
        return {}
    return {heading: "\n".join([*kept, *new[:room]]).strip("\n")}


def _new_inputs(document: SkillDocument, drawn: SkillDocument) -> dict[str, str]:
    """Tell of the inputs that the new procedure names and the old one did not."""
    heading = heading_of(document, INPUTS)
    new = [
        line
        for line in drawn.section(INPUTS).split("\n")
        if any(
            code(name, 60) in line and code(name, 60) not in document.section(heading)
            for name in drawn.inputs
        )
    ]
    text = document.section(heading)
    return {heading: "\n".join([*([text] if text else []), *new])} if new else {}


def _with_section(document: SkillDocument, heading: str, text: str) -> SkillDocument:
    """Replace the first section of a heading, or add it: inputs before the procedure, else last."""
    new, parts = Section(heading=heading, text=text), list(document.sections)
    headings = [part.heading for part in parts]
    if heading in headings:
        parts[headings.index(heading)] = new
    elif heading == INPUTS and PROCEDURE in headings:
        parts.insert(headings.index(PROCEDURE), new)
    else:
        parts.append(new)
    return document.model_copy(update={"sections": tuple(parts)})


def _is_correction(line: str) -> bool:
    return any(line.startswith(before) for before, _ in _CORRECTION.values())


def _without_notes(procedure: str) -> str:
    return "\n".join(line for line in procedure.split("\n") if not _is_correction(_bare(line)))


def _says(text: str, words: str) -> bool:
    said = _plain_words(words)
    return bool(said) and any(said in _plain_words(line) for line in text.split("\n"))


def _bare(line: str) -> str:
    return _BULLET.sub("", line, count=1).strip()


def _without_figures(text: str) -> str:
    """Give what an error says in general: the same one comes with other numbers."""
    return _plain_words(re.sub(r"\d+", "0", text))


def _plain_words(text: str) -> str:
    """Give what a text says without case and marks."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_NOT_WORDS.sub(" ", folded).split())
