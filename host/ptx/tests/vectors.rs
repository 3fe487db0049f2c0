//! Our vectors and matrices beside those of the `glam` crate.

// Its own crate has another edition, and with it another style.
#[rustfmt::skip]
#[path = "../../../gpu-kernels/device-std/glam/src/lib.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    unused_imports,
    clippy::wrong_self_convention,
    reason = "it is a part of another crate, and not every name is compared"
)]
mod ours;

/// Floats that are not whole, not of one size and not of one sign.
fn numbers(seed: u32) -> [f32; 16] {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    std::array::from_fn(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 21) as f32 - 4.0
    })
}

/// The numbers as a square matrix that can be undone: its diagonal is larger.
fn cells<const N: usize>(numbers: [f32; 16], shift: usize) -> [f32; N] {
    let side = N.isqrt();
    std::array::from_fn(|i| {
        let extra = if i % (side + 1) == 0 { 3.0 } else { 0.0 };
        numbers[(i * 5 + shift) % 16] + extra
    })
}

/// Whether two lists of floats are the same up to the last few bits of the
/// largest.
fn close(ours: &[f32], theirs: &[f32]) -> bool {
    let size = theirs.iter().fold(1.0_f32, |size, x| size.max(x.abs()));
    ours.len() == theirs.len()
        && ours
            .iter()
            .zip(theirs)
            .all(|(a, b)| a == b || (a - b).abs() <= size * 2e-5 || a.is_nan() && b.is_nan())
}

/// What an expression gives, as floats.
trait Floats {
    fn floats(&self) -> Vec<f32>;
}

macro_rules! floats {
    ($($ty:ty: $value:ident => $floats:expr;)*) => {$(
        impl Floats for $ty {
            fn floats(&self) -> Vec<f32> {
                let $value = self;
                $floats
            }
        }
    )*};
}

floats! {
    f32: v => vec![*v];
    u32: v => vec![*v as f32];
    i32: v => vec![*v as f32];
    bool: v => vec![f32::from(*v)];
    ours::Vec2: v => v.to_array().to_vec();
    ours::Vec3: v => v.to_array().to_vec();
    ours::Vec4: v => v.to_array().to_vec();
    ours::Mat2: m => m.to_cols_array().to_vec();
    ours::Mat3: m => m.to_cols_array().to_vec();
    ours::Mat4: m => m.to_cols_array().to_vec();
    glam::Vec2: v => v.to_array().to_vec();
    glam::Vec3: v => v.to_array().to_vec();
    glam::Vec4: v => v.to_array().to_vec();
    glam::Mat2: m => m.to_cols_array().to_vec();
    glam::Mat3: m => m.to_cols_array().to_vec();
    glam::Mat4: m => m.to_cols_array().to_vec();
    ours::UVec2: v => v.to_array().map(|x| x as f32).to_vec();
    ours::UVec3: v => v.to_array().map(|x| x as f32).to_vec();
    ours::UVec4: v => v.to_array().map(|x| x as f32).to_vec();
    ours::IVec2: v => v.to_array().map(|x| x as f32).to_vec();
    ours::IVec3: v => v.to_array().map(|x| x as f32).to_vec();
    ours::IVec4: v => v.to_array().map(|x| x as f32).to_vec();
    glam::UVec2: v => v.to_array().map(|x| x as f32).to_vec();
    glam::UVec3: v => v.to_array().map(|x| x as f32).to_vec();
    glam::UVec4: v => v.to_array().map(|x| x as f32).to_vec();
    glam::IVec2: v => v.to_array().map(|x| x as f32).to_vec();
    glam::IVec3: v => v.to_array().map(|x| x as f32).to_vec();
    glam::IVec4: v => v.to_array().map(|x| x as f32).to_vec();
}

