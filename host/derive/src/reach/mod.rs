//! Reaching directives: which memory on the GPU every kernel sees.
//!
//! The host's part of a program is walked as it runs, from the functions that
//! nobody calls. A directive is in force from where it stands to the one that frees
//! what it made, or to the end of its block. Where a function is called, the
//! directives of what is passed go with it as an annotation; a function with
//! different annotations is cloned, one instance for each.

mod section;
mod types;

use crate::classes::{Class, Classes};
use crate::device::{DeviceVariable, passed_name, renamed};
use crate::syntax::Parsed;
use crate::tree::{
    DataDirective, Element, Expr, Function, Init, Kernel, Space, Stmt, StmtKind, Type,
};
use crate::{Refused, refuse};
use section::not_an_array;
use std::collections::BTreeMap;
use std::fmt;
use warpbench_codes::{D0002, D0003, D0007, E0425};
use warpbench_front::diagnostic::Span;

/// A kernel with what it sees.
#[derive(Clone, Debug)]
pub struct ReachedKernel {
    pub kernel: Kernel,
    pub visible: BTreeMap<String, Vec<DeviceVariable>>,
    /// The variables of the host that it may be passed.
    pub types: BTreeMap<String, Type>,
    /// The parameters of the function around, in their order.
    pub order: Vec<String>,
}

/// A function with the directives that reach it.
#[derive(Clone, Debug)]
pub struct Instance {
    /// What it is called; a clone has a number behind its name.
    pub name: String,
    pub function: String,
    pub annotation: BTreeMap<String, DeviceVariable>,
    /// Its kernels, in the order of the text.
    pub kernels: Vec<ReachedKernel>,
    /// The instances that its calls lead to, by the call's place in the text.
    pub calls: Vec<(Span, String)>,
    /// The memory that its own directives make.
    pub made: Vec<DeviceVariable>,
}

impl Instance {
    /// The instances that the calls in an expression lead to.
    pub fn callees(&self, expr: &Expr) -> Vec<&str> {
        let mut found = Vec::new();
        expr.visit(&mut |part| {
            let own = self.calls.iter().find(|(span, _)| part.place() == Some(*span));
            found.extend(own.map(|(_, callee)| callee.as_str()));
        });
        found
    }
}

#[derive(Clone, Debug, Default)]
pub struct Reach {
    pub instances: Vec<Instance>,
}

/// Walks the host's part of a program.
pub fn reach(parsed: &Parsed, classes: &Classes) -> Result<Reach, Refused> {
    let mut walker = Walker { parsed, classes, reach: Reach::default(), depth: 0 };
    for entry in &classes.entries {
        walker.instance(entry, BTreeMap::new(), Span::default())?;
    }
    Ok(walker.reach)
}

struct Walker<'p> {
    parsed: &'p Parsed,
    classes: &'p Classes,
    reach: Reach,
    depth: usize,
}

/// What is in force at a place.
#[derive(Clone, Debug, Default)]
struct Scope {
    types: BTreeMap<String, Type>,
    shapes: BTreeMap<String, Vec<Expr>>,
    visible: BTreeMap<String, Vec<DeviceVariable>>,
}

