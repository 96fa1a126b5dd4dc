//! Pixels: known colours come out, whatever the kind of file, and damaged ones cost an error.

use bytes::Bytes;
use conformance::{
    corpus,
    fixtures::{
        self, Fixture,
        pictures::{self, PictureFile},
    },
    fuzz, locked, shown,
};
use formwork_formats::{
    FORMATS, Profile, Tree, format, identify, open_as,
    texture::{
        SUPPORT, Subresource, Texture,
        dds::{Dds, FourCc},
    },
};
use formwork_pixels::{
    Image, decodes, diagnose, header, inspect, picture, sheet, texture, undecodable,
};
use formwork_schema::{Engines, Kind, Limits, Result, Severity, read::from_slice};

const RED: [u8; 4] = [255, 0, 0, 255];

fn first(image: &Image) -> [u8; 4] {
    *image.to_bytes().first_chunk().expect("a pixel")
}

/// Reads a fixture.
fn read(fixture: &Fixture) -> Box<dyn Tree> {
    let format = format(&fixture.format()).expect("a known format");
    let bytes = Bytes::copy_from_slice(&fixture.bytes);
    let tree = open_as(format, bytes, &Limits::default()).tree();
    tree.unwrap_or_else(|error| panic!("{}: {error}", fixture.path))
}

fn open<R>(fixture: &Fixture, with: impl FnOnce(&dyn Texture) -> R) -> R {
    with(read(fixture).texture().expect("a texture"))
}

fn textures() -> Vec<Fixture> {
    let mut all = fixtures::all();
    all.retain(|fixture| {
        let tree = read(fixture);
        tree.texture().is_some()
    });
    all
}

/// The pixel at the first corner of one picture.
fn corner(it: &dyn Texture, place: Subresource) -> Result<[u8; 4]> {
    let shape = it.shape()?;
    texture(it, &shape, place).map(|image| first(&image))
}

/// The first pixel of every texture, after its name.
const FIRST: &[(&str, [u8; 4])] = &[
    ("dds/124-rgb8", RED),
    ("dds/124-bgra8", RED),
    ("dds/124-rgba8", RED),
    ("dds/124-bgrx8", RED),
    ("dds/124-565", RED),
    ("dds/124-1555", RED),
    ("dds/124-4444", RED),
    ("dds/124-l8", [255; 4]),
    ("dds/124-a8", [0, 0, 0, 255]),
    ("dds/124-rgba16f", RED),
    ("dds/124-rgba32f", RED),
    ("dds/124-rgba16", RED),
    ("dds/124-dx10-rgba8-srgb", [255, 128, 0, 255]),
    ("dds/124-dx10-rgb10a2", RED),
    ("dds/124-dxt1", RED),
    ("dds/124-dxt3", RED),
    ("dds/124-dxt5", RED),
    ("dds/124-ati1", RED),
    ("dds/124-ati2", RED),
    ("dds/124-dx10-bc1", RED),
    ("dds/124-dx10-bc4-signed", [0, 0, 0, 255]),
    ("dds/124-dx10-bc6h-unsigned", [0, 0, 0, 255]),
    ("dds/124-dx10-bc6h-signed", [0, 0, 0, 255]),
    ("dds/124-dx10-bc7", RED),
    ("dds/124-levels", RED),
    ("dds/124-cube", [255, 0, 0, 255]),
    ("dds/124-cube-two-faces", [255, 0, 0, 255]),
    ("dds/124-volume", [0, 0, 0, 255]),
    ("dds/124-dx10-array", [255, 0, 0, 255]),
    ("dds/124-dx10-cube", [255, 0, 0, 255]),
    ("dds/124-short", RED),
    ("dds/124-more-than-needed", RED),
    ("dds/124-levels-not-flagged", RED),
    ("dds/124-no-levels", RED),
    ("dds/124-unknown-kind", RED),
    ("ktx/11-rgb8", RED),
    ("ktx/11-rgba8", RED),
    ("ktx/11-bgra8", RED),
    ("ktx/11-565", RED),
    ("ktx/11-luminance", [0, 0, 0, 255]),
    ("ktx/11-rgba16f", RED),
    ("ktx/11-rgba32f", [255, 255, 188, 255]),
    ("ktx/11-type-left-out", RED),
    ("ktx/11-dxt1", RED),
    ("ktx/11-dxt1-alpha", RED),
    ("ktx/11-dxt3", RED),
    ("ktx/11-dxt5-srgb", RED),
    ("ktx/11-etc1", [138, 138, 138, 255]),
    ("ktx/11-etc2", [138, 138, 138, 255]),
    ("ktx/11-etc2-alpha", [138, 138, 138, 252]),
    ("ktx/11-eac", [125, 0, 0, 255]),
    ("ktx/11-astc-4x4", [64, 128, 192, 255]),
    ("ktx/11-astc-6x5-srgb", [64, 128, 192, 255]),
    ("ktx/11-levels", [0, 0, 255, 255]),
    ("ktx/11-no-levels", [40, 0, 215, 255]),
    ("ktx/11-cube", [0, 0, 255, 255]),
    ("ktx/11-array", [0, 0, 255, 255]),
    ("ktx/11-cube-array", [0, 0, 255, 255]),
    ("ktx/11-volume", [0, 0, 255, 255]),
    ("ktx/11-no-faces", [120, 0, 135, 255]),
    ("ktx/11-padded", [1, 0, 0, 255]),
    ("ktx/11-big-endian", RED),
    ("ktx/11-metadata", [0, 0, 255, 255]),
    ("ktx/11-metadata-damaged", [0, 0, 255, 255]),
    ("ktx/11-trailing", [0, 0, 255, 255]),
];

