"""All sessions of the demo's English-speaking factory: operations, purchasing and software."""

from apps.learning.demo.stories_en_firmware import FIRMWARE, FIRMWARE_STORIES
from apps.learning.demo.stories_en_nightly import NIGHTLY, NIGHTLY_STORIES
from apps.learning.demo.stories_en_oee import OEE, OEE_STORIES
from apps.learning.demo.stories_en_purchasing import RECONCILIATION, RECONCILIATION_STORIES
from apps.learning.demo.stories_en_questions import QUESTION_STORIES
from apps.learning.demo.stories_en_troubles import TROUBLE_STORIES

FACTORY_KINDS = (OEE, RECONCILIATION, FIRMWARE, NIGHTLY)
FACTORY_STORIES = (
    *OEE_STORIES,
    *RECONCILIATION_STORIES,
    *FIRMWARE_STORIES,
    *NIGHTLY_STORIES,
    *QUESTION_STORIES,
    *TROUBLE_STORIES,
)
