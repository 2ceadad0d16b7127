"""Two workers meet at one wish, over two connections: it is answered and asked about once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from apps.evolution.models import Proposal, ProposalComment
from apps.learning.answer_revisions import answer_revisions
from tests.learning.test_answer_revisions import GOOD, send_back
from tests.llm.scripted import Turn, model_says

if TYPE_CHECKING:
    from tests.cast import Team

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_workers_at_once_give_one_answer(factory: Team):
    send_back(factory)
    start = Barrier(2)

    def work(_: int) -> int:
        try:
            start.wait(timeout=20)
            return answer_revisions(factory.tenant)
        finally:
            connection.close()

    slow = Turn(json.dumps(GOOD["en"]), seconds=0.5)
    with model_says(slow) as script, ThreadPoolExecutor(2) as threads:
        answered = sorted(threads.map(work, range(2)))
    assert (answered, len(script.asked)) == ([0, 1], 1)
    with factory.inside():
        assert Proposal.objects.for_tenant(factory.tenant).get().status == "pending"
        comments = ProposalComment.objects.for_tenant(factory.tenant).filter(remark="answer")
        assert comments.count() == 1
        assert comments.get().text.startswith("Written anew by small")
