//! Calls: which references that a function is given its result may hold.

use super::build::{Builder, Value};
use super::graph::Region;
use super::signature::{Lifetime, Reader};
use super::slots;
use std::collections::HashMap;
use syn::{FnArg, ReturnType};
use warpbench_hir::types::Ty;
use warpbench_hir::{Expr, FunctionId};

/// A reference that a function is given.
#[derive(Clone, Debug)]
struct Given {
    lifetime: Lifetime,
    region: Region,
    /// Whether it is the receiver's own, `&self`.
    is_receiver: bool,
    /// Whether it only keeps an iterator going, and its items know nothing of it.
    holds: bool,
    /// Whether a closure returns it.
    is_result: bool,
}

impl Builder<'_> {
    pub(super) fn call(&mut self, id: FunctionId, parts: &[Expr], expr: &Expr) -> Value {
        let values: Vec<Value> = parts.iter().map(|part| self.argument(part)).collect();
        let all: Vec<&Value> = values.iter().collect();
        let (made, own) = self.made_of(&all, Vec::new(), &expr.ty, expr.span);
        if expr.ty == Ty::Never {
            self.at = None;
            return made;
        }
        let Some(instance) = self.checker.made.functions.get(id) else { return made };
        let has_references = values.iter().any(|value| value.temp.is_some());
        if !has_references {
            return made;
        }
        let function = instance.item;
        let checker = self.checker;
        let reader = Reader::new(checker, function);
        let syntax = &checker.functions[function].signature_syntax;
        let mut shared: HashMap<Lifetime, Region> = HashMap::new();
        let mut given = Vec::new();
        for ((input, part), value) in syntax.inputs.iter().zip(parts).zip(&values) {
            let regions = self.slots_of(value);
            let lifetimes = input_lifetimes(&reader, input, &part.ty, regions.len());
            let invariant = slots::invariant(checker, &part.ty);
            let is_held = slots::holds(&part.ty);
            for (at, (lifetime, region)) in lifetimes.into_iter().zip(regions).enumerate() {
                let holds = is_held && at == 0;
                let is_shared =
                    matches!(lifetime, Lifetime::Named(_) | Lifetime::OfSelf | Lifetime::Param(..));
                // Only who returns the very thing returns what it needs to go on.
                let is_own = matches!(&lifetime, Lifetime::Param(name, _) if !name.is_empty());
                if is_shared && (!holds || is_own) {
                    let together = match shared.get(&lifetime) {
                        Some(region) => *region,
                        None => {
                            let new = self.region();
                            shared.insert(lifetime.clone(), new);
                            new
                        }
                    };
                    self.flow(region, together);
                    if invariant.get(at).copied().unwrap_or(false) {
                        self.flow(together, region);
                    }
                }
                let is_receiver = at == 0
                    && matches!(input, FnArg::Receiver(receiver) if receiver.reference.is_some());
                let is_result = !holds && matches!(part.ty, Ty::Closure(_));
                given.push(Given { lifetime, region, is_receiver, holds, is_result });
            }
        }
        if own.is_empty() {
            return made;
        }
        let results = match &syntax.output {
            ReturnType::Default => Vec::new(),
            ReturnType::Type(_, written) if is_opaque(written) => {
                let all: Vec<Region> = given.iter().map(|given| given.region).collect();
                self.flow_any(&all, &own);
                return made;
            }
            ReturnType::Type(_, written) => reader.lifetimes(written, &expr.ty),
        };
        let closures: Vec<&Ty> =
            parts.iter().map(|part| &part.ty).filter(|ty| matches!(ty, Ty::Closure(_))).collect();
        let returns_given =
            closures.is_empty() || closures.iter().any(|ty| self.may_return_given(ty));
        for (lifetime, to) in results.iter().zip(&own) {
            // What only a closure can have made is of nothing else.
            let is_made = matches!(lifetime, Lifetime::Param(name, _) if reader.is_own(name));
            let returns_given = returns_given || !is_made;
            for from in sources(lifetime, &given, &shared, returns_given) {
                self.flow(from, *to);
            }
        }
        made
    }
}

/// The regions that flow into a reference of a result.
fn sources(
    lifetime: &Lifetime,
    given: &[Given],
    shared: &HashMap<Lifetime, Region>,
    returns_given: bool,
) -> Vec<Region> {
    let inner = |given: &&Given| given.lifetime != Lifetime::Elided && !given.holds;
    match lifetime {
        Lifetime::Static | Lifetime::Unknown => Vec::new(),
        Lifetime::Elided => {
            if let Some(receiver) = given.iter().find(|given| given.is_receiver) {
                return vec![receiver.region];
            }
            // Without `self` there is only one that can be meant.
            let named = given.iter().filter(|given| {
                matches!(given.lifetime, Lifetime::Elided | Lifetime::Named(_) | Lifetime::OfSelf)
            });
            named.map(|given| given.region).collect()
        }
        Lifetime::Projected => given.iter().filter(inner).map(|given| given.region).collect(),
        // Part of an `impl Trait`, which may hold all that the function is given.
        Lifetime::Param(name, _) if name.is_empty() => {
            given.iter().map(|given| given.region).collect()
        }
        other => match shared.get(other) {
            Some(region) => vec![*region],
            // A closure returns it, or it is a part of `Self`.
            None if matches!(other, Lifetime::Param(..)) => given
                .iter()
                .filter(inner)
                .filter(|given| returns_given || given.is_result)
                .map(|given| given.region)
                .collect(),
            None => Vec::new(),
        },
    }
}

fn input_lifetimes(reader: &Reader<'_>, input: &FnArg, ty: &Ty, count: usize) -> Vec<Lifetime> {
    match input {
        FnArg::Typed(typed) => reader.lifetimes(&typed.ty, ty),
        FnArg::Receiver(receiver) if receiver.colon_token.is_some() => {
            reader.lifetimes(&receiver.ty, ty)
        }
        FnArg::Receiver(receiver) => {
            // Which of several lifetimes is meant, the words of the function alone do
            // not say.
            let own = match (&receiver.reference, ty) {
                (Some(_), Ty::Reference(_, to)) => to,
                _ => ty,
            };
            let of_self = match reader.has_several_lifetimes(own) {
                true => Lifetime::Unknown,
                false => Lifetime::OfSelf,
            };
            let mut found = vec![of_self; count];
            if let (Some((_, lifetime)), Some(first)) = (&receiver.reference, found.first_mut()) {
                *first = reader.named(lifetime.as_ref());
            }
            found
        }
    }
}

fn is_opaque(written: &syn::Type) -> bool {
    match written {
        syn::Type::ImplTrait(_) => true,
        syn::Type::Paren(inner) => is_opaque(&inner.elem),
        _ => false,
    }
}
