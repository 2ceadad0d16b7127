"""Read the troubles of a session's runs, and what its messages say of solutions they were given."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from apps.experiences.domain.pain_signals import PainDraft, TroubledRun, read_pains
from apps.experiences.domain.solution_feedback import read_solution_feedback
from apps.experiences.judge_solution import note_implicit_feedback
from apps.experiences.note_pain import note_pain
from apps.experiences.pain_models import PainPoint, SolutionUse
from apps.feedback.domain.previous_turn import PreviousTurn
from apps.feedback.domain.wishes import asks_again
from apps.feedback.models import Score
from apps.language.digest import digest_words
from apps.llm.embedding import embedder
from apps.trajectories.domain.injected import strip_injected
from apps.trajectories.models import Outcome, ScoreSource

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from apps.tenants.models import Tenant
    from apps.trajectories.domain.tool_chain import ToolCall
    from apps.trajectories.models import Trajectory

    Chains = Mapping[uuid.UUID, Sequence[ToolCall]]

_BY_PERSON = "person"


def learn_pains(
    tenant: Tenant, runs: Sequence[Trajectory], chains: Chains, *, now: datetime
) -> list[PainPoint]:
    """Note the troubles of one session's runs, given in order; answers the pain points touched."""
    told = list(zip(runs, read_troubles(tenant, runs, chains), strict=True))
    titles = [draft.title for _, drafts in told for draft in drafts]
    if not titles:
        return []
    vectors = iter([row.tolist() for row in embedder().embed(titles)])
    touched: dict[uuid.UUID, PainPoint] = {}
    for run, drafts in told:
        own = [next(vectors) for _ in drafts]
        pains = note_pain(run, drafts, vectors=own, embedder_id=embedder().id, now=now)
        touched.update({pain.pk: pain for pain in pains})
    return list(touched.values())


def read_troubles(
    tenant: Tenant, runs: Sequence[Trajectory], chains: Chains
) -> list[list[PainDraft]]:
    """Draw the drafts of each run of a session by rule, in the order of the runs."""
    if not runs:
        return []
    corrected, comments = _judgements(tenant, runs)
    following = [*runs[1:], None]
    return [
        read_pains(
            _facts(
                run,
                after if after and after.author == _BY_PERSON else None,
                chains.get(run.pk, []),
                corrected=run.pk in corrected,
                comment=comments.get(run.pk, ""),
                opens_session=run.pk == runs[0].pk,
            )
        )
        for run, after in zip(runs, following, strict=True)
    ]


def judge_given_solutions(
    tenant: Tenant,
    session_id: str,
    runs: Sequence[Trajectory],
    chains: Chains,
    *,
    now: datetime,
) -> int:
    """Read the message after each solution that a session was given; answers how many judged.

    `session_id` is the agent's own id of the session, `runs` its runs in order.
    """
    uses = SolutionUse.objects.for_tenant(tenant).filter(session_id=session_id)
    given = list(uses.select_related("solution", "solution__tenant"))
    judged = 0
    for use in given:
        pair = _message_after(use, runs)
        if pair is None:
            continue
        before, said = pair
        turn = PreviousTurn(before.intent, list(chains.get(before.pk, [])), before.final_response)
        reading = read_solution_feedback(said.intent, turn)
        judged += note_implicit_feedback(use.solution, said, reading, now=now)
    return judged


def digest_message(message: str) -> str:
    """Name a message by its words, without what programs put into it."""
    return digest_words(strip_injected(message))


def _message_after(
    use: SolutionUse, runs: Sequence[Trajectory]
) -> tuple[Trajectory, Trajectory] | None:
    """Find the run a solution was given for, by its message or its time, and the person's next."""
    pairs = [(one, after) for one, after in pairwise(runs) if after.author == _BY_PERSON]
    same = [pair for pair in pairs if digest_message(pair[0].intent) == use.message_digest]
    if same:
        return same[-1]
    earlier = [pair for pair in pairs if pair[0].opened_at <= use.given_at < pair[1].opened_at]
    return earlier[-1] if earlier else None


def _judgements(
    tenant: Tenant, runs: Sequence[Trajectory]
) -> tuple[set[uuid.UUID], dict[uuid.UUID, str]]:
    """Which runs the next message corrected, and what people wrote when they rated one."""
    rows = Score.objects.for_tenant(tenant).filter(trajectory__in=[run.pk for run in runs])
    people = (ScoreSource.CORRECTION, ScoreSource.USER, ScoreSource.REVIEWER)
    told = rows.filter(source__in=people).order_by("created_at")
    corrected: set[uuid.UUID] = set()
    comments: dict[uuid.UUID, str] = {}
    for pk, source, comment in told.values_list("trajectory_id", "source", "comment"):
        if source == ScoreSource.CORRECTION:
            corrected.add(pk)
        elif comment.strip():
            comments[pk] = comment
    return corrected, comments


def _facts(
    run: Trajectory,
    after: Trajectory | None,
    calls: Sequence[ToolCall],
    *,
    corrected: bool,
    comment: str,
    opens_session: bool,
) -> TroubledRun:
    said = after.intent if after else ""
    turn = PreviousTurn(run.intent, list(calls), run.final_response)
    tries_again = run.outcome != Outcome.SUCCESS and asks_again(strip_injected(said), turn).found
    return TroubledRun(
        intent=run.intent,
        calls=calls,
        reply=run.final_response,
        outcome=run.outcome,
        satisfaction=run.satisfaction,
        corrected=corrected,
        asked_again=bool(said) and tries_again,
        said_next=said,
        next_id=after.pk if after else None,
        comment=comment,
        by_person=run.author == _BY_PERSON,
        opens_session=opens_session,
    )
