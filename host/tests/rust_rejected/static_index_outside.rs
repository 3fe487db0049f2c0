use cuda_std::address_space;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(out: *mut f32) {
    #[address_space(shared)]
    static mut TILE: [f32; 4] = [0.0; 4];
    TILE[4] = 1.0;
    *out = TILE[0];
}
