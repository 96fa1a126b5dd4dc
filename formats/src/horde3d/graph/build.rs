//! Follows what resources name.

use std::collections::HashMap;

use bytes::Bytes;
use formwork_schema::{
    Diagnostic, Error, Kind, Limits, Location, Reference, Related, Result, Rule,
    read::{self, ReadOptions, Trailing},
    sorted,
};

use super::fits::{Others, fits};
use super::rules;
use crate::{
    document::DocumentFile,
    format::AnyFormat,
    graph::{Graph, Problem, Resource, State, Use},
    horde3d::{Geometry, Scene, geometry::Version, scene},
    library::{Library, Loaded, Lookup, inside},
    urho3d::graph as urho3d,
};

/// Resources that are followed; what leads to more is cut.
const MOST: usize = 1 << 16;

/// Kinds of resources that are loaded because another one names them.
const NAMED: [&str; 6] = [
    "horde3d.geometry",
    "horde3d.material",
    "horde3d.particle",
    "horde3d.shader",
    "horde3d.code",
    "texture",
];

/// Finds a format by its id.
type FindFormat = fn(&str) -> Option<&'static dyn AnyFormat>;

/// What some resources lead to, each told by its kind and its name.
#[must_use]
pub fn build(
    roots: &[(&str, &str)],
    library: &dyn Library,
    limits: &Limits,
    format: FindFormat,
) -> Graph {
    let mut builder = Builder {
        library,
        limits,
        format,
        known: HashMap::new(),
        geometries: HashMap::new(),
        textures: HashMap::new(),
        told: HashMap::new(),
        scenes: Vec::new(),
        graph: Graph::default(),
    };
    for (kind, name) in roots {
        builder.add(kind, name);
    }
    builder.graph.roots = builder.graph.resources.len();
    builder.graph.named = &NAMED;
    let mut next = 0;
    while next < builder.graph.resources.len() {
        builder.open(next);
        next += 1;
    }
    builder.finish()
}

struct Builder<'a> {
    library: &'a dyn Library,
    limits: &'a Limits,
    format: FindFormat,
    /// Places of resources, by name: the engine knows one resource under one name and type.
    known: HashMap<(String, String), usize>,
    geometries: HashMap<usize, Geometry>,
    textures: HashMap<usize, Loaded>,
    /// Problems of names that were told: resource, code and name.
    told: HashMap<(usize, &'static str, String), usize>,
    /// Scenes that were read, for what has to fit.
    scenes: Vec<(usize, DocumentFile<Scene>)>,
    graph: Graph,
}

