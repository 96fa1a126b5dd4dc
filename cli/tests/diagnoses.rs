//! What `check` makes of rules: engines, severities, reports for other tools, what is known already, and what is mended.

use std::{fs, path::Path};

use crate::common::{ani, folder as fixtures, formwork, objects, output};
use predicates::{prelude::*, str::contains};
use serde_json::{Value, json};

/// A model of which one bone has a bounding box that is empty, made of a fixture.
fn odd_model(folder: &Path) -> String {
    let fixture = fixtures().join("urho3d/model/umdl-plain.mdl");
    let text = output(&["decode", "--to", "json", fixture.to_str().unwrap()]);
    let mut model: Value = serde_json::from_str(&text).unwrap();
    let bounds = &mut model["value"]["bounding_box"];
    bounds["min"] = json!([9, 9, 9]);
    bounds["max"] = json!([-9, -9, -9]);
    let path = folder.join("odd.mdl");
    let to = path.to_str().unwrap();
    formwork(&["encode", "-", "-o", to])
        .write_stdin(model.to_string())
        .assert()
        .success();
    to.to_owned()
}

fn codes(told: &Value) -> Vec<&str> {
    let all = told["diagnostics"].as_array().into_iter().flatten();
    all.map(|one| one["code"].as_str().unwrap()).collect()
}

const EMPTY: &str = "U0111-empty-bounds";

#[test]
fn severities_engines_and_codes_choose_what_fails() {
    let folder = tempfile::tempdir().unwrap();
    let model = odd_model(folder.path());
    let code = |more: &[&str], code: i32| {
        formwork(&[&["check", &model], more].concat())
            .assert()
            .code(code);
    };
    code(&[], 1);
    code(&["--fail-on", "never"], 0);
    code(&["--ignore", EMPTY], 0);
    code(&["--ignore", "empty-bounds"], 0);
    code(&["--only", "wide-indices"], 0);
    code(&["--only", "U0111"], 1);
    code(&["--profile", "horde3d"], 1);
    code(&["--profile", "horde3d", "--ignore", "F0012"], 0);
    code(&["--profile", "rbfx", "--profile", "u3d"], 1);
    formwork(&["check", &model, "--ignore", "no-such-rule"])
        .assert()
        .code(2)
        .stderr(contains("there is no rule `no-such-rule`"));
    formwork(&["check", &model, "--profile", "godot"])
        .assert()
        .code(2)
        .stderr(contains("there is no engine `godot`"));
}

#[test]
fn a_configuration_says_the_same_for_what_is_below_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("Old")).unwrap();
    odd_model(folder.path());
    fs::rename(
        folder.path().join("odd.mdl"),
        folder.path().join("Old/odd.mdl"),
    )
    .unwrap();
    let config = folder.path().join("formwork.toml");
    let code = |text: &str, code: i32| {
        fs::write(&config, text).unwrap();
        let done = formwork(&["check", "Old/odd.mdl"]);
        let mut done = done;
        done.current_dir(&folder).assert().code(code)
    };
    code("[check]\n", 1);
    code("[check]\nignore = [\"empty-bounds\"]\n", 0);
    code(
        "[[check.files]]\nglob = \"Old/*\"\nfail-on = \"never\"\n",
        0,
    );
    code(
        "[[check.files]]\nglob = \"New/*\"\nfail-on = \"never\"\n",
        1,
    );
    let wrong = |text: &str, said: &str| {
        code(text, 4)
            .stderr(contains("formwork.toml").and(contains(said)))
            .stdout("");
    };
    wrong(
        "[check]\nfail-on = \"sometimes\"\n",
        "`fail-on` is `sometimes`",
    );
    wrong("[check]\nignores = []\n", "line 2, column 1");
    wrong("[[check.files]]\nfail-on = \"never\"\n", "without `glob`");
    wrong("[check]\nglob = \"*\"\n", "`check` has a `glob`");
    // Globs count from the configuration, wherever the command runs.
    fs::write(
        &config,
        "[[check.files]]\nglob = \"Old/*\"\nfail-on = \"never\"\n",
    )
    .unwrap();
    for path in ["odd.mdl", "."] {
        let mut check = formwork(&["check", path]);
        check
            .current_dir(folder.path().join("Old"))
            .assert()
            .success();
    }
}

