//! Warp operations: what the lanes of a mask do together.

/// What lanes make of their predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskedVote {
    /// A `bool`.
    All,
    /// A `bool`.
    Any,
    /// A `u32` with a bit for each lane.
    Ballot,
}

/// What a reduction over a warp makes of two values, in the order of
/// `warp::WarpReductionOp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReductionOp {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

impl ReductionOp {
    /// All of them, with their names.
    pub const ALL: [(&'static str, ReductionOp); 6] = [
        ("Add", ReductionOp::Add),
        ("Min", ReductionOp::Min),
        ("Max", ReductionOp::Max),
        ("And", ReductionOp::And),
        ("Or", ReductionOp::Or),
        ("Xor", ReductionOp::Xor),
    ];
}
