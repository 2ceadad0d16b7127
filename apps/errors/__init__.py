"""The one error a caller is meant to read: every refusal in the product is one of these."""


class DomainError(Exception):
    """A refused operation: `code` for programs, `detail` for people, `status` for HTTP."""

    status = 400

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


class NotFound(DomainError):
    """The thing does not exist, or belongs to another tenant: callers cannot tell which."""

    status = 404

    def __init__(self, what: str) -> None:
        super().__init__("not_found", f"There is no such {what}.")


class Forbidden(DomainError):
    """The caller may not do this; the sentence says what."""

    status = 403

    def __init__(self, detail: str) -> None:
        super().__init__("permission_denied", detail)


class Conflict(DomainError):
    """The thing exists but its state does not allow this now."""

    status = 409


class Busy(DomainError):
    """Others are at the same thing: the same request works a moment later."""

    status = 503


class TooLarge(DomainError):
    """The input is over a limit; the sentence names the limit."""

    status = 413
