//! What `inspect` says of models, compiled shaders and textures.

use conformance::{
    corpus,
    fixtures::{self, Fixture},
    locked, shown,
};
use formwork_formats::{FactValue, Tree, format, open_as};
use formwork_schema::Limits;

fn look(id: &str, bytes: &[u8]) -> Box<dyn Tree> {
    let format = format(id).expect("a known format");
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    let tree = open_as(format, bytes, &Limits::default()).tree();
    tree.unwrap_or_else(|error| panic!("{error}"))
}

fn is_meant(fixture: &Fixture) -> bool {
    let format = fixture.format();
    matches!(&*format, "urho3d.model" | "urho3d.shader") || format.starts_with("texture.")
}

#[test]
fn what_inspecting_says_is_locked() {
    for fixture in fixtures::all().into_iter().filter(is_meant) {
        let told = {
            let tree = look(&fixture.format(), &fixture.bytes);
            shown::inspection(&tree.inspect()) + &shown::diagnostics(&tree.diagnose())
        };
        let name = format!("{}.inspect", fixture.name());
        locked(&fixture.format(), &name, &told);
    }
}

#[test]
fn inputs_of_real_vulkan_shaders_lead_to_their_element_words() {
    let files = corpus::files();
    let is_vertex = |path: &std::path::Path| path.extension().is_some_and(|e| e == "vs5");
    let files: Vec<_> = files.iter().filter(|file| is_vertex(&file.path)).collect();
    for file in &files {
        let seen = look(file.format, &file.bytes).inspect();
        let mut facts = seen.facts.iter();
        let elements = facts.find(|fact| fact.key == "elements_by_location");
        let Some(FactValue::Words(words)) = elements.map(|fact| &fact.value) else {
            panic!("{}: {:?}", file.path.display(), seen.facts)
        };
        assert_eq!(words[0], "position 0", "{}", file.path.display());
    }
    corpus::report("element words of Vulkan shaders", files.len());
}
