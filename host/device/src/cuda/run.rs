//! Loading PTX, launching kernels, reading times off the GPU's own clock.
//!
//! One stream carries everything, so that work happens in the order in which it
//! is enqueued. A timed repeat is enqueued in one go, without waiting in
//! between: clearing, emptying the cache, start event, launches, stop event.
//! Emptying the cache takes the GPU longer than the host needs to enqueue the
//! rest, so that the launches stand in line when the start event passes, and the
//! time between the events has no host in it.

#![expect(unsafe_code, reason = "kernels and device memory are outside of Rust's guarantees")]

use super::fault::FaultContext;
use crate::{Caches, DeviceError, KernelSources, Loaded, Progress, Repeat, Times};
use cust::error::{CudaError, CudaResult};
use cust::event::{Event, EventFlags};
use cust::function::Function;
use cust::memory::{CopyDestination, DeviceBuffer, DeviceSlice, mem_get_info};
use cust::module::Module;
use cust::stream::{Stream, StreamFlags};
use std::ffi::{CStr, CString, c_void};
use std::ptr;
use warpbench_catalog::{Argument, BufferIndex, Init, Launch, Problem, Values};
use warpbench_report::Clock;

/// Smallest allocation.
const SMALLEST_BUFFER: usize = 16;
/// Smallest amount that is overwritten to empty the cache.
const SMALLEST_SCRATCH: usize = 128 << 20;
/// Memory that is left alone when it is decided whether there is room to empty
/// the cache.
const MARGIN: usize = 64 << 20;

/// A problem in a GPU's memory.
pub(super) struct CudaLoaded<'a> {
    context: FaultContext,
    problem: &'a Problem,
    contents: &'a [Values],
    stream: Stream,
    buffers: Vec<DeviceBuffer<u8>>,
    scratch: Option<DeviceBuffer<u8>>,
    module: Option<Module>,
    dynamic_shared_bytes: u32,
}

/// A launch with everything that the host has to look up beforehand.
struct Prepared<'a> {
    function: Function<'a>,
    launch: &'a Launch,
    /// The words of each kernel parameter; what is shorter lies in the low bytes.
    words: Vec<Vec<u64>>,
}

impl<'a> CudaLoaded<'a> {
    /// Compiles the text, unless there is nothing to launch, and reserves
    /// memory. `cache_bytes` is the size of the GPU's cache.
    pub(super) fn new(
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
        context: FaultContext,
        cache_bytes: usize,
    ) -> Result<CudaLoaded<'a>, DeviceError> {
        let module = match problem.launches.as_slice() {
            [] => None,
            _ => Some(load_module(&sources.ptx, &context)?),
        };
        let reserve = || {
            let bytes = problem.buffers.iter().map(|buffer| buffer.bytes() as usize);
            let buffers = bytes.map(allocate).collect::<CudaResult<_>>()?;
            let scratch = scratch(cache_bytes)?;
            Ok((buffers, scratch, Stream::new(StreamFlags::DEFAULT, None)?))
        };
        let (buffers, scratch, stream) = reserve().map_err(|error| context.explain(error))?;
        let dynamic_shared_bytes = sources.dynamic_shared_bytes;
        Ok(CudaLoaded {
            context,
            problem,
            contents,
            stream,
            buffers,
            scratch,
            module,
            dynamic_shared_bytes,
        })
    }
}

