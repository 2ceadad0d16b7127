"""Words the steps and checks of a drafted skill as one person would tell another, in zh or en."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apps.evolution.domain.quoting import code, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from apps.evolution.domain.alignment import AlignedStep
    from apps.evolution.domain.binding import Binding, Slot
    from apps.evolution.domain.optional_step import Reason
    from apps.evolution.domain.tool_kind import Kind
    from apps.evolution.domain.verification import Check
    from apps.language.tokens import Language

MOST_QUOTED = 4
MOST_EXAMPLES = 2
MOST_ARGUMENTS = 10
MOST_PURPOSES = 4
QUOTE_LENGTH = 160

_IS_PLACE = re.compile(r"(?:~|/|[A-Za-z]:\\)[^\s]*$")

# For each kind: what is always the same, what differs from run to run, and nothing known of it.
_STEPS: dict[Language, dict[Kind, tuple[str, str, str]]] = {
    "en": {
        "shell": ("Run {it}.", "Run {it}.", "Run the command that the task needs."),
        "read": (
            "Read {it}.",
            "Read the files that the task is about, such as {it}.",
            "Read the files that the task is about.",
        ),
        "edit": (
            "Edit {it}.",
            "Make the change in the files that it concerns, such as {it}.",
            "Make the change in the files that it concerns.",
        ),
        "write": (
            "Write {it}.",
            "Write the files that the task asks for, such as {it}.",
            "Write the files that the task asks for.",
        ),
        "search": (
            "Search the files for {it}.",
            "Search the files for what the task is about, such as {it}.",
            "Search the files for what the task is about.",
        ),
        "find": ("List the files in {it}.", "List the files, such as {it}.", "List the files."),
        "fetch": ("Open {it}.", "Open the pages in question, such as {it}.", "Open the page."),
        "web_search": (
            "Search the web for {it}.",
            "Search the web for what the task is about, such as {it}.",
            "Search the web for what the task is about.",
        ),
        "delegate": (
            "Give a sub-agent this part: {it}.",
            "Give a sub-agent a part of the work, such as {it}.",
            "Give a sub-agent a part of the work.",
        ),
        "ask": (
            "Ask the user: {it}.",
            "Ask the user what is still open, such as {it}.",
            "Ask the user what is still open.",
        ),
        "skill": (
            "Use the skill {it}.",
            "Use the skill that fits, such as {it}.",
            "Use the skill.",
        ),
    },
    "zh": {
        "shell": ("运行 {it}。", "运行 {it}。", "运行任务需要的命令。"),
        "read": ("阅读 {it}。", "阅读与任务有关的文件，例如 {it}。", "阅读与任务有关的文件。"),
        "edit": ("修改 {it}。", "在相关文件中做修改，例如 {it}。", "在相关文件中做修改。"),
        "write": ("写入 {it}。", "写出任务要求的文件，例如 {it}。", "写出任务要求的文件。"),
        "search": (
            "在文件中搜索 {it}。",
            "在文件中搜索与任务有关的内容，例如 {it}。",
            "在文件中搜索与任务有关的内容。",
        ),
        "find": ("列出 {it} 中的文件。", "列出文件，例如 {it}。", "列出文件。"),
        "fetch": ("打开 {it}。", "打开相关网页，例如 {it}。", "打开网页。"),
        "web_search": (
            "在网上搜索 {it}。",
            "在网上搜索与任务有关的内容，例如 {it}。",
            "在网上搜索与任务有关的内容。",
        ),
        "delegate": (
            "把这部分交给子代理：{it}。",
            "把一部分工作交给子代理，例如 {it}。",
            "把一部分工作交给子代理。",
        ),
        "ask": ("询问用户：{it}。", "向用户问清未定的内容，例如 {it}。", "向用户问清未定的内容。"),
        "skill": ("使用技能 {it}。", "使用合适的技能，例如 {it}。", "使用技能。"),
    },
}
_CHECKS: dict[Language, dict[Check, str]] = {
    "en": {
        "passes": "Run {it}: it must pass.",
        "looks": "Look at the output of {it}: it must show what was asked for.",
        "rereads": "Read {it} again: the change must be there.",
        "asks": "Call {it} and compare its answer with what was asked for.",
    },
    "zh": {
        "passes": "运行 {it}，必须通过。",
        "looks": "查看 {it} 的输出，应与要求一致。",
        "rereads": "重新阅读 {it}，修改必须在其中。",
        "asks": "调用 {it}，将结果与要求核对。",
    },
}
_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "comma": ", ",
        "and": " and ",
        "more": "{shown} and {count} more",
        "call": "Call {tool}.",
        "call_with": "Call {tool} with {arguments}.",
        "call_each": "Call {tool} once for each item, with {arguments}.",
        "equals": "{key} = {value}",
        "from": "{key} from the result of {tool}",
        "worked": "{key} worked out of what was read",
        "purpose": "{sentence} Its answer gives {keys}.",
        "optional": "{sentence} (Only where needed: {support} of {runs} runs did.)",
        "conditional": "{sentence} (Only if {reason}: {support} of {runs} runs did.)",
        "key_true": "{key} in the answer of {tool} is true",
        "key_is": "{key} in the answer of {tool} is {value}",
        "key_is_not": "{key} in the answer of {tool} is not {value}",
        "key_above": "{key} in the answer of {tool} is above {value}",
        "key_below": "{key} in the answer of {tool} is below {value}",
        "key_there": "the answer of {tool} has {key}",
        "key_missing": "the answer of {tool} has no {key}",
        "word": "the request speaks of “{word}”",
        "diagnosis": "Run {it} and note what fails.",
        "reread": "Read the changed files again: the change must be there.",
    },
    "zh": {
        "comma": "、",
        "and": " 和 ",
        "more": "{shown} 等（另有 {count} 个）",
        "call": "调用 {tool}。",
        "call_with": "调用 {tool}，其中 {arguments}。",
        "call_each": "对每一项调用一次 {tool}，其中 {arguments}。",
        "equals": "{key} = {value}",
        "from": "{key} 取自 {tool} 的结果",
        "worked": "{key} 由读到的数值算出",
        "purpose": "{sentence}其结果给出 {keys}。",
        "optional": "{sentence}（视情况：{runs} 次中有 {support} 次这样做。）",
        "conditional": "{sentence}（仅当{reason}时：{runs} 次中有 {support} 次这样做。）",
        "key_true": " {tool} 结果中的 {key} 为真",
        "key_is": " {tool} 结果中的 {key} 是 {value} ",
        "key_is_not": " {tool} 结果中的 {key} 不是 {value} ",
        "key_above": " {tool} 结果中的 {key} 大于 {value} ",
        "key_below": " {tool} 结果中的 {key} 小于 {value} ",
        "key_there": " {tool} 的结果中有 {key} ",
        "key_missing": " {tool} 的结果中没有 {key} ",
        "word": "请求中提到“{word}”",
        "diagnosis": "运行 {it}，记下失败之处。",
        "reread": "重新阅读改过的文件，修改必须在其中。",
    },
}


def own_phrases() -> list[str]:
    """List what steps and checks are worded with whatever they are about."""
    steps = [phrase for kinds in _STEPS.values() for three in kinds.values() for phrase in three]
    checks = [phrase for kinds in _CHECKS.values() for phrase in kinds.values()]
    return [*steps, *checks, *(word for words in _WORDS.values() for word in words.values())]


def kind_openings() -> list[tuple[str, Kind]]:
    """List how the sentences of each kind of step begin, in both languages: so they are known."""
    return [
        (opening, kind)
        for kinds in _STEPS.values()
        for kind, (known, varying, bare) in kinds.items()
        for opening in (_opening(known) + "`", _opening(varying), bare.rstrip(".。"))
    ]


def _opening(sentence: str) -> str:
    """Give what stands before the thing that a sentence is about."""
    return sentence.partition("{it}")[0].removesuffix(", such as ").removesuffix("，例如 ")


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a step beside what it does: what later steps take from it, and when."""

    gives: Sequence[str] = ()
    reason: Reason | None = None


