//! A text that somebody has edited, as a job for a device.
//!
//! The catalogue still says how the kernel is launched and what must come out;
//! only the program is another. The expected result travels with the job,
//! because a worker has no way to tell an edited text's reference from the
//! catalogue's. That bounds the size: see [`fitting`].

use super::edited_text::EditedText;
use super::job::{Failure, Progress, SEED, Workload};
use warpbench_case::number::Scalar;
use warpbench_catalog::{Element, Precision, Variant};
use warpbench_device::KernelSources;
use warpbench_device::worker::{Bytes, Custom, Expected, Job};
use warpbench_front::Language;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_ptx::{Options, compile_kernel};
use warpbench_report::Backend;

/// The largest expected result that is sent along. It takes twice as much on its
/// way, written as digits.
const MOST_EXPECTED_BYTES: u64 = 64 << 20;

/// The largest size up to this one whose expected result can be sent along. All
/// numbers are halved together, so that a square stays a square.
pub fn fitting(variant: &Variant, size: &[u64]) -> Vec<u64> {
    let mut size = size.to_vec();
    let output = |size: &[u64]| {
        let problem = variant.problem(size, SEED).ok()?;
        problem.buffers.get(problem.output).map(|buffer| buffer.bytes())
    };
    while output(&size).is_some_and(|bytes| bytes > MOST_EXPECTED_BYTES) {
        for (number, dimension) in size.iter_mut().zip(variant.dimensions) {
            if dimension.scales && *number > 1 {
                *number /= 2;
            }
        }
    }
    size
}

/// The job that runs an edited text on a backend.
pub fn job(
    text: &EditedText,
    workload: &Workload,
    backend: Backend,
    progress: Progress<'_>,
) -> Result<Job, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
    let program = program(text, workload, backend, progress)?;
    progress("preparing inputs and reference", 0, 1);
    let problem = workload.variant.problem(&workload.size, SEED).map_err(|error| failed(&error))?;
    let cores = warpbench_cores::all();
    let contents = problem.contents(&cores);
    let right = workload.variant.reference(&cores, &workload.size, &contents, Precision::Double);
    let scalar = match right.element() {
        Element::F32 => Scalar::F32,
        Element::I32 => Scalar::I32,
        Element::U32 => Scalar::U32,
    };
    let expected = Expected {
        buffer: problem.output,
        scalar,
        values: Bytes(right.as_bytes().to_vec()),
        tolerance: problem.tolerance,
    };
    Ok(Job::Custom(Box::new(Custom {
        name: workload.variant.name.to_owned(),
        sources: program,
        problem,
        contents: Vec::new(),
        expected: vec![expected],
        wanted: Vec::new(),
        size: workload.size.clone(),
    })))
}

/// The text, in the form that a backend takes.
fn program(
    text: &EditedText,
    workload: &Workload,
    backend: Backend,
    progress: Progress<'_>,
) -> Result<KernelSources, Failure> {
    if !text.runs_on(backend) {
        return Err(Failure::Missing(format!(
            "{backend} cannot run an edited text in this language"
        )));
    }
    let mut program =
        KernelSources { name: workload.family.name.into(), ..KernelSources::default() };
    let whole = text.text.to_string();
    match (text.language, backend) {
        (Language::Wgsl, _) => program.wgsl = whole.into(),
        (Language::Rust, Backend::Cuda) => program.ptx = ptx(&whole, workload, progress)?.into(),
        (Language::Rust, _) => program.rust = whole.into(),
    }
    Ok(program)
}

/// Rust as PTX.
#[cfg(not(target_arch = "wasm32"))]
fn ptx(text: &str, workload: &Workload, progress: Progress<'_>) -> Result<String, Failure> {
    let options =
        Options { file_name: format!("{}.rs", workload.family.name), ..Options::default() };
    let compiled = compile_kernel(text, &options, &mut |doing| progress(doing, 0, 1));
    compiled.map(|compiled| compiled.ptx).map_err(|error| Failure::Failed(error.to_string()))
}

/// A browser has neither CUDA nor a compiler for it.
#[cfg(target_arch = "wasm32")]
fn ptx(_text: &str, _workload: &Workload, _progress: Progress<'_>) -> Result<String, Failure> {
    Err(Failure::Missing("a browser has no CUDA".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::edited;
    use super::super::target::Target;
    use super::*;
    use warpbench_catalog as catalog;
    use warpbench_device::cpu;

    #[test]
    fn sizes_are_halved_until_the_result_can_be_sent() {
        let check = |name: &str, size: &[u64], expected: &[u64]| {
            let (_, variant) = catalog::find(name).expect(name);
            assert_eq!(fitting(variant, &variant.size(size).expect("a size")), expected, "{name}");
        };
        check("reduce_sequential", &[1 << 28], &[1 << 28]);
        check("matmul_tiled", &[4096], &[4096, 4096, 4096]);
        check("matmul_tiled", &[8192, 8192, 33], &[4096, 4096, 16]);
        check("vecadd", &[1 << 26], &[1 << 24]);
        check("vecadd", &[1000], &[1000]);
    }

    #[test]
    fn the_job_has_the_text_and_what_must_come_out() {
        let (family, variant) = catalog::find("reduce_shuffle").expect("known");
        let check = |language: Language, backend: Backend| {
            let text = edited("reduce_shuffle", language, "the text");
            let target = Target::Device(cpu::info());
            let workload = Workload { family, variant, size: vec![1000], text: None, target };
            job(&text, &workload, backend, &mut |_, _, _| {})
        };
        for language in [Language::Rust, Language::Wgsl] {
            let Ok(Job::Custom(custom)) = check(language, Backend::Wgpu) else { panic!() };
            let KernelSources { rust, wgsl, trusted, .. } = &custom.sources;
            let held = if language == Language::Rust { rust } else { wgsl };
            assert_eq!((held.as_ref(), *trusted), ("the text", false));
            assert_eq!((custom.name.as_str(), &custom.size[..]), ("reduce_shuffle", &[1000][..]));
            let [expected] = &custom.expected[..] else { panic!("one result") };
            let output = &custom.problem.buffers[expected.buffer];
            assert_eq!(expected.values.0.len() as u64, output.bytes());
        }
        assert!(matches!(check(Language::Wgsl, Backend::Cuda), Err(Failure::Missing(_))));
        assert!(matches!(check(Language::Rust, Backend::Cpu), Err(Failure::Missing(_))));
    }
}
