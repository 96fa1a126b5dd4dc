//! Hostile counts cost an error and no memory, and estimates hold: these tests run under an allocator that counts.

use bytes::Bytes;
use conformance::{corpus, counting::cost, fixtures, grown, questions::keeping, texts};
use formwork_convert::{Input, NoFiles, Options, Output, Request, Target, convert};
use formwork_files::{Form, Proof, Side, forms, prove};
use formwork_formats::{FormatVisitor, GameFormat, Profile, dispatch, format, layout, open_as};
use formwork_schema::{
    Kind, Layout, Limits, Result,
    layout::Encoding,
    read, value,
    walk::{self, Leaf, Visitor, WalkOptions},
};
use formwork_text::diff::{DiffOptions, diff};

/// The most memory that `work` had at once, beyond what there was before.
fn peak<R>(work: impl FnOnce() -> R) -> usize {
    cost(work).peak
}

/// Where numbers that count something stand.
#[derive(Default)]
struct Counts(Vec<(u64, u64, String, bool)>);

impl Visitor for Counts {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> formwork_schema::Result<()> {
        let name = &leaf.field.name;
        if !leaf.field.counts.is_empty() || *name == "frame_count" || *name == "vertex_count" {
            let counts_list = !leaf.field.counts.is_empty();
            let path = leaf.path.to_string();
            self.0
                .push((leaf.range.start, leaf.range.end, path, counts_list));
        }
        Ok(())
    }
}

/// Whether a number that counts a list stands there.
fn is_count(layout: &Layout, bytes: &[u8], at: u64) -> bool {
    let mut counts = Counts::default();
    let _ = walk::walk(layout, bytes, &WalkOptions::default(), &mut counts);
    let mut counts = counts.0.into_iter();
    counts.any(|(start, _, _, counts_list)| start == at && counts_list)
}

struct Read<'a>(&'a Bytes);

impl FormatVisitor for Read<'_> {
    type Output = bool;

    fn run<T: GameFormat>(self) -> bool {
        read::document::<T>(self.0, &keeping()).is_ok()
    }
}

#[test]
fn the_greatest_count_in_every_count_field_costs_nothing() {
    /// What a small file may cost: its tree, an error, and the walk that finds it.
    const ENOUGH: usize = 64 << 10;
    let mut asked = 0;
    for fixture in fixtures::all() {
        let layout = layout(&fixture.format()).expect("a known format");
        let mut counts = Counts::default();
        walk::walk(layout, &fixture.bytes, &WalkOptions::default(), &mut counts).expect("walks");
        for (start, end, path, counts_list) in counts.0 {
            // In a `Vle` this is five bytes of it; what follows makes room.
            let greatest: &[u8] = match end - start {
                4 => &[0xff; 4],
                _ => &[0xff, 0xff, 0xff, 0xff, 0x0f],
            };
            let bytes: Bytes = [
                &fixture.bytes[..start as usize],
                greatest,
                &fixture.bytes[end as usize..],
            ]
            .concat()
            .into();
            let mut reads = None;
            let cost = peak(|| reads = dispatch(&fixture.format(), Read(&bytes)));
            // A plain number may count nothing: no entity is stored frame by frame. A file may be whole by another reading, in which this is
            // no count: of an ambiguous format, or of one that looks ahead whether it can be one.
            assert!(
                !counts_list || reads == Some(false) || !is_count(layout, &bytes, start),
                "{}, {path}: reads",
                fixture.path
            );
            assert!(
                cost < ENOUGH,
                "{}, {path} at {start:#x}: {cost} bytes",
                fixture.path
            );
            let through_reader = peak(|| dispatch(&fixture.format(), FromReader(&bytes)));
            assert!(
                through_reader < ENOUGH + (1 << 20),
                "{}, {path}: {through_reader} bytes",
                fixture.path
            );
            asked += 1;
        }
    }
    assert!(asked > 50, "only {asked} counts were tried");
}

