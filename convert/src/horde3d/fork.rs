//! Files of one engine as the other reads them: version to version, without a scene in between.

use formwork_formats::{
    horde3d::{Animation, Geometry, animation, geometry::StreamKind},
    identify,
};
use formwork_schema::{
    Bool, Result,
    read::{self, Document, ReadOptions, Trailing},
    write,
};

use crate::{
    Code, Input, Options, Output, Report, Target,
    error::{invalid, unsupported},
    names::name_for_format,
};

/// Turns one file into the version that a target's engine writes: geometries into `H3DG` 5; clips into `H3DA` 3, for
/// [`Target::Horde3dSls`] 4. Scenes and materials are the same everywhere. What is of that version already stays as it is.
///
/// # Errors
/// For other targets and other files.
pub fn fork(input: &Input, target: Target, _: &Options, report: &mut Report) -> Result<Output> {
    let clips = match target {
        Target::Horde3d => 3,
        Target::Horde3dSls => 4,
        _ => return Err(invalid("not a target of this family")),
    };
    let identity = identify(&input.bytes, input.name());
    let format = identity.format.unwrap_or_default();
    let bytes = match format {
        "horde3d.geometry" => turn(input, |tree| geometry(tree, input, report))?,
        "horde3d.animation" => turn(input, |tree| animation(tree, clips, input, report))?,
        "horde3d.scene" | "horde3d.material" => input.bytes.clone(),
        _ => return Err(unsupported("not a file of Horde3D").of(&input.path)),
    };
    Ok(Output {
        path: name_for_format(input.name(), format),
        format: format.to_owned(),
        bytes,
    })
}

/// Brings geometries of a scene to the version that engines read.
///
/// # Errors
/// As [`fork()`].
pub(crate) fn make_readable(
    outputs: &mut [Output],
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<()> {
    let is_old = |output: &&mut Output| {
        output.format == "horde3d.geometry" && !output.bytes.starts_with(READABLE)
    };
    for output in outputs.iter_mut().filter(is_old) {
        let input = Input::from(&*output);
        output.bytes = fork(&input, target, options, report)?.bytes;
    }
    Ok(())
}

/// First bytes of geometries of version 5.
const READABLE: &[u8] = b"H3DG\x05\0\0\0";

/// Reads a tree, and writes what becomes of it; bytes after it are kept.
fn turn<T: formwork_schema::Format>(
    input: &Input,
    turned: impl FnOnce(T) -> Result<T>,
) -> Result<bytes::Bytes> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        ..ReadOptions::default()
    };
    let Document { tree, trailing } = read::document::<T>(&input.bytes, &options)?;
    let tree = turned(tree)?;
    write::document(&Document { tree, trailing }).map(Into::into)
}

fn geometry(tree: Geometry, input: &Input, report: &mut Report) -> Result<Geometry> {
    let tree = tree.upgraded()?.unwrap_or(tree);
    let is_more = |kind: StreamKind| kind > StreamKind::TEX_COORDS_1;
    let streams = tree.streams.iter().flatten();
    let more = streams.filter(|stream| is_more(stream.kind)).count();
    let detail = "engines skip further sets of texture coordinates";
    report.add_many(Code::C804, more, input.name(), detail);
    Ok(tree)
}

fn animation(
    mut tree: Animation,
    number: u32,
    input: &Input,
    report: &mut Report,
) -> Result<Animation> {
    tree.version = animation::Version::new(b"H3DA", number)
        .ok_or_else(|| invalid("no such version of clips"))?;
    let mut lost = 0;
    for entity in &mut tree.entities {
        // Frames are as many as they were: nothing says yet that they are all equal.
        entity.compressed.get_or_insert(Bool::FALSE);
        if number < 4 {
            lost += entity.morph_tracks.take().map_or(0, |tracks| tracks.len());
        } else {
            entity.morph_tracks.get_or_insert_default();
        }
    }
    report.add_many(Code::C351, lost, input.name(), "");
    Ok(tree)
}