/// Textures without pixels that can be decoded, and who is at fault.
const REFUSED: &[(&str, Kind)] = &[
    ("dds/124-header-only", Kind::Malformed),
    ("dds/124-unknown-format", Kind::Unsupported),
    ("dds/124-dx10-unknown-format", Kind::Unsupported),
    ("dds/124-bomb", Kind::Malformed),
    ("ktx/11-pvrtc", Kind::Unsupported),
    ("ktx/11-unknown-format", Kind::Unsupported),
    ("ktx/11-bomb", Kind::Malformed),
];

#[test]
fn textures_have_the_colors_that_were_put_in() {
    for fixture in textures() {
        let is = |name: &str| fixture.path.starts_with(&format!("texture/{name}."));
        let expected = FIRST.iter().find(|(name, _)| is(name));
        let refused = REFUSED.iter().find(|(name, _)| is(name));
        let found = open(&fixture, |it| corner(it, Subresource::default()));
        match (found, expected, refused) {
            (Ok(pixel), Some((_, expected)), None) => {
                assert_eq!(pixel, *expected, "{}", fixture.path);
            }
            (Err(error), None, Some((_, kind))) => {
                assert_eq!(error.kind(), *kind, "{}: {error}", fixture.path);
            }
            (result, ..) => panic!("{}: {result:?}", fixture.path),
        }
    }
}

/// The faces of a cube, as they are shown.
fn cross(it: &dyn Texture) -> Vec<[u8; 4]> {
    let shape = it.shape().expect("a shape");
    let cross = sheet(it, &shape, 0, 0).expect("a cross");
    assert_eq!((cross.width, cross.height), (4, 3));
    cross.to_bytes().as_chunks().0.to_vec()
}