/// Evaluates each expression with both crates. The names are those of two
/// vectors or matrices and a scalar, which the function makes of numbers.
macro_rules! compare {
    ($ty:ident, $a:ident $b:ident $c:ident = $make:expr; $($expression:expr;)*) => {
        for seed in 1..40_u32 {
            $({
                let ours = {
                    use ours::*;
                    let make: fn([f32; 16]) -> ($ty, $ty, _) = $make;
                    let ($a, $b, $c) = make(numbers(seed));
                    let _ = ($a, $b, $c);
                    Floats::floats(&$expression)
                };
                let theirs = {
                    use glam::*;
                    let make: fn([f32; 16]) -> ($ty, $ty, _) = $make;
                    let ($a, $b, $c) = make(numbers(seed));
                    let _ = ($a, $b, $c);
                    Floats::floats(&$expression)
                };
                assert!(
                    close(&ours, &theirs),
                    "{} with seed {seed}: {ours:?}, glam says {theirs:?}",
                    stringify!($expression)
                );
            })*
        }
    };
}

macro_rules! types_lie_alike {
    ($($ty:ident)*) => {$(
        assert_eq!(
            (size_of::<ours::$ty>(), align_of::<ours::$ty>()),
            (size_of::<glam::$ty>(), align_of::<glam::$ty>()),
            stringify!($ty)
        );
    )*};
}

#[test]
fn types_lie_in_memory_as_in_the_crate() {
    types_lie_alike! { U8Vec2 U8Vec3 U8Vec4 USizeVec2 USizeVec3 USizeVec4 Vec2 Vec3 Vec4 UVec2 UVec3 UVec4 IVec2 IVec3 IVec4 Mat2 Mat3 Mat4 }
}

#[test]
fn vec2_is_glams() {
    compare! { Vec2, a b s = |n| (Vec2::from_slice(&n), Vec2::from_slice(&n[5..]), n[12]);
        a + b; a - b; a * b; a / b; a % b; -a;
        a + s; a - s; a * s; a / s; a % s; s + a; s - a; s * a; s / a; s % a;
        { let mut v = a; v += b; v -= s; v *= b; v /= s; v %= b; v };
        a.dot(b); a.length(); a.length_squared(); a.length_recip();
        a.distance(b); a.distance_squared(b); a.normalize(); a.normalize_or_zero();
        (a * 0.0).normalize_or_zero(); (a * 0.0).normalize_or(b); a.try_normalize().unwrap_or(b);
        a.normalize().is_normalized(); a.is_normalized();
        a.lerp(b, s); a.midpoint(b); a.move_towards(b, s.abs()); a.move_towards(b, 100.0);
        a.min(b); a.max(b); a.clamp(b.min(a * 2.0), b.max(a * 2.0)); a.abs(); a.signum(); a.copysign(b);
        a.floor(); a.ceil(); a.round(); a.trunc(); a.fract(); a.fract_gl(); a.exp(); a.abs().powf(s); a.recip();
        a.mul_add(b, a); a.div_euclid(b); a.rem_euclid(b);
        a.min_element(); a.max_element(); a.element_sum(); a.element_product();
        a.project_onto(b); a.reject_from(b); a.project_onto_normalized(b.normalize());
        a.reject_from_normalized(b.normalize()); a.reflect(b.normalize());
        a.normalize().refract(b.normalize(), 0.7); a.normalize().refract(b.normalize(), 1.6);
        a.clamp_length(1.0, 2.0); a.clamp_length_min(9.0); a.clamp_length_max(0.5);
        a.is_finite(); a.is_nan(); (a / 0.0).is_finite(); a.abs_diff_eq(b, 1.0); a.abs_diff_eq(a, 0.0);
        a == b; a == a; a[1]; { let mut v = a; v[0] = s; v };
        a.with_x(s); a.with_y(s);
        Vec2::ZERO; Vec2::ONE; Vec2::NEG_ONE; Vec2::X; Vec2::Y; Vec2::NEG_X; Vec2::splat(s); Vec2::AXES[1];
        Vec2::default(); Vec2::MAX; Vec2::INFINITY; Vec2::from_array(b.to_array());
        [a, b, a].iter().sum::<Vec2>(); [a, b].into_iter().product::<Vec2>(); { let r = &b; a + r }; { let r = &a; r * b }; { let (r, q) = (&a, &b); r - q };
        Vec2::new(s, 1.0); vec2(s, 2.0); Vec2::from((s, 1.0)); Vec2::from([1.0, s]); <(f32, f32)>::from(a).1;
        a.extend(s); a.perp(); a.perp_dot(b); a.rotate(b); Vec2::from_angle(s); a.to_angle(); a.angle_to(b);
        a.yx(); a.xxy(); a.as_ivec2(); a.abs().as_uvec2();
    }
}

