// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/matrix_mul.rs.

//! The program of matrix_mul.rs with its kernels on a GPU of NVIDIA's.
//!
//! It needs the crate `cust`, and the kernels as PTX in the folder in which it is started:
//! `warpbench translate matrix_mul.rs --to ptx -o matrix_mul.ptx`.

// Some variables were needed only by what runs on the GPU now.
#![allow(unused_mut, unused_variables)]

use cust::error::CudaResult;
use cust::prelude::*;

/// A GPU with the kernels on it.
struct Gpu {
    kernels: Module,
    stream: Stream,
    /// Goes last: what is above belongs to it.
    _context: Context,
}

impl Gpu {
    fn open() -> CudaResult<Gpu> {
        let context = cust::quick_init()?;
        Ok(Gpu {
            kernels: Module::from_file("matrix_mul.ptx")?,
            stream: Stream::new(StreamFlags::NON_BLOCKING, None)?,
            _context: context,
        })
    }
}

/// Does something with the first GPU of this machine.
fn on_gpu<T>(work: impl FnOnce(&Gpu) -> CudaResult<T>) -> T {
    Gpu::open().and_then(|gpu| work(&gpu)).unwrap_or_else(|error| panic!("CUDA: {error}"))
}

/// What the sequential `matrix_mul` computes, on a GPU.
pub fn matrix_mul(a: &[f32], b: &[f32], c: &mut [f32]) {
    on_gpu(|gpu| matrix_mul_on_gpu(gpu, a, b, c))
}

fn matrix_mul_on_gpu(gpu: &Gpu, a: &[f32], b: &[f32], c: &mut [f32]) -> CudaResult<()> {
    // global alloc a[*][*] copyin (line 8)
    let a_gpu = DeviceBuffer::from_slice(&a[..64 * 128])?;
    // global alloc b[*][*] copyin (line 9)
    let b_gpu = DeviceBuffer::from_slice(&b[..128 * 32])?;
    // global alloc c[*][*] (line 10)
    let c_gpu = unsafe { DeviceBuffer::<f32>::uninitialized(64 * 32)? };
    // kernel matrix_mul tblock(4, 2) thread(16, 16) (line 11)
    let kernel = gpu.kernels.get_function("matrix_mul")?;
    let stream = &gpu.stream;
    let grid = (2, 4, 1);
    // SAFETY: the kernel takes these arguments and stays within its sections.
    unsafe {
        launch!(kernel<<<grid, (16, 16, 1), 0, stream>>>(
            a_gpu.as_device_ptr(),
            b_gpu.as_device_ptr(),
            c_gpu.as_device_ptr(),
        ))?;
    }
    stream.synchronize()?;
    // global copyout c[*][*] (line 32)
    c_gpu.copy_to(&mut c[..64 * 32])?;
    // global free a b c (line 33)
    drop(a_gpu);
    drop(b_gpu);
    drop(c_gpu);
    Ok(())
}

fn main() {
    let a: Vec<f32> = (0..64 * 128).map(|i| (i % 10) as f32).collect();
    let b: Vec<f32> = (0..128 * 32).map(|i| (i % 10) as f32).collect();
    let mut c: Vec<f32> = (0..64 * 32).map(|i| (i % 10) as f32).collect();
    matrix_mul(&a, &b, &mut c);
    println!("c starts with {:?}", &c[..c.len().min(8)]);
}
