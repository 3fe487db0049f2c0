// Written by `cargo xtask glam` from templates/swizzles.rs.in.

//! Vectors from two or three components of a Vec4, in any order, and from all
//! four, each once.

use super::{Vec2, Vec3, Vec4};

/// The names that vectors are taken apart by; they have to be imported.
pub trait Vec4Swizzles {
    fn xx(self) -> Vec2;
    fn xy(self) -> Vec2;
    fn xz(self) -> Vec2;
    fn xw(self) -> Vec2;
    fn yx(self) -> Vec2;
    fn yy(self) -> Vec2;
    fn yz(self) -> Vec2;
    fn yw(self) -> Vec2;
    fn zx(self) -> Vec2;
    fn zy(self) -> Vec2;
    fn zz(self) -> Vec2;
    fn zw(self) -> Vec2;
    fn wx(self) -> Vec2;
    fn wy(self) -> Vec2;
    fn wz(self) -> Vec2;
    fn ww(self) -> Vec2;
    fn xxx(self) -> Vec3;
    fn xxy(self) -> Vec3;
    fn xxz(self) -> Vec3;
    fn xxw(self) -> Vec3;
    fn xyx(self) -> Vec3;
    fn xyy(self) -> Vec3;
    fn xyz(self) -> Vec3;
    fn xyw(self) -> Vec3;
    fn xzx(self) -> Vec3;
    fn xzy(self) -> Vec3;
    fn xzz(self) -> Vec3;
    fn xzw(self) -> Vec3;
    fn xwx(self) -> Vec3;
    fn xwy(self) -> Vec3;
    fn xwz(self) -> Vec3;
    fn xww(self) -> Vec3;
    fn yxx(self) -> Vec3;
    fn yxy(self) -> Vec3;
    fn yxz(self) -> Vec3;
    fn yxw(self) -> Vec3;
    fn yyx(self) -> Vec3;
    fn yyy(self) -> Vec3;
    fn yyz(self) -> Vec3;
    fn yyw(self) -> Vec3;
    fn yzx(self) -> Vec3;
    fn yzy(self) -> Vec3;
    fn yzz(self) -> Vec3;
    fn yzw(self) -> Vec3;
    fn ywx(self) -> Vec3;
    fn ywy(self) -> Vec3;
    fn ywz(self) -> Vec3;
    fn yww(self) -> Vec3;
    fn zxx(self) -> Vec3;
    fn zxy(self) -> Vec3;
    fn zxz(self) -> Vec3;
    fn zxw(self) -> Vec3;
    fn zyx(self) -> Vec3;
    fn zyy(self) -> Vec3;
    fn zyz(self) -> Vec3;
    fn zyw(self) -> Vec3;
    fn zzx(self) -> Vec3;
    fn zzy(self) -> Vec3;
    fn zzz(self) -> Vec3;
    fn zzw(self) -> Vec3;
    fn zwx(self) -> Vec3;
    fn zwy(self) -> Vec3;
    fn zwz(self) -> Vec3;
    fn zww(self) -> Vec3;
    fn wxx(self) -> Vec3;
    fn wxy(self) -> Vec3;
    fn wxz(self) -> Vec3;
    fn wxw(self) -> Vec3;
    fn wyx(self) -> Vec3;
    fn wyy(self) -> Vec3;
    fn wyz(self) -> Vec3;
    fn wyw(self) -> Vec3;
    fn wzx(self) -> Vec3;
    fn wzy(self) -> Vec3;
    fn wzz(self) -> Vec3;
    fn wzw(self) -> Vec3;
    fn wwx(self) -> Vec3;
    fn wwy(self) -> Vec3;
    fn wwz(self) -> Vec3;
    fn www(self) -> Vec3;
    fn xyzw(self) -> Vec4;
    fn xywz(self) -> Vec4;
    fn xzyw(self) -> Vec4;
    fn xzwy(self) -> Vec4;
    fn xwyz(self) -> Vec4;
    fn xwzy(self) -> Vec4;
    fn yxzw(self) -> Vec4;
    fn yxwz(self) -> Vec4;
    fn yzxw(self) -> Vec4;
    fn yzwx(self) -> Vec4;
    fn ywxz(self) -> Vec4;
    fn ywzx(self) -> Vec4;
    fn zxyw(self) -> Vec4;
    fn zxwy(self) -> Vec4;
    fn zyxw(self) -> Vec4;
    fn zywx(self) -> Vec4;
    fn zwxy(self) -> Vec4;
    fn zwyx(self) -> Vec4;
    fn wxyz(self) -> Vec4;
    fn wxzy(self) -> Vec4;
    fn wyxz(self) -> Vec4;
    fn wyzx(self) -> Vec4;
    fn wzxy(self) -> Vec4;
    fn wzyx(self) -> Vec4;
}

