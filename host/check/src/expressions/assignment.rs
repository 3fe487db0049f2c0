//! Assignments, and what may be changed.

use crate::body::{Body, Expect, broken, expr};
use crate::checker::Space;
use crate::expressions::assigned_pattern;
use crate::expressions::place::is_place;
use crate::syntax::spans;
use crate::typing::coerce::Because;
use crate::typing::infer::TyVarKind;
use naga::Span;
use syn::Expr;
use warpbench_codes::{Code, E0067, E0070, E0384, E0425, E0594, E0596};
use warpbench_hir::types::{Len, Mutability, Ty};
use warpbench_hir::{self as hir, ExprKind, Pattern, PatternKind, Statement};
use warpbench_source::diagnostic::Diagnostic;

/// What is done to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// `x = 1`
    Assign,
    /// `x += 1`
    Compute,
    /// `&mut x`
    Borrow,
}

impl Change {
    fn verb(self) -> &'static str {
        match self {
            Change::Assign | Change::Compute => "assign to",
            Change::Borrow => "borrow",
        }
    }

    /// The code where there is no place to change.
    fn of_no_place(self) -> Code {
        match self {
            Change::Assign | Change::Borrow => E0070,
            Change::Compute => E0067,
        }
    }

    /// The code where the place may only be read.
    pub(crate) fn of_read_only(self) -> Code {
        match self {
            Change::Assign | Change::Compute => E0594,
            Change::Borrow => E0596,
        }
    }
}

