//! A lab with a fault is told what is wrong with it and where, by `labs check` and by
//! whoever wants to use it.

use super::support::Desk;

/// An edit of the lab that `labs new` writes, and what is said of it.
struct Fault {
    file: &'static str,
    from: &'static str,
    to: &'static str,
    said: &'static [&'static str],
}

const fn toml(from: &'static str, to: &'static str, said: &'static [&'static str]) -> Fault {
    Fault { file: "lab.toml", from, to, said }
}

const FAULTS: &[Fault] = &[
    toml("title = \"Scale a vector\"", "title = ", &["lab.toml", "1 |"]),
    toml("title = \"Scale a vector\"\n", "", &["missing field `title`"]),
    toml("minutes = 20", "minutes = \"20\"", &["minutes", "3 |"]),
    toml("minutes = 20", "minutes = -1", &["minutes"]),
    toml("minutes = 20", "minuets = 20", &["minuets", "minutes"]),
    toml("level = \"beginner\"", "level = \"easy\"", &["easy", "beginner", "advanced"]),
    toml("entry = \"scale\"\n", "", &["missing field `entry`"]),
    toml("entry = \"scale\"", "entry = \"scael\"", &["scael"]),
    toml("size = { n = 1000 }\n", "", &["missing field `size`"]),
    toml("size = { n = 1000 }", "size = { m = 1000 }", &["must have the numbers of `size`"]),
    toml("[\"ceil(n / BLOCK)\"]", "[\"ceil(n / BLOCK\"]", &["ceil(n / BLOCK"]),
    toml("[\"ceil(n / BLOCK)\"]", "[\"ceil(n / BLOKC)\"]", &["BLOKC", "constant"]),
    toml("[\"ceil(n / BLOCK)\"]", "[]", &["grid", "one to three"]),
    toml("[\"ceil(n / BLOCK)\"]", "[1, 1, 1, 1]", &["grid", "one to three"]),
    toml("[\"ceil(n / BLOCK)\"]", "[\"n - n - 1\"]", &["grid"]),
    toml("[\"ceil(n / BLOCK)\"]", "[\"n * 10000000000\"]", &["grid", "too much"]),
    toml("block = [\"BLOCK\"]", "block = [4096]", &["4096"]),
    toml("name = \"input\"", "name = \"inputs\"", &["input"]),
    toml("name = \"input\"", "name = \"output\"", &["output"]),
    toml("type = \"f32\"", "type = \"float\"", &["float", "f32"]),
    toml("len = \"n\"\nfill = { whole = 10 }", "fill = { whole = 10 }", &["input", "len = \"n\""]),
    toml("fill = { whole = 10 }", "fill = { hole = 10 }", &["hole", "whole"]),
    toml(
        "len = \"n\"\nfill = { whole",
        "len = \"n * 1000000000\"\nfill = { whole",
        &["input", "too much"],
    ),
    toml("result = true\n", "", &["no buffer is the result", "result = true"]),
    toml("points = 60", "points = -60", &["Right for every length", "points"]),
    toml("points = 60", "points = nan", &["points"]),
    toml("points = 60\n", "", &["missing field `points`"]),
    toml(
        "Nothing out of bounds, no race",
        "Right for every length",
        &["two checks", "Right for every length"],
    ),
    toml(
        "sizes = [{ n = 1 }, { n = 127 }, { n = 128 }, { n = 1000 }]",
        "sizes = []",
        &["has no size"],
    ),
    toml("sizes = [{ n = 1 }, { n", "sizes = [{ k = 1 }, { n", &["k = 1", "numbers of `size`"]),
    toml("\"bounds\"", "\"bound\"", &["no finding `bound`", "bounds"]),
    toml("sizes = [{ n = 1000 }] }", "sizes = [{ n = 1000 }], models = [\"h2000\"] }", &["h2000"]),
    toml("sizes = [{ n = 1000 }] }", "sizes = [{ n = 1000 }], models = [] }", &["no model"]),
    toml(
        "findings = { none = [\"race\", \"bounds\", \"arithmetic\"], sizes = [{ n = 1000 }] }",
        "",
        &["Nothing out of bounds", "says nothing", "results, findings, counters"],
    ),
    toml(
        "findings = {",
        "counters = { that = \"sectors > 0\", sizes = [{ n = 1 }] }\nfindings = {",
        &["two kinds"],
    ),
    toml(
        "findings = { none = [\"race\", \"bounds\", \"arithmetic\"], sizes = [{ n = 1000 }] }",
        "counters = { that = \"sectors\", sizes = [{ n = 1 }] }",
        &["claims nothing"],
    ),
    toml(
        "findings = { none = [\"race\", \"bounds\", \"arithmetic\"], sizes = [{ n = 1000 }] }",
        "counters = { that = \"sectorz <= 4\", sizes = [{ n = 1 }] }",
        &["sectorz"],
    ),
    toml(
        "findings = { none = [\"race\", \"bounds\", \"arithmetic\"], sizes = [{ n = 1000 }] }",
        "speed = { backend = \"opencl\", at_least = 2, size = { n = 1 } }",
        &["opencl", "cuda and wgpu"],
    ),
    Fault {
        file: "solution.rs",
        from: "if i < input.len()",
        to: "if i < input.len(",
        said: &["solution.rs"],
    },
    Fault {
        file: "solution.rs",
        from: "    if i < input.len() {",
        to: "    {",
        said: &["solution.rs", "does not pass"],
    },
    Fault {
        file: "solution.rs",
        from: "    if i < input.len() {",
        to: "    loop {",
        said: &["solution.rs"],
    },
    Fault {
        file: "solution.rs",
        from: "    if i < input.len() {",
        to: "    if i < 0 {",
        said: &["a kernel that does nothing would be right"],
    },
    Fault {
        file: "starter.rs",
        from: "pub unsafe fn scale",
        to: "pub unsafe fn",
        said: &["starter.rs", "cannot be run"],
    },
];

