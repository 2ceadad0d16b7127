"""What of evolution the admin shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin

from apps.evolution.models import (
    Pipeline,
    PipelineRun,
    PipelineVersion,
    Proposal,
    Serving,
    Skill,
    SkillVersion,
    Tool,
)
from apps.evolution.pipeline_admin import PipelineAdmin, PipelineVersionAdmin
from apps.evolution.proposal_admin import ProposalAdmin
from apps.evolution.run_admin import PipelineRunAdmin, ToolAdmin
from apps.evolution.skill_admin import ServingAdmin, SkillAdmin, SkillVersionAdmin
from apps.evolution.tasks import send_steps

if TYPE_CHECKING:
    from apps.evolution.advance_run import ReadyStep


class SendingRunAdmin(PipelineRunAdmin):
    """Runs, with what people set going sent to a worker at once."""

    def go_on(self, steps: list[ReadyStep]) -> None:
        send_steps(steps)


admin.site.register(Proposal, ProposalAdmin)
admin.site.register(Skill, SkillAdmin)
admin.site.register(SkillVersion, SkillVersionAdmin)
admin.site.register(Pipeline, PipelineAdmin)
admin.site.register(PipelineVersion, PipelineVersionAdmin)
admin.site.register(PipelineRun, SendingRunAdmin)
admin.site.register(Tool, ToolAdmin)
admin.site.register(Serving, ServingAdmin)
