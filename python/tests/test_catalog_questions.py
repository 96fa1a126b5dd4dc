"""The questions of docs/catalog.md have answers."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import duckdb
import formwork_assets
import pytest

from trees import ROOT, SAMPLES

PAGE = (ROOT / "docs/catalog.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"\n([^\n]*\?)[^\n]*\n\n```sql\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two catalogues of the samples and fixtures, between which something changed."""
    folder = tmp_path_factory.mktemp("catalogues")
    assets = folder / "assets"
    for name in ["samples", "tests/fixtures"]:
        shutil.copytree(ROOT / name, assets / name)
    shutil.copy(SAMPLES / "urho3d/Walk.ani", assets / "again.ani")
    crate = (SAMPLES / "urho3d/Crate.mdl").read_bytes()
    (assets / "cut.mdl").write_bytes(crate[:100])
    formwork_assets.catalog(assets, folder / "before")
    (assets / "again.ani").unlink()
    (assets / "cut.mdl").write_bytes(crate[:200])
    shutil.copy(SAMPLES / "urho3d/Walk.ani", assets / "new.ani")
    formwork_assets.catalog(assets, folder / "catalog")
    return folder


def ask(folder: Path, question: str) -> list[tuple[object, ...]]:
    here = os.getcwd()
    os.chdir(folder)
    try:
        with duckdb.connect() as connection:
            return connection.sql(question).fetchall()
    finally:
        os.chdir(here)


def test_there_are_ten() -> None:
    assert len(QUESTIONS) == 10
    assert PAGE.count("```sql") == 10


@pytest.mark.parametrize("question", [sql for _, sql in QUESTIONS], ids=[text for text, _ in QUESTIONS])
def test_questions_have_answers(catalogues: Path, question: str) -> None:
    assert ask(catalogues, question)


def answer(folder: Path, words: str) -> list[tuple[object, ...]]:
    [sql] = [sql for text, sql in QUESTIONS if words in text]
    return ask(folder, sql)


def test_answers_are_right(catalogues: Path) -> None:
    assets = catalogues / "assets"
    paths = [row[-1] for row in answer(catalogues, "twice")]
    assert [f"{assets}/new.ani", f"{assets}/samples/urho3d/Walk.ani"] in paths
    without = {row[0] for row in answer(catalogues, "no tangents")}
    assert f"{assets}/samples/urho3d/Crate.mdl" in without
    changed = {Path(str(row[0])).name: row[1] for row in answer(catalogues, "between two runs")}
    assert changed == {"again.ani": "gone", "cut.mdl": "changed", "new.ani": "new"}
    refused = {Path(str(row[0])).name: row[1] for row in answer(catalogues, "cannot be read")}
    assert refused["cut.mdl"] == "refused"
    # The figure has all bones that its clip moves.
    unbound = {row[0] for row in answer(catalogues, "no model has")}
    assert f"{assets}/samples/urho3d/Walk.ani" not in unbound


CORPUS = os.environ.get("FORMWORK_CORPUS")


@pytest.mark.skipif(not CORPUS, reason="FORMWORK_CORPUS names no real files")
def test_real_files_have_answers(tmp_path: Path) -> None:
    assert CORPUS
    roots = CORPUS.split(os.pathsep)
    summary = formwork_assets.catalog(roots, tmp_path / "catalog")
    assert summary.files > 100
    shutil.copytree(tmp_path / "catalog", tmp_path / "before")
    for text, sql in QUESTIONS:
        found = ask(tmp_path, sql)
        assert bool(found) != ("between two runs" in text), text
