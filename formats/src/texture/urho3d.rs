//! Which textures the engines of the Urho3D family load, as data for each of them.
//!
//! After `Image::BeginLoad` and `Image::GetCompressedLevel` in `Resource/Image.cpp` of Urho3D 1.7 and 1.8, U3D, Dry, Atomic and rbfx.

use formwork_schema::{Diagnostics, Engines, Rule};

use super::{
    dds::{Caps2, Dds, Dx10, DxgiFormat, FourCc, MiscFlags, PixelFormatFlags},
    ktx::{InternalFormat, Ktx},
    rules,
};

/// Pixel formats that some engines load.
struct Loader {
    engines: Engines,
    /// DDS: bits of a pixel that is stored whole.
    bits: &'static [u32],
    /// DDS: compressed formats by their four characters.
    four_ccs: &'static [FourCc],
    /// KTX: compressed formats.
    internal_formats: &'static [InternalFormat],
}

static LOADERS: [Loader; 3] = [
    Loader {
        engines: Engines::URHO3D_1_7.or(Engines::ATOMIC),
        bits: &[16, 24, 32],
        four_ccs: &[FourCc::DXT1, FourCc::DXT3, FourCc::DXT5],
        internal_formats: WITHOUT_ETC2,
    },
    Loader {
        engines: Engines::URHO3D.or(Engines::U3D).or(Engines::DRY),
        bits: &[16, 24, 32],
        four_ccs: &[FourCc::DXT1, FourCc::DXT3, FourCc::DXT5],
        internal_formats: WITH_ETC2,
    },
    Loader {
        engines: Engines::RBFX,
        bits: &[32],
        four_ccs: &[
            FourCc::DXT1,
            FourCc::DXT3,
            FourCc::DXT5,
            FourCc::ETC1,
            FourCc::ETC2,
            FourCc::ET2A,
            FourCc::PTC2,
            FourCc::PTC4,
        ],
        internal_formats: WITH_ETC2,
    },
];

const WITHOUT_ETC2: &[InternalFormat] = &[
    InternalFormat::COMPRESSED_RGBA_S3TC_DXT1,
    InternalFormat::COMPRESSED_RGBA_S3TC_DXT3,
    InternalFormat::COMPRESSED_RGBA_S3TC_DXT5,
    InternalFormat::ETC1_RGB8,
    InternalFormat::COMPRESSED_RGB_PVRTC_4BPPV1,
    InternalFormat::COMPRESSED_RGB_PVRTC_2BPPV1,
    InternalFormat::COMPRESSED_RGBA_PVRTC_4BPPV1,
    InternalFormat::COMPRESSED_RGBA_PVRTC_2BPPV1,
];

const WITH_ETC2: &[InternalFormat] = &[
    InternalFormat::COMPRESSED_RGBA_S3TC_DXT1,
    InternalFormat::COMPRESSED_RGBA_S3TC_DXT3,
    InternalFormat::COMPRESSED_RGBA_S3TC_DXT5,
    InternalFormat::ETC1_RGB8,
    InternalFormat::COMPRESSED_RGB8_ETC2,
    InternalFormat::COMPRESSED_RGBA8_ETC2_EAC,
    InternalFormat::COMPRESSED_RGB_PVRTC_4BPPV1,
    InternalFormat::COMPRESSED_RGB_PVRTC_2BPPV1,
    InternalFormat::COMPRESSED_RGBA_PVRTC_4BPPV1,
    InternalFormat::COMPRESSED_RGBA_PVRTC_2BPPV1,
];

/// Formats of the DX10 header that every engine knows, and the four characters that it goes on with. `R8G8B8A8_UNORM_SRGB`, which is 29,
/// is not among them: Image.cpp of all engines has 26 for it, which is `R11G11B10_FLOAT`, so that it refuses the one and misreads the other.
const DXGI: [(DxgiFormat, FourCc); 7] = [
    (DxgiFormat::BC1_UNORM, FourCc::DXT1),
    (DxgiFormat::BC1_UNORM_SRGB, FourCc::DXT1),
    (DxgiFormat::BC2_UNORM, FourCc::DXT3),
    (DxgiFormat::BC2_UNORM_SRGB, FourCc::DXT3),
    (DxgiFormat::BC3_UNORM, FourCc::DXT5),
    (DxgiFormat::BC3_UNORM_SRGB, FourCc::DXT5),
    (DxgiFormat::R8G8B8A8_UNORM, FourCc::NONE),
];

/// Rules for DDS files, one for each set of engines that refuse some.
const DDS_REFUSED: [&Rule; 3] = [
    &rules::DDS_REFUSED_BY_URHO,
    &rules::DDS_REFUSED_BY_RBFX,
    &rules::DDS_RBFX_ONLY,
];

/// The same for the compressed formats of KTX files.
const KTX_REFUSED: [&Rule; 2] = [&rules::KTX_REFUSED_BY_URHO, &rules::KTX_ETC2_REFUSED];

