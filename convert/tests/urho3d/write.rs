//! Scenes as a glTF file gives them, written as models and clips.

use formwork_convert::{
    Code, Options, Output, Report, Scene, Target,
    scene::{Column, Material, Path, Semantic, Topology},
    urho3d,
};
use formwork_formats::urho3d::{Animation, Model, model::ElementType};
use formwork_schema::read;

use super::scenes::{
    attribute, dressed, level, morphed, moved, moving, skinned, target, track, triangle, with,
};

pub(crate) fn outputs(
    scene: &Scene,
    target: Target,
    split: bool,
    options: &Options,
) -> (Vec<Output>, Vec<Code>) {
    scene.validate().unwrap();
    let mut report = Report::default();
    let made = urho3d::write(scene, "thing", target, split, options, &mut report).unwrap();
    let codes = report
        .losses()
        .map(|loss| loss.code)
        .filter(|code| *code != Code::C001);
    (made, codes.collect())
}

pub(crate) fn model_of(scene: &Scene, target: Target) -> (Model, Vec<Code>) {
    let (made, codes) = outputs(scene, target, false, &Options::default());
    assert_eq!(made[0].path, "thing.mdl");
    (read::from_bytes(made[0].bytes.clone()).unwrap(), codes)
}

pub(crate) fn clip_of(scene: &Scene, target: Target) -> (Animation, Vec<Code>) {
    let (made, codes) = outputs(scene, target, false, &Options::default());
    let clip = made
        .iter()
        .find(|output| output.path.ends_with(".ani"))
        .expect("a clip");
    (read::from_bytes(clip.bytes.clone()).unwrap(), codes)
}

fn indices(model: &Model, geometry: usize) -> Vec<u32> {
    let lod = model.geometries[geometry].lods.get(0).unwrap();
    model.triangles(&lod).unwrap().flatten().collect()
}

pub(crate) fn places(model: &Model) -> Vec<[f32; 3]> {
    model.vertex_buffers[0]
        .positions()
        .unwrap()
        .map(Into::into)
        .collect()
}

#[test]
fn a_triangle_is_mirrored() {
    let (model, codes) = model_of(&triangle(), Target::Urho3d);
    assert!(codes.is_empty(), "{codes:?}");
    assert_eq!(model.version.to_string(), "UMD2");
    assert_eq!(
        places(&model),
        [[-0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [-0.0, 1.0, 0.0]]
    );
    assert_eq!(indices(&model, 0), [0, 2, 1]);
    assert_eq!(model.index_buffers[0].index_size, 2);
    let bounds = model.bounding_box;
    assert_eq!(
        (bounds.min, bounds.max),
        ([-1.0, 0.0, 0.0].into(), [0.0, 1.0, 0.0].into())
    );
    let center = model.geometry_centers.unwrap().get(0).unwrap();
    assert_eq!(center, [-1.0 / 3.0, 1.0 / 3.0, 0.0].into());
}

#[test]
fn every_target_has_its_version() {
    let scene = moving(
        skinned(),
        track(
            1,
            Path::Rotation,
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0],
        ),
    );
    let versions = [
        (Target::Urho3d, "UMD2", "UANI"),
        (Target::U3d, "UMD2", "UANI"),
        (Target::Urho3dLegacy, "UMDL", "UANI"),
        (Target::Rbfx, "UMD3 2", "UAN2 4"),
        (Target::Atomic, "AMD2", "UANI"),
    ];
    for (target, model, clip) in versions {
        assert_eq!(model_of(&scene, target).0.version.to_string(), model);
        assert_eq!(clip_of(&scene, target).0.version.to_string(), clip);
    }
    let (atomic, _) = model_of(&scene, Target::Atomic);
    assert_eq!(
        atomic.atomic.unwrap().geometry_names.unwrap(),
        ["Geometry0"]
    );
}

#[test]
fn elements_are_in_the_order_of_the_engines_importers() {
    let scene = with(
        skinned(),
        attribute(Semantic::Color, Column::Vec4(vec![[1.0, 0.0, 0.2, 1.0]; 3])),
    );
    let scene = with(
        scene,
        attribute(Semantic::TexCoord, Column::Vec2(vec![[0.5, 0.25]; 3])),
    );
    let scene = with(
        scene,
        attribute(
            Semantic::Tangent,
            Column::Vec4(vec![[1.0, 0.0, 0.0, -1.0]; 3]),
        ),
    );
    let names = |target| {
        model_of(&scene, target).0.vertex_buffers[0]
            .attribute_names()
            .join(" ")
    };
    assert_eq!(
        names(Target::Urho3d),
        "position normal color texcoord_0 tangent blend_weights blend_indices"
    );
    assert_eq!(
        names(Target::Rbfx),
        "position normal tangent blend_weights blend_indices texcoord_0 color"
    );
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [], "0.2 is 51 of 255");
    let tangent = model.vertex_buffers[0].tangents().unwrap().next().unwrap();
    assert_eq!((tangent.x, tangent.w), (-1.0, -1.0));
    let (model, codes) = model_of(&scene, Target::Rbfx);
    assert_eq!(codes, [Code::C135]);
    let elements = model.vertex_buffers[0].elements.as_ref().unwrap();
    assert_eq!(
        (elements[3].r#type, elements[6].r#type),
        (ElementType::UBYTE4_NORM, ElementType::VECTOR4)
    );
}

