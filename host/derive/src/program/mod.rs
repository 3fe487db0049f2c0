//! The complete program: the host's part of the sequential text, in which directives are
//! replaced by what they ask of the host, through `cust`.
//!
//! What the translator does not have to change stays as it is written, so that the host may
//! do anything. A function that leads to kernels becomes one that is passed the GPU and the
//! memory that directives of its callers made; the functions that nobody calls keep their
//! signature and open the GPU themselves.

mod copy;
mod edit;
mod function;
mod main_function;

use crate::classes::Class;
use crate::print::{Line, Writer};
use crate::sequential::directives;
use crate::syntax::{source, words};
use crate::tree::{Expr, Function, Stmt, StmtKind};
use crate::{Refused, Translation, refuse};
use edit::{Edit, Edits};
use function::FunctionWriter;
use std::collections::BTreeSet;
use warpbench_codes::D0008;
use warpbench_front::diagnostic::{self, Span};
use warpbench_front::{Source, SourceError};

/// What the files are called that belong to a generated program.
#[derive(Clone, Debug)]
pub struct ProgramFiles {
    /// The annotated program.
    pub sequential: String,
    /// The compiled kernels, which the program loads when it runs.
    pub ptx: String,
}

/// Writes the program, or says what of the host's part cannot be carried over.
pub fn program(
    translation: &Translation,
    source: &Source,
    files: &ProgramFiles,
) -> Result<Vec<Line>, SourceError> {
    let written = Program { translation, text: &source.text, files }.write();
    written.map_err(|Refused(refused)| {
        let rendered = diagnostic::render(&source.path, &source.text, &[(*refused).clone()]);
        SourceError { diagnostics: vec![refused.located(&source.text)], rendered }
    })
}

struct Program<'p> {
    translation: &'p Translation,
    text: &'p str,
    files: &'p ProgramFiles,
}

impl<'p> Program<'p> {
    fn write(&self) -> Result<Vec<Line>, Refused> {
        let names = Names::of(&self.without_directives());
        let mut functions = Writer::default();
        for instance in &self.translation.reach.instances {
            let Some(function) = self.function(&instance.function) else { continue };
            let is_entry = self.translation.classes.entries.contains(&instance.name);
            functions.line("", &[]);
            if is_entry {
                self.entry(function, &names, &mut functions);
                functions.line("", &[]);
            }
            let own = FunctionWriter::new(self.translation, self.text, &names, instance, function);
            own.write(&mut functions)?;
        }
        self.helpers(&mut functions);
        let has_main = self.function("main").is_some();
        let mut writer = Writer::default();
        self.head(&mut writer);
        self.items(&mut writer, &functions);
        self.gpu(&mut writer);
        writer.lines.append(&mut functions.lines);
        if !has_main {
            writer.line("", &[]);
            main_function::write(self.translation, &mut writer);
        }
        Ok(writer.lines)
    }

    fn function(&self, name: &str) -> Option<&'p Function> {
        self.translation.parsed.program.functions.iter().find(|own| own.name == name)
    }

    /// The text without its directives, whose words are no names.
    fn without_directives(&self) -> String {
        let functions = &self.translation.parsed.program.functions;
        let mut gone: Vec<Span> =
            functions.iter().flat_map(|function| directives(&function.body)).collect();
        gone.sort_by_key(|span| span.to_range().map(|range| range.start));
        let mut written = String::new();
        let mut at = 0;
        for range in gone.iter().filter_map(|span| span.to_range()) {
            written += self.text.get(at..range.start).unwrap_or_default();
            at = range.end;
        }
        written + self.text.get(at..).unwrap_or_default()
    }

    fn head(&self, writer: &mut Writer) {
        let ProgramFiles { sequential, ptx } = self.files;
        for line in [
            &format!("The program of {sequential} with its kernels on a GPU of NVIDIA's."),
            "",
            "It needs the crate `cust`, and the kernels as PTX in the folder in which it is started:",
            &format!("`warpbench translate {sequential} --to ptx -o {ptx}`."),
        ] {
            writer.line(format!("//! {line}").trim_end(), &[]);
        }
        writer.line("", &[]);
        writer.line("// Some variables were needed only by what runs on the GPU now.", &[]);
        writer.line("#![allow(unused_mut, unused_variables)]", &[]);
        writer.line("", &[]);
        writer.line("use cust::error::CudaResult;", &[]);
        writer.line("use cust::prelude::*;", &[]);
    }

    /// Items of the program that are no functions, and constants that the host names.
    fn items(&self, writer: &mut Writer, functions: &Writer) {
        let program = &self.translation.parsed.program;
        for item in &program.others {
            writer.line("", &[]);
            item.lines().for_each(|line| writer.line(line, &[]));
        }
        let text: Vec<&str> = functions.lines.iter().map(|line| line.text.as_str()).collect();
        let mut used = words(&text.join("\n"));
        // A constant may need others.
        for own in program.constants.iter().rev() {
            if used.contains(&own.name) {
                own.value.visit(&mut |part| {
                    if let Expr::Name(name) = part {
                        used.insert(name.clone());
                    }
                });
            }
        }
        for own in program.constants.iter().filter(|own| used.contains(&own.name)) {
            writer.line("", &[]);
            let value = crate::print::expr(&own.value);
            writer.line(&format!("const {}: {} = {value};", own.name, own.ty), &[own.span]);
        }
    }

    fn gpu(&self, writer: &mut Writer) {
        writer.line("", &[]);
        let open = format!("            kernels: Module::from_file({:?})?,", self.files.ptx);
        let text = "/// A GPU with the kernels on it.
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
KERNELS
            stream: Stream::new(StreamFlags::NON_BLOCKING, None)?,
            _context: context,
        })
    }
}

