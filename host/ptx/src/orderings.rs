//! The orderings of atomic operations that read, compute and write.
//!
//! LLVM's back end for PTX drops them: `fetch_add` with `AcqRel` becomes an
//! instruction that orders nothing. So the fences of the ordering are put around
//! the operation here. They hold for the threads of the device, as the
//! instruction does. Loads, stores and compare-and-swap keep their orderings by
//! themselves.

/// The line of IR, with fences around it if it is such an operation.
pub(crate) fn with_fences(line: String) -> String {
    let Some((start, ordering)) = operation(&line) else { return line };
    let relaxed = format!("{}monotonic{}", &line[..start], &line[start + ordering.len()..]);
    let before = match ordering {
        "release" | "acq_rel" => Some("acq_rel"),
        "seq_cst" => Some("seq_cst"),
        _ => None,
    };
    let after = (ordering != "release").then_some("acq_rel");
    let fence = |kind: &str| format!("  fence syncscope(\"device\") {kind}");
    let lines = [before.map(fence), Some(relaxed), after.map(fence)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Where the ordering of the line's operation stands, if it orders anything.
fn operation(line: &str) -> Option<(usize, &'static str)> {
    let (result, rest) = line.split_once(" = atomicrmw ")?;
    if !result.trim_start().starts_with('%') {
        return None;
    }
    let from = line.len() - rest.len();
    ["acquire", "release", "acq_rel", "seq_cst"].into_iter().find_map(|ordering| {
        // The value before it is a name or a number, and the alignment follows.
        let at = rest.find(&format!(" {ordering},"))?;
        Some((from + at + 1, ordering))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orderings_become_fences() {
        let fence = |kind: &str| format!("  fence syncscope(\"device\") {kind}");
        let relaxed = "  %1 = atomicrmw add ptr %p, i32 1 monotonic, align 4".to_owned();
        let (acq_rel, seq_cst) = (fence("acq_rel"), fence("seq_cst"));
        let cases = [
            ("acquire", vec![relaxed.clone(), acq_rel.clone()]),
            ("release", vec![acq_rel.clone(), relaxed.clone()]),
            ("acq_rel", vec![acq_rel.clone(), relaxed.clone(), acq_rel.clone()]),
            ("seq_cst", vec![seq_cst, relaxed.clone(), acq_rel]),
            ("monotonic", vec![relaxed]),
        ];
        for (ordering, expected) in cases {
            let line = format!("  %1 = atomicrmw add ptr %p, i32 1 {ordering}, align 4");
            assert_eq!(with_fences(line), expected.join("\n"), "{ordering}");
        }
    }

    #[test]
    fn everything_else_stays() {
        let cases = [
            "  %1 = load atomic i32, ptr %p acquire, align 4",
            "  %1 = cmpxchg ptr %p, i32 1, i32 2 seq_cst monotonic, align 4",
            "  store atomic i32 1, ptr %p release, align 4",
            "  %1 = atomicrmw xchg ptr %acquire, i32 %release monotonic, align 4",
            "@text = constant [40 x i8] c\" = atomicrmw add acquire, \"",
        ];
        for line in cases {
            assert_eq!(with_fences(line.to_owned()), line);
        }
    }
}
