"""The files in a package, as a mapping and as resources."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import PackageFiles


class Package(Mapping[str, bytes]):
    """The files of a package: their names, in its order, and their bytes.

    A file is unpacked each time it is asked for. Of several files with one name it has the last, as engines do.
    """

    def __init__(self, files: PackageFiles) -> None:
        self._files = files

    @property
    def version(self) -> str:
        """The version of the package."""
        return self._files.version

    @property
    def is_compressed(self) -> bool:
        """Whether its files are compressed."""
        return self._files.is_compressed

    def size(self, name: str) -> int:
        """The size of a file when unpacked, in bytes. Nothing is unpacked."""
        return self._files.size(name)

    def verify(self) -> list[str]:
        """The names of files that cannot be unpacked, or whose checksum is another than the package says."""
        return self._files.verify()

    def resources(self) -> Resource:
        """Its files as a tree of folders, as `importlib.resources.files` gives those of a module."""
        return Resource(self, "")

    def __getitem__(self, name: str) -> bytes:
        return self._files.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files.names())

    def __len__(self) -> int:
        return self._files.count()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._files.has(name)

    def __repr__(self) -> str:
        return f"<Package {self.version}: {len(self)} files>"


class Resource(Traversable):
    """A file or folder of a package. What names with empty parts stand for, only the mapping has."""

    def __init__(self, package: Package, path: str) -> None:
        self._package = package
        self._path = path

    @property
    def name(self) -> str:
        """The last part of its path; empty for the package itself."""
        return self._path.rpartition("/")[2]

    def iterdir(self) -> Iterator[Resource]:
        """What is in a folder, in the order of the package."""
        front = f"{self._path}/" if self._path else ""
        seen: dict[str, None] = {}
        for name in self._package:
            if name.startswith(front):
                part = name[len(front) :].partition("/")[0]
                if part:
                    seen.setdefault(part)
        return (Resource(self._package, front + part) for part in seen)

    def is_file(self) -> bool:
        """Whether the package has a file of this path."""
        return self._path in self._package

    def is_dir(self) -> bool:
        """Whether any file is below this path."""
        front = f"{self._path}/" if self._path else ""
        return any(name.startswith(front) for name in self._package)

    # The base class calls the parameter by other names in other versions of Python.
    def joinpath(self, *descendants: Any) -> Resource:
        """What is below it."""
        parts = [part for path in (self._path, *map(str, descendants)) for part in path.split("/")]
        return Resource(self._package, "/".join(part for part in parts if part not in ("", ".")))

    def __truediv__(self, child: Any) -> Resource:
        return self.joinpath(child)

    def read_bytes(self) -> bytes:
        """The bytes of the file, unpacked."""
        try:
            return self._package[self._path]
        except KeyError:
            raise FileNotFoundError(f"the package has no file {self._path!r}") from None

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        """The file as a text, in UTF-8 unless another encoding is given."""
        return self.read_bytes().decode(encoding or "utf-8", errors or "strict")

    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> IO[Any]:
        """The file, to read from; in bytes with the mode `rb`."""
        if mode not in ("r", "rb"):
            raise ValueError(f"packages are only read: the mode is r or rb, not {mode}")
        stream = io.BytesIO(self.read_bytes())
        if mode == "rb":
            return stream
        kwargs.setdefault("encoding", "utf-8")
        return io.TextIOWrapper(stream, *args, **kwargs)

    def __repr__(self) -> str:
        return f"<Resource {self._path or '/'}>"
