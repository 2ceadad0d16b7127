"""All sessions of the demo's Chinese hospital: its wards, its stores and its nursing office."""

from apps.learning.demo.stories_zh_discharge import DISCHARGE, DISCHARGE_STORIES
from apps.learning.demo.stories_zh_questions import QUESTION_STORIES
from apps.learning.demo.stories_zh_reports import QUALITY, QUALITY_STORIES
from apps.learning.demo.stories_zh_rosters import ROSTER, ROSTER_STORIES
from apps.learning.demo.stories_zh_stock import STOCK, STOCK_STORIES
from apps.learning.demo.stories_zh_troubles import TROUBLE_STORIES

CLINIC_KINDS = (QUALITY, ROSTER, DISCHARGE, STOCK)
CLINIC_STORIES = (
    *QUALITY_STORIES,
    *ROSTER_STORIES,
    *DISCHARGE_STORIES,
    *STOCK_STORIES,
    *QUESTION_STORIES,
    *TROUBLE_STORIES,
)
