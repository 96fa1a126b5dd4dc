//! [`identify`]: which format a file has, from its first bytes.

mod expected;
mod recognised;

use formwork_schema::{
    Error, Kind, Result,
    layout::{Recognition, Type, Versions},
    walk::{Leaf, Part, Visitor, WalkOptions, walk},
};

use crate::{
    foreign::{self, Foreign},
    format::AnyFormat,
    identity::{Confidence, Identity},
    registry::{added, all},
};

pub(crate) use self::expected::{hex, of_format};

/// How many bytes [`identify`] looks at, at most.
const HEAD: usize = 4096;

/// Says which format a file has. `head` is its beginning (the whole of a short file; more than 4096
/// bytes are not looked at), `name` its file name or path.
///
/// What says most is asked first: magics, then pictures and texts, then the conditions of formats without a magic,
/// and last the extensions of formats that have nothing else, unless the file is known to be another program's. Of
/// several formats that would have it by the same, the first one of the registry does; but one whose condition holds
/// and whose extension the file has comes before one whose condition alone holds.
///
/// A magic without an ASCII letter needs an extension of its format beside it. Of formats that were [added](crate::add), two
/// bytes or more are enough.
#[must_use]
pub fn identify(head: &[u8], name: &str) -> Identity {
    identify_among(all(), added(), head, name)
}

