//! Models.

use formwork_formats::urho3d::{
    Model,
    model::{AtomicTail, LodLevels, Version},
};
use formwork_schema::{Packed, Result, Vec3, read::Document};

use super::{case, elements, legacy};
use crate::{Code, Options, Report, Target, error::invalid};

/// A model of the version that the target's engine writes.
pub(super) fn model(
    found: Document<Model>,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Document<Model>> {
    let Document {
        tree: mut model,
        mut trailing,
    } = found;
    case::report_bones(&model, target, options, report);
    let from = model.version.magic();
    let is_there = match target {
        Target::Rbfx => from == b"UMD3",
        Target::Atomic => from == b"AMD2",
        Target::Urho3dLegacy => from == b"UMDL",
        _ => from == b"UMD2",
    };
    if is_there {
        if target == Target::Rbfx {
            to_rbfx(&mut model)?;
        }
        return Ok(Document {
            tree: model,
            trailing,
        });
    }
    let was_masked = model.version >= Version::MASKS;
    if !(was_masked && target == Target::Urho3dLegacy) {
        if let Some(levels) = model.lod_levels.take() {
            trailing = levels_as_centers(&mut model, levels, trailing)?;
        }
        elements::declare(&mut model)?;
    }
    if from == b"UMD3" {
        leave_rbfx(&mut model, target, options, report)?;
    }
    if !(from == b"AMDL" && target == Target::Atomic) {
        leave_atomic(&mut model, report);
    }
    match target {
        Target::Rbfx => to_rbfx(&mut model)?,
        Target::Atomic => to_atomic(&mut model)?,
        Target::Urho3dLegacy => {
            model.version = version(b"UMDL", 102)?;
            for buffer in &mut model.vertex_buffers {
                legacy::mask(buffer, report)?;
            }
            centers_as_levels(&mut model, &mut trailing);
        }
        _ => {
            model.version = version(b"UMD2", 1)?;
            if was_masked && model.geometry_centers.is_none() && !model.geometries.is_empty() {
                report.add(
                    Code::C160,
                    "geometry_centers",
                    "missing ones are 0, as the engine reads them",
                );
                add_centers(&mut model)?;
            }
        }
    }
    Ok(Document {
        tree: model,
        trailing,
    })
}

fn version(magic: &[u8], number: u32) -> Result<Version> {
    Version::new(magic, number).ok_or_else(|| invalid("no such version"))
}

fn to_rbfx(model: &mut Model) -> Result<()> {
    model.version = version(b"UMD3", 2)?;
    for morph in &mut model.morphs {
        morph.initial_weight.get_or_insert(0.0);
    }
    Ok(())
}

/// Takes out what only rbfx has.
fn leave_rbfx(
    model: &mut Model,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<()> {
    report.add(Code::C701, "version", model.version.to_string());
    for (place, morph) in model.morphs.iter_mut().enumerate() {
        if let Some(weight) = morph.initial_weight.take().filter(|weight| *weight != 0.0) {
            report.add(Code::C702, format!("morphs[{place}]"), format!("{weight}"));
        }
    }
    // Masks have no other types, and their own conversion.
    if options.keep_types || target == Target::Urho3dLegacy {
        return Ok(());
    }
    for (place, buffer) in model.vertex_buffers.iter_mut().enumerate() {
        elements::plain(buffer, place, report)?;
    }
    Ok(())
}

fn to_atomic(model: &mut Model) -> Result<()> {
    model.version = version(b"AMD2", 100)?;
    if model.geometry_centers.is_none() {
        add_centers(model)?;
    }
    let names = (0..model.geometries.len()).map(|place| format!("Geometry{place}").as_str().into());
    model.atomic.get_or_insert_with(|| AtomicTail {
        revision: 1,
        animations: None,
        geometry_names: Some(names.collect()),
    });
    Ok(())
}

/// Centers where there are none: an engine reads them as 0, and writes them when it saves the model.
fn add_centers(model: &mut Model) -> Result<()> {
    let none = model.geometries.iter().map(|_| Vec3::default());
    model.geometry_centers = Some(Packed::from_records((), none)?);
    Ok(())
}

fn leave_atomic(model: &mut Model, report: &mut Report) {
    if let Some(tail) = model.atomic.take() {
        let detail = if tail.animations.is_some() {
            "animations"
        } else {
            "names of geometries"
        };
        report.add(Code::C705, "atomic", detail);
    }
}

/// What an engine makes of the levels behind the box: the first center.
fn levels_as_centers(
    model: &mut Model,
    levels: LodLevels,
    trailing: bytes::Bytes,
) -> Result<bytes::Bytes> {
    let words = [levels.collision, levels.raycast, levels.occlusion];
    if model.geometries.is_empty() {
        let bytes = words.into_iter().flat_map(u32::to_le_bytes).chain(trailing);
        return Ok(bytes.collect::<Vec<u8>>().into());
    }
    let first = Vec3::from(words.map(f32::from_bits));
    let rest = model.geometries.iter().skip(1).map(|_| Vec3::default());
    let centers = std::iter::once(first).chain(rest);
    model.geometry_centers = Some(Packed::from_records((), centers)?);
    Ok(trailing)
}

/// A center that a file of the oldest kind has in the same place, and means otherwise.
fn centers_as_levels(model: &mut Model, trailing: &mut bytes::Bytes) {
    let centers = model.geometry_centers.as_ref();
    let words = match (
        model.geometries.len(),
        centers.and_then(|centers| centers.get(0)),
    ) {
        (0, _) if trailing.len() == 12 => {
            let words = trailing.as_chunks::<4>().0;
            std::array::from_fn(|place| u32::from_le_bytes(words[place]))
        }
        (1, Some(center)) => <[f32; 3]>::from(center).map(f32::to_bits),
        _ => return,
    };
    let is_alone = model.geometries.is_empty();
    let is_level = |word: &u32| *word < 256 || *word == u32::MAX;
    if is_alone || words.iter().all(is_level) && words != [0; 3] {
        model.geometry_centers = None;
        if is_alone {
            trailing.clear();
        }
        let [collision, raycast, occlusion] = words;
        model.lod_levels = Some(LodLevels {
            collision,
            raycast,
            occlusion,
        });
    }
}
