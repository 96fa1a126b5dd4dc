//! Softimage pictures.
//!
//! Written here because no library that reads them was found. Channels come in packets: each line has a run of every
//! packet, and each packet says how its runs are stored.

use formwork_schema::{Error, Kind, Result};

use crate::{
    image::{Image, Pixels},
    limit,
    reader::Reader,
};

/// What precedes the packets.
const HEADER: usize = 104;

/// Where the size stands.
const SIZE: usize = 92;

/// More packets than this are no picture, in engines too.
const PACKETS: usize = 10;

/// What a Softimage picture says of its pixels.
#[derive(Debug, Clone)]
pub(crate) struct Pic<'a> {
    pub(crate) width: u16,
    pub(crate) height: u16,
    packets: Vec<Packet>,
    /// Stands where the lines begin.
    lines: Reader<'a>,
}

/// Channels that are stored together.
#[derive(Debug, Clone, Copy)]
struct Packet {
    storage: Storage,
    /// From the highest bit: red, green, blue, alpha.
    channels: u8,
}

/// How the pixels of a packet are stored.
#[derive(Debug, Clone, Copy)]
enum Storage {
    Raw,
    /// Counts of equal pixels.
    Runs,
    /// Counts of equal and of different pixels.
    Mixed,
}

impl<'a> Pic<'a> {
    /// Reads the header and the packets.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let head = reader.take(SIZE)?;
        if !head.starts_with(b"\x53\x80\xf6\x34") || !head.ends_with(b"PICT") {
            return Err(Error::new(Kind::Unsupported, "no Softimage picture").at(0));
        }
        let (width, height) = (reader.short()?, reader.short()?);
        reader.take(HEADER - reader.at())?;
        Ok(Self {
            width,
            height,
            packets: packets(&mut reader)?,
            lines: reader,
        })
    }

    /// Whether there is a channel for opacity.
    pub(crate) fn has_alpha(&self) -> bool {
        self.packets
            .iter()
            .any(|packet| packet.channels & 0x10 != 0)
    }

    /// Decodes the picture. Channels that no packet has are full.
    pub(crate) fn image(&self) -> Result<Image> {
        let mut pixels = Vec::new();
        self.rows(|row| {
            if pixels.is_empty() {
                pixels.reserve_exact(row.len() * usize::from(self.height));
            }
            pixels.extend_from_slice(row);
        })?;
        Ok(Image {
            width: self.width.into(),
            height: self.height.into(),
            pixels: Pixels::Bytes(pixels.into_flattened()),
        })
    }

    /// Calls `each` with the pixels of every line.
    ///
    /// # Errors
    /// When a line is damaged.
    pub(crate) fn rows(&self, mut each: impl FnMut(&[[u8; 4]])) -> Result<()> {
        let mut reader = self.lines;
        limit::check(self.width.into(), self.height.into(), reader.left())?;
        let mut line = vec![[255; 4]; self.width.into()];
        for _ in 0..self.height {
            for packet in &self.packets {
                packet.line(&mut reader, &mut line)?;
            }
            each(&line);
        }
        Ok(())
    }
}

fn packets(reader: &mut Reader<'_>) -> Result<Vec<Packet>> {
    let mut packets = Vec::new();
    loop {
        let at = reader.at() as u64;
        if packets.len() == PACKETS {
            let message = format!("more than {PACKETS} packets");
            return Err(Error::new(Kind::Malformed, message).at(at));
        }
        let (more, bits) = (reader.byte()?, reader.byte()?);
        let (storage, channels) = (reader.byte()?, reader.byte()?);
        if bits != 8 {
            let message = format!("{bits} bits a channel; there are always 8");
            return Err(Error::new(Kind::Malformed, message).at(at + 1));
        }
        let storage = match storage {
            0 => Storage::Raw,
            1 => Storage::Runs,
            2 => Storage::Mixed,
            other => {
                let message = format!("storage {other} of pixels is not known");
                return Err(Error::new(Kind::Malformed, message).at(at + 2));
            }
        };
        packets.push(Packet { storage, channels });
        if more == 0 {
            return Ok(packets);
        }
    }
}

impl Packet {
    /// Places of its channels within a pixel.
    fn places(self) -> impl Iterator<Item = usize> {
        (0..4).filter(move |place| self.channels & (0x80 >> place) != 0)
    }

    /// Reads its channels of some pixels, each of them.
    fn pixels(self, reader: &mut Reader<'_>, pixels: &mut [[u8; 4]]) -> Result<()> {
        for pixel in pixels {
            for place in self.places() {
                pixel[place] = reader.byte()?;
            }
        }
        Ok(())
    }

    /// Reads its channels of some equal pixels.
    fn run(self, reader: &mut Reader<'_>, pixels: &mut [[u8; 4]]) -> Result<()> {
        for place in self.places() {
            let channel = reader.byte()?;
            pixels.iter_mut().for_each(|pixel| pixel[place] = channel);
        }
        Ok(())
    }

    /// Reads its channels of a line.
    fn line(self, reader: &mut Reader<'_>, mut line: &mut [[u8; 4]]) -> Result<()> {
        while !line.is_empty() {
            let at = reader.at() as u64;
            let (count, same) = match self.storage {
                Storage::Raw => (line.len(), false),
                // Engines cut what is too long here, and only here.
                Storage::Runs => (usize::from(reader.byte()?).min(line.len()), true),
                Storage::Mixed => match reader.byte()? {
                    count @ 0..128 => (usize::from(count) + 1, false),
                    128 => (usize::from(reader.short()?), true),
                    count => (usize::from(count) - 127, true),
                },
            };
            let Some((pixels, rest)) = line.split_at_mut_checked(count) else {
                let message = "a run is longer than its line";
                return Err(Error::new(Kind::Malformed, message).at(at));
            };
            if same {
                self.run(reader, pixels)?;
            } else {
                self.pixels(reader, pixels)?;
            }
            line = rest;
        }
        Ok(())
    }
}
