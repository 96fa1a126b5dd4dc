//! What the README shows is what the command prints. `UPDATE_README=1 cargo test -p formwork --test readme`
//! writes it anew.

use std::{env, fs, path::Path, process::Command};

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
const PROMPT: &str = "$ formwork ";

#[test]
fn the_readme_shows_what_the_command_prints() {
    let kept = fs::read_to_string(README).expect("the README");
    let fresh = with_textures(&with_formats(&with_transcripts(&kept)));
    if env::var_os("UPDATE_README").is_some() {
        fs::write(README, &fresh).expect("writable");
    }
    let shown = fs::read_to_string(README).expect("the README");
    for (line, (shown, printed)) in shown.lines().zip(fresh.lines()).enumerate() {
        assert_eq!(
            shown,
            printed,
            "line {}: UPDATE_README=1 writes it anew",
            line + 1
        );
    }
    assert_eq!(shown.len(), fresh.len());
}

fn formwork(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments.split_whitespace())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .env_remove("NO_COLOR")
        .output()
        .expect("the command runs");
    // 1 is what `diff` ends with when files differ.
    assert!(
        matches!(output.status.code(), Some(0 | 1)),
        "{arguments}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Every `console` block holds one command and what it prints.
fn with_transcripts(readme: &str) -> String {
    let mut out = String::new();
    let mut skipping = false;
    for line in readme.lines() {
        if line == "```" {
            skipping = false;
        }
        if !skipping {
            out.push_str(line);
            out.push('\n');
        }
        if let Some(arguments) = line.strip_prefix(PROMPT) {
            skipping = true;
            out.push_str(&formwork(arguments));
        }
    }
    out
}

/// The table between the marks, from the registry.
fn with_formats(readme: &str) -> String {
    const BEGIN: &str = "<!-- formats -->\n";
    const END: &str = "<!-- end of formats -->";
    let (before, rest) = readme
        .split_once(BEGIN)
        .expect("a mark where the table begins");
    let (_, after) = rest.split_once(END).expect("a mark where it ends");
    let listed: serde_json::Value =
        serde_json::from_str(&formwork("formats --json")).expect("an object");
    let mut table = String::from(
        "| format | versions | extension | engines | read | write | notes |\n|---|---|---|---|---|---|---|\n",
    );
    for format in listed["formats"].as_array().expect("a list") {
        let words = |key: &str| -> Vec<String> {
            let list = format[key].as_array().expect("a list");
            list.iter()
                .map(|word| word.as_str().expect("a word").to_owned())
                .collect()
        };
        let mark = |key: &str| if format[key] == true { "yes" } else { "no" };
        table.push_str(&format!(
            "| `{}` | {} | `.{}` | {} | {} | {} | {} |\n",
            format["format"].as_str().expect("a name"),
            words("versions").join(", "),
            words("extensions").join("`, `."),
            format["engines"].as_str().expect("text"),
            mark("read"),
            mark("write"),
            format["notes"].as_str().expect("text"),
        ));
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}

/// The table of textures between its marks, from the list beside the registry.
fn with_textures(readme: &str) -> String {
    const BEGIN: &str = "<!-- textures -->\n";
    const END: &str = "<!-- end of textures -->";
    let (before, rest) = readme
        .split_once(BEGIN)
        .expect("a mark where the table begins");
    let (_, after) = rest.split_once(END).expect("a mark where it ends");
    let listed: serde_json::Value =
        serde_json::from_str(&formwork("formats --json")).expect("an object");
    let mut table =
        String::from("| texture | Horde3D\'s manual | Horde3D | formwork |\n|---|---|---|---|\n");
    for row in listed["textures"].as_array().expect("a list") {
        let cells = ["what", "manual", "engine", "formwork"];
        let cells = cells.map(|key| row[key].as_str().expect("text"));
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}
