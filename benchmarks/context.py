"""Context for a message among 10,000 experiences of one tenant: how long the agent waits."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from django.utils import timezone

from apps.experiences.domain.pattern import pattern_digest
from apps.experiences.models import Experience
from apps.experiences.store_experience import store_experiences
from apps.language.tokens import search_tokens
from apps.llm.embedding import embedder
from apps.tenants.isolation import tenant_context
from benchmarks.client import Client
from benchmarks.one_event import percentiles
from benchmarks.stand import settle
from benchmarks.table import print_table
from benchmarks.team import make_team
from benchmarks.texts import SEED, Lesson, lessons
from benchmarks.timing import Timings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from apps.tenants.models import Tenant
    from benchmarks.stand import Stand

EXPERIENCES = 10_000
TEXTS_A_ROUND = 64
ROWS_AN_INSERT = 500
ASKED = 150
WARM_UP = 10
GOAL = "p50 <= 30"
PATH = "/api/v1/context"
OFF_TOPIC = (
    "Which opening should I learn against the Sicilian defence?",
    "Write a limerick about a penguin who is afraid of water.",
    "How long do I boil an egg from the fridge?",
    "Explain the offside rule to a child.",
    "推荐几首适合小朋友的唐诗",
    "红烧肉怎么做才不腻",
    "周末去黄山需要带什么",
    "帮我写一段生日祝福",
)


def run(stand: Stand) -> None:
    """Fill the tenant, then ask: what helps, what helps a known session, what nothing helps."""
    team = make_team(stand, "context")
    drawn = list(lessons(EXPERIENCES))
    begun = time.perf_counter()
    store_lessons(team.tenant, drawn)
    filled_s = time.perf_counter() - begun
    settle(stand)
    questions = [question_of(one) for one in random.Random(SEED).sample(drawn, ASKED)]
    off_topic = [OFF_TOPIC[n % len(OFF_TOPIC)] for n in range(ASKED)]
    with Client(team) as client:
        for question in questions[:WARM_UP]:
            client.ask(PATH, {"message": question})
        rows = [
            _ask(client, "relevant, for a session", questions, named=True),
            _ask(client, "relevant, no session", questions, named=False),
            _ask(client, "off topic", off_topic, named=False),
        ]
    print_table(
        f"Context: POST {PATH} among {EXPERIENCES:,} experiences, {ASKED} questions each "
        f"(embedded and stored in {filled_s:.0f} s)",
        ["ms", "p50", "p95", "p99", "answered with something", "goal"],
        rows,
    )


def store_lessons(tenant: Tenant, drawn: list[Lesson]) -> None:
    """Embed every lesson once and insert them in bulk, as learning would have left them."""
    store_embedded(tenant, drawn, embed_all([one.pattern for one in drawn]))


def store_embedded(tenant: Tenant, drawn: list[Lesson], vectors: list[Any]) -> None:
    """Insert lessons whose patterns' vectors are given."""
    contexts = sorted({one.context for one in drawn})
    meant = dict(zip(contexts, embed_all(contexts), strict=True))
    rows = [
        _row(tenant, lesson, vector, _mixed(vector, meant[lesson.context]))
        for lesson, vector in zip(drawn, vectors, strict=True)
    ]
    with tenant_context(tenant.pk):
        for n in range(0, len(rows), ROWS_AN_INSERT):
            store_experiences(rows[n : n + ROWS_AN_INSERT])


def embed_all(texts: list[str]) -> list[Any]:
    """Embed texts a round at a time."""
    rounds = (texts[n : n + TEXTS_A_ROUND] for n in range(0, len(texts), TEXTS_A_ROUND))
    return [vector for part in rounds for vector in embedder().embed(part)]


def _mixed(vector: Any, context: Any) -> Any:
    """A vector between the two, in place of embedding every pattern a second time."""
    sum_of_both = vector + context
    return sum_of_both / np.linalg.norm(sum_of_both)


def _row(tenant: Tenant, lesson: Lesson, vector: Any, with_context: Any) -> Experience:
    return Experience(
        tenant=tenant,
        pain_pattern=lesson.pattern,
        pattern_digest=pattern_digest(lesson.pattern),
        context=lesson.context,
        solution_steps=list(lesson.remedies),
        language=lesson.language,
        confidence="0.800",
        words=sorted(set(search_tokens(f"{lesson.pattern} {lesson.context}"))),
        pieces=embedder().pieces(f"{lesson.pattern} {lesson.context}"),
        embedding=vector,
        context_embedding=with_context,
        embedder_id=embedder().id,
        updated_at=timezone.now(),
    )


def question_of(lesson: Lesson) -> str:
    """Ask in other words than the lesson is written in."""
    if lesson.language == "zh":
        return f"我在处理这个问题：{lesson.pattern}，以前是怎么解决的？"
    return f"I have to do this again and run into trouble, what helped? {lesson.pattern}"


def _ask(client: Client, title: str, questions: Iterable[str], *, named: bool) -> list[object]:
    timings, full = Timings(), 0
    for number, question in enumerate(questions):
        body = {"message": question} | ({"session_id": f"bench-{number}"} if named else {})
        with timings.measure():
            answer = client.ask(PATH, body)
        full += bool(answer["text"])
    return [title, *percentiles(timings), f"{full} of {len(timings.seconds)}", GOAL]
