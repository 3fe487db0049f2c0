//! What vectors and matrices have for cameras and for frames around a direction.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::{Mat4, Vec3, Vec4};

impl Vec3 {
    /// Two vectors of length 1 at right angles to this one, of length 1, and to each
    /// other.
    pub fn any_orthonormal_pair(self) -> (Vec3, Vec3) {
        let sign = 1.0_f32.copysign(self.z);
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        (
            Vec3::new(1.0 + sign * self.x * self.x * a, sign * b, -sign * self.x),
            Vec3::new(b, sign + self.y * self.y * a, -self.y),
        )
    }

    pub fn normalize_and_length(self) -> (Vec3, f32) {
        let length = self.length();
        let inverse = 1.0 / length;
        if inverse.is_finite() && inverse > 0.0 {
            (self * inverse, length)
        } else {
            (Vec3::X, 0.0)
        }
    }

    pub fn rotate_x(self, angle: f32) -> Vec3 {
        let (sin, cos) = angle.sin_cos();
        Vec3::new(self.x, self.y * cos - self.z * sin, self.y * sin + self.z * cos)
    }

    pub fn rotate_y(self, angle: f32) -> Vec3 {
        let (sin, cos) = angle.sin_cos();
        Vec3::new(self.x * cos + self.z * sin, self.y, self.x * -sin + self.z * cos)
    }

    pub fn rotate_z(self, angle: f32) -> Vec3 {
        let (sin, cos) = angle.sin_cos();
        Vec3::new(self.x * cos - self.y * sin, self.x * sin + self.y * cos, self.z)
    }
}

impl Mat4 {
    pub fn perspective_rh_gl(fov_y: f32, aspect: f32, near: f32, far: f32) -> Mat4 {
        let inverse = 1.0 / (near - far);
        let f = 1.0 / (0.5 * fov_y).tan();
        Mat4::from_cols(
            Vec4::new(f / aspect, 0.0, 0.0, 0.0),
            Vec4::new(0.0, f, 0.0, 0.0),
            Vec4::new(0.0, 0.0, (near + far) * inverse, -1.0),
            Vec4::new(0.0, 0.0, 2.0 * near * far * inverse, 0.0),
        )
    }

    pub fn perspective_lh(fov_y: f32, aspect: f32, near: f32, far: f32) -> Mat4 {
        let (sin, cos) = (0.5 * fov_y).sin_cos();
        let h = cos / sin;
        let r = far / (far - near);
        Mat4::from_cols(
            Vec4::new(h / aspect, 0.0, 0.0, 0.0),
            Vec4::new(0.0, h, 0.0, 0.0),
            Vec4::new(0.0, 0.0, r, 1.0),
            Vec4::new(0.0, 0.0, -r * near, 0.0),
        )
    }

    pub fn perspective_infinite_rh(fov_y: f32, aspect: f32, near: f32) -> Mat4 {
        let f = 1.0 / (0.5 * fov_y).tan();
        Mat4::from_cols(
            Vec4::new(f / aspect, 0.0, 0.0, 0.0),
            Vec4::new(0.0, f, 0.0, 0.0),
            Vec4::new(0.0, 0.0, -1.0, -1.0),
            Vec4::new(0.0, 0.0, -near, 0.0),
        )
    }

    pub fn perspective_infinite_reverse_rh(fov_y: f32, aspect: f32, near: f32) -> Mat4 {
        let f = 1.0 / (0.5 * fov_y).tan();
        Mat4::from_cols(
            Vec4::new(f / aspect, 0.0, 0.0, 0.0),
            Vec4::new(0.0, f, 0.0, 0.0),
            Vec4::new(0.0, 0.0, 0.0, -1.0),
            Vec4::new(0.0, 0.0, near, 0.0),
        )
    }

    pub fn orthographic_lh(
        left: f32,
        right: f32,
        bottom: f32,
        top: f32,
        near: f32,
        far: f32,
    ) -> Mat4 {
        let width = 1.0 / (right - left);
        let height = 1.0 / (top - bottom);
        let r = 1.0 / (far - near);
        Mat4::from_cols(
            Vec4::new(width + width, 0.0, 0.0, 0.0),
            Vec4::new(0.0, height + height, 0.0, 0.0),
            Vec4::new(0.0, 0.0, r, 0.0),
            Vec4::new(-(left + right) * width, -(top + bottom) * height, -r * near, 1.0),
        )
    }
}
