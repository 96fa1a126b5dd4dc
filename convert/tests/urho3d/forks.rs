//! From one engine of the family to another and back.

use formwork_convert::{Code, Input, Names, Options, Report, Target, Word as _, urho3d};
use formwork_formats::urho3d::{Animation, Model, model::ElementType};
use formwork_schema::{
    Engines,
    read::{self, ReadOptions, Trailing},
};

use super::files::{all, input};

fn fork_with(input: &Input, target: Target, options: &Options) -> (Input, Vec<Code>) {
    let mut report = Report::default();
    let output = urho3d::fork(input, target, options, &mut report);
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", input.path));
    let codes = report.losses().map(|loss| loss.code).collect();
    let made = Input {
        path: output.path,
        bytes: output.bytes,
    };
    (made, codes)
}

fn fork(input: &Input, target: Target) -> (Input, Vec<Code>) {
    fork_with(input, target, &Options::default())
}

fn fixture(name: &str) -> Input {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    input(&root.join("../tests/fixtures/urho3d").join(name))
}

fn model(input: &Input) -> Model {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        ..ReadOptions::default()
    };
    read::document(&input.bytes, &options).unwrap().tree
}

fn clip(input: &Input) -> Animation {
    read::from_bytes(input.bytes.clone()).unwrap()
}

/// The target whose own version a file has, if there is one.
fn own(input: &Input) -> Option<Target> {
    Some(match &input.bytes[..4] {
        b"UMD2" | b"UANI" => Target::Urho3d,
        b"UMDL" => Target::Urho3dLegacy,
        b"UMD3" if input.bytes[4] == 2 => Target::Rbfx,
        b"UAN2" if input.bytes[4] == 4 => Target::Rbfx,
        b"AMD2" => Target::Atomic,
        _ => return None,
    })
}

#[test]
fn what_is_there_stays() {
    for input in all() {
        let Some(target) = own(&input) else { continue };
        let (again, codes) = fork(&input, target);
        assert!(codes.is_empty(), "{}: {codes:?}", input.path);
        assert!(again.bytes == input.bytes, "{}", input.path);
    }
}

