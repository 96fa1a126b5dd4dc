//! What can be wrong with geometries of Horde3D.

use formwork_schema::rules;

rules! {
    /// An index names a vertex after the last one.
    INDEX_OUT_OF_RANGE = "H0101-index-out-of-range", Error, [HORDE3D_FAMILY Crashes];
        why "The engine does not check indices. It reads beyond the vertices in memory, and cuts indices to 16 bits \
             where the geometry has up to 65536 vertices.";
        source "egGeometry.cpp: GeometryResource::load";
        example "indices[0] = 3 in a geometry of three vertices";
        remedy "export the geometry again";
    /// The number of indices is not a multiple of three.
    INCOMPLETE_TRIANGLE = "H0102-incomplete-triangle", Warning, [HORDE3D_FAMILY Ignores];
        why "Triangle lists are drawn three indices at a time, so the rest draws nothing.";
        source "egGeometry.cpp: GeometryResource::load";
        example "indices = [0, 1, 2, 0]";
        remedy "remove what is left of the last triangle";
    /// There are more than 75 joints.
    MANY_JOINTS = "H0103-many-joints", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine only logs a warning. OpenGL2 and OpenGLES3 hold 75 joints, so vertices of later joints are \
             misplaced. OpenGL4 holds 330.";
        source "egGeometry.cpp: GeometryResource::load";
        example "76 joints";
        remedy "use fewer joints, or split the mesh";
    /// A vertex refers to a joint that does not exist.
    JOINT_OUT_OF_RANGE = "H0104-joint-out-of-range", Error, [HORDE3D_FAMILY Crashes];
        why "The engine does not check joint indices. Software skinning reads beyond the joint matrices.";
        source "egModel.cpp: ModelNode::updateGeometry";
        example "joints of vertex 0 = 9, 0, 0, 0 with three joints";
        remedy "export the geometry again";
    /// The engine skips a vertex stream of this id.
    UNKNOWN_STREAM = "H0105-unknown-stream", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine knows the ids 0 to 7. It logs a warning and skips the data.";
        source "egGeometry.cpp: GeometryResource::load";
        example "streams[0].kind = 8";
        remedy "remove the stream";
    /// Two vertex streams have one id.
    REPEATED_STREAM = "H0106-repeated-stream", Warning, [HORDE3D_FAMILY Ignores];
        why "The later one overwrites the values of the earlier one, which is wasted.";
        source "egGeometry.cpp: GeometryResource::load";
        example "streams[0].kind = POSITION and streams[1].kind = POSITION";
        remedy "remove one of them";
    /// A morph target moves a vertex that does not exist.
    MORPH_OUT_OF_RANGE = "H0107-morph-out-of-range", Error, [HORDE3D_FAMILY Crashes];
        why "The engine does not check the vertices of morph targets, and writes beyond its vertices.";
        source "egModel.cpp: ModelNode::updateGeometry";
        example "morph_targets[0].vertex_indices[0] = 3 in a geometry of three vertices";
        remedy "export the geometry again";
    /// A delta of a morph target's normals or tangents is not finite.
    NOT_FINITE = "H0108-not-finite", Warning, [HORDE3D_FAMILY Misreads];
        why "Once the target has a weight, the normal of the vertex is NaN and its lighting is undefined. Exporters \
             write this for degenerate texture coordinates.";
        source "egModel.cpp: ModelNode::updateGeometry";
        example "morph_targets[0].streams[1].elements[0] = NaN, 0, 0";
        remedy "write 0 instead, or export the geometry again";
    /// A position, texture coordinate or bind matrix is not finite.
    NOT_FINITE_VERTEX = "H0109-not-finite-vertex", Error, [HORDE3D_FAMILY Misreads];
        why "The engine does not check numbers. Triangles of such vertices are not drawn, or cover the screen, and the \
             bounding box of the mesh is undefined.";
        source "egGeometry.cpp: GeometryResource::load";
        example "streams[0].elements[0] = NaN, 0, 0";
        remedy "export the geometry again";
    /// A normal is zero.
    ZERO_NORMAL = "H0110-zero-normal", Warning, [HORDE3D_FAMILY Misreads];
        why "A vertex without normal has no direction to light it by, so it is dark or flickers. Exporters write this for \
             degenerate triangles.";
        source "egGeometry.cpp: GeometryResource::load";
        example "normal of vertex 0 = 0, 0, 0";
        remedy "recompute the normals";
    /// A tangent or bitangent is zero.
    ZERO_TANGENT = "H0111-zero-tangent", Note, [HORDE3D_FAMILY Misreads];
        why "Normal maps are lit wrongly at this vertex, other shaders do not use it. Exporters write this where texture \
             coordinates are missing or degenerate.";
        source "egGeometry.cpp: GeometryResource::load";
        example "tangent of vertex 0 = 0, 0, 0";
        remedy "recompute the tangents where the material has a normal map";
    /// A normal, tangent or bitangent is not of length 1.
    DIRECTION_NOT_UNIT = "H0112-direction-not-unit", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine takes directions as they are, so the vertex is too dark or too bright in shaders that do not \
             normalize.";
        source "egGeometry.cpp: GeometryResource::load";
        example "normal of vertex 0 = 0, 0, 16384";
        remedy "normalize the directions";
    /// The weights of a vertex do not sum to 1.
    WEIGHT_SUM = "H0113-weight-sum", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine does not normalize weights, so the vertex is drawn towards the origin of the model or away from \
             it. Exporters cut each of four weights to a whole number, which makes 252 to 255.";
        source "egGeometry.cpp: GeometryResource::load; egModel.cpp: ModelNode::updateGeometry";
        example "weights of vertex 0 = 100, 100, 0, 0";
        remedy "normalize the weights to a sum of 255";
    /// Vertices are used by no triangle.
    UNUSED_VERTICES = "H0114-unused-vertices", Note, [];
        why "They take memory and draw nothing.";
        source "";
        example "indices = [0, 1, 2] in a geometry of four vertices";
        remedy "remove them, or export the geometry again";
    /// A triangle names a vertex twice.
    DEGENERATE_TRIANGLE = "H0115-degenerate-triangle", Note, [];
        why "It has no area and draws nothing. Meshes that draw lines or patches may mean something else by it.";
        source "";
        example "indices = [0, 1, 1]";
        remedy "remove the triangle";
    /// Two morph targets have one name.
    REPEATED_MORPH_NAME = "H0116-repeated-morph-name", Warning, [HORDE3D_FAMILY Misreads];
        why "Weights are set by name, and a weight of this name goes to all of them.";
        source "egModel.cpp: ModelNode::setMorphParam";
        example "morph_targets[0].name = morph_targets[1].name";
        remedy "rename one of them";
    /// The version is 4, which no engine reads.
    OLD_VERSION = "H0117-old-version", Error, [HORDE3D_FAMILY Refuses];
        why "Every release of the engine reads version 5 and logs an error for all others. Version 4 is from before the \
             first one.";
        source "egGeometry.cpp: GeometryResource::load";
        example "version = H3DG 4";
        remedy "convert it: `formwork convert --to horde3d`";
    /// There are more joints than any graphics library holds.
    TOO_MANY_JOINTS = "H0118-too-many-joints", Error, [HORDE3D_FAMILY Misreads];
        why "OpenGL4 holds 330 joints, the other graphics libraries 75. The engine logs a warning, and vertices of later \
             joints are misplaced. A vertex can name the first 256 only.";
        source "egGeometry.cpp: GeometryResource::load; egRendererGL4.cpp: RenderDeviceGL4::init";
        example "331 joints";
        remedy "use fewer joints, or split the mesh";
}
