//! Catalogues: the same tables whatever came before.
#![cfg(feature = "tables")]

use std::{
    collections::BTreeMap,
    fs::{self, File, FileTimes},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, SystemTime},
};

use arrow_array::{Array, RecordBatch, cast::AsArray};
use formwork_catalog::{
    Catalog, Options, Plan, Summary, TABLES, Task, scan, scan_file, scan_while,
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use tempfile::TempDir;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../samples/urho3d")
}

/// A folder of many small files, older than any clock's tick, and a catalogue of it.
struct Case {
    folder: TempDir,
}

impl Case {
    fn new(files: usize) -> Self {
        let folder = TempDir::new().expect("a folder");
        let case = Self { folder };
        let clip = fs::read(samples().join("Walk.ani")).expect("a sample");
        for number in 0..files {
            // Other bytes behind the end make other hashes.
            let name = format!("{}/{number}.ani", number % 7);
            case.write(&name, &[&clip[..], number.to_string().as_bytes()].concat());
        }
        case.write("notes.txt", b"nobody's asset");
        case
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.root().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, bytes).expect("written");
        self.touch(name, 100);
    }

    fn touch(&self, name: &str, age: u64) {
        let time = SystemTime::now() - Duration::from_secs(age);
        let file = File::options().write(true).open(self.root().join(name));
        let file = file.expect("a file");
        file.set_times(FileTimes::new().set_modified(time))
            .expect("a time");
    }

    fn plan(&self, catalog: &Catalog) -> Plan {
        let roots = [self.root()];
        catalog
            .plan(&roots, &Options::default(), 16)
            .expect("a plan")
    }

    fn run(&self, out: &Path) -> (Summary, usize) {
        let catalog = Catalog::open(out).expect("opened");
        catalog.run(&self.plan(&catalog), &|| {}).expect("done")
    }

    /// Brings the catalogue up to date, asks that it is what a new one would be, and says how many files were read.
    fn follow(&self) -> usize {
        let (_, read) = self.run(&self.out());
        let fresh = self.folder.path().join("fresh");
        self.run(&fresh);
        assert_eq!(contents(&self.out()), contents(&fresh));
        fs::remove_dir_all(fresh).expect("removed");
        read
    }
}

/// The rows of all tables as text, in the order of files.
fn contents(out: &Path) -> BTreeMap<String, Vec<String>> {
    let table = |name: &str| {
        let mut rows = Vec::new();
        for part in fs::read_dir(out.join(name)).expect("a table") {
            let file = File::open(part.expect("a part").path()).expect("a file");
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
            let batches = reader.build().expect("Parquet");
            batches.for_each(|batch| rows.extend(lines(&batch.expect("rows"))));
        }
        rows.sort();
        rows
    };
    TABLES
        .iter()
        .map(|one| (one.name.to_owned(), table(one.name)))
        .collect()
}

fn lines(batch: &RecordBatch) -> Vec<String> {
    let line = |row: usize| format!("{:?}", batch.slice(row, 1).columns());
    (0..batch.num_rows()).map(line).collect()
}

fn statuses(out: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for part in fs::read_dir(out.join("files")).expect("a table") {
        let file = File::open(part.expect("a part").path()).expect("a file");
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
        for batch in reader.build().expect("Parquet") {
            let batch = batch.expect("rows");
            let text = |name| {
                batch
                    .column_by_name(name)
                    .expect("a column")
                    .as_string::<i32>()
            };
            for row in 0..batch.num_rows() {
                let value = |name| text(name).value(row).to_owned();
                all.insert(value("path"), value("status"));
            }
        }
    }
    all
}

#[test]
fn a_catalogue_follows_what_changes() {
    let case = Case::new(200);
    assert_eq!(case.follow(), 201);
    assert_eq!(case.follow(), 0, "nothing changed");

    let walk = fs::read(samples().join("Walk.ani")).expect("a sample");
    case.write("3/3.ani", &walk);
    assert_eq!(case.follow(), 1, "one changed");

    case.touch("3/10.ani", 50);
    assert_eq!(
        case.follow(),
        0,
        "one has another time, and the same content"
    );

    // The same size, and another content.
    let mut other = walk;
    *other.last_mut().expect("a byte") ^= 1;
    case.write("3/3.ani", &other);
    case.touch("3/3.ani", 40);
    assert_eq!(case.follow(), 1, "one has another content of the same size");

    case.write("new/a.ani", b"UANI");
    fs::remove_file(case.root().join("5/5.ani")).expect("removed");
    assert_eq!(case.follow(), 1, "one came and one went");

    fs::remove_dir_all(case.root()).expect("removed");
    fs::create_dir(case.root()).expect("made");
    assert_eq!(case.follow(), 0, "nothing is left");
    assert_eq!(contents(&case.out())["files"].len(), 0);
}

#[test]
fn parts_are_named_by_their_content() {
    // Where parts end is for their names to say, which are other ones in each temporary folder: so many that the most
    // that a part has makes more than three.
    let case = Case::new(400);
    let first = case.run(&case.out()).0;
    assert!(first.parts > 3 && first.added == first.parts, "{first:?}");
    let names = |out: &Path| {
        let parts = fs::read_dir(out.join("files")).expect("a table");
        let mut names: Vec<_> = parts
            .map(|part| part.expect("a part").file_name())
            .collect();
        names.sort();
        names
    };
    let other = case.folder.path().join("other");
    case.run(&other);
    assert_eq!(names(&case.out()), names(&other));
    case.touch("0/0.ani", 30);
    let second = case.run(&case.out()).0;
    assert_eq!((second.added, second.removed), (1, 1));
}

