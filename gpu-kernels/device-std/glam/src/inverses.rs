//! Determinants and inverses of matrices.

use super::{Mat2, Mat3, Mat4, Vec2, Vec4};

impl Mat2 {
    pub fn determinant(&self) -> f32 {
        self.x_axis.x * self.y_axis.y - self.x_axis.y * self.y_axis.x
    }

    /// The matrix that undoes this one, whose determinant must not be zero.
    pub fn inverse(&self) -> Mat2 {
        let factor = 1.0 / self.determinant();
        Mat2::from_cols(
            Vec2::new(self.y_axis.y * factor, self.x_axis.y * -factor),
            Vec2::new(self.y_axis.x * -factor, self.x_axis.x * factor),
        )
    }
}

impl Mat3 {
    pub fn determinant(&self) -> f32 {
        self.z_axis.dot(self.x_axis.cross(self.y_axis))
    }

    /// The matrix that undoes this one, whose determinant must not be zero.
    pub fn inverse(&self) -> Mat3 {
        let x = self.y_axis.cross(self.z_axis);
        let y = self.z_axis.cross(self.x_axis);
        let z = self.x_axis.cross(self.y_axis);
        let factor = 1.0 / self.z_axis.dot(z);
        Mat3::from_cols(x * factor, y * factor, z * factor).transpose()
    }
}

impl Mat4 {
    /// By the determinants of pairs of rows, of the first two columns and of the
    /// last two.
    pub fn determinant(&self) -> f32 {
        let a01 = self.x_axis.x * self.y_axis.y - self.y_axis.x * self.x_axis.y;
        let a02 = self.x_axis.x * self.y_axis.z - self.y_axis.x * self.x_axis.z;
        let a03 = self.x_axis.x * self.y_axis.w - self.y_axis.x * self.x_axis.w;
        let a12 = self.x_axis.y * self.y_axis.z - self.y_axis.y * self.x_axis.z;
        let a13 = self.x_axis.y * self.y_axis.w - self.y_axis.y * self.x_axis.w;
        let a23 = self.x_axis.z * self.y_axis.w - self.y_axis.z * self.x_axis.w;
        let b01 = self.z_axis.x * self.w_axis.y - self.w_axis.x * self.z_axis.y;
        let b02 = self.z_axis.x * self.w_axis.z - self.w_axis.x * self.z_axis.z;
        let b03 = self.z_axis.x * self.w_axis.w - self.w_axis.x * self.z_axis.w;
        let b12 = self.z_axis.y * self.w_axis.z - self.w_axis.y * self.z_axis.z;
        let b13 = self.z_axis.y * self.w_axis.w - self.w_axis.y * self.z_axis.w;
        let b23 = self.z_axis.z * self.w_axis.w - self.w_axis.z * self.z_axis.w;
        a01 * b23 - a02 * b13 + a03 * b12 + a12 * b03 - a13 * b02 + a23 * b01
    }

    /// The matrix that undoes this one, whose determinant must not be zero.
    pub fn inverse(&self) -> Mat4 {
        let a01 = self.x_axis.x * self.y_axis.y - self.y_axis.x * self.x_axis.y;
        let a02 = self.x_axis.x * self.y_axis.z - self.y_axis.x * self.x_axis.z;
        let a03 = self.x_axis.x * self.y_axis.w - self.y_axis.x * self.x_axis.w;
        let a12 = self.x_axis.y * self.y_axis.z - self.y_axis.y * self.x_axis.z;
        let a13 = self.x_axis.y * self.y_axis.w - self.y_axis.y * self.x_axis.w;
        let a23 = self.x_axis.z * self.y_axis.w - self.y_axis.z * self.x_axis.w;
        let b01 = self.z_axis.x * self.w_axis.y - self.w_axis.x * self.z_axis.y;
        let b02 = self.z_axis.x * self.w_axis.z - self.w_axis.x * self.z_axis.z;
        let b03 = self.z_axis.x * self.w_axis.w - self.w_axis.x * self.z_axis.w;
        let b12 = self.z_axis.y * self.w_axis.z - self.w_axis.y * self.z_axis.z;
        let b13 = self.z_axis.y * self.w_axis.w - self.w_axis.y * self.z_axis.w;
        let b23 = self.z_axis.z * self.w_axis.w - self.w_axis.z * self.z_axis.w;
        let factor = 1.0 / (a01 * b23 - a02 * b13 + a03 * b12 + a12 * b03 - a13 * b02 + a23 * b01);
        Mat4::from_cols(
            Vec4::new(
                (self.y_axis.y * b23 - self.y_axis.z * b13 + self.y_axis.w * b12) * factor,
                (self.x_axis.y * b23 - self.x_axis.z * b13 + self.x_axis.w * b12) * -factor,
                (self.w_axis.y * a23 - self.w_axis.z * a13 + self.w_axis.w * a12) * factor,
                (self.z_axis.y * a23 - self.z_axis.z * a13 + self.z_axis.w * a12) * -factor,
            ),
            Vec4::new(
                (self.y_axis.x * b23 - self.y_axis.z * b03 + self.y_axis.w * b02) * -factor,
                (self.x_axis.x * b23 - self.x_axis.z * b03 + self.x_axis.w * b02) * factor,
                (self.w_axis.x * a23 - self.w_axis.z * a03 + self.w_axis.w * a02) * -factor,
                (self.z_axis.x * a23 - self.z_axis.z * a03 + self.z_axis.w * a02) * factor,
            ),
            Vec4::new(
                (self.y_axis.x * b13 - self.y_axis.y * b03 + self.y_axis.w * b01) * factor,
                (self.x_axis.x * b13 - self.x_axis.y * b03 + self.x_axis.w * b01) * -factor,
                (self.w_axis.x * a13 - self.w_axis.y * a03 + self.w_axis.w * a01) * factor,
                (self.z_axis.x * a13 - self.z_axis.y * a03 + self.z_axis.w * a01) * -factor,
            ),
            Vec4::new(
                (self.y_axis.x * b12 - self.y_axis.y * b02 + self.y_axis.z * b01) * -factor,
                (self.x_axis.x * b12 - self.x_axis.y * b02 + self.x_axis.z * b01) * factor,
                (self.w_axis.x * a12 - self.w_axis.y * a02 + self.w_axis.z * a01) * -factor,
                (self.z_axis.x * a12 - self.z_axis.y * a02 + self.z_axis.z * a01) * factor,
            ),
        )
    }
}
