//! `check` tells of the pixel formats of textures what the loaders of the Urho3D family do, for each engine and every number that a header can
//! have. The loader is written down here a second time, step by step, where the code has tables.

use bytes::Bytes;
use formwork_formats::{Profile, diagnose, open};
use formwork_schema::{Engines, Limits, Severity};

const ENGINES: [Engines; 6] = [
    Engines::URHO3D_1_7,
    Engines::URHO3D,
    Engines::U3D,
    Engines::DRY,
    Engines::ATOMIC,
    Engines::RBFX,
];

const FOUR_CC: u32 = 4;
const RGB: u32 = 0x40;
const LUMINANCE: u32 = 0x2_0000;

/// The parts of a DDS header that the loader looks at.
#[derive(Debug, Clone, Copy)]
struct Header {
    flags: u32,
    four_cc: u32,
    bits: u32,
    masks: [u32; 4],
    caps_2: u32,
    depth: u32,
    /// Format and `miscFlag` of the newer header.
    dx10: Option<(u32, u32)>,
}

impl Header {
    const RGBA: [u32; 4] = [0xff, 0xff00, 0xff_0000, 0xff00_0000];

    fn whole(bits: u32, masks: [u32; 4]) -> Self {
        Self {
            flags: RGB | 1,
            four_cc: 0,
            bits,
            masks,
            caps_2: 0,
            depth: 0,
            dx10: None,
        }
    }

    fn four_cc(four_cc: u32) -> Self {
        Self {
            flags: FOUR_CC,
            four_cc,
            ..Self::whole(0, [0; 4])
        }
    }

    fn dx10(format: u32, misc: u32, bits: u32, masks: [u32; 4]) -> Self {
        Self {
            dx10: Some((format, misc)),
            bits,
            masks,
            ..Self::four_cc(u32::from_le_bytes(*b"DX10"))
        }
    }

    /// A file of 4 by 4 pixels, with more bytes than any format takes.
    fn file(&self) -> Vec<u8> {
        let mut words = vec![124, 0x1007, 4, 4, 0, self.depth, 0];
        words.extend([0; 11]);
        words.extend([32, self.flags, self.four_cc, self.bits]);
        words.extend(self.masks);
        words.extend([0x1000, self.caps_2, 0, 0, 0]);
        if let Some((format, misc)) = self.dx10 {
            words.extend([format, 3, misc, 1, 0]);
        }
        let mut bytes = b"DDS ".to_vec();
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend([0; 4 * 4 * 16 * 6]);
        bytes
    }

    /// What `Image::BeginLoad` goes on with: four characters or 0; `None` where it stops.
    fn pixels(&self, engine: Engines) -> Option<u32> {
        let four_cc = match self.dx10 {
            Some((71 | 72, _)) => u32::from_le_bytes(*b"DXT1"),
            Some((74 | 75, _)) => u32::from_le_bytes(*b"DXT3"),
            Some((77 | 78, _)) => u32::from_le_bytes(*b"DXT5"),
            // Image.cpp has 26 for 29, and so reads other pixels than 26 means.
            Some((28, _)) => 0,
            Some(_) => return None,
            None => self.four_cc,
        };
        let is_known = match (&four_cc.to_le_bytes(), engine) {
            (b"DXT1" | b"DXT3" | b"DXT5", _) => true,
            (b"ETC1" | b"ETC2" | b"ET2A" | b"PTC2" | b"PTC4", Engines::RBFX) => true,
            (b"\0\0\0\0", Engines::RBFX) => self.bits == 32,
            (b"\0\0\0\0", _) => matches!(self.bits, 16 | 24 | 32),
            _ => false,
        };
        is_known.then_some(four_cc)
    }

    /// Whether the engine shows what the file says.
    fn is_shown(&self, engine: Engines) -> bool {
        let Some(four_cc) = self.pixels(engine) else {
            return false;
        };
        let is_volume_of_blocks = four_cc != 0 && self.depth > 1;
        let is_grey = four_cc == 0 && self.flags & LUMINANCE != 0;
        let has_other_masks =
            four_cc == 0 && self.dx10.is_some() && self.masks[..3] != Self::RGBA[..3];
        let faces = self.caps_2 & 0xfc00;
        let is_newer_cube = self.dx10.is_some_and(|(_, misc)| misc & 4 != 0);
        let is_cube = faces != 0 || self.caps_2 & 0x200 != 0;
        let lacks_faces = !is_newer_cube && is_cube && faces != 0xfc00;
        !is_volume_of_blocks && !is_grey && !has_other_masks && !lacks_faces
    }
}

/// The engines for which `check` says that they load a file, and show it as it is.
fn fine_engines(bytes: &[u8], name: &str) -> Engines {
    let asset = open(Bytes::copy_from_slice(bytes), name, &Limits::default()).expect("a texture");
    let told = diagnose(&asset, &Profile::default());
    let is_wrong = |engine: Engines| {
        let mut weights = told.iter().map(|one| one.rule.weighs_for_each(engine));
        weights.any(|weight| weight == Some(Severity::Error))
    };
    let fine = ENGINES.into_iter().filter(|engine| !is_wrong(*engine));
    fine.fold(Engines::NONE, Engines::or)
}

