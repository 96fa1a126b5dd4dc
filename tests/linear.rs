//! Everything is linear: along each dimension of each format, twice as much costs about twice as much. Costs are allocations, which are the same on each
//! run, and where loops may hide that allocate nothing, processor time of 8 times as much, which would be 64 times as long if it were a square.

use std::{
    env, fs,
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;
use conformance::{
    counting::{Cost, cost},
    grown::{self, Dimension},
};
use formwork_convert::{Format, Input, NoFiles, Options, Output, Request, Target, convert};
use formwork_formats::{
    Asset, Profile, diagnose_tree, format, identify_whole, open_as,
    package::{
        Package,
        names::{OnUnsafe, Systems, targets},
    },
    salvage,
};
use formwork_schema::{Limits, Value, read::Trailing, value};
use formwork_text::{
    diff::{DiffOptions, diff},
    dump::{DumpOptions, dump},
    json,
    outline::Outline,
    textconv, xml,
};
use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use proptest::{prelude::*, sample::Index, test_runner::RngSeed};
use serde_json::json;

/// What is done with a file; each by itself.
type Work = (&'static str, fn(&Asset));

/// Looks for what can be kept by halves, so that it reads a file as often as its length has digits; not at all where what precedes the cut
/// is refused at once, which may hold of one size and not of twice as much.
const SALVAGE: &str = "salvage";

/// Allocations that salvage may take for each item that is there so often: a few readings, of which each follows the item through its lists.
const SALVAGED: usize = 256;

/// What the commands do with any file.
const WORKS: [Work; 8] = [
    ("identify", |asset| {
        drop(identify_whole(asset.bytes(), asset.name()))
    }),
    ("read", |asset| drop(asset.tree())),
    ("inspect", |asset| {
        if let Ok(tree) = asset.tree() {
            let _ = (tree.inspect(), tree.references());
            let _ = diagnose_tree(asset, &*tree, &Profile::default());
        }
    }),
    ("prove", |asset| {
        if let Ok(tree) = asset.tree() {
            let _ = tree.prove(asset.bytes(), asset.limits(), &mut |_| {});
        }
    }),
    ("envelope", |asset| drop(asset.envelope())),
    (SALVAGE, |asset| {
        let cut = asset.bytes().slice(..asset.bytes().len() * 3 / 4);
        let again = |bytes: &Bytes| open_as(asset.format(), bytes.clone(), asset.limits());
        let _ = salvage(&again(&cut), &mut |bytes| again(bytes).tree().map(drop));
    }),
    ("to glTF", |asset| drop(converted(asset, Target::Glb))),
    ("to Horde3D", |asset| {
        drop(converted(asset, Target::Horde3d))
    }),
];

/// What the commands do with a file that has a layout.
const OF_LAYOUTS: [Work; 5] = [
    ("xml", |asset| {
        let Some((layout, tree)) = asset.layout().zip(tree(asset)) else {
            return;
        };
        let mut text = Vec::new();
        let _ = xml::print(layout, &tree, &[], &mut text);
        let _ = xml::encode(layout, &String::from_utf8_lossy(&text));
    }),
    ("json", |asset| {
        let Some((layout, tree)) = asset.layout().zip(tree(asset)) else {
            return;
        };
        let mut text = Vec::new();
        let _ = json::print(layout, &tree, &[], &mut text);
        let _ = json::encode(layout, &String::from_utf8_lossy(&text));
    }),
    ("dump", |asset| {
        let options = DumpOptions {
            all: true,
            ..DumpOptions::default()
        };
        let layout = asset.layout().expect("it has one");
        let _ = dump(layout, asset.bytes(), &options, &mut Vec::new());
    }),
    ("textconv", |asset| {
        let layout = asset.layout().expect("it has one");
        let outline = Outline::read(layout, asset.bytes(), asset.limits());
        let _ = outline.and_then(|outline| textconv::print(&outline, None, &mut Vec::new()));
    }),
    ("diff", |asset| {
        let layout = asset.layout().expect("it has one");
        let mut other = asset.bytes().to_vec();
        if let Some(last) = other.last_mut() {
            *last ^= 1;
        }
        let read = |bytes| Outline::read(layout, bytes, asset.limits());
        if let (Ok(a), Ok(b)) = (
            read(asset.bytes()),
            Outline::read(layout, &other, asset.limits()),
        ) {
            let _ = diff(&a, &b, DiffOptions::default(), &mut |_| Ok(()));
        }
    }),
];

/// What the commands do with a package.
const OF_PACKAGES: [Work; 6] = [
    ("list", |asset| {
        for package in opened(asset) {
            let names = package
                .entries
                .iter()
                .map(|entry| entry.name.to_text().len());
            let stored = (0..package.entries.len()).map(|place| package.files.stored(place));
            let _ = (names.sum::<usize>(), stored.flatten().count());
        }
    }),
    ("cat", |asset| {
        // The last of the files that are found by their names.
        for package in opened(asset) {
            let last = package.entries.last().map(|entry| entry.name.clone());
            let place = package
                .entries
                .iter()
                .position(|entry| Some(&entry.name) == last.as_ref());
            let _ = place.map(|place| package.files.read(place));
        }
    }),
    ("paths", |asset| {
        for package in opened(asset) {
            let names = package.entries.iter().map(|entry| entry.name.as_bytes());
            drop(targets(names, Systems::All, OnUnsafe::Rename));
        }
    }),
    ("unpack", |asset| {
        for package in opened(asset) {
            let files = (0..package.entries.len()).map(|place| package.files.read(place));
            files.for_each(drop);
        }
    }),
    ("verify", |asset| {
        for package in opened(asset) {
            let _ = (package.files.bounded(), package.files.verify());
        }
    }),
    ("pack", |asset| {
        // Of several only the last: each is packed with all that stand before it.
        if let Some(package) = opened(asset).pop() {
            let mut builder = package.files.builder();
            let files = (0..package.entries.len()).map(|place| package.files.kept(place));
            for file in files.flatten() {
                let _ = builder.push(file);
            }
            let _ = builder.finish();
        }
    }),
];

fn opened(asset: &Asset) -> Vec<Package> {
    let layers = asset.packages().and_then(Result::ok);
    layers.map(|layers| layers.packages).unwrap_or_default()
}

/// What a file becomes, where its format is converted.
fn converted(asset: &Asset, target: Target) -> Option<Vec<Output>> {
    of_bytes("Models/input", asset.bytes().clone(), (target, false))
}

/// The same of a file that may have no layout.
fn of_bytes(path: &str, bytes: Bytes, (target, split): (Target, bool)) -> Option<Vec<Output>> {
    let path = path.to_owned();
    let input = Input { path, bytes };
    Format::of(&input.bytes, &input.path)?;
    let options = Options::default();
    let request = Request {
        inputs: vec![input].into(),
        files: &NoFiles,
        name: "input",
        target,
        is_usual: false,
        split,
        options: &options,
    };
    Some(convert(request).ok()?.outputs)
}

fn tree(asset: &Asset) -> Option<Value> {
    let options = formwork_schema::read::ReadOptions {
        trailing: Trailing::Keep,
        limits: *asset.limits(),
    };
    let document = value::read(asset.layout()?, asset.bytes(), &options);
    document.ok().map(|document| document.tree)
}

fn works(asset: &Asset) -> impl Iterator<Item = Work> + use<> {
    let others: &[Work] = match asset.layout() {
        Some(_) => &OF_LAYOUTS,
        None => &[],
    };
    let of_packages: &[Work] = match asset.packages() {
        Some(_) => &OF_PACKAGES,
        None => &[],
    };
    WORKS
        .into_iter()
        .chain(others.iter().copied())
        .chain(of_packages.iter().copied())
}

/// Bytes of the largest file that is asked.
const MOST: usize = 64 << 20;

fn grown(dimension: &Dimension, times: usize) -> Option<Asset> {
    let bytes = dimension.times(times).filter(|bytes| bytes.len() <= MOST)?;
    let format = format(&dimension.format).expect("a known format");
    Some(open_as(format, bytes, &Limits::default()))
}

/// Whether what costs so much for some, and so much for twice as many, costs about so much for each of them.
fn is_linear(name: &str, once: Cost, twice: Cost) -> bool {
    // A square would be four times as much.
    let tenths = if name == SALVAGE { 31 } else { 25 };
    // What is there once, and tables that grow in steps.
    let is_fine = |once: usize, twice: usize, free: usize| twice <= once * tenths / 10 + free;
    // As few as before, each of them linear: a text that has just grown may have grown once more.
    let are_few = twice.count <= once.count + 8;
    (are_few || is_fine(once.bytes, twice.bytes, 1 << 16))
        && is_fine(once.peak, twice.peak, 1 << 16)
        && is_fine(once.count, twice.count, 100)
}

/// Whether salvage of a file in which something is there so often costs a bounded number of allocations for each, and of copies of the file.
fn is_salvaged_at_once(asset: &Asset, times: usize, salvage: Cost) -> bool {
    let most = times * SALVAGED + 1_000;
    let length = asset.bytes().len();
    salvage.count <= most
        && salvage.bytes <= (most + length) * 64
        && salvage.peak <= (most + length) * 32
}

/// Processor time of this thread, as Linux counts it.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ')
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

/// Processor time of some work; none where the system does not count.
fn time(work: impl Fn()) -> Option<Duration> {
    let before = processor_time()?;
    work();
    processor_time()?.checked_sub(before)
}

/// Whether work on so many times as much takes far longer than that. Asked again before it is told: whatever else happens makes time longer, never shorter.
fn is_slow(factor: u32, small: impl Fn(), large: impl Fn()) -> bool {
    let is_slow = || {
        let (once, more) = time(&small).zip(time(&large))?;
        Some(more > once.max(Duration::from_millis(2)) * factor * 3)
    };
    is_slow() == Some(true) && is_slow() == Some(true)
}

/// Asks every dimension with so many times as much, and with more; the names of what costs more than it grows.
fn costly(times: usize, factor: u32) -> Vec<String> {
    let mut found = Vec::new();
    let mut asked = 0;
    for dimension in grown::all() {
        let Some((small, large)) = grown(&dimension, times).zip(grown(&dimension, times * 2))
        else {
            continue;
        };
        let largest = grown(&dimension, times * factor as usize);
        for (name, work) in works(&small) {
            let (once, twice) = (cost(|| work(&small)), cost(|| work(&large)));
            if !is_linear(name, once, twice) {
                found.push(format!(
                    "{}, {name}: {once:?}, of twice as much {twice:?}",
                    dimension.name
                ));
            }
            let Some(largest) = &largest else {
                continue;
            };
            if is_slow(factor, || work(&small), || work(largest)) {
                found.push(format!(
                    "{}, {name}: takes too long with {factor} times as much",
                    dimension.name
                ));
            }
            asked += 1;
        }
    }
    assert!(asked > 500, "only {asked} were asked");
    found
}

#[test]
fn twice_as_much_costs_twice_as_much() {
    let found = costly(250, 8);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A glTF file of so many primitives of one mesh, meshes, nodes, materials and pictures; all of a kind have one name.
fn alike(times: usize) -> Bytes {
    // A triangle.
    let uri = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    let primitive = |place| json!({ "attributes": { "POSITION": 0 }, "material": place });
    let primitives: Vec<_> = (0..times).map(primitive).collect();
    let meshes = primitives
        .iter()
        .map(|it| json!({ "name": "alike", "primitives": [it] }));
    let whole = json!({ "name": "alike", "primitives": primitives });
    let meshes: Vec<_> = std::iter::once(whole).chain(meshes).collect();
    let nodes = (0..meshes.len()).map(|mesh| json!({ "name": "alike", "mesh": mesh }));
    let nodes: Vec<_> = nodes.collect();
    // One pixel of another colour each.
    let picture = |place: usize| {
        let mut bytes = Vec::new();
        let encoder = PngEncoder::new(&mut bytes);
        let pixel = (place as u32).to_le_bytes();
        let written = encoder.write_image(&pixel, 1, 1, ExtendedColorType::Rgba8);
        written.expect("a picture");
        let bytes = BASE64_STANDARD.encode(bytes);
        json!({ "name": "alike", "uri": format!("data:image/png;base64,{bytes}") })
    };
    let material = |place| {
        let color = json!({ "baseColorTexture": { "index": place } });
        json!({ "name": "alike", "pbrMetallicRoughness": color })
    };
    let file = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "nodes": nodes,
        "meshes": meshes,
        "materials": (0..times).map(material).collect::<Vec<_>>(),
        "textures": (0..times).map(|place| json!({ "source": place })).collect::<Vec<_>>(),
        "images": (0..times).map(picture).collect::<Vec<_>>(),
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0] }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": format!("data:application/octet-stream;base64,{uri}") }],
    });
    file.to_string().into()
}

