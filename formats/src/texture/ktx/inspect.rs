//! What a person wants to see of a Khronos texture first, and what the engine makes of it.

use formwork_schema::{Diagnostics, escape::escape};

use super::Ktx;
use crate::{
    inspect::{Inspection, Table},
    layouts::GameFormat,
    texture::{Loads, Shape, Texture as _, rules},
};

impl GameFormat for Ktx {
    const ENGINES: &'static str = "Horde3D, Urho3D, U3D, Dry, Atomic, rbfx";
    const NOTES: &'static str =
        "version 1, both byte orders; every level, face and slice decodes to PNG";

    fn engine(_: &str) -> &'static str {
        "Horde3D, Urho3D family"
    }

    fn texture(&self) -> Option<&dyn crate::texture::Texture> {
        Some(self)
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let texture = self.content();
        let shape = self.shape();
        match &shape {
            Ok(shape) => shape.tell(&mut seen),
            Err(_) => {
                seen.measure("width", "Width", texture.pixel_width, "pixels");
                seen.measure("height", "Height", texture.pixel_height, "pixels");
            }
        }
        let number = texture.gl_internal_format;
        let name = number
            .name()
            .map_or_else(|| format!("{:#x}", number.0), Into::into);
        seen.fact("internal_format", "OpenGL format", name);
        let order = if self.is_big_endian() {
            "big-endian"
        } else {
            "little-endian"
        };
        seen.fact("byte_order", "Byte order", order);
        let mut minded = Diagnostics::new();
        let memory = self.judge(shape.as_ref().ok(), &mut minded);
        Loads::of(&minded).tell(memory, &mut seen);
        if let Ok(shape) = &shape {
            seen.tables.push(shape.table());
        }
        seen.tables.push(self.metadata_table());
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        let shape = self.shape();
        if let Err(error) = &shape {
            seen.add(&rules::NOT_DECODED, || error.path().into(), error.message());
        }
        self.judge(shape.as_ref().ok(), seen);
        self.contradictions(shape.as_ref().ok(), seen);
        self.judge_urho3d(seen);
    }
}

impl Ktx {
    /// What contradicts itself, whatever the engine makes of it.
    fn contradictions(&self, shape: Option<&Shape>, seen: &mut Diagnostics) {
        for (index, entry) in self.content().key_value_data.iter().enumerate() {
            let of = |field| move || format!("texture.key_value_data[{index}].{field}");
            match (&entry.pair, &entry.damaged) {
                (Some(pair), _) if pair.parts().is_none() => {
                    let message = "no NUL ends the key";
                    seen.add(&rules::METADATA_DAMAGED, of("pair.key_and_value"), message);
                }
                (_, Some(damaged)) => {
                    let message = format!("{} bytes of it are no key and value", damaged.len());
                    seen.add(&rules::METADATA_DAMAGED, of("damaged"), message);
                }
                _ => {}
            }
        }
        let Some(shape) = shape else { return };
        for (index, level) in (0..).zip(&self.content().mip_levels) {
            let expected = self.content().image_size(shape, index);
            if expected != u64::from(level.image_size) {
                let path = || format!("texture.mip_levels[{index}].image_size");
                let message = format!(
                    "{} bytes, where the size asks for {expected}",
                    level.image_size
                );
                seen.add(&rules::IMAGE_SIZE, path, &message);
            }
        }
    }

    fn metadata_table(&self) -> Table {
        let text = |bytes: &[u8]| escape(bytes.strip_suffix(b"\0").unwrap_or(bytes)).into_owned();
        Table {
            key: "metadata",
            columns: &["key", "value"],
            rows: self
                .metadata()
                .map(|(key, value)| vec![text(key).into(), text(value).into()])
                .collect(),
        }
    }
}
