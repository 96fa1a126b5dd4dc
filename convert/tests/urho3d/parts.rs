//! What the cases of codes are made of.

use formwork_convert::{
    Input, NoFiles, Options, Report, Scene, Target,
    scene::{Column, Image, Material, Path, Semantic, Source, Texture},
};
use formwork_formats::urho3d::{
    Animation, Model,
    animation::{
        ChannelWeights, Channels, Dialect, Interpolation as Between, Keyframe, Track,
        VariantKeyframe, VariantTrack, Version as ClipVersion,
    },
    model::{
        ElementType, Morph, MorphBuffer, MorphElements, MorphVertex, Semantic as Meaning, Version,
    },
    variant::VariantValue,
};
use formwork_schema::{Packed, Vec3, write};

use super::{
    build::{self, bone, element, floats},
    scenes::{attribute, dressed, moving, skinned, track, triangle, with},
};

use super::codes::Case;

pub(crate) fn to(scene: Scene) -> Case {
    Case::Write(Box::new(scene), Target::Urho3d, Box::default())
}

pub(crate) fn to_with(scene: Scene, target: Target, options: Options) -> Case {
    Case::Write(Box::new(scene), target, Box::new(options))
}

pub(crate) fn fork(bytes: Vec<u8>, target: Target) -> Case {
    Case::Fork(bytes, target, Box::default())
}

pub(crate) fn model(change: impl FnOnce(&mut Model)) -> Vec<u8> {
    model_of(b"UMD2", 1, change)
}

pub(crate) fn model_of(magic: &[u8], number: u32, change: impl FnOnce(&mut Model)) -> Vec<u8> {
    let elements = [element(ElementType::VECTOR3, Meaning::POSITION)];
    let mut model = build::triangle(
        Version::new(magic, number).unwrap(),
        &elements,
        floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
    );
    change(&mut model);
    write::to_bytes(&model).unwrap()
}

pub(crate) fn read(bytes: Vec<u8>) -> Case {
    Case::Read(vec![("thing.mdl", bytes)])
}

pub(crate) fn key(time: f32) -> Keyframe {
    Keyframe {
        time,
        position: Some(Vec3::default()),
        rotation: None,
        scale: None,
    }
}

pub(crate) fn bone_track(name: &str, keys: &[Keyframe]) -> Track {
    Track {
        name: name.into(),
        channels: Channels::POSITION,
        weight: None,
        weights: None,
        base: None,
        keyframes: Packed::from_records((Channels::POSITION,), keys.iter().copied()).unwrap(),
    }
}

pub(crate) fn clip(length: f32, tracks: Vec<Track>) -> Animation {
    Animation {
        version: ClipVersion::new(b"UANI", 1).unwrap(),
        dialect: None,
        name: "walk".into(),
        length,
        tracks,
        variant_tracks: None,
    }
}

pub(crate) fn rbfx_clip(weight: f32, variants: Vec<VariantTrack>) -> Vec<u8> {
    let mut made = clip(1.0, vec![bone_track("hip", &[key(0.0), key(1.0)])]);
    made.version = ClipVersion::new(b"UAN2", 4).unwrap();
    made.dialect = Some(Dialect::CURRENT);
    made.tracks[0].weights = Some(ChannelWeights {
        position: weight,
        rotation: 1.0,
        scale: 1.0,
    });
    made.variant_tracks = Some(variants);
    write::to_bytes(&made).unwrap()
}

pub(crate) fn variant(
    name: &str,
    kind: u8,
    between: Between,
    values: &[VariantValue],
) -> VariantTrack {
    let keys = values
        .iter()
        .enumerate()
        .map(|(place, value)| VariantKeyframe {
            time: place as f32,
            value: value.clone(),
        });
    VariantTrack {
        name: name.into(),
        kind,
        interpolation: between,
        spline_tension: 0.5,
        weight: Some(1.0),
        base: None,
        keyframes: keys.collect(),
        tangents: None,
    }
}

pub(crate) fn bones() -> Vec<u8> {
    let elements = [
        element(ElementType::VECTOR3, Meaning::POSITION),
        element(ElementType::VECTOR4, Meaning::BLENDWEIGHTS),
        element(ElementType::UBYTE4, Meaning::BLENDINDICES),
    ];
    let vertex = [floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), vec![0; 4]].concat();
    let mut model = build::triangle(
        Version::new(b"UMD2", 1).unwrap(),
        &elements,
        vertex.repeat(3),
    );
    model.bones = vec![bone("hip", 0)];
    write::to_bytes(&model).unwrap()
}

pub(crate) fn play(made: &Animation) -> Case {
    Case::Read(vec![
        ("thing.mdl", bones()),
        ("walk.ani", write::to_bytes(made).unwrap()),
    ])
}