/// The rule for the engines that do not know something; `None` where each of them does.
fn refusal(rules: &[&'static Rule], knows: impl Fn(&Loader) -> bool) -> Option<&'static Rule> {
    let refusing = LOADERS.iter().filter(|loader| !knows(loader));
    let refusing = refusing.fold(Engines::NONE, |all, loader| all | loader.engines);
    let mut rules = rules.iter();
    rules.find(|rule| rule.engines() == refusing).copied()
}

impl Dds {
    /// Adds what the Urho3D family refuses or misreads.
    pub(super) fn judge_urho3d(&self, seen: &mut Diagnostics) {
        // Engines go by the four characters, whether a flag says that there are any or not.
        let four_cc = match &self.dx10 {
            Some(dx10) => DXGI.iter().find(|(dxgi, _)| *dxgi == dx10.dxgi_format),
            None => Some(&(DxgiFormat(0), self.four_cc)),
        };
        let four_cc = four_cc.map(|(_, four_cc)| *four_cc);
        let refused = refusal(&DDS_REFUSED, |loader| match four_cc {
            Some(FourCc::NONE) => loader.bits.contains(&self.rgb_bit_count),
            Some(four_cc) => loader.four_ccs.contains(&four_cc),
            None => false,
        });
        if let Some(rule) = refused {
            let path = match (&self.dx10, self.four_cc) {
                (Some(_), _) if four_cc == Some(FourCc::NONE) => "rgb_bit_count",
                (Some(_), _) => "dx10.dxgi_format",
                (None, FourCc::NONE) => "rgb_bit_count",
                (None, _) => "four_cc",
            };
            let message = format!("a pixel format that is not known to {}", rule.engines());
            seen.add(rule, || path.into(), message);
            if rule == &rules::DDS_REFUSED_BY_URHO {
                return;
            }
        }
        self.judge_faces(seen);
        if four_cc == Some(FourCc::NONE) {
            self.judge_masks(seen);
        } else if self.depth > 1 {
            let message =
                "the engine reads one slice of a compressed volume, and then uploads none";
            seen.add(&rules::DDS_VOLUME_EMPTY, || "depth".into(), message);
        }
    }

    /// Cubes: the engine takes a file for one where it names any face, and then reads six.
    fn judge_faces(&self, seen: &mut Diagnostics) {
        let is_cube = |dx10: Dx10| dx10.misc_flags.contains(MiscFlags::TEXTURE_CUBE);
        if self.dx10.is_some_and(is_cube) {
            return;
        }
        let message = match self.faces_named() {
            0 if self.caps_2.contains(Caps2::CUBE_MAP) => {
                "a cube that names no faces, which the engine takes for a picture"
            }
            1..=5 => "a cube without all faces, of which the engine reads six",
            _ => return,
        };
        seen.add(&rules::DDS_FACES_MISREAD, || "caps_2".into(), message);
    }

    /// Pixels that are stored whole: the engine goes by the masks and nothing else.
    fn judge_masks(&self, seen: &mut Diagnostics) {
        let masks = [self.red_mask, self.green_mask, self.blue_mask];
        let has = |flag| self.pixel_format_flags.contains(flag);
        let misread = if self.dx10.is_some() {
            (masks != [0xff, 0xff00, 0xff_0000]).then_some("the masks are not those of RGBA8")
        } else if has(PixelFormatFlags::LUMINANCE) {
            Some("grey becomes red")
        } else if has(PixelFormatFlags::YUV) || has(PixelFormatFlags::BUMP_DUDV) {
            Some("they are not colours")
        } else {
            None
        };
        if let Some(why) = misread {
            let message =
                format!("the engine takes the masks for those of red, green and blue: {why}");
            return seen.add(&rules::DDS_CHANNELS_MISREAD, || "red_mask".into(), message);
        }
        if self.alpha_mask == 0 {
            let message = "no alpha, for which the engine puts 0";
            seen.add(&rules::DDS_ALPHA_ZERO, || "alpha_mask".into(), message);
        }
        let channels = ["red_mask", "green_mask", "blue_mask", "alpha_mask"];
        let [red, green, blue] = masks;
        let mut channels = channels
            .into_iter()
            .zip([red, green, blue, self.alpha_mask]);
        if let Some((path, mask)) = channels.find(|(_, mask)| matches!(mask.count_ones(), 1..8)) {
            let bits = mask.count_ones();
            let most = 0xff & !(0xff_u32 >> bits);
            let message = format!("{bits} bits, of which the engine makes at most {most} of 255");
            seen.add(&rules::DDS_BITS_NOT_SCALED, || path.into(), message);
        }
    }
}

impl Ktx {
    /// Adds what the Urho3D family refuses or misreads.
    pub(super) fn judge_urho3d(&self, seen: &mut Diagnostics) {
        let texture = self.content();
        let (rule, field, message) = match self.refused_by_urho3d() {
            Some((field, message)) => (Some(&rules::KTX_REFUSED_BY_URHO), field, message),
            None => (
                refusal(&KTX_REFUSED, |loader| {
                    let known = loader.internal_formats;
                    known.contains(&texture.gl_internal_format)
                }),
                "texture.gl_internal_format",
                "this compression is not known",
            ),
        };
        if let Some(rule) = rule {
            seen.add(rule, || field.into(), message);
            if rule == &rules::KTX_REFUSED_BY_URHO {
                return;
            }
        }
        if texture.number_of_array_elements > 1 {
            let message =
                "the engine reads an array as one picture, and its levels from wrong places";
            let path = "texture.number_of_array_elements";
            seen.add(&rules::KTX_ARRAY_MISREAD, || path.into(), message);
        }
    }

    /// Field and reason why no engine of the family loads the file, apart from its pixel format.
    fn refused_by_urho3d(&self) -> Option<(&'static str, &'static str)> {
        let texture = self.content();
        Some(match texture {
            _ if self.is_big_endian() => ("texture", "big-endian files are not read"),
            _ if texture.gl_type.0 != 0 || texture.gl_format.0 != 0 => (
                "texture.gl_type",
                "pictures without compression are not read",
            ),
            _ if texture.number_of_faces > 1 || texture.pixel_depth > 1 => {
                ("texture.number_of_faces", "cubes and volumes are not read")
            }
            _ if texture.number_of_mipmap_levels == 0 => (
                "texture.number_of_mipmap_levels",
                "the number of levels must be given",
            ),
            _ if texture.pixel_width == 0 || texture.pixel_height == 0 => (
                "texture.pixel_height",
                "textures without rows or columns are not read",
            ),
            _ => return None,
        })
    }
}
