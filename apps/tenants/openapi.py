"""How the API's document describes the door: a bearer key, or a browser session."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class DoorScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its metaclass
    """Describe `DoorAuthentication`."""

    target_class = "apps.tenants.authentication.DoorAuthentication"
    name = ["apiKey", "session"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, Any]]:
        """A key of the form jm_<scope>_<id>_<secret>; or the cookie of a logged-in member."""
        key = "A key: jm_<scope>_<id>_<secret>. Its scope decides which routes open."
        cookie = "A logged-in member; writing needs the CSRF token in X-CSRFToken."
        return [
            {"type": "http", "scheme": "bearer", "description": key},
            {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": cookie},
        ]
