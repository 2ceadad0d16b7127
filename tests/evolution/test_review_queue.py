"""The queue shows what waits, the oldest first, in a fixed number of queries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.evolution.decide_proposal import reject_proposal
from tests.evolution.proposals import make_proposal

if TYPE_CHECKING:
    from django.test import Client

    from apps.evolution.models import Proposal
    from tests.cast import Team

QUEUE = "/admin/evolution/proposal/"
QUERIES_OF_A_PAGE = 26


def page_of(proposal: Proposal) -> str:
    return reverse("admin:evolution_proposal_change", args=[proposal.pk])


def read(browser: Client, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def titles(page: str) -> list[str]:
    return re.findall(r"Build the ward report \d+(?=</a></th>)", page)


def test_the_queue_shows_what_waits_the_oldest_first(clinic: Team):
    first, second, third = (make_proposal(clinic.tenant, number) for number in (1, 2, 3))
    reject_proposal(second, by=clinic.members["reviewer"], reason="not needed")
    browser = clinic.browser("reviewer")
    assert titles(read(browser, QUEUE)) == [first.title, third.title]
    assert titles(read(browser, f"{QUEUE}?status=rejected")) == [second.title]
    assert titles(read(browser, f"{QUEUE}?status=all")) == [first.title, third.title, second.title]


def test_a_row_says_what_the_gate_makes_of_it_in_words(clinic: Team):
    make_proposal(clinic.tenant, 1)
    make_proposal(clinic.tenant, 2, confidence="0.40")
    page = read(clinic.browser("reviewer"), QUEUE)
    assert re.search(r"✓</span> 8 checks pass", page)
    assert re.search(r"✕</span> 1 objection", page)


def test_the_queue_asks_as_much_for_many_as_for_one(clinic: Team):
    browser = clinic.browser("reviewer")
    make_proposal(clinic.tenant, 1)
    one = queries(browser, QUEUE)
    for number in range(2, 6):
        make_proposal(clinic.tenant, number)
    assert queries(browser, QUEUE) <= one


def queries(browser: Client, path: str) -> int:
    browser.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(path).status_code == 200
    return len([query for query in asked if "SAVEPOINT" not in query["sql"]])


def test_a_page_takes_a_bounded_number_of_queries(clinic: Team):
    proposals = [make_proposal(clinic.tenant, number) for number in range(1, 4)]
    assert queries(clinic.browser("reviewer"), page_of(proposals[1])) <= QUERIES_OF_A_PAGE


def test_the_keys_lead_to_the_neighbours_in_the_queue(clinic: Team):
    first, second, third = (make_proposal(clinic.tenant, number) for number in (1, 2, 3))
    page = read(clinic.browser("reviewer"), page_of(second))
    assert "2 / 3" in page
    assert re.search(rf'href="{page_of(first)}"\s+data-key="k"', page)
    assert re.search(rf'href="{page_of(third)}"\s+data-key="j"', page)


def test_the_first_page_of_the_admin_lists_what_waits(clinic: Team):
    for number in range(1, 13):
        make_proposal(clinic.tenant, number)
    page = read(clinic.browser("reviewer"), "/admin/")
    assert page.count("Build the ward report") == 10
    assert "All that waits" in page
