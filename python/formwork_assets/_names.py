"""Named numbers of layouts, as classes of `enum`."""

from __future__ import annotations

import enum
from typing import Any


def named_numbers(name: str, doc: str, values: list[tuple[str, int]], are_bits: bool) -> type[enum.IntEnum | enum.IntFlag]:
    """Makes the class of a layout's flags or enumeration. Bits without a name are kept."""
    kind: Any = enum.IntFlag if are_bits else enum.IntEnum
    more = {"boundary": enum.KEEP} if are_bits else {}
    made: type[enum.IntEnum | enum.IntFlag] = kind(name, values, module="formwork_assets", **more)
    made.__doc__ = doc
    return made