/// Does something with the first GPU of this machine.
fn on_gpu<T>(work: impl FnOnce(&Gpu) -> CudaResult<T>) -> T {
    Gpu::open().and_then(|gpu| work(&gpu)).unwrap_or_else(|error| panic!(\"CUDA: {error}\"))
}";
        for line in text.lines() {
            writer.line(if line == "KERNELS" { &open } else { line }, &[]);
        }
    }

    /// A function that nobody calls, as it was to be called before.
    fn entry(&self, function: &Function, names: &Names, writer: &mut Writer) {
        let from = [function.span];
        let name = &function.name;
        let result = function.result.as_ref().map(|own| format!(" -> {own}")).unwrap_or_default();
        let inputs = source(self.text, function.inputs);
        let visible = if function.is_public { "pub " } else { "" };
        let does = format!("What the sequential `{name}` computes, on a GPU.");
        writer.comment("///", &does, &from);
        let generics = &function.generics;
        let head = format!("{visible}fn {name}{generics}{inputs}{result} {{");
        head.lines().for_each(|line| writer.line(line, &from));
        let gpu = names.free("gpu");
        let mut arguments = vec![gpu.clone()];
        arguments.extend(function.params.iter().map(|param| param.name.clone()));
        writer.inside(|writer| {
            let call = names.on_gpu(name);
            writer.listed(&format!("on_gpu(|{gpu}| {call}("), &arguments, "))", &from);
        });
        writer.line("}", &from);
    }

    /// Functions that the host calls itself. Their directives are for kernels only.
    fn helpers(&self, writer: &mut Writer) {
        let program = &self.translation.parsed.program;
        let of = &self.translation.classes.of;
        let is_rewritten = |function: &&Function| {
            matches!(of.get(&function.name), Some(Class::Kernel | Class::LeadsToKernel))
        };
        let mut called: BTreeSet<String> = BTreeSet::from(["main".to_owned()]);
        for function in program.functions.iter().filter(is_rewritten) {
            calls_of_host(&function.body, &mut called);
        }
        let mut known = 0;
        while known != called.len() {
            known = called.len();
            for function in &program.functions {
                if called.contains(&function.name) {
                    calls_of_host(&function.body, &mut called);
                }
            }
        }
        let helpers = program.functions.iter().filter(|own| !is_rewritten(own));
        for function in helpers.filter(|own| called.contains(&own.name)) {
            writer.line("", &[]);
            let visible = if function.is_public { "pub " } else { "" };
            let result = function.result.as_ref().map(|own| format!(" -> {own}"));
            let (name, inputs) = (&function.name, source(self.text, function.inputs));
            let (result, generics) = (result.unwrap_or_default(), &function.generics);
            let head = format!("{visible}fn {name}{generics}{inputs}{result} ");
            let mut edits = Edits::new(self.text, function.braces);
            let gone = directives(&function.body);
            edits.all.extend(gone.into_iter().map(|span| Edit::replace(span, "")));
            edits.write(&head, writer);
        }
    }
}

/// Names that the host's part of a body calls; what is not read is searched for words.
fn calls_of_host(stmts: &[Stmt], called: &mut BTreeSet<String>) {
    for stmt in stmts {
        if let StmtKind::Raw(text) = &stmt.kind {
            called.extend(words(text));
        }
        for expr in stmt.exprs() {
            expr.visit(&mut |part| match part {
                Expr::Call(name, _) => {
                    called.insert(name.clone());
                }
                Expr::Raw(text) => called.extend(words(text)),
                _ => {}
            });
        }
        if !matches!(stmt.kind, StmtKind::Kernel(_)) {
            stmt.blocks().into_iter().for_each(|body| calls_of_host(body, called));
        }
    }
}

/// What the generated program calls things, so that nothing of the sequential one is hidden.
struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    fn of(text: &str) -> Names {
        Names { taken: words(text) }
    }

    /// The name, or one like it that the program does not have.
    fn free(&self, name: &str) -> String {
        let others = (2..).map(|number| format!("{name}_{number}"));
        let mut all = std::iter::once(name.to_owned()).chain(others);
        all.find(|name| !self.taken.contains(name)).unwrap_or_default()
    }

    /// Memory on the GPU for a variable.
    fn buffer(&self, host: &str) -> String {
        self.free(&format!("{host}_gpu"))
    }

    /// A function that is passed the GPU.
    fn on_gpu(&self, function: &str) -> String {
        self.free(&format!("{function}_on_gpu"))
    }
}

/// Something of the host's part that cannot be carried over.
fn not_carried(what: &str, span: Span) -> Refused {
    refuse(D0008, format!("{what} cannot be carried over to the generated program"), span)
}
