//! `formwork man`: the manual, one page per command.

use std::{fs, path::Path};

use clap::{Command, CommandFactory};
use clap_mangen::Man as Renderer;
use serde_json::{Value, json};

use crate::{
    args::{Args, Man},
    output::{self, Step, Wanted},
    report::{self, Failure, Outcome},
};

/// A manual page.
struct Page {
    /// Name of its file: `formwork-diff.1`.
    name: String,
    content: Vec<u8>,
}

pub(crate) fn run(args: &Args, of: &Man) -> Result<Outcome, Failure> {
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    render(&command, "formwork", &mut pages)?;
    if let Some(folder) = &of.output {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
        write(folder, &pages, of.replace.force)?;
    } else {
        pages.truncate(1);
        if !args.json {
            output::print(|out| {
                let written = out.write_all(&pages[0].content);
                written.map_err(|error| Failure::unprintable(&error))
            })?;
        }
    }
    if args.json {
        let pages = pages.iter().map(|page| object(page, of.output.as_deref()));
        let pages: Vec<Value> = pages.collect();
        output::json(&json!({ "formwork": 1, "pages": pages }));
    }
    Ok(Outcome::Ok)
}

fn render(command: &Command, name: &str, pages: &mut Vec<Page>) -> Result<(), Failure> {
    let mut content = Vec::new();
    let page = command.clone().display_name(name);
    Renderer::new(page)
        .title(name.to_uppercase())
        .render(&mut content)
        .map_err(|error| Failure::unprintable(&error))?;
    pages.push(Page {
        name: format!("{name}.1"),
        content: with_repeats(command, content),
    });
    let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
    shown
        .into_iter()
        .try_for_each(|inner| render(inner, &format!("{name}-{}", inner.get_name()), pages))
}

/// Marks what can be said several times, which the renderer does not.
fn with_repeats(command: &Command, content: Vec<u8>) -> Vec<u8> {
    let repeats = command.get_positionals().filter(|one| {
        let most = one.get_num_args().map_or(1, |count| count.max_values());
        most > 1 || matches!(one.get_action(), clap::ArgAction::Append)
    });
    let names = repeats.flat_map(|one| one.get_value_names().unwrap_or_default());
    let text = String::from_utf8_lossy(&content).into_owned();
    let marked = names.fold(text, |text, name| {
        let optional = format!("[\\fI{name}\\fR]");
        let required = format!("<\\fI{name}\\fR>");
        text.replace(&optional, &format!("{optional}..."))
            .replace(&required, &format!("{required}..."))
    });
    marked.into_bytes()
}

fn write(folder: &Path, pages: &[Page], force: bool) -> Result<(), Failure> {
    let wanted = pages.iter().map(|page| Wanted {
        path: folder.join(&page.name),
        size: page.content.len() as u64,
    });
    let wanted: Vec<Wanted> = wanted.collect();
    let is_same =
        |page: usize, path: &Path| fs::read(path).is_ok_and(|found| found == pages[page].content);
    let steps = output::survey(&wanted, &[], force, is_same)?;
    for ((page, wanted), step) in pages.iter().zip(&wanted).zip(&steps) {
        if let Step::Write(standing) = step {
            output::file(&wanted.path, standing, &page.content)?;
        }
    }
    Ok(())
}

fn object(page: &Page, folder: Option<&Path>) -> Value {
    match folder {
        Some(folder) => {
            json!({ "name": page.name, "output": report::path(&folder.join(&page.name)) })
        }
        None => json!({ "name": page.name, "text": String::from_utf8_lossy(&page.content) }),
    }
}
