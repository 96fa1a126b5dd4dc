"""Packages, pictures and documents."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable

import numpy as np
import pytest

import formwork_assets as fa

from common import FIXTURES, SAMPLES


def packages() -> list[fa.Package]:
    found = []
    for path in sorted(FIXTURES.rglob("*.pak")):
        try:
            found += fa.open(path).packages
        except fa.FormworkError:
            continue
    return found


def test_packages_are_mappings() -> None:
    found = packages()
    assert len(found) > 3
    seen = 0
    for package in found:
        assert isinstance(package, Mapping)
        assert list(package) == list(package.keys())
        wrong = package.verify() if len(package) else []
        for name in package:
            assert name in package
            if name not in wrong:
                assert len(package[name]) == package.size(name)
                seen += 1
        assert "no such file" not in package
        with pytest.raises(KeyError):
            package["no such file"]
    assert seen > 3


def test_packages_are_resources() -> None:
    usual = [one for one in packages() if all(all(name.split("/")) for name in one) and not one.verify()]
    package = max(usual, key=len)
    assert len(package) > 1
    root = package.resources()
    assert isinstance(root, Traversable)

    def files(folder: fa.Resource) -> list[str]:
        found = []
        for one in folder.iterdir():
            found += [one._path] if one.is_file() else files(one)
        return found

    assert sorted(files(root)) == sorted(package)
    name = next(iter(package))
    assert root.joinpath(name).read_bytes() == package[name]
    with (root / name).open("rb") as file:
        assert file.read() == package[name]
    with pytest.raises(FileNotFoundError):
        (root / "no such file").read_bytes()


def test_other_files_hold_no_files() -> None:
    model = fa.open(SAMPLES / "urho3d/Crate.mdl")
    assert model.packages == []
    with pytest.raises(fa.UnsupportedError, match="no package"):
        model.files  # noqa: B018


def test_pixels() -> None:
    seen = 0
    for path in sorted([*FIXTURES.glob("texture/**/*.dds"), *FIXTURES.glob("texture/**/*.ktx")]):
        try:
            pixels = fa.open(path).pixels()
        except fa.FormworkError:
            continue
        assert pixels.ndim == 3
        assert pixels.shape[2] == 4
        assert pixels.dtype in (np.uint8, np.float32)
        assert pixels.flags.writeable
        seen += 1
    assert seen > 5
    with pytest.raises(fa.UnsupportedError, match="no pixels"):
        fa.open(SAMPLES / "urho3d/Crate.mdl").pixels()


def test_documents_have_trees() -> None:
    path = SAMPLES / "horde3d/Figure.material.xml"
    if not path.exists():
        path = sorted((SAMPLES / "horde3d").rglob("*.material.xml"))[0]
    asset = fa.open(path)
    tree = asset.tree
    assert dir(tree)
    assert repr(tree)
    assert asset.to_xml().encode() == path.read_bytes()
    with pytest.raises(AttributeError):
        tree.no_such_field  # noqa: B018
    before = asset.to_json()
    name = next(name for name in dir(tree) if isinstance(tree[name], str | None))
    setattr(tree, name, "changed")
    assert asset.is_edited
    assert "changed" in asset.to_json()
    assert asset.to_json() != before
    # Whoever replaces the text does not lose it to what was looked at before.
    asset.replace_by_text(before)
    with pytest.raises(fa.InvalidError, match="the tree was changed"):
        tree[name]
    with pytest.raises(fa.InvalidError, match="the tree was changed"):
        setattr(tree, name, "changed")
    assert asset.tree[name] != "changed"
    assert asset.to_json() == before
