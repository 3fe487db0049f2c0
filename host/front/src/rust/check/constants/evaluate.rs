//! Computes constants, as rustc does when it compiles.

use crate::diagnostic::Diagnostic;
use crate::rust::check::checker::Checker;
use crate::rust::check::constants::arithmetic;
use crate::rust::check::wording::unsupported;
use crate::rust::hir::{
    Arm, Block, Builtin, ConstValue, Expr, ExprKind, LazyOp, LocalId, Pattern, PatternKind,
    Statement,
};
use crate::rust::types::{Len, Ty};
use std::collections::HashMap;

/// Why there is no value: a diagnostic, or nothing where one has been given.
pub(crate) type Failure = Option<Box<Diagnostic>>;

/// How many values are made for all constants of a file.
pub(crate) const MAX_STEPS: usize = 1 << 22;

/// The value of a checked expression, and how many of the steps are left.
pub(crate) fn evaluate(
    checker: &Checker,
    expr: &Expr,
    steps_left: usize,
) -> (Result<ConstValue, Failure>, usize) {
    let mut evaluator = Evaluator { checker, locals: HashMap::new(), steps_left };
    let value = evaluator.expr(expr);
    (value, evaluator.steps_left)
}

struct Evaluator<'a> {
    checker: &'a Checker,
    locals: HashMap<LocalId, ConstValue>,
    /// How many values may still be made.
    steps_left: usize,
}

impl Evaluator<'_> {
    fn expr(&mut self, expr: &Expr) -> Result<ConstValue, Failure> {
        match &expr.kind {
            ExprKind::Error => Err(None),
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Constant(_)
            | ExprKind::Local(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..) => self.part(expr),
            ExprKind::Unary(op, inner) => {
                let value = self.expr(inner)?;
                arithmetic::unary(*op, value, expr)
            }
            ExprKind::Binary(op, left, right) => {
                let (left_value, right_value) = (self.expr(left)?, self.expr(right)?);
                arithmetic::binary(*op, (left_value, &left.ty), right_value, expr)
            }
            ExprKind::Lazy(op, left, right) => match (op, self.expr(left)?) {
                (LazyOp::And, ConstValue::Bool(false)) => Ok(ConstValue::Bool(false)),
                (LazyOp::Or, ConstValue::Bool(true)) => Ok(ConstValue::Bool(true)),
                _ => self.expr(right),
            },
            ExprKind::Cast(inner) => {
                let value = self.expr(inner)?;
                arithmetic::cast(value, &expr.ty).ok_or_else(|| not_computed(expr))
            }
            ExprKind::If(condition, then, otherwise) => match self.expr(condition)? {
                ConstValue::Bool(true) => self.expr(then),
                _ => match otherwise {
                    Some(otherwise) => self.expr(otherwise),
                    None => Ok(ConstValue::Many(Vec::new())),
                },
            },
            ExprKind::Match(value, arms) => self.arms(value, arms),
            ExprKind::Block(_, block) => self.block(block, expr),
            ExprKind::Tuple(members) | ExprKind::Array(members) => {
                let members = members.iter().map(|member| self.expr(member));
                Ok(ConstValue::Many(members.collect::<Result<_, _>>()?))
            }
            ExprKind::Repeat(value) => {
                let Ty::Array(_, Len::Known(len)) = expr.ty else { return Err(None) };
                let value = self.expr(value)?;
                self.count(size(&value).saturating_mul(len as usize), expr)?;
                Ok(ConstValue::Many(vec![value; len as usize]))
            }
            ExprKind::Builtin(Builtin::Math(math), arguments) => {
                let values: Vec<ConstValue> =
                    arguments.iter().map(|value| self.expr(value)).collect::<Result<_, _>>()?;
                arithmetic::math(*math, &values, expr)
            }
            ExprKind::Builtin(Builtin::Len, arguments) => self.len(arguments, expr),
            _ => Err(not_computed(expr)),
        }
    }

    fn arms(&mut self, value: &Expr, arms: &[Arm]) -> Result<ConstValue, Failure> {
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
        Err(None)
    }

    fn block(&mut self, block: &Block, expr: &Expr) -> Result<ConstValue, Failure> {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, Some(value), _) => {
                    let value = self.expr(value)?;
                    self.fits(pattern, &value);
                }
                Statement::Let(..) => return Err(not_computed(expr)),
                Statement::Expr(value) => {
                    self.expr(value)?;
                }
            }
        }
        match &block.value {
            Some(value) => self.expr(value),
            None => Ok(ConstValue::Many(Vec::new())),
        }
    }

    /// Keeps constants from taking time and memory without bound.
    fn count(&mut self, values: usize, expr: &Expr) -> Result<(), Failure> {
        self.steps_left = self.steps_left.checked_sub(values).ok_or_else(|| {
            failure(
                Diagnostic::new("the constants of this file take too long to compute", expr.span)
                    .help("pass tables to the kernel as buffers"),
            )
        })?;
        Ok(())
    }

    /// A constant or variable, or a part of one; only the part is copied.
    fn part(&mut self, expr: &Expr) -> Result<ConstValue, Failure> {
        let mut places = Vec::new();
        let mut base = expr;
        loop {
            match &base.kind {
                ExprKind::Index(inner, index) => {
                    let ConstValue::Int(place) = self.expr(index)? else { return Err(None) };
                    places.push((place, base));
                    base = inner;
                }
                ExprKind::Field(inner, place) => {
                    places.push((i128::from(*place), base));
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
            let ConstValue::Many(members) = value else { return Err(None) };
            let member = usize::try_from(place).ok().and_then(|place| members.get(place));
            value = member.ok_or_else(|| {
                failure(Diagnostic::new(format!("index {place} is out of bounds"), at.span))
            })?;
        }
        let value = value.clone();
        self.count(size(&value), expr)?;
        Ok(value)
    }

    fn len(&mut self, arguments: &[Expr], expr: &Expr) -> Result<ConstValue, Failure> {
        let ty = match arguments {
            [Expr { ty: Ty::Reference(_, to), .. }] => to.as_ref(),
            _ => return Err(not_computed(expr)),
        };
        match ty {
            Ty::Array(_, Len::Known(len)) => Ok(ConstValue::Int(i128::from(*len))),
            _ => Err(not_computed(expr)),
        }
    }

    /// Whether a value fits a pattern; its variables get their values.
    fn fits(&mut self, pattern: &Pattern, value: &ConstValue) -> bool {
        match (&pattern.kind, value) {
            (PatternKind::Any, _) => true,
            (PatternKind::Bind(id), value) => {
                self.locals.insert(*id, value.clone());
                true
            }
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
