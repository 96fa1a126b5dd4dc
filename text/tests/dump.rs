//! Dumps.

use crate::common::{Sample, bare, full};
use formwork_schema::{Format, Packed};
use formwork_text::dump::{DumpOptions, Select, dump};

fn bytes(sample: &Sample) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    sample.write_to(&mut out).unwrap();
    out.into_inner()
}

fn dumped(bytes: &[u8], options: &DumpOptions) -> String {
    let mut out = Vec::new();
    dump(Sample::layout(), bytes, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn everything_is_shown() {
    let mut file = bytes(&full());
    file.extend_from_slice(b"tail");
    crate::lock::locked!(dumped(&file, &DumpOptions::default()));
    crate::lock::locked!(dumped(&bytes(&bare()), &DumpOptions::default()));
}

#[test]
fn long_lists_are_cut() {
    let mut sample = bare();
    sample.indices = Packed::from_records((), 0..1000).unwrap();
    sample.labels = (0..9)
        .map(|i| format!("label {i}").as_str().into())
        .collect();
    let file = bytes(&sample);
    crate::lock::locked!(dumped(&file, &DumpOptions::default()));
    let all = dumped(
        &file,
        &DumpOptions {
            all: true,
            ..DumpOptions::default()
        },
    );
    assert!(all.contains("indices[500]") && all.contains("labels[5]"));
}

#[test]
fn one_place_is_shown() {
    let file = bytes(&full());
    let at = |offset| {
        dumped(
            &file,
            &DumpOptions {
                select: Select::At(offset),
                ..DumpOptions::default()
            },
        )
    };
    let start = dumped(&file, &DumpOptions::default());
    let line = start
        .lines()
        .find(|line| line.contains("tracks[0].keyframes[1].position.y"))
        .unwrap();
    let offset = u64::from_str_radix(&line[..4], 16).unwrap();
    crate::lock::locked!(at(offset + 1));
    let path = Select::Path("tracks[0].keyframes[1]".into());
    crate::lock::locked!(dumped(
        &file,
        &DumpOptions {
            select: path,
            ..DumpOptions::default()
        }
    ));
    let path = Select::Path("tracks[9]".into());
    let error = dump(
        Sample::layout(),
        &file,
        &DumpOptions {
            select: path,
            ..DumpOptions::default()
        },
        &mut Vec::new(),
    );
    crate::lock::locked!(error.unwrap_err());
    let mut longer = file.clone();
    longer.extend_from_slice(b"tail");
    let options = DumpOptions {
        select: Select::At(file.len() as u64 + 1),
        ..DumpOptions::default()
    };
    crate::lock::locked!(dumped(&longer, &options));
}

#[test]
fn a_broken_file_is_shown_as_far_as_it_goes() {
    let file = bytes(&full());
    for length in 0..file.len() {
        let mut out = Vec::new();
        let result = dump(
            Sample::layout(),
            &file[..length],
            &DumpOptions::default(),
            &mut out,
        );
        assert!(result.is_err(), "{length}");
        assert_eq!(out.is_empty(), length < 4, "{length}");
    }
}

#[test]
fn colors_only_when_asked() {
    let file = bytes(&bare());
    assert!(!dumped(&file, &DumpOptions::default()).contains('\x1b'));
    assert!(
        dumped(
            &file,
            &DumpOptions {
                color: true,
                ..DumpOptions::default()
            }
        )
        .contains('\x1b')
    );
}
