//! [`GameFormat`]: a format whose bytes a layout describes.

use std::{any::Any, marker::PhantomData};

use bytes::Bytes;
use formwork_schema::{
    Diagnostic, Diagnostics, Engines, Format, Layout, Limits, Result, Rule, agree,
    layout::Magic,
    read::{self, Document, ReadOptions, Trailing},
    write,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    alone::Alone,
    facts,
    format::{AnyFormat, Tree, same_bytes},
    inspect::Inspection,
    motion::Joints,
    package::{Builder, Layers},
    texture::Texture,
    view::View,
};

/// A format of this crate: readable, writable, printable, and with something to say about itself.
#[expect(unused_variables, reason = "the names are documentation")]
pub trait GameFormat: Format + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Which engines use it, for tables.
    const ENGINES: &'static str;

    /// What else to know of it, for tables: forks, and what is only kept.
    const NOTES: &'static str = "";

    /// See [`AnyFormat::engine`]; all of them unless said.
    fn engine(version: &str) -> &'static str {
        Self::ENGINES
    }

    /// What a person wants to see of it first, the most asked-for first. Unless said it is what the layout tells: the fields of
    /// the root, and how much of each list there is.
    fn inspect(&self) -> Inspection {
        facts::of(self)
    }

    /// Adds what is wrong with it, and what is good to know. Of names that come again, [`ALONE`](Self::ALONE) tells, where it has their list.
    fn diagnose(&self, seen: &mut Diagnostics) {}

    /// See [`AnyFormat::stand_alone`].
    const ALONE: &'static [Alone] = &[];

    /// The engines that read a version, where [`engine`](Self::engine) names others or says it in other words.
    fn readers(version: &str) -> Option<Engines> {
        None
    }

    /// See [`AnyFormat::unknown_versions`].
    const UNKNOWN_VERSIONS: Option<&'static Rule> = None;

    /// See [`AnyFormat::view`].
    fn view(file: &Bytes) -> Option<View> {
        None
    }

    /// See [`AnyFormat::upgrade`].
    fn upgrade(file: &Bytes) -> Option<Bytes> {
        None
    }

    /// Mends what breaks a rule, where that is safe; whether anything was.
    ///
    /// # Errors
    /// When what would have to be looked at does not exist.
    fn fix(&mut self, broken: &Rule) -> Result<bool> {
        Ok(false)
    }

    /// See [`AnyFormat::has_motion`].
    const HAS_MOTION: bool = false;

    /// See [`Tree::add_joints`].
    fn add_joints(&self, joints: &mut Joints) {}

    /// See [`Tree::diagnose_motion`].
    fn diagnose_motion(&self, joints: &Joints) -> Vec<Diagnostic> {
        Vec::new()
    }

    /// See [`Tree::is_partial`].
    fn is_partial(&self) -> bool {
        false
    }

    /// See [`Tree::misnamed`].
    fn misnamed(&self, name: &str) -> Option<Diagnostic> {
        None
    }

    /// See [`Tree::texture`].
    fn texture(&self) -> Option<&dyn Texture> {
        None
    }

    /// Leaves out all but so many mip levels; whether that was possible. See [`Tree::with_levels`].
    fn keep_levels(&mut self, levels: u32) -> bool {
        false
    }

    /// See [`AnyFormat::packages`].
    fn packages(file: &Bytes) -> Option<Result<Layers>> {
        None
    }

    /// See [`AnyFormat::builder`].
    fn builder(compressed: bool) -> Option<Box<dyn Builder>> {
        None
    }

    /// See [`AnyFormat::covers`].
    fn covers(file: &Bytes, offset: u64) -> Option<String> {
        None
    }
}

/// The entry of a format with a layout.
pub(crate) struct Described<T>(pub(crate) PhantomData<fn() -> T>);