#[test]
fn the_faces_of_a_cube_stand_in_a_cross() {
    let cubes = ["dds/124-cube.", "dds/124-dx10-cube.", "ktx/11-cube."];
    for fixture in textures() {
        if !cubes.iter().any(|cube| fixture.path.contains(cube)) {
            continue;
        }
        let none = [0; 4];
        // Faces differ in their shade; the format decides whether it is red or blue.
        let shade = |face: u8| {
            let (shade, rest) = (40 * face, 255 - 40 * face);
            match fixture.format() == "texture.dds" {
                true => [rest, 0, shade, 255],
                false => [shade, 0, rest, 255],
            }
        };
        let [right, left, up, down, front, back] = [0, 1, 2, 3, 4, 5].map(shade);
        let rows = [
            [none, up, none, none],
            [left, front, right, back],
            [none, down, none, none],
        ];
        assert_eq!(open(&fixture, cross), rows.concat(), "{}", fixture.path);
    }
}

/// The pictures of a surface with this header; none where its pixels are not decoded.
fn levels_of(header: &[(usize, u32)], newer: bool) -> Option<(Vec<usize>, Vec<u64>)> {
    let mut bytes = vec![0_u8; if newer { 148 } else { 128 }];
    bytes[..4].copy_from_slice(b"DDS ");
    let always = [(4, 124), (12, 6), (16, 10), (28, 4), (76, 32), (80, 4)];
    for (place, number) in always.iter().chain(header) {
        bytes[*place..*place + 4].copy_from_slice(&number.to_le_bytes());
    }
    bytes.resize(4096, 1);
    let surface: Dds = from_slice(&bytes).expect("reads");
    let shape = surface.shape().ok()?;
    let levels = surface.chains.first().map(|chain| &*chain.levels);
    let stored = levels.unwrap_or_default().iter().map(|it| it.data.len());
    let expected = (0..shape.levels).map(|level| shape.level_bytes(level));
    Some((stored.collect(), expected.collect()))
}

#[test]
fn levels_are_as_long_as_their_pixels_take() {
    let names = b"DXT1DXT2DXT3DXT4DXT5ATI1ATI2BC4UBC4SBC5UBC5SRGBGGRGB"
        .as_chunks()
        .0;
    let named = names.iter().map(|name| u32::from_le_bytes(*name));
    let older = (0..120)
        .chain(named)
        .map(|format| (vec![(84, format)], false));
    let masks = [8, 16, 24, 32].map(|bits| (vec![(80, 0x40), (88, bits)], false));
    let dx10 = FourCc::DX10.0;
    let newer = (1..140).map(|format| {
        let header = [(84, dx10), (128, format), (132, 3), (140, 1)];
        (header.to_vec(), true)
    });
    let mut asked = 0;
    for (header, newer) in older.chain(masks).chain(newer) {
        if let Some((stored, expected)) = levels_of(&header, newer) {
            let stored: Vec<u64> = stored.iter().map(|length| *length as u64).collect();
            assert_eq!(stored, expected, "{header:?}");
            asked += 1;
        }
    }
    assert!(asked > 70, "only {asked} formats");
}

#[test]
fn every_level_face_and_slice_is_found() {
    let pixel = |name: &str, level, face, slice| {
        let all = textures();
        let found = all.iter().find(|fixture| fixture.path.contains(name));
        let place = Subresource { level, face, slice };
        open(found.expect(name), |it| corner(it, place))
    };
    assert_eq!(pixel("124-levels.", 1, 0, 0).unwrap(), [0, 0, 255, 255]);
    assert_eq!(pixel("124-volume", 0, 0, 1).unwrap(), [40, 40, 40, 255]);
    assert_eq!(pixel("124-volume", 1, 0, 0).unwrap(), [80, 80, 80, 255]);
    assert_eq!(pixel("124-dx10-array", 0, 0, 1).unwrap(), [215, 0, 40, 255]);
    assert_eq!(pixel("11-levels", 1, 0, 0).unwrap(), [160, 0, 95, 255]);
    assert_eq!(pixel("11-cube-array", 0, 2, 1).unwrap(), [80, 0, 175, 255]);
    assert_eq!(pixel("11-volume", 0, 0, 1).unwrap(), [40, 0, 215, 255]);
    assert_eq!(pixel("11-padded", 0, 5, 0).unwrap(), [6, 0, 0, 255]);
    for (level, face, slice) in [(4, 0, 0), (0, 1, 0), (0, 0, 1)] {
        let error = pixel("124-levels.", level, face, slice).expect_err("not there");
        assert_eq!(error.kind(), Kind::Invalid, "{error}");
    }
    let error = pixel("124-short", 1, 0, 0).expect_err("cut off");
    assert_eq!(error.kind(), Kind::Malformed);
    assert_eq!(error.offset(), Some(136), "{error}");
}

