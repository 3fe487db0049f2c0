//! From the job that a request names to what is run and what must come out.

use super::bytes::Bytes;
use super::protocol::{Custom, Expected, Job};
use crate::{CpuKernel, DeviceError, KernelSources};
use std::sync::Arc;
use warpbench_catalog as catalog;
use warpbench_catalog::{BufferIndex, Element, Init, Precision, Problem, Values};
use warpbench_cores::Cores;

/// Finds a kernel of the catalogue by name, at a size, with a seed; or says
/// why there is none.
pub type Resolve<'a> = dyn Fn(&str, &[u64], u64) -> Result<Resolved, String> + 'a;

/// A kernel of the catalogue, ready to run.
pub struct Resolved {
    pub sources: KernelSources,
    /// The problem's size, one number for each dimension.
    pub size: Vec<u64>,
    pub problem: Problem,
    /// What the result is compared with.
    pub expected: CpuKernel,
    /// What the processor runs when it is the device.
    pub cpu: CpuKernel,
}

/// [`Resolve`] for this program's own catalogue.
pub fn from_catalog(variant: &str, size: &[u64], seed: u64) -> Result<Resolved, String> {
    let (family, variant) = catalog::find(variant).map_err(|error| error.to_string())?;
    let size = variant.size(size).map_err(|error| error.to_string())?;
    let problem = variant.problem(&size, seed).map_err(|error| error.to_string())?;
    let reference = |precision| -> CpuKernel {
        let size = size.clone();
        Arc::new(move |contents: &[Values]| variant.reference(&cores(), &size, contents, precision))
    };
    Ok(Resolved {
        sources: KernelSources::of(family, variant),
        expected: reference(Precision::Double),
        cpu: reference(Precision::Single),
        size,
        problem,
    })
}

/// All cores there are: a browser has one.
pub(super) fn cores() -> impl Cores {
    #[cfg(not(target_family = "wasm"))]
    return warpbench_cores::Threads::all();
    #[cfg(target_family = "wasm")]
    return warpbench_cores::OneCore;
}

pub(super) struct Task {
    pub(super) kernel: String,
    pub(super) size: Vec<u64>,
    pub(super) sources: KernelSources,
    pub(super) problem: Problem,
    pub(super) expected: Origin,
    pub(super) wanted: Vec<BufferIndex>,
    pub(super) cpu: Option<CpuKernel>,
}

/// Where the right result comes from.
pub(super) enum Origin {
    Computed(CpuKernel),
    Given(Vec<Expected>),
}

pub(super) fn task(job: Job, resolve: &Resolve<'_>) -> Result<Task, DeviceError> {
    let bad = |reason: String| DeviceError::BadJob { reason };
    match job {
        Job::Catalog { variant, size, seed } => {
            let Resolved { sources, size, problem, expected, cpu } =
                resolve(&variant, &size, seed).map_err(bad)?;
            let (expected, cpu) = (Origin::Computed(expected), Some(cpu));
            let wanted = Vec::new();
            Ok(Task { kernel: variant, size, sources, problem, expected, wanted, cpu })
        }
        Job::CatalogRust { variant, size, seed } => {
            let (family, found) =
                catalog::find(&variant).map_err(|error| bad(error.to_string()))?;
            let task = task(Job::Catalog { variant, size, seed }, resolve)?;
            Ok(Task { sources: KernelSources::of_rust(family, found), ..task })
        }
        Job::Custom(custom) => {
            let Custom { name, sources, mut problem, contents, expected, wanted, size } = *custom;
            for (index, Bytes(bytes)) in contents {
                let Some(buffer) = problem.buffers.get_mut(index) else {
                    return Err(bad(format!("there is no buffer {index} to be filled")));
                };
                let words: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
                (buffer.element, buffer.len) = (Element::U32, words.len());
                buffer.init = Init::Data(Values::U32(words));
            }
            if let Some(index) = wanted.iter().find(|&&index| index >= problem.buffers.len()) {
                return Err(bad(format!("there is no buffer {index} to be shown")));
            }
            let expected = Origin::Given(expected);
            Ok(Task { kernel: name, size, sources, problem, expected, wanted, cpu: None })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_asked_for_kernels() {
        let check = |name: &str, size: &[u64], expected: Result<&[u64], &str>| match (
            from_catalog(name, size, 1),
            expected,
        ) {
            (Ok(found), Ok(size)) => {
                assert_eq!(found.size, size);
                let contents = found.problem.contents(&cores());
                let error = (found.cpu)(&contents).max_error(&(found.expected)(&contents));
                assert!(error <= found.problem.tolerance, "{name}: {error}");
            }
            (Err(text), Err(expected)) => assert!(text.contains(expected), "{text}"),
            (found, expected) => panic!("{name}: {:?}, {expected:?}", found.map(|_| ())),
        };
        check("vecadd", &[33], Ok(&[33]));
        check("vecadd", &[], Err("`vecadd` takes its size as"));
        check("vecad", &[33], Err("did you mean `vecadd`?"));
    }
}
