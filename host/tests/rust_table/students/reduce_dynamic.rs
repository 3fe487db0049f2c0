// Dynamic shared memory; a generic reduction with a closure.
use cuda_std::prelude::*;
use cuda_std::shared::dynamic_shared_mem;

unsafe fn block_reduce<T, F>(value: T, scratch: *mut T, op: F) -> T
where
    T: Copy,
    F: Fn(T, T) -> T,
{
    let t = thread::thread_idx_x() as usize;
    scratch.add(t).write(value);
    thread::sync_threads();
    let mut stride = thread::block_dim_x() as usize / 2;
    while stride > 0 {
        if t < stride {
            let (a, b) = (scratch.add(t).read(), scratch.add(t + stride).read());
            scratch.add(t).write(op(a, b));
        }
        thread::sync_threads();
        stride /= 2;
    }
    let total = *scratch;
    thread::sync_threads();
    total
}

#[kernel]
pub unsafe fn reduce(x: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let scratch = dynamic_shared_mem::<f32>();
    let sum = block_reduce(x[i], scratch, |a, b| a + b);
    let max = block_reduce(x[i], scratch, f32::max);
    let bias = x[3];
    let weighted = block_reduce(x[i], scratch, move |a, b| if a + b > bias { a } else { b });
    let pairs = scratch.cast::<(f32, u32)>();
    let (least, at) = block_reduce((x[i], i as u32), pairs, |a, b| if b.0 < a.0 { b } else { a });
    *out.add(i) = sum;
    *out.add(i + 32) = max;
    *out.add(i + 64) = weighted;
    *out.add(i + 96) = least + at as f32;
}