#[test]
fn vec3_is_glams() {
    compare! { Vec3, a b s = |n| (Vec3::from_slice(&n), Vec3::from_slice(&n[5..]), n[12]);
        a + b; a - b; a * b; a / b; a % b; -a;
        a + s; a - s; a * s; a / s; a % s; s + a; s - a; s * a; s / a; s % a;
        { let mut v = a; v += b; v -= s; v *= b; v /= s; v %= b; v };
        a.dot(b); a.length(); a.length_squared(); a.length_recip();
        a.distance(b); a.distance_squared(b); a.normalize(); a.normalize_or_zero();
        (a * 0.0).normalize_or_zero(); (a * 0.0).normalize_or(b); a.try_normalize().unwrap_or(b);
        a.normalize().is_normalized(); a.is_normalized();
        a.lerp(b, s); a.midpoint(b); a.move_towards(b, s.abs()); a.move_towards(b, 100.0);
        a.min(b); a.max(b); a.clamp(b.min(a * 2.0), b.max(a * 2.0)); a.abs(); a.signum(); a.copysign(b);
        a.floor(); a.ceil(); a.round(); a.trunc(); a.fract(); a.fract_gl(); a.exp(); a.abs().powf(s); a.recip();
        a.mul_add(b, a); a.div_euclid(b); a.rem_euclid(b);
        a.min_element(); a.max_element(); a.element_sum(); a.element_product();
        a.project_onto(b); a.reject_from(b); a.project_onto_normalized(b.normalize());
        a.reject_from_normalized(b.normalize()); a.reflect(b.normalize());
        a.normalize().refract(b.normalize(), 0.7); a.normalize().refract(b.normalize(), 1.6);
        a.clamp_length(1.0, 2.0); a.clamp_length_min(9.0); a.clamp_length_max(0.5);
        a.is_finite(); a.is_nan(); (a / 0.0).is_finite(); a.abs_diff_eq(b, 1.0); a.abs_diff_eq(a, 0.0);
        a == b; a == a; a[1]; { let mut v = a; v[0] = s; v };
        a.with_x(s); a.with_y(s);
        Vec3::ZERO; Vec3::ONE; Vec3::NEG_ONE; Vec3::X; Vec3::Y; Vec3::NEG_X; Vec3::splat(s); Vec3::AXES[1];
        Vec3::default(); Vec3::MAX; Vec3::INFINITY; Vec3::from_array(b.to_array());
        [a, b, a].iter().sum::<Vec3>(); [a, b].into_iter().product::<Vec3>(); { let r = &b; a + r }; { let r = &a; r * b }; { let (r, q) = (&a, &b); r - q };
        Vec3::new(s, 1.0, 2.0); vec3(s, 2.0, 3.0); Vec3::from((s, 1.0, 2.0)); Vec3::from([1.0, s, 2.0]);
        Vec3::from((a.truncate(), s)); <[f32; 3]>::from(a)[2]; Vec3::Z; Vec3::NEG_Z;
        a.extend(s); a.truncate(); a.cross(b); a.angle_between(b); a.any_orthogonal_vector();
        a.normalize().any_orthonormal_vector(); a.zyx(); a.xz(); a.yyy(); a.as_ivec3(); a.map(f32::abs); a.abs().as_u8vec3().as_vec3(); a.abs().as_usizevec3().as_vec3(); a.abs().as_uvec3(); a.with_z(s);
    }
}

