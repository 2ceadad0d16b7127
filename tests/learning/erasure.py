"""Two people whose words are marked, all that the loop draws from them, and a search over all."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.utils import timezone

from apps.evolution.decide_proposal import approve_proposal, edit_proposal
from apps.evolution.models import Proposal
from apps.feedback.record_feedback import record_feedback
from apps.learning.act_on_run import act_on_run
from apps.learning.build_context import build_context
from apps.learning.reflect import reflect
from apps.scheduling.carry_out_run import carry_out_run
from apps.scheduling.change_schedule import run_now
from apps.scheduling.confirm_schedule import Purpose as SchedulePurpose
from apps.scheduling.confirm_schedule import confirm_schedule, find_proposal
from apps.scheduling.parse_schedule import parse_schedule
from apps.tenants.models import EndUser
from apps.trajectories.import_transcripts import accept_import, claim_import, run_import
from apps.webhooks.models import WebhookDelivery
from apps.webhooks.queue_deliveries import queue_deliveries
from tests.evolution.runs import make_pipeline, run_through
from tests.learning.sessions import REPORT_TOOLS, STOCK_TOOLS, run_loop, runs_of
from tests.make import make_event, record
from tests.webhooks.receivers import make_webhook

if TYPE_CHECKING:
    from apps.trajectories.models import Import
    from tests.cast import Team

# What only one of them says: a name in each language, a number, a file.
MIRA = {"en": "Quillfeather", "zh": "琥珀鲸", "number": "QF-7731", "file": "plumage_draft"}
TOM = {"en": "Tamarind", "zh": "青石桥", "number": "TM-2204", "file": "orchard_notes"}
WORDS = {"mira": MIRA, "tom": TOM}


def work(
    team: Team, who: str, session: str, asked: str, tools: Any = REPORT_TOOLS, **more: Any
) -> None:
    """One request with its calls, whose arguments and results hold the person's words, a reply."""
    own = WORDS[who]
    shared = {"session_id": session, "agent": "ward-agent", "user_id": who}
    events = [make_event("user_request", text=asked, **shared)]
    for number, tool in enumerate(tools):
        args = {"ward": own["en"], "path": f"/home/{own['file']}_{number}.xlsx"}
        result = {"rows": [f"{own['number']} {own['zh']}"]}
        done = {"tool": tool, "args": args, "result": result, "status": "completed"}
        events.append(make_event("tool_execution", **done, **shared))
    reply = more.get("reply", f"The report of {own['en']} is ready, see {own['number']}.")
    record(team.tenant, [*events, make_event("response", text=reply, **shared)])


def end(team: Team, session: str) -> None:
    record(team.tenant, [make_event("session_end", session_id=session)])


def asked_in(language: str, who: str) -> str:
    """The job both do, each with their own ward."""
    ward = WORDS[who][language]
    return {
        "en": f"Build the weekly quality report for ward {ward} and send it to the head nurse",
        "zh": f"清点{ward}病区货架上的手套，缺多少就写采购单",
    }[language]


def live(team: Team, *, both: bool = True) -> None:
    """Let both work, complain, say what they are, judge, import; let the loop learn all of it."""
    people = ("mira", "tom") if both else ("mira",)
    make_webhook(team, "https://hooks.example.org/")
    for who in people:
        for language, tools in (("en", REPORT_TOOLS), ("zh", STOCK_TOOLS)):
            session = f"{who}-{language}-{WORDS[who]['file']}"
            work(team, who, session, asked_in(language, who), tools)
            end(team, session)
        complain(team, who)
        tell(team, who)
    run_loop(team)
    for who in people:
        run = runs_of(team, f"{who}-en-{WORDS[who]['file']}")[0]
        praise = f"{WORDS[who]['en']} will love it"
        record_feedback(run, "positive", by="key:agent", member=None, comment=praise)
        transcript = take(team, who)
        assert transcript.status == "done"
    run_loop(team)


def complain(team: Team, who: str) -> None:
    """The same trouble in two sessions each, in the person's words."""
    own = WORDS[who]
    for number in (1, 2):
        session = f"{who}-trouble-{number}"
        for text in (
            f"Make the table of {own['en']} admissions number {number}",
            f"no, the date column of {own['en']} is wrong, use ISO dates",
        ):
            work(team, who, session, text, ["fill_sheet"])
        event = {"feedback": "negative", "text": f"{own['zh']}的日期列又错了"}
        shared = {"session_id": session, "user_id": who}
        record(team.tenant, [make_event("user_feedback", **event, **shared)])
        end(team, session)


def tell(team: Team, who: str) -> None:
    """What lasts of a person: memories, a profile."""
    own = WORDS[who]
    said = f"I'm a nurse. Our ERP is {own['en']}. I prefer short answers."
    work(team, who, f"{who}-about", said, ["fill_sheet"])
    work(team, who, f"{who}-about", f"我们医院用的是{own['zh']}系统", ["fill_sheet"])
    end(team, f"{who}-about")


