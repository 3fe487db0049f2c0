//! Calls of helpers, and what can be lent to them.

use super::function::{Helper, Owner, Param};
use super::scope::{Lend, PlaceExpr, RustVariable};
use super::types::{RustExpr, Ty};
use super::writer::RustWriter;
use crate::choices::Choices;

impl<'a, C: Choices> RustWriter<'a, C> {
    /// A call with a result of this type, if there is a function for it.
    pub(super) fn call_of(&mut self, ty: &Ty, depth: u32) -> Option<RustExpr> {
        let fit: Vec<Helper> = (self.declared.helpers.iter())
            .filter(|helper| helper.result == *ty && self.may_call(helper))
            .cloned()
            .collect();
        if fit.is_empty() {
            return None;
        }
        let helper = self.pick(&fit);
        Some(RustExpr::atom(self.call(&helper, depth.saturating_sub(1))?, true))
    }

    /// Whether a call costs little enough here.
    fn may_call(&self, helper: &Helper) -> bool {
        (self.loops() == 0 || !helper.has_loops) && (self.is_unsafe || !helper.is_unsafe)
    }

    /// A call of any function, for what it does.
    pub(super) fn call_statement(&mut self, depth: u32) {
        let fit: Vec<Helper> =
            self.declared.helpers.iter().filter(|helper| self.may_call(helper)).cloned().collect();
        if fit.is_empty() {
            return;
        }
        let helper = self.pick(&fit);
        let Some(call) = self.call(&helper, depth) else { return };
        match helper.result {
            Ty::Tuple(ref members) if members.is_empty() => self.line(&format!("{call};")),
            _ => {
                let name = self.name("c");
                self.line(&format!("let {name} = {call};"));
                self.scope.push(RustVariable::local(&name, helper.result.clone(), false));
            }
        }
    }

    /// The text of a call, or nothing if there is nothing to lend.
    fn call(&mut self, helper: &Helper, depth: u32) -> Option<String> {
        if !self.spend() {
            return None;
        }
        // What is lent is not mentioned in the values, nor lent twice.
        let hidden = self.lent.hidden.len();
        let text = self.hiding_call(helper, depth);
        self.lent.hidden.truncate(hidden);
        text
    }

    fn hiding_call(&mut self, helper: &Helper, depth: u32) -> Option<String> {
        let (path, receiver) = match &helper.owner {
            Owner::None => (helper.name.clone(), None),
            Owner::Associated(ty) => (format!("{}::{}", ty.name(), helper.name), None),
            Owner::Method(ty, lent) => {
                let receiver = match lent {
                    None => self.read(ty, true).map(|place| place.operand()),
                    Some(mutable) => self.lent_local(ty, *mutable),
                };
                (helper.name.clone(), Some(receiver?))
            }
        };
        let mut lent = Vec::new();
        for param in &helper.params {
            lent.push(match param {
                Param::Value(_) => None,
                param => Some(self.lent(param)?),
            });
        }
        let mut arguments = Vec::new();
        for (param, lent) in helper.params.iter().zip(lent) {
            arguments.push(match (param, lent) {
                (Param::Value(ty), _) => self.of_type(ty, depth).text,
                (_, lent) => lent?,
            });
        }
        let generics = self.generic_arguments(helper);
        let arguments = arguments.join(", ");
        Some(match receiver {
            None => format!("{path}{generics}({arguments})"),
            Some(receiver) => format!("{receiver}.{path}{generics}({arguments})"),
        })
    }

    fn generic_arguments(&mut self, helper: &Helper) -> String {
        let values: Vec<String> = (helper.generics.iter())
            .map(|generic| match generic.most {
                1 => self.pick(&["true", "false"]).to_owned(),
                most => {
                    let value = 1 + self.below(most);
                    let named: Vec<String> = (self.declared.lengths.iter())
                        .filter(|(_, named)| *named <= most && generic.is_usize)
                        .map(|(name, _)| name.clone())
                        .collect();
                    match !named.is_empty() && self.percent(40) {
                        true => self.pick(&named),
                        false => value.to_string(),
                    }
                }
            })
            .collect();
        match values.is_empty() {
            true => String::new(),
            false => format!("::<{}>", values.join(", ")),
        }
    }

    /// A variable, or a part of one, that can be lent, without the reference.
    pub(super) fn lent_local(&mut self, ty: &Ty, mutable: bool) -> Option<String> {
        let (root, place) = self.local_place(&|found| found == ty, mutable)?;
        self.lent.hidden.push(root);
        Some(place.text)
    }

