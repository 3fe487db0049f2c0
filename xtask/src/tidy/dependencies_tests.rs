use std::fs;

use tempfile::TempDir;

use super::*;

/// A made-up workspace that has exactly what the table allows.
struct Made {
    folder: TempDir,
}

impl Made {
    fn new() -> Made {
        let made = Made { folder: tempfile::tempdir().unwrap() };
        let listed: Vec<&str> = ROOMS.iter().map(|room| room.folder).collect();
        let paths = ROOMS
            .iter()
            .map(|room| format!("{} = {{ path = \"{}\" }}\n", room.package(), room.folder));
        let outside = OUTSIDE.iter().map(|outside| format!("{} = \"1\"\n", outside.name));
        let dependencies: String = paths.chain(outside).collect();
        let root = format!(
            "[workspace]\nmembers = {listed:?}\n[workspace.dependencies]\nserde = \"1\"\n{dependencies}"
        );
        made.write("Cargo.toml", &root);
        for room in ROOMS {
            let ours = room.may_name.iter().map(|name| Room::named(name).unwrap().package());
            let others = OUTSIDE
                .iter()
                .filter(|outside| outside.rooms.contains(&room.name))
                .map(|outside| outside.name.to_owned());
            let dependencies: String =
                ours.chain(others).map(|name| format!("{name}.workspace = true\n")).collect();
            let manifest = format!(
                "[package]\nname = \"{}\"\n\n[dependencies]\n{dependencies}",
                room.package()
            );
            made.write(&format!("{}/Cargo.toml", room.folder), &manifest);
        }
        made
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Adds text at the end of a file; returns its first line's number.
    fn append(&self, path: &str, text: &str) -> usize {
        let old = fs::read_to_string(self.folder.path().join(path)).unwrap();
        let line = old.lines().count() + 1;
        self.write(path, &(old + text));
        line
    }

    fn replace(&self, path: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.folder.path().join(path)).unwrap();
        assert!(text.contains(old), "{path}: {text}");
        self.write(path, &text.replace(old, new));
    }

    fn violations(&self) -> Vec<String> {
        let workspace = Workspace { root: self.folder.path().to_owned() };
        check(&workspace).unwrap().iter().map(ToString::to_string).collect()
    }

    /// Expects one violation that starts and goes on as told.
    fn expect(&self, start: &str, parts: &[&str]) {
        let violations = self.violations();
        assert_eq!(violations.len(), 1, "{violations:#?}");
        assert!(violations[0].starts_with(start), "{violations:#?}");
        for part in parts {
            assert!(violations[0].contains(part), "{violations:#?}");
        }
    }
}

#[test]
fn what_the_table_allows_is_no_violation() {
    assert_eq!(Made::new().violations(), [""; 0]);
}

#[test]
fn a_forbidden_edge_is_found_in_its_line() {
    let cases = [
        ("warpbench-simulate.workspace = true\n", 0),
        ("warpbench-simulate = { workspace = true, features = [\"x\"] }\n", 0),
        ("renamed = { path = \"../simulate\", package = \"warpbench-simulate\" }\n", 0),
        ("[build-dependencies]\nwarpbench-simulate.workspace = true\n", 1),
        ("[target.'cfg(unix)'.dependencies]\nwarpbench-simulate.workspace = true\n", 1),
        ("[dependencies.warpbench-simulate]\nworkspace = true\n", 0),
    ];
    for (lines, offset) in cases {
        let made = Made::new();
        let line = made.append("host/machine/Cargo.toml", lines) + offset;
        let start =
            format!("host/machine/Cargo.toml:{line}: `warpbench-machine` must not depend on");
        made.expect(&start, &["`warpbench-simulate`", "semantics", edges::PATH]);
    }
}

#[test]
fn crates_of_others_stay_in_their_rooms() {
    let made = Made::new();
    let added = "wgpu.workspace = true\nserde.workspace = true\n";
    let line = made.append("host/report/Cargo.toml", added);
    let start = format!("host/report/Cargo.toml:{line}: `wgpu` is for device only");
    made.expect(&start, &["talks to drivers"]);
}

#[test]
fn tests_may_name_more_but_nobody_who_names_them() {
    let made = Made::new();
    made.append(
        "host/front/Cargo.toml",
        "\n[dev-dependencies]\nwarpbench-machine.workspace = true\nrayon.workspace = true\n",
    );
    assert_eq!(made.violations(), [""; 0]);

    let line = made.append("host/front/Cargo.toml", "warpbench-simulate.workspace = true\n");
    let message = "tests of `warpbench-front` must not depend on `warpbench-simulate`";
    made.expect(&format!("host/front/Cargo.toml:{line}: {message}"), &["host/tests"]);
}

#[test]
fn a_crate_without_a_row_is_told() {
    let made = Made::new();
    made.replace("Cargo.toml", "members = [", "members = [\"host/new\", ");
    made.write("host/new/Cargo.toml", "[package]\nname = \"warpbench-new\"\n");
    made.expect(
        "host/new/Cargo.toml:2: the crate `warpbench-new` is not in",
        &[edges::PATH, "add a row"],
    );
}

#[test]
fn a_crate_that_nobody_lists_is_found_through_who_names_it() {
    let made = Made::new();
    made.write("host/front/hidden/Cargo.toml", "[package]\nname = \"hidden\"\n");
    made.append("host/front/Cargo.toml", "hidden = { path = \"hidden\" }\n");
    let violations = made.violations();
    assert_eq!(violations.len(), 2, "{violations:#?}");
    assert!(violations.iter().any(|text| text.starts_with("host/front/hidden/Cargo.toml:2: ")));
    assert!(violations.iter().any(|text| text.starts_with("host/front/Cargo.toml:")));
}

#[test]
fn a_crate_in_another_folder_is_told() {
    let made = Made::new();
    made.replace("Cargo.toml", "\"host/ptx\"", "\"ptx\"");
    made.write("ptx/Cargo.toml", "[package]\nname = \"warpbench-ptx\"\n");
    made.expect("ptx/Cargo.toml:2: `warpbench-ptx` lies in ptx", &["says host/ptx"]);
}

#[test]
fn needless_entries_are_told_with_their_line() {
    let line = |words: &str| {
        let line = edges::line_of(words);
        assert!(line > 1, "{words}");
        format!("{}:{line}: ", edges::PATH)
    };

    let made = Made::new();
    made.replace("host/case/Cargo.toml", "warpbench-front.workspace = true\n", "");
    made.expect(&line("room(\"host/case\","), &["`warpbench-case` does not name `front`"]);

    let made = Made::new();
    made.replace("host/machine/Cargo.toml", "naga.workspace = true\n", "");
    made.expect(&line("only(\"naga\","), &["`machine` does not name `naga`"]);

    let made = Made::new();
    made.replace("Cargo.toml", "\"host/generate\", ", "");
    made.expect(&line("room(\"host/generate\","), &["no crate `warpbench-generate`"]);
}
