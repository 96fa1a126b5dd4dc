//! `check --fix`: mends what is safe to mend, in place.

use std::{collections::BTreeMap, slice};

use bytes::Bytes;
use formwork_schema::{Diagnostic, Result, sorted};

use super::{among::Among, verdict::Verdict};
use crate::{
    args::{Args, Check},
    assets,
    failure::Failure,
    files::Found,
    output,
};

/// Maximum number of rounds: rules that one place breaks are fixed one after the other, each in all places at once.
const ROUNDS: usize = 4;

/// What a file would be without some mistakes, and the codes of their rules.
struct Mended {
    bytes: Vec<u8>,
    codes: Vec<&'static str>,
}

/// Checks a file, mends it in memory, checks what comes of that, and writes it over the file in the end: all of it is about the bytes of
/// one read, and only the file that these are of is replaced. Texts that stand for files are left alone.
pub(super) fn fixed(
    args: &Args,
    of: &Check,
    file: &Found,
    among: &Among,
    check: impl Fn(&Found, std::result::Result<Bytes, Failure>, &Among) -> Verdict,
) -> Verdict {
    let original = match file.original(args) {
        Ok(original) => original,
        Err(failure) => return check(file, Err(failure), among),
    };
    let of_bytes = |bytes: &Bytes, among: &Among| check(file, Ok(bytes.clone()), among);
    let again = |bytes: &Bytes| of_bytes(bytes, &among.again(args, &of.content, file, bytes));
    let mut before = of_bytes(&original.bytes, among);
    if before.form.is_some() {
        return before;
    }
    if among.has_replacements(&file.path) {
        // The replacements were found by another read of the file.
        before = again(&original.bytes);
    }
    match mended(args, file, &original.bytes, &before) {
        Ok(None) => before,
        Ok(Some(mended)) if of.dry_run => Verdict {
            fixed: mended.codes,
            is_only_told: true,
            ..before
        },
        Ok(Some(mended)) => match all_mended(args, file, mended, again) {
            Ok((bytes, after)) => match output::replace(&file.path, Some(&original), &bytes) {
                Ok(()) => after,
                Err(failure) => before.refused(failure),
            },
            Err(failure) => before.refused(failure),
        },
        Err(failure) => before.refused(failure),
    }
}

/// Repeats the fixes until nothing changes; returns the final bytes and their verdict.
fn all_mended(
    args: &Args,
    file: &Found,
    first: Mended,
    check: impl Fn(&Bytes) -> Verdict,
) -> std::result::Result<(Bytes, Verdict), Failure> {
    let (mut bytes, mut codes) = (Bytes::from(first.bytes), first.codes);
    let mut verdict = check(&bytes);
    for _ in 1..ROUNDS {
        let Some(more) = mended(args, file, &bytes, &verdict)? else {
            break;
        };
        bytes = more.bytes.into();
        codes.extend(more.codes);
        verdict = check(&bytes);
    }
    sorted::ascending(&mut codes);
    codes.dedup();
    verdict.fixed = codes;
    Ok((bytes, verdict))
}

/// Runs one round of fixes; `None` where nothing can be fixed.
fn mended(
    args: &Args,
    file: &Found,
    bytes: &Bytes,
    verdict: &Verdict,
) -> std::result::Result<Option<Mended>, Failure> {
    if verdict.error.is_some() {
        return Ok(None);
    }
    let failed = |error| Failure::new(&file.path, error);
    let diagnostics = &verdict.proof.diagnostics;
    let asset = assets::opened(args, &file.path, bytes.clone())?;
    if asset.picture().is_some() {
        return Ok(replaced(bytes, diagnostics));
    }
    let tree = asset.tree().map_err(failed)?;
    let mut rules = Vec::new();
    for Diagnostic { rule, .. } in diagnostics {
        if rules.contains(rule) {
            continue;
        }
        let one: Result<_> = tree.fixed(slice::from_ref(rule));
        if one.map_err(failed)?.is_some_and(|one| one != *bytes) {
            rules.push(*rule);
        }
    }
    let codes = rules.iter().map(|rule| rule.code).collect();
    let mended = tree.fixed(&rules).map_err(failed)?;
    match mended.filter(|mended| *mended != *bytes) {
        Some(bytes) => Ok(Some(Mended { bytes, codes })),
        None => Ok(replaced(bytes, diagnostics)),
    }
}

/// The file with other texts in some places. Of several texts for one place the last one counts: what is known of other files
/// comes after what is known of the place alone.
fn replaced(bytes: &[u8], diagnostics: &[Diagnostic]) -> Option<Mended> {
    let mut edits = BTreeMap::new();
    let mut codes = Vec::new();
    for one in diagnostics {
        let Some(text) = &one.replacement else {
            continue;
        };
        let others = one.related.iter().map(|other| &other.location);
        for place in [&one.location].into_iter().chain(others) {
            if let Some(range) = &place.bytes {
                edits.insert(range.start, (range.end, text));
            }
        }
        codes.push(one.rule.code);
    }
    sorted::ascending(&mut codes);
    codes.dedup();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for (start, (end, text)) in edits {
        let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        if start < at {
            continue;
        }
        out.extend_from_slice(bytes.get(at..start)?);
        out.extend_from_slice(text.as_bytes());
        at = end;
    }
    out.extend_from_slice(bytes.get(at..)?);
    (out != bytes).then_some(Mended { bytes: out, codes })
}
