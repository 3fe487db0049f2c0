//! A kernel of somebody's own with its case, as a job for a device.
//!
//! CUDA is passed arguments one by one, a slice as address and length. A
//! translated kernel finds its buffers at bindings, and all that is passed by
//! value in a uniform, whose bytes are known already: they travel as words.

use super::worker::{Bytes, Custom, Expected, Job};
use super::{DeviceError, KernelSources};
use std::path::Path;
use warpbench_case::launch::{BufferArgument, KernelArgument, Length, RustLaunch};
use warpbench_catalog::{Argument, Buffer, Element, Init, Launch, Problem};
use warpbench_report::Backend;

/// The job that runs a launch on a backend. `rust` is the kernel's text and `ptx`
/// what was compiled of it, each for the backends that need it; `path` is what
/// messages call the text. With `dump`, the buffers' contents are wanted.
pub fn job(
    launch: RustLaunch,
    backend: Backend,
    path: &Path,
    rust: &str,
    ptx: &str,
    dump: bool,
) -> Result<Job, DeviceError> {
    let is_cuda = backend == Backend::Cuda;
    let arguments = if is_cuda { cuda_arguments(&launch) } else { bindings(&launch)? };
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let sources = KernelSources {
        name: stem.into(),
        ptx: ptx.to_owned().into(),
        rust: rust.to_owned().into(),
        constants: launch.constants,
        dynamic_shared_bytes: launch.dynamic_shared_bytes,
        full_usize: Some(launch.full_usize),
        ..KernelSources::default()
    };
    let mut buffers = Vec::new();
    let mut contents = Vec::new();
    let mut expected = Vec::new();
    for argument in launch.arguments {
        let KernelArgument::Buffer(argument) = argument else { continue };
        let index = buffers.len();
        let (buffer, data) = fill(&argument, is_cuda);
        buffers.push(buffer);
        contents.extend(data.map(|data| (index, data)));
        expected.extend(argument.expected.map(|must| Expected {
            buffer: index,
            scalar: argument.scalar,
            values: Bytes(must.bytes),
            // JSON knows no infinity.
            tolerance: must.tolerance.min(f64::MAX),
        }));
    }
    let wanted = if dump { (0..buffers.len()).collect() } else { Vec::new() };
    if buffers.is_empty() {
        // A problem has an output, whatever the kernel is passed.
        let name = "nothing".to_owned();
        buffers.push(Buffer { name, element: Element::U32, len: 1, init: Init::Cleared });
    }
    let problem = Problem {
        seed: 0,
        buffers,
        launches: vec![Launch {
            entry: launch.entry.clone(),
            grid: launch.grid,
            block: launch.block,
            arguments,
        }],
        output: 0,
        tolerance: 0.0,
        bytes_moved: 0,
        operations: 0,
    };
    let (name, size) = (launch.entry, Vec::new());
    let custom = Custom { name, sources, problem, contents, expected, wanted, size };
    Ok(Job::Custom(Box::new(custom)))
}

/// A buffer, and what it holds if it is not all zeros.
fn fill(argument: &BufferArgument, is_cuda: bool) -> (Buffer, Option<Bytes>) {
    let by_buffer = matches!(argument.length, Length::Known { by_buffer: true, .. });
    let mut bytes = argument.bytes.clone();
    if !is_cuda && !by_buffer {
        // The translated kernel may read it by fours, or not at all; there is
        // always one whole element.
        let grain = argument.grain as usize;
        bytes.resize(bytes.len().next_multiple_of(grain).max(grain), 0);
    }
    // Buffers of devices are made of words, whatever lies in them.
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let buffer = Buffer {
        name: argument.name.clone(),
        element: Element::U32,
        len: bytes.len().div_ceil(4),
        init: Init::Cleared,
    };
    let is_clear = bytes.iter().all(|byte| *byte == 0);
    (buffer, (!is_clear).then_some(Bytes(bytes)))
}

/// The arguments in the order of the kernel's parameters.
fn cuda_arguments(launch: &RustLaunch) -> Vec<Argument> {
    let mut buffers = 0;
    let mut arguments = Vec::new();
    for argument in &launch.arguments {
        match argument {
            KernelArgument::Narrow(value) => arguments.push(Argument::U32(*value)),
            KernelArgument::Wide(value) => arguments.push(Argument::U64(*value)),
            // What has no size is no argument.
            KernelArgument::Bytes(bytes) if bytes.is_empty() => {}
            KernelArgument::Bytes(bytes) => arguments.push(Argument::Bytes(bytes.clone())),
            KernelArgument::Buffer(buffer) => {
                arguments.push(Argument::Pointer(buffers));
                if let Length::Known { elements, .. } = buffer.length {
                    arguments.push(Argument::U64(elements));
                }
                buffers += 1;
            }
        }
    }
    arguments
}

