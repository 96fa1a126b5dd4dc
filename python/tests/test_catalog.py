"""Tables of many files, in memory and as a folder of Parquet files."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import formwork_assets
import polars
import pyarrow
import pytest

from trees import SAMPLES, grow, listing, rows


def test_tables_are_arrow(tmp_path: Path) -> None:
    paths = sorted(SAMPLES.glob("urho3d/*")) + [tmp_path / "missing.mdl"]
    tables = formwork_assets.scan(paths)
    assert [table.name for table in tables] == list(tables._fields)
    files = pyarrow.table(tables.files)
    assert files.num_rows == len(tables.files) == len(paths)
    assert files.column("path").to_pylist() == [str(path) for path in paths]
    assert files.column("status").to_pylist() == ["read"] * (len(paths) - 1) + ["unreadable"]
    assert files.schema.field("size").metadata[b"unit"] == b"bytes"
    assert tables.files.column_names == files.column_names
    facts = polars.DataFrame(tables.facts)
    crate = facts.filter(polars.col("path").str.ends_with("Crate.mdl"))
    assert crate["vertices"].to_list() == [192]
    assert crate["attributes"].to_list()[0] == ["position", "normal", "texcoord_0"]
    told = pyarrow.table(tables.diagnostics)
    with duckdb.connect() as connection:
        found = connection.sql("select path from told where code = 'F0004-system'").fetchall()
    assert found == [(str(paths[-1]),)]
    assert repr(tables.references).startswith("<Table references: ")


def test_one_path_is_taken_as_it_is() -> None:
    path = SAMPLES / "urho3d/Walk.ani"
    for one in (path, str(path), [path]):
        files = pyarrow.table(formwork_assets.scan(one).files)
        assert files.column("path").to_pylist() == [str(path)]


def test_tables_need_no_library(tmp_path: Path) -> None:
    capsule = formwork_assets.scan([tmp_path]).files.__arrow_c_stream__()
    assert "arrow_array_stream" in repr(capsule)


def test_limits_are_kept(tmp_path: Path) -> None:
    small = tmp_path / "small.ani"
    shutil.copy(SAMPLES / "urho3d/Walk.ani", small)
    with open(tmp_path / "large.ani", "wb") as large:
        large.truncate(3 << 20)
    paths = sorted(tmp_path.iterdir())
    files = pyarrow.table(formwork_assets.scan(paths, max_size=2 << 20).files)
    assert files.column("status").to_pylist() == ["limit", "read"]
    tables = formwork_assets.scan([small], max_memory=1000)
    assert pyarrow.table(tables.files).column("status").to_pylist() == ["limit"]
    with pytest.raises(formwork_assets.FormworkError):
        formwork_assets.scan(paths, time_limit=-1.0)


def test_a_file_that_takes_too_long_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("quick")
    with open(tmp_path / "b.bin", "wb") as slow:
        slow.truncate(2 << 30)
    (tmp_path / "c.txt").write_text("quick")
    files = pyarrow.table(formwork_assets.scan(sorted(tmp_path.iterdir()), time_limit=1.0).files)
    assert files.column("status").to_pylist() == ["unknown", "timeout", "unknown"]


def test_a_catalogue_follows_its_files(tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    grow(root, 100)
    first = formwork_assets.catalog(root, out, batch=16)
    assert (first.files, first.added, first.removed) == (100, first.parts, 0)
    before = listing(out)
    again = formwork_assets.catalog([root], str(out), batch=16)
    assert (again.tasks, again.added) == (0, 0)
    assert listing(out) == before
    victim = next(root.rglob("*.ani"))
    victim.write_bytes(victim.read_bytes() + b"more")
    changed = formwork_assets.catalog(root, out, batch=16)
    assert (changed.tasks, changed.added, changed.removed) == (1, 1, 1)
    assert len(rows(out)["files"]) == 100


def test_two_runs_do_not_meet(tmp_path: Path) -> None:
    from formwork_assets import _native

    run = _native.CatalogRun(
        [str(SAMPLES)], str(tmp_path), batch=16, time_limit=None, max_size=1 << 20, max_memory=None
    )
    assert run.files > 0 and len(run) > 0
    with pytest.raises(formwork_assets.InvalidError, match="another run"):
        formwork_assets.catalog(SAMPLES, tmp_path)
    run.close()
    with pytest.raises(formwork_assets.InvalidError, match="closed"):
        run.commit([])
    formwork_assets.catalog(SAMPLES, tmp_path)
    with pytest.raises(formwork_assets.InvalidError, match="no catalogue"):
        formwork_assets.catalog(SAMPLES, os.path.dirname(__file__))
    with pytest.raises(formwork_assets.FormworkError):
        formwork_assets.catalog(tmp_path / "missing", tmp_path)


INTERRUPTED = """
import sys, formwork_assets
formwork_assets.catalog(sys.argv[1], sys.argv[2], batch=1, time_limit=None)
"""


@pytest.mark.skipif(os.name != "posix", reason="interrupts of other systems go to whole groups")
def test_an_interrupt_ends_it_and_the_next_run_goes_on(tmp_path: Path) -> None:
    root, out = tmp_path / "root", tmp_path / "out"
    root.mkdir()
    for number in range(24):
        with open(root / f"{number}.bin", "wb") as slow:
            slow.truncate(1 << 26)
    run = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(root), str(out)], stderr=subprocess.PIPE, text=True
    )
    staged = out / ".formwork/staged"
    while run.poll() is None and not (staged.is_dir() and any(staged.glob("[0-9a-f]*"))):
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, told = run.communicate(timeout=60)
    assert run.returncode != 0 and "KeyboardInterrupt" in told
    parts = list(staged.glob("[0-9a-f]*"))
    assert 0 < len(parts) < 24
    assert not list((out / "files").iterdir())
    assert formwork_assets.catalog(root, out, batch=1).tasks == 24 - len(parts)
    assert len(rows(out)["files"]) == 24


SCANNED = """
import sys, formwork_assets
print("begins", flush=True)
formwork_assets.scan(sys.argv[1:] * 1000, time_limit=None)
"""


@pytest.mark.skipif(os.name != "posix", reason="interrupts of other systems go to whole groups")
def test_an_interrupt_ends_a_scan(tmp_path: Path) -> None:
    slow = tmp_path / "slow.bin"
    with open(slow, "wb") as file:
        file.truncate(1 << 26)
    run = subprocess.Popen(
        [sys.executable, "-c", SCANNED, str(slow)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None and run.stdout.readline() == "begins\n"
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    # The whole takes minutes: 64 GB are hashed.
    _, told = run.communicate(timeout=30)
    assert run.returncode != 0 and "KeyboardInterrupt" in told
