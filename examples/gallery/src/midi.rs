//! Notes and when they are played: `.mid`.
//!
//! A header, and tracks. The events of a track stay bytes: one event may leave out its first byte, which is then that of the
//! event before it, and times are numbers in groups of seven bits, high group first.
//!
//! After "Standard MIDI Files 1.0" of the MIDI Manufacturers Association.

use binrw::binrw;
use formwork_schema::{Blob, Schema, count};
use serde::{Deserialize, Serialize};

/// How tracks belong together.
#[derive(Schema)]
#[binrw]
#[brw(repr = u16)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrangement {
    /// There is one.
    Single = 0,
    /// They are played together.
    Together = 1,
    /// Each is a piece of its own.
    OneByOne = 2,
}

/// A piece of music.
#[derive(Schema)]
#[schema(format = "audio.midi", extension = "mid", extension = "midi")]
#[binrw]
#[brw(big, magic = b"MThd\0\0\0\x06")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Midi {
    /// How tracks belong together.
    pub arrangement: Arrangement,
    #[br(temp)]
    #[bw(try_calc(count(tracks)))]
    track_count: u16,
    /// Ticks of a quarter note; below 0, frames of a second (its upper byte, negated) and ticks of a frame.
    pub division: i16,
    /// The tracks.
    #[br(count = track_count)]
    pub tracks: Vec<Track>,
}

/// Events one after another.
#[derive(Schema)]
#[binrw]
#[brw(magic = b"MTrk")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Track {
    #[br(temp)]
    #[bw(try_calc(count(events)))]
    event_size: u32,
    /// The events, each after the time since the one before it.
    #[br(count = event_size)]
    pub events: Blob,
}
