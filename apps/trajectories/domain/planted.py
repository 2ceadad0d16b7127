"""Tell text that was put there to steer an agent, by others or by us: it is never learned from."""

import re

# Orders to forget what was said, or to be somebody else.
_ORDERS = re.compile(
    r"ignore (?:all |any )?(?:the )?(?:previous|above|prior)|disregard (?:all|the|previous)|"
    r"(?:ignore|disregard|forget|override)(?: \w+){0,3} (?:previous|above|prior|earlier|preceding)"
    r"(?: \w+)? (?:instruction|rule|prompt|order|guideline|direction|message)|"
    r"you are now|system prompt|忽略(?:之前|以上|上面|前面)|无视(?:之前|以上)|系统提示|"
    r"(?:忽略|无视|忽视|忘记|忘掉|抛开|不[要用必]理会)[^，。,.\n]{0,12}(?:指令|指示|提示词)",
    re.IGNORECASE,
)
# A program fetched and run in one breath.
_REMOTE_CODE = re.compile(
    r"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{0,300}"
    r"\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|iex|invoke-expression)\b",
    re.IGNORECASE | re.ASCII,
)
# Lines of our own context that came back without the mark around them.
_OURS = re.compile(r"\[(?:Past experience|过往经验)\]|\[(?:Skill|技能)\] [a-z0-9-]+ ?[(（]")


def is_planted(text: str) -> bool:
    """Tell whether a text gives an agent orders, or repeats what we told it."""
    return any(pattern.search(text) for pattern in (_ORDERS, _REMOTE_CODE, _OURS))
