//! Names that differ by the case of their letters only: some engines take them for one.

use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::sorted;

use crate::{Code, Options, Report, Target};

/// Reports bones of a model that the target takes for one.
pub(super) fn report_bones(model: &Model, target: Target, options: &Options, report: &mut Report) {
    if options.ignores_case_of_names(target) {
        let names = model.bones.iter().map(|bone| bone.name.as_bytes());
        report.add_many(
            Code::C716,
            equal_but_for_case(names),
            "bones",
            "names of bones",
        );
    }
}

/// Reports tracks of a clip that the target takes for one.
pub(super) fn report_tracks(
    clip: &Animation,
    target: Target,
    options: &Options,
    report: &mut Report,
) {
    if options.ignores_case_of_names(target) {
        let names = clip.tracks.iter().map(|track| track.name.as_bytes());
        report.add_many(
            Code::C716,
            equal_but_for_case(names),
            "tracks",
            "names of tracks",
        );
    }
}

/// How many names are those of others, but for the case of letters.
fn equal_but_for_case<'a>(names: impl Iterator<Item = &'a [u8]>) -> usize {
    let mut all: Vec<&[u8]> = names.collect();
    sorted::ascending(&mut all);
    all.dedup();
    let count = all.len();
    let mut folded: Vec<Vec<u8>> = all.iter().map(|name| name.to_ascii_lowercase()).collect();
    sorted::ascending(&mut folded);
    folded.dedup();
    count - folded.len()
}
