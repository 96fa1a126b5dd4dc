//! What can be wrong with models of the Urho3D family.

use formwork_schema::rules;

rules! {
    /// A vertex or index buffer is named that does not exist.
    NO_SUCH_BUFFER = "U0101-no-such-buffer", Error, [URHO3D_FAMILY Refuses];
        why "The loader compares both indices with the numbers of buffers, logs an error and gives the file up.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "geometries[0].lods[0].vertex_buffer = 1, with one vertex buffer";
        remedy "correct the index of the buffer";
    /// More indices are drawn than there are.
    DRAW_RANGE = "U0102-draw-range", Error, [URHO3D_FAMILY Misreads];
        why "The engine logs an error and leaves the range empty, so nothing of the level is drawn.";
        source "Graphics/Geometry.cpp: Geometry::SetDrawRange";
        example "index_start = 0, index_count = 6, of 3 indices";
        remedy "correct `index_start` and `index_count`";
    /// An index names a vertex after the last one.
    INDEX_OUT_OF_RANGE = "U0103-index-out-of-range", Error, [URHO3D_FAMILY Crashes];
        why "Nobody checks indices. Ray casts, occlusion and decals read vertices on the processor, beyond the memory of \
             the buffer; graphics drivers draw whatever is there.";
        source "Graphics/Model.cpp: Model::BeginLoad, Graphics/Geometry.cpp: Geometry::GetHitDistance";
        example "indices 0 1 3, of 3 vertices";
        remedy "export the model anew";
    /// The number of indices is not a multiple of three.
    INCOMPLETE_TRIANGLE = "U0104-incomplete-triangle", Warning, [URHO3D_FAMILY Ignores];
        why "What is left of the last triangle is not drawn. Usually the count or the kind of primitive is wrong.";
        source "Graphics/Model.cpp: Model::EndLoad";
        example "primitive_type = TRIANGLE_LIST, index_count = 4";
        remedy "remove what is left of the last triangle";
    /// A kind of primitive that no engine knows.
    UNKNOWN_PRIMITIVE = "U0105-unknown-primitive", Error, [URHO3D_FAMILY Misreads];
        why "The number is cast without a check, and what the graphics library makes of it is left to chance.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "primitive_type = 6";
        remedy "use triangle lists";
    /// A vertex is moved by a bone that does not exist.
    BLEND_OUT_OF_RANGE = "U0106-blend-out-of-range", Error, [URHO3D_FAMILY Misreads];
        why "Shaders read a matrix after the last one, whatever its weight. The vertex flies off, or takes part of another \
             draw call's pose.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "blend_indices = 2 0 0 0, of 2 bones";
        remedy "correct the blend indices or the bone mapping";
    /// Indices of 32 bits are stored where 16 suffice.
    WIDE_INDICES = "U0107-wide-indices", Warning, [];
        why "They take twice the memory and bandwidth. Urho3D's AssetImporter writes them when a model has more than \
             65535 indices, however few its vertices are.";
        source "Tools/AssetImporter/AssetImporter.cpp: BuildAndSaveModel";
        example "index_size = 4, of 3 vertices";
        remedy "store the indices with 16 bits";
    /// A bone mapping names a bone that does not exist.
    MAPPING_OUT_OF_RANGE = "U0108-mapping-out-of-range", Error, [URHO3D_FAMILY Crashes];
        why "The engine takes the skin matrix with that index without a check, and reads beyond the list.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::SetGeometryBoneMappings";
        example "bone_mapping = 2, of 2 bones";
        remedy "correct the bone mapping";
    /// A geometry has no level of detail, so nothing of it is drawn.
    NO_LEVELS = "U0109-no-levels", Warning, [URHO3D_FAMILY Ignores];
        why "The engine keeps an empty level for it: it takes a place in the list of materials and is never drawn.";
        source "Graphics/StaticModel.cpp: StaticModel::ResetLodLevels";
        example "geometries[0].lods, empty";
        remedy "remove the geometry, or give it a level";
    /// A value is NaN or infinite.
    NOT_FINITE = "U0110-not-finite", Error, [URHO3D_FAMILY Misreads];
        why "Nobody checks numbers. A NaN spreads through every sum: vertices vanish, light turns black, boxes are never \
             in view.";
        source "Graphics/Model.cpp: Model::BeginLoad, Graphics/Skeleton.cpp: Skeleton::Load";
        example "vertices[0].position = 0 nan 0";
        remedy "export the model anew; look for vertices without area";
    /// The bounding box is empty: its smallest corner is beyond its greatest.
    EMPTY_BOUNDS = "U0111-empty-bounds", Error, [URHO3D_FAMILY Misreads];
        why "The box says when the model is in view, what rays hit, and how far levels of detail are. With an empty one it \
             vanishes or is never culled.";
        source "Graphics/StaticModel.cpp: StaticModel::OnWorldBoundingBoxUpdate";
        example "bounding_box.min.x = 1, max.x = 0";
        remedy "compute the bounds anew: `formwork check --fix`";
    /// There are no geometry centers; engines take the origin.
    NO_CENTERS = "U0112-no-centers", Warning, [URHO3D_FAMILY Misreads];
        why "Geometries of one model are sorted by the distance of their centers. Where all are at the origin, those that \
             are transparent are drawn in the wrong order.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "a file that ends after `bounding_box`";
        remedy "compute the centers: `formwork check --fix`";
    /// Levels of detail follow the box, as Urho3D 1.0 wrote them.
    OLD_TAIL = "U0113-old-tail", Warning, [URHO3D_FAMILY Misreads];
        why "Urho3D 1.0 stored three numbers for collision, ray casts and occlusion. Engines since read the same bytes as \
             the first geometry center, usually NaN.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "lod_levels.collision = 4294967295";
        remedy "save the model anew";
    /// A bone has bits that stand for no shape.
    UNKNOWN_COLLISION = "U0114-unknown-collision", Note, [URHO3D_FAMILY Ignores];
        why "Engines test the bits of the sphere and of the box, and ignore the others.";
        source "Graphics/Skeleton.cpp: Skeleton::Load";
        example "bones[0].collision = 4";
        remedy "clear the bits";
    /// The parent of a bone does not exist.
    PARENT_OUT_OF_RANGE = "U0115-parent-out-of-range", Error, [URHO3D_FAMILY Misreads];
        why "Engines leave such a bone beside the skeleton: it follows no other bone, and animations from the root do not \
             reach it. A root is a bone that names itself, not 4294967295.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::SetSkeleton, Graphics/AnimationState.cpp: AnimationState::SetStartBone";
        example "bones[1].parent = 4294967295";
        remedy "correct the index of the parent";
    /// A bone comes before its parent.
    LATE_PARENT = "U0116-late-parent", Note, [];
        why "Engines create all bones before they connect them, so any order works. Other programs often expect parents \
             first.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::SetSkeleton";
        example "bones[0].parent = 1";
        remedy "write parents before their children";
    /// The skeleton has more than one root.
    SEVERAL_ROOTS = "U0117-several-roots", Warning, [URHO3D_FAMILY Misreads];
        why "The last root counts. By default an animation moves the bones below it and no others; rbfx's model tools \
             refuse several roots.";
        source "Graphics/Skeleton.cpp: Skeleton::Load, Graphics/AnimationState.cpp: AnimationState::SetStartBone";
        example "bones[0].parent = 0, bones[1].parent = 1";
        remedy "give the bones one root";
    /// A morph moves one vertex buffer twice.
    MORPH_BUFFER_TWICE = "U0118-morph-buffer-twice", Warning, [URHO3D_FAMILY Ignores];
        why "Buffers of a morph are kept by the index of their vertex buffer, and the later one replaces the earlier. \
             OgreImporter writes such files.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "morphs[0].buffers[0] and [1] with vertex_buffer = 0";
        remedy "merge both into one";
    /// A morph has bits that move nothing.
    UNKNOWN_MORPH_ELEMENT = "U0119-unknown-morph-element", Note, [URHO3D_FAMILY Ignores];
        why "Engines store and move positions, normals and tangents, and ignore the other bits.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "morphs[0].buffers[0].elements = 0x101";
        remedy "clear the bits";
    /// A morph moves what the vertices of its buffer do not have.
    MORPH_WITHOUT_ATTRIBUTE = "U0120-morph-without-attribute", Error, [URHO3D_FAMILY Misreads];
        why "The engine skips the element without skipping its bytes, and reads all that follows in the morph as something \
             else.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::ApplyMorph";
        example "elements = POSITION NORMAL, of vertices that have only a position";
        remedy "remove the element from the morph, or add the attribute to the vertices";
    /// A morph moves a vertex outside the morph range of its buffer.
    MORPH_OUT_OF_RANGE = "U0121-morph-out-of-range", Error, [URHO3D_FAMILY Crashes];
        why "The engine copies the range and writes at the index of the vertex less the start of the range, without a \
             check.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::ApplyMorph";
        example "morph_range_start = 1, vertices[0].index = 0";
        remedy "widen the morph range of the vertex buffer";
    /// A morph moves a vertex buffer that does not exist.
    NO_SUCH_MORPH_BUFFER = "U0122-no-such-morph-buffer", Error, [URHO3D_FAMILY Ignores];
        why "The engine looks for a morph's buffers by the vertex buffers that there are, and never finds this one: what it \
             should move stays.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::UpdateMorphs";
        example "morphs[0].buffers[0].vertex_buffer = 1, with one vertex buffer";
        remedy "correct the index of the buffer";
    /// The vertices have an attribute that no engine knows.
    UNKNOWN_ATTRIBUTE = "U0123-unknown-attribute", Warning, [URHO3D_FAMILY Ignores];
        why "Engines have nine meanings of attributes, and no shader reads others. They take memory in every vertex.";
        source "Graphics/Model.cpp: Model::BeginLoad, Graphics/GraphicsDefs.h";
        example "elements[1].semantic = 9";
        remedy "remove the attribute";
    /// Vertices do not begin with a position of 3 floats.
    POSITION_NOT_FIRST = "U0124-position-not-first", Error, [URHO3D_FAMILY Misreads];
        why "Morphs write the position at the first byte of a vertex, whatever is there. Ray casts, occlusion, decals and \
             navigation do not see models whose position is elsewhere or of another type.";
        source "Graphics/StaticModel.cpp: StaticModel::DrawOcclusion, Graphics/AnimatedModel.cpp: AnimatedModel::ApplyMorph";
        example "elements: NORMAL, POSITION";
        remedy "put the position first, as 3 floats";
    /// Vertices have the same attribute twice.
    ATTRIBUTE_TWICE = "U0125-attribute-twice", Warning, [URHO3D_FAMILY Ignores];
        why "Engines look attributes up by meaning and index, and find the first.";
        source "Graphics/VertexBuffer.cpp: VertexBuffer::GetElement";
        example "elements: POSITION 0, TEXCOORD 0, TEXCOORD 0";
        remedy "remove one of both";
    /// Bones hang on one another in a circle.
    PARENT_CIRCLE = "U0126-parent-circle", Error, [URHO3D_FAMILY Misreads];
        why "A node cannot be a child of its own child. Engines leave one bone of the circle beside the skeleton, and do \
             not animate any of them; rbfx never updates them.";
        source "Scene/Node.cpp: Node::AddChild, Graphics/Skeleton.cpp: Skeleton::UpdateBoneOrder";
        example "bones[1].parent = 2, bones[2].parent = 1";
        remedy "correct the parents";
    /// The skeleton has no root: no bone is its own parent.
    NO_ROOT = "U0127-no-root", Error, [URHO3D_FAMILY Ignores];
        why "An animation looks for the root, and takes no track when there is none. The model stands still.";
        source "Graphics/Skeleton.cpp: Skeleton::Load, Graphics/AnimationState.cpp: AnimationState::SetStartBone";
        example "bones[0].parent = 4294967295, the only bone";
        remedy "make the root its own parent";
    /// Vertices are outside the bounding box.
    OUTSIDE_BOUNDS = "U0128-outside-bounds", Warning, [URHO3D_FAMILY Misreads];
        why "The box decides what is in view and what rays hit. What is outside vanishes at the edge of the screen, and \
             cannot be picked.";
        source "Graphics/StaticModel.cpp: StaticModel::OnWorldBoundingBoxUpdate";
        example "position = 2 0 0, bounding_box.max.x = 1";
        remedy "compute the bounds anew: `formwork check --fix`";
    /// A vertex has a negative weight.
    NEGATIVE_WEIGHT = "U0129-negative-weight", Warning, [URHO3D_FAMILY Misreads];
        why "Shaders multiply matrices by the weights as they are, so the vertex moves against the bone.";
        source "CoreData/Shaders/GLSL/Transform.glsl: GetSkinMatrix";
        example "blend_weights = 1.5 -0.5 0 0";
        remedy "set negative weights to 0 and normalize the others: `formwork check --fix`";
    /// The weights of a vertex do not sum to 1.
    WEIGHT_SUM = "U0130-weight-sum", Error, [URHO3D_FAMILY Misreads];
        why "Shaders add matrices by the weights as they are. A vertex with less than 1 is drawn towards the origin of the \
             scene, one without weights at that origin.";
        source "CoreData/Shaders/GLSL/Transform.glsl: GetSkinMatrix";
        example "blend_weights = 0.5 0 0 0";
        remedy "normalize the weights: `formwork check --fix`; vertices without any weight need the program that made them";
    /// A normal or tangent has length 0.
    ZERO_NORMAL = "U0131-zero-normal", Warning, [URHO3D_FAMILY Misreads];
        why "Shaders normalize it, which gives NaN or any direction: light has black or flickering spots.";
        source "CoreData/Shaders/GLSL/Transform.glsl: GetWorldNormal";
        example "normal = 0 0 0";
        remedy "compute the normals and tangents anew; look for triangles without area";
    /// A normal or tangent is not of length 1.
    NORMAL_NOT_UNIT = "U0132-normal-not-unit", Note, [];
        why "Shaders of the engine normalize it. Morphs, decals, shaders of your own and other programs may not.";
        source "CoreData/Shaders/GLSL/Transform.glsl: GetWorldNormal";
        example "normal = 0 2 0";
        remedy "normalize the normals and tangents";
    /// The handedness of a tangent is neither 1 nor -1.
    HANDEDNESS = "U0133-handedness", Warning, [URHO3D_FAMILY Misreads];
        why "Shaders multiply the bitangent by it. With 0 there is none, and normal maps count in one direction only.";
        source "CoreData/Shaders/GLSL/LitSolid.glsl";
        example "tangent = 1 0 0 0";
        remedy "compute the tangents anew";
    /// The rotation of a bone at rest is not of length 1.
    BONE_ROTATION_NOT_UNIT = "U0134-bone-rotation-not-unit", Warning, [URHO3D_FAMILY Misreads];
        why "Engines make a matrix of it as if its length were 1, which scales and shears all that hangs on the bone.";
        source "Graphics/Skeleton.cpp: Skeleton::Load, Math/Quaternion.cpp: Quaternion::RotationMatrix";
        example "bones[0].rotation = 2 0 0 0";
        remedy "normalize the rotation";
    /// Two bones have one name.
    DUPLICATE_BONE = "U0135-duplicate-bone", Error, [URHO3D_FAMILY Misreads];
        why "Bones are found by name. Animations move the first only, and in a scene that was saved and loaded both are \
             the node of the first.";
        source "Graphics/Skeleton.cpp: Skeleton::GetBone, Graphics/AnimatedModel.cpp: AnimatedModel::AssignBoneNodes";
        example "bones[0].name = bones[1].name";
        remedy "rename one of both";
    /// Two morphs have one name.
    DUPLICATE_MORPH = "U0136-duplicate-morph", Warning, [URHO3D_FAMILY Ignores];
        why "Weights that are set by name reach the first of them.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::SetMorphWeight";
        example "morphs[0].name = morphs[1].name";
        remedy "rename one of both";
    /// A bone at rest has scale 0.
    ZERO_SCALE = "U0137-zero-scale", Warning, [URHO3D_FAMILY Misreads];
        why "All that hangs on the bone is flat or a point, and its transform has no inverse: what is attached to it, hit \
             boxes included, has no place.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::SetSkeleton";
        example "bones[0].scale = 0 0 0";
        remedy "set the scale to 1";
    /// Levels of detail are not in order of distance.
    LOD_ORDER = "U0138-lod-order", Warning, [URHO3D_FAMILY Ignores];
        why "The engine goes through the levels and stops before the first one that is farther than the camera. A level \
             that is followed by one at the same or a smaller distance is never drawn.";
        source "Graphics/StaticModel.cpp: StaticModel::CalculateLodLevels";
        example "distances 0, 20, 10";
        remedy "sort the levels by distance";
    /// The morph range of a vertex buffer ends after its last vertex.
    MORPH_RANGE = "U0139-morph-range", Error, [URHO3D_FAMILY Ignores];
        why "The engine cannot lock such a range of the buffer: it logs an error each time, and applies no morph.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::UpdateMorphs, VertexBuffer::Lock";
        example "morph_range_start = 1, morph_range_count = 3, of 3 vertices";
        remedy "set the range to the vertices that morphs move";
    /// A morph moves a vertex buffer whose morph range is empty.
    NO_MORPH_RANGE = "U0140-no-morph-range", Error, [URHO3D_FAMILY Ignores];
        why "Only buffers with a range are copied to be morphed, so the morph moves nothing. Exporters for Blender write \
             this when a morph moves the first vertex only.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::CloneGeometries";
        example "morph_range_count = 0, morphs[0].buffers[0].vertex_buffer = 0";
        remedy "set the range to the vertices that morphs move";
    /// Vertices are stored that nothing draws.
    UNUSED_VERTEX = "U0141-unused-vertex", Note, [];
        why "They take memory on disk and on the graphics card.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "3 vertices, indices 0 1 1";
        remedy "remove the vertices";
    /// A bone has no effect on any vertex.
    UNUSED_BONE = "U0142-unused-bone", Note, [];
        why "Its matrix is computed in each frame, and takes a place of the limited number. Bones that things are attached \
             to are meant so.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::UpdateSkinning";
        example "2 bones, blend_indices = 0 0 0 0 everywhere";
        remedy "remove the bone, unless something is attached to it";
    /// A triangle has no area.
    FLAT_TRIANGLE = "U0143-flat-triangle", Note, [];
        why "It costs time and shows nothing. Collision shapes and tools that compute normals or tangents get NaN from it.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "indices 0 1 1";
        remedy "remove the triangle";
    /// A draw call has more bones than old graphics hardware takes: 64.
    MANY_BONES = "U0144-many-bones", Warning, [URHO3D_FAMILY Misreads];
        why "Shaders have room for 64 bones on Direct3D 9, OpenGL 2 and OpenGL ES, for 128 on Direct3D 11 and OpenGL 3. \
             Vertices of the bones beyond are drawn in the wrong place.";
        source "Graphics/Graphics.cpp: Graphics::GetMaxBones";
        example "a geometry without bone mapping, of 65 bones";
        remedy "split the geometry, each part with a bone mapping of at most 64";
    /// A draw call has more bones than any engine takes: 128.
    TOO_MANY_BONES = "U0145-too-many-bones", Error, [URHO3D_FAMILY Misreads];
        why "Shaders have room for 128 bones at most. Nobody checks, and the geometry is drawn with the pose of another one \
             or not at all.";
        source "Graphics/Graphics.cpp: Graphics::GetMaxBones";
        example "a geometry without bone mapping, of 129 bones";
        remedy "split the geometry, each part with a bone mapping of at most 64";
    /// The file has no magic, as before 2011-03.
    NO_MAGIC = "U0146-no-magic", Error, [URHO3D_FAMILY Refuses];
        why "Engines compare the first four bytes with the magics that they know, log an error and give the file up.";
        source "Graphics/Model.cpp: Model::BeginLoad";
        example "a file that begins with 01 00 00 00";
        remedy "save the model as UMDL or UMD2";
    /// The names of two bones differ in letter case only.
    BONE_BUT_FOR_CASE = "U0147-bone-but-for-case", Error, [CASELESS_HASHES Misreads];
        why "Urho3D 1.7 and before, and Atomic, find bones by a hash of the name in small letters, so both are one. The other \
             engines tell them apart.";
        source "Math/StringHash.cpp of Urho3D 1.7 and of Atomic: StringHash::Calculate; Graphics/Skeleton.cpp: Skeleton::GetBone";
        example "bones[0].name = \"hand\", bones[1].name = \"Hand\"";
        remedy "rename one of both";
    /// Primitives are triangle fans, which Direct3D 11 does not have.
    TRIANGLE_FAN = "U0148-triangle-fan", Warning, [URHO3D_FAMILY Misreads];
        why "OpenGL and Direct3D 9 draw fans. Direct3D 11 has none, and the engine asks it for an undefined kind of primitive.";
        source "Graphics/Direct3D11/D3D11Graphics.cpp: GetD3DPrimitiveType";
        example "primitive_type = TRIANGLE_FAN";
        remedy "use triangle lists";
    /// Weights of bones are stored as whole numbers.
    WHOLE_WEIGHTS = "U0149-whole-weights", Error, [URHO3D_FAMILY Misreads];
        why "The type says that bytes are not divided by 255, so shaders get weights up to 255 and the vertex flies off.";
        source "Graphics/Model.cpp: Model::BeginLoad; Graphics/VertexBuffer.cpp: VertexBuffer::UpdateOffsets";
        example "blend weights of the type UBYTE4";
        remedy "store them as UBYTE4_NORM or VECTOR4";
    /// The end of what is drawn does not fit 32 bits.
    DRAW_RANGE_WRAPS = "U0150-draw-range-wraps", Error, [URHO3D_FAMILY Crashes];
        why "The engine adds start and count in 32 bits. The sum is small again, so the range is taken for one that exists, and \
             memory far from the buffer is read.";
        source "Graphics/Geometry.cpp: Geometry::SetDrawRange";
        example "index_start = 4294967295, index_count = 3";
        remedy "correct `index_start` and `index_count`";
    /// Blend indices are stored as parts of 255.
    NORMALIZED_INDICES = "U0151-normalized-indices", Error, [URHO3D_FAMILY Misreads];
        why "The type says that bytes are divided by 255, so shaders get 0 to 1 and take the first two bones for all of them.";
        source "Graphics/Model.cpp: Model::BeginLoad; Graphics/VertexBuffer.cpp: VertexBuffer::UpdateOffsets";
        example "blend indices of the type UBYTE4_NORM";
        remedy "store them as UBYTE4";
    /// The offset matrix of a bone is zero.
    ZERO_OFFSET = "U0152-zero-offset", Error, [URHO3D_FAMILY Misreads];
        why "The matrix takes vertices into the space of the bone. With zeros, all that the bone moves is drawn at one point.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::UpdateSkinning";
        example "bones[0].offset_matrix of twelve zeros";
        remedy "store the inverse of the bone's matrix at rest";
    /// Vertices have weights of bones and no blend indices, or the other way round.
    HALF_SKIN = "U0153-half-skin", Warning, [URHO3D_FAMILY Misreads];
        why "Shaders read both. What the file does not have is left to the graphics library: usually 0.";
        source "CoreData/Shaders/GLSL/Transform.glsl: GetSkinMatrix";
        example "elements POSITION and BLENDWEIGHTS";
        remedy "store both, or neither";
    /// No bone has a shape that is not empty.
    NO_BONE_SHAPES = "U0154-no-bone-shapes", Error, [URHO3D_FAMILY Ignores];
        why "An AnimatedModel is in view where the shapes of its bones are, and the bounding box of the model does not count. \
             Engines drop boxes and spheres smaller than 0.000001. Without any other, the model is never drawn.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::FinalizeBoneBoundingBoxes, AnimatedModel::UpdateBoneBoundingBox";
        example "bones[0].collision = 0, the only bone";
        remedy "compute the shapes from the vertices: `formwork check --fix`";
    /// No bone has a shape that is not empty, and no vertex follows a bone.
    NO_RIGID_BONE_SHAPES = "U0155-no-rigid-bone-shapes", Warning, [URHO3D_FAMILY Ignores];
        why "A StaticModel ignores the bones and draws the model. An AnimatedModel never draws it: it is in view where the shapes \
             of its bones are.";
        source "Graphics/AnimatedModel.cpp: AnimatedModel::FinalizeBoneBoundingBoxes, AnimatedModel::UpdateBoneBoundingBox";
        example "bones[0].collision = 0, the only bone, and vertices without weights";
        remedy "give the root a shape, `formwork check --fix`, or remove the bones";
    /// The distance of a level of detail is negative.
    NEGATIVE_DISTANCE = "U0156-negative-distance", Warning, [URHO3D_FAMILY Misreads];
        why "Engines take 0 for it. Of several levels at 0 only the last one is drawn.";
        source "Graphics/Geometry.cpp: Geometry::SetLodDistance";
        example "geometries[0].lods[0].distance = -5";
        remedy "set the distance to 0, or to where the level begins";
    /// The names of two morphs differ in letter case only.
    MORPH_BUT_FOR_CASE = "U0157-morph-but-for-case", Warning, [CASELESS_HASHES Misreads];
        why "Where several AnimatedModels share a node, the first one sets the weights of the others by a hash of the name. Urho3D \
             1.7 and before, and Atomic, hash the name in small letters, and the first morph of that hash gets the weight.";
        source "Math/StringHash.cpp of Urho3D 1.7 and of Atomic: StringHash::Calculate; Graphics/AnimatedModel.cpp: \
                AnimatedModel::SetMorphWeight";
        example "morphs[0].name = \"smile\", morphs[1].name = \"Smile\"";
        remedy "rename one of both";
}
