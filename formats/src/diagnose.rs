//! [`diagnose`]: everything that is wrong with a file, for the engines that it is for.

mod contents;
mod due;
mod trailing;

use formwork_schema::{
    Diagnostic, Engines, Error, Kind, Layout, Location, Rule, Severity, file_rules,
    walk::select_with,
};

use crate::{
    alone,
    asset::Asset,
    format::Tree,
    registry::{all, is_texture},
};

pub use self::contents::diagnose_contents;

/// Which engines files should work with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// Each of these; none means those that a file of its format and version is for, and that an error is one for all of them.
    pub engines: Engines,
}

impl Profile {
    /// What concerns some engines, as much as it does: for each engine that is named, or for those that a file is for. `version` is
    /// that of the file, where it is known.
    #[must_use]
    pub fn weighed(
        self,
        asset: &Asset,
        version: Option<&str>,
        all: impl IntoIterator<Item = Diagnostic>,
    ) -> Vec<Diagnostic> {
        if !self.engines.is_empty() {
            return self.weighed_for_each(all);
        }
        let readers = asset.format().readers(version.unwrap_or_default());
        weighed(all, |rule| rule.weighs(readers))
    }

    /// The same of what is told of no file alone: as it is where no engine is named.
    #[must_use]
    pub fn weighed_for_each(self, all: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
        weighed(all, |rule| rule.weighs_for_each(self.engines))
    }

    /// Says that engines are asked for which do not read such files.
    fn refusal(self, asset: &Asset, version: Option<&str>) -> Option<Diagnostic> {
        let readers = asset.format().readers(version.unwrap_or_default());
        if readers.is_empty() || readers.contains(self.engines) {
            return None;
        }
        // Generations of texts say nothing by themselves.
        let version = version.filter(|version| asset.layout().is_some() && version.is_ascii());
        let what = version.map_or_else(|| asset.format().what(), str::to_owned);
        let others = self.engines.without(readers);
        let message = format!("{what} is for {readers}, and not for {others}");
        let location = Location::default();
        Some(Diagnostic::new(
            &file_rules::OTHER_ENGINE,
            location,
            message,
        ))
    }
}

/// Everything that is wrong with a file, or good to know of it: also what keeps it from being read, and what is
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

/// Diagnoses a file whose version is not read here, where the behaviour of engines is known.
#[must_use]
pub fn refused_version(asset: &Asset, error: &Error, profile: &Profile) -> Option<Diagnostic> {
    let rule = asset.format().unknown_versions()?;
    let location = Diagnostic::from(error).location;
    let is_checked = *rule == file_rules::OTHER_VERSION;
    // Engines that compare no number compare the letters before it.
    let is_meant = is_checked || location.path == VERSION_NUMBER;
    if error.kind() != Kind::Unsupported || !is_meant {
        return None;
    }
    let message = match is_checked {
        true => format!("engines refuse it: {}", error.message()),
        false => format!("the engine reads on: {}", error.message()),
    };
    let told = Diagnostic::new(rule, location, message);
    profile.weighed(asset, None, [told]).pop()
}

/// The path of the number behind a magic.
const VERSION_NUMBER: &str = "version.number";

/// The same of a file whose tree was read.
#[must_use]
pub fn diagnose_tree(asset: &Asset, tree: &dyn Tree, profile: &Profile) -> Vec<Diagnostic> {
    diagnose_told(asset, tree.diagnose(), tree, profile)
}

/// The same where it is known what its tree tells; `tree` may lack items of lists.
#[must_use]
pub fn diagnose_told(
    asset: &Asset,
    told: Vec<Diagnostic>,
    tree: &dyn Tree,
    profile: &Profile,
) -> Vec<Diagnostic> {
    let mut all = told;
    if let Some(layout) = asset.layout() {
        let lists = asset.format().stand_alone();
        all.extend(alone::diagnose(
            lists,
            layout,
            asset.bytes(),
            asset.limits(),
        ));
    }
    all.extend(misnamed(asset));
    all.extend(tree.misnamed(asset.name()));
    all.extend(trailing::diagnose(asset, tree));
    let due = asset
        .layout()
        .and_then(|layout| due::diagnose(layout, asset.bytes(), asset.limits()));
    // Formats with rules of their own know better what it means.
    let is_told = |due: &Diagnostic| all.iter().any(|one| one.location.path == due.location.path);
    let due = due.filter(|due| !is_told(due));
    all.extend(due);
    let version = tree.version();
    let mut all = profile.weighed(asset, version.as_deref(), all);
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

fn weighed(
    all: impl IntoIterator<Item = Diagnostic>,
    weighs: impl Fn(&Rule) -> Option<Severity>,
) -> Vec<Diagnostic> {
    let weigh = |diagnostic: Diagnostic| {
        let severity = weighs(diagnostic.rule)?;
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
