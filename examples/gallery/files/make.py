"""Makes the files of this folder, each by a program that knows the format: `python make.py`.

Needs Pillow, mido and pygltflib of PyPI, and javac. A file made by another version of these may differ in what is
compressed, so the files are kept."""

import gzip
import math
import pathlib
import struct
import subprocess
import tempfile
import wave

import mido
import pygltflib
from PIL import Image, PngImagePlugin

HERE = pathlib.Path(__file__).parent


def make_wav():
    """A fading tone of two channels, and one of one channel and an odd number of bytes."""
    with wave.open(str(HERE / "stereo.wav"), "wb") as out:
        out.setparams((2, 2, 8000, 0, "NONE", ""))
        for at in range(64):
            level = int(12000 * (1 - at / 64) * math.sin(at / 4))
            out.writeframes(struct.pack("<hh", level, -level))
    with wave.open(str(HERE / "odd.wav"), "wb") as out:
        out.setparams((1, 1, 11025, 0, "NONE", ""))
        out.writeframes(bytes(range(100, 131)))


def picture(mode, size=(16, 12)):
    """A slope of colours with a diagonal."""
    image = Image.new("RGB", size)
    for x in range(size[0]):
        for y in range(size[1]):
            image.putpixel((x, y), (x * 15, y * 20, 255 if x == y else 64))
    return image.quantize(8) if mode == "P" else image.convert(mode)


def make_png():
    """A picture with words and a size, and one with a palette."""
    words = PngImagePlugin.PngInfo()
    words.add_text("Title", "A slope")
    words.add(b"tIME", struct.pack(">HBBBBB", 2024, 2, 29, 12, 30, 59))
    picture("RGBA").save(HERE / "slope.png", pnginfo=words, dpi=(72, 72))
    picture("P").save(HERE / "palette.png", bits=4)


def make_gif():
    """Two pictures one after another, and a single one."""
    frames = [picture("P"), picture("P").transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    frames[0].save(HERE / "moving.gif", save_all=True, append_images=frames[1:], duration=200, loop=0, comment=b"Hello")
    picture("P", (5, 3)).save(HERE / "still.gif")


def make_tga():
    """Pixels as they are, as runs, and with a palette; the last without a footer."""
    picture("RGBA").save(HERE / "plain.tga", id_section=b"A slope")
    picture("L").save(HERE / "runs.tga", compression="tga_rle")
    picture("P", (6, 4)).save(HERE / "palette.tga")
    old = HERE / "palette.tga"
    old.write_bytes(old.read_bytes()[:-26])


def make_gzip():
    """A text with its name."""
    with open(HERE / "named.gz", "wb") as out:
        with gzip.GzipFile("words.txt", "wb", 9, out, mtime=1700000000) as packed:
            packed.write(b"Read, change, write. " * 20)
    (HERE / "plain.gz").write_bytes(gzip.compress(b"", mtime=0))


def make_glb():
    """A triangle."""
    corners = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
    scene = pygltflib.GLTF2(
        scene=0,
        scenes=[pygltflib.Scene(nodes=[0])],
        nodes=[pygltflib.Node(mesh=0, name="Triangle")],
        meshes=[pygltflib.Mesh(primitives=[pygltflib.Primitive(attributes=pygltflib.Attributes(POSITION=0))])],
        accessors=[
            pygltflib.Accessor(bufferView=0, componentType=5126, count=3, type="VEC3", min=[0, 0, 0], max=[1, 1, 0])
        ],
        bufferViews=[pygltflib.BufferView(buffer=0, byteLength=len(corners))],
        buffers=[pygltflib.Buffer(byteLength=len(corners))],
    )
    scene.set_binary_blob(corners)
    (HERE / "triangle.glb").write_bytes(b"".join(scene.save_to_bytes()))


def make_midi():
    """A scale in one track, its tempo in another."""
    song = mido.MidiFile(type=1, ticks_per_beat=480)
    tempo, scale = mido.MidiTrack(), mido.MidiTrack()
    tempo.append(mido.MetaMessage("set_tempo", tempo=500000))
    for note in (60, 62, 64, 65, 67, 69, 71, 72):
        scale.append(mido.Message("note_on", note=note, velocity=80))
        scale.append(mido.Message("note_off", note=note, velocity=0, time=240))
    song.tracks.extend([tempo, scale])
    song.save(str(HERE / "scale.mid"))


def make_class():
    """A class with constants of both widths."""
    source = "class Hello { static final long WIDE = 1L << 40; public static void main(String[] a) { System.out.println(WIDE); } }"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "Hello.java").write_text(source)
        subprocess.run(["javac", "-g:none", "-d", str(HERE), "Hello.java"], cwd=folder, check=True)


for make in (make_wav, make_png, make_gif, make_tga, make_gzip, make_glb, make_midi, make_class):
    make()
