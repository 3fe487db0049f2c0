//! Choices: where decisions come from.

/// A source of decisions. The same source makes the same program.
pub trait Choices {
    fn word(&mut self) -> u32;

    /// A number below `count`; 0 if there is nothing to choose from.
    fn below(&mut self, count: usize) -> usize {
        ((u64::from(self.word()) * count as u64) >> 32) as usize
    }

    /// Whether something happens that happens so often in a hundred times.
    fn percent(&mut self, often: u32) -> bool {
        self.below(100) < often as usize
    }
}

/// Decisions from a seed.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// Neighbouring seeds make unrelated programs.
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(0x5851_f42d_4c95_7f2d))
    }
}

impl Choices for Seeded {
    /// The generator called SplitMix64, upper half.
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    }
}
