"""What two files differ in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, overload


class Diff(Sequence[dict[str, Any]]):
    """The differences of two files, in order of place; printed, the lines that `formwork diff` prints.

    Each is a dict with what `formwork diff --json` says: `change`, `path`, `a`, `b`, `delta`, `unit` and more. No difference is false.
    """

    def __init__(self, told: str, lines: str) -> None:
        self._all: list[dict[str, Any]] = json.loads(told)["differences"] if told else []
        self._lines = lines

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, place: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._all[place]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._all)

    def __str__(self) -> str:
        return self._lines

    def __repr__(self) -> str:
        return f"<Diff: {len(self)} differences>"
