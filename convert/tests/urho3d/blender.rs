//! Blender bends a mesh that was converted as the engine bends the model.

use std::{collections::BTreeSet, env, ffi::OsStr, fmt::Write as _, fs, process::Command};

use formwork_convert::{Input, NoFiles, Options, Request, Target, convert};
use formwork_formats::urho3d::{
    Animation, Model,
    animation::Keyframes as _,
    model::{Affine, Lod},
};
use formwork_schema::{CString, Quat, Vec3, read};

use super::files;

/// Reads a file, goes to a time, and says how far each expected place is from the nearest vertex.
const SCRIPT: &str = r"
import sys, bpy, mathutils
file, places, time = sys.argv[1:4]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.context.scene.render.fps = 24
bpy.ops.import_scene.gltf(filepath=file)
frame = float(time) * 24
bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
graph = bpy.context.evaluated_depsgraph_get()
found = []
for thing in bpy.data.objects:
    if thing.type == 'MESH' and not thing.name.startswith('Icosphere'):
        shown = thing.evaluated_get(graph)
        found += [shown.matrix_world @ vertex.co for vertex in shown.to_mesh().vertices]
tree = mathutils.kdtree.KDTree(len(found))
for number, place in enumerate(found):
    tree.insert(place, number)
tree.balance()
wanted = [tuple(map(float, line.split())) for line in open(places)]
print('distance', max(tree.find(place)[2] for place in wanted))
";

/// How many skinned models Blender is asked about.
const MODELS: usize = 6;

/// Skinned models of different skeletons, each with the clip that moves most of its bones.
fn skinned() -> Vec<(Input, Input)> {
    let (clips, models): (Vec<Input>, Vec<Input>) = files::all()
        .into_iter()
        .partition(|it| it.bytes.starts_with(b"UA"));
    let moved = |clip: &Input| -> Option<BTreeSet<CString>> {
        let clip: Animation = read::from_slice(&clip.bytes).ok()?;
        let names = clip.tracks.iter().map(|track| track.name.clone());
        (!times(&clip).is_empty()).then(|| names.collect())
    };
    let clips: Vec<_> = clips
        .iter()
        .filter_map(|it| Some((it, moved(it)?)))
        .collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for input in models {
        // Some of the real files are followed by other bytes.
        let Ok(model) = read::from_slice::<Model>(&input.bytes) else {
            continue;
        };
        let names: BTreeSet<CString> = model.bones.iter().map(|bone| bone.name.clone()).collect();
        let shared = |moved: &BTreeSet<CString>| moved.intersection(&names).count();
        let best = clips.iter().max_by_key(|(_, moved)| shared(moved));
        let Some((clip, moved)) = best.filter(|(_, moved)| shared(moved) > 1) else {
            continue;
        };
        let is_skinned = !bent(model, &read::from_slice(&clip.bytes).unwrap(), 0.0).is_empty();
        if is_skinned && shared(moved) * 2 > names.len() && seen.insert(names) {
            found.push((input, (*clip).clone()));
        }
    }
    let sample = (files::sample("Figure.mdl"), files::sample("Walk.ani"));
    found.retain(|(model, _)| model.path != sample.0.path);
    found.insert(0, sample);
    found.truncate(MODELS);
    found
}

/// Three times at which every track of a clip has a key, unless it has but one.
fn times(clip: &Animation) -> Vec<f32> {
    let tracks = || clip.tracks.iter().filter(|it| it.keyframes.len() > 1);
    let Some(first) = tracks().next() else {
        return Vec::new();
    };
    let has = |time: &f32| tracks().all(|it| it.keyframes.times().any(|own| own == *time));
    let all: Vec<f32> = first.keyframes.times().filter(has).collect();
    let Some(last) = all.len().checked_sub(1) else {
        return Vec::new();
    };
    vec![all[0], all[last / 2], all[last]]
}

/// Where the vertices of the nearest levels are with bones as a clip has them at one of its keys.
fn bent(mut model: Model, clip: &Animation, time: f32) -> Vec<Vec3> {
    for track in &clip.tracks {
        let bone = model.bones.iter_mut().find(|bone| bone.name == track.name);
        let key = match track.keyframes.len() {
            1 => Some(0),
            _ => track.keyframes.times().position(|key| key == time),
        };
        let (Some(bone), Some(key)) = (bone, key) else {
            continue;
        };
        if let Some(place) = track.keyframes.positions().and_then(|mut it| it.nth(key)) {
            bone.position = place;
        }
        if let Some(turn) = track.keyframes.rotations().and_then(|mut it| it.nth(key)) {
            bone.rotation = unit(turn);
        }
        if let Some(scale) = track.keyframes.scales().and_then(|mut it| it.nth(key)) {
            bone.scale = scale;
        }
    }
    let offsets = model.bones.iter().map(|bone| bone.offset_matrix.into());
    let bones = model.rest_matrices().into_iter().zip(offsets);
    let bones: Vec<Affine> = bones.map(|(bone, offset)| bone.after(&offset)).collect();
    let geometries = model.geometries.iter();
    let drawn = geometries.filter_map(|geometry| {
        let mapping: Vec<u32> = geometry.bone_mapping.iter().collect();
        drawn(&model, &bones, &mapping, geometry.lods.get(0)?)
    });
    drawn.flatten().collect()
}

