"""Take erased words out of what only mentions them: reports, imports, decisions, the ledger."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from apps.evolution.models import PipelineRun, PipelineStep, Serving
from apps.experiences.models import ExperienceUse, SolutionUse
from apps.feedback.models import Score
from apps.learning.domain.json_texts import change_texts
from apps.learning.read_kept_texts import decisions_on, reports_of
from apps.llm.models import ModelCall
from apps.tenants.models import Notice
from apps.trajectories.domain.erased import ERASED_NAME
from apps.trajectories.domain.packed import cut_transcripts
from apps.trajectories.models import Import

if TYPE_CHECKING:
    from collections.abc import Mapping

    from apps.learning.domain.erasure import Receipt
    from apps.learning.domain.shared_words import SharedWords
    from apps.learning.find_derived import Derived
    from apps.learning.find_doomed import Doomed


def forget_servings(doomed: Doomed, receipt: Receipt) -> None:
    """Remove what doomed sessions were given; how often a thing was given stays counted."""
    for table, model in (
        ("servings", Serving),
        ("experience_uses", ExperienceUse),
        ("solution_uses", SolutionUse),
    ):
        rows: Any = model.objects
        given = rows.for_tenant(doomed.tenant).filter(session_id__in=doomed.session_names)
        receipt.counts[table] += given.delete()[0]


def forget_mentions(
    doomed: Doomed,
    derived: Derived,
    words: SharedWords,
    receipt: Receipt,
    *,
    names: Mapping[str, str],
) -> None:
    """Take the words out of reports and of decisions, and call renamed skills by their new names.

    To be called inside `erasing()`: decisions are append-only else.
    """
    for table, rows, column in (
        ("reflections_rewritten", reports_of(doomed), "report"),
        ("decisions_rewritten", decisions_on(doomed, derived), "detail"),
    ):
        for row in rows.iterator(200):
            before = getattr(row, column)
            after = words.without(change_texts(before, lambda text: names.get(text, text)))
            if after != before:
                setattr(row, column, after)
                row.save(update_fields=[column])
                receipt.counts[table] += 1
    calls = ModelCall.objects.for_tenant(doomed.tenant).filter(subject_id__in=doomed.run_ids)
    receipt.counts["model_calls_unlinked"] += calls.update(subject_id=None, error="")


def forget_comments(doomed: Doomed, receipt: Receipt) -> None:
    """Take a member's words out of judgements on the runs of others; the judgement stands."""
    if doomed.member:
        rows = Score.objects.for_tenant(doomed.tenant).filter(member=doomed.member)
        left = rows.exclude(trajectory__in=doomed.run_ids)
        receipt.counts["comments"] += left.update(comment="", by="", member=None)


def forget_imports(doomed: Doomed, words: SharedWords, receipt: Receipt) -> None:
    """Take the words out of imports; of one not read yet, the lines of doomed sessions."""
    names = frozenset(doomed.session_names)
    rows = Import.objects.for_tenant(doomed.tenant)
    for row in rows.defer("content").order_by("pk").iterator(200):
        called = {PurePath(file).stem for file in row.name.split(", ")}
        if called & names or words.occur_in([row.name, row.detail, row.errors]):
            row.name, row.detail = ERASED_NAME, words.without(row.detail)
            row.errors = words.without(row.errors)
            row.save(update_fields=["name", "detail", "errors"])
            receipt.counts["imports_rewritten"] += 1
    for row in rows.exclude(content=None).order_by("pk").select_for_update():
        left = cut_transcripts(bytes(row.content or b""), names)
        if left is not None:
            row.content = left
            row.save(update_fields=["content"])
            receipt.counts["imports_cut"] += 1


def forget_runs(doomed: Doomed, words: SharedWords, receipt: Receipt) -> None:
    """Take the words out of runs of pipelines, of their steps, and of what members were told."""
    kept: tuple[tuple[Any, tuple[str, ...]], ...] = (
        (PipelineRun, ("inputs", "output", "error")),
        (PipelineStep, ("params", "output", "error")),
        (Notice, ("title", "text")),
    )
    for model, columns in kept:
        for row in model.objects.for_tenant(doomed.tenant).order_by("pk").iterator(200):
            if words.occur_in([getattr(row, column) for column in columns]):
                for column in columns:
                    setattr(row, column, words.without(getattr(row, column)))
                row.save(update_fields=list(columns))
                receipt.counts["runs_rewritten"] += 1
