"""One of everything in a tenant, each marked with a word that must not be seen elsewhere."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from django.utils import timezone

from apps.evolution.comment_on_proposal import comment_on_proposal
from apps.evolution.decide_proposal import approve_proposal
from apps.evolution.domain.skill_md import SkillDocument, render
from apps.evolution.improve_skill import note_improvement
from apps.evolution.models import Proposal, ProposalEvidence, Question, Serving, Skill
from apps.evolution.start_run import start_run
from apps.experiences.models import Experience
from apps.experiences.write_experience import write_experience
from apps.feedback.domain.signals import SignalDraft
from apps.feedback.models import SkillWish
from apps.feedback.record_signals import record_signal
from apps.learning.build_context import build_context
from apps.learning.learn import learn
from apps.learning.reflect import reflect
from apps.llm.embedding import embedder
from apps.llm.models import ModelCall, Purpose
from apps.profiles.domain.reading import read_person
from apps.profiles.learn_person import learn_person
from apps.scheduling.agent_messages import leave_message
from apps.scheduling.calendar_feed import reset_feed
from apps.scheduling.change_schedule import run_now
from apps.scheduling.confirm_schedule import Purpose as SchedulePurpose
from apps.scheduling.confirm_schedule import confirm_schedule, find_proposal
from apps.scheduling.parse_schedule import parse_schedule
from apps.scheduling.set_holidays import set_holidays
from apps.tenants.models import EndUser, Notice
from apps.tenants.notify_members import notify_members
from apps.trajectories.import_transcripts import accept_import
from apps.trajectories.models import Trajectory
from apps.webhooks.queue_deliveries import queue_deliveries
from apps.webhooks.register_webhook import register_webhook
from tests.evolution.runs import make_pipeline, make_tool, tool_step
from tests.experiences.pains import plant_pain
from tests.loopback import dead_address
from tests.make import make_event, make_run_events, record

if TYPE_CHECKING:
    from apps.profiles.models import Memory
    from apps.scheduling.models import Schedule
    from apps.trajectories.models import Import
    from tests.cast import Team


def plant_everything(team: Team, word: str) -> dict[str, dict[str, str]]:
    """Fill every table of a tenant; answers an id of each kind of thing."""
    session = f"session-{word}"
    trajectory = plant_trajectory(team, word, session)
    experience = Experience.objects.for_tenant(team.tenant).first() or write_experience(
        team.tenant,
        {"pain_pattern": f"Reconcile {word} invoices", "solution_steps": [word]},
        by="owner",
        member=team.members["owner"],
    )
    proposal, skill = plant_skill(team, word, str(trajectory.pk))
    plant_signal(team, word, skill, trajectory)
    note_improvement(skill, "error_repair", run_id=trajectory.pk, detail=word)
    waiting = plant_proposal(team, f"waiting-{word}", word, str(trajectory.pk))
    comment_on_proposal(waiting, by=team.members["reviewer"], text=f"What of {word}?")
    plant_serving(team, word, skill, session)
    ModelCall.objects.create(tenant=team.tenant, purpose=Purpose.EXTRACT, model=f"model-{word}")
    reflection = reflect(team.tenant, now=timezone.now(), trigger="manual")
    memory = plant_person(team, word)
    pain = plant_pain(team, word)
    return {
        "trajectory": {"pk": str(trajectory.pk), "session_id": session, "name": skill.name},
        "proposal": {"pk": str(proposal.pk)},
        "waiting": {"pk": str(waiting.pk)},
        "question": {"pk": str(plant_question(waiting, trajectory, word).pk)},
        "experience": {"pk": str(experience.pk)},
        "import": {"pk": str(plant_import(team, word, session).pk)},
        "memory": {"pk": str(memory.pk), "user_id": memory.end_user.external_id},
        "reflection": {"pk": str(reflection.pk)},
        "pain": {"pk": str(pain.pk)},
        "solution": {"pk": str(pain.solutions.get().pk)},
        **plant_run(team, word),
        "schedule": {"pk": str(plant_schedule(team, word).pk)},
        **plant_webhook(team, word),
    }


def plant_trajectory(team: Team, word: str, session: str) -> Trajectory:
    """A finished run that was learned from."""
    events = make_run_events(
        session=session,
        intent=f"Reconcile the {word} invoices of last month with the orders",
        tools=["fetch_orders", "fetch_invoices", ("match_lines", {"note": word})],
        reply=f"All lines of {word} match.",
        user_id=f"user-{word}",
    )
    record(team.tenant, [*events, make_event("session_end", session_id=session)])
    learn(team.tenant, now=timezone.now())
    return Trajectory.objects.for_tenant(team.tenant).get(session__external_id=session)


def plant_question(proposal: Proposal, trajectory: Trajectory, word: str) -> Question:
    """A proposal that its person was asked about, after they had wished for it."""
    SkillWish.objects.create(tenant=proposal.tenant, message=trajectory)
    return Question.objects.create(
        tenant=proposal.tenant,
        proposal=proposal,
        end_user=trajectory.end_user,
        session_id=f"asked-{word}",
    )


def plant_run(team: Team, word: str) -> dict[str, dict[str, str]]:
    """A run of a pipeline over a tool, and what a member was told of it; answers their ids."""
    headers = {"X-Word": word, "X-Key": "planted"}
    make_tool(team.members["owner"], f"tool-{word}", dead_address(), headers=headers)
    step = tool_step("a", f"tool-{word}", params={"word": "${inputs.word}"})
    inputs = {"word": {"type": "string"}}
    pipeline = make_pipeline(team.tenant, [step], name=f"run-{word}", title=word, inputs=inputs)
    run = start_run(pipeline, inputs={"word": word}, by=word)
    notify_members(team.tenant, to="admin", title=word, text=word, source=("run", word))
    notice = Notice.objects.for_tenant(team.tenant).get(source_key=word)
    return {
        "run": {"pk": str(run.pk), "name": run.pipeline.name, "step_id": "a"},
        "tool": {"name": f"tool-{word}"},
        "notice": {"pk": str(notice.pk)},
    }


def plant_schedule(team: Team, word: str) -> Schedule:
    """A schedule of a person that was said, confirmed and fired, and the person's calendar."""
    person = EndUser.objects.get_or_create(tenant=team.tenant, external_id=f"user-{word}")[0]
    now = timezone.now()
    said = f"every day at 9am send {word}"
    asked = {"now": now, "by": word, "timezone": "UTC", "end_user": person}
    parsed = parse_schedule(team.tenant, said, **asked)
    parse_schedule(team.tenant, said, session_id=f"waits-{word}", **asked)
    proposal = find_proposal(team.tenant, parsed.token or "")
    purpose = SchedulePurpose(name=word, tags=(word,))
    owner = team.members["owner"]
    schedule = confirm_schedule(proposal, purpose=purpose, by=word, owner=owner)
    run = run_now(schedule, by=word)
    leave_message(run, f"Send {word}", end_user=person)
    set_holidays(team.tenant, {date(2030, 1, day): word for day in (1, 2)}, by=word)
    reset_feed(team.tenant, by=word, end_user=person)
    return schedule


