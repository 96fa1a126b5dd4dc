//! The files that the scene was read from.

use super::writer::Writer;
use crate::gltf::origin::SourceEntry;

impl Writer<'_> {
    /// Keeps what the writers of other families need to write the same files again.
    pub(super) fn sources(&mut self) {
        if !self.keeps() {
            return;
        }
        for source in &self.scene.sources {
            let mut entry = SourceEntry {
                name: source.name.clone(),
                format: source.format.clone(),
                version: source.version.clone(),
                ..SourceEntry::default()
            };
            for (name, bytes) in &source.facts.0 {
                let view = self.file.store(|out| out.extend_from_slice(bytes));
                entry.facts.insert(name.clone(), view);
            }
            self.origin.sources.push(entry);
        }
    }
}
