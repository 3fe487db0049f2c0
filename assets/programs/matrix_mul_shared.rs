//! The same product with two more directives: what the threads of a block need of a and b
//! lies in shared memory, 32 steps of the innermost loop at a time.

use warpbench_directives::hicuda;

pub fn matrix_mul(a: &[f32], b: &[f32], c: &mut [f32]) {
    hicuda! { shape a[64][128] b[128][32] c[64][32] }
    hicuda! { global alloc a[*][*] copyin }
    hicuda! { global alloc b[*][*] copyin }
    hicuda! { global alloc c[*][*] }
    hicuda! { kernel matrix_mul tblock(4, 2) thread(16, 16) }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in 0..64 {
            hicuda! { loop_partition over_tblock over_thread }
            for j in 0..32 {
                let mut sum = 0.0;
                for kk in (0..128).step_by(32) {
                    hicuda! { shared alloc a[i][kk:kk+31] copyin }
                    hicuda! { shared alloc b[kk:kk+31][j] copyin }
                    hicuda! { barrier }
                    for k in kk..kk + 32 {
                        sum += a[i * 128 + k] * b[k * 32 + j];
                    }
                    hicuda! { barrier }
                    hicuda! { shared remove a b }
                }
                c[i * 32 + j] = sum;
            }
        }
    }
    hicuda! { global copyout c[*][*] }
    hicuda! { global free a b c }
}
