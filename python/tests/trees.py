"""Folders of many files, and what catalogues say of them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
TABLES = ["files", "facts", "references", "diagnostics"]


def grow(root: Path, count: int) -> None:
    """Makes `count` files, all different and older than any clock's tick: clips, models, scenes and texts."""
    kinds = ["urho3d/Walk.ani", "urho3d/Crate.mdl", "horde3d/figure.scene.xml", "horde3d/walk.anim"]
    contents = [(Path(kind).name, (SAMPLES / kind).read_bytes()) for kind in kinds]
    old = time.time() - 1000
    for number in range(count):
        name, content = contents[number % len(contents)]
        path = root / f"{number // 100:04}" / f"{number:06}-{name}"
        if number % 100 == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".xml"):
            path.write_bytes(content + b"<!-- %d -->" % number)
        else:
            path.write_bytes(content + b"%d" % number)
        os.utime(path, (old, old))


def listing(out: Path) -> list[str]:
    """The names of all that is in a catalogue."""
    found = (path.relative_to(out) for path in out.rglob("*"))
    return sorted(str(path) for path in found if path.name != "lock")


def read(part: Path) -> pyarrow.Table:
    """A part, with times as numbers: Python's have no nanoseconds."""
    table = pyarrow.parquet.read_table(part)
    if "modified" in table.column_names:
        place = table.column_names.index("modified")
        table = table.set_column(place, "modified", table["modified"].cast(pyarrow.int64()))
    return table


def rows(out: Path) -> dict[str, list[dict[str, object]]]:
    """The rows of all tables, in the order of their files."""
    tables = {}
    for table in TABLES:
        parts = sorted((out / table).glob("*.parquet"))
        found = [row for part in parts for row in read(part).to_pylist()]
        tables[table] = sorted(found, key=lambda row: str(row["path"]))
    return tables
