//! Traces paths of light among spheres above a floor, as Rust-CUDA's path tracer does.

use core::ops::Range;
use cuda_std::*;
use glam::{Vec2, Vec3};

const MAX_BOUNCES: u32 = 4;
const HIT_RANGE: Range<f32> = 0.001..f32::INFINITY;

#[derive(Clone, Copy)]
struct Ray {
    origin: Vec3,
    dir: Vec3,
}

#[derive(Clone, Copy)]
struct Hit {
    t: f32,
    point: Vec3,
    normal: Vec3,
    material: usize,
}

trait Hittable {
    fn hit(&self, ray: &Ray, range: Range<f32>) -> Option<Hit>;
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Sphere {
    center: Vec3,
    radius: f32,
    material: u32,
}

impl Hittable for Sphere {
    fn hit(&self, ray: &Ray, range: Range<f32>) -> Option<Hit> {
        let to_origin = ray.origin - self.center;
        let a = ray.dir.length_squared();
        let half_b = to_origin.dot(ray.dir);
        let discriminant = half_b * half_b - a * (to_origin.length_squared() - self.radius.powi(2));
        if discriminant <= 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        let t =
            [(-half_b - root) / a, (-half_b + root) / a].into_iter().find(|t| range.contains(t))?;
        let point = ray.origin + t * ray.dir;
        let normal = (point - self.center) / self.radius;
        Some(Hit { t, point, normal, material: self.material as usize })
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Floor {
    height: f32,
    material: u32,
}

impl Hittable for Floor {
    fn hit(&self, ray: &Ray, range: Range<f32>) -> Option<Hit> {
        let t = (self.height - ray.origin.y) / ray.dir.y;
        range.contains(&t).then(|| Hit {
            t,
            point: ray.origin + t * ray.dir,
            normal: Vec3::Y,
            material: self.material as usize,
        })
    }
}

struct Scene<'a> {
    floor: Floor,
    spheres: &'a [Sphere],
}

impl Hittable for Scene<'_> {
    fn hit(&self, ray: &Ray, range: Range<f32>) -> Option<Hit> {
        let mut closest = self.floor.hit(ray, range.clone());
        for sphere in self.spheres {
            let end = closest.map_or(range.end, |hit| hit.t);
            closest = sphere.hit(ray, range.start..end).or(closest);
        }
        closest
    }
}

struct Rng(u32);

impl Rng {
    /// A step of xorshift, as a number from -1 to 1.
    fn snorm(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    fn in_unit_sphere(&mut self) -> Vec3 {
        loop {
            let p = Vec3::new(self.snorm(), self.snorm(), self.snorm());
            if p.length_squared() < 1.0 {
                return p;
            }
        }
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
pub enum Material {
    Diffuse { color: Vec3 },
    Metal { color: Vec3, roughness: f32 },
    Light(Vec3),
}

impl Material {
    /// What the surface does to the light's color, and where the path goes on.
    fn scatter(self, ray: &Ray, hit: &Hit, rng: &mut Rng) -> (Vec3, Option<Ray>) {
        let (color, dir) = match self {
            Self::Light(color) => return (color, None),
            Self::Diffuse { color } => (color, hit.normal + rng.in_unit_sphere()),
            Self::Metal { color, roughness } => {
                let incoming = ray.dir.normalize();
                let reflected = incoming - 2.0 * incoming.dot(hit.normal) * hit.normal;
                (color, reflected + roughness * rng.in_unit_sphere())
            }
        };
        (color, Some(Ray { origin: hit.point, dir }))
    }
}

fn radiance(scene: &impl Hittable, materials: &[Material], mut ray: Ray, rng: &mut Rng) -> Vec3 {
    let mut throughput = Vec3::ONE;
    for _ in 0..MAX_BOUNCES {
        let Some(hit) = scene.hit(&ray, HIT_RANGE) else {
            let t = 0.5 * (ray.dir.normalize().y + 1.0);
            return throughput * Vec3::ONE.lerp(Vec3::new(0.5, 0.7, 1.0), t);
        };
        let (color, scattered) = materials[hit.material].scatter(&ray, &hit, rng);
        throughput *= color;
        match scattered {
            Some(next) => ray = next,
            None => return throughput,
        }
    }
    Vec3::ZERO
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Viewport {
    pub width: u32,
    pub height: u32,
    pub lower_left: Vec3,
    pub horizontal: Vec3,
    pub vertical: Vec3,
    pub origin: Vec3,
}

#[kernel]
pub unsafe fn render(
    frame: *mut Vec3,
    view: Viewport,
    floor: Floor,
    spheres: &[Sphere],
    materials: &[Material],
) {
    let at = thread::index_2d();
    if at.x >= view.width || at.y >= view.height {
        return;
    }
    let pixel = at.y * view.width + at.x;
    let mut rng = Rng(pixel.wrapping_mul(0x9e37_79b9) | 1);

    let uv = (at.as_vec2() + 0.5) / Vec2::new(view.width as f32, view.height as f32);
    let target = view.lower_left + uv.x * view.horizontal + uv.y * view.vertical;
    let ray = Ray { origin: view.origin, dir: target - view.origin };

    let scene = Scene { floor, spheres };
    unsafe { *frame.add(pixel as usize) += radiance(&scene, materials, ray, &mut rng) };
}
