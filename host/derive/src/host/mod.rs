//! The host's steps, as data: what is allocated, copied, launched and freed, in the
//! order in which it happens.
//!
//! Whoever has a device can carry them out ([`execute`](crate::execute)), and they
//! are what the generated program does.

mod shown;

pub use shown::shown;

use crate::constant::{self, Values};
use crate::device::DeviceVariable;
use crate::outline::{KernelParam, Outlined};
use crate::poly::Poly;
use crate::reach::{Instance, Reach};
use crate::syntax::Parsed;
use crate::tree::{
    BinaryOp, DataDirective, Element, Expr, Init, Section, SectionRange, Space, Stmt, StmtKind,
    Type,
};
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::number::named_type;
use warpbench_front::rust::types::Ty;

/// Something that the host does.
#[derive(Clone, Debug)]
pub enum Step {
    Allocate {
        variable: DeviceVariable,
        span: Span,
    },
    CopyIn(HostTransfer),
    CopyOut(HostTransfer),
    Clear {
        variable: DeviceVariable,
        span: Span,
    },
    Launch(Box<LaunchStep>),
    Free {
        names: Vec<String>,
        space: Space,
        span: Span,
    },
    /// A number of the host, with its type where that is written.
    Let {
        name: String,
        ty: Option<Ty>,
        value: Expr,
        span: Span,
    },
    Assign {
        name: String,
        op: Option<BinaryOp>,
        value: Expr,
        span: Span,
    },
    /// An array of the host, filled with a value.
    HostArray {
        name: String,
        element: Option<Element>,
        value: Expr,
        len: Expr,
        span: Span,
    },
    For {
        var: String,
        start: Expr,
        end: Expr,
        step: i64,
        is_reversed: bool,
        body: Vec<Step>,
    },
    If {
        condition: Expr,
        then: Vec<Step>,
        otherwise: Vec<Step>,
    },
    Block(Vec<Step>),
    /// A function that leads to kernels, with what its parameters are here.
    Call {
        bindings: Vec<CallBinding>,
        steps: Vec<Step>,
    },
    /// Anything else, which only the generated program does.
    Other {
        span: Span,
    },
}

/// A parameter of a function with what is passed for it.
#[derive(Clone, Debug)]
pub struct CallBinding {
    pub param: String,
    /// What number it is, if it is one.
    pub element: Option<Element>,
    pub argument: Expr,
}

/// A launch.
#[derive(Clone, Debug)]
pub struct LaunchStep {
    pub kernel: String,
    /// Blocks along x, y and z.
    pub blocks: [Expr; 3],
    pub threads: [i64; 3],
    pub arguments: Vec<KernelParam>,
    pub is_awaited: bool,
    pub span: Span,
}

/// A section that is copied between the host's array and the GPU's.
#[derive(Clone, Debug)]
pub struct HostTransfer {
    pub variable: DeviceVariable,
    /// First and last index along each dimension.
    pub moved: Vec<(Expr, Expr)>,
    pub span: Span,
}

/// Neighbouring elements that are copied at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The first element, in the host's array and in the GPU's memory.
    pub host: u64,
    pub device: u64,
    pub len: u64,
}

impl HostTransfer {
    /// The largest pieces that lie together in both memories, or nothing where a size
    /// is not known or a section lies outside.
    pub fn chunks(&self, known: &Values) -> Option<Vec<Chunk>> {
        let value = |expr: &Expr| constant::value(expr, known);
        let shape: Vec<i64> = self.variable.shape.iter().map(value).collect::<Option<_>>()?;
        let ranges = |list: &[(Expr, Expr)]| -> Option<Vec<(i64, i64)>> {
            list.iter().map(|(from, to)| Some((value(from)?, value(to)?))).collect()
        };
        let (held, moved) = (ranges(&self.variable.section)?, ranges(&self.moved)?);
        let is_inside = |((from, to), (low, high)): (&(i64, i64), &(i64, i64))| {
            low <= from && to <= high && *from <= to + 1
        };
        if !moved.iter().zip(&held).all(is_inside) {
            return None;
        }
        let is_in_array = |((from, to), size): (&(i64, i64), &i64)| *from >= 0 && to < size;
        if !held.iter().zip(&shape).all(is_in_array) {
            return None;
        }
        // From the last dimension on, as long as all of it is there on both sides.
        let whole = |at: usize| moved[at] == held[at] && held[at] == (0, shape[at] - 1);
        let mut outer = shape.len();
        while outer > 0 && (outer == shape.len() || whole(outer)) {
            outer -= 1;
        }
        let extent = |(from, to): &(i64, i64)| to - from + 1;
        let len: i64 = moved[outer..].iter().map(extent).product();
        let mut chunks = Vec::new();
        let rows: i64 = moved[..outer].iter().map(extent).product();
        for row in 0..rows {
            let (mut host, mut device, mut left) = (0, 0, row);
            let mut index = vec![0; shape.len()];
            for at in (0..outer).rev() {
                index[at] = left % extent(&moved[at]);
                left /= extent(&moved[at]);
            }
            for at in 0..shape.len() {
                let own = moved[at].0 + index[at];
                host = host * shape[at] + own;
                device = device * extent(&held[at]) + own - held[at].0;
            }
            let (host, device, len) =
                (u64::try_from(host).ok()?, u64::try_from(device).ok()?, u64::try_from(len).ok()?);
            if len > 0 {
                chunks.push(Chunk { host, device, len });
            }
        }
        Some(chunks)
    }
}

