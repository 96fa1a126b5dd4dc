//! What is in packages: real ones are whole, and ours are understood by a reader that shares nothing with us.

use std::{fs, path::Path};

use bytes::Bytes;
use conformance::{corpus, fixtures};
use formwork_formats::{
    format,
    package::{
        Packed,
        lz4::{BLOCK_SIZE, Compression},
        names::{OnUnsafe, Systems, find_collision, targets},
    },
    urho3d::package::{Builder, Layers, packages},
};
use formwork_schema::Diagnostics;

/// A reader that follows the description alone, panics on anything odd, and is slow.
mod plain {
    pub(super) struct File {
        pub(super) name: String,
        pub(super) content: Vec<u8>,
    }

    fn u16_at(bytes: &[u8], at: usize) -> usize {
        usize::from(bytes[at]) | usize::from(bytes[at + 1]) << 8
    }

    fn u32_at(bytes: &[u8], at: usize) -> u32 {
        (0..4_usize).fold(0, |number, place| {
            number | u32::from(bytes[at + place]) << (8 * place)
        })
    }

    pub(super) fn sdbm(start: u32, bytes: &[u8]) -> u32 {
        bytes.iter().fold(start, |hash, byte| {
            (hash << 6)
                .wrapping_add(hash << 16)
                .wrapping_sub(hash)
                .wrapping_add(u32::from(*byte))
        })
    }

    /// One block of LZ4, a byte at a time.
    fn lz4(block: &[u8], out: &mut Vec<u8>) {
        let mut at = 0;
        let length = |at: &mut usize, short: usize| {
            let (mut length, mut more) = (short, short == 15);
            while more {
                length += usize::from(block[*at]);
                more = block[*at] == 255;
                *at += 1;
            }
            length
        };
        while at < block.len() {
            let token = usize::from(block[at]);
            at += 1;
            let literals = length(&mut at, token >> 4);
            out.extend(&block[at..at + literals]);
            at += literals;
            if at == block.len() {
                return;
            }
            let distance = u16_at(block, at);
            at += 2;
            for _ in 0..length(&mut at, token & 15) + 4 {
                out.push(out[out.len() - distance]);
            }
        }
    }

    fn content(package: &[u8], mut at: usize, size: usize, packed: bool) -> Vec<u8> {
        if !packed {
            return package[at..at + size].into();
        }
        let mut out = Vec::new();
        while out.len() < size {
            let (unpacked, packed) = (u16_at(package, at), u16_at(package, at + 2));
            let before = out.len();
            let mut block = Vec::new();
            lz4(&package[at + 4..at + 4 + packed], &mut block);
            out.extend(block);
            assert_eq!(out.len(), before + unpacked);
            at += 4 + packed;
        }
        out
    }

    pub(super) fn read(package: &[u8]) -> Vec<File> {
        let packed = &package[..4] == b"ULZ4";
        assert!(packed || &package[..4] == b"UPAK");
        let size = u32_at(package, package.len() - 4);
        assert_eq!(size as usize, package.len());
        let (mut at, mut whole) = (12, 0);
        let files = (0..u32_at(package, 4)).map(|_| {
            let end = at + package[at..].iter().position(|byte| *byte == 0).unwrap();
            let name = String::from_utf8(package[at..end].into()).unwrap();
            let number = |place: usize| u32_at(package, end + 1 + 4 * place);
            let content = content(package, number(0) as usize, number(1) as usize, packed);
            assert_eq!(content.len(), number(1) as usize, "{name}");
            assert_eq!(sdbm(0, &content), number(2), "{name}");
            whole = sdbm(whole, &content);
            at = end + 13;
            File { name, content }
        });
        let files = files.collect();
        assert_eq!(whole, u32_at(package, 8));
        files
    }
}

