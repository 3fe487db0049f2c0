//! Matrices that move, turn and scale, and what they do to points.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::{Mat2, Mat3, Mat4, Vec2, Vec3, Vec4};

impl Mat2 {
    pub const fn from_diagonal(diagonal: Vec2) -> Mat2 {
        Mat2::from_cols(Vec2::new(diagonal.x, 0.0), Vec2::new(0.0, diagonal.y))
    }

    /// A turn to the left, in radians.
    pub fn from_angle(angle: f32) -> Mat2 {
        let (sin, cos) = angle.sin_cos();
        Mat2::from_cols(Vec2::new(cos, sin), Vec2::new(-sin, cos))
    }

    pub fn from_scale_angle(scale: Vec2, angle: f32) -> Mat2 {
        let (sin, cos) = angle.sin_cos();
        Mat2::from_cols(Vec2::new(cos, sin) * scale.x, Vec2::new(-sin, cos) * scale.y)
    }

    pub fn from_mat3(m: Mat3) -> Mat2 {
        Mat2::from_cols(m.x_axis.truncate(), m.y_axis.truncate())
    }
}

impl Mat3 {
    pub const fn from_diagonal(diagonal: Vec3) -> Mat3 {
        Mat3::from_cols(
            Vec3::new(diagonal.x, 0.0, 0.0),
            Vec3::new(0.0, diagonal.y, 0.0),
            Vec3::new(0.0, 0.0, diagonal.z),
        )
    }

    pub fn from_mat2(m: Mat2) -> Mat3 {
        Mat3::from_cols(m.x_axis.extend(0.0), m.y_axis.extend(0.0), Vec3::Z)
    }

    pub fn from_mat4(m: Mat4) -> Mat3 {
        Mat3::from_cols(m.x_axis.truncate(), m.y_axis.truncate(), m.z_axis.truncate())
    }

    /// A turn about an axis of length 1, in radians.
    pub fn from_axis_angle(axis: Vec3, angle: f32) -> Mat3 {
        let (sin, cos) = angle.sin_cos();
        let s = axis * sin;
        let p = axis * axis;
        let q = 1.0 - cos;
        let xy = axis.x * axis.y * q;
        let xz = axis.x * axis.z * q;
        let yz = axis.y * axis.z * q;
        Mat3::from_cols(
            Vec3::new(p.x * q + cos, xy + s.z, xz - s.y),
            Vec3::new(xy - s.z, p.y * q + cos, yz + s.x),
            Vec3::new(xz + s.y, yz - s.x, p.z * q + cos),
        )
    }

    pub fn from_rotation_x(angle: f32) -> Mat3 {
        let (sin, cos) = angle.sin_cos();
        Mat3::from_cols(Vec3::X, Vec3::new(0.0, cos, sin), Vec3::new(0.0, -sin, cos))
    }

    pub fn from_rotation_y(angle: f32) -> Mat3 {
        let (sin, cos) = angle.sin_cos();
        Mat3::from_cols(Vec3::new(cos, 0.0, -sin), Vec3::Y, Vec3::new(sin, 0.0, cos))
    }

    pub fn from_rotation_z(angle: f32) -> Mat3 {
        let (sin, cos) = angle.sin_cos();
        Mat3::from_cols(Vec3::new(cos, sin, 0.0), Vec3::new(-sin, cos, 0.0), Vec3::Z)
    }

    pub fn from_translation(translation: Vec2) -> Mat3 {
        Mat3::from_cols(Vec3::X, Vec3::Y, translation.extend(1.0))
    }

    pub fn from_angle(angle: f32) -> Mat3 {
        Mat3::from_rotation_z(angle)
    }

    pub fn from_scale(scale: Vec2) -> Mat3 {
        Mat3::from_diagonal(scale.extend(1.0))
    }

    pub fn from_scale_angle_translation(scale: Vec2, angle: f32, translation: Vec2) -> Mat3 {
        let (sin, cos) = angle.sin_cos();
        Mat3::from_cols(
            Vec3::new(cos * scale.x, sin * scale.x, 0.0),
            Vec3::new(-sin * scale.y, cos * scale.y, 0.0),
            translation.extend(1.0),
        )
    }

    /// The point moved, with 1 as its third component.
    pub fn transform_point2(&self, rhs: Vec2) -> Vec2 {
        Mat2::from_mat3(*self) * rhs + self.z_axis.truncate()
    }

    /// The direction turned, with 0 as its third component.
    pub fn transform_vector2(&self, rhs: Vec2) -> Vec2 {
        Mat2::from_mat3(*self) * rhs
    }
}

impl Mat4 {
    pub const fn from_diagonal(diagonal: Vec4) -> Mat4 {
        Mat4::from_cols(
            Vec4::new(diagonal.x, 0.0, 0.0, 0.0),
            Vec4::new(0.0, diagonal.y, 0.0, 0.0),
            Vec4::new(0.0, 0.0, diagonal.z, 0.0),
            Vec4::new(0.0, 0.0, 0.0, diagonal.w),
        )
    }

    pub fn from_mat3(m: Mat3) -> Mat4 {
        Mat4::from_cols(m.x_axis.extend(0.0), m.y_axis.extend(0.0), m.z_axis.extend(0.0), Vec4::W)
    }

    pub fn from_mat3_translation(m: Mat3, translation: Vec3) -> Mat4 {
        Mat4::from_cols(
            m.x_axis.extend(0.0),
            m.y_axis.extend(0.0),
            m.z_axis.extend(0.0),
            translation.extend(1.0),
        )
    }

    pub fn from_translation(translation: Vec3) -> Mat4 {
        Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::Z, translation.extend(1.0))
    }

    pub fn from_scale(scale: Vec3) -> Mat4 {
        Mat4::from_diagonal(scale.extend(1.0))
    }

    pub fn from_axis_angle(axis: Vec3, angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_axis_angle(axis, angle))
    }

    pub fn from_rotation_x(angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_rotation_x(angle))
    }

    pub fn from_rotation_y(angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_rotation_y(angle))
    }

    pub fn from_rotation_z(angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_rotation_z(angle))
    }

    /// The point moved, with 1 as its fourth component.
    pub fn transform_point3(&self, rhs: Vec3) -> Vec3 {
        self.mul_vec4(rhs.extend(1.0)).truncate()
    }

    /// The direction turned, with 0 as its fourth component.
    pub fn transform_vector3(&self, rhs: Vec3) -> Vec3 {
        self.mul_vec4(rhs.extend(0.0)).truncate()
    }

    /// The point moved, and divided by the fourth component.
    pub fn project_point3(&self, rhs: Vec3) -> Vec3 {
        let point = self.mul_vec4(rhs.extend(1.0));
        point.truncate() / point.w
    }
}
