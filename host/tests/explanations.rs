//! The explanations of all codes, held to what the workbench says: the wrong text of a code
//! leads to it, and the right one to nothing.
//!
//! One trial for each code, called by it. What says nothing wrong of a text depends on the
//! code: the front ends, the translator of directives, or a run, where the explanation says
//! how its kernels are launched. They are read from their files, so that a text can be
//! mended without compiling anything.

use crate::{skips, trial};
use libtest_mimic::{Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warpbench_case::number::Number;
use warpbench_case::rust::scalar_of;
use warpbench_case::{BindError, BufferRef, Case, CaseBuffer};
use warpbench_codes::{ALL, Code, Explanation, Launch};
use warpbench_cores::OneCore;
use warpbench_derive::coalesce::{Wanted, derive};
use warpbench_derive::execute::{Argument, HostArray, Launcher, Memory, execute};
use warpbench_derive::host::LaunchStep;
use warpbench_derive::tree::{Element, Function, Type};
use warpbench_derive::{Translation, is_annotated, translate};
use warpbench_front::diagnostic::Diagnostic;
use warpbench_front::rust::lower::{Options, ParameterKind};
use warpbench_front::{Language, Source, SourceError, check, rust};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Known, Observe, Setup, SimulateError, prepare_text, refusals};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = ALL.iter().map(|entry| explained(entry.code)).collect();
    trials.push(trial("explanations", "table_and_files_agree", table_and_files_agree));
    trials.push(trial("explanations", "every_kind_of_finding_has_a_code", every_kind_has_a_code));
    trials
}

fn explained(code: Code) -> Trial {
    let found = read(code);
    let untested = found.as_ref().ok().and_then(|found| found.untested.clone());
    let is_untested = untested.is_some();
    if let Some(reason) = untested {
        skips::record(code.name(), &reason);
    }
    let run = move || match &found {
        Ok(found) => holds(code, found),
        Err(why) => Err(Failed::from(why)),
    };
    trial("explanations", code, run).with_ignored_flag(is_untested)
}

/// The explanation of a code, as its file says it.
fn read(code: Code) -> Result<Explanation, String> {
    let path = assets().join("explanations").join(format!("{code}.toml"));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{code}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{code}: {error}"))
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")
}

fn holds(code: Code, found: &Explanation) -> Result<(), Failed> {
    let of_wrong = said(code, &found.wrong, found.launch.as_ref())?;
    if !of_wrong.iter().any(|said| said.code == code) {
        return Err(format!("the wrong text leads to {}", listed(&of_wrong)).into());
    }
    let of_right = said(code, &found.right, found.launch.as_ref())?;
    if !of_right.is_empty() {
        return Err(format!("the right text leads to {}", listed(&of_right)).into());
    }
    Ok(())
}

/// Something that is said of a text.
struct Said {
    code: Code,
    message: String,
}

impl From<&Diagnostic> for Said {
    fn from(diagnostic: &Diagnostic) -> Said {
        Said { code: diagnostic.code, message: diagnostic.message.clone() }
    }
}

fn all(diagnostics: &[Diagnostic]) -> Vec<Said> {
    diagnostics.iter().map(Said::from).collect()
}

fn listed(all: &[Said]) -> String {
    if all.is_empty() {
        return "nothing".to_owned();
    }
    let lines = all.iter().map(|said| format!("\n  {}: {}", said.code, said.message));
    lines.collect()
}

/// All that is said of a text of an explanation.
fn said(code: Code, text: &str, launch: Option<&Launch>) -> Result<Vec<Said>, Failed> {
    let ending = code.group().map_or("rs", |group| group.ending);
    let source = Source { path: format!("kernel.{ending}"), text: text.to_owned() };
    if is_annotated(text) {
        return Ok(match translate(&source) {
            Ok(translation) => {
                let mut found = all(&translation.warnings);
                found.extend(of_host(&translation));
                found
            }
            Err(error) => all(&error.diagnostics),
        });
    }
    let mut found = match check::check(&source) {
        Ok(passed) => all(&passed.warnings),
        Err(error) => return Ok(all(&error.diagnostics)),
    };
    let refused = refusals(&source, &Known::default(), &setup());
    found.extend(refused.iter().flat_map(|error| all(&error.diagnostics)));
    if code.name().starts_with('D') {
        found.extend(match derive(&source, &Wanted::default()) {
            Ok(derived) => all(&derived.left),
            Err(error) => all(&error.diagnostics),
        });
    }
    if let Some(launch) = launch {
        found.extend(of_run(&source, launch)?);
    }
    Ok(found)
}

/// What the host's part says of a program when it is carried out, without its kernels.
fn of_host(translation: &Translation) -> Vec<Said> {
    let functions = translation.parsed.program.functions.iter();
    let entries = functions.filter(|own| translation.classes.entries.contains(&own.name));
    let done = entries.map(|function| {
        let mut memory = memory(function);
        execute(translation, &function.name, &mut memory, &mut NoKernels)
    });
    let errors = done.filter_map(Result::err).filter_map(|error| error.diagnostic());
    errors.map(|diagnostic| Said::from(&diagnostic)).collect()
}

/// What a function is called with: small numbers, and arrays that are long enough for what
/// it makes of them.
fn memory(function: &Function) -> Memory {
    const NUMBER: i128 = 64;
    const ELEMENTS: u64 = 1 << 16;
    let mut memory = Memory::default();
    for param in &function.params {
        let name = param.name.clone();
        match &param.ty {
            Type::Scalar(Element::F32 | Element::F64) => {
                memory.floats.insert(name, 1.0);
            }
            Type::Scalar(_) => {
                memory.integers.insert(name, NUMBER);
            }
            Type::Reference { element, .. }
            | Type::Slice { element, .. }
            | Type::Array { element, .. } => {
                let bytes = vec![0; (ELEMENTS * element.bytes()) as usize];
                memory.arrays.insert(name, HostArray { element: *element, bytes });
            }
            Type::Other => {}
        }
    }
    memory
}

