//! A program of few threads and words, before it is written down as a kernel.
//!
//! All threads run the same statements, each for those it is meant for, as in a
//! kernel. Everything that orders is an [`Op`] of its own or an attribute of one,
//! so that it can be taken away.

/// The threads of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub blocks: u32,
    /// Warps of a block.
    pub warps: u32,
    /// The first lanes of each warp, which do something.
    pub lanes: u32,
    /// Whether the last warp has idle lanes behind these. The others always do.
    pub has_idle: bool,
}

/// A thread that does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thread {
    pub block: u32,
    pub warp: u32,
    pub lane: u32,
}

impl Shape {
    /// How many threads of a block do something.
    pub fn members(&self) -> u32 {
        self.warps * self.lanes
    }

    /// Threads per block, idle ones too.
    pub fn block_threads(&self) -> u32 {
        let last = if self.has_idle { 32 } else { self.lanes };
        32 * (self.warps - 1) + last
    }

    /// Whether a block has threads that do nothing.
    pub fn is_padded(&self) -> bool {
        self.block_threads() != self.members()
    }

    /// Those that do something, in the order of their numbers.
    pub fn threads(&self) -> Vec<Thread> {
        let block = |block| {
            (0..self.warps)
                .flat_map(move |warp| (0..self.lanes).map(move |lane| Thread { block, warp, lane }))
        };
        (0..self.blocks).flat_map(block).collect()
    }

    /// The number of a thread among those of its block that do something.
    pub fn me(&self, thread: Thread) -> u32 {
        thread.warp * self.lanes + thread.lane
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    Global,
    Shared,
}

/// Words of memory with a name.
#[derive(Clone, Debug)]
pub struct Array {
    pub name: String,
    pub memory: Memory,
    pub words: u32,
    /// Whether what it holds decides nothing, so that anything may be written to it.
    pub is_payload: bool,
}

/// A word of an array, which may be another one for every thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub array: usize,
    pub index: Index,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    Fixed(u32),
    /// The thread's number in its block.
    Me,
    /// That of the next one, the last one's next being the first.
    Next,
    /// That of the next lane of the warp.
    WarpNext,
    /// The thread's number in the grid.
    Grid,
    /// That of the next one of the block.
    GridNext,
    Block,
    BlockBefore,
    BlockAfter,
}

impl Index {
    pub fn of(self, shape: &Shape, thread: Thread) -> u32 {
        let (me, members) = (shape.me(thread), shape.members());
        match self {
            Index::Fixed(index) => index,
            Index::Me => me,
            Index::Next => (me + 1) % members,
            Index::WarpNext => me - thread.lane + (thread.lane + 1) % shape.lanes,
            Index::Grid => thread.block * members + me,
            Index::GridNext => thread.block * members + (me + 1) % members,
            Index::Block => thread.block,
            Index::BlockBefore => thread.block.wrapping_sub(1),
            Index::BlockAfter => thread.block + 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

impl Order {
    pub fn releases(self) -> bool {
        matches!(self, Order::Release | Order::AcqRel | Order::SeqCst)
    }

    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire | Order::AcqRel | Order::SeqCst)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Block,
    Device,
    System,
}

/// How memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Plain,
    Atomic(Order, Scope),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FetchOp {
    Add,
    Or,
    Max,
    Exchange,
}

impl FetchOp {
    pub fn apply(self, old: u32, operand: u32) -> u32 {
        match self {
            FetchOp::Add => old.wrapping_add(operand),
            FetchOp::Or => old | operand,
            FetchOp::Max => old.max(operand),
            FetchOp::Exchange => operand,
        }
    }
}

/// A variable of a thread, by its number.
pub type Variable = usize;

/// How many variables a thread has.
pub const VARIABLES: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Fixed(u32),
    /// Another number for every thread, from this one on.
    Own(u32),
    /// One where the variable holds the number, else zero.
    IsEqual(Variable, u32),
}

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    Is(u32),
    Holds(Variable),
}

/// The lanes that meet at a barrier of their warp, among those that come to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Whoever comes, with the mask of all lanes.
    Everybody,
    /// Whoever is in a mask, which is written as a number or computed.
    In { mask: u32, is_computed: bool },
    /// Each with its neighbour.
    Pairs,
    /// Each with itself.
    Alone,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    Read {
        from: Place,
    },
    Write {
        to: Place,
        value: Value,
    },
    /// Adds one.
    Update {
        at: Place,
    },
    /// Reads into a variable.
    Keep {
        from: Place,
        variable: Variable,
    },
    Load {
        from: Place,
        how: How,
    },
    Store {
        to: Place,
        value: u32,
        how: How,
    },
    Fetch {
        at: Place,
        op: FetchOp,
        operand: u32,
        variable: Option<Variable>,
        how: How,
    },
    /// Goes on when a word holds what is waited for.
    Wait {
        at: Place,
        until: Until,
        how: How,
    },
    /// Goes on when a word was zero, and has set it to one.
    Take {
        lock: Place,
        how: How,
    },
    /// With an order it is one of `cuda_std::atomic`, without one of `cuda_std::thread`.
    Fence {
        order: Option<Order>,
        scope: Scope,
    },
    SyncThreads,
    SyncWarp(Lanes),
    If {
        variable: Variable,
        is: u32,
        ops: Vec<Op>,
    },
}

/// Which threads a statement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who {
    pub blocks: Blocks,
    pub members: Members,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    All,
    Is(u32),
    After(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// Idle ones too.
    Everybody,
    All,
    Is(u32),
    Warp(u32),
    Lane(u32),
}

impl Who {
    pub const EVERYBODY: Who = Who { blocks: Blocks::All, members: Members::Everybody };
    pub const ALL: Who = Who { blocks: Blocks::All, members: Members::All };

    pub fn one(shape: &Shape, thread: Thread) -> Who {
        Who { blocks: Blocks::Is(thread.block), members: Members::Is(shape.me(thread)) }
    }

    pub fn has(&self, shape: &Shape, thread: Thread) -> bool {
        let block = match self.blocks {
            Blocks::All => true,
            Blocks::Is(block) => thread.block == block,
            Blocks::After(block) => thread.block > block,
        };
        let member = match self.members {
            Members::Everybody | Members::All => true,
            Members::Is(me) => shape.me(thread) == me,
            Members::Warp(warp) => thread.warp == warp,
            Members::Lane(lane) => thread.lane == lane,
        };
        block && member
    }
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub who: Who,
    /// Others that do the same afterwards, one after the other in the text: where
    /// threads of one warp wait for each other, they cannot do so side by side.
    pub then: Vec<Who>,
    pub ops: Vec<Op>,
}

impl Statement {
    pub fn new(who: Who, ops: Vec<Op>) -> Statement {
        Statement { who, then: Vec::new(), ops }
    }

    /// For whom it is, one after the other.
    pub fn turns(&self) -> impl Iterator<Item = &Who> {
        [&self.who].into_iter().chain(&self.then)
    }
}

/// What all threads of a launch do.
#[derive(Clone, Debug)]
pub struct Program {
    pub shape: Shape,
    pub arrays: Vec<Array>,
    pub statements: Vec<Statement>,
}
