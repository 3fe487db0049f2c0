//! Cameras: matrices from where they stand and from how much they see.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::{Mat4, Vec3, Vec4};

impl Mat4 {
    pub fn look_to_rh(eye: Vec3, dir: Vec3, up: Vec3) -> Mat4 {
        let s = dir.cross(up).normalize();
        let u = s.cross(dir);
        Mat4::from_cols(
            Vec4::new(s.x, u.x, -dir.x, 0.0),
            Vec4::new(s.y, u.y, -dir.y, 0.0),
            Vec4::new(s.z, u.z, -dir.z, 0.0),
            Vec4::new(-eye.dot(s), -eye.dot(u), eye.dot(dir), 1.0),
        )
    }

    pub fn look_to_lh(eye: Vec3, dir: Vec3, up: Vec3) -> Mat4 {
        Mat4::look_to_rh(eye, -dir, up)
    }

    pub fn look_at_rh(eye: Vec3, center: Vec3, up: Vec3) -> Mat4 {
        Mat4::look_to_rh(eye, (center - eye).normalize(), up)
    }

    pub fn look_at_lh(eye: Vec3, center: Vec3, up: Vec3) -> Mat4 {
        Mat4::look_to_lh(eye, (center - eye).normalize(), up)
    }

    pub fn perspective_rh(fov_y_radians: f32, aspect_ratio: f32, z_near: f32, z_far: f32) -> Mat4 {
        let (sin, cos) = (0.5 * fov_y_radians).sin_cos();
        let h = cos / sin;
        let r = z_far / (z_near - z_far);
        Mat4::from_cols(
            Vec4::new(h / aspect_ratio, 0.0, 0.0, 0.0),
            Vec4::new(0.0, h, 0.0, 0.0),
            Vec4::new(0.0, 0.0, r, -1.0),
            Vec4::new(0.0, 0.0, r * z_near, 0.0),
        )
    }

    pub fn orthographic_rh(
        left: f32,
        right: f32,
        bottom: f32,
        top: f32,
        near: f32,
        far: f32,
    ) -> Mat4 {
        let width = 1.0 / (right - left);
        let height = 1.0 / (top - bottom);
        let r = 1.0 / (near - far);
        Mat4::from_cols(
            Vec4::new(width + width, 0.0, 0.0, 0.0),
            Vec4::new(0.0, height + height, 0.0, 0.0),
            Vec4::new(0.0, 0.0, r, 0.0),
            Vec4::new(-(left + right) * width, -(top + bottom) * height, r * near, 1.0),
        )
    }

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
