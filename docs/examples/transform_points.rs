//! Projects the corners of a mesh to the screen, and turns their normals along.

use cuda_std::prelude::*;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4};

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Vertex {
    position: Vec3,
    normal: Vec3,
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Projected {
    screen: Vec2,
    depth: f32,
    brightness: f32,
}

/// The corner in front of the viewer, if it lies there.
fn project(camera: Mat4, point: Vec3) -> Option<Vec3> {
    let clip: Vec4 = camera * point.extend(1.0);
    (clip.w > 0.0).then(|| clip.truncate() / clip.w)
}

#[kernel]
pub unsafe fn transform_points(
    vertices: &[Vertex],
    model: Mat4,
    camera: Mat4,
    light: Vec3,
    projected: *mut Projected,
) {
    let i = thread::index_1d() as usize;
    let Some(vertex) = vertices.get(i) else { return };

    let world = model.transform_point3(vertex.position);
    let normal = Mat3::from_mat4(model) * vertex.normal;
    let brightness = normal.normalize_or_zero().dot(light).clamp(0.0, 1.0);

    let out = unsafe { &mut *projected.add(i) };
    *out = match project(camera, world) {
        Some(ndc) => Projected { screen: ndc.truncate(), depth: ndc.z, brightness },
        None => Projected { screen: Vec2::ZERO, depth: -1.0, brightness: 0.0 },
    };
}