#[test]
fn pictures_have_the_colors_that_were_put_in() {
    for file in pictures::all() {
        let identity = identify(&file.bytes, file.name);
        let known = identity.format.and_then(format);
        let kind = known.and_then(|known| known.picture());
        assert_eq!(kind, Some(file.kind), "{}", file.name);
        match (
            picture(file.kind, &file.bytes, &Limits::default()),
            file.first,
        ) {
            (Ok(image), Some(expected)) => assert_eq!(first(&image), expected, "{}", file.name),
            (Err(_), None) => {}
            (result, _) => panic!("{}: {result:?}", file.name),
        }
    }
}

#[test]
fn what_inspecting_says_is_locked() {
    for file in pictures::all() {
        let told = match inspect(file.kind, &file.bytes, &Limits::default()) {
            Ok(seen) => {
                let minded = diagnose(file.kind, &file.bytes);
                let minded = minded.into_iter().chain(undecodable(
                    file.kind,
                    &file.bytes,
                    &Limits::default(),
                ));
                shown::inspection(&seen) + &shown::diagnostics(&minded.collect::<Vec<_>>())
            }
            Err(error) => error.to_string(),
        };
        locked("texture.pictures", file.name, &told);
    }
}

/// Which fixtures show a row of the table of textures; pictures by their name.
const SHOWN: &[(&str, &[&str])] = &[
    ("DDS, RGB8", &["dds/124-rgb8"]),
    ("DDS, RGBA8", &["dds/124-bgra8", "dds/124-rgba8"]),
    ("DDS, RGBA16F", &["dds/124-rgba16f"]),
    ("DDS, RGBA32F", &["dds/124-rgba32f"]),
    ("DDS, DXT1", &["dds/124-dxt1"]),
    ("DDS, DXT3", &["dds/124-dxt3"]),
    ("DDS, DXT5", &["dds/124-dxt5"]),
    (
        "DDS, BC6H",
        &["dds/124-dx10-bc6h-unsigned", "dds/124-dx10-bc6h-signed"],
    ),
    ("DDS, BC7", &["dds/124-dx10-bc7"]),
    ("DDS, cube map", &["dds/124-cube"]),
    ("DDS, volume", &["dds/124-volume"]),
    ("DDS, array", &["dds/124-dx10-array"]),
    (
        "DDS, BC4, BC5",
        &["dds/124-ati1", "dds/124-ati2", "dds/124-dx10-bc4-signed"],
    ),
    ("DDS, L8, A8", &["dds/124-l8", "dds/124-a8"]),
    (
        "DDS, 565, 1555, 4444",
        &["dds/124-565", "dds/124-1555", "dds/124-4444"],
    ),
    ("KTX, RGB8", &["ktx/11-rgb8"]),
    ("KTX, RGBA8", &["ktx/11-rgba8"]),
    ("KTX, BGRA8", &["ktx/11-bgra8"]),
    ("KTX, RGBA16F", &["ktx/11-rgba16f"]),
    ("KTX, RGBA32F", &["ktx/11-rgba32f"]),
    (
        "KTX, DXT1, DXT3, DXT5",
        &["ktx/11-dxt1-alpha", "ktx/11-dxt3"],
    ),
    ("KTX, DXT1, DXT3, DXT5 in sRGB", &["ktx/11-dxt5-srgb"]),
    ("KTX, ETC1", &["ktx/11-etc1"]),
    ("KTX, ETC2 RGB, RGBA", &["ktx/11-etc2", "ktx/11-etc2-alpha"]),
    ("KTX, ASTC", &["ktx/11-astc-4x4", "ktx/11-astc-6x5-srgb"]),
    ("KTX, cube map", &["ktx/11-cube"]),
    ("KTX, volume", &["ktx/11-volume"]),
    ("KTX, array", &["ktx/11-array"]),
    ("KTX, big-endian", &["ktx/11-big-endian"]),
    (
        "JPEG, baseline and progressive",
        &["baseline.jpg", "progressive.jpg"],
    ),
    ("PNG", &["rgba.png", "sixteen-bit.png"]),
    ("TGA", &["bgr.tga"]),
    ("GIF", &["one.gif", "two.gif"]),
    ("BMP without run lengths", &["bgr.bmp"]),
    ("BMP with pixels of one bit", &["one-bit.bmp"]),
    ("BMP with run lengths", &["rle.bmp"]),
    ("PSD, RGB", &["raw.psd", "sixteen-bit.psd"]),
    ("PSD, grey", &["packed-grey.psd"]),
    ("HDR", &["linear.hdr"]),
    ("PNM, P5 and P6", &["grey.pgm", "color.ppm"]),
    ("PIC (Softimage)", &["raw.pic", "runs.pic", "alpha.pic"]),
];

