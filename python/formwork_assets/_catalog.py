"""Tables of many files: `scan` in memory, `catalog` as a folder of Parquet files, on this machine or on a cluster of Dask."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native
from ._native import Table

if TYPE_CHECKING:
    from distributed import Client, Future

PathLike = str | os.PathLike[str]

#: How many tasks are done at once in this process, each on all cores: while one writes its part, another one reads.
HERE = 2

#: Into how many pieces a task is cut that ended every worker it ran on.
PIECES = 8


class Tables(NamedTuple):
    """What is in files, one table for each kind of rows. docs/catalog.md describes the columns.

    Each has `__arrow_c_stream__`, so `pyarrow.table(t)`, `polars.DataFrame(t)` and DuckDB take it as it is.
    """

    #: One row for each file.
    files: Table
    #: One row for each file that was read.
    facts: Table
    #: One row for each resource that a file names.
    references: Table
    #: One row for each thing that is wrong with a file.
    diagnostics: Table


@dataclass(frozen=True)
class Summary:
    """What became of a catalogue."""

    #: Files below the roots.
    files: int
    #: Parts that the catalogue has.
    parts: int
    #: Parts that are new.
    added: int
    #: Parts that are gone.
    removed: int
    #: Tasks that were done: those of batches in which something changed.
    tasks: int


def scan(
    paths: PathLike | Iterable[PathLike],
    *,
    time_limit: float | None = 60.0,
    max_size: int | None = None,
    max_memory: int | None = None,
) -> Tables:
    """Says what is in a file or in several, on all cores. A file that cannot be read is a row with a status, not an exception.

    `time_limit` is how long reading one file may take, in seconds. `max_size` is how long one may be, and `max_memory` what reading one
    may take, both in bytes; without them 4 GiB and 8 GiB.

    An interrupt (Ctrl-C) ends it as soon as the files are read that were begun.
    """
    return Tables(
        *_native.scan_tables(
            _paths(paths), time_limit=time_limit, max_size=max_size, max_memory=max_memory
        )
    )


def catalog(
    roots: PathLike | Iterable[PathLike],
    out: PathLike,
    *,
    client: Client | None = None,
    batch: int = 512,
    time_limit: float | None = 60.0,
    max_size: int | None = None,
    max_memory: int | None = None,
) -> Summary:
    """Brings the catalogue in the folder `out` up to date with the files below `roots`, as `formwork catalog` does.

    `batch` is how many files a part is about, on average; `time_limit`, `max_size` and `max_memory` are those of `scan`.

    With a `client` of Dask, batches are done by its workers. They must see `roots` and `out` under the same paths, and have this version of
    the package. A batch that ends its workers is cut into pieces until the file is found that does; it has the status `crashed`.
    """
    run = _native.CatalogRun(
        _paths(roots),
        os.fspath(out),
        batch=batch,
        time_limit=time_limit,
        max_size=max_size,
        max_memory=max_memory,
    )
    # Exceptions of workers may keep it alive.
    with contextlib.closing(run):
        tasks, base = len(run), os.getcwd()
        place = os.path.abspath(os.fspath(out))
        if client is None:
            # Not in one call, which nobody could interrupt.
            with ThreadPoolExecutor(HERE) as pool:
                made = list(
                    pool.map(
                        lambda index: _native.run_task(
                            run.task(index, base), place, threads=True
                        ),
                        range(tasks),
                    )
                )
        else:
            queue = (run.task(index, base) for index in range(tasks))
            made = _Cluster(client, place).run(queue)
        parts, added, removed = run.commit(made)
    return Summary(run.files, parts, added, removed, tasks)


def _paths(paths: PathLike | Iterable[PathLike]) -> list[str]:
    """One path or several. A text is a path, not the letters that it is made of."""
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    return [os.fspath(path) for path in paths]


class _Cluster:
    """Does tasks on the workers of a cluster, a few more at a time than there are threads."""

    def __init__(self, client: Client, out: str) -> None:
        self.client = client
        self.out = out
        # Files that ran on workers that ended, perhaps because of others that ran there.
        self.suspects: list[_Work] = []

    def run(self, tasks: Iterator[bytes]) -> list[str]:
        """The names of the parts, one for each task."""
        from distributed import as_completed

        made: list[str] = []
        waiting = as_completed()
        running: dict[Future, _Work] = {}

        def begin(work: _Work) -> None:
            # Workers that are killed do a task again: the same content has the same name.
            future = self.client.submit(
                _native.run_task, work.task, self.out, pure=False, key=work.key()
            )
            running[future] = work
            waiting.add(future)

        def feed() -> None:
            while len(running) < self._most():
                task = next(tasks, None)
                if task is None:
                    return
                begin(_Work(task))

        try:
            feed()
            for future in waiting:
                work = running.pop(future)
                for more in self._finish(work, future, made):
                    begin(more)
                future.release()
                feed()
                if not running and self.suspects:
                    # Alone, so that whatever ends a worker now is this file.
                    begin(self.suspects.pop())
        except BaseException:
            # Nobody waits for the others any more.
            self.client.cancel(list(running))
            raise
        return made

    def _most(self) -> int:
        threads = sum(self.client.nthreads().values())
        return max(4, 3 * threads)

    def _finish(self, work: _Work, future: Future, made: list[str]) -> list[_Work]:
        """Takes the result of a task, and says what is to be done next because of it."""
        from distributed import KilledWorker

        try:
            part = future.result()
        except KilledWorker:
            pieces = _native.split_task(work.task, PIECES)
            if pieces:
                work.pieces = len(pieces)
                return [_Work(piece, parent=work) for piece in pieces]
            if not work.is_alone:
                work.is_alone = True
                self.suspects.append(work)
                return []
            why = "every worker that read it ended"
            part = _native.give_up(work.task, self.out, why)
        parent = work.parent
        if parent is None:
            made.append(part)
            return []
        parent.parts.append(part)
        if len(parent.parts) < parent.pieces:
            return []
        # Nothing of it is read again: all its files are known now.
        whole = _native.task_with_parts(parent.task, parent.parts)
        return [_Work(whole, parent=parent.parent)]


class _Work:
    """A task, and the one that it is a piece of."""

    _count = 0

    def __init__(self, task: bytes, parent: _Work | None = None) -> None:
        self.task = task
        self.parent = parent
        self.pieces = 0
        self.is_alone = False
        self.parts: list[str] = []

    @classmethod
    def key(cls) -> str:
        """A key that no other task of any run has."""
        cls._count += 1
        return f"formwork-catalog-{os.getpid()}-{cls._count}-{os.urandom(4).hex()}"


__all__: list[Any] = ["Summary", "Table", "Tables", "catalog", "scan"]
