//! Pixels as arrays.

use formwork_formats::{Asset, texture::Subresource};
use formwork_pixels::{Image, Pixels, picture, sheet, texture};
use formwork_schema::{Error, Kind, Result};
use pyo3::{prelude::*, types::PyByteArray};

/// One picture of a file.
pub(crate) fn image(asset: &Asset, level: u32, face: Option<&str>, slice: u32) -> Result<Image> {
    if let Some(kind) = asset.picture() {
        if level != 0 || slice != 0 || face.is_some() {
            let message = "there is only one picture in this file: no levels, faces and slices";
            return Err(Error::new(Kind::Invalid, message));
        }
        return picture(kind, asset.bytes(), asset.limits());
    }
    let tree = asset.tree()?;
    let Some(found) = tree.texture() else {
        let message = format!(
            "{} has no pixels, only textures and pictures have",
            asset.id()
        );
        return Err(Error::new(Kind::Unsupported, message));
    };
    let shape = found.shape()?;
    let Some(face) = face else {
        let place = Subresource {
            level,
            face: 0,
            slice,
        };
        shape.has(place)?;
        return if shape.faces.is_empty() {
            texture(found, &shape, place)
        } else {
            sheet(found, &shape, level, slice)
        };
    };
    let place = (0..).zip(&shape.faces).find(|(_, one)| one.name() == face);
    let Some((face, _)) = place else {
        let names: Vec<&str> = shape.faces.iter().map(|face| face.name()).collect();
        let message = match names.as_slice() {
            [] => "no such face: this is not a cube".into(),
            names => format!("no such face: there are {}", names.join(", ")),
        };
        return Err(Error::new(Kind::Invalid, message));
    };
    texture(found, &shape, Subresource { level, face, slice })
}

/// Pixels as an array that belongs to the caller.
pub(crate) fn array(py: Python<'_>, image: Image) -> PyResult<Bound<'_, PyAny>> {
    let (dtype, bytes) = match image.pixels {
        Pixels::Bytes(bytes) => ("u1", PyByteArray::new(py, &bytes)),
        Pixels::Floats(floats) => {
            let made = PyByteArray::new_with(py, floats.len() * 4, |out| {
                let (outs, _) = out.as_chunks_mut::<4>();
                for (out, float) in outs.iter_mut().zip(&floats) {
                    *out = float.to_ne_bytes();
                }
                Ok(())
            });
            ("f4", made?)
        }
    };
    let array = py
        .import("numpy")?
        .getattr("frombuffer")?
        .call1((bytes, dtype))?;
    array.call_method1("reshape", (image.height, image.width, 4))
}
