//! Makes a text smaller that shows something.

/// Leaves out lines as long as `shows` holds of what is left: first many at once,
/// then few, and pairs of lines that open and close a block.
pub(crate) fn reduce(text: &str, shows: &mut dyn FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    loop {
        let before = lines.len();
        for size in [32, 16, 8, 4, 2, 1] {
            let mut start = 0;
            while start + size <= lines.len() {
                let mut smaller = lines.clone();
                smaller.drain(start..start + size);
                match is_balanced(&smaller) && shows(&joined(&smaller)) {
                    true => lines = smaller,
                    false => start += 1,
                }
            }
        }
        unwrap_blocks(&mut lines, shows);
        if lines.len() == before {
            return joined(&lines);
        }
    }
}

/// Takes blocks out of what surrounds them.
fn unwrap_blocks(lines: &mut Vec<String>, shows: &mut dyn FnMut(&str) -> bool) {
    let mut open = 0;
    while open < lines.len() {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let is_open = lines[open].ends_with('{');
        let close = (open + 1..lines.len()).find(|&close| {
            lines[close].trim_start().starts_with('}')
                && indent(&lines[close]) == indent(&lines[open])
        });
        if let (true, Some(close)) = (is_open, close) {
            let mut smaller = lines.clone();
            smaller.remove(close);
            smaller.remove(open);
            if is_balanced(&smaller) && shows(&joined(&smaller)) {
                *lines = smaller;
                continue;
            }
        }
        open += 1;
    }
}

fn is_balanced(lines: &[String]) -> bool {
    let mut depth = 0;
    for letter in lines.iter().flat_map(|line| line.chars()) {
        depth += match letter {
            '{' | '(' => 1,
            '}' | ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

fn joined(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}