def plant_webhook(team: Team, word: str) -> dict[str, dict[str, str]]:
    """A webhook and what waits to be sent to it; answers their ids."""
    owner, url = team.members["owner"], dead_address()
    webhook, _ = register_webhook(
        team.tenant, name=f"hook-{word}", by=owner, url=url, may_be_private=True
    )
    queue_deliveries(team.tenant, "skill.approved", {"skill": word}, key=word)
    waiting = webhook.deliveries.get()
    return {"webhook": {"pk": str(webhook.pk)}, "delivery": {"pk": str(waiting.pk)}}


def plant_serving(team: Team, word: str, skill: Skill, session: str) -> None:
    """A context that a session was given, and a skill that it was not."""
    context = build_context(team.tenant, f"Reconcile the {word} invoices", session_id=session)
    assert context.text, "the planted skill is served to its own tenant"
    Serving.objects.for_tenant(team.tenant).filter(skill=skill).update(withheld=True)


def plant_import(team: Team, word: str, session: str) -> Import:
    """A transcript that waits to be read."""
    line = {
        "type": "user",
        "uuid": "u1",
        "sessionId": session,
        "timestamp": "2026-01-01T00:00:00Z",
        "message": {"role": "user", "content": f"Say {word}"},
    }
    files = {f"{word}.jsonl": json.dumps(line).encode()}
    return accept_import(team.tenant, files, agent="a", by=None)


def plant_signal(team: Team, word: str, skill: Skill, trajectory: Trajectory) -> None:
    """What a person said of a skill that their session was given."""
    draft = SignalDraft(
        target_kind="skill",
        target_id=skill.pk,
        kind="explicit",
        polarity="positive",
        session_id=f"session-{word}",
        source_key=f"planted-{word}",
        created_at=timezone.now(),
        trajectory_id=trajectory.pk,
        end_user_id=trajectory.end_user_id,
        quote=f"{word} is what I wanted",
    )
    record_signal(team.tenant, draft)


def plant_person(team: Team, word: str) -> Memory:
    """A person with memories and a profile, one of whose values counts."""
    said = f"I'm a nurse. Our ERP is {word}."
    record(team.tenant, make_run_events(session=f"own-{word}", intent=said, user_id=f"user-{word}"))
    run = Trajectory.objects.for_tenant(team.tenant).get(session__external_id=f"own-{word}")
    reading = read_person(said)
    vectors = embedder().embed(reading.texts).tolist()
    learned = learn_person(
        run, reading, vectors=vectors, embedder_id=embedder().id, now=timezone.now()
    )
    return next(memory for memory in learned.memories if word in memory.text)


def skill_text(name: str, word: str) -> str:
    """A small valid skill about a word."""
    document = SkillDocument(
        name=name,
        title=f"Reconcile {word} invoices",
        description=f"Reconcile the {word} invoices with the orders of last month.",
        tools=("fetch_orders", "match_lines"),
        triggers=(f"reconcile the {word} invoices",),
    ).with_section("Procedure", f"1. Fetch the orders of {word}.\n2. Match the lines.")
    return render(document)


def plant_proposal(team: Team, name: str, word: str, trajectory_id: str) -> Proposal:
    """A proposal that waits, with one run as evidence."""
    slug = name.lower()
    proposal = Proposal.objects.create(
        tenant=team.tenant,
        trigger="similar_runs",
        pattern_key=slug,
        name=slug,
        title=f"Reconcile {word} invoices",
        content=skill_text(slug, word),
        confidence="0.900",
    )
    intent = Trajectory.objects.for_tenant(team.tenant).get(pk=trajectory_id).intent
    ProposalEvidence.objects.create(
        tenant=team.tenant,
        proposal=proposal,
        trajectory_id=trajectory_id,
        score="0.800",
        quote=intent[:200],
    )
    return proposal


def plant_skill(team: Team, word: str, trajectory_id: str) -> tuple[Proposal, Skill]:
    """A skill that was proposed and approved."""
    proposal = plant_proposal(team, f"skill-{word}", word, trajectory_id)
    version = approve_proposal(proposal, by=team.members["reviewer"], note="planted")
    return proposal, version.skill
