import pytest

from apps.evolution.domain.skill_rules import validate


def make_file(
    block: str = "name: rotate-logs\ndescription: Rotates logs.", body: str = "# Rotate\n"
) -> str:
    return f"---\n{block}\n---\n\n{body}"


@pytest.mark.parametrize(
    "block",
    [
        "name: rotate-logs\ndescription: 清理日志，磁盘满时使用。",
        "name: rotate-logs\ndescription: >\n  Two lines\n  folded.",
        "name: rotate-logs\ndescription: d\nlicense: MIT\nmetadata:\n  author: ops\n  n: '1'",
        "name: rotate-logs\ndescription: d\nallowed-tools: Bash Read\ncompatibility: any",
        f"name: rotate-logs\ndescription: {'d' * 1024}",
    ],
)
def test_a_file_by_the_rules_has_no_problem(block: str) -> None:
    assert validate(make_file(block), directory="rotate-logs") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "skill_empty"),
        ("# Words", "front_matter_missing"),
        ("---\nname: a\n", "front_matter_open"),
        (make_file("description: d"), "name_missing"),
        (make_file("name: a"), "description_missing"),
        (make_file("name: a\ndescription: ''"), "description_missing"),
        (make_file(body=" "), "body_empty"),
        (make_file("name: Rotate Logs\ndescription: d"), "name_invalid"),
        (make_file("name: 清理日志\ndescription: d"), "name_invalid"),
        (make_file("name: ../x\ndescription: d"), "name_invalid"),
        (make_file("name: other\ndescription: d"), "name_not_directory"),
        (make_file(f"name: a\ndescription: {'d' * 1025}"), "description_too_long"),
        (make_file("name: a\ndescription: |\n  one\n  two"), "description_lines"),
        (make_file("name: a\ndescription: use <tool>this</tool>"), "description_tags"),
        (make_file("name: a\ndescription: use: when"), "front_matter_unreadable"),
        (make_file("name: a\ndescription: d\nversion: 1"), "unknown_key"),
        (make_file("name: a\ndescription: d\nmetadata: {a: b}"), "flow_style"),
        (make_file("name: a\ndescription: d\nmetadata:\n  t: [a]"), "flow_style"),
        (make_file("name: a\nname: b\ndescription: d"), "key_twice"),
        (make_file("name: a\ndescription: !!str d"), "yaml_feature"),
        (make_file("name: a\ndescription: &x d"), "yaml_feature"),
        (make_file("name: a\ndescription: a --- b"), "mark_inside"),
        (make_file("name: a\ndescription: d\nmetadata: text"), "not_mapping"),
        (make_file("name: a\ndescription: d\nlicense:\n  - MIT"), "not_text"),
        (
            make_file(f"name: a\ndescription: d\ncompatibility: {'c' * 501}"),
            "compatibility_too_long",
        ),
        (make_file(body="x" * 100_001), "too_long"),
    ],
)
def test_each_broken_rule_is_named(text: str, code: str) -> None:
    assert code in [problem.code for problem in validate(text, directory="rotate-logs")]


def test_without_a_folder_only_the_file_is_checked() -> None:
    assert validate(make_file("name: other\ndescription: d"), directory=None) == []


def test_every_problem_is_listed_at_once() -> None:
    problems = validate(make_file("name: A\nversion: 1", body=""), directory=None)
    assert [problem.code for problem in problems] == [
        "unknown_key",
        "name_invalid",
        "description_missing",
        "body_empty",
    ]
