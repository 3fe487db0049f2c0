//! A kernel in WGSL of somebody's own with its case, as a job for a device. Each
//! buffer of the case, a uniform too, is a buffer of the problem.

use super::worker::{Bytes, Custom, Expected, Job};
use super::{DeviceError, KernelSources};
use std::path::Path;
use warpbench_case::WgslLaunch;
use warpbench_case::bind::BoundBuffer;
use warpbench_catalog::{Argument, Buffer, Element, Init, Launch, Problem};

/// The job that runs a launch through wgpu. `path` is what messages call the text.
/// With `dump`, the buffers' contents are wanted.
pub fn wgsl_job(
    launch: WgslLaunch,
    path: &Path,
    text: &str,
    dump: bool,
) -> Result<Job, DeviceError> {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let variables = launch.bound.iter().map(|bound| &bound.variable);
    let overrides = launch.overrides.iter();
    let sources = KernelSources {
        name: stem.into(),
        wgsl: text.to_owned().into(),
        bindings: Some(variables.map(|variable| [variable.group, variable.binding]).collect()),
        overrides: overrides.map(|(name, value)| (name.clone(), value.to_bits())).collect(),
        ..KernelSources::default()
    };
    let mut buffers = Vec::new();
    let mut contents = Vec::new();
    let mut expected = Vec::new();
    for bound in launch.bound {
        let index = buffers.len();
        let bytes = bytes(&bound)?;
        buffers.push(Buffer {
            name: bound.variable.name,
            element: Element::U32,
            len: bytes.len() / 4,
            init: Init::Cleared,
        });
        if bytes.iter().any(|byte| *byte != 0) {
            contents.push((index, Bytes(bytes)));
        }
        expected.extend(bound.buffer.expected.map(|must| Expected {
            buffer: index,
            scalar: bound.buffer.scalar,
            values: Bytes(must.bytes),
            // JSON knows no infinity.
            tolerance: must.tolerance.min(f64::MAX),
        }));
    }
    let arguments = (0..buffers.len()).map(Argument::Slice).collect();
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

/// What a buffer holds, in whole words, of which buffers of devices are made.
fn bytes(bound: &BoundBuffer) -> Result<Vec<u8>, DeviceError> {
    let BoundBuffer { variable, buffer } = bound;
    let mut bytes = buffer.bytes.clone();
    if variable.is_used && bytes.len() < variable.bytes as usize {
        return Err(DeviceError::BadJob {
            reason: format!(
                "`{}` has {} bytes, and WebGPU's buffers hold at least one element, which takes \
                 {} here; make it longer, or use the simulator",
                variable.name,
                bytes.len(),
                variable.bytes
            ),
        });
    }
    bytes.resize(bytes.len().next_multiple_of(4).max(4), 0);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use warpbench_case::{Case, Files, wgsl_launch_of};
    use warpbench_front::Source;

    const TEXT: &str = "
        override BY: f32 = 1.0;
        @group(2) @binding(5) var<storage, read_write> to: array<vec2f>;
        @group(0) @binding(1) var<uniform> n: u32;
        @compute @workgroup_size(4, 2)
        fn f(@builtin(local_invocation_index) i: u32) { if i < n { to[i].x = BY; } }
        @compute @workgroup_size(1) fn nothing() {}";

    struct NoFiles;

    impl Files for NoFiles {
        fn len(&self, _: &Path) -> io::Result<u64> {
            Err(io::ErrorKind::NotFound.into())
        }

        fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    fn made(case: &str) -> Result<Custom, DeviceError> {
        let case = Case::parse(case, Path::new("lab.toml"), 1 << 20, &NoFiles).expect("a case");
        let source = Source { path: "lab.wgsl".to_owned(), text: TEXT.to_owned() };
        let launch = wgsl_launch_of(&source, case).expect("a launch");
        match wgsl_job(launch, Path::new("lab/lab.wgsl"), TEXT, true)? {
            Job::Custom(custom) => Ok(*custom),
            other => panic!("{other:?}"),
        }
    }

    fn case(len: usize) -> String {
        format!(
            "entry = 'f'\ngrid = [3, 2]\noverrides = {{ BY = 0.1 }}\n\
             [[buffer]]\nname = 'to'\ntype = 'f32'\nlen = {len}\n\
             [[buffer]]\nbinding = 1\ntype = 'u32'\ndata = [7]\n"
        )
    }

    #[test]
    fn buffers_are_passed_in_the_order_of_the_case() {
        let custom = made(&case(6)).expect("a job");
        assert_eq!((custom.name.as_str(), custom.sources.name.as_ref()), ("f", "lab"));
        assert_eq!(custom.sources.bindings, Some(vec![[2, 5], [0, 1]]));
        assert_eq!(custom.sources.overrides["BY"], 0.1_f64.to_bits());
        let launch = &custom.problem.launches[0];
        assert_eq!((launch.grid, launch.block), ([3, 2, 1], [4, 2, 1]));
        assert_eq!(launch.arguments, [Argument::Slice(0), Argument::Slice(1)]);
        let lens: Vec<usize> = custom.problem.buffers.iter().map(|buffer| buffer.len).collect();
        assert_eq!(lens, [6, 1]);
        assert_eq!(custom.contents, [(1, Bytes(vec![7, 0, 0, 0]))]);
        assert_eq!(custom.wanted, [0, 1]);
    }

    #[test]
    fn a_buffer_without_an_element_is_for_the_simulator() {
        assert!(made(&case(2)).is_ok());
        for len in [0, 1] {
            let error = made(&case(len)).unwrap_err().to_string();
            assert!(error.contains("at least one element, which takes 8 here"), "{error}");
        }
    }

    #[test]
    fn a_kernel_without_buffers_can_be_launched() {
        let custom = made("entry = 'nothing'\ngrid = [1]").expect("a job");
        assert!(crate::check_problem(&custom.problem).is_ok());
        assert_eq!(custom.sources.bindings, Some(Vec::new()));
        assert_eq!(custom.wanted, Vec::<usize>::new());
    }
}