def step_sentence(
    step: AlignedStep, binding: Binding, language: Language, told: Told = Told()
) -> str:
    """Tell one step as an instruction; every argument in it is quoted as code."""
    words = _WORDS[language]
    if step.kind == "call":
        sentence = _call_sentence(step, binding, language)
    else:
        sentence = _known_sentence(step, binding, language)
    if told.gives:
        keys = quoted_list(told.gives[:MOST_PURPOSES], language)
        sentence = words["purpose"].format(sentence=sentence, keys=keys)
    if not step.is_optional:
        return sentence
    counts = {"support": step.support, "runs": step.runs}
    if told.reason is None:
        return words["optional"].format(sentence=sentence, **counts)
    reason = reason_words(told.reason, language)
    return words["conditional"].format(sentence=sentence, reason=reason, **counts)


def reason_words(reason: Reason, language: Language) -> str:
    """Tell what parts the runs that took a step from those that did not."""
    words = _WORDS[language]
    if reason.word:
        return words["word"].format(word=plain(reason.word, 60))
    sign, _, value = reason.comparison.partition(" ")
    key = {
        "": "key_true",
        "!=": "key_is_not",
        ">": "key_above",
        "<": "key_below",
    }.get(sign, "key_is")
    if value == "null":
        key = "key_there" if sign == "!=" else "key_missing"
    return words[key].format(
        tool=code(reason.tool, QUOTE_LENGTH),
        key=code(reason.key, 60),
        value=code(value.strip('"'), 60),
    )


