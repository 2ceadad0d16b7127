"""Says what a tool call does whatever its agent calls it, so that runs of two agents compare."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Kind = Literal[
    "shell",
    "read",
    "edit",
    "write",
    "search",
    "find",
    "fetch",
    "web_search",
    "delegate",
    "ask",
    "skill",
    "bookkeeping",
    "call",
]

LEAST_CHANGES_ALIKE = 0.5

_NAMES: dict[Kind, str] = {
    "shell": "bash shell sh terminal exec_command run_shell run_shell_command run_command "
    "execute_bash execute_command local_shell run_terminal_cmd powershell container_exec",
    "read": "read read_file view view_file open_file file_read file_reader cat read_many_files",
    "edit": "edit multi_edit edit_file str_replace replace apply_patch patch patch_file "
    "notebook_edit search_replace apply_diff replace_in_file file_editor",
    "write": "write write_file create_file file_write save_file",
    "search": "grep search_files search_file_content codebase_search ripgrep",
    "find": "glob ls list_directory list_files list_dir find_files find_by_name",
    "fetch": "web_fetch fetch fetch_url web_extract open_url browser_navigate",
    "web_search": "web_search google_web_search",
    "delegate": "task agent spawn_agent dispatch_agent delegate_task",
    "ask": "ask_user_question ask_user clarify",
    "skill": "skill use_skill activate_skill",
    "bookkeeping": "todo todo_write todo_read update_plan think finish task_tracker "
    "enter_plan_mode exit_plan_mode task_create task_update task_list task_get task_output "
    "tool_search bash_output write_stdin kill_shell sleep save_memory memory submit",
}
_LOOKING: frozenset[Kind] = frozenset({"read", "search", "find", "fetch", "web_search"})
_KINDS: dict[str, Kind] = {
    name.replace("_", ""): kind for kind, names in _NAMES.items() for name in names.split()
}
_EDITOR = re.compile(r"str_replace.*edit|^file_editor$|text_editor")
_EDITOR_COMMANDS: dict[str, Kind] = {"view": "read", "create": "write"}

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[一-鿿]+")
_ASKING = re.compile(
    r"get|list|search|query|check|view|find|fetch|read|verify|validate|count|describe|show|lookup|"
    r"look|retrieve|inspect|status|compare|calculate|preview|test",
    re.IGNORECASE,
)
_ASKING_CHINESE = re.compile(r"查|获取|搜索|检索|核对|校验|验证|列出|统计")


def kind_of(tool: str, args: Mapping[str, Any] | None = None) -> Kind:
    """Name what a call of this tool does; an unheard-of tool is a plain call."""
    if _EDITOR.search(tool.lower()):
        return _EDITOR_COMMANDS.get(str((args or {}).get("command", "")), "edit")
    return _KINDS.get(re.sub(r"[^a-z]", "", tool.lower()), "call")


def only_asks(tool: str) -> bool:
    """Tell by its verb whether a plain tool only looks something up and changes nothing."""
    own_name = tool.rsplit("__", 1)[-1].rsplit(".", 1)[-1]
    words = _WORD.findall(own_name)
    first = words[0] if words else ""
    return bool(_ASKING.fullmatch(first) or _ASKING_CHINESE.match(first))


def changing_tools(tools: Iterable[str]) -> frozenset[str]:
    """Give the tools that change something, as far as their names say; not those of any agent."""
    return frozenset(tool for tool in tools if kind_of(tool) == "call" and not only_asks(tool))


def change_the_same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Tell whether half of what two ways of work change is the same, and something is."""
    return bool(one & other) and len(one & other) >= LEAST_CHANGES_ALIKE * len(one | other)


def looks_up(tool: str, args: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a call only reads or asks, whatever the agent calls its tool."""
    kind = kind_of(tool, args)
    return kind in _LOOKING or (kind == "call" and only_asks(tool))
