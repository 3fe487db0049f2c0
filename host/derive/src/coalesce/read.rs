//! From text to [`NaiveKernel`]s.

use super::annotation::{self, Annotation, LoopBounds};
use super::kernel::{
    Binding, Body, GlobalArray, Loop, NaiveKernel, NaiveParam, Node, NodeKind, ParamKind, Scope,
};
use crate::constant::{self, Values};
use crate::syntax::{bytes, expression, source, words};
use crate::tree::{BinaryOp, Element, Expr};
use crate::{Refused, refuse};
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use warpbench_codes::{D0001, D0009, K0008, S0001};
use warpbench_front::diagnostic::Span;

/// What is read of a file.
#[derive(Clone, Debug, Default)]
pub struct KernelFile {
    pub kernels: Vec<NaiveKernel>,
    pub constants: Values,
    /// Those of type `usize`, by their values.
    pub sizes: Vec<(i64, String)>,
    /// Functions that are no kernels, with their words.
    pub helpers: Vec<(String, BTreeSet<String>)>,
    /// Where a `use` can be added, and whether `shared_array` has one.
    pub uses_end: u32,
    pub has_shared_array: bool,
}

/// Reads all kernels of a file.
pub fn read(text: &str) -> Result<KernelFile, Refused> {
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        refuse(S0001, "this cannot be read", bytes(error.span())).help("rustc must accept the file")
    })?;
    let file: syn::File = syn::parse2(tokens).map_err(|error| {
        refuse(S0001, format!("this is no Rust: {error}"), bytes(error.span()))
            .help("a kernel is ordinary Rust; rustc must accept the file")
    })?;
    let mut found = KernelFile::default();
    for item in &file.items {
        match item {
            syn::Item::Const(item) => {
                let value = expression::read(&item.expr, &|name| name.to_owned(), "");
                let ty = source(text, bytes(item.ty.span()));
                if let Some(number) = constant::whole(&value, ty, &found.constants) {
                    let name = item.ident.to_string();
                    let size = number.integer().and_then(|size| i64::try_from(size).ok());
                    if let Some(size) = size
                        && param_kind(&item.ty) == ParamKind::Scalar(Some(Element::Usize))
                    {
                        found.sizes.push((size, name.clone()));
                    }
                    found.constants.insert(name, number);
                }
            }
            syn::Item::Use(item) => {
                let words = words(source(text, bytes(item.span())));
                found.has_shared_array |= words.contains("shared_array");
                found.uses_end = bytes(item.span()).to_range().map_or(0, |range| range.end) as u32;
            }
            _ => {}
        }
    }
    if found.uses_end == 0 {
        let first = file.items.first().map(|item| bytes(item.span()));
        found.uses_end = first.and_then(Span::to_range_start).unwrap_or(0);
    }
    for item in &file.items {
        let syn::Item::Fn(item) = item else { continue };
        let is_kernel = |own: &syn::Attribute| {
            own.path().segments.last().is_some_and(|last| last.ident == "kernel")
        };
        if item.attrs.iter().any(is_kernel) {
            found.kernels.push(read_kernel(item, text, &found.constants)?);
        } else {
            let words = words(source(text, bytes(item.span())));
            found.helpers.push((item.sig.ident.to_string(), words));
        }
    }
    Ok(found)
}

/// The start of a span, as a method to chain.
trait Start {
    fn to_range_start(self) -> Option<u32>;
}

impl Start for Span {
    fn to_range_start(self) -> Option<u32> {
        self.to_range().map(|range| range.start as u32)
    }
}

