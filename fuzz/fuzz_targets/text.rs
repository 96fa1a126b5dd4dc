//! Arbitrary text as XML and JSON of every format: read or refused, never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    for format in [
        "horde3d.animation",
        "horde3d.geometry",
        "texture.dds",
        "texture.ktx",
        "urho3d.animation",
        "urho3d.model",
        "urho3d.script",
        "urho3d.shader",
    ] {
        conformance::fuzz::text(format, text);
    }
});
