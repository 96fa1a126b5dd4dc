//! What the schema of a pipeline cannot say.

use std::collections::{HashMap, hash_map::Entry};

use formwork_markup::{Markup, Node, integer};
use formwork_schema::{Diagnostic, Error, Kind, Result, document::Atom as _, layout::Type};

use super::tree::TargetFormat;
use crate::horde3d::classes;
use crate::horde3d::pipeline::rules;

/// Colour buffers that a target may have.
const MOST_BUFFERS: i32 = 4;
/// What `bufIndex` says for the depth buffer.
const DEPTH: i32 = 32;

pub(super) fn review(markup: &Markup, diagnostics: &mut Vec<Diagnostic>) -> Result<()> {
    let root = markup.root();
    let mut targets = Targets::new();
    if let Some(setup) = root.child("Setup") {
        for target in setup
            .children()
            .filter(|node| node.name() == "RenderTarget")
        {
            self::target(target)?;
            let id = target.get("id").into_owned();
            match targets.entry(id) {
                Entry::Vacant(place) => drop(place.insert(Buffers::of(target))),
                Entry::Occupied(_) => {
                    let message = "another target has this `id`; the first one is used";
                    diagnostics.push(target.diagnostic(&rules::REPEATED_TARGET, message));
                }
            }
        }
    }
    let Some(queue) = root.child("CommandQueue") else {
        diagnostics.push(root.diagnostic(
            &rules::NO_COMMANDS,
            "without a `CommandQueue` nothing is drawn",
        ));
        return Ok(());
    };
    for stage in queue.children().filter(|node| node.name() == "Stage") {
        for command in stage.children() {
            self::command(command, &targets, diagnostics)?;
        }
    }
    Ok(())
}

/// Targets by name.
type Targets = HashMap<String, Buffers>;

/// The buffers of a target.
struct Buffers {
    colours: i32,
    has_depth: bool,
}

impl Buffers {
    fn of(target: Node<'_>) -> Self {
        Self {
            colours: integer(&target.get("numColBufs")).0,
            has_depth: target.get("depthBuf").eq_ignore_ascii_case("true"),
        }
    }

    fn have(&self, index: i32) -> bool {
        match index {
            DEPTH => self.has_depth,
            index => (0..self.colours).contains(&index),
        }
    }
}

fn target(node: Node<'_>) -> Result<()> {
    let format = node.get("format");
    if let TargetFormat::Other(word) = TargetFormat::from(&*format) {
        let message = match &*word {
            "" => "a `RenderTarget` has no `format`".to_owned(),
            word => format!("`{word}` is not a `format` of a `RenderTarget`"),
        };
        return Err(node
            .malformed(message)
            .help(format!("write one of {}", formats())));
    }
    let buffers = integer(&node.get("numColBufs")).0;
    if !(0..=MOST_BUFFERS).contains(&buffers) {
        let message =
            format!("{buffers} colour buffers; the engine makes from 0 to {MOST_BUFFERS}");
        return Err(node.malformed(message));
    }
    if buffers == 0 && !node.get("depthBuf").eq_ignore_ascii_case("true") {
        let message = "a `RenderTarget` without colour buffers (`numColBufs`) and without a depth buffer (`depthBuf`: \
                       only the word `true` makes one)";
        return Err(node
            .malformed(message)
            .help("the engine loads no pipeline with it"));
    }
    Ok(())
}

fn formats() -> String {
    let Type::Enum(words) = TargetFormat::TYPE else {
        return String::new();
    };
    let names: Vec<&str> = words.values.iter().map(|word| &*word.name).collect();
    names.join(", ")
}

fn command(node: Node<'_>, targets: &Targets, diagnostics: &mut Vec<Diagnostic>) -> Result<()> {
    match node.name() {
        "SwitchTarget" => {
            let name = node.get("target");
            if !name.is_empty() && !targets.contains_key(&*name) {
                return Err(undefined(node, "target", &name));
            }
        }
        "BindBuffer" => {
            let name = node.get("sourceRT");
            // A target without a name is none that a command could call.
            let Some(buffers) = targets.get(&*name).filter(|_| !name.is_empty()) else {
                return Err(undefined(node, "sourceRT", &name));
            };
            let index = integer(&node.get("bufIndex")).0;
            if !buffers.have(index) {
                let message = format!("there is no buffer {index}; {DEPTH} is the depth buffer");
                diagnostics.push(node.diagnostic(&rules::BUFFER_INDEX, message));
            }
        }
        "DrawQuad" | "SetUniform" if node.get("material").is_empty() => {
            diagnostics.push(
                node.diagnostic(&rules::EMPTY_MATERIAL, "without a material nothing is done"),
            );
        }
        "DrawGeometry" | "DoForwardLightLoop" => {
            if let Some(class) = node.attribute("class") {
                let mut odd =
                    |rule, message| diagnostics.push(node.diagnostic_of(class, rule, message));
                classes::review(&class.value(), &mut odd);
            }
        }
        _ => {}
    }
    unlike_the_manual(node, diagnostics);
    Ok(())
}

/// Where the manual says otherwise, or nothing.
fn unlike_the_manual(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let written = |name| node.attribute(name);
    match node.name() {
        "DoForwardLightLoop" if written("order").is_none() => {
            let message = "without `order` meshes are drawn by what has to be switched for each; the manual promises `NONE`";
            diagnostics.push(node.diagnostic(&rules::ORDER_BY_SWITCHES, message));
        }
        "DoDeferredLightLoop" => {
            if let Some(shadows) = written("noShadows") {
                let message = "the engine reads it, and the manual does not have it";
                diagnostics.push(node.diagnostic_of(shadows, &rules::UNDOCUMENTED, message));
            }
        }
        "DrawOverlays" => {
            let message = "an extension of the engine draws overlays; where it is not built in, nothing is drawn";
            diagnostics.push(node.diagnostic(&rules::EXTENSION_COMMAND, message));
        }
        _ => {}
    }
}

fn undefined(node: Node<'_>, attribute: &str, name: &str) -> Error {
    let former = node.attribute("texUnit").is_some() || node.attribute("target").is_some();
    let message = match name {
        "" => format!("`{attribute}` is empty or missing, so there is no such target"),
        name => format!("`{attribute}` names the target `{name}`, which is not set up"),
    };
    let (line, column) = node.place();
    let error = Error::new(Kind::Malformed, message)
        .at_line(line, column)
        .of(node.path());
    if former && name.is_empty() {
        error.help("`texUnit` and `target` are no longer read, since 2009-02: write `sampler` and `sourceRT`")
    } else {
        error.help("the engine loads no pipeline with it")
    }
}
