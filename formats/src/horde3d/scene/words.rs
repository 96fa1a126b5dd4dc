//! What meshes and compute nodes are made of.

use formwork_schema::words;

words! {
    /// What indices make.
    pub enum PrimitiveType {
        /// Three make a triangle.
        TriangleList = "TriangleList",
        /// Two make a line.
        LineList = "LineList",
        /// They make patches, for shaders that tessellate.
        Patches = "Patches",
    }
}

words! {
    /// What vertices of a compute buffer make.
    pub enum DrawType {
        /// Three make a triangle.
        Triangles = "triangles",
        /// Two make a line.
        Lines = "lines",
        /// Each would be a point; the engine draws them as patches.
        Points = "points",
    }
}
