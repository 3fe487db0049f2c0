//! Vectors and matrices of `glam`.

use super::data::{Case, case};

/// Expressions of vectors `a`, `b` and a number `s`, each of three floats, that
/// are exact for the data of the table.
const EXACT: [&str; 30] = [
    "a + b",
    "a - b * 2.0",
    "2.0 * a - s",
    "-a",
    "&a + &b",
    "-&a * s",
    "a * b + Vec3::ONE",
    "a.min(b).max(Vec3::splat(-3.5))",
    "a.clamp(Vec3::NEG_ONE, Vec3::new(1.0, 20.0, 3.0))",
    "a.abs().floor() + b.fract()",
    "a.cross(b)",
    "Vec3::splat(a.dot(b))",
    "vec3(a.x, b.y, s)",
    "a.with_y(s).zyx()",
    "a.xy().extend(b.z) + a.zz().extend(1.0)",
    "a.extend(1.0).truncate()",
    "Vec3::from(a.to_array().map(|x| x + 1.0))",
    "Vec3::from((a.x, b.x, s))",
    "<[f32; 3]>::from(a).into()",
    "{ let (x, y, z) = a.into(); vec3(z, x, y) }",
    "Vec3::splat(a[i % 3] + b[2])",
    "{ let mut v = a; v[i % 3] = s; v[0] += 1.0; for j in 0..3 { v[j] *= 2.0; } v }",
    "{ let mut v = a; v += b; v -= Vec3::X; v *= 2.0; v.y = 1.0; v }",
    "[a, b, Vec3::Y].iter().sum::<Vec3>()",
    "[a, b].iter().map(|v| *v * 2.0).sum()",
    "if a == b { Vec3::ZERO } else { a.map(|x| x * 0.5) }",
    "Vec3::select(a.cmplt(b), a, b) + if a.cmpge(b).any() { 1.0 } else { 0.0 }",
    "Mat3::from_cols(a, b, Vec3::Z) * vec3(1.0, 2.0, s)",
    "Mat3::from_cols(a, b, Vec3::Z).transpose().x_axis",
    "a.as_ivec3().as_vec3() + (a.as_ivec3() / IVec3::splat(3) % 2).as_vec3()",
];

/// Expressions that are not.
const NEAR: [&str; 18] = [
    "Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), s) * a",
    "(Quat::from_rotation_x(s) * Quat::from_rotation_y(0.3) * Quat::from_rotation_z(-0.2)).mul_vec3(b)",
    "Quat::IDENTITY.slerp(Quat::from_rotation_z(1.2), 0.25) * a",
    "Quat::from_rotation_z(0.5).lerp(Quat::from_rotation_x(-0.5), 0.75).conjugate() * a",
    "Mat3::from_quat(Quat::from_rotation_y(0.7)) * a + Quat::from_mat3(&Mat3::from_rotation_x(0.4)).inverse() * b",
    "Mat4::from_scale_rotation_translation(Vec3::splat(2.0), Quat::from_rotation_x(0.7), b).transform_point3(a)",
    "Quat::from_xyzw(1.0, 2.0, 3.0, 4.0).normalize().xyz() + Quat::from_rotation_arc(Vec3::X, Vec3::new(0.6, 0.8, 0.0)) * a",
    "{ let n = (a + 0.03125).normalize(); let (t, u) = n.any_orthonormal_pair(); t * 2.0 + u + a.rotate_axis(Vec3::Y, 0.3) }",
    "(a + 0.03125).normalize()",
    "Vec3::splat(a.length() + a.distance(b))",
    "a.lerp(b, 0.3)",
    "a.reflect((b + 0.03125).normalize_or_zero())",
    "a.normalize_or_zero().any_orthonormal_vector()",
    "(a / 8.0).exp().min(Vec3::ONE)",
    "Mat3::from_rotation_z(0.3) * a",
    "(Mat4::from_translation(b) * a.extend(1.0)).xyz()",
    "Mat4::from_rotation_y(0.4).transform_point3(a)",
    "a.try_normalize().map_or(b, |n| n * 2.0)",
];

fn of_vectors(expression: &str) -> Case {
    let text = format!(
        "use glam::swizzles::*;
use glam::*;
#[kernel]
pub unsafe fn vectors(v: &[Vec3], x: &[f32], out: *mut f32) {{
    let i = thread::index_1d() as usize;
    let (a, b, s) = (v[i], v[(i + 3) % v.len()], x[i]);
    let c: Vec3 = {expression};
    c.write_to_slice(core::slice::from_raw_parts_mut(out.add(3 * i), 3));
}}"
    );
    case(expression, &text)
}

