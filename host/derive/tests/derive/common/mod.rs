//! Annotated programs on two machines: as they are, compiled by rustc, and as kernels on the
//! simulator.

pub(crate) mod naive;
pub(crate) mod sequential;

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};
use warpbench_case::number::{Number, Scalar};
use warpbench_case::{BufferRef, Case, CaseBuffer, Files};
use warpbench_derive::execute::{Argument, HostArray, Launcher, Memory, execute};
use warpbench_derive::host::LaunchStep;
use warpbench_derive::program::{ProgramFiles, program};
use warpbench_derive::tree::{Element, Type};
use warpbench_derive::{Translation, translate};
use warpbench_front::diagnostic;
use warpbench_front::{Language, Source};
use warpbench_machine::finding::Severity;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Observe, Setup, prepare_text};

/// A program and what its function is called with.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub(crate) text: String,
    pub(crate) entry: String,
    /// Lengths of arrays and values of numbers, by parameter, in their order.
    pub(crate) given: Vec<(String, Value)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// An array of so many elements, which are small whole numbers.
    Array(usize),
    Integer(i64),
    Float(f64),
}

/// What an element of an array holds before.
pub(crate) fn element(param: usize, index: usize) -> i64 {
    ((index * 7 + param * 13 + index / 5) % 23) as i64
}

pub(crate) fn translated(text: &str) -> Translation {
    let source = Source { path: "program.rs".to_owned(), text: text.to_owned() };
    translate(&source).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Holds what is made of a file to what was made of it before, which says at its top
/// where it comes from. `UPDATE_SNAPSHOTS=1` writes it anew.
pub(crate) fn compare(snapshot: &Path, from: &str, own: &str) {
    let own = format!(
        "// Written by `UPDATE_SNAPSHOTS=1 cargo test -p warpbench-derive` from {from}.\n\n{own}"
    );
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(snapshot, own).expect("it can be written");
        return;
    }
    let before = fs::read_to_string(snapshot).unwrap_or_default();
    assert!(own == before, "{} would be another:\n{own}", snapshot.display());
}

/// The generated program of a text.
pub(crate) fn program_of(text: &str, name: &str) -> String {
    let source = Source { path: format!("{name}.rs"), text: text.to_owned() };
    let files = ProgramFiles { sequential: format!("{name}.rs"), ptx: format!("{name}.ptx") };
    let lines = program(&translated(text), &source, &files);
    let lines = lines.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    lines.join("\n") + "\n"
}

/// What a text is refused with.
pub(crate) fn refused(text: &str) -> String {
    let source = Source { path: "program.rs".to_owned(), text: text.to_owned() };
    match translate(&source) {
        Ok(translation) => panic!("it is translated:\n{}", translation.text()),
        Err(error) => error.rendered,
    }
}

impl Trial {
    pub(crate) fn new(text: &str, entry: &str, given: &[(&str, Value)]) -> Trial {
        let given = given.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        Trial { text: text.to_owned(), entry: entry.to_owned(), given }
    }

    /// The types of the parameters.
    pub(crate) fn types(&self, translation: &Translation) -> Vec<Type> {
        let functions = &translation.parsed.program.functions;
        let function = functions.iter().find(|function| function.name == self.entry);
        function.expect("the function").params.iter().map(|param| param.ty.clone()).collect()
    }

    /// What the function is called with.
    fn memory(&self, translation: &Translation) -> Memory {
        let mut memory = Memory::default();
        for (at, ((name, value), ty)) in self.given.iter().zip(self.types(translation)).enumerate()
        {
            match value {
                Value::Array(len) => {
                    let held = held(&ty);
                    let bytes = (0..*len).flat_map(|index| encode(held, element(at, index)));
                    let bytes = bytes.collect();
                    memory.arrays.insert(name.clone(), HostArray { element: held, bytes });
                }
                Value::Integer(value) => {
                    memory.integers.insert(name.clone(), (*value).into());
                }
                Value::Float(value) => {
                    memory.floats.insert(name.clone(), *value);
                }
            }
        }
        memory
    }

    /// The arrays after the kernels ran on the simulator, and what was observed.
    pub(crate) fn simulate(
        &self,
        translation: &Translation,
        schedule: Schedule,
    ) -> Result<(Memory, Vec<Simulation>), String> {
        let mut memory = self.memory(translation);
        let mut simulator = Simulator { text: translation.text(), schedule, reports: Vec::new() };
        execute(translation, &self.entry, &mut memory, &mut simulator).map_err(|error| {
            let found: Vec<_> = error.diagnostic().into_iter().collect();
            let shown = diagnostic::render("program.rs", &self.text, &found);
            format!("{error}\n{shown}\n{}", translation.text())
        })?;
        Ok((memory, simulator.reports))
    }

    /// What keeps the host from its steps, as whoever wrote them reads it.
    pub(crate) fn stopped(&self) -> String {
        let translation = translated(&self.text);
        let mut memory = self.memory(&translation);
        let (text, schedule) = (translation.text(), Schedule::InOrder);
        let mut simulator = Simulator { text, schedule, reports: Vec::new() };
        let done = execute(&translation, &self.entry, &mut memory, &mut simulator);
        let error = done.expect_err("it stops");
        let found = error.diagnostic().unwrap_or_else(|| panic!("it has no place: {error}"));
        diagnostic::render("program.rs", &self.text, &[found])
    }

