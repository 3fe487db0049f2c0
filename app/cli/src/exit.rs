//! Exit codes: one table for all commands.

use anyhow::Error;
use std::process::ExitCode;
use warpbench_simulate::SimulateError;

/// The table, as `--help` prints it.
pub(super) const TABLE: &str = "\
Exit codes, the same for all commands:
  0  done, and nothing is wrong
  1  could not be done: bad arguments, a file that cannot be read, no such device,
     more memory or threads than there are; or slower than --baseline allows
  2  done, and something is wrong: the kernel's text has mistakes, its result is not
     the expected one, a finding is an error, or the run was stopped before its end";

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It was done, and nothing is wrong.
    Right,
    /// It, or a part of it, could not be done, so there is no judgement.
    NotDone,
    /// It was done, and the kernel, its result or its behaviour is wrong.
    Wrong,
    /// It was done, and everything is right but slower than before. It is asked for by
    /// scripts that take any code but 0 for a failure of the change that they test.
    Regressed,
}

impl Verdict {
    /// The verdict on something that was done.
    pub(super) fn of(is_right: bool) -> Verdict {
        if is_right { Verdict::Right } else { Verdict::Wrong }
    }

    /// Why there is nothing else to report: mistakes of a text are a verdict on it,
    /// everything else kept the command from its work.
    pub(super) fn of_error(error: &Error) -> Verdict {
        let is_mistake = error.downcast_ref().is_some_and(SimulateError::is_of_text)
            || error.downcast_ref().is_some_and(is_of_kernel);
        if is_mistake { Verdict::Wrong } else { Verdict::NotDone }
    }

    /// The verdict on both. What could not be done goes before what is wrong: the
    /// answer is incomplete then.
    pub(super) fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (Verdict::NotDone, _) | (_, Verdict::NotDone) => Verdict::NotDone,
            (Verdict::Wrong, _) | (_, Verdict::Wrong) => Verdict::Wrong,
            (Verdict::Regressed, _) | (_, Verdict::Regressed) => Verdict::Regressed,
            (Verdict::Right, Verdict::Right) => Verdict::Right,
        }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        ExitCode::from(match verdict {
            Verdict::Right => 0,
            Verdict::NotDone | Verdict::Regressed => 1,
            Verdict::Wrong => 2,
        })
    }
}

/// Whether the compiler for CUDA refuses the kernel, rather than that it is missing
/// or broken.
fn is_of_kernel(error: &warpbench_ptx::Error) -> bool {
    use warpbench_ptx::Error;
    match error {
        Error::Rust { .. } | Error::NoKernel { .. } | Error::SharedArray(_) => true,
        Error::Incomplete(_)
        | Error::Target(_)
        | Error::Library { .. }
        | Error::Process(_)
        | Error::Llvm(_)
        | Error::File { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};
    use warpbench_front::{Source, check};

    #[test]
    fn only_mistakes_of_a_text_are_verdicts() {
        let check = |error: Error, expected: Verdict| {
            assert_eq!(Verdict::of_error(&error), expected, "{error:#}");
        };
        let source = Source { path: "a.wgsl".to_owned(), text: "fn f( {".to_owned() };
        let mistake = || SimulateError::from(check::check(&source).expect_err("a mistake"));
        check(mistake().into(), Verdict::Wrong);
        check(
            Err::<(), _>(mistake()).context("on a device").expect_err("it is one"),
            Verdict::Wrong,
        );
        check(SimulateError::Threads { threads: 1 << 20 }.into(), Verdict::NotDone);
        check(SimulateError::Failed.into(), Verdict::NotDone);
        check(anyhow!("no such file"), Verdict::NotDone);
        let messages = String::new();
        let refused = warpbench_ptx::Error::Rust { file: "a.rs".to_owned(), messages };
        check(refused.into(), Verdict::Wrong);
        check(warpbench_ptx::Error::Target("sm_1".to_owned()).into(), Verdict::NotDone);
    }

    #[test]
    fn an_incomplete_answer_is_no_verdict() {
        use Verdict::{NotDone, Regressed, Right, Wrong};
        let cases = [
            (Right, Right, Right),
            (Right, Wrong, Wrong),
            (Wrong, Right, Wrong),
            (Wrong, NotDone, NotDone),
            (NotDone, Right, NotDone),
            (Right, Regressed, Regressed),
            (Regressed, Wrong, Wrong),
        ];
        for (one, other, expected) in cases {
            assert_eq!(one.and(other), expected, "{one:?} {other:?}");
        }
    }
}
