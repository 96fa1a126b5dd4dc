//! [`diagnose`]: everything that is wrong with a file, for the engines that it is for.

use formwork_schema::{Diagnostic, Engines, Layout, Location, file_rules, walk::select_with};

use crate::{
    asset::Asset,
    format::Tree,
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
        if !self.engines.is_empty() {
            return self.engines;
        }
        let format = asset.format();
        let own = Engines::named_in(format.engine(version.unwrap_or_default()));
        if own.is_empty() {
            Engines::named_in(format.engines())
        } else {
            own
        }
    }
}

/// Everything that is wrong with a file, or good to know of it, in order of place: also what keeps it from being read. What the
/// pixels of a picture file say is told by the crate `formwork-pixels`.
#[must_use]
pub fn diagnose(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    match asset.tree() {
        Ok(tree) => diagnose_tree(asset, &*tree, profile),
        Err(error) => vec![Diagnostic::from(&error)],
    }
}

/// The same of a file whose tree was read.
#[must_use]
pub fn diagnose_tree(asset: &Asset, tree: &dyn Tree, profile: &Profile) -> Vec<Diagnostic> {
    let mut all = tree.diagnose();
    all.extend(misnamed(asset));
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
    let engines = profile.engines_of(asset, tree.version().as_deref());
    let mut all = weighed(all, engines);
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
