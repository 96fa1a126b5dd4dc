//! The way back from glTF gives the same bytes: proved when the file is made, held to when it is read.
//!
//! The maker reads what it made and writes the sources again. What that gives, and what turns it into the sources, is kept in the
//! file. The reader writes the sources in the same way: where that gives what it gave then, the file was not edited.

mod patch;

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result, sorted};
use sha2::{Digest, Sha256};

use self::patch::{apply, patch};
use crate::{
    Code, NoFiles, Options, Output, Report, Scene,
    gltf::{Draft, Proof},
    scene::Source,
};

/// Writes the sources of a scene again, which nobody needs after that.
pub(crate) type Rebuild<'a> = &'a dyn Fn(Scene, &mut Report) -> Result<Vec<Output>>;

/// Says in a file what becomes of it on the way back.
///
/// # Errors
///
/// When the file that was made cannot be read.
pub(crate) fn prove(
    draft: &mut Draft,
    sources: &[Source],
    options: &Options,
    rebuild: Rebuild<'_>,
) -> Result<()> {
    let mut quiet = Report::default();
    let mut back = draft.scene(&NoFiles, options, &mut quiet)?;
    // Whoever writes them again can take from the files what is the same.
    if back.sources.len() == sources.len() {
        for (back, source) in back.sources.iter_mut().zip(sources) {
            back.file.clone_from(&source.file);
        }
    }
    // What the family refuses is kept as a whole.
    let outputs = rebuild(back, &mut quiet).unwrap_or_default();
    let made: BTreeMap<usize, &Output> = sorted::collect(
        again(&outputs, sources).map(|(output, source)| (source, &outputs[output])),
    );
    for (place, source) in sources.iter().enumerate() {
        let Some(file) = &source.file else { continue };
        let made = made
            .get(&place)
            .map(|output| &output.bytes[..])
            .unwrap_or_default();
        draft.prove(place, &proof(made, file));
    }
    Ok(())
}

/// What leads from what was made of a file to the file.
fn proof(made: &[u8], file: &[u8]) -> Proof {
    // What is the file itself need not be compared.
    let is_same = || std::ptr::eq(made, file) || made == file;
    let (is_same, rebuilt) = rayon::join(is_same, || checksum(made));
    Proof {
        size: Some(file.len() as u64),
        rebuilt: Some(rebuilt),
        patch: (!is_same).then(|| patch(made, file).into()),
        sha256: (!is_same).then(|| sum(file)),
    }
}

/// Formats and versions of files of one family, and the glTF file that they become.
pub(crate) type Appearance = (Vec<(String, String)>, Bytes);

/// Puts the sources in place of what was rebuilt of them, unless the file was edited since it was made.
///
/// Stored sources are not trusted: one that is not of its format, or that shows another scene than the rebuilt file, is reported
/// as C902 and not used. `appearance` reads files of the family.
pub(crate) fn restore(
    outputs: &mut [Output],
    sources: &[Source],
    proofs: &[Proof],
    appearance: &dyn Fn(&[Output]) -> Result<Appearance>,
    report: &mut Report,
) {
    let pairs: Vec<(usize, usize)> = again(outputs, sources).collect();
    let mut restored = outputs.to_vec();
    let mut changed = Vec::new();
    for (place, number) in pairs {
        let (Some(proof), Some(of)) = (proofs.get(number), sources.get(number)) else {
            continue;
        };
        let Some(rebuilt) = proof.rebuilt else {
            continue;
        };
        let output = &mut restored[place];
        if checksum(&output.bytes) != rebuilt {
            let detail = "something was edited since the file was exported";
            report.add(Code::C901, &of.name, detail);
            continue;
        }
        match source(&output.bytes, proof) {
            Ok(bytes) if bytes == output.bytes => {}
            Ok(bytes) => {
                output.bytes = bytes;
                changed.push((place, of));
            }
            Err(error) => report.add(Code::C902, &of.name, error.message()),
        }
    }
    if changed.is_empty() {
        return;
    }
    match is_same(outputs, &restored, &changed, appearance) {
        Ok(true) => outputs.clone_from_slice(&restored),
        Ok(false) => refuse(
            &changed,
            "it shows something else than the glTF file",
            report,
        ),
        Err(error) => refuse(&changed, error.message(), report),
    }
}

/// Whether restored files have the formats and versions that were stored for them, and show the same as the rebuilt ones.
fn is_same(
    rebuilt: &[Output],
    restored: &[Output],
    changed: &[(usize, &Source)],
    appearance: &dyn Fn(&[Output]) -> Result<Appearance>,
) -> Result<bool> {
    let (versions, restored) = appearance(restored)?;
    let mut stored = changed.iter();
    let is_stored = stored.all(|(_, source)| {
        let mut versions = versions.iter();
        versions.any(|(format, version)| (format, version) == (&source.format, &source.version))
    });
    Ok(is_stored && restored == appearance(rebuilt)?.1)
}

fn refuse(changed: &[(usize, &Source)], why: &str, report: &mut Report) {
    for (_, source) in changed {
        report.add(Code::C902, &source.name, why);
    }
}

/// Which outputs are which sources again, where there are as many of a format: they have one order.
fn again(outputs: &[Output], sources: &[Source]) -> impl Iterator<Item = (usize, usize)> {
    let places = |format: &str, all: &[&str]| -> Vec<usize> {
        let all = all.iter().enumerate();
        all.filter(|(_, one)| **one == format)
            .map(|(place, _)| place)
            .collect()
    };
    let made: Vec<&str> = outputs.iter().map(|output| &*output.format).collect();
    let were: Vec<&str> = sources.iter().map(|source| &*source.format).collect();
    let formats: BTreeSet<&str> = sorted::collect(were.iter().copied());
    let pairs = formats.into_iter().flat_map(|format| {
        let (made, were) = (places(format, &made), places(format, &were));
        if made.len() == were.len() {
            made.into_iter().zip(were).collect()
        } else {
            Vec::new()
        }
    });
    pairs.collect::<Vec<_>>().into_iter()
}

/// The source that a proof leads to from what was rebuilt.
fn source(rebuilt: &Bytes, proof: &Proof) -> Result<Bytes> {
    let patch = proof.patch.as_deref().unwrap_or_default();
    let size = proof
        .size
        .and_then(|size| usize::try_from(size).ok())
        .unwrap_or(rebuilt.len());
    // Nothing that is longer than both can come of them.
    if size > rebuilt.len().saturating_add(patch.len()) {
        let message = "its size is beyond all that is stored";
        return Err(Error::new(Kind::Malformed, message));
    }
    if patch.is_empty() && size == rebuilt.len() {
        return Ok(rebuilt.clone());
    }
    let bytes = apply(rebuilt.to_vec(), size, patch)?;
    match &proof.sha256 {
        Some(wanted) if sum(&bytes) == *wanted => Ok(bytes.into()),
        _ => Err(Error::new(Kind::Malformed, "its checksum is another")),
    }
}

/// CRC-32, of both halves at once.
fn checksum(bytes: &[u8]) -> u32 {
    let of = |bytes| {
        let mut sum = crc32fast::Hasher::new();
        sum.update(bytes);
        sum
    };
    let (front, back) = bytes.split_at(bytes.len() / 2);
    let (mut sum, rest) = rayon::join(|| of(front), || of(back));
    sum.combine(&rest);
    sum.finalize()
}

/// SHA-256 in hexadecimal digits.
fn sum(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
