//! [`Content`]: what is written, and which names of files say that it is something else.

use std::path::{Path, PathBuf};

use formwork_formats::{all, format};

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<'a> {
    /// A file of a format, by its id.
    Format(&'a str),
    /// XML of `decode`, or a descriptor.
    Xml,
    /// JSON.
    Json,
    /// Pixels.
    Png,
    /// An XSD.
    Xsd,
    /// A reference page.
    Markdown,
    /// Names, one a line.
    Names,
    /// A file of a package, as it is.
    Bytes,
}

/// Extensions of text forms.
const FORMS: [(&str, &str); 4] = [
    ("xml", "XML"),
    ("json", "JSON"),
    ("xsd", "an XSD"),
    ("md", "Markdown"),
];

/// Extensions that other programs expect something else under. Those that may mean anything, such as `bin`, `dat` and
/// `txt`, are not among them; nor are those of programs, which packages may follow.
const FOREIGN: [(&str, &str); 34] = [
    ("3ds", "a 3D Studio model"),
    ("7z", "a 7z archive"),
    ("avif", "an AVIF picture"),
    ("blend", "a Blender file"),
    ("csv", "a table"),
    ("dae", "a COLLADA document"),
    ("exr", "an OpenEXR picture"),
    ("fbx", "an FBX file"),
    ("flac", "sound"),
    ("glb", "a binary glTF"),
    ("gltf", "a glTF document"),
    ("gz", "a gzip file"),
    ("htm", "HTML"),
    ("html", "HTML"),
    ("ico", "an icon"),
    ("ktx2", "a KTX texture of version 2"),
    ("mp3", "sound"),
    ("mp4", "a film"),
    ("obj", "a Wavefront model"),
    ("ogg", "sound"),
    ("otf", "a font"),
    ("ply", "a PLY model"),
    ("stl", "an STL model"),
    ("svg", "an SVG picture"),
    ("tar", "a tar archive"),
    ("tif", "a TIFF picture"),
    ("tiff", "a TIFF picture"),
    ("ttf", "a font"),
    ("usd", "a USD file"),
    ("wav", "sound"),
    ("webp", "a WebP picture"),
    ("xz", "an xz file"),
    ("zip", "a ZIP archive"),
    ("zst", "a Zstandard file"),
];

impl Content<'_> {
    /// What it is, in words.
    pub fn what(self) -> String {
        match self {
            Self::Format(id) => id.into(),
            Self::Xml => "XML".into(),
            Self::Json => "JSON".into(),
            Self::Png => "a PNG picture".into(),
            Self::Xsd => "an XSD".into(),
            Self::Markdown => "Markdown".into(),
            Self::Names => "a list of names".into(),
            Self::Bytes => "a file".into(),
        }
    }

    /// The extensions that mean it, the usual one first, without the first dot.
    pub fn extensions(self) -> Vec<&'static str> {
        match self {
            Self::Format(id) => {
                let known = extensions().filter(|(_, meaning)| *meaning == id);
                let known = known.map(|(extension, _)| extension);
                // A document is XML under any name.
                let is_xml = format(id).is_some_and(|format| format.document().is_some());
                known.chain(is_xml.then_some("xml")).collect()
            }
            Self::Xml => vec!["xml"],
            Self::Json => vec!["json"],
            Self::Png => vec!["png"],
            Self::Xsd => vec!["xsd", "xml"],
            Self::Markdown => vec!["md"],
            Self::Names => vec!["txt"],
            Self::Bytes => Vec::new(),
        }
    }

    /// The extension in a name that means something else, and what it means.
    pub fn contradicted(self, path: &Path) -> Option<(&'static str, &'static str)> {
        if self == Self::Bytes {
            return None;
        }
        let longest = meaning(path)?;
        (!self.extensions().contains(&longest.0)).then_some(longest)
    }

    /// The same name with the extension that is right, in place of `wrong` if it has that.
    pub fn named(self, path: &Path, wrong: &str) -> PathBuf {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let stem = match name.len().checked_sub(wrong.len() + 1) {
            Some(end) if !wrong.is_empty() && name.is_char_boundary(end) => &name[..end],
            _ => &name,
        };
        let right = self.extensions();
        match right.first() {
            // What is before the last point tells files apart.
            Some(right) if let Some(kind) = wrong.strip_suffix(&format!(".{right}")) => {
                path.with_file_name(format!("{stem}-{kind}.{right}"))
            }
            Some(right) => path.with_file_name(format!("{stem}.{right}")),
            None => path.with_file_name(stem),
        }
    }
}

/// The extension in a name that means something, and what it means.
pub fn meaning(path: &Path) -> Option<(&'static str, &'static str)> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let ends = |extension: &str| {
        let stem = name.strip_suffix(extension);
        stem.is_some_and(|stem| stem.ends_with('.'))
    };
    let known = extensions().chain(FORMS).chain(FOREIGN);
    // `.scene.xml` says more than `.xml`.
    known
        .filter(|(extension, _)| ends(extension))
        .reduce(|a, b| if b.0.len() > a.0.len() { b } else { a })
}

/// The extensions of all formats, each with the format that it means.
fn extensions() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().iter().flat_map(|format| {
        let extensions = format.extensions().into_iter();
        extensions.map(|extension| (extension, format.id()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_extension_counts() {
        let wrong = |content: Content<'_>, name: &str| {
            let found = content.contradicted(Path::new(name));
            found.map(|(extension, _)| extension)
        };
        let material = Content::Format("horde3d.material");
        assert_eq!(wrong(material, "a.material.xml"), None);
        assert_eq!(wrong(material, "a.xml"), None);
        assert_eq!(wrong(material, "a.Scene.XML"), Some("scene.xml"));
        assert_eq!(wrong(material, "a.json"), Some("json"));
        assert_eq!(wrong(Content::Xml, "a.xml"), None);
        assert_eq!(wrong(Content::Xml, "a.scene.xml"), Some("scene.xml"));
        assert_eq!(wrong(Content::Xml, "Walk.ani"), Some("ani"));
        assert_eq!(wrong(Content::Xml, "walk.GLB"), Some("glb"));
        assert_eq!(wrong(Content::Png, "a.jpeg"), Some("jpeg"));
        let animation = Content::Format("urho3d.animation");
        assert_eq!(wrong(animation, "a.mdl"), Some("mdl"));
        assert_eq!(wrong(animation, "a.anim"), Some("anim"));
        for fine in ["a.ani", "a.unknown", "a", "ani", ".hidden", "a.ani.bak"] {
            assert_eq!(wrong(animation, fine), None, "{fine}");
        }
    }

    #[test]
    fn the_right_name_is_told() {
        let named = |content: Content<'_>, name: &str, wrong: &str| {
            let named = content.named(Path::new(name), wrong);
            named.to_str().unwrap().to_owned()
        };
        assert_eq!(named(Content::Xml, "out/Walk.GLB", "glb"), "out/Walk.xml");
        assert_eq!(
            named(Content::Xml, "a.scene.xml", "scene.xml"),
            "a-scene.xml"
        );
        let scene = Content::Format("horde3d.scene");
        assert_eq!(
            named(scene, "é.material.xml", "material.xml"),
            "é.scene.xml"
        );
    }
}
