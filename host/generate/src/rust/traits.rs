//! Traits, generic functions and structures over types and numbers.

use super::offer::Offer;
use super::scope::{Lend, RustVariable};
use super::types::{Ty, U32};
use super::writer::RustWriter;
use crate::choices::Choices;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Declares traits, with what can be done with them.
    pub(super) fn traits(&mut self, globals: &[RustVariable]) {
        if self.percent(35) {
            self.own_trait(globals);
        }
        if self.percent(30) {
            self.generic_structure();
        }
        if self.percent(30) {
            self.generic_function();
        }
    }

    /// What a method sees of its receiver.
    fn receiver_of(&mut self, ty: &Ty, is_reference: bool) -> RustVariable {
        let text = if is_reference { "*self" } else { "self" };
        let own = RustVariable { lend: Lend::No, ..RustVariable::local("self", ty.clone(), false) };
        RustVariable { text: text.to_owned(), ..own }
    }

    fn own_trait(&mut self, globals: &[RustVariable]) {
        let name = self.name("T");
        let mut own = vec![self.any_type(1), self.scalar_type()];
        own.extend(self.declared.structs.first().cloned());
        own.dedup();
        let mut types: Vec<Ty> = Vec::new();
        for ty in own {
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
        let [weight, twice, made] = ["weight", "twice", "made"].map(|kind| self.name(kind));
        let has_default = self.percent(70);
        let default = match has_default {
            true => format!("{{ self.{weight}(k) * 3 ^ Self::K + self.{weight}(k + 1) }}"),
            false => ";".to_owned(),
        };
        self.items += &format!(
            "trait {name}: Copy {{\n    const K: u32;\n    type Out: Copy;\n    \
             fn {weight}(&self, k: u32) -> u32;\n    fn {made}(self) -> Self::Out;\n    \
             fn {twice}(&self, k: u32) -> u32 {default}\n}}\n"
        );
        let mut made_of = Vec::new();
        for ty in &types {
            let out = self.any_type(1);
            let k = RustVariable::value("k", U32);
            let mut seen = globals.to_vec();
            seen.push(self.receiver_of(ty, true));
            seen.push(k);
            let weighed = self.item_body(seen.clone(), &U32, 2);
            let overridden = match !has_default || self.percent(30) {
                true => {
                    let body = self.item_body(seen, &U32, 1);
                    format!("    fn {twice}(&self, k: u32) -> u32 {body}\n")
                }
                false => String::new(),
            };
            let mut seen = globals.to_vec();
            seen.push(self.receiver_of(ty, false));
            let produced = self.item_body(seen, &out, 2);
            let number = self.below(1000);
            self.items += &format!(
                "impl {name} for {} {{\n    const K: u32 = {number};\n    type Out = {};\n    \
                 fn {weight}(&self, k: u32) -> u32 {weighed}\n    \
                 fn {made}(self) -> Self::Out {produced}\n{overridden}}}\n",
                ty.name(),
                out.name()
            );
            made_of.push(out);
        }
        self.trait_functions(&name, &weight, &twice, &made);
        let [sum, all, get] = ["sum", "all", "get"].map(|kind| format!("{kind}_{name}"));
        for (ty, out) in types.iter().zip(&made_of) {
            let shown = ty.name();
            self.offer(&U32, &[ty, &U32], format!("{{0}}.{weight}({{1}})"));
            self.offer(&U32, &[ty, &U32], format!("{{0}}.{twice}({{1}})"));
            self.offer(&U32, &[ty, &U32], format!("{name}::{twice}(&{{0}}, {{1}})"));
            self.offer(&U32, &[], format!("<{shown} as {name}>::K"));
            self.offer(out, &[ty], format!("{{0}}.{made}()"));
            self.offer(out, &[ty], format!("{get}({{0}})"));
            self.offer(out, &[ty], format!("<{shown} as {name}>::{made}({{0}})"));
            self.offer(&U32, &[ty, ty], format!("{sum}({{0}}, {{1}})"));
            for other in &types {
                self.offer(&U32, &[ty, other], format!("mixed_{name}({{0}}, &{{1}})"));
            }
            let array = Ty::Array(Box::new(ty.clone()), 2);
            self.declared.offers.push(Offer {
                result: U32,
                operands: vec![array],
                text: format!("{all}({{0}})"),
                is_atom: true,
                has_loops: true,
            });
        }
    }

    /// Functions over everything that has the trait.
    fn trait_functions(&mut self, name: &str, weight: &str, twice: &str, made: &str) {
        let by = self.pick(&["<X: T>(a: X, b: X)", "<X>(a: X, b: X)"]);
        let clause = if by.contains(':') && by.starts_with("<X:") { "" } else { " where X: T" };
        let (by, clause) = (by.replace("X: T>", &format!("X: {name}>")), clause.replace('T', name));
        self.items += &format!(
            "fn sum_{name}{by} -> u32{clause} {{ a.{weight}(X::K) + b.{twice}(2) * X::K }}\n\
             fn all_{name}<X: {name}, const N: usize>(xs: [X; N]) -> u32 {{\n    \
             let mut total = N as u32;\n    for x in &xs {{ total = total * 3 + x.{weight}(total); }}\n    \
             total + xs.iter().map(|x| x.{twice}(1)).fold(0, |a, b| a ^ b)\n}}\n\
             fn get_{name}<X: {name}>(x: X) -> X::Out {{ x.{made}() }}\n\
             fn mixed_{name}(a: impl {name}, b: &impl {name}) -> u32 {{ a.{weight}(1) ^ b.{twice}(3) }}\n"
        );
    }

    /// A structure over a type and a number.
    fn generic_structure(&mut self) {
        let name = self.name("P");
        let [get, set, map] = ["at", "with", "mapped"].map(|kind| self.name(kind));
        self.items += &format!(
            "#[derive(Clone, Copy)]\nstruct {name}<A, const N: usize> {{ own: [A; N], turns: u32 }}\n\
             impl<A: Copy, const N: usize> {name}<A, N> {{\n    \
             const COUNT: usize = N;\n    \
             fn new(own: [A; N]) -> Self {{ Self {{ own, turns: N as u32 }} }}\n    \
             fn {get}(&self, at: usize) -> A {{ self.own[at % Self::COUNT] }}\n    \
             fn {set}(mut self, at: usize, value: A) -> Self {{ self.own[at % N] = value; self.turns += 1; self }}\n    \
             fn {map}<B: Copy>(self, f: impl Fn(A) -> B) -> {name}<B, N> {{ {name} {{ own: self.own.map(f), turns: self.turns + 1 }} }}\n}}\n"
        );
        for _ in 0..2 {
            let (ty, count) = (self.any_type(1), 1 + self.below(4));
            let array = Ty::Array(Box::new(ty.clone()), count);
            if array.size() > 10 {
                continue;
            }
            self.offer(&ty, &[&array, &Ty::Usize], format!("{name}::new({{0}}).{get}({{1}})"));
            self.offer(
                &ty,
                &[&array, &Ty::Usize, &ty, &Ty::Usize],
                format!(
                    "{name}::<{}, {count}>::new({{0}}).{set}({{1}}, {{2}}).{get}({{3}})",
                    ty.name()
                ),
            );
            self.offer(
                &U32,
                &[&array, &Ty::Usize, &ty],
                format!("{name}::new({{0}}).{set}({{1}}, {{2}}).turns"),
            );
            let count = format!("({name}::<{}, {count}>::COUNT as u32)", ty.name());
            self.offer(&U32, &[], count);
            let mapped = format!("{name}::new({{0}}).{map}(|x| (x, {{1}})).{get}(1).1");
            self.offer(&U32, &[&array, &U32], mapped);
        }
    }

    /// Functions over any types.
    fn generic_function(&mut self) {
        let [pick, pair, largest] = ["pick", "pair", "largest"].map(|kind| self.name(kind));
        self.items += &format!(
            "fn {pick}<A>(first: bool, a: A, b: A) -> A {{ if first {{ a }} else {{ b }} }}\n\
             fn {pair}<A: Clone, B: Copy>(a: &A, b: B) -> (B, A) {{ (b, a.clone()) }}\n\
             fn {largest}<A: PartialOrd + Copy, const N: usize>(xs: &[A; N]) -> Option<A> {{\n    \
             let mut best = *xs.first()?;\n    for &x in xs.iter().skip(1) {{ if x > best {{ best = x; }} }}\n    \
             Some(best)\n}}\n"
        );
        for _ in 0..3 {
            let [a, b] = [(); 2].map(|()| self.any_type(1));
            self.offer(&a, &[&super::types::BOOL, &a, &a], format!("{pick}({{0}}, {{1}}, {{2}})"));
            self.offer(
                &b,
                &[&super::types::BOOL, &b, &b],
                format!("{pick}::<{}>({{0}}, {{1}}, {{2}})", b.name()),
            );
            let both = Ty::Tuple(vec![b.clone(), a.clone()]);
            self.offer(&both, &[&a, &b], format!("{pair}(&{{0}}, {{1}})"));
            self.offer(&a, &[&a, &b], format!("{pair}(&{{0}}, {{1}}).1"));
            let scalar = self.stored();
            let array = Ty::Array(Box::new(scalar.clone()), 1 + self.below(4));
            let text = format!("{largest}(&{{0}})");
            let result = Ty::Option(Box::new(scalar));
            let operands = vec![array];
            self.declared.offers.push(Offer {
                result,
                operands,
                text,
                is_atom: true,
                has_loops: true,
            });
        }
    }
}