fn opened(bytes: &[u8]) -> Layers {
    packages(&Bytes::copy_from_slice(bytes)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_real_package_is_whole() {
    let mut count = 0;
    for file in corpus::files() {
        if file.format != "urho3d.package" {
            continue;
        }
        let layers = opened(&file.bytes);
        let path = file.path.display();
        for layer in &layers.packages {
            let verdict = layer
                .package
                .verify()
                .unwrap_or_else(|e| panic!("{path}: {e}"));
            assert!(verdict.is_fine(), "{path}: {verdict:?}");
            let layering = layer.package.layering();
            assert_eq!(
                (layering.overlapping.len(), layering.unused),
                (0, 0),
                "{path}"
            );
        }
        if path.to_string().ends_with("Urho3DPlayer.data") {
            let starts: Vec<u64> = layers.packages.iter().map(|layer| layer.start).collect();
            assert_eq!(starts, [0, 158_059]);
        }
        count += 1;
    }
    corpus::report("packages are whole", count);
}

/// The folder that the engine's tool packed, where there is one.
fn packed_by_the_engine() -> Option<std::path::PathBuf> {
    let folders = corpus::folders().into_iter();
    let mut folders = folders.map(|folder| folder.join("urho3d/pak"));
    folders.find(|folder| folder.join("packagetool-tree").is_dir())
}

fn kept(tree: &Path, name: &str) -> Vec<u8> {
    let name = name.strip_prefix("Base/Path/").unwrap_or(name);
    fs::read(tree.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn what_the_engine_packed_is_what_it_was() {
    let Some(folder) = packed_by_the_engine() else {
        return;
    };
    let tree = folder.join("packagetool-tree");
    for name in ["plain", "lz4", "base-lz4", "appended"] {
        let file = fs::read(folder.join(format!("packagetool-{name}.pak"))).expect("a package");
        let layers = opened(&file);
        let [layer] = &*layers.packages else {
            panic!("one package in {name}")
        };
        let files = layer.package.files();
        for entry in &layer.package.entries {
            let content = files.read(entry).expect("reads");
            assert!(
                content == kept(&tree, &entry.name.to_text()),
                "{}",
                entry.name
            );
        }
    }
}

#[test]
fn packing_as_the_engine_did_gives_its_bytes() {
    let Some(folder) = packed_by_the_engine() else {
        return;
    };
    let theirs = fs::read(folder.join("packagetool-plain.pak")).expect("a package");
    let layers = opened(&theirs);
    let mut builder = Builder::new(false);
    for entry in &layers.packages[0].package.entries {
        let name = entry.name.to_text();
        let content = kept(&folder.join("packagetool-tree"), &name);
        let file = Packed::new(&*name, content.into(), None).expect("packs");
        builder.push(file).expect("fits");
    }
    assert!(builder.finish().expect("a package") == theirs);
}

/// Files that compress well, badly and not at all, of all sizes around a block.
fn made() -> Vec<(String, Vec<u8>)> {
    let mut noise = 1_u32;
    let mut random = move || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 24) as u8
    };
    let sizes = [0, 1, 5, 13, 300, 32_767, 32_768, 32_769, 100_000];
    let mut files = Vec::new();
    for size in sizes {
        files.push((
            format!("noise/{size}"),
            (0..size).map(|_| random()).collect(),
        ));
        files.push((
            format!("runs/{size}"),
            (0..size).map(|n| (n / 700) as u8).collect(),
        ));
        let letters = (0..size).map(|_| random() & 3).collect();
        files.push((format!("letters/{size}"), letters));
    }
    files
}

fn sources() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = packed_by_the_engine() else {
        return made();
    };
    let theirs = fs::read(folder.join("packagetool-plain.pak")).expect("a package");
    let entries = opened(&theirs).packages.remove(0).package.entries;
    let names = entries
        .iter()
        .map(|entry| entry.name.to_text().into_owned());
    let tree = folder.join("packagetool-tree");
    let files = names.map(|name| (name.clone(), kept(&tree, &name)));
    made().into_iter().chain(files).collect()
}

#[test]
fn ours_are_understood_by_others() {
    let files = sources();
    for blocks in [
        None,
        Some((Compression::Fast, BLOCK_SIZE)),
        Some((Compression::Fast, 1000)),
        Some((Compression::High(9), BLOCK_SIZE)),
        Some((Compression::High(12), 65_264)),
    ] {
        let pack = || {
            let mut builder = Builder::new(blocks.is_some());
            for (name, content) in &files {
                let content = Bytes::copy_from_slice(content);
                let file = Packed::new(name.as_str(), content, blocks).expect("packs");
                builder.push(file).expect("fits");
            }
            builder.finish().expect("a package")
        };
        let package = pack();
        assert!(package == pack(), "the same files give the same bytes");
        let layers = opened(&package);
        assert!(
            layers.packages[0]
                .package
                .verify()
                .expect("bounded")
                .is_fine()
        );
        let read = plain::read(&package);
        assert_eq!(read.len(), files.len());
        for (file, (name, content)) in read.iter().zip(&files) {
            assert!(file.name == *name && file.content == *content, "{name}");
        }
    }
}

#[test]
fn many_files_cost_in_proportion() {
    // If anything cost the square of this, it would take minutes.
    const COUNT: usize = 200_000;
    let mut builder = Builder::new(false);
    for number in 0..COUNT {
        let name = format!("{}/{number}", number % 100);
        let file = Packed::new(name.as_str(), Bytes::from_static(b"x"), None).expect("packs");
        builder.push(file).expect("fits");
    }
    let bytes = builder.finish().expect("a package");
    let layers = opened(&bytes);
    let package = &layers.packages[0].package;
    assert!(package.verify().expect("bounded").is_fine());
    assert_eq!(package.layering(), Default::default());
    let seen = formwork_formats::GameFormat::inspect(package);
    assert_eq!(seen.tables[0].rows.len(), COUNT + 100);
    let mut wrong = Diagnostics::new();
    formwork_formats::GameFormat::diagnose(package, &mut wrong);
    assert_eq!(wrong.into_vec(), []);
    let format = format("urho3d.package").expect("a format");
    assert!(format.view(&bytes).is_some());
    let last = bytes.len() as u64 - 5;
    let covers = format.covers(&bytes, last).expect("a file");
    assert_eq!(covers, "99/199999, byte 0 of 1");
    let files = package.files();
    let mut again = Builder::like(package);
    for entry in &package.entries {
        assert_eq!(files.read(entry).expect("whole"), b"x".as_slice());
        let kept = Packed::kept(&files, entry).expect("whole");
        again.push(kept).expect("fits");
    }
    assert!(again.finish().expect("a package") == bytes);
    let names = package.entries.iter().map(|entry| entry.name.as_bytes());
    assert_eq!(find_collision(names.clone()), None);
    let targets = targets(names, Systems::All, OnUnsafe::Rename);
    assert!(targets.iter().all(|target| target.problem.is_none()));
}

#[test]
fn fixtures_say_what_is_wrong_with_them() {
    let mut told = String::new();
    for fixture in fixtures::all() {
        if fixture.format() != "urho3d.package" {
            continue;
        }
        let layers = opened(&fixture.bytes);
        let mut wrong = Diagnostics::new();
        let last = &layers.packages.last().expect("a package").package;
        formwork_formats::GameFormat::diagnose(last, &mut wrong);
        told += &format!("{}: {} packages\n", fixture.name(), layers.packages.len());
        told.extend(wrong.iter().map(|one| format!("  {one}\n")));
    }
    insta::with_settings!({ snapshot_path => "../snapshots", omit_expression => true }, {
        insta::assert_snapshot!(told);
    });
}
