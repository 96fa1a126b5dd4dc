//! What can be wrong with scenes of Horde3D.

use formwork_schema::rules;

rules! {
    /// The root of the scene is a mesh or a joint.
    ROOT_NEEDS_MODEL = "H0301-root-needs-model", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine attaches meshes and joints to models only. Anywhere else it deletes the node.";
        source "egScene.cpp: SceneManager; egAnimatables.cpp: MeshNode::canAttach";
        example "`<Mesh …/>` as the root";
        remedy "make a `Model` the root";
    /// Points are drawn as patches.
    POINTS_ARE_PATCHES = "H0302-points-are-patches", Error, [HORDE3D_FAMILY Misreads];
        why "The number that `points` is stored as is the one that the renderer takes for patches, so nothing useful \
             is drawn.";
        source "egComputeNode.cpp: ComputeNode::parsingFunc";
        example "<Compute drawType=\"points\" …/>";
        remedy "use `lines` or `triangles`";
    /// A reference has no name.
    REFERENCE_WITHOUT_NAME = "H0303-reference-without-name", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine overwrites name, transform and attachment of the other scene's root with those of the \
             reference, also where it has none. The root ends up without a name.";
        source "egScene.cpp: SceneManager";
        example "<Reference sceneGraph=\"a.scene.xml\"/>";
        remedy "name the reference";
    /// Two meshes or joints of a model have one name.
    REPEATED_NAME = "H0304-repeated-name", Warning, [HORDE3D_FAMILY Misreads];
        why "Animations find nodes by name, so all of that name move alike.";
        source "egAnimation.cpp: AnimationController::registerNode";
        example "<Mesh name=\"hand\" …/><Joint name=\"hand\" …/>";
        remedy "rename one of them";
    /// A mesh or a joint is below a node of another kind.
    CANNOT_ATTACH = "H0305-cannot-attach", Error, [HORDE3D_FAMILY Crashes];
        why "The engine deletes the node, and then goes on with its children through a dangling pointer.";
        source "egScene.cpp: SceneManager";
        example "<Group><Mesh …/></Group>";
        remedy "move it below a `Model`, or below a mesh or joint of one";
    /// The manual does not have this attribute.
    UNDOCUMENTED = "H0306-undocumented", Note, [];
        why "Engines since 2018-11-07 read it. Older ones ignore it.";
        source "";
        example "<Mesh primType=\"LineList\" …/>";
        remedy "keep it where the engine is new enough";
    /// The vertex range of a mesh is out of order.
    VERTEX_RANGE = "H0307-vertex-range", Error, [HORDE3D_FAMILY Misreads];
        why "The bounding box of the mesh becomes a point at the origin, so the mesh is culled when that point is out \
             of view.";
        source "egAnimatables.cpp: MeshNode::onPostUpdate";
        example "<Mesh vertRStart=\"9\" vertREnd=\"3\" …/>";
        remedy "correct `vertRStart` and `vertREnd`";
    /// The batch of a mesh is negative.
    BATCH_RANGE = "H0308-batch-range", Error, [HORDE3D_FAMILY Misreads];
        why "The engine takes the numbers as unsigned, so it draws nothing or something else.";
        source "egAnimatables.cpp: MeshNode::parsingFunc";
        example "<Mesh batchStart=\"-3\" …/>";
        remedy "correct `batchStart` and `batchCount`";
    /// A mesh has a level of detail other than 0 to 4.
    LOD_LEVEL = "H0309-lod-level", Warning, [HORDE3D_FAMILY Ignores];
        why "A mesh is drawn only where its level is that of the model, and models have the levels 0 to 4. The mesh is \
             never seen.";
        source "egModel.cpp: ModelNode::calcLodLevel";
        example "<Mesh lodLevel=\"7\" …/>";
        remedy "use levels from 0 to 4";
    /// A light has more shadow maps than work.
    SHADOW_MAP_COUNT = "H0310-shadow-map-count", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine checks the range only where a program sets the number, not where it reads a scene. Lights have \
             up to four shadow maps.";
        source "egLight.cpp: LightNode::parsingFunc, LightNode::setParamI";
        example "<Light shadowMapCount=\"5\" …/>";
        remedy "use 0 to 4";
    /// The block size of a terrain is not a power of two plus one.
    BLOCK_SIZE = "H0311-block-size", Error, [HORDE3D_FAMILY Refuses];
        why "Levels of detail halve the blocks, so no other size can be divided.";
        source "terrain.cpp: TerrainNode::parsingFunc";
        example "<Terrain blockSize=\"16\" …/>";
        remedy "use a power of two plus one, such as 17";
    /// A scale is zero.
    ZERO_SCALE = "H0312-zero-scale", Warning, [HORDE3D_FAMILY Misreads];
        why "The node and all below it are flat. Its matrix has no inverse, so normals, picking and what is attached to it \
             are undefined.";
        source "egScene.cpp: SceneNode::update";
        example "<Group sx=\"0\" …/>";
        remedy "use a small scale, or remove the node";
    /// The distances of the levels of detail fall.
    LOD_ORDER = "H0313-lod-order", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine takes the first level whose distance is greater than that of the camera. A level whose distance is \
             not greater than the one before is never seen.";
        source "egModel.cpp: ModelNode::calcLodLevel";
        example "<Model lodDist1=\"20\" lodDist2=\"10\" …/>";
        remedy "let the distances rise from `lodDist1` to `lodDist4`";
    /// The number of indices of a mesh is not a multiple of three.
    INCOMPLETE_TRIANGLE = "H0314-incomplete-triangle", Warning, [HORDE3D_FAMILY Ignores];
        why "Triangle lists are drawn three indices at a time. What is left draws nothing, and the count is probably wrong.";
        source "egRenderer.cpp: Renderer::drawMeshes";
        example "<Mesh batchCount=\"4\" …/>";
        remedy "correct `batchCount`";
    /// A joint has a negative index.
    NEGATIVE_JOINT = "H0315-negative-joint", Error, [HORDE3D_FAMILY Misreads];
        why "The engine takes the number as unsigned, which is beyond every list of joints. The joint exists and moves no \
             vertex.";
        source "egAnimatables.cpp: JointNode::parsingFunc";
        example "<Joint jointIndex=\"-1\" …/>";
        remedy "correct `jointIndex`";
    /// A required name of a resource is empty.
    EMPTY_RESOURCE = "H0316-empty-resource", Error, [HORDE3D_FAMILY Misreads];
        why "The engine makes a resource of that name, which no file fills. A model without geometry is invisible, a mesh \
             without material is not drawn.";
        source "egResource.cpp: ResourceManager::addResource";
        example "<Model geometry=\"\" …/>";
        remedy "name the resource";
    /// A count is negative.
    NEGATIVE_COUNT = "H0317-negative-count", Error, [HORDE3D_FAMILY Crashes];
        why "The engine takes the number as unsigned, and asks for memory for billions of particles, or draws as many vertices.";
        source "egParticle.cpp: EmitterNode::parsingFunc; egComputeNode.cpp: ComputeNode::parsingFunc";
        example "<Emitter maxCount=\"-5\" …/>";
        remedy "correct the number";
    /// A camera sees nothing: two planes of its view are one, or change places.
    EMPTY_VIEW = "H0318-empty-view", Error, [HORDE3D_FAMILY Misreads];
        why "The projection is divided by the distance of the planes, so the matrix is infinite or upside down.";
        source "egCamera.cpp: CameraNode::onPostUpdate";
        example "<Camera nearPlane=\"10\" farPlane=\"1\" …/>";
        remedy "let each second plane be greater than the first";
    /// The box of a compute node is empty.
    EMPTY_BOX = "H0319-empty-box", Warning, [HORDE3D_FAMILY Misreads];
        why "The node is culled by this box, so it vanishes or is always drawn.";
        source "egComputeNode.cpp: ComputeNode::parsingFunc";
        example "<Compute aabbMinX=\"1\" aabbMaxX=\"-1\" …/>";
        remedy "let each greatest number be greater than the least";
}