impl Body<'_> {
    /// `a = b`.
    pub(crate) fn assign(&mut self, syntax: &syn::ExprAssign, span: Span) -> hir::Expr {
        if assigned_pattern::is_partial(&syntax.left) {
            let mut block = self.expr(&assigned_pattern::desugared(syntax), &Expect::None);
            block.span = span;
            return block;
        }
        if is_pattern(&syntax.left) {
            return self.assign_parts(syntax, span);
        }
        if let Some(missing) = self.assigned_unknown(syntax, span) {
            return missing;
        }
        let mut place = self.expr(&syntax.left, &Expect::None);
        self.require_place(&mut place, Change::Assign);
        let ty = place.ty.clone();
        let because =
            Because::Other(place.span, format!("expected because this is `{}`", self.show(&ty)));
        let value = self.expr_of_type(&syntax.right, &ty, Some(because));
        if matches!(place.kind, ExprKind::Error) {
            return broken(span);
        }
        if let Some(write) = self.write_component(&place, None, &value, span) {
            return write;
        }
        expr(ExprKind::Assign(Box::new(place), Box::new(value)), Ty::UNIT, span)
    }

    /// `x = 1` where there is no `x`, nor a name that could be meant.
    fn assigned_unknown(&mut self, syntax: &syn::ExprAssign, span: Span) -> Option<hir::Expr> {
        let Expr::Path(path) = syntax.left.as_ref() else { return None };
        let name = path.path.get_ident()?.to_string();
        if self.find_value_here(&name).is_some() {
            return None;
        }
        let locals = self.visible_locals();
        let locals = locals.iter().map(String::as_str);
        if self.checker.nearest_name(self.scope, Space::Values, &name, locals).is_some() {
            return None;
        }
        self.expr(&syntax.right, &Expect::None);
        let place = spans::of(&path.path);
        let words = self.checker.quote(spans::of_expr(&syntax.right)).unwrap_or("…");
        let help = format!("write `let {name} = {words};`, with `let mut` if it changes later");
        self.report(
            Diagnostic::new(E0425, format!("cannot find `{name}` in this scope"), place)
                .label("not declared")
                .help(help),
        );
        self.declare(&name, Ty::Error, true, place);
        Some(broken(span))
    }

    /// `(a, b) = (b, a)`: the values are computed first, then stored.
    fn assign_parts(&mut self, syntax: &syn::ExprAssign, span: Span) -> hir::Expr {
        let mut stores = Vec::new();
        let (pattern, ty) = self.places(&syntax.left, &mut stores);
        let value = self.expr_of_type(&syntax.right, &ty, None);
        let mut statements = vec![Statement::Let(pattern, Some(value), span)];
        statements.extend(stores.into_iter().map(Statement::Expr));
        expr(ExprKind::Block(None, hir::Block { statements, value: None }), Ty::UNIT, span)
    }

    fn places(&mut self, syntax: &Expr, stores: &mut Vec<hir::Expr>) -> (Pattern, Ty) {
        let span = spans::of_expr(syntax);
        match syntax {
            Expr::Paren(paren) => self.places(&paren.expr, stores),
            Expr::Array(array) => {
                let (mut parts, mut element) = (Vec::new(), None);
                for member in &array.elems {
                    let (pattern, ty) = self.places(member, stores);
                    if let Some(known) = &element {
                        self.same_type(&ty, known, pattern.span);
                    }
                    element.get_or_insert(ty);
                    parts.push(pattern);
                }
                let element = element.unwrap_or(Ty::Error);
                let ty = Ty::Array(Box::new(element), Len::Known(parts.len() as u32));
                let kind = PatternKind::Slice(parts, None, Vec::new());
                (Pattern { kind, ty: ty.clone(), span }, ty)
            }
            Expr::Infer(_) => {
                let ty = self.fresh(TyVarKind::Any, span);
                (Pattern { kind: PatternKind::Any, ty: ty.clone(), span }, ty)
            }
            Expr::Tuple(tuple) => {
                let (mut parts, mut members) = (Vec::new(), Vec::new());
                for (index, member) in tuple.elems.iter().enumerate() {
                    let (pattern, ty) = self.places(member, stores);
                    parts.push((index as u32, pattern));
                    members.push(ty);
                }
                let ty = self.bounded(Ty::Tuple(members), span);
                (Pattern { kind: PatternKind::Parts(parts), ty: ty.clone(), span }, ty)
            }
            _ => {
                let mut place = self.expr(syntax, &Expect::None);
                self.require_place(&mut place, Change::Assign);
                let ty = place.ty.clone();
                let id = self.declare("", ty.clone(), false, span);
                let value = expr(ExprKind::Local(id), ty.clone(), span);
                let store = ExprKind::Assign(Box::new(place), Box::new(value));
                stores.push(expr(store, Ty::UNIT, span));
                (Pattern { kind: PatternKind::Bind(id), ty: ty.clone(), span }, ty)
            }
        }
    }

    /// Reports what cannot be written to. `how` is what is being done.
    pub(crate) fn require_place(&mut self, place: &mut hir::Expr, how: Change) -> bool {
        if matches!(place.kind, ExprKind::Error) {
            return false;
        }
        if !is_place(place) {
            let words = place.span.to_range().and_then(|range| self.checker.text.get(range));
            let has_lines = words.is_some_and(|words| words.contains('\n'));
            let diagnostic = Diagnostic::new(
                how.of_no_place(),
                "invalid left-hand side of assignment",
                place.span,
            )
            .label("not a place that holds a value");
            self.report(if has_lines {
                diagnostic.help("end the line before with `;`, if this is a new statement")
            } else {
                diagnostic
            });
            return false;
        }
        if let ExprKind::Local(id) = place.kind
            && self.variables.deferred.contains(&id)
        {
            // Whether it has a value already is seen when the body is complete.
            return true;
        }
        self.writable(place, how)
    }

    /// Whether a place may be changed; if not, that is reported.
    pub(crate) fn writable(&mut self, place: &mut hir::Expr, how: Change) -> bool {
        let whole = place.span;
        self.writable_part(place, how, whole)
    }

    fn writable_part(&mut self, place: &mut hir::Expr, how: Change, whole: Span) -> bool {
        let span = place.span;
        match &mut place.kind {
            ExprKind::Local(id) => {
                let id = *id;
                if self.locals[id].is_mutable && !self.variables.deferred.contains(&id) {
                    return true;
                }
                self.report_immutable(id, how, whole, span != whole);
                false
            }
            ExprKind::Field(inner, _) | ExprKind::Index(inner, _) => {
                self.writable_part(inner, how, whole)
            }
            ExprKind::Deref(inner) => {
                if let ExprKind::Subslice(base, ..) = &mut inner.kind {
                    let is_writable = self.writable_part(base, how, whole);
                    if let Ty::Reference(mutability, _) = &mut inner.ty {
                        *mutability = Mutability::Mut;
                    }
                    return is_writable;
                }
                if let ExprKind::Call(..) = inner.kind
                    && let Some(is_writable) = self.index_mut(inner, how)
                {
                    return is_writable;
                }
                match self.head(&inner.ty) {
                    Ty::Pointer(Mutability::Const, to) | Ty::Reference(Mutability::Const, to) => {
                        let inner = (**inner).clone();
                        self.report_read_only(&inner, &to, how, whole);
                        false
                    }
                    _ => true,
                }
            }
            ExprKind::Error => false,
            ExprKind::Constant(id) => {
                let verb = how.verb();
                let is_static = self.checker.constants[*id].is_static;
                let code = if is_static { how.of_read_only() } else { how.of_no_place() };
                self.report(
                    Diagnostic::new(code, format!("cannot {verb} a constant"), whole)
                        .help("copy it into a variable: `let mut copy = …;`"),
                );
                false
            }
            // A value that nothing holds may be borrowed to be changed.
            _ if how == Change::Borrow => true,
            _ => {
                self.report(
                    Diagnostic::new(
                        how.of_no_place(),
                        "invalid left-hand side of assignment",
                        span,
                    )
                    .label("not a place that holds a value"),
                );
                false
            }
        }
    }

    /// `is_part` says that a part of the variable is changed: that is never its first value.
    fn report_immutable(&mut self, id: hir::LocalId, how: Change, span: Span, is_part: bool) {
        let local = self.locals[id].clone();
        let name = &local.name;
        let is_param = self
            .item()
            .and_then(|id| self.checker.functions[id].signature.as_ref())
            .is_some_and(|signature| id < signature.params.len());
        let what = if is_param { "parameter" } else { "variable" };
        let code = match how {
            Change::Assign | Change::Compute if !is_part => E0384,
            _ => how.of_read_only(),
        };
        let message = match how {
            Change::Borrow => {
                format!("cannot borrow `{name}` as mutable, as it is not declared `mut`")
            }
            _ if is_param => format!("cannot assign to immutable parameter `{name}`"),
            _ => format!("cannot assign twice to immutable variable `{name}`"),
        };
        let label = if how == Change::Borrow { "borrowed to be changed" } else { "changed here" };
        let help = if name == "self" {
            "write `&mut self`".to_owned()
        } else if is_param {
            format!("declare it as `mut {name}`")
        } else {
            format!("declare it with `let mut {name}`")
        };
        let diagnostic = Diagnostic::new(code, message, span)
            .label(label)
            .other(local.span, format!("the {what} is declared here, without `mut`"))
            .help(help);
        self.report(diagnostic);
    }

    fn report_read_only(&mut self, inner: &hir::Expr, to: &Ty, how: Change, span: Span) {
        let (shown, to) = (self.show(&inner.ty), self.show(to));
        let is_pointer = matches!(self.head(&inner.ty), Ty::Pointer(..));
        let what = if is_pointer { "pointer" } else { "reference" };
        let words =
            self.checker.quote(span).map_or("this".to_owned(), |words| format!("`{words}`"));
        let verb = if how == Change::Borrow { "borrow as mutable" } else { how.verb() };
        let better = if is_pointer { format!("*mut {to}") } else { format!("&mut {to}") };
        self.report(
            Diagnostic::new(
                how.of_read_only(),
                format!("cannot {verb} {words}, which is behind a `{shown}`"),
                span,
            )
            .label(format!("a `{shown}` {what} only allows to read"))
            .help(format!("declare the {what} as `{better}`")),
        );
    }
}

fn is_pattern(syntax: &Expr) -> bool {
    matches!(syntax, Expr::Tuple(_) | Expr::Infer(_) | Expr::Array(_))
}