#[test]
fn parts_of_one_name_cost_what_they_should() {
    let (small, large) = (alike(400), alike(3_200));
    for (target, split) in [
        (Target::Glb, false),
        (Target::Gltf, false),
        (Target::Urho3d, false),
        (Target::Urho3d, true),
        (Target::Rbfx, true),
        (Target::Horde3d, false),
        (Target::Horde3d, true),
        (Target::Obj, false),
        (Target::Ply, false),
    ] {
        let work = |bytes: &Bytes| {
            let made = of_bytes("input.gltf", bytes.clone(), (target, split));
            assert!(made.is_some_and(|outputs| !outputs.is_empty()));
        };
        let is_slow = is_slow(8, || work(&small), || work(&large));
        assert!(!is_slow, "{target:?}, split: {split}");
    }
}

/// Bytes of a file that is asked at any size.
const ANY: usize = 1 << 20;

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn any_size_along_any_dimension_costs_what_it_should(place in any::<Index>(), times in 250..4_000_usize) {
        let all = grown::all();
        let dimension = &all[place.index(all.len())];
        let files = grown(dimension, times).zip(grown(dimension, times * 2));
        if let Some((once, twice)) = files.filter(|(_, twice)| twice.bytes().len() < ANY) {
            for work in works(&once) {
                let (one, two) = (of(&work, &once), of(&work, &twice));
                let is_fine = if work.0 == SALVAGE {
                    is_salvaged_at_once(&once, times, one)
                        && is_salvaged_at_once(&twice, times * 2, two)
                } else {
                    is_linear(work.0, one, two)
                };
                prop_assert!(is_fine, "{}, {}, {times} times: {one:?}, {two:?}", dimension.name, work.0);
            }
        }
    }
}

