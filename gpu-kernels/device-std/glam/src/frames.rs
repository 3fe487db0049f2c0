//! Frames around a direction, and turns about the axes.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::Vec3;

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
