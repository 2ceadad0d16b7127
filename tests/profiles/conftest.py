"""What these tests have in common: texts are embedded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.embedding import remembered_vectors

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True, scope="package")
def _vectors_are_remembered() -> Iterator[None]:
    with remembered_vectors():
        yield
