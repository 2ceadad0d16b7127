"""What the log of a skill's improvements says, as templates for it and for the translators."""

from django.utils.translation import gettext_noop

ALREADY_TOLD = gettext_noop("The skill says it already.")
TAKEN_OUT = gettext_noop("It was proposed or approved before, and a person took it out.")
RUN_IS_GONE = gettext_noop("The run is no longer kept.")
NOTHING_TO_SAY = gettext_noop("No run shows how to change it.")
FAILED = gettext_noop("It could not be drawn (%(error)s).")
SCORES_FALL = gettext_noop("Scores fell from %(before)s to %(after)s.")
LOW_TRUST = gettext_noop("Trust is %(trust)s by %(signals)s signals.")
EDITED = gettext_noop("Edited by hand.")
IMPORTED = gettext_noop("Imported.")
ROLLED_BACK = gettext_noop("Rolled back to %(version)s.")
CHANGES = gettext_noop("Changes: %(parts)s.")
BY_RULE = gettext_noop(
    "Approved by this team's rule, without a person: the skill is proven to help "
    "(%(low)s to %(high)s), only %(parts)s changed, and the gate passes everything."
)
IMPROVEMENT_SENTENCES = (
    *(ALREADY_TOLD, TAKEN_OUT, RUN_IS_GONE, NOTHING_TO_SAY, FAILED, SCORES_FALL, EDITED, IMPORTED),
    *(ROLLED_BACK, CHANGES, BY_RULE, LOW_TRUST),
)
