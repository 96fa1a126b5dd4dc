//! The clip as the engines load it, after `Animation::BeginLoad` of Urho3D: from a stream that is a trait object, one number and one
//! letter after the other.

/// What the engine calls `Deserializer`.
trait Stream {
    /// Reads so many bytes, or as many as there are.
    fn read(&mut self, room: &mut [u8]) -> usize;
}

/// What the engine calls `MemoryBuffer`.
struct Memory<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Stream for Memory<'_> {
    fn read(&mut self, room: &mut [u8]) -> usize {
        let rest = &self.bytes[self.at..];
        let length = room.len().min(rest.len());
        room[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        length
    }
}

impl dyn Stream + '_ {
    fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut room = [0; N];
        self.read(&mut room);
        room
    }

    fn byte(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn float(&mut self) -> f32 {
        f32::from_le_bytes(self.array())
    }

    /// The engine reads vectors and quaternions as a whole.
    fn floats<const N: usize>(&mut self) -> [f32; N] {
        let mut room = [0; 16];
        self.read(&mut room[..4 * N]);
        let mut floats = [0.0; N];
        for (float, bytes) in floats.iter_mut().zip(room.as_chunks().0) {
            *float = f32::from_le_bytes(*bytes);
        }
        floats
    }

    fn string(&mut self) -> String {
        let mut text = String::new();
        loop {
            match self.byte() {
                0 => return text,
                letter => text.push(letter.into()),
            }
        }
    }
}

/// A clip.
pub(crate) struct Animation {
    pub(crate) name: String,
    pub(crate) length: f32,
    pub(crate) tracks: Vec<Track>,
}

/// The motion of one bone.
pub(crate) struct Track {
    pub(crate) name: String,
    pub(crate) mask: u8,
    pub(crate) keyframes: Vec<Keyframe>,
}

/// The pose of a bone at one moment: all parts, whether there or not.
#[derive(Default)]
pub(crate) struct Keyframe {
    pub(crate) time: f32,
    pub(crate) position: [f32; 3],
    pub(crate) rotation: [f32; 4],
    pub(crate) scale: [f32; 3],
}

pub(crate) fn read(bytes: &[u8]) -> Option<Animation> {
    let stream: &mut dyn Stream = &mut Memory { bytes, at: 0 };
    if stream.array() != *b"UANI" {
        return None;
    }
    let (name, length) = (stream.string(), stream.float());
    let tracks = (0..stream.word()).map(|_| track(stream)).collect();
    Some(Animation {
        name,
        length,
        tracks,
    })
}

fn track(stream: &mut dyn Stream) -> Track {
    let (name, mask) = (stream.string(), stream.byte());
    let keyframes = (0..stream.word()).map(|_| keyframe(stream, mask)).collect();
    Track {
        name,
        mask,
        keyframes,
    }
}

fn keyframe(stream: &mut dyn Stream, mask: u8) -> Keyframe {
    let mut key = Keyframe {
        time: stream.float(),
        ..Keyframe::default()
    };
    if mask & 1 != 0 {
        key.position = stream.floats();
    }
    if mask & 2 != 0 {
        key.rotation = stream.floats();
    }
    if mask & 4 != 0 {
        key.scale = stream.floats();
    }
    key
}
