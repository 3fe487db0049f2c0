//! What only a compiler reads: text of vectors, operators on references to those
//! of integers and of 64 bits, and sums of iterators.

use core::fmt;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, Sub, SubAssign};

use super::{
    DVec2, DVec3, DVec4, IVec2, IVec3, IVec4, Mat2, Mat3, Mat4, UVec2, UVec3, UVec4, Vec2, Vec3,
    Vec4,
};

macro_rules! vectors {
    ($($name:ident: $first:ident $($rest:ident)*;)*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.$first)$(.field(&self.$rest))*.finish()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "[{}", self.$first)?;
                $(write!(f, ", {}", self.$rest)?;)*
                write!(f, "]")
            }
        }

        #[cfg(target_arch = "nvptx64")]
        impl crate::io::Show for $name {
            fn show(&self, line: &mut crate::io::Line, spec: &crate::io::Spec) {
                line.text("[");
                crate::io::Show::show(&self.$first, line, spec);
                $(
                    line.text(", ");
                    crate::io::Show::show(&self.$rest, line, spec);
                )*
                line.text("]");
            }
        }

        #[cfg(target_arch = "nvptx64")]
        impl crate::io::ShowDebug for $name {
            fn show(&self, line: &mut crate::io::Line, spec: &crate::io::Spec) {
                line.text(concat!(stringify!($name), "("));
                crate::io::ShowDebug::show(&self.$first, line, spec);
                $(
                    line.text(", ");
                    crate::io::ShowDebug::show(&self.$rest, line, spec);
                )*
                line.text(")");
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(vectors: I) -> $name {
                vectors.fold($name::ZERO, |sum, vector| sum + vector)
            }
        }

        impl<'a> Sum<&'a $name> for $name {
            fn sum<I: Iterator<Item = &'a $name>>(vectors: I) -> $name {
                vectors.fold($name::ZERO, |sum, vector| sum + *vector)
            }
        }

        impl Product for $name {
            fn product<I: Iterator<Item = $name>>(vectors: I) -> $name {
                vectors.fold($name::ONE, |product, vector| product * vector)
            }
        }

    )*};
}

macro_rules! on_references {
    ($left:ident $right:ident: $($operator:ident $method:ident;)*) => {$(
        impl $operator<&$right> for $left {
            type Output = $left;

            fn $method(self, rhs: &$right) -> $left {
                $operator::$method(self, *rhs)
            }
        }

        impl $operator<$right> for &$left {
            type Output = $left;

            fn $method(self, rhs: $right) -> $left {
                $operator::$method(*self, rhs)
            }
        }

        impl $operator<&$right> for &$left {
            type Output = $left;

            fn $method(self, rhs: &$right) -> $left {
                $operator::$method(*self, *rhs)
            }
        }
    )*};
}

macro_rules! assigned_references {
    ($name:ident: $($operator:ident $method:ident;)*) => {$(
        impl $operator<&$name> for $name {
            fn $method(&mut self, rhs: &$name) {
                $operator::$method(self, *rhs);
            }
        }
    )*};
}

macro_rules! plain_references {
    ($($name:ident of $scalar:ident;)*) => {$(
        on_references! { $name $name: Add add; Sub sub; Mul mul; Div div; Rem rem; }
        on_references! { $name $scalar: Mul mul; Div div; }
        assigned_references! { $name: AddAssign add_assign; SubAssign sub_assign;
            MulAssign mul_assign; DivAssign div_assign; }
    )*};
}

plain_references! {
    UVec2 of u32;
    UVec3 of u32;
    UVec4 of u32;
    IVec2 of i32;
    IVec3 of i32;
    IVec4 of i32;
    DVec2 of f64;
    DVec3 of f64;
    DVec4 of f64;
}

vectors! {
    Vec2: x y;
    Vec3: x y z;
    Vec4: x y z w;
    UVec2: x y;
    UVec3: x y z;
    UVec4: x y z w;
    IVec2: x y;
    IVec3: x y z;
    IVec4: x y z w;
    DVec2: x y;
    DVec3: x y z;
    DVec4: x y z w;
}

macro_rules! matrices {
    ($($name:ident: $($axis:ident)*;)*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($axis), &self.$axis))*.finish()
            }
        }
    )*};
}

matrices! {
    Mat2: x_axis y_axis;
    Mat3: x_axis y_axis z_axis;
    Mat4: x_axis y_axis z_axis w_axis;
}
