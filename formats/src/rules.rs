//! The list of all rules: what can be wrong with files, and what engines do about it.

use formwork_schema::{Engines, Rule, file_rules, sorted};

use crate::{horde3d, package, pictures, texture, urho3d};

/// The rules of one area.
type Area = &'static [&'static Rule];

/// Areas about files of any format.
fn general() -> [Area; 5] {
    [
        file_rules::RULES,
        formwork_markup::rules::RULES,
        package::rules::RULES,
        urho3d::graph::rules::RULES,
        horde3d::graph::rules::RULES,
    ]
}

/// Areas about files of some formats, by how the ids of these begin.
fn of_formats() -> [(&'static str, Area); 16] {
    [
        ("urho3d.model", urho3d::model::rules::RULES),
        ("urho3d.animation", urho3d::animation::rules::RULES),
        ("urho3d.shader", urho3d::shader::rules::RULES),
        ("urho3d.package", urho3d::package::rules::RULES),
        ("urho3d.script", urho3d::script::rules::RULES),
        ("horde3d.geometry", horde3d::geometry::rules::RULES),
        ("horde3d.animation", horde3d::animation::rules::RULES),
        ("horde3d.scene", horde3d::scene::rules::RULES),
        ("horde3d.material", horde3d::material::rules::RULES),
        ("horde3d.pipeline", horde3d::pipeline::rules::RULES),
        ("horde3d.particle", horde3d::particle::rules::RULES),
        ("horde3d.compute", horde3d::compute::rules::RULES),
        ("horde3d.shader", horde3d::shader::rules::RULES),
        ("horde3d.code", horde3d::code::rules::RULES),
        ("texture.", texture::rules::RULES),
        ("texture.", pictures::rules::RULES),
    ]
}

/// The rules of every area, in order of code.
#[must_use]
pub fn all() -> Vec<&'static Rule> {
    let of_formats = of_formats().into_iter().map(|(_, area)| area);
    let areas: Vec<Area> = general().into_iter().chain(of_formats).collect();
    let mut all = areas.concat();
    sorted::by_key(&mut all, |rule| rule.code);
    all
}

/// The engines for which there are rules about files of a format, by its id. For others, a file without diagnostics has not been checked.
#[must_use]
pub fn engines_of(format: &str) -> Engines {
    let of_formats = of_formats().into_iter();
    let areas = of_formats.filter(|(prefix, _)| format.starts_with(prefix));
    let rules = areas.flat_map(|(_, area)| area);
    rules.fold(Engines::NONE, |all, rule| all | rule.engines())
}

/// The rules that somebody means: by code, by number, or by a name that several areas may have.
#[must_use]
pub fn called(name: &str) -> Vec<&'static Rule> {
    let all = all().into_iter();
    all.filter(|rule| rule.is_called(name)).collect()
}

/// A rule as a page of Markdown: what is wrong, what engines do, where that stands, an example, and what to do.
#[must_use]
pub fn explain(rule: &Rule) -> String {
    let mut page = format!(
        "# {}\n\n{} ({})\n",
        rule.code,
        rule.summary,
        rule.severity.name()
    );
    for effect in rule.effects_by_behavior() {
        page += &format!("\n- {}: {}\n", effect.engines, effect.does.words());
    }
    let parts = [
        ("Why", rule.why.to_owned()),
        ("Source", rule.source.to_owned()),
        ("Example", quoted(rule.example)),
        ("Remedy", rule.remedy.to_owned()),
    ];
    for (title, text) in parts.iter().filter(|(_, text)| !text.is_empty()) {
        page += &format!("\n**{title}**: {text}\n");
    }
    page
}

fn quoted(example: &str) -> String {
    match (example.is_empty(), example.contains('`')) {
        (true, _) => String::new(),
        (_, true) => example.to_owned(),
        (_, false) => format!("`{example}`"),
    }
}