#[test]
fn every_row_of_the_table_of_textures_is_shown() {
    let files = pictures::all();
    for row in SUPPORT {
        let shown = SHOWN.iter().find(|(what, _)| *what == row.what);
        let (_, shown) = shown.unwrap_or_else(|| panic!("{}: not shown", row.what));
        for name in *shown {
            let is_texture = FIRST.iter().any(|(known, _)| known == name);
            let file = files.iter().find(|file| file.name == *name);
            let is_picture = file.is_some_and(|file| file.first.is_some());
            assert!(is_texture || is_picture, "{}: {name}", row.what);
        }
    }
    assert_eq!(SHOWN.len(), SUPPORT.len());
}

/// Fixtures that the Urho3D family refuses for their pixels, whatever their row is about.
const OTHER_PIXELS: &[&str] = &["dds/124-volume", "dds/124-dx10-array"];

/// Asked with the engine as the profile: an error is what it refuses or shows wrongly.
#[test]
fn engines_load_what_the_table_of_textures_says() {
    let (textures, pictures) = (textures(), pictures::all());
    let load = |name: &str, engines| {
        let named = |file: &&Fixture| file.path.contains(&format!("{name}."));
        let (name, bytes) = match textures.iter().find(named) {
            Some(file) => (&*file.path, &file.bytes),
            None => {
                let file = pictures.iter().find(|file| file.name == name);
                (name, &file.expect("a fixture").bytes)
            }
        };
        let asset = formwork_formats::open(bytes.clone().into(), name, &Limits::default());
        let asset = asset.expect("one of ours");
        let told = formwork_files::diagnose(&asset, &Profile { engines });
        told.iter().all(|one| one.severity < Severity::Error)
    };
    let mut wrong = Vec::new();
    for (row, (_, shown)) in SUPPORT.iter().zip(SHOWN) {
        for name in shown.iter().filter(|name| !OTHER_PIXELS.contains(name)) {
            for engine in Engines::URHO3D_FAMILY.ids() {
                let engine: Engines = engine.parse().expect("an engine");
                if load(name, engine) != row.urho3d.contains(engine) {
                    wrong.push(format!("{}: {name} in {engine}", row.what));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn what_is_cut_off_or_changed_is_refused_or_decoded() {
    for file in pictures::all() {
        for length in 0..file.bytes.len() {
            fuzz::pixels(&file.bytes[..length]);
        }
        for place in 0..file.bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut bytes = file.bytes.clone();
                bytes[place] ^= change;
                fuzz::pixels(&bytes);
            }
        }
    }
    for fixture in textures() {
        for place in 0..fixture.bytes.len() {
            fuzz::pixels(&fixture.bytes[..place]);
            let mut bytes = fixture.bytes.clone();
            bytes[place] ^= 0xff;
            fuzz::pixels(&bytes);
        }
    }
}

#[test]
fn a_volume_that_no_memory_holds_is_inspected() {
    let header = b"\xabKTX 11\xbb\r\n\x1a\n\x01\x02\x03\x04";
    // Three bytes a pixel, as 0x8051 says, which the engine makes four.
    let fields = [
        0x1401,
        1,
        0x1907,
        0x8051,
        0x1907,
        u32::MAX,
        u32::MAX,
        u32::MAX,
    ];
    let counts = [0, 1, 1, 0, 0];
    let numbers = fields.iter().chain(&counts);
    let numbers: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
    fuzz::pixels(&[header.as_slice(), &numbers].concat());
}

#[test]
fn a_header_that_is_cut_off_is_an_error() {
    for PictureFile {
        name, kind, bytes, ..
    } in pictures::all()
    {
        for length in 0..4 {
            let error = header(kind, &bytes[..length]).expect_err(name);
            assert!(
                matches!(error.kind(), Kind::Malformed | Kind::Unsupported),
                "{name}: {error}"
            );
        }
    }
}

#[test]
fn every_surface_is_counted() {
    let count = |name: &str| {
        let all = textures();
        let found = all.iter().find(|fixture| fixture.path.contains(name));
        open(found.expect(name), |it| fuzz::surfaces(it))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    assert_eq!(count("124-levels."), 4);
    assert_eq!(count("124-volume"), 3);
    assert_eq!(count("11-cube-array"), 12);
}

#[test]
fn real_files_decode_also_when_they_are_cut() {
    let mut count = 0;
    for (path, bytes) in corpus::pictures() {
        let name = path.to_string_lossy();
        let known = identify(&bytes, &name).format.and_then(format);
        let Some(kind) = known.and_then(|known| known.picture()) else {
            continue;
        };
        let seen = inspect(kind, &bytes, &Limits::default());
        seen.unwrap_or_else(|error| panic!("{name}: {error}"));
        let image = picture(kind, &bytes, &Limits::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            image.to_bytes().len() as u64,
            u64::from(image.width) * u64::from(image.height) * 4
        );
        for part in [0, 1, 3, 7, 8] {
            // Some decoders show what they have.
            let cut = &bytes[..bytes.len() * part / 8];
            let told = |error| format!("{error}");
            let whole = picture(kind, cut, &Limits::default()).map(drop);
            let rows = decodes(kind, cut, &Limits::default());
            assert_eq!(rows.map_err(told), whole.map_err(told), "{name}");
        }
        count += 1;
    }
    corpus::report("pictures", count);
}

#[test]
fn real_textures_decode() {
    let mut count = 0;
    for file in corpus::files() {
        let is_texture = file.format.starts_with("texture.");
        if !is_texture {
            continue;
        }
        let fixture = Fixture {
            path: format!("{}/{}", file.format.replace('.', "/"), file.path.display()),
            bytes: file.bytes.clone(),
        };
        let surfaces = open(&fixture, |it| fuzz::surfaces(it));
        assert!(surfaces.is_ok(), "{}: {surfaces:?}", file.path.display());
        for part in [1, 3, 7] {
            fuzz::pixels(&file.bytes[..file.bytes.len() * part / 8]);
        }
        count += 1;
    }
    corpus::report("textures", count);
}

#[test]
fn every_kind_of_picture_has_a_fixture() {
    let files = pictures::all();
    for kind in FORMATS.iter().filter_map(|format| format.picture()) {
        assert!(files.iter().any(|file| file.kind == kind), "{kind:?}");
    }
}
