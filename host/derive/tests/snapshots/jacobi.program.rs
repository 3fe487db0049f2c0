// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/jacobi.rs.

//! The program of jacobi.rs with its kernels on a GPU of NVIDIA's.
//!
//! It needs the crate `cust`, and the kernels as PTX in the folder in which it is started:
//! `warpbench translate jacobi.rs --to ptx -o jacobi.ptx`.

// Some variables were needed only by what runs on the GPU now.
#![allow(unused_mut, unused_variables)]

use cust::error::CudaResult;
use cust::prelude::*;

const SIDE: usize = 1026;

const SWEEPS: usize = 10;

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
            kernels: Module::from_file("jacobi.ptx")?,
            stream: Stream::new(StreamFlags::NON_BLOCKING, None)?,
            _context: context,
        })
    }
}

/// Does something with the first GPU of this machine.
fn on_gpu<T>(work: impl FnOnce(&Gpu) -> CudaResult<T>) -> T {
    Gpu::open().and_then(|gpu| work(&gpu)).unwrap_or_else(|error| panic!("CUDA: {error}"))
}

/// What the sequential `jacobi` computes, on a GPU.
pub fn jacobi(a: &mut [f32]) {
    on_gpu(|gpu| jacobi_on_gpu(gpu, a))
}

fn jacobi_on_gpu(gpu: &Gpu, a: &mut [f32]) -> CudaResult<()> {
    let mut b: Vec<f32> = vec![0.0; SIDE * SIDE];
    // global alloc a[*][*] copyin (line 12)
    let a_gpu = DeviceBuffer::from_slice(&a[..SIDE * SIDE])?;
    // global alloc b[1:SIDE - 2][1:SIDE - 2] (line 13)
    let b_gpu = unsafe { DeviceBuffer::<f32>::uninitialized((SIDE - 2) * (SIDE - 2))? };
    for _ in 0..SWEEPS {
        // kernel sweep tblock((SIDE - 2).div_ceil(8), (SIDE - 2).div_ceil(32)) thread(8, 32) (line 15)
        let kernel = gpu.kernels.get_function("sweep")?;
        let stream = &gpu.stream;
        let grid = ((SIDE - 2).div_ceil(32) as u32, (SIDE - 2).div_ceil(8) as u32, 1);
        // SAFETY: the kernel takes these arguments and stays within its sections.
        unsafe {
            launch!(kernel<<<grid, (32, 8, 1), 0, stream>>>(
                a_gpu.as_device_ptr(),
                b_gpu.as_device_ptr(),
            ))?;
        }
        stream.synchronize()?;
        // kernel back tblock((SIDE - 2).div_ceil(8), (SIDE - 2).div_ceil(32)) thread(8, 32) (line 31)
        let kernel = gpu.kernels.get_function("back")?;
        let stream = &gpu.stream;
        let grid = ((SIDE - 2).div_ceil(32) as u32, (SIDE - 2).div_ceil(8) as u32, 1);
        // SAFETY: the kernel takes these arguments and stays within its sections.
        unsafe {
            launch!(kernel<<<grid, (32, 8, 1), 0, stream>>>(
                a_gpu.as_device_ptr(),
                b_gpu.as_device_ptr(),
            ))?;
        }
        stream.synchronize()?;
    }
    // global copyout a[1:SIDE - 2][1:SIDE - 2] (line 42)
    for row in 1..=SIDE - 2 {
        let (host, device) = (row * SIDE + 1, row * SIDE + 1);
        a_gpu.index(device..device + SIDE - 2).copy_to(&mut a[host..host + SIDE - 2])?;
    }
    // global free a b (line 43)
    drop(a_gpu);
    drop(b_gpu);
    Ok(())
}

fn main() {
    let mut a: Vec<f32> = (0..SIDE * SIDE).map(|i| (i % 10) as f32).collect();
    jacobi(&mut a);
    println!("a starts with {:?}", &a[..a.len().min(8)]);
}
