// Written by `cargo xtask glam` from templates/swizzles.rs.in.

//! Vectors from two or three components of a Vec3, in any order.

use super::{Vec2, Vec3};

/// The names that vectors are taken apart by; they have to be imported.
pub trait Vec3Swizzles {
    fn xx(self) -> Vec2;
    fn xy(self) -> Vec2;
    fn xz(self) -> Vec2;
    fn yx(self) -> Vec2;
    fn yy(self) -> Vec2;
    fn yz(self) -> Vec2;
    fn zx(self) -> Vec2;
    fn zy(self) -> Vec2;
    fn zz(self) -> Vec2;
    fn xxx(self) -> Vec3;
    fn xxy(self) -> Vec3;
    fn xxz(self) -> Vec3;
    fn xyx(self) -> Vec3;
    fn xyy(self) -> Vec3;
    fn xyz(self) -> Vec3;
    fn xzx(self) -> Vec3;
    fn xzy(self) -> Vec3;
    fn xzz(self) -> Vec3;
    fn yxx(self) -> Vec3;
    fn yxy(self) -> Vec3;
    fn yxz(self) -> Vec3;
    fn yyx(self) -> Vec3;
    fn yyy(self) -> Vec3;
    fn yyz(self) -> Vec3;
    fn yzx(self) -> Vec3;
    fn yzy(self) -> Vec3;
    fn yzz(self) -> Vec3;
    fn zxx(self) -> Vec3;
    fn zxy(self) -> Vec3;
    fn zxz(self) -> Vec3;
    fn zyx(self) -> Vec3;
    fn zyy(self) -> Vec3;
    fn zyz(self) -> Vec3;
    fn zzx(self) -> Vec3;
    fn zzy(self) -> Vec3;
    fn zzz(self) -> Vec3;
}

impl Vec3Swizzles for Vec3 {
    fn xx(self) -> Vec2 {
        Vec2::new(self.x, self.x)
    }

    fn xy(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    fn xz(self) -> Vec2 {
        Vec2::new(self.x, self.z)
    }

    fn yx(self) -> Vec2 {
        Vec2::new(self.y, self.x)
    }

    fn yy(self) -> Vec2 {
        Vec2::new(self.y, self.y)
    }

    fn yz(self) -> Vec2 {
        Vec2::new(self.y, self.z)
    }

    fn zx(self) -> Vec2 {
        Vec2::new(self.z, self.x)
    }

    fn zy(self) -> Vec2 {
        Vec2::new(self.z, self.y)
    }

    fn zz(self) -> Vec2 {
        Vec2::new(self.z, self.z)
    }

    fn xxx(self) -> Vec3 {
        Vec3::new(self.x, self.x, self.x)
    }

    fn xxy(self) -> Vec3 {
        Vec3::new(self.x, self.x, self.y)
    }

    fn xxz(self) -> Vec3 {
        Vec3::new(self.x, self.x, self.z)
    }

    fn xyx(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.x)
    }

    fn xyy(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.y)
    }

    fn xyz(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.z)
    }

    fn xzx(self) -> Vec3 {
        Vec3::new(self.x, self.z, self.x)
    }

    fn xzy(self) -> Vec3 {
        Vec3::new(self.x, self.z, self.y)
    }

    fn xzz(self) -> Vec3 {
        Vec3::new(self.x, self.z, self.z)
    }

    fn yxx(self) -> Vec3 {
        Vec3::new(self.y, self.x, self.x)
    }

    fn yxy(self) -> Vec3 {
        Vec3::new(self.y, self.x, self.y)
    }

    fn yxz(self) -> Vec3 {
        Vec3::new(self.y, self.x, self.z)
    }

    fn yyx(self) -> Vec3 {
        Vec3::new(self.y, self.y, self.x)
    }

    fn yyy(self) -> Vec3 {
        Vec3::new(self.y, self.y, self.y)
    }

    fn yyz(self) -> Vec3 {
        Vec3::new(self.y, self.y, self.z)
    }

    fn yzx(self) -> Vec3 {
        Vec3::new(self.y, self.z, self.x)
    }

    fn yzy(self) -> Vec3 {
        Vec3::new(self.y, self.z, self.y)
    }

    fn yzz(self) -> Vec3 {
        Vec3::new(self.y, self.z, self.z)
    }

    fn zxx(self) -> Vec3 {
        Vec3::new(self.z, self.x, self.x)
    }

    fn zxy(self) -> Vec3 {
        Vec3::new(self.z, self.x, self.y)
    }

    fn zxz(self) -> Vec3 {
        Vec3::new(self.z, self.x, self.z)
    }

    fn zyx(self) -> Vec3 {
        Vec3::new(self.z, self.y, self.x)
    }

    fn zyy(self) -> Vec3 {
        Vec3::new(self.z, self.y, self.y)
    }

    fn zyz(self) -> Vec3 {
        Vec3::new(self.z, self.y, self.z)
    }

    fn zzx(self) -> Vec3 {
        Vec3::new(self.z, self.z, self.x)
    }

    fn zzy(self) -> Vec3 {
        Vec3::new(self.z, self.z, self.y)
    }

    fn zzz(self) -> Vec3 {
        Vec3::new(self.z, self.z, self.z)
    }
}
