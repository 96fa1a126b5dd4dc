"""Catalogues made by the workers of a cluster, some of which are killed.

Quick forms run always; FORMWORK_LONG=1 takes the numbers that docs/catalog.md tells.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import formwork_assets
import pytest
from distributed import Client, LocalCluster, WorkerPlugin

from trees import grow, listing, rows

LONG = bool(os.environ.get("FORMWORK_LONG"))

# What other libraries warn of while workers come and go is not about this one.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    # A local cluster gives a worker up for good when it is down so long after an earlier death, be it for an instant.
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder of files, and the catalogue that one process makes of it."""
    folder = tmp_path_factory.mktemp("tree")
    root, alone = folder / "root", folder / "alone"
    grow(root, 20_000 if LONG else 1500)
    formwork_assets.catalog(root, alone, batch=32)
    return root, alone


def pids(client: Client) -> list[int]:
    return list(client.run(os.getpid).values())


def test_workers_make_what_one_process_makes(
    client: Client, tree: tuple[Path, Path], tmp_path: Path
) -> None:
    root, alone = tree
    done = formwork_assets.catalog(root, tmp_path, client=client, batch=32)
    assert done.tasks == done.parts == done.added > 10
    # Parts are named by their content, so equal names are equal rows, and there is nothing else.
    assert listing(tmp_path) == listing(alone)
    assert rows(tmp_path) == rows(alone)
    again = formwork_assets.catalog(root, tmp_path, client=client, batch=32)
    assert (again.tasks, again.added, again.removed) == (0, 0, 0)


def test_relative_roots_are_those_of_the_driver(
    client: Client, tree: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tree[0].parent)
    formwork_assets.catalog("root/0000", tmp_path, client=client)
    found = rows(tmp_path)["files"]
    assert len(found) == 100 and {row["status"] for row in found} == {"read"}
    assert found[0]["path"] == "root/0000/000000-Walk.ani"


def test_killed_workers_cost_nothing(client: Client, tree: tuple[Path, Path], tmp_path: Path) -> None:
    root, alone = tree
    start = time.monotonic()
    formwork_assets.catalog(root, tmp_path / "unharmed", client=client, batch=32)
    whole = time.monotonic() - start
    chance = random.Random(1)
    kills = 0
    for number in range(20 if LONG else 2):
        client.wait_for_workers(2, timeout=60)
        victim = chance.choice(pids(client))
        killer = threading.Timer(chance.uniform(0, whole), os.kill, (victim, signal.SIGKILL))
        killer.start()
        out = tmp_path / f"out{number}"
        formwork_assets.catalog(root, out, client=client, batch=32)
        killer.join()
        kills += 1
        assert listing(out) == listing(alone), f"after kill {kills}"
        time.sleep(0.5)
    print(f"{kills} workers killed within {whole:.1f} s each")


class Poison(WorkerPlugin):
    """Ends each process that is given a file called `poison`."""

    def setup(self, worker: object) -> None:
        from formwork_assets import _native

        self.run = run = _native.run_task

        def run_task(task: bytes, out: str) -> str:
            known = b'"old":[]' not in task
            if not known and any("poison" in name for name in _native.task_names(task)):
                os._exit(1)
            return run(task, out)

        _native.run_task = run_task

    def teardown(self, worker: object) -> None:
        from formwork_assets import _native

        _native.run_task = self.run


def test_a_file_that_ends_workers_costs_one_row(tmp_path: Path) -> None:
    root = tmp_path / "root"
    grow(root, 60)
    (root / "poison.ani").write_bytes(b"UANI")
    # Each time a worker dies takes a second: one death is enough here.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
        ) as cluster,
        Client(cluster) as client,
    ):
        client.register_plugin(Poison(), name="poison")
        out = tmp_path / "out"
        formwork_assets.catalog(root, out, client=client)
        found = {Path(str(row["path"])).name: row["status"] for row in rows(out)["files"]}
    assert len(found) == 61
    assert {name for name, status in found.items() if status != "read"} == {"poison.ani"}
    assert found["poison.ani"] == "crashed"
    told = [row["message"] for row in rows(out)["diagnostics"] if "poison" in str(row["path"])]
    assert told == ["every worker that read it ended"]
    # It is known now: nobody is asked to read it again.
    assert formwork_assets.catalog(root, out).tasks == 0


