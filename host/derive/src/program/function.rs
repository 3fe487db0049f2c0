//! A function that leads to kernels, with its directives carried out.

use super::copy::{Buffer, CopyWriter};
use super::edit::{Edit, Edits};
use super::{Names, not_carried};
use crate::host::transfer;
use crate::outline::KernelParam;
use crate::print::{self, Writer};
use crate::reach::{Instance, ReachedKernel};
use crate::syntax::{source, words};
use crate::tree::{DataDirective, Element, Expr, Function, Init, Section, Stmt, StmtKind, Type};
use crate::{Refused, Translation, text};
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;

/// Memory on the GPU by the variable that it stands for.
type Scope = BTreeMap<String, Buffer>;

pub(super) struct FunctionWriter<'f> {
    translation: &'f Translation,
    text: &'f str,
    names: &'f Names,
    instance: &'f Instance,
    function: &'f Function,
    /// Whether the host may go on while a kernel runs.
    has_nowait: bool,
    next_kernel: usize,
    /// What the GPU is called.
    gpu: String,
}

impl<'f> FunctionWriter<'f> {
    pub(super) fn new(
        translation: &'f Translation,
        text: &'f str,
        names: &'f Names,
        instance: &'f Instance,
        function: &'f Function,
    ) -> FunctionWriter<'f> {
        let kernels = translation.reach.instances.iter().flat_map(|own| &own.kernels);
        let has_nowait = kernels.into_iter().any(|own| !own.kernel.is_awaited);
        let (gpu, next_kernel) = (names.free("gpu"), 0);
        FunctionWriter {
            translation,
            text,
            names,
            instance,
            function,
            has_nowait,
            next_kernel,
            gpu,
        }
    }

    pub(super) fn write(mut self, writer: &mut Writer) -> Result<(), Refused> {
        let function = self.function;
        let mut edits = Edits::new(self.text, function.braces);
        let mut scope = Scope::new();
        for (name, variable) in &self.instance.annotation {
            let own = Buffer {
                variable: variable.clone(),
                name: self.names.buffer(name),
                is_passed: true,
            };
            scope.insert(name.clone(), own);
        }
        let passed: Vec<String> = (scope.values())
            .map(|own| format!("{}: &DeviceBuffer<{}>, ", own.name, own.variable.element.name()))
            .collect();
        self.result(&mut edits)?;
        self.block(&function.body, scope, &mut edits)?;
        let inputs = source(self.text, function.inputs);
        let inputs = inputs.strip_prefix('(').and_then(|own| own.strip_suffix(')'));
        let inputs = inputs.unwrap_or_default().trim();
        let result = function.result.as_deref().unwrap_or("()");
        let head = format!(
            "fn {}{}({}: &Gpu, {}{inputs}) -> CudaResult<{result}> ",
            self.names.on_gpu(&self.instance.name),
            function.generics,
            self.gpu,
            passed.concat(),
        );
        edits.write(&head.replace(", )", ")"), writer);
        Ok(())
    }

    /// What the function returns is a result now, because the GPU may fail.
    fn result(&self, edits: &mut Edits<'_>) -> Result<(), Refused> {
        let body = &self.function.body;
        returns(body, edits)?;
        match (&self.function.result, body.last()) {
            (Some(_), Some(last)) if is_value(last) => {
                if let Some(range) = last.span().to_range() {
                    edits.all.push(Edit::insert(range.start as u32, "Ok(").first());
                    edits.all.push(Edit::insert(range.end as u32, ")").last());
                }
            }
            (Some(_), _) => {}
            (None, _) => {
                if let Some(range) = self.function.braces.to_range() {
                    let mut lines = vec!["    Ok(())".to_owned(), String::new()];
                    if self.has_nowait {
                        lines.insert(0, format!("    {}.stream.synchronize()?;", self.gpu));
                    }
                    let end = range.end as u32 - 1;
                    edits.all.push(Edit::lines(Span::new(end, end), lines, self.function.span));
                }
            }
        }
        Ok(())
    }

    fn block(
        &mut self,
        stmts: &[Stmt],
        mut scope: Scope,
        edits: &mut Edits<'_>,
    ) -> Result<(), Refused> {
        for stmt in stmts {
            for expr in stmt.exprs() {
                self.calls(expr, &scope, edits);
            }
            match &stmt.kind {
                StmtKind::Data(directive) => {
                    let mut lines = self.directive(directive, &mut scope)?;
                    let is_waiting =
                        self.has_nowait && !matches!(directive, DataDirective::Shape(_));
                    if is_waiting {
                        lines.insert(0, format!("{}.stream.synchronize()?;", self.gpu));
                    }
                    if !lines.is_empty() {
                        lines.insert(0, self.comment(stmt.span()));
                    }
                    edits.all.push(Edit::lines(stmt.span(), lines, stmt.span()));
                }
                StmtKind::Kernel(kernel) => {
                    let reached = self.instance.kernels.get(self.next_kernel);
                    self.next_kernel += 1;
                    let Some(reached) = reached else { continue };
                    let mut lines = vec![self.comment(kernel.span)];
                    lines.extend(self.launch(reached, &scope));
                    edits.all.push(Edit::lines(
                        joined(kernel.span, stmt.span()),
                        lines,
                        kernel.span,
                    ));
                }
                _ => {
                    for body in stmt.blocks() {
                        self.block(body, scope.clone(), edits)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn comment(&self, span: Span) -> String {
        format!("// {}", text::directive_and_line(self.text, span))
    }

    /// Calls of functions that lead to kernels: they are passed the GPU and its memory.
    fn calls(&self, expr: &Expr, scope: &Scope, edits: &mut Edits<'_>) {
        let mut place = Span::default();
        expr.visit(&mut |part| match part {
            Expr::At(_, own) => place = own.0,
            Expr::Call(name, arguments) => {
                let callee = self.instance.calls.iter().find(|(span, _)| *span == place);
                let Some(((_, callee), range)) = callee.zip(place.to_range()) else { return };
                let instances = &self.translation.reach.instances;
                let Some(instance) = instances.iter().find(|own| own.name == *callee) else {
                    return;
                };
                let functions = &self.translation.parsed.program.functions;
                let Some(function) = functions.iter().find(|own| own.name == *name) else { return };
                let mut more = format!("{}, ", self.gpu);
                for formal in instance.annotation.keys() {
                    let at = function.params.iter().position(|param| param.name == *formal);
                    let passed = at.and_then(|at| arguments.get(at));
                    let host = passed.and_then(crate::device::passed_name);
                    if let Some(own) = host.and_then(|host| scope.get(host)) {
                        let sign = if own.is_passed { "" } else { "&" };
                        more += &format!("{sign}{}, ", own.name);
                    }
                }
                if arguments.is_empty() {
                    more.truncate(more.len() - 2);
                }
                let Some(bracket) = self.text[range.clone()].find('(') else { return };
                let open = (range.start + bracket) as u32;
                let head = Span::new(range.start as u32, open + 1);
                let name = self.names.on_gpu(callee);
                edits.all.push(Edit::replace(head, &format!("{name}({more}")));
                edits.all.push(Edit::insert(range.end as u32, "?"));
            }
            _ => {}
        });
    }

    fn directive(
        &self,
        directive: &DataDirective,
        scope: &mut Scope,
    ) -> Result<Vec<String>, Refused> {
        match directive {
            DataDirective::Shape(_) => Ok(Vec::new()),
            DataDirective::Alloc { variable, init, span, .. } => {
                let made = self.instance.made.iter().find(|own| own.span == *span);
                let Some(made) = made else { return Ok(Vec::new()) };
                let name = self.names.buffer(&variable.array);
                let own = Buffer { variable: made.clone(), name, is_passed: false };
                scope.insert(variable.array.clone(), own.clone());
                let copy = self.copy(&own, variable, *span);
                Ok(match init {
                    Init::Nothing => vec![copy.allocation()],
                    Init::Clear => vec![copy.cleared()],
                    Init::Copy(section) => {
                        let section = section.as_ref().unwrap_or(variable);
                        self.copy(&own, section, *span).allocation_with_contents()
                    }
                })
            }
            DataDirective::CopyOut { variables, span, .. } => {
                let owns = variables.iter().filter_map(|own| Some((own, scope.get(&own.array)?)));
                Ok(owns.flat_map(|(section, own)| self.copy(own, section, *span).out()).collect())
            }
            DataDirective::Free { variables, .. } => {
                let mut lines = Vec::new();
                for (name, _) in variables {
                    if let Some(own) = scope.remove(name).filter(|own| !own.is_passed) {
                        lines.push(format!("drop({});", own.name));
                    }
                }
                Ok(lines)
            }
        }
    }

    fn copy<'c>(&'c self, own: &'c Buffer, section: &Section, span: Span) -> CopyWriter<'c> {
        let transfer = transfer(own.variable.clone(), section, span);
        CopyWriter {
            buffer: own,
            transfer,
            constants: &self.translation.parsed.constants,
            names: self.names,
            is_reference: self.is_reference(&own.variable.host),
        }
    }

    /// Whether a number is passed by reference.
    fn is_reference(&self, host: &str) -> bool {
        let param = self.function.params.iter().find(|param| param.name == host);
        param.is_some_and(|param| matches!(param.ty, Type::Reference { .. }))
    }

    fn launch(&self, reached: &ReachedKernel, scope: &Scope) -> Vec<String> {
        let name = &reached.kernel.name;
        let Some(own) = self.translation.kernels().iter().find(|own| own.name == *name) else {
            return Vec::new();
        };
        let blocks = own.grid.physical_blocks(&self.translation.parsed.constants);
        let blocks = blocks.map(|size| match size.bare() {
            Expr::Literal(_) => print::expr(&size),
            _ => print::expr(&Expr::cast(size, "u32")),
        });
        let [x, y, z] = own.grid.physical_threads();
        let gpu = &self.gpu;
        let [kernel, stream, grid] = ["kernel", "stream", "grid"].map(|name| self.names.free(name));
        let mut lines = vec![
            format!("let {kernel} = {gpu}.kernels.get_function({name:?})?;"),
            format!("let {stream} = &{gpu}.stream;"),
            format!("let {grid} = ({});", blocks.join(", ")),
            "// SAFETY: the kernel takes these arguments and stays within its sections.".to_owned(),
            "unsafe {".to_owned(),
        ];
        lines.push(format!("    launch!({kernel}<<<{grid}, ({x}, {y}, {z}), 0, {stream}>>>("));
        for param in &own.params {
            lines.push(format!("        {},", self.argument(param, scope)));
        }
        lines.push("    ))?;".to_owned());
        lines.push("}".to_owned());
        if reached.kernel.is_awaited {
            lines.push(format!("{stream}.synchronize()?;"));
        }
        lines
    }

    fn argument(&self, param: &KernelParam, scope: &Scope) -> String {
        match param {
            KernelParam::Memory { host, .. } => {
                let name =
                    scope.get(host).map_or_else(|| self.names.buffer(host), |own| own.name.clone());
                format!("{name}.as_device_ptr()")
            }
            KernelParam::Number { host, element } => {
                let sign = if self.is_reference(host) { "*" } else { "" };
                match element {
                    Element::Usize => format!("{sign}{host} as u32"),
                    _ => format!("{sign}{host}"),
                }
            }
            KernelParam::Other { host, .. } => host.clone(),
        }
    }
}

/// A place from the start of one to the end of another.
fn joined(first: Span, last: Span) -> Span {
    match (first.to_range(), last.to_range()) {
        (Some(first), Some(last)) => Span::new(first.start as u32, last.end as u32),
        _ => first,
    }
}

/// Whether a statement at the end of a body is its value.
fn is_value(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Value(_) => true,
        StmtKind::If { then, .. } => then.last().is_some_and(is_value),
        StmtKind::Block(body) => body.last().is_some_and(is_value),
        StmtKind::Raw(text) => !text.trim_end().ends_with(';'),
        _ => false,
    }
}

/// Wraps what is returned on the way.
fn returns(stmts: &[Stmt], edits: &mut Edits<'_>) -> Result<(), Refused> {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Kernel(_) => continue,
            StmtKind::Return(value) => {
                let span = stmt.span();
                let Some(range) = span.to_range() else { continue };
                match value.as_ref().and_then(Expr::place).and_then(|place| place.to_range()) {
                    Some(value) => {
                        edits.all.push(Edit::insert(value.start as u32, "Ok(").first());
                        edits.all.push(Edit::insert(value.end as u32, ")").last());
                    }
                    None => edits.all.push(Edit::insert(range.end as u32, " Ok(())")),
                }
            }
            StmtKind::Raw(text) if words(text).contains("return") => {
                return Err(not_carried("a `return` in here", stmt.span())
                    .help("return at the end of the function, or in an `if`, `for` or `while`"));
            }
            _ => {}
        }
        for body in stmt.blocks() {
            returns(body, edits)?;
        }
    }
    Ok(())
}
