"""Routes of review and skills."""

from django.urls import path, register_converter

from apps.evolution.api import views


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
    path("proposals/<uuid:pk>", views.ProposalView.as_view(), name="proposal"),
    path("proposals/<uuid:pk>/approve", views.ApproveView.as_view(), name="approve-proposal"),
    path("proposals/<uuid:pk>/edit", views.EditView.as_view(), name="edit-proposal"),
    path("proposals/<uuid:pk>/reject", views.RejectView.as_view(), name="reject-proposal"),
    path("skills", views.SkillListView.as_view(), name="skills"),
    path("skills/<skill:name>", views.SkillView.as_view(), name="skill"),
    path("skills/<skill:name>/SKILL.md", views.SkillFileView.as_view(), name="skill-file"),
    path("skills/<skill:name>.zip", views.SkillZipView.as_view(), name="skill-zip"),
    path("skills/<skill:name>/versions", views.VersionListView.as_view(), name="skill-versions"),
]
