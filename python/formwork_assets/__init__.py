"""The asset files of the Urho3D family and of Horde3D: read, edited, checked and compared, with bulk as NumPy arrays.

>>> import formwork_assets
>>> model = formwork_assets.open("samples/urho3d/Crate.mdl")
>>> model.format, model.version
('urho3d.model', 'UMD2')
>>> model.tree.vertex_buffers[0].vertices["position"].shape
(192, 3)
"""

from __future__ import annotations

from collections.abc import Sequence

from ._catalog import Summary, Table, Tables, catalog, scan
from ._errors import (
    DisagreementError,
    FormworkError,
    InvalidError,
    LimitError,
    MalformedError,
    UnsupportedError,
)
from ._diff import Diff
from ._documents import Element, Elements
from ._native import (
    Asset,
    Diagnostic,
    Field,
    List,
    Records,
    Struct,
    __version__,
    fields,
    from_text,
    identify,
    open,
)
from ._package import Package, Resource

Sequence.register(List)
Sequence.register(Records)

from_xml = from_text
"""See `from_text`."""
from_json = from_text
"""See `from_text`."""

__all__ = [
    "Asset",
    "Diagnostic",
    "Diff",
    "DisagreementError",
    "Element",
    "Elements",
    "Field",
    "FormworkError",
    "InvalidError",
    "LimitError",
    "List",
    "MalformedError",
    "Package",
    "Records",
    "Resource",
    "Struct",
    "Summary",
    "Table",
    "Tables",
    "UnsupportedError",
    "__version__",
    "catalog",
    "fields",
    "from_json",
    "from_text",
    "from_xml",
    "identify",
    "open",
    "scan",
]
