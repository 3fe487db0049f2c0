//! Memory of the GPU in the generated program: allocated, filled and read, in the largest
//! pieces that lie together in both memories.

use super::Names;
use crate::constant::Values;
use crate::device::DeviceVariable;
use crate::host::HostTransfer;
use crate::poly::{self, Poly};
use crate::print;
use crate::tree::{BinaryOp, Expr};

/// Memory on the GPU as the program has it.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub(super) variable: DeviceVariable,
    pub(super) name: String,
    /// Whether it belongs to a caller.
    pub(super) is_passed: bool,
}

/// A section of a buffer and of the host's array.
pub(super) struct CopyWriter<'c> {
    pub(super) buffer: &'c Buffer,
    pub(super) transfer: HostTransfer,
    pub(super) constants: &'c Values,
    pub(super) names: &'c Names,
    /// Whether the host has a number by reference.
    pub(super) is_reference: bool,
}

impl CopyWriter<'_> {
    /// How many elements the GPU has.
    fn len(&self) -> String {
        let section = &self.buffer.variable.section;
        let sizes = section.iter().enumerate().map(|(at, range)| self.extent(at, range).to_expr());
        print::expr(&product(sizes.collect()))
    }

    pub(super) fn allocation(&self) -> String {
        let (name, element) = (&self.buffer.name, self.buffer.variable.element.name());
        let len = self.len();
        format!("let {name} = unsafe {{ DeviceBuffer::<{element}>::uninitialized({len})? }};")
    }

    pub(super) fn cleared(&self) -> String {
        let (name, element) = (&self.buffer.name, self.buffer.variable.element.name());
        format!("let {name} = DeviceBuffer::<{element}>::zeroed({})?;", self.len())
    }

    /// Memory that holds a section of the host's from the start.
    pub(super) fn allocation_with_contents(&self) -> Vec<String> {
        let name = &self.buffer.name;
        if self.buffer.variable.shape.is_empty() {
            let host = self.scalar(false);
            return vec![format!("let {name} = DeviceBuffer::from_slice({host})?;")];
        }
        let pieces = self.pieces();
        if pieces.loops.is_empty() && self.is_all() {
            let host = pieces.host(&self.slice(false));
            return vec![format!("let {name} = DeviceBuffer::from_slice(&{host})?;")];
        }
        let mut lines = vec![self.allocation()];
        lines.extend(self.copies(
            &pieces,
            &|device, host| format!("{device}.copy_from(&{host})?;"),
            false,
        ));
        lines
    }

    /// Copies the section back.
    pub(super) fn out(&self) -> Vec<String> {
        let name = &self.buffer.name;
        if self.buffer.variable.shape.is_empty() {
            return vec![format!("{name}.copy_to({})?;", self.scalar(true))];
        }
        self.copies(
            &self.pieces(),
            &|device, host| format!("{device}.copy_to(&mut {host})?;"),
            true,
        )
    }

    fn copies(
        &self,
        pieces: &Pieces,
        copy: &dyn Fn(&str, &str) -> String,
        is_mutable: bool,
    ) -> Vec<String> {
        let name = &self.buffer.name;
        let slice = self.slice(is_mutable);
        if pieces.loops.is_empty() {
            let device = match self.is_all() {
                true => name.clone(),
                false => format!("{name}.index({})", range(&pieces.device_start, &pieces.len)),
            };
            return vec![copy(&device, &pieces.host(&slice))];
        }
        let mut lines = Vec::new();
        for (depth, (var, (from, to))) in pieces.loops.iter().enumerate() {
            let indent = "    ".repeat(depth);
            let last = print::expr(to);
            lines.push(format!("{indent}for {var} in {}..={last} {{", print::expr(from)));
        }
        let indent = "    ".repeat(pieces.loops.len());
        let (host, device) = (self.names.free("host"), self.names.free("device"));
        let len = print::expr(&pieces.len);
        let host_start = print::expr(&pieces.host_start);
        let device_start = print::expr(&pieces.device_start);
        lines.push(format!("{indent}let ({host}, {device}) = ({host_start}, {device_start});"));
        let from = format!("{name}.index({device}..{device} + {len})");
        let to = format!("{slice}[{host}..{host} + {len}]");
        lines.push(format!("{indent}{}", copy(&from, &to)));
        for depth in (0..pieces.loops.len()).rev() {
            lines.push(format!("{}}}", "    ".repeat(depth)));
        }
        lines
    }

    /// The host's number as a slice of one.
    fn scalar(&self, is_mutable: bool) -> String {
        let host = &self.buffer.variable.host;
        match (is_mutable, self.is_reference) {
            (true, true) => format!("std::slice::from_mut({host})"),
            (true, false) => format!("std::slice::from_mut(&mut {host})"),
            (false, true) => format!("std::slice::from_ref(&*{host})"),
            (false, false) => format!("std::slice::from_ref(&{host})"),
        }
    }

    /// The host's array as one slice, however it is nested.
    fn slice(&self, is_mutable: bool) -> String {
        let variable = &self.buffer.variable;
        let flat = if is_mutable { ".as_flattened_mut()" } else { ".as_flattened()" };
        let times = if variable.is_nested { variable.shape.len() - 1 } else { 0 };
        format!("{}{}", variable.host, flat.repeat(times))
    }

    /// Whether everything that the GPU has is copied.
    fn is_all(&self) -> bool {
        let held = &self.buffer.variable.section;
        self.transfer.moved.iter().zip(held).all(|(moved, held)| self.is_same(moved, held))
    }

    fn is_same(&self, a: &(Expr, Expr), b: &(Expr, Expr)) -> bool {
        let same = |a: &Expr, b: &Expr| {
            Poly::of(a, self.constants).minus(&Poly::of(b, self.constants)).as_number() == Some(0)
        };
        same(&a.0, &b.0) && same(&a.1, &b.1)
    }

    /// Whether a range is all of a dimension.
    fn is_all_of(&self, at: usize, range: &(Expr, Expr)) -> bool {
        let last = less_one(&self.buffer.variable.shape[at]);
        self.is_same(range, &(Expr::number(0), last))
    }

    /// Elements of a range along a dimension, by the names that the program has for them.
    fn extent(&self, at: usize, range: &(Expr, Expr)) -> Poly {
        match self.is_all_of(at, range) {
            true => Poly::of(&self.buffer.variable.shape[at], &Values::new()),
            false => extent(range),
        }
    }

    fn pieces(&self) -> Pieces {
        let DeviceVariable { shape, section, .. } = &self.buffer.variable;
        let moved = &self.transfer.moved;
        let is_whole =
            |at: usize| self.is_same(&moved[at], &section[at]) && self.is_all_of(at, &section[at]);
        let mut outer = shape.len() - 1;
        while outer > 0 && (outer..shape.len()).all(is_whole) {
            outer -= 1;
        }
        let mut loops = Vec::new();
        let mut starts = Vec::new();
        for (at, range) in moved.iter().enumerate() {
            let is_single = extent_of(range, self.constants) == Some(1);
            if at < outer && !is_single {
                let base = if loops.is_empty() { "row".to_owned() } else { format!("row_{at}") };
                let var = self.names.free(&base);
                loops.push((var.clone(), range.clone()));
                starts.push(Expr::Name(var));
            } else {
                starts.push(range.0.clone());
            }
        }
        let (mut host, mut device) = (Expr::number(0), Expr::number(0));
        for (at, start) in starts.iter().enumerate() {
            let size = Poly::of(&shape[at], &Values::new());
            host = poly::sum(rows(host, &size), bare(start));
            let own =
                Poly::of(start, &Values::new()).minus(&Poly::of(&section[at].0, &Values::new()));
            device = poly::sum(rows(device, &self.extent(at, &section[at])), own.to_expr());
        }
        let sizes = moved.iter().enumerate().skip(outer);
        let len = product(sizes.map(|(at, range)| self.extent(at, range).to_expr()).collect());
        Pieces { loops, host_start: host, device_start: device, len }
    }
}

