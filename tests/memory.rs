//! Hostile counts cost an error and no memory: this test runs under an allocator that counts.

// The allocator below hands every call on to the system's; counting is all it adds.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use bytes::Bytes;
use conformance::{fixtures, questions::keeping};
use formwork_formats::{FormatVisitor, GameFormat, dispatch, layout};
use formwork_schema::{
    read,
    walk::{self, Leaf, Visitor, WalkOptions},
};

struct Counting;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn add(bytes: isize) {
    // A thread that ends may have lost its counters already.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

// SAFETY: every call is the system allocator's own, with the arguments as they came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        add(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory that `work` had at once, beyond what there was before.
fn peak<R>(work: impl FnOnce() -> R) -> usize {
    NOW.set(0);
    PEAK.set(0);
    let _ = work();
    usize::try_from(PEAK.get()).unwrap_or(0)
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
            // A plain number may count nothing: no entity is stored frame by frame.
            // An ambiguous file may be whole by another reading, in which this is no count.
            assert!(
                !counts_list || reads == Some(false) || layout.dialect().is_some(),
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
        let cost = peak(|| formwork_pixels::picture(file.kind, &file.bytes).expect_err(file.name));
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
