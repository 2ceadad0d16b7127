"""Secrets are hidden before anything is stored; what only looks like one stays."""

import json
import time

import pytest

from apps.trajectories.domain.redaction import redact_personal, redact_secrets

HEX = "0123456789abcdef" * 4


ISSUED = pytest.mark.parametrize(
    ("kind", "secret"),
    [
        ("aws-key", "AKIA" + "ABCDEFGH23456789"),
        ("github-token", "ghp_" + "aB3d" * 9),
        ("github-token", "github_pat_" + "aB3d_" * 6),
        ("gitlab-token", "glpat-" + "aB3d-" * 5),
        ("slack-token", "xoxb-" + "1234567890-abc"),
        ("model-key", "sk-proj-" + "aB3d" * 8),
        ("google-key", "AIza" + "aB3d_" * 7),
        ("stripe-key", "sk_live_" + "aB3d" * 6),
        ("npm-token", "npm_" + "aB3d" * 9),
        ("huggingface-token", "hf_" + "aBcd" * 9),
        ("journeyman-key", f"jm_agent_{HEX[:32]}_{HEX[:48]}"),
        ("jwt", "eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl"),
    ],
)


@ISSUED
def test_an_issued_key_is_hidden_wherever_it_stands(kind: str, secret: str):
    for text in (secret, f"use {secret} now", f"密钥 {secret}。", json.dumps({"a": [secret]})):
        hidden = redact_secrets(text)
        assert secret not in hidden
        assert f"[redacted:{kind}]" in hidden


@ISSUED
def test_an_issued_key_between_chinese_characters_is_hidden(kind: str, secret: str):
    assert redact_secrets(f"用{secret}登录") == f"用[redacted:{kind}]登录"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("password = hunter2-and-more", "hunter2"),
        ('{"api_key": "k9-88-77-66-55"}', "k9-88"),
        ("密码是 Abc!2345", "Abc!2345"),
        ("口令：wardseven7", "wardseven7"),
        ("密钥为 9f8e7d6c5b", "9f8e7d6c5b"),
        ("Authorization: Bearer abcdef0123456789abcdef", "abcdef0123456789abcdef"),
        ("postgres://app:s3cr3t-pw@db:5432/ward", "s3cr3t-pw"),
        ("export DB_PASSWORD='correct horse'", "correct horse"),
    ],
)
def test_a_named_secret_is_hidden_and_its_name_kept(text: str, secret: str):
    hidden = redact_secrets(text)
    assert secret not in hidden
    assert hidden.startswith(text[: text.index(secret)])


def test_a_private_key_is_hidden_whole_even_when_it_is_cut_off():
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nlines\n-----END RSA PRIVATE KEY-----"
    assert redact_secrets(f"a {key} b") == "a [redacted:private-key] b"
    assert "MIIEow" not in redact_secrets(key[:50])


@pytest.mark.parametrize(
    "text",
    [
        "Change the password field of the form",
        "密码错误，请重新输入",
        "password: required",
        "token = get_token()",
        "the token is short",
        "api_key=os.environ['KEY']",
        "task-force and risk-free",
        "https://example.org/path?x=1",
        "Read src/token.py and count the tokens: 120",
    ],
)
def test_what_holds_no_secret_stays_as_it_was(text: str):
    assert redact_secrets(text) == text


def test_json_stays_json():
    value = {"password": 'a"b\\c-long', "note": "密码是 Xyz-2345", "n": 1}
    assert json.loads(redact_secrets(json.dumps(value, ensure_ascii=False)))["n"] == 1


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("mail li@example.org now", "mail [redacted:email] now"),
        ("发到li@example.org邮箱", "发到[redacted:email]邮箱"),
        ("电话 13812345678", "电话 [redacted:phone]"),
        ("call 555 123 4567", "call [redacted:phone]"),
        ("身份证 11010519491231002X", "身份证 [redacted:id-number]"),
        ("SSN 123-45-6789", "SSN [redacted:id-number]"),
        ("order 2044 of 12.5 kg", "order 2044 of 12.5 kg"),
    ],
)
def test_personal_details_are_hidden_where_it_is_asked_for(text: str, hidden: str):
    assert redact_personal(text) == hidden
    assert redact_secrets(text) == text


SHAPES = {
    "letters before a name": "a" * 300_000 + " token",
    "a key without end": "sk-" + "a" * 300_000,
    "names in a row": "password=" * 30_000,
    "underscores": "a_" * 150_000 + "token",
    "key headers": "-----BEGIN PRIVATE KEY-----" * 10_000,
    "credentials": "basic " + "a" * 300_000,
    "addresses": "a." * 150_000 + "@b",
    "urls": "://a:" * 60_000,
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_no_text_takes_long_to_look_through(shape: str):
    begun = time.perf_counter()
    redact_personal(redact_secrets(shape))
    assert time.perf_counter() - begun < 2
