//! Names of files: with and without extensions, as parts of paths, and different from one another.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bytes::Bytes;
use formwork_formats::{
    all, format,
    package::names::{fold, problem},
};

use crate::{Code, Report};

/// Extensions of files that are converted, or that converted files refer to, and that no format has.
const FOREIGN: [&str; 5] = ["gltf", "glb", "obj", "ply", "material"];

/// Extensions of text forms, which may follow that of the format: `Walk.ani.xml`.
const FORMS: [&str; 2] = ["xml", "json"];

/// A file name without its extension. All other dots stay: `Door.L.mdl` is `Door.L`.
///
/// The extension is the longest known one: of a format (`mdl`, `scene.xml`), of a text form (`xml`), or of a text form of a format
/// (`ani.xml`). Without a known one the name stays as it is.
#[must_use]
pub fn without_extension(name: &str) -> &str {
    let text = without_form(name);
    let text = without_format(text).unwrap_or(text);
    let format = without_format(name).unwrap_or(name);
    if text.len() < format.len() {
        text
    } else {
        format
    }
}

/// The file names that a text form of a file may have: `Walk.ani.xml`, `Walk.xml` and the same of JSON for `Walk.ani`.
pub fn text_names(name: &str) -> impl Iterator<Item = String> {
    let stem = without_extension(name);
    let names = FORMS.map(|form| [format!("{name}.{form}"), format!("{stem}.{form}")]);
    names.into_iter().flatten()
}

/// A file name without the extension of a text form; the name itself where it has none.
pub(crate) fn without_form(name: &str) -> &str {
    let stem = FORMS.iter().find_map(|form| strip_extension(name, form));
    stem.unwrap_or(name)
}

/// A file name without the longest extension of a format that it ends in.
fn without_format(name: &str) -> Option<&str> {
    let ours = all().iter().flat_map(|format| format.extensions());
    let stems = ours
        .chain(FOREIGN)
        .filter_map(|known| strip_extension(name, known));
    stems.min_by_key(|stem| stem.len())
}

/// A name or a path without this extension, if it has that, in any letter case.
#[must_use]
pub fn strip_extension<'a>(name: &'a str, extension: &str) -> Option<&'a str> {
    let end = name.len().checked_sub(extension.len())?;
    let (stem, last) = name.split_at_checked(end)?;
    let stem = stem.strip_suffix('.')?;
    last.eq_ignore_ascii_case(extension).then_some(stem)
}

/// A file name with an extension that means its format: `Walk.ani` for `Walk.xml` and `Walk.ani.xml`, if a text of
/// `urho3d.animation` has that name.
#[must_use]
pub fn name_for_format(name: &str, id: &str) -> String {
    let Some(format) = format(id) else {
        return name.to_owned();
    };
    // A document is XML under any name.
    let xml = format.document().is_some().then_some("xml");
    let extensions = format.extensions();
    let mut right = extensions.iter().copied().chain(xml);
    if right.any(|extension| strip_extension(name, extension).is_some_and(|stem| !stem.is_empty()))
    {
        return name.to_owned();
    }
    let stem = without_extension(name);
    match extensions.first() {
        Some(extension) => format!("{stem}.{extension}"),
        None => stem.to_owned(),
    }
}

/// The path of an output in two: what a number goes behind, and the extension with its dot.
#[must_use]
pub fn split_path(path: &str) -> (&str, &str) {
    let start = path.rfind('/').map_or(0, |slash| slash + 1);
    let name = &path[start..];
    let stem = without_format(name).or_else(|| name.rsplit_once('.').map(|(stem, _)| stem));
    path.split_at(start + stem.unwrap_or(name).len())
}

/// First free numbers for names that other files of a run have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileNumbers(BTreeMap<String, usize>);

impl FileNumbers {
    /// Sets the number for a path without its extension.
    pub fn set(&mut self, stem: &str, number: usize) {
        self.0.insert(fold(stem.as_bytes()), number);
    }

    /// The number for a path without its extension; 0 where the path is free as it is.
    #[must_use]
    pub fn get(&self, stem: &str) -> usize {
        self.0.get(&fold(stem.as_bytes())).copied().unwrap_or(0)
    }

