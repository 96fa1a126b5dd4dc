//! Every code that writing or reading Horde3D raises, by the smallest scene or file that does, and no other code.

use std::collections::BTreeSet;

use formwork_convert::{
    Code, Normals, Options, Report, Scene, Severity,
    scene::{
        AlphaMode, Attribute, BoneShape, Clip, Column, Delta, Image, Interpolation, Level, Light,
        LightKind, Material, MorphTarget, Part, Path, Semantic, Skin, Texture, Topology,
    },
};
use formwork_schema::CString;

use super::scenes::{IDENTITY, attribute, chain, node, quad, rise, track};

/// Losses of a report that are no mere information.
pub(crate) fn losses(report: &Report) -> BTreeSet<Code> {
    let losses = report.losses().map(|loss| loss.code);
    losses
        .filter(|code| code.severity() == Severity::Loss)
        .collect()
}

pub(crate) fn options() -> Options {
    Options {
        normals: Normals::Keep,
        ..Options::default()
    }
}

/// What writing a scene loses.
fn written(scene: &Scene) -> BTreeSet<Code> {
    scene.validate().expect("a whole scene");
    let mut report = Report::default();
    let _ = super::written(scene, "it", &options(), &mut report);
    losses(&report)
}

fn part(scene: &mut Scene) -> &mut Part {
    &mut scene.meshes[0].parts[0]
}

fn level(scene: &mut Scene) -> &mut Level {
    &mut part(scene).levels[0]
}

pub(crate) fn with(mut scene: Scene, change: impl FnOnce(&mut Scene)) -> Scene {
    change(&mut scene);
    scene
}

fn column(semantic: Semantic, set: u8, values: Column) -> Attribute {
    attribute(semantic, set, values)
}

pub(crate) fn material(change: impl FnOnce(&mut Material)) -> Scene {
    let mut it = Material {
        name: "skin".to_owned(),
        metallic: 0.0,
        ..Material::default()
    };
    change(&mut it);
    with(quad(), |scene| {
        scene.materials.push(it);
        scene.images.push(Image {
            name: "skin".to_owned(),
            file: Some("skin.png".to_owned()),
            bytes: None,
            ..Image::default()
        });
        part(scene).material = Some(0);
    })
}

pub(crate) fn texture(set: u8) -> Option<Texture> {
    Some(Texture {
        image: 0,
        set,
        has_details: false,
    })
}

pub(crate) fn morph(name: &str, indices: Vec<u32>) -> MorphTarget {
    let moved = vec![[0.0, 0.5, 0.0]; indices.len()];
    MorphTarget {
        name: CString::from(name),
        weight: 0.0,
        deltas: vec![Delta {
            stream: 0,
            indices,
            positions: Some(moved),
            ..Delta::default()
        }],
    }
}

/// A rig whose weights are these numbers.
fn weighted(joints: Vec<[u16; 4]>, weights: Vec<[f32; 4]>) -> Scene {
    with(chain(5), |scene| {
        let attributes = &mut scene.streams[0].attributes;
        attributes.truncate(1);
        attributes.push(column(Semantic::Joints, 0, Column::U16x4(joints)));
        attributes.push(column(Semantic::Weights, 0, Column::Vec4(weights)));
    })
}

/// A shape that shines.
fn lit(kind: LightKind) -> Scene {
    with(quad(), |scene| {
        scene.nodes[0].light = Some(0);
        scene.lights.push(Light {
            name: CString::from("lamp"),
            kind,
            color: [1.0; 3],
            intensity: 1.0,
            range: Some(10.0),
        });
    })
}

#[test]
fn a_mesh_without_a_material_gets_one() {
    let mut report = Report::default();
    super::written(&quad(), "it", &options(), &mut report).expect("files");
    assert!(report.has(Code::C510));
}

