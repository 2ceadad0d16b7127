"""Every sentence the client says, in English and Chinese."""

from __future__ import annotations

import locale
import os

WORDS: dict[str, tuple[str, str]] = {
    # Why nothing was done.
    "unreachable": ("{server} cannot be reached: {why}", "无法连接 {server}：{why}"),
    "key_refused": ("{server} does not know this key.", "{server} 不认识这个密钥。"),
    "key_scope": (
        "This key may not pull skills: it needs the scope agent or read.",
        "这个密钥不能拉取技能：需要 agent 或 read 范围的密钥。",
    ),
    "no_catalogue": (
        "There is no index of skills at {server}: is it a Journeyman server?",
        "{server} 上没有技能目录：它是 Journeyman 服务器吗？",
    ),
    "not_there": ("{server} has nothing there.", "{server} 上没有它。"),
    "redirected": (
        "{server} points elsewhere ({where}): give that address as --server.",
        "{server} 指向别处（{where}）：请把那个地址作为 --server。",
    ),
    "answered": ("{server} answered {status}: {why}", "{server} 回答 {status}：{why}"),
    "incomplete": ("The answer of {server} broke off.", "{server} 的回答中断了。"),
    "answer_too_large": ("The answer of {server} is too large.", "{server} 的回答太大。"),
    "index_unreadable": (
        "The index of skills cannot be read ({why}).",
        "无法读取技能目录（{why}）。",
    ),
    "record_unreadable": (
        "{path} cannot be read, so nothing is changed. Without it, all folders count as yours.",
        "无法读取 {path}，因此什么都没有改动。删除它之后，所有文件夹都视为您自己的。",
    ),
    "cannot_write": ("{path} cannot be written: {why}", "无法写入 {path}：{why}"),
    "another_pull": ("Another pull is at work in {path}.", "另一个拉取正在 {path} 中进行。"),
    # Why a skill was left alone or refused.
    "changed": ("changed by hand: {path}", "被手工修改过：{path}"),
    "unknown_folder": (
        "a folder of your own; --adopt takes it over",
        "您自己的文件夹；--adopt 可接管",
    ),
    "other_server": (
        "pulled from {server}; --adopt takes it over",
        "从 {server} 拉取；--adopt 可接管",
    ),
    "in_the_way": ("in the way: {path}", "被占用：{path}"),
    "withdrawn": ("just withdrawn by the server", "服务器刚刚撤下了它"),
    "digest_differs": (
        "what came is not what the index names; pull again",
        "下载的内容与目录所列不符；请重新拉取",
    ),
    "kind_unknown": ("of a kind that this client does not know", "此客户端不认识的类型"),
    "package_refused": ("unsafe or broken package: {why}", "不安全或损坏的包：{why}"),
    # What was done.
    "written": ("written", "已写入"),
    "updated": ("updated", "已更新"),
    "unchanged": ("unchanged", "未变化"),
    "removed": ("removed", "已移除"),
    "kept": ("kept", "保留"),
    "refused": ("refused", "拒绝"),
    "summary": (
        "Skills of {server} in {into}: {count}.",
        "{server} 的 {count} 个技能在 {into} 中。",
    ),
    "summary_dry": (
        "Skills of {server} in {into} would be {count}; nothing was written.",
        "{server} 的 {count} 个技能将在 {into} 中；什么都没有写入。",
    ),
    # What is asked for on the command line.
    "help": (
        "Bring what a Journeyman server knows to an agent.",
        "把 Journeyman 服务器上的知识带给智能体。",
    ),
    "help_pull": (
        "bring the served skills into a folder of skills",
        "把所提供的技能拉取到技能文件夹",
    ),
    "help_server": (
        "the address of the server, else JOURNEYMAN_URL, else {default}",
        "服务器地址；否则取 JOURNEYMAN_URL，再否则 {default}",
    ),
    "help_key": ("an API key, else JOURNEYMAN_KEY", "API 密钥；否则取 JOURNEYMAN_KEY"),
    "help_into": ("the folder of skills ({default})", "技能文件夹（{default}）"),
    "help_agent": ("the agent whose folder of skills is meant", "使用哪个智能体的技能文件夹"),
    "help_channel": ("stable, or beta: with the texts on trial", "stable，或 beta：含试用中的版本"),
    "help_dry_run": ("say what would be done, write nothing", "只说明将做什么，不写入"),
    "help_force": (
        "replace what was changed by hand in folders that were pulled",
        "替换已拉取文件夹中被手工修改的内容",
    ),
    "help_adopt": (
        "take over folders that were not pulled from this server",
        "接管不是从此服务器拉取的文件夹",
    ),
    "help_json": ("answer with one JSON object", "以一个 JSON 对象回答"),
    "no_key": ("Give a key: --key or JOURNEYMAN_KEY.", "请提供密钥：--key 或 JOURNEYMAN_KEY。"),
    "bad_key": ("This is no key.", "这不是密钥。"),
    "bad_server": ("'{server}' is no http address.", "“{server}” 不是 http 地址。"),
}


def say(code: str, **words: object) -> str:
    """Say a sentence in the language of the person at the terminal."""
    english, chinese = WORDS[code]
    sentence = chinese if is_chinese() else english
    return sentence.format(**{name: clean(str(word)) for name, word in words.items()})


def clean(text: str, most: int = 300) -> str:
    """Make what others wrote fit for a terminal: one line of printable characters."""
    return "".join(one if one.isprintable() else " " for one in text)[:most].strip()


def is_chinese() -> bool:
    """Tell whether the environment asks for Chinese."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name].lower().startswith("zh")
    return (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese"))
