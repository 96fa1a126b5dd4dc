"""Arrays that are put back into a tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import InvalidError


def packed(value: Any, dtype: np.dtype[Any], field: str) -> bytes:
    """The bytes of an array in a list's own type: the same columns, by name, and no number that it cannot hold."""
    try:
        return _packed(value, dtype, field)
    except (TypeError, ValueError) as error:
        if isinstance(error, InvalidError):
            raise
        raise InvalidError(f"invalid: {field}: {error}", field=field) from None


def _packed(value: Any, dtype: np.dtype[Any], field: str) -> bytes:
    given = np.asarray(value)
    if given.dtype == dtype and given.ndim == 1:
        return given.tobytes()
    if dtype.names is None:
        shape = dtype.shape
        if given.ndim != 1 + len(shape) or given.shape[1:] != shape:
            wanted = ", ".join(["n", *map(str, shape)])
            message = f"invalid: {field}: takes an array of shape ({wanted}), not {given.shape}"
            raise InvalidError(message, field=field)
        out = np.empty(given.shape, dtype.base)
        _fill(out, given, field)
        return out.tobytes()
    if given.dtype.names is None or set(given.dtype.names) != set(dtype.names) or given.ndim != 1:
        wanted = ", ".join(dtype.names)
        message = f"invalid: {field}: takes a structured array of shape (n,) with the columns {wanted}"
        raise InvalidError(message, field=field)
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
    # Whole numbers may be of any width and sign, as long as each fits.
    np.copyto(out, given, casting="unsafe" if are_whole else "same_kind")
    if out.dtype.kind in "iu" and not np.array_equal(out, given):
        message = f"invalid: {field}: holds numbers that {out.dtype} cannot"
        raise InvalidError(message, field=field)
