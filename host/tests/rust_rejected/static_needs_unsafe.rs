use cuda_std::address_space;
use cuda_std::prelude::*;

#[address_space(shared)]
static mut TILE: [f32; 32] = [0.0; 32];

fn first() -> f32 {
    TILE[0]
}

fn place() -> *mut f32 {
    &raw mut TILE as *mut f32
}

#[kernel]
pub unsafe fn k(out: *mut f32) {
    *place() = 1.0;
    *out = first();
}
