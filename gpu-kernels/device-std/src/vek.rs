//! The vector types of `vek` that earlier releases of `cuda_std` answered with,
//! for kernels that name them. `thread` answers with [`glam`](crate::glam)'s.

use crate::glam::{UVec2, UVec3};

/// Two values of a kind, by axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Vec2<T> {
    pub x: T,
    pub y: T,
}

/// Three values of a kind, by axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Vec3<T> {
    pub x: T,
    pub y: T,
    pub z: T,
}

impl<T> Vec2<T> {
    #[inline(always)]
    pub const fn new(x: T, y: T) -> Vec2<T> {
        Vec2 { x, y }
    }
}

impl<T> Vec3<T> {
    #[inline(always)]
    pub const fn new(x: T, y: T, z: T) -> Vec3<T> {
        Vec3 { x, y, z }
    }
}

/// The values multiplied, as in the number of threads of a block. `vek`'s types
/// have it, and kernels may ask it of what `thread` answers.
pub trait Product {
    fn product(self) -> u32;
}

impl Product for UVec2 {
    #[inline(always)]
    fn product(self) -> u32 {
        self.element_product()
    }
}

impl Product for UVec3 {
    #[inline(always)]
    fn product(self) -> u32 {
        self.element_product()
    }
}
