//! A region becomes a function: its parameters, its memory, its text.

use crate::called::CalledFunctions;
use crate::device::OF_CALLER;
use crate::emit::Emitter;
use crate::grid::Grid;
use crate::merge::{MOST_BYTES, Tile};
use crate::partition::LoopPlan;
use crate::place::{Placement, place};
use crate::print::Writer;
use crate::text;
use crate::tree::{Element, Expr, Space, Stmt, StmtKind, Type};
use crate::unit::{Unit, visit_stmt_exprs};
use crate::{Refused, refuse};
use std::collections::BTreeSet;
use warpbench_codes::{D0002, D0007};
use warpbench_front::diagnostic::Span;

/// A kernel, or a function that kernels call, ready to be written.
#[derive(Clone, Debug)]
pub struct Outlined {
    pub name: String,
    pub params: Vec<KernelParam>,
    pub grid: Grid,
    pub tiles: Vec<Tile>,
    pub placement: Placement,
    /// The partitioned loops, each with its place.
    pub loops: Vec<(LoopPlan, Span)>,
    /// The kernel's directive, or the function's name.
    pub span: Span,
    is_function: bool,
    result: Option<String>,
    pub body: Vec<Stmt>,
}

/// What a kernel is passed.
#[derive(Clone, Debug, PartialEq)]
pub enum KernelParam {
    /// Memory that stands for a variable of the host.
    Memory { host: String, element: Element, space: Space, is_written: bool },
    /// A number.
    Number { host: String, element: Element },
    /// A parameter of a function that stays as it is written.
    Other { host: String, written: String },
}

impl KernelParam {
    pub fn host(&self) -> &str {
        match self {
            KernelParam::Memory { host, .. }
            | KernelParam::Number { host, .. }
            | KernelParam::Other { host, .. } => host,
        }
    }
}

/// Translates a unit.
pub fn outline<'p>(
    unit: &Unit<'p>,
    functions: &mut CalledFunctions<'p>,
) -> Result<Outlined, Refused> {
    let mut emitter = Emitter::new(unit, functions);
    let body = emitter.body()?;
    let mut whole = emitter.prelude.stmts(&unit.grid, unit.constants());
    whole.extend(body);
    let (tiles, loops) = (emitter.all_tiles, emitter.loops);
    let placement = place(&tiles, &unit.body);
    if placement.bytes() > MOST_BYTES {
        let span = tiles.first().map_or(unit.span, |tile| tile.span);
        let message = format!(
            "the kernel needs {} bytes of shared memory, and a block has {MOST_BYTES}",
            placement.bytes()
        );
        return Err(refuse(D0007, message, span)
            .help("fetch smaller sections, or use fewer threads, so that fewer iterations merge"));
    }
    if let Some(name) = used(&whole).0.iter().find_map(|name| name.strip_suffix(OF_CALLER)) {
        let message = format!("`{}` needs `{name}` of its caller, which is not passed", unit.name);
        return Err(refuse(D0007, message, unit.span)
            .note("it says where in the GPU's memory an element lies")
            .help(format!("pass `{name}` to the function too")));
    }
    let params = match unit.function {
        Some(_) => function_params(unit, &whole),
        None => kernel_params(unit, &whole)?,
    };
    Ok(Outlined {
        name: unit.name.clone(),
        params,
        grid: unit.grid.clone(),
        tiles,
        placement,
        loops,
        span: unit.span,
        is_function: unit.function.is_some(),
        result: unit.function.and_then(|function| function.result.clone()),
        body: whole,
    })
}

/// Names that statements use, and those whose memory they write.
fn used(stmts: &[Stmt]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut names, mut written) = (BTreeSet::new(), BTreeSet::new());
    for stmt in stmts {
        visit_stmt_exprs(stmt, &mut |expr| match expr {
            Expr::Name(name) | Expr::Index(name, _) => {
                names.insert(name.clone());
            }
            _ => {}
        });
        targets(stmt, &mut written);
    }
    (names, written)
}

fn targets(stmt: &Stmt, written: &mut BTreeSet<String>) {
    if let StmtKind::Assign { target, .. } = &stmt.kind {
        target.visit(&mut |part| {
            // Of `*a.add(*i.add(0))` only `a` is written.
            if let Expr::Unary(_, inner) = part
                && std::ptr::eq(part, target.bare())
            {
                match inner.bare() {
                    Expr::Method(receiver, _, _) => {
                        if let Expr::Name(name) = receiver.bare() {
                            written.insert(name.clone());
                        }
                    }
                    Expr::Name(name) => {
                        written.insert(name.clone());
                    }
                    _ => {}
                }
            }
        });
    }
    for body in stmt.blocks() {
        body.iter().for_each(|inner| targets(inner, written));
    }
}

