//! Line tables: which line of its source each line of the PTX comes from.
//!
//! The compiler knows, and says so in `.loc` directives when it is asked for
//! debug information. The committed PTX has none: it is read by students and
//! given to drivers. So the kernels are compiled a second time with directives,
//! these are taken out again, what is left must be the committed PTX to the
//! letter, and what they said is written beside it as `assets/ptx/FAMILY.lines`.

use std::fmt::Write as _;

use anyhow::{Result, bail};
use warpbench_ptx::toolchain::Toolchain;

use super::{
    compile::{self, Ptx},
    families::Families,
    file_of,
};
use crate::workspace::Workspace;

/// Has rustc write `.loc` and `.file`, but no sections for a debugger.
const FLAG: &str = "-Cdebuginfo=line-directives-only";

/// The file of a family's line table.
pub(super) fn lines_file_of(family: &str) -> String {
    format!("{}/{family}.lines", super::FOLDER)
}

/// The file that a family is written in.
pub(super) fn source_of(family: &str) -> String {
    format!("gpu-kernels/src/{family}.rs")
}

/// The line tables that belong to this PTX, as they are written to files.
pub(super) fn tables(
    workspace: &Workspace,
    toolchain: &Toolchain,
    families: &Families,
    ptx: &Ptx,
) -> Result<Ptx> {
    let marked = compile::compile(workspace, toolchain, families, &[FLAG])?;
    marked
        .into_iter()
        .map(|(family, marked)| {
            let source = source_of(&family);
            let Unmarked { text, lines } = unmark(&marked, &source);
            if ptx.get(&family).map(|text| text.replace("\r\n", "\n")) != Some(text) {
                bail!(
                    "{}: with debug information the compiler makes other code, so its line table \
                     does not belong to the PTX",
                    file_of(&family)
                );
            }
            Ok((family, written(&source, &lines)))
        })
        .collect()
}

/// PTX without its directives, and what they said.
struct Unmarked {
    text: String,
    /// For each line of the text the line of the source; 0 where it comes from
    /// none.
    lines: Vec<u32>,
}

/// Takes the directives out. Code that was inlined from other files belongs to
/// the line of `source` that it was inlined into.
fn unmark(marked: &str, source: &str) -> Unmarked {
    let (mut text, mut lines) = (String::with_capacity(marked.len()), Vec::new());
    let mut current = 0;
    for line in marked.lines() {
        match line.split_whitespace().next() {
            Some(".loc") => current = located(line, source).unwrap_or(current),
            Some(".file" | ".section") => {}
            Some(label) if is_marker(label) => {}
            first => {
                // A function begins and ends without a line.
                if matches!(first, Some("{" | "}" | ")" | ".visible")) {
                    current = 0;
                }
                let is_code =
                    line.starts_with('\t') && line.contains(';') && !is_declaration(first);
                lines.push(if is_code { current } else { 0 });
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    Unmarked { text, lines }
}

/// Declarations of registers and memory are no instructions.
fn is_declaration(first: Option<&str>) -> bool {
    matches!(first, Some(".reg" | ".local" | ".shared" | ".param" | ".pragma"))
}

/// Labels that only debug information refers to.
fn is_marker(label: &str) -> bool {
    ["$L__tmp", "$L__func_begin", "$L__func_end"].iter().any(|start| label.starts_with(start))
}

/// The line of the source that a `.loc` directive leads to. LLVM writes the whole
/// way behind it, from the innermost function outwards:
/// `// core/ptr.rs:863:18 @[ gpu-kernels/src/copy.rs:53:26 ]`.
fn located(directive: &str, source: &str) -> Option<u32> {
    let (_, way) = directive.split_once("//")?;
    way.split("@[").find_map(|place| {
        let (_, rest) = place.trim().split_once(source)?;
        let line = rest.strip_prefix(':')?.split(':').next()?;
        line.parse().ok().filter(|line| *line > 0)
    })
}

/// The table as it is committed: a row where the line changes.
pub(super) fn written(source: &str, lines: &[u32]) -> String {
    let mut text = format!(
        "# Written by `cargo xtask ptx`: from each line of the PTX on, the line of {source} that \
         it comes from; 0 for none.\n"
    );
    let mut before = 0;
    for (nth, &line) in lines.iter().enumerate() {
        if line != before {
            let _ = writeln!(text, "{} {line}", nth + 1);
            before = line;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKED: &str = "\
.visible .entry f(
\t.param .u64 .ptr .align 1 f_param_0
)
{
\t.reg .b32 \t%r<3>;
$L__func_begin0:
\t.loc\t1 12 0                          // gpu-kernels/src/x.rs:12:0

// %bb.0:
\tld.param.b64 \t%rd1, [f_param_0];
\t.loc\t1 14 5                          // gpu-kernels/src/x.rs:14:5
\tmov.u32 \t%r1, %tid.x;
$L__tmp0:
\t.loc\t2 7 9 // core/a.rs:7:9 @[ b.rs:3:1 @[ gpu-kernels/src/x.rs:15:9 @[ gpu-kernels/src/x.rs:20:1 ] ] ]
\tadd.s32 \t%r2, %r1, 1;
\t.loc\t2 8 9                           // core/a.rs:8:9
\tret;
$L__tmp1:
$L__func_end0:
}
\t.file\t1 \"/somewhere/gpu-kernels/src/x.rs\"
\t.section\t.debug_macinfo\t{\t}
";

    #[test]
    fn directives_are_taken_out_and_remembered() {
        let Unmarked { text, lines } = unmark(MARKED, "gpu-kernels/src/x.rs");
        assert!(!text.contains(".loc") && !text.contains("$L__"), "{text}");
        let told: Vec<(&str, u32)> = text
            .lines()
            .zip(lines.iter().copied())
            .filter(|(_, line)| *line > 0)
            .map(|(code, line)| (code.split_whitespace().next().unwrap_or(""), line))
            .collect();
        // What was inlined belongs to its call, and what nobody knows to the line
        // before.
        assert_eq!(told, [("ld.param.b64", 12), ("mov.u32", 14), ("add.s32", 15), ("ret;", 15)]);
        let table = written("gpu-kernels/src/x.rs", &lines);
        assert_eq!(table.lines().skip(1).collect::<Vec<_>>(), ["8 12", "9 14", "10 15", "12 0"]);
    }

    #[test]
    fn places_are_told_by_their_files() {
        let check = |way: &str, expected: Option<u32>| {
            assert_eq!(located(&format!("\t.loc\t1 2 3 // {way}"), "src/x.rs"), expected, "{way}");
        };
        check("src/x.rs:4:1", Some(4));
        check("/a/b/src/x.rs:4:1", Some(4));
        check("core.rs:9:9 @[ src/x.rs:5:2 ]", Some(5));
        check("src/integers/x.rs:4:1", None);
        check("src/x.rs:0:0", None);
        assert_eq!(located("\t.loc\t1 2 3", "src/x.rs"), None);
    }
}