/// The same among these formats, of which some were added: whoever adds a format means it, so those come before pictures, which their
/// bytes or names could be taken for, and a magic without a letter is enough for them, whatever the name of the file.
fn identify_among(
    formats: &[&'static dyn AnyFormat],
    added: &[&'static dyn AnyFormat],
    head: &[u8],
    name: &str,
) -> Identity {
    let head = &head[..head.len().min(HEAD)];
    let binary = formats
        .iter()
        .find_map(|&format| by_magic(format, head, name, recognised::is_word));
    let told = |is_picture: bool| {
        let mut some = formats.iter();
        some.find_map(|format| {
            let asked = format.picture().is_some() == is_picture;
            asked.then(|| format.recognise(head, name)).flatten()
        })
    };
    let meant = || {
        let mut some = added.iter();
        some.find_map(|&format| by_magic(format, head, name, recognised::is_number))
            .or_else(|| recognised::by_condition(added, head, name))
            .or_else(|| recognised::by_extension(added, head, name))
    };
    let known = binary
        .or_else(meant)
        .or_else(|| told(true))
        .or_else(|| told(false))
        .or_else(|| recognised::by_condition(formats, head, name));
    if let Some(known) = known {
        return known;
    }
    let looks_like = foreign::looks_like(head, name);
    let by_name = || recognised::by_extension(formats, head, name);
    let named = looks_like.is_none().then(by_name).flatten();
    named.unwrap_or_else(|| Identity {
        beginnings: expected::told(formats, head, name, looks_like.is_none()),
        ..none(looks_like)
    })
}

/// The same from all bytes of a file: some formats are also found behind something else, as packages are
/// after a program.
#[must_use]
pub fn identify_whole(bytes: &[u8], name: &str) -> Identity {
    let identity = identify(bytes, name);
    if identity.format.is_some() {
        return identity;
    }
    let behind = all().iter().find_map(|&format| behind(format, bytes, name));
    behind.unwrap_or(identity)
}

/// What a format that looks for its own start finds.
fn behind(format: &dyn AnyFormat, bytes: &[u8], name: &str) -> Option<Identity> {
    let layout = format.layout()?;
    let fields = layout.root().fields();
    let mut in_front = fields
        .iter()
        .take_while(|field| !matches!(field.ty, Type::Version(_)));
    if !in_front.any(|field| field.at.is_some()) {
        return None;
    }
    let mut start = Start(None);
    // It ends at the magic, with an error either way.
    let _ = walk(layout, bytes, &WalkOptions::default(), &mut start);
    let start = usize::try_from(start.0?).ok()?;
    by_magic(format, bytes.get(start..)?, name, recognised::is_word)
}

/// Where the magic is.
struct Start(Option<u64>);

impl Visitor for Start {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if leaf.part != Part::Magic {
            return Ok(());
        }
        self.0 = Some(leaf.range.start);
        Err(Error::new(Kind::Invalid, "enough"))
    }
}

/// What a magic tells; one that is not enough needs an extension of the format beside it.
fn by_magic(
    format: &dyn AnyFormat,
    head: &[u8],
    file: &str,
    is_enough: fn(&[u8]) -> bool,
) -> Option<Identity> {
    let layout = format.layout()?;
    if layout.recognition != Recognition::Magic {
        return None;
    }
    if !layout.root().magic.is_empty() {
        return recognised::by_own_magic(format, head, file, is_enough);
    }
    let versions: &Versions = layout.versions()?;
    let magic = versions
        .magics
        .iter()
        .find(|magic| head.starts_with(&magic.bytes))?;
    if !is_enough(&magic.bytes) && !format.has_extension(file) {
        return None;
    }
    let name = magic.name().into_owned();
    // What others begin with as well makes nothing certain.
    let most = if recognised::is_word(&magic.bytes) {
        Confidence::Certain
    } else {
        Confidence::Likely
    };
    let found = |version: Option<String>, confidence: Confidence, looks_like| Identity {
        format: Some(format.id()),
        engine: version.as_deref().map(|version| format.engine(version)),
        version,
        confidence: confidence.min(most),
        looks_like,
        beginnings: None,
        read_by: None,
    };
    if head.len() == magic.bytes.len() {
        let only = format!("`{name}` and nothing more");
        let version = magic.stored.is_none().then_some(name);
        return Some(Identity {
            engine: None,
            ..found(version, Confidence::Magic, Some(only))
        });
    }
    if magic.stored.is_none() {
        return Some(found(Some(name), Confidence::Certain, None));
    }
    let behind = &head[magic.bytes.len()..];
    let Some(number) = magic.number(behind, layout.version_endian()) else {
        let only = format!("`{name}` and no whole number after it");
        return Some(found(None, Confidence::Magic, Some(only)));
    };
    let version = format!("{name} {number}");
    if (magic.first..=magic.last).contains(&number) {
        return Some(found(Some(version), Confidence::Certain, None));
    }
    let unknown = format!("version {number} of `{name}`, which is not known");
    Some(Identity {
        engine: None,
        ..found(Some(version), Confidence::Magic, Some(unknown))
    })
}

fn none(foreign: Option<Foreign>) -> Identity {
    let read_by = foreign.as_ref().map(|foreign| foreign.read_by);
    Identity {
        format: None,
        version: None,
        engine: None,
        confidence: Confidence::None,
        beginnings: None,
        looks_like: foreign.map(|foreign| foreign.what.into_owned()),
        read_by: read_by.filter(|read_by| !read_by.is_empty()),
    }
}

#[cfg(test)]
mod samples;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::foreign::is_program;

    #[test]
    fn our_formats_are_known_by_magic_and_version() {
        let uani = identify(b"UANI\0", "walk.ani");
        assert_eq!(uani.format, Some("urho3d.animation"));
        assert_eq!(uani.version.as_deref(), Some("UANI"));
        assert_eq!(uani.confidence, Confidence::Certain);

        let only = identify(b"UANI", "walk.ani");
        assert_eq!(only.format, Some("urho3d.animation"));
        assert_eq!(only.confidence, Confidence::Magic);
        assert!(
            only.looks_like
                .is_some_and(|what| what.contains("nothing more"))
        );

        let fork = identify(b"H3DA\x04\0\0\0", "walk.anim");
        assert_eq!(fork.version.as_deref(), Some("H3DA 4"));
        assert_eq!(fork.engine, Some("Horde3D, fork with morph weights"));
    }

    #[test]
    fn an_unknown_version_keeps_its_format() {
        let future = identify(b"UAN2\x09\0\0\0", "walk.ani");
        assert_eq!(future.format, Some("urho3d.animation"));
        assert_eq!(future.confidence, Confidence::Magic);
        assert_eq!(future.engine, None);
    }

    #[test]
    fn a_beginning_that_others_share_needs_a_name_that_fits() {
        let head = b"\x01\0\0\0\x04\0\0\0";
        let named = identify(head, "Box.MDL");
        assert_eq!(named.format, Some("urho3d.model"));
        assert_eq!(named.confidence, Confidence::Likely);
        assert_eq!(identify(head, "box.bin").format, None);
    }

    #[test]
    fn other_files_say_what_they_seem_to_be() {
        let looks_like = |head: &[u8], name| identify(head, name).looks_like.unwrap_or_default();
        assert!(looks_like(b"IDPO\x06\0\0\0", "a.mdl").contains("Quake"));
        assert!(
            looks_like(b"version https://git-lfs.github.com/spec/v1\n", "a.ani")
                .contains("Git LFS")
        );
        assert!(looks_like(b"", "a.anim").contains("empty"));
        assert!(looks_like(b"../../models/Box.mdl", "Box.mdl").contains("symbolic link"));
        assert!(looks_like(b"\x04\0\0\0\xd4\x02", "zh.pak").contains("Chromium"));
        assert!(looks_like(b"<HTML>\xff\xfe", "a.png").contains("HTML"));
        assert!(looks_like(b"\x89Png\r\n\x1a\n", "a.png").contains("damaged"));
        assert!(looks_like(b"Shader \"A\" {", "a.shader").contains("Unity"));
        assert_eq!(identify(b"\x91\x02\x03", "a.bin").looks_like, None);
    }

    #[test]
    fn scenes_are_known_without_a_name() {
        let format = |head: &[u8]| identify(head, "-").format;
        assert_eq!(
            format(b"<Model name='a' geometry='a.geo'/>"),
            Some("horde3d.scene")
        );
        assert_eq!(
            format(b"<Group><Reference sceneGraph='a'/></Group>"),
            Some("horde3d.scene")
        );
        assert_eq!(format(b"<Model name='a'/>"), None);
        assert_eq!(format(b"<html geometry='a'/>"), None);
    }

    #[test]
    fn packages_are_found_behind_a_program() {
        let package = b"UPAK\0\0\0\0\0\0\0\0\x10\0\0\0";
        let file = [&b"\x7fELF and more"[..], package].concat();
        assert_eq!(identify(&file, "game").format, None);
        let found = identify_whole(&file, "game");
        assert_eq!(found.format, Some("urho3d.package"));
        assert_eq!(found.version.as_deref(), Some("UPAK"));
        let other = identify_whole(b"\x7fELF and more", "game");
        assert!(other.looks_like.is_some_and(|what| what.contains("ELF")));
        assert!(is_program(&file) && !is_program(package));
    }
}