#[test]
fn vec4_is_glams() {
    compare! { Vec4, a b s = |n| (Vec4::from_slice(&n), Vec4::from_slice(&n[5..]), n[12]);
        a + b; a - b; a * b; a / b; a % b; -a;
        a + s; a - s; a * s; a / s; a % s; s + a; s - a; s * a; s / a; s % a;
        { let mut v = a; v += b; v -= s; v *= b; v /= s; v %= b; v };
        a.dot(b); a.length(); a.length_squared(); a.length_recip();
        a.distance(b); a.distance_squared(b); a.normalize(); a.normalize_or_zero();
        (a * 0.0).normalize_or_zero(); (a * 0.0).normalize_or(b); a.try_normalize().unwrap_or(b);
        a.normalize().is_normalized(); a.is_normalized();
        a.lerp(b, s); a.midpoint(b); a.move_towards(b, s.abs()); a.move_towards(b, 100.0);
        a.min(b); a.max(b); a.clamp(b.min(a * 2.0), b.max(a * 2.0)); a.abs(); a.signum(); a.copysign(b);
        a.floor(); a.ceil(); a.round(); a.trunc(); a.fract(); a.fract_gl(); a.exp(); a.abs().powf(s); a.recip();
        a.mul_add(b, a); a.div_euclid(b); a.rem_euclid(b);
        a.min_element(); a.max_element(); a.element_sum(); a.element_product();
        a.project_onto(b); a.reject_from(b); a.project_onto_normalized(b.normalize());
        a.reject_from_normalized(b.normalize()); a.reflect(b.normalize());
        a.normalize().refract(b.normalize(), 0.7); a.normalize().refract(b.normalize(), 1.6);
        a.clamp_length(1.0, 2.0); a.clamp_length_min(9.0); a.clamp_length_max(0.5);
        a.is_finite(); a.is_nan(); (a / 0.0).is_finite(); a.abs_diff_eq(b, 1.0); a.abs_diff_eq(a, 0.0);
        a == b; a == a; a[1]; { let mut v = a; v[0] = s; v };
        a.with_x(s); a.with_y(s);
        Vec4::ZERO; Vec4::ONE; Vec4::NEG_ONE; Vec4::X; Vec4::Y; Vec4::NEG_X; Vec4::splat(s); Vec4::AXES[1];
        Vec4::default(); Vec4::MAX; Vec4::INFINITY; Vec4::from_array(b.to_array());
        [a, b, a].iter().sum::<Vec4>(); [a, b].into_iter().product::<Vec4>(); { let r = &b; a + r }; { let r = &a; r * b }; { let (r, q) = (&a, &b); r - q };
        Vec4::new(s, 1.0, 2.0, 3.0); vec4(s, 2.0, 3.0, 4.0); Vec4::from((s, 1.0, 2.0, 3.0));
        Vec4::from((a.truncate(), s)); Vec4::from((s, a.truncate())); Vec4::from((a.xy(), s, 1.0)); Vec4::from((a.zw(), b.yx()));
        Vec4::W; Vec4::NEG_W; a.truncate(); a.wzyx(); a.xyz(); a.wx(); a.as_ivec4(); a.abs().as_uvec4(); a.with_w(s);
    }
}