#[test]
fn pictures_that_claim_too_much_cost_nothing() {
    use conformance::fixtures::pictures;
    let mut asked = 0;
    let bombs = pictures::all()
        .into_iter()
        .filter(|file| file.name.starts_with("bomb"));
    for file in bombs {
        let cost = peak(|| {
            formwork_pixels::picture(file.kind, &file.bytes, &Limits::default())
                .expect_err(file.name)
        });
        assert!(cost < 1 << 20, "{}: {cost} bytes", file.name);
        asked += 1;
    }
    for fixture in fixtures::all()
        .iter()
        .filter(|fixture| fixture.name().ends_with("bomb"))
    {
        let cost = peak(|| conformance::fuzz::pixels(&fixture.bytes));
        assert!(cost < 1 << 20, "{}: {cost} bytes", fixture.path);
        asked += 1;
    }
    assert!(asked > 8, "only {asked} were tried");
}

struct FromReader<'a>(&'a Bytes);

impl FormatVisitor for FromReader<'_> {
    type Output = bool;

    fn run<T: GameFormat>(self) -> bool {
        read::from_reader::<T, _>(&mut std::io::Cursor::new(&self.0[..])).is_ok()
    }
}

#[test]
fn reading_without_copying_costs_little_more_than_the_structure() {
    let clip = conformance::fixtures::large_clip(10, 10_000);
    let length = clip.len();
    let bytes = Bytes::from(clip);
    let cost = peak(|| {
        read::from_bytes::<formwork_formats::urho3d::Animation>(bytes.clone()).expect("reads")
    });
    assert!(cost < length / 50, "{cost} bytes for a file of {length}");
    let owned =
        peak(|| read::from_slice::<formwork_formats::urho3d::Animation>(&bytes).expect("reads"));
    assert!(
        owned < length + length / 20,
        "{owned} bytes for a file of {length}"
    );
}

/// A clip with one variant track of one keyframe: a list of this many values that take one byte each, at least 2²¹.
fn many_values(count: u32) -> Vec<u8> {
    let mut bytes = b"UAN2\x04\0\0\0\0".to_vec();
    bytes.extend(1_f32.to_le_bytes());
    bytes.extend([0, 0, 0, 0, 1, 0, 0, 0]);
    // No name, a list, no interpolation; tension and weight; one keyframe at the start.
    bytes.extend([0, 16, 0]);
    bytes.extend([0; 8]);
    bytes.extend([1, 0, 0, 0, 0, 0, 0, 0]);
    let groups = [count & 0x7f, count >> 7 & 0x7f, count >> 14 & 0x7f];
    bytes.extend(groups.map(|group| group as u8 | 0x80));
    bytes.push((count >> 21) as u8);
    bytes.extend(vec![0; count as usize]);
    bytes
}

#[test]
fn values_of_one_byte_cost_a_small_multiple() {
    let bytes = Bytes::from(many_values(1 << 21));
    let length = bytes.len();
    let cost = peak(|| {
        read::from_bytes::<formwork_formats::urho3d::Animation>(bytes.clone()).expect("reads")
    });
    let times = cost / length;
    assert!(times < 50, "{times} times the file");
}

/// Documents of every format, with as much in their root as makes them so long.
fn documents(length: usize) -> Vec<(String, Bytes)> {
    let all = texts::read().into_iter().filter_map(|fixture| {
        let layout = format(&fixture.format())?.document();
        let one = grown::document(&fixture.bytes, 1).filter(|_| layout.is_some())?;
        let grown = grown::document(&fixture.bytes, length.div_ceil(one.len()))?;
        Some((fixture.path, grown))
    });
    all.collect()
}

fn within(memory: usize) -> Limits {
    Limits {
        memory: memory as u64,
        ..Limits::default()
    }
}

/// Asks that work is refused with less memory than it takes, and not with so many times as much.
fn is_known_before(name: &str, times: usize, work: impl Fn(&Limits) -> Result<()>) {
    let taken = peak(|| work(&Limits::default()));
    let refused = work(&within(taken - 1)).map_err(|error| error.kind());
    assert_eq!(refused, Err(Kind::Limit), "{name} takes {taken} bytes");
    let allowed = work(&within(taken * times));
    assert!(allowed.is_ok(), "{name} takes {taken} bytes: {allowed:?}");
}

#[test]
fn what_documents_take_is_known_before() {
    let mut asked = 0;
    for (name, bytes) in documents(1 << 14) {
        let id = name.rsplit_once('/').expect("a folder").0.replace('/', ".");
        let known = format(&id).expect("a known format");
        let read = |limits: &Limits| known.read(&bytes, limits);
        let check = |limits: &Limits| read(limits)?.prove(&bytes, limits, &mut |_| {});
        if read(&Limits::default()).is_err() {
            continue;
        }
        is_known_before(&name, 6, |limits| read(limits).map(drop));
        is_known_before(&name, 10, check);
        is_known_before(&name, 6, |limits| {
            read(limits).map(|tree| drop(tree.inspect()))
        });
        // What is refused costs no more than the tags.
        let refused = peak(|| read(&within(bytes.len() * 12)));
        assert!(
            refused < bytes.len() * 12 + (64 << 10),
            "{name}: {refused} bytes"
        );
        asked += 1;
    }
    assert!(asked > 30, "only {asked} documents");
}

