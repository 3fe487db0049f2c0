//! Fig. 9 of the hiCUDA text: a part of an array on the GPU, a part of that copied there, and
//! another part copied back. (The figure copies row 8 of eight rows back; here it is row 7.)

use warpbench_directives::hicuda;

pub fn sections(a: &mut [[i32; 7]; 8]) {
    hicuda! { global alloc a[*][1:6] copyin a[0:3][1:3] }
    hicuda! { kernel sections tblock(1) thread(4) }
    {
        hicuda! { loop_partition over_thread }
        for i in 0..4 {
            for j in 1..4 {
                a[i + 4][j + 3] = 10 * a[i][j];
            }
        }
    }
    hicuda! { global copyout a[4:7][4:6] }
    hicuda! { global free a }
}
