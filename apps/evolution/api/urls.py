"""Routes of review and skills."""

from django.urls import path, register_converter

from apps.evolution.api import (
    improvement_views,
    lift_views,
    pipeline_views,
    pull_views,
    question_views,
    review_views,
    run_views,
    skill_views,
    tool_views,
    usage_views,
    views,
)


class SkillName:
    """A skill's name in a path: never a dot or a slash."""

    regex = "[a-z0-9][a-z0-9-]{0,63}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class ToolName(SkillName):
    """A tool's name in a path."""

    regex = "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"


register_converter(SkillName, "skill")
register_converter(ToolName, "tool")

urlpatterns = [
    path("proposals", views.ProposalListView.as_view(), name="proposals"),
    path("proposals/bulk", review_views.BulkView.as_view(), name="decide-proposals"),
    path("proposals/<uuid:pk>", views.ProposalView.as_view(), name="proposal"),
    path("proposals/<uuid:pk>/approve", views.ApproveView.as_view(), name="approve-proposal"),
    path("proposals/<uuid:pk>/edit", views.EditView.as_view(), name="edit-proposal"),
    path("proposals/<uuid:pk>/reject", views.RejectView.as_view(), name="reject-proposal"),
    path("proposals/<uuid:pk>/revise", review_views.ReviseView.as_view(), name="revise-proposal"),
    path(
        "proposals/<uuid:pk>/quarantine",
        review_views.QuarantineView.as_view(),
        name="quarantine-proposal",
    ),
    path("proposals/<uuid:pk>/reopen", review_views.ReopenView.as_view(), name="reopen-proposal"),
    path("proposals/<uuid:pk>/claim", review_views.ClaimView.as_view(), name="claim-proposal"),
    path(
        "proposals/<uuid:pk>/release", review_views.ReleaseView.as_view(), name="release-proposal"
    ),
    path("proposals/<uuid:pk>/gate", review_views.JudgeView.as_view(), name="judge-proposal"),
    path(
        "proposals/<uuid:pk>/comments",
        review_views.CommentListView.as_view(),
        name="proposal-comments",
    ),
    path("questions", question_views.QuestionListView.as_view(), name="questions"),
    path("questions/<uuid:pk>/answer", question_views.AnswerView.as_view(), name="answer-question"),
    path("lift", lift_views.LiftListView.as_view(), name="lift"),
    path("skills", skill_views.CatalogueView.as_view(), name="skills"),
    path("skills/<skill:name>", views.SkillView.as_view(), name="skill"),
    path("skills/<skill:name>/SKILL.md", pull_views.SkillFileView.as_view(), name="skill-file"),
    path("skills/<skill:name>.zip", pull_views.SkillZipView.as_view(), name="skill-zip"),
    path("skills/<skill:name>/versions", views.VersionListView.as_view(), name="skill-versions"),
    path("skills/<skill:name>/diff", skill_views.DiffView.as_view(), name="skill-diff"),
    path("skills/<skill:name>/rollback", skill_views.RollbackView.as_view(), name="roll-back"),
    path("skills/<skill:name>/archive", skill_views.ArchiveView.as_view(), name="archive-skill"),
    path("skills/<skill:name>/revive", skill_views.ReviveView.as_view(), name="revive-skill"),
    path("skills/<skill:name>/usage", usage_views.UsageView.as_view(), name="skill-usage"),
    path("skills/<skill:name>/pin", skill_views.PinView.as_view(), name="pin-skill"),
    path(
        "skills/<skill:name>/improvements",
        improvement_views.ImprovementListView.as_view(),
        name="skill-improvements",
    ),
    path(
        "skills/<skill:name>/policy",
        improvement_views.PolicyView.as_view(),
        name="skill-policy",
    ),
    path("skills/<skill:name>/promote", skill_views.PromoteView.as_view(), name="promote-skill"),
    path("skills/<skill:name>/withdraw", skill_views.WithdrawView.as_view(), name="withdraw-skill"),
    path("tools", tool_views.ToolListView.as_view(), name="tools"),
    path("tools/<tool:name>", tool_views.ToolView.as_view(), name="tool"),
    path("pipelines", pipeline_views.PipelineListView.as_view(), name="pipelines"),
    path("pipelines/<skill:name>", pipeline_views.PipelineView.as_view(), name="pipeline"),
    path(
        "pipelines/<skill:name>.yaml",
        pipeline_views.PipelineFileView.as_view(),
        name="pipeline-file",
    ),
    path(
        "pipelines/<skill:name>/versions",
        pipeline_views.PipelineVersionListView.as_view(),
        name="pipeline-versions",
    ),
    path(
        "pipelines/<skill:name>/rollback",
        pipeline_views.PipelineRollbackView.as_view(),
        name="roll-back-pipeline",
    ),
    path(
        "pipelines/<skill:name>/archive",
        pipeline_views.ArchivePipelineView.as_view(),
        name="archive-pipeline",
    ),
    path(
        "pipelines/<skill:name>/revive",
        pipeline_views.RevivePipelineView.as_view(),
        name="revive-pipeline",
    ),
    path("pipelines/<skill:name>/runs", run_views.RunListView.as_view(), name="pipeline-runs"),
    path("pipeline-runs/<uuid:pk>", run_views.RunView.as_view(), name="pipeline-run"),
    path("pipeline-runs/<uuid:pk>/cancel", run_views.CancelRunView.as_view(), name="cancel-run"),
    path(
        "pipeline-runs/<uuid:pk>/steps/<str:step_id>/resolve",
        run_views.ResolveStepView.as_view(),
        name="resolve-step",
    ),
]
