// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/partitions.rs.

//! The program of partitions.rs with its kernels on a GPU of NVIDIA's.
//!
//! It needs the crate `cust`, and the kernels as PTX in the folder in which it is started:
//! `warpbench translate partitions.rs --to ptx -o partitions.ptx`.

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
            kernels: Module::from_file("partitions.ptx")?,
            stream: Stream::new(StreamFlags::NON_BLOCKING, None)?,
            _context: context,
        })
    }
}

/// Does something with the first GPU of this machine.
fn on_gpu<T>(work: impl FnOnce(&Gpu) -> CudaResult<T>) -> T {
    Gpu::open().and_then(|gpu| work(&gpu)).unwrap_or_else(|error| panic!("CUDA: {error}"))
}

/// What the sequential `partitions` computes, on a GPU.
pub fn partitions(a: &mut [[i32; 12]; 4], b: &mut [[i32; 6]; 4]) {
    on_gpu(|gpu| partitions_on_gpu(gpu, a, b))
}

fn partitions_on_gpu(gpu: &Gpu, a: &mut [[i32; 12]; 4], b: &mut [[i32; 6]; 4]) -> CudaResult<()> {
    // global alloc a[*][*] copyin (line 7)
    let a_gpu = DeviceBuffer::from_slice(&a.as_flattened()[..4 * 12])?;
    // global alloc b[*][*] copyin (line 8)
    let b_gpu = DeviceBuffer::from_slice(&b.as_flattened()[..4 * 6])?;
    // kernel partitions tblock(2, 3) thread(2) (line 9)
    let kernel = gpu.kernels.get_function("partitions")?;
    let stream = &gpu.stream;
    let grid = (3, 2, 1);
    // SAFETY: the kernel takes these arguments and stays within its sections.
    unsafe {
        launch!(kernel<<<grid, (2, 1, 1), 0, stream>>>(
            a_gpu.as_device_ptr(),
            b_gpu.as_device_ptr(),
        ))?;
    }
    stream.synchronize()?;
    // global copyout a[*][*] (line 30)
    a_gpu.copy_to(&mut a.as_flattened_mut()[..4 * 12])?;
    // global copyout b[*][*] (line 31)
    b_gpu.copy_to(&mut b.as_flattened_mut()[..4 * 6])?;
    // global free a b (line 32)
    drop(a_gpu);
    drop(b_gpu);
    Ok(())
}

fn main() {
    let mut a = vec![[0_i32; 12]; 4];
    for (i, element) in a.as_flattened_mut().iter_mut().enumerate() {
        *element = (i % 10) as i32;
    }
    let mut b = vec![[0_i32; 6]; 4];
    for (i, element) in b.as_flattened_mut().iter_mut().enumerate() {
        *element = (i % 10) as i32;
    }
    partitions(
        a.as_mut_slice().try_into().expect("it has its size"),
        b.as_mut_slice().try_into().expect("it has its size"),
    );
    println!("a starts with {:?}", &a[..a.len().min(8)]);
    println!("b starts with {:?}", &b[..b.len().min(8)]);
}