impl Vec4Swizzles for Vec4 {
    fn xx(self) -> Vec2 {
        Vec2::new(self.x, self.x)
    }

    fn xy(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    fn xz(self) -> Vec2 {
        Vec2::new(self.x, self.z)
    }

    fn xw(self) -> Vec2 {
        Vec2::new(self.x, self.w)
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

    fn yw(self) -> Vec2 {
        Vec2::new(self.y, self.w)
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

    fn zw(self) -> Vec2 {
        Vec2::new(self.z, self.w)
    }

    fn wx(self) -> Vec2 {
        Vec2::new(self.w, self.x)
    }

    fn wy(self) -> Vec2 {
        Vec2::new(self.w, self.y)
    }

    fn wz(self) -> Vec2 {
        Vec2::new(self.w, self.z)
    }

    fn ww(self) -> Vec2 {
        Vec2::new(self.w, self.w)
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

    fn xxw(self) -> Vec3 {
        Vec3::new(self.x, self.x, self.w)
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

    fn xyw(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.w)
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

    fn xzw(self) -> Vec3 {
        Vec3::new(self.x, self.z, self.w)
    }

    fn xwx(self) -> Vec3 {
        Vec3::new(self.x, self.w, self.x)
    }

    fn xwy(self) -> Vec3 {
        Vec3::new(self.x, self.w, self.y)
    }

    fn xwz(self) -> Vec3 {
        Vec3::new(self.x, self.w, self.z)
    }

    fn xww(self) -> Vec3 {
        Vec3::new(self.x, self.w, self.w)
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

    fn yxw(self) -> Vec3 {
        Vec3::new(self.y, self.x, self.w)
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

    fn yyw(self) -> Vec3 {
        Vec3::new(self.y, self.y, self.w)
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

    fn yzw(self) -> Vec3 {
        Vec3::new(self.y, self.z, self.w)
    }

    fn ywx(self) -> Vec3 {
        Vec3::new(self.y, self.w, self.x)
    }

    fn ywy(self) -> Vec3 {
        Vec3::new(self.y, self.w, self.y)
    }

    fn ywz(self) -> Vec3 {
        Vec3::new(self.y, self.w, self.z)
    }

    fn yww(self) -> Vec3 {
        Vec3::new(self.y, self.w, self.w)
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

    fn zxw(self) -> Vec3 {
        Vec3::new(self.z, self.x, self.w)
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

    fn zyw(self) -> Vec3 {
        Vec3::new(self.z, self.y, self.w)
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

    fn zzw(self) -> Vec3 {
        Vec3::new(self.z, self.z, self.w)
    }

    fn zwx(self) -> Vec3 {
        Vec3::new(self.z, self.w, self.x)
    }

    fn zwy(self) -> Vec3 {
        Vec3::new(self.z, self.w, self.y)
    }

    fn zwz(self) -> Vec3 {
        Vec3::new(self.z, self.w, self.z)
    }

    fn zww(self) -> Vec3 {
        Vec3::new(self.z, self.w, self.w)
    }

    fn wxx(self) -> Vec3 {
        Vec3::new(self.w, self.x, self.x)
    }

    fn wxy(self) -> Vec3 {
        Vec3::new(self.w, self.x, self.y)
    }

    fn wxz(self) -> Vec3 {
        Vec3::new(self.w, self.x, self.z)
    }

    fn wxw(self) -> Vec3 {
        Vec3::new(self.w, self.x, self.w)
    }

    fn wyx(self) -> Vec3 {
        Vec3::new(self.w, self.y, self.x)
    }

    fn wyy(self) -> Vec3 {
        Vec3::new(self.w, self.y, self.y)
    }

    fn wyz(self) -> Vec3 {
        Vec3::new(self.w, self.y, self.z)
    }

    fn wyw(self) -> Vec3 {
        Vec3::new(self.w, self.y, self.w)
    }

    fn wzx(self) -> Vec3 {
        Vec3::new(self.w, self.z, self.x)
    }

    fn wzy(self) -> Vec3 {
        Vec3::new(self.w, self.z, self.y)
    }

    fn wzz(self) -> Vec3 {
        Vec3::new(self.w, self.z, self.z)
    }

    fn wzw(self) -> Vec3 {
        Vec3::new(self.w, self.z, self.w)
    }

    fn wwx(self) -> Vec3 {
        Vec3::new(self.w, self.w, self.x)
    }

    fn wwy(self) -> Vec3 {
        Vec3::new(self.w, self.w, self.y)
    }

    fn wwz(self) -> Vec3 {
        Vec3::new(self.w, self.w, self.z)
    }

    fn www(self) -> Vec3 {
        Vec3::new(self.w, self.w, self.w)
    }

    fn xyzw(self) -> Vec4 {
        Vec4::new(self.x, self.y, self.z, self.w)
    }

    fn xywz(self) -> Vec4 {
        Vec4::new(self.x, self.y, self.w, self.z)
    }

    fn xzyw(self) -> Vec4 {
        Vec4::new(self.x, self.z, self.y, self.w)
    }

    fn xzwy(self) -> Vec4 {
        Vec4::new(self.x, self.z, self.w, self.y)
    }

    fn xwyz(self) -> Vec4 {
        Vec4::new(self.x, self.w, self.y, self.z)
    }

    fn xwzy(self) -> Vec4 {
        Vec4::new(self.x, self.w, self.z, self.y)
    }

    fn yxzw(self) -> Vec4 {
        Vec4::new(self.y, self.x, self.z, self.w)
    }

    fn yxwz(self) -> Vec4 {
        Vec4::new(self.y, self.x, self.w, self.z)
    }

    fn yzxw(self) -> Vec4 {
        Vec4::new(self.y, self.z, self.x, self.w)
    }

    fn yzwx(self) -> Vec4 {
        Vec4::new(self.y, self.z, self.w, self.x)
    }

    fn ywxz(self) -> Vec4 {
        Vec4::new(self.y, self.w, self.x, self.z)
    }

    fn ywzx(self) -> Vec4 {
        Vec4::new(self.y, self.w, self.z, self.x)
    }

    fn zxyw(self) -> Vec4 {
        Vec4::new(self.z, self.x, self.y, self.w)
    }

    fn zxwy(self) -> Vec4 {
        Vec4::new(self.z, self.x, self.w, self.y)
    }

    fn zyxw(self) -> Vec4 {
        Vec4::new(self.z, self.y, self.x, self.w)
    }

    fn zywx(self) -> Vec4 {
        Vec4::new(self.z, self.y, self.w, self.x)
    }

    fn zwxy(self) -> Vec4 {
        Vec4::new(self.z, self.w, self.x, self.y)
    }

    fn zwyx(self) -> Vec4 {
        Vec4::new(self.z, self.w, self.y, self.x)
    }

    fn wxyz(self) -> Vec4 {
        Vec4::new(self.w, self.x, self.y, self.z)
    }

    fn wxzy(self) -> Vec4 {
        Vec4::new(self.w, self.x, self.z, self.y)
    }

    fn wyxz(self) -> Vec4 {
        Vec4::new(self.w, self.y, self.x, self.z)
    }

    fn wyzx(self) -> Vec4 {
        Vec4::new(self.w, self.y, self.z, self.x)
    }

    fn wzxy(self) -> Vec4 {
        Vec4::new(self.w, self.z, self.x, self.y)
    }

    fn wzyx(self) -> Vec4 {
        Vec4::new(self.w, self.z, self.y, self.x)
    }
}