def check_sentence(check: Check, step: AlignedStep, binding: Binding, language: Language) -> str:
    """Tell one check of the verification."""
    if check == "rereads" and binding.examples:
        return _WORDS[language]["reread"]
    it = code(step.first.tool, QUOTE_LENGTH) if check == "asks" else _it(binding, language)
    return _CHECKS[language][check].format(it=it)


def quoted_list(texts: Sequence[str], language: Language) -> str:
    """Quote some texts as code, a long list cut with the number left out."""
    words = _WORDS[language]
    quoted = [code(text, QUOTE_LENGTH) for text in texts[:MOST_QUOTED]]
    left = len(texts) - len(quoted)
    if left:
        return words["more"].format(shown=words["comma"].join(quoted), count=left)
    first = words["comma"].join(quoted[:-1])
    return words["and"].join([first, quoted[-1]] if first else quoted)


def _known_sentence(step: AlignedStep, binding: Binding, language: Language) -> str:
    known, varying, bare = _STEPS[language][step.kind]
    it = _it(binding, language)
    if step.is_diagnosis and step.kind == "shell" and it:
        return _WORDS[language]["diagnosis"].format(it=it)
    if not it:
        return bare
    return (varying if binding.examples else known).format(it=it)


def _it(binding: Binding, language: Language) -> str:
    """Quote what a step is about; such a step has one argument."""
    texts = [text for values in binding.fixed.values() for text in values]
    texts += [f"{{{slot.name}}}" for slot in binding.slots.values()]
    # An example shows what is meant; a list of all that was ever touched would hide it.
    return quoted_list([*texts, *_shown(binding)], language)


def _shown(binding: Binding) -> list[str]:
    """Give a few examples; of files only what kind they are, where they are of one kind."""
    shown = [text for values in binding.examples.values() for text in values]
    if "path" not in binding.examples:
        return [text for text in shown if not _IS_PLACE.match(text)][:MOST_EXAMPLES]
    endings = {text.rpartition("/")[2].rpartition(".")[2] for text in shown if "." in text}
    is_one_kind = len(endings) == 1 and all("." in text for text in shown)
    return [f"*.{endings.pop()}"] if is_one_kind else []


def _call_sentence(step: AlignedStep, binding: Binding, language: Language) -> str:
    words = _WORDS[language]
    tool = code(step.first.tool, QUOTE_LENGTH)
    arguments = [
        words["equals"].format(key=code(key, 60), value=quoted_list(values, language))
        for key, values in binding.fixed.items()
    ]
    arguments += [_slot_words(key, slot, language) for key, slot in binding.slots.items()]
    if not arguments:
        return words["call"].format(tool=tool)
    is_repeated = any(len(values) > 1 for values in _member_values(step))
    sentence = words["call_each" if is_repeated else "call_with"]
    return sentence.format(tool=tool, arguments=words["comma"].join(arguments[:MOST_ARGUMENTS]))


def _slot_words(key: str, slot: Slot, language: Language) -> str:
    words = _WORDS[language]
    if slot.origin == "result":
        return words["from"].format(key=code(key, 60), tool=code(slot.tool, QUOTE_LENGTH))
    if slot.origin == "worked":
        return words["worked"].format(key=code(key, 60))
    return words["equals"].format(key=code(key, 60), value=code(f"{{{slot.name}}}", 60))


def _member_values(step: AlignedStep) -> list[tuple[str, ...]]:
    return [values for member in step.members.values() for values in member.args.values()]
