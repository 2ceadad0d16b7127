"""Tell what people said from what was put before them: injected context is never learned from."""

import re

NAME = "journeyman-context"
OPENING = f"<{NAME}>"
CLOSING = f"</{NAME}>"

_BLOCKS = re.compile(
    r"<(journeyman-context|system-reminder|local-command-[a-z]+|command-[a-z]+|task-notification|"
    r"ide_[a-z_]+|environment_context|user_instructions)>.*?(?:</\1>|\Z)",
    re.DOTALL,
)


def strip_injected(text: str) -> str:
    """Remove the blocks that programs put into a person's message, ours first of all."""
    return _BLOCKS.sub(" ", text).strip() if "<" in text else text.strip()


def wrap_injected(text: str) -> str:
    """Mark a text as context of ours; a mark inside it cannot end the block early."""
    inner = text.replace(NAME, NAME.replace("-", " "))
    return f"{OPENING}\n{inner}\n{CLOSING}"