/// What `check` may take of a document of 1 MB, in lengths of the file.
const OF_DOCUMENTS: usize = 12;

#[test]
fn a_long_document_is_checked_in_a_small_multiple_of_its_length() {
    let ordinary = [
        "horde3d/material/every",
        "horde3d/pipeline/every",
        "horde3d/scene/every",
        "horde3d/scene/words",
    ];
    let is_ordinary = |name: &str| ordinary.iter().any(|one| name.starts_with(one));
    let all = documents(1 << 20).into_iter();
    let asked = all
        .filter(|(name, _)| is_ordinary(name))
        .map(|(name, bytes)| {
            let id = name.rsplit_once('/').expect("a folder").0.replace('/', ".");
            is_checked_within(&name, &id, &bytes, OF_DOCUMENTS);
        });
    assert_eq!(asked.count(), ordinary.len());
}

fn is_checked_within(name: &str, id: &str, bytes: &Bytes, times: usize) {
    let known = format(id).expect("a known format");
    let limits = Limits::default();
    let check = || {
        known
            .read(bytes, &limits)?
            .prove(bytes, &limits, &mut |_| {})
    };
    let mut checked = Ok(());
    let taken = peak(|| checked = check());
    assert_eq!(checked, Ok(()), "{name}");
    let length = bytes.len();
    assert!(
        taken < length * times,
        "{name}: {taken} bytes for a file of {length}"
    );
    is_known_before(name, 16, |limits| {
        known.read(bytes, limits)?.prove(bytes, limits, &mut |_| {})
    });
    is_known_before(name, 6, |limits| {
        known.read(bytes, limits).map(|tree| drop(tree.inspect()))
    });
}

