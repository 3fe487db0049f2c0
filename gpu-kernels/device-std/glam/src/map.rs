//! Functions and closures on every component.

use super::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

impl Vec2 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(f32) -> f32>(self, f: F) -> Vec2 {
        Vec2::new(f(self.x), f(self.y))
    }
}

impl Vec3 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(f32) -> f32>(self, f: F) -> Vec3 {
        Vec3::new(f(self.x), f(self.y), f(self.z))
    }
}

impl Vec4 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(f32) -> f32>(self, f: F) -> Vec4 {
        Vec4::new(f(self.x), f(self.y), f(self.z), f(self.w))
    }
}

impl UVec2 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(u32) -> u32>(self, f: F) -> UVec2 {
        UVec2::new(f(self.x), f(self.y))
    }
}

impl UVec3 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(u32) -> u32>(self, f: F) -> UVec3 {
        UVec3::new(f(self.x), f(self.y), f(self.z))
    }
}

impl UVec4 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(u32) -> u32>(self, f: F) -> UVec4 {
        UVec4::new(f(self.x), f(self.y), f(self.z), f(self.w))
    }
}

impl IVec2 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(i32) -> i32>(self, f: F) -> IVec2 {
        IVec2::new(f(self.x), f(self.y))
    }
}

impl IVec3 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(i32) -> i32>(self, f: F) -> IVec3 {
        IVec3::new(f(self.x), f(self.y), f(self.z))
    }
}

impl IVec4 {
    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(i32) -> i32>(self, f: F) -> IVec4 {
        IVec4::new(f(self.x), f(self.y), f(self.z), f(self.w))
    }
}
