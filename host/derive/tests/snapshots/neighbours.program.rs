// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/neighbours.rs.

//! The program of neighbours.rs with its kernels on a GPU of NVIDIA's.
//!
//! It needs the crate `cust`, and the kernels as PTX in the folder in which it is started:
//! `warpbench translate neighbours.rs --to ptx -o neighbours.ptx`.

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
            kernels: Module::from_file("neighbours.ptx")?,
            stream: Stream::new(StreamFlags::NON_BLOCKING, None)?,
            _context: context,
        })
    }
}

/// Does something with the first GPU of this machine.
fn on_gpu<T>(work: impl FnOnce(&Gpu) -> CudaResult<T>) -> T {
    Gpu::open().and_then(|gpu| work(&gpu)).unwrap_or_else(|error| panic!("CUDA: {error}"))
}

/// What the sequential `neighbours` computes, on a GPU.
pub fn neighbours(a: &[i32], b: &mut [i32]) {
    on_gpu(|gpu| neighbours_on_gpu(gpu, a, b))
}

fn neighbours_on_gpu(gpu: &Gpu, a: &[i32], b: &mut [i32]) -> CudaResult<()> {
    // global alloc a[*] copyin (line 8)
    let a_gpu = DeviceBuffer::from_slice(&a[..6])?;
    // global alloc b[*] (line 9)
    let b_gpu = unsafe { DeviceBuffer::<i32>::uninitialized(6)? };
    // kernel neighbours tblock(1) thread(3) (line 10)
    let kernel = gpu.kernels.get_function("neighbours")?;
    let stream = &gpu.stream;
    let grid = (1, 1, 1);
    // SAFETY: the kernel takes these arguments and stays within its sections.
    unsafe {
        launch!(kernel<<<grid, (3, 1, 1), 0, stream>>>(
            a_gpu.as_device_ptr(),
            b_gpu.as_device_ptr(),
        ))?;
    }
    stream.synchronize()?;
    // global copyout b[*] (line 28)
    b_gpu.copy_to(&mut b[..6])?;
    // global free a b (line 29)
    drop(a_gpu);
    drop(b_gpu);
    Ok(())
}

fn main() {
    let a: Vec<i32> = (0..6).map(|i| (i % 10) as i32).collect();
    let mut b: Vec<i32> = (0..6).map(|i| (i % 10) as i32).collect();
    neighbours(&a, &mut b);
    println!("b starts with {:?}", &b[..b.len().min(8)]);
}