/// Takes launches for done.
struct NoKernels;

impl Launcher for NoKernels {
    fn launch(
        &mut self,
        _launch: &LaunchStep,
        _grid: [u32; 3],
        _arguments: &mut [Argument<'_>],
    ) -> Result<(), String> {
        Ok(())
    }
}

/// What a run says.
fn of_run(source: &Source, launch: &Launch) -> Result<Vec<Said>, Failed> {
    let case = match case(source, launch) {
        Ok(case) => case,
        Err(error) => return Ok(all(&error.diagnostics)),
    };
    let prepared = match prepare_text(source.clone(), case, setup()) {
        Ok(prepared) => prepared,
        Err(SimulateError::Bind(BindError::Source(error))) => return Ok(all(&error.diagnostics)),
        Err(error) => return Err(failed(error)),
    };
    let simulation = prepared.run().map_err(failed)?;
    let told = |found: &warpbench_machine::finding::Finding| Said {
        code: found.kind.code(),
        message: format!("line {}: {}", found.line, found.message),
    };
    is_told_with_codes(&simulation)?;
    Ok(simulation.findings.iter().map(told).collect())
}

/// Findings have their code in JSON.
fn is_told_with_codes(simulation: &Simulation) -> Result<(), Failed> {
    let json = serde_json::to_value(simulation).map_err(failed)?;
    for (nth, found) in simulation.findings.iter().enumerate() {
        let told = &json["findings"][nth];
        if told["code"] != found.kind.code().name() {
            return Err(format!("{} is told as {told}", found.kind.code()).into());
        }
    }
    Ok(())
}

/// A launch whose buffers hold the index in each element.
fn case(source: &Source, launch: &Launch) -> Result<Case, SourceError> {
    let Launch { block, grid, buffers } = launch;
    let block = [*block, 1, 1];
    let program = rust::read(&source.text, &source.path)?;
    let entry = warpbench_case::rust::kernels(&program)[0].to_owned();
    let options = Options { entry, block, ..Options::default() };
    let lowered = rust::lower_checked(&program, &options, &source.text, &source.path)?;
    let parameters = lowered.parameters.iter().filter_map(|parameter| match &parameter.kind {
        ParameterKind::Buffer { element, .. } => Some((&parameter.name, element)),
        ParameterKind::Scalar { .. } | ParameterKind::Value { .. } => None,
    });
    let buffers = parameters.zip(buffers).map(|((name, element), len)| {
        let scalar = scalar_of(element).expect("explanations use numbers");
        let mut bytes = Vec::new();
        for index in 0..*len {
            scalar.encode(Number::Integer(index.into()), &mut bytes).expect("it fits");
        }
        let reference = BufferRef::Name(name.clone());
        CaseBuffer { reference, scalar, bytes, expected: None, tolerance: None }
    });
    Ok(Case {
        path: PathBuf::from("kernel.toml"),
        entry: None,
        grid: [*grid, 1, 1],
        block: Some(block),
        overrides: BTreeMap::new(),
        scalars: BTreeMap::new(),
        dynamic_shared_bytes: 0,
        buffers: buffers.collect(),
    })
}

fn setup() -> Setup {
    Setup {
        model: model::find("h200").expect("built in").clone(),
        language: Language::Rust,
        schedule: Schedule::InOrder,
        most_instructions: 1 << 24,
        most_bytes: 1 << 28,
        cores: Arc::new(OneCore),
        observe: Observe::all(),
        dump: false,
    }
}

fn failed(error: impl Display) -> Failed {
    Failed::from(error.to_string())
}

/// The names of a folder's files with this ending, without it.
fn stems(folder: &str, ending: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(assets().join(folder)).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it reads").file_name());
    let stem = |name: std::ffi::OsString| name.to_str()?.strip_suffix(ending).map(str::to_owned);
    names.filter_map(stem).collect()
}

/// Every code has a title and a file, every file a code, and every lesson is one.
fn table_and_files_agree() -> Result<(), Failed> {
    let codes: BTreeSet<String> = ALL.iter().map(|entry| entry.code.to_string()).collect();
    let files = stems("explanations", ".toml");
    let apart: Vec<&String> = codes.symmetric_difference(&files).collect();
    let mut faults = Vec::new();
    if !apart.is_empty() {
        faults.push(format!("only in the table or only among the files: {apart:?}"));
    }
    if !ALL.is_sorted_by_key(|entry| entry.code) || codes.len() != ALL.len() {
        faults.push("the table is not in the order of its codes, or has one twice".to_owned());
    }
    let lessons = stems("lessons", ".md");
    for entry in ALL {
        let code = entry.code;
        if entry.title.trim().is_empty() {
            faults.push(format!("{code} has no title"));
        }
        match read(code) {
            Err(why) => faults.push(why),
            Ok(found) if !lessons.contains(&found.lesson) => {
                faults.push(format!("{code}: there is no lesson `{}`", found.lesson));
            }
            Ok(_) => {}
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Kinds of findings and codes that begin with F are the same, in their order.
fn every_kind_has_a_code() -> Result<(), Failed> {
    let of_kinds: Vec<Code> = FindingKind::ALL.iter().map(|kind| kind.code()).collect();
    let codes = ALL.iter().map(|entry| entry.code);
    let of_table: Vec<Code> = codes.filter(|code| code.name().starts_with('F')).collect();
    if of_kinds == of_table {
        Ok(())
    } else {
        Err(format!("{of_kinds:?} are no codes {of_table:?}").into())
    }
}
