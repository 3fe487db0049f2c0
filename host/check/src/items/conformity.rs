//! Conformity of an `impl`: whether its members are what the trait declares.

use crate::checker::{Arguments, Bound, BoundKind, Checker, ImplId, ImplItem, Signature, TraitId};
use crate::syntax::spans;
use crate::typing::generics::trait_arguments;
use crate::typing::written::Env;
use naga::Span;
use std::rc::Rc;
use warpbench_codes::{Code, E0049, E0050, E0053, E0185, E0186, E0276, E0326};
use warpbench_hir::types::{Len, Ty};
use warpbench_source::diagnostic::Diagnostic;

/// A function of an `impl` beside that of the trait.
struct Pair {
    /// What the message calls it.
    name: String,
    of: String,
    own: Rc<Signature>,
    asked: Rc<Signature>,
    /// Where the name stands in the `impl`.
    span: Span,
    /// Where the trait declares it, if that is in the text.
    declared: Option<Span>,
}

impl Pair {
    fn report(
        &self,
        checker: &mut Checker,
        code: Code,
        message: String,
        span: Span,
        label: String,
    ) {
        let diagnostic = Diagnostic::new(code, message, span).label(label);
        let diagnostic = match self.declared {
            Some(declared) => diagnostic.other(declared, "declared here"),
            None => diagnostic,
        };
        checker.report(diagnostic.help(format!("write it as `{}` declares it", self.of)));
    }
}

impl Checker {
    /// Compares the members of an `impl` with those of its trait.
    pub(crate) fn check_conformity(&mut self, id: ImplId) {
        let item = self.impls[id].clone();
        let Some((of, _)) = &item.of else { return };
        if !self.traits[*of].generics.consts.is_empty() {
            return;
        }
        let mut names: Vec<&String> = item.functions.keys().collect();
        names.sort_unstable();
        for name in names {
            let own = item.functions[name];
            if let Some(asked) = self.traits[*of].functions.get(name).copied() {
                self.check_function(&item, *of, own, asked);
            }
        }
        self.check_constants(&item, *of);
    }

    fn check_function(&mut self, item: &ImplItem, of: TraitId, own: usize, asked: usize) {
        self.resolve_signature(own);
        self.resolve_signature(asked);
        let (Some(own_signature), Some(asked_signature)) =
            (self.functions[own].signature.clone(), self.functions[asked].signature.clone())
        else {
            return;
        };
        let declared = &self.functions[asked];
        let pair = Pair {
            name: self.functions[own].name.clone(),
            of: self.traits[of].name.clone(),
            own: own_signature,
            asked: asked_signature,
            span: self.functions[own].span,
            declared: (!declared.is_library).then_some(declared.span),
        };
        if self.check_shape(&pair) && self.check_counts(item, of, &pair) {
            let given = self.arguments_in_impl(item, of, &pair);
            self.check_types(&pair, &given);
            self.check_stricter(&pair, &given, item, of);
        }
    }

    /// `self`, and how many parameters there are.
    fn check_shape(&mut self, pair: &Pair) -> bool {
        let Pair { name, of, own, asked, .. } = pair;
        let span = pair.span;
        match (own.has_self, asked.has_self) {
            (true, false) => {
                let message = format!("`{name}` takes `self`, but not in the trait `{of}`");
                pair.report(self, E0185, message, span, "`self` is too much".to_owned());
                return false;
            }
            (false, true) => {
                let message = format!("`{name}` takes no `self`, but does in the trait `{of}`");
                pair.report(self, E0186, message, span, "`self` is missing".to_owned());
                return false;
            }
            _ => {}
        }
        let (found, wanted) = (own.params.len(), asked.params.len());
        if found != wanted {
            let message = format!(
                "`{name}` has {found}, but {wanted} in the trait `{of}`",
                found = counted(found, "parameter")
            );
            pair.report(
                self,
                E0050,
                message,
                span,
                format!("expected {}", counted(wanted, "parameter")),
            );
        }
        found == wanted
    }

