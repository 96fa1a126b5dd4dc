//! What a person wants to see of a DirectDraw surface first, and what the engine makes of it.

use formwork_schema::{Blob, Diagnostics};

use super::{
    Caps2, Dds, DxgiFormat, FourCc, HeaderFlags, MiscFlags, PixelFormatFlags, format::FACES,
};
use crate::{
    inspect::Inspection,
    layouts::GameFormat,
    texture::{Loads, Shape, Texture as _, rules},
};

impl GameFormat for Dds {
    const ENGINES: &'static str = "Horde3D, Urho3D, U3D, Dry, Atomic, rbfx";
    const NOTES: &'static str = "every level, face and slice decodes to PNG";

    fn engine(_: &str) -> &'static str {
        "Horde3D, Urho3D family"
    }

    fn texture(&self) -> Option<&dyn crate::texture::Texture> {
        Some(self)
    }

    fn keep_levels(&mut self, levels: u32) -> bool {
        // Of several chains, the later ones would move.
        let [chain] = &mut *self.chains else {
            return false;
        };
        let kept = usize::try_from(levels).unwrap_or(usize::MAX);
        if !(1..=chain.levels.len()).contains(&kept) {
            return false;
        }
        self.mip_map_count = levels;
        chain.levels.truncate(kept);
        self.rest = None;
        true
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let shape = self.shape();
        match &shape {
            Ok(shape) => shape.tell(&mut seen),
            Err(_) => {
                seen.measure("width", "Width", self.width, "pixels");
                seen.measure("height", "Height", self.height, "pixels");
            }
        }
        let mut minded = Diagnostics::new();
        let memory = self.judge(&mut minded);
        Loads::of(&minded).tell(memory, &mut seen);
        if let Ok(shape) = &shape {
            seen.tables.push(shape.table());
        }
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        match self.shape() {
            Ok(shape) => {
                let (there, expected) = (self.stored(), shape.bytes());
                if there < expected {
                    let message = format!("{} bytes are missing", expected - there);
                    for rule in [&rules::DATA_SHORT, &rules::DDS_DATA_UNSET] {
                        seen.add(rule, || self.first_short(Some(&shape)), &message);
                    }
                }
            }
            Err(error) => seen.add(&rules::NOT_DECODED, || error.path().into(), error.message()),
        }
        self.judge(seen);
        self.judge_urho3d(seen);
    }
}

/// What a pixel takes in the file and on the graphics card: side of a block, bytes, bytes.
type Size = (u64, u64, u64);

/// What the engine takes for BC6H, without and with sign.
const BC6H_IN_ENGINE: [DxgiFormat; 2] = [DxgiFormat::BC6H_SF16, DxgiFormat::BC7_TYPELESS];

/// Channels as the engine takes them: blue first, or red first.
const MASKS: [[u32; 3]; 2] = [[0xff_0000, 0xff00, 0xff], [0xff, 0xff00, 0xff_0000]];

impl Dds {
    /// Adds what the engine minds; the memory that it takes for it.
    fn judge(&self, seen: &mut Diagnostics) -> u64 {
        self.judge_kind(seen);
        self.judge_levels(seen);
        self.judge_newer(seen);
        match self.size_in_engine() {
            Some(size) => self.judge_length(size, seen),
            None => {
                self.refuse_format(seen);
                0
            }
        }
    }

    fn judge_kind(&self, seen: &mut Diagnostics) {
        let known = Caps2::CUBE_MAP | Caps2::VOLUME;
        if self.dx10.is_none() && self.stored() == 0 {
            let message =
                "the engine takes files of 128 bytes or less for other pictures, and refuses them";
            seen.add(&rules::DDS_TOO_SHORT, || self.end().into(), message);
        }
        if !self.caps_2.is_empty() && !self.caps_2.intersects(known) {
            let message = "the engine knows pictures, cubes and volumes only, and refuses this";
            seen.add(&rules::DDS_TYPE_REFUSED, || "caps_2".into(), message);
        }
    }

    fn judge_levels(&self, seen: &mut Diagnostics) {
        let counted = self.flags.contains(HeaderFlags::MIP_MAP_COUNT);
        if self.mip_map_count > 1 && !counted {
            let message =
                "mip levels without the flag that counts them; the engine takes one level";
            seen.add(&rules::MIP_COUNT_NOT_FLAGGED, || "flags".into(), message);
        }
        if self.mip_map_count == 0 && counted {
            let message = "0 mip levels, of which the engine uploads none";
            seen.add(&rules::DDS_NO_LEVELS, || "mip_map_count".into(), message);
        }
    }

    fn judge_newer(&self, seen: &mut Diagnostics) {
        let Some(dx10) = &self.dx10 else { return };
        if dx10.array_size > 1 {
            let message = "the engine takes the first element of an array only";
            seen.add(
                &rules::ARRAY_FIRST_ONLY,
                || "dx10.array_size".into(),
                message,
            );
        }
        let is_cube = dx10.misc_flags.contains(MiscFlags::TEXTURE_CUBE);
        if is_cube && !self.caps_2.contains(Caps2::CUBE_MAP) {
            let message =
                "only the newer header says that this is a cube; the engine takes one face";
            seen.add(
                &rules::DX10_CUBE_IGNORED,
                || "dx10.misc_flags".into(),
                message,
            );
        }
    }

