// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from programs/sections.rs.

//! The program of sections.rs with its kernels on a GPU of NVIDIA's.
//!
//! It needs the crate `cust`, and the kernels as PTX in the folder in which it is started:
//! `warpbench translate sections.rs --to ptx -o sections.ptx`.

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
            kernels: Module::from_file("sections.ptx")?,
            stream: Stream::new(StreamFlags::NON_BLOCKING, None)?,
            _context: context,
        })
    }
}

/// Does something with the first GPU of this machine.
fn on_gpu<T>(work: impl FnOnce(&Gpu) -> CudaResult<T>) -> T {
    Gpu::open().and_then(|gpu| work(&gpu)).unwrap_or_else(|error| panic!("CUDA: {error}"))
}

/// What the sequential `sections` computes, on a GPU.
pub fn sections(a: &mut [[i32; 7]; 8]) {
    on_gpu(|gpu| sections_on_gpu(gpu, a))
}

fn sections_on_gpu(gpu: &Gpu, a: &mut [[i32; 7]; 8]) -> CudaResult<()> {
    // global alloc a[*][1:6] copyin a[0:3][1:3] (line 7)
    let a_gpu = unsafe { DeviceBuffer::<i32>::uninitialized(8 * 6)? };
    for row in 0..=3 {
        let (host, device) = (row * 7 + 1, row * 6);
        a_gpu.index(device..device + 3).copy_from(&a.as_flattened()[host..host + 3])?;
    }
    // kernel sections tblock(1) thread(4) (line 8)
    let kernel = gpu.kernels.get_function("sections")?;
    let stream = &gpu.stream;
    let grid = (1, 1, 1);
    // SAFETY: the kernel takes these arguments and stays within its sections.
    unsafe {
        launch!(kernel<<<grid, (4, 1, 1), 0, stream>>>(
            a_gpu.as_device_ptr(),
        ))?;
    }
    stream.synchronize()?;
    // global copyout a[4:7][4:6] (line 17)
    for row in 4..=7 {
        let (host, device) = (row * 7 + 4, row * 6 + 3);
        a_gpu.index(device..device + 3).copy_to(&mut a.as_flattened_mut()[host..host + 3])?;
    }
    // global free a (line 18)
    drop(a_gpu);
    Ok(())
}

fn main() {
    let mut a = vec![[0_i32; 7]; 8];
    for (i, element) in a.as_flattened_mut().iter_mut().enumerate() {
        *element = (i % 10) as i32;
    }
    sections(a.as_mut_slice().try_into().expect("it has its size"));
    println!("a starts with {:?}", &a[..a.len().min(8)]);
}
