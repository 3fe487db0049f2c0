//! Fig. 8 of the hiCUDA text: three threads take turns with six iterations, each of which needs
//! an element and its neighbours.

use warpbench_directives::hicuda;

pub fn neighbours(a: &[i32], b: &mut [i32]) {
    hicuda! { shape a[6] b[6] }
    hicuda! { global alloc a[*] copyin }
    hicuda! { global alloc b[*] }
    hicuda! { kernel neighbours tblock(1) thread(3) }
    {
        hicuda! { loop_partition over_thread }
        for i in 0..6 {
            hicuda! { shared alloc a[i - 1:i + 1] copyin }
            hicuda! { barrier }
            let mut sum = a[i];
            if i > 0 {
                sum += a[i - 1];
            }
            if i < 5 {
                sum += a[i + 1];
            }
            b[i] = sum;
            hicuda! { barrier }
            hicuda! { shared remove a }
        }
    }
    hicuda! { global copyout b[*] }
    hicuda! { global free a b }
}
