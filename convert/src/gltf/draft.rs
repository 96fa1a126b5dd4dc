//! A glTF file between making and writing, when the way back is proved.

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use formwork_schema::Result;

use super::{
    builder::{Builder, GAP},
    glb,
    json::Buffer,
    origin::Origin,
    prepare,
    proof::Proof,
    read,
    typed::Json,
    uri, write,
};
use crate::{Files, Options, Output, Report, Scene, Target, error::invalid};

/// A glTF file that is made and not yet written.
pub struct Draft {
    stem: String,
    target: Target,
    file: Builder,
    companions: Vec<Output>,
}

impl Draft {
    /// Makes the file of a scene.
    ///
    /// # Errors
    ///
    /// [`Invalid`](formwork_schema::Kind::Invalid) for a target that is not glTF, or when the scene contradicts itself.
    pub fn new(
        scene: &Scene,
        stem: &str,
        target: Target,
        options: &Options,
        report: &mut Report,
    ) -> Result<Self> {
        if !matches!(target, Target::Glb | Target::Gltf | Target::GltfEmbedded) {
            return Err(invalid("a glTF file was not asked for"));
        }
        let scene = prepare::prepare(scene, options, report);
        scene.validate()?;
        let mut written = write::write(&scene, stem, target, options, report)?;
        written.file.freeze();
        Ok(Self {
            stem: stem.into(),
            target,
            file: written.file,
            companions: written.companions,
        })
    }

    /// The scene that the file is read as. Images beside it are found in `files` unless the draft brings them.
    ///
    /// # Errors
    ///
    /// Those of [`super::read()`].
    pub fn scene(
        &self,
        files: &dyn Files,
        options: &Options,
        report: &mut Report,
    ) -> Result<Scene> {
        let view = read::Parsed {
            document: &self.file.document,
            buffers: vec![Some(self.file.frozen())],
            stem: &self.stem,
            companions: &self.companions,
            input: None,
        };
        read::scene(&view, files, options, report).map(|(scene, _)| scene)
    }

    /// Says what source number `source` was, and what is rebuilt of it. Does nothing where no source of this number is kept.
    pub fn prove(&mut self, source: usize, proof: &Proof) {
        let is_kept = |origin: &mut Origin| source < origin.sources.len();
        if !self.origin().is_some_and(is_kept) {
            return;
        }
        self.file.thaw();
        let patch = proof.patch.as_deref().unwrap_or_default();
        let patch = self.file.deflated(patch, vec![patch.len()]);
        if let Some(origin) = self.origin() {
            let entry = &mut origin.sources[source];
            entry.size = proof.size;
            entry.sha256.clone_from(&proof.sha256);
            entry.rebuilt = proof.rebuilt;
            entry.patch = patch;
        }
    }

    fn origin(&mut self) -> Option<&mut Origin> {
        let root = self.file.document.extensions.as_mut()?;
        root.origin.as_deref_mut()
    }

    /// Whether sources are kept, which can be proved.
    #[must_use]
    pub fn keeps_sources(&self) -> bool {
        let root = self.file.document.extensions.as_ref();
        root.is_some_and(|root| root.origin.is_some())
    }

    /// The file, and those beside it.
    ///
    /// # Errors
    ///
    /// [`Limit`](formwork_schema::Kind::Limit) when it is too large for a `.glb`.
    pub fn finish(self) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        let (mut document, bytes) = self.file.finish();
        let length = bytes.len() - GAP;
        if length > 0 {
            let data = || {
                let text = BASE64_STANDARD.encode(&bytes[GAP..]);
                format!("data:application/octet-stream;base64,{text}")
            };
            document.buffers.push(Buffer {
                uri: match self.target {
                    Target::GltfEmbedded => Some(data()),
                    Target::Gltf => uri::encode(&format!("{}.bin", self.stem)),
                    _ => None,
                },
                byte_length: length as u64,
            });
        }
        let shown = document.shown();
        let json = match self.target {
            Target::Glb => serde_json::to_vec(&shown),
            _ => serde_json::to_vec_pretty(&shown),
        };
        let mut json = json.map_err(|error| invalid(error.to_string()))?;
        let mut output = |extension: &str, format: &str, bytes: Bytes| {
            outputs.push(Output {
                path: format!("{}.{extension}", self.stem),
                format: format.into(),
                bytes,
            });
        };
        if self.target == Target::Glb {
            output("glb", "glb", glb::join(json, bytes)?);
        } else {
            json.push(b'\n');
            output("gltf", "gltf", json.into());
            if self.target == Target::Gltf && length > 0 {
                output("bin", "bytes", Bytes::from(bytes).slice(GAP..));
            }
        }
        outputs.extend(self.companions);
        Ok(outputs)
    }
}
