//! Arguments by value that are no single number: structures, arrays, tuples and enums.
//!
//! A uniform lays arrays out in steps of 16 bytes and holds no bytes. So the value
//! does not lie in it as it does in memory: each number of it is a member of the
//! uniform, and the kernel begins by putting the value together.

use super::Lowering;
use super::frame::Frame;
use super::types::{scalar, unsupported};
use super::value::Value;
use naga::{Expression, Span};
use warpbench_codes::K0020;
use warpbench_hir::Crate;
use warpbench_hir::types::{Len, Ty};
use warpbench_source::Diagnostic;

/// The most numbers of one parameter: CUDA passes 4096 bytes by value.
pub(crate) const MOST_LEAVES: usize = 1024;

/// A number of a parameter that is passed by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Where it is in the parameter, as Rust writes it: `.center.x`, `[3]`, `.0`.
    pub path: String,
    pub ty: Ty,
    /// Its place in the uniform.
    pub offset: u32,
}

/// A part of a value: how Rust writes the way to it, and its type.
pub type Part = (String, Ty);

/// The parts of a value, in order; nothing for what has none. Of an enum it is the
/// number that says which variant it is.
pub fn parts_of(program: &Crate, ty: &Ty) -> Option<Vec<Part>> {
    match ty {
        Ty::Four(four) => {
            Some(["x", "y", "z", "w"].map(|name| (format!(".{name}"), four.scalar())).to_vec())
        }
        Ty::Tuple(members) => {
            let each = members.iter().enumerate();
            Some(each.map(|(at, ty)| (format!(".{at}"), ty.clone())).collect())
        }
        Ty::Array(element, Len::Known(len)) => {
            let most = (*len as usize).min(MOST_LEAVES + 1);
            Some((0..most).map(|at| (format!("[{at}]"), (**element).clone())).collect())
        }
        Ty::Struct(id, _) => {
            let fields = program.structs.get(*id).map_or(&[][..], |found| &found.fields);
            let path = |name: &str| match name {
                "" => String::new(),
                name => format!(".{name}"),
            };
            Some(fields.iter().map(|field| (path(&field.name), field.ty.clone())).collect())
        }
        _ => None,
    }
}

/// The numbers of a value, in order. Their places in the uniform are not known yet.
pub(super) fn leaves(program: &Crate, ty: &Ty, span: Span) -> Lowering<Vec<Leaf>> {
    let mut found = Vec::new();
    add_leaves(program, ty, &mut String::new(), span, &mut found)?;
    Ok(found)
}

fn add_leaves(
    program: &Crate,
    ty: &Ty,
    path: &mut String,
    span: Span,
    found: &mut Vec<Leaf>,
) -> Lowering<()> {
    if found.len() > MOST_LEAVES {
        return Err(Box::new(
            Diagnostic::new(K0020, "this is too large to be passed by value", span)
                .label(format!("it has more than {MOST_LEAVES} numbers"))
                .note("what all parameters of a kernel take together is 4096 bytes at most")
                .help("pass a slice or a pointer to it"),
        ));
    }
    if scalar(ty).is_some() {
        found.push(Leaf { path: path.clone(), ty: ty.clone(), offset: 0 });
        return Ok(());
    }
    let Some(parts) = parts_of(program, ty) else {
        return Err(unsupported("a parameter of this type", span));
    };
    for (step, part) in parts {
        let len = path.len();
        path.push_str(&step);
        add_leaves(program, &part, path, span, found)?;
        path.truncate(len);
    }
    Ok(())
}

impl Frame<'_, '_> {
    /// Puts a value together from members of the uniform, beginning with `next`.
    pub(super) fn passed_value(&mut self, ty: &Ty, next: &mut u32, span: Span) -> Lowering<Value> {
        if scalar(ty).is_some() {
            let Some(variable) = self.unit.arguments.variable else {
                return Err(unsupported("this parameter", span));
            };
            let base = self.global(variable);
            let pointer = self.member(base, *next, span);
            *next += 1;
            let mut handle = self.load(pointer, span);
            if *ty == Ty::Bool {
                let zero = self.u32(0);
                handle = self.binary(naga::BinaryOperator::NotEqual, handle, zero, span);
            }
            return Ok(Value::Plain(handle));
        }
        let Some(parts) = parts_of(self.unit.program, ty) else {
            return Err(unsupported("a parameter of this type", span));
        };
        if self.unit.split(ty).is_some() {
            let each = parts.iter().map(|(_, part)| self.passed_value(part, next, span));
            return each.collect::<Lowering<Vec<_>>>().map(Value::Parts);
        }
        let each = parts.iter().map(|(_, part)| {
            let value = self.passed_value(part, next, span)?;
            self.plain(value, part, span)
        });
        let components = each.collect::<Lowering<Vec<_>>>()?;
        let naga = self.naga_type(ty, span)?;
        Ok(Value::Plain(self.append(Expression::Compose { ty: naga, components }, span)))
    }
}