#[test]
fn what_is_known_is_not_told_again() {
    let folder = tempfile::tempdir().unwrap();
    let model = odd_model(folder.path());
    let known = folder.path().join("known.jsonl");
    let run = formwork(&["check", "--json", &model]).assert().code(1);
    fs::write(&known, &run.get_output().stdout).unwrap();
    let known = known.to_str().unwrap();
    let run = formwork(&["check", "--json", "--baseline", known, &model])
        .assert()
        .success();
    let told = objects(&run.get_output().stdout).swap_remove(0);
    assert!(codes(&told).is_empty(), "{told}");
    fs::write(known, "").unwrap();
    formwork(&["check", "--baseline", known, &model])
        .assert()
        .code(1);
}

#[test]
fn what_is_known_is_counted_and_not_ok() {
    let folder = tempfile::tempdir().unwrap();
    let model = odd_model(folder.path());
    let known = folder.path().join("known.jsonl");
    let run = formwork(&["check", "--json", &model]).assert().code(1);
    let printed = &run.get_output().stdout;
    let told = objects(printed).swap_remove(0);
    let count = told["diagnostics"].as_array().unwrap().len();
    assert!(count > 0);
    let check = |more: &[&str]| {
        let known = known.to_str().unwrap();
        let arguments = [&["check", "--baseline", known, &model], more].concat();
        let run = formwork(&arguments).assert().success();
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    // PowerShell writes UTF-16, or a byte order mark.
    let text = std::str::from_utf8(printed).unwrap();
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(bytes).collect::<Vec<u8>>()
    };
    let marked = [b"\xef\xbb\xbf", &**printed].concat();
    for written in [
        printed.clone(),
        marked,
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
    ] {
        fs::write(&known, written).unwrap();
        let lines = check(&[]);
        assert!(
            lines.contains(&format!("odd.mdl: {count} known\n")),
            "{lines}"
        );
        assert!(lines.contains(": 0 ok, 1 known, 0 failed, "), "{lines}");
        assert!(
            lines.contains(&format!("; {count} known diagnostic")),
            "{lines}"
        );
        let all = objects(check(&["--json"]).as_bytes());
        assert_eq!(
            (&all[0]["status"], &all[0]["known"]),
            (&"known".into(), &count.into())
        );
        let summary = &all[1]["summary"];
        assert_eq!((&summary["ok"], &summary["known"]), (&0.into(), &1.into()));
    }
    // Half a character.
    fs::write(&known, b"\xff\xfea").unwrap();
    formwork(&["check", "--baseline", known.to_str().unwrap(), &model])
        .assert()
        .code(4)
        .stderr(contains("is not UTF-16LE"));
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_not_utf_8_are_told_apart() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = tempfile::tempdir().unwrap();
    let model = fs::read(odd_model(folder.path())).unwrap();
    let names: [&[u8]; 4] = [b"a\xfe.mdl", b"a\xff.mdl", b"a\\xff.mdl", b"a\\x5cxff.mdl"];
    let paths = names.map(|name| folder.path().join(OsStr::from_bytes(name)));
    let check = |paths: &[std::path::PathBuf], more: &[&str]| {
        let mut run = formwork(&["check", "--json"]);
        run.args(more).args(paths);
        objects(&run.output().unwrap().stdout)
    };
    paths
        .iter()
        .for_each(|path| fs::write(path, &model).unwrap());
    let all = check(&paths, &[]);
    let told: std::collections::BTreeSet<&str> =
        all.iter().filter_map(|one| one["path"].as_str()).collect();
    assert_eq!(told.len(), names.len(), "{told:?}");
    for (known, path) in paths.iter().enumerate() {
        let baseline = tempfile::NamedTempFile::new().unwrap();
        let line = check(std::slice::from_ref(path), &[])[0].to_string();
        fs::write(&baseline, line).unwrap();
        let again = check(&paths, &["--baseline", baseline.path().to_str().unwrap()]);
        for (place, one) in again.iter().take(names.len()).enumerate() {
            let status = if place == known { "known" } else { "failed" };
            assert_eq!(one["status"], status, "{one}");
        }
    }
}

