"""What files are, and what their trees say."""

from __future__ import annotations

import mmap
import os
import pickle
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formwork_assets as fa

from common import FIXTURES, SAMPLES, corpus

CRATE = SAMPLES / "urho3d/Crate.mdl"
WALK = SAMPLES / "urho3d/Walk.ani"


def test_a_model_says_what_it_is() -> None:
    model = fa.open(CRATE)
    assert (model.format, model.version, model.path) == ("urho3d.model", "UMD2", str(CRATE))
    buffer = model.tree.vertex_buffers[0]
    assert buffer.vertex_count == len(buffer.vertices) == 192
    assert buffer.vertices["position"].shape == (192, 3)
    assert buffer.vertices["position"].dtype == np.float32
    assert model.to_bytes() == CRATE.read_bytes()


def test_bytes_are_opened_as_files_are() -> None:
    data = WALK.read_bytes()
    with WALK.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for given in (data, bytearray(data), memoryview(data), mapped):
            clip = fa.open(given)
            assert clip.format == "urho3d.animation"
            assert clip.path is None
            assert clip.tree.name == "Walk"
    with pytest.raises(TypeError, match="a path, or bytes"):
        fa.open(3)  # type: ignore[arg-type]


@pytest.mark.skipif(sys.platform != "linux", reason="names of other systems are Unicode")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.ani")
    Path(path).write_bytes(WALK.read_bytes())
    clip = fa.open(path)
    assert clip.path == path
    clip.tree.length = 3
    clip.save()
    assert fa.open(clip.path).tree.length == 3
    assert "\ufffd.ani" in repr(clip)


def test_structs_say_their_fields() -> None:
    clip = fa.open(WALK)
    track = clip.tree.tracks[0]
    assert set(dir(track)) >= {"name", "channels", "keyframes"}
    assert track.weight is None
    assert track.name == track["name"] == "Hips"
    assert "time: 0.0625 seconds" in repr(track.keyframes[1])
    assert fa.fields(track.keyframes)["time"].unit == "seconds"
    assert fa.fields(track)["name"].doc
    with pytest.raises(AttributeError, match="Track has no field `nam`, only name, channels,"):
        track.nam  # noqa: B018
    assert [one.name for one in clip.tree.tracks][:2] == ["Hips", "Spine"]
    assert clip.tree.tracks[-1].name == list(clip.tree.tracks)[-1].name
    with pytest.raises(IndexError):
        clip.tree.tracks[100]


def test_numbers_have_their_names() -> None:
    track = fa.open(WALK).tree.tracks[0]
    assert track.channels.name == "POSITION|ROTATION"
    lod = fa.open(CRATE).tree.geometries[0].lods[0]
    assert lod.primitive_type == 0
    assert lod.primitive_type.name == "TRIANGLE_LIST"


def test_vectors_are_sequences() -> None:
    box = fa.open(CRATE).tree.bounding_box
    assert tuple(box.min) == pytest.approx((-0.4, 0, -0.4))
    assert len(box.min) == 3
    assert box.min[1] == box.min.y == 0
    assert np.array(box.max).shape == (3,)
    assert repr(box.max) == "Vec3(0.4, 0.8, 0.4)"
    with pytest.raises(TypeError):
        len(box)


