import pytest

from apps.evolution.domain.version import bump_minor


@pytest.mark.parametrize(
    ("version", "following"),
    [
        ("1.0.0", "1.1.0"),
        ("2.3.1", "2.4.0"),
        ("0.9.9", "0.10.0"),
        ("1.9.0", "1.10.0"),
        ("1.0.0-beta.2", "1.1.0"),
        ("1.2.3+build.7", "1.3.0"),
        ("v3.1.4", "3.2.0"),
        ("1.2.3.4", "1.3.0"),
        ("1", "1.1.0"),
        ("1.0", "1.1.0"),
    ],
)
def test_an_improvement_raises_the_minor_number_and_clears_the_patch(
    version: str | None, following: str
) -> None:
    assert bump_minor(version) == following


@pytest.mark.parametrize("version", [None, "", "latest", "-1.0", "一.二", "٣.١"])
def test_a_version_that_cannot_be_read_counts_as_the_first(version: str | None) -> None:
    assert bump_minor(version) == "1.1.0"