/// The steps of an instance.
pub fn steps(
    parsed: &Parsed,
    reach: &Reach,
    outlined: &[Outlined],
    instance: &Instance,
) -> Vec<Step> {
    let function = parsed.program.functions.iter().find(|f| f.name == instance.function);
    let Some(function) = function else { return Vec::new() };
    let mut builder = Builder { parsed, reach, outlined, instance, next_kernel: 0 };
    let scope = instance.annotation.clone();
    builder.block(&function.body, scope)
}

struct Builder<'b> {
    parsed: &'b Parsed,
    reach: &'b Reach,
    outlined: &'b [Outlined],
    instance: &'b Instance,
    next_kernel: usize,
}

impl Builder<'_> {
    fn block(&mut self, stmts: &[Stmt], mut scope: BTreeMap<String, DeviceVariable>) -> Vec<Step> {
        let mut steps = Vec::new();
        for stmt in stmts {
            self.stmt(stmt, &mut scope, &mut steps);
        }
        steps
    }

    fn stmt(
        &mut self,
        stmt: &Stmt,
        scope: &mut BTreeMap<String, DeviceVariable>,
        steps: &mut Vec<Step>,
    ) {
        let span = stmt.span();
        match &stmt.kind {
            StmtKind::Data(directive) => self.directive(directive, scope, steps),
            StmtKind::Kernel(_) => {
                let reached = self.instance.kernels.get(self.next_kernel);
                self.next_kernel += 1;
                let Some(reached) = reached else { return };
                // What was allocated under a name is what the kernel saw.
                let own = self.outlined.iter().find(|own| own.name == reached.kernel.name);
                let Some(own) = own else { return };
                steps.push(Step::Launch(Box::new(LaunchStep {
                    kernel: own.name.clone(),
                    blocks: own.grid.physical_blocks(&self.parsed.constants),
                    threads: own.grid.physical_threads(),
                    arguments: own.params.clone(),
                    is_awaited: reached.kernel.is_awaited,
                    span: reached.kernel.span,
                })));
            }
            StmtKind::For(own) => {
                let body = self.block(&own.body, scope.clone());
                let (var, start, end) = (own.var.clone(), own.start.clone(), own.end.clone());
                let (step, is_reversed) = (own.step, own.is_reversed);
                steps.push(Step::For { var, start, end, step, is_reversed, body });
            }
            StmtKind::If { condition, then, otherwise } => {
                let then = self.block(then, scope.clone());
                let otherwise = otherwise.as_ref().map(|body| self.block(body, scope.clone()));
                let otherwise = otherwise.unwrap_or_default();
                steps.push(Step::If { condition: condition.clone(), then, otherwise });
            }
            StmtKind::Block(body) => steps.push(Step::Block(self.block(body, scope.clone()))),
            // A result of a function that leads to kernels is not looked at.
            StmtKind::Let { value: Some(value), .. } | StmtKind::Assign { value, .. }
                if !self.instance.callees(value).is_empty() =>
            {
                steps.push(Step::Other { span });
            }
            StmtKind::Let { name, value: Some(value), ty, .. } => {
                steps.push(declared(name, value, ty.as_deref(), span));
            }
            StmtKind::Assign { target, op, value } => match target.bare() {
                Expr::Name(name) => {
                    let (name, op, value) = (name.clone(), *op, value.clone());
                    steps.push(Step::Assign { name, op, value, span });
                }
                _ => steps.push(Step::Other { span }),
            },
            StmtKind::Expr(expr) | StmtKind::Value(expr) => {
                steps.push(self.call(expr).unwrap_or(Step::Other { span }));
            }
            StmtKind::Let { value: None, .. } | StmtKind::Comment(_) => {}
            StmtKind::While { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Singular(_)
            | StmtKind::Barrier
            | StmtKind::Shared(_)
            | StmtKind::Raw(_) => steps.push(Step::Other { span }),
        }
    }

    /// A call of a function that leads to kernels.
    fn call(&self, expr: &Expr) -> Option<Step> {
        let Expr::Call(name, arguments) = expr.bare() else { return None };
        let place = expr.place()?;
        let callee = self.instance.calls.iter().find(|(span, _)| *span == place)?;
        let instance = self.reach.instances.iter().find(|own| own.name == callee.1)?;
        let function = self.parsed.program.functions.iter().find(|f| f.name == *name)?;
        let bindings = (function.params.iter())
            .zip(arguments)
            .map(|(param, argument)| CallBinding {
                param: param.name.clone(),
                element: match param.ty {
                    Type::Scalar(element) => Some(element),
                    _ => None,
                },
                argument: argument.clone(),
            })
            .collect();
        let steps = steps(self.parsed, self.reach, self.outlined, instance);
        Some(Step::Call { bindings, steps })
    }

    fn directive(
        &self,
        directive: &DataDirective,
        scope: &mut BTreeMap<String, DeviceVariable>,
        steps: &mut Vec<Step>,
    ) {
        match directive {
            DataDirective::Shape(_) => {}
            DataDirective::Alloc { variable, init, span, .. } => {
                let Some(own) = self.made_by(*span) else { return };
                scope.insert(variable.array.clone(), own.clone());
                steps.push(Step::Allocate { variable: own.clone(), span: *span });
                match init {
                    Init::Nothing => {}
                    Init::Clear => steps.push(Step::Clear { variable: own, span: *span }),
                    Init::Copy(section) => {
                        let section = section.as_ref().unwrap_or(variable);
                        steps.push(Step::CopyIn(transfer(own, section, *span)));
                    }
                }
            }
            DataDirective::CopyOut { variables, span, .. } => {
                for section in variables {
                    if let Some(own) = scope.get(&section.array) {
                        steps.push(Step::CopyOut(transfer(own.clone(), section, *span)));
                    }
                }
            }
            DataDirective::Free { space, variables, span } => {
                let names: Vec<String> = variables.iter().map(|(name, _)| name.clone()).collect();
                names.iter().for_each(|name| {
                    scope.remove(name);
                });
                steps.push(Step::Free { names, space: *space, span: *span });
            }
        }
    }

    /// The memory that a directive makes.
    fn made_by(&self, span: Span) -> Option<DeviceVariable> {
        self.instance.made.iter().find(|own| own.span == span).cloned()
    }
}

