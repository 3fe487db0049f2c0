//! Loops partitioned as in Fig. 6 of the hiCUDA text: rows over blocks, columns over blocks and
//! threads, a second loop over blocks alone, and one that every thread does.

use warpbench_directives::hicuda;

pub fn partitions(a: &mut [[i32; 12]; 4], b: &mut [[i32; 6]; 4]) {
    hicuda! { global alloc a[*][*] copyin }
    hicuda! { global alloc b[*][*] copyin }
    hicuda! { kernel partitions tblock(2, 3) thread(2) }
    {
        hicuda! { loop_partition over_tblock }
        for i in 0..4 {
            hicuda! { loop_partition over_tblock(BLOCK) over_thread }
            for j in 0..12 {
                let mut sum = 0;
                for p in 0..3 {
                    sum += p * a[i][j];
                }
                a[i][j] = sum;
            }
            hicuda! { loop_partition over_tblock(CYCLIC) }
            for k in 0..6 {
                hicuda! { singular }
                {
                    b[i][k] += 1;
                }
            }
        }
    }
    hicuda! { global copyout a[*][*] }
    hicuda! { global copyout b[*][*] }
    hicuda! { global free a b }
}
