//! The peers' side: the same launches through OpenCL.
//!
//! PoCL compiles a kernel for the processor; Oclgrind interprets it. Both are
//! platforms of OpenCL, whose library is opened at run time, so that nothing of
//! it is needed to build this.

#![expect(unsafe_code, reason = "kernels and OpenCL's memory are outside of Rust's guarantees")]

use std::ptr;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_CPU, Device};
use opencl3::kernel::{ExecuteKernel, Kernel};
use opencl3::memory::{Buffer, CL_MEM_READ_WRITE};
use opencl3::platform::{Platform, get_platforms};
use opencl3::program::Program;
use opencl3::types::CL_BLOCKING;

use crate::case::{Case, Prepared};
use crate::outcome::{Outcome, Timed};

const KERNELS: &str = include_str!("kernels.cl");

/// A program that runs OpenCL kernels on the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Peer {
    Pocl,
    Oclgrind,
}

impl Peer {
    /// What its platform is called.
    fn platform(self) -> &'static str {
        match self {
            Peer::Pocl => "Portable Computing Language",
            Peer::Oclgrind => "Oclgrind",
        }
    }

    /// What to do where the platform is not there.
    fn advice(self) -> String {
        let packages = match self {
            Peer::Pocl => "pocl-opencl-icd ocl-icd-libopencl1",
            Peer::Oclgrind => "oclgrind",
        };
        let platform = self.platform();
        format!(
            "OpenCL has no platform `{platform}`; Debian and Ubuntu: apt-get install {packages}"
        )
    }

    /// Launches before those that are timed. PoCL compiles during the first;
    /// Oclgrind interprets every one alike, and takes long.
    fn warm_ups(self) -> usize {
        match self {
            Peer::Pocl => 2,
            Peer::Oclgrind => 0,
        }
    }

    /// Launches that are timed.
    fn repeats(self) -> usize {
        match self {
            Peer::Pocl => 25,
            Peer::Oclgrind => 1,
        }
    }
}

/// Times a peer in this process, which has its platform.
pub(crate) fn measure(case: Case, peer: Peer) -> Result<Outcome> {
    let Some(platform) = find(peer) else {
        return Ok(Outcome::Absent(peer.advice()));
    };
    let prepared = case.prepare()?;
    let device = *platform
        .get_devices(CL_DEVICE_TYPE_CPU)?
        .first()
        .context("the platform has no processor among its devices")?;
    let context = Context::from_device(&Device::new(device))?;
    // SAFETY: the device belongs to the context.
    let queue = unsafe { CommandQueue::create(&context, device, 0)? };
    let program = match Program::create_and_build_from_source(&context, KERNELS, "") {
        Ok(program) => program,
        Err(log) => bail!("the peer cannot compile kernels.cl:\n{log}"),
    };
    let kernel = Kernel::create(&program, &prepared.launch.entry)?;
    let buffers = upload(&prepared, &context, &queue)?;

    let mut seconds = Vec::new();
    for repeat in 0..peer.warm_ups() + peer.repeats() {
        let elapsed = launch(&prepared, &kernel, &buffers, &queue)?;
        if repeat >= peer.warm_ups() {
            seconds.push(elapsed);
        }
    }
    prepared.check(download(&prepared, &buffers, &queue)?)?;
    Ok(Outcome::Timed(Timed { seconds, by: platform.version()?, share: None }))
}

fn find(peer: Peer) -> Option<Platform> {
    let platforms = get_platforms().unwrap_or_default();
    platforms.into_iter().find(|platform| platform.name().is_ok_and(|name| name == peer.platform()))
}

/// Puts the buffers of a launch into the device's memory.
fn upload(
    prepared: &Prepared,
    context: &Context,
    queue: &CommandQueue,
) -> Result<Vec<Buffer<f32>>> {
    let mut buffers = Vec::new();
    for values in &prepared.buffers {
        let values = values.as_f32().context("the kernels know floats only")?;
        // SAFETY: no memory of ours is handed over.
        let mut buffer =
            unsafe { Buffer::create(context, CL_MEM_READ_WRITE, values.len(), ptr::null_mut())? };
        // SAFETY: the call returns when the values have been copied.
        unsafe { queue.enqueue_write_buffer(&mut buffer, CL_BLOCKING, 0, values, &[])? };
        buffers.push(buffer);
    }
    Ok(buffers)
}

/// Runs the kernel once and says how many seconds that took.
fn launch(
    prepared: &Prepared,
    kernel: &Kernel,
    buffers: &[Buffer<f32>],
    queue: &CommandQueue,
) -> Result<f64> {
    let block = prepared.launch.block.map(|threads| threads as usize);
    let grid = prepared.launch.grid.map(|blocks| blocks as usize);
    let threads: Vec<usize> = grid.iter().zip(block).map(|(blocks, size)| blocks * size).collect();
    let mut launch = ExecuteKernel::new(kernel);
    for (buffer, values) in buffers.iter().zip(&prepared.buffers) {
        let length = values.len() as u32;
        // SAFETY: each buffer parameter is followed by its length.
        unsafe { launch.set_arg(buffer).set_arg(&length) };
    }
    for scalar in prepared.scalars() {
        // SAFETY: the last parameters are words.
        unsafe { launch.set_arg(&scalar) };
    }
    launch.set_global_work_sizes(&threads).set_local_work_sizes(&block);
    let start = Instant::now();
    // SAFETY: the arguments are those of the kernel, which stays in bounds.
    unsafe { launch.enqueue_nd_range(queue)? };
    queue.finish()?;
    Ok(start.elapsed().as_secs_f64())
}

fn download(
    prepared: &Prepared,
    buffers: &[Buffer<f32>],
    queue: &CommandQueue,
) -> Result<Vec<f32>> {
    let output = buffers.last().zip(prepared.buffers.last());
    let (buffer, values) = output.context("the kernel has no output")?;
    let mut result = vec![f32::NAN; values.len()];
    // SAFETY: the call returns when the values have been copied.
    unsafe { queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut result, &[])? };
    Ok(result)
}
