//! Reference results: what the sequential program computes; the same text, with blanks for
//! directives, run by one thread of the simulator.

use super::AnnotatedProgram;
use super::arguments::{held, scalar_of};
use super::simulate::encoded;
use std::collections::BTreeMap;
use std::time::Duration;
use warpbench_case::number::Number;
use warpbench_case::{BufferRef, Case, CaseBuffer, Given};
use warpbench_derive::execute::{HostArray, Memory};
use warpbench_derive::sequential;
use warpbench_derive::tree::{Function, Type};
use warpbench_front::Source;
use warpbench_machine::finding::Severity;
use warpbench_simulate::{Observe, Setup, SimulateError, prepare_text};

/// What the arrays of a function hold after the sequential program.
#[derive(Debug)]
pub enum Reference {
    Computed(BTreeMap<String, Vec<u8>>),
    /// Why there is none.
    NotToBeHad(String),
    /// The sequential program fails itself, with the line and what is wrong there.
    Faulty(String),
}

impl AnnotatedProgram {
    /// Runs the sequential program. `memory` is what it is called with, and `made` are the
    /// arrays that it makes for itself.
    pub fn reference(
        &self,
        function: &Function,
        memory: &Memory,
        made: &[(String, HostArray)],
        setup: &Setup,
        (time, elapsed): (Duration, &(dyn Fn() -> Duration + Sync)),
    ) -> Result<Reference, SimulateError> {
        let names: Vec<_> =
            made.iter().map(|(name, array)| (name.clone(), array.element)).collect();
        let text =
            sequential::kernel(&self.translation.parsed, &self.source.text, &function.name, &names);
        let Some(text) = text else {
            let why = "it makes arrays where a kernel for one thread cannot".to_owned();
            return Ok(Reference::NotToBeHad(why));
        };
        let source = Source { path: self.source.path.clone(), text };
        let case = case(&source, function, memory, made);
        let setup = Setup {
            observe: "bounds,arithmetic,endless".parse().unwrap_or_else(|_| Observe::none()),
            most_instructions: u64::MAX,
            dump: true,
            ..setup.clone()
        };
        let prepared = match prepare_text(source, case, setup) {
            Ok(prepared) => prepared,
            Err(error) => {
                let why = error.to_string();
                let first = why.trim().lines().next().unwrap_or_default();
                let first = first.trim_start_matches("error: ").to_owned();
                return Ok(Reference::NotToBeHad(first));
            }
        };
        let report = prepared.run_within(time, elapsed)?;
        let mut errors = report.findings.iter().filter(|own| own.severity == Severity::Error);
        if let Some(own) = errors.next() {
            let path = &self.source.path;
            return Ok(Reference::Faulty(format!("{path}:{}: {}", own.line, own.message)));
        }
        if let Some(why) = &report.stopped {
            return Ok(Reference::NotToBeHad(why.clone()));
        }
        let dumps = report.buffers.iter().flatten();
        Ok(Reference::Computed(dumps.map(|dump| (dump.name.clone(), encoded(dump))).collect()))
    }
}

fn case(
    source: &Source,
    function: &Function,
    memory: &Memory,
    made: &[(String, HostArray)],
) -> Case {
    let mut scalars = BTreeMap::new();
    for param in function.params.iter().filter(|param| matches!(param.ty, Type::Scalar(_))) {
        let integer = memory.integers.get(&param.name).map(|own| Number::Integer(*own));
        let float = memory.floats.get(&param.name).map(|own| Number::Float(*own));
        if let Some(number) = integer.or(float) {
            scalars.insert(param.name.clone(), Given::Number(number));
        }
    }
    let params = function.params.iter().filter(|param| held(&param.ty).is_some());
    let passed = params.filter_map(|param| Some((&param.name, memory.arrays.get(&param.name)?)));
    let made = made.iter().map(|(name, array)| (name, array));
    let buffers = passed.chain(made).map(|(name, array)| CaseBuffer {
        reference: BufferRef::Name(name.clone()),
        scalar: scalar_of(array.element),
        bytes: array.bytes.clone(),
        expected: None,
        tolerance: None,
    });
    Case {
        path: source.path.clone().into(),
        entry: Some(function.name.clone()),
        grid: [1; 3],
        block: Some([1; 3]),
        overrides: BTreeMap::new(),
        scalars,
        dynamic_shared_bytes: 0,
        buffers: buffers.collect(),
    }
}
