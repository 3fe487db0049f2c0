//! Rewriting of rustc's LLVM IR: what it lacks before good PTX can be made of it.
//!
//! A static that belongs to one of the GPU's address spaces is an ordinary one in
//! Rust (`spaces` tells them apart). Here its definition moves to that space, and
//! each use is cast back to the plain pointer that the code expects; LLVM then
//! infers by itself that the accesses are `ld.shared` and `st.shared`.
//!
//! This happens before any optimisation. An optimiser that takes a shared array
//! for an ordinary static may keep it in a register or a stack slot, since no
//! other function of the program touches it.
//!
//! Functions and inline assembly are marked convergent, which rustc leaves out and
//! clang does for CUDA: a shuffle or a barrier must not be moved into a branch, nor
//! a call that leads to one. LLVM takes the mark off where it is not needed.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    orderings::with_fences,
    spaces::{Kind, SharedArrayError},
    symbols::readable_names,
};

/// Moves statics to their address spaces, gives atomic operations their fences,
/// marks what may synchronise convergent and gives symbols readable names.
pub(crate) fn for_gpu(ir: &str) -> Result<String, SharedArrayError> {
    let names = readable_names(&symbols(ir));
    let moved: BTreeMap<&str, Kind> =
        ir.lines().filter_map(definition).map(|(name, kind, _)| (name, kind)).collect();

    let mut result = String::with_capacity(ir.len() + ir.len() / 8);
    for line in ir.lines() {
        let readable = |name: &str| names.get(name).cloned().unwrap_or_else(|| name.to_owned());
        let line = match definition(line) {
            Some((name, kind, definition)) => {
                let name = readable(name);
                format!("{} = {}", reference(&name), kind.moved(definition, &name)?)
            }
            None => replace_symbols(line, |name| {
                let new = reference(&readable(name));
                match moved.get(name) {
                    Some(kind) => {
                        format!("addrspacecast (ptr addrspace({}) {new} to ptr)", kind.space())
                    }
                    None => new,
                }
            }),
        };
        result.push_str(&with_fences(mark_convergent(&line)));
        result.push('\n');
    }
    Ok(result)
}

/// The names of the kernels that a module defines.
pub(crate) fn kernels(ir: &str) -> BTreeSet<String> {
    ir.lines()
        .filter(|line| line.starts_with("define ") && line.contains(" ptx_kernel "))
        .filter_map(|line| first_symbol(line).map(str::to_owned))
        .collect()
}

/// Every symbol that the module defines or declares, in its order.
fn symbols(ir: &str) -> Vec<String> {
    ir.lines()
        .filter(|line| ["@", "define ", "declare "].iter().any(|start| line.starts_with(start)))
        .filter_map(|line| first_symbol(line).map(str::to_owned))
        .collect()
}

fn first_symbol(line: &str) -> Option<&str> {
    let at = line.find('@')?;
    symbol_at(&line[at..]).map(|(name, _)| name)
}

/// The symbol at the start of the text, which is its `@`, and the text's length.
fn symbol_at(text: &str) -> Option<(&str, usize)> {
    let name = text.strip_prefix('@')?;
    if let Some(quoted) = name.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((&quoted[..end], end + 3));
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
    (end > 0).then(|| (&name[..end], end + 1))
}

/// A symbol as IR writes it.
fn reference(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-$._".contains(c));
    if plain { format!("@{name}") } else { format!("@\"{name}\"") }
}

/// The name of the static that the line defines, what its address space is, and
/// the rest of the definition; nothing for a static in global memory.
fn definition(line: &str) -> Option<(&str, Kind, &str)> {
    let (name, length) = symbol_at(line)?;
    let definition = line[length..].strip_prefix(" = ")?;
    Some((name, Kind::of(name, definition)?, definition))
}

/// Replaces the symbols of a line, but not what looks like one in a string or a
/// comment. Strings hold no escaped quotes: IR writes those as `\22`.
fn replace_symbols(line: &str, replacement: impl Fn(&str) -> String) -> String {
    let mut result = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['@', '"', ';']) {
        result.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes()[0] {
            b'@' => match symbol_at(rest) {
                Some((name, length)) => {
                    result.push_str(&replacement(name));
                    rest = &rest[length..];
                    continue;
                }
                None => 1,
            },
            b'"' => string_length(rest),
            _ => rest.len(),
        };
        result.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    result.push_str(rest);
    result
}

/// The length of the string at the start of the text, with its quotes.
fn string_length(text: &str) -> usize {
    text[1..].find('"').map_or(text.len(), |end| end + 2)
}

/// Adds the attribute to a function, before the number of its others, and to a call
/// of inline assembly: behind its arguments, which follow the two strings of the
/// assembly and its constraints.
fn mark_convergent(line: &str) -> String {
    if line.starts_with("define ") {
        let others = line.rfind(" #").or_else(|| line.rfind(" {")).unwrap_or(line.len());
        return format!("{} convergent{}", &line[..others], &line[others..]);
    }
    let is_call = line.split('"').next().is_some_and(|start| start.contains(" asm sideeffect "));
    match is_call.then(|| end_of_assembly(line)).flatten() {
        Some(end) => format!("{} convergent{}", &line[..end], &line[end..]),
        None => line.to_owned(),
    }
}

