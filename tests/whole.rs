//! Pictures that are cut short or have holes are refused, unless nothing of what they show is lost.

use conformance::{corpus, fixtures::pictures};
use formwork_formats::{PictureKind, format, identify};
use formwork_pixels::{Image, picture};
use formwork_schema::{Limits, Result};

fn decode(kind: PictureKind, bytes: &[u8]) -> Result<Image> {
    picture(kind, bytes, &Limits::default())
}
use image::{ExtendedColorType, codecs::jpeg::JpegEncoder};

/// What is shown of damaged bytes though it is not what the whole file shows.
fn concealed(kind: PictureKind, damaged: &[u8], whole: &Image) -> bool {
    decode(kind, damaged).is_ok_and(|image| image != *whole)
}

/// Copies of a file in which 64 bytes are zeros, or gone, at `count` places after its header.
fn holes(bytes: &[u8], header: usize, count: usize) -> impl Iterator<Item = Vec<u8>> {
    const HOLE: usize = 64;
    let room = bytes.len().saturating_sub(header + HOLE + 2);
    (0..count * 2).map(move |number| {
        let at = header + room * (number / 2) / count;
        let mut damaged = bytes.to_vec();
        match number % 2 {
            0 => damaged[at..at + HOLE].fill(0),
            _ => drop(damaged.drain(at..at + HOLE)),
        }
        damaged
    })
}

/// A JPEG in which every block differs from its neighbours.
fn made() -> Vec<u8> {
    let (side, mut state) = (160_u32, 1_u32);
    let mut pixels = Vec::new();
    for place in 0..side * side {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (place % side, place / side);
        pixels.extend(
            [
                x + state % 32,
                y + (state >> 8) % 32,
                (x ^ y) + (state >> 16) % 32,
            ]
            .map(|n| n as u8),
        );
    }
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 80)
        .encode(&pixels, side, side, ExtendedColorType::Rgb8)
        .expect("to a `Vec` nothing fails to be written");
    bytes
}

/// Where the data of the first scan of a JPEG begins.
fn first_scan(bytes: &[u8]) -> usize {
    let start = bytes.windows(2).position(|two| two == [0xff, 0xda]);
    start.expect("a scan") + 14
}

#[test]
fn cut_fixtures_show_what_the_whole_shows_or_nothing() {
    for file in pictures::all() {
        let Ok(whole) = decode(file.kind, &file.bytes) else {
            continue;
        };
        for length in 0..file.bytes.len() {
            let cut = &file.bytes[..length];
            assert!(
                !concealed(file.kind, cut, &whole),
                "{} cut at {length}",
                file.name
            );
            // The ends of these are marked.
            if matches!(file.kind, PictureKind::Jpeg | PictureKind::Png) {
                assert!(
                    decode(file.kind, cut).is_err(),
                    "{} cut at {length}",
                    file.name
                );
            }
        }
    }
}

#[test]
fn cut_real_files_show_what_the_whole_shows_or_nothing() {
    const PLACES: usize = 50;
    let mut count = 0;
    for (path, bytes) in corpus::pictures() {
        let name = path.to_string_lossy();
        let known = identify(&bytes, &name).format.and_then(format);
        let Some(kind) = known.and_then(|known| known.picture()) else {
            continue;
        };
        // The engine's own tests have larger ones, which take long and show nothing else.
        if bytes.len() > 1 << 20 {
            continue;
        }
        let whole = decode(kind, &bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        for place in 0..PLACES {
            let length = bytes.len() * place / PLACES;
            assert!(
                !concealed(kind, &bytes[..length], &whole),
                "{name} cut at {length}"
            );
        }
        count += 1;
    }
    corpus::report("cut pictures", count);
}

#[test]
fn holes_in_a_jpeg_are_seen() {
    const PLACES: usize = 50;
    let mut all = vec![("made".to_owned(), made())];
    let real = corpus::pictures().into_iter();
    let real = real.filter(|(_, bytes)| bytes.starts_with(b"\xff\xd8") && bytes.len() < 1 << 20);
    all.extend(real.map(|(path, bytes)| (path.display().to_string(), bytes)));
    let (mut tried, mut unseen) = (0, Vec::new());
    for (name, bytes) in &all {
        let whole =
            decode(PictureKind::Jpeg, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (number, damaged) in holes(bytes, first_scan(bytes), PLACES).enumerate() {
            tried += 1;
            if concealed(PictureKind::Jpeg, &damaged, &whole) {
                unseen.push(format!("{name}: {number}"));
            }
        }
    }
    corpus::report("holes in pictures", all.len());
    // Damage may leave valid codes for just as many units.
    assert!(
        unseen.len() * 10 <= tried,
        "{} of {tried}:\n{}",
        unseen.len(),
        unseen.join("\n")
    );
}