#[test]
fn uvec2_is_glams() {
    compare! { UVec2, a b s = |n| (UVec2::new((n[0].abs() * 9.0) as u32 * 2 + 1, (n[1].abs() * 9.0) as u32 * 2 + 1), UVec2::new((n[5].abs() * 9.0) as u32 * 2 + 1, (n[6].abs() * 9.0) as u32 * 2 + 1), (n[12].abs() * 5.0) as u32 + 1);
        a + b; a.max(b) - a.min(b); a * b; a / b; a % b; a & b; a | b; a ^ b; (a & 255) | 3; a << 2; a >> 1;
        a + s; a.max(b) + s - s; a * s; a / s; a % s; s + a; s * a; s / a; s % a; a == b; a == a;
        { let mut v = a; v += b; v *= s; v /= b; v %= s; v ^= b; v };
        a.dot(b); a.length_squared(); a.min(b); a.max(b); a.clamp(a.min(b), b); a.min_element(); a.max_element();
        a.element_sum(); a.element_product(); a[1]; { let mut v = a; v[0] = s; v }; a.with_y(s);
        UVec2::ZERO; UVec2::ONE; UVec2::X; UVec2::splat(s); UVec2::from_array(b.to_array()); UVec2::from_slice(&a.to_array());
        [a, b].iter().sum::<UVec2>(); a.as_ivec2();
        a.extend(s); UVec2::new(s, 1); uvec2(1, s); UVec2::from((1, s)); a.as_vec2();
    }
}

#[test]
fn uvec3_is_glams() {
    compare! { UVec3, a b s = |n| (UVec3::new((n[0].abs() * 9.0) as u32 * 2 + 1, (n[1].abs() * 9.0) as u32 * 2 + 1, (n[2].abs() * 9.0) as u32 * 2 + 1), UVec3::new((n[5].abs() * 9.0) as u32 * 2 + 1, (n[6].abs() * 9.0) as u32 * 2 + 1, (n[7].abs() * 9.0) as u32 * 2 + 1), (n[12].abs() * 5.0) as u32 + 1);
        a + b; a.max(b) - a.min(b); a * b; a / b; a % b; a & b; a | b; a ^ b; (a & 255) | 3; a << 2; a >> 1;
        a + s; a.max(b) + s - s; a * s; a / s; a % s; s + a; s * a; s / a; s % a; a == b; a == a;
        { let mut v = a; v += b; v *= s; v /= b; v %= s; v ^= b; v };
        a.dot(b); a.length_squared(); a.min(b); a.max(b); a.clamp(a.min(b), b); a.min_element(); a.max_element();
        a.element_sum(); a.element_product(); a[1]; { let mut v = a; v[0] = s; v }; a.with_y(s);
        UVec3::ZERO; UVec3::ONE; UVec3::X; UVec3::splat(s); UVec3::from_array(b.to_array()); UVec3::from_slice(&a.to_array());
        [a, b].iter().sum::<UVec3>(); a.as_ivec3();
        a.truncate(); a.extend(s); UVec3::new(s, 1, 2); uvec3(1, s, 3); UVec3::from((1, s, 2)); a.as_vec3();
    }
}

#[test]
fn uvec4_is_glams() {
    compare! { UVec4, a b s = |n| (UVec4::new((n[0].abs() * 9.0) as u32 * 2 + 1, (n[1].abs() * 9.0) as u32 * 2 + 1, (n[2].abs() * 9.0) as u32 * 2 + 1, (n[3].abs() * 9.0) as u32 * 2 + 1), UVec4::new((n[5].abs() * 9.0) as u32 * 2 + 1, (n[6].abs() * 9.0) as u32 * 2 + 1, (n[7].abs() * 9.0) as u32 * 2 + 1, (n[8].abs() * 9.0) as u32 * 2 + 1), (n[12].abs() * 5.0) as u32 + 1);
        a + b; a.max(b) - a.min(b); a * b; a / b; a % b; a & b; a | b; a ^ b; (a & 255) | 3; a << 2; a >> 1;
        a + s; a.max(b) + s - s; a * s; a / s; a % s; s + a; s * a; s / a; s % a; a == b; a == a;
        { let mut v = a; v += b; v *= s; v /= b; v %= s; v ^= b; v };
        a.dot(b); a.length_squared(); a.min(b); a.max(b); a.clamp(a.min(b), b); a.min_element(); a.max_element();
        a.element_sum(); a.element_product(); a[1]; { let mut v = a; v[0] = s; v }; a.with_y(s);
        UVec4::ZERO; UVec4::ONE; UVec4::X; UVec4::splat(s); UVec4::from_array(b.to_array()); UVec4::from_slice(&a.to_array());
        [a, b].iter().sum::<UVec4>(); a.as_ivec4();
        a.truncate(); UVec4::new(s, 1, 2, 3); uvec4(1, s, 3, 4); UVec4::from((1, s, 2, 3)); a.as_vec4();
    }
}

