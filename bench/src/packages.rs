//! Packages: unpacking beside the bare decompressor, hashing beside the loop that the engine has.

use std::hint::black_box;

use bytes::Bytes;
use formwork_formats::{
    package::{
        Packed,
        lz4::{BLOCK_SIZE, Compression},
        sdbm,
    },
    urho3d::package::{Builder, Package, packages},
};
use formwork_schema::Result;

use crate::{
    harness::{Case, Contestant, measure, on},
    report::ratio,
};

const BARE: &str = "blocks through bare `lz4_flex`";
const UNPACK: &str = "unpack every file (`read`)";
const VERIFY: &str = "unpack and compare checksums (`verify`)";
const PLAIN: &str = "SDBM, byte by byte as the engine";
const LANES: &str = "SDBM in lanes (`sdbm::hash`)";

/// The blocks of all files, through the library in C.
pub(crate) const IN_C: Contestant = ("blocks through LZ4's own library, in C", |quick| {
    on(ready(quick).1, |blocks| bare(blocks, in_c))
});
/// The same, through the library in Rust.
pub(crate) const IN_RUST: Contestant = ("blocks through `lz4_flex`", |quick| {
    on(ready(quick).1, |blocks| bare(blocks, in_rust))
});
/// Files of a package.
pub(crate) const OURS: Contestant = ("formwork, blocks found and judged", |quick| {
    on(ready(quick).0, unpack)
});

fn ready(quick: bool) -> (Package, Vec<Blocks>) {
    let package = made(if quick { 20_000 } else { 400_000 }).expect("a package made here");
    let blocks = blocks(&package).expect("blocks that are in the package");
    (package, blocks)
}

/// Unpacks a block into memory of the right size; how much it was.
type Unpack = fn(&[u8], &mut [u8]) -> usize;

fn in_c(block: &[u8], out: &mut [u8]) -> usize {
    let size = i32::try_from(out.len()).ok();
    lz4::block::decompress_to_buffer(block, size, out).unwrap_or(0)
}

fn in_rust(block: &[u8], out: &mut [u8]) -> usize {
    lz4_flex::block::decompress_into(block, out).unwrap_or(0)
}

/// Measures, and prints a table.
pub(crate) fn run(rounds: usize, quick: bool) -> Result<()> {
    let file_len = if quick { 20_000 } else { 400_000 };
    let (package, plain) = (made(file_len)?, content(0, 32 * file_len));
    let blocks = blocks(&package)?;
    let mut cases = vec![
        case(BARE, || bare(&blocks, in_rust)),
        case(UNPACK, || unpack(&package)),
        case(VERIFY, || {
            package.verify().is_ok_and(|verdict| verdict.is_fine())
        }),
        case(PLAIN, || engine(black_box(&plain))),
        case(LANES, || sdbm::hash(black_box(&plain))),
    ];
    let rounds = measure(&mut cases, rounds, quick);
    println!(
        "## A package of 32 files, {:.1} MB\n",
        plain.len() as f64 / 1e6
    );
    println!("| | × |\n|---|---|");
    for (name, base) in [(UNPACK, BARE), (VERIFY, BARE), (LANES, PLAIN)] {
        println!("| {name}, of {base} | {} |", ratio(&rounds, name, base));
    }
    println!();
    Ok(())
}

fn case<'a, T>(name: &'static str, once: impl Fn() -> T + 'a) -> Case<'a> {
    Case {
        name,
        run: Box::new(move || drop(black_box(once()))),
    }
}

/// Text and numbers, mixed: packs to about two thirds.
fn content(seed: u32, length: usize) -> Vec<u8> {
    let mut noise = seed;
    let mut out = Vec::with_capacity(length + 16);
    while out.len() < length {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match noise >> 30 {
            0 => out.extend(noise.to_le_bytes()),
            1 => out.extend(b"position=\"0 1 0\" "),
            2 => out.extend(((noise >> 20) as f32).to_le_bytes()),
            _ => out.extend([(noise >> 24) as u8; 3]),
        }
    }
    out.truncate(length);
    out
}

fn made(file_len: usize) -> Result<Package> {
    let mut builder = Builder::new(true);
    for number in 0..32 {
        let file = Bytes::from(content(number, file_len));
        let blocks = Some((Compression::Fast, BLOCK_SIZE));
        builder.push(Packed::new(&*format!("Data/{number}"), file, blocks)?)?;
    }
    let mut layers = packages(&builder.finish()?)?;
    Ok(layers.packages.remove(0).package)
}

/// A file: its size, and its blocks with their unpacked lengths.
struct Blocks(usize, Vec<(usize, Bytes)>);

/// The blocks of each file, found beforehand.
fn blocks(package: &Package) -> Result<Vec<Blocks>> {
    let reader = package.files();
    let files = package.entries.iter().map(|entry| {
        let mut rest = reader.stored(entry)?.bytes;
        let mut blocks = Vec::new();
        while let [a, b, c, d, ..] = *rest {
            let length = usize::from(u16::from_le_bytes([c, d]));
            let unpacked = usize::from(u16::from_le_bytes([a, b]));
            blocks.push((unpacked, rest.slice(4..4 + length)));
            rest = rest.slice(4 + length..);
        }
        Ok(Blocks(entry.size as usize, blocks))
    });
    files.collect()
}

fn bare(files: &[Blocks], one: Unpack) -> usize {
    let file = |Blocks(size, blocks): &Blocks| {
        let mut out = vec![0; *size];
        let mut at = 0;
        for (unpacked, block) in blocks {
            at += one(block, &mut out[at..at + unpacked]);
        }
        black_box(out);
        at
    };
    files.iter().map(file).sum()
}

fn unpack(package: &Package) -> usize {
    let reader = package.files();
    let files = package.entries.iter().map(|entry| reader.read(entry));
    files
        .map(|file| black_box(file).map_or(0, |file| file.len()))
        .sum()
}

fn engine(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0_u32, |hash, byte| {
        u32::from(*byte)
            .wrapping_add(hash << 6)
            .wrapping_add(hash << 16)
            .wrapping_sub(hash)
    })
}
