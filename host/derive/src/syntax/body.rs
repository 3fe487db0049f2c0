//! Bodies: statements, with the directives among them put where they belong.
//!
//! A variable in a kernel gets a name that no visible variable has: the passes may
//! then take names for variables, and a loop that vanishes leaves its variable
//! behind without hiding another.

use super::expression::{assigning_op, read};
use super::{bytes, directive, source, words};
use crate::tree::{BinaryOp, Expr, For, Partition, Shared, Stmt, StmtKind};
use crate::{Refused, refuse};
use directive::Directive;
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use warpbench_codes::{D0001, D0003, D0004};
use warpbench_front::diagnostic::Span;

/// Reads the body of one function.
pub(super) struct BodyReader<'t> {
    text: &'t str,
    /// What variables are called, from the outside in.
    scopes: Vec<BTreeMap<String, String>>,
    /// Every word of the function, none of which may be invented.
    words: BTreeSet<String>,
    /// Whether the whole function may stand in a kernel.
    is_helper: bool,
    in_kernel: bool,
}

impl<'t> BodyReader<'t> {
    pub(super) fn new(
        text: &'t str,
        item: &syn::ItemFn,
        names: impl Iterator<Item = String>,
    ) -> BodyReader<'t> {
        let outer = names.map(|name| (name.clone(), name)).collect();
        let words = words(source(text, bytes(item.span())));
        let is_helper = !(words.contains("hicuda") && words.contains("tblock"));
        BodyReader { text, scopes: vec![outer], words, is_helper, in_kernel: false }
    }

    fn resolve(&self, name: &str) -> String {
        let own = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        own.cloned().unwrap_or_else(|| name.to_owned())
    }

    /// A new variable; what it is called in the tree.
    fn declare(&mut self, name: &str) -> String {
        let is_visible = self.scopes.iter().any(|scope| scope.contains_key(name));
        let mut own = name.to_owned();
        if is_visible && (self.in_kernel || self.is_helper) {
            let free = (2..).map(|number| format!("{name}_{number}"));
            own = free.into_iter().find(|own| !self.words.contains(own)).unwrap_or(own);
            self.words.insert(own.clone());
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), own.clone());
        }
        own
    }

    fn expr(&self, expr: &syn::Expr) -> Expr {
        read(expr, &|name| self.resolve(name), self.text)
    }

    /// A block's statements. Its last expression is its value, if it may have one.
    pub(super) fn block(
        &mut self,
        block: &syn::Block,
        in_scope: bool,
    ) -> Result<Vec<Stmt>, Refused> {
        if !in_scope {
            self.scopes.push(BTreeMap::new());
        }
        let mut stmts = Vec::new();
        let mut waiting: Option<(Directive, Span)> = None;
        for stmt in &block.stmts {
            if let Some((own, span)) = self.directive(stmt)? {
                if let Some((_, before)) = &waiting {
                    return Err(nothing_follows(*before));
                }
                match own {
                    Directive::Data(data) => stmts.push(Stmt::new(StmtKind::Data(data), &[span])),
                    Directive::Shared(own) => stmts.push(Stmt::new(StmtKind::Shared(own), &[span])),
                    Directive::Barrier => stmts.push(Stmt::new(StmtKind::Barrier, &[span])),
                    other => waiting = Some((other, span)),
                }
                continue;
            }
            let read = match waiting.take() {
                Some((directive, span)) => self.directed(directive, span, stmt)?,
                None => self.stmt(stmt)?,
            };
            stmts.push(read);
        }
        if let Some((_, span)) = waiting {
            return Err(nothing_follows(span));
        }
        if !in_scope {
            self.scopes.pop();
        }
        Ok(stmts)
    }

    fn directive(&self, stmt: &syn::Stmt) -> Result<Option<(Directive, Span)>, Refused> {
        let mac = match stmt {
            syn::Stmt::Macro(own) => &own.mac,
            syn::Stmt::Expr(syn::Expr::Macro(own), _) => &own.mac,
            _ => return Ok(None),
        };
        if mac.path.segments.last().is_none_or(|segment| segment.ident != "hicuda") {
            return Ok(None);
        }
        let span = bytes(stmt.span());
        let expr = |tokens: TokenStream, place: Span| -> Result<Expr, Refused> {
            let parsed: syn::Expr = syn::parse2(tokens)
                .map_err(|error| refuse(D0001, format!("this is no expression: {error}"), place))?;
            Ok(self.expr(&parsed))
        };
        let own = directive::parse(mac.tokens.clone(), span, &expr, &|name| self.resolve(name))?;
        Ok(Some((own, span)))
    }

    /// The statement that a directive is about.
    fn directed(
        &mut self,
        directive: Directive,
        span: Span,
        stmt: &syn::Stmt,
    ) -> Result<Stmt, Refused> {
        let place = bytes(stmt.span());
        let expr = match stmt {
            syn::Stmt::Expr(expr, _) => expr,
            _ => return Err(nothing_follows(span)),
        };
        match (directive, expr) {
            (Directive::Kernel(mut kernel), syn::Expr::Block(block)) => {
                if self.in_kernel {
                    return Err(refuse(D0003, "a kernel stands inside of another", span)
                        .help("end the outer region before it; a kernel cannot launch another"));
                }
                self.in_kernel = true;
                kernel.body = self.block(&block.block, false)?;
                self.in_kernel = false;
                Ok(Stmt::new(StmtKind::Kernel(kernel), &[place, span]))
            }
            (Directive::Singular, syn::Expr::Block(block)) => {
                let body = self.block(&block.block, false)?;
                Ok(Stmt::new(StmtKind::Singular(body), &[place, span]))
            }
            (Directive::Partition(partition), syn::Expr::ForLoop(own)) => {
                let mut stmt = self.for_loop(own, Some(partition))?;
                stmt.origins.push(span);
                Ok(stmt)
            }
            (Directive::Partition(_), _) => {
                Err(refuse(D0003, "`loop_partition` stands before something that is no loop", span)
                    .other(place, "this comes next")
                    .help("write it right before a `for` over a range"))
            }
            _ => Err(nothing_follows(span)),
        }
    }

    fn stmt(&mut self, stmt: &syn::Stmt) -> Result<Stmt, Refused> {
        let span = bytes(stmt.span());
        let kind = match stmt {
            syn::Stmt::Local(local) => match self.local(local) {
                Some(kind) => kind,
                None => self.raw(span)?,
            },
            syn::Stmt::Expr(expr, semicolon) => return self.expr_stmt(expr, semicolon.is_some()),
            syn::Stmt::Macro(_) | syn::Stmt::Item(_) => self.raw(span)?,
        };
        Ok(Stmt::new(kind, &[span]))
    }

    fn local(&mut self, local: &syn::Local) -> Option<StmtKind> {
        let (pattern, ty) = match &local.pat {
            syn::Pat::Type(typed) => {
                (&*typed.pat, Some(source(self.text, bytes(typed.ty.span())).to_owned()))
            }
            other => (other, None),
        };
        let syn::Pat::Ident(name) = pattern else { return None };
        let value = match &local.init {
            Some(init) if init.diverge.is_some() => return None,
            Some(init) => Some(self.expr(&init.expr)),
            None => None,
        };
        let is_mutable = name.mutability.is_some();
        let name = self.declare(&name.ident.to_string());
        Some(StmtKind::Let { name, is_mutable, ty, value })
    }

    fn expr_stmt(&mut self, expr: &syn::Expr, is_closed: bool) -> Result<Stmt, Refused> {
        let span = bytes(expr.span());
        let kind = match expr {
            syn::Expr::Assign(assign) => StmtKind::Assign {
                target: self.expr(&assign.left),
                op: None,
                value: self.expr(&assign.right),
            },
            syn::Expr::Binary(binary) if assigning_op(&binary.op).is_some() => StmtKind::Assign {
                target: self.expr(&binary.left),
                op: assigning_op(&binary.op),
                value: self.expr(&binary.right),
            },
            syn::Expr::ForLoop(own) => return self.for_loop(own, None),
            syn::Expr::While(own) if own.label.is_none() => {
                let condition = self.expr(&own.cond);
                StmtKind::While { condition, body: self.block(&own.body, false)? }
            }
            syn::Expr::If(own) if is_closed || !is_value(own) => self.branch(own)?,
            syn::Expr::Block(own) if own.label.is_none() => {
                StmtKind::Block(self.block(&own.block, false)?)
            }
            syn::Expr::Return(own) => {
                StmtKind::Return(own.expr.as_ref().map(|value| self.expr(value)))
            }
            syn::Expr::Break(own) if own.label.is_none() && own.expr.is_none() => StmtKind::Break,
            syn::Expr::Continue(own) if own.label.is_none() => StmtKind::Continue,
            syn::Expr::Macro(_) | syn::Expr::Loop(_) => self.raw(span)?,
            other => match is_closed {
                true => StmtKind::Expr(self.expr(other)),
                false => StmtKind::Value(self.expr(other)),
            },
        };
        Ok(Stmt::new(kind, &[span]))
    }

    fn branch(&mut self, own: &syn::ExprIf) -> Result<StmtKind, Refused> {
        let condition = self.expr(&own.cond);
        let then = self.block(&own.then_branch, false)?;
        let otherwise = match &own.else_branch {
            None => None,
            Some((_, branch)) => Some(match &**branch {
                syn::Expr::Block(block) => self.block(&block.block, false)?,
                other => vec![self.expr_stmt(other, true)?],
            }),
        };
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn for_loop(
        &mut self,
        own: &syn::ExprForLoop,
        partition: Option<Partition>,
    ) -> Result<Stmt, Refused> {
        let span = bytes(own.span());
        let head = bytes(own.for_token.span);
        let counted = counted(&own.expr);
        let name = match &*own.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_string()),
            syn::Pat::Wild(_) => Some("_".to_owned()),
            _ => None,
        };
        let (Some(counted), Some(name), None) = (counted, name, &own.label) else {
            if partition.is_some() {
                return Err(refuse(D0004, "this loop cannot be partitioned", head).help(
                    "write `for i in start..end`, or `(start..end).step_by(number)`, without a label",
                ));
            }
            return Ok(Stmt::new(self.raw(span)?, &[span]));
        };
        let start = self.expr(counted.range.start.as_deref().unwrap_or(&own.expr));
        let end = self.expr(counted.range.end.as_deref().unwrap_or(&own.expr));
        let end = match counted.range.limits {
            syn::RangeLimits::HalfOpen(_) => end,
            syn::RangeLimits::Closed(_) => Expr::binary(BinaryOp::Add, end, Expr::number(1)),
        };
        self.scopes.push(BTreeMap::new());
        let var = if name == "_" { name } else { self.declare(&name) };
        let body = self.block(&own.body, true);
        self.scopes.pop();
        let (step, is_reversed) = (counted.step, counted.is_reversed);
        let own = For {
            var,
            start,
            end,
            step,
            stride: None,
            is_reversed,
            body: body?,
            partition,
            span: head,
        };
        Ok(Stmt::new(StmtKind::For(Box::new(own)), &[span]))
    }

    /// What the translator does not read. Directives inside of it would be lost.
    fn raw(&self, span: Span) -> Result<StmtKind, Refused> {
        let text = source(self.text, span);
        if text.contains("hicuda!") {
            return Err(refuse(
                D0003,
                "a directive stands where the translator does not read",
                span,
            )
            .help("directives stand in bodies of functions, `for`, `while`, `if` and blocks"));
        }
        Ok(StmtKind::Raw(dedented(text)))
    }
}