#[test]
fn ivec2_is_glams() {
    compare! { IVec2, a b s = |n| (IVec2::new((n[0] * 9.0) as i32 * 2 + 1, (n[1] * 9.0) as i32 * 2 + 1), IVec2::new((n[5] * 9.0) as i32 * 2 + 1, (n[6] * 9.0) as i32 * 2 + 1), (n[12].abs() * 5.0) as i32 + 1);
        a + b; a.max(b) - a.min(b); a * b; a / b; a % b; a & b; a | b; a ^ b; (a & 255) | 3; a << 2; a >> 1;
        a + s; a.max(b) + s - s; a * s; a / s; a % s; s + a; s * a; s / a; s % a; a == b; a == a;
        { let mut v = a; v += b; v *= s; v /= b; v %= s; v ^= b; v };
        a.dot(b); a.length_squared(); a.min(b); a.max(b); a.clamp(a.min(b), b); a.min_element(); a.max_element();
        a.element_sum(); a.element_product(); a[1]; { let mut v = a; v[0] = s; v }; a.with_y(s);
        IVec2::ZERO; IVec2::ONE; IVec2::X; IVec2::splat(s); IVec2::from_array(b.to_array()); IVec2::from_slice(&a.to_array());
        [a, b].iter().sum::<IVec2>(); a.abs().as_uvec2();
        a.abs(); a.signum(); -a; a.distance_squared(b); a.div_euclid(b); a.rem_euclid(b);
        a.extend(s); IVec2::new(s, 1); ivec2(1, s); IVec2::from((1, s)); a.as_vec2(); a.perp(); a.perp_dot(b); a.rotate(b);
    }
}

#[test]
fn ivec3_is_glams() {
    compare! { IVec3, a b s = |n| (IVec3::new((n[0] * 9.0) as i32 * 2 + 1, (n[1] * 9.0) as i32 * 2 + 1, (n[2] * 9.0) as i32 * 2 + 1), IVec3::new((n[5] * 9.0) as i32 * 2 + 1, (n[6] * 9.0) as i32 * 2 + 1, (n[7] * 9.0) as i32 * 2 + 1), (n[12].abs() * 5.0) as i32 + 1);
        a + b; a.max(b) - a.min(b); a * b; a / b; a % b; a & b; a | b; a ^ b; (a & 255) | 3; a << 2; a >> 1;
        a + s; a.max(b) + s - s; a * s; a / s; a % s; s + a; s * a; s / a; s % a; a == b; a == a;
        { let mut v = a; v += b; v *= s; v /= b; v %= s; v ^= b; v };
        a.dot(b); a.length_squared(); a.min(b); a.max(b); a.clamp(a.min(b), b); a.min_element(); a.max_element();
        a.element_sum(); a.element_product(); a[1]; { let mut v = a; v[0] = s; v }; a.with_y(s);
        IVec3::ZERO; IVec3::ONE; IVec3::X; IVec3::splat(s); IVec3::from_array(b.to_array()); IVec3::from_slice(&a.to_array());
        [a, b].iter().sum::<IVec3>(); a.abs().as_uvec3();
        a.abs(); a.signum(); -a; a.distance_squared(b); a.div_euclid(b); a.rem_euclid(b);
        a.truncate(); a.extend(s); a.cross(b); IVec3::new(s, 1, 2); ivec3(1, s, 3); IVec3::from((1, s, 2)); a.as_vec3();
    }
}

