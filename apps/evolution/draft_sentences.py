"""What the engine says of a model's draft, as templates for it and for the translators."""

from django.utils.translation import gettext_noop

DRAFT_TAKEN = gettext_noop("Written by %(model)s from %(runs)s runs, in place of the template.")
DRAFT_LEFT = gettext_noop("What the model wrote was not taken, the template's text stands. %(why)s")
NO_DRAFT = gettext_noop("The model gave no draft that can be read: the template's text stands.")

NOT_VALID = gettext_noop("It breaks the format: %(about)s")
OTHER_LANGUAGE = gettext_noop("It is in another language than the requests.")
GIVES_ORDERS = gettext_noop("It gives the agent orders that are no part of the work: “%(about)s”")
NOT_SAFE = gettext_noop("The scan objects to it: %(about)s")
INVENTS = gettext_noop("No run has “%(about)s”.")
UNSUPPORTED = gettext_noop("The runs do not bear out “%(about)s”")
TOO_SHORT = gettext_noop("It leaves out more than a third of the steps.")
LOSES_TOOL = gettext_noop("No step uses “%(about)s” any more.")
LOSES_LINE = gettext_noop("It leaves out “%(about)s”")
WORSE_FOR_GATE = gettext_noop("The gate has more against it than against the template's text.")

DRAFT_SENTENCES = (
    *(DRAFT_TAKEN, NO_DRAFT, NOT_VALID, OTHER_LANGUAGE, GIVES_ORDERS, NOT_SAFE, INVENTS),
    *(UNSUPPORTED, TOO_SHORT, LOSES_TOOL, LOSES_LINE, WORSE_FOR_GATE, DRAFT_LEFT),
)
