//! The architecture that a kernel is compiled for.

/// What hardware the code may expect, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComputeCapability {
    Compute35,
    Compute37,
    Compute50,
    Compute52,
    Compute53,
    Compute60,
    Compute61,
    Compute62,
    Compute70,
    Compute72,
    Compute75,
    Compute80,
    Compute86,
    Compute89,
    Compute90,
    Compute100,
    Compute120,
}

impl ComputeCapability {
    /// The newest capability that the target has, from the variable `CUDA_ARCH`
    /// that this crate is compiled with: ten times the number of the
    /// architecture. A comparison with it is decided when the kernel is
    /// compiled.
    #[inline(always)]
    pub const fn from_cuda_arch_env() -> ComputeCapability {
        const ARCHITECTURE: u32 = match option_env!("CUDA_ARCH") {
            Some(text) => number(text),
            None => 700,
        };
        match ARCHITECTURE {
            0..=369 => ComputeCapability::Compute35,
            370..=499 => ComputeCapability::Compute37,
            500..=519 => ComputeCapability::Compute50,
            520..=529 => ComputeCapability::Compute52,
            530..=599 => ComputeCapability::Compute53,
            600..=609 => ComputeCapability::Compute60,
            610..=619 => ComputeCapability::Compute61,
            620..=699 => ComputeCapability::Compute62,
            700..=719 => ComputeCapability::Compute70,
            720..=749 => ComputeCapability::Compute72,
            750..=799 => ComputeCapability::Compute75,
            800..=859 => ComputeCapability::Compute80,
            860..=889 => ComputeCapability::Compute86,
            890..=899 => ComputeCapability::Compute89,
            900..=999 => ComputeCapability::Compute90,
            1000..=1199 => ComputeCapability::Compute100,
            1200.. => ComputeCapability::Compute120,
        }
    }
}

const fn number(text: &str) -> u32 {
    let digits = text.as_bytes();
    let mut value = 0;
    let mut at = 0;
    while at < digits.len() {
        value = value * 10 + (digits[at] - b'0') as u32;
        at += 1;
    }
    value
}
