//! Rules for every text file.

use super::Finding;

/// Folders under which somebody's files lie, without their slash: written so,
/// they do not break their own rule.
const HOMES: [&str; 4] = ["root", "home", "work", "Users"];

/// Tabs, spaces at the end of a line, and a last line without its end.
pub(super) fn check_white_space(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut last = 0;
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line)) {
        last = number;
        if line.contains('\t') {
            findings.push(Finding::new(
                number,
                "a tab; indent with spaces, which look alike everywhere",
            ));
        }
        if line.ends_with([' ', '\t']) {
            findings.push(Finding::new(number, "white space at the end of the line; remove it"));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        findings.push(Finding::new(last, "the last line does not end; add a newline"));
    } else if text.ends_with("\n\n") {
        findings.push(Finding::new(last, "an empty line at the end of the file; remove it"));
    }
    findings
}

/// Absolute paths into a home, which exist on one machine only.
pub(super) fn check_home_paths(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(home) = home_path(line) {
            let message = format!("`/{home}` exists on one machine only; write the path relative");
            findings.push(Finding::new(index + 1, message));
        }
    }
    findings
}

fn home_path(line: &str) -> Option<&'static str> {
    line.match_indices('/').find_map(|(at, _)| {
        // Within a longer path or an address, the slash starts no absolute path.
        let before = &line[..at];
        let starts_path = before.ends_with("file://")
            || !before.ends_with(|c: char| c.is_alphanumeric() || "/_-.~*}>)".contains(c));
        let after = &line[at + 1..];
        let home = HOMES.into_iter().find(|home| {
            after.strip_prefix(home).is_some_and(|rest| {
                !rest.starts_with(|c: char| c.is_alphanumeric() || "_-.".contains(c))
            })
        });
        home.filter(|_| starts_path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_seen_where_it_is() {
        let cases: [(&str, &[usize]); 8] = [
            ("a\nb\n", &[]),
            ("", &[]),
            ("a\tb\nc\n", &[1]),
            ("a\nb \n", &[2]),
            ("\t\n", &[1, 1]),
            ("a\nb", &[2]),
            ("a\n\n", &[2]),
            // A checkout on Windows.
            ("a\r\nb\r\n", &[]),
        ];
        for (text, expected) in cases {
            let lines: Vec<usize> =
                check_white_space(text).iter().map(|finding| finding.line).collect();
            assert_eq!(lines, expected, "{text:?}");
        }
    }

    #[test]
    fn home_paths_are_told_from_other_slashes() {
        let cases = [
            (concat!("see /", "root/.cargo"), true),
            (concat!("\"/", "home/ann/x\""), true),
            (concat!("(/", "Users/ann)"), true),
            (concat!("cd /", "work"), true),
            (concat!("file:///", "home/ann"), true),
            (concat!("--dir=/", "work/main"), true),
            (concat!("src/", "work/queue.rs"), false),
            ("https://example.org/home/page", false),
            ("https://home/", false),
            ("/workgroup", false),
            ("/usr/local/cuda", false),
            ("either/or, at/work", false),
            ("$HOME/work, ${TMP}/work", false),
            ("$(dirname x)/home", false),
        ];
        for (line, expected) in cases {
            assert_eq!(home_path(line).is_some(), expected, "{line}");
        }
    }
}
