"""What the engine says when it answers a wish, as templates for it and for the translators."""

from django.utils.translation import gettext_noop

DRAWN_ANEW = gettext_noop("Drawn anew from %(runs)s runs by the template.")
WRITTEN_ANEW = gettext_noop("Written anew by %(model)s after the wish, from %(runs)s runs.")
EDITED_BY_HAND = gettext_noop("The template does not replace a text that was edited by hand.")
RUNS_ARE_GONE = gettext_noop(
    "The runs behind it are no longer kept: there is nothing to draw from."
)
ONLY_PARTS = gettext_noop("It changes parts of a skill, as its runs showed: they stay as they are.")
NO_PROCEDURE = gettext_noop("The runs behind it agree on no procedure any more.")
NO_MODEL = gettext_noop("No model is set up that could read the wish: please edit it by hand.")
NO_ANSWER = gettext_noop("The model gave no answer to the wish: please edit it by hand.")
RUNS_CHANGED = gettext_noop("What the model wrote was dropped: the runs changed meanwhile.")
NOT_TAKEN = gettext_noop("What the model wrote was not taken. %(detail)s")
FAILED = gettext_noop("It could not be drawn anew (%(error)s).")
CHANGED = gettext_noop("Changed: %(names)s.")
UNCHANGED = gettext_noop("Nothing changed.")

OTHER_LANGUAGE = gettext_noop("It is in another language than the skill.")
GIVES_ORDERS = gettext_noop("It gives the agent orders that are no part of the work.")
INVENTS_NAMES = gettext_noop("It names what neither the runs nor the wish name: “%(line)s”")
UNSUPPORTED = gettext_noop("Neither the runs nor the wish bear out “%(line)s”")
LOSES_TOOLS = gettext_noop("It leaves out most of the tools that the runs used.")
WORSE_FOR_THE_GATE = gettext_noop("The gate has more against it than against the template's text.")

OBJECTIONS = (
    *(OTHER_LANGUAGE, GIVES_ORDERS, INVENTS_NAMES, UNSUPPORTED, LOSES_TOOLS),
    WORSE_FOR_THE_GATE,
)
ANSWER_SENTENCES = (
    *(DRAWN_ANEW, WRITTEN_ANEW, EDITED_BY_HAND, RUNS_ARE_GONE, NO_PROCEDURE, NO_MODEL, NO_ANSWER),
    *(ONLY_PARTS, RUNS_CHANGED, FAILED, CHANGED, UNCHANGED, *OBJECTIONS, NOT_TAKEN),
)