fn read_kernel(item: &syn::ItemFn, text: &str, constants: &Values) -> Result<NaiveKernel, Refused> {
    let mut params = Vec::new();
    for input in &item.sig.inputs {
        let span = bytes(input.span());
        let syn::FnArg::Typed(input) = input else {
            return Err(refuse(K0008, "a kernel is no method", span).help("write a function"));
        };
        let syn::Pat::Ident(name) = &*input.pat else {
            return Err(
                refuse(D0009, "a parameter needs a name", span).help("take its parts inside")
            );
        };
        params.push(NaiveParam { name: name.ident.to_string(), kind: param_kind(&input.ty), span });
    }
    let whole = bytes(item.span());
    let is_comment = |own: &&syn::Attribute| own.path().is_ident("doc");
    let attribute = item.attrs.iter().find(|own| !is_comment(own)).map(|own| bytes(own.span()));
    let start = attribute.unwrap_or(bytes(item.sig.span()));
    let open = bytes(item.block.brace_token.span.open());
    let outer = params.iter().map(|own| own.name.clone()).chain(constants.keys().cloned());
    let scope: Scope = outer.map(|name| (name.clone(), name)).collect();
    let mut reader = Reader {
        text,
        scopes: vec![scope],
        taken: BTreeSet::new(),
        next: 0,
        threads: None,
        arrays: Vec::new(),
    };
    reader.taken = reader.scopes[0].keys().cloned().collect();
    let body = reader.body(&item.block)?;
    let range = |span: Span| span.to_range().unwrap_or_default();
    Ok(NaiveKernel {
        name: item.sig.ident.to_string(),
        name_span: bytes(item.sig.ident.span()),
        item: whole,
        head: Span::new(range(start).start as u32, range(open).start as u32),
        body,
        threads: reader.threads,
        arrays: reader.arrays,
        words: words(source(text, whole)),
        params,
    })
}

fn param_kind(ty: &syn::Type) -> ParamKind {
    let named = |ty: &syn::Type| match ty {
        syn::Type::Path(path) => {
            path.path.get_ident().and_then(|name| Element::of(&name.to_string()))
        }
        _ => None,
    };
    match ty {
        syn::Type::Ptr(pointer) => {
            ParamKind::Array { element: named(&pointer.elem), is_slice: false }
        }
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(slice) => {
                ParamKind::Array { element: named(&slice.elem), is_slice: true }
            }
            _ => ParamKind::Array { element: None, is_slice: false },
        },
        other => ParamKind::Scalar(named(other)),
    }
}

struct Reader<'t> {
    text: &'t str,
    scopes: Vec<Scope>,
    /// Names that variables have already.
    taken: BTreeSet<String>,
    next: usize,
    threads: Option<annotation::Threads>,
    arrays: Vec<GlobalArray>,
}

