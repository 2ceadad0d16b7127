"""The admin shows reviewers what is known of people, with the quotes; it changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.profiles.models import Memory, Profile
from tests.profiles.people import say

if TYPE_CHECKING:
    from tests.cast import Team

LISTS = ("admin:profiles_memory_changelist", "admin:profiles_profile_changelist")


def page_of(row: Any) -> str:
    return reverse(f"admin:profiles_{row._meta.model_name}_change", args=[row.pk])


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_page_shows_the_words_and_what_proves_them(clinic: Team, language: str):
    say(clinic, "I'm a nurse")
    browser = clinic.browser("reviewer")
    browser.cookies["django_language"] = language
    for row in (
        Memory.objects.for_tenant(clinic.tenant).get(),
        Profile.objects.for_tenant(clinic.tenant).get(),
    ):
        page = browser.get(page_of(row))
        assert page.status_code == 200
        assert "<p>I&#x27;m a nurse</p>" in page.content.decode()


def test_lists_are_filtered_and_cost_the_same_for_many_rows(clinic: Team):
    browser = clinic.browser("reviewer")
    say(clinic, "I'm a nurse")
    few = {name: queries(browser, reverse(name)) for name in LISTS}
    for number in range(4):
        say(clinic, "I prefer metric units", session=f"s-{number}", user=f"u-{number}")
    assert {name: queries(browser, reverse(name)) for name in LISTS} == few
    listed = browser.get(reverse(LISTS[0]), {"kind": "fact"}).content.decode()
    assert ("a nurse" in listed, "metric" in listed) == (True, False)
    off = browser.get(reverse(LISTS[1]), {"learning_enabled": "False"}).content.decode()
    assert "u-1" not in off


def queries(browser: Any, path: str) -> int:
    browser.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(path).status_code == 200
    return len(asked)


def test_who_may_not_review_does_not_look_into_others_lives(clinic: Team):
    say(clinic, "I'm a nurse")
    row = Memory.objects.for_tenant(clinic.tenant).get()
    for role in ("member", "viewer"):
        assert clinic.browser(role).get(reverse(LISTS[0])).status_code == 403
        assert clinic.browser(role).get(page_of(row)).status_code == 403