impl CudaLoaded<'_> {
    /// Everything of a buffer that belongs to the problem.
    fn slice(&self, index: usize) -> DeviceSlice<u8> {
        self.buffers[index].index(0..self.problem.buffers[index].bytes() as usize)
    }

    /// Puts all buffers back to their initial contents.
    fn fill(&self) -> CudaResult<()> {
        for (index, buffer) in self.problem.buffers.iter().enumerate() {
            let mut slice = self.slice(index);
            if slice.is_empty() {
                continue;
            }
            match &buffer.init {
                // All bytes of the poison are the same.
                Init::Unwritten => slice.set_8(0xff)?,
                Init::Cleared => slice.set_8(0)?,
                Init::Random { .. } | Init::Whole { .. } | Init::Data(_) => {
                    slice.copy_from(self.contents[index].as_bytes())?;
                }
            }
        }
        Ok(())
    }

    fn prepare(&self) -> CudaResult<Vec<Prepared<'_>>> {
        let Some(module) = &self.module else { return Ok(Vec::new()) };
        self.problem
            .launches
            .iter()
            .map(|launch| {
                let function = module.get_function(&launch.entry)?;
                let words = launch.arguments.iter().flat_map(|argument| self.words(argument));
                Ok(Prepared { function, launch, words: words.collect() })
            })
            .collect()
    }

    /// The kernel parameters that an argument fills.
    fn words(&self, argument: &Argument) -> Vec<Vec<u64>> {
        let address = |index: usize| self.buffers[index].as_device_ptr().as_raw();
        match argument {
            Argument::Slice(index) => {
                vec![vec![address(*index)], vec![self.problem.buffers[*index].len as u64]]
            }
            Argument::Pointer(index) => vec![vec![address(*index)]],
            Argument::U32(value) => vec![vec![(*value).into()]],
            Argument::F32(value) => vec![vec![value.to_bits().into()]],
            Argument::U64(value) => vec![vec![*value]],
            Argument::Bytes(bytes) => {
                let word = |bytes: &[u8]| {
                    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
                };
                vec![bytes.chunks(8).map(word).collect()]
            }
        }
    }

    fn launch(&self, launches: &[(Prepared<'_>, Vec<*mut c_void>)]) -> CudaResult<()> {
        for (Prepared { function, launch, .. }, parameters) in launches {
            let ([gx, gy, gz], [bx, by, bz]) = (launch.grid, launch.block);
            let shared = self.dynamic_shared_bytes;
            // SAFETY: `check` made sure that the kernel takes as many parameters
            // as there are lists of words, each as long as the parameter, which are
            // valid for the call. What the
            // kernel does with its buffers is its own affair: the driver
            // confines it to this context, and the worker to this process.
            unsafe {
                self.stream.launch(function, (gx, gy, gz), (bx, by, bz), shared, parameters)?;
            }
        }
        Ok(())
    }

    /// Enqueues one repeat and waits for it; returns the launches' seconds.
    fn timed(
        &self,
        launches: &[(Prepared<'_>, Vec<*mut c_void>)],
        [start, stop]: &[Event; 2],
        caches: Caches,
    ) -> CudaResult<f64> {
        for (index, buffer) in self.problem.buffers.iter().enumerate() {
            if buffer.init == Init::Cleared && buffer.len > 0 {
                // SAFETY: the stream orders the memset before the launches, and
                // the buffer lives until after the stream has been waited for.
                unsafe { self.slice(index).set_8_async(0, &self.stream)? };
            }
        }
        if let (Caches::Emptied, Some(scratch)) = (caches, &self.scratch) {
            // SAFETY: as above; nobody reads this buffer.
            unsafe { scratch.index(..).set_8_async(0, &self.stream)? };
        }
        start.record(&self.stream)?;
        self.launch(launches)?;
        stop.record(&self.stream)?;
        stop.synchronize()?;
        Ok(f64::from(stop.elapsed_time_f32(start)?) / 1e3)
    }

    fn explain(&self, error: CudaError) -> DeviceError {
        self.context.explain(error)
    }
}

/// Launches beside the list of their parameters' addresses, which is the form
/// the driver wants. The addresses are good for as long as the launches are
/// kept, since a vector's contents do not move with it.
fn with_parameters(launches: Vec<Prepared<'_>>) -> Vec<(Prepared<'_>, Vec<*mut c_void>)> {
    launches
        .into_iter()
        .map(|launch| {
            let addresses = launch.words.iter().map(|words| words.as_ptr().cast_mut().cast());
            let addresses = addresses.collect();
            (launch, addresses)
        })
        .collect()
}

impl Loaded for CudaLoaded<'_> {
    fn run(&mut self) -> Result<(), DeviceError> {
        let run = || {
            self.fill()?;
            self.launch(&with_parameters(self.prepare()?))?;
            self.stream.synchronize()
        };
        run().map_err(|error| self.explain(error))
    }

    fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError> {
        let buffer = &self.problem.buffers[index];
        let mut values = Values::zeros(buffer.element, buffer.len);
        let slice = self.slice(index);
        if !slice.is_empty() {
            slice.copy_to(values.as_bytes_mut()).map_err(|error| self.explain(error))?;
        }
        Ok(values)
    }

    fn output(&mut self) -> Result<Values, DeviceError> {
        self.buffer(self.problem.output)
    }

    fn time(&mut self, repeat: &Repeat, progress: Progress<'_>) -> Result<Times, DeviceError> {
        let prepare = || {
            let events = [Event::new(EventFlags::DEFAULT)?, Event::new(EventFlags::DEFAULT)?];
            Ok((with_parameters(self.prepare()?), events))
        };
        let (launches, events) = prepare().map_err(|error| self.explain(error))?;
        let seconds = repeat.collect(progress, &mut || {
            self.timed(&launches, &events, repeat.caches).map_err(|error| self.explain(error))
        })?;
        Ok(Times { seconds, clock: Clock::Device })
    }
}

/// Reserves memory. The driver refuses to reserve none.
fn allocate(bytes: usize) -> CudaResult<DeviceBuffer<u8>> {
    // SAFETY: the problem's buffers are filled before anybody reads them, and
    // the scratch buffer is never read.
    unsafe { DeviceBuffer::uninitialized(bytes.max(SMALLEST_BUFFER)) }
}

/// A buffer larger than the cache, to overwrite; nothing where memory is short,
/// since a problem that fills the memory does not fit the cache.
fn scratch(cache_bytes: usize) -> CudaResult<Option<DeviceBuffer<u8>>> {
    let bytes = (2 * cache_bytes).max(SMALLEST_SCRATCH);
    let (free, _) = mem_get_info()?;
    if free < bytes + MARGIN { Ok(None) } else { allocate(bytes).map(Some) }
}

/// Has the driver compile a PTX text.
fn load_module(ptx: &str, context: &FaultContext) -> Result<Module, DeviceError> {
    let compile = |text| DeviceError::Compile { device: context.device.clone(), text };
    let ptx = CString::new(ptx).map_err(|_| compile("the text contains a zero byte".to_owned()))?;
    Module::from_ptx_cstr(&ptx, &[]).map_err(|error| match context.explain(error) {
        DeviceError::Compile { text, .. } => match jit_log(&ptx) {
            Some(log) => compile(format!("{text}\n{log}")),
            None => compile(text),
        },
        other => other,
    })
}

/// What the driver's compiler says about a text that it refuses. cust does not
/// pass the compiler's messages on, so the text is compiled once more.
fn jit_log(ptx: &CStr) -> Option<String> {
    use cust::sys::{CUjit_option, CUresult, cuModuleLoadDataEx, cuModuleUnload};
    let mut log = vec![0u8; 16 << 10];
    let mut options =
        [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    // An option's value is passed in place of a pointer where it is a number.
    let mut values =
        [log.as_mut_ptr().cast::<c_void>(), ptr::without_provenance_mut::<c_void>(log.len())];
    let mut module = ptr::null_mut();
    // SAFETY: the text ends with a zero byte; there are as many values as
    // options; the log has the size that is given for it, and outlives the call.
    unsafe {
        let result = cuModuleLoadDataEx(
            &raw mut module,
            ptx.as_ptr().cast(),
            options.len() as u32,
            options.as_mut_ptr(),
            values.as_mut_ptr(),
        );
        if result == CUresult::CUDA_SUCCESS {
            cuModuleUnload(module);
        }
    }
    let log = CStr::from_bytes_until_nul(&log).ok()?.to_string_lossy();
    let log = log.trim();
    (!log.is_empty()).then(|| log.to_owned())
}
