//! Questions asked of every text format: the fixtures in `texts/`, and real files.
#![allow(clippy::print_stdout)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use conformance::corpus;
use formwork_formats::{TEXTS, TextFormat, TextJob, dispatch_text, identify_whole, prove};
use formwork_schema::{Limits, Result};

struct Prove<'a>(&'a [u8]);

impl TextJob for Prove<'_> {
    type Output = Result<usize>;

    fn run<T: TextFormat>(self) -> Result<usize> {
        let file: T = prove(self.0, &Limits::default(), &mut |_| {})?;
        Ok(file.findings().len())
    }
}

#[test]
fn every_real_file_proves() {
    let mut n = 0;
    for f in corpus::folders() {
        let mut v = Vec::new();
        walk(&f, &mut v);
        v.sort();
        for p in v {
            let name = p.to_string_lossy().into_owned();
            let bytes = fs::read(&p).unwrap();
            let head = &bytes[..bytes.len().min(4096)];
            for t in TEXTS {
                if let Some(r) = (t.recognise)(head, &name) {
                    n += 1;
                    match dispatch_text(t.info.id, Prove(&bytes)).unwrap() {
                        Ok(c) => println!("ok {c} {name} {r:?}"),
                        Err(e) => println!("BAD {name} {e}"),
                    }
                }
            }
        }
    }
    println!("{n}");
    let _ = identify_whole(b"", "");
}

fn walk(f: &Path, v: &mut Vec<PathBuf>) {
    for e in fs::read_dir(f).unwrap().flatten() {
        let p = e.path();
        if p.is_dir() { walk(&p, v) } else { v.push(p) }
    }
}