def transcript_of(who: str, session: str) -> bytes:
    """A transcript of a session that a person had elsewhere as well."""
    line = {
        "type": "user",
        "uuid": f"u-{session}",
        "sessionId": session,
        "timestamp": "2026-01-01T00:00:00Z",
        "message": {"role": "user", "content": f"Sort the files of {WORDS[who]['en']}"},
    }
    return json.dumps(line).encode()


def take(team: Team, who: str, session: str = "") -> Import:
    """Hand in a transcript, named by the person, and read it."""
    files = {
        f"{WORDS[who]['en']}.jsonl": transcript_of(who, session or f"{who}-en-{WORDS[who]['file']}")
    }
    row = accept_import(team.tenant, files, agent="coder", by=None)
    assert claim_import(team.tenant, row.pk)
    run_import(team.tenant, row.pk)
    row.refresh_from_db()
    return row


def use(team: Team) -> None:
    """Approve what was proposed, serve it to both, and look back."""
    by = team.members["reviewer"]
    for proposal in Proposal.objects.for_tenant(team.tenant).pending():
        if "手套" in proposal.content:  # a reviewer calls it by her words, and by their sound
            called = proposal.content.replace(proposal.name, "hu-po-jing-gloves")
            called = called.replace("\n# ", f"\n# {MIRA['zh']}：", 1)
            edit_proposal(proposal, by=by, content=called)
            proposal.refresh_from_db()
        approve_proposal(proposal, by=by, note="good")
    for who in ("mira", "tom"):
        for language in ("en", "zh"):
            session = f"{who}-{language}-{WORDS[who]['file']}"
            asked = asked_in(language, who)
            build_context(team.tenant, asked, session_id=session, user_id=who)
    run_pipelines(team)
    tell_webhooks(team)
    plan(team)
    reflect(team.tenant, now=timezone.now(), trigger="manual")


def run_pipelines(team: Team) -> None:
    """A run of a pipeline over the words of each, which tells a member of them."""
    params = {"to": "owner", "title": "${inputs.topic}", "text": "${inputs.topic}"}
    told = [{"id": "tell", "action": "notify", "params": params}]
    pipeline = make_pipeline(team.tenant, told, inputs={"topic": {"type": "string"}})
    for own in WORDS.values():
        assert run_through(pipeline, {"topic": f"Sort the {own['en']} files"}).status == "succeeded"


def tell_webhooks(team: Team) -> None:
    """Messages about what each was doing, one refused in words of theirs."""
    for who, own in WORDS.items():
        payload = {"schedule": f"Sort the {own['en']} files", "user_id": who}
        queue_deliveries(team.tenant, "schedule.fired", payload, key=f"fired for {who}")
    rows = WebhookDelivery.objects.for_tenant(team.tenant).filter(key="fired for mira")
    rows.update(detail=f"It answered 400: no {MIRA['en']}")


def plan(team: Team) -> None:
    """A reminder of each, confirmed, carried out and handed to an agent, and words that wait."""
    for person in EndUser.objects.filter(tenant=team.tenant, external_id__in=WORDS):
        who, own = person.external_id, WORDS[person.external_id]
        said = f"every day at 9am sort the {own['en']} files"
        asked = {"now": timezone.now(), "by": "key:agent", "timezone": "UTC", "end_user": person}
        parsed = parse_schedule(team.tenant, said, **asked)
        parse_schedule(team.tenant, said, session_id=f"{who}-plans", **asked)
        proposal = find_proposal(team.tenant, parsed.token or "")
        purpose = SchedulePurpose(name=own["zh"], tags=(own["number"],))
        planned = confirm_schedule(proposal, purpose=purpose, by="key:agent", owner=None)
        run = run_now(planned, by="key:agent")
        carry_out_run(team.tenant, run.pk, act_on_run)
        run.refresh_from_db()
        assert run.state == "succeeded"


def find_everywhere(*words: str) -> dict[str, set[str]]:
    """Look for words in every text of every table that can be seen; answers where each stands."""
    found: dict[str, set[str]] = {}
    with connection.cursor() as cursor:
        for table, column, kind in _columns(cursor):
            for word in words:
                if _holds(cursor, table, column, kind, word):
                    found.setdefault(word, set()).add(f"{table}.{column}")
    return found


def _columns(cursor: Any) -> list[tuple[str, str, str]]:
    cursor.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns "
        "WHERE table_schema = 'public' AND (data_type IN ('text', 'character varying', "
        "'character', 'json', 'jsonb', 'ARRAY', 'tsvector', 'bytea') OR udt_name = 'citext')"
    )
    return list(cursor.fetchall())


def _holds(cursor: Any, table: str, column: str, kind: str, word: str) -> bool:
    if kind == "bytea":
        cursor.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL')
        return any(word.encode() in _unpacked(bytes(row[0])) for row in cursor.fetchall())
    cursor.execute(
        f'SELECT count(*) FROM "{table}" WHERE position(lower(%s) in lower("{column}"::text)) > 0',
        [word],
    )
    return bool(cursor.fetchone()[0])


def _unpacked(content: bytes) -> bytes:
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [name.encode() for name in archive.namelist()]
        return b"".join([*names, *(archive.read(name) for name in archive.namelist())])
