//! What people do to texts: leave out what follows, write it all the same, and add, delete and move items.

use std::collections::BTreeSet;

use bytes::Bytes;
use conformance::{corpus, fixtures, questions::keeping};
use formwork_formats::layout;
use formwork_schema::{Kind, Layout, Limits, Result, value};
use formwork_text::{
    diff::{Change, DiffOptions, Difference, diff, renumbered},
    json,
    outline::Outline,
    xml,
};
use serde_json::Value as Json;

/// The JSON form of a file.
fn decoded(layout: &Layout, bytes: &[u8]) -> Result<Json> {
    let document = value::read(layout, &Bytes::copy_from_slice(bytes), &keeping())?;
    let mut out = Vec::new();
    json::print(layout, &document.tree, &document.trailing, &mut out)?;
    Ok(serde_json::from_slice(&out).expect("our own JSON"))
}

fn as_xml(layout: &Layout, bytes: &[u8]) -> String {
    let document = value::read(layout, &Bytes::copy_from_slice(bytes), &keeping());
    let document = document.expect("a good file");
    let mut out = Vec::new();
    xml::print(layout, &document.tree, &document.trailing, &mut out).expect("memory");
    String::from_utf8(out).expect("XML is UTF-8")
}

fn encoded(layout: &Layout, json: &Json) -> Result<Vec<u8>> {
    json::encode(layout, &json.to_string())
}

fn fixture(path: &str) -> (&'static Layout, Vec<u8>) {
    let found = fixtures::all().into_iter().find(|one| one.path == path);
    let found = found.unwrap_or_else(|| panic!("no fixture {path}"));
    (layout(&found.format()).expect("a layout"), found.bytes)
}

/// Lists of the root whose items carry numbers.
fn numbered(layout: &Layout) -> Vec<&str> {
    let fields = layout.root().fields().iter();
    let numbered = fields.filter(|field| layout.is_numbered(field));
    numbered.map(|field| &*field.name).collect()
}

