"""Every sentence that the gate and the decisions say, as templates for the translators."""

from django.utils.translation import gettext_noop

GATE_SENTENCES = (
    gettext_noop("It follows the Agent Skills format."),
    gettext_noop("Cannot be checked while the format is broken."),
    gettext_noop("No other skill, active or archived, has this name."),
    gettext_noop("The name '%(name)s' belongs to another skill."),
    gettext_noop("No other skill answers to its triggers."),
    gettext_noop("The trigger '%(trigger)s' already leads to '%(name)s'."),
    gettext_noop("No other skill is nearly the same."),
    gettext_noop("It is nearly the same as %(names)s: %(action)s instead."),
    gettext_noop("Every tool it names is known."),
    gettext_noop("Nobody here has used or registered %(names)s."),
    gettext_noop("Confidence %(confidence)s of at least %(least)s."),
    gettext_noop("It rests on no quote."),
    gettext_noop("The quote of %(run)s is not in what was said there."),
    gettext_noop("%(count)s quotes found word for word."),
    gettext_noop("Nothing dangerous was found."),
)
SECURITY_SENTENCES = (
    gettext_noop("It tells the agent to drop its instructions."),
    gettext_noop("It runs code straight from the network."),
    gettext_noop("It runs code that is hidden by an encoding."),
    gettext_noop("It opens a shell to another machine."),
    gettext_noop("It sends secrets or conversations to somewhere outside."),
    gettext_noop("It tells the agent to keep something from the user."),
    gettext_noop("It may keep something from the user."),
    gettext_noop("It destroys more than a task's own files."),
    gettext_noop("It gives somebody lasting access to the machine."),
    gettext_noop("It changes what is hard to undo or loosens protection."),
    gettext_noop("A word mixes letters of two alphabets."),
    gettext_noop("It holds a long encoded block that nobody can read."),
    gettext_noop("It holds characters that do not show."),
    gettext_noop("It holds what looks like a key, token or password."),
    gettext_noop("It may hold a key, token or password."),
    gettext_noop("A trigger would fire on almost every request."),
    gettext_noop("The description claims every request."),
)
FORMAT_SENTENCES = (
    gettext_noop("Content cannot be empty."),
    gettext_noop("SKILL.md must start with YAML frontmatter (%(mark)s)."),
    gettext_noop("The frontmatter is not closed with %(mark)s."),
    gettext_noop("The frontmatter must be a YAML mapping."),
    gettext_noop("SKILL.md must have content after the frontmatter."),
    gettext_noop("The file is longer than %(most)s characters."),
    gettext_noop("The frontmatter must not contain %(mark)s."),
    gettext_noop("Lists and mappings must be written in block style."),
    gettext_noop("Tags and anchors are not allowed in the frontmatter."),
    gettext_noop("The key '%(key)s' stands twice."),
    gettext_noop("The key '%(key)s' is not one of the Agent Skills format."),
    gettext_noop("The value of '%(key)s' must be a text."),
    gettext_noop("The frontmatter must include 'name'."),
    gettext_noop("The name must hold 1–64 of a-z, 0-9 and single hyphens between them."),
    gettext_noop("The name must equal its folder's, '%(folder)s'."),
    gettext_noop("The frontmatter must include 'description'."),
    gettext_noop("The description is longer than %(most)s characters."),
    gettext_noop("The description must be one paragraph."),
    gettext_noop("The description must not contain tags."),
    gettext_noop("The skill has no name that can be spelled in a-z."),
)
DECISION_SENTENCES = (
    gettext_noop("Say why it is rejected: the reason is kept."),
    gettext_noop("Only reviewers decide proposals."),
    gettext_noop("It was %(status)s on %(time)s."),
    gettext_noop(
        "The gate objects (%(check)s: %(detail)s) Give a reason to approve it all the same."
    ),
    gettext_noop("approved"),
    gettext_noop("rejected"),
    gettext_noop("format"),
    gettext_noop("name"),
    gettext_noop("triggers"),
    gettext_noop("near_duplicate"),
    gettext_noop("tools"),
    gettext_noop("confidence"),
    gettext_noop("grounding"),
    gettext_noop("security"),
)
# The last two fit much, so they are tried last: a finding of the scan ends with the words it was
# found in, and a refusal begins with the check that it comes from.
KNOWN_SENTENCES = (
    *GATE_SENTENCES,
    *SECURITY_SENTENCES,
    *FORMAT_SENTENCES,
    *DECISION_SENTENCES,
    "%(detail)s “%(excerpt)s”",
    "%(check)s: %(detail)s",
)
