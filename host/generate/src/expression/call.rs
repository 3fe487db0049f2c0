//! Calls of the program's own functions.

use super::Expr;
use crate::choices::Choices;
use crate::program::{Argument, Writer};
use crate::scope::Kind;
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    /// A call of a function that returns this type.
    pub(crate) fn call(&mut self, wanted: &Type, depth: u32) -> Expr {
        let mut known = self.functions.clone();
        known.retain(|function| function.result == *wanted);
        if known.is_empty() {
            return self.leaf(wanted, 0);
        }
        let function = self.pick(&known);
        let mut arguments = Vec::new();
        let mut lent: Vec<String> = Vec::new();
        for argument in &function.arguments {
            match argument {
                Argument::Value(ty) => arguments.push(self.standard(ty, depth.min(1)).text),
                Argument::Pointer(ty) => {
                    // A variable must not be lent twice, nor to a function that
                    // can reach it anyway.
                    let fit = self.scope.iter().filter(|variable| {
                        variable.kind == Kind::Local
                            && variable.ty == *ty
                            && !lent.contains(&variable.name)
                    });
                    let names: Vec<String> = fit.map(|variable| variable.name.clone()).collect();
                    if names.is_empty() {
                        return self.leaf(wanted, 0);
                    }
                    let name = self.pick(&names);
                    arguments.push(match name.strip_prefix("(*") {
                        Some(pointer) => pointer.trim_end_matches(')').to_owned(),
                        None => format!("&{name}"),
                    });
                    lent.push(name);
                }
            }
        }
        let standard = wanted.scalar().map(Scalar::standard).unwrap_or_default();
        Expr::new(format!("{}({})", function.name, arguments.join(", ")), standard)
    }
}
