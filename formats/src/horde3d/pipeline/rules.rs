//! What can be wrong with pipelines of Horde3D.

use formwork_schema::rules;

rules! {
    /// Two render targets have one `id`.
    REPEATED_TARGET = "H0501-repeated-target", Warning, [HORDE3D_FAMILY Ignores];
        why "Commands find the first of them. The other takes memory and is never used.";
        source "egPipeline.cpp: PipelineResource::findRenderTarget";
        example "<RenderTarget id=\"A\" …/><RenderTarget id=\"A\" …/>";
        remedy "rename or remove one of them";
    /// The pipeline has no `CommandQueue`.
    NO_COMMANDS = "H0502-no-commands", Warning, [HORDE3D_FAMILY Ignores];
        why "The loader takes the first one for its stages. Without it nothing is drawn.";
        source "egPipeline.cpp: PipelineResource::load";
        example "<Pipeline><Setup/></Pipeline>";
        remedy "add a `CommandQueue`";
    /// `bufIndex` is not that of a buffer.
    BUFFER_INDEX = "H0503-buffer-index", Warning, [HORDE3D_FAMILY Misreads];
        why "A target has as many colour buffers as `numColBufs` says, counted from 0, and 32 is its depth buffer. No other number binds a \
             texture.";
        source "egPipeline.cpp: PipelineResource::parseStage";
        example "<BindBuffer sampler=\"a\" sourceRT=\"A\" bufIndex=\"4\"/>";
        remedy "use a buffer that the target has";
    /// A command has no material.
    EMPTY_MATERIAL = "H0504-empty-material", Warning, [HORDE3D_FAMILY Ignores];
        why "The command refers to no resource, so it does nothing.";
        source "egPipeline.cpp: PipelineResource::parseStage";
        example "<DrawQuad context=\"MAIN\"/>";
        remedy "name a material";
    /// A light loop has no `order`.
    ORDER_BY_SWITCHES = "H0505-order-by-switches", Note, [];
        why "The engine sorts by state changes then. The manual says that the order is `NONE`.";
        source "";
        example "<DoForwardLightLoop context=\"LIGHTING\"/>";
        remedy "write the `order` that is meant";
    /// The manual does not have this attribute.
    UNDOCUMENTED = "H0506-undocumented", Note, [];
        why "The engine reads it, but other tools may remove it.";
        source "";
        example "<DoDeferredLightLoop noShadows=\"true\"/>";
        remedy "keep it where the engine is new enough";
    /// A command of an extension.
    EXTENSION_COMMAND = "H0507-extension-command", Note, [];
        why "Engines without the extension ignore the command.";
        source "";
        example "<DrawOverlays context=\"OVERLAY\"/>";
        remedy "keep it where the extension is loaded";
}
