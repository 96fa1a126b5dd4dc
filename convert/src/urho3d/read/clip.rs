//! Clips → tracks of nodes.

mod named;
mod sidecar;
mod track;
mod variant;

use formwork_formats::urho3d::{Animation, animation::Version};
use formwork_schema::{CString, Result};

pub(in crate::urho3d) use self::{
    named::{morph_targets, names},
    sidecar::{Sidecar, TRACKS as SIDECAR_TRACKS, triggers},
    track::{Tracks, bone_tracks, channels_of, curves},
    variant::{Address, address, curve, variant_tracks},
};
use super::reader::Reader;
use crate::{
    Code, Input, Report,
    scene::{Clip, Node, Source},
    urho3d::{facts, file::tree},
};

impl Reader<'_> {
    pub(super) fn clip(&mut self, input: &Input, is_alone: bool) -> Result<()> {
        let document = tree::<Animation>(&input.bytes)?;
        let clip = &document.tree;
        if is_alone {
            self.nodes_of(clip, input.stem());
        }
        let names = names(&self.scene);
        let mut tracks = bone_tracks(clip, &names, self.frame, self.report);
        let targets = morph_targets(&self.scene);
        let taken = tracks
            .tracks
            .iter()
            .map(|track| (track.node, track.path))
            .collect();
        let variants = variant_tracks(
            clip,
            &names,
            targets.as_ref(),
            self.frame,
            taken,
            self.report,
        );
        tracks.tracks.extend(variants);
        say_seams(clip, self.report);
        let sidecar = Sidecar::find(input, self.files, self.report);
        let triggers = sidecar
            .as_ref()
            .map_or_else(Vec::new, |it| triggers(it, clip.length));
        let facts = facts::of_clip(&document, &tracks, &input.bytes, sidecar.as_ref());
        self.scene.clips.push(Clip {
            name: clip.name.clone(),
            length: Some(clip.length),
            fps: None,
            tracks: tracks.tracks,
            triggers,
        });
        self.scene.sources.push(Source {
            name: input.name().into(),
            format: "urho3d.animation".into(),
            version: clip.version.to_string(),
            file: Some(input.bytes.clone()),
            facts,
        });
        Ok(())
    }

    /// Adds a node for every track that none has the name of.
    fn nodes_of(&mut self, clip: &Animation, stem: &str) {
        if self.scene.name.is_empty() {
            stem.clone_into(&mut self.scene.name);
        }
        let mut names = names(&self.scene);
        let tracks = clip.tracks.iter().map(|track| track.name.clone());
        let variants = clip.variant_tracks.iter().flatten();
        let variants = variants.filter_map(|track| match address(track.name.as_bytes())? {
            Address::Node(name, _) => Some(CString::from(name.to_vec())),
            Address::Morph(_) => None,
        });
        for name in tracks.chain(variants) {
            names.entry(name.clone()).or_insert_with(|| {
                self.scene.roots.push(self.scene.nodes.len());
                self.scene.nodes.push(Node {
                    name,
                    lacks_rest_pose: true,
                    ..Node::default()
                });
                self.scene.nodes.len() - 1
            });
        }
    }
}

/// What the engine does before the first key and after the last one, and a scene does not.
fn say_seams(clip: &Animation, report: &mut Report) {
    use formwork_formats::urho3d::animation::Keyframes as _;
    for (place, track) in clip.tracks.iter().enumerate() {
        let times = track.keyframes.times();
        let (mut first, last) = (times.clone(), times.last());
        let (Some(first), Some(last)) = (first.next(), last) else {
            continue;
        };
        let path = || format!("tracks[{place}]");
        if track.keyframes.len() > 1 && first > 0.0 && clip.version < Version::VARIANT_TRACKS {
            report.add(Code::C307, path(), format!("the first key is at {first} s"));
        }
        if track.keyframes.len() > 1 && clip.length - last + first.max(0.0) > 1e-6 {
            report.add(
                Code::C308,
                path(),
                format!("from {last} s to the start again"),
            );
        }
    }
}
