//! Line mapping between a program and its kernels.

use warpbench_derive::print::Line;
use warpbench_derive::text;
use warpbench_front::diagnostic::Span;

/// For each line of the kernels the lines of the program that it comes from: those of its
/// statement first, then those of the directives that made it.
pub fn origins(lines: &[Line], program: &str) -> Vec<Vec<u32>> {
    let of = |line: &Line| {
        let mut found: Vec<u32> = Vec::new();
        for span in &line.origins {
            found.extend(
                lines_of(*span, program).filter(|line| !found.contains(line)).collect::<Vec<_>>(),
            );
        }
        found
    };
    lines.iter().map(of).collect()
}

/// The lines of a place. Of what has a body, such as a loop, it is the head.
pub fn lines_of(span: Span, program: &str) -> std::ops::RangeInclusive<u32> {
    let (first, last) = text::lines(program, span);
    let words: Vec<&str> =
        program.lines().skip(first as usize - 1).take((last - first) as usize + 1).collect();
    let is_directive = words.first().is_some_and(|line| line.contains("hicuda!"));
    let has_body = words.iter().any(|line| line.trim_end().ends_with('{'));
    first..=if has_body && !is_directive { first } else { last }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_derive::translate;
    use warpbench_front::Source;

    const PROGRAM: &str = "\
use warpbench_directives::hicuda;
pub fn twice(x: &mut [f32], n: usize) {
    hicuda! { shape x[n] }
    hicuda! { global alloc x[*] copyin }
    hicuda! {
        kernel twice tblock(n.div_ceil(64)) thread(64)
    }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in 0..n {
            x[i] *= 2.0;
        }
    }
    hicuda! { global copyout x[*] }
    hicuda! { global free x }
}
";

    #[test]
    fn lines_know_their_statements_and_directives() {
        let source = Source { path: "twice.rs".to_owned(), text: PROGRAM.to_owned() };
        let translation = translate(&source).expect("it is right");
        let origins = origins(&translation.lines, PROGRAM);
        let check = |words: &str, expected: &[u32]| {
            let at = translation.lines.iter().position(|line| line.text.contains(words));
            assert_eq!(origins[at.expect(words)], expected, "{words}");
        };
        check("pub unsafe fn twice", &[5, 6, 7]);
        check("let i = ", &[10, 9]);
        check("*x.add(i)", &[11]);
        check("use cuda_std", &[]);
    }
}
