//! What the README and the pages of `docs` show is what the command prints, and what the code says.
//! `UPDATE_README=1 cargo test -p formwork --test command readme::` writes it anew.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use formwork_convert::{Code, Severity};
use formwork_schema::Engines;

const PROMPT: &str = "$ formwork ";
/// The first bytes of a file are piped into the command.
const CUT: &str = "$ head -c ";
const MARK: &str = "<!-- from ";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn pages_show_what_the_command_prints() {
    hold("README.md", with_transcripts);
    hold("docs/catalog.md", with_tables);
    hold("docs/check.md", with_transcripts);
    hold("docs/commands.md", with_transcripts);
    hold("docs/convert.md", with_losses);
    hold("docs/formats.md", |page| with_textures(&with_formats(page)));
}

/// Asks that a page is what it is when it is made anew.
fn hold(page: &str, made: impl Fn(&str) -> String) {
    let path = root().join(page);
    let kept = fs::read_to_string(&path).expect("the page");
    let fresh = made(&kept);
    if env::var_os("UPDATE_README").is_some() {
        fs::write(&path, &fresh).expect("writable");
    }
    let shown = fs::read_to_string(&path).expect("the page");
    for (line, (shown, printed)) in shown.lines().zip(fresh.lines()).enumerate() {
        let line = line + 1;
        assert_eq!(
            shown, printed,
            "{page}, line {line}: UPDATE_README=1 writes it anew"
        );
    }
    assert_eq!(shown.len(), fresh.len(), "{page}");
}

/// The columns of the tables of catalogues, between two marks.
fn with_tables(page: &str) -> String {
    const MARKS: [&str; 2] = ["<!-- tables -->\n", "<!-- end of tables -->"];
    let (before, rest) = page.split_once(MARKS[0]).expect("the tables");
    let (_, after) = rest.split_once(MARKS[1]).expect("their end");
    let tables = formwork_catalog::TABLES.iter().map(|table| {
        let (name, about, columns) = (table.name, table.about, table.markdown());
        format!("### {name}\n\n`{name}` has {about}.\n\n{columns}\n")
    });
    let tables: String = tables.collect();
    format!("{before}{}{tables}{}{after}", MARKS[0], MARKS[1])
}

#[test]
fn every_rule_has_a_page() {
    let folder = root().join("docs/rules");
    let is_new = env::var_os("UPDATE_README").is_some();
    if is_new {
        // Pages of rules that are gone go, too.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
    }
    let mut index = String::from(
        "# Rules\n\nWhat `formwork check` tells of, by area. `formwork explain CODE` prints the page of a rule.\n\n\
         | rule | severity | what is wrong |\n|---|---|---|\n",
    );
    let rules = formwork_formats::rules::all();
    for rule in &rules {
        let page = formwork_formats::rules::explain(rule);
        let (code, severity) = (rule.code, rule.severity.name());
        index += &format!(
            "| [{code}](rules/{code}.md) | {severity} | {} |\n",
            rule.summary
        );
        let path = folder.join(format!("{code}.md"));
        if is_new {
            fs::write(&path, &page).expect("writable");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == page, "{code}: UPDATE_README=1 writes it anew");
    }
    let kept = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(kept, rules.len(), "pages of rules that are gone");
    hold("docs/rules.md", |_| index.clone());
}

#[test]
fn code_in_the_readme_is_in_the_repository() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    let mut count = 0;
    for part in readme.split(MARK).skip(1) {
        let (from, rest) = part
            .split_once(" -->\n```rust,ignore\n")
            .expect("a block of Rust");
        let (code, _) = rest.split_once("```").expect("its end");
        let source = fs::read_to_string(root().join(from)).expect("its source");
        assert!(source.contains(code), "not in {from}:\n{code}");
        count += 1;
    }
    assert_eq!(count, readme.matches("```rust").count());
}

/// What a command prints, also of what goes wrong.
fn formwork(arguments: &str, input: &[u8]) -> String {
    let mut run = Command::new(env!("CARGO_BIN_EXE_formwork"))
        .args(arguments.split_whitespace())
        .current_dir(root())
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // A command that reads nothing may have ended.
    let _ = run.stdin.take().expect("piped").write_all(input);
    let output = run.wait_with_output().expect("the command ends");
    // 1 is what `diff` ends with when files differ, and 4 what a malformed file is.
    let expected = if input.is_empty() { [0, 1] } else { [4, 4] };
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    assert!(expected.contains(&code), "{arguments}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8") + &errors
}

/// What a line of a transcript prints; `None` for other lines.
fn transcript(line: &str) -> Option<String> {
    if let Some(arguments) = line.strip_prefix(PROMPT) {
        return Some(formwork(arguments, b""));
    }
    let (cut, arguments) = line.strip_prefix(CUT)?.split_once(" | formwork ")?;
    let (count, file) = cut.split_once(' ')?;
    let bytes = fs::read(root().join(file)).expect("a file");
    let count: usize = count.parse().expect("a number");
    Some(formwork(arguments, &bytes[..count]))
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
        if let Some(printed) = transcript(line) {
            skipping = true;
            out.push_str(&printed);
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
        serde_json::from_str(&formwork("formats --json", b"")).expect("an object");
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

/// The table of losses between its marks, from the crate.
fn with_losses(page: &str) -> String {
    const BEGIN: &str = "<!-- losses -->\n";
    const END: &str = "<!-- end of losses -->";
    let (before, rest) = page
        .split_once(BEGIN)
        .expect("a mark where the table begins");
    let (_, after) = rest.split_once(END).expect("a mark where it ends");
    let mut table =
        String::from("| code | | what happens | what avoids or keeps it |\n|---|---|---|---|\n");
    for code in Code::ALL {
        let kind = match code.severity() {
            Severity::Info => "note",
            Severity::Loss => "",
        };
        table.push_str(&format!(
            "| {code} | {kind} | {} | {} |\n",
            code.cause(),
            code.remedy()
        ));
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}

/// The engines of the Urho3D family that load something, in words.
fn loaded_by(ids: &[serde_json::Value]) -> String {
    let ids = ids.iter().map(|id| id.as_str().expect("an engine"));
    let engines = ids.map(|id| id.parse::<Engines>().expect("an engine"));
    let engines = engines.fold(Engines::NONE, |all, one| all | one);
    match engines {
        Engines::URHO3D_FAMILY => "loads".into(),
        Engines::NONE => "refuses or misreads".into(),
        some => format!("loads in {some}"),
    }
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
        serde_json::from_str(&formwork("formats --json", b"")).expect("an object");
    let mut table = String::from(
        "| texture | Horde3D\'s manual | Horde3D | Urho3D family | formwork |\n|---|---|---|---|---|\n",
    );
    for row in listed["textures"].as_array().expect("a list") {
        let [what, manual, engine, formwork] =
            ["what", "manual", "engine", "formwork"].map(|key| row[key].as_str().expect("text"));
        let family = loaded_by(row["urho3d"].as_array().expect("a list"));
        table.push_str(&format!(
            "| {what} | {manual} | {engine} | {family} | {formwork} |\n"
        ));
    }
    format!("{before}{BEGIN}{table}{END}{after}")
}