    /// The path that a number set here was put behind, or the path itself; both without the extension.
    ///
    /// A path that is made although a number is set for it got its own number from the shorter path, which is then its base.
    #[must_use]
    pub fn base<'a>(&self, stem: &'a str) -> &'a str {
        let numbered = stem.rsplit_once('_');
        let numbered = numbered.and_then(|(base, number)| Some((base, number.parse().ok()?)));
        let is_set = |(base, number): &(&str, usize)| (1..=*number).contains(&self.get(base));
        match numbered {
            Some((base, _)) if self.get(stem) > 0 => base,
            numbered => numbered.filter(is_set).map_or(stem, |(base, _)| base),
        }
    }

    /// Whether all paths are free.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The paths of what one conversion writes: all different, also where letter case makes no difference, or how accents are written.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    first: FileNumbers,
    taken: BTreeSet<String>,
    /// The number to try next for a path: those before it are taken, and stay so.
    next: HashMap<String, usize>,
    /// Paths of pictures, by the path that each would have alone and its content.
    pictures: HashMap<(String, Bytes), String>,
}

impl Paths {
    pub(crate) fn new(first: &FileNumbers) -> Self {
        Self {
            first: first.clone(),
            ..Self::default()
        }
    }

    /// The path, with a number behind its stem where another file has it.
    pub(crate) fn add(&mut self, path: &str) -> String {
        let (stem, extension) = split_path(path);
        let first = self.first.get(stem);
        loop {
            let next = self.next.entry(fold(path.as_bytes())).or_insert(first);
            let number = *next;
            *next += 1;
            let made = match number {
                0 => path.to_owned(),
                number => format!("{stem}_{number}{extension}"),
            };
            if self.taken.insert(fold(made.as_bytes())) {
                return made;
            }
        }
    }

    /// The path of a picture, and whether it is new: equal pictures of one path share a file.
    pub(crate) fn add_picture(&mut self, path: &str, content: &Bytes) -> (String, bool) {
        let key = (path.to_owned(), content.clone());
        if let Some(known) = self.pictures.get(&key) {
            return (known.clone(), false);
        }
        let made = self.add(path);
        self.pictures.insert(key, made.clone());
        (made, true)
    }

    /// The same as [`add`](Self::add), and reports as [`report_renamed`]; `name` is that of what is in the file.
    pub(crate) fn add_reported(&mut self, path: &str, name: &str, report: &mut Report) -> String {
        let made = self.add(path);
        report_renamed(path, &made, name, report);
        made
    }
}

/// Reports a file that does not have the path that it would have alone, or that does not have the whole name of what is in it.
pub(crate) fn report_renamed(alone: &str, made: &str, name: &str, report: &mut Report) {
    let file = made.rsplit('/').next().unwrap_or_default();
    let is_whole = file_stem(name) == name && file.contains(name);
    if made == alone && !is_whole {
        let detail = format!("the name `{name}` cannot be a file name: becomes `{made}`");
        report.add_each(Code::C215, name, detail);
    }
    report_taken(alone, made, name, report);
}

/// Reports a file that does not have the path that it would have alone.
pub(crate) fn report_taken(alone: &str, made: &str, name: &str, report: &mut Report) {
    if made != alone {
        let detail = format!("another file has the name `{alone}`: becomes `{made}`");
        report.add(Code::C215, name, detail);
    }
}

/// How much of a long name stays: numbers and extensions follow it.
const LONGEST: usize = 180;

/// The stem that all files of a model of Horde3D share, which refer to one another by it.
pub(crate) fn model_stem(name: &str) -> String {
    match file_stem(name) {
        stem if stem.is_empty() => "model".to_owned(),
        stem => stem,
    }
}

