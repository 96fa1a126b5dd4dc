//! Typed access above the bytes: one attribute of all vertices, whatever the order of the streams.

use formwork_schema::{Error, Kind, Packed, RecordField, Result, Vec2, Vec3};

use super::{
    CoarseDirection, Direction, Elements, Geometry, JointIndices, JointWeights, StreamKind, Vertex,
};

impl Geometry {
    /// The last stream of a kind: the one that the engine uses.
    fn elements(&self, kind: StreamKind) -> Option<&Elements> {
        let streams = self.streams.as_deref().unwrap_or_default();
        streams
            .iter()
            .rev()
            .find(|stream| stream.kind == kind)
            .map(|stream| &stream.elements)
    }

    /// Where the vertices are, in model units; `None` when the file does not say.
    ///
    /// ```
    /// use formwork_formats::horde3d::Geometry;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../samples/horde3d/figure.geo"
    /// # ));
    /// let figure: Geometry = formwork_schema::read::from_slice(file)?;
    /// let heights = figure.positions().unwrap_or_default().into_iter().map(|place| place.y);
    /// assert!((1.7..1.9).contains(&heights.fold(0.0, f32::max)));
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> Option<Vec<Vec3>> {
        if let Some(vertices) = &self.vertices {
            return Some(vertices.column(Vertex::FIELDS.position).collect());
        }
        match self.elements(StreamKind::POSITION)? {
            Elements::Positions(positions) => Some(positions.iter().collect()),
            _ => None,
        }
    }

    /// Moves every vertex. No other byte of the file changes; of several streams of positions the last one does, which
    /// is the one that the engine uses. Joints and morph targets stay.
    ///
    /// ```
    /// use formwork_formats::horde3d::Geometry;
    /// use formwork_schema::Vec3;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../samples/horde3d/figure.geo"
    /// # ));
    /// let mut figure: Geometry = formwork_schema::read::from_slice(file)?;
    /// figure.map_positions(|place| Vec3 { y: 2.0 * place.y, ..place })?;
    /// let heights = figure.positions().unwrap_or_default().into_iter().map(|place| place.y);
    /// assert!((3.4..3.8).contains(&heights.fold(0.0, f32::max)));
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the file does not say where the vertices are.
    pub fn map_positions(&mut self, change: impl FnMut(Vec3) -> Vec3) -> Result<()> {
        if let Some(vertices) = &mut self.vertices {
            return vertices.map_column(Vertex::FIELDS.position, change);
        }
        let streams = self.streams.iter_mut().flatten().rev();
        let mut elements = streams.map(|stream| &mut stream.elements);
        match elements.find(|elements| matches!(elements, Elements::Positions(_))) {
            Some(Elements::Positions(positions)) => positions.map_records(change),
            _ => Err(Error::new(Kind::Invalid, "the vertices have no position").of("streams")),
        }
    }

    /// The normals as the engine sees them: each number divided by 32767 (by 127 in version 4), without
    /// rounding or clamping, so that -32768 becomes a little less than -1.
    ///
    /// ```
    /// use formwork_formats::horde3d::Geometry;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../tests/fixtures/horde3d/geometry/h3dg-5-skinned.geo"
    /// # ));
    /// let geometry: Geometry = formwork_schema::read::from_slice(file)?;
    /// let normals = geometry.normals().unwrap_or_default();
    /// // Stored as 32767, -32767 and -32768.
    /// assert_eq!(normals.iter().map(|n| n.z).collect::<Vec<_>>(), [1.0, -1.0, -32768.0 / 32767.0]);
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn normals(&self) -> Option<Vec<Vec3>> {
        self.directions(StreamKind::NORMAL, Vertex::FIELDS.normal)
    }

    /// The tangents, as [`normals`](Self::normals).
    #[must_use]
    pub fn tangents(&self) -> Option<Vec<Vec3>> {
        self.directions(StreamKind::TANGENT, Vertex::FIELDS.tangent)
    }

    /// The bitangents, as [`normals`](Self::normals).
    #[must_use]
    pub fn bitangents(&self) -> Option<Vec<Vec3>> {
        self.directions(StreamKind::BITANGENT, Vertex::FIELDS.bitangent)
    }

    fn directions(
        &self,
        kind: StreamKind,
        field: RecordField<Vertex, CoarseDirection>,
    ) -> Option<Vec<Vec3>> {
        if let Some(vertices) = &self.vertices {
            return Some(vertices.column(field).map(Vec3::from).collect());
        }
        match self.elements(kind)? {
            Elements::Directions(directions) => Some(directions.iter().map(Vec3::from).collect()),
            _ => None,
        }
    }

    /// Texture coordinates of set 0 or 1 (to 3 in version 4): u to the right, v up.
    #[must_use]
    pub fn tex_coords(&self, set: usize) -> Option<Vec<Vec2>> {
        if let Some(vertices) = &self.vertices {
            return Some(vertices.column(*Vertex::TEX_COORDS.get(set)?).collect());
        }
        let kind = *[StreamKind::TEX_COORDS_0, StreamKind::TEX_COORDS_1].get(set)?;
        match self.elements(kind)? {
            Elements::TexCoords(coords) => Some(coords.iter().collect()),
            _ => None,
        }
    }

    /// Which four joints move each vertex; `None` when none does.
    #[must_use]
    pub fn joint_indices(&self) -> Option<&Packed<JointIndices>> {
        match self.elements(StreamKind::JOINT_INDICES)? {
            Elements::Joints(joints) => Some(joints),
            _ => None,
        }
    }

    /// How much each of the four joints moves each vertex, in 255ths.
    #[must_use]
    pub fn joint_weights(&self) -> Option<&Packed<JointWeights>> {
        match self.elements(StreamKind::JOINT_WEIGHTS)? {
            Elements::Weights(weights) => Some(weights),
            _ => None,
        }
    }
}

impl From<Direction> for Vec3 {
    fn from(Direction { x, y, z }: Direction) -> Self {
        [x, y, z].map(|number| f32::from(number) / 32767.0).into()
    }
}

impl From<CoarseDirection> for Vec3 {
    fn from(CoarseDirection { x, y, z }: CoarseDirection) -> Self {
        [x, y, z].map(|number| f32::from(number) / 127.0).into()
    }
}
