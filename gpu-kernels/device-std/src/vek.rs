//! The two vector types in which `thread` answers, with the fields and the few
//! functions of the `vek` crate that kernels use.

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

impl Vec2<u32> {
    #[inline(always)]
    pub const fn zero() -> Vec2<u32> {
        Vec2::new(0, 0)
    }

    /// The values multiplied, as in the number of threads of a block.
    #[inline(always)]
    pub const fn product(self) -> u32 {
        self.x * self.y
    }
}

impl Vec3<u32> {
    #[inline(always)]
    pub const fn zero() -> Vec3<u32> {
        Vec3::new(0, 0, 0)
    }

    /// The values multiplied, as in the number of threads of a block.
    #[inline(always)]
    pub const fn product(self) -> u32 {
        self.x * self.y * self.z
    }
}