#[test]
fn files_that_were_malformed_before_are_known_by_any_path() {
    let folder = tempfile::tempdir().unwrap();
    let put = |bytes: &[u8]| fs::write(folder.path().join("cut.mdl"), bytes).unwrap();
    let check = |arguments: &[&str], code: i32| {
        let mut check = formwork(&[&["check"], arguments].concat());
        check.current_dir(&folder).assert().code(code)
    };
    put(b"UMDL\x01");
    let told = check(&["--json", "cut.mdl"], 1);
    let known = tempfile::NamedTempFile::new().unwrap();
    fs::write(&known, &told.get_output().stdout).unwrap();
    let known = known.path().to_str().unwrap();
    let whole = folder.path().join("cut.mdl");
    for path in ["cut.mdl", ".", "./cut.mdl", whole.to_str().unwrap()] {
        check(&["--baseline", known, path], 0);
    }
    check(&["--ignore", "F0001", "cut.mdl"], 0);
    check(&["--ignore", "F0002", "cut.mdl"], 1);
    // Malformed elsewhere.
    put(b"UMDL\0\0\0\0\x01");
    check(&["--baseline", known, "cut.mdl"], 1);
}

#[test]
fn versions_that_engines_refuse_fail() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, bytes: &[u8], code: i32| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        formwork(&["check", path.to_str().unwrap()])
            .assert()
            .code(code)
    };
    let refused = contains("F0013-other-version: version.number: engines refuse it");
    check("new.geo", b"H3DG\x06\0\0\0\0\0\0\0", 1).stdout(refused);
    check("empty.mdl", b"", 1).stdout(contains("this is an empty file"));
    // rbfx reads versions that are not known as the last one.
    check("new.mdl", b"UMD3\x09\0\0\0\0\0\0\0", 3);
}

