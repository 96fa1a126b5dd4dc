//! What writers rely on.

use formwork_schema::{Error, Kind, Result};

use super::{Path, Scene};

impl Scene {
    /// Says whether all references lead somewhere, no node is below itself, and all lists that belong together are of one length.
    ///
    /// # Errors
    ///
    /// Names the first place where that is not so.
    pub fn validate(&self) -> Result<()> {
        self.validate_nodes()?;
        self.validate_streams()?;
        self.validate_meshes()?;
        self.validate_clips()
    }

    fn validate_nodes(&self) -> Result<()> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = self.roots.clone();
        while let Some(place) = open.pop() {
            let Some(node) = self.nodes.get(place) else {
                return wrong(format!("nodes[{place}] is not there"));
            };
            if std::mem::replace(&mut seen[place], true) {
                return wrong(format!("nodes[{place}] has two parents"));
            }
            let known = node.mesh.is_none_or(|mesh| mesh < self.meshes.len())
                && node.skin.is_none_or(|skin| skin < self.skins.len())
                && node.light.is_none_or(|light| light < self.lights.len())
                && node.camera.is_none_or(|camera| camera < self.cameras.len());
            if !known {
                return wrong(format!("nodes[{place}] refers to nothing"));
            }
            open.extend(&node.children);
        }
        if let Some(place) = seen.iter().position(|seen| !seen) {
            return wrong(format!("nodes[{place}] is below no root"));
        }
        for (place, skin) in self.skins.iter().enumerate() {
            let mut nodes = skin.joints.iter().chain(&skin.root);
            if skin.joints.len() != skin.inverse_bind.len()
                || nodes.any(|node| *node >= self.nodes.len())
            {
                return wrong(format!("skins[{place}]"));
            }
        }
        Ok(())
    }

    fn validate_streams(&self) -> Result<()> {
        for (place, stream) in self.streams.iter().enumerate() {
            let mut columns = stream
                .attributes
                .iter()
                .map(|attribute| attribute.values.len());
            if columns.any(|len| len != stream.count) {
                return wrong(format!("streams[{place}] has columns of other lengths"));
            }
        }
        Ok(())
    }

    fn validate_meshes(&self) -> Result<()> {
        for (place, mesh) in self.meshes.iter().enumerate() {
            for part in &mesh.parts {
                let known = part
                    .material
                    .is_none_or(|material| material < self.materials.len());
                let levels = part.levels.iter().all(|level| {
                    let stream = self.streams.get(level.stream);
                    stream.is_some_and(|stream| {
                        level
                            .joints
                            .as_ref()
                            .is_none_or(|joints| joints.len() == stream.count)
                    })
                });
                if !known || !levels {
                    return wrong(format!("meshes[{place}]"));
                }
            }
            for delta in mesh.targets.iter().flat_map(|target| &target.deltas) {
                let lists = [
                    &delta.positions,
                    &delta.normals,
                    &delta.tangents,
                    &delta.bitangents,
                ];
                let whole = lists
                    .into_iter()
                    .flatten()
                    .all(|list| list.len() == delta.indices.len());
                if delta.stream >= self.streams.len() || !whole {
                    return wrong(format!("meshes[{place}].targets"));
                }
            }
        }
        Ok(())
    }

    fn validate_clips(&self) -> Result<()> {
        for (place, clip) in self.clips.iter().enumerate() {
            for track in &clip.tracks {
                let Some(node) = self.nodes.get(track.node) else {
                    return wrong(format!("clips[{place}] moves nothing"));
                };
                let width = match track.path {
                    Path::Translation | Path::Scale => 3,
                    Path::Rotation => 4,
                    Path::Weights => node.mesh.map_or(0, |mesh| self.meshes[mesh].targets.len()),
                };
                let each = if track.interpolation == super::Interpolation::Cubic {
                    3
                } else {
                    1
                };
                if track.values.len() != track.times.len() * width * each {
                    return wrong(format!("clips[{place}] has other values than times"));
                }
            }
        }
        Ok(())
    }
}

fn wrong<T>(message: String) -> Result<T> {
    Err(Error::new(
        Kind::Invalid,
        format!("the scene contradicts itself: {message}"),
    ))
}