/// A variable of the host: an array that is filled with a value, or a number.
fn declared(name: &str, value: &Expr, ty: Option<&str>, span: Span) -> Step {
    let name = name.to_owned();
    match value.bare() {
        Expr::Call(call, parts) if call == "vec!" && parts.len() == 2 => {
            let element = ty.and_then(|ty| {
                let inner = ty.split_once('<')?.1.trim_end_matches('>').trim();
                Element::of(inner)
            });
            let (value, len) = (parts[0].clone(), parts[1].clone());
            Step::HostArray { name, element, value, len, span }
        }
        _ => {
            let ty = ty.and_then(|ty| named_type(ty.trim()));
            Step::Let { name, ty, value: value.clone(), span }
        }
    }
}

/// What a directive copies of a variable.
pub(crate) fn transfer(variable: DeviceVariable, section: &Section, span: Span) -> HostTransfer {
    let moved = section.ranges.iter().zip(&variable.section).map(|(range, held)| match range {
        SectionRange::All => held.clone(),
        SectionRange::FromTo(from, to) => (from.clone(), to.clone()),
    });
    HostTransfer { moved: moved.collect(), variable, span }
}

/// How many bytes something takes on the GPU, where that is known.
pub fn bytes_of(variable: &DeviceVariable, known: &Values) -> Option<u64> {
    let extents = variable.extents(known);
    let mut sizes = extents.iter().map(|extent: &Poly| extent.as_number());
    let elements = sizes.try_fold(1_i64, |all, size| all.checked_mul(size?.max(0)))?;
    elements.unsigned_abs().checked_mul(variable.element.bytes())
}
