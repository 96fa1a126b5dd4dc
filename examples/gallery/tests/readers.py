"""What other programs read from the files of the gallery, as JSON.

`python readers.py FORMAT FILE...` prints one object for each file. Where a module or a program is missing it ends with
77 and says which; in CI all must be there."""

import json
import re
import shutil
import subprocess
import sys

MISSING = 77


def wav(path):
    import wave

    with wave.open(path) as sound:
        return {
            "channels": sound.getnchannels(),
            "sample_bytes": sound.getsampwidth(),
            "rate": sound.getframerate(),
            "samples": sound.readframes(sound.getnframes()).hex(),
        }


def opened(path):
    """A picture, all of its pixels read."""
    from PIL import Image

    image = Image.open(path)
    image.load()
    return image


def png(path):
    with opened(path) as image:
        density = image.info.get("dpi")
        return {
            "size": list(image.size),
            "mode": image.mode,
            "palette": image.palette and image.palette.tobytes().hex(),
            "title": image.text.get("Title"),
            "dots_per_inch": density and round(density[0]),
        }


def gif(path):
    with opened(path) as image:
        return {
            "size": list(image.size),
            "version": image.info["version"].decode(),
            "background": image.info.get("background", 0),
            "frames": image.n_frames,
            "delay": image.info.get("duration"),
            "comment": image.info.get("comment", b"").decode(),
            "palette": image.palette.tobytes().hex(),
        }


def tga(path):
    with opened(path) as image:
        return {
            "size": list(image.size),
            "mode": image.mode,
            "runs": image.info.get("compression") == "tga_rle",
            "id": image.info.get("id_section", b"").decode(),
            "from_the_top": image.info["orientation"] == 1,
        }


def glb(path):
    import pygltflib

    scene = pygltflib.GLTF2().load_binary(path)
    return {
        "nodes": [node.name for node in scene.nodes],
        "buffer_size": scene.buffers[0].byteLength,
        "binary": scene.binary_blob().hex(),
    }


def gz(path):
    import gzip
    import zlib

    with gzip.open(path) as packed:
        content = packed.read()
        return {"modified": packed.mtime, "size": len(content), "crc": zlib.crc32(content)}


def mid(path):
    import mido

    song = mido.MidiFile(path)
    return {"type": song.type, "ticks": song.ticks_per_beat, "tracks": len(song.tracks)}


def classfile(path):
    """By the JDK's own `javap`, or by `javatools`."""
    if shutil.which("javap"):
        told = subprocess.run(["javap", "-v", path], capture_output=True, text=True, check=True).stdout
        minor, major = (int(re.search(rf"{part} version: (\d+)", told)[1]) for part in ("minor", "major"))
        number, kind = re.findall(r"^ +#(\d+) = (\w+)", told, re.MULTILINE)[-1]
        return {"minor": minor, "major": major, "constants": int(number) + (2 if kind in ("Long", "Double") else 1)}
    import javatools

    with open(path, "rb") as file:
        read = javatools.unpack_class(file.read())
        major, minor = read.get_version()
        return {"minor": minor, "major": major, "constants": len(read.cpool.consts)}


READERS = {"wav": wav, "png": png, "gif": gif, "tga": tga, "glb": glb, "gz": gz, "mid": mid, "class": classfile}

if __name__ == "__main__":
    try:
        facts = [READERS[sys.argv[1]](path) for path in sys.argv[2:]]
    except ModuleNotFoundError as error:
        print(f"Python's module {error.name} is not installed", file=sys.stderr)
        sys.exit(MISSING)
    json.dump(facts, sys.stdout)