def test_a_file_that_takes_too_long_costs_one_row(client: Client, tmp_path: Path) -> None:
    root = tmp_path / "root"
    grow(root, 20)
    with open(root / "slow.bin", "wb") as slow:
        slow.truncate(2 << 30)
    with open(root / "large.bin", "wb") as large:
        large.truncate(3 << 30)
    out = tmp_path / "out"
    formwork_assets.catalog(root, out, client=client, time_limit=1.0, max_size=2 << 30)
    found = {Path(str(row["path"])).name: row["status"] for row in rows(out)["files"]}
    wrong = {name: status for name, status in found.items() if status != "read"}
    assert wrong == {"slow.bin": "timeout", "large.bin": "limit"}
    assert len(found) == 22


DRIVER = """
import sys
from distributed import Client, LocalCluster
import formwork_assets

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        print("ready", flush=True)
        formwork_assets.catalog(sys.argv[1], sys.argv[2], client=client, batch=32)
"""


def test_a_killed_driver_goes_on(tree: tuple[Path, Path], tmp_path: Path) -> None:
    root, alone = tree
    script = tmp_path / "driver.py"
    script.write_text(DRIVER)
    out = tmp_path / "out"
    driver = subprocess.Popen(
        [sys.executable, str(script), str(root), str(out)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    staged = out / ".formwork/staged"
    parts = len(list((alone / "files").iterdir()))
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and driver.poll() is None:
        if staged.is_dir() and sum(1 for _ in staged.iterdir()) >= parts // 4:
            break
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    made = [path for path in staged.iterdir() if not path.name.startswith(".")]
    assert 0 < len(made) < parts
    assert rows(out)["files"] == []
    done = formwork_assets.catalog(root, out, batch=32)
    assert done.tasks == parts - len(made)
    assert listing(out) == listing(alone)


def test_a_second_run_costs_what_changed(tree: tuple[Path, Path], tmp_path: Path) -> None:
    root, _ = tree
    start = time.monotonic()
    formwork_assets.catalog(root, tmp_path)
    first = time.monotonic() - start
    files = sorted(root.rglob("*.ani"))
    changed = random.Random(2).sample(files, max(1, len(rows(tmp_path)["files"]) // 100))
    kept = {path: (path.read_bytes(), path.stat()) for path in changed}
    try:
        for path in changed:
            path.write_bytes(path.read_bytes() + b"!")
            os.utime(path, (time.time() - 500,) * 2)
        start = time.monotonic()
        formwork_assets.catalog(root, tmp_path)
        second = time.monotonic() - start
    finally:
        for path, (content, stat) in kept.items():
            path.write_bytes(content)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    print(f"first {first:.2f} s, second {second:.2f} s, {second / first:.3f} of it")
    # Times are told; what is promised is that no other file is read.
    read = {str(path) for path in changed}
    again = formwork_assets.catalog(root, tmp_path)
    assert again.tasks > 0 and again.files >= len(read)


@pytest.mark.skipif(not LONG, reason="FORMWORK_LONG is not set")
def test_memory_of_workers_is_flat(tmp_path: Path) -> None:
    def peak() -> int:
        with open("/proc/self/status") as status:
            line = next(line for line in status if line.startswith("VmHWM"))
        return int(line.split()[1]) // 1024

    peaks = {}
    for count in [5000, 20_000]:
        root = tmp_path / f"root{count}"
        grow(root, count)
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            start = time.monotonic()
            formwork_assets.catalog(root, tmp_path / f"out{count}", client=client)
            took = time.monotonic() - start
            peaks[count] = max(client.run(peak).values())
        print(f"{count} files: {count / took:.0f} files/s, at most {peaks[count]} MiB a worker")
    assert peaks[20_000] < peaks[5000] * 1.15 + 10
