use core::mem::MaybeUninit;
use cuda_std::address_space;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(out: *mut f32) {
    #[address_space(shared)]
    static mut TILE: MaybeUninit<[f32; 32]> = MaybeUninit::uninit();
    let tile = TILE.as_mut_ptr() as *mut f32;
    *tile = 1.0;
    *out = *tile;
}
