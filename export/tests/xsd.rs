//! The XSD of a format accepts the XML form of its files and nothing else.

use crate::common::{animation, archive, validates};
use formwork_export::xsd;
use formwork_schema::Layout;

#[track_caller]
fn accepts(layout: &Layout, xml: &str) {
    let schema = xsd::print(layout);
    if let Some(verdict) = validates(&schema, xml) {
        verdict.unwrap_or_else(|said| panic!("{said}\n{xml}\n{schema}"));
    }
}

#[track_caller]
fn refuses(layout: &Layout, xml: &str, why: &str) {
    if let Some(verdict) = validates(&xsd::print(layout), xml) {
        let said = verdict.expect_err(xml);
        assert!(said.contains(why), "{said}");
    }
}

const CLIP: &str = r#"<urho3d.animation formwork="2" version="UAN2 3" name="Walk" length="1.5">
  <track name="Hip" channels="POSITION SCALE 0x80" weight="1e-7">
    <keyframe time="0" position="0 -0 1.5" scale="NaN nan:0x7fc00001 -inf"/>
    <keyframe time="inf" rotation="1 0 0 0"/>
  </track>
  <track name="" channels=""/>
  <trailing>AAEC</trailing>
</urho3d.animation>"#;

/// The clip with one thing replaced.
fn clip(from: &str, to: &str) -> String {
    assert!(CLIP.contains(from), "{from}");
    CLIP.replacen(from, to, 1)
}

#[test]
fn clips_are_accepted() {
    let layout = animation();
    accepts(&layout, CLIP);
    accepts(&layout, &clip("UAN2 3", "UANI"));
    accepts(&layout, &clip("UAN2 3", "\\x00\\xff 400"));
    accepts(&layout, &clip("<trailing>AAEC</trailing>", ""));
    accepts(
        &layout,
        r#"<urho3d.animation formwork="2" version="UANI" name="" length="0"/>"#,
    );
}

#[test]
fn other_clips_are_refused() {
    let layout = animation();
    refuses(&layout, &clip("UAN2 3", "UAN2 5"), "pattern");
    refuses(&layout, &clip(" name=\"Walk\"", ""), "'name' is required");
    refuses(
        &layout,
        &clip("length=\"1.5\"", "length=\"long\""),
        "'length'",
    );
    refuses(&layout, &clip("0x80", "0x180"), "'channels'");
    refuses(&layout, &clip("SCALE", "SIZE"), "'channels'");
    refuses(&layout, &clip("0 -0 1.5", "0 1"), "'position'");
    refuses(&layout, &clip("nan:0x7fc00001", "nan:0x7f"), "'scale'");
    refuses(
        &layout,
        &clip("<trailing>AAEC</trailing>", "<trailing>AAE</trailing>"),
        "base64",
    );
    refuses(
        &layout,
        &clip("<track name=\"\"", "<trailing/><track name=\"\""),
        "not expected",
    );
    refuses(
        &layout,
        &clip("time=\"0\"", "time=\"0\" track_count=\"1\""),
        "track_count",
    );
}

const ARCHIVE: &str = r#"<test.archive formwork="2" reading="old" size="7" kind="FLOAT" other="BIG" title="a\xff" title_padding="AQ=="
    is_set="true" offset="300">
  <value><float>1</float></value>
  <entry weight="1">
    <inner><list><value><none/></value><value><name name_padding="AQ==">x</name></value></list></inner>
    <entry/>
    <leaves><entry/></leaves>
  </entry>
  <entry weight="255">
    <inner><box weight="0"><inner><numbers>1 2 255</numbers></inner><entry/><leaves/></box></inner>
    <entry/>
    <leaves/>
  </entry>
  <olds><old weight="1"><inner><other><raw>AAEC</raw></other></inner><entry/><leaves/></old></olds>
  <indices>1 2 65535</indices>
  <label>a b</label>
  <label/>
  <slot slot_padding="AQ==">x</slot>
  <slot/>
  <tail/>
  <trailing/>
</test.archive>"#;

fn changed(from: &str, to: &str) -> String {
    assert!(ARCHIVE.contains(from), "{from}");
    ARCHIVE.replacen(from, to, 1)
}

#[test]
fn archives_are_accepted() {
    let layout = archive();
    accepts(&layout, ARCHIVE);
    accepts(&layout, &changed("FLOAT", "-7"));
    accepts(&layout, &changed("is_set=\"true\"", "is_set=\"2\""));
    let (before, rest) = ARCHIVE.split_once("<olds>").unwrap();
    let (_, after) = rest.split_once("</olds>").unwrap();
    accepts(&layout, &[before, after].concat());
}

#[test]
fn other_archives_are_refused() {
    let layout = archive();
    refuses(&layout, &changed("old\"", "new\""), "'reading'");
    refuses(&layout, &changed("FLOAT", "40000"), "'kind'");
    refuses(
        &layout,
        &changed("is_set=\"true\"", "is_set=\"yes\""),
        "'is_set'",
    );
    refuses(&layout, &changed("a\\xff", &"a".repeat(33)), "'title'");
    refuses(&layout, &changed("<float>1</float>", ""), "Missing child");
    refuses(
        &layout,
        &changed("<float>1</float>", "<float>1</float><none/>"),
        "not expected",
    );
    refuses(
        &layout,
        &changed("<float>1</float>", "<none>1</none>"),
        "none",
    );
    refuses(&layout, &changed("1 2 65535", "1 2"), "length");
    refuses(&layout, &changed("1 2 65535", "1 2 65536"), "unsignedShort");
    refuses(&layout, &changed("1 2 255", "1 2 256"), "unsignedByte");
    refuses(&layout, &changed("<slot/>", ""), "Expected is");
    refuses(&layout, &changed("<leaves/>", ""), "leaves");
    refuses(&layout, &changed("<tail/>", ""), "tail");
    refuses(
        &layout,
        &changed("weight=\"1\"", "weight=\"256\""),
        "unsignedByte",
    );
    refuses(&layout, &changed("offset=", "left=\"1\" offset="), "left");
}

#[test]
fn docs_are_annotations() {
    let schema = xsd::print(&animation());
    for line in [
        r#"  <xs:element name="urho3d.animation">"#,
        r#"  <xs:complexType name="Track">"#,
        r#"    <xs:attribute name="weight" type="f32">"#,
        r#"      <xs:annotation><xs:documentation>Blend weight.</xs:documentation></xs:annotation>"#,
        r#"      <xs:element name="keyframe" type="Keyframe" minOccurs="0" maxOccurs="unbounded"/>"#,
    ] {
        assert!(schema.lines().any(|one| one == line), "{line}\n{schema}");
    }
}

#[test]
fn descriptors_with_mistakes_are_refused() {
    let xml = formwork_export::descriptor::print(&animation());
    for (from, to, why) in [
        ("type=\"f32\"", "kind=\"f32\"", "kind"),
        ("<count", "<counter", "counter"),
        ("repr=\"u8\"", "repr=\"f32\"", "repr"),
        ("style=\"tuple\"", "style=\"record\"", "style"),
        ("name=\"Vec3\"", "name=\"Quat\"", "Duplicate"),
        ("bytes=\"0x00ff\"", "bytes=\"0x00f\"", "bytes"),
        ("formwork=\"1\"", "formwork=\"3\"", "formwork"),
    ] {
        assert!(xml.contains(from), "{from}");
        if let Some(verdict) = validates(
            formwork_export::descriptor::xsd(),
            &xml.replacen(from, to, 1),
        ) {
            let said = verdict.expect_err(to);
            assert!(said.contains(why), "{said}");
        }
    }
}
