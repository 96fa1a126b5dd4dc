//! What a person wants to see of a DirectDraw surface first, and what the engine makes of it.

use super::{Caps2, Dds, DxgiFormat, FourCc, HeaderFlags, MiscFlags, PixelFormatFlags};
use crate::{
    inspect::{Inspect, Inspection},
    layouts::GameFormat,
    texture::{Loads, Texture as _, verdict::Verdict},
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
}

impl Inspect for Dds {
    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let shape = self.shape();
        match &shape {
            Ok(shape) => shape.tell(&mut seen),
            Err(error) => {
                seen.measure("width", "Width", self.width, "pixels");
                seen.measure("height", "Height", self.height, "pixels");
                seen.odd("not-decoded", || error.path().into(), error.message());
            }
        }
        self.judge(&mut seen);
        if let Ok(shape) = &shape {
            let there = self.data.len() as u64;
            if there < Self::expected(shape) {
                let message = format!("{} bytes are missing", Self::expected(shape) - there);
                seen.odd("data-short", || "data".into(), &message);
            }
            seen.tables.push(shape.table());
        }
        seen
    }
}

/// What a pixel takes in the file and on the graphics card: side of a block, bytes, bytes.
type Size = (u64, u64, u64);

/// What the engine takes for BC6H, without and with sign.
const BC6H_IN_ENGINE: [DxgiFormat; 2] = [DxgiFormat::BC6H_SF16, DxgiFormat::BC7_TYPELESS];

/// Channels as the engine takes them: blue first, or red first.
const MASKS: [[u32; 3]; 2] = [[0xff_0000, 0xff00, 0xff], [0xff, 0xff00, 0xff_0000]];

impl Dds {
    /// What the engine makes of it.
    fn judge(&self, seen: &mut Inspection) {
        let mut verdict = Verdict::new(seen);
        self.judge_kind(&mut verdict);
        self.judge_levels(&mut verdict);
        self.judge_newer(&mut verdict);
        let memory = match self.size_in_engine() {
            Some(size) => self.judge_length(size, &mut verdict),
            None => {
                self.refuse_format(&mut verdict);
                0
            }
        };
        let loads = verdict.loads;
        loads.tell(memory, seen);
    }

    fn judge_kind(&self, verdict: &mut Verdict<'_>) {
        let known = Caps2::CUBE_MAP | Caps2::VOLUME;
        if self.data_offset() + self.data.len() as u64 <= 128 {
            let message =
                "the engine takes files of 128 bytes or less for other pictures, and refuses them";
            verdict.minds(Loads::Not, "dds-too-short", "data", message);
        }
        if !self.caps_2.is_empty() && !self.caps_2.intersects(known) {
            let message = "the engine knows pictures, cubes and volumes only, and refuses this";
            verdict.minds(Loads::Not, "dds-type-refused", "caps_2", message);
        }
    }

    fn judge_levels(&self, verdict: &mut Verdict<'_>) {
        let counted = self.flags.contains(HeaderFlags::MIP_MAP_COUNT);
        if self.mip_map_count > 1 && !counted {
            let message =
                "mip levels without the flag that counts them; the engine takes one level";
            verdict.minds(Loads::Otherwise, "mip-count-not-flagged", "flags", message);
        }
        if self.mip_map_count == 0 && counted {
            let message = "0 mip levels, of which the engine uploads none";
            verdict.minds(Loads::Otherwise, "dds-no-levels", "mip_map_count", message);
        }
    }

    fn judge_newer(&self, verdict: &mut Verdict<'_>) {
        let Some(dx10) = &self.dx10 else { return };
        if dx10.array_size > 1 {
            let message = "the engine takes the first element of an array only";
            verdict.minds(
                Loads::Otherwise,
                "array-first-only",
                "dx10.array_size",
                message,
            );
        }
        let is_cube = dx10.misc_flags.contains(MiscFlags::TEXTURE_CUBE);
        if is_cube && !self.caps_2.contains(Caps2::CUBE_MAP) {
            let message =
                "only the newer header says that this is a cube; the engine takes one face";
            verdict.minds(
                Loads::Otherwise,
                "dx10-cube-ignored",
                "dx10.misc_flags",
                message,
            );
        }
    }

    fn refuse_format(&self, verdict: &mut Verdict<'_>) {
        if let Some(dx10) = &self.dx10
            && dx10.dxgi_format == DxgiFormat::BC6H_UF16
        {
            let message =
                "the engine knows BC6H by numbers that are one too high, and refuses the right one";
            let path = "dx10.dxgi_format";
            return verdict.minds(Loads::Not, "bc6h-number-off-by-one", path, message);
        }
        let path = if self.dx10.is_some() {
            "dx10.dxgi_format"
        } else if self.pixel_format_flags.contains(PixelFormatFlags::FOUR_CC) {
            "four_cc"
        } else {
            "pixel_format_flags"
        };
        let message = "the engine refuses this pixel format";
        verdict.minds(Loads::Not, "dds-format-refused", path, message);
    }

    /// Compares the length of the file with what the engine asks for; the memory of all levels on the graphics card.
    fn judge_length(&self, size: Size, verdict: &mut Verdict<'_>) -> u64 {
        if self
            .dx10
            .is_some_and(|dx10| BC6H_IN_ENGINE.contains(&dx10.dxgi_format))
        {
            let message = "the engine knows BC6H by numbers that are one too high, and takes this for another format";
            let path = "dx10.dxgi_format";
            verdict.minds(Loads::Otherwise, "bc6h-number-off-by-one", path, message);
        }
        let (side, bytes, memory) = size;
        let is_cube = self.caps_2.contains(Caps2::CUBE_MAP);
        let faces = if is_cube { 6 } else { 1 };
        let needed = self.in_engine(side, bytes).saturating_mul(faces);
        let there = self.data.len() as u64;
        let whole = Caps2::POSITIVE_X
            | Caps2::NEGATIVE_X
            | Caps2::POSITIVE_Y
            | Caps2::NEGATIVE_Y
            | Caps2::POSITIVE_Z
            | Caps2::NEGATIVE_Z;
        if is_cube && !self.caps_2.contains(whole) {
            let message =
                "a cube without all faces; the engine complains and reads on as if there were six";
            verdict.minds(Loads::Otherwise, "missing-cube-faces", "caps_2", message);
        }
        if there < needed {
            let message = format!(
                "the engine asks for {} more bytes, and refuses it as corrupt",
                needed - there
            );
            verdict.minds(Loads::Not, "mip-chain-short", "data", &message);
        } else if there > needed {
            let message = format!("{} bytes that the engine does not read", there - needed);
            verdict.minds(Loads::Well, "trailing-bytes", "data", &message);
        }
        self.in_engine(side, memory).saturating_mul(faces)
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
