//! What can be wrong with what resources of Horde3D name.

use formwork_schema::rules;

rules! {
    /// A resource is there, and cannot be read.
    REFUSED = "H1001-refused", Error, [HORDE3D_FAMILY Refuses];
        why "The engine loads nothing of it, and what refers to it goes on without it.";
        source "the loader of the resource, such as egGeometry.cpp: GeometryResource::load";
        example "a scene whose geometry is cut short";
        remedy "repair that file";
    /// A resource is not there.
    MISSING = "H1002-missing", Error, [HORDE3D_FAMILY Ignores];
        why "What refers to it goes on without it: a model without geometry, a sampler with its default texture.";
        source "egResource.cpp: Resource";
        example "<Model geometry=\"models/missing.geo\" …/>";
        remedy "add the file, or correct the name";
    /// A resource is found only where file names have no case.
    WRONG_CASE = "H1003-wrong-case", Warning, [];
        why "The file is found on Windows and macOS, and missing elsewhere.";
        source "";
        example "`Models/Box.geo` where the file is `models/box.geo`";
        remedy "write the name as the file has it";
    /// A name leads out of the content.
    OUTSIDE = "H1004-outside", Warning, [];
        why "The engine joins the name to the folder of the content. Whether there is a file depends on what is around \
             that folder, and packages never have it.";
        source "";
        example "<Model geometry=\"../box.geo\" …/>";
        remedy "move the file into the content";
    /// A name has `\`, which works on Windows only.
    BACKSLASH = "H1005-backslash", Warning, [];
        why "Resource names are compared as text and opened as they are, so other systems do not find the file.";
        source "";
        example "<Model geometry=\"models\\box.geo\" …/>";
        remedy "write `/`";
    /// Resources refer to one another in a cycle.
    CYCLE = "H1006-cycle", Error, [HORDE3D_FAMILY Crashes];
        why "The engine does not notice, and never ends.";
        source "egMaterial.cpp: MaterialResource::load; egShader.cpp: CodeResource::assembleCode";
        example "a.glsl includes b.glsl, which includes a.glsl";
        remedy "break the cycle";
    /// There are more resources than are followed.
    TOO_MANY = "H1007-too-many", Note, [];
        why "Nothing is said about the others.";
        source "";
        example "a folder of 100000 scenes that refer to one another";
        remedy "look at fewer roots";
    /// The height map of a terrain is not a square of 32 to 8192 samples.
    HEIGHT_MAP_SIZE = "H1008-height-map-size", Error, [HORDE3D_FAMILY Refuses];
        why "The engine divides the map into halves, so it takes only squares whose side is a power of two.";
        source "terrain.cpp: TerrainNode::updateHeightData";
        example "a height map of 100 by 100 pixels";
        remedy "use a square whose side is a power of two from 32 to 8192";
    /// The height map of a terrain is not 8 bits a channel.
    HEIGHT_MAP_FORMAT = "H1009-height-map-format", Error, [HORDE3D_FAMILY Refuses];
        why "The engine reads 16-bit heights from red and green of an uncompressed texture, and takes no others.";
        source "terrain.cpp: TerrainNode::updateHeightData";
        example "a height map in DXT1";
        remedy "use an uncompressed picture with 8 bits a channel";
    /// A mesh draws more indices than its geometry has.
    BATCH_BEYOND_INDICES = "H1010-batch-beyond-indices", Error, [HORDE3D_FAMILY Ignores];
        why "The engine skips the mesh, so nothing of it is drawn.";
        source "egRenderer.cpp: Renderer::drawMeshes";
        example "`<Mesh batchStart=\"0\" batchCount=\"36\" …/>` with 30 indices";
        remedy "correct `batchStart` and `batchCount`";
    /// The vertex range of a mesh exceeds its geometry.
    VERTICES_BEYOND_GEOMETRY = "H1011-vertices-beyond-geometry", Error, [HORDE3D_FAMILY Misreads];
        why "The bounding box of the mesh becomes a point at the origin, so the mesh is culled when that point is out \
             of view.";
        source "egAnimatables.cpp: MeshNode::onPostUpdate";
        example "`<Mesh vertREnd=\"24\" …/>` with 24 vertices";
        remedy "correct `vertRStart` and `vertREnd`";
    /// Indices of a mesh are outside its vertex range.
    INDICES_OUTSIDE_RANGE = "H1012-indices-outside-range", Warning, [HORDE3D_FAMILY Misreads];
        why "The range is a promise to the graphics driver and gives the bounding box. Vertices outside it may be \
             missing, or are culled too early.";
        source "egRenderer.cpp: Renderer::drawMeshes";
        example "`<Mesh vertRStart=\"0\" vertREnd=\"3\" …/>` whose indices go up to 4";
        remedy "correct `vertRStart` and `vertREnd`";
    /// A joint has an index that its geometry does not have.
    JOINT_BEYOND_GEOMETRY = "H1013-joint-beyond-geometry", Error, [HORDE3D_FAMILY Ignores];
        why "The node exists but drives no matrix, so nothing moves with it.";
        source "egModel.cpp: ModelNode::updateGeometry";
        example "`<Joint jointIndex=\"3\" …/>` with three joints";
        remedy "correct `jointIndex`";
    /// Two joints have one index.
    JOINT_TWICE = "H1014-joint-twice", Warning, [HORDE3D_FAMILY Misreads];
        why "Both write the same matrix, so vertices follow only one of them.";
        source "egModel.cpp: ModelNode::updateGeometry";
        example "<Joint jointIndex=\"1\" …/><Joint jointIndex=\"1\" …/>";
        remedy "correct `jointIndex`";
    /// Joints of the geometry have no node.
    JOINTS_WITHOUT_NODE = "H1015-joints-without-node", Warning, [HORDE3D_FAMILY Misreads];
        why "Their matrices stay the identity, so their vertices do not follow the skeleton.";
        source "egModel.cpp: ModelNode::updateGeometry";
        example "a geometry of three joints, and a model with a joint of index 1 only";
        remedy "add the joints to the scene";
    /// An included file is not there.
    INCLUDE_MISSING = "H1016-include-missing", Error, [HORDE3D_FAMILY Refuses];
        why "Code with a missing include is not complete, so shaders that use it are not compiled.";
        source "egShader.cpp: CodeResource::tryLinking";
        example "#include \"shaders/missing.glsl\"";
        remedy "add the file, or correct the name";
}