fn end_of_assembly(line: &str) -> Option<usize> {
    let mut at = 0;
    for _ in 0..2 {
        at += line[at..].find('"')?;
        at += string_length(&line[at..]);
    }
    let mut depth = 0_usize;
    for (offset, c) in line[at..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + offset + 1),
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rewrites a module with one shared array `@X`, a longer-named static that
    /// is not shared, and the given line; returns what became of the line.
    fn rewritten(line: &str) -> String {
        let ir = format!(
            "@X = internal global [32 x i8] undef, section \".shared\", align 4\n\
             @X.1 = internal global [32 x i8] undef, align 4\n\
             @\"X Y\" = internal global [4 x i8] undef, section \".shared\", align 4\n\
             {line}\n"
        );
        let text = for_gpu(&ir).unwrap();
        text.lines().nth(3).unwrap().to_owned()
    }

    #[test]
    fn uses_are_cast() {
        let x = "addrspacecast (ptr addrspace(3) @X to ptr)";
        let cases = [
            ("  %a = load float, ptr @X, align 4", format!("  %a = load float, ptr {x}, align 4")),
            (
                "  %a = load i32, ptr getelementptr inbounds nuw (i8, ptr @X, i64 512), align 4",
                format!(
                    "  %a = load i32, ptr getelementptr inbounds nuw (i8, ptr {x}, i64 512), align 4"
                ),
            ),
            // Here the type stands only before the first operand.
            ("  %c = icmp eq ptr %p, @X", format!("  %c = icmp eq ptr %p, {x}")),
            (
                "  %p = phi ptr [ @X, %a ], [ @X.1, %b ]",
                format!("  %p = phi ptr [ {x}, %a ], [ @X.1, %b ]"),
            ),
            (
                "  store ptr @\"X Y\", ptr %p",
                "  store ptr addrspacecast (ptr addrspace(3) @\"X Y\" to ptr), ptr %p".to_owned(),
            ),
            ("  store ptr @X, ptr @X", format!("  store ptr {x}, ptr {x}")),
        ];
        for (line, expected) in cases {
            assert_eq!(rewritten(line), expected);
        }
    }

    #[test]
    fn everything_else_stays() {
        let cases = [
            "  store float 1.0, ptr @X.1, align 4",
            "  call void @XX(ptr %X)",
            "; ptr @X",
            "  ret void ; @X",
            "@.str = private constant [6 x i8] c\"ptr @X\"",
            "!1 = !{!\"@X\"}",
        ];
        for line in cases {
            assert_eq!(rewritten(line), line);
        }
    }

    #[test]
    fn definitions_move_to_the_shared_space() {
        let cases = [
            (
                "@_RNvNvC1k6kernel6SHARED = internal unnamed_addr global <{ [8 x i8] }> undef, section \".shared\", align 16",
                "@kernel_SHARED = internal unnamed_addr addrspace(3) global <{ [8 x i8] }> undef, align 16",
            ),
            (
                "@_Zcuda_std_dyn_shared = external global i128, align 16",
                "@_Zcuda_std_dyn_shared = external addrspace(3) global [0 x i8], align 16",
            ),
            // Another section is none of ours.
            (
                "@a = internal global [8 x i8] undef, section \".shared2\", align 4",
                "@a = internal global [8 x i8] undef, section \".shared2\", align 4",
            ),
        ];
        for (definition, expected) in cases {
            assert_eq!(rewritten(definition), expected);
        }
    }

    #[test]
    fn an_initial_value_is_refused() {
        let ir = "@_RNvNvC1k6kernel6SHARED = internal global [8 x i8] zeroinitializer, section \".shared\"";
        let error = for_gpu(ir).unwrap_err().to_string();
        assert!(error.contains("`kernel_SHARED` has an initial value"), "{error}");
    }

    #[test]
    fn what_may_synchronise_becomes_convergent() {
        let cases = [
            (
                "define internal void @helper(i32 %x) unnamed_addr #0 {",
                "define internal void @helper(i32 %x) unnamed_addr convergent #0 {",
            ),
            ("define ptx_kernel void @k() {", "define ptx_kernel void @k() convergent {"),
            ("declare i32 @llvm.ctpop.i32(i32) #1", "declare i32 @llvm.ctpop.i32(i32) #1"),
            (
                "  %a = call i32 asm sideeffect \"shfl.sync ${0};\", \"=r,r,~{memory}\"(i32 %b, i32 %c), !srcloc !3",
                "  %a = call i32 asm sideeffect \"shfl.sync ${0};\", \"=r,r,~{memory}\"(i32 %b, i32 %c) convergent, !srcloc !3",
            ),
            (
                "  call void asm sideeffect \"a(b);\", \"r\"(ptr getelementptr (i8, ptr %p, i64 1)) #2",
                "  call void asm sideeffect \"a(b);\", \"r\"(ptr getelementptr (i8, ptr %p, i64 1)) convergent #2",
            ),
            // Reading the lane's number is no meeting of lanes.
            (
                "  %a = call i32 asm \"mov.u32 ${0}, %laneid;\", \"=r\"()",
                "  %a = call i32 asm \"mov.u32 ${0}, %laneid;\", \"=r\"()",
            ),
            ("!1 = !{!\"call asm sideeffect \"}", "!1 = !{!\"call asm sideeffect \"}"),
        ];
        for (line, expected) in cases {
            assert_eq!(rewritten(line), expected);
        }
    }

    #[test]
    fn kernels_are_told_from_functions() {
        let ir = "define ptx_kernel void @vecadd(ptr %a) #0 {\n\
                  define internal void @helper() {\n\
                  declare void @ptx_kernel(i32)\n\
                  define dso_local ptx_kernel void @saxpy() {\n";
        assert_eq!(kernels(ir).into_iter().collect::<Vec<_>>(), ["saxpy", "vecadd"]);
    }
}
