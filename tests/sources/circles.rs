//! Which file of a crate uses which: a name counts as that of the file which defines it, wherever it is re-exported.

use std::collections::{BTreeMap, BTreeSet};

use super::{Module, Sources, root, sources};

/// The modules of a crate, each with those that it uses.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// Re-exports in a row that are followed.
const LONGEST: usize = 16;

/// What a source names.
#[derive(Default)]
struct Named {
    /// What is imported or re-exported, by the name that it has here; several where a name has several meanings.
    imports: BTreeMap<String, Vec<Vec<String>>>,
    /// Paths in the rest of the source.
    paths: Vec<Vec<String>>,
}

impl Named {
    fn of(code: &str) -> Self {
        let mut named = Self::default();
        let mut statements = code.split("use ");
        let mut rest = statements.next().unwrap_or_default().to_owned();
        for statement in statements {
            let is_statement = rest.ends_with(['\n', ' ', ')']) || rest.is_empty();
            match statement.split_once(';').filter(|_| is_statement) {
                Some((tree, more)) => {
                    named.import(tree, &[]);
                    rest += more;
                }
                None => rest += statement,
            }
        }
        let words = rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        for word in words.filter(|word| word.contains("::")) {
            let names = word.split("::").filter(|name| !name.is_empty());
            named.paths.push(names.map(str::to_owned).collect());
        }
        named
    }

    /// What follows `use`: `a::{b, c::d as e}` imports `a::b` and, as `e`, `a::c::d`.
    fn import(&mut self, tree: &str, front: &[String]) {
        let names = |text: &str| -> Vec<String> {
            let names = text.split("::").map(str::trim);
            let names = names.filter(|name| !name.is_empty()).map(str::to_owned);
            front.iter().cloned().chain(names).collect()
        };
        let (mut depth, mut start) = (0, 0);
        for (at, c) in tree.char_indices().chain([(tree.len(), ',')]) {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if c != ',' || depth > 0 {
                continue;
            }
            let item = tree[start..at].trim();
            start = (at + 1).min(tree.len());
            if let Some((outer, inner)) = item.split_once('{') {
                let inner = inner.strip_suffix('}').unwrap_or(inner);
                self.import(inner, &names(outer));
            } else if !item.is_empty() {
                let (path, alias) = item.split_once(" as ").unwrap_or((item, ""));
                let mut path = names(path);
                path.pop_if(|last| last == "self");
                let own = if alias.is_empty() {
                    path.last().map(String::as_str)
                } else {
                    Some(alias.trim())
                };
                let own = own.unwrap_or_default().to_owned();
                self.imports.entry(own).or_default().push(path);
            }
        }
    }

    /// What is imported, and each path from where its first name is imported from.
    fn all(&self) -> impl Iterator<Item = Vec<String>> {
        let paths = self.paths.iter().flat_map(|path| {
            let first = path.first().and_then(|first| self.imports.get(first));
            let imported = first.into_iter().flatten();
            let whole = imported.map(|import| import.iter().chain(&path[1..]).cloned().collect());
            whole.chain([path.clone()])
        });
        self.imports.values().flatten().cloned().chain(paths)
    }
}

/// A crate whose names are looked up.
struct Crate(BTreeMap<Module, Named>);

impl Crate {
    fn new(sources: &Sources) -> Self {
        let named = sources
            .iter()
            .map(|(module, code)| (module.clone(), Named::of(code)));
        Self(named.collect())
    }