    fn refuse_format(&self, seen: &mut Diagnostics) {
        if let Some(dx10) = &self.dx10
            && dx10.dxgi_format == DxgiFormat::BC6H_UF16
        {
            let message =
                "the engine knows BC6H by numbers that are one too high, and refuses the right one";
            let path = "dx10.dxgi_format";
            return seen.add(&rules::BC6H_REFUSED, || path.into(), message);
        }
        let path = if self.dx10.is_some() {
            "dx10.dxgi_format"
        } else if self.pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) {
            "four_cc"
        } else {
            "pixel_format_flags"
        };
        let message = "the engine refuses this pixel format";
        seen.add(&rules::DDS_FORMAT_REFUSED, || path.into(), message);
    }

    /// Compares the length of the file with what the engine asks for; the memory of all levels on the graphics card.
    fn judge_length(&self, size: Size, seen: &mut Diagnostics) -> u64 {
        if self
            .dx10
            .is_some_and(|dx10| BC6H_IN_ENGINE.contains(&dx10.dxgi_format))
        {
            let message = "the engine knows BC6H by numbers that are one too high, and takes this for another format";
            let path = "dx10.dxgi_format";
            seen.add(&rules::BC6H_MISREAD, || path.into(), message);
        }
        let (side, bytes, memory) = size;
        let is_cube = self.caps_2.contains(Caps2::CUBE_MAP);
        let faces = if is_cube { 6 } else { 1 };
        let needed = self.in_engine(side, bytes).saturating_mul(faces);
        let there = self.stored();
        if is_cube && self.faces_named() < FACES.len() {
            let message =
                "a cube without all faces; the engine complains and reads on as if there were six";
            seen.add(&rules::MISSING_CUBE_FACES, || "caps_2".into(), message);
        }
        if there < needed {
            let message = format!(
                "the engine asks for {} more bytes, and refuses it as corrupt",
                needed - there
            );
            let shape = self.shape().ok();
            let path = || self.first_short(shape.as_ref());
            seen.add(&rules::MIP_CHAIN_SHORT, path, message);
        } else if there > needed {
            let message = format!("{} bytes that the engine does not read", there - needed);
            seen.add(&rules::DATA_AFTER, || self.at(needed), message);
        }
        self.in_engine(side, memory).saturating_mul(faces)
    }

    /// How many bytes of pictures there are.
    pub(super) fn stored(&self) -> u64 {
        let levels = self.chains.iter().flat_map(|chain| &*chain.levels);
        let levels = levels.map(|level| level.data.len() as u64);
        levels.sum::<u64>() + self.rest.as_ref().map_or(0, Blob::len) as u64
    }

    /// Number of faces of a cube in the flags.
    pub(in crate::texture) fn faces_named(&self) -> usize {
        let faces = FACES.iter().filter(|face| self.caps_2.contains(**face));
        faces.count()
    }

    /// The path of the first level that is not all there.
    fn first_short(&self, shape: Option<&Shape>) -> String {
        let whole = |level| shape.map_or(0, |shape| shape.level_bytes(level));
        self.find_level(|level, length| length < whole(level))
    }

    /// The path of the level that has the byte at a place behind the header.
    fn at(&self, place: u64) -> String {
        let mut end = 0;
        self.find_level(|_, length| {
            end += length;
            place < end
        })
    }

    /// The path of the first level, with its number and length, of which something holds; else of what stands last.
    fn find_level(&self, mut holds: impl FnMut(u32, u64) -> bool) -> String {
        for (chain, it) in self.chains.iter().enumerate() {
            for (level, it) in (0..).zip(it.levels.iter()) {
                if holds(level, it.data.len() as u64) {
                    return format!("chains[{chain}].levels[{level}].data");
                }
            }
        }
        self.end().to_owned()
    }

    /// The path of what stands last.
    fn end(&self) -> &'static str {
        self.rest.as_ref().map_or("chains", |_| "rest")
    }

    /// Bytes of all levels of a face as the engine counts them.
    fn in_engine(&self, side: u64, bytes: u64) -> u64 {
        let counted = self.flags.contains(HeaderFlags::MIP_MAP_COUNT);
        let levels = if counted { self.mip_map_count } else { 1 };
        let is_volume =
            !self.caps_2.contains(Caps2::CUBE_MAP) && self.caps_2.contains(Caps2::VOLUME);
        let depth = if is_volume { self.depth } else { 1 };
        let half = |size: u32, level| u64::from(size.checked_shr(level).unwrap_or(0).max(1));
        // Levels after the last halving are all alike; so many are refused anyway.
        let sizes = (0..levels.min(1 << 16)).map(|level| {
            let (columns, rows) = (half(self.width, level), half(self.height, level));
            let blocks = columns.div_ceil(side).saturating_mul(rows.div_ceil(side));
            blocks
                .saturating_mul(half(depth, level))
                .saturating_mul(bytes)
        });
        sizes.fold(0, u64::saturating_add)
    }

    /// What a pixel takes when the engine knows its format.
    fn size_in_engine(&self) -> Option<Size> {
        if let Some(dx10) = &self.dx10 {
            return match dx10.dxgi_format {
                DxgiFormat::BC6H_SF16
                | DxgiFormat::BC7_TYPELESS
                | DxgiFormat::BC7_UNORM
                | DxgiFormat::BC7_UNORM_SRGB => Some((4, 16, 16)),
                _ => None,
            };
        }
        if self.pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) {
            return match self.four_cc {
                FourCc::DXT1 => Some((4, 8, 8)),
                FourCc::DXT3 | FourCc::DXT5 => Some((4, 16, 16)),
                FourCc::A16B16G16R16F => Some((1, 8, 8)),
                FourCc::A32B32G32R32F => Some((1, 16, 16)),
                _ => None,
            };
        }
        let is_rgb = self.pixel_format_flags.contains(PixelFormatFlags::RGB);
        let masks = [self.red_mask, self.green_mask, self.blue_mask];
        let known = is_rgb && MASKS.contains(&masks);
        match (known, self.rgb_bit_count) {
            (true, 24) => Some((1, 3, 4)),
            (true, 32) => Some((1, 4, 4)),
            _ => None,
        }
    }
}
