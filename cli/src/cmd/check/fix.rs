//! `check --fix`: mends what is safe to mend, in place.

use std::{collections::BTreeMap, slice};

use formwork_schema::{Diagnostic, Result, sorted};

use super::{among::Among, verdict::Verdict};
use crate::{
    args::{Args, Check},
    assets,
    failure::Failure,
    files::Found,
    input, output,
};

/// How often a file is mended: where one place breaks several rules, one after the other is mended.
const ROUNDS: usize = 4;

/// What a file would be without some mistakes, and the codes of their rules.
struct Mended {
    bytes: Vec<u8>,
    codes: Vec<&'static str>,
}

/// Checks a file, mends it, and checks it again. What is not there as a file of its own is left alone: standard input, and
/// texts that stand for files.
pub(super) fn fixed(
    args: &Args,
    of: &Check,
    file: &Found,
    among: &Among,
    check: impl Fn(&Found, &Among) -> Verdict,
) -> Verdict {
    let mut verdict = check(file, among);
    if verdict.form.is_some() || input::is_standard(&file.path) {
        return verdict;
    }
    for _ in 0..ROUNDS {
        if verdict.error.is_some() {
            break;
        }
        let told = match mended(args, file, &verdict) {
            Ok(None) => break,
            Ok(Some(mended)) if of.dry_run => {
                verdict.fixed = mended.codes;
                verdict.is_only_told = true;
                break;
            }
            Ok(Some(mended)) => output::replace(&file.path, &mended.bytes).map(|_| mended.codes),
            Err(failure) => Err(failure),
        };
        let codes = match told {
            Ok(codes) => codes,
            Err(failure) => {
                verdict.error = Some(failure.error);
                break;
            }
        };
        let among = among.again(args, &of.content, file);
        let again = check(file, &among);
        let mut fixed = verdict.fixed;
        fixed.extend(codes);
        sorted::ascending(&mut fixed);
        fixed.dedup();
        verdict = Verdict { fixed, ..again };
    }
    verdict
}

fn mended(
    args: &Args,
    file: &Found,
    verdict: &Verdict,
) -> std::result::Result<Option<Mended>, Failure> {
    let failed = |error| Failure::new(&file.path, error);
    let bytes = file.read(args)?;
    if let Some(mended) = replaced(&bytes, &verdict.proof.diagnostics) {
        return Ok(Some(mended));
    }
    let asset = assets::opened(args, &file.path, bytes.clone())?;
    if asset.picture().is_some() {
        return Ok(None);
    }
    let tree = asset.tree().map_err(failed)?;
    let mut rules = Vec::new();
    for Diagnostic { rule, .. } in &verdict.proof.diagnostics {
        let one: Result<_> = tree.fixed(slice::from_ref(rule));
        if one.map_err(failed)?.is_some_and(|one| one != bytes) {
            rules.push(*rule);
        }
    }
    let codes = rules.iter().map(|rule| rule.code).collect();
    let mended = tree.fixed(&rules).map_err(failed)?;
    let mended = mended.filter(|mended| *mended != bytes);
    Ok(mended.map(|bytes| Mended { bytes, codes }))
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