/// Names of variables that a called function may write through.
fn written_by_calls(unit: &Unit<'_>, stmts: &[Stmt], written: &mut BTreeSet<String>) {
    for stmt in stmts {
        visit_stmt_exprs(stmt, &mut |expr| {
            let Expr::Call(name, arguments) = expr else { return };
            let plain = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
            let function = unit.called(name).or_else(|| unit.called(plain));
            let Some(function) = function else { return };
            for (param, argument) in function.params.iter().zip(arguments) {
                let is_mutable = match &param.ty {
                    Type::Slice { is_mutable, .. }
                    | Type::Array { is_mutable, .. }
                    | Type::Reference { is_mutable, .. } => *is_mutable,
                    Type::Scalar(_) | Type::Other => false,
                };
                if is_mutable && let Expr::Name(name) = argument.bare() {
                    written.insert(name.clone());
                }
            }
        });
    }
}

fn kernel_params(unit: &Unit<'_>, stmts: &[Stmt]) -> Result<Vec<KernelParam>, Refused> {
    let (names, mut written) = used(stmts);
    written_by_calls(unit, stmts, &mut written);
    let mut order: Vec<&String> = unit.order.iter().filter(|name| names.contains(*name)).collect();
    order.extend(names.iter().filter(|name| !unit.order.contains(name)));
    let (mut memory, mut numbers) = (Vec::new(), Vec::new());
    for name in order {
        if let Some(own) = unit.variables.get(name) {
            let is_written = written.contains(name);
            if is_written && own.space != Space::Global {
                let message = format!("`{name}` is in {} memory and is written", own.space.name());
                return Err(refuse(D0007, message, own.span)
                    .help("kernels only read such memory: use `global alloc` for results"));
            }
            let (host, element, space) = (name.clone(), own.element, own.space);
            memory.push(KernelParam::Memory { host, element, space, is_written });
            continue;
        }
        if unit.constants().contains_key(name) {
            continue;
        }
        match unit.types.get(name) {
            Some(Type::Scalar(element) | Type::Reference { element, .. }) => {
                numbers.push(KernelParam::Number { host: name.clone(), element: *element });
            }
            Some(Type::Slice { .. } | Type::Array { .. }) => {
                return Err(refuse(
                    D0007,
                    format!("the kernel uses `{name}`, which is not on the GPU"),
                    unit.span,
                )
                .help(format!("write `hicuda! {{ global alloc {name}… copyin }}` before it")));
            }
            Some(Type::Other) => {
                return Err(refuse(
                    D0002,
                    format!("the kernel uses `{name}`, whose type does not show"),
                    unit.span,
                )
                .help(format!("write it where it is declared: `let {name}: usize = …`")));
            }
            None => {}
        }
    }
    memory.extend(numbers);
    Ok(memory)
}

fn function_params(unit: &Unit<'_>, stmts: &[Stmt]) -> Vec<KernelParam> {
    let (_, mut written) = used(stmts);
    written_by_calls(unit, stmts, &mut written);
    let Some(function) = unit.function else { return Vec::new() };
    let of = |param: &crate::tree::Param| match unit.variables.get(&param.name) {
        Some(own) => KernelParam::Memory {
            host: param.name.clone(),
            element: own.element,
            space: own.space,
            is_written: matches!(
                param.ty,
                Type::Slice { is_mutable: true, .. } | Type::Array { is_mutable: true, .. }
            ),
        },
        None => KernelParam::Other { host: param.name.clone(), written: param.written.clone() },
    };
    function.params.iter().map(of).collect()
}

impl Outlined {
    /// Writes the function.
    pub fn write(&self, writer: &mut Writer, source: &str) {
        let from = [self.span];
        let line = text::line(source, self.span);
        if self.is_function {
            writer.comment(
                "///",
                &format!("`{}` as kernels call it (line {line}).", self.name),
                &from,
            );
        } else {
            let words = text::directive(source, self.span);
            let own = format!("`{words}` (line {line}).");
            writer.comment("///", &own, &from);
            writer.line("#[kernel]", &from);
        }
        let params: Vec<String> = self.params.iter().map(signature).collect();
        let (head, tail) = match self.is_function {
            true => ("unsafe fn", self.result.as_ref().map(|result| format!(") -> {result} {{"))),
            false => ("pub unsafe fn", None),
        };
        let tail = tail.unwrap_or_else(|| ") {".to_owned());
        writer.listed(&format!("{head} {}(", self.name), &params, &tail, &from);
        writer.inside(|writer| {
            for param in &self.params {
                if let KernelParam::Number { host, element: Element::Usize } = param {
                    writer.line(&format!("let {host} = {host} as usize;"), &from);
                }
            }
            self.placement.write(&self.tiles, writer, source);
            writer.stmts(&self.body);
        });
        writer.line("}", &from);
    }

    pub fn is_kernel(&self) -> bool {
        !self.is_function
    }

    /// The constants of the program that the text names.
    pub fn names(&self) -> BTreeSet<String> {
        used(&self.body).0
    }
}

fn signature(param: &KernelParam) -> String {
    match param {
        KernelParam::Memory { host, element, is_written, .. } => {
            let pointer = if *is_written { "*mut" } else { "*const" };
            format!("{host}: {pointer} {}", element.name())
        }
        // A GPU is passed 32 bits: what it counts fits, and every host has them.
        KernelParam::Number { host, element: Element::Usize } => format!("{host}: u32"),
        KernelParam::Number { host, element } => format!("{host}: {}", element.name()),
        KernelParam::Other { host, written } => format!("{host}: {written}"),
    }
}