    /// The module of a path, as named in another one, and what follows it; `None` for what is of another crate.
    fn module<'p>(&self, path: &'p [String], from: &Module) -> Option<(Module, &'p [String])> {
        let mut module = from.clone();
        let first = path.first()?;
        if !matches!(&**first, "crate" | "self" | "super") {
            let child: Module = from.iter().chain([first]).cloned().collect();
            self.0.get(&child)?;
        }
        for (place, name) in path.iter().enumerate() {
            match &**name {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                name => {
                    module.push(name.to_owned());
                    if !self.0.contains_key(&module) {
                        module.pop();
                        return Some((module, &path[place..]));
                    }
                }
            }
        }
        Some((module, &[]))
    }

    /// The modules where what a path leads to is defined.
    fn defined(&self, path: &[String], from: &Module, depth: usize, found: &mut BTreeSet<Module>) {
        let Some((module, rest)) = self.module(path, from) else {
            return;
        };
        let imports = rest
            .first()
            .and_then(|name| self.0.get(&module)?.imports.get(name));
        match imports {
            Some(imports) if depth < LONGEST => {
                for import in imports {
                    let path: Vec<String> = import.iter().chain(&rest[1..]).cloned().collect();
                    self.defined(&path, &module, depth + 1, found);
                }
            }
            _ => drop(found.insert(module)),
        }
    }

    fn uses(&self) -> Uses {
        let uses = self.0.iter().map(|(module, named)| {
            let mut used = BTreeSet::new();
            for path in named.all() {
                self.defined(&path, module, 0, &mut used);
            }
            used.remove(module);
            (module.clone(), used)
        });
        uses.collect()
    }
}

/// Takes away what uses nothing that is left, and what nothing that is left uses, until there is nothing more to take: circles stay, and what
/// leads from one to another.
fn circles(mut uses: Uses) -> Uses {
    loop {
        let count = uses.len();
        let used: BTreeSet<Module> = uses.values().flatten().cloned().collect();
        uses.retain(|module, uses| !uses.is_empty() && used.contains(module));
        let left: BTreeSet<Module> = uses.keys().cloned().collect();
        for used in uses.values_mut() {
            used.retain(|module| left.contains(module));
        }
        if uses.len() == count {
            return uses;
        }
    }
}

/// The crates of the workspace and those that it leaves out, but that of the tests.
fn crates() -> Vec<String> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("our manifest");
    let lists = ["members = [", "exclude = ["].map(|list| {
        let (_, rest) = manifest.split_once(&format!("\n{list}")).expect(list);
        rest.split(']').next().unwrap_or_default().to_owned()
    });
    let names = lists
        .iter()
        .flat_map(|list| list.split('"').skip(1).step_by(2));
    let names = names.filter(|name| *name != "tests" && root().join(name).join("src").is_dir());
    names.map(str::to_owned).collect()
}

#[test]
fn no_file_uses_another_that_uses_it() {
    let (mut found, mut count) = (Vec::new(), 0);
    for name in crates() {
        let uses = Crate::new(&sources(&root().join(&name).join("src"))).uses();
        count += uses.values().filter(|used| !used.is_empty()).count();
        for (module, used) in circles(uses) {
            let used: Vec<String> = used.iter().map(|used| used.join("::")).collect();
            found.push(format!(
                "{name}: {} uses {}",
                module.join("::"),
                used.join(", ")
            ));
        }
    }
    assert!(count > 500, "{count} files use others");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn circles_are_found() {
    let module = |path: &str| -> Module {
        path.split("::")
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let uses = |files: &[(&str, &str)]| {
        let files = files
            .iter()
            .map(|(path, text)| (module(path), super::code(text)));
        Crate::new(&files.collect()).uses()
    };
    let chain = [
        ("a", "use super::b; use crate::c::C;"),
        ("b", "use crate::c::{C as D};"),
        ("c", ""),
    ];
    assert!(circles(uses(&chain)).is_empty());
    let circle = [
        ("", "mod a; pub use a::A;"),
        ("a", "fn f(b: crate::b::B) {}"),
        ("b", "use crate::{A as Other}; struct B(Other);"),
    ];
    assert_eq!(circles(uses(&circle)).len(), 2);
    // What the root re-exports counts as the file that defines it.
    let exported = [
        ("", "pub use self::b::{B, Other};"),
        ("a", "use crate::B;"),
        ("b", "// use super::a\npub(in crate::a) struct B;"),
    ];
    assert_eq!(uses(&exported)[&module("a")], [module("b")].into());
    assert!(circles(uses(&exported)).is_empty());
    // What is of another crate is of no file.
    let foreign = [("", "pub use other::B;"), ("a", "use crate::B;")];
    assert_eq!(uses(&foreign)[&module("a")], [].into());
    let parent = [
        ("p", "fn f() { p2(); child::g(); }"),
        ("p::child", "use super::f;"),
    ];
    assert_eq!(circles(uses(&parent)).len(), 2);
}
