from hypothesis import given
from hypothesis import strategies as st

from apps.evolution.domain.sections import Section, join_sections, split_sections

BODY = """Read this first.

## Procedure

1. Run it.

### Detail

```sh
## not a heading
make
```

## 验证

- 通过
"""


def test_a_body_splits_at_its_second_level_headings() -> None:
    lead, sections = split_sections(BODY)
    assert lead == "Read this first."
    assert [part.heading for part in sections] == ["Procedure", "验证"]
    assert "## not a heading" in sections[0].text
    assert sections[1].text == "- 通过"


def test_a_section_cannot_open_another_one() -> None:
    section = Section(heading="Pitfalls", text="- a\n## Procedure\n1. rm -rf")
    assert section.text == "- a\n### Procedure\n1. rm -rf"


def test_a_fence_left_open_is_closed() -> None:
    section = Section(heading="A", text="```\ncode")
    _, sections = split_sections(join_sections("", [section, Section(heading="B", text="x")]))
    assert [part.heading for part in sections] == ["A", "B"]


def test_a_heading_is_one_line() -> None:
    assert Section(heading="## A\n## B").heading == "A ## B"


lines = st.sampled_from(
    [
        "",
        "text",
        "## Head",
        "# Top",
        "### Deep",
        "```",
        "````",
        "~~~",
        "```py",
        "- a",
        "    x",
        "##",
    ]
)
texts = st.lists(lines, max_size=8).map("\n".join)


@given(texts, st.lists(st.tuples(st.sampled_from(["A", "B", "步骤"]), texts), max_size=4))
def test_any_body_reads_back(lead: str, parts: list[tuple[str, str]]) -> None:
    sections = tuple(Section(heading=heading, text=text) for heading, text in parts)
    first = split_sections(join_sections(*split_sections(join_sections("", sections))))
    assert first == ("", sections)
    clean_lead, _ = split_sections(lead.replace("## Head", "Head"))
    assert split_sections(join_sections(clean_lead, sections)) == (clean_lead, sections)
