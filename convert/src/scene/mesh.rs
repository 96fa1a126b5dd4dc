//! Meshes.

use formwork_schema::CString;

use super::Column;

/// What nodes show.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Its name.
    pub name: CString,
    /// Its parts, each drawn with one material.
    pub parts: Vec<Part>,
    /// What its shape can turn into.
    pub targets: Vec<MorphTarget>,
}

/// What is drawn at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Part {
    /// Its name, where the file has one.
    pub name: Option<CString>,
    /// Its surface.
    pub material: Option<usize>,
    /// Its levels of detail, the nearest first. Empty for a part that draws nothing.
    pub levels: Vec<Level>,
    /// Its middle in the mesh's space, where the file says so: what transparent parts are sorted by.
    pub center: Option<[f32; 3]>,
}

/// One level of detail.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Level {
    /// From which distance on it is drawn, in metres.
    pub distance: f32,
    /// Its vertices, by place in [`Scene::streams`](super::Scene::streams).
    pub stream: usize,
    /// What the indices make.
    pub topology: Topology,
    /// The vertices that are drawn.
    pub indices: Vec<u32>,
    /// The joints of the stream's vertices as this level sees them, where a mapping of bones makes them other than the stream's
    /// own: as long as the stream.
    pub joints: Option<Column>,
}

/// What indices make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Topology {
    /// Three make a triangle.
    #[default]
    Triangles,
    /// Each makes a triangle with the two before it.
    TriangleStrip,
    /// Each makes a triangle with the first and the one before it.
    TriangleFan,
    /// Two make a line.
    Lines,
    /// Each makes a line with the one before it.
    LineStrip,
    /// So does each, and the last with the first.
    LineLoop,
    /// Each is a point.
    Points,
    /// What a tessellation shader makes of them.
    Patches,
}

/// What a mesh's shape can turn into.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MorphTarget {
    /// Its name.
    pub name: CString,
    /// How far the mesh is turned into it at first.
    pub weight: f32,
    /// The differences, by stream.
    pub deltas: Vec<Delta>,
}

/// How a morph target changes the vertices of one stream. The lists of differences are as long as `indices`, which are in the order of
/// the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Delta {
    /// Whose vertices.
    pub stream: usize,
    /// Which of them.
    pub indices: Vec<u32>,
    /// What is added to their places.
    pub positions: Option<Vec<[f32; 3]>>,
    /// What is added to their normals.
    pub normals: Option<Vec<[f32; 3]>>,
    /// What is added to their tangents.
    pub tangents: Option<Vec<[f32; 3]>>,
    /// What is added to their bitangents, where a file stores those.
    pub bitangents: Option<Vec<[f32; 3]>>,
}

impl Delta {
    /// All differences of one vertex.
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = [f32; 3]> {
        let lists = [
            &self.positions,
            &self.normals,
            &self.tangents,
            &self.bitangents,
        ];
        lists
            .into_iter()
            .filter_map(move |list| list.as_ref()?.get(row).copied())
    }

    /// Keeps the vertices of which `keeps` says so, by row.
    pub(crate) fn retain(&mut self, keeps: &[bool]) {
        fn of<T>(list: &mut Vec<T>, keeps: &[bool]) {
            let mut keeps = keeps.iter().copied();
            list.retain(|_| keeps.next().unwrap_or(true));
        }
        of(&mut self.indices, keeps);
        for list in [
            &mut self.positions,
            &mut self.normals,
            &mut self.tangents,
            &mut self.bitangents,
        ] {
            list.iter_mut().for_each(|list| of(list, keeps));
        }
    }
}
