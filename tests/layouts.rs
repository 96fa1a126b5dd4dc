//! What every schema line means for descriptors, XSDs, dumps and XML: locked in `snapshots/`.

use conformance::{
    fixtures::{self, Fixture},
    locked,
    questions::{AsXml, File, ask},
};
use formwork_export::{descriptor, xsd};
use formwork_formats::{layout, layouts};
use formwork_text::dump::{DumpOptions, dump};

fn dumped(fixture: &Fixture) -> String {
    let layout = layout(&fixture.format()).expect("fixtures have a format");
    let mut out = Vec::new();
    dump(layout, &fixture.bytes, &DumpOptions::default(), &mut out)
        .unwrap_or_else(|error| panic!("{}: {error}", fixture.path));
    String::from_utf8(out).expect("dumps are UTF-8")
}

#[test]
fn names_of_structs_are_unique() {
    for layout in layouts() {
        let twice = layout.ambiguous_names();
        assert!(twice.is_empty(), "{}: {twice:?}", &layout.format);
    }
}

#[test]
fn layouts_are_locked() {
    for layout in layouts() {
        locked(&layout.format, "layout.xml", &descriptor::print(layout));
        locked(&layout.format, "instance.xsd", &xsd::print(layout));
    }
}

#[test]
fn a_descriptor_read_back_is_the_derived_layout() {
    for layout in layouts() {
        let read = descriptor::parse(&descriptor::print(layout)).expect("our own descriptor");
        assert!(read == *layout, "{}", &layout.format);
        assert_eq!(descriptor::print(&read), descriptor::print(layout));
    }
}

#[test]
fn dumps_are_locked() {
    for fixture in fixtures::all() {
        locked(
            &fixture.format(),
            &format!("{}.dump", fixture.name()),
            &dumped(&fixture),
        );
    }
}

#[test]
fn xml_is_locked() {
    for fixture in fixtures::all() {
        let file = File {
            format: &fixture.format(),
            bytes: &fixture.bytes,
        };
        let xml = ask(&AsXml, file).unwrap_or_else(|error| panic!("{}: {error}", fixture.path));
        locked(&fixture.format(), &format!("{}.xml", fixture.name()), &xml);
    }
}