#[test]
fn a_damaged_part_is_made_again() {
    let case = Case::new(60);
    case.run(&case.out());
    let before = contents(&case.out());
    let part = fs::read_dir(case.out().join("files"))
        .expect("a table")
        .next();
    let part = part.expect("a part").expect("a part").path();
    let bytes = fs::read(&part).expect("bytes");
    fs::write(&part, &bytes[..bytes.len() / 2]).expect("written");
    assert!(case.run(&case.out()).1 > 0);
    assert_eq!(contents(&case.out()), before);
}

#[test]
fn parts_that_were_made_before_an_end_are_not_made_again() {
    let case = Case::new(200);
    let catalog = Catalog::open(&case.out()).expect("opened");
    let plan = case.plan(&catalog);
    let half = plan.tasks.len() / 2;
    for task in &plan.tasks[..half] {
        task.run(&case.out(), false, &|| {}).expect("made");
    }
    drop(catalog);
    // Nothing came into force, and what was made is kept.
    assert_eq!(contents(&case.out())["files"].len(), 0);
    let made: usize = plan.tasks[..half].iter().map(Task::len).sum();
    assert_eq!(case.run(&case.out()).1, 201 - made);
    assert_eq!(contents(&case.out())["files"].len(), 201);
    let staged = fs::read_dir(case.out().join(".formwork/staged")).expect("a folder");
    assert_eq!(staged.count(), 0);
}

#[test]
fn a_task_is_split_and_put_together_again() {
    let case = Case::new(64);
    let out = case.out();
    let catalog = Catalog::open(&out).expect("opened");
    let plan = catalog
        .plan(&[case.root()], &Options::default(), 1 << 20)
        .expect("a plan");
    let [task] = &plan.tasks[..] else {
        panic!("{} tasks", plan.tasks.len());
    };
    let bytes = task.to_bytes(Path::new("")).expect("bytes");
    let task = Task::from_bytes(&bytes).expect("a task");
    assert!(Task::from_bytes(b"{}").is_err());
    let pieces = task.split(8).expect("pieces");
    assert_eq!(pieces.iter().map(Task::len).sum::<usize>(), 65);
    let (poison, fine) = pieces.split_first().expect("pieces");
    let mut made: Vec<String> = Vec::new();
    for piece in fine {
        made.push(piece.run(&out, false, &|| {}).expect("made").part);
    }
    for single in poison.split(poison.len()).expect("files") {
        assert!(single.split(2).is_none());
        made.push(
            single
                .give_up(&out, "every process that read it ended")
                .expect("made")
                .part,
        );
    }
    let whole = task
        .with_parts(made)
        .expect("names of parts")
        .run(&out, false, &|| {})
        .expect("made");
    assert_eq!(whole.read, 0);
    catalog.commit(&plan, [whole.part]).expect("in force");
    drop(catalog);
    let crashed = statuses(&out)
        .into_values()
        .filter(|status| status == "crashed");
    assert_eq!(crashed.count(), poison.len());
    assert_eq!(statuses(&out).len(), 65);
    // They are not tried again until they change.
    assert_eq!(case.plan(&Catalog::open(&out).expect("opened")).files, 65);
    let catalog = Catalog::open(&out).expect("opened");
    let plan = catalog
        .plan(&[case.root()], &Options::default(), 1 << 20)
        .expect("a plan");
    assert!(plan.tasks.is_empty());
}

#[test]
fn what_could_not_be_read_is_tried_again() {
    let case = Case::new(3);
    let out = case.out();
    let catalog = Catalog::open(&out).expect("opened");
    let plan = case.plan(&catalog);
    // It goes between the walk and the scan.
    fs::rename(case.root().join("0/0.ani"), case.folder.path().join("away")).expect("moved");
    catalog.run(&plan, &|| {}).expect("done");
    drop(catalog);
    let name = |name: &str| formwork_catalog::name::text(&case.root().join(name));
    assert_eq!(statuses(&out)[&name("0/0.ani")], "unreadable");
    fs::rename(case.folder.path().join("away"), case.root().join("0/0.ani")).expect("moved");
    assert_eq!(case.run(&out).1, 1);
    assert_eq!(statuses(&out)[&name("0/0.ani")], "read");
}

#[test]
fn the_kernel_gives_what_a_catalogue_holds() {
    let paths: Vec<PathBuf> = fs::read_dir(samples())
        .expect("samples")
        .map(|entry| entry.expect("a file").path())
        .collect();
    let tables = scan(&paths, &Options::default()).expect("tables");
    assert_eq!(tables.files.num_rows(), paths.len());
    let files = AtomicUsize::new(0);
    let goes_on = || files.fetch_add(1, Ordering::Relaxed) < 2;
    let ended = scan_while(&paths, &Options::default(), goes_on);
    assert!(ended.expect("no error").is_none());
    let expected: usize = paths
        .iter()
        .map(|path| scan_file(path, &Options::default()).diagnostics.len())
        .sum();
    assert_eq!(tables.diagnostics.num_rows(), expected);
    for (table, batch) in TABLES.iter().zip(tables.each()) {
        let page = table.markdown();
        let columns = page
            .lines()
            .skip(2)
            .map(|line| line.split('`').nth(1).unwrap_or_default());
        let schema = batch.schema();
        let fields: Vec<&str> = schema
            .fields()
            .iter()
            .map(|field| &**field.name())
            .collect();
        assert_eq!(columns.collect::<Vec<_>>(), fields, "{}", table.name);
        assert!(
            schema
                .fields()
                .iter()
                .all(|field| field.metadata().contains_key("description"))
        );
        assert_eq!(batch.column(0).null_count(), 0);
    }
}
