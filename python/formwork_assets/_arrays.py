"""Arrays that are put back into a tree."""

from __future__ import annotations

from typing import Any

import numpy as np


class Misfit(ValueError):
    """An array that a list does not take: where in the tree, and why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(field, why)


def packed(value: Any, dtype: np.dtype[Any], field: str) -> bytes:
    """The bytes of an array in a list's own type: the same columns, by name, and no number that it cannot hold."""
    try:
        return _packed(value, dtype, field)
    except Misfit:
        raise
    except (TypeError, ValueError) as error:
        raise Misfit(field, str(error)) from None


def changed(array: Any, key: Any, value: Any, field: str) -> Any:
    """A copy of an array of which a part is set, and no number made infinite."""
    copy = array.copy()
    try:
        with np.errstate(over="raise"):
            copy[key] = value
    except FloatingPointError:
        raise Misfit(field, "is set to numbers that are too large for it") from None
    return copy


def _packed(value: Any, dtype: np.dtype[Any], field: str) -> bytes:
    given = np.asarray(value)
    if given.dtype == dtype and given.ndim == 1:
        return given.tobytes()
    if dtype.names is None:
        shape = dtype.shape
        if given.ndim != 1 + len(shape) or given.shape[1:] != shape:
            wanted = ", ".join(["n", *map(str, shape)])
            raise Misfit(field, f"takes an array of shape ({wanted}), not {given.shape}")
        out = np.empty(given.shape, dtype.base)
        _fill(out, given, field)
        return out.tobytes()
    if given.dtype.names is None or set(given.dtype.names) != set(dtype.names) or given.ndim != 1:
        wanted = ", ".join(dtype.names)
        raise Misfit(field, f"takes a structured array of shape (n,) with the columns {wanted}")
    # Bytes that belong to no column are zeros.
    records = np.zeros(given.shape, dtype)
    for name in dtype.names:
        _fill(records[name], given[name], f"{field}.{name}")
    return records.tobytes()


def _fill(out: np.ndarray[Any, Any], given: np.ndarray[Any, Any], field: str) -> None:
    if out.dtype.names is not None:
        for name in out.dtype.names:
            _fill(out[name], given[name], f"{field}.{name}")
        return
    are_whole = out.dtype.kind in "iu" and given.dtype.kind in "iub"
    # Whole numbers may be of any width and sign, as long as each fits; others are rounded, but not made infinite.
    with np.errstate(over="ignore"):
        np.copyto(out, given, casting="unsafe" if are_whole else "same_kind")
    is_wrong = out.dtype.kind in "iu" and not np.array_equal(out, given)
    if is_wrong or (out.dtype.kind == "f" and np.any(np.isinf(out) & np.isfinite(given))):
        raise Misfit(field, f"has numbers that {out.dtype} cannot hold")