/// A name as the stem of a file that every system can have: without what file systems and engines refuse, and not too long. Empty
/// where nothing of it is left.
pub(crate) fn file_stem(name: &str) -> String {
    // Urho3D separates references of a list by semicolons.
    let is_bad = |letter: char| letter.is_control() || "<>?*:;\"/\\|".contains(letter);
    let kept: String = name.chars().filter(|letter| !is_bad(*letter)).collect();
    let kept = &kept[..kept.floor_char_boundary(LONGEST)];
    let kept = kept.trim_matches([' ', '.']);
    // All that can still be wrong is that it is a device of Windows.
    match problem(kept.as_bytes()) {
        Some(_) if !kept.is_empty() => format!("_{kept}"),
        _ => kept.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_known_extension_goes() {
        for (name, stem) in [
            ("Door_Double.L.mdl", "Door_Double.L"),
            ("Cube.002.mdl", "Cube.002"),
            ("Cube.002.GLB", "Cube.002"),
            ("figure.scene.xml", "figure"),
            ("figure.v2.Scene.XML", "figure.v2"),
            ("figure.scene.xml.json", "figure"),
            ("Walk.ani.xml", "Walk"),
            ("Walk.ani.json", "Walk"),
            ("83-clip.json", "83-clip"),
            ("Skin.L.xml", "Skin.L"),
            ("Old.mdl.ani", "Old.mdl"),
            ("Stone.material", "Stone"),
            ("Cube.002", "Cube.002"),
            ("Cube", "Cube"),
            ("mdl", "mdl"),
            (".mdl", ""),
            ("", ""),
            ("ü.mdl", "ü"),
        ] {
            assert_eq!(without_extension(name), stem, "{name}");
        }
        // Every known extension comes off every name again, and nothing else.
        for extension in all().iter().flat_map(|format| format.extensions()) {
            for stem in ["a", "a.001", "a b.L", "A.old.new", "ä.ö"] {
                for form in ["", ".xml", ".json"] {
                    let name = format!("{stem}.{extension}{form}");
                    assert_eq!(without_extension(&name), stem, "{name}");
                }
            }
        }
    }

    #[test]
    fn extensions_follow_the_content() {
        for (name, id, right) in [
            ("Walk.ANI", "urho3d.animation", "Walk.ANI"),
            ("83-clip.json", "urho3d.animation", "83-clip.ani"),
            ("Walk.L.xml", "urho3d.animation", "Walk.L.ani"),
            ("Walk.L", "urho3d.animation", "Walk.L.ani"),
            ("Walk.mdl", "urho3d.animation", "Walk.ani"),
            ("man.json", "horde3d.scene", "man.scene.xml"),
            ("man.xml", "horde3d.scene", "man.xml"),
            ("run.sh", "horde3d.animation", "run.sh.anim"),
        ] {
            assert_eq!(name_for_format(name, id), right);
        }
    }

    #[test]
    fn paths_differ_in_more_than_letter_case() {
        let mut first = FileNumbers::default();
        first.set("Materials/Skin", 3);
        let (mut paths, mut report) = (Paths::new(&first), Report::default());
        let mut add = |path: &str| paths.add_reported(path, "", &mut report);
        assert_eq!(add("a/Walk.ani"), "a/Walk.ani");
        assert_eq!(add("a/walk.ani"), "a/walk_1.ani");
        assert_eq!(add("a/Walk_1.ani"), "a/Walk_1_1.ani");
        assert_eq!(add("a/Walk.ani"), "a/Walk_2.ani");
        assert_eq!(add("a/Walk.xml"), "a/Walk.xml");
        assert_eq!(add("Walk.ani"), "Walk.ani");
        assert_eq!(add("caf\u{e9}.ani"), "caf\u{e9}.ani");
        assert_eq!(add("cafe\u{301}.ani"), "cafe\u{301}_1.ani");
        assert_eq!(add("CAF\u{c9}.ani"), "CAF\u{c9}_2.ani");
        assert_eq!(
            add("Materials/skin.material.xml"),
            "Materials/skin_3.material.xml"
        );
        assert_eq!(
            add("Materials/Skin.material.xml"),
            "Materials/Skin_4.material.xml"
        );
        assert_eq!(report.losses().next().unwrap().count, 7);
    }

    #[test]
    fn names_that_files_do_not_have_are_reported() {
        let long = "x".repeat(LONGEST + 1);
        let cut = &long[..LONGEST];
        for (alone, made, name, is_reported) in [
            ("Materials/Steel.xml", "Materials/Steel.xml", "Steel", false),
            ("man_Run.ani", "man_Run.ani", "Run", false),
            ("man_Anim1.ani", "man_Anim1.ani", "", false),
            ("man_Run.ani", "man_Run_1.ani", "Run", true),
            ("man_ARun.ani", "man_ARun.ani", "A|Run", true),
            ("Materials/ab.xml", "Materials/ab.xml", "a;b", true),
            ("Materials/_CON.xml", "Materials/_CON.xml", "CON", true),
            ("man_Anim1.ani", "man_Anim1.ani", "..", true),
            ("x.xml", "x.xml", " x", true),
            (cut, cut, &*long, true),
            // The name alone is short enough, but not behind that of the model.
            ("man_xx", "man_xx", "xxx", true),
        ] {
            let mut report = Report::default();
            report_renamed(alone, made, name, &mut report);
            assert_eq!(report.has(Code::C215), is_reported, "{name}: {made}");
        }
    }

    #[test]
    fn stems_are_names_everywhere() {
        for (name, stem) in [
            ("Walk", "Walk"),
            ("a/b\\c:d;e\n", "abcde"),
            (" ..x.. ", "x"),
            ("CON", "_CON"),
            ("nul.old", "_nul.old"),
            ("...", ""),
            ("", ""),
        ] {
            assert_eq!(file_stem(name), stem);
        }
        let long = file_stem(&"ä".repeat(150));
        assert_eq!(long, "ä".repeat(90));
        assert_eq!(problem(long.as_bytes()), None);
    }
}