impl Builder<'_> {
    /// The place of a resource, which is made when it is new.
    fn add(&mut self, kind: &str, name: &str) -> usize {
        let key = (kind.to_owned(), name.to_owned());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let place = self.graph.resources.len();
        self.known.insert(key, place);
        self.graph.resources.push(Resource {
            kind: kind.to_owned(),
            name: name.to_owned(),
            file: String::new(),
            state: State::Missing,
            bytes: 0,
            uses: Vec::new(),
        });
        place
    }

    fn open(&mut self, place: usize) {
        let Resource { kind, name, .. } = &self.graph.resources[place];
        let (kind, name) = (kind.clone(), name.clone());
        if name.starts_with('$') && kind == "texture" {
            self.graph.resources[place].state = State::BuiltIn;
            return;
        }
        if !urho3d::is_followed(&kind) {
            self.graph.resources[place].state = State::NotFollowed;
            return;
        }
        let state = match self.load(&name) {
            Ok(None) => State::Missing,
            Err(error) => State::Refused(error),
            Ok(Some((file, bytes))) => {
                self.graph.resources[place].file = file;
                self.graph.resources[place].bytes = bytes.len() as u64;
                match self.read(place, &kind, &bytes) {
                    Ok(()) => State::Found,
                    Err(error) => State::Refused(error),
                }
            }
        };
        if let State::Refused(error) = &state {
            let rule = match urho3d::is_ours(&kind) {
                true => &urho3d::rules::REFUSED,
                false => &rules::REFUSED,
            };
            let diagnostic = Diagnostic {
                rule,
                severity: rule.severity,
                ..Diagnostic::from(error)
            };
            self.tell(diagnostic, place);
        }
        self.graph.resources[place].state = state;
    }

    /// The file of a resource, and its bytes.
    fn load(&self, name: &str) -> Result<Option<(String, Bytes)>> {
        let Some(name) = inside(name) else {
            return Ok(None);
        };
        let found = match self.library.find(&name) {
            Lookup::Found => name,
            Lookup::OtherCase(other) => other,
            Lookup::Missing => return Ok(None),
        };
        let bytes = self.library.read(&found)?;
        Ok(Some((found, bytes)))
    }

    fn read(&mut self, place: usize, kind: &str, bytes: &Bytes) -> Result<()> {
        match kind {
            "horde3d.geometry" => {
                let options = ReadOptions {
                    trailing: Trailing::Keep,
                    limits: *self.limits,
                };
                let geometry = read::document::<Geometry>(bytes, &options)?.tree;
                if geometry.version < Version::STREAMS {
                    let message = "version 4, and engines read version 5 alone";
                    return Err(Error::new(Kind::Unsupported, message));
                }
                self.geometries.insert(place, geometry);
                Ok(())
            }
            "horde3d.scene" => {
                let scene = DocumentFile::<Scene>::parse(bytes, self.limits)?;
                self.follow(place, &scene.references());
                self.take(place, scene.diagnostics());
                self.scenes.push((place, scene));
                Ok(())
            }
            "texture" => {
                let texture = self.library.texture(bytes, self.limits)?;
                self.textures.insert(place, texture);
                Ok(())
            }
            kind => {
                let Some(format) = (self.format)(kind) else {
                    let references = urho3d::references(kind, bytes, self.limits)?;
                    self.follow(place, &references);
                    return Ok(());
                };
                let said = format.read(bytes, self.limits)?;
                if kind == urho3d::MODEL {
                    self.follow_list(place);
                }
                if !format.names_others() {
                    return Ok(());
                }
                let references = said.references().unwrap_or_default();
                self.follow(place, &references);
                self.take(place, &said.diagnose());
                self.links_elsewhere(place, &references)
            }
        }
    }

    /// Follows the list of materials beside a model, where there is one.
    fn follow_list(&mut self, place: usize) {
        let list = urho3d::list_beside(&self.graph.resources[place].name);
        let found = inside(&list.name).map(|name| self.library.find(&name));
        if found == Some(Lookup::Found) {
            self.follow(place, &[list]);
        }
    }

    /// The engine loads no material that links to itself.
    fn links_elsewhere(&self, place: usize, references: &[Reference]) -> Result<()> {
        let Resource { kind, name, .. } = &self.graph.resources[place];
        let is_itself = |to: &&Reference| to.kind == kind && to.name == *name;
        let link = references.iter().find(is_itself);
        let Some(link) = link.filter(|_| kind == "horde3d.material") else {
            return Ok(());
        };
        // The file is right under another name.
        let error = Error::new(Kind::Invalid, "the material links to itself");
        Err(error.at_line(link.line, link.column).of(&link.path))
    }

    /// What a text says of its includes, and a scene of its geometry, is a matter of the graph.
    fn take(&mut self, place: usize, diagnostics: &[Diagnostic]) {
        let about_others = |diagnostic: &&Diagnostic| {
            let about = [&scene::rules::BATCH_RANGE, &scene::rules::VERTEX_RANGE];
            about.contains(&diagnostic.rule)
        };
        for diagnostic in diagnostics.iter().filter(about_others) {
            self.tell(diagnostic.clone(), place);
        }
    }

    fn tell(&mut self, diagnostic: Diagnostic, resource: usize) {
        self.graph.problems.push(problem(diagnostic, resource));
    }

    fn follow(&mut self, from: usize, references: &[Reference]) {
        for reference in references {
            if self.graph.resources.len() >= MOST {
                self.problem(
                    from,
                    reference,
                    &rules::TOO_MANY,
                    format!("more than {MOST} resources"),
                    None,
                );
                return;
            }
            let resource = self.add(reference.kind, &reference.name);
            self.name(from, reference);
            self.graph.resources[from].uses.push(Use {
                resource,
                path: reference.path.clone(),
                line: reference.line,
                column: reference.column,
                cycle: false,
            });
        }
    }

    /// What is wrong with the way in which a resource is named.
    fn name(&mut self, from: usize, reference: &Reference) {
        let name = &reference.name;
        if name.starts_with('$') && reference.kind == "texture" {
            return;
        }
        if urho3d::is_ours(reference.kind) {
            return self.name_of_urho3d(from, reference);
        }
        if name.contains('\\') {
            let message = format!("`{name}` has `\\`, with which it is found on Windows only");
            let mended = Some(name.replace('\\', "/"));
            self.problem(from, reference, &rules::BACKSLASH, message, mended);
        }
        let mut mended = None;
        let (rule, message) = match inside(name).map(|name| self.library.find(&name)) {
            None => (
                &rules::OUTSIDE,
                format!("`{name}` leads out of the content"),
            ),
            Some(Lookup::Missing) if reference.kind == "horde3d.code" => (
                &rules::INCLUDE_MISSING,
                format!("`{name}` is not there, so no shader with this code is compiled"),
            ),
            Some(Lookup::Missing) => (&rules::MISSING, format!("`{name}` is not there")),
            Some(Lookup::OtherCase(other)) => {
                let message = format!(
                    "`{name}` is called `{other}`, and is found only on case-insensitive file systems"
                );
                mended = Some(other);
                (&rules::WRONG_CASE, message)
            }
            Some(Lookup::Found) => return,
        };
        self.problem(from, reference, rule, message, mended);
    }

    /// The same of a name that the Urho3D family asks for.
    fn name_of_urho3d(&mut self, from: usize, reference: &Reference) {
        if !urho3d::is_followed(reference.kind) {
            return;
        }
        let name = &reference.name;
        let (rule, message) = match inside(name).map(|name| self.library.find(&name)) {
            Some(Lookup::Found) => return,
            Some(Lookup::OtherCase(other)) => (
                &urho3d::rules::WRONG_CASE,
                format!(
                    "`{name}` is called `{other}`, and is found only on case-insensitive file systems"
                ),
            ),
            Some(Lookup::Missing) | None => {
                (&urho3d::rules::MISSING, format!("`{name}` is not there"))
            }
        };
        self.problem(from, reference, rule, message, None);
    }

    /// Tells a problem; one that its resource has already only has one place more. What is `mended` is the right name.
    fn problem(
        &mut self,
        from: usize,
        at: &Reference,
        rule: &'static Rule,
        message: String,
        mended: Option<String>,
    ) {
        let location = Location {
            bytes: at.bytes.clone(),
            ..Location::of(&at.path).at_line((at.line, at.column))
        };
        let key = (from, rule.code, at.name.clone());
        if let Some(known) = self.told.get(&key) {
            let known = &mut self.graph.problems[*known].diagnostic;
            known.count += 1;
            let message = "the same name".into();
            known.related.push(Related { location, message });
            return;
        }
        self.told.insert(key, self.graph.problems.len());
        // Without the bytes nothing can be written in their place.
        let replacement = mended.filter(|_| location.bytes.is_some());
        let diagnostic = Diagnostic {
            replacement,
            ..Diagnostic::new(rule, location, message)
        };
        self.tell(diagnostic, from);
    }

    fn finish(mut self) -> Graph {
        for (place, scene) in &self.scenes {
            let place_of = |kind: &str, name: &str| {
                let key = (kind.to_owned(), name.to_owned());
                self.known.get(&key)
            };
            let others = Others {
                geometry: &|name| self.geometries.get(place_of("horde3d.geometry", name)?),
                texture: &|name| self.textures.get(place_of("texture", name)?),
            };
            let found = fits(scene, &others);
            let problems = found
                .into_iter()
                .map(|diagnostic| problem(diagnostic, *place));
            self.graph.problems.extend(problems);
        }
        cycles(&mut self.graph);
        let order = |problem: &Problem| {
            let at = &problem.diagnostic.location;
            (problem.resource, at.line, at.column)
        };
        sorted::by_key(&mut self.graph.problems, order);
        self.graph
    }
}

