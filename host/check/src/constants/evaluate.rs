//! Computes constants, as rustc does when it compiles.

use crate::checker::{Checker, InstanceState};
use crate::constants::arithmetic;
use crate::wording::unsupported;
use std::collections::HashMap;
use warpbench_codes::{E0080, K0021};
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{
    Adaptor, Arm, Block, Builtin, ConstArg, ConstValue, Expr, ExprKind, For, IterOp, LabelId,
    LazyOp, LocalId, Math, Pattern, PatternKind, Statement,
};
use warpbench_source::diagnostic::Diagnostic;

/// Why there is no value: a diagnostic, or nothing where one has been given.
pub(crate) type Failure = Option<Box<Diagnostic>>;

/// How many values are made for all constants of a file.
pub(crate) const MAX_STEPS: usize = 40 << 20;

/// How many functions may call each other in a constant.
const MAX_DEPTH: usize = 64;

/// The value of a checked expression, and how many of the steps are left.
pub(crate) fn evaluate(
    checker: &Checker,
    expr: &Expr,
    steps_left: usize,
) -> (Result<ConstValue, Failure>, usize) {
    let mut evaluator =
        Evaluator { checker, locals: HashMap::new(), consts: Vec::new(), steps_left, depth: 0 };
    let value = evaluator.expr(expr).map_err(|stop| match stop {
        Stop::Failed(failure) => failure,
        _ => None,
    });
    (value, evaluator.steps_left)
}

/// Why an expression has no value.
enum Stop {
    Failed(Failure),
    Break(LabelId, ConstValue),
    Continue(LabelId),
    Return(ConstValue),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}

struct Evaluator<'a> {
    checker: &'a Checker,
    locals: HashMap<LocalId, ConstValue>,
    /// The const parameters of the function.
    consts: Vec<ConstValue>,
    /// How many values may still be made.
    steps_left: usize,
    depth: usize,
}

const UNIT: ConstValue = ConstValue::Many(Vec::new());

