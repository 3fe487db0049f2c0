//! Shades what each pixel sees of three spheres, each of another material.

use cuda_std::*;
use glam::{Vec3, vec3};

enum Material {
    Matte(Vec3),
    Shiny { color: Vec3, exponent: f32 },
    Striped { light: Vec3, dark: Vec3, width: f32 },
}

struct Sphere {
    center: Vec3,
    radius: f32,
    material: Material,
}

struct Hit<'a> {
    distance: f32,
    normal: Vec3,
    sphere: &'a Sphere,
}

const LIGHT: Vec3 = vec3(0.48, 0.64, 0.6);
const SCENE: [Sphere; 3] = [
    Sphere { center: vec3(-1.2, 0.0, -4.0), radius: 1.0, material: Material::Matte(Vec3::X) },
    Sphere {
        center: vec3(0.5, 0.3, -3.0),
        radius: 0.7,
        material: Material::Shiny { color: vec3(0.2, 0.4, 0.8), exponent: 16.0 },
    },
    Sphere {
        center: vec3(1.4, -0.4, -4.5),
        radius: 1.3,
        material: Material::Striped { light: Vec3::ONE, dark: Vec3::splat(0.2), width: 0.4 },
    },
];

impl Sphere {
    fn hit(&self, dir: Vec3) -> Option<Hit<'_>> {
        let along = self.center.dot(dir);
        let discriminant = along * along - self.center.length_squared() + self.radius * self.radius;
        let distance = along - (discriminant >= 0.0).then(|| discriminant.sqrt())?;
        let normal = (distance * dir - self.center) / self.radius;
        Some(Hit { distance, normal, sphere: self })
    }
}

impl Hit<'_> {
    fn shade(&self, dir: Vec3) -> Vec3 {
        let diffuse = self.normal.dot(LIGHT).max(0.0);
        match self.sphere.material {
            Material::Matte(color) => color * diffuse,
            Material::Shiny { color, exponent } => {
                let highlight = LIGHT.dot(dir.reflect(self.normal)).max(0.0).powf(exponent);
                color * diffuse + Vec3::splat(highlight)
            }
            Material::Striped { light, dark, width } => {
                let stripe = (self.normal.y / width).floor() as i32;
                diffuse * if stripe.rem_euclid(2) == 0 { light } else { dark }
            }
        }
    }
}

#[kernel]
pub unsafe fn ray_sphere(image: *mut Vec3, width: u32, height: u32) {
    let at = thread::index_2d();
    if at.x < width && at.y < height {
        let x = (2 * at.x + 1) as f32 / width as f32 - 1.0;
        let y = 1.0 - (2 * at.y + 1) as f32 / height as f32;
        let dir = vec3(x, y, -1.5).normalize();
        let nearest = SCENE
            .iter()
            .filter_map(|sphere| sphere.hit(dir))
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        let color = nearest.map_or(Vec3::splat(0.05), |hit| hit.shade(dir));
        unsafe { *image.add((at.y * width + at.x) as usize) = color };
    }
}
