//! The ways out of a loop, each with the conditions that it lies behind.

use super::facts::Facts;
use naga::{Block, Expression, Handle, Span, Statement};

/// A condition, and what it must be for the way to be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Guard {
    pub(super) condition: Handle<Expression>,
    pub(super) needed: bool,
    /// The place of the test.
    pub(super) span: Span,
}

/// A way out.
#[derive(Clone, Debug)]
pub(super) struct WayOut {
    guards: Vec<Guard>,
    /// Whether it also depends on what its guards do not say: a `switch`, an
    /// inner loop, or a `continue` before it.
    depends_on_more: bool,
}

/// Whether a way out can be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// In some turn, as far as can be said.
    Open,
    /// In the first turn or never: what it depends on stands still.
    Stuck(Guard),
    /// Never.
    Shut(Guard),
}

impl WayOut {
    pub(super) fn verdict(&self, facts: &Facts<'_>) -> Verdict {
        let shuts = |guard: &&Guard| facts.always(guard.condition) == Some(!guard.needed);
        if let Some(guard) = self.guards.iter().find(shuts) {
            return Verdict::Shut(*guard);
        }
        let stands_still = |guard: &Guard| facts.stands_still(guard.condition);
        // What is always so holds nobody back.
        let asks = |guard: &&Guard| facts.always(guard.condition).is_none();
        match self.guards.iter().find(asks) {
            Some(guard) if !self.depends_on_more && self.guards.iter().all(stands_still) => {
                Verdict::Stuck(*guard)
            }
            _ => Verdict::Open,
        }
    }
}

/// All ways out of a loop.
pub(super) fn of_loop(
    body: &Block,
    continuing: &Block,
    break_if: Option<Handle<Expression>>,
) -> Vec<WayOut> {
    let mut walk = Walk::default();
    walk.block(body, Around::Loop);
    walk.block(continuing, Around::Loop);
    // Every turn ends there, also one that was cut short.
    walk.found.extend(break_if.map(|condition| WayOut {
        guards: vec![Guard { condition, needed: true, span: Span::UNDEFINED }],
        depends_on_more: false,
    }));
    walk.found
}

/// The condition under which a loop is left before anything else: that of
/// `while` and `for`.
pub(super) fn first_test(body: &Block) -> Option<Guard> {
    for (statement, &span) in body.span_iter() {
        match statement {
            Statement::Emit(_) => {}
            Statement::Block(inner) => return first_test(inner),
            Statement::If { condition, accept, reject } => {
                let leaves = |block: &Block| {
                    let mut rest = block.iter().filter(|part| !matches!(part, Statement::Emit(_)));
                    matches!(rest.next(), Some(Statement::Break))
                };
                let condition = *condition;
                return match (leaves(accept), leaves(reject)) {
                    (true, false) => Some(Guard { condition, needed: true, span }),
                    (false, true) => Some(Guard { condition, needed: false, span }),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
    None
}

/// Whether a block cannot be walked through without leaving the loop around it.
fn leaves(block: &Block) -> bool {
    match block.last() {
        Some(Statement::Break | Statement::Return { .. } | Statement::Kill) => true,
        Some(Statement::Block(inner)) => leaves(inner),
        Some(Statement::If { accept, reject, .. }) => leaves(accept) && leaves(reject),
        _ => false,
    }
}

/// What is around a statement, as far as leaving goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// Nothing but the loop itself.
    Loop,
    Switch,
    InnerLoop,
}

#[derive(Default)]
struct Walk {
    guards: Vec<Guard>,
    has_continued: bool,
    found: Vec<WayOut>,
}

impl Walk {
    fn block(&mut self, block: &Block, around: Around) {
        for (statement, span) in block.span_iter() {
            self.statement(statement, *span, around);
        }
    }

    fn statement(&mut self, statement: &Statement, span: Span, around: Around) {
        match statement {
            Statement::Break if around == Around::Loop => self.out(around),
            Statement::Return { .. } | Statement::Kill => self.out(around),
            Statement::Continue if around != Around::InnerLoop => self.has_continued = true,
            Statement::Block(inner) => self.block(inner, around),
            Statement::If { condition, accept, reject } => {
                for (block, needed) in [(accept, true), (reject, false)] {
                    self.guards.push(Guard { condition: *condition, needed, span });
                    self.block(block, around);
                    self.guards.pop();
                }
                // Whatever the condition is, the loop is left.
                if around == Around::Loop && leaves(accept) && leaves(reject) {
                    self.out(around);
                }
            }
            Statement::Switch { cases, .. } => {
                let around = if around == Around::Loop { Around::Switch } else { around };
                cases.iter().for_each(|case| self.block(&case.body, around));
            }
            Statement::Loop { body, continuing, .. } => {
                self.block(body, Around::InnerLoop);
                self.block(continuing, Around::InnerLoop);
            }
            _ => {}
        }
    }

    fn out(&mut self, around: Around) {
        let depends_on_more = around != Around::Loop || self.has_continued;
        self.found.push(WayOut { guards: self.guards.clone(), depends_on_more });
    }
}
