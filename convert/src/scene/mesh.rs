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

impl Level {
    /// The triangles that are drawn, each counter-clockwise in front; `None` where there are none but lines and points. Those
    /// of strips that have no area are left out.
    #[must_use]
    pub fn triangles(&self) -> Option<Vec<[u32; 3]>> {
        let indices = &self.indices;
        Some(match self.topology {
            Topology::Triangles => indices.as_chunks::<3>().0.to_vec(),
            Topology::TriangleStrip => {
                let turned = |(place, triple): (usize, &[u32])| match place % 2 {
                    0 => [triple[0], triple[1], triple[2]],
                    _ => [triple[1], triple[0], triple[2]],
                };
                let all = indices.windows(3).enumerate().map(turned);
                all.filter(|[a, b, c]| a != b && b != c && c != a).collect()
            }
            Topology::TriangleFan => {
                let hub = indices.first().copied().unwrap_or_default();
                let rim = indices.get(1..).unwrap_or_default();
                rim.windows(2).map(|pair| [hub, pair[0], pair[1]]).collect()
            }
            _ => return None,
        })
    }
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