    /// How many parameters in angle brackets there are.
    fn check_counts(&mut self, item: &ImplItem, of: TraitId, pair: &Pair) -> bool {
        let outer = &self.traits[of].generics;
        let own = pair.own.generics.types.len() - item.generics.types.len();
        let asked = pair.asked.generics.types.len() - outer.types.len();
        let own_consts = pair.own.generics.consts.len() - item.generics.consts.len();
        let asked_consts = pair.asked.generics.consts.len() - outer.consts.len();
        if (own, own_consts) == (asked, asked_consts) {
            return true;
        }
        let (found, wanted) = (own + own_consts, asked + asked_consts);
        let (name, of) = (&pair.name, &pair.of);
        let found = counted(found, "generic parameter");
        let message = format!("`{name}` has {found}, but {wanted} in the trait `{of}`");
        let label = format!("expected {}", counted(wanted, "generic parameter"));
        pair.report(self, E0049, message, pair.span, label);
        false
    }

    /// What the parameters of the trait's function are in the `impl`.
    fn arguments_in_impl(&self, item: &ImplItem, of: TraitId, pair: &Pair) -> Arguments {
        let outer = self.traits[of].generics.types.len();
        let (first, first_const) = (item.generics.types.len(), item.generics.consts.len());
        let count = pair.asked.generics.types.len() - outer;
        let arguments = item.of.iter().flat_map(|(_, arguments)| arguments).cloned();
        let Arguments { mut types, consts: mut given } =
            trait_arguments(item.ty.clone(), arguments);
        types.truncate(outer);
        let own = (0..count).map(|at| Ty::Param((first + at) as u32));
        let consts = pair.own.generics.consts.iter().enumerate().skip(first_const);
        given.extend(consts.map(|(at, param)| Len::Param(at as u32, param.name.clone())));
        Arguments { types: types.into_iter().chain(own).collect(), consts: given }
    }

    fn check_types(&mut self, pair: &Pair, given: &Arguments) {
        for (own, asked) in pair.own.params.iter().zip(&pair.asked.params) {
            let wanted = self.substituted(&asked.ty, given);
            if !can_be_same(&own.ty, &wanted) {
                return self.report_other(pair, "takes", &own.ty, &wanted, own.span);
            }
        }
        if pair.own.opaque.is_some() || pair.asked.opaque.is_some() {
            return;
        }
        let wanted = self.substituted(&pair.asked.result, given);
        if !can_be_same(&pair.own.result, &wanted) {
            let span = pair.own.result_span.unwrap_or(pair.span);
            self.report_other(pair, "returns", &pair.own.result, &wanted, span);
        }
    }

    fn report_other(&mut self, pair: &Pair, verb: &str, own: &Ty, asked: &Ty, span: Span) {
        let generics = &pair.own.generics;
        let (found, wanted) = (self.show_in(own, generics), self.show_in(asked, generics));
        let (name, of) = (&pair.name, &pair.of);
        let message = format!("`{name}` {verb} another type than in the trait `{of}`");
        pair.report(self, E0053, message, span, format!("expected `{wanted}`, found `{found}`"));
    }

    /// An `impl` may not ask for more than its trait.
    fn check_stricter(&mut self, pair: &Pair, given: &Arguments, item: &ImplItem, of: TraitId) {
        let outer = item.generics.bounds.len();
        let asked_outer = self.traits[of].generics.bounds.len();
        let asked: Vec<Bound> = pair.asked.generics.bounds[asked_outer..].to_vec();
        let mut known = Vec::new();
        for bound in asked {
            if let BoundKind::Trait { id, .. } = bound.kind {
                known.push((self.substituted(&bound.ty, given), id));
            }
        }
        let own: Vec<Bound> = pair.own.generics.bounds[outer..].to_vec();
        let first = item.generics.types.len() as u32;
        for bound in own {
            let (Ty::Param(at), BoundKind::Trait { id, .. }) = (&bound.ty, &bound.kind) else {
                continue;
            };
            let is_known = |checker: &Checker| {
                known.iter().any(|(ty, asked)| *ty == bound.ty && checker.asks_for(*asked, *id, 0))
            };
            let is_always = matches!(self.traits[*id].name.as_str(), "Sized" | "Send" | "Sync");
            if *at < first || is_always || is_known(self) {
                continue;
            }
            let wanted = self.traits[*id].name.clone();
            let (name, of) = (&pair.name, &pair.of);
            let message = format!("`{name}` asks for more than in the trait `{of}`");
            let label = format!("`{of}` does not ask for `{wanted}`");
            pair.report(self, E0276, message, bound.span, label);
        }
    }

