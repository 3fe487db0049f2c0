//! 16-byte vectors: one instruction moves four elements.
//!
//! `load` and `store` go component by component, which keeps the vector in
//! registers; the back end joins the four accesses into one of 16 bytes, as the
//! type's alignment allows.

/// Four floats that are loaded and stored together.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Float4 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}

impl Float4 {
    /// Reads a vector from memory, in one access.
    #[inline(always)]
    pub unsafe fn load(from: *const Float4) -> Float4 {
        Float4 { x: (*from).x, y: (*from).y, z: (*from).z, w: (*from).w }
    }

    /// Writes the vector to memory, in one access.
    #[inline(always)]
    pub unsafe fn store(self, to: *mut Float4) {
        (*to).x = self.x;
        (*to).y = self.y;
        (*to).z = self.z;
        (*to).w = self.w;
    }

    /// The same value four times.
    #[inline(always)]
    pub fn splat(value: f32) -> Float4 {
        Float4 { x: value, y: value, z: value, w: value }
    }

    /// Adds component by component.
    #[inline(always)]
    pub fn plus(self, other: Float4) -> Float4 {
        Float4 {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
            w: self.w + other.w,
        }
    }

    /// The sum of the components.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        (self.x + self.y) + (self.z + self.w)
    }
}

/// Four signed integers that are loaded and stored together.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Int4 {
    pub x: i32,
    pub y: i32,
    pub z: i32,
    pub w: i32,
}

impl Int4 {
    /// Reads a vector from memory, in one access.
    #[inline(always)]
    pub unsafe fn load(from: *const Int4) -> Int4 {
        Int4 { x: (*from).x, y: (*from).y, z: (*from).z, w: (*from).w }
    }

    /// Writes the vector to memory, in one access.
    #[inline(always)]
    pub unsafe fn store(self, to: *mut Int4) {
        (*to).x = self.x;
        (*to).y = self.y;
        (*to).z = self.z;
        (*to).w = self.w;
    }

    /// The same value four times.
    #[inline(always)]
    pub fn splat(value: i32) -> Int4 {
        Int4 { x: value, y: value, z: value, w: value }
    }

    /// Adds component by component.
    #[inline(always)]
    pub fn plus(self, other: Int4) -> Int4 {
        Int4 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z, w: self.w + other.w }
    }

    /// The sum of the components.
    #[inline(always)]
    pub fn sum(self) -> i32 {
        (self.x + self.y) + (self.z + self.w)
    }
}