#[test]
fn a_mirrored_node_turns_triangles_and_tangents() {
    let mut scene = with(
        triangle(),
        attribute(
            Semantic::Tangent,
            Column::Vec4(vec![[1.0, 0.0, 0.0, 1.0]; 3]),
        ),
    );
    scene.nodes[0].transform.scale = [-2.0, 1.0, 1.0];
    let (model, _) = model_of(&scene, Target::Urho3d);
    assert_eq!(places(&model)[1], [2.0, 0.0, 0.0]);
    assert_eq!(indices(&model, 0), [0, 1, 2]);
    let tangent = model.vertex_buffers[0].tangents().unwrap().next().unwrap();
    assert_eq!((tangent.x, tangent.w), (1.0, -1.0));
}

#[test]
fn loops_become_strips() {
    let mut scene = triangle();
    scene.meshes[0].parts[0].levels[0].topology = Topology::LineLoop;
    scene.meshes[0].parts[0].levels[0].indices = vec![2, 0, 1];
    let (model, _) = model_of(&scene, Target::Urho3d);
    let lod = model.geometries[0].lods.get(0).unwrap();
    assert_eq!(lod.primitive_type.name(), Some("LINE_STRIP"));
    assert_eq!(lod.index_count, 4);
}

#[test]
fn levels_and_parts_share_vertices() {
    let mut scene = triangle();
    let mut far = level(vec![2, 1, 0]);
    far.distance = 12.5;
    scene.meshes[0].parts[0].levels.push(far);
    let part = scene.meshes[0].parts[0].clone();
    scene.meshes[0].parts.push(part);
    let (model, _) = model_of(&scene, Target::Urho3d);
    assert_eq!(model.vertex_buffers.len(), 1);
    assert_eq!(model.vertex_buffers[0].vertex_count, 3);
    assert_eq!(model.geometries.len(), 2);
    let lod = model.geometries[1].lods.get(1).unwrap();
    assert_eq!(
        (lod.distance, lod.index_start, lod.index_count),
        (12.5, 9, 3)
    );
}

#[test]
fn morphs_have_only_what_moves() {
    let mut scene = morphed();
    scene.meshes[0].targets.push(target("Smile"));
    scene.meshes[0].targets[1].deltas.clear();
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C406]);
    assert_eq!(model.morphs[1].name, "Smile_1");
    assert!(model.morphs[1].buffers.is_empty());
    let buffer = &model.morphs[0].buffers[0];
    assert_eq!((buffer.elements.bits(), buffer.vertices.len()), (1, 1));
    let record = buffer.vertices.get(0).unwrap();
    assert_eq!(record.position, Some([-0.1, -0.2, 0.3].into()));
    let vertices = &model.vertex_buffers[0];
    assert_eq!(
        (vertices.morph_range_start, vertices.morph_range_count),
        (0, 1)
    );
}

#[test]
fn a_folder_has_a_model_each_and_a_prefab() {
    let mut scene = dressed(Material {
        name: "Red: paint".into(),
        metallic: 0.0,
        ..Material::default()
    });
    scene.nodes[0].transform = moved(1.0, 2.0, 3.0);
    scene.nodes.push(scene.nodes[0].clone());
    scene.roots.push(1);
    let (made, codes) = outputs(&scene, Target::Urho3d, true, &Options::default());
    // Of two nodes of one name.
    assert_eq!(codes, [Code::C215]);
    let paths: Vec<&str> = made.iter().map(|output| output.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "thing.mdl",
            "thing.txt",
            "Materials/Red paint.xml",
            "thing.xml"
        ]
    );
    let model: Model = read::from_bytes(made[0].bytes.clone()).unwrap();
    assert_eq!(places(&model)[0], [-0.0, 0.0, 0.0]);
    assert_eq!(made[1].bytes, "Materials/Red paint.xml\r\n");
    let prefab = std::str::from_utf8(&made[3].bytes).unwrap();
    assert_eq!(
        prefab
            .matches("<attribute name=\"Position\" value=\"-1 2 3\" />")
            .count(),
        2
    );
    assert_eq!(prefab.matches("<component type=\"StaticModel\"").count(), 2);
    insta::with_settings!({ snapshot_path => "../../../snapshots/convert/urho3d", omit_expression => true }, {
        insta::assert_snapshot!("material", std::str::from_utf8(&made[2].bytes).unwrap());
        insta::assert_snapshot!("prefab", prefab);
    });
}

#[test]
fn missing_normals_and_tangents_are_computed() {
    let mut scene = dressed(Material {
        metallic: 0.0,
        ..Material::default()
    });
    scene.streams[0].attributes.truncate(1);
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C130]);
    let normal = model.vertex_buffers[0].normals().unwrap().next().unwrap();
    assert_eq!(normal, [-0.0, 0.0, 1.0].into());
    let mut scene = with(
        triangle(),
        attribute(
            Semantic::TexCoord,
            Column::Vec2(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
        ),
    );
    scene.streams[0].attributes.truncate(3);
    let options = Options {
        tangents: formwork_convert::Tangents::Compute,
        ..Options::default()
    };
    let (made, codes) = outputs(&scene, Target::Urho3d, false, &options);
    assert_eq!(codes, [Code::C131]);
    let model: Model = read::from_bytes(made[0].bytes.clone()).unwrap();
    let tangent = model.vertex_buffers[0].tangents().unwrap().next().unwrap();
    assert!(
        (tangent.x + 1.0).abs() < 1e-6 && tangent.w.abs() == 1.0,
        "{tangent:?}"
    );
}

#[test]
fn stored_centers_are_taken() {
    let mut scene = triangle();
    scene.meshes[0].parts[0].center = Some([0.25, 0.5, -0.0]);
    scene.nodes[0].transform = moved(0.0, 1.0, 0.0);
    let (model, _) = model_of(&scene, Target::Urho3d);
    let center = model.geometry_centers.unwrap().get(0).unwrap();
    assert_eq!(center, [-0.25, 1.5, 0.0].into());
}