#[test]
fn other_tools_get_their_forms() {
    let folder = tempfile::tempdir().unwrap();
    let model = odd_model(folder.path());
    let told = |form: &str| {
        let run = formwork(&["check", "--as", form, &model]).assert().code(1);
        String::from_utf8(run.get_output().stdout.clone()).unwrap()
    };
    let sarif: Value = serde_json::from_str(&told("sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let is_it = |result: &&Value| result["ruleId"] == EMPTY;
    let result = results.iter().find(is_it).expect("the rule");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0];
    assert_eq!(
        place["logicalLocations"][0]["fullyQualifiedName"],
        "bounding_box"
    );
    let region = &place["physicalLocation"]["region"];
    assert_eq!(region["byteLength"], 24);
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array();
    assert!(rules.unwrap().iter().any(|rule| rule["id"] == EMPTY));
    let junit = told("junit");
    assert!(
        junit.contains(r#"failures="1""#) && junit.contains(EMPTY),
        "{junit}"
    );
    let github = told("github");
    assert!(github.starts_with("::error file="), "{github}");
    assert!(github.contains("title=U0111-empty-bounds::"), "{github}");
}

#[test]
fn bounds_are_mended_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let model = odd_model(folder.path());
    let before = fs::read(&model).unwrap();
    formwork(&["check", "--fix", "--dry-run", &model])
        .assert()
        .code(1)
        .stdout(contains("mended: U0111-empty-bounds"));
    assert!(fs::read(&model).unwrap() == before);
    formwork(&["check", "--fix", &model])
        .assert()
        .success()
        .stdout(contains("mended: U0111-empty-bounds"));
    let run = formwork(&["check", "--json", &model]).assert().success();
    let told = objects(&run.get_output().stdout).swap_remove(0);
    assert!(!codes(&told).contains(&EMPTY), "{told}");
    formwork(&["check", "--dry-run", &model]).assert().code(2);
}

#[test]
fn rules_are_explained() {
    let page = output(&["explain", "late-parent"]);
    assert!(page.starts_with("# U0116-late-parent"), "{page}");
    for part in ["**Why**", "**Source**", "**Example**", "**Remedy**"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    let several = output(&["explain", "not-finite", "--json"]);
    assert!(objects(several.as_bytes()).len() > 1);
    assert!(output(&["explain"]).contains("U0101-no-such-buffer"));
    formwork(&["explain", "U9999"])
        .assert()
        .code(2)
        .stderr(contains("there is no rule `U9999`").and(contains("panicked").not()));
}

#[test]
fn names_of_resources_are_mended_where_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let scene = |first: &str, second: &str| {
        format!(
            "\u{feff}<Group name='gr\u{fc}n'>\n  <Reference name='a' sceneGraph='{first}'/> <!-- models\\\\b -->\n  \
             <Reference name='b' sceneGraph='{second}'/>\n  <Reference name='c' sceneGraph='{second}'/>\n</Group>\n"
        )
    };
    put(
        "scenes/a.scene.xml",
        &scene("models\\B.scene.xml", "models/B.scene.xml"),
    );
    put("models/b.scene.xml", "<Group name='b'/>\n");
    let check = |more: &[&str]| {
        let words = [&["check", "scenes", "--json"], more].concat();
        let mut check = formwork(&words);
        let output = check.current_dir(&folder).output().unwrap();
        objects(&output.stdout).remove(0)
    };
    let text = || fs::read_to_string(folder.path().join("scenes/a.scene.xml")).unwrap();

    let alone = check(&[]);
    assert_eq!(codes(&alone), ["X0122-backslash"]);
    assert_eq!(alone["diagnostics"][0]["replacement"], "models/B.scene.xml");
    let among = check(&["--content", "."]);
    assert_eq!(
        codes(&among),
        ["X0122-backslash", "H1003-wrong-case", "H1003-wrong-case"]
    );
    assert_eq!(among["diagnostics"][2]["related"][0]["line"], 4);

    let would = check(&["--fix", "--dry-run"]);
    assert_eq!(would["fixed"], json!(["X0122-backslash"]));
    assert_eq!(text(), scene("models\\B.scene.xml", "models/B.scene.xml"));
    let mended = check(&["--fix"]);
    assert_eq!(mended["fixed"], json!(["X0122-backslash"]));
    assert_eq!(text(), scene("models/B.scene.xml", "models/B.scene.xml"));

    put(
        "scenes/a.scene.xml",
        &scene("models\\B.scene.xml", "models/B.scene.xml"),
    );
    let mended = check(&["--fix", "--content", "."]);
    assert_eq!(codes(&mended), [""; 0]);
    assert_eq!(text(), scene("models/b.scene.xml", "models/b.scene.xml"));
}

#[test]
fn what_files_name_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.material.xml");
    fs::write(path, "<Material><Shader source='gone.shader'/></Material>").unwrap();
    let check = |more: &[&str], code: i32| {
        let mut check = formwork(&[&["check", "a.material.xml"], more].concat());
        check.current_dir(&folder).assert().code(code)
    };
    check(&[], 0);
    check(&["--content", "."], 1).stdout(contains("H1002-missing"));
    check(&["--content", "nowhere"], 2).stderr(contains("`nowhere` is not a folder"));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: &str, form: &[&str]| {
        let mut check = formwork(&["check", "--fail-on", "never"]);
        let check = check
            .arg(fixtures())
            .args(form)
            .env("RAYON_NUM_THREADS", threads);
        check.output().unwrap().stdout
    };
    for form in [&["--json"][..], &["--as", "sarif"], &["--as", "junit"], &[]] {
        assert!(run("1", form) == run("4", form), "{form:?}");
    }
}

#[test]
fn a_model_under_the_name_of_a_clip_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let model = fixtures().join("urho3d/model/umdl-plain.mdl");
    for (name, code) in [("walk.ani", 1), ("box.mdl", 0), ("box.bin", 0)] {
        fs::copy(&model, folder.path().join(name)).unwrap();
        let mut check = formwork(&["check", "--json", name]);
        let done = check.current_dir(&folder).assert().code(code);
        let told = objects(&done.get_output().stdout).remove(0);
        assert_eq!(
            codes(&told).contains(&"F0011-other-format"),
            code == 1,
            "{told}"
        );
    }
}

