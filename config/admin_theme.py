"""How the admin looks: its menu, its one accent, its own style sheet and keys."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

_ADMINISTERS = "apps.tenants.admin_site.may_administer"
_LOOKS = "apps.tenants.admin_site.may_look"
_OPERATES = "apps.tenants.admin_site.is_operator"
_static = lazy(static, str)


def _page(title: Any, icon: str, model: str, *, permission: str = _LOOKS) -> dict[str, Any]:
    link = reverse_lazy(f"admin:{model}_changelist")
    return {"title": title, "icon": icon, "link": link, "permission": permission}


NAVIGATION = [
    {
        "title": _("Review"),
        "items": [
            _page(_("Review queue"), "rate_review", "evolution_proposal")
            | {"badge": "apps.evolution.review_page.count_pending"},
            _page(_("Skills"), "school", "evolution_skill"),
            _page(_("Skill versions"), "history", "evolution_skillversion"),
            _page(_("Pipelines"), "account_tree", "evolution_pipeline"),
            _page(_("Pipeline versions"), "history", "evolution_pipelineversion"),
            _page(_("Pipeline runs"), "play_circle", "evolution_pipelinerun"),
            _page(_("Tools"), "api", "evolution_tool"),
            _page(_("Experiences"), "lightbulb", "experiences_experience"),
            _page(_("Pain points"), "healing", "experiences_painpoint"),
            _page(_("Solutions"), "build", "experiences_solution"),
            _page(_("Reflections"), "insights", "learning_reflection"),
        ],
    },
    {
        "title": _("What happened"),
        "items": [
            _page(_("Trajectories"), "route", "trajectories_trajectory"),
            _page(_("Sessions"), "forum", "trajectories_session"),
            _page(_("Compressed sessions"), "compress", "trajectories_compressedtrajectory"),
            _page(_("Scores"), "grade", "feedback_score"),
            _page(_("Preferences"), "thumbs_up_down", "feedback_preference"),
            _page(_("Capabilities"), "handyman", "feedback_capability"),
            _page(_("Signals"), "sensors", "feedback_signal"),
            _page(_("Servings"), "outbox", "evolution_serving"),
            _page(_("Imports"), "upload_file", "trajectories_import"),
            _page(_("Model calls"), "neurology", "llm_modelcall"),
        ],
    },
    {
        "title": _("Scheduling"),
        "items": [
            _page(_("Schedules"), "schedule", "scheduling_schedule"),
            _page(_("Firings"), "notifications_active", "scheduling_schedulerun"),
            _page(_("Schedule proposals"), "chat", "scheduling_scheduleproposal"),
            _page(_("Holidays"), "event_busy", "scheduling_holiday"),
        ],
    },
    {
        "title": _("Team"),
        "items": [
            _page(_("Members"), "group", "tenants_membership"),
            _page(_("Agents"), "smart_toy", "tenants_agent"),
            _page(_("People"), "person", "tenants_enduser"),
            _page(_("Profiles"), "badge", "profiles_profile"),
            _page(_("Memories"), "psychology", "profiles_memory"),
            _page(_("API keys"), "key", "tenants_apikey", permission=_ADMINISTERS),
            _page(_("Webhooks"), "webhook", "webhooks_webhook"),
            _page(_("Webhook deliveries"), "send", "webhooks_webhookdelivery"),
            _page(_("Settings"), "tune", "tenants_tenant", permission=_ADMINISTERS),
            _page(_("Audit log"), "receipt_long", "tenants_auditevent", permission=_ADMINISTERS),
            _page(_("Notices"), "notifications", "tenants_notice"),
        ],
    },
    {
        "title": _("Operation"),
        "items": [
            _page(
                _("Periodic jobs"),
                "schedule",
                "django_celery_beat_periodictask",
                permission=_OPERATES,
            ),
        ],
    },
]

UNFOLD = {
    "SITE_TITLE": "Journeyman",
    "SITE_HEADER": "Journeyman",
    "SITE_SYMBOL": "school",
    "SITE_URL": None,
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "SHOW_LANGUAGES": False,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _static("journeyman.svg")}],
    "STYLES": [_static("admin_review.css")],
    "DASHBOARD_CALLBACK": "apps.evolution.review_page.add_waiting",
    "SIDEBAR": {"show_search": False, "navigation": NAVIGATION},
    "BORDER_RADIUS": "6px",
    "COLORS": {
        "primary": {
            "50": "oklch(97% .014 254.604)",
            "100": "oklch(93.2% .032 255.585)",
            "200": "oklch(88.2% .059 254.128)",
            "300": "oklch(80.9% .105 251.813)",
            "400": "oklch(70.7% .165 254.624)",
            "500": "oklch(62.3% .214 259.815)",
            "600": "oklch(54.6% .245 262.881)",
            "700": "oklch(48.8% .243 264.376)",
            "800": "oklch(42.4% .199 265.638)",
            "900": "oklch(37.9% .146 265.522)",
            "950": "oklch(28.2% .091 267.935)",
        }
    },
}

# Words of the theme's own templates, which it does not translate.
THEME_WORDS = (
    gettext_noop("All applications"),
    gettext_noop("Apply Filters"),
    gettext_noop("Available shortcuts"),
    gettext_noop("By %(filter_title)s"),
    gettext_noop("Cancel"),
    gettext_noop("Changelist shortcuts"),
    gettext_noop("Clear"),
    gettext_noop("Command tool shortcuts"),
    gettext_noop("Create new record"),
    gettext_noop("Dark"),
    gettext_noop("Date"),
    gettext_noop("False"),
    gettext_noop("General"),
    gettext_noop("Global shortcuts"),
    gettext_noop("Go back"),
    gettext_noop("Light"),
    gettext_noop("Navigate"),
    gettext_noop("Next"),
    gettext_noop("No results found"),
    gettext_noop("Open command tool"),
    gettext_noop("Open selection"),
    gettext_noop("Open selection in new tab"),
    gettext_noop("Open shortcuts list"),
    gettext_noop("Previous"),
    gettext_noop("Reset filters"),
    gettext_noop("Run the selected action"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select"),
    gettext_noop("Select action"),
    gettext_noop("Select record"),
    gettext_noop("Select value"),
    gettext_noop("System"),
    gettext_noop("This page yielded into no results."),
    gettext_noop("Toggle dark/light mode"),
    gettext_noop("Toggle filter"),
    gettext_noop("Toggle password visibility"),
    gettext_noop("Toggle sidebar"),
    gettext_noop("True"),
    gettext_noop("Type to search"),
    gettext_noop("Welcome back to"),
    gettext_noop("You have been successfully logged out from the administration"),
)
