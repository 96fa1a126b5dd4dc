//! [`AnyFormat`]: what every format of the registry says of itself, and [`Tree`]: what every file says that was read.

use std::any::Any;

use bytes::Bytes;
use formwork_schema::{Diagnostic, Engines, Error, Kind, Layout, Limits, Reference, Result, Rule};

use crate::{
    alone::Alone,
    envelope::Envelope,
    identity::Identity,
    inspect::Inspection,
    library::Library,
    motion::Joints,
    package::{Builder, Layers},
    pictures::kind::PictureKind,
    texture::Texture,
    view::View,
};

/// A format, whatever its types are: an entry of the registry. What does not apply to it is `None` or empty.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait AnyFormat: Send + Sync {
    /// Format id, such as `urho3d.animation`.
    fn id(&self) -> &'static str;

    /// What it is, in a few words.
    fn title(&self) -> &'static str;

    /// Its versions, for tables; none for formats without.
    fn versions(&self) -> Vec<String>;

    /// Ends of file names, the usual one first, without the first dot: `ani`, `material.xml`.
    fn extensions(&self) -> Vec<&'static str>;

    /// Which engines use it.
    fn engines(&self) -> &'static str;

    /// What else to know of it: forks, and what is only kept.
    fn notes(&self) -> &'static str;

    /// The engine that a version belongs to; the version of a format without is empty.
    fn engine(&self, version: &str) -> &'static str {
        self.engines()
    }

    /// The engines that read a version, as far as these are told apart; none where no release does, or that is not known.
    fn readers(&self, version: &str) -> Engines {
        let own = Engines::named_in(self.engine(version));
        if own.is_empty() {
            Engines::named_in(self.engines())
        } else {
            own
        }
    }

    /// Lists whose items have nothing to do with each other, but that their names should differ.
    fn stand_alone(&self) -> &'static [Alone] {
        &[]
    }

    /// The rule that each version breaks which is not read here; `None` where it is not known what engines do with those.
    fn unknown_versions(&self) -> Option<&'static Rule> {
        None
    }

    /// The layout of its bytes.
    fn layout(&self) -> Option<&'static Layout> {
        None
    }

    /// The layout of its documents, where it is XML.
    fn document(&self) -> Option<&'static Layout> {
        None
    }

    /// The layout of its bytes or of its documents.
    fn described(&self) -> Option<&'static Layout> {
        self.layout().or_else(|| self.document())
    }

    /// Which kind of picture file it is, of which only the pixels are read.
    fn picture(&self) -> Option<PictureKind> {
        None
    }

    /// Whether its files name other resources.
    fn names_others(&self) -> bool {
        false
    }

    /// Whether its files have joints, or move them.
    fn has_motion(&self) -> bool {
        false
    }

    /// What a file is, from its first bytes and its name; `None` when it is of another format, and for formats whose
    /// layout says how they are recognised.
    fn recognise(&self, head: &[u8], name: &str) -> Option<Identity> {
        None
    }

    /// Whether a file is an XML document with a root of this format, or with one that is obsolete.
    fn has_root(&self, bytes: &[u8]) -> bool {
        false
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What the engine refuses, with its place.
    fn read(&self, bytes: &Bytes, limits: &Limits) -> Result<Box<dyn Tree>>;

    /// The tree of a JSON object as [`Asset::envelope`](crate::Asset::envelope) gives it; `None` when the format is no
    /// text.
    ///
    /// # Errors
    /// [`Kind::Malformed`] with line, column and path for what is no such object, or has no tree of this format.
    fn parse_envelope(&self, object: &str, limits: &Limits) -> Option<Result<Box<dyn Tree>>> {
        None
    }

    /// What to compare in place of a file: what it holds, without where that lies. None: the file itself.
    fn view(&self, file: &Bytes) -> Option<View> {
        None
    }

    /// The file as the version in use would have it, to compare it with files of that version. None: it is comparable
    /// as it is.
    fn upgrade(&self, file: &Bytes) -> Option<Bytes> {
        None
    }

    /// The packages of a file; `None` for formats that hold no other files.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    fn packages(&self, file: &Bytes) -> Option<Result<Layers>> {
        None
    }

    /// A new package as the engine's own tool writes it, compressed or not.
    fn builder(&self, compressed: bool) -> Option<Box<dyn Builder>> {
        None
    }

    /// What covers a byte of a blob, where the format knows more of it than the layout says: a file of a package.
    fn covers(&self, file: &Bytes, offset: u64) -> Option<String> {
        None
    }

    /// What it is, within a sentence: `a PNG picture`.
    fn what(&self) -> String {
        let title = self.title();
        let brief = title.split([':', ',', '.']).next().unwrap_or(title);
        match brief.strip_prefix('A') {
            Some(rest) if rest.starts_with([' ', 'n']) => format!("a{rest}"),
            _ => format!("a {}", brief.to_lowercase().replace("horde3d", "Horde3D")),
        }
    }

    /// Whether a file name ends as those of this format do.
    fn has_extension(&self, name: &str) -> bool {
        has_ending(name, &self.extensions())
    }
}

