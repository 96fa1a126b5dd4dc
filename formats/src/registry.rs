//! The list of formats, and generic jobs over one of them.

use bytes::Bytes;
use formwork_schema::{Format, Layout, Result, meaning::Meaning};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    View, horde3d,
    inspect::Inspect,
    texture::{self, Texture},
    urho3d,
};

/// A format of this crate: readable, writable, printable, and with something to say about itself.
pub trait GameFormat: Format + Serialize + DeserializeOwned + Inspect + Send + Sync {
    /// Which engines use it, for tables.
    const ENGINES: &'static str;

    /// What else to know of it, for tables: forks, and what is only kept.
    const NOTES: &'static str;

    /// What a comparison of its files should know beside the layout.
    const MEANING: Meaning = Meaning::NONE;

    /// The engine that a version belongs to; the version of a format without is empty.
    fn engine(version: &str) -> &'static str;

    /// What to compare in place of a file: what it holds, without where that lies. None: the file itself,
    /// as for every format whose files say what they mean.
    fn view(file: &Bytes) -> Option<View> {
        let _ = file;
        None
    }

    /// The file as the version in use would have it, to compare it with files of that version. None: it is comparable
    /// as it is.
    fn modern(file: &Bytes) -> Option<Bytes> {
        let _ = file;
        None
    }

    /// The pictures in it; none for formats without.
    fn texture(&self) -> Option<&dyn Texture> {
        None
    }

    /// Looks at what a file holds beyond its layout: whether the files of a package are whole. None for formats that
    /// hold nothing of that kind.
    fn contents(&self) -> Option<Result<()>> {
        None
    }

    /// What covers a byte of a blob, where the format knows more of it than the layout says: a file of a
    /// package.
    fn covers(file: &Bytes, offset: u64) -> Option<String> {
        let _ = (file, offset);
        None
    }
}

/// What the registry knows of a format.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// Its layout.
    pub layout: fn() -> &'static Layout,
    /// Which engines use it.
    pub engines: &'static str,
    /// What else to know of it.
    pub notes: &'static str,
    /// What a comparison of its files should know beside the layout.
    pub meaning: Meaning,
    /// The engine that a version belongs to.
    pub engine: fn(&str) -> &'static str,
    /// What to compare in place of a file; see [`GameFormat::view`].
    pub view: fn(&Bytes) -> Option<View>,
    /// The file as the version in use would have it; see [`GameFormat::modern`].
    pub modern: fn(&Bytes) -> Option<Bytes>,
    /// What covers a byte of a blob; see [`GameFormat::covers`].
    pub covers: fn(&Bytes, u64) -> Option<String>,
}

impl Info {
    const fn of<T: GameFormat>() -> Self {
        Self {
            layout: T::layout,
            engines: T::ENGINES,
            notes: T::NOTES,
            meaning: T::MEANING,
            engine: T::engine,
            view: T::view,
            modern: T::modern,
            covers: T::covers,
        }
    }

    /// Format id, such as `urho3d.animation`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        &(self.layout)().format
    }
}

/// Something to do with a format whose type is known only when the program runs.
pub trait Job {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<T: GameFormat>(self) -> Self::Output;
}

macro_rules! formats {
    ($($Format:ty),+ $(,)?) => {
        /// Every format, in alphabetical order of its id.
        pub static FORMATS: &[Info] = &[$(Info::of::<$Format>()),+];

        /// Runs a job on the format with this id; `None` when there is none.
        pub fn dispatch<J: Job>(id: &str, job: J) -> Option<J::Output> {
            $(
                if id == &*<$Format>::layout().format {
                    return Some(job.run::<$Format>());
                }
            )+
            None
        }
    };
}

// One line per format.
formats! {
    horde3d::Animation,
    horde3d::Geometry,
    texture::Dds,
    texture::Ktx,
    urho3d::Animation,
    urho3d::Model,
    urho3d::Package,
    urho3d::Script,
    urho3d::Shader,
}

/// What the registry knows of the format with this id.
#[must_use]
pub fn info(id: &str) -> Option<&'static Info> {
    FORMATS.iter().find(|info| info.id() == id)
}
