"""Builders of repeated chains: the same tools in several sessions, each with its own case."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from apps.evolution.domain.chain_run import ChainCall, ChainRun
from apps.evolution.domain.run import Run
from apps.trajectories.models import Trajectory
from tests.make import make_event, record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.tenants.models import Tenant

NEWS = ("search_news", "fetch_pages", "write_digest")
ASKED = {
    "en": "Please make a news digest about {topic} for the team",
    "zh": "请帮我做一份{topic}的资讯简报",
}
TOPICS = {"en": ("chips", "hospitals", "harbours"), "zh": ("芯片", "医疗", "港口")}

Call = tuple[str, dict[str, Any], Any]


def news_calls(topic: str, number: int = 1) -> list[Call]:
    """Search, fetch what was found, write it up."""
    urls = [f"https://news.example/{number}/{page}" for page in ("a", "b")]
    text = f"What was written about {topic} in issue {number}"
    return [
        ("search_news", {"query": topic, "limit": 10}, {"urls": urls, "fresh": True}),
        ("fetch_pages", {"urls": urls}, {"text": text, "pages": len(urls)}),
        ("write_digest", {"text": f"Summarise: {text}", "style": "short"}, {"digest": text[:20]}),
    ]


def chain_run(
    number: int, calls: Sequence[Call], *, asked: str = "Do it", session: str = "", **more: Any
) -> ChainRun:
    """One run as the miner reads it."""
    run = Run(f"run-{number}", asked, (), "", more.pop("score", Decimal("0.90")))
    chain = [ChainCall(tool, args, output, **more) for tool, args, output in calls]
    return ChainRun(run, session or f"session-{number}", chain)


def news_runs(language: str = "en", count: int = 3) -> list[ChainRun]:
    """The same digest for several topics."""
    return [
        chain_run(number, news_calls(topic, number), asked=ASKED[language].format(topic=topic))
        for number, topic in enumerate(TOPICS[language][:count], start=1)
    ]


def record_chain(
    tenant: Tenant, session: str, asked: str, calls: Sequence[Call], **shared: Any
) -> None:
    """Store a run with what its calls were given and gave, and a good score."""
    shared = {"session_id": session, "agent": "news-agent", **shared}
    events = [make_event("user_request", text=asked, **shared)]
    for tool, args, result in calls:
        done = {"tool": tool, "args": args, "result": result, "status": "completed"}
        events.append(make_event("tool_execution", **done, **shared))
    record(tenant, [*events, make_event("response", text="Done.", **shared)])
    record(tenant, [make_event("session_end", session_id=session)])
    runs = Trajectory.objects.for_tenant(tenant).filter(session__external_id=session)
    runs.update(score=Decimal("0.90"), score_source="auto")


def record_news(tenant: Tenant, language: str = "en", count: int = 2, start: int = 0) -> None:
    """Store the same digest for several topics, a session each."""
    for number in range(start, start + count):
        topic = TOPICS[language][number]
        asked = ASKED[language].format(topic=topic)
        record_chain(tenant, f"news-{number}", asked, news_calls(topic, number))
