//! Blender bends a mesh that was converted as the engine bends the model.

use std::{env, fmt::Write as _, fs, process::Command};

use formwork_convert::{NoFiles, Options, Request, Target, convert};
use formwork_formats::urho3d::{
    Animation, Model,
    animation::Keyframes as _,
    model::{Affine, Lod},
};
use formwork_schema::{Vec3, read};

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

/// Where the vertices of the nearest levels are with bones as a clip has them at one of its keys.
fn bent(mut model: Model, clip: &Animation, time: f32) -> Vec<Vec3> {
    for track in &clip.tracks {
        let bone = model.bones.iter_mut().find(|bone| bone.name == track.name);
        let key = track.keyframes.times().position(|key| key == time);
        let (Some(bone), Some(key)) = (bone, key) else {
            continue;
        };
        if let Some(place) = track.keyframes.positions().and_then(|mut it| it.nth(key)) {
            bone.position = place;
        }
        if let Some(turn) = track.keyframes.rotations().and_then(|mut it| it.nth(key)) {
            bone.rotation = turn;
        }
    }
    let offsets = model.bones.iter().map(|bone| bone.offset_matrix.into());
    let bones = model.rest_matrices().into_iter().zip(offsets);
    let bones: Vec<Affine> = bones.map(|(bone, offset)| bone.after(&offset)).collect();
    let nearest = model.geometries.iter().filter_map(|it| it.lods.get(0));
    nearest.flat_map(|lod| drawn(&model, &bones, lod)).collect()
}

fn drawn(model: &Model, bones: &[Affine], lod: Lod) -> Vec<Vec3> {
    let buffer = &model.vertex_buffers[lod.vertex_buffer as usize];
    let places = buffer.positions().unwrap();
    let influences = buffer
        .blend_indices()
        .unwrap()
        .zip(buffer.blend_weights().unwrap());
    let vertices: Vec<_> = places.zip(influences).collect();
    let indices = model.index_buffers[lod.index_buffer as usize]
        .indices
        .iter();
    let drawn = indices
        .skip(lod.index_start as usize)
        .take(lod.index_count as usize);
    let bend = |index: u32| {
        let (place, (joints, weights)) = vertices[index as usize];
        let mut sum = [0.0; 3];
        for (joint, weight) in joints.into_iter().zip(weights) {
            let Vec3 { x, y, z } = bones[usize::from(joint)].point(place);
            for (sum, part) in sum.iter_mut().zip([x, y, z]) {
                *sum += weight * part;
            }
        }
        Vec3::from(sum)
    };
    drawn.map(bend).collect()
}

#[test]
fn blender_bends_it_as_the_engine_does() {
    let Some(python) = env::var_os("FORMWORK_BLENDER") else {
        println!("skipped: FORMWORK_BLENDER names no Python that has Blender's module `bpy`");
        return;
    };
    let inputs = vec![files::sample("Figure.mdl"), files::sample("Walk.ani")];
    let model: Model = read::from_slice(&inputs[0].bytes).unwrap();
    let clip: Animation = read::from_slice(&inputs[1].bytes).unwrap();
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
    for time in [0.0_f32, 0.25, 0.5] {
        let mut wanted = String::new();
        for Vec3 { x, y, z } in bent(model.clone(), &clip, time) {
            // glTF has -x y z, and Blender of x y z has x -z y.
            writeln!(wanted, "{} {} {y}", -x, -z).unwrap();
        }
        fs::write(&places, wanted).unwrap();
        let output = Command::new(&python)
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
        println!("at {time} s: {distance}");
        // The figure is 1.8 m high.
        assert!(distance <= 1.8e-5, "at {time} s: {distance}");
    }
}
