//! What can be wrong with materials of Horde3D.

use formwork_schema::rules;

rules! {
    /// A material has no `Shader`.
    NO_SHADER = "H0401-no-shader", Warning, [HORDE3D_FAMILY Ignores];
        why "Nothing is drawn with it. Materials that only supply samplers and uniforms to a stage or to other \
             materials need none.";
        source "egMaterial.cpp: MaterialResource::load";
        example "<Material/>";
        remedy "add a `Shader`, unless other materials or stages link to it";
    /// A shader flag has a number other than 01 to 32.
    FLAG_OUT_OF_RANGE = "H0402-flag-out-of-range", Warning, [HORDE3D_FAMILY Misreads];
        why "The number is used to shift a mask of 32 bits, so another flag or none is switched on.";
        source "egMaterial.cpp: MaterialResource::load; egShader.cpp: ShaderResource::calcCombMask";
        example "<ShaderFlag name=\"_F33_Fog\"/>";
        remedy "use flags from 01 to 32";
    /// A shader flag is not called `_F01_Name`.
    FLAG_PASSED_OVER = "H0403-flag-passed-over", Warning, [HORDE3D_FAMILY Ignores];
        why "The engine ignores other names, so nothing is switched on.";
        source "egShader.cpp: ShaderResource::calcCombMask";
        example "<ShaderFlag name=\"Skinning\"/>";
        remedy "write `_F01_Name`";
    /// A switch has no effect on DDS and KTX.
    SWITCH_WITHOUT_EFFECT = "H0404-switch-without-effect", Note, [HORDE3D_FAMILY Ignores];
        why "The engine uploads textures of these formats as they are and looks at neither `allowCompression` nor \
             `mipmaps`.";
        source "egTexture.cpp: TextureResource::loadDDS, loadKTX";
        example "<Sampler name=\"a\" map=\"a.dds\" mipmaps=\"false\"/>";
        remedy "remove it";
    /// The class of a material has more than five levels.
    CLASS_TOO_DEEP = "H0405-class-too-deep", Warning, [HORDE3D_FAMILY Misreads];
        why "Since version 2.0 the engine keeps five levels of a class, so later ones do not tell materials apart.";
        source "egMaterial.cpp: MaterialClassCollection";
        example "<Material class=\"A.B.C.D.E.F\"/>";
        remedy "use fewer levels";
    /// A level of a class is longer than 63 bytes.
    CLASS_LEVEL_TOO_LONG = "H0406-class-level-too-long", Warning, [HORDE3D_FAMILY Misreads];
        why "Since version 2.0 the engine keeps 63 bytes of a level, so longer names do not tell materials apart.";
        source "egMaterial.cpp: MaterialClassCollection";
        example "a class of 64 letters";
        remedy "use shorter names";
    /// A class has three or more levels, or two after `~`.
    CLASS_MISREAD = "H0407-class-misread", Warning, [HORDE3D_FAMILY Misreads];
        why "Since version 2.0 a level takes in text of the next one, so other materials are drawn than those that are \
             meant. Older versions compare the whole text.";
        source "egMaterial.cpp: MaterialClassCollection";
        example "<DrawGeometry class=\"~Translucent.Particle\"/>";
        remedy "use one or two levels, and one after `~`";
}