/// A rotation of length one, as glTF has them: keys of files miss that by up to two hundredths,
/// and the conversion says so.
fn unit(turn: Quat) -> Quat {
    let Quat { w, x, y, z } = turn;
    let length = [w, x, y, z].map(f32::abs).into_iter().fold(0.0, f32::hypot);
    Quat {
        w: w / length,
        x: x / length,
        y: y / length,
        z: z / length,
    }
}

/// Where the vertices of a level are; `None` for one that no bones bend.
fn drawn(model: &Model, bones: &[Affine], mapping: &[u32], lod: Lod) -> Option<Vec<Vec3>> {
    let buffer = model.vertex_buffers.get(lod.vertex_buffer as usize)?;
    let influences = buffer.blend_indices()?.zip(buffer.blend_weights()?);
    let vertices: Vec<_> = buffer.positions()?.zip(influences).collect();
    let indices = model.index_buffers.get(lod.index_buffer as usize)?;
    let drawn = indices.indices.iter();
    let drawn = drawn
        .skip(lod.index_start as usize)
        .take(lod.index_count as usize);
    let drawn: BTreeSet<u32> = drawn.collect();
    let bend = |index: u32| {
        let (place, (joints, weights)) = *vertices.get(index as usize)?;
        // Weights of files miss 1 by what rounding leaves.
        let whole: f32 = weights.iter().sum();
        let mut sum = [0.0; 3];
        for (joint, weight) in joints.into_iter().zip(weights) {
            let joint = mapping
                .get(usize::from(joint))
                .map_or(joint.into(), |it| *it as usize);
            let Vec3 { x, y, z } = bones.get(joint)?.point(place);
            for (sum, part) in sum.iter_mut().zip([x, y, z]) {
                *sum += weight / whole * part;
            }
        }
        Some(Vec3::from(sum))
    };
    drawn.into_iter().map(bend).collect()
}

#[test]
fn blender_bends_it_as_the_engine_does() {
    let Some(python) = env::var_os("FORMWORK_BLENDER") else {
        println!("skipped: FORMWORK_BLENDER names no Python that has Blender's module `bpy`");
        return;
    };
    let pairs = skinned();
    for (model, clip) in &pairs {
        println!("{} with {}", model.path, clip.path);
        bends(&python, model, clip);
    }
}

/// Asks Blender where vertices are at three times, to a hundred-thousandth of the size.
fn bends(python: &OsStr, model: &Input, clip: &Input) {
    let inputs = vec![model.clone(), clip.clone()];
    let model: Model = read::from_slice(&model.bytes).unwrap();
    let clip: Animation = read::from_slice(&clip.bytes).unwrap();
    let made = convert(Request {
        inputs: inputs.into(),
        files: &NoFiles,
        name: "figure",
        target: Target::Glb,
        is_usual: false,
        split: false,
        options: &Options::default(),
    });
    let folder = tempfile::tempdir().unwrap();
    let [script, file, places] =
        ["check.py", "figure.glb", "places.txt"].map(|name| folder.path().join(name));
    fs::write(&script, SCRIPT).unwrap();
    fs::write(&file, &made.unwrap().outputs[0].bytes).unwrap();
    for time in times(&clip) {
        let mut wanted = String::new();
        let bent = bent(model.clone(), &clip, time);
        for Vec3 { x, y, z } in &bent {
            // glTF has -x y z, and Blender of x y z has x -z y.
            writeln!(wanted, "{} {} {y}", -x, -z).unwrap();
        }
        let size = [|it: &Vec3| it.x, |it: &Vec3| it.y, |it: &Vec3| it.z].map(|axis| {
            let least = bent.iter().map(axis).fold(f32::INFINITY, f32::min);
            bent.iter().map(axis).fold(f32::NEG_INFINITY, f32::max) - least
        });
        let size = size.into_iter().fold(0.0, f32::max);
        fs::write(&places, wanted).unwrap();
        let output = Command::new(python)
            .args([&script, &file, &places])
            .arg(time.to_string())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        let distance = said.lines().find_map(|line| line.strip_prefix("distance "));
        let distance: f32 = distance
            .unwrap_or_else(|| panic!("{said}{errors}"))
            .parse()
            .unwrap();
        println!("at {time} s: {distance} of {size}");
        assert!(distance <= 1e-5 * size, "at {time} s: {distance} of {size}");
    }
}
