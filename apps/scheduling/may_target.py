"""Who may schedule what runs a tool or a pipeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apps.errors import Forbidden
from apps.scheduling.models import Target
from apps.tenants.grants import Grant

if TYPE_CHECKING:
    from apps.tenants.authentication import Principal


def may_target(asking: Principal, target: str) -> None:
    """Raise `permission_denied` for a tool or pipeline where somebody may not run one."""
    if target in (Target.TOOL, Target.PIPELINE) and Grant.RUN not in asking.grants:
        raise Forbidden("target.kind: You may not run tools and pipelines.")
