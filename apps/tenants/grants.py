"""Who may do what, as two tables: what a key's scope grants, and what a member's role grants."""

from enum import StrEnum

from apps.tenants.models import Role, Scope


class Grant(StrEnum):
    """What a route asks for."""

    OPEN = "open"
    INGEST = "ingest"
    CONTEXT = "context"
    FEEDBACK = "feedback"
    SKILLS = "skills"
    RUN = "run"
    SCHEDULES = "schedules"
    SCHEDULE = "schedule"
    READ = "read"
    REVIEW = "review"
    ADMIN = "admin"


_READER = frozenset({Grant.READ, Grant.SKILLS, Grant.SCHEDULES})
_EVERYTHING = frozenset(Grant)

BY_SCOPE: dict[str, frozenset[Grant]] = {
    Scope.INGEST: frozenset({Grant.INGEST}),
    Scope.AGENT: frozenset(
        {
            *(Grant.INGEST, Grant.CONTEXT, Grant.FEEDBACK, Grant.SKILLS, Grant.RUN),
            *(Grant.SCHEDULES, Grant.SCHEDULE),
        }
    ),
    Scope.READ: _READER,
    Scope.REVIEW: _READER | {Grant.FEEDBACK, Grant.REVIEW, Grant.RUN, Grant.SCHEDULE},
    Scope.ADMIN: _EVERYTHING,
}
BY_ROLE: dict[str, frozenset[Grant]] = {
    Role.OWNER: _EVERYTHING,
    Role.ADMIN: _EVERYTHING,
    Role.REVIEWER: _READER
    | {Grant.FEEDBACK, Grant.CONTEXT, Grant.REVIEW, Grant.RUN, Grant.SCHEDULE},
    Role.MEMBER: _READER | {Grant.FEEDBACK, Grant.CONTEXT, Grant.SCHEDULE},
    Role.VIEWER: _READER,
}
