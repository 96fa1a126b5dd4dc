//! What a person wants to know of a texture first.

use super::{Face, Shape};
use crate::inspect::{FactValue, Inspection, Table};

impl Shape {
    /// Adds size, format, levels, faces and slices.
    pub(super) fn tell(&self, seen: &mut Inspection) {
        seen.fact("kind", "Kind", self.kind());
        seen.measure("width", "Width", self.width, "pixels");
        seen.measure("height", "Height", self.height, "pixels");
        if self.depth > 1 {
            seen.fact("depth", "Slices", self.depth);
        }
        if self.layers > 1 {
            seen.fact("layers", "Array elements", self.layers);
        }
        if !self.faces.is_empty() {
            let names = self.faces.iter().map(|face| face.name().into()).collect();
            seen.fact("faces", "Faces", FactValue::Words(names));
        }
        seen.fact("levels", "Levels", self.levels);
        seen.fact("pixel_format", "Pixel format", self.format.to_string());
        seen.fact("channels", "Channels", self.format.channels());
        let space = match self.srgb {
            _ if self.format.is_float() => "linear",
            Some(true) => "sRGB",
            Some(false) => "linear",
            None => "not said",
        };
        seen.fact("color_space", "Colour space", space);
    }

    /// One row for each level.
    pub(super) fn table(&self) -> Table {
        let row = |level| {
            let (width, height, depth) = self.size(level);
            let bytes = self.level_bytes(level);
            vec![
                level.into(),
                width.into(),
                height.into(),
                depth.into(),
                bytes.into(),
            ]
        };
        Table {
            key: "mip_levels",
            columns: &["level", "width", "height", "slices", "bytes"],
            rows: (0..self.levels).map(row).collect(),
        }
    }

    fn kind(&self) -> String {
        let one = if !self.faces.is_empty() {
            "cube"
        } else if self.depth > 1 {
            "volume"
        } else {
            "picture"
        };
        let partly = !self.faces.is_empty() && self.faces.len() < Face::ALL.len();
        match (partly, self.layers > 1) {
            (true, _) => format!("{one} with {} of 6 faces", self.faces.len()),
            (false, true) => format!("array of {one}s"),
            (false, false) => one.into(),
        }
    }
}
