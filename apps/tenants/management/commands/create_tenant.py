"""`manage.py create_tenant SLUG --owner EMAIL [--json]`."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.errors import DomainError
from apps.tenants.create_tenant import create_tenant


class Command(BaseCommand):
    help = "Make a tenant with its owner and one API key of each scope; shows them once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--owner", required=True, metavar="EMAIL")
        parser.add_argument("--name", default="")
        parser.add_argument("--json", action="store_true")

    def handle(self, *_: Any, **options: Any) -> None:
        try:
            made = create_tenant(
                options["slug"], owner_email=options["owner"], name=options["name"]
            )
        except DomainError as error:
            raise CommandError(error.detail) from error
        shown = {
            "tenant": made.tenant.slug,
            "owner": made.owner.user.email,
            "password": made.password,
            "keys": made.keys,
        }
        if options["json"]:
            self.stdout.write(json.dumps(shown))
            return
        self.stdout.write(f"Tenant {shown['tenant']}, owner {shown['owner']}")
        self.stdout.write(f"Password: {made.password or '(the account had one already)'}")
        for scope, key in made.keys.items():
            self.stdout.write(f"Key ({scope}): {key}")