#[test]
fn writing_says_what_is_lost() {
    let half = [0.25, 0.25, 0.25, 0.25];
    let cases: Vec<(Code, Scene)> = vec![
        (
            Code::C101,
            with(quad(), |scene| scene.meshes[0].parts.push(Part::default())),
        ),
        (
            Code::C104,
            with(quad(), |scene| level(scene).topology = Topology::Points),
        ),
        (
            Code::C105,
            with(quad(), |scene| {
                level(scene).topology = Topology::TriangleStrip
            }),
        ),
        (
            Code::C106,
            with(quad(), |scene| level(scene).indices.push(0)),
        ),
        (
            Code::C107,
            with(quad(), |scene| level(scene).indices[0] = 4),
        ),
        (
            Code::C110,
            with(quad(), |scene| {
                scene.streams[0].attributes[0].values = Column::Vec4(vec![[0.0, 1.0, 2.0, 1.0]; 4]);
            }),
        ),
        (
            Code::C121,
            with(quad(), |scene| {
                let first = level(scene).clone();
                let more = (1..6_u8).map(|number| Level {
                    distance: f32::from(number),
                    ..first.clone()
                });
                part(scene).levels.extend(more);
            }),
        ),
        (
            Code::C134,
            with(
                weighted(vec![[0, 1, 2, 0]; 4], vec![[1.0, 0.0, 0.0, 0.0]; 4]),
                |scene| {
                    // Five joints each.
                    let attributes = &mut scene.streams[0].attributes;
                    attributes[2].values = Column::Vec4(vec![[0.18, 0.18, 0.18, 0.0]; 4]);
                    for (set, joint, weight) in [(1, 3, 0.36), (2, 4, 0.1)] {
                        let joints = Column::U16x4(vec![[joint; 4]; 4]);
                        attributes.push(column(Semantic::Joints, set, joints));
                        let weights = Column::Vec4(vec![[weight, 0.0, 0.0, 0.0]; 4]);
                        attributes.push(column(Semantic::Weights, set, weights));
                    }
                },
            ),
        ),
        (Code::C142, weighted(vec![[0; 4]; 4], vec![[0.0; 4]; 4])),
        (
            Code::C135,
            weighted(vec![[0, 1, 2, 0]; 4], vec![[0.5, 0.3, 0.2, 0.0]; 4]),
        ),
        (
            Code::C136,
            with(quad(), |scene| {
                let other = Semantic::Other("BEND".to_owned());
                let values = Column::F32(vec![0.0; 4]);
                scene.streams[0].attributes.push(column(other, 0, values));
            }),
        ),
        (
            Code::C137,
            with(quad(), |scene| {
                let values = Column::Vec2(vec![[0.0; 2]; 4]);
                scene.streams[0]
                    .attributes
                    .push(column(Semantic::TexCoord, 2, values));
            }),
        ),
        (
            Code::C138,
            with(quad(), |scene| {
                let values = Column::Vec4(vec![half; 4]);
                scene.streams[0]
                    .attributes
                    .push(column(Semantic::Color, 0, values));
            }),
        ),
        (
            Code::C139,
            with(quad(), |scene| {
                let values = Column::Vec3(vec![[0.0, 0.0, 1.0]; 4]);
                scene.streams[0]
                    .attributes
                    .push(column(Semantic::Normal, 0, values));
            }),
        ),
        (
            Code::C140,
            weighted(vec![[9, 0, 0, 0]; 4], vec![[1.0, 0.0, 0.0, 0.0]; 4]),
        ),
        (Code::C151, chain(300)),
        (Code::C152, chain(76)),
        (
            Code::C160,
            with(quad(), |scene| part(scene).center = Some([0.5; 3])),
        ),
        (
            Code::C161,
            with(chain(2), |scene| {
                scene.nodes[2].bone = Some(BoneShape {
                    mask: 1,
                    radius: Some(1.0),
                    bounds: None,
                });
            }),
        ),
        (
            Code::C213,
            with(chain(2), |scene| {
                let mut second = Skin {
                    name: CString::from("other"),
                    ..scene.skins[0].clone()
                };
                second.inverse_bind[1] = IDENTITY;
                scene.skins.push(second);
                let mut other = node("other");
                (other.mesh, other.skin) = (Some(0), Some(1));
                scene.roots.push(scene.nodes.len());
                scene.nodes.push(other);
            }),
        ),
        (
            Code::C215,
            with(quad(), |scene| {
                let again = scene.nodes[0].clone();
                scene.roots.push(1);
                scene.nodes.push(again);
            }),
        ),
        (
            Code::C223,
            with(quad(), |scene| {
                let (mut above, mut beside) = (node("group"), node("again"));
                above.children = vec![0];
                beside.mesh = Some(0);
                scene.nodes.extend([above, beside]);
                scene.roots = vec![1, 2];
            }),
        ),
        (
            Code::C224,
            with(chain(2), |scene| scene.skins[0].root = Some(2)),
        ),
        (
            Code::C310,
            with(quad(), |scene| {
                scene.roots.push(1);
                scene.nodes.push(node("other"));
                scene.clips.push(Clip::default());
            }),
        ),
        (
            Code::C321,
            with(quad(), |scene| {
                let cubic = track(0, Path::Scale, 1.0, vec![1.0; 3], 3);
                scene.clips.push(Clip {
                    tracks: vec![formwork_convert::scene::Track {
                        interpolation: Interpolation::Cubic,
                        values: vec![1.0; 9],
                        ..cubic
                    }],
                    ..Clip::default()
                });
            }),
        ),
        (Code::C344, with(quad(), |scene| rise(scene, 0, 1.0 / 24.0))),
        (
            Code::C401,
            with(quad(), |scene| {
                scene.meshes[0].targets = vec![MorphTarget {
                    weight: 0.5,
                    ..morph("smile", vec![1])
                }];
            }),
        ),
        (
            Code::C405,
            with(quad(), |scene| {
                scene.meshes[0].targets = vec![morph("smile", vec![9])]
            }),
        ),
        (
            Code::C406,
            with(quad(), |scene| {
                scene.meshes[0].targets = vec![morph("", vec![1])]
            }),
        ),
        (Code::C501, material(|it| it.metallic = 1.0)),
        (
            Code::C504,
            material(|it| it.base_color_texture = texture(1)),
        ),
        (Code::C506, material(|it| it.unlit = true)),
        (
            Code::C603,
            with(lit(LightKind::Directional), |scene| {
                let noted = serde_json::json!({"element": "Light"});
                scene.nodes[0].notes.insert("horde".to_owned(), noted);
            }),
        ),
        (Code::C609, lit(LightKind::Point)),
        (
            Code::C801,
            with(quad(), |scene| {
                let values = Column::Vec2(vec![[0.0, 0.1]; 4]);
                scene.streams[0]
                    .attributes
                    .push(column(Semantic::TexCoord, 0, values));
            }),
        ),
        (
            Code::C802,
            with(chain(2), |scene| {
                let place = scene.nodes.len();
                scene.nodes.push(node("formwork_identity"));
                scene.nodes[1].children.push(place);
                scene.skins[0].joints.push(place);
                scene.skins[0].inverse_bind.push(IDENTITY);
            }),
        ),
        (
            Code::C803,
            with(quad(), |scene| {
                let values = Column::Snorm16x3(vec![[0, 0, 32767]; 4]);
                scene.streams[0]
                    .attributes
                    .push(column(Semantic::Normal, 0, values));
                let values = Column::Snorm16x3(vec![[32767, 0, 0]; 4]);
                scene.streams[0]
                    .attributes
                    .push(column(Semantic::Tangent, 0, values));
            }),
        ),
    ];
    for (code, scene) in cases {
        assert_eq!(written(&scene), BTreeSet::from([code]), "{code}");
    }
    assert!(written(&quad()).is_empty());
    assert!(written(&chain(3)).is_empty());
    assert!(written(&material(|it| it.alpha = AlphaMode::Mask(0.5))).is_empty());
}