/// Allocations of one work: with twice as many it would take seconds.
const MANY: usize = 1 << 22;

/// Bytes of a file with which growing ends.
const LARGE: usize = 32 << 20;

/// Files double until they are large, a work asks for much memory, or a million are there. Of costs nothing is asked but allocations: they are the
/// same beside whatever else runs. What was asked with fewer is not asked again. `LINEAR=urho3d.model` asks only the dimensions that begin with this,
/// `LINEAR=200` those from this place on.
#[test]
#[ignore = "takes an hour"]
fn a_million_cost_what_they_should() {
    let wanted = env::var("LINEAR").unwrap_or_default();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let ask = || {
        // Each thread has its own: they cannot be sent to another.
        let mut all = grown::all();
        match wanted.parse::<usize>() {
            Ok(from) => drop(all.drain(..from.min(all.len()))),
            Err(_) => all.retain(|dimension| dimension.name.starts_with(&wanted)),
        }
        assert!(!all.is_empty(), "no dimension begins with `{wanted}`");
        while let Some(dimension) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let told = doubled(dimension);
            found.lock().expect("no panic").extend(told);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(ask);
        }
    });
    let found = found.into_inner().expect("no panic");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What costs more than it grows, each at the first size at which it does.
fn doubled(dimension: &Dimension) -> Vec<String> {
    let mut found = Vec::new();
    let mut times = 2_000;
    let Some(mut small) = grown(dimension, times) else {
        return found;
    };
    let mut left: Vec<(Work, Cost)> = works(&small)
        .map(|work| (work, of(&work, &small)))
        .collect();
    while !left.is_empty() && times < 1_000_000 && small.bytes().len() < LARGE {
        // Eight times as many, and then twice: so all sizes up to a million are not asked.
        times *= 8;
        let (Some(once), Some(twice)) = (grown(dimension, times), grown(dimension, times * 2))
        else {
            break;
        };
        left.retain_mut(|(work, before)| {
            if before.count > MANY / 8 {
                return false;
            }
            let (name, _) = *work;
            let (one, two) = (of(work, &once), of(work, &twice));
            *before = two;
            // What is refused at once with one size, and read with twice as much, is a step and no slope.
            let is_step = name == SALVAGE && one.count < times;
            let is_linear = is_linear(name, one, two)
                || (is_step && is_salvaged_at_once(&twice, times * 2, two));
            if !is_linear {
                let told = format!(
                    "{}, {name}, {times} times: {one:?}, of twice as much {two:?}",
                    dimension.name
                );
                found.push(told);
            }
            is_linear
        });
        small = twice;
    }
    found
}

fn of((_, work): &Work, asset: &Asset) -> Cost {
    cost(|| work(asset))
}
