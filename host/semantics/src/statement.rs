//! Facts about statements, and the marks that they are known by.
//!
//! naga gives expressions handles and statements nothing but a span. Spans of the text
//! are no identity: all that comes of one macro call has the same. So a statement that
//! something is known of has a mark in place of its span, a number that no text is long
//! enough for, and the mark knows the place in the text. Copies of a module keep it.

use crate::{AtomicUpdate, Failure, MemoryOrder, Print, Synchronization};
use naga::{Block, Expression, Handle, Span, Statement};

/// What is known of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementFact {
    /// An atomic operation, a store or a fence that synchronises so.
    Synchronizes(Synchronization),
    /// A comparison and exchange, with its order where it exchanges nothing.
    CompareExchange { success: Synchronization, failure: MemoryOrder },
    /// A block that is one atomic operation.
    Update(AtomicUpdate, Synchronization),
    /// A block that prints something, and does nothing else.
    Print(Print),
    /// A warp barrier for the lanes of a mask. Without this fact it is for the lanes
    /// that come to it.
    WarpBarrier { mask: Handle<Expression> },
    /// A return of a thread that has failed.
    Failure(Failure),
    /// A return that the text asks for, before the end of the body.
    WrittenReturn,
    /// An `Emit` of nothing before a body that is written out in the place of its call:
    /// where the name of the called function stands.
    InlinedCall { name: Span },
    /// An `Emit` of nothing behind such a body, unless nobody gets there.
    InlinedCallEnd,
    /// The branch that `&&` and `||` take to their right side: a part of a condition, and
    /// no branch to whoever wrote it.
    LazyOperator,
}

impl StatementFact {
    /// How an atomic operation or a fence synchronises.
    pub fn synchronization(&self) -> Option<Synchronization> {
        match self {
            StatementFact::Synchronizes(how)
            | StatementFact::CompareExchange { success: how, .. }
            | StatementFact::Update(_, how) => Some(*how),
            StatementFact::Print(_)
            | StatementFact::WarpBarrier { .. }
            | StatementFact::Failure(_)
            | StatementFact::WrittenReturn
            | StatementFact::InlinedCall { .. }
            | StatementFact::InlinedCallEnd
            | StatementFact::LazyOperator => None,
        }
    }

    /// How a comparison and exchange orders where it exchanges nothing. What nobody has
    /// said is what is left of its own order for one that only reads.
    pub fn failure_order(&self) -> MemoryOrder {
        match self {
            StatementFact::CompareExchange { failure, .. } => *failure,
            other => other.synchronization().unwrap_or_default().order.of_read(),
        }
    }
}

/// Marks start here, and texts are shorter.
const FIRST_MARK: u32 = 1 << 31;

/// Statements with their facts and places, by the number of their marks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statements(Vec<(Span, StatementFact)>);

impl Statements {
    pub(crate) fn mark(&mut self, place: Span, fact: StatementFact) -> Span {
        let mark = FIRST_MARK + self.0.len() as u32;
        self.0.push((place, fact));
        Span::new(mark, mark + 1)
    }

    pub(crate) fn fact(&self, statement: Span) -> Option<&StatementFact> {
        self.get(statement).map(|(_, fact)| fact)
    }

    pub(crate) fn place(&self, statement: Span) -> Span {
        self.get(statement).map_or(statement, |(place, _)| *place)
    }

    pub(crate) fn facts(&self) -> impl Iterator<Item = &StatementFact> {
        self.0.iter().map(|(_, fact)| fact)
    }

    /// Puts places back into the statements of a block.
    pub(crate) fn restore(&self, block: &mut Block) {
        for (statement, span) in block.span_iter_mut() {
            if let Some(span) = span {
                *span = self.place(*span);
            }
            match statement {
                Statement::Block(inner) => self.restore(inner),
                Statement::If { accept, reject, .. } => {
                    self.restore(accept);
                    self.restore(reject);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter_mut().for_each(|case| self.restore(&mut case.body));
                }
                Statement::Loop { body, continuing, .. } => {
                    self.restore(body);
                    self.restore(continuing);
                }
                _ => {}
            }
        }
    }

    fn get(&self, statement: Span) -> Option<&(Span, StatementFact)> {
        let start = statement.to_range()?.start;
        self.0.get(start.checked_sub(FIRST_MARK as usize)?)
    }
}