#[test]
fn ivec4_is_glams() {
    compare! { IVec4, a b s = |n| (IVec4::new((n[0] * 9.0) as i32 * 2 + 1, (n[1] * 9.0) as i32 * 2 + 1, (n[2] * 9.0) as i32 * 2 + 1, (n[3] * 9.0) as i32 * 2 + 1), IVec4::new((n[5] * 9.0) as i32 * 2 + 1, (n[6] * 9.0) as i32 * 2 + 1, (n[7] * 9.0) as i32 * 2 + 1, (n[8] * 9.0) as i32 * 2 + 1), (n[12].abs() * 5.0) as i32 + 1);
        a + b; a.max(b) - a.min(b); a * b; a / b; a % b; a & b; a | b; a ^ b; (a & 255) | 3; a << 2; a >> 1;
        a + s; a.max(b) + s - s; a * s; a / s; a % s; s + a; s * a; s / a; s % a; a == b; a == a;
        { let mut v = a; v += b; v *= s; v /= b; v %= s; v ^= b; v };
        a.dot(b); a.length_squared(); a.min(b); a.max(b); a.clamp(a.min(b), b); a.min_element(); a.max_element();
        a.element_sum(); a.element_product(); a[1]; { let mut v = a; v[0] = s; v }; a.with_y(s);
        IVec4::ZERO; IVec4::ONE; IVec4::X; IVec4::splat(s); IVec4::from_array(b.to_array()); IVec4::from_slice(&a.to_array());
        [a, b].iter().sum::<IVec4>(); a.abs().as_uvec4();
        a.abs(); a.signum(); -a; a.distance_squared(b); a.div_euclid(b); a.rem_euclid(b);
        a.truncate(); IVec4::new(s, 1, 2, 3); ivec4(1, s, 3, 4); IVec4::from((1, s, 2, 3)); a.as_vec4();
    }
}

#[test]
fn mat2_is_glams() {
    compare! { Mat2, a b s = |n| (Mat2::from_cols_array(&cells::<4>(n, 0)), Mat2::from_cols_array(&cells::<4>(n, 3)), n[12]);
        a + b; a - b; a * b; -a; a * s; s * a; a / s; { let mut m = a; m += b; m -= a * 2.0; m *= b; m *= s; m /= 3.0; m };
        a * b.x_axis; a.mul_vec2(b.y_axis); a.mul_mat2(&b); a.add_mat2(&b); a.sub_mat2(&b); a.mul_scalar(s);
        a.transpose(); a.determinant(); a.inverse(); a * a.inverse(); a.col(1); a.row(1); a.abs(); a.is_finite();
        Mat2::ZERO; Mat2::IDENTITY; Mat2::default(); Mat2::from_diagonal(b.x_axis); Mat2::from_cols_array_2d(&a.to_cols_array_2d());
        a.abs_diff_eq(b, 1.0); a == b; a == a;
        Mat2::from_cols(b.x_axis, a.y_axis); mat2(b.x_axis, a.y_axis); Mat2::from_angle(s);
        Mat2::from_scale_angle(b.x_axis, s); Mat2::from_mat3(Mat3::from_rotation_z(s));
    }
}

