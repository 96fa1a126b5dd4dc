//! The walk as an animation: an entity for each bone that moves or rests, with one frame where it rests.

use formwork_formats::horde3d::animation::{Animation, Entity, Frame, Version};
use formwork_schema::{Bool, Packed, Result, Vec3};

use super::values::{name, quat, vec3};
use crate::{
    figure::{skeleton::BONES, walk},
    math::Transform,
};

pub(super) fn walk() -> Result<Animation> {
    let poses: Vec<_> = (0..walk::POSES).map(walk::pose).collect();
    let entities = BONES.iter().enumerate().map(|(bone, named)| {
        let frames = poses.iter().map(|pose| frame(&pose[bone]));
        entity(named.name, frames.collect())
    });
    Ok(Animation {
        version: Version::new(b"H3DA", 3).expect("the version that is written today"),
        frame_count: walk::POSES as u32,
        entities: entities.collect::<Result<_>>()?,
    })
}

fn entity(bone: &str, mut frames: Vec<Frame>) -> Result<Entity> {
    let rests = frames.iter().all(|frame| *frame == frames[0]);
    if rests {
        frames.truncate(1);
    }
    Ok(Entity {
        name: name(bone)?,
        compressed: Some(Bool::from(rests)),
        frames: Packed::from_records((), frames)?,
        morph_tracks: None,
    })
}

fn frame(place: &Transform) -> Frame {
    Frame {
        rotation: quat(place.rotation),
        translation: vec3(place.position),
        scale: Vec3 {
            x: 1.0,
            y: 1.0,
            z: 1.0,
        },
    }
}
