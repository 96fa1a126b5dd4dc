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
        if model.lod_levels.take().is_some() {
            // Newer engines would take them for a center.
            let detail = "levels of 1.0 for collision, ray casts and occlusion are dropped";
            report.add(Code::C160, "lod_levels", detail);
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
        Target::Atomic => to_atomic(&mut model, report)?,
        Target::Urho3dLegacy => {
            model.version = version(b"UMDL", 102)?;
            for buffer in &mut model.vertex_buffers {
                legacy::mask(buffer, report)?;
            }
            centers_as_levels(&mut model, &mut trailing);
        }
        _ => {
            model.version = version(b"UMD2", 1)?;
            if was_masked {
                add_centers(&mut model, report)?;
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

fn to_atomic(model: &mut Model, report: &mut Report) -> Result<()> {
    model.version = version(b"AMD2", 100)?;
    add_centers(model, report)?;
    if model.atomic.is_none() {
        let count = model.geometries.len();
        report.add_many(Code::C706, count, "geometries", "Geometry0 and so on");
        let names = (0..count).map(|place| format!("Geometry{place}").as_str().into());
        model.atomic = Some(AtomicTail {
            revision: 1,
            animations: None,
            geometry_names: (count > 0).then(|| names.collect()),
        });
    }
    Ok(())
}

/// Centers where there are none: an engine reads them as 0, and writes them when it saves the model.
fn add_centers(model: &mut Model, report: &mut Report) -> Result<()> {
    // Centers of no geometries are no bytes, which read back as none.
    if model.geometry_centers.is_some() || model.geometries.is_empty() {
        return Ok(());
    }
    let detail = "missing ones are 0, as the engine reads them";
    report.add_many(
        Code::C160,
        model.geometries.len(),
        "geometry_centers",
        detail,
    );
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