/// Some are said beside others, which the same cause always has.
#[test]
fn writing_says_what_comes_together() {
    let sheared = with(quad(), |scene| {
        let (mut above, mut beside) = (node("group"), node("again"));
        above.transform.scale = [1.0, 3.0, 1.0];
        above.children = vec![0];
        beside.mesh = Some(0);
        scene.nodes[0].transform.rotation = [0.0, 0.0, 0.382_683_43, 0.923_879_5];
        scene.nodes.extend([above, beside]);
        scene.roots = vec![1, 2];
    });
    assert_eq!(written(&sheared), BTreeSet::from([Code::C212, Code::C223]));
    let between = with(quad(), |scene| rise(scene, 0, 0.013));
    let all = BTreeSet::from([Code::C342, Code::C343, Code::C344]);
    assert_eq!(written(&between), all);
    let short = with(quad(), |scene| {
        rise(scene, 0, 1.0 / 24.0);
        scene.clips[0].length = Some(1.26);
    });
    assert_eq!(written(&short), BTreeSet::from([Code::C343, Code::C344]));
    let weights = with(quad(), |scene| {
        scene.meshes[0].targets = vec![morph("smile", vec![1])];
        rise(scene, 0, 1.0 / 24.0);
        let track = track(0, Path::Weights, 1.0 / 24.0, vec![0.0, 1.0], 1);
        scene.clips[0].tracks.push(track);
    });
    assert_eq!(written(&weights), BTreeSet::from([Code::C344, Code::C351]));
}

#[test]
fn writing_says_what_is_computed() {
    let usual = |scene: &Scene| {
        let mut report = Report::default();
        let options = Options::default();
        let _ = super::written(scene, "it", &options, &mut report);
        losses(&report)
    };
    assert_eq!(usual(&quad()), BTreeSet::from([Code::C130, Code::C139]));
    let mut mapped = material(|it| it.normal_texture = texture(0));
    mapped.streams[0].attributes.extend([
        column(Semantic::Normal, 0, Column::Vec3(vec![[0.0, 0.0, 1.0]; 4])),
        column(
            Semantic::TexCoord,
            0,
            Column::Vec2(vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]),
        ),
    ]);
    let all = [Code::C131, Code::C139, Code::C801, Code::C803];
    assert_eq!(usual(&mapped), BTreeSet::from(all));
}
