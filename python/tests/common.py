"""Where files to test with are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
FIXTURES = ROOT / "tests" / "fixtures"


def corpus(*endings: str) -> Iterator[Path]:
    """Real files below the folders of `FORMWORK_CORPUS`, in order; none where that is not set."""
    for folder in filter(None, os.environ.get("FORMWORK_CORPUS", "").split(os.pathsep)):
        yield from sorted(
            path for path in Path(folder).rglob("*") if path.is_file() and path.name.endswith(endings)
        )