pub(crate) fn morph(records: Vec<MorphBuffer>) -> Vec<u8> {
    model(|model| {
        model.morphs.push(Morph {
            name: "Smile".into(),
            initial_weight: None,
            buffers: records,
        })
    })
}

pub(crate) fn records(vertex_buffer: u32) -> MorphBuffer {
    let record = MorphVertex {
        index: 0,
        position: Some([1.0, 0.0, 0.0].into()),
        normal: None,
        tangent: None,
    };
    MorphBuffer {
        vertex_buffer,
        elements: MorphElements::POSITION,
        vertices: Packed::from_records((MorphElements::POSITION,), [record]).unwrap(),
    }
}

pub(crate) fn changed(mut scene: Scene, change: impl FnOnce(&mut Scene)) -> Scene {
    change(&mut scene);
    scene
}

pub(crate) fn weighted(joints: [u8; 4], weights: [f32; 4]) -> Scene {
    changed(skinned(), |scene| {
        for attribute in &mut scene.streams[0].attributes {
            match attribute.semantic {
                Semantic::Joints => attribute.values = Column::U8x4(vec![joints; 3]),
                Semantic::Weights => attribute.values = Column::Vec4(vec![weights; 3]),
                _ => {}
            }
        }
    })
}

pub(crate) fn colored(color: [f32; 4]) -> Scene {
    with(
        triangle(),
        attribute(Semantic::Color, Column::Vec4(vec![color; 3])),
    )
}

pub(crate) fn animated(change: impl FnOnce(&mut formwork_convert::scene::Track)) -> Scene {
    let mut own = track(
        1,
        Path::Translation,
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    );
    change(&mut own);
    moving(skinned(), own)
}

pub(crate) fn plain() -> Material {
    Material {
        name: "red".into(),
        metallic: 0.0,
        ..Material::default()
    }
}

pub(crate) fn textured(details: bool, bytes: bool) -> Scene {
    let texture = Texture {
        image: 0,
        set: 0,
        has_details: details,
    };
    let mut scene = dressed(Material {
        base_color_texture: Some(texture),
        ..plain()
    });
    scene.images.push(Image {
        name: "red".into(),
        file: None,
        bytes: bytes.then(|| b"\x89PNG".as_slice().into()),
        ..Image::default()
    });
    scene
}

pub(crate) fn split_scene(change: impl FnOnce(&mut Scene)) -> Scene {
    // Two joints for each vertex, more than one draw call may have.
    changed(weighted([0, 1, 0, 0], [1.0, 0.0, 0.0, 0.0]), |scene| {
        scene.streams[0].count = 6;
        for attribute in &mut scene.streams[0].attributes {
            match &mut attribute.values {
                Column::U8x4(joints) => {
                    *joints = [[0; 4], [1, 0, 0, 0]].map(|joint| [joint; 3]).concat();
                }
                Column::Vec3(values) => values.extend_from_within(..),
                Column::Vec4(values) => values.extend_from_within(..),
                _ => {}
            }
        }
        scene.meshes[0].parts[0].levels[0].indices = (0..6).collect();
        change(scene);
    })
}

pub(crate) fn few_bones() -> Options {
    Options {
        max_bones: 1,
        ..Options::default()
    }
}

pub(crate) fn changed_clip() -> Vec<u8> {
    let mut made = clip(1.0, vec![bone_track("hip", &[key(0.5), key(1.0)])]);
    made.version = ClipVersion::new(b"UAN2", 1).unwrap();
    write::to_bytes(&made).unwrap()
}

pub(crate) fn changed_bones(change: impl FnOnce(&mut Model)) -> Vec<u8> {
    let mut model: Model = formwork_schema::read::from_slice(&bones()).unwrap();
    change(&mut model);
    write::to_bytes(&model).unwrap()
}

pub(crate) fn two_morphs() -> Vec<u8> {
    model(|model| {
        for name in ["Smile", "Frown"] {
            model.morphs.push(Morph {
                name: name.into(),
                initial_weight: None,
                buffers: vec![records(0)],
            });
        }
    })
}

pub(crate) fn weights_clip() -> Vec<u8> {
    let floats = [VariantValue::Float(0.0), VariantValue::Float(1.0)];
    let mut made = clip(1.0, Vec::new());
    made.version = ClipVersion::new(b"UAN2", 4).unwrap();
    made.dialect = Some(Dialect::CURRENT);
    made.variant_tracks = Some(vec![
        variant("@AnimatedModel#0/Morphs/Smile", 3, Between::LINEAR, &floats),
        variant("@AnimatedModel#0/Morphs/Frown", 3, Between::NONE, &floats),
    ]);
    write::to_bytes(&made).unwrap()
}

pub(crate) fn stale() -> Source {
    let input = Input {
        path: "thing.mdl".into(),
        bytes: bones().into(),
    };
    let mut scene = super::opened(&[input], &NoFiles, &mut Report::default()).unwrap();
    scene.sources.remove(0)
}
