//! Whether pictures can be decoded is asked without having all of their pixels: these tests run under an allocator that counts.

use bytes::Bytes;
use conformance::{corpus, counting::cost};
use formwork_files::{Proof, prove};
use formwork_formats::{PictureKind, Profile, format, identify, open_as};
use formwork_pixels::{decodes, header, picture};
use formwork_schema::{Limits, Result};
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage,
    codecs::png::PngEncoder,
};

/// The most memory that all of `check` takes for a file at once, beside the file; nothing of one that is refused.
fn checked(name: &str, bytes: Vec<u8>) -> Option<usize> {
    let known = identify(&bytes, name).format.and_then(format)?;
    let asset = open_as(known, Bytes::from(bytes), &Limits::default());
    let mut proved: Result<()> = Ok(());
    let cost = cost(|| {
        let mut proof = Proof::default();
        proved = prove(&asset, &Profile::default(), &|_| Vec::new(), &mut proof);
    });
    proved.is_ok().then_some(cost.peak)
}

/// A picture of which neighbours differ somewhat, of more than a million pixels.
fn pixels() -> DynamicImage {
    let tone = |x: u32, y: u32, by: u32| ((x * by) ^ (y * 3) ^ ((x * y) >> 7)) as u8;
    RgbImage::from_fn(1536, 1024, |x, y| Rgb([1, 3, 7].map(|by| tone(x, y, by)))).into()
}

fn encoded(format: ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = match format {
        ImageFormat::Hdr => pixels().into_rgb32f().into(),
        _ => pixels(),
    };
    image.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

/// A Photoshop file of rows that are packed.
fn photoshop() -> Vec<u8> {
    let (width, height, planes) = (1024_u32, 1024_u32, 3_u16);
    let numbers = [
        &planes.to_be_bytes()[..],
        &height.to_be_bytes(),
        &width.to_be_bytes(),
    ];
    let row: Vec<u8> = (0..8).flat_map(|tone| [0x81, tone]).collect();
    let rows = height as usize * usize::from(planes);
    let mut all = [
        b"8BPS\0\x01\0\0\0\0\0\0",
        &numbers.concat()[..],
        &[0, 8, 0, 3],
    ]
    .concat();
    // No palette, resources and layers; and that rows are packed.
    all.extend([0; 12]);
    all.extend([0, 1]);
    (0..rows).for_each(|_| all.extend((row.len() as u16).to_be_bytes()));
    (0..rows).for_each(|_| all.extend(&row));
    all
}

/// A Softimage picture of runs.
fn softimage() -> Vec<u8> {
    let start = [&b"\x53\x80\xf6\x34"[..], &[0; 84], b"PICT", &[4, 0, 4, 0]];
    let mut all = start.concat();
    all.extend([0x3f, 0x80, 0, 0, 0, 3, 0, 0, 0, 8, 2, 0xe0]);
    (0..1024).for_each(|_| all.extend([128, 4, 0, 1, 2, 3]));
    all
}

/// A texture of blocks, whose pixels take eight times what they do.
fn blocks() -> Vec<u8> {
    let mut all = [0; 128];
    let words = [
        (0, 0x2053_4444),
        (4, 124),
        (8, 0x1007),
        (12, 1024),
        (16, 1024),
        (76, 32),
    ];
    let format = [(80, 4), (84, u32::from_le_bytes(*b"DXT1")), (108, 0x1000)];
    for (at, word) in words.into_iter().chain(format) {
        all[at..at + 4].copy_from_slice(&u32::to_le_bytes(word));
    }
    [&all[..], &[0x5a; 1024 * 1024 / 2]].concat()
}

/// What is there once, whatever the file is.
const ONCE: usize = 1 << 19;

#[test]
fn pictures_are_checked_without_their_pixels() {
    let files = [
        ("a.png", encoded(ImageFormat::Png)),
        ("a.hdr", encoded(ImageFormat::Hdr)),
        ("a.tga", encoded(ImageFormat::Tga)),
        ("a.psd", photoshop()),
        ("a.pic", softimage()),
        ("a.dds", blocks()),
    ];
    for (name, bytes) in files {
        let length = bytes.len();
        let taken = checked(name, bytes).expect(name);
        assert!(taken < ONCE, "{name}: {taken} bytes beside {length}");
    }
}

/// Their library has no rows, and what it decodes is as long as a file that stores pixels as they are; or it has a copy of the file.
#[test]
fn other_pictures_are_checked_in_twice_their_length() {
    for (name, format) in [
        ("a.bmp", ImageFormat::Bmp),
        ("a.jpg", ImageFormat::Jpeg),
        ("a.ppm", ImageFormat::Pnm),
    ] {
        let bytes = encoded(format);
        let length = bytes.len();
        let taken = checked(name, bytes).expect(name);
        let most = length + ONCE;
        assert!(taken < most, "{name}: {taken} bytes beside {length}");
    }
}

#[test]
fn real_pictures_are_checked_in_twice_their_length() {
    let mut asked = 0;
    for (path, bytes) in corpus::pictures() {
        let (name, length) = (path.to_string_lossy(), bytes.len());
        let known = identify(&bytes, &name).format.and_then(format);
        let kind = known.and_then(|known| known.picture());
        // Of a progressive JPEG, which numbers are not 0 must be known: eight bytes for each block of a colour.
        let blocks = match kind {
            Some(PictureKind::Jpeg) => header(PictureKind::Jpeg, &bytes)
                .map_or(0, |it| it.width as usize * it.height as usize * 3 / 8),
            _ => 0,
        };
        if let Some(taken) = checked(&name, bytes) {
            let most = length.max(blocks) + ONCE;
            assert!(taken < most, "{name}: {taken} bytes beside {length}");
            asked += 1;
        }
    }
    corpus::report("memory of `check` of pictures", asked);
}

/// A PNG of one pixel, with a colour profile of so many bytes, which is compressed to a thousandth.
fn profiled(length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = PngEncoder::new(&mut bytes);
    encoder.set_icc_profile(vec![0; length]).expect("a profile");
    let pixel = encoder.write_image(&[1, 2, 3], 1, 1, ExtendedColorType::Rgb8);
    pixel.expect("a picture");
    bytes
}

#[test]
fn colour_profiles_are_bounded() {
    let (kind, limits) = (PictureKind::Png, Limits::default());
    let file = profiled(256 << 20);
    assert!(file.len() < 1 << 20, "{} bytes", file.len());
    let mut is_read = false;
    let cost = cost(|| {
        is_read = header(kind, &file).is_ok()
            && decodes(kind, &file, &limits).is_ok()
            && picture(kind, &file, &limits).is_ok();
    });
    assert!(is_read);
    assert!(cost.peak < 64 << 20, "{} bytes", cost.peak);
}
