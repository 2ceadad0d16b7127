"""What the operations on webhooks refuse, for readers of other languages."""

from django.utils.translation import gettext_noop

SENTENCES = (
    gettext_noop("Up to 64 letters, digits, dots, hyphens and underscores."),
    gettext_noop("There is already a webhook %(name)s."),
    gettext_noop("There are %(number)s webhooks already."),
    gettext_noop("Write http:// or https:// and a host."),
    gettext_noop("A name and a password belong into a header."),
    gettext_noop("%(host)s is none of the allowed hosts."),
    gettext_noop("%(host)s is an address that calls may not reach."),
    gettext_noop("The webhook is switched off: switch it on first."),
    gettext_noop("It is being sent right now."),
)