    pub(crate) fn compare(
        &self,
        translation: &Translation,
        expected: &[(String, Vec<u8>)],
    ) -> Result<(), String> {
        for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(7)] {
            let (memory, reports) = self.simulate(translation, schedule)?;
            for report in &reports {
                let bad = report.findings.iter().filter(|own| own.severity != Severity::Advice);
                let messages: Vec<&str> = bad.map(|own| own.message.as_str()).collect();
                if !messages.is_empty() || report.stopped.is_some() {
                    let stopped = &report.stopped;
                    let text = translation.text();
                    return Err(format!("{schedule:?}: {messages:?} {stopped:?}\n{text}"));
                }
            }
            for (name, bytes) in expected {
                let own = memory.arrays.get(name).map_or(&[][..], |array| &array.bytes);
                if own != bytes {
                    let first = own.iter().zip(bytes).position(|(a, b)| a != b);
                    let text = translation.text();
                    return Err(format!(
                        "{schedule:?}: `{name}` differs at byte {first:?}\n{text}"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Compares kernels under three schedules with what rustc's programs compute.
pub(crate) fn check_all(trials: &[Trial]) {
    let expected = sequential::run(trials).unwrap_or_else(|error| panic!("{error}"));
    let compared = trials.iter().zip(&expected).filter_map(|(trial, expected)| {
        let error = trial.compare(&translated(&trial.text), expected).err()?;
        Some(format!("{:?}: {error}\n{}", trial.given, trial.text))
    });
    let wrong: Vec<String> = compared.collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), trials.len(), wrong.join("\n"));
}

/// What an array holds.
pub(crate) fn held(ty: &Type) -> Element {
    match ty {
        Type::Scalar(element)
        | Type::Reference { element, .. }
        | Type::Slice { element, .. }
        | Type::Array { element, .. } => *element,
        Type::Other => panic!("no number"),
    }
}

fn scalar(element: Element) -> Scalar {
    match element {
        Element::F32 => Scalar::F32,
        Element::F64 => Scalar::F64,
        Element::I8 => Scalar::I8,
        Element::I16 => Scalar::I16,
        Element::I32 => Scalar::I32,
        Element::I64 => Scalar::I64,
        Element::U8 => Scalar::U8,
        Element::U16 => Scalar::U16,
        Element::U32 | Element::Usize => Scalar::U32,
        Element::U64 => Scalar::U64,
        Element::Bool => Scalar::Bool,
    }
}

pub(crate) fn encode(element: Element, value: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let number = match element {
        Element::F32 => Number::Single(value as f32),
        Element::F64 => Number::Float(value as f64),
        _ => Number::Integer(value.into()),
    };
    scalar(element).encode(number, &mut bytes).expect("small numbers fit");
    bytes
}

/// A case that names no files.
struct NoFiles;

impl Files for NoFiles {
    fn len(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

pub(crate) struct Simulator {
    pub(crate) text: String,
    pub(crate) schedule: Schedule,
    pub(crate) reports: Vec<Simulation>,
}

impl Simulator {
    /// Runs one kernel.
    pub(crate) fn run(
        &mut self,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        arguments: &mut [Argument<'_>],
    ) -> Result<(), String> {
        let mut text =
            format!("entry = {kernel:?}\ngrid = {grid:?}\nblock = {block:?}\n[scalars]\n");
        let mut buffers = Vec::new();
        for argument in arguments.iter() {
            match argument {
                Argument::Memory { name, element, bytes, .. } => buffers.push(CaseBuffer {
                    reference: BufferRef::Name((*name).to_owned()),
                    scalar: scalar(*element),
                    bytes: (*bytes).clone(),
                    expected: None,
                    tolerance: None,
                }),
                Argument::Integer { name, value, .. } => text += &format!("{name} = {value}\n"),
                Argument::Float { name, value, .. } => text += &format!("{name} = {value:?}\n"),
            }
        }
        let case = Case::parse(&text, Path::new("program.toml"), 1 << 30, &NoFiles);
        let mut case = case.map_err(|error| error.to_string())?;
        case.buffers = buffers;
        let setup = Setup {
            model: model::usual().clone(),
            language: Language::Rust,
            schedule: self.schedule,
            most_instructions: 50_000_000,
            most_bytes: 1 << 30,
            cores: Arc::new(warpbench_cores::OneCore),
            observe: Observe::all(),
            dump: true,
        };
        let source = Source { path: "kernels.rs".to_owned(), text: self.text.clone() };
        let prepared = prepare_text(source, case, setup).map_err(|error| error.to_string())?;
        let report = prepared.run().map_err(|error| error.to_string())?;
        for dump in report.buffers.iter().flatten() {
            for argument in arguments.iter_mut() {
                if let Argument::Memory { name, bytes, .. } = argument
                    && *name == dump.name
                {
                    bytes.clear();
                    for number in &dump.data {
                        dump.scalar.encode(*number, bytes).expect("it was read");
                    }
                }
            }
        }
        self.reports.push(report);
        Ok(())
    }
}

impl Launcher for Simulator {
    fn launch(
        &mut self,
        launch: &LaunchStep,
        grid: [u32; 3],
        arguments: &mut [Argument<'_>],
    ) -> Result<(), String> {
        let threads = launch.threads.map(|count| u32::try_from(count).expect("a block's size"));
        self.run(&launch.kernel, grid, threads, arguments)
    }
}