#[test]
fn tracks_of_bones_that_no_model_has_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let walk = fixtures().with_file_name("../samples/urho3d/Walk.ani");
    let figure = walk.with_file_name("Figure.mdl");
    fs::copy(walk, folder.path().join("Walk.ani")).unwrap();
    fs::copy(ani("uani-long.ani"), folder.path().join("long.ani")).unwrap();
    let told = |paths: &[&str]| {
        let mut check = formwork(&[&["check", "--json"], paths].concat());
        let done = check.current_dir(&folder).assert().success();
        let all = objects(&done.get_output().stdout);
        let is_told = |one: &&Value| codes(one).contains(&"U0217-no-such-bone");
        let told = all.iter().filter(is_told);
        told.map(|one| one["path"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // Nobody knows which models there are.
    assert_eq!(told(&["."]), [""; 0]);
    fs::copy(figure, folder.path().join("Figure.mdl")).unwrap();
    assert_eq!(told(&["."]), ["./long.ani"]);
    assert_eq!(told(&["long.ani"]), [""; 0]);
    assert_eq!(told(&["long.ani", "Figure.mdl"]), ["long.ani"]);
}

#[test]
fn room_that_a_box_has_is_left_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let fixture = fixtures().join("urho3d/model/umdl-plain.mdl");
    let text = output(&["decode", "--to", "json", fixture.to_str().unwrap()]);
    let path = folder.path().join("box.mdl");
    let path = path.to_str().unwrap();
    let fixed = |min: Value, max: Value| {
        let mut model: Value = serde_json::from_str(&text).unwrap();
        model["value"]["bounding_box"] = json!({ "min": min, "max": max });
        let mut encode = formwork(&["encode", "-", "-o", path, "-f"]);
        encode.write_stdin(model.to_string()).assert().success();
        let mut dry = formwork(&["check", path, "--fix", "--dry-run", "--fail-on", "never"]);
        dry.assert().stdout(contains("would be mended: "));
        let mut fix = formwork(&["check", path, "--fix", "--fail-on", "never"]);
        fix.assert().success().stdout(contains("  mended: "));
        let model: Value =
            serde_json::from_str(&output(&["decode", "--to", "json", path])).unwrap();
        model["value"]["bounding_box"].clone()
    };
    let least = fixed(json!([9, 9, 9]), json!([-9, -9, -9]));
    assert_ne!(least["min"], json!([9, 9, 9]));
    let grown = fixed(json!([-10, -10, -10]), json!([-9, 10, 10]));
    assert_eq!(grown["min"], json!([-10, -10, -10]));
    assert_eq!(grown["max"][0], least["max"][0]);
    assert_eq!(grown["max"][1], 10);
    assert_eq!(fixed(json!(["NaN", 0, 0]), json!([1, 1, 1])), least);
}

#[test]
fn what_a_file_leads_to_is_told_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    let geometry = fs::read(fixtures().join("horde3d/geometry/h3dg-5-triangle.geo")).unwrap();
    put("cut.geo", &geometry[..30]);
    put(
        "model.scene.xml",
        b"<Group name='g'>\n<Model name='m' geometry='cut.geo'/></Group>",
    );
    put(
        "outer.scene.xml",
        b"<Group name='g'><Reference name='r' sceneGraph='model.scene.xml'/></Group>",
    );
    let link = |to: &str| {
        format!("<Material link='{to}.material.xml'><Shader source='s.shader'/></Material>")
    };
    put("a.material.xml", link("b").as_bytes());
    put("b.material.xml", link("a").as_bytes());
    put("s.shader", b"[[FX]]\n");
    for (file, code) in [
        ("model.scene.xml", "H1001-refused"),
        ("outer.scene.xml", "H1001-refused"),
        ("a.material.xml", "H1006-cycle"),
        ("b.material.xml", "H1006-cycle"),
    ] {
        let mut check = formwork(&["check", "--content", ".", "--json", file]);
        let done = check.current_dir(&folder).assert().code(1);
        let told = objects(&done.get_output().stdout).remove(0);
        assert!(codes(&told).contains(&code), "{file}: {told}");
    }
}

/// Every rule is printed for programs with all engines that it has an effect on, also where several effects are one thing.
#[test]
fn explanations_for_programs_have_every_engine() {
    let all = output(&["explain", "--json"]);
    let rules = formwork_formats::rules::all();
    let objects = objects(all.as_bytes());
    assert_eq!(objects.len(), rules.len());
    for (rule, object) in rules.iter().zip(&objects) {
        for effect in rule.effects {
            let told = object[effect.does.name()].as_array();
            let told: Vec<&str> = told
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            for id in effect.engines.ids() {
                assert!(
                    told.contains(&id),
                    "{}: {} {id}",
                    rule.code,
                    effect.does.name()
                );
            }
        }
    }
}

