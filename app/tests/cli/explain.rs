//! `warpbench explain`, and what sends one there.

use super::{json, stderr, stdout, warpbench};

#[test]
fn a_code_is_explained_with_a_wrong_kernel_and_the_right_one() {
    let output = warpbench(&["explain", "f0001"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    for told in [
        "error[F0001]: ",
        "\nwrong\n",
        "\nright\n",
        "\n+     thread::sync_threads();\n",
        "Launched with 2 blocks of 64 threads; ",
        "`warpbench --link lesson=01-reduction`",
    ] {
        assert!(text.contains(told), "no `{told}` in {text}");
    }
    // Nobody sees colours in a pipe.
    assert!(!text.contains('\u{1b}'), "{text}");
    let data = json(&warpbench(&["explain", "F0001", "--json"]));
    assert_eq!((&data["code"], &data["severity"]), (&"F0001".into(), &"error".into()));
    for field in ["title", "meaning", "wrong", "right", "lesson"] {
        assert!(data[field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
    }
    assert_eq!(data["launch"]["block"], 64);
}

#[test]
fn all_codes_are_listed() {
    let rows = json(&warpbench(&["explain", "--json"]));
    let rows = rows.as_array().expect("a list");
    let text = stdout(&warpbench(&["explain"]));
    assert!(rows.len() > 150, "{}", rows.len());
    for row in rows {
        let (code, title) = (row["code"].as_str(), row["title"].as_str());
        let line = format!("  {}  {}", code.expect("a code"), title.expect("a title"));
        assert!(text.lines().any(|own| own == line), "{line}");
    }
}

#[test]
fn an_unknown_code_is_answered_with_the_nearest() {
    let check = |name: &str, told: &str| {
        let output = warpbench(&["explain", name]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()), "{name}");
        assert_eq!(stderr(&output).trim_end(), told);
    };
    check("F001", "error: there is no code `F001`; did you mean `F0001`?");
    check("race", "error: there is no code `race`");
}

#[test]
fn a_report_says_once_where_there_is_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("k.rs");
    let text = "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn k(y: *mut u32) {\n    \
                *y = missing;\n    *y = 1 + other;\n}\n";
    std::fs::write(&path, text).expect("it can be written");
    let file = path.display().to_string();
    let output = warpbench(&["check", &file]);
    assert_eq!(output.status.code(), Some(2));
    let told = stdout(&output);
    assert_eq!(told.matches("error[E0425]").count(), 2, "{told}");
    assert_eq!(told.matches("`warpbench explain E0425` says more").count(), 1, "{told}");
    let data = stdout(&warpbench(&["check", &file, "--json"]));
    assert!(data.contains("E0425") && !data.contains("explain"), "{data}");
    let sim = warpbench(&["sim", "copy_strided"]);
    let told = stdout(&sim);
    assert!(told.contains("advice[F0009]: "), "{told}");
    assert!(told.ends_with("\n`warpbench explain F0009` says more\n"), "{told}");
    assert!(!stdout(&warpbench(&["sim", "copy_strided", "--json"])).contains("warpbench explain"));
}