fn four_ccs() -> Vec<u32> {
    let names = [
        b"DXT1", b"DXT2", b"DXT3", b"DXT4", b"DXT5", b"ATI1", b"ATI2", b"BC4U", b"BC4S", b"BC5U",
        b"BC5S", b"ETC1", b"ETC2", b"ET2A", b"PTC2", b"PTC4", b"RGBG", b"GRGB", b"UYVY", b"YUY2",
        b"RXGB", b"dxt1", b"DXTC", b"ABCD",
    ];
    let numbers = (0..=120).filter(|number| *number != 0);
    let names = names.iter().map(|name| u32::from_le_bytes(**name));
    numbers.chain(names).collect()
}

fn headers() -> Vec<Header> {
    let mut all: Vec<Header> = four_ccs().into_iter().map(Header::four_cc).collect();
    for format in 0..=191 {
        for (bits, masks) in [(0, [0; 4]), (32, Header::RGBA), (32, [0; 4]), (24, [0; 4])] {
            all.push(Header::dx10(
                format,
                if bits == 24 { 4 } else { 0 },
                bits,
                masks,
            ));
        }
    }
    for bits in 0..=64 {
        all.push(Header::whole(bits, [0xff_0000, 0xff00, 0xff, 0]));
        let grey = Header::whole(bits, [0xff, 0, 0, 0]);
        let flags = LUMINANCE;
        all.push(Header { flags, ..grey });
    }
    let mut shaped = Vec::new();
    for header in [
        Header::whole(32, Header::RGBA),
        Header::whole(8, [0xff, 0, 0, 0]),
        Header::four_cc(u32::from_le_bytes(*b"DXT1")),
        Header::four_cc(u32::from_le_bytes(*b"ATI2")),
        Header::dx10(77, 0, 0, [0; 4]),
        Header::dx10(98, 4, 0, [0; 4]),
    ] {
        for caps_2 in [0, 0x200, 0x600, 0xfe00, 0x20_0000] {
            for depth in [0, 1, 4] {
                // A volume that is a cube as well is refused before anybody asks.
                if depth <= 1 || matches!(caps_2, 0 | 0x20_0000) {
                    shaped.push(Header {
                        caps_2,
                        depth,
                        ..header
                    });
                }
            }
        }
    }
    all.extend(shaped);
    all
}

#[test]
fn direct_draw_surfaces_are_judged_as_each_engine_loads_them() {
    let mut fine = 0;
    for header in headers() {
        let told = fine_engines(&header.file(), "a.dds");
        for engine in ENGINES {
            let expected = header.is_shown(engine);
            fine += usize::from(expected);
            assert_eq!(told.contains(engine), expected, "{header:?} in {engine}");
        }
    }
    assert!(fine > 100, "{fine}");
}

/// A Khronos texture of one level of 4 by 4 pixels.
fn ktx(words: [u32; 12]) -> Vec<u8> {
    let mut bytes = b"\xabKTX 11\xbb\r\n\x1a\n\x01\x02\x03\x04".to_vec();
    bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
    let images = if words[9] == 6 { 6 } else { 1 };
    let levels = words[10].max(1) as usize;
    for _ in 0..levels {
        bytes.extend(64_u32.to_le_bytes());
        bytes.extend(vec![0; 64 * images]);
    }
    bytes
}

#[test]
fn khronos_textures_are_judged_as_each_engine_loads_them() {
    let plain = |format| [0, 1, 0, format, 0x1908, 4, 4, 0, 0, 1, 1, 0];
    let loads = |words: [u32; 12], engine: Engines| {
        let knows_etc2 = !matches!(engine, Engines::URHO3D_1_7 | Engines::ATOMIC);
        let is_known = match words[3] {
            0x83f1..=0x83f3 | 0x8d64 | 0x8c00..=0x8c03 => true,
            0x9274 | 0x9278 => knows_etc2,
            _ => false,
        };
        let is_plain = words[0] == 0 && words[2] == 0;
        let is_flat = words[5] > 0 && words[6] > 0 && words[7] <= 1 && words[9] <= 1;
        is_known && is_plain && is_flat && words[8] <= 1 && words[10] > 0
    };
    let mut cases: Vec<[u32; 12]> = (0x8000..0x9400).map(plain).collect();
    cases.extend((0..0x100).map(plain));
    for format in [0x83f3, 0x8d64, 0x9278, 0x8058] {
        for (field, numbers) in [
            (0, &[0x1401, 0x1406][..]),
            (2, &[0x1907, 0x1908]),
            (6, &[0]),
            (7, &[1, 2, 4]),
            (8, &[1, 2]),
            (9, &[0, 1, 6]),
            (10, &[0, 1, 3]),
        ] {
            for number in numbers {
                let mut words = plain(format);
                words[field] = *number;
                cases.push(words);
            }
        }
    }
    let mut fine = 0;
    for words in cases {
        let told = fine_engines(&ktx(words), "a.ktx");
        for engine in ENGINES {
            let expected = loads(words, engine);
            fine += usize::from(expected);
            assert_eq!(told.contains(engine), expected, "{words:x?} in {engine}");
        }
    }
    assert!(fine > 50, "{fine}");
}
