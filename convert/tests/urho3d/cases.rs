//! The cases of codes.

use formwork_convert::{
    Code, Input, NoFiles, Options, Report, Target,
    scene::{
        AlphaMode, Camera, Column, Interpolation, Material, Path, Projection, Semantic, Topology,
        Trs,
    },
};
use formwork_formats::urho3d::{
    animation::Interpolation as Between,
    model::{AtomicTail, ElementType, Semantic as Meaning},
    variant::VariantValue,
};
use formwork_schema::{Packed, Vec3, write};

use super::{
    build::{self, bone, element},
    scenes::{
        UNIT, attribute, dressed, level, morphed, moved, moving, node, skinned, target, track,
        triangle, with,
    },
};

use super::{codes::Case, parts::*};

#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn cases() -> Vec<(Code, Case)> {
    let read_scene = |bytes: Vec<u8>| {
        let input = Input {
            path: "thing.mdl".into(),
            bytes: bytes.into(),
        };
        super::opened(&[input], &NoFiles, &mut Report::default()).unwrap()
    };
    let one = |time: f32| vec![bone_track("hip", &[key(time), key(1.0)])];
    let float = VariantValue::Float(0.5);
    let vector = VariantValue::Vector3(Vec3::default());
    vec![
        (
            Code::C102,
            to(changed(triangle(), |scene| {
                scene.nodes.push(scene.nodes[0].clone());
                scene.roots.push(1);
            })),
        ),
        (
            Code::C104,
            to(changed(triangle(), |scene| {
                scene.meshes[0].parts[0].levels[0].topology = Topology::Patches
            })),
        ),
        (
            Code::C107,
            read(model(|model| {
                let lod = model.geometries[0].lods.get(0).unwrap();
                let lods = [formwork_formats::urho3d::model::Lod {
                    index_count: 4,
                    ..lod
                }];
                model.geometries[0].lods = Packed::from_records((), lods).unwrap();
            })),
        ),
        (
            Code::C107,
            to(changed(triangle(), |scene| {
                scene.meshes[0].parts[0].levels[0].indices = vec![0, 1, 3]
            })),
        ),
        (Code::C117, to(colored([2.0, 0.0, 0.0, 1.0]))),
        (Code::C133, to(colored([0.501, 0.0, 0.0, 1.0]))),
        (
            Code::C118,
            fork(
                model_of(b"UMD2", 1, |model| {
                    let elements = [
                        element(ElementType::VECTOR3, Meaning::NORMAL),
                        element(ElementType::VECTOR3, Meaning::POSITION),
                    ];
                    *model = build::triangle(model.version, &elements, vec![0; 72]);
                }),
                Target::Urho3dLegacy,
            ),
        ),
        (
            Code::C120,
            to_with(
                changed(triangle(), |scene| {
                    let far = formwork_convert::scene::Level {
                        distance: 9.0,
                        ..level(vec![0, 1, 2])
                    };
                    scene.meshes[0].parts[0].levels.push(far);
                }),
                Target::Urho3d,
                Options {
                    lods: formwork_convert::Lods::First,
                    ..Options::default()
                },
            ),
        ),
        (
            Code::C132,
            to_with(
                changed(triangle(), |scene| {
                    let mut third = attribute(Semantic::TexCoord, Column::Vec2(vec![[0.0; 2]; 3]));
                    third.set = 2;
                    scene.streams[0].attributes.push(third);
                }),
                Target::Urho3dLegacy,
                Options::default(),
            ),
        ),
        (
            Code::C134,
            to_with(
                weighted([0, 1, 0, 0], [0.75, 0.25, 0.0, 0.0]),
                Target::Urho3d,
                Options {
                    max_influences: 1,
                    ..Options::default()
                },
            ),
        ),
        (
            Code::C135,
            to_with(skinned(), Target::Rbfx, Options::default()),
        ),
        (
            Code::C136,
            to(with(
                triangle(),
                attribute(Semantic::Other("FOREIGN".into()), Column::F32(vec![0.0; 3])),
            )),
        ),
        (
            Code::C114,
            to(changed(triangle(), |scene| {
                let normals = Column::Vec3(vec![[0.0, 0.0, 1.0]; 3]);
                let tangents = Column::Vec3(vec![[1.0, 0.0, 0.0]; 3]);
                let attributes = &mut scene.streams[0].attributes;
                attributes.retain(|it| it.semantic == Semantic::Position);
                attributes.push(attribute(Semantic::Normal, normals));
                attributes.push(attribute(Semantic::Tangent, tangents));
            })),
        ),
        (Code::C140, to(weighted([0, 9, 0, 0], [1.0, 0.5, 0.0, 0.0]))),
        (Code::C141, to(weighted([0, 0, 0, 0], [0.5, 0.5, 0.0, 0.0]))),
        (Code::C142, to(weighted([0, 0, 0, 0], [0.0; 4]))),
        (
            Code::C142,
            to(changed(skinned(), |scene| {
                scene.streams[0].attributes.truncate(2)
            })),
        ),
        (
            Code::C143,
            to(weighted([0, 1, 0, 0], [0.5, 0.25, 0.0, 0.0])),
        ),
        (
            Code::C150,
            to_with(split_scene(|_| {}), Target::Urho3d, few_bones()),
        ),
        (
            Code::C203,
            read(model(|model| model.bones = vec![bone("hip", 0)])),
        ),
        (
            Code::C210,
            to(changed(skinned(), |scene| {
                scene.nodes[1].children.clear();
                scene.roots.push(2);
            })),
        ),
        (
            Code::C211,
            to(changed(skinned(), |scene| {
                scene.nodes.push(node("between", &[2]));
                scene.nodes[1].children = vec![3];
            })),
        ),
        (
            Code::C212,
            to_with(
                changed(skinned(), |scene| {
                    scene.nodes[1].transform.rotation = [0.0, 0.0, 0.6, 0.8];
                    scene.nodes.push(node("above", &[1]));
                    scene.nodes[3].transform.scale = [1.0, 3.0, 1.0];
                    scene.roots = vec![0, 3];
                }),
                Target::Urho3d,
                Options {
                    root_chain: formwork_convert::RootChain::Fold,
                    ..Options::default()
                },
            ),
        ),
        (
            Code::C214,
            to(changed(skinned(), |scene| {
                scene.nodes.push(node("hat", &[]));
                scene.nodes[3].mesh = Some(1);
                scene.nodes[2].children.push(3);
                let mesh = scene.meshes[0].clone();
                scene.meshes.push(mesh);
            })),
        ),
        (
            Code::C215,
            to(changed(skinned(), |scene| {
                scene.nodes[2].name = "hip".into()
            })),
        ),
        (
            Code::C224,
            to(changed(skinned(), |scene| scene.skins[0].root = Some(2))),
        ),
        (Code::C307, play(&clip(0.5, one(0.5)))),
        (
            Code::C307,
            fork(write::to_bytes(&clip(1.0, one(0.5))).unwrap(), Target::Rbfx),
        ),
        (Code::C308, play(&clip(2.0, one(0.0)))),
        (
            Code::C310,
            play(&clip(1.0, vec![bone_track("tail", &[key(0.0)])])),
        ),
        (Code::C311, play(&clip(1.0, [one(0.0), one(0.0)].concat()))),
        (
            Code::C310,
            to(animated(|track| {
                (track.times, track.values) = (Vec::new().into(), Vec::new())
            })),
        ),
        (
            Code::C314,
            Case::Read(vec![
                ("thing.mdl", bones()),
                (
                    "walk.ani",
                    rbfx_clip(
                        1.0,
                        vec![variant(
                            "@Light/Range",
                            3,
                            Between::LINEAR,
                            std::slice::from_ref(&float),
                        )],
                    ),
                ),
            ]),
        ),
        (
            Code::C315,
            to(changed(animated(|_| {}), |scene| {
                // A clip alone.
                scene.nodes[0].mesh = None;
                scene.nodes[0].skin = None;
                scene.meshes.clear();
                scene.streams.clear();
                scene.skins.clear();
                for _ in 0..2 {
                    let place = scene.nodes.len();
                    scene.nodes.push(node("door", &[]));
                    scene.roots.push(place);
                    let own = track(
                        place,
                        Path::Translation,
                        &[0.0, 1.0],
                        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
                    );
                    scene.clips[0].tracks.push(own);
                }
            })),
        ),
        (
            Code::C320,
            to(animated(|track| track.interpolation = Interpolation::Step)),
        ),
        (
            Code::C321,
            to(animated(|track| {
                track.interpolation = Interpolation::Cubic;
                track.values =
                    [[0.0; 3], [0.0; 3], [1.0; 3], [0.0; 3], [1.0; 3], [0.0; 3]].concat();
            })),
        ),
        (
            Code::C322,
            to(animated(|track| {
                track.path = Path::Scale;
                track.values = vec![1.0; 6];
            })),
        ),
        (
            Code::C323,
            to(animated(|track| track.times = [0.0, 5e-7].into())),
        ),
        (
            Code::C330,
            to(moving(
                morphed(),
                track(0, Path::Weights, &[0.0, 1.0], &[0.0, 1.0]),
            )),
        ),
        (
            Code::C401,
            to(changed(morphed(), |scene| {
                scene.meshes[0].targets[0].weight = 0.5
            })),
        ),
        (Code::C403, read(morph(vec![records(0), records(0)]))),
        (Code::C405, read(morph(vec![records(7)]))),
        (
            Code::C406,
            to(changed(morphed(), |scene| {
                scene.meshes[0].targets[0].name = "".into()
            })),
        ),
        (
            Code::C501,
            to(dressed(Material {
                metallic: 1.0,
                ..plain()
            })),
        ),
        (Code::C504, to(textured(true, true))),
        (
            Code::C505,
            to_with(
                changed(textured(false, true), |scene| {
                    let texture = scene.materials[0].base_color_texture.take();
                    scene.materials[0].occlusion_texture = texture;
                }),
                Target::Rbfx,
                Options::default(),
            ),
        ),
        (Code::C507, to(textured(false, false))),
        (
            Code::C602,
            to(changed(
                moving(triangle(), {
                    track(
                        1,
                        Path::Translation,
                        &[0.0, 1.0],
                        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
                    )
                }),
                |scene| {
                    scene.nodes.push(node("door", &[]));
                    scene.roots.push(1);
                },
            )),
        ),
        (
            Code::C602,
            to(changed(triangle(), |scene| {
                let projection = Projection::Perspective {
                    y_fov: 1.0,
                    aspect: None,
                };
                scene.cameras.push(Camera {
                    name: "eye".into(),
                    projection,
                    near: 0.1,
                    far: None,
                });
                scene.nodes[0].camera = Some(0);
            })),
        ),
        (
            Code::C701,
            fork(model_of(b"UMD3", 2, |_| {}), Target::Urho3d),
        ),
        (
            Code::C704,
            fork(
                model_of(b"UMD2", 1, |model| {
                    let elements = [
                        element(ElementType::VECTOR3, Meaning::POSITION),
                        element(ElementType::VECTOR3, Meaning::BINORMAL),
                    ];
                    *model = build::triangle(model.version, &elements, vec![0; 72]);
                }),
                Target::Urho3dLegacy,
            ),
        ),
        (
            Code::C703,
            fork(
                model_of(b"UMD2", 1, |model| {
                    let elements = [element(ElementType::VECTOR4, Meaning::POSITION)];
                    *model = build::triangle(model.version, &elements, vec![0; 48]);
                }),
                Target::Urho3dLegacy,
            ),
        ),
        (
            Code::C705,
            fork(
                model_of(b"AMD2", 100, |model| {
                    model.atomic = Some(AtomicTail {
                        revision: 1,
                        animations: None,
                        geometry_names: Some(vec!["lid".into()]),
                    });
                }),
                Target::Urho3d,
            ),
        ),
        (Code::C706, fork(model(|_| {}), Target::Atomic)),
        (Code::C711, fork(rbfx_clip(0.5, Vec::new()), Target::Urho3d)),
        (
            Code::C712,
            fork(
                rbfx_clip(
                    1.0,
                    vec![variant("@Light/Range", 3, Between::LINEAR, &[float])],
                ),
                Target::Urho3d,
            ),
        ),
        (
            Code::C712,
            fork(
                rbfx_clip(
                    1.0,
                    vec![variant(
                        "door/@/Position",
                        5,
                        Between::LINEAR,
                        &[vector.clone(), vector],
                    )],
                ),
                Target::Urho3d,
            ),
        ),
        (Code::C714, fork(changed_clip(), Target::Urho3d)),
        (
            Code::C716,
            fork(
                model(|model| model.bones = vec![bone("hip", 0), bone("Hip", 0)]),
                Target::Urho3dLegacy,
            ),
        ),
        (
            Code::C205,
            read(changed_bones(|model| model.bones.push(bone("tail", 1)))),
        ),
        (
            Code::C204,
            read(changed_bones(|model| {
                model.bones[0].parent = 1;
                model.bones.push(bone("tail", 0));
            })),
        ),
        (
            Code::C901,
            to(changed(triangle(), |scene| scene.sources.push(stale()))),
        ),
        (
            Code::C711,
            to(changed(animated(|track| track.weight = Some(0.5)), |_| {})),
        ),
        (
            Code::C313,
            Case::Read(vec![
                ("thing.mdl", two_morphs()),
                ("walk.ani", weights_clip()),
            ]),
        ),
        (
            Code::C213,
            to(changed(skinned(), |scene| {
                let place = scene.nodes.len();
                scene.nodes.push(node("other", &[]));
                scene.roots.push(place);
                let mesh = scene.meshes[0].clone();
                scene.meshes.push(mesh);
                (scene.nodes[place].mesh, scene.nodes[place].skin) = (Some(1), Some(1));
                let mut skin = scene.skins[0].clone();
                skin.inverse_bind[1] = UNIT;
                scene.skins.push(skin);
            })),
        ),
        (
            Code::C602,
            to(changed(read_scene(model(|_| {})), |scene| {
                let projection = Projection::Perspective {
                    y_fov: 1.0,
                    aspect: None,
                };
                scene.cameras.push(Camera {
                    name: "eye".into(),
                    projection,
                    near: 0.1,
                    far: None,
                });
                scene.nodes[0].camera = Some(0);
            })),
        ),
        (
            Code::C320,
            Case::Folder(Box::new(animated(|track| {
                track.interpolation = Interpolation::Step
            }))),
        ),
        (
            Code::C501,
            Case::Folder(Box::new(dressed(Material {
                alpha: AlphaMode::Blend,
                metallic: 1.0,
                ..plain()
            }))),
        ),
        (
            Code::C406,
            Case::Folder(Box::new(changed(morphed(), |scene| {
                scene.meshes[0].targets.push(target("Smile"));
                scene.nodes[0].transform = Trs {
                    ..moved(1.0, 0.0, 0.0)
                };
            }))),
        ),
    ]
}
