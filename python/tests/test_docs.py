"""The examples of docs/python.md and of the README, each run in a folder with samples."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from common import FIXTURES, ROOT, SAMPLES


def examples() -> list[tuple[str, str]]:
    found = []
    for page in (ROOT / "docs/python.md", ROOT / "README.md", ROOT / "python/README.md"):
        text = page.read_text(encoding="utf-8")
        blocks = re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        for block in blocks:
            line = text.count("\n", 0, block.start()) + 1
            found.append((f"{page.relative_to(ROOT)}:{line}", block[1]))
    return found


@pytest.mark.parametrize(("place", "code"), [pytest.param(*one, id=one[0]) for one in examples()])
def test_examples_run(place: str, code: str, tmp_path: Path) -> None:
    for name in ("urho3d/Crate.mdl", "urho3d/Walk.ani"):
        shutil.copy(SAMPLES / name, tmp_path)
    picture = FIXTURES / "texture/dds/124-levels.dds"
    shutil.copy(picture, tmp_path / "Crate.dds")
    package = SAMPLES / "urho3d/Figure.pak"
    shutil.copy(package, tmp_path / "Assets.pak")
    # A program of its own each, as whoever copies it has.
    run = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, f"{place}: {run.stderr}"


def test_there_are_examples() -> None:
    assert len(examples()) >= 10
