"""`manage.py add_member EMAIL --role ROLE [--tenant SLUG] [--json]`."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.errors import DomainError
from apps.tenants.add_member import add_member
from apps.tenants.find_tenant import find_tenant
from apps.tenants.models import Role


class Command(BaseCommand):
    help = "Take a person into a tenant, or change a member's role."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--role", choices=Role.values, default=Role.MEMBER.value)
        parser.add_argument("--tenant", help="slug; not needed when there is one tenant")
        parser.add_argument("--json", action="store_true")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            tenant = find_tenant(options["tenant"])
            member, password = add_member(
                tenant, options["email"], role=options["role"], actor="command line"
            )
        except DomainError as error:
            raise CommandError(error.detail) from error
        shown = {"tenant": tenant.slug, "email": member.user.email, "role": member.role}
        if options["json"]:
            self.stdout.write(json.dumps({**shown, "password": password}))
            return
        self.stdout.write(f"{shown['email']} is {shown['role']} of {shown['tenant']}.")
        if password:
            self.stdout.write(f"Password, shown this once: {password}")
