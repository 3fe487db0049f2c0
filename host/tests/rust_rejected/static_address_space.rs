use cuda_std::address_space;
use cuda_std::prelude::*;

#[address_space(share)]
static mut TILE: [f32; 32] = [0.0; 32];
#[address_space(local)]
static mut OWN: [f32; 32] = [0.0; 32];
#[address_space(constant)]
static mut TABLE: [f32; 4] = [0.0; 4];

#[kernel]
pub unsafe fn k(out: *mut f32) {
    *out = TILE[0] + OWN[0] + TABLE[0];
}
