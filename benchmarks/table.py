"""Prints a table that lines up, Chinese titles included."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a title and the rows under their columns: the first to the left, the others right."""
    lines = [list(columns), *([str(cell) for cell in row] for row in rows)]
    widths = [max(_width(line[n]) for line in lines) for n in range(len(columns))]
    print(f"\n{title}")
    for number, line in enumerate(lines):
        cells = [_pad(cell, widths[n], left=n == 0) for n, cell in enumerate(line)]
        print("  " + "  ".join(cells).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))


def _pad(cell: str, width: int, *, left: bool) -> str:
    blank = " " * (width - _width(cell))
    return cell + blank if left else blank + cell


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