def owner(array: Any) -> Any:
    """What holds the bytes that an array looks into."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array


def test_arrays_of_one_file_share_its_bytes() -> None:
    model = fa.open(CRATE)
    (buffer,), (indices,) = model.tree.vertex_buffers, model.tree.index_buffers
    file = model.to_bytes()
    arrays = [buffer.vertices.array, buffer.vertices["normal"], np.asarray(indices.indices)]
    assert all(owner(array) is file for array in arrays)
    assert np.shares_memory(arrays[0], np.frombuffer(file, np.uint8))
    assert np.shares_memory(buffer.vertices.array, arrays[1])
    # The tree that was read in full, and a copy of the asset, look into the same bytes.
    model.to_xml()
    assert owner(model.tree.vertex_buffers[0].vertices.array) is file
    assert owner(model.copy().tree.vertex_buffers[0].vertices.array) is file


def test_arrays_are_views_of_the_file() -> None:
    data = CRATE.read_bytes()
    vertices = fa.open(data).tree.vertex_buffers[0].vertices
    array = vertices.array
    assert owner(array) is data
    assert not array.flags.writeable
    assert not vertices["position"].flags.writeable
    # And live as long as anybody looks.
    position = vertices["position"]
    del vertices, array, data
    assert position.max() == pytest.approx(0.8)


def test_columns_are_copied_when_asked() -> None:
    vertices = fa.open(CRATE).tree.vertex_buffers[0].vertices
    for name in vertices.columns:
        view, copy = vertices.column(name), vertices.column(name, copy=True)
        assert np.array_equal(view, copy)
        assert copy.flags.c_contiguous
        assert copy.flags.writeable
        assert copy.dtype == view.dtype
    with pytest.raises(KeyError, match="position"):
        vertices["pos"]
    with pytest.raises(KeyError):
        vertices.column("pos", copy=True)


def test_plain_numbers_have_no_columns() -> None:
    indices = fa.open(CRATE).tree.index_buffers[0].indices
    assert indices.columns == []
    assert indices.dtype == np.uint16
    assert list(indices)[:3] == [0, 5, 1]
    assert indices[1:3].tolist() == [5, 1]
    assert np.asarray(indices).max() < 192


def test_big_endian_and_missing_columns() -> None:
    for path in sorted(FIXTURES.rglob("*.mdl")):
        try:
            buffers = fa.open(path).tree.vertex_buffers
        except fa.FormworkError:
            continue
        for buffer in buffers:
            assert len(buffer.vertices) == buffer.vertex_count
            assert buffer.vertices.array.shape == (buffer.vertex_count,)


def test_errors_say_where() -> None:
    broken = WALK.read_bytes()[:100]
    with pytest.raises(fa.MalformedError) as caught:
        fa.open(broken, name="Walk.ani").tree.tracks  # noqa: B018
    error = caught.value
    assert (error.path, error.field, error.offset, error.line) == ("Walk.ani", "tracks", 17, None)
    assert error.code is not None and "malformed" in error.code
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.offset) == (type(error), str(error), 17)
    with pytest.raises(fa.UnsupportedError):
        fa.open(b"nothing of ours")
    with pytest.raises(fa.LimitError):
        fa.open(WALK, max_size=10)
    with pytest.raises(fa.LimitError, match="memory") as limited:
        fa.open(WALK, max_memory=100).tree.tracks  # noqa: B018
    assert limited.value.help == "raise the limit with max_memory"
    with pytest.raises(FileNotFoundError, match="not-there"):
        fa.open("not-there.mdl")
    with pytest.raises(fa.MalformedError) as caught:
        fa.from_xml('<urho3d.animation formwork="2" version="UANI"\n length="x" name=""/>')
    assert caught.value.line == 2


def test_texts_come_back() -> None:
    for path in (CRATE, WALK):
        asset = fa.open(path)
        assert fa.from_xml(asset.to_xml()).to_bytes() == path.read_bytes()
        assert fa.from_json(asset.to_json()).to_bytes() == path.read_bytes()
        assert fa.open(asset.to_xml().encode()).format == asset.format


def test_files_are_identified() -> None:
    assert fa.identify(WALK.read_bytes()) == {
        "format": "urho3d.animation",
        "version": "UANI",
        "engine": fa.identify(WALK.read_bytes())["engine"],
        "looks_like": None,
    }
    assert fa.identify(b"glTF\x02\0\0\0")["looks_like"]


def test_diagnoses() -> None:
    path = FIXTURES / "urho3d/model/umd2-wrong-references.mdl"
    told = fa.open(path).diagnose()
    codes = {one.code[:5]: one for one in told}
    assert codes["U0108"].severity == "error"
    assert codes["U0108"].field == "geometries[0].bone_mapping[0]"
    assert codes["U0108"].offset is not None
    assert "U0108" in str(codes["U0108"])
    assert any(one.code.startswith("F") for one in fa.open(CRATE).diagnose(profile=["horde3d"]))
    with pytest.raises(fa.InvalidError):
        fa.open(CRATE).diagnose(profile=["no such engine"])


def test_differences() -> None:
    folder = FIXTURES / "urho3d/animation"
    a, b = fa.open(folder / "uani-long.ani"), fa.open(folder / "uani-long-edited.ani")
    diff = a.diff(b)
    assert diff[0]["path"] == "length"
    assert 'renamed from "Root/Arm" to "Root/LeftArm"' in str(diff)
    assert not a.diff(a)
    assert len(a.diff(b, all=True)) > len(diff)
    with pytest.raises(fa.InvalidError):
        a.diff(fa.open(CRATE))


def test_threads_read_at_the_same_time() -> None:
    asset = fa.open(WALK)
    seen: list[str] = []

    def work() -> None:
        for _ in range(50):
            seen.append(asset.tree.tracks[3].name)
            asset.tree.tracks[3].keyframes["time"].sum()
            asset.to_xml()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 200
    assert len(set(seen)) == 1


def walked(node: object, depth: int = 0) -> int:
    """Looks at everything that a node has; returns how much that was."""
    if isinstance(node, fa.Struct):
        repr(node)
        return 1 + sum(walked(getattr(node, name), depth + 1) for name in dir(node))
    if isinstance(node, fa.List):
        repr(node)
        return 1 + sum(walked(item, depth + 1) for item in list(node)[:3])
    if isinstance(node, fa.Records):
        array = node.array
        assert len(array) == len(node)
        for name in node.columns:
            assert np.array_equal(node.column(name, copy=True), array[name], equal_nan=array[name].dtype.kind == "f")
        return 1 + (walked(node[0], depth + 1) if len(node) else 0)
    return 1


def test_every_fixture_is_walked() -> None:
    files = [path for folder in (SAMPLES, FIXTURES) for path in folder.rglob("*") if path.is_file()]
    count = sum(looked_at(path) for path in files)
    assert count > 100


def test_real_files_are_walked() -> None:
    files = list(corpus(".mdl", ".ani", ".geo", ".anim"))
    count = sum(looked_at(path) for path in files)
    print(f"{count} of {len(files)} real files")
    assert not files or count > 0.9 * len(files)


def looked_at(path: Path) -> bool:
    try:
        asset = fa.open(path)
        tree = asset.tree
        repr(tree)
    except fa.FormworkError:
        return False
    assert walked(tree) > 0
    assert asset.to_bytes() == path.read_bytes() or asset.path is None or is_text(path)
    return True


def is_text(path: Path) -> bool:
    """Texts of ours stand for other bytes."""
    return path.read_bytes()[:1] in (b"<", b"{")
