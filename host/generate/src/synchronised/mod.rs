//! Random kernels in Rust whose threads work together, right by construction, and
//! the same kernels with one ordering less.
//!
//! [`well_synchronised`] puts together patterns that kernels use: words behind
//! barriers of a block or of lanes, flags, counters, tickets, locks. The program is
//! an abstract one, so that two can look at it: [`Program::text`] writes it down as
//! a kernel, and [`judge`] says, by running it in every order, whether it has a
//! race. [`weakenings`] lists what can be taken away.

mod builder;
mod oracle;
mod patterns;
mod print;
mod program;
mod weaken;

pub use oracle::{Verdict, judge};
pub use program::{
    Array, Blocks, FetchOp, How, Index, Lanes, Members, Memory, Op, Order, Place, Program, Scope,
    Shape, Statement, Thread, Until, VARIABLES, Value, Variable, Who,
};
pub use weaken::{Change, Weakening, weakenings};

use self::builder::Builder;
use crate::choices::Choices;

/// What programs may ask of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Freedom {
    /// Whether threads wait for blocks and warps of higher numbers, too. A machine
    /// that runs them in order would wait for ever.
    pub any_order: bool,
}

/// A program without races, whatever the order in which its threads run.
pub fn well_synchronised(choices: &mut impl Choices, freedom: Freedom) -> Program {
    loop {
        let program = composed(choices, freedom);
        let program = with_more_accesses(program, choices);
        match judge(&program) {
            Verdict::RaceFree => return program,
            // Side by side, two patterns may wait for each other.
            Verdict::Stuck | Verdict::Unknown => {}
            Verdict::AlwaysRacy | Verdict::SometimesRacy => {
                panic!("a pattern is wrong:\n{}", program.text())
            }
        }
    }
}

/// Some patterns, one after the other or side by side.
fn composed(choices: &mut impl Choices, freedom: Freedom) -> Program {
    let mut builder = Builder::new(choices, freedom);
    let (mut statements, mut is_free) = (Vec::new(), false);
    for _ in 0..1 + builder.choices.below(3) {
        let pattern = builder.pattern();
        is_free |= pattern.is_free;
        // What orders threads as they happen to come would hide, in most orders,
        // what is missing in another pattern around it.
        let side_by_side = if is_free { 3 } else { 60 };
        statements = match builder.choices.percent(side_by_side) {
            true => merged(builder.choices, statements, pattern.statements),
            false => [statements, pattern.statements].concat(),
        };
    }
    if !builder.zeroed.is_empty() {
        // Who waits for a flag will seldom have the lowest number.
        let members = builder.shape.members();
        let me = match builder.choices.percent(85) {
            true => members - 1,
            false => builder.choices.below(members as usize) as u32,
        };
        let zero = |&to: &Place| Op::Write { to, value: Value::Fixed(0) };
        let ops = builder.zeroed.iter().map(zero).collect();
        let who = Who { blocks: Blocks::All, members: Members::Is(me) };
        let barrier = Statement::new(Who::EVERYBODY, vec![Op::SyncThreads]);
        statements.splice(0..0, [Statement::new(who, ops), barrier]);
    }
    Program { shape: builder.shape, arrays: builder.arrays, statements }
}

/// Two lists of statements, each in its order.
fn merged(
    choices: &mut impl Choices,
    one: Vec<Statement>,
    other: Vec<Statement>,
) -> Vec<Statement> {
    let mut all = Vec::new();
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    while one.peek().is_some() && other.peek().is_some() {
        let next = if choices.percent(50) { one.next() } else { other.next() };
        all.extend(next);
    }
    all.extend(one.chain(other));
    all
}

/// Adds accesses of words that are there, wherever no order of threads makes a
/// race of it.
fn with_more_accesses(mut program: Program, choices: &mut impl Choices) -> Program {
    let threads = program.shape.threads();
    for number in 0..choices.below(4) as u32 {
        let thread = threads[choices.below(threads.len())];
        let array = choices.below(program.arrays.len());
        let Array { memory, words, is_payload, .. } = program.arrays[array];
        if !is_payload {
            continue;
        }
        let index = choices.below(words as usize) as u32;
        let place = Place { array, index: Index::Fixed(index) };
        // Shared memory holds nothing before the first write.
        let op = match memory == Memory::Global && choices.percent(60) {
            true => Op::Read { from: place },
            false => Op::Write { to: place, value: Value::Own(10_000 + 100 * number) },
        };
        let mut changed = program.clone();
        let who = Who::one(&program.shape, thread);
        let at = choices.below(program.statements.len() + 1);
        changed.statements.insert(at, Statement::new(who, vec![op]));
        if judge(&changed) == Verdict::RaceFree {
            program = changed;
        }
    }
    program
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Seeded;

    /// What is made is judged where it is made, and here how it can be weakened.
    #[test]
    fn programs_of_any_order_are_right_and_can_be_weakened() {
        for any_order in [false, true] {
            let (mut racy, mut race_free) = (0, 0);
            for seed in 0..60 {
                let program = well_synchronised(&mut Seeded::new(seed), Freedom { any_order });
                for weakening in weakenings(&program) {
                    let weakened = program.weakened(&weakening);
                    assert_ne!(weakened.text(), program.text(), "{weakening}");
                    match judge(&weakened) {
                        Verdict::AlwaysRacy | Verdict::SometimesRacy => racy += 1,
                        Verdict::RaceFree => race_free += 1,
                        Verdict::Stuck | Verdict::Unknown => {}
                    }
                }
            }
            assert!(racy > 300 && race_free > 100, "{racy} and {race_free}");
        }
    }
}