impl<T: GameFormat> AnyFormat for Described<T> {
    fn id(&self) -> &'static str {
        &T::layout().format
    }

    fn title(&self) -> &'static str {
        T::layout().title()
    }

    fn versions(&self) -> Vec<String> {
        versions(T::layout())
    }

    fn extensions(&self) -> Vec<&'static str> {
        let extensions = T::layout().extensions.iter();
        extensions.map(|extension| &**extension).collect()
    }

    fn engines(&self) -> &'static str {
        T::ENGINES
    }

    fn notes(&self) -> &'static str {
        T::NOTES
    }

    fn engine(&self, version: &str) -> &'static str {
        T::engine(version)
    }

    fn readers(&self, version: &str) -> Engines {
        let named = || Engines::named_in(T::engine(version));
        T::readers(version).unwrap_or_else(named)
    }

    fn unknown_versions(&self) -> Option<&'static Rule> {
        T::UNKNOWN_VERSIONS
    }

    fn layout(&self) -> Option<&'static Layout> {
        Some(T::layout())
    }

    fn read(&self, bytes: &Bytes, limits: &Limits) -> Result<Box<dyn Tree>> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: *limits,
        };
        Ok(Box::new(read::document::<T>(bytes, &options)?))
    }

    fn has_motion(&self) -> bool {
        T::HAS_MOTION
    }

    fn stand_alone(&self) -> &'static [Alone] {
        T::ALONE
    }

    fn view(&self, file: &Bytes) -> Option<View> {
        T::view(file)
    }

    fn upgrade(&self, file: &Bytes) -> Option<Bytes> {
        T::upgrade(file)
    }

    fn packages(&self, file: &Bytes) -> Option<Result<Layers>> {
        T::packages(file)
    }

    fn builder(&self, compressed: bool) -> Option<Box<dyn Builder>> {
        T::builder(compressed)
    }

    fn covers(&self, file: &Bytes, offset: u64) -> Option<String> {
        T::covers(file, offset)
    }
}

/// The versions of a layout, for tables.
pub(crate) fn versions(layout: &Layout) -> Vec<String> {
    let magics = layout.versions().map(|versions| &*versions.magics);
    magics.unwrap_or_default().iter().map(version).collect()
}

/// A magic and the numbers after it, for tables.
fn version(magic: &Magic) -> String {
    let name = magic.name();
    match (magic.stored.is_some(), magic.first == magic.last) {
        (false, _) => name.into_owned(),
        (true, true) => format!("{name} {}", magic.first),
        (true, false) => format!("{name} {}–{}", magic.first, magic.last),
    }
}

impl<T: GameFormat> Tree for Document<T> {
    fn version(&self) -> Option<String> {
        self.tree.version()
    }

    fn trailing(&self) -> &[u8] {
        &self.trailing
    }

    fn inspect(&self) -> Inspection {
        self.tree.inspect()
    }

    fn diagnose(&self) -> Vec<Diagnostic> {
        let mut seen = Diagnostics::new();
        self.tree.diagnose(&mut seen);
        seen.into_vec()
    }

    fn fixed(&self, broken: &[&'static Rule]) -> Result<Option<Vec<u8>>> {
        let mut fixed = self.clone();
        let mut is_fixed = false;
        for rule in broken {
            // What would have to be looked at and does not exist is told by a rule of its own.
            is_fixed |= fixed.tree.fix(rule).unwrap_or(false);
        }
        is_fixed.then(|| fixed.to_bytes()).transpose()
    }

    fn is_partial(&self) -> bool {
        self.tree.is_partial()
    }

    fn misnamed(&self, name: &str) -> Option<Diagnostic> {
        self.tree.misnamed(name)
    }

    fn add_joints(&self, joints: &mut Joints) {
        self.tree.add_joints(joints);
    }

    fn diagnose_motion(&self, joints: &Joints) -> Vec<Diagnostic> {
        self.tree.diagnose_motion(joints)
    }

    fn texture(&self) -> Option<&dyn Texture> {
        self.tree.texture()
    }

    fn with_levels(&self, levels: u32) -> Option<Result<Vec<u8>>> {
        let mut fewer = self.clone();
        let is_possible = fewer.tree.keep_levels(levels);
        is_possible.then(|| fewer.to_bytes())
    }

    fn prove(
        &self,
        bytes: &Bytes,
        limits: &Limits,
        step: &mut dyn FnMut(&'static str),
    ) -> Result<()> {
        step("agree");
        agree::agree(T::layout(), bytes, &self.tree, limits)?;
        step("rewrite");
        if write::is_written_as(self, bytes) {
            return Ok(());
        }
        same_bytes(bytes, &self.to_bytes()?)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        write::document(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
