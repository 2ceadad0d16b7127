"""The wordings, in zh and en, by which a text turns an agent against the people it works for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Severity = Literal["warn", "fail"]


@dataclass(frozen=True, slots=True)
class ThreatPattern:
    """One kind of danger: what it looks like, how much it weighs, what a reviewer is told."""

    kind: str
    severity: Severity
    pattern: re.Pattern[str]
    detail: str


def _pattern(kind: str, severity: Severity, detail: str, *expressions: str) -> ThreatPattern:
    joined = "|".join(f"(?:{expression})" for expression in expressions)
    return ThreatPattern(kind, severity, re.compile(joined, re.IGNORECASE), detail)


_SHELL = r"(?:sudo\s+)?(?:/bin/|/usr/bin/)?(?:env\s+)?(?:ba|z|da|k|fi)?sh\b(?!\w)"
_BARE_INTERPRETER = r"(?:sudo\s+)?(?:python[23]?|perl|ruby|node|php)(?:\s+-)?\s*(?=$|[`'\"\n;)])"
_FETCH = r"\b(?:curl|wget|iwr|invoke-webrequest|invoke-restmethod|fetch)\b"
_CONFIDENTIAL = (
    r"(?:passwords?|passphrases?|credentials?|secrets?|api[\s_-]?keys?|access[\s_-]?keys?|tokens?|"
    r"ssh[\s_-]?keys?|private[\s_-]?keys?|cookies?|environment\s+variables?|env\s+vars?|\.env\b|"
    r"conversation(?:\s+history)?|chat\s+history|system\s+prompt)"
)
_PRIVATE_FILE = (
    r"(?:\.ssh/|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws/credentials|(?<![\w/])\.env\b|\.netrc|\.npmrc|"
    r"\.pypirc|/etc/(?:passwd|shadow)|\.kube/config|\.git-credentials|\.gnupg/)"
)
_OUTSIDE = (
    r"(?:https?://(?!localhost|127\.|0\.0\.0\.0|\[::1\])|[\w.+-]+@[\w-]+\.\w|webhook|pastebin|"
    r"(?:external|remote|outside|third[- ]party|attacker'?s?)\s+(?:server|host|address|site|url))"
)
_PIPED_OUT = r"\|\s*(?:\w+\s+[^\n|]{0,40}?\|\s*)?(?:curl|wget|nc|ncat)\b"
_SENDS = r"\b(?:send|post|upload|transmit|forward|e-?mail|leak|exfiltrate|submit|report|copy)\b"
_CONFIDENTIAL_ZH = (
    r"(?:密码|密钥|令牌|凭证|凭据|口令|私钥|环境变量|聊天记录|对话(?:内容|记录)|系统提示词?)"
)
_OUTSIDE_ZH = r"(?:https?://|外部|远程服务器|第三方|邮箱|[\w.+-]+@|webhook)"
_SENDS_ZH = r"(?:发送|发给|发到|上传|提交|转发|外传|泄露|传到|寄给)"
_EARLIER = r"(?:previous|prior|above|earlier|preceding|existing|original|system|developer|safety)"
_ORDERS = r"(?:instructions?|prompts?|rules?|directives?|guidelines?|guardrails?|constraints?)"
_EARLIER_ZH = r"(?:之前|以前|先前|前面|上面|以上|上述|此前|原有|所有|全部|一切|系统|你|任何)"
_ORDERS_ZH = r"(?:指令|指示|提示词|提示|规则|设定|约束|限制|安全(?:策略|规定))"

PATTERNS = (
    _pattern(
        "prompt_override",
        "fail",
        "It tells the agent to drop its instructions.",
        rf"\b(?:ignore|disregard|forget|override|bypass|discard)\s+(?:\w+\s+){{0,3}}?{_EARLIER}\s+"
        rf"(?:\w+\s+){{0,2}}?{_ORDERS}\b",
        rf"\b(?:ignore|disregard|forget)\s+(?:all|any|every(?:thing)?)\s+(?:(?:of\s+)?(?:your|the)\s+)?"
        rf"(?:{_ORDERS}|(?:you\s+were|you've\s+been)\s+told)\b",
        r"\byou\s+are\s+now\s+(?:in\s+)?(?:\w+\s+)?(?:dan|jailbroken|unrestricted|developer\s+mode)\b",
        r"\b(?:new|updated|real)\s+system\s+(?:prompt|instructions?)\s*[:：]",
        r"<\|(?:im_start|system|endoftext)\|>|\[/?INST\]|<</?SYS>>",
        rf"(?:忽略|无视|忘记|忘掉|不要理会|不用管|抛开|绕过|覆盖)(?:掉)?(?:{_EARLIER_ZH}的?){{1,3}}"
        rf"(?:\S{{0,4}}的?)?{_ORDERS_ZH}",
        r"你现在(?:是|进入)(?:\S{0,6})?(?:不受限制|无限制|越狱|开发者模式)",
    ),
    _pattern(
        "remote_code",
        "fail",
        "It runs code straight from the network.",
        rf"{_FETCH}[^\n]{{0,300}}?\|\s*(?:tee\s+\S+\s*\|\s*)?(?:{_SHELL}|{_BARE_INTERPRETER}|iex\b)",
        rf"(?:{_SHELL}|\bsource|(?<!\S)\.)\s+<\(\s*{_FETCH}",
        rf"(?:{_SHELL}\s+-c|\beval)\s+[\"'`]?(?:\$\(|`)\s*{_FETCH}",
        rf"\biex\s*\(?\s*(?:\(|new-object|{_FETCH})",
        rf"{_FETCH}[^\n]{{0,200}}?\s-(?:o|O|outfile)\s*(?P<file>[^\s;&|]+)[^\n]{{0,80}}?(?:&&|;)\s*"
        rf"(?:chmod\s+\S+\s+|{_SHELL}\s+|\./)(?P=file)",
        r"\bexec\s*\(\s*(?:requests\.get|urllib\.request\.urlopen|urlopen)\b",
    ),
    _pattern(
        "decoded_code",
        "fail",
        "It runs code that is hidden by an encoding.",
        rf"\bbase64\s+(?:-d|-D|--decode)\b[^\n]{{0,80}}?\|\s*(?:{_SHELL}|{_BARE_INTERPRETER})",
        rf"(?:{_SHELL}\s+-c|\beval)\s+[\"'`]?(?:\$\(|`)[^\n]{{0,120}}?\bbase64\b",
        r"\b(?:exec|eval)\s*\(\s*[^\n]{0,60}?(?:b64decode|base64_decode|atob|fromhex|zlib\.decompress)",
        rf"\bxxd\s+-r\b[^\n]{{0,80}}?\|\s*{_SHELL}",
        r"\bpowershell(?:\.exe)?\b[^\n]{0,80}?\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{16,}",
    ),
    _pattern(
        "reverse_shell",
        "fail",
        "It opens a shell to another machine.",
        r"/dev/(?:tcp|udp)/",
        r"\b(?:nc|ncat|netcat)\b[^\n]{0,60}?\s-e\s",
    ),
    _pattern(
        "exfiltration",
        "fail",
        "It sends secrets or conversations to somewhere outside.",
        rf"{_SENDS}[^\n.]{{0,80}}?\b{_CONFIDENTIAL}[^\n]{{0,60}}?\b(?:to|via|into)\b[^\n]{{0,40}}?{_OUTSIDE}",
        rf"{_FETCH}[^\n]{{0,200}}?(?:-d|--data\S*|-F|--form|-T|--upload-file|--post-file)[\s=]?[^\n]{{0,60}}?"
        rf"{_PRIVATE_FILE}",
        rf"{_PRIVATE_FILE}[^\n]{{0,80}}?{_PIPED_OUT}",
        rf"\b(?:env|printenv)\b[^\n|]{{0,20}}?{_PIPED_OUT}",
        rf"{_FETCH}[^\n]{{0,120}}?\$\(\s*(?:cat|base64|env|printenv)\b",
        rf"\b(?:scp|rsync)\b[^\n]{{0,60}}?{_PRIVATE_FILE}[^\n]{{0,60}}?:",
        r"!\[[^\]\n]{0,80}\]\(https?://[^)\n]{0,200}[?&][^)\n]{0,100}[{$]",
        rf"(?:把|将)?\S{{0,20}}?{_CONFIDENTIAL_ZH}\S{{0,20}}?{_SENDS_ZH}\s?\S{{0,20}}?\s?{_OUTSIDE_ZH}",
        rf"{_SENDS_ZH}\S{{0,20}}?{_CONFIDENTIAL_ZH}\S{{0,10}}?(?:到|至|给)\s?\S{{0,20}}?{_OUTSIDE_ZH}",
    ),
    _pattern(
        "hidden_from_user",
        "fail",
        "It tells the agent to keep something from the user.",
        r"\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|avoid)\s+(?:ever\s+)?"
        r"(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?)\s+(?:the\s+)?"
        r"(?:user|human|person|operator|owner|reviewer)s?\b(?!\s+(?:to|they\s+should|how)\b)",
        r"\bwithout\s+(?:telling|informing|notifying|alerting)\s+(?:the\s+)?"
        r"(?:user|human|person|operator|owner|reviewer)",
        r"\bwithout\s+(?:the\s+)?(?:user|human|owner)(?:['’]s)?\s+(?:knowing|knowledge|noticing)",
        r"\b(?:hide|conceal|keep)\s+(?:\w+\s+){1,4}?(?:secret\s+|hidden\s+)?from\s+(?:the\s+)?"
        r"(?:user|human|person|operator|owner|reviewer)",
        r"(?:不要|别|不得|切勿|勿|禁止|绝不)(?:告诉|告知|通知|透露给|提醒)(?:用户|客户|使用者|主人|审核)",
        r"(?:不要|别|不得|切勿|勿|不能|禁止)(?:让|被)(?:用户|客户|使用者|主人)\S{0,4}(?:知道|发现|察觉|看到|注意到)",
        r"(?:瞒着|背着|隐瞒)(?:用户|客户|使用者|主人)",
        r"(?:悄悄|偷偷|暗中|秘密)地?(?:执行|运行|发送|上传|删除|修改|安装|转发)",
    ),
    _pattern(
        "quiet_action",
        "warn",
        "It may keep something from the user.",
        r"\b(?:do\s+not|don['’]t|never)\s+(?:mention|reveal|disclose|show|display)\s+"
        r"(?:\w+\s+){0,5}?to\s+(?:the\s+)?(?:user|human|person)",
        r"(?:不要|无需|无须|不必)(?:向|对)?(?:用户|客户)(?:提及|展示|显示|说明|透露)|无需通知用户",
    ),
    _pattern(
        "destructive",
        "fail",
        "It destroys more than a task's own files.",
        r"\brm\s+(?:-\w+\s+)*-\w*[rR]\w*\s+(?:-\w+\s+|--\S+\s+)*[\"']?(?:/|~/?|\$HOME/?|/\*|\*)[\"']?"
        r"(?=$|[\s`;&|)])",
        r"\bmkfs(?:\.\w+)?\s|\bdd\s[^\n]{0,60}?\bof=/dev/(?!null)",
        r":\(\)\s*\{\s*:\|:&\s*\};:",
    ),
    _pattern(
        "lasting_access",
        "fail",
        "It gives somebody lasting access to the machine.",
        r">>?\s*\S{0,80}authorized_keys",
    ),
    _pattern(
        "risky_command",
        "warn",
        "It changes what is hard to undo or loosens protection.",
        r"\bgit\s+push\b[^\n]{0,60}?\s(?:--force(?!-with-lease)|-f)\b",
        r"\bgit\s+reset\s+--hard\b|\bgit\s+clean\s+-\w*f",
        r"\bdrop\s+(?:table|database|schema)\b|\btruncate\s+table\b",
        r"\bchmod\s+(?:-R\s+)?0?777\b",
        r"\brm\s+(?:-\w+\s+)*-\w*[rR]\w*\s+(?:-\w+\s+)*[\"']?(?:/(?!tmp/)|~|\$|\.\.)",
        r">>\s*~/\.(?:bashrc|zshrc|profile)|\bcrontab\s+-(?!l)",
        rf"\b(?:scp|rsync|cat|cp)\b[^\n]{{0,60}}?{_PRIVATE_FILE}",
    ),
    _pattern(
        "mixed_alphabets",
        "warn",
        "A word mixes letters of two alphabets.",
        r"[a-z][Ѐ-ӿͰ-Ͽ]|[Ѐ-ӿͰ-Ͽ][a-z]",
    ),
    _pattern(
        "encoded_block",
        "warn",
        "It holds a long encoded block that nobody can read.",
        r"(?<![A-Za-z0-9+/=_-])(?=[A-Za-z0-9+/]{0,159}[0-9])(?=[A-Za-z0-9+/]{0,159}[A-Z])"
        r"[A-Za-z0-9+/]{160,}={0,2}",
    ),
)
