//! Writes a shader: as it was read where nothing was changed.

use std::{collections::HashSet, ops::Range};

use formwork_schema::{Error, Kind, Limits, Result, sorted};

use super::{
    parse::{Parsed, parse},
    print,
    slots::{self, Slot},
    tree::{Context, Sampler, Shader, Uniform},
};

/// A change of a text: these bytes by those.
type Edit = (Range<usize>, Vec<u8>);

/// Reading back what was written has no limit of its own.
const UNLIMITED: Limits = Limits {
    bytes: u64::MAX,
    depth: Limits::MAX_DEPTH,
    items: u64::MAX,
    memory: u64::MAX,
    whole_memory: None,
};

/// The text of a tree that was read from `source`. Every attempt is read again, and the first that means the tree is
/// the text: the source itself, the source with single values changed, with another FX section, and a new text.
///
/// # Errors
/// See [`canonical`].
pub(super) fn to_bytes(shader: &Shader, source: Option<&[u8]>) -> Result<Vec<u8>> {
    let Some(source) = source else {
        return canonical(shader);
    };
    let meant = normalized(shader);
    let read = parse(source, &UNLIMITED)?;
    if read.shader == meant {
        return Ok(source.into());
    }
    let attempts = [
        apply(source, edits(&read, &meant, |_| true)),
        apply(source, with_fx(&read, &meant)),
    ];
    let means_it =
        |text: &Vec<u8>| parse(text, &UNLIMITED).is_ok_and(|again| again.shader == meant);
    match attempts.into_iter().flatten().find(means_it) {
        Some(text) => Ok(text),
        None => canonical(shader),
    }
}

/// The normalized text of a tree.
///
/// # Errors
/// A tree that no text means.
pub(super) fn canonical(shader: &Shader) -> Result<Vec<u8>> {
    let meant = normalized(shader);
    let text = print::shader(&meant);
    let again = match parse(&text, &UNLIMITED) {
        Ok(again) => again.shader,
        Err(error) => {
            let path = culprit(&meant).unwrap_or_else(|| error.path().into());
            let unwritable = unwritable(&path, error.message());
            return Err(match error.advice() {
                "" => unwritable,
                advice => unwritable.help(advice),
            });
        }
    };
    if again == meant {
        return Ok(text);
    }
    let (path, what) = first_difference(&again, &meant);
    Err(unwritable(
        &path,
        &format!("{what} would be read as another"),
    ))
}

/// The first part of a tree that no text means even alone; of a context, with the sections that it names.
fn culprit(meant: &Shader) -> Option<String> {
    fn alone<T>(list: &str, items: &[T], around: impl Fn(&T) -> Shader) -> Option<String> {
        let is_unreadable = |item: &T| parse(&print::shader(&around(item)), &UNLIMITED).is_err();
        let place = items.iter().position(is_unreadable)?;
        Some(format!("{list}[{place}]"))
    }
    let nothing = Shader::default;
    alone("sections", &meant.sections, |one| Shader {
        sections: vec![one.clone()],
        ..nothing()
    })
    .or_else(|| {
        alone("samplers", &meant.samplers, |one| Shader {
            samplers: vec![one.clone()],
            ..nothing()
        })
    })
    .or_else(|| {
        alone("uniforms", &meant.uniforms, |one| Shader {
            uniforms: vec![one.clone()],
            ..nothing()
        })
    })
    .or_else(|| {
        alone("buffers", &meant.buffers, |one| Shader {
            buffers: vec![one.clone()],
            ..nothing()
        })
    })
    .or_else(|| {
        alone("contexts", &meant.contexts, |one| Shader {
            contexts: vec![one.clone()],
            sections: meant.sections.clone(),
            ..nothing()
        })
    })
}

fn unwritable(path: &str, message: &str) -> Error {
    Error::new(Kind::Invalid, format!("no text means this tree: {message}"))
        .of(path)
        .help("names are letters, digits and `_`; texts have no quotes, comments, `[[` or ends of lines")
}

/// Which part of a tree comes back as another.
fn first_difference(read: &Shader, meant: &Shader) -> (String, &'static str) {
    let place = |same: Option<usize>, list: &str| match same {
        Some(place) => format!("{list}[{place}]"),
        None => list.into(),
    };
    fn differs<T: PartialEq>(read: &[T], meant: &[T]) -> Option<usize> {
        read.iter().zip(meant).position(|(a, b)| a != b)
    }
    if read.sections != meant.sections {
        (
            place(differs(&read.sections, &meant.sections), "sections"),
            "a section",
        )
    } else if read.samplers != meant.samplers {
        (
            place(differs(&read.samplers, &meant.samplers), "samplers"),
            "a sampler",
        )
    } else if read.uniforms != meant.uniforms {
        (
            place(differs(&read.uniforms, &meant.uniforms), "uniforms"),
            "a uniform",
        )
    } else if read.buffers != meant.buffers {
        (
            place(differs(&read.buffers, &meant.buffers), "buffers"),
            "a buffer",
        )
    } else if read.contexts != meant.contexts {
        (
            place(differs(&read.contexts, &meant.contexts), "contexts"),
            "a context",
        )
    } else {
        ("preamble".into(), "what stands before the first section")
    }
}

fn normalized(shader: &Shader) -> Shader {
    let mut shader = shader.clone();
    shader.samplers.iter_mut().for_each(Sampler::normalize);
    shader.uniforms.iter_mut().for_each(Uniform::normalize);
    shader.contexts.iter_mut().for_each(Context::normalize);
    shader.sections_before = shader.sections_before.min(shader.sections.len());
    shader
}

/// Values that differ; of a setting that stands twice only the last, which counts.
fn edits(read: &Parsed, meant: &Shader, wanted: impl Fn(&Slot) -> bool) -> Vec<Edit> {
    let mut seen = HashSet::new();
    let mut edits = Vec::new();
    let slots = read.slots.iter().rev();
    for (slot, range) in slots.filter(|(slot, _)| wanted(slot)) {
        if !seen.insert(*slot) {
            continue;
        }
        let old = slots::text(&read.shader, *slot);
        if let Some(new) = slots::text(meant, *slot).filter(|new| old.as_ref() != Some(new)) {
            edits.push((range.clone(), new));
        }
    }
    edits
}

/// Another FX section, and changed code.
fn with_fx(read: &Parsed, meant: &Shader) -> Vec<Edit> {
    let is_outside = |slot: &Slot| {
        matches!(
            slot,
            Slot::Preamble | Slot::SectionName(_) | Slot::SectionCode(_)
        )
    };
    let mut edits = edits(read, meant, is_outside);
    let mut fx = b"\n".to_vec();
    fx.append(&mut print::fx(meant));
    edits.push((read.fx.clone(), fx));
    edits
}

/// The text with its changes; `None` when two changes overlap.
fn apply(text: &[u8], mut edits: Vec<Edit>) -> Option<Vec<u8>> {
    sorted::by_key(&mut edits, |(range, _)| (range.start, range.end));
    let mut out = Vec::with_capacity(text.len());
    let mut done = 0;
    for (range, new) in edits {
        out.extend_from_slice(text.get(done..range.start)?);
        out.extend_from_slice(&new);
        done = range.end;
    }
    out.extend_from_slice(text.get(done..)?);
    Some(out)
}
