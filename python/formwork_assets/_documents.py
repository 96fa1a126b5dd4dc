"""Trees of formats that are texts themselves, such as the XML of Horde3D."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from ._native import Asset

_envelopes: WeakKeyDictionary[Asset, dict[str, Any]] = WeakKeyDictionary()
"""What each asset's JSON says. All nodes of an asset share it."""


def tree(asset: Asset) -> Any:
    """The tree of a text."""
    envelope = _envelopes.get(asset)
    if envelope is None:
        envelope = _envelopes[asset] = json.loads(asset.to_json())
    return _node(asset, envelope["value"], "")


def _node(asset: Asset, value: Any, path: str) -> Any:
    if isinstance(value, dict):
        return Element(asset, value, path)
    if isinstance(value, list):
        return Elements(asset, value, path)
    return value


def _plain(value: Any) -> Any:
    return value._value if isinstance(value, Element | Elements) else value


def _set(asset: Asset, held: Any, key: Any, value: Any) -> None:
    before = held[key]
    held[key] = _plain(value)
    try:
        asset.replace_by_text(json.dumps(_envelopes[asset]))
    except BaseException:
        held[key] = before
        raise


class Element:
    """An element of a text: its fields are attributes. Setting one writes the document anew, as `encode` does."""

    __slots__ = ("_asset", "_path", "_value")

    def __init__(self, asset: Asset, value: dict[str, Any], path: str) -> None:
        for name, held in (("_asset", asset), ("_value", value), ("_path", path)):
            object.__setattr__(self, name, held)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._value:
            known = ", ".join(self._value)
            raise AttributeError(f"{self._path or self._asset.format} has no field {name!r}, only {known}")
        dot = "." if self._path else ""
        return _node(self._asset, self._value[name], f"{self._path}{dot}{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._value:
            known = ", ".join(self._value)
            raise AttributeError(f"{self._path or self._asset.format} has no field {name!r}, only {known}")
        _set(self._asset, self._value, name, value)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __dir__(self) -> list[str]:
        return list(self._value)

    def __repr__(self) -> str:
        lines = [f"\n  {name}: {_brief(value)}" for name, value in self._value.items()]
        return f"<{self._path or self._asset.format}{''.join(lines)}>"


class Elements(Sequence[Any]):
    """A list of a text."""

    __slots__ = ("_asset", "_path", "_value")

    def __init__(self, asset: Asset, value: list[Any], path: str) -> None:
        self._asset = asset
        self._value = value
        self._path = path

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        index = range(len(self))[place]
        return _node(self._asset, self._value[index], f"{self._path}[{index}]")

    def __setitem__(self, place: int, value: Any) -> None:
        _set(self._asset, self._value, range(len(self))[place], value)

    def __len__(self) -> int:
        return len(self._value)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        return f"<{self._path}: {len(self)} items>"


def _brief(value: Any) -> str:
    if isinstance(value, list):
        return f"{len(value)} items"
    return "{…}" if isinstance(value, dict) else repr(value)
