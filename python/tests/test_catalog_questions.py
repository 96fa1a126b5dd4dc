"""The questions of docs/catalog.md have answers."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import formwork_assets
import pyarrow
import pytest
from formwork_assets import Table

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


class Seen:
    """What other code than that of tables says of the files below some folders."""

    def __init__(self, roots: list[Path]) -> None:
        files = sorted(path for root in roots for path in root.rglob("*") if path.is_file())
        self.bytes = {str(path): path.read_bytes() for path in files}
        self.formats = {
            path: formwork_assets.identify(data, name=path)["format"] for path, data in self.bytes.items()
        }
        #: Trees of the files that are read; pictures have none.
        self.trees: dict[str, Any] = {}
        self.refused: set[str] = set()
        for path, kind in self.formats.items():
            if kind is None or self.is_picture(path):
                continue
            try:
                asset = formwork_assets.open(path)
                # All of it: trees are read as far as they are asked for.
                asset.to_json()
                self.trees[path] = asset.tree
            except formwork_assets.FormworkError:
                self.refused.add(path)

    def is_picture(self, path: str) -> bool:
        kind = self.formats[path] or ""
        return kind.startswith("texture.") and kind not in ("texture.dds", "texture.ktx")

    def of(self, kind: str) -> dict[str, Any]:
        return {path: tree for path, tree in self.trees.items() if self.formats[path] == kind}

    def models(self) -> dict[str, tuple[int, set[str]]]:
        """Vertices of every model, and what these have, in the words of Urho3D."""
        found = {}
        for path, tree in self.of("urho3d.model").items():
            buffers = list(tree.vertex_buffers)
            names = {name for buffer in buffers for name in buffer.vertices.columns}
            found[path] = (sum(buffer.vertex_count for buffer in buffers), names)
        for path, tree in self.of("horde3d.geometry").items():
            kinds = {getattr(stream.kind, "name", "").lower() for stream in tree.streams or []}
            found[path] = (tree.vertex_count, kinds if tree.streams is not None else {"tangent"})
        return {path: seen for path, seen in found.items() if seen[0] > 0}


def rows(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pyarrow.table(table).to_pylist()
    return found


def test_answers_are_those_of_other_code(catalogues: Path) -> None:
    check_answers(catalogues, [catalogues / "assets"])


def check_answers(folder: Path, roots: list[Path]) -> None:
    """Compares the answers about the catalogue in a folder with what other code says of its files."""
    seen = Seen(roots)

    by_hash: dict[str, list[str]] = {}
    for path, data in seen.bytes.items():
        if data:
            by_hash.setdefault(hashlib.sha256(data).hexdigest(), []).append(path)
    twice = [
        (key, len(paths), size := len(seen.bytes[paths[0]]), size * (len(paths) - 1), paths)
        for key, paths in by_hash.items()
        if len(paths) > 1
    ]
    twice.sort(key=lambda row: (-row[3], row[0]))
    assert answer(folder, "twice") == twice[:20]

    models = seen.models()
    without = {path: count for path, (count, names) in models.items() if "tangent" not in names}
    told = answer(folder, "no tangents")
    assert {row[0]: row[1] for row in told} == without
    assert len(told) == len(without)
    heaviest = answer(folder, "heaviest")
    assert len(heaviest) == min(20, len(models))
    assert all(models[path][0] == vertices for path, _, vertices, *_ in heaviest)
    weights = [row[4] for row in heaviest]
    assert weights == sorted(weights, reverse=True)

    bones = {str(bone.name) for tree in seen.of("urho3d.model").values() for bone in tree.bones}
    unbound = {}
    for path, tree in seen.of("urho3d.animation").items():
        missing = sorted(str(track.name) for track in tree.tracks if track.name and str(track.name) not in bones)
        if missing:
            unbound[path] = missing
    assert dict(answer(folder, "no model has")) == unbound

    unread = {row[0] for row in answer(folder, "cannot be read")}
    assert {path for path in unread if not seen.is_picture(path)} == seen.refused

    sizes = {path: (tree.width, tree.height) for path, tree in seen.of("texture.dds").items()}
    for path in filter(seen.is_picture, seen.formats):
        try:
            height, width = formwork_assets.open(path).pixels().shape[:2]
        except formwork_assets.FormworkError:
            continue
        sizes[path] = (width, height)
    odd = {path: size for path, size in sizes.items() if 0 not in size and any(side & (side - 1) for side in size)}
    told = [row for row in answer(folder, "powers of two") if row[0] in sizes]
    assert {row[0]: (row[1], row[2]) for row in told} == odd

    tables = formwork_assets.scan(seen.bytes)
    named = Counter((row["kind"], row["name"]) for row in rows(tables.references))
    ends = {path[place:] for path in seen.bytes for place in range(len(path)) if place == 0 or path[place - 1] == "/"}
    missing_names = {key: times for key, times in named.items() if key[1] not in ends}
    told = answer(folder, "no file is called so")
    assert {(row[0], row[1]): row[2] for row in told} == missing_names
    for kind, name, _, place in told:
        first = min(
            (row["path"], row["line"] or 0) for row in rows(tables.references) if (row["kind"], row["name"]) == (kind, name)
        )
        assert place == (f"{first[0]}:{first[1]}" if first[1] else first[0])

    wrong: dict[tuple[str, str], set[str]] = {}
    for row in rows(tables.diagnostics):
        wrong.setdefault((row["code"], row["severity"]), set()).add(row["path"])
    told = answer(folder, "most often")
    assert {(row[0], row[1]): row[2] for row in told} == {key: len(paths) for key, paths in wrong.items()}

    there = answer(folder, "What is there")
    assert sum(row[4] for row in there) == len(seen.bytes)
    assert sum(row[5] for row in there) == sum(len(data) for data in seen.bytes.values())
    for kind in set(seen.formats.values()):
        paths = [path for path, known in seen.formats.items() if known == kind]
        told = [row for row in there if row[1] == kind]
        assert (kind, sum(row[4] for row in told)) == (kind, len(paths))
        assert (kind, sum(row[5] for row in told)) == (kind, sum(len(seen.bytes[path]) for path in paths))


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
    check_answers(tmp_path, [Path(root) for root in roots])