    fn local_place(
        &mut self,
        wanted: &dyn Fn(&Ty) -> bool,
        mutable: bool,
    ) -> Option<(String, PlaceExpr)> {
        let mut found = Vec::new();
        for variable in self.visible() {
            if variable.lend != Lend::Local || (mutable && !variable.is_mutable) {
                continue;
            }
            let mut places = Vec::new();
            variable.parts(wanted, &mut places);
            // An index would be computed while the variable is lent.
            places.retain(|place| place.limits.is_empty() && !place.text.starts_with('*'));
            // Methods and patterns ask for the type at once.
            let is_open = |place: &PlaceExpr| place.is_pending && !place.ty.variants().is_empty();
            places.retain(|place| !is_open(place));
            found.extend(places.into_iter().map(|place| (variable.name.clone(), place)));
        }
        if found.is_empty() { None } else { Some(self.pick(&found)) }
    }

    /// What is lent for a parameter.
    fn lent(&mut self, param: &Param) -> Option<String> {
        match param {
            Param::Value(_) => None,
            Param::Reference(ty, mutable) => {
                let place = self.lent_local(ty, *mutable)?;
                Some(format!("&{}{place}", if *mutable { "mut " } else { "" }))
            }
            Param::Slice(ty, count, true) => {
                let place = self.lent_array(ty, *count, true)?;
                Some(format!("&mut {place}"))
            }
            Param::Slice(ty, count, false) => self.lent_slice(ty, *count),
            Param::Pointer(ty, count, mutable) => self.lent_pointer(ty, *count, *mutable),
        }
    }

    fn lent_array(&mut self, element: &Ty, count: u32, mutable: bool) -> Option<String> {
        let wanted =
            |ty: &Ty| matches!(ty, Ty::Array(of, length) if **of == *element && *length >= count);
        let (root, place) = self.local_place(&wanted, mutable)?;
        self.lent.hidden.push(root);
        Some(place.text)
    }

    /// Variables that are slices or pointers of an element type.
    fn many(&self, element: &Ty, count: u32, wanted: &dyn Fn(&Lend) -> bool) -> Vec<RustVariable> {
        (self.visible().into_iter())
            .filter(|variable| variable.ty == *element && variable.limit >= Some(count))
            .filter(|variable| wanted(&variable.lend))
            .collect()
    }

    fn lent_slice(&mut self, element: &Ty, count: u32) -> Option<String> {
        let slices = self.many(element, count, &|lend| *lend == Lend::Slice);
        if slices.is_empty() || self.percent(35) {
            if let Some(array) = self.lent_array(element, count, false) {
                return Some(format!("&{array}"));
            }
            let pointers =
                self.many(element, count, &|lend| matches!(lend, Lend::Pointer(_, false)));
            if !pointers.is_empty() && self.is_unsafe {
                let pointer = self.pick(&pointers);
                let Lend::Pointer(text, _) = &pointer.lend else { return None };
                return Some(format!("core::slice::from_raw_parts({text}, {count})"));
            }
        }
        if slices.is_empty() {
            return None;
        }
        let slice = self.pick(&slices);
        let spare = slice.limit.unwrap_or(count) - count;
        let name = &slice.name;
        Some(match self.below(4) {
            0 => {
                let start = self.below(spare + 1);
                format!("&{name}[{start}..{}]", start + count)
            }
            1 => format!("&{name}[{}..]", self.below(spare + 1)),
            2 => format!("&{name}[..{}]", count + self.below(spare + 1)),
            _ => name.clone(),
        })
    }

    pub(super) fn lent_pointer(
        &mut self,
        element: &Ty,
        count: u32,
        mutable: bool,
    ) -> Option<String> {
        let pointers = self.many(element, count, &|lend| match lend {
            Lend::Pointer(_, is_mutable) => *is_mutable || !mutable,
            Lend::Slice => !mutable,
            _ => false,
        });
        if pointers.is_empty() || self.percent(25) {
            let method = if mutable { "as_mut_ptr" } else { "as_ptr" };
            if let Some(array) = self.lent_array(element, count, mutable) {
                return Some(format!("{array}.{method}()"));
            }
            if count == 1
                && let Some(place) = self.lent_local(element, mutable)
            {
                return Some(format!("&{}{place}", if mutable { "mut " } else { "" }));
            }
        }
        if pointers.is_empty() {
            return None;
        }
        let pointer = self.pick(&pointers);
        let spare = pointer.limit.unwrap_or(count) - count;
        let text = match &pointer.lend {
            Lend::Pointer(text, _) => text.clone(),
            _ => format!("{}.as_ptr()", pointer.name),
        };
        Some(match spare > 0 && self.percent(50) {
            true => format!("{text}.add({})", self.usize_below(spare + 1, 1).text),
            false => text,
        })
    }
}