/// Documents of 1 MB of one short element, again and again.
#[test]
fn a_document_of_short_elements_is_checked_in_a_small_multiple_of_its_length() {
    let mesh = r#"<Mesh name="part_N" material="a.material.xml" tx="N" ry="90" batchStart="N" batchCount="3" vertREnd="2"/>"#;
    let uniform = r#"<Uniform name="uN" a="0.5" b="1" c="2" d="1"/>"#;
    let group = r#"<Group name="gN" tx="1"/>"#;
    let all = [
        ("scene", r#"<Model name="m" geometry="a.geo">"#, mesh),
        (
            "material",
            "<Material><Shader source=\"a.shader\"/>",
            uniform,
        ),
        ("scene", "<Group>", group),
        ("scene", "<Group>", "<Group/>"),
    ];
    for (kind, root, element) in all {
        let items = (0..(1 << 20) / element.len()).map(|at| element.replace('N', &at.to_string()));
        let end = root[1..].split([' ', '>']).next().unwrap_or_default();
        let text = format!(
            "{root}\n{}\n</{end}>\n",
            items.collect::<Vec<_>>().join("\n")
        );
        let id = format!("horde3d.{kind}");
        is_checked_within(element, &id, &text.into(), OF_DOCUMENTS);
    }
}

/// Other programs keep for each element all namespaces that hold in it.
#[test]
fn documents_of_many_namespaces_take_what_others_do() {
    let known = format("horde3d.scene").expect("a known format");
    let declared = |count: usize| -> String {
        (0..count)
            .map(|at| format!(" xmlns:p{at}=\"u{at}\""))
            .collect()
    };
    let child = |at: usize| format!("<Group xmlns:q{at}=\"u\"/>");
    let children: String = (0..2_000).map(child).collect();
    let beside = format!("<Group{}>{children}</Group>", declared(1_000));
    let inside = 1..Limits::MAX_DEPTH as usize;
    let open: String = inside
        .clone()
        .map(|_| format!("<Group{}>", declared(1_000)))
        .collect();
    let nested = format!("{open}{}", "</Group>".repeat(inside.len()));
    for text in [beside, nested].map(Bytes::from) {
        let taken = peak(|| known.read(&text, &Limits::default()).map(drop));
        assert!(
            taken < text.len() * 24,
            "{taken} bytes for a file of {}",
            text.len()
        );
    }
}

#[test]
fn documents_are_printed_as_json_beside_little_more_than_themselves() {
    let mut asked = 0;
    for (name, bytes) in documents(1 << 18) {
        let id = name.rsplit_once('/').expect("a folder").0.replace('/', ".");
        let known = format(&id).expect("a known format");
        let asset = open_as(known, bytes.clone(), &Limits::default());
        let read = peak(|| asset.tree());
        let printed = peak(|| asset.print_envelope(&mut std::io::sink()));
        assert!(
            printed < read * 2,
            "{name}: {printed} bytes, and {read} to read it"
        );
        asked += 1;
    }
    assert!(asked > 30, "only {asked} documents");
}

/// Less than this is what is there once, whatever the file is.
const SMALL: usize = 1 << 20;

/// Files of every format, with so much along each of their dimensions that work on them takes more than what is there once.
fn grown_files() -> impl Iterator<Item = (String, String, Bytes)> {
    let all = grown::all().into_iter();
    all.filter_map(|dimension| {
        let bytes = dimension.times(1_000).filter(|bytes| bytes.len() < SMALL)?;
        Some((dimension.name, dimension.format, bytes))
    })
}

#[test]
fn what_texts_take_that_are_encoded_is_known_before() {
    let mut asked = 0;
    for (name, id, bytes) in grown_files() {
        let limits = Limits::default();
        let asset = open_as(format(&id).expect("a known format"), bytes, &limits);
        let mut encoded = Vec::new();
        match (asset.layout(), asset.envelope()) {
            (Some(layout), _) => {
                let document = value::read(layout, asset.bytes(), &keeping()).expect("grown");
                for form in [Form::Xml, Form::Json] {
                    let mut text = Vec::new();
                    if forms::print(layout, &document, form, &mut text).is_ok() {
                        encoded.push(text);
                    }
                }
            }
            (None, Ok(Some(json))) => encoded.push(json.to_string().into_bytes()),
            _ => {}
        }
        for text in encoded.into_iter().map(Bytes::from) {
            let encode = |limits: &Limits| formwork_files::texts::encode(&text, limits).map(drop);
            if encode(&limits).is_ok() && peak(|| encode(&limits)) > SMALL {
                is_known_before(&name, 24, encode);
                asked += 1;
            }
        }
    }
    assert!(asked > 10, "only {asked} texts");
}

#[test]
fn what_is_compared_is_known_before() {
    let mut asked = 0;
    for (name, id, bytes) in grown_files() {
        let known = format(&id).expect("a known format");
        let compare = |limits: &Limits| {
            // As the command does: each has a half.
            let asset = open_as(known, bytes.clone(), &within(limits.memory as usize / 2));
            let [a, b] = Side::of(&asset, &asset);
            let (a, b) = (a?, b?);
            let (a, b) = (a.outline(&asset)?, b.outline(&asset)?);
            diff(&a, &b, DiffOptions::default(), &mut |_| Ok(())).map(drop)
        };
        if compare(&Limits::default()).is_ok() && peak(|| compare(&Limits::default())) > SMALL {
            is_known_before(&name, 32, compare);
            asked += 1;
        }
    }
    assert!(asked > 10, "only {asked} files");
}

/// A shader of so many uniforms, sections, or lines of code.
fn shaders(count: usize) -> [(&'static str, Bytes); 3] {
    let many = |line: &dyn Fn(usize) -> String| (0..count).map(line).collect::<String>();
    let uniforms = many(&|n| format!("float u{n};\n"));
    let sections = many(&|n| format!("[[S{n}]]\nx\n"));
    let code = many(&|n| format!("\tfloat a{n} = 0.25 * b{n};\n"));
    [
        ("uniforms", format!("[[FX]]\n{uniforms}").into()),
        ("sections", format!("[[FX]]\n{sections}").into()),
        ("code", format!("[[FX]]\n[[V]]\n{code}").into()),
    ]
}

#[test]
fn what_shaders_take_is_known_before() {
    let known = format("horde3d.shader").expect("a known format");
    for (name, bytes) in shaders(20_000) {
        let open = |limits: &Limits| open_as(known, bytes.clone(), limits);
        is_known_before(name, 16, |limits| open(limits).tree().map(drop));
        is_known_before(name, 16, |limits| {
            open(limits).tree()?.prove(&bytes, limits, &mut |_| {})
        });
        is_known_before(name, 24, |limits| open(limits).envelope().map(drop));
        let json = open(&Limits::default()).envelope().expect("a shader");
        let json = Bytes::from(json.expect("a text").to_string());
        is_known_before(name, 16, |limits| {
            formwork_files::texts::encode(&json, limits).map(drop)
        });
    }
}

/// What comes of a file.
fn converted(name: &str, bytes: &Bytes, target: Target, limits: &Limits) -> Result<Vec<Output>> {
    let input = Input {
        path: name.into(),
        bytes: bytes.clone(),
    };
    let options = Options {
        limits: *limits,
        ..Options::default()
    };
    let request = Request {
        inputs: vec![input].into(),
        files: &NoFiles,
        name: "input",
        target,
        is_usual: false,
        split: false,
        options: &options,
    };
    convert(request).map(|converted| converted.outputs)
}

#[test]
fn what_conversions_take_is_known_before() {
    let mut asked = 0;
    let mut ask = |name: &str, path: &str, bytes: &Bytes, target: Target| {
        let made = converted(path, bytes, target, &Limits::default());
        let work = |limits: &Limits| converted(path, bytes, target, limits).map(drop);
        if made.is_ok() && peak(|| work(&Limits::default())) > SMALL {
            is_known_before(&format!("{name} to {target:?}"), 64, work);
            asked += 1;
        }
        made.ok()
            .and_then(|outputs| Some(outputs.first()?.bytes.clone()))
    };
    for (name, id, bytes) in grown_files() {
        // By their magic, and documents by their root.
        if !["urho3d.", "horde3d."]
            .iter()
            .any(|family| id.starts_with(family))
        {
            continue;
        }
        let glb = ask(&name, "Models/input", &bytes, Target::Glb);
        for target in [Target::Horde3d, Target::Urho3d] {
            ask(&name, "Models/input", &bytes, target);
            if let Some(glb) = &glb {
                ask(&name, "input.glb", &glb.clone(), target);
            }
        }
    }
    assert!(asked > 5, "only {asked} conversions");
}

/// The most memory that the ways back of a file along its layout take at once, beside the file, and whether it came back.
fn ways_back(id: &str, bytes: &Bytes) -> Option<usize> {
    let layout = layout(id)?;
    let limits = Limits::default();
    let options = keeping();
    let mut result: Result<()> = Ok(());
    let cost = peak(|| {
        result = (|| {
            format(id)
                .expect("a known format")
                .read(bytes, &limits)?
                .prove(bytes, &limits, &mut |_| {})?;
            let mut document = value::read(layout, bytes, &options)?;
            assert!(value::is_written_as(layout, &document, bytes), "{id}");
            for form in [Form::Xml, Form::Json] {
                document = forms::through(layout, document, form, (bytes, &limits))?;
            }
            Ok(())
        })();
    });
    result.map(|()| cost).ok()
}

#[test]
fn a_long_file_is_checked_beside_little_more_than_itself() {
    let clip = Bytes::from(fixtures::large_clip(10, 20_000));
    let cost = ways_back("urho3d.animation", &clip).expect("a clip");
    assert!(
        cost < clip.len() / 2,
        "{cost} bytes for a file of {}",
        clip.len()
    );
}

#[test]
fn values_that_need_more_than_the_budget_are_refused_before_they_are_read() {
    let bytes = Bytes::from(many_values(1 << 21));
    let read = |limits: &Limits| {
        let limits = *limits;
        let options = read::ReadOptions {
            limits,
            ..read::ReadOptions::default()
        };
        read::document::<formwork_formats::urho3d::Animation>(&bytes, &options)
    };
    is_known_before("values of one byte", 8, |limits| read(limits).map(drop));
    let refused = peak(|| read(&within(bytes.len() * 8)).expect_err("too much"));
    assert!(refused < 64 << 10, "{refused} bytes");
}

/// The same bytes with the greatest number in each of the first fields that count something.
fn with_greatest_counts(layout: &Layout, bytes: &Bytes) -> Vec<Bytes> {
    /// Fields of one file: items have the same ones.
    const ENOUGH: usize = 12;
    let mut counts = Counts::default();
    walk::walk(layout, bytes, &WalkOptions::default(), &mut counts).expect("walks");
    let ranges = counts.0.into_iter().map(|(start, end, ..)| start..end);
    let of_four = ranges.filter(|range| range.end - range.start == 4);
    let damaged = of_four.take(ENOUGH).map(|range| {
        let mut bytes = bytes.to_vec();
        bytes[range.start as usize..range.end as usize].fill(0xff);
        bytes.into()
    });
    damaged.collect()
}

struct ReadWithin<'a>(&'a Bytes, read::ReadOptions);

impl FormatVisitor for ReadWithin<'_> {
    type Output = Result<()>;

    fn run<T: GameFormat>(self) -> Result<()> {
        read::document::<T>(self.0, &self.1).map(drop)
    }
}

