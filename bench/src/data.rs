//! What is read and written: real clips, and clips made here.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use binrw::{BinRead, io::Cursor};
use bytes::Bytes;
use formwork_formats::urho3d::animation::Animation;
use formwork_schema::{read, write};

use crate::obvious;

/// Which data a set holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Real files.
    Files,
    /// Our fixtures, where there are no real files: far too small to promise anything.
    Fixtures,
    /// One large clip of few long tracks.
    Long,
    /// One clip of many short tracks.
    Many,
}

/// Some clips, as bytes and as the trees that both schemas read.
pub(crate) struct Set {
    pub(crate) kind: Kind,
    pub(crate) clips: Vec<Clip>,
}

/// One clip.
pub(crate) struct Clip {
    pub(crate) bytes: Bytes,
    pub(crate) tree: Animation,
    pub(crate) obvious: obvious::Animation,
}

impl Set {
    /// Bytes of all clips.
    pub(crate) fn bytes(&self) -> f64 {
        self.clips.iter().map(|clip| clip.bytes.len() as f64).sum()
    }

    /// How large it is, for the head of its table.
    pub(crate) fn description(&self) -> String {
        let tracks: usize = self.clips.iter().map(|clip| clip.tree.tracks.len()).sum();
        let name = match self.kind {
            Kind::Files => "Real files",
            Kind::Fixtures => "Fixtures",
            Kind::Long => "Long tracks",
            Kind::Many => "Many short tracks",
        };
        let (megabytes, clips) = (self.bytes() / 1e6, self.clips.len());
        format!("{name}: {clips} clips, {tracks} tracks, {megabytes:.2} MB")
    }
}

/// Every set.
pub(crate) fn all(quick: bool) -> impl Iterator<Item = Set> {
    let scale = if quick { 50 } else { 1 };
    let found = match env::var_os("FORMWORK_CORPUS") {
        Some(_) => Kind::Files,
        None => Kind::Fixtures,
    };
    [found, Kind::Long, Kind::Many]
        .into_iter()
        .map(move |kind| Set {
            kind,
            clips: match kind {
                Kind::Files | Kind::Fixtures => files(),
                Kind::Long => clip(made(100, 31_250 / scale)).into_iter().collect(),
                Kind::Many => clip(made(50_000 / scale, 10)).into_iter().collect(),
            },
        })
}

/// A clip that both schemas read to the end and ours writes back; the obvious one knows only `UANI`.
pub(crate) fn clip(bytes: Vec<u8>) -> Option<Clip> {
    let tree: Animation = read::from_slice(&bytes).ok()?;
    let mut reader = Cursor::new(&bytes);
    let obvious = obvious::Animation::read(&mut reader).ok()?;
    let same = reader.position() == bytes.len() as u64 && write::to_bytes(&tree).ok()? == bytes;
    same.then(|| Clip {
        bytes: bytes.into(),
        tree,
        obvious,
    })
}

/// The clips below the folders that `FORMWORK_CORPUS` lists, else our fixtures.
fn files() -> Vec<Clip> {
    let clips: Vec<Clip> = with_extension(&["ani"])
        .into_iter()
        .filter_map(clip)
        .collect();
    assert!(!clips.is_empty(), "no clip below these folders");
    clips
}

/// The files with such a name below the folders that `FORMWORK_CORPUS` lists, else our fixtures.
pub(crate) fn with_extension(extensions: &[&str]) -> Vec<Vec<u8>> {
    let is_meant = |path: &Path| {
        let end = path.extension();
        end.is_some_and(|end| extensions.iter().any(|known| end == *known))
    };
    files_that(&is_meant)
        .into_iter()
        .map(|(_, bytes)| bytes)
        .collect()
}

/// The files of some paths below these folders, each with its path.
pub(crate) fn files_that(is_meant: &dyn Fn(&Path) -> bool) -> Vec<(String, Vec<u8>)> {
    let fixtures = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures");
    let folders = match env::var_os("FORMWORK_CORPUS") {
        Some(list) => env::split_paths(&list).collect(),
        None => vec![fixtures()],
    };
    let mut paths = Vec::new();
    for folder in &folders {
        below(folder, is_meant, &mut paths);
    }
    paths.sort();
    paths
        .iter()
        .filter_map(|path| Some((path.to_string_lossy().into_owned(), fs::read(path).ok()?)))
        .collect()
}

fn below(folder: &Path, is_meant: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, is_meant, found);
        } else if is_meant(&path) {
            found.push(path);
        }
    }
}

/// A clip of smooth motion: every key has a time, a position and a rotation.
pub(crate) fn made(tracks: u32, keys: u32) -> Vec<u8> {
    const POSITION_AND_ROTATION: u8 = 3;
    let mut out = b"UANIMade\0".to_vec();
    out.extend_from_slice(&(keys as f32 / 30.0).to_le_bytes());
    out.extend_from_slice(&tracks.to_le_bytes());
    for track in 0..tracks {
        out.extend_from_slice(format!("Bone{track:05}\0").as_bytes());
        out.push(POSITION_AND_ROTATION);
        out.extend_from_slice(&keys.to_le_bytes());
        for key in 0..keys {
            let time = key as f32 / 30.0;
            let (sin, cos) = (time * 0.7 + track as f32).sin_cos();
            let values = [time, sin, 1.0 + cos, 0.5 * sin, cos, 0.0, sin, 0.0];
            out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    out
}
