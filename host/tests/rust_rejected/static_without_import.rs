use cuda_std::kernel;

#[address_space(shared)]
static mut TILE: [f32; 32] = [0.0; 32];

#[kernel]
pub unsafe fn k(out: *mut f32) {
    TILE[0] = 1.0;
    *out = TILE[0];
}
