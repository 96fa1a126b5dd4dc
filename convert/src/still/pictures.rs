//! Pictures beside a model.

use bytes::Bytes;
use formwork_formats::{AnyFormat, PictureKind, pictures::rules};
use formwork_schema::{Kind, Limits};

use crate::{
    Code, Options, Output, Report, Scene, Textures,
    names::{Paths, file_stem, report_taken},
    scene::Image,
};

/// Where pictures are, and those that are written there.
#[derive(Default)]
pub(crate) struct Copies {
    /// By the number of the image; `None` for one that is nowhere.
    pub paths: Vec<Option<String>>,
    pub outputs: Vec<Output>,
}

/// Copies the pictures of a scene beside its model, or refers to them where they were.
pub(crate) fn copies(scene: &Scene, stem: &str, options: &Options, report: &mut Report) -> Copies {
    let mut copies = Copies::default();
    let mut paths = Paths::new(&options.file_numbers);
    for (place, image) in scene.images.iter().enumerate() {
        let is_line = |file: &String| !file.contains(['\n', '\r']);
        let linked = image.link.clone().filter(is_line);
        let path = match &image.bytes {
            Some(bytes) if options.textures != Textures::Link || linked.is_none() => {
                let extension = extension(image);
                let alone = path(stem, place, image, extension);
                Some(copy(&alone, bytes, &mut paths, &mut copies.outputs, report))
            }
            Some(_) => linked,
            None => {
                let file = image.file.clone().unwrap_or_default();
                report.add(Code::C507, format!("images[{place}]"), file);
                image.file.clone().filter(is_line)
            }
        };
        copies.paths.push(path);
    }
    copies
}

/// The type of a picture that glTF can hold, by its first bytes: its name and its extension.
pub(crate) fn mime(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(("image/png", "png"))
    } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
        Some(("image/jpeg", "jpg"))
    } else {
        None
    }
}

/// Why nobody can show a texture, such as one that is cut off; `None` where that is not known.
pub(crate) fn damage(format: &dyn AnyFormat, bytes: &Bytes, limits: &Limits) -> Option<String> {
    if let Some(kind) = format.picture() {
        return damage_of_picture(kind, bytes, limits);
    }
    let error = format.read(bytes, limits).err()?;
    let is_damaged = !matches!(error.kind(), Kind::Unsupported | Kind::Limit);
    is_damaged.then(|| error.to_string())
}

/// The same of a picture file.
pub(crate) fn damage_of_picture(
    kind: PictureKind,
    bytes: &[u8],
    limits: &Limits,
) -> Option<String> {
    let found = formwork_pixels::undecodable(kind, bytes, limits)?;
    (found.rule == &rules::PICTURE_REFUSED).then_some(found.message)
}

fn extension(image: &Image) -> &str {
    let known = image.bytes.as_deref().and_then(mime).map(|it| it.1);
    let name = image.file.as_deref().unwrap_or_default();
    let said = name.rsplit_once('.').map(|it| it.1);
    let is_plain = |it: &&str| it.len() <= 4 && it.bytes().all(|it| it.is_ascii_alphanumeric());
    known.or(said.filter(is_plain)).unwrap_or("bin")
}

/// Writes a copy of a picture, once for equal ones of one path. Gives its path.
pub(crate) fn copy(
    alone: &str,
    bytes: &Bytes,
    paths: &mut Paths,
    outputs: &mut Vec<Output>,
    report: &mut Report,
) -> String {
    let (path, is_new) = paths.add_picture(alone, bytes);
    if is_new {
        report_taken(alone, &path, alone, report);
        outputs.push(Output {
            path: path.clone(),
            format: "image".into(),
            bytes: bytes.clone(),
        });
    }
    path
}

/// Where the copy of a picture goes if no other has its name: a folder beside the model.
pub(crate) fn path(stem: &str, place: usize, image: &Image, extension: &str) -> String {
    let file = image.file.as_deref().unwrap_or_default();
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = if name.is_empty() { &image.name } else { name };
    let name = name.rsplit_once('.').map_or(name, |it| it.0);
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.');
    let name: String = name
        .chars()
        .map(|it| if is_plain(it) { it } else { '_' })
        .collect();
    let name = file_stem(&name);
    let name = if name.is_empty() {
        format!("image{place}")
    } else {
        name
    };
    format!("{stem}_textures/{name}.{extension}")
}