fn problem(diagnostic: Diagnostic, resource: usize) -> Problem {
    Problem {
        resource,
        diagnostic,
    }
}

/// Marks what leads back to where it came from, and tells it once per ring.
fn cycles(graph: &mut Graph) {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; graph.resources.len()];
    let mut found = Vec::new();
    // Resources that are open, each with the next of its uses. The first root is opened first.
    let mut stack: Vec<_> = (0..graph.roots).rev().map(|root| (root, 0)).collect();
    while let Some((place, next)) = stack.last_mut() {
        if *next == 0 && marks[*place] == Mark::Done {
            stack.pop();
            continue;
        }
        marks[*place] = Mark::Open;
        let Some(used) = graph.resources[*place].uses.get(*next) else {
            marks[*place] = Mark::Done;
            stack.pop();
            continue;
        };
        let (from, at, to) = (*place, *next, used.resource);
        *next += 1;
        match marks[to] {
            Mark::New => stack.push((to, 0)),
            Mark::Open => found.push((from, at)),
            Mark::Done => {}
        }
    }
    for (from, at) in found {
        let used = &mut graph.resources[from].uses[at];
        used.cycle = true;
        let used = used.clone();
        let is_told = matches!(graph.resources[from].state, State::Refused(_));
        if used.resource == from && is_told {
            continue;
        }
        let name = graph.resources[used.resource].name.clone();
        let message = if used.resource == from {
            format!("`{name}` names itself")
        } else {
            format!("`{name}` leads back here; the engine does not notice, and never ends")
        };
        let Use {
            line, column, path, ..
        } = used;
        let location = Location::of(path).at_line((line, column));
        let diagnostic = Diagnostic::new(&rules::CYCLE, location, message);
        graph.problems.push(problem(diagnostic, from));
    }
}