#[test]
fn mat3_is_glams() {
    compare! { Mat3, a b s = |n| (Mat3::from_cols_array(&cells::<9>(n, 0)), Mat3::from_cols_array(&cells::<9>(n, 3)), n[12]);
        a + b; a - b; a * b; -a; a * s; s * a; a / s; { let mut m = a; m += b; m -= a * 2.0; m *= b; m *= s; m /= 3.0; m };
        a * b.x_axis; a.mul_vec3(b.y_axis); a.mul_mat3(&b); a.add_mat3(&b); a.sub_mat3(&b); a.mul_scalar(s);
        a.transpose(); a.determinant(); a.inverse(); a * a.inverse(); a.col(1); a.row(1); a.abs(); a.is_finite();
        Mat3::ZERO; Mat3::IDENTITY; Mat3::default(); Mat3::from_diagonal(b.x_axis); Mat3::from_cols_array_2d(&a.to_cols_array_2d());
        a.abs_diff_eq(b, 1.0); a == b; a == a;
        Mat3::from_cols(b.x_axis, a.y_axis, a.z_axis); mat3(b.x_axis, a.y_axis, a.z_axis); Mat3::from_angle(s);
        Mat3::from_axis_angle(b.x_axis.normalize(), s); Mat3::from_rotation_x(s); Mat3::from_rotation_y(s); Mat3::from_rotation_z(s);
        Mat3::from_translation(b.x_axis.truncate()); Mat3::from_scale(b.x_axis.truncate());
        Mat3::from_scale_angle_translation(b.x_axis.truncate(), s, b.y_axis.truncate());
        Mat3::from_angle(s).transform_vector2(b.x_axis.truncate());
        Mat3::from_translation(b.z_axis.truncate()).transform_point2(b.x_axis.truncate());
        Mat3::from_mat2(Mat2::from_angle(s)); Mat3::from_mat4(Mat4::from_mat3(a));
    }
}

#[test]
fn mat4_is_glams() {
    compare! { Mat4, a b s = |n| (Mat4::from_cols_array(&cells::<16>(n, 0)), Mat4::from_cols_array(&cells::<16>(n, 3)), n[12]);
        a + b; a - b; a * b; -a; a * s; s * a; a / s; { let mut m = a; m += b; m -= a * 2.0; m *= b; m *= s; m /= 3.0; m };
        a * b.x_axis; a.mul_vec4(b.y_axis); a.mul_mat4(&b); a.add_mat4(&b); a.sub_mat4(&b); a.mul_scalar(s);
        a.transpose(); a.determinant(); a.inverse(); a * a.inverse(); a.col(1); a.row(1); a.abs(); a.is_finite();
        Mat4::ZERO; Mat4::IDENTITY; Mat4::default(); Mat4::from_diagonal(b.x_axis); Mat4::from_cols_array_2d(&a.to_cols_array_2d());
        a.abs_diff_eq(b, 1.0); a == b; a == a;
        Mat4::from_cols(b.x_axis, a.y_axis, a.z_axis, b.w_axis); mat4(b.x_axis, a.y_axis, a.z_axis, b.w_axis);
        Mat4::from_axis_angle(b.x_axis.truncate().normalize(), s); Mat4::from_rotation_x(s); Mat4::from_rotation_y(s); Mat4::from_rotation_z(s);
        Mat4::from_translation(b.x_axis.truncate()); Mat4::from_scale(b.x_axis.truncate());
        Mat4::from_translation(b.z_axis.truncate()).transform_point3(b.x_axis.truncate());
        Mat4::from_rotation_x(s).transform_vector3(b.x_axis.truncate()); a.project_point3(b.x_axis.truncate());
        Mat4::look_at_rh(a.x_axis.truncate(), b.x_axis.truncate(), Vec3::Y); Mat4::look_at_lh(a.x_axis.truncate(), b.x_axis.truncate(), Vec3::Y);
        Mat4::perspective_rh(1.0, 1.5, 0.1, 50.0); Mat4::orthographic_rh(-1.0, 2.0, -3.0, 4.0, 0.1, 10.0);
        Mat4::from_mat3_translation(Mat3::from_angle(s), b.y_axis.truncate());
    }
}

#[test]
fn texts_are_glams() {
    let (ours, theirs) = (ours::Vec3::new(1.0, -2.5, 0.1), glam::Vec3::new(1.0, -2.5, 0.1));
    assert_eq!(format!("{ours} {ours:?}"), format!("{theirs} {theirs:?}"));
    let (ours, theirs) = (ours::UVec2::new(1, 2), glam::UVec2::new(1, 2));
    assert_eq!(format!("{ours} {ours:?}"), format!("{theirs} {theirs:?}"));
}