impl Reader<'_> {
    fn visible(&self) -> Scope {
        let mut all = Scope::new();
        for scope in &self.scopes {
            all.extend(scope.clone());
        }
        all
    }

    fn declare(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}#{number}"));
        let mut all = std::iter::once(name.to_owned()).chain(numbered);
        let own = all.find(|own| !self.taken.contains(own)).unwrap_or_default();
        self.taken.insert(own.clone());
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), own.clone());
        }
        own
    }

    fn expr(&self, expr: &syn::Expr) -> Expr {
        let visible = self.visible();
        let resolve = |name: &str| visible.get(name).cloned().unwrap_or_else(|| name.to_owned());
        expression::read(expr, &resolve, self.text)
    }

    fn body(&mut self, block: &syn::Block) -> Result<Body, Refused> {
        self.scopes.push(Scope::new());
        let open = bytes(block.brace_token.span.open()).to_range().unwrap_or_default().end;
        let close = bytes(block.brace_token.span.close()).to_range().unwrap_or_default().start;
        let mut before = open;
        let mut nodes: Vec<Node> = Vec::new();
        let (mut bound_check, mut bounds) = (false, None);
        for stmt in &block.stmts {
            let range = bytes(stmt.span()).to_range().unwrap_or_default();
            let tail = self.tail(range.end, close);
            let scope = self.visible();
            let (id, lead) = (self.next, Span::new(before as u32, range.start as u32));
            self.next += 1;
            before = tail;
            let kind = match self.annotation(stmt)? {
                Some(Annotation::BoundCheck) => {
                    bound_check = true;
                    NodeKind::Gone
                }
                Some(Annotation::Loop(own)) => {
                    bounds = Some(own);
                    NodeKind::Gone
                }
                Some(Annotation::NaiveKernel(threads)) => {
                    self.threads = Some(threads);
                    NodeKind::Gone
                }
                Some(Annotation::Array { name, sizes }) => {
                    self.arrays.push(GlobalArray { name, sizes, span: bytes(stmt.span()) });
                    NodeKind::Gone
                }
                None => self.stmt(stmt, &mut bounds)?,
            };
            let is_gone = matches!(kind, NodeKind::Gone);
            let span = Span::new(range.start as u32, range.end as u32);
            let tail = Span::new(range.end as u32, tail as u32);
            let is_bound_check = !is_gone && std::mem::take(&mut bound_check);
            nodes.push(Node { id, kind, span, lead, tail, scope, is_bound_check });
        }
        super::counted::join_whiles(&mut nodes);
        self.scopes.pop();
        Ok(Body { nodes, inside: Span::new(open as u32, close as u32) })
    }

    /// The end of a comment that follows on the same line.
    fn tail(&self, end: usize, close: usize) -> usize {
        let rest = self.text.get(end..close).unwrap_or_default();
        let line = rest.lines().next().unwrap_or_default();
        if line.trim_start().starts_with("//") { end + line.len() } else { end }
    }

    fn annotation(&self, stmt: &syn::Stmt) -> Result<Option<Annotation>, Refused> {
        let mac = match stmt {
            syn::Stmt::Macro(own) => &own.mac,
            syn::Stmt::Expr(syn::Expr::Macro(own), _) => &own.mac,
            _ => return Ok(None),
        };
        if mac.path.segments.last().is_none_or(|segment| segment.ident != "cuda_lite") {
            return Ok(None);
        }
        let span = bytes(stmt.span());
        let expr = |tokens: TokenStream| -> Result<Expr, Refused> {
            let parsed: syn::Expr = syn::parse2(tokens)
                .map_err(|error| refuse(D0001, format!("this is no expression: {error}"), span))?;
            Ok(self.expr(&parsed))
        };
        annotation::parse(mac.tokens.clone(), span, &expr).map(Some)
    }

    fn stmt(
        &mut self,
        stmt: &syn::Stmt,
        bounds: &mut Option<LoopBounds>,
    ) -> Result<NodeKind, Refused> {
        match stmt {
            syn::Stmt::Local(local) => Ok(self.local(local)),
            syn::Stmt::Item(_) => Ok(NodeKind::Item),
            syn::Stmt::Macro(_) => Ok(NodeKind::Other),
            syn::Stmt::Expr(expr, _) => self.statement(expr, bounds),
        }
    }

    fn local(&mut self, local: &syn::Local) -> NodeKind {
        let (pattern, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        let ty = ty.and_then(|ty| match param_kind(ty) {
            ParamKind::Scalar(element) => element,
            ParamKind::Array { .. } => None,
        });
        let init = local.init.as_ref().filter(|init| init.diverge.is_none());
        let bind = |reader: &mut Self, pat: &syn::Pat, value: Option<Expr>| {
            let syn::Pat::Ident(name) = pat else { return None };
            let is_mutable = name.mutability.is_some();
            let name = reader.declare(&name.ident.to_string());
            Some(Binding { name, is_mutable, ty, value })
        };
        match (pattern, init.map(|init| &*init.expr)) {
            (syn::Pat::Tuple(names), Some(syn::Expr::Tuple(values)))
                if names.elems.len() == values.elems.len() =>
            {
                let values: Vec<Expr> = values.elems.iter().map(|own| self.expr(own)).collect();
                let all: Option<Vec<Binding>> = (names.elems.iter().zip(values))
                    .map(|(pat, value)| bind(self, pat, Some(value)))
                    .collect();
                all.map_or(NodeKind::Other, NodeKind::Let)
            }
            (pattern, init) => {
                let value = init.map(|init| self.expr(init));
                bind(self, pattern, value).map_or(NodeKind::Other, |own| NodeKind::Let(vec![own]))
            }
        }
    }

    fn statement(
        &mut self,
        expr: &syn::Expr,
        bounds: &mut Option<LoopBounds>,
    ) -> Result<NodeKind, Refused> {
        Ok(match expr {
            syn::Expr::Assign(own) => NodeKind::Assign {
                target: self.expr(&own.left),
                op: None,
                value: self.expr(&own.right),
            },
            syn::Expr::Binary(own) if expression::assigning_op(&own.op).is_some() => {
                NodeKind::Assign {
                    target: self.expr(&own.left),
                    op: expression::assigning_op(&own.op),
                    value: self.expr(&own.right),
                }
            }
            syn::Expr::ForLoop(own) if own.label.is_none() => self.for_loop(own, bounds.take())?,
            syn::Expr::While(own) if own.label.is_none() && !super::counted::has_let(&own.cond) => {
                let condition = self.expr(&own.cond);
                let mut body = self.body(&own.body)?;
                if let Some(bounds) = bounds.take() {
                    body.nodes.retain(|node| !matches!(node.kind, NodeKind::Gone));
                    return super::counted::annotated_while(body, bounds, bytes(own.span()));
                }
                NodeKind::While { condition, body }
            }
            syn::Expr::If(own) if !super::counted::has_let(&own.cond) => self.branch(own)?,
            syn::Expr::Block(own) if own.label.is_none() => {
                NodeKind::Block { body: self.body(&own.block)?, is_unsafe: false }
            }
            syn::Expr::Unsafe(own) => {
                NodeKind::Block { body: self.body(&own.block)?, is_unsafe: true }
            }
            syn::Expr::Return(own) if own.expr.is_none() => NodeKind::Return,
            syn::Expr::Break(own) if own.label.is_none() && own.expr.is_none() => NodeKind::Break,
            syn::Expr::Continue(own) if own.label.is_none() => NodeKind::Continue,
            syn::Expr::MethodCall(_) | syn::Expr::Call(_) => NodeKind::Expr(self.expr(expr)),
            _ => NodeKind::Other,
        })
    }

    fn branch(&mut self, own: &syn::ExprIf) -> Result<NodeKind, Refused> {
        let condition = self.expr(&own.cond);
        let then = self.body(&own.then_branch)?;
        let otherwise = match own.else_branch.as_ref().map(|(_, branch)| &**branch) {
            None => None,
            Some(syn::Expr::Block(block)) => Some(self.body(&block.block)?),
            Some(other) => {
                let span = bytes(other.span());
                let (id, scope) = (self.next, self.visible());
                self.next += 1;
                let kind = self.statement(other, &mut None)?;
                let none = Span::new(0, 0);
                let node =
                    Node { id, kind, span, lead: none, tail: none, scope, is_bound_check: false };
                Some(Body { nodes: vec![node], inside: span })
            }
        };
        Ok(NodeKind::If { condition, then, otherwise })
    }

    fn for_loop(
        &mut self,
        own: &syn::ExprForLoop,
        annotated: Option<LoopBounds>,
    ) -> Result<NodeKind, Refused> {
        let syn::Pat::Ident(name) = &*own.pat else { return Ok(NodeKind::Other) };
        let Some(counted) = super::counted::range(&own.expr) else { return Ok(NodeKind::Other) };
        let start = self.expr(counted.start);
        let mut end = self.expr(counted.end);
        if counted.is_closed {
            end = Expr::binary(BinaryOp::Add, end, Expr::number(1));
        }
        let step = counted.step.map(|own| self.expr(own));
        self.scopes.push(Scope::new());
        let var = self.declare(&name.ident.to_string());
        let body = self.body(&own.body);
        self.scopes.pop();
        let body = body?;
        let from = bytes(own.for_token.span).to_range().unwrap_or_default().start;
        let to = bytes(own.expr.span()).to_range().unwrap_or_default().end;
        let head = Span::new(from as u32, to as u32);
        let is_reversed = counted.is_reversed;
        let own = Loop { var, start, end, step, is_reversed, body, head, annotated };
        Ok(NodeKind::For(Box::new(own)))
    }
}
