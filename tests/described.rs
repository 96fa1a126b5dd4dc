//! What reading and writing along a layout cost that is a file: such layouts have what none of our own formats has.

use bytes::Bytes;
use conformance::counting::cost;
use formwork_export::descriptor;
use formwork_formats::package::sdbm;
use formwork_schema::{Layout, Limits, read::ReadOptions, value};

fn layout(fields: &str) -> Layout {
    let text = format!(
        r#"<layout formwork="2" format="test.costs" extensions="costs" recognised="by extension">{fields}</layout>"#
    );
    descriptor::parse(&text).expect("a layout")
}

/// A file of parts, each with a checksum behind what has its size in front.
fn parts(count: usize, length: usize) -> Bytes {
    let mut file = Vec::new();
    for part in 0..count {
        let data = vec![part as u8; length];
        file.extend((length as u32).to_le_bytes());
        file.extend(&data);
        file.extend(sdbm::hash(&data).to_le_bytes());
    }
    file.into()
}

#[test]
fn many_checksums_cost_no_more_than_what_they_cover() {
    let layout = layout(
        r#"<struct name="File" endian="little"><list name="parts" type="Part" count="to end"/></struct>
        <struct name="Part">
            <count name="size" type="u32" of="data"/>
            <field name="data" type="Data" size="size"/>
            <field name="sum" type="u32" checksum="sdbm(data)"/>
        </struct>
        <struct name="Data"><blob name="bytes" count="to end"/></struct>"#,
    );
    let compared = |count, length| {
        let file = parts(count, length);
        let document = value::read(&layout, &file, &ReadOptions::default()).expect("it is right");
        cost(|| assert!(value::is_written_as(&layout, &document, &file)))
    };
    for length in [10, 5_000] {
        let (once, twice) = (compared(500, length), compared(1_000, length));
        assert!(
            twice.bytes <= once.bytes * 5 / 2,
            "{length}: {once:?} {twice:?}"
        );
        assert!(twice.peak <= 1 << 18, "{length}: {twice:?}");
    }
}

#[test]
fn lists_inside_of_lists_take_memory_for_what_is_there() {
    const DEPTH: usize = 50;
    let layout = layout(
        r#"<struct name="File" endian="little">
            <count name="count" type="u32" of="nodes"/>
            <list name="nodes" type="Node" count="count"/>
        </struct>
        <struct name="Node">
            <count name="count" type="u32" of="nodes"/>
            <list name="nodes" type="Node" nested="true" count="count"/>
        </struct>"#,
    );
    // Each says that it has as many items as fit behind it, and the last one more.
    let mut file: Vec<u8> = [100_000_u32; DEPTH]
        .iter()
        .flat_map(|count| count.to_le_bytes())
        .collect();
    file.resize(1 << 20, 0xff);
    let file = Bytes::from(file);
    let taken = cost(|| {
        let read = value::read(
            &layout,
            &file,
            &ReadOptions {
                limits: Limits::default(),
                ..ReadOptions::default()
            },
        );
        assert!(read.is_err());
    });
    assert!(taken.peak < 2 * file.len(), "{taken:?}");
}