/// Expressions of vectors of 64 bits `a`, `b` and a number `s`, as above.
const DOUBLES: [&str; 16] = [
    "a + b * 2.0 - s",
    "-a / 2.0",
    "&a + &b",
    "a.cross(b)",
    "DVec3::splat(a.dot(b) + a.length_squared())",
    "a.min(b).max(DVec3::splat(-3.5)).clamp(DVec3::NEG_ONE, DVec3::ONE)",
    "dvec3(a.x, b.y, s).with_z(4.0)",
    "a.truncate().extend(b.z)",
    "(a.extend(2.0) * DVec4::splat(0.5)).truncate()",
    "{ let mut v = a; v += b; v[i % 3] *= 2.0; v.y = 1.0; v }",
    "[a, b, DVec3::Y].iter().sum::<DVec3>()",
    "DVec3::select(a.cmplt(b), a, b)",
    "a.as_vec3().as_dvec3() + DVec3::from(Vec3::X) + a.as_ivec3().as_dvec3()",
    "DVec3::from(a.to_array().map(|x| x + 1.0))",
    "if a == b { DVec3::ZERO } else { a.abs().floor() }",
    "DVec2::new(a.x, b.x).perp().extend(DVec2::X.dot(a.truncate()))",
];

fn of_doubles(expression: &str) -> Case {
    let text = format!(
        "use glam::*;
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair {{ at: DVec2, weight: f64 }}
#[kernel]
pub unsafe fn doubles(x: &[f64], out: *mut f64) {{
    let i = thread::index_1d() as usize;
    let at = |k: usize| x[(i * 3 + k) % x.len()];
    let (a, b, s) = (DVec3::new(at(0), at(1), at(2)), DVec3::new(at(3), at(4), at(5)), at(6));
    let c: DVec3 = {expression};
    c.write_to_slice(core::slice::from_raw_parts_mut(out.add(4 * i), 3));
    *out.add(4 * i + 3) = (core::mem::size_of::<Pair>() + core::mem::size_of::<DVec4>()) as f64;
}}"
    );
    case(&format!("{expression} of 64 bits"), &text)
}

/// Where vectors lie in memory.
fn in_memory() -> Vec<Case> {
    vec![
        case(
            "vectors in structures",
            "use glam::{Vec2, Vec3, Vec4};
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Two { weight: f32, at: Vec2 }
#[kernel]
pub unsafe fn structures(data: &[Two], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let own = data[i];
    *out.add(i) = own.weight + own.at.x * 2.0 - own.at.y;
    *out.add(i + 32) = (core::mem::size_of::<Two>() + core::mem::size_of::<Vec3>()) as f32;
    let wide = [own.at.extend(1.0).extend(2.0); 2];
    *out.add(i + 64) = wide[i % 2].element_sum() + Vec4::W.w;
}",
        ),
        case(
            "glam vectors of integers",
            "use glam::{IVec2, UVec3, UVec4, uvec3};
#[kernel]
pub unsafe fn integers(a: &[u32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let v = uvec3(a[i], a[(i + 1) % 32], a[(i + 2) % 32]) % 1000;
    let w = (v << 2 | UVec3::ONE) ^ v.yxz_of();
    let at = IVec2::new(i as i32, -3).signum() * 7;
    *out.add(i) = w.element_sum() + v.max_element() + at.dot(IVec2::new(2, -1)) as u32;
    *out.add(i + 32) = UVec4::from((v.x, v.y, v.z, 4)).min(UVec4::splat(500)).element_sum();
}
trait Turned { fn yxz_of(self) -> UVec3; }
impl Turned for UVec3 { fn yxz_of(self) -> UVec3 { uvec3(self.y, self.x, self.z) } }",
        ),
        case(
            "vectors written to buffers",
            "use glam::{Vec3, Vec4};
#[kernel]
pub unsafe fn written(v: &[Vec4], io: *mut Vec4) {
    let i = thread::index_1d() as usize;
    let own = &mut *io.add(i);
    own.x += v[i].w;
    own.z = Vec3::new(1.0, 2.0, 3.0).dot(v[i].truncate());
    own[i % 4] = 5.0;
}",
        ),
    ]
}

pub(crate) fn cases() -> Vec<Case> {
    let exact = EXACT.iter().map(|expression| of_vectors(expression));
    let near = NEAR.iter().map(|expression| of_vectors(expression).within(1e-3, 1e-3));
    let doubles = DOUBLES.iter().map(|expression| of_doubles(expression));
    let near_doubles = ["(a + 0.03125).normalize()", "a.lerp(b, 0.3) + a.length()"]
        .map(|expression| of_doubles(expression).within(1e-5, 1e-5));
    exact.chain(near).chain(doubles).chain(near_doubles).chain(in_memory()).collect()
}
