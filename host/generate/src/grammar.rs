//! Grammar: what programs may consist of.

/// A part of the language that can be left out. 32-bit integers, booleans and
/// assignments are always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// `f32`, as far as it is exact.
    Floats,
    /// Vectors of whatever scalars there are.
    Vectors,
    /// Matrices of `f32`.
    Matrices,
    /// Structures, nested.
    Structs,
    /// Arrays with indices known at run time.
    Arrays,
    Functions,
    /// Pointers as arguments and as names for places.
    Pointers,
    Control,
    /// Variables of each thread's own outside functions.
    Private,
    /// Memory of the block, and barriers.
    Shared,
    /// `workgroupUniformLoad`.
    UniformLoad,
    /// Atomic functions but the next.
    Atomics,
    /// `atomicCompareExchangeWeak`.
    CompareExchange,
    /// Functions on the bits of integers.
    Bits,
    /// Functions that pack vectors into words.
    Packing,
    /// `const` declarations and expressions.
    Constants,
    /// `override` declarations.
    Overrides,
    /// Results with a tolerance: roots, quotients, sines.
    Inexact,
    /// Floats of any size, a single operation at a time.
    Wild,
    /// `f16`.
    Half,
    /// `f64`.
    Double,
    /// `i64` and `u64`.
    Long,
    /// Exchange within a warp. Results depend on its width.
    Subgroups,
    /// Indices past the end. Results depend on the machine.
    OutOfBounds,
}

impl Feature {
    pub const ALL: [Feature; 24] = [
        Feature::Floats,
        Feature::Vectors,
        Feature::Matrices,
        Feature::Structs,
        Feature::Arrays,
        Feature::Functions,
        Feature::Pointers,
        Feature::Control,
        Feature::Private,
        Feature::Shared,
        Feature::UniformLoad,
        Feature::Atomics,
        Feature::CompareExchange,
        Feature::Bits,
        Feature::Packing,
        Feature::Constants,
        Feature::Overrides,
        Feature::Inexact,
        Feature::Wild,
        Feature::Half,
        Feature::Double,
        Feature::Long,
        Feature::Subgroups,
        Feature::OutOfBounds,
    ];

    /// How many programs in a hundred have it. A program with everything would
    /// have too little of each.
    pub(crate) fn often(self) -> u32 {
        match self {
            Feature::Half | Feature::Double | Feature::Long => 12,
            Feature::Matrices | Feature::Structs | Feature::Overrides => 30,
            Feature::Shared | Feature::Atomics | Feature::CompareExchange => 30,
            _ => 50,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    pub fn of(features: &[Feature]) -> Features {
        Features(features.iter().fold(0, |set, &feature| set | 1 << feature as u32))
    }

    pub fn all_but(features: &[Feature]) -> Features {
        Features(Features::of(&Feature::ALL).0 & !Features::of(features).0)
    }

    pub fn and(self, other: Features) -> Features {
        Features(self.0 & other.0)
    }

    /// Whether a feature is among them.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// What they may consist of. Each program takes a part of it.
    pub features: Features,
    /// Programs per module.
    pub programs: u32,
    /// Statements in the body of a program, those within others not counted.
    pub statements: u32,
    /// How deep expressions and blocks are nested.
    pub depth: u32,
    /// Threads per block, x, y, z; at most 256 in all.
    pub block: [u32; 3],
}

impl Grammar {
    /// Threads per block.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }
}
