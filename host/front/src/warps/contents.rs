//! Cooperation in statements: where threads work together, and where control leaves.

use naga::{Barrier, Block, Module, Statement};

/// What a statement contains, itself or in functions that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    /// Something that the threads of a warp do together.
    pub(super) warps: bool,
    /// Something that the threads of a block do together.
    pub(super) barriers: bool,
}

impl Contents {
    pub(super) fn is_cooperative(self) -> bool {
        self.warps || self.barriers
    }

    fn with(self, other: Contents) -> Contents {
        Contents { warps: self.warps || other.warps, barriers: self.barriers || other.barriers }
    }
}

/// What the functions of a module contain, in their order. A function calls only
/// those before it.
pub(super) fn of_functions(module: &Module) -> Vec<Contents> {
    let mut known = Vec::with_capacity(module.functions.len());
    for (_, function) in module.functions.iter() {
        known.push(of_block(&function.body, &known));
    }
    known
}

pub(super) fn of_block(block: &Block, functions: &[Contents]) -> Contents {
    let each = block.iter().map(|statement| of_statement(statement, functions));
    each.fold(Contents::default(), Contents::with)
}

pub(super) fn of_statement(statement: &Statement, functions: &[Contents]) -> Contents {
    match statement {
        Statement::SubgroupBallot { .. }
        | Statement::SubgroupGather { .. }
        | Statement::SubgroupCollectiveOperation { .. } => {
            Contents { warps: true, barriers: false }
        }
        Statement::ControlBarrier(barrier) => {
            Contents { warps: barrier.contains(Barrier::SUB_GROUP), barriers: true }
        }
        Statement::WorkGroupUniformLoad { .. } => Contents { warps: false, barriers: true },
        Statement::Call { function, .. } => {
            functions.get(function.index()).copied().unwrap_or_default()
        }
        _ => {
            let each = blocks(statement).map(|block| of_block(block, functions));
            each.fold(Contents::default(), Contents::with)
        }
    }
}

/// The blocks in a statement.
fn blocks(statement: &Statement) -> impl Iterator<Item = &Block> {
    let (two, cases) = match statement {
        Statement::Block(block) => ([Some(block), None], None),
        Statement::If { accept, reject, .. } => ([Some(accept), Some(reject)], None),
        Statement::Loop { body, continuing, .. } => ([Some(body), Some(continuing)], None),
        Statement::Switch { cases, .. } => ([None; 2], Some(cases)),
        _ => ([None; 2], None),
    };
    let bodies = cases.into_iter().flatten().map(|case| &case.body);
    two.into_iter().flatten().chain(bodies)
}

/// Ways to leave a statement other than by its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exits {
    pub(super) breaks: bool,
    pub(super) continues: bool,
    pub(super) returns: bool,
}

impl Exits {
    pub(super) fn any(self) -> bool {
        self.breaks || self.continues || self.returns
    }

    fn with(self, other: Exits) -> Exits {
        Exits {
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
        }
    }
}

/// How control leaves a block.
pub(super) fn exits_of_block(block: &Block) -> Exits {
    block.iter().map(exits).fold(Exits::default(), Exits::with)
}

/// How control leaves a statement.
pub(super) fn exits(statement: &Statement) -> Exits {
    let inside = || blocks(statement).map(exits_of_block).fold(Exits::default(), Exits::with);
    match statement {
        Statement::Break => Exits { breaks: true, ..Exits::default() },
        Statement::Continue => Exits { continues: true, ..Exits::default() },
        Statement::Return { .. } | Statement::Kill => Exits { returns: true, ..Exits::default() },
        Statement::Loop { .. } => Exits { returns: inside().returns, ..Exits::default() },
        Statement::Switch { .. } => Exits { breaks: false, ..inside() },
        _ => inside(),
    }
}

/// Drops returns that change nothing since the function ends there anyhow. Front
/// ends put them at every end, and each would look like a way to leave early.
pub(super) fn drop_last_returns(block: &mut Block) {
    while matches!(block.last(), Some(Statement::Return { value: None })) {
        block.cull(block.len() - 1..);
    }
    match block.last_mut() {
        Some(Statement::Block(inner)) => drop_last_returns(inner),
        Some(Statement::If { accept, reject, .. }) => {
            drop_last_returns(accept);
            drop_last_returns(reject);
        }
        Some(Statement::Switch { cases, .. }) => {
            for case in cases.iter_mut().filter(|case| !case.fall_through) {
                drop_last_returns(&mut case.body);
            }
        }
        _ => {}
    }
}
