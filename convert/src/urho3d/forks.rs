//! One engine's files as another engine of the family reads them: no axis changes, bytes of the bulk stay as they are.

mod case;
mod clip;
mod elements;
mod legacy;
mod model;
pub(super) mod sidecar;

pub(crate) use self::sidecar::{report_sidecars, sidecars};
use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::{Result, read::Document, write::document};

use super::{
    file::{is_clip, is_model, tree},
    target::is_ours,
};
use crate::{
    Input, Options, Output, Report, Target,
    error::{invalid, unsupported},
    names::name_for_format,
};

/// Makes of a model or a clip of one engine that of another: `UMD2` and `UANI` for Urho3D and U3D, `UMD3` and `UAN2` for rbfx,
/// `AMD2` for Atomic, `UMDL` for older engines. The XML file beside a clip becomes one that the target understands.
///
/// # Errors
///
/// As the formats themselves; for other targets and other files.
pub fn fork(
    input: &Input,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Output> {
    if !is_ours(target) {
        return Err(invalid("this target is not of the Urho3D family"));
    }
    let (format, bytes) = if is_clip(&input.bytes) {
        let found = tree::<Animation>(&input.bytes)?;
        clip::say_ambiguity(&found.tree, &input.bytes, report);
        let found = clip::animation(found, target, options, report)?;
        ("urho3d.animation", document(&found)?)
    } else if is_model(&input.bytes) {
        let found = model::model(tree(&input.bytes)?, target, options, report)?;
        ("urho3d.model", document(&found)?)
    } else if input.bytes.starts_with(b"<") {
        ("xml", sidecar::sidecar(&input.bytes, target, report)?)
    } else {
        let message = format!("{} is neither a model nor a clip of Urho3D", input.path);
        return Err(unsupported(message));
    };
    Ok(Output {
        path: name_for_format(input.name(), format),
        format: format.into(),
        bytes: bytes.into(),
    })
}

/// A model as the target reads it: as it is, where it does.
pub(super) fn readable_model(
    found: Document<Model>,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Document<Model>> {
    let is_read = match found.tree.version.magic() {
        b"UMD2" => matches!(target, Target::Urho3d | Target::U3d),
        b"UMD3" => target == Target::Rbfx,
        b"AMD2" | b"AMDL" => target == Target::Atomic,
        _ => matches!(target, Target::Urho3d | Target::U3d | Target::Urho3dLegacy),
    };
    if is_read {
        case::report_bones(&found.tree, target, options, report);
        Ok(found)
    } else {
        model::model(found, target, options, report)
    }
}

/// A clip as the target reads it: as it is, where it does.
pub(super) fn readable_clip(
    found: Document<Animation>,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Document<Animation>> {
    let is_numbered = found.tree.version.magic() == b"UAN2";
    if is_numbered == (target == Target::Rbfx) {
        case::report_tracks(&found.tree, target, options, report);
        return Ok(found);
    }
    clip::animation(found, target, options, report)
}