/// Asks that reading takes no more than the budget, whatever that is; returns how often it was refused.
fn takes_no_more_than_the_budget(
    name: &str,
    bytes: &Bytes,
    read: &dyn Fn(read::ReadOptions) -> Result<()>,
) -> usize {
    let budgets = (2..18).map(|half| (bytes.len() * (2 + half % 2)) << (half / 2 - 1));
    let refused = budgets.filter(|budget| {
        let options = read::ReadOptions {
            limits: within(*budget),
            ..keeping()
        };
        let mut result = Ok(());
        let taken = bytes.len() + peak(|| result = read(options));
        assert!(
            taken < budget + (16 << 10),
            "{name}: {taken} bytes of {budget}, and {result:?}"
        );
        result.is_err_and(|error| error.kind() == Kind::Limit)
    });
    refused.count()
}

/// Asks it of a file, and of the same one with counts that lie; returns how many files these are, and how often they were refused.
fn asked_with_greatest_counts(name: &str, id: &str, whole: Bytes) -> (usize, usize) {
    let layout = layout(id).expect("a format");
    let mut files = with_greatest_counts(layout, &whole);
    files.push(whole);
    let refused = files.iter().map(|bytes| {
        let typed = |options| dispatch(id, ReadWithin(bytes, options)).expect("a format");
        let tree = |options| value::read(layout, bytes, &options).map(drop);
        takes_no_more_than_the_budget(name, bytes, &typed)
            + takes_no_more_than_the_budget(name, bytes, &tree)
    });
    (files.len(), refused.sum())
}