/// Engines that hash names without letter case hold one of two such bones or tracks; the others hold both.
#[test]
fn each_engine_is_asked_how_it_hashes_names() {
    let folder = tempfile::tempdir().unwrap();
    let made = |fixture: &str, pointer: &str, name: &str| {
        let fixture = fixtures().join(fixture);
        let text = output(&["decode", "--to", "json", fixture.to_str().unwrap()]);
        let mut tree: Value = serde_json::from_str(&text).unwrap();
        *tree.pointer_mut(pointer).unwrap() = name.into();
        let path = folder.path().join(fixture.file_name().unwrap());
        let path = path.to_str().unwrap().to_owned();
        formwork(&["encode", "-", "-o", &path])
            .write_stdin(tree.to_string())
            .assert()
            .success();
        path
    };
    let cases = [
        (
            made(
                "urho3d/animation/uani-long.ani",
                "/value/tracks/1/name",
                "ROOT",
            ),
            "U0218",
        ),
        (
            made(
                "urho3d/model/umdl-morphed.mdl",
                "/value/morphs/1/name",
                "MOVE",
            ),
            "U0157",
        ),
    ];
    for (file, id) in &cases {
        for engine in ["urho3d-1.7", "urho3d", "u3d", "dry", "rbfx", "atomic"] {
            let mut run = formwork(&["check", "--json", "--profile", engine, file]);
            let told = objects(&run.assert().get_output().stdout).swap_remove(0);
            let is_told = codes(&told).iter().any(|code| code.starts_with(id));
            assert_eq!(
                is_told,
                matches!(engine, "urho3d-1.7" | "atomic"),
                "{id} for {engine}"
            );
        }
    }
}

/// A track finds a bone in other letter case where names are hashed without it, and not elsewhere.
#[test]
fn bones_in_other_letter_case_are_found_by_some_engines() {
    let folder = tempfile::tempdir().unwrap();
    let figure = fixtures().with_file_name("../samples/urho3d/Figure.mdl");
    fs::copy(figure, folder.path().join("Figure.mdl")).unwrap();
    let walk = fixtures().with_file_name("../samples/urho3d/Walk.ani");
    let text = output(&["decode", "--to", "json", walk.to_str().unwrap()]);
    let mut clip: Value = serde_json::from_str(&text).unwrap();
    let name = &mut clip["value"]["tracks"][0]["name"];
    *name = name.as_str().unwrap().to_uppercase().into();
    let path = folder.path().join("Walk.ani");
    formwork(&["encode", "-", "-o", path.to_str().unwrap()])
        .write_stdin(clip.to_string())
        .assert()
        .success();
    let told = |engine: &str| {
        let mut run = formwork(&[
            "check",
            "--json",
            "--profile",
            engine,
            folder.path().to_str().unwrap(),
        ]);
        let all = objects(&run.assert().get_output().stdout);
        let codes = all
            .iter()
            .flat_map(|file| codes(file).into_iter().map(str::to_owned));
        codes
            .filter(|code| code.starts_with("U0217") || code.starts_with("U0221"))
            .collect::<Vec<_>>()
    };
    for engine in ["urho3d", "u3d", "dry", "rbfx"] {
        assert_eq!(told(engine), ["U0221-bone-in-other-case"], "{engine}");
    }
    for engine in ["urho3d-1.7", "atomic"] {
        assert_eq!(told(engine), [""; 0], "{engine}");
    }
}