#[test]
fn every_fault_of_a_lab_is_named() {
    let desk = Desk::new();
    desk.run(&["labs", "new", "17_mine"]).ended(0);
    let whole = ["lab.toml", "README.md", "starter.rs", "solution.rs"]
        .map(|name| (name, desk.read(format!("17_mine/{name}"))));
    let mut untold = Vec::new();
    for Fault { file, from, to, said } in FAULTS {
        for (name, text) in &whole {
            desk.write(format!("17_mine/{name}"), text);
        }
        let text = desk.read(format!("17_mine/{file}"));
        assert!(text.contains(from), "{from}");
        desk.write(format!("17_mine/{file}"), text.replacen(from, to, 1));
        let checked = desk.run(&["labs", "check", "17_mine"]);
        if checked.code != Some(2) || !said.iter().all(|said| checked.out.contains(said)) {
            untold.push(format!("{to:?} is told {}, without {said:?}", checked.out));
        }
    }
    assert!(untold.is_empty(), "{}", untold.join("\n"));
    // Files that are missing.
    for (name, said) in [
        ("lab.toml", "lab.toml"),
        ("README.md", "README.md"),
        ("starter.rs", "starter.rs"),
        ("solution.rs", "solution.rs"),
    ] {
        for (name, text) in &whole {
            desk.write(format!("17_mine/{name}"), text);
        }
        std::fs::remove_file(desk.path(format!("17_mine/{name}"))).expect("is there");
        let checked = desk.run(&["labs", "check", "17_mine"]).ended(2);
        assert!(checked.out.contains(said), "{checked:?}");
        let graded = desk.run(&["grade", "17_mine", "17_mine/README.md"]);
        assert_eq!(graded.code, Some(1), "{graded:?}");
    }
}

#[test]
fn a_lab_that_cannot_be_used_grades_nobody() {
    let desk = Desk::new();
    desk.run(&["labs", "new", "17_mine"]).ended(0);
    desk.write("class/ada.rs", desk.read("17_mine/solution.rs"));
    desk.write("17_mine/solution.rs", "fn (");
    for arguments in [
        ["grade", "17_mine", "class/ada.rs"].as_slice(),
        &["grade", "17_mine", "--dir", "class", "--out", "out"],
    ] {
        let said = desk.run(arguments).ended(1);
        assert!(said.error.contains("labs check 17_mine"), "{said:?}");
        assert!(said.error.contains("solution.rs"), "{said:?}");
    }
    assert!(desk.files("out").keys().all(|name| !name.ends_with(".csv")));
}

#[test]
fn what_is_kept_back_must_be_there() {
    let desk = Desk::new();
    desk.run(&["labs", "new", "17_mine"]).ended(0);
    let grade = ["grade", "17_mine", "17_mine/solution.rs", "--hidden", "kept"];
    let said = desk.run(&grade).ended(1);
    let named = format!("17_mine{}hidden.toml", std::path::MAIN_SEPARATOR);
    assert!(said.error.contains(&named), "{said:?}");
    desk.write("kept/17_mine/hidden.toml", "sizes = [{ n = 4099 }]\nseed = 7\n");
    desk.run(&grade).ended(0);
    desk.write("kept/17_mine/hidden.toml", "sizes = [{ n = 4099 }]\nsead = 7\n");
    let said = desk.run(&grade).ended(1);
    assert!(said.error.contains("sead"), "{said:?}");
}
