//! What can be wrong with XML documents.

use formwork_schema::rules;

rules! {
    /// The document is not UTF-8.
    NOT_UTF_8 = "X0101-not-utf-8", Warning, [];
        why "Engines pass the bytes on, so names match only where all files have the same encoding. Other programs \
             refuse the document.";
        source "";
        example "the byte `E4` for `ä`";
        remedy "save the document as UTF-8";
    /// Bytes follow a NUL byte, which ends the document.
    NUL_BYTE = "X0102-nul-byte", Warning, [ALL Ignores];
        why "Engines take the document for a text that ends with the first NUL byte. What follows is not read.";
        source "rapidxml, `xml_document::parse`; pugixml, `load_buffer`";
        example "`<Material/>`, a NUL byte, and more text";
        remedy "remove the byte";
    /// A second root element follows the first.
    SECOND_ROOT = "X0103-second-root", Warning, [ALL Ignores];
        why "Engines use the first root and do not look at others.";
        source "utXML.h: XMLDoc; XMLFile.cpp: XMLFile::GetRoot";
        example "<Material/><Material/>";
        remedy "keep one root element";
    /// Text stands where elements are expected.
    STRAY_TEXT = "X0104-stray-text", Warning, [ALL Ignores];
        why "Engines look for elements and skip text between them. It is mostly what is left of a comment or a tag.";
        source "utXML.h: XMLNode::getFirstChild; egSceneGraphRes.cpp: SceneGraphResource::parseNode";
        example "<Model> > <Mesh/></Model>";
        remedy "remove it, or make it a comment";
    /// An attribute is missing that one would expect.
    MISSING_ATTRIBUTE = "X0105-missing-attribute", Warning, [];
        why "Engines take an empty text, 0 or the default instead, and say nothing.";
        source "";
        example "<Sampler map=\"a.png\"/>";
        remedy "write the attribute";
    /// No engine reads this attribute.
    UNKNOWN_ATTRIBUTE = "X0106-unknown-attribute", Warning, [ALL Ignores];
        why "Loaders look attributes up by name, with letter case. A misspelled attribute has no effect, and nobody is \
             told.";
        source "utXML.h: XMLNode::getAttribute; XMLElement.cpp: XMLElement::GetAttribute";
        example "<Sampler map_=\"a.png\"/>";
        remedy "correct its name, or remove it";
    /// No engine reads this element.
    UNKNOWN_ELEMENT = "X0107-unknown-element", Warning, [ALL Ignores];
        why "Loaders look elements up by name, with letter case. A misspelled element has no effect with all that it \
             contains.";
        source "utXML.h: XMLNode::getFirstChild; egPipeline.cpp: PipelineResource::parseStage";
        example "<BindBuffeBr/>";
        remedy "correct its name, or remove it";
    /// An element lacks a required attribute, and is ignored with all that it contains.
    ELEMENT_DROPPED = "X0108-element-dropped", Error, [ALL Ignores];
        why "The engine drops the element and its children, so a part of the scene is missing. Only its log says so.";
        source "egSceneGraphRes.cpp: SceneGraphResource::parseNode";
        example "<Emitter effect=\"a.particle.xml\"/>";
        remedy "write the attribute that the message names";
    /// Only the first of several elements counts.
    REPEATED_ELEMENT = "X0109-repeated-element", Warning, [ALL Ignores];
        why "The loader takes the first element of that name and does not look for others.";
        source "utXML.h: XMLNode::getFirstChild; XMLElement.cpp: XMLElement::GetChild";
        example "<Shader source=\"a.shader\"/><Shader source=\"b.shader\"/>";
        remedy "keep one of them";
    /// An attribute is given more than once.
    DUPLICATE_ATTRIBUTE = "X0110-duplicate-attribute", Warning, [ALL Ignores];
        why "Most loaders take the first, and the attributes of Horde3D's nodes take the last. XML does not allow it, \
             so other programs refuse the document.";
        source "utXML.h: XMLNode::getAttribute; egSceneGraphRes.cpp: SceneGraphResource::parseNode";
        example "<Uniform a=\"1\" a=\"2\"/>";
        remedy "keep one of them";
    /// An element is not read any more.
    OBSOLETE_ELEMENT = "X0111-obsolete-element", Warning, [ALL Ignores];
        why "Releases since a date that the message names ignore it, so it has no effect.";
        source "the loader of the document, such as egMaterial.cpp: MaterialResource::load";
        example "<TexUnit unit=\"0\" map=\"a.png\"/>";
        remedy "replace it with what the message names, or remove it";
    /// An attribute is not read any more.
    OBSOLETE_ATTRIBUTE = "X0112-obsolete-attribute", Warning, [ALL Ignores];
        why "Releases since a date that the message names ignore it, so it has no effect.";
        source "the loader of the document, such as egMaterial.cpp: MaterialResource::load";
        example "<Sampler type=\"CUBE\"/>";
        remedy "replace it with what the message names, or remove it";
    /// `<` stands unescaped in an attribute.
    LESS_THAN = "X0113-less-than", Warning, [];
        why "Engines accept it. XML does not allow it, so other programs refuse the document.";
        source "";
        example "<Mesh name=\"a<b\"/>";
        remedy "write `&lt;`";
    /// `&` stands unescaped, or begins an unknown entity.
    UNKNOWN_ENTITY = "X0114-unknown-entity", Warning, [];
        why "Engines keep it as it is written. XML does not allow it, so other programs refuse the document.";
        source "";
        example "<Mesh name=\"a&b\"/>";
        remedy "write `&amp;`";
    /// The document declares a document type.
    DOCUMENT_TYPE = "X0115-document-type", Warning, [];
        why "Engines skip it. Other programs follow it, and may then read other text or default values.";
        source "";
        example "<!DOCTYPE Model [<!ENTITY a \"b\">]>";
        remedy "remove it";
    /// The encoding that the document names is not the one that it has.
    ENCODING = "X0116-encoding", Warning, [];
        why "Horde3D takes the bytes as UTF-8 whatever the declaration says, other programs follow the declaration.";
        source "";
        example "`<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>` before text in UTF-8";
        remedy "save the document as UTF-8 and declare that";
    /// The document is not well-formed XML.
    NOT_WELL_FORMED = "X0117-not-well-formed", Warning, [];
        why "Engines are lenient and read it. Editors and other programs refuse it.";
        source "";
        example "<? ?>";
        remedy "correct what the message names";
    /// Something other than a number follows a number, or stands for one.
    NUMBER_WITH_MORE = "X0118-number-with-more", Warning, [ALL Misreads];
        why "Engines read as many characters as make a number and ignore the rest; without any the value is 0.";
        source "utXML.h: XMLNode::getAttribute with `strtof` and `atoi`; StringUtils.cpp: ToFloat";
        example "<Mesh batchCount=\"36 indices\"/>";
        remedy "write the number alone";
    /// A whole number is larger than its type holds.
    NUMBER_TOO_LARGE = "X0119-number-too-large", Warning, [ALL Misreads];
        why "Whole numbers wrap or stop at the limit, depending on the C library.";
        source "egSceneGraphRes.cpp and others, `atoi`";
        example "<Mesh batchCount=\"4294967296\"/>";
        remedy "write a number within the range";
    /// A truth value is neither true nor false.
    ODD_TRUTH = "X0120-odd-truth", Warning, [ALL Misreads];
        why "Each attribute tests for one word only, so any other word is taken for the opposite.";
        source "the loader of the document, such as egPipeline.cpp: PipelineResource::load";
        example "<RenderTarget depthBuf=\"yes\"/>";
        remedy "write `true` or `false`";
    /// A word is none of those that the engine knows.
    UNKNOWN_WORD = "X0121-unknown-word", Warning, [ALL Misreads];
        why "The engine takes its default, or drops the element.";
        source "the loader of the document, such as egParticle.cpp: ParticleEffectResource::load";
        example "<ChannelOverLife channel=\"speed\"/>";
        remedy "write one of the words that the message lists";
    /// A path has `\`, which works on Windows only.
    BACKSLASH = "X0122-backslash", Warning, [];
        why "Resource names are compared as text and opened as they are, so other systems do not find the file.";
        source "";
        example "<Model geometry=\"models\\box.geo\"/>";
        remedy "write `/`";
    /// There are more diagnostics than are listed.
    MORE_FINDINGS = "X0123-more-diagnostics", Note, [];
        why "The list is cut to stay readable.";
        source "";
        example "a document with 2000 unknown attributes";
        remedy "correct those that are listed first";
    /// A number is NaN or infinite.
    NOT_FINITE = "X0124-not-finite", Error, [ALL Misreads];
        why "Engines read `nan`, `inf` and what is larger than a float holds as such and check nothing. A NaN spreads through every sum: nodes vanish, and boxes \
             are never in view.";
        source "utXML.h: XMLNode::getAttribute with `strtof`; StringUtils.cpp: ToFloat";
        example "<Mesh tx=\"nan\"/>";
        remedy "write a number";
}