    /// Whether whoever has one trait has another.
    fn asks_for(&self, of: TraitId, wanted: TraitId, depth: usize) -> bool {
        if of == wanted || depth > 16 {
            return true;
        }
        let inner = self.traits[of].supertraits.iter().filter_map(|bound| match bound.kind {
            BoundKind::Trait { id, .. } => Some(id),
            BoundKind::Call { .. } => None,
        });
        let library = self.facts_of_library(&Ty::Error, of, &[]).into_iter().map(|fact| fact.id);
        inner.chain(library).any(|inner| self.asks_for(inner, wanted, depth + 1))
    }

    fn check_constants(&mut self, item: &ImplItem, of: TraitId) {
        let mut names: Vec<&String> = item.constants.keys().collect();
        names.sort_unstable();
        for name in names {
            let Some(asked) = self.traits[of].constant_types.get(name).cloned() else { continue };
            let scope = self.traits[of].scope;
            let asked = self.ty(&asked, &mut Env::items(scope));
            let arguments = item.of.iter().flat_map(|(_, arguments)| arguments).cloned();
            let asked = self.substituted(&asked, &trait_arguments(item.ty.clone(), arguments));
            let written = item.constants[name].ty.clone();
            let consts = &item.generics.consts;
            let mut env = Env { scope: item.scope, const_params: consts, infer: None };
            let own = self.ty(&written, &mut env);
            if can_be_same(&own, &asked) {
                continue;
            }
            let (found, wanted) = (self.show(&own), self.show(&asked));
            let of = self.traits[of].name.clone();
            let message = format!("`{name}` has another type than in the trait `{of}`");
            self.report(
                Diagnostic::new(E0326, message, spans::of(&written))
                    .label(format!("expected `{wanted}`, found `{found}`"))
                    .help(format!("write `{wanted}`")),
            );
        }
    }
}

/// A number of things, in words.
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Whether two types are the same, as far as that can be told.
fn can_be_same(left: &Ty, right: &Ty) -> bool {
    let is_open = |ty: &Ty| {
        matches!(
            ty,
            Ty::Error | Ty::Never | Ty::Var(_) | Ty::Projection(_) | Ty::Closure(_) | Ty::Iter(_)
        )
    };
    if is_open(left) || is_open(right) {
        return true;
    }
    let same_len = |left: &Len, right: &Len| match (left, right) {
        (Len::Error | Len::Var(_), _) | (_, Len::Error | Len::Var(_)) => true,
        (Len::Param(left, _), Len::Param(right, _)) => left == right,
        (left, right) => left == right,
    };
    let all = |left: &[Ty], right: &[Ty]| {
        left.len() == right.len() && left.iter().zip(right).all(|(l, r)| can_be_same(l, r))
    };
    match (left, right) {
        (Ty::Tuple(left), Ty::Tuple(right)) => all(left, right),
        (Ty::Struct(left, inner), Ty::Struct(right, other)) => left == right && all(inner, other),
        (Ty::Array(left, len), Ty::Array(right, other)) => {
            same_len(len, other) && can_be_same(left, right)
        }
        (Ty::Const(left), Ty::Const(right)) => same_len(left, right),
        (Ty::Slice(left), Ty::Slice(right)) => can_be_same(left, right),
        (Ty::Pointer(m, left), Ty::Pointer(n, right))
        | (Ty::Reference(m, left), Ty::Reference(n, right)) => m == n && can_be_same(left, right),
        (left, right) => left == right,
    }
}
