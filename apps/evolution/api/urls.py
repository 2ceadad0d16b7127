"""Routes of review and skills."""

from django.urls import path, register_converter

from apps.evolution.api import lift_views, review_views, skill_views, views


class SkillName:
    """A skill's name in a path: never a dot or a slash."""

    regex = "[a-z0-9][a-z0-9-]{0,63}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SkillName, "skill")

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
    path("lift", lift_views.LiftListView.as_view(), name="lift"),
    path("skills", skill_views.CatalogueView.as_view(), name="skills"),
    path("skills/<skill:name>", views.SkillView.as_view(), name="skill"),
    path("skills/<skill:name>/SKILL.md", views.SkillFileView.as_view(), name="skill-file"),
    path("skills/<skill:name>.zip", views.SkillZipView.as_view(), name="skill-zip"),
    path("skills/<skill:name>/versions", views.VersionListView.as_view(), name="skill-versions"),
    path("skills/<skill:name>/diff", skill_views.DiffView.as_view(), name="skill-diff"),
    path("skills/<skill:name>/rollback", skill_views.RollbackView.as_view(), name="roll-back"),
    path("skills/<skill:name>/archive", skill_views.ArchiveView.as_view(), name="archive-skill"),
    path("skills/<skill:name>/revive", skill_views.ReviveView.as_view(), name="revive-skill"),
    path("skills/<skill:name>/pin", skill_views.PinView.as_view(), name="pin-skill"),
]
