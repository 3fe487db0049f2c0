// Written by `cargo xtask glam` from templates/swizzles.rs.in.

//! Vectors from two or three components of a Vec2, in any order.

use super::{Vec2, Vec3};

/// The names that vectors are taken apart by; they have to be imported.
pub trait Vec2Swizzles {
    fn xx(self) -> Vec2;
    fn xy(self) -> Vec2;
    fn yx(self) -> Vec2;
    fn yy(self) -> Vec2;
    fn xxx(self) -> Vec3;
    fn xxy(self) -> Vec3;
    fn xyx(self) -> Vec3;
    fn xyy(self) -> Vec3;
    fn yxx(self) -> Vec3;
    fn yxy(self) -> Vec3;
    fn yyx(self) -> Vec3;
    fn yyy(self) -> Vec3;
}

impl Vec2Swizzles for Vec2 {
    fn xx(self) -> Vec2 {
        Vec2::new(self.x, self.x)
    }

    fn xy(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    fn yx(self) -> Vec2 {
        Vec2::new(self.y, self.x)
    }

    fn yy(self) -> Vec2 {
        Vec2::new(self.y, self.y)
    }

    fn xxx(self) -> Vec3 {
        Vec3::new(self.x, self.x, self.x)
    }

    fn xxy(self) -> Vec3 {
        Vec3::new(self.x, self.x, self.y)
    }

    fn xyx(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.x)
    }

    fn xyy(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.y)
    }

    fn yxx(self) -> Vec3 {
        Vec3::new(self.y, self.x, self.x)
    }

    fn yxy(self) -> Vec3 {
        Vec3::new(self.y, self.x, self.y)
    }

    fn yyx(self) -> Vec3 {
        Vec3::new(self.y, self.y, self.x)
    }

    fn yyy(self) -> Vec3 {
        Vec3::new(self.y, self.y, self.y)
    }
}