/// What `--fix` mends of bones and tracks is not told afterwards, and mending it again changes nothing.
#[test]
fn shapes_of_bones_and_late_starts_are_mended() {
    type Change<'a> = &'a dyn Fn(&mut Value);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let encode = |fixture: &str, change: Change<'_>| {
        let fixture = fixtures().join(fixture);
        let text = output(&["decode", "--to", "json", fixture.to_str().unwrap()]);
        let mut tree: Value = serde_json::from_str(&text).unwrap();
        change(&mut tree["value"]);
        let path = path.with_extension(fixture.extension().unwrap());
        let path = path.to_str().unwrap().to_owned();
        formwork(&["encode", "-", "-o", &path, "-f"])
            .write_stdin(tree.to_string())
            .assert()
            .success();
        path
    };
    let without = |tree: &mut Value| {
        for bone in tree["bones"].as_array_mut().unwrap() {
            bone["collision"] = json!([]);
            let bone = bone.as_object_mut().unwrap();
            bone.remove("radius");
            bone.remove("bounding_box");
        }
    };
    let empty = |tree: &mut Value| {
        for bone in tree["bones"].as_array_mut().unwrap() {
            bone["collision"] = json!(["SPHERE", "BOX"]);
            bone["radius"] = 0.into();
            bone["bounding_box"] = json!({ "min": [0, 0, 0], "max": [0, 0, 0] });
        }
    };
    let late = |tree: &mut Value| tree["tracks"][0]["keyframes"][0]["time"] = json!(0.0625);
    let skinned = "urho3d/model/umd2-skinned.mdl";
    let cases: [(&str, Change<'_>, &str); 4] = [
        (skinned, &without, "U0154-no-bone-shapes"),
        (skinned, &empty, "U0154-no-bone-shapes"),
        (
            "urho3d/model/umd3-2-weights.mdl",
            &|_| {},
            "U0155-no-rigid-bone-shapes",
        ),
        ("urho3d/animation/uani-long.ani", &late, "U0213-late-start"),
    ];
    for (fixture, change, code) in cases {
        let file = encode(fixture, change);
        let run = |more: &[&str]| {
            let mut run = formwork(&[&["check", "--json", &file], more].concat());
            objects(&run.assert().get_output().stdout).swap_remove(0)
        };
        assert!(codes(&run(&[])).contains(&code), "{fixture}: {code}");
        let mended = run(&["--fix", "--only", code]);
        assert_eq!(mended["fixed"], json!([code]), "{fixture}");
        assert_eq!(codes(&mended), [""; 0], "{fixture}");
        let bytes = fs::read(&file).unwrap();
        run(&["--fix", "--only", code]);
        assert!(fs::read(&file).unwrap() == bytes, "{fixture}");
    }
}

/// What a model of the Urho3D family leads to: the list beside it, materials, textures; documents that are not read are counted.
#[test]
fn materials_of_urho3d_are_followed_and_the_rest_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    let model = fs::read(fixtures().join("urho3d/model/umd2-plain.mdl")).unwrap();
    put("Data/Models/Box.L.mdl", &model);
    put("Data/Models/Box.L.txt", b"Materials\\Stone.xml\r\n");
    let material = |texture: &str| {
        format!(
            "<material><technique name='Techniques/Diff.xml'/><texture unit='diffuse' name='{texture}'/></material>"
        )
    };
    put(
        "Data/Materials/Stone.xml",
        material("Textures/Stone.png").as_bytes(),
    );
    put("Data/Scenes/Level.xml", b"<scene id='1'/>");
    put("Data/Scenes/Level.json", b"{}");
    let run = |words: &[&str]| {
        let mut run = formwork(words);
        let output = run.current_dir(&folder).output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let check = ["check", "Data", "--content", "Data"];
    let (code, text) = run(&check);
    assert_eq!(code, Some(1), "{text}");
    let missing = "U0601-missing: `Materials/Stone.xml`: line 1, column 74, material/texture/@name: `Textures/Stone.png` is not there";
    assert!(text.contains(missing), "{text}");
    put("Data/Textures/Stone.png", b"not looked at here");
    let (code, text) = run(&["check", "Data/Models", "Data/Scenes", "--content", "Data"]);
    assert_eq!(code, Some(0), "{text}");
    let counted = "not followed, since such documents are not read yet: 2 files, 1 reference\n";
    assert!(text.ends_with(counted), "{text}");
    let (_, text) = run(&["check", "--json", "Data/Models", "--content", "Data"]);
    let summary = objects(text.as_bytes()).pop().unwrap();
    let expected = json!({ "files": 0, "references": 1 });
    assert_eq!(summary["summary"]["not_followed"], expected);
    let (_, text) = run(&["inspect", "Data/Models/Box.L.mdl", "--content", "Data"]);
    for part in [
        "Materials/Stone.xml (material, ",
        "Techniques/Diff.xml (technique, not followed)",
        "Textures/Stone.png (texture, 18 bytes)",
        "not followed, since such documents are not read yet: 0 files, 1 reference",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let (_, text) = run(&["inspect", "--json", "Data", "--content", "Data"]);
    let graph = objects(text.as_bytes()).swap_remove(0);
    let expected = json!({ "files": 2, "references": 1 });
    assert_eq!(graph["not_followed"], expected, "{graph}");
    // Without names that are followed, nothing is said of it.
    assert!(!run(&["check", "Data"]).1.contains("not followed"));
}
