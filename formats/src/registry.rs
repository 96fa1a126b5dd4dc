//! The list of formats, and generic jobs over one of them.

use std::{marker::PhantomData, sync::OnceLock};

use formwork_schema::{Engines, Error, Kind, Layout, Limits, Result, layout::Encoding};

use crate::{
    document::{DocumentFormat, Documents},
    format::AnyFormat,
    graph::Graph,
    horde3d,
    layouts::{Described, GameFormat},
    library::Library,
    loaded::Loaded,
    pictures, texts, texture, urho3d,
};

/// Something that needs the types of a format which is known only when the program runs. Whatever an
/// [`AnyFormat`] or a [`Tree`](crate::Tree) can say needs none.
pub trait FormatVisitor: Sized {
    /// What comes of it.
    type Output;

    /// Runs it for a format that has a layout.
    fn run<T: GameFormat>(self) -> Self::Output;

    /// Runs it for a format that is an XML document; `None` when it is not about those.
    fn document<T: DocumentFormat>(self) -> Option<Self::Output> {
        None
    }
}

macro_rules! entry {
    (layout $Format:path) => {
        &Described::<$Format>(PhantomData)
    };
    (document $Format:path) => {
        &Documents(&PhantomData::<fn() -> $Format>)
    };
    (text $Format:path) => {
        &texts::Written::<$Format>(PhantomData)
    };
    (picture $Picture:path) => {
        &$Picture
    };
}

macro_rules! run {
    (layout $Format:path, $id:ident, $job:ident) => {
        if $id == &*<$Format as formwork_schema::Format>::layout().format {
            return Some($job.run::<$Format>());
        }
    };
    (document $Format:path, $id:ident, $job:ident) => {
        if $id == &*<$Format as formwork_schema::document::Document>::layout().format {
            return $job.document::<$Format>();
        }
    };
    ($kind:ident $Format:path, $id:ident, $job:ident) => {};
}

macro_rules! formats {
    ($($kind:ident $Format:path),+ $(,)?) => {
        /// Every format: first those with layouts, then texts, then pictures, each in alphabetical order of its id.
        pub static FORMATS: &[&dyn AnyFormat] = &[$(entry!($kind $Format)),+];

        /// Runs a job on the format with this id; `None` when there is none, or the job is not about such formats.
        pub fn dispatch<J: FormatVisitor>(id: &str, job: J) -> Option<J::Output> {
            $(run!($kind $Format, id, job);)+
            None
        }
    };
}

// One line per format.
formats! {
    layout horde3d::Animation,
    layout horde3d::Geometry,
    layout texture::Dds,
    layout texture::Ktx,
    layout urho3d::Animation,
    layout urho3d::Model,
    layout urho3d::Package,
    layout urho3d::Script,
    layout urho3d::Shader,
    text horde3d::Code,
    document horde3d::ComputeBuffer,
    document horde3d::Material,
    document horde3d::ParticleEffect,
    document horde3d::Pipeline,
    document horde3d::Scene,
    text horde3d::Shader,
    picture pictures::BMP,
    picture pictures::GIF,
    picture pictures::HDR,
    picture pictures::JPEG,
    picture pictures::PIC,
    picture pictures::PNG,
    picture pictures::PNM,
    picture pictures::PSD,
    picture pictures::TGA,
}

/// The formats that were added, and then [`FORMATS`].
static ALL: OnceLock<Vec<&'static dyn AnyFormat>> = OnceLock::new();

/// Adds formats that layouts describe, before all others: their files are theirs first. Once, before any file is opened; formats
/// stay for as long as the program runs.
///
/// # Errors
/// [`Kind::Invalid`] when formats are known already: [`all`] was asked, or this was called.
pub fn add(layouts: Vec<Layout>) -> Result<()> {
    let added = layouts.into_iter().map(entry);
    let formats = added.chain(FORMATS.iter().copied()).collect();
    let late = || Error::new(Kind::Invalid, "formats are added before files are opened");
    ALL.set(formats).map_err(|_| late())
}

/// The entry of a layout that was read.
fn entry(layout: Layout) -> &'static dyn AnyFormat {
    let layout: &Layout = Box::leak(Box::new(layout));
    match layout.encoding {
        Encoding::Binary => Box::leak(Box::new(Loaded(layout))),
        Encoding::Xml => Box::leak(Box::new(Documents(Box::leak(Box::new(layout))))),
    }
}

/// Every format: those that were added, and then [`FORMATS`].
pub fn all() -> &'static [&'static dyn AnyFormat] {
    ALL.get_or_init(|| FORMATS.to_vec())
}

/// Those that were added.
pub(crate) fn added() -> &'static [&'static dyn AnyFormat] {
    let all = all();
    &all[..all.len().saturating_sub(FORMATS.len())]
}

/// The format with this id.
#[must_use]
pub fn format(id: &str) -> Option<&'static dyn AnyFormat> {
    all().iter().copied().find(|format| format.id() == id)
}

/// Whether files of a format are pictures or textures, which engines tell apart by what they contain.
pub(crate) fn is_texture(format: &dyn AnyFormat) -> bool {
    format.id().starts_with("texture.")
}

/// What a graph of resources calls files of a format: its id; all textures and pictures are of one kind, `texture`.
#[must_use]
pub fn resource_kind(format: &dyn AnyFormat) -> &'static str {
    match is_texture(format) {
        true => "texture",
        false => format.id(),
    }
}

/// Whether graphs of resources know all that files of a format name.
#[must_use]
pub fn is_in_graphs(format: &dyn AnyFormat) -> bool {
    let engines = Engines::named_in(format.engines());
    !engines.and(horde3d::graph::ENGINES).is_empty()
}

/// Kind of a document that no format reads and that graphs of resources follow; `None` for other documents.
#[must_use]
pub fn document_kind(bytes: &[u8], limits: &Limits) -> Option<&'static str> {
    urho3d::graph::is_material(bytes, limits).then_some(urho3d::graph::MATERIAL)
}

/// What some resources lead to, each told by its [kind](resource_kind) and its name, as its engine finds them.
#[must_use]
pub fn build_graph(roots: &[(&str, &str)], library: &dyn Library, limits: &Limits) -> Graph {
    horde3d::graph::build(roots, library, limits, format)
}

/// The layouts of all documents.
pub fn documents() -> impl Iterator<Item = &'static Layout> {
    FORMATS.iter().filter_map(|format| format.document())
}

/// The layouts of all formats that have one, each with the id of its format.
pub fn layouts() -> impl Iterator<Item = &'static Layout> {
    FORMATS.iter().filter_map(|format| format.layout())
}

/// The layout of the format with this id.
#[must_use]
pub fn layout(id: &str) -> Option<&'static Layout> {
    format(id)?.layout()
}

/// The format of an XML document by its root alone, for whoever knows that it is one of ours: nobody else could tell a scene
/// of Horde3D from any other XML that begins with `<Group`.
#[must_use]
pub fn document_by_root(bytes: &[u8]) -> Option<&'static dyn AnyFormat> {
    let mut formats = all().iter().copied();
    formats.find(|format| format.has_root(bytes))
}
