//! Vectors and matrices as in the `glam` crate: the part of it that kernels use,
//! with its names and meanings, in plain scalar code.
//!
//! The text has two readers. The road to PTX compiles it as a module of
//! `cuda_std`, where [`GpuFloat`](crate::GpuFloat) gives floats what `core` lacks;
//! the front end for Rust reads the same text for the simulator. So it keeps to
//! ordinary functions and `impl` blocks, without macros; only `extras` is for the
//! compiler alone.
//!
//! What differs only in a type or a width is written by `cargo xtask glam` from
//! `templates`: all vectors, and of matrices what all sizes have. A file that comes
//! from there says so in its first line; the others are written by hand.
//!
//! Types lie in memory as the crate's feature `cuda` has them: two components are
//! aligned to 8 bytes, four to 16, and three to 4; of 64 bits, two and four are
//! aligned to 16, and three to 8.

mod bvec2;
mod bvec3;
mod bvec4;
mod cameras;
mod dvec2;
mod dvec2_ops;
mod dvec3;
mod dvec3_ops;
mod dvec4;
mod dvec4_ops;
mod extras;
mod frames;
mod inverses;
mod ivec2;
mod ivec2_ops;
mod ivec3;
mod ivec3_ops;
mod ivec4;
mod ivec4_ops;
mod mat2;
mod mat3;
mod mat4;
mod quat;
mod transforms;
mod u8vec2;
mod u8vec2_ops;
mod u8vec3;
mod u8vec3_ops;
mod u8vec4;
mod u8vec4_ops;
mod usizevec2;
mod usizevec2_ops;
mod usizevec3;
mod usizevec3_ops;
mod usizevec4;
mod usizevec4_ops;
mod uvec2;
mod uvec2_ops;
mod uvec3;
mod uvec3_ops;
mod uvec4;
mod uvec4_ops;
mod vec2;
mod vec2_ops;
mod vec2_refs;
mod vec2_swizzles;
mod vec3;
mod vec3_ops;
mod vec3_refs;
mod vec3_swizzles;
mod vec4;
mod vec4_ops;
mod vec4_refs;
mod vec4_swizzles;

pub use bvec2::BVec2;
pub use bvec3::BVec3;
pub use bvec4::BVec4;
pub use dvec2::DVec2;
pub use dvec3::DVec3;
pub use dvec4::DVec4;
pub use ivec2::IVec2;
pub use ivec3::IVec3;
pub use ivec4::IVec4;
pub use mat2::Mat2;
pub use mat3::Mat3;
pub use mat4::Mat4;
pub use quat::Quat;
pub use u8vec2::U8Vec2;
pub use u8vec3::U8Vec3;
pub use u8vec4::U8Vec4;
pub use usizevec2::USizeVec2;
pub use usizevec3::USizeVec3;
pub use usizevec4::USizeVec4;
pub use uvec2::UVec2;
pub use uvec3::UVec3;
pub use uvec4::UVec4;
pub use vec2::Vec2;
pub use vec2_swizzles::Vec2Swizzles;
pub use vec3::Vec3;
pub use vec3_swizzles::Vec3Swizzles;
pub use vec4::Vec4;
pub use vec4_swizzles::Vec4Swizzles;

pub use bvec2::bvec2;
pub use bvec3::bvec3;
pub use bvec4::bvec4;
pub use dvec2::dvec2;
pub use dvec3::dvec3;
pub use dvec4::dvec4;
pub use ivec2::ivec2;
pub use ivec3::ivec3;
pub use ivec4::ivec4;
pub use mat2::mat2;
pub use mat3::mat3;
pub use mat4::mat4;
pub use quat::quat;
pub use u8vec2::u8vec2;
pub use u8vec3::u8vec3;
pub use u8vec4::u8vec4;
pub use usizevec2::usizevec2;
pub use usizevec3::usizevec3;
pub use usizevec4::usizevec4;
pub use uvec2::uvec2;
pub use uvec3::uvec3;
pub use uvec4::uvec4;
pub use vec2::vec2;
pub use vec3::vec3;
pub use vec4::vec4;

/// The crate's vector for processors that work on four floats at once. Here it is
/// [`Vec3`] itself.
pub type Vec3A = Vec3;

/// The crate's matrix for such processors. Here it is [`Mat3`] itself.
pub type Mat3A = Mat3;

/// [`vec3`]
pub const fn vec3a(x: f32, y: f32, z: f32) -> Vec3A {
    Vec3::new(x, y, z)
}

/// Where the names stand that take vectors apart.
pub mod swizzles {
    pub use super::{Vec2Swizzles, Vec3Swizzles, Vec4Swizzles};
}
