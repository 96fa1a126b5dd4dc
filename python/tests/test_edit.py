"""Edits, and what is saved of them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy as np
import pytest

import formwork_assets as fa
from formwork_assets._arrays import Misfit, packed

from common import FIXTURES, SAMPLES

CRATE = SAMPLES / "urho3d/Crate.mdl"
WALK = SAMPLES / "urho3d/Walk.ani"


def test_a_name_and_a_number(tmp_path: Path) -> None:
    clip = fa.open(WALK)
    assert not clip.is_edited
    clip.tree.tracks[0].name = "Pelvis"
    clip.tree.length = 2
    assert clip.is_edited
    assert clip.tree.tracks[0].name == "Pelvis"
    clip.save(tmp_path / "Walk.ani")
    assert not clip.is_edited
    again = fa.open(tmp_path / "Walk.ani")
    assert (again.tree.tracks[0].name, again.tree.length) == ("Pelvis", 2.0)
    changes = [one["path"] for one in fa.open(WALK).diff(again)]
    assert sorted(changes) == ["length", "tracks[0].name"]
    assert fa.open(WALK).to_bytes() == WALK.read_bytes()


def test_one_number_of_a_record() -> None:
    clip = fa.open(WALK)
    key = clip.tree.tracks[0].keyframes[1]
    key.position = (1, 2, 3)
    key.rotation.w = 0.5
    assert tuple(key.position) == (1, 2, 3)
    assert key.rotation.w == 0.5
    assert fa.open(clip.to_bytes()).tree.tracks[0].keyframes["position"][1].tolist() == [1, 2, 3]
    # The others stay.
    before = fa.open(WALK).tree.tracks[0].keyframes
    assert np.array_equal(before["time"], clip.tree.tracks[0].keyframes["time"])


def test_a_column_and_an_array() -> None:
    clip = fa.open(WALK)
    keys = clip.tree.tracks[0].keyframes
    keys["time"] = keys["time"] * 2
    assert keys["time"].max() == 2
    changed = keys.array.copy()
    changed["position"][:, 1] += 1
    clip.tree.tracks[0].keyframes = changed
    assert np.array_equal(fa.open(clip.to_bytes()).tree.tracks[0].keyframes.array, changed)


def test_a_longer_array_and_the_counts_that_follow() -> None:
    model = fa.open(CRATE)
    buffer = model.tree.vertex_buffers[0]
    buffer.vertices = np.concatenate([buffer.vertices.array] * 2)
    assert (buffer.vertex_count, len(buffer.vertices)) == (384, 384)
    indices = model.tree.index_buffers[0]
    indices.indices = np.concatenate([np.asarray(indices.indices), [383, 383, 383]])
    assert indices.index_count == len(indices.indices)
    again = fa.open(model.to_bytes())
    assert again.tree.vertex_buffers[0].vertex_count == 384
    assert again.tree.index_buffers[0].indices[-1] == 383


def test_vertices_of_a_mask_and_of_elements() -> None:
    for name in ("umdl-masks.mdl", "umd2-plain.mdl"):
        path = FIXTURES / "urho3d/model" / name
        if not path.exists():
            path = next((FIXTURES / "urho3d/model").glob(f"{name[:4]}*.mdl"))
        model = fa.open(path)
        for buffer in model.tree.vertex_buffers:
            if len(buffer.vertices) and "position" in buffer.vertices.columns:
                buffer.vertices["position"] = buffer.vertices["position"] + 1
                assert buffer.vertices[0].position is not None
                buffer.vertices[0].position.x = 7
                assert buffer.vertices["position"][0, 0] == 7
        assert fa.open(model.to_bytes()).version == model.version


def test_named_numbers_and_flags() -> None:
    model = fa.open(CRATE)
    lod = model.tree.geometries[0].lods[0]
    lod.primitive_type = "LINE_LIST"
    assert lod.primitive_type.name == "LINE_LIST"
    lod.primitive_type = 0
    assert lod.primitive_type.name == "TRIANGLE_LIST"
    with pytest.raises(fa.InvalidError, match="TRIANGLE_FAN"):
        lod.primitive_type = "TRIANGLE"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tree: setattr(tree.index_buffers[0], "indices", np.array([1, 70000])), "uint16"),
        (lambda tree: setattr(tree.index_buffers[0], "indices", np.array([1.5])), "same_kind|cast"),
        (lambda tree: setattr(tree.vertex_buffers[0], "vertices", np.zeros(3)), "columns position"),
        (lambda tree: setattr(tree.vertex_buffers[0], "vertex_count", -1), "32 bits"),
        (lambda tree: setattr(tree.vertex_buffers[0], "vertex_count", None), "None"),
        (lambda tree: setattr(tree.bounding_box, "min", (1, 2)), "takes 3"),
        (lambda tree: setattr(tree.bounding_box.min, "x", 1e300), "single precision"),
        (lambda tree: setattr(tree, "bones", []), "set what is in it"),
    ],
)
def test_what_does_not_fit_is_refused(change: object, message: str) -> None:
    model = fa.open(CRATE)
    with pytest.raises(fa.InvalidError, match=message):
        change(model.tree)  # type: ignore[operator]
    assert model.to_bytes() == CRATE.read_bytes()


def test_a_tree_that_contradicts_itself_is_not_written(tmp_path: Path) -> None:
    model = fa.open(CRATE)
    model.tree.vertex_buffers[0].vertex_count = 7
    with pytest.raises(fa.InvalidError) as caught:
        model.save(tmp_path / "Crate.mdl")
    assert caught.value.field == "vertex_buffers[0].vertices"
    assert list(tmp_path.iterdir()) == []
    model.tree.vertex_buffers[0].vertex_count = 192
    assert model.to_bytes() == CRATE.read_bytes()


def test_copies_are_apart() -> None:
    clip = fa.open(WALK)
    other = clip.copy()
    other.tree.tracks[0].name = "Other"
    assert clip.tree.tracks[0].name == "Hips"
    assert [one["path"] for one in clip.diff(other)] == ["tracks[0].name"]


def test_saving_replaces_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "Walk.ani"
    path.write_bytes(WALK.read_bytes())
    path.chmod(0o640)
    (tmp_path / "link.ani").symlink_to(path)
    clip = fa.open(tmp_path / "link.ani")
    clip.tree.name = "Run"
    clip.save()
    assert (tmp_path / "link.ani").is_symlink()
    assert fa.open(path).tree.name == "Run"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert len(list(tmp_path.iterdir())) == 2
    path.chmod(0o440)
    with pytest.raises(OSError, match="read-only"):
        clip.save()
    with pytest.raises(FileNotFoundError):
        clip.save(tmp_path / "nowhere" / "Walk.ani")
    with pytest.raises(fa.InvalidError, match="where"):
        fa.open(WALK.read_bytes()).save()


def test_saving_replaces_other_files_only_when_told(tmp_path: Path) -> None:
    path, other = tmp_path / "Walk.ani", tmp_path / "Run.ani"
    path.write_bytes(WALK.read_bytes())
    other.write_bytes(b"precious")
    clip = fa.open(path)
    clip.tree.name = "Run"
    with pytest.raises(FileExistsError, match="overwrite=True"):
        clip.save(other)
    assert other.read_bytes() == b"precious"
    assert clip.is_edited
    clip.save(other, overwrite=True)
    assert fa.open(other).tree.name == "Run"
    # Its own file, under every name and as often as it likes.
    clip.save(tmp_path / "." / "Walk.ani")
    for name in ("A", "B"):
        clip.tree.name = name
        clip.save()
        assert fa.open(path).tree.name == name


@pytest.mark.parametrize("rename", [False, True])
def test_what_was_saved_meanwhile_is_not_replaced(
    tmp_path: Path, rename: bool
) -> None:
    path = tmp_path / "Walk.ani"
    path.write_bytes(WALK.read_bytes())
    clip = fa.open(path)
    clip.tree.name = "Run"
    for _ in range(2):
        if rename:
            (tmp_path / "new").write_bytes(b"a careful edit")
            (tmp_path / "new").rename(path)
        else:
            path.write_bytes(b"a careful edit")
        with pytest.raises(OSError, match="changed"):
            clip.save()
        assert path.read_bytes() == b"a careful edit"
        clip.save(overwrite=True)
        assert fa.open(path).tree.name == "Run"
        clip.save()


@pytest.mark.parametrize("name", ["Walk.mdl", "Walk.json", "Walk.XML", "Walk.glb"])
def test_no_file_gets_the_extension_of_another_format(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(fa.InvalidError, match="urho3d.animation"):
        fa.open(WALK).save(tmp_path / name, overwrite=True)
    assert list(tmp_path.iterdir()) == []


def test_a_text_is_not_overwritten_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "Walk.xml"
    path.write_text(fa.open(WALK).to_xml())
    with pytest.raises(fa.InvalidError, match="where"):
        fa.open(path).save()
    fa.open(path).save(tmp_path / "Walk.ani")
    assert (tmp_path / "Walk.ani").read_bytes() == WALK.read_bytes()
    assert os.fspath(path) in repr(fa.open(path))


def test_numbers_that_do_not_fit_are_refused() -> None:
    model = fa.open(CRATE)
    vertices = model.tree.vertex_buffers[0].vertices
    with pytest.raises(fa.InvalidError) as caught:
        model.tree.bounding_box.max.y = 1e39
    error = caught.value
    assert (error.path, error.field) == (str(CRATE), "bounding_box.max.y")
    assert error.code is not None and "1e39 is too large" in str(error)
    with pytest.raises(fa.InvalidError) as caught:
        model.tree.bounding_box.max = (1, 2, 1e39)
    assert caught.value.field == "bounding_box.max.z"
    with pytest.raises(fa.InvalidError, match="too large") as caught:
        vertices["position"] = vertices["position"].astype("f8") * 1e39
    assert (caught.value.path, caught.value.field) == (str(CRATE), "vertex_buffers[0].vertices")
    with pytest.raises(fa.InvalidError, match="16 bits") as caught:
        model.tree.index_buffers[0].indices[0] = 1 << 16
    assert caught.value.field == "index_buffers[0].indices[0]"
    with pytest.raises(fa.InvalidError, match="cannot hold") as caught:
        model.tree.index_buffers[0].indices = np.array([1 << 16])
    assert (caught.value.path, caught.value.field) == (str(CRATE), "index_buffers[0].indices")
    assert not model.is_edited


def test_half_precision_is_not_made_infinite() -> None:
    dtype = np.dtype({"names": ["a"], "formats": ["<f2"]})
    assert packed(np.array([(65504.0,)], [("a", "<f4")]), dtype, "rows") == b"\xff\x7b"
    assert packed(np.array([(np.inf,)], [("a", "<f4")]), dtype, "rows") == b"\x00\x7c"
    with pytest.raises(Misfit, match="float16 cannot hold"):
        packed(np.array([(65536.0,)], [("a", "<f4")]), dtype, "rows")
