//! `f16` as the crate `half` has it.

impl f16 {
    pub const ZERO: f16 = 0.0;
    pub const NEG_ZERO: f16 = -0.0;
    pub const ONE: f16 = 1.0;
    pub const NEG_ONE: f16 = -1.0;
    pub const fn from_f32(x: f32) -> f16 {
        x as f16
    }
    pub const fn from_f64(x: f64) -> f16 {
        x as f16
    }
    pub const fn to_f32(self) -> f32 {
        self as f32
    }
    pub const fn to_f64(self) -> f64 {
        self as f64
    }
}
