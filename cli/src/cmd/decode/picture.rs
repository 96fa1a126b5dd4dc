//! The pixels that `formwork decode --to png` writes: of a texture or picture.

use formwork_formats::{
    Asset, PictureKind,
    texture::{self, Shape, Subresource, Texture},
};
use formwork_pixels::{Image, sheet, texture as pixels};
use formwork_schema::{Error, Kind, Result};

use crate::{args::Decode, report::Failure};

/// The pixels of a picture file.
pub(super) fn file(of: &Decode, asset: &Asset, kind: PictureKind) -> Result<Image, Failure> {
    let asked = |error| Failure::asked(&of.file, error);
    only_one(of).map_err(asked)?;
    formwork_pixels::picture(kind, asset.bytes(), asset.limits())
        .map_err(|error| Failure::new(&of.file, error))
}

/// One level, face and slice of a texture; without a face, all faces of a cube as a cross.
pub(super) fn texture(of: &Decode, asset: &Asset) -> Result<Image, Failure> {
    let tree = asset.tree();
    let tree = tree.map_err(|error| Failure::new(&of.file, error))?;
    let Some(texture) = tree.texture() else {
        let format = asset.id();
        let message = format!("{format} has no pixels; only textures and pictures become PNG");
        return Err(Failure::usage(message));
    };
    part(of, texture).map_err(|error| Failure::asked(&of.file, error))
}

fn part(of: &Decode, texture: &dyn Texture) -> Result<Image> {
    let shape = texture.shape()?;
    let Some(face) = of.face else {
        let place = Subresource {
            level: of.level,
            face: 0,
            slice: of.slice,
        };
        shape.has(place)?;
        return sheet(texture, &shape, of.level, of.slice);
    };
    let place = Subresource {
        level: of.level,
        face: number(&shape, face.into())?,
        slice: of.slice,
    };
    pixels(texture, &shape, place)
}

/// The number of a face among those that are there.
fn number(shape: &Shape, face: texture::Face) -> Result<u32> {
    let found = (0..).zip(&shape.faces).find(|(_, one)| **one == face);
    found.map(|(number, _)| number).ok_or_else(|| {
        let names: Vec<&str> = shape.faces.iter().map(|face| face.name()).collect();
        let message = if names.is_empty() {
            "no such face: this is not a cube".into()
        } else {
            format!("no such face: there are {}", names.join(", "))
        };
        Error::new(Kind::Invalid, message)
    })
}

/// A picture file has one level, one slice, and no faces.
fn only_one(of: &Decode) -> Result<()> {
    if of.level == 0 && of.slice == 0 && of.face.is_none() {
        return Ok(());
    }
    let message = "there is only one picture in this file: no levels, faces and slices";
    Err(Error::new(Kind::Invalid, message))
}
