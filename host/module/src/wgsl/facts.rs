//! Facts of a text in WGSL: its constants, its blocks, its functions.

use super::Checked;
use naga::{Expression, Literal};
use std::collections::BTreeMap;
use std::ops::Range;

impl Checked {
    /// The constants that are numbers.
    pub fn constants(&self) -> BTreeMap<String, f64> {
        let named = self.module.constants.iter().filter_map(|(_, constant)| {
            let value = match self.module.global_expressions[constant.init] {
                Expression::Literal(literal) => number(literal)?,
                _ => return None,
            };
            Some((constant.name.clone()?, value))
        });
        named.collect()
    }

    /// The threads of a kernel's block, x, y, z.
    pub fn block(&self, entry: &str) -> Option<[u32; 3]> {
        let points = self.module.entry_points.iter();
        points.filter(|point| point.name == entry).map(|point| point.workgroup_size).next()
    }

    /// The lines of the helper functions of the text that was read, from 1.
    pub fn functions(&self, text: &str) -> BTreeMap<String, Range<u32>> {
        let functions = self.module.functions.iter().filter_map(|(handle, function)| {
            let range = self.module.functions.get_span(handle).to_range()?;
            let line = |byte: usize| {
                text.get(..byte).map_or(1, |before| before.matches('\n').count() as u32 + 1)
            };
            Some((function.name.clone()?, line(range.start)..line(range.end) + 1))
        });
        functions.collect()
    }
}

pub(super) fn number(literal: Literal) -> Option<f64> {
    Some(match literal {
        Literal::F64(value) | Literal::AbstractFloat(value) => value,
        Literal::F32(value) => value.into(),
        Literal::F16(value) => value.into(),
        Literal::U16(value) => value.into(),
        Literal::I16(value) => value.into(),
        Literal::U32(value) => value.into(),
        Literal::I32(value) => value.into(),
        Literal::U64(value) => value as f64,
        Literal::I64(value) | Literal::AbstractInt(value) => value as f64,
        Literal::Bool(value) => f64::from(u8::from(value)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::check;

    #[test]
    fn constants_blocks_and_functions() {
        let text = "const BLOCK = 64u;\nconst HALF = 0.5;\nfn f(x: u32) -> u32 {\n    return x;\n}\n\
                    @compute @workgroup_size(BLOCK, 2)\nfn k() { _ = f(1); }\n";
        let checked = check(text, "k.wgsl").expect("reads");
        let constants = checked.constants();
        assert_eq!(constants.get("BLOCK"), Some(&64.0), "{constants:?}");
        assert_eq!(checked.block("k"), Some([64, 2, 1]));
        assert_eq!(checked.block("f"), None);
        assert_eq!(checked.functions(text).get("f"), Some(&(3..6)));
    }
}
