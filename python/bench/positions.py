"""Opens 1,000 real models and sums all positions: this package beside two readers written by hand, in one run.

    python bench/positions.py [--count N] FOLDER…

The models are those below the folders (or those of `FORMWORK_CORPUS`), repeated until there are enough. Every reader opens each file
anew and reads all positions of all vertex buffers. The readers take turns; a ratio is formed inside a round, and the median of all
rounds counts. Times are those of the processor, which other programs of the machine disturb less; the files are in memory after the first round. One more only reads the files, with the fewest calls of the system that Python has for it, and sums nothing: what is left is what a reader costs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import struct
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path

import numpy as np

import formwork_assets

ROUNDS = 11
# Bytes of an element of each type, and of each bit of a mask, in the order of the file.
TYPES = (4, 4, 8, 12, 16, 4, 4)
BITS = (12, 12, 4, 8, 8, 12, 12, 16, 16, 4, 16, 16, 16, 4)
MAGICS = (b"UMDL", b"UMD2")


def buffers(data: bytes) -> list[tuple[int, int, int, int]]:
    """For each vertex buffer: where its vertices begin, how many there are, their stride, and where the position is in them."""
    (count,) = struct.unpack_from("<I", data, 4)
    at, found = 8, []
    for _ in range(count):
        position = 0
        if data[:4] == b"UMD2":
            vertices, elements = struct.unpack_from("<II", data, at)
            at += 8
            stride = 0
            for kind, meaning, index, _unused in struct.iter_unpack("<4B", data[at : at + 4 * elements]):
                if meaning == 0 and index == 0:
                    position = stride
                stride += TYPES[kind]
            at += 4 * elements
        else:
            vertices, mask = struct.unpack_from("<II", data, at)
            at += 8
            stride = sum(size for bit, size in enumerate(BITS) if mask >> bit & 1)
        at += 8
        found.append((at, vertices, stride, position))
        at += vertices * stride
    return found


def with_struct(path: str) -> float:
    with open(path, "rb") as file:
        data = file.read()
    total = 0.0
    for start, count, stride, position in buffers(data):
        part = f"<{position}x3f{stride - position - 12}x"
        for x, y, z in struct.iter_unpack(part, data[start : start + count * stride]):
            total += x + y + z
    return total


@lru_cache
def vertex(stride: int, position: int) -> np.dtype[np.void]:
    return np.dtype(
        {"names": ["position"], "formats": ["3<f4"], "offsets": [position], "itemsize": stride}
    )


def with_numpy(path: str) -> float:
    with open(path, "rb") as file:
        data = file.read()
    total = 0.0
    for start, count, stride, position in buffers(data):
        vertices = np.frombuffer(data, vertex(stride, position), count, start)
        total += float(vertices["position"].sum(dtype=np.float64))
    return total


def with_formwork(path: str) -> float:
    total = 0.0
    for buffer in formwork_assets.open(path).tree.vertex_buffers:
        positions = buffer.vertices.column("position", copy=True)
        total += float(positions.sum(dtype=np.float64))
    return total


def with_views(path: str) -> float:
    total = 0.0
    for buffer in formwork_assets.open(path).tree.vertex_buffers:
        total += float(buffer.vertices["position"].sum(dtype=np.float64))
    return total


def only_reading(path: str) -> float:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    os.read(file, os.fstat(file).st_size)
    os.close(file)
    return 0.0


def models(folders: list[str]) -> list[str]:
    """Models that the readers written by hand know."""
    found = []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.mdl")):
            with path.open("rb") as file:
                is_known = file.read(4) in MAGICS
            try:
                asset = formwork_assets.open(path)
                is_known = is_known and all(
                    "position" in buffer.vertices.columns for buffer in asset.tree.vertex_buffers
                )
            except formwork_assets.FormworkError:
                continue
            if is_known:
                found.append(str(path))
    return found


def timed(read: Callable[[str], float], paths: list[str]) -> tuple[float, float]:
    start = time.process_time()
    total = sum(map(read, paths))
    return time.process_time() - start, total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("folders", nargs="*")
    args = parser.parse_args()
    known = os.environ.get("FORMWORK_CORPUS", "").split(os.pathsep)
    found = models(args.folders or [folder for folder in known if folder])
    if not found:
        print("no models: name a folder, or set FORMWORK_CORPUS", file=sys.stderr)
        return 2
    paths = list(islice(cycle(found), args.count))
    size = sum(os.path.getsize(path) for path in paths) / 2**20
    print(f"{len(paths)} models, of {len(found)} files, {size:.0f} MiB")
    readers = {
        "struct": with_struct,
        "numpy.frombuffer": with_numpy,
        "formwork, views": with_views,
        "formwork, columns copied": with_formwork,
        "only reading": only_reading,
    }
    names = list(readers)
    rounds: list[dict[str, float]] = []
    totals: dict[str, float] = {}
    for number in range(args.rounds):
        seconds: dict[str, float] = {}
        # Each round begins with another one.
        for name in names[number % len(names) :] + names[: number % len(names)]:
            seconds[name], totals[name] = timed(readers[name], paths)
        rounds.append(seconds)
    scale = max(map(abs, totals.values()), default=1.0)
    del totals["only reading"]
    if any(abs(total - totals["struct"]) > 1e-6 * scale for total in totals.values()):
        print(f"the sums differ: {totals}", file=sys.stderr)
        return 1
    for name in names:
        each = statistics.median(one[name] for one in rounds) / len(paths)
        against = ", ".join(
            f"{statistics.median(one[other] / one[name] for one in rounds):.2f} x {other}" for other in names[:2]
        )
        print(f"{name:26} {1e6 * each:9.1f} µs a model: {against}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