impl Evaluator<'_> {
    fn expr(&mut self, expr: &Expr) -> Result<ConstValue, Stop> {
        self.count(1, expr)?;
        Ok(match &expr.kind {
            ExprKind::Error => return Err(Stop::Failed(None)),
            ExprKind::Literal(value) => value.clone(),
            ExprKind::ConstParam(at) => self.consts.get(*at as usize).cloned().ok_or(None)?,
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..) => self.part(expr)?,
            // References are not told from what they lead to: nothing changes it.
            ExprKind::AddressOf(inner) | ExprKind::Deref(inner) | ExprKind::Unsize(inner) => {
                self.expr(inner)?
            }
            ExprKind::Unary(op, inner) => {
                let value = self.expr(inner)?;
                arithmetic::unary(*op, value, expr)?
            }
            ExprKind::Binary(op, left, right) => {
                let (left_value, right_value) = (self.expr(left)?, self.expr(right)?);
                arithmetic::binary(*op, (left_value, &left.ty), right_value, expr)?
            }
            ExprKind::Lazy(op, left, right) => match (op, self.expr(left)?) {
                (LazyOp::And, ConstValue::Bool(false)) => ConstValue::Bool(false),
                (LazyOp::Or, ConstValue::Bool(true)) => ConstValue::Bool(true),
                _ => self.expr(right)?,
            },
            ExprKind::Cast(inner) => {
                let value = match (self.expr(inner)?, &inner.ty) {
                    // An enum is its number.
                    (ConstValue::Many(mut fields), Ty::Struct(..)) if fields.len() == 1 => {
                        fields.remove(0)
                    }
                    (value, _) => value,
                };
                arithmetic::cast(value, &inner.ty, &expr.ty).ok_or_else(|| not_computed(expr))?
            }
            ExprKind::Let(pattern, value) => {
                let value = self.expr(value)?;
                ConstValue::Bool(self.fits(pattern, &value))
            }
            ExprKind::If(condition, then, otherwise) => match self.expr(condition)? {
                ConstValue::Bool(true) => self.expr(then)?,
                _ => match otherwise {
                    Some(otherwise) => self.expr(otherwise)?,
                    None => UNIT,
                },
            },
            ExprKind::Match(value, arms) => self.arms(value, arms)?,
            ExprKind::Block(label, block) => match self.block(block) {
                Err(Stop::Break(target, value)) if Some(target) == *label => value,
                other => other?,
            },
            ExprKind::Iter(IterOp::Range | IterOp::RangeInclusive, members)
            | ExprKind::Tuple(members)
            | ExprKind::Array(members) => {
                let members = members.iter().map(|member| self.expr(member));
                ConstValue::Many(members.collect::<Result<_, _>>()?)
            }
            ExprKind::Repeat(value) => {
                let len = self.length(&expr.ty).ok_or(None)?;
                let value = self.expr(value)?;
                self.count(size(&value).saturating_mul(len as usize), expr)?;
                ConstValue::Many(vec![value; len as usize])
            }
            ExprKind::Struct(fields) => {
                let mut values = vec![UNIT; fields.len()];
                for (at, value) in fields {
                    let value = self.expr(value)?;
                    if let Some(place) = values.get_mut(*at as usize) {
                        *place = value;
                    }
                }
                ConstValue::Many(values)
            }
            ExprKind::Variant(variant, fields) => self.variant(*variant, fields, expr)?,
            ExprKind::Builtin(Builtin::Math(math), arguments) => {
                let values: Vec<ConstValue> =
                    arguments.iter().map(|value| self.expr(value)).collect::<Result<_, _>>()?;
                // `from_bits` is a function of what it makes.
                let ty = arguments.first().filter(|_| *math != Math::FromBits);
                arithmetic::math(*math, &values, ty.map_or(&expr.ty, |own| &own.ty), expr)?
            }
            ExprKind::Builtin(Builtin::Len, arguments) => self.len(arguments, expr)?,
            ExprKind::Assign(place, value) => {
                let value = self.expr(value)?;
                self.assign(place, value)?;
                UNIT
            }
            ExprKind::AssignOp(op, place, value) => {
                let (old, value) = (self.expr(place)?, self.expr(value)?);
                let new = arithmetic::binary(*op, (old, &place.ty), value, expr)?;
                self.assign(place, new)?;
                UNIT
            }
            ExprKind::While(label, condition, body) => {
                while self.expr(condition)? == ConstValue::Bool(true) {
                    if self.turn(*label, body)?.is_some() {
                        break;
                    }
                }
                UNIT
            }
            ExprKind::Loop(label, body) => loop {
                if let Some(value) = self.turn(*label, body)? {
                    break value;
                }
            },
            ExprKind::For(range) => self.range(range, expr)?,
            ExprKind::Break(label, value) => {
                let value = match value {
                    Some(value) => self.expr(value)?,
                    None => UNIT,
                };
                return Err(Stop::Break(*label, value));
            }
            ExprKind::Continue(label) => return Err(Stop::Continue(*label)),
            ExprKind::Return(value) => {
                let value = match value {
                    Some(value) => self.expr(value)?,
                    None => UNIT,
                };
                return Err(Stop::Return(value));
            }
            ExprKind::Assert(assertion) => {
                let holds = match &assertion.condition {
                    Some(condition) => self.expr(condition)? == ConstValue::Bool(true),
                    None => false,
                };
                if !holds {
                    let message = format!("`{}!` ends the program here", assertion.name);
                    return Err(Stop::Failed(failure(Diagnostic::new(E0080, message, expr.span))));
                }
                UNIT
            }
            ExprKind::Call(id, consts, arguments) => self.call(*id, consts, arguments, expr)?,
            _ => return Err(Stop::Failed(not_computed(expr))),
        })
    }

    /// One turn of a loop; a value if it was the last.
    fn turn(&mut self, label: LabelId, body: &Expr) -> Result<Option<ConstValue>, Stop> {
        match self.expr(body) {
            Ok(_) => Ok(None),
            Err(Stop::Continue(target)) if target == label => Ok(None),
            Err(Stop::Break(target, value)) if target == label => Ok(Some(value)),
            Err(other) => Err(other),
        }
    }

    fn range(&mut self, range: &For, expr: &Expr) -> Result<ConstValue, Stop> {
        let (ConstValue::Int(start), ConstValue::Int(end)) =
            (self.expr(&range.start)?, self.expr(&range.end)?)
        else {
            return Err(Stop::Failed(None));
        };
        let end = if range.is_inclusive { end + 1 } else { end };
        let (mut from, mut step, mut count) = (start, 1, (end - start).max(0));
        for adaptor in &range.adaptors {
            match adaptor {
                Adaptor::Rev => {
                    from += step * (count - 1);
                    step = -step;
                }
                Adaptor::StepBy(by) => {
                    let ConstValue::Int(by) = self.expr(by)? else {
                        return Err(Stop::Failed(None));
                    };
                    if by <= 0 {
                        return Err(Stop::Failed(not_computed(expr)));
                    }
                    step *= by;
                    count = (count + by - 1) / by;
                }
            }
        }
        for at in 0..count {
            if let Some(local) = range.local {
                self.locals.insert(local, ConstValue::Int(from + at * step));
            }
            if self.turn(range.label, &range.body)?.is_some() {
                break;
            }
        }
        Ok(UNIT)
    }

    fn variant(
        &mut self,
        variant: u32,
        fields: &[(u32, Expr)],
        expr: &Expr,
    ) -> Result<ConstValue, Stop> {
        let Ty::Struct(id, _) = expr.ty else { return Err(Stop::Failed(None)) };
        let item = &self.checker.structs[id].hir;
        let Some(found) = item.variants.as_ref().and_then(|v| v.get(variant as usize)) else {
            return Err(Stop::Failed(None));
        };
        let tag = ConstValue::Int(found.value);
        let types: Vec<Ty> = item.fields.iter().map(|field| field.ty.clone()).collect();
        let mut values: Vec<ConstValue> =
            types.iter().map(|ty| self.zero(ty)).collect::<Option<_>>().ok_or(None)?;
        values[0] = tag;
        for (at, value) in fields {
            let value = self.expr(value)?;
            if let Some(place) = values.get_mut(*at as usize) {
                *place = value;
            }
        }
        Ok(ConstValue::Many(values))
    }

    /// The length of an array; a const parameter of the function is known by now.
    fn length(&self, ty: &Ty) -> Option<u32> {
        let Ty::Array(_, len) = ty else { return None };
        match len {
            Len::Known(len) => Some(*len),
            Len::Param(at, _) => match self.consts.get(*at as usize)? {
                ConstValue::Int(len) => u32::try_from(*len).ok(),
                _ => None,
            },
            _ => None,
        }
    }

    /// What stands in fields of variants that a value is not.
    fn zero(&self, ty: &Ty) -> Option<ConstValue> {
        Some(match ty {
            Ty::Int(_) => ConstValue::Int(0),
            Ty::Float(_) => ConstValue::Float(0.0),
            Ty::Bool => ConstValue::Bool(false),
            Ty::Tuple(members) => {
                ConstValue::Many(members.iter().map(|ty| self.zero(ty)).collect::<Option<_>>()?)
            }
            Ty::Array(element, _) => {
                ConstValue::Many(vec![self.zero(element)?; self.length(ty)? as usize])
            }
            Ty::Struct(id, _) => {
                let fields = &self.checker.structs[*id].hir.fields;
                let fields = fields.iter().map(|field| self.zero(&field.ty));
                ConstValue::Many(fields.collect::<Option<_>>()?)
            }
            Ty::Reference(_, to) => match &**to {
                Ty::Slice(_) => ConstValue::Many(Vec::new()),
                other => self.zero(other)?,
            },
            _ => return None,
        })
    }

    fn call(
        &mut self,
        id: usize,
        consts: &[ConstArg],
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<ConstValue, Stop> {
        let InstanceState::Done(function) = &self.checker.made.functions[id].state else {
            return Err(Stop::Failed(None));
        };
        if self.depth >= MAX_DEPTH {
            return Err(Stop::Failed(failure(
                Diagnostic::new(
                    E0080,
                    "functions call each other too deeply in a constant",
                    expr.span,
                )
                .help("write a loop instead"),
            )));
        }
        let values: Vec<ConstValue> =
            arguments.iter().map(|value| self.expr(value)).collect::<Result<_, _>>()?;
        let given: Vec<ConstValue> = consts
            .iter()
            .map(|argument| match argument {
                ConstArg::Value(value) => Some(value.clone()),
                ConstArg::Param(at) => self.consts.get(*at as usize).cloned(),
            })
            .collect::<Option<_>>()
            .ok_or(None)?;
        let locals = std::mem::replace(
            &mut self.locals,
            values.into_iter().enumerate().collect::<HashMap<_, _>>(),
        );
        let consts = std::mem::replace(&mut self.consts, given);
        self.depth += 1;
        let value = self.expr(&function.body);
        self.depth -= 1;
        self.locals = locals;
        self.consts = consts;
        match value {
            Err(Stop::Return(value)) => Ok(value),
            other => other,
        }
    }

    fn assign(&mut self, place: &Expr, value: ConstValue) -> Result<(), Stop> {
        let mut path = Vec::new();
        let mut base = place;
        loop {
            match &base.kind {
                ExprKind::Index(inner, index) => {
                    let ConstValue::Int(at) = self.expr(index)? else {
                        return Err(Stop::Failed(None));
                    };
                    path.push((at, base));
                    base = inner;
                }
                ExprKind::Field(inner, at) => {
                    path.push((i128::from(*at), base));
                    base = inner;
                }
                ExprKind::Local(id) => {
                    let Some(mut target) = (match path.is_empty() {
                        true => {
                            self.locals.insert(*id, value);
                            return Ok(());
                        }
                        false => self.locals.get_mut(id),
                    }) else {
                        return Err(Stop::Failed(None));
                    };
                    for (at, place) in path.into_iter().rev() {
                        let ConstValue::Many(members) = target else {
                            return Err(Stop::Failed(None));
                        };
                        let member = usize::try_from(at).ok().and_then(|at| members.get_mut(at));
                        target = member.ok_or_else(|| {
                            let message = format!("index {at} is out of bounds");
                            failure(Diagnostic::new(E0080, message, place.span))
                        })?;
                    }
                    *target = value;
                    return Ok(());
                }
                _ => return Err(Stop::Failed(not_computed(place))),
            }
        }
    }

    fn arms(&mut self, value: &Expr, arms: &[Arm]) -> Result<ConstValue, Stop> {
        let value = self.expr(value)?;
        for arm in arms {
            if !self.fits(&arm.pattern, &value) {
                continue;
            }
            match &arm.guard {
                Some(guard) if self.expr(guard)? != ConstValue::Bool(true) => {}
                _ => return self.expr(&arm.body),
            }
        }
        Err(Stop::Failed(None))
    }

    fn block(&mut self, block: &Block) -> Result<ConstValue, Stop> {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, Some(value), _) => {
                    let value = self.expr(value)?;
                    self.fits(pattern, &value);
                }
                Statement::Let(..) => {}
                Statement::LetElse(pattern, value, otherwise, _) => {
                    let value = self.expr(value)?;
                    if !self.fits(pattern, &value) {
                        return self.expr(otherwise);
                    }
                }
                Statement::Expr(value) => {
                    self.expr(value)?;
                }
            }
        }
        match &block.value {
            Some(value) => self.expr(value),
            None => Ok(UNIT),
        }
    }

    /// Keeps constants from taking time and memory without bound.
    fn count(&mut self, values: usize, expr: &Expr) -> Result<(), Failure> {
        self.steps_left = self.steps_left.checked_sub(values).ok_or_else(|| {
            failure(
                Diagnostic::new(
                    K0021,
                    "the constants of this file take too long to compute",
                    expr.span,
                )
                .help("pass tables to the kernel as buffers"),
            )
        })?;
        Ok(())
    }

    /// A constant or variable, or a part of one; only the part is copied.
    fn part(&mut self, expr: &Expr) -> Result<ConstValue, Stop> {
        let mut places = Vec::new();
        let mut base = expr;
        loop {
            match &base.kind {
                ExprKind::Index(inner, index) => {
                    let ConstValue::Int(place) = self.expr(index)? else {
                        return Err(Stop::Failed(None));
                    };
                    places.push((place, base));
                    base = inner;
                }
                ExprKind::Field(inner, place) => {
                    places.push((i128::from(*place), base));
                    base = inner;
                }
                ExprKind::AddressOf(inner) | ExprKind::Deref(inner) | ExprKind::Unsize(inner) => {
                    base = inner;
                }
                _ => break,
            }
        }
        let made;
        let mut value = match &base.kind {
            ExprKind::Constant(id) => self.checker.constant_value(*id).ok_or(None)?,
            ExprKind::Local(id) => self.locals.get(id).ok_or(None)?,
            _ => {
                made = self.expr(base)?;
                &made
            }
        };
        for (place, at) in places.into_iter().rev() {
            let ConstValue::Many(members) = value else { return Err(Stop::Failed(None)) };
            let member = usize::try_from(place).ok().and_then(|place| members.get(place));
            value = member.ok_or_else(|| {
                failure(Diagnostic::new(E0080, format!("index {place} is out of bounds"), at.span))
            })?;
        }
        let value = value.clone();
        self.count(size(&value), expr)?;
        Ok(value)
    }

    fn len(&mut self, arguments: &[Expr], expr: &Expr) -> Result<ConstValue, Stop> {
        let [argument] = arguments else { return Err(Stop::Failed(not_computed(expr))) };
        let ty = match &argument.ty {
            Ty::Reference(_, to) => to.as_ref(),
            other => other,
        };
        if let Some(len) = self.length(ty) {
            return Ok(ConstValue::Int(i128::from(len)));
        }
        match self.expr(argument)? {
            ConstValue::Many(members) => Ok(ConstValue::Int(members.len() as i128)),
            _ => Err(Stop::Failed(not_computed(expr))),
        }
    }

    /// Whether a value fits a pattern; its variables get their values.
    fn fits(&mut self, pattern: &Pattern, value: &ConstValue) -> bool {
        match (&pattern.kind, value) {
            (PatternKind::Any, _) => true,
            (PatternKind::Bind(id) | PatternKind::BindRef(id), value) => {
                self.locals.insert(*id, value.clone());
                true
            }
            (PatternKind::At(own, inner), value) => {
                self.fits(own, value) && self.fits(inner, value)
            }
            (PatternKind::Deref(inner), value) => self.fits(inner, value),
            (PatternKind::Value(known), value) => known == value,
            (PatternKind::Range(low, high), ConstValue::Int(value)) => {
                (low..=high).contains(&value)
            }
            (PatternKind::Or(cases), value) => cases.iter().any(|case| self.fits(case, value)),
            (PatternKind::Parts(parts), ConstValue::Many(members)) => {
                parts.iter().all(|(place, part)| {
                    members.get(*place as usize).is_some_and(|member| self.fits(part, member))
                })
            }
            (PatternKind::Variant(variant, parts), ConstValue::Many(members)) => {
                let Ty::Struct(id, _) = pattern.ty else { return false };
                let variants = self.checker.structs[id].hir.variants.as_ref();
                let tag = variants.and_then(|v| v.get(*variant as usize)).map(|v| v.value);
                members.first() == tag.map(ConstValue::Int).as_ref()
                    && parts.iter().all(|(place, part)| {
                        members.get(*place as usize).is_some_and(|member| self.fits(part, member))
                    })
            }
            (PatternKind::Slice(before, middle, after), ConstValue::Many(members)) => {
                let fixed = before.len() + after.len();
                if members.len() < fixed || (middle.is_none() && members.len() != fixed) {
                    return false;
                }
                let (first, rest) = members.split_at(before.len());
                let (between, last) = rest.split_at(rest.len() - after.len());
                before.iter().zip(first).all(|(part, member)| self.fits(part, member))
                    && after.iter().zip(last).all(|(part, member)| self.fits(part, member))
                    && middle
                        .as_ref()
                        .is_none_or(|middle| self.fits(middle, &ConstValue::Many(between.to_vec())))
            }
            _ => false,
        }
    }
}

/// A reason that is to be reported.
pub(crate) fn failure(diagnostic: Diagnostic) -> Failure {
    Some(Box::new(diagnostic))
}

/// Something that is not computed beforehand.
pub(crate) fn not_computed(expr: &Expr) -> Failure {
    failure(
        unsupported::unread("this expression in a constant", expr.span)
            .help("constants are computed from numbers, operators, `if` and other constants"),
    )
}

fn size(value: &ConstValue) -> usize {
    match value {
        ConstValue::Many(members) => 1 + members.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}