/// Every file of a format with numbered lists, with those of its lists that have several items.
fn each_numbered(mut work: impl FnMut(&str, &Layout, &[u8], &str)) -> usize {
    let mut one = |path: &str, format: &str, bytes: &[u8]| {
        let Some(layout) = layout(format) else { return };
        for list in numbered(layout) {
            let json = decoded(layout, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            if json["value"][list]
                .as_array()
                .is_some_and(|items| items.len() > 1)
            {
                work(path, layout, bytes, list);
            }
        }
    };
    for fixture in fixtures::all() {
        one(&fixture.path, &fixture.format(), &fixture.bytes);
    }
    let real = corpus::files();
    for file in &real {
        one(&file.path.display().to_string(), file.format, &file.bytes);
    }
    real.len()
}

/// Whether indices may count in either of two lists, so that nothing can move.
fn is_either(error: &formwork_schema::Error) -> bool {
    error
        .message()
        .contains("have moved, and this may count in them or in")
}

/// A file whose list stands the other way round.
fn reversed(layout: &Layout, bytes: &[u8], list: &str) -> Result<Vec<u8>> {
    let mut json = decoded(layout, bytes)?;
    let items = json["value"][list].as_array_mut();
    items.expect("a list").reverse();
    encoded(layout, &json)
}

#[test]
fn moved_items_take_their_indices_along() {
    let mut lists = 0;
    let real = each_numbered(|path, layout, bytes, list| {
        let reversed = |bytes: &[u8]| reversed(layout, bytes, list);
        let once = match reversed(bytes) {
            Ok(once) => once,
            Err(error) if is_either(&error) => return,
            Err(error) => panic!("{path}: {list}: {error}"),
        };
        let twice = reversed(&once).unwrap_or_else(|error| panic!("{path}: {list}: {error}"));
        assert!(twice == bytes, "{path}: {list}: other bytes came back");
        lists += 1;
    });
    assert!(lists > 1);
    corpus::report("moved items", real);
}

/// Whether every item of a list is told from the others: by a name of its own, or by what it holds.
fn are_told_apart(items: &[Json]) -> bool {
    let named = |item: &Json| match item.get("name") {
        Some(name) => name.to_string(),
        None => {
            let mut item = item.clone();
            item.as_object_mut().map(|item| item.remove("index"));
            item.to_string()
        }
    };
    items.iter().map(named).collect::<BTreeSet<_>>().len() == items.len()
}

/// What a comparison tells, references counted as the first file does; and whether that changed any.
fn told(layout: &Layout, a: &[u8], b: &[u8]) -> (Vec<Difference>, bool) {
    let [a, b] = [a, b].map(Bytes::copy_from_slice);
    let limits = Limits::default();
    let counted = renumbered(layout, &a, &b, &limits);
    let changed = counted.is_some();
    let b = counted.unwrap_or(b);
    let [a, b] = [&a, &b].map(|bytes| Outline::read(layout, bytes, &limits).expect("readable"));
    let mut all = Vec::new();
    let count = diff(&a, &b, DiffOptions::default(), &mut |one| {
        all.push(one.clone());
        Ok(())
    });
    assert!(count.expect("one format") > 0);
    (all, changed)
}

#[test]
fn what_moved_is_told_and_nothing_that_points_to_it() {
    let (mut lists, mut changed) = (0, 0);
    let real = each_numbered(|path, layout, bytes, list| {
        let json = decoded(layout, bytes).expect("a good file");
        let items = json["value"][list].as_array().expect("a list");
        let (true, Ok(moved)) = (are_told_apart(items), reversed(layout, bytes, list)) else {
            return;
        };
        let (told, is_changed) = told(layout, bytes, &moved);
        for one in told {
            let is_it = one.change == Change::Moved && one.path.starts_with(list);
            assert!(is_it, "{path}: {list} reversed, and {one:?}");
        }
        changed += usize::from(is_changed);
        lists += 1;
    });
    assert!(
        lists > 1 && changed > 1,
        "{lists} lists, {changed} renumbered"
    );
    corpus::report("moved items, compared", real);
}

/// Buffers are known by their bytes, in which bones are counted.
#[test]
fn lists_that_moved_together_are_told_apart() {
    let (layout, bytes) = fixture(SKINNED);
    let mut json = decoded(layout, &bytes).expect("a good file");
    let copy = |list: &str, json: &mut Json| {
        let mut other = json["value"][list][0].clone();
        other.as_object_mut().map(|other| other.remove("index"));
        let items = json["value"][list].as_array_mut().expect("a list");
        items.push(other);
    };
    copy("vertex_buffers", &mut json);
    json["value"]["vertex_buffers"][1]["vertices"][0]["position"][0] = 7.into();
    let a = encoded(layout, &json).expect("two buffers");
    let b = reversed(layout, &a, "bones").expect("bones move");
    let b = reversed(layout, &b, "vertex_buffers").expect("buffers move");
    let (told, _) = told(layout, &a, &b);
    let is_it = |one: &Difference| one.change == Change::Moved;
    assert!(told.iter().all(is_it), "{told:?}");
}

/// A bone is deleted, and what is moved by the last one still has its number.
#[test]
fn what_leads_nowhere_in_one_file_differs() {
    let (layout, mut json) = with_bones(4, 3);
    let vertices = json["value"]["vertex_buffers"][0]["vertices"].as_array_mut();
    for vertex in vertices.expect("vertices") {
        vertex["blend_indices"] = serde_json::json!([0, 0, 0, 3]);
    }
    let a = encoded(layout, &json).expect("a good file");
    let mut fewer = json.clone();
    bones(&mut fewer).remove(1);
    fewer["dangling"] = serde_json::json!(["blend_indices:3"]);
    for bone in bones(&mut fewer) {
        bone.as_object_mut().map(|bone| bone.remove("index"));
    }
    let b = encoded(layout, &fewer).expect("meant to lead nowhere");
    let (told, _) = told(layout, &a, &b);
    let is_it = |one: &Difference| one.path.contains("blend_indices") || !one.sums.is_empty();
    assert!(told.iter().any(is_it), "{told:?}");
}

#[test]
fn new_items_have_no_number_and_move_the_others() {
    let real = each_numbered(|path, layout, bytes, list| {
        let mut json = decoded(layout, bytes).expect("read before");
        let items = json["value"][list].as_array_mut().expect("a list");
        let mut new = items[0].clone();
        let members = new.as_object_mut().expect("a struct");
        members.remove("index");
        if let Some(name) = members.get_mut("name") {
            *name = "a name that no other item has".into();
        }
        items.insert(0, new);
        let longer = encoded(layout, &json);
        if longer.as_ref().is_err_and(is_either) {
            return;
        }
        let Ok(longer) = longer else {
            // What leads nowhere would lead to the last one now, or a byte cannot count so far.
            let json = decoded(layout, bytes).expect("read before");
            let dangles = json.get("dangling").is_some();
            let many = json["value"][list].as_array().expect("a list").len() > 254;
            assert!(dangles || many, "{path}: {list}");
            return;
        };
        let mut json = decoded(layout, &longer).unwrap_or_else(|error| panic!("{path}: {error}"));
        json["value"][list]
            .as_array_mut()
            .expect("a list")
            .remove(0);
        // The new item pointed to where the first one did, perhaps to itself.
        let shorter =
            encoded(layout, &json).unwrap_or_else(|error| panic!("{path}: {list}: {error}"));
        assert!(shorter == bytes, "{path}: {list}: other bytes came back");
    });
    corpus::report("new items", real);
}

const SKINNED: &str = "urho3d/model/umd2-skinned.mdl";

#[test]
fn an_index_to_what_is_gone_is_refused_with_both_places() {
    let (layout, bytes) = fixture(SKINNED);
    let text = as_xml(layout, &bytes);
    let (start, end) = (
        text.find("  <bone index=\"0\"").expect("a bone"),
        text.find("  <bone index=\"1\"").expect("a bone"),
    );
    let without = format!("{}{}", &text[..start], &text[end..]);
    let error = xml::encode(layout, &without).expect_err("the mapping points to it");
    assert_eq!(error.kind(), Kind::Invalid);
    assert_eq!(error.path(), "geometries[0].bone_mapping[1]");
    let line = |of: &str| {
        1 + without[..without.find(of).expect("there")]
            .matches('\n')
            .count() as u64
    };
    assert_eq!(
        error.line().map(|(line, _)| line),
        Some(line("<bone_mapping>"))
    );
    let both = format!(
        "no item of `bones` has the index 0; the list begins on line {}",
        line("<bone index")
    );
    assert_eq!(error.message(), both);

    let renamed = text.replace("name=\"hip\"", "name=\"pelvis\"");
    let error = xml::encode(layout, &renamed).expect_err("the parent is written by name");
    assert_eq!(error.path(), "bones[0].parent");
    assert!(
        error
            .message()
            .starts_with("no item of `bones` is called `hip`"),
        "{error}"
    );

    // Each number of a list has its own line.
    let apart = without.replacen("<bone_mapping>", "<bone_mapping>\n\n", 1);
    let apart = apart.replacen(" 0</bone_mapping>", "\n0</bone_mapping>", 1);
    let error = xml::encode(layout, &apart).expect_err("the mapping points to it");
    let lines = line("<bone_mapping>") + 3;
    assert_eq!(error.line(), Some((lines, 1)), "{apart}");

    let twice = text.replace("<bone index=\"1\"", "<bone index=\"0\"");
    let error = xml::encode(layout, &twice).expect_err("two have one number");
    assert_eq!(error.path(), "bones[1]");
    assert!(
        error
            .message()
            .contains("two items of `bones` have the index 0"),
        "{error}"
    );
}

#[test]
fn what_follows_may_be_said_and_must_be_right() {
    let (layout, bytes) = fixture(SKINNED);
    let text = as_xml(layout, &bytes);
    for name in ["vertex_count", "unknown_0x03", "<declared>", "<long>"] {
        assert!(!text.contains(name), "{name}");
    }
    assert!(!text.contains("<index_buffer index=\"0\" index_count"));
    let said = text.replace("<index_buffer ", "<index_buffer index_count=\"3\" ");
    assert!(xml::encode(layout, &said).expect("the right count") == bytes);
    let wrong = text.replace("<index_buffer ", "<index_buffer index_count=\"4\" ");
    let error = xml::encode(layout, &wrong).expect_err("a wrong count");
    assert_eq!(error.message(), "has 3 items where `index_count` is 4");
    assert!(error.line().is_some());
    let other = text.replacen("index=\"0\"/>", "index=\"0\" unknown_0x03=\"7\"/>", 1);
    let file = xml::encode(layout, &other).expect("any number");
    assert!(as_xml(layout, &file).contains("unknown_0x03=\"7\""));
}

#[test]
fn members_may_stand_in_any_order() {
    let (layout, bytes) = fixture(SKINNED);
    let mut json = decoded(layout, &bytes).expect("a good file");
    json.sort_all_objects();
    assert!(encoded(layout, &json).expect("sorted") == bytes);
    // What decides comes behind what it decides on.
    let text = json.to_string();
    let buffer = &json["value"]["vertex_buffers"][0];
    let (elements, vertices) = (
        buffer["elements"].to_string(),
        buffer["vertices"].to_string(),
    );
    let first = format!("\"elements\":{elements}");
    let last = format!("\"vertices\":{vertices}");
    let turned = text
        .replace(&first, "\u{1}")
        .replace(&last, &first)
        .replace('\u{1}', &last);
    assert_ne!(turned, text);
    assert!(json::encode(layout, &turned).expect("turned") == bytes);

    let text = as_xml(layout, &bytes);
    let part = |from: &str, to: &str| {
        let (start, end) = (
            text.find(from).expect("there"),
            text.find(to).expect("there") + to.len(),
        );
        text[start..end].to_owned()
    };
    let (elements, vertices) = (
        part("<elements>", "</elements>"),
        part("<vertices>", "</vertices>"),
    );
    let turned = text
        .replace(&elements, "\u{1}")
        .replace(&vertices, &elements)
        .replace('\u{1}', &vertices);
    assert!(xml::encode(layout, &turned).expect("turned") == bytes);
}

#[test]
fn mistakes_in_vertices_have_their_line() {
    let (layout, bytes) = fixture(SKINNED);
    let text = as_xml(layout, &bytes);
    let line = 1 + text[..text.find("<vertex ").expect("a vertex")]
        .matches('\n')
        .count() as u64;
    let cases = [
        ("normal=", "norml=", "`vertex` has no attribute `norml`"),
        (
            "normal=\"0 0 -1\" ",
            "",
            "`vertex` needs the attribute `normal`",
        ),
        (
            "normal=\"0 0 -1\"",
            "normal=\"0 0\"",
            "expected 3 numbers, found 2",
        ),
        (
            "color=\"1 2 3 255\"",
            "color=\"1 2 3 256\"",
            "`256` does not fit u8",
        ),
    ];
    for (from, to, message) in cases {
        let broken = text.replacen(from, to, 1);
        let error = xml::encode(layout, &broken).expect_err(to);
        assert!(error.message().contains(message), "{to}: {error}");
        assert_eq!(
            error.line().map(|(line, _)| line),
            Some(line),
            "{to}: {error}"
        );
    }
    let broken = text.replace("index_size=\"4\"", "index_size=\"3\"");
    let error = xml::encode(layout, &broken).expect_err("indices of three bytes");
    assert!(
        error
            .message()
            .contains("`index_size == 2`, `index_size == 4`"),
        "{error}"
    );
}

/// The texts of some fixtures from before the first release.
#[test]
fn texts_of_the_first_form_read_or_say_why_not() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/form1");
    for (name, fits) in [
        ("urho3d/model/umd2-skinned.mdl", true),
        ("urho3d/model/umdl-plain.mdl", true),
        ("urho3d/model/umdl-full-mask.mdl", false),
        ("urho3d/animation/uan2-2-early.ani", true),
        ("horde3d/animation/h3da-2-full-name.anim", true),
    ] {
        let (layout, bytes) = fixture(name);
        let stem = name.rsplit(['/', '.']).nth(1).expect("a name");
        let read = |extension: &str| {
            let path = format!("{folder}/{stem}.{extension}");
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        let both = [
            xml::encode(layout, &read("xml")),
            json::encode(layout, &read("json")),
        ];
        for read in both {
            match read {
                Ok(read) => assert!(fits && read == bytes, "{name}"),
                Err(error) => {
                    assert!(!fits, "{name}: {error}");
                    assert!(error.advice().contains("form 1"), "{name}: {error}");
                }
            }
        }
    }
}

#[test]
fn a_text_of_a_later_form_is_refused() {
    let (layout, bytes) = fixture(SKINNED);
    let text = as_xml(layout, &bytes).replace("formwork=\"2\"", "formwork=\"3\"");
    let error = xml::encode(layout, &text).expect_err("a later form");
    assert_eq!(error.kind(), Kind::Unsupported);
    let mut json = decoded(layout, &bytes).expect("a good file");
    json["formwork"] = 3.into();
    let error = encoded(layout, &json).expect_err("a later form");
    assert_eq!(error.kind(), Kind::Unsupported);
}

/// Text for each byte of a model whose vertices a list describes, at most.
const MOST: f64 = 4.2;

#[test]
fn the_text_of_a_model_stays_small() {
    let mut models = 0;
    for file in corpus::files() {
        // Names and tags weigh more in small files.
        if file.format != "urho3d.model" || file.bytes.len() < 1 << 16 {
            continue;
        }
        let layout = layout(file.format).expect("a layout");
        let text = as_xml(layout, &file.bytes).len() as f64;
        let times = text / file.bytes.len() as f64;
        assert!(times <= MOST, "{}: {times}", file.path.display());
        models += 1;
    }
    corpus::report("small texts", models);
}

/// The example of the page on texts is a model that reads.
#[test]
fn the_page_on_texts_holds() {
    let page = include_str!("../docs/texts.md");
    let (_, text) = page.split_once("```xml\n").expect("an example");
    let (text, _) = text.split_once("```").expect("its end");
    let layout = layout("urho3d.model").expect("a layout");
    let file = xml::encode(layout, text).expect("an example that is right");
    let again = as_xml(layout, &file);
    let flat = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(flat(&again), flat(text));
}

/// A model with so many bones, whose vertices count them themselves, each vertex the first ones and `last`.
fn with_bones(count: usize, last: usize) -> (&'static Layout, Json) {
    let (layout, bytes) = fixture(SKINNED);
    let mut json = decoded(layout, &bytes).expect("a good file");
    let value = &mut json["value"];
    value["geometries"][0]["bone_mapping"] = Json::Array(Vec::new());
    let bone = value["bones"][0].clone();
    let bones = (0..count).map(|place| {
        let mut bone = bone.clone();
        let name = format!("bone{place}");
        (bone["index"], bone["name"], bone["parent"]) =
            (place.into(), name.as_str().into(), name.into());
        bone
    });
    value["bones"] = bones.collect();
    for vertex in value["vertex_buffers"][0]["vertices"]
        .as_array_mut()
        .expect("vertices")
    {
        vertex["blend_indices"] = serde_json::json!([0, 1, 2, last]);
    }
    (layout, json)
}

fn blend_indices(layout: &Layout, file: &[u8]) -> Json {
    let json = decoded(layout, file).expect("our own file");
    json["value"]["vertex_buffers"][0]["vertices"][0]["blend_indices"].clone()
}

fn bones(json: &mut Json) -> &mut Vec<Json> {
    json["value"]["bones"].as_array_mut().expect("bones")
}

#[test]
fn an_index_that_no_longer_fits_is_refused() {
    let (layout, mut json) = with_bones(257, 3);
    encoded(layout, &json).expect("in their order");
    let first = bones(&mut json).remove(0);
    bones(&mut json).push(first);
    let error = encoded(layout, &json).expect_err("256 in a byte");
    assert!(
        error
            .message()
            .contains("has the index 256 now, which does not fit"),
        "{error}"
    );
    assert!(
        error.path().starts_with("vertex_buffers[0].vertices"),
        "{error}"
    );
}

#[test]
fn the_last_number_of_a_byte_is_an_index_too() {
    let (layout, mut json) = with_bones(256, 255);
    encoded(layout, &json).expect("all there");
    bones(&mut json).pop();
    let error = encoded(layout, &json).expect_err("255 is gone");
    assert!(
        error
            .message()
            .contains("no item of `bones` has the index 255"),
        "{error}"
    );
    json["dangling"] = serde_json::json!(["blend_indices:255", "parents:1"]);
    let error = encoded(layout, &json).expect_err("a name that nothing has");
    assert!(
        error
            .message()
            .contains("lists `parents:1`, which is no index of this format"),
        "{error}"
    );
    json["dangling"] = serde_json::json!(["blend_indices:255"]);
    let file = encoded(layout, &json).expect("meant to lead nowhere");
    assert_eq!(
        decoded(layout, &file).expect("our own file")["dangling"],
        json["dangling"]
    );
}

#[test]
fn what_led_nowhere_leads_to_no_new_item_unasked() {
    let (layout, mut json) = with_bones(4, 3);
    let mut new = bones(&mut json).pop().expect("four");
    json["dangling"] = serde_json::json!(["blend_indices:3"]);
    encoded(layout, &json).expect("meant to lead nowhere");
    new["index"] = 3.into();
    for has_number in [true, false] {
        let mut with = json.clone();
        if !has_number {
            new.as_object_mut().expect("a struct").remove("index");
        }
        bones(&mut with).push(new.clone());
        let error = encoded(layout, &with).expect_err("it would lead there");
        let said = "3 led nowhere, and would lead to an item that was added to `bones`";
        assert_eq!(error.message(), said);
        assert!(
            error
                .advice()
                .contains("take `blend_indices:3` out of `dangling`")
        );
    }
    // As the remedy says.
    new["index"] = 3.into();
    bones(&mut json).push(new);
    json.as_object_mut()
        .expect("an envelope")
        .remove("dangling");
    encoded(layout, &json).expect("meant to lead to the new one");
}

#[test]
fn indices_of_single_precision_are_renumbered() {
    let (layout, mut json) = with_bones(4, 3);
    let elements = &mut json["value"]["vertex_buffers"][0]["elements"];
    elements[0]["type"] = "VECTOR4".into();
    let file = encoded(layout, &json).expect("in their order");
    let mut json = decoded(layout, &file).expect("our own file");
    bones(&mut json).reverse();
    let file = encoded(layout, &json).expect("moved");
    assert_eq!(
        blend_indices(layout, &file),
        serde_json::json!([3, 2, 1, 0])
    );
}

#[test]
fn what_may_count_in_either_of_two_lists_is_not_moved_silently() {
    let (layout, mut json) = with_bones(4, 3);
    let mut second = json["value"]["geometries"][0].clone();
    second["bone_mapping"] = serde_json::json!([1, 2]);
    json["value"]["geometries"]
        .as_array_mut()
        .expect("geometries")
        .push(second);
    json["value"]["geometry_centers"] = serde_json::json!([[0, 0, 0], [0, 0, 0]]);
    let file = encoded(layout, &json).expect("in their order");
    assert_eq!(
        blend_indices(layout, &file),
        serde_json::json!([0, 1, 2, 3])
    );
    let mut moved = json.clone();
    bones(&mut moved).reverse();
    let error = encoded(layout, &moved).expect_err("moved");
    assert!(
        error.message().contains("items of `bones` have moved"),
        "{error}"
    );
    bones(&mut json).pop();
    let error = encoded(layout, &json).expect_err("gone");
    assert!(
        error
            .message()
            .contains("no item of `bones` has the index 3"),
        "{error}"
    );
}

#[test]
fn variants_may_be_named_all_the_same() {
    let (layout, bytes) = fixture(SKINNED);
    let text = as_xml(layout, &bytes);
    let named = text.replace(
        "<indices>0 1 2</indices>",
        "<indices><long>0 1 2</long></indices>",
    );
    assert_ne!(named, text);
    assert!(xml::encode(layout, &named).expect("the right one") == bytes);
    let wrong = named.replace("long>", "short>");
    let error = xml::encode(layout, &wrong).expect_err("another one");
    assert!(error.message().contains("found `<short>`"), "{error}");
    let mut json = decoded(layout, &bytes).expect("a good file");
    let buffer = &mut json["value"]["index_buffers"][0];
    buffer["indices"] = serde_json::json!({ "long": buffer["indices"] });
    assert!(encoded(layout, &json).expect("the right one") == bytes);
}

/// A format whose points are described by a list, as a descriptor; `points` says where they are.
fn described(points: &str) -> Layout {
    let text = format!(
        r#"<layout formwork="1" format="my.points" extensions="points" recognised="on request">
  <struct name="Points">
    <count name="kind_count" type="u8" of="kinds"/>
    <list name="kinds" type="Kind" count="kind_count" item="kind"/>
    <field name="data" type="Data" args="each(kinds, kind)"/>
  </struct>
  <struct name="Data" params="kinds">{points}</struct>
  <struct name="Point" params="kinds">
    <list name="parts" type="Part" count="len(kinds)" args="item(kinds)" named_by="kinds: meaning number" words="place size"/>
  </struct>
  <struct name="Kind">
    <field name="kind" type="u8"/>
    <field name="meaning" type="u8"/>
    <field name="number" type="u8"/>
  </struct>
  <struct name="Part" params="kind">
    <variant name="byte" when="kind == 0" shape="newtype"><field name="0" type="u8"/></variant>
    <variant name="word" when="kind == 1" shape="newtype"><field name="0" type="u16"/></variant>
  </struct>
</layout>"#
    );
    formwork_export::descriptor::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Lists may describe what is further in, and what no list holds keeps its own form.
#[test]
fn described_structs_come_back_wherever_they_are() {
    let bytes = [
        2, 0, 0, 0, 1, 1, 0, /* two points */ 2, 7, 1, 2, 8, 3, 4,
    ];
    let list = r#"<count name="n" type="u8" of="points"/><packed name="points" type="Point" count="n" args="kinds" item="point"/>"#;
    let single = r#"<field name="first" type="u16"/><field name="point" type="Point" args="kinds"/><blob name="rest" count="to end"/>"#;
    for (points, said) in [
        (list, r#"<point place="7" size="513"/>"#),
        (single, "<parts>1</parts>"),
    ] {
        let layout = described(points);
        let text = as_xml(&layout, &bytes);
        assert!(text.contains(said), "{text}");
        assert!(
            xml::encode(&layout, &text).unwrap_or_else(|error| panic!("{error}\n{text}")) == bytes
        );
        let json = decoded(&layout, &bytes).expect("a good file");
        assert!(encoded(&layout, &json).unwrap_or_else(|error| panic!("{error}\n{json}")) == bytes);
    }
}

#[test]
fn the_size_of_a_package_follows_its_files() {
    for name in ["upak-two", "rpak-two", "upak-appended"] {
        let (layout, bytes) = fixture(&format!("urho3d/package/{name}.pak"));
        let text = as_xml(layout, &bytes);
        assert!(!text.contains("size=\"true\"") && !text.contains("package_size"));
        let first = "<entry name=\"Scripts/Main.as\"";
        let another = format!("<entry name=\"c\" offset=\"0\" size=\"0\" checksum=\"0\"/>{first}");
        let longer = xml::encode(layout, &text.replacen(first, &another, 1)).expect("encodes");
        assert_eq!(longer.len(), bytes.len() + 14, "{name}");
        let size = |file: &[u8]| {
            let last = file.last_chunk().expect("a size");
            u32::from_le_bytes(*last)
        };
        assert_eq!(size(&longer), size(&bytes) + 14, "{name}");
        // As texts said it before.
        let said = |size: u32| {
            text.replacen(
                "formwork=\"2\"",
                &format!("formwork=\"2\" package_size=\"{size}\""),
                1,
            )
        };
        let again = xml::encode(layout, &said(size(&bytes))).expect("the right size");
        assert_eq!(again, bytes, "{name}");
        let error = xml::encode(layout, &said(size(&bytes) + 1)).expect_err("another size");
        assert_eq!(error.kind(), Kind::Invalid, "{name}: {error}");
        // Behind a program no package is found at all.
        if name != "upak-appended" {
            assert_eq!(error.path(), "package_size", "{error}");
        }
    }
}

#[test]
fn a_package_without_its_size_says_so() {
    let (layout, bytes) = fixture("urho3d/package/upak-no-size.pak");
    let text = as_xml(layout, &bytes);
    let sized = text.replacen(" without_size=\"true\"", "", 1);
    let size = bytes.len() as u32 + 4;
    let with_size = [&*bytes, &size.to_le_bytes()].concat();
    assert_eq!(xml::encode(layout, &sized).expect("encodes"), with_size);
    // What looks like a size is one.
    let size = bytes.len() as u32 + 6;
    let more = [&b"."[..], b".", &size.to_le_bytes()].concat();
    let mut all = bytes.clone();
    all.extend(&more);
    let document = value::read(layout, &Bytes::from(all.clone()), &keeping()).expect("reads");
    let mut out = Vec::new();
    xml::print(layout, &document.tree, &document.trailing, &mut out).expect("memory");
    let found = String::from_utf8(out).expect("XML is UTF-8");
    assert!(!found.contains("without_size"), "{found}");
    assert_eq!(xml::encode(layout, &found).expect("encodes"), all);
}
