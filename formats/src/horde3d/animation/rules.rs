//! What can be wrong with animations of Horde3D.

use formwork_schema::rules;

rules! {
    /// Two entities have one name.
    DUPLICATE_ENTITY = "H0201-duplicate-entity", Warning, [HORDE3D_FAMILY Ignores];
        why "Only the hash of a name is kept and searched, so which of them plays is undefined.";
        source "egAnimation.cpp: AnimationResource::load, findEntity";
        example "entities[0].name = entities[1].name";
        remedy "rename or remove one of them";
    /// An entity has no frames.
    NO_FRAMES = "H0202-no-frames", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine never applies it, so its node keeps the transform of the scene.";
        source "egAnimation.cpp: AnimationResource::load";
        example "frame_count = 0";
        remedy "export the clip again";
    /// A rotation is not of length one.
    ROTATION_NOT_UNIT = "H0203-rotation-not-unit", Warning, [HORDE3D_FAMILY Misreads];
        why "The engine builds the matrix without normalizing, so the node is scaled or sheared.";
        source "egAnimation.cpp: AnimationResource::load";
        example "entities[0].frames[0].rotation = 0, 0, 0, 2";
        remedy "normalize the rotation";
    /// A value of a frame is NaN or infinite.
    NOT_FINITE = "H0204-not-finite", Error, [HORDE3D_FAMILY Misreads];
        why "The engine does not check numbers. The node, and all that is below it, gets a transform that is not \
             finite and disappears.";
        source "egAnimation.cpp: AnimationResource::load";
        example "entities[0].frames[0].translation = NaN, 0, 0";
        remedy "export the clip again";
    /// A scale is zero.
    ZERO_SCALE = "H0205-zero-scale", Warning, [];
        why "The node shrinks to nothing, with all that is below it. Exporters that split matrices lose its rotation, \
             and converters cannot get it back.";
        source "";
        example "entities[0].frames[0].scale = 0, 1, 1";
        remedy "use a small scale, or hide the node in another way";
    /// An entity has no name.
    EMPTY_NAME = "H0206-empty-name", Warning, [HORDE3D_FAMILY Misreads];
        why "Entities find nodes by name, so this one moves every joint and mesh without a name.";
        source "egAnimation.cpp: AnimationResource::findEntity, AnimationController::registerNode";
        example "entities[0].name = \"\"";
        remedy "name the entity after its node";
}