#[test]
fn trees_take_no_more_than_the_budget() {
    let (mut asked, mut refused) = (0, 0);
    for dimension in grown::all() {
        let layout = layout(&dimension.format).filter(|one| one.encoding == Encoding::Binary);
        // One more than a power of two: what grows by doubling has just grown.
        let grown = dimension.times(1 << 12 | 1);
        let whole = grown.filter(|bytes| layout.is_some() && bytes.len() < SMALL);
        if let Some(whole) = whole {
            let (files, limits) =
                asked_with_greatest_counts(&dimension.name, &dimension.format, whole);
            asked += files;
            refused += limits;
        }
    }
    assert!(
        asked > 100 && refused > 100,
        "{asked} files, refused {refused} times"
    );
}

#[test]
fn what_is_nearly_all_bulk_takes_no_more_than_the_budget() {
    let clip = Bytes::from(fixtures::large_clip(10, 20_000));
    let (asked, refused) = asked_with_greatest_counts("a long clip", "urho3d.animation", clip);
    // Twice the length is enough for all of them.
    assert!(asked > 5 && refused == 0, "refused {refused} times");
}

#[test]
fn pictures_that_need_more_than_the_budget_are_refused_before_they_are_decoded() {
    let mut asked = 0;
    for file in conformance::fixtures::pictures::all() {
        let decode = |limits: &Limits| formwork_pixels::picture(file.kind, &file.bytes, limits);
        let Ok(image) = decode(&Limits::default()) else {
            continue;
        };
        let pixels = image.width as usize * image.height as usize;
        let error = decode(&within(pixels * 2)).expect_err(file.name);
        assert_eq!(error.kind(), Kind::Limit, "{}", file.name);
        asked += 1;
    }
    assert!(asked > 20, "only {asked} pictures");
}

/// The most memory that all of `check` takes for a file at once, beside the file.
fn proved(id: &str, bytes: &Bytes) -> Result<usize> {
    let asset = open_as(
        format(id).expect("a format"),
        bytes.clone(),
        &Limits::default(),
    );
    let mut proved = Ok(());
    let cost = peak(|| {
        let mut proof = Proof::default();
        proved = prove(&asset, &Profile::default(), &|_| Vec::new(), &mut proof);
    });
    proved.map(|()| cost)
}

