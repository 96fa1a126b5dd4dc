//! Rules about references of the Urho3D family.

use formwork_schema::rules;

rules! {
    /// A material or texture is not there.
    MISSING = "U0601-missing", Error, [URHO3D_FAMILY Ignores];
        why "The engine logs an error and goes on without it: a geometry has the default material, a material lacks the texture.";
        source "Resource/ResourceCache.cpp: ResourceCache::GetResource; Graphics/StaticModel.cpp: StaticModel::ApplyMaterialList";
        example "<texture unit=\"diffuse\" name=\"Textures/Missing.png\"/>";
        remedy "add the file, correct the name, or give the folder that has it with `--content` as well";
    /// A material or texture is found only where file names have no case.
    WRONG_CASE = "U0602-wrong-case", Warning, [];
        why "The file is found on Windows and macOS, and missing elsewhere and in packages.";
        source "";
        example "`Textures/Stone.png` where the file is `Textures/stone.png`";
        remedy "write the name as the file has it";
    /// A model or material is there, and cannot be read.
    REFUSED = "U0603-refused", Error, [URHO3D_FAMILY Refuses];
        why "The engine loads nothing of it, and what refers to it goes on without it.";
        source "Graphics/Model.cpp: Model::BeginLoad; Graphics/Material.cpp: Material::BeginLoad";
        example "a material that is cut short";
        remedy "repair that file";
}