/// How a section is copied: loops over pieces, and where each starts.
struct Pieces {
    loops: Vec<(String, (Expr, Expr))>,
    host_start: Expr,
    device_start: Expr,
    len: Expr,
}

impl Pieces {
    /// The host's elements, where there is one piece.
    fn host(&self, slice: &str) -> String {
        format!("{slice}[{}]", range(&self.host_start, &self.len))
    }
}

fn range(start: &Expr, len: &Expr) -> String {
    match start == &Expr::number(0) {
        true => format!("..{}", print::expr(len)),
        false => {
            let end = poly::sum(start.clone(), len.clone());
            format!("{}..{}", print::expr(start), print::expr(&end))
        }
    }
}

fn rows(offset: Expr, length: &Poly) -> Expr {
    match offset == Expr::number(0) {
        true => offset,
        false => poly::rows(offset, length),
    }
}

fn bare(expr: &Expr) -> Expr {
    expr.bare().clone()
}

fn less_one(size: &Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, size.clone(), Expr::number(1))
}

/// Elements of a range, with the names that its ends have.
fn extent((from, to): &(Expr, Expr)) -> Poly {
    let none = Values::new();
    Poly::of(to, &none).minus(&Poly::of(from, &none)).plus_number(1)
}

fn extent_of((from, to): &(Expr, Expr), constants: &Values) -> Option<i64> {
    Poly::of(to, constants).minus(&Poly::of(from, constants)).plus_number(1).as_number()
}

fn product(sizes: Vec<Expr>) -> Expr {
    let mut sizes = sizes.into_iter();
    let Some(first) = sizes.next() else { return Expr::number(1) };
    sizes.fold(first, |whole, size| Expr::binary(BinaryOp::Mul, whole, size))
}