/// A file that was read, whatever the type of its tree is. What does not apply to it is `None` or empty.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait Tree: Send + Sync {
    /// The version, as `identify` tells it; none for formats without.
    fn version(&self) -> Option<String>;

    /// Bytes after the end of the tree; usually none.
    fn trailing(&self) -> &[u8] {
        &[]
    }

    /// Facts and tables, the most asked-for first.
    fn inspect(&self) -> Inspection;

    /// The same, with what there is to say of the files that it includes.
    fn inspect_among(&self, library: &dyn Library, limits: &Limits) -> Inspection {
        self.inspect()
    }

    /// What is wrong with it, and what is good to know; but for names that come again among items that [stand alone](AnyFormat::stand_alone), of which
    /// [`diagnose_tree`](crate::diagnose_tree) tells.
    fn diagnose(&self) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// The file with what breaks these rules mended, where that is safe; `None` where nothing is.
    ///
    /// # Errors
    /// When what would have to be looked at does not exist.
    fn fixed(&self, broken: &[&'static Rule]) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }

    /// Adds the joints that it has, which motion can move.
    fn add_joints(&self, joints: &mut Joints) {}

    /// Whether a part of it is kept without being understood, so that nothing is proved of it.
    fn is_partial(&self) -> bool {
        false
    }

    /// What its name says that it is not, although the name is one of its format.
    fn misnamed(&self, name: &str) -> Option<Diagnostic> {
        None
    }

    /// What is wrong with its motion, where these are all joints that there are.
    fn diagnose_motion(&self, joints: &Joints) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// The resources that it names, in order of place; `None` for formats that name none.
    fn references(&self) -> Option<Vec<Reference>> {
        None
    }

    /// The pictures in it.
    fn texture(&self) -> Option<&dyn Texture> {
        None
    }

    /// The file with so many mip levels of those that it has; `None` where the format cannot leave out the others.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn with_levels(&self, levels: u32) -> Option<Result<Vec<u8>>> {
        None
    }

    /// Takes every way back that this crate knows, each of which must lead to the same bytes, or mean the same. `step`
    /// is told of each before it is taken.
    ///
    /// # Errors
    /// [`Kind::Disagreement`] where a way leads elsewhere.
    fn prove(
        &self,
        bytes: &Bytes,
        limits: &Limits,
        step: &mut dyn FnMut(&'static str),
    ) -> Result<()>;

    /// The file: as it was read where nothing was changed.
    ///
    /// # Errors
    /// [`Kind::Invalid`] for a tree that no file means.
    fn to_bytes(&self) -> Result<Vec<u8>>;

    /// The file normalized: printed from the tree alone.
    ///
    /// # Errors
    /// See [`to_bytes`](Self::to_bytes).
    fn canonical(&self) -> Result<Vec<u8>> {
        self.to_bytes()
    }

    /// The tree as JSON in its object, where it is that of a text; those of layouts need the layout.
    ///
    /// # Errors
    /// Where there is too little memory, or where it goes takes nothing.
    fn envelope(&self, to: Envelope<'_>) -> Option<Result<()>> {
        None
    }

    /// The tree itself: a [`Document`](formwork_schema::read::Document) of it where the format has a layout.
    fn as_any(&self) -> &dyn Any;
}

/// Whether a file name ends in one of these extensions, in any letter case.
pub(crate) fn has_ending(name: &str, extensions: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    let ends = |extension: &&str| {
        let stem = name.strip_suffix(*extension);
        stem.is_some_and(|stem| stem.ends_with('.'))
    };
    extensions.iter().any(ends)
}

/// Asks that bytes came back as they were.
///
/// # Errors
/// [`Kind::Disagreement`] at the first byte that did not.
pub fn same_bytes(before: &[u8], after: &[u8]) -> Result<()> {
    if before == after {
        return Ok(());
    }
    let pairs = after.iter().zip(before);
    let common = pairs.take_while(|(a, b)| a == b).count();
    let message = format!("{} bytes came back for {}", after.len(), before.len());
    Err(Error::new(Kind::Disagreement, message)
        .at(common as u64)
        .help("please report this file"))
}