#[test]
fn there_and_back_is_the_same_unless_something_is_said() {
    let targets = [
        Target::Urho3d,
        Target::Urho3dLegacy,
        Target::Rbfx,
        Target::Atomic,
    ];
    let mut compared = 0;
    for input in all() {
        let Some(home) = own(&input) else { continue };
        // Bits that mean nothing to anyone are not kept.
        if input.path.ends_with("umdl-full-mask.mdl") {
            continue;
        }
        // Centers that Atomic needs are added where there are none.
        let has_centers = || model(&input).geometry_centers.is_some();
        for target in targets {
            let (there, mut codes) = fork(&input, target);
            let (back, others) = fork(&there, home);
            codes.extend(others);
            codes.retain(|code| !matches!(code, Code::C701 | Code::C705));
            let is_clip = input.path.ends_with(".ani");
            if !codes.is_empty() || (target == Target::Atomic && !is_clip && !has_centers()) {
                continue;
            }
            assert!(
                back.bytes == input.bytes || is_named(&input, home),
                "{} by {target:?}",
                input.path
            );
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Whether a file has names of geometries that do not come back: C705 said so.
fn is_named(input: &Input, home: Target) -> bool {
    home == Target::Atomic && input.bytes.starts_with(b"AMD2")
}

#[test]
fn masks_become_lists() {
    let before = fixture("model/umdl-plain.mdl");
    let (after, codes) = fork(&before, Target::Urho3d);
    assert!(codes.is_empty(), "{codes:?}");
    let (before, after) = (model(&before), model(&after));
    assert_eq!(after.version.to_string(), "UMD2");
    assert_eq!(
        after.vertex_buffers[0].bytes(),
        before.vertex_buffers[0].bytes()
    );
    let elements = |model: &Model| model.vertex_buffers[0].attributes();
    assert_eq!(elements(&after), elements(&before));
    assert!(after.vertex_buffers[0].mask.is_none());
    assert_eq!(after.bounding_box, before.bounding_box);
    assert_eq!(after.geometry_centers, before.geometry_centers);
}

#[test]
fn a_mask_without_centers_gets_those_that_the_engine_saves() {
    let before = fixture("model/umdl-no-centers.mdl");
    let (after, codes) = fork(&before, Target::Urho3d);
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), [Code::C160]);
    let (before, after) = (model(&before), model(&after));
    assert!(before.geometry_centers.is_none());
    let centers: Vec<[f32; 3]> = after
        .geometry_centers
        .iter()
        .flat_map(|all| all.iter().map(Into::into))
        .collect();
    assert_eq!(centers, vec![[0.0; 3]; before.geometries.len()]);
    assert!(!centers.is_empty());
}

#[test]
fn rbfx_weights_become_numbers() {
    let bytes = super::build::skinned_rbfx();
    let before = Input {
        path: "weights.mdl".into(),
        bytes: bytes.into(),
    };
    let (after, codes) = fork(&before, Target::Urho3d);
    assert_eq!(codes, [Code::C701, Code::C702, Code::C703]);
    let after = model(&after);
    let elements = after.vertex_buffers[0].elements.as_ref().unwrap();
    let weights = elements
        .iter()
        .find(|it| it.semantic.name() == Some("BLENDWEIGHTS"))
        .unwrap();
    assert_eq!(weights.r#type, ElementType::VECTOR4);
    let first = after.vertex_buffers[0].blend_weights().unwrap().next();
    assert_eq!(first, Some([0.501_960_8, 0.498_039_22, 0.0, 0.0]));
    let keep = Options {
        keep_types: true,
        ..Options::default()
    };
    let (kept, codes) = fork_with(&before, Target::Urho3d, &keep);
    assert_eq!(codes, [Code::C701, Code::C702]);
    assert_eq!(
        model(&kept).vertex_buffers[0].bytes(),
        model(&before).vertex_buffers[0].bytes()
    );
}

#[test]
fn early_variant_tracks_become_tracks_of_nodes() {
    let (after, codes) = fork(
        &fixture("animation/uan2-2-variant-track.ani"),
        Target::Urho3d,
    );
    assert!(codes.contains(&Code::C712), "{codes:?}");
    assert_eq!(clip(&after).version.to_string(), "UANI");
}

#[test]
fn sidecars_lose_what_only_rbfx_knows() {
    let text = "<?xml version=\"1.0\"?>\n<animation>\n\t<trigger time=\"0.5\" type=\"Int\" value=\"1\" />\n\
        \t<transform name=\"Hip\">\n\t\t<keyframe time=\"0\" />\n\t</transform>\n</animation>\n";
    let before = Input {
        path: "walk.xml".into(),
        bytes: text.as_bytes().to_vec().into(),
    };
    let (after, codes) = fork(&before, Target::Urho3d);
    assert_eq!(codes, [Code::C712]);
    let expected = "<?xml version=\"1.0\"?>\n<animation>\n\t<trigger time=\"0.5\" type=\"Int\" value=\"1\" />\n</animation>\n";
    assert_eq!(std::str::from_utf8(&after.bytes).unwrap(), expected);
    let (same, codes) = fork(&before, Target::Rbfx);
    assert!(codes.is_empty() && same.bytes == before.bytes);
}

/// Each engine of the family is asked how it hashes names: the same model and clip lose names for those that ignore letter case.
#[test]
fn names_but_for_case_are_lost_where_engines_hash_without_it() {
    let mut skinned = model(&fixture("model/umd2-skinned.mdl"));
    skinned.bones[0].name = "HIP".into();
    let mut long = clip(&fixture("animation/uani-long.ani"));
    long.tracks[1].name = "ROOT".into();
    let files = [
        ("a.mdl", formwork_schema::write::to_bytes(&skinned).unwrap()),
        ("a.ani", formwork_schema::write::to_bytes(&long).unwrap()),
    ];
    for (path, bytes) in files {
        let file = Input {
            path: path.into(),
            bytes: bytes.into(),
        };
        for (.., target) in Target::WORDS {
            let engines = target.engines().and(Engines::URHO3D_FAMILY);
            if engines.is_empty() {
                continue;
            }
            let is_lost =
                |options: &Options| fork_with(&file, *target, options).1.contains(&Code::C716);
            let is_caseless = Engines::CASELESS_HASHES.contains(engines);
            assert_eq!(
                is_lost(&Options::default()),
                is_caseless,
                "{path} {target:?}"
            );
            let asked = Options {
                names: Names::CaseInsensitive,
                ..Options::default()
            };
            assert!(is_lost(&asked), "{path} {target:?}");
        }
    }
}
