"""Runs as text, for the tests of what a model may find in them."""

from __future__ import annotations

import uuid
from typing import Any

from apps.learning.domain.run_text import RunText
from apps.trajectories.domain.tool_chain import ToolCall


def make_run(*said: str, results: tuple[str, ...] = (), **fields: Any) -> RunText:
    """A run of these words of a person, with a tool that answered each of the results."""
    calls = [ToolCall("shell", {"command": "make"}, "completed", result=one) for one in results]
    return RunText(uuid.uuid4(), said, **{"calls": calls, **fields})


EN = make_run(
    "I always want the shift reports as PDF. The export button fails again, fix it.",
    results=("ModuleNotFoundError: No module named 'weasyprint'", "12 passed in 3.1s"),
    reply="Installed weasyprint; the export works.",
)
ZH = make_run(
    "我是儿科护士，以后报告都用表格。导出又失败了，帮我修一下。",
    results=("错误：找不到模块 weasyprint", "12 passed"),
    reply="已安装 weasyprint，导出正常。",
)