/// The buffers in the order of their bindings, then the words of the uniform.
fn bindings(launch: &RustLaunch) -> Result<Vec<Argument>, DeviceError> {
    let mut arguments = Vec::new();
    for argument in &launch.arguments {
        let KernelArgument::Buffer(buffer) = argument else { continue };
        let index = arguments.len();
        arguments.push(match buffer.length {
            Length::Known { elements: 0, by_buffer: true } => {
                return Err(DeviceError::BadJob {
                    reason: format!(
                        "the slice `{}` is empty, which WebGPU's buffers cannot be; give it an \
                         element, or use the simulator",
                        buffer.name
                    ),
                });
            }
            Length::Known { by_buffer: true, .. } => Argument::Slice(index),
            _ => Argument::Pointer(index),
        });
    }
    let (words, _) = launch.uniform.as_chunks::<4>();
    arguments.extend(words.iter().map(|word| Argument::U32(u32::from_le_bytes(*word))));
    Ok(arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_case as case;
    use warpbench_case::number::Scalar;

    fn buffer(len: usize, length: Length) -> KernelArgument {
        KernelArgument::Buffer(BufferArgument {
            name: "a".to_owned(),
            binding: 0,
            scalar: Scalar::F64,
            bytes: vec![7; len],
            expected: Some(case::Expected { bytes: vec![0; len], tolerance: f64::INFINITY }),
            grain: 16,
            length,
        })
    }

    fn launch(arguments: Vec<KernelArgument>) -> RustLaunch {
        RustLaunch {
            entry: "k".to_owned(),
            grid: [1; 3],
            block: [32, 1, 1],
            constants: [("N".to_owned(), 3)].into(),
            dynamic_shared_bytes: 64,
            full_usize: false,
            arguments,
            uniform: vec![1, 0, 0, 0, 2, 0, 0, 0],
            warnings: Vec::new(),
            prints: false,
        }
    }

    fn made(launch: RustLaunch, backend: Backend) -> (Problem, Vec<(usize, Bytes)>) {
        match job(launch, backend, Path::new("lab/mine.rs"), "rust", "ptx", true).unwrap() {
            Job::Custom(custom) => {
                let Custom { name, sources, problem, contents, expected, wanted, .. } = *custom;
                assert_eq!((name.as_str(), sources.name.as_ref()), ("k", "mine"));
                assert_eq!((sources.constants["N"], sources.dynamic_shared_bytes), (3, 64));
                assert!(!sources.trusted);
                assert!(expected.iter().all(|expected| expected.tolerance.is_finite()));
                assert_eq!(wanted.len(), expected.len());
                (problem, contents)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn cuda_is_passed_arguments_one_by_one() {
        let length = Length::Known { elements: 2, by_buffer: true };
        let arguments = vec![
            KernelArgument::Wide(5 << 40),
            buffer(16, length),
            KernelArgument::Narrow(9),
            buffer(20, Length::Unknown),
        ];
        let (problem, contents) = made(launch(arguments), Backend::Cuda);
        let expected = [
            Argument::U64(5 << 40),
            Argument::Pointer(0),
            Argument::U64(2),
            Argument::U32(9),
            Argument::Pointer(1),
        ];
        assert_eq!(problem.launches[0].arguments, expected);
        assert_eq!(problem.buffers[1].len, 5);
        assert_eq!(contents[1], (1, Bytes(vec![7; 20])));
    }

    #[test]
    fn a_translated_kernel_finds_buffers_and_a_uniform() {
        let arguments = vec![
            KernelArgument::Narrow(1),
            buffer(20, Length::Known { elements: 2, by_buffer: true }),
            buffer(20, Length::Known { elements: 2, by_buffer: false }),
            buffer(0, Length::Unknown),
        ];
        let (problem, contents) = made(launch(arguments), Backend::Wgpu);
        let expected = [
            Argument::Slice(0),
            Argument::Pointer(1),
            Argument::Pointer(2),
            Argument::U32(1),
            Argument::U32(2),
        ];
        assert_eq!(problem.launches[0].arguments, expected);
        let lens: Vec<usize> = problem.buffers.iter().map(|buffer| buffer.len).collect();
        assert_eq!(lens, [5, 8, 4]);
        assert_eq!(contents.len(), 2, "what is all zeros need not travel");
        assert_eq!(contents[1].1.0[18..22], [7, 7, 0, 0]);
    }

    #[test]
    fn an_empty_slice_is_for_cuda_only() {
        let arguments = || vec![buffer(0, Length::Known { elements: 0, by_buffer: true })];
        let error =
            job(launch(arguments()), Backend::Wgpu, Path::new("x.rs"), "", "", false).unwrap_err();
        assert!(error.to_string().contains("the slice `a` is empty"), "{error}");
        let (problem, _) = made(launch(arguments()), Backend::Cuda);
        assert_eq!(problem.buffers[0].len, 0);
    }

    #[test]
    fn a_kernel_without_buffers_can_be_launched() {
        let launched = launch(Vec::new());
        let job = job(launched, Backend::Wgpu, Path::new("x.rs"), "", "", true).unwrap();
        let Job::Custom(custom) = job else { panic!("{job:?}") };
        assert!(crate::check_problem(&custom.problem).is_ok());
        assert_eq!(custom.wanted, Vec::<usize>::new());
    }
}