/// A range that a loop counts through.
struct Counted<'e> {
    range: &'e syn::ExprRange,
    step: i64,
    is_reversed: bool,
}

fn counted(expr: &syn::Expr) -> Option<Counted<'_>> {
    match expr {
        syn::Expr::Paren(inner) => counted(&inner.expr),
        syn::Expr::Range(range) if range.start.is_some() && range.end.is_some() => {
            Some(Counted { range, step: 1, is_reversed: false })
        }
        syn::Expr::MethodCall(call) if call.method == "step_by" => {
            let before = counted(&call.receiver).filter(|before| before.step == 1)?;
            let syn::Expr::Lit(literal) = call.args.first()? else { return None };
            let syn::Lit::Int(number) = &literal.lit else { return None };
            let step = number.base10_parse::<i64>().ok().filter(|step| *step > 0)?;
            Some(Counted { step, ..before })
        }
        syn::Expr::MethodCall(call) if call.method == "rev" => {
            let before = counted(&call.receiver)?;
            (before.step == 1 && !before.is_reversed)
                .then_some(Counted { is_reversed: true, ..before })
        }
        _ => None,
    }
}

/// Whether an `if` at the end of a block is its value.
fn is_value(own: &syn::ExprIf) -> bool {
    matches!(own.then_branch.stmts.last(), Some(syn::Stmt::Expr(value, None))
        if !matches!(value, syn::Expr::If(_) | syn::Expr::ForLoop(_) | syn::Expr::While(_)
            | syn::Expr::Block(_) | syn::Expr::Assign(_) | syn::Expr::Macro(_)))
        && own.else_branch.is_some()
}

fn nothing_follows(span: Span) -> Refused {
    refuse(D0003, "nothing follows that this directive is about", span).help(
        "write `kernel` and `singular` before a block `{ … }`, `loop_partition` before a `for`",
    )
}

/// Lines moved to the left as far as all but the first allow.
fn dedented(text: &str) -> String {
    let indents = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let least = indents.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let lines = text.lines().enumerate();
    let moved =
        lines.map(|(at, line)| if at == 0 { line } else { line.get(least..).unwrap_or("") });
    moved.collect::<Vec<_>>().join("\n")
}

impl Shared {
    pub(crate) fn span(&self) -> Span {
        match self {
            Shared::Alloc { span, .. }
            | Shared::CopyOut { span, .. }
            | Shared::Remove { span, .. } => *span,
        }
    }
}
