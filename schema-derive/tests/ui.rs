//! The messages that people see: one mistake per file, under the tokens that it is about.

//!
//! Some cases say `#[rustfmt::binrw]`: an attribute of a tool, which does nothing, so that binrw's own complaints
//! do not hide ours.

#[test]
fn mistakes_are_explained() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/pass/*.rs");
}
