"""What evolution keeps: proposals, skills, pipelines, tools, runs and servings."""

from apps.evolution.models.pipeline import (
    Pipeline,
    PipelineStatus,
    PipelineVersion,
)
from apps.evolution.models.pipeline_run import (
    PipelineRun,
    PipelineStep,
    RunStatus,
    StepStatus,
)
from apps.evolution.models.proposal import (
    Action,
    Answer,
    Kind,
    Proposal,
    ProposalComment,
    ProposalEvidence,
    ProposalStatus,
    Question,
    Remark,
)
from apps.evolution.models.serving import (
    Serving,
)
from apps.evolution.models.skill import (
    ChangePolicy,
    ChangeTrigger,
    Channel,
    Improvement,
    Layer,
    Skill,
    SkillFile,
    SkillStatus,
    SkillVersion,
)
from apps.evolution.models.tool import (
    Method,
    Repeat,
    Tool,
)

__all__ = [
    "Action",
    "Answer",
    "ChangePolicy",
    "ChangeTrigger",
    "Channel",
    "Improvement",
    "Kind",
    "Layer",
    "Method",
    "Pipeline",
    "PipelineRun",
    "PipelineStatus",
    "PipelineStep",
    "PipelineVersion",
    "Proposal",
    "ProposalComment",
    "ProposalEvidence",
    "ProposalStatus",
    "Question",
    "Remark",
    "Repeat",
    "RunStatus",
    "Serving",
    "Skill",
    "SkillFile",
    "SkillStatus",
    "SkillVersion",
    "StepStatus",
    "Tool",
]
