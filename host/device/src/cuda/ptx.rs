//! Header of a PTX text, read without a driver.
//!
//! A launch with too few arguments makes the driver read past the end of the
//! argument list, and a text for a newer GPU fails with little explanation. Both
//! are seen beforehand from three things that every PTX text spells out: its
//! target, its entry points, and their parameters.

use warpbench_catalog::Argument;

/// A kernel that a text declares.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    pub name: &'a str,
    /// How many parameters it takes.
    pub parameters: usize,
}

/// The kernels of a text, in order.
pub(super) fn entries(ptx: &str) -> Vec<Entry<'_>> {
    const KEYWORD: &str = ".entry";
    ptx.match_indices(KEYWORD)
        .filter(|&(at, _)| !in_comment(ptx, at))
        .filter_map(|(at, _)| {
            let rest = &ptx[at + KEYWORD.len()..];
            // `.entrypoint` would be another directive.
            let rest = rest.starts_with(char::is_whitespace).then(|| rest.trim_start())?;
            let end = rest.find(|c: char| c.is_whitespace() || "({;".contains(c))?;
            let (name, rest) = rest.split_at(end);
            let parameters = rest
                .trim_start()
                .strip_prefix('(')
                .and_then(|rest| rest.split_once(')'))
                .map_or(0, |(list, _)| list.matches(".param").count());
            Some(Entry { name, parameters })
        })
        .collect()
}

/// The oldest compute capability that can run a text: 75 for `sm_75`.
pub(super) fn target(ptx: &str) -> Option<u32> {
    let line = ptx.lines().map(str::trim_start).find(|line| line.starts_with(".target"))?;
    let (_, target) = line.split_once("sm_")?;
    let end = target.find(|c: char| !c.is_ascii_digit()).unwrap_or(target.len());
    target[..end].parse().ok()
}

/// How many parameters the arguments fill: a slice is a pointer and a length.
pub(super) fn parameters(arguments: &[Argument]) -> usize {
    arguments
        .iter()
        .map(|argument| if matches!(argument, Argument::Slice(_)) { 2 } else { 1 })
        .sum()
}

fn in_comment(ptx: &str, at: usize) -> bool {
    let line = ptx[..at].rfind('\n').map_or(0, |newline| newline + 1);
    ptx[line..at].contains("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTX: &str = "\
// .entry commented(
.version 7.0
.target sm_75, debug
.address_size 64

    // .globl    saxpy                   // -- Begin function saxpy
.visible .entry saxpy(
    .param .u64 .ptr .align 1 saxpy_param_0,
    .param .u64 saxpy_param_1,
    .param .f32 saxpy_param_2
)
.maxntid 256
{
    ld.param.u64     %rd1, [saxpy_param_0];
    ret;
}
.visible .func (.param .b32 r) helper( .param .b32 a ) { ret; }
.visible .entry empty()
{ ret; }
.entry bare
{ ret; }
";

    #[test]
    fn entries_and_their_parameters_are_found() {
        let entry = |name, parameters| Entry { name, parameters };
        assert_eq!(entries(PTX), [entry("saxpy", 3), entry("empty", 0), entry("bare", 0)]);
        assert_eq!(entries(""), []);
        assert_eq!(entries(".entry"), []);
        assert_eq!(entries(".entrypoint x("), []);
    }

    #[test]
    fn the_target_is_found() {
        assert_eq!(target(PTX), Some(75));
        assert_eq!(target(".target sm_90a"), Some(90));
        assert_eq!(target(".target"), None);
        assert_eq!(target(""), None);
    }

    #[test]
    fn every_launch_of_the_catalogue_fits_its_ptx() {
        for (family, variant) in warpbench_catalog::variants() {
            let ptx = family.sources.ptx;
            assert!(target(ptx).is_some_and(|target| target >= 50), "{}", family.name);
            for launch in variant.problem(variant.small, 1).unwrap().launches {
                let declared = entries(ptx).into_iter().find(|entry| entry.name == launch.entry);
                let parameters = parameters(&launch.arguments);
                let name = launch.entry.as_str();
                assert_eq!(declared, Some(Entry { name, parameters }), "{}", variant.name);
            }
        }
    }

    #[test]
    fn a_slice_takes_two_parameters() {
        assert_eq!(parameters(&[]), 0);
        assert_eq!(
            parameters(&[
                Argument::Slice(0),
                Argument::Pointer(1),
                Argument::U32(2),
                Argument::F32(3.0)
            ]),
            5
        );
    }
}
