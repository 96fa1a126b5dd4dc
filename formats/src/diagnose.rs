//! [`diagnose`]: everything that is wrong with a file, for the engines that it is for.

use formwork_schema::{
    Diagnostic, Engines, Error, Kind, Layout, Location, Severity, file_rules, walk::select_with,
};

use crate::{
    asset::{Asset, open},
    format::Tree,
    identity::Confidence,
    registry::{all, is_texture},
};

/// Which engines files should work with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// These; none means those that a file of its format and version is for.
    pub engines: Engines,
}

impl Profile {
    /// The engines that a file should work with. `version` is its version, where it is known.
    #[must_use]
    pub fn engines_of(self, asset: &Asset, version: Option<&str>) -> Engines {
        if self.engines.is_empty() {
            readers(asset, version)
        } else {
            self.engines
        }
    }

    /// Says that engines are asked for which do not read such files: an error where none of them does.
    fn refusal(self, asset: &Asset, version: Option<&str>) -> Option<Diagnostic> {
        let readers = readers(asset, version);
        if readers.is_empty() || readers.contains(self.engines) {
            return None;
        }
        let severity = match readers.and(self.engines).is_empty() {
            true => Severity::Error,
            false => Severity::Warning,
        };
        // Generations of texts say nothing by themselves.
        let version = version.filter(|version| asset.layout().is_some() && version.is_ascii());
        let what = version.map_or_else(|| asset.format().what(), str::to_owned);
        let others = self.engines.without(readers);
        let message = format!("{what} is for {readers}, and not for {others}");
        Some(Diagnostic {
            severity,
            ..Diagnostic::new(&file_rules::OTHER_ENGINE, Location::default(), message)
        })
    }
}

/// The engines that read files of a format and version; none where that is not known.
fn readers(asset: &Asset, version: Option<&str>) -> Engines {
    let format = asset.format();
    let own = Engines::named_in(format.engine(version.unwrap_or_default()));
    if own.is_empty() {
        Engines::named_in(format.engines())
    } else {
        own
    }
}

/// Everything that is wrong with a file, or good to know of it, in order of place: also what keeps it from being read, and what is
/// wrong with the files in a package. What the pixels of a picture file say is told by the crate `formwork-pixels`.
#[must_use]
pub fn diagnose(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    let mut all = diagnose_alone(asset, profile);
    all.extend(diagnose_contents(asset, &|file| {
        diagnose_alone(file, profile)
    }));
    all
}

/// The same without the files in it.
fn diagnose_alone(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    match asset.tree() {
        Ok(tree) => diagnose_tree(asset, &*tree, profile),
        Err(error) => {
            let refused = refused_version(asset, &error, profile);
            refused
                .into_iter()
                .chain([Diagnostic::from(&error)])
                .collect()
        }
    }
}

/// What engines do with a file of which the version is not read here, where they refuse it as well.
#[must_use]
pub fn refused_version(asset: &Asset, error: &Error, profile: &Profile) -> Option<Diagnostic> {
    if error.kind() != Kind::Unsupported || !asset.format().refuses_versions() {
        return None;
    }
    let location = Diagnostic::from(error).location;
    let message = format!("engines refuse it: {}", error.message());
    let told = Diagnostic::new(&file_rules::OTHER_VERSION, location, message);
    weighed([told], profile.engines_of(asset, None)).pop()
}

