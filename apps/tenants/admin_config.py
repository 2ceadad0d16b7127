"""Puts the tenants' admin site in the place of Django's own, before any admin module is read."""

from django.contrib.admin.apps import AdminConfig


class TenantAdminConfig(AdminConfig):
    """The admin, with the site that looks at a member's role."""

    default_site = "apps.tenants.admin_site.TenantAdminSite"