impl Walker<'_> {
    /// The instance of a function with an annotation; its name.
    fn instance(
        &mut self,
        name: &str,
        annotation: BTreeMap<String, DeviceVariable>,
        call: Span,
    ) -> Result<String, Refused> {
        let same = |own: &&Instance| own.function == name && alike(&own.annotation, &annotation);
        if let Some(own) = self.reach.instances.iter().find(same) {
            return Ok(own.name.clone());
        }
        if self.depth > 32 {
            return Err(refuse(
                D0002,
                format!("`{name}` calls itself on the way to a kernel"),
                call,
            )
            .help("write the recursion as a loop"));
        }
        let parsed = self.parsed;
        let Some(function) = parsed.program.functions.iter().find(|f| f.name == name) else {
            return Err(refuse(E0425, format!("there is no function `{name}`"), call));
        };
        let clones = self.reach.instances.iter().filter(|own| own.function == name).count();
        let own = match clones {
            0 => name.to_owned(),
            more => format!("{name}_{}", more + 1),
        };
        let scope = entry_scope(function, &annotation);
        let at = self.reach.instances.len();
        self.reach.instances.push(Instance {
            name: own.clone(),
            function: name.to_owned(),
            annotation,
            kernels: Vec::new(),
            calls: Vec::new(),
            made: Vec::new(),
        });
        self.depth += 1;
        let walked = self.block(&function.body, scope, at);
        self.depth -= 1;
        walked?;
        Ok(own)
    }

    fn block(&mut self, stmts: &[Stmt], mut scope: Scope, at: usize) -> Result<(), Refused> {
        for stmt in stmts {
            for expr in stmt.exprs() {
                self.calls(expr, &scope, at)?;
            }
            match &stmt.kind {
                StmtKind::Let { name, ty, value, .. } => {
                    scope.types.insert(name.clone(), self.let_type(ty, value.as_ref(), &scope));
                    scope.shapes.remove(name);
                }
                StmtKind::Data(directive) => {
                    let made = self.directive(directive, &mut scope)?;
                    self.reach.instances[at].made.extend(made);
                }
                StmtKind::Kernel(kernel) => {
                    for size in kernel.blocks.iter().chain(&kernel.threads) {
                        self.named(size, &scope, kernel.span)?;
                    }
                    // A clone of a function has kernels of its own.
                    let all = self.reach.instances.iter().flat_map(|own| &own.kernels);
                    let clones = all.filter(|own| own.kernel.span == kernel.span).count();
                    let mut kernel_clone = (**kernel).clone();
                    if clones > 0 {
                        kernel_clone.name = format!("{}_{}", kernel.name, clones + 1);
                    }
                    let own = ReachedKernel {
                        kernel: kernel_clone,
                        visible: scope.visible.clone(),
                        types: scope.types.clone(),
                        order: self.order(at),
                    };
                    self.reach.instances[at].kernels.push(own);
                    if let Some(inner) = kernel.body.iter().find_map(find_data) {
                        return Err(refuse(D0003, "this directive stands inside a kernel", inner)
                            .other(kernel.span, "the kernel")
                            .help("the host manages global memory: write it before the kernel"));
                    }
                }
                StmtKind::Barrier | StmtKind::Shared(_) | StmtKind::Singular(_) => {
                    return Err(refuse(
                        D0003,
                        "this directive stands outside of a kernel",
                        stmt.span(),
                    )
                    .help("write it in a region that begins with `kernel`"));
                }
                StmtKind::For(own) => {
                    if let Some(partition) = &own.partition {
                        return Err(refuse(
                            D0003,
                            "`loop_partition` stands outside of a kernel",
                            partition.span,
                        )
                        .help("write it in a region that begins with `kernel`"));
                    }
                    let mut inner = scope.clone();
                    inner.types.insert(own.var.clone(), Type::Scalar(Element::Usize));
                    self.block(&own.body, inner, at)?;
                }
                _ => {
                    for body in stmt.blocks() {
                        self.block(body, scope.clone(), at)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows calls to functions that lead to kernels.
    fn calls(&mut self, expr: &Expr, scope: &Scope, at: usize) -> Result<(), Refused> {
        let mut found = Vec::new();
        let mut place = Span::default();
        expr.visit(&mut |part| match part {
            Expr::At(_, own) => place = own.0,
            Expr::Call(name, arguments) => found.push((name.clone(), arguments.clone(), place)),
            _ => {}
        });
        for (name, arguments, place) in found {
            let class = self.classes.of.get(&name);
            if !matches!(class, Some(Class::Kernel | Class::LeadsToKernel)) {
                continue;
            }
            let Some(function) = self.parsed.program.functions.iter().find(|f| f.name == name)
            else {
                continue;
            };
            let passed: BTreeMap<&str, &str> = (function.params.iter())
                .zip(&arguments)
                .filter_map(|(param, argument)| Some((passed_name(argument)?, param.name.as_str())))
                .collect();
            let mut annotation = BTreeMap::new();
            for (host, formal) in &passed {
                let Some([own]) = scope.visible.get(*host).map(Vec::as_slice) else { continue };
                annotation.insert(
                    (*formal).to_owned(),
                    renamed(own, formal, &passed, &self.parsed.constants),
                );
            }
            let callee = self.instance(&name, annotation, place)?;
            self.reach.instances[at].calls.push((place, callee));
        }
        Ok(())
    }

    fn order(&self, at: usize) -> Vec<String> {
        let name = &self.reach.instances[at].function;
        let function = self.parsed.program.functions.iter().find(|f| f.name == *name);
        let params = function.into_iter().flat_map(|function| &function.params);
        params.map(|param| param.name.clone()).collect()
    }

    fn directive(
        &self,
        directive: &DataDirective,
        scope: &mut Scope,
    ) -> Result<Option<DeviceVariable>, Refused> {
        match directive {
            DataDirective::Shape(shapes) => {
                for (name, sizes, span) in shapes {
                    match scope.types.get(name) {
                        Some(Type::Slice { .. }) => {}
                        Some(Type::Array { .. }) => {
                            return Err(refuse(
                                D0003,
                                format!("`{name}` has its shape by its type"),
                                *span,
                            )
                            .help("leave this directive out"));
                        }
                        _ => return Err(not_an_array(name, *span)),
                    }
                    scope.shapes.insert(name.clone(), sizes.clone());
                }
                Ok(None)
            }
            DataDirective::Alloc { space, variable, init, span } => {
                let own = self.variable(*space, variable, scope, *span)?;
                if let Init::Copy(Some(copied)) = init {
                    self.inside(copied, &own)?;
                }
                scope.visible.entry(own.host.clone()).or_default().push(own.clone());
                Ok(Some(own))
            }
            DataDirective::CopyOut { space, variables, .. } => {
                for section in variables {
                    let own = find(scope, &section.array, *space, section.span)?;
                    self.inside(section, &own)?;
                }
                Ok(None)
            }
            DataDirective::Free { space, variables, .. } => {
                for (name, place) in variables {
                    find(scope, name, *space, *place)?;
                    if let Some(list) = scope.visible.get_mut(name) {
                        list.retain(|own| own.space != *space);
                    }
                }
                Ok(None)
            }
        }
    }
}

fn entry_scope(function: &Function, annotation: &BTreeMap<String, DeviceVariable>) -> Scope {
    let mut scope = Scope::default();
    for param in &function.params {
        scope.types.insert(param.name.clone(), param.ty.clone());
    }
    for (name, own) in annotation {
        scope.visible.insert(name.clone(), vec![own.clone()]);
        scope.shapes.insert(name.clone(), own.shape.clone());
    }
    scope
}

fn find(scope: &Scope, name: &str, space: Space, span: Span) -> Result<DeviceVariable, Refused> {
    let list = scope.visible.get(name).into_iter().flatten();
    list.into_iter().find(|own| own.space == space).cloned().ok_or_else(|| {
        let space = space.name();
        refuse(D0007, format!("`{name}` is not in {space} memory here"), span).help(format!(
            "write `hicuda! {{ {space} alloc {name}… }}` before it, in a block around it"
        ))
    })
}

/// A data directive inside a kernel.
fn find_data(stmt: &Stmt) -> Option<Span> {
    if let StmtKind::Data(_) = stmt.kind {
        return Some(stmt.span());
    }
    stmt.blocks().into_iter().flatten().find_map(find_data)
}

fn alike(a: &BTreeMap<String, DeviceVariable>, b: &BTreeMap<String, DeviceVariable>) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|((a, own), (b, other))| a == b && own.key() == other.key())
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for instance in &self.instances {
            writeln!(f, "{}", instance.name)?;
            for own in instance.annotation.values() {
                writeln!(f, "  from its caller: {own}")?;
            }
            for kernel in &instance.kernels {
                writeln!(f, "  kernel {}", kernel.kernel.name)?;
                for own in kernel.visible.values().flatten() {
                    writeln!(f, "    {own}")?;
                }
            }
        }
        Ok(())
    }
}