/// The same of one that is fine.
fn checked(id: &str, bytes: &Bytes) -> usize {
    proved(id, bytes).unwrap_or_else(|error| panic!("{id}: {error}"))
}

#[test]
fn short_items_are_checked_in_twice_their_length() {
    let clips = [0, 1, 2].map(|keyframes| {
        let name = format!("tracks of {keyframes} keyframes");
        let clip = Bytes::from(fixtures::large_clip(80_000, keyframes));
        (name, "urho3d.animation".to_owned(), clip)
    });
    let all = grown::all();
    let lists = [
        "horde3d.animation: entities of",
        "urho3d.animation: variant_tracks of",
    ];
    let is_asked = |name: &str| lists.iter().any(|list| name.starts_with(list));
    let others = all.iter().filter(|one| is_asked(&one.name)).map(|one| {
        let items = one.times(1 << 14).expect("items");
        (one.name.clone(), one.format.clone(), items)
    });
    let mut asked = 0;
    for (name, id, bytes) in clips.into_iter().chain(others) {
        let cost = checked(&id, &bytes);
        let length = bytes.len();
        assert!(cost < length, "{name}: {cost} bytes beside {length}");
        asked += 1;
    }
    assert_eq!(asked, 5);
}

/// What is wrong with bones and files of packages depends on all others, so their tree is there as a whole.
#[test]
fn short_items_that_depend_on_each_other_are_checked_in_a_small_multiple() {
    let all = grown::all();
    let lists = [
        ("urho3d.model: bones of umd2", 3),
        ("urho3d.package: entries of", 11),
    ];
    for (name, times) in lists {
        let list = all.iter().find(|one| one.name.starts_with(name));
        let bytes = list.and_then(|list| list.times(1 << 14)).expect("items");
        let cost = checked(name.split(':').next().expect("a format"), &bytes);
        let length = bytes.len();
        assert!(
            cost < length * times,
            "{name}: {cost} bytes beside {length}"
        );
    }
}

#[test]
fn long_bytes_are_checked_beside_nothing() {
    let is_bytes = |name: &str| {
        name.starts_with("urho3d.package: data") || name.starts_with("urho3d.shader: bytecode")
    };
    let mut asked = 0;
    for dimension in grown::all().iter().filter(|one| is_bytes(&one.name)) {
        let bytes = dimension.times(1 << 18).expect("bytes");
        assert!(bytes.len() > 1 << 20, "{}", dimension.name);
        let cost = ways_back(&dimension.format, &bytes).expect("a file");
        assert!(
            cost < bytes.len() / 4,
            "{}: {cost} bytes for a file of {}",
            dimension.name,
            bytes.len()
        );
        asked += 1;
    }
    assert_eq!(asked, 2);
}

#[test]
fn real_files_are_checked_in_twice_their_length() {
    /// What is there once, whatever the file is.
    const ONCE: usize = 5 << 17;
    let mut asked = 0;
    for file in corpus::files() {
        let bytes = Bytes::from(file.bytes);
        if let Ok(cost) = proved(file.format, &bytes) {
            let most = bytes.len() + ONCE;
            let name = file.path.display();
            assert!(cost < most, "{name}: {cost} bytes beside {}", bytes.len());
            asked += 1;
        }
    }
    corpus::report("memory of `check`", asked);
}

#[test]
fn real_documents_are_checked_in_a_small_multiple_of_their_length() {
    /// What is there once, whatever the file is.
    const ONCE: usize = 1 << 19;
    let mut asked = 0;
    for file in corpus::texts() {
        let bytes = Bytes::from(file.bytes);
        let (known, limits) = (
            format(file.format).expect("a known format"),
            Limits::default(),
        );
        let mut checked = Ok(());
        let taken = peak(|| {
            checked = (|| {
                known
                    .read(&bytes, &limits)?
                    .prove(&bytes, &limits, &mut |_| {})
            })();
        });
        if checked.is_ok() {
            let most = bytes.len() * OF_DOCUMENTS + ONCE;
            let name = file.path.display();
            assert!(taken < most, "{name}: {taken} bytes beside {}", bytes.len());
            asked += 1;
        }
    }
    corpus::report("memory of `check` of documents", asked);
}