/// What is wrong with the files in a package, at the place of each in its table; nothing of other files. `look` says what is
/// wrong with one; packages in packages are not opened, nor are files of formats that are not known, or malformed ones that only
/// their name makes one of ours. What keeps a file from
/// being unpacked is told of the package.
#[must_use]
pub fn diagnose_contents(
    asset: &Asset,
    look: &dyn Fn(&Asset) -> Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let Some(Ok(layers)) = asset.packages() else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let count = layers.packages.len();
    for (number, package) in (1..).zip(&layers.packages) {
        if package.files.bounded().is_err() {
            continue;
        }
        // Paths are those of the tree of the last package.
        let inside = match number == count {
            true => String::new(),
            false => format!("package {number}: "),
        };
        for (place, entry) in package.entries.iter().enumerate() {
            let name = entry.name.to_text();
            let bytes = package.files.read(place).ok();
            let file = bytes.and_then(|bytes| open(bytes, &name, asset.limits()).ok());
            let Some(file) = file.filter(|file| file.packages().is_none()) else {
                continue;
            };
            let is_named_only = file.identity().confidence < Confidence::Magic;
            let is_told = |one: &Diagnostic| match one.rule {
                rule if *rule == file_rules::MALFORMED => !is_named_only,
                rule => *rule != file_rules::UNSUPPORTED,
            };
            let found = look(&file).into_iter().filter(is_told);
            all.extend(found.map(|one| within(one, &format!("{inside}entries[{place}]"), &name)));
        }
    }
    all
}

/// What is wrong with a file, told of what it is in.
fn within(inner: Diagnostic, path: &str, name: &str) -> Diagnostic {
    let message = format!("`{name}`: {}", inner.place_and_message());
    let told = Diagnostic::new(inner.rule, Location::of(path), message);
    Diagnostic {
        severity: inner.severity,
        ..told
    }
}

/// The same of a file whose tree was read.
#[must_use]
pub fn diagnose_tree(asset: &Asset, tree: &dyn Tree, profile: &Profile) -> Vec<Diagnostic> {
    let mut all = tree.diagnose();
    all.extend(misnamed(asset));
    all.extend(tree.misnamed(asset.name()));
    if let count @ 1.. = tree.trailing().len() {
        let location = Location {
            bytes: Some((asset.bytes().len() - count) as u64..asset.bytes().len() as u64),
            ..Location::default()
        };
        let message = match count {
            1 => "1 byte after the end".to_owned(),
            count => format!("{count} bytes after the end"),
        };
        all.push(Diagnostic::new(
            &file_rules::TRAILING_BYTES,
            location,
            message,
        ));
    }
    let version = tree.version();
    let mut all = weighed(all, profile.engines_of(asset, version.as_deref()));
    all.extend(profile.refusal(asset, version.as_deref()));
    if let Some(layout) = asset.layout() {
        for diagnostic in &mut all {
            place(diagnostic, layout, asset.bytes());
        }
    }
    all
}

/// What a name says that the bytes do not.
#[must_use]
pub fn misnamed(asset: &Asset) -> Option<Diagnostic> {
    let (name, format) = (asset.name(), asset.format());
    let mut others = all().iter().filter(|other| other.has_extension(name));
    let other = others.next().filter(|_| !format.has_extension(name))?;
    let what = format.what();
    let (rule, message) = if is_texture(format) && is_texture(*other) {
        let message =
            format!("this is {what}, under the name of another kind; engines look at the content");
        (&file_rules::WRONG_EXTENSION, message)
    } else {
        let message = format!("this is {what}, under the name of {}", other.what());
        (&file_rules::OTHER_FORMAT, message)
    };
    Some(Diagnostic::new(rule, Location::default(), message))
}

/// What concerns some engines, as much as it does.
#[must_use]
pub fn weighed(all: impl IntoIterator<Item = Diagnostic>, engines: Engines) -> Vec<Diagnostic> {
    let weigh = |diagnostic: Diagnostic| {
        let severity = diagnostic.rule.weighs(engines)?;
        Some(Diagnostic {
            severity,
            ..diagnostic
        })
    };
    all.into_iter().filter_map(weigh).collect()
}

/// Looks up which bytes a path of a tree stands for.
fn place(diagnostic: &mut Diagnostic, layout: &Layout, bytes: &[u8]) {
    let Location {
        path, bytes: known, ..
    } = &mut diagnostic.location;
    if known.is_none() && !path.is_empty() {
        // What is only in the tree, such as a file within a package, has no place of its own.
        *known = select_with(layout, bytes, path, &mut ()).ok();
    }
}
