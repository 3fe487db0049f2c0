use cuda_std::address_space;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(out: *mut f32) {
    #[address_space(shared)]
    static mut TILE: [[f32; 1024]; 1024] = [[0.0; 1024]; 1024];
    #[address_space(shared)]
    static mut WRONG: [f32; 4] = [0; 4];
    #[address_space(shared)]
    static mut OUTSIDE: [f32; 4] = [0.0; 4];
    *out = TILE[0][0] + WRONG[0] + OUTSIDE[7];
}
