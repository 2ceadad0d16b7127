import pytest

from apps.evolution.domain.version import (
    bump_minor,
    is_later,
    next_minor,
    next_patch,
    release_number,
)


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


def test_a_number_that_is_taken_is_passed_over() -> None:
    assert next_minor("1.0.0", {"1.1.0", "1.2.0"}) == "1.3.0"
    assert next_patch("1.0.9", {"1.0.10"}) == "1.0.11"
    assert next_patch(None, ()) == "1.0.1"


@pytest.mark.parametrize(
    ("version", "number"),
    [("1.2.3", "1.2.3"), (" v0.10.0 ", "0.10.0"), ("1.2", ""), ("1.2.3-beta", ""), ("01.0.0", "")],
)
def test_a_release_has_three_plain_numbers(version: str, number: str) -> None:
    assert release_number(version) == number


def test_versions_are_compared_by_their_numbers() -> None:
    assert is_later("1.10.0", than="1.9.9")
    assert not is_later("1.0.0", than="1.0.0")
