"""Trees of formats that are texts themselves, such as the XML of Horde3D."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ._errors import InvalidError

if TYPE_CHECKING:
    from ._native import Asset


class _Held:
    """What an asset's JSON says, as of a revision. All nodes of an asset share it."""

    __slots__ = ("envelope", "revision")

    def __init__(self, asset: Asset) -> None:
        self.revision = asset._revision
        self.envelope: dict[str, Any] = json.loads(asset.to_json())


_known: WeakKeyDictionary[Asset, _Held] = WeakKeyDictionary()


def tree(asset: Asset) -> Any:
    """The tree of a text."""
    held = _known.get(asset)
    if held is None or held.revision != asset._revision:
        held = _known[asset] = _Held(asset)
    return _node(asset, held, held.envelope["value"], "")


def _node(asset: Asset, held: _Held, value: Any, path: str) -> Any:
    if isinstance(value, dict):
        return Element(asset, held, value, path)
    if isinstance(value, list):
        return Elements(asset, held, value, path)
    return value


def _check(asset: Asset, held: _Held, path: str) -> None:
    if held.revision != asset._revision:
        why = "is not there any more: the tree was changed"
        where = f"{path}: " if path else ""
        raise InvalidError(f"invalid: {where}{why}", path=asset.path, field=path or None)


def _plain(value: Any) -> Any:
    return value._value if isinstance(value, Element | Elements) else value


def _set(node: Element | Elements, key: Any, value: Any) -> None:
    asset, held, around = node._asset, node._held, node._value
    _check(asset, held, node._path)
    before = around[key]
    around[key] = _plain(value)
    try:
        asset.replace_by_text(json.dumps(held.envelope))
    except BaseException:
        around[key] = before
        raise
    held.revision = asset._revision


class Element:
    """An element of a text: its fields are attributes. Setting one writes the document anew, as `encode` does."""

    __slots__ = ("_asset", "_held", "_path", "_value")

    _asset: Asset
    _held: _Held
    _path: str
    _value: dict[str, Any]

    def __init__(self, asset: Asset, held: _Held, value: dict[str, Any], path: str) -> None:
        parts = {"_asset": asset, "_held": held, "_value": value, "_path": path}
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self._value:
            known = ", ".join(self._value)
            raise AttributeError(f"{self._path or self._asset.format} has no field {name!r}, only {known}")
        _check(self._asset, self._held, self._path)
        dot = "." if self._path else ""
        return _node(self._asset, self._held, self._value[name], f"{self._path}{dot}{name}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._value:
            known = ", ".join(self._value)
            raise AttributeError(f"{self._path or self._asset.format} has no field {name!r}, only {known}")
        _set(self, name, value)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __dir__(self) -> list[str]:
        return list(self._value)

    def __repr__(self) -> str:
        lines = [f"\n  {name}: {_brief(value)}" for name, value in self._value.items()]
        return f"<{self._path or self._asset.format}{''.join(lines)}>"


class Elements(Sequence[Any]):
    """A list of a text."""

    __slots__ = ("_asset", "_held", "_path", "_value")

    def __init__(self, asset: Asset, held: _Held, value: list[Any], path: str) -> None:
        self._asset = asset
        self._held = held
        self._value = value
        self._path = path

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        _check(self._asset, self._held, self._path)
        index = range(len(self))[place]
        return _node(self._asset, self._held, self._value[index], f"{self._path}[{index}]")

    def __setitem__(self, place: int, value: Any) -> None:
        _set(self, range(len(self))[place], value)

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
