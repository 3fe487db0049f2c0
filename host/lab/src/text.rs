//! Facts of a submitted text: the constants that launches refer to, and its block.

use std::collections::BTreeMap;
use std::ops::Range;
use warpbench_front::rust::hir::ConstValue;
use warpbench_front::{Language, Source, SourceError, rust, wgsl};

/// What is known of a text before it is launched.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextFacts {
    /// Its constants that are numbers.
    pub(crate) constants: BTreeMap<String, f64>,
    /// Threads per block, where the text says it.
    pub(crate) block: Option<[u32; 3]>,
    /// The lines of its functions, from 1.
    pub(crate) functions: BTreeMap<String, Range<u32>>,
}

impl TextFacts {
    pub(crate) fn of(source: &Source, entry: &str) -> Result<TextFacts, SourceError> {
        match Language::of(&source.path) {
            Language::Rust => TextFacts::of_rust(source),
            Language::Wgsl => TextFacts::of_wgsl(source, entry),
        }
    }

    fn of_rust(source: &Source) -> Result<TextFacts, SourceError> {
        let program = rust::read(&source.text, &source.path)?;
        let constants = program.constants.iter().filter_map(|constant| {
            let value = match constant.value {
                ConstValue::Int(value) => value as f64,
                ConstValue::Float(value) => value,
                ConstValue::Bool(value) => f64::from(u8::from(value)),
                ConstValue::Many(_) => return None,
            };
            Some((constant.name.clone(), value))
        });
        let functions = match syn::parse_file(&source.text) {
            Ok(file) => functions(&file.items),
            Err(_) => BTreeMap::new(),
        };
        Ok(TextFacts { constants: constants.collect(), block: None, functions })
    }

    fn of_wgsl(source: &Source, entry: &str) -> Result<TextFacts, SourceError> {
        let checked = wgsl::check(&source.text, &source.path)?;
        Ok(TextFacts {
            constants: checked.constants(),
            block: checked.block(entry),
            functions: checked.functions(&source.text),
        })
    }
}

/// The lines of functions, and of those in modules and `impl`s.
fn functions(items: &[syn::Item]) -> BTreeMap<String, Range<u32>> {
    use syn::spanned::Spanned;
    let mut found = BTreeMap::new();
    for item in items {
        match item {
            syn::Item::Fn(function) => {
                found.insert(function.sig.ident.to_string(), lines(function.span()));
            }
            syn::Item::Impl(item) => {
                for member in &item.items {
                    if let syn::ImplItem::Fn(function) = member {
                        found.insert(function.sig.ident.to_string(), lines(function.span()));
                    }
                }
            }
            syn::Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    found.extend(functions(items));
                }
            }
            _ => {}
        }
    }
    found
}

fn lines(span: proc_macro2::Span) -> Range<u32> {
    span.start().line as u32..span.end().line as u32 + 1
}
