"""The sentences in which a drafted pipeline tells what it was drawn from, in zh and en."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apps.language.tokens import Language

PIPELINE_WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "description": "{title}. Calls {tools}. Drawn from {runs} runs.",
        "then": ", then ",
        "space": " ",
        "request": "Named in the request.",
        "case": "Differs from case to case.",
        "secret": "A secret: give it anew each time.",
        "repeated": "{tool} was called once for each item; here it is called once.",
        "left_out": "{tool} is left out: {count} of {runs} runs called it, and nothing shows when.",
        "usual": "{tool} was called in {count} of {runs} runs.",
    },
    "zh": {
        "description": "{title}。依次调用 {tools}。整理自 {runs} 次任务。",
        "then": "、",
        "space": "",
        "request": "由请求给出。",
        "case": "因情况而异。",
        "secret": "机密：每次重新提供。",
        "repeated": "{tool} 曾对每一项各调用一次；此处只调用一次。",
        "left_out": "未包含 {tool}：{runs} 次任务中有 {count} 次调用，看不出何时需要。",
        "usual": "{runs} 次任务中有 {count} 次调用 {tool}。",
    },
}


def own_pipeline_sentences() -> list[str]:
    """List what stands in drafted pipelines whatever anybody said."""
    return [sentence for words in PIPELINE_WORDS.values() for sentence in words.values()]
