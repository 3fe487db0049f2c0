//! Validation errors of naga, in the words of the text.
//!
//! naga names things by their numbers in its module and by the names of its own
//! types. Nobody who writes a kernel knows either. Every error is matched here,
//! and what it points at is quoted from the text where it can be.

mod entry;
mod expression;
mod function;
mod globals;
pub(crate) mod parse;
mod place;
#[cfg(test)]
mod tests;
mod types;

use naga::common::wgsl::TypeContext;
use naga::front::Typifier;
use naga::proc::{LayoutErrorInner, ResolveContext};
use naga::valid::{EntryPointError, ValidationError};
use naga::{AddressSpace, Expression, Function, Handle, Module, Scalar, Type, TypeInner, WithSpan};
use warpbench_codes::{Code, G0003, G0004, G0005, G0006, G0007, K0022};
use warpbench_source::Diagnostic;

/// What is wrong, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) what: String,
    pub(crate) help: Option<String>,
    /// Whether the workbench is to blame, and not the text.
    is_fault: bool,
}

impl Said {
    fn new(what: impl Into<String>) -> Said {
        Said { what: what.into(), help: None, is_fault: false }
    }

    fn help(mut self, help: impl Into<String>) -> Said {
        self.help = Some(help.into());
        self
    }

    /// For what a text cannot bring about, as far as we know.
    fn unforeseen() -> Said {
        let said = Said::new("the workbench does not understand this text")
            .help("please report it, with the text: this is a fault of the workbench");
        Said { is_fault: true, ..said }
    }
}

/// An error of the validator, at its place. The text is what the module was
/// read from, if it is WGSL.
pub fn validation(error: &WithSpan<ValidationError>, module: &Module, text: &str) -> Diagnostic {
    let said = Words::new(module, text).validation(error.as_inner());
    let code = if said.is_fault { K0022 } else { code(error.as_inner()) };
    let told = error.spans().map(|(span, _)| *span);
    let span = place::of(error.as_inner(), told, module, text);
    let mut found = Diagnostic::new(code, said.what, span.unwrap_or_default());
    found.help = said.help;
    found
}

/// What kind of mistake an error of the validator is: it says what it was looking at.
fn code(error: &ValidationError) -> Code {
    match error {
        ValidationError::InvalidHandle(_) | ValidationError::Corrupted => K0022,
        ValidationError::Layouter(_)
        | ValidationError::Type { .. }
        | ValidationError::ArraySizeError { .. } => G0003,
        ValidationError::ConstExpression { .. }
        | ValidationError::Constant { .. }
        | ValidationError::Override { .. } => G0004,
        ValidationError::GlobalVariable { .. } => G0005,
        ValidationError::Function { .. }
        | ValidationError::EntryPoint { source: EntryPointError::Function(_), .. } => G0006,
        ValidationError::EntryPoint { .. } => G0007,
    }
}

/// The same in one line, for where there is no text to point at.
pub fn validation_line(error: &WithSpan<ValidationError>, module: &Module) -> String {
    let said = Words::new(module, "").validation(error.as_inner());
    match said.help {
        Some(help) => format!("{}; {help}", said.what),
        None => said.what,
    }
}

/// What can be looked up while words are found.
struct Words<'a> {
    module: &'a Module,
    text: &'a str,
    /// The function that the error is in.
    function: Option<&'a Function>,
}

impl<'a> Words<'a> {
    fn new(module: &'a Module, text: &'a str) -> Words<'a> {
        Words { module, text, function: None }
    }

    fn validation(mut self, error: &ValidationError) -> Said {
        match error {
            ValidationError::InvalidHandle(_) | ValidationError::Corrupted => Said::unforeseen(),
            ValidationError::Layouter(error) => match error.inner {
                LayoutErrorInner::TooLarge => Said::new(format!(
                    "{} takes more than 2 GiB, which is more than a type may",
                    self.ty(error.ty)
                ))
                .help("make its arrays shorter"),
                LayoutErrorInner::InvalidArrayElementType(_)
                | LayoutErrorInner::InvalidStructMemberType(..)
                | LayoutErrorInner::NonPowerOfTwoWidth => Said::unforeseen(),
            },
            ValidationError::Type { handle, source, .. } => self.of_type(*handle, source),
            ValidationError::ConstExpression { source, .. } => self.constant(source),
            ValidationError::ArraySizeError { .. } => {
                Said::new("the length of an array must be at least 1")
            }
            ValidationError::Constant { name, source, .. } => self.of_constant(name, source),
            ValidationError::Override { name, source, .. } => self.of_override(name, source),
            ValidationError::GlobalVariable { handle, name, source } => {
                let ty = self.module.global_variables[*handle].ty;
                self.global(name, ty, source)
            }
            ValidationError::Function { handle, name, source } => {
                self.function = Some(&self.module.functions[*handle]);
                self.of_function(name, source)
            }
            ValidationError::EntryPoint { stage, name, source } => {
                let mut points = self.module.entry_points.iter();
                let point = points.find(|point| point.name == *name && point.stage == *stage);
                self.function = point.map(|point| &point.function);
                self.entry(name, source)
            }
        }
    }

    /// A type as it is written, in quotes.
    fn ty(&self, ty: Handle<Type>) -> String {
        self.known(self.module.to_ctx().type_to_string(ty), "this type")
    }

    fn inner(&self, inner: &TypeInner) -> String {
        // A structure has its name in the list of types alone.
        let named = self
            .module
            .types
            .iter()
            .find(|(_, ty)| matches!(ty.inner, TypeInner::Struct { .. }) && ty.inner == *inner);
        if let Some((handle, _)) = named {
            return self.ty(handle);
        }
        let mut written = String::new();
        let _ = self.module.to_ctx().write_type_inner(inner, &mut written);
        self.known(written, "a value of another type")
    }

    fn scalar(&self, scalar: Scalar) -> String {
        self.inner(&TypeInner::Scalar(scalar))
    }

    /// naga writes what WGSL cannot say in braces.
    fn known(&self, written: String, otherwise: &str) -> String {
        let abstract_names = [("{AbstractInt}", "a whole number"), ("{AbstractFloat}", "a number")];
        if let Some((_, plain)) = abstract_names.iter().find(|(name, _)| *name == written) {
            return (*plain).to_owned();
        }
        if written.is_empty() || written.contains(['{', '}']) {
            return otherwise.to_owned();
        }
        format!("`{written}`")
    }

    /// The words that an expression was read from, in quotes; where they are not
    /// at hand or too many, what is said instead.
    fn quote(&self, expression: Handle<Expression>, otherwise: &str) -> String {
        const MOST: usize = 48;
        let span = self.function.map(|function| function.expressions.get_span(expression));
        let words = span
            .and_then(|span| span.to_range())
            .and_then(|range| self.text.get(range))
            .map(str::trim)
            .filter(|words| !words.is_empty() && words.len() <= MOST && !words.contains('\n'));
        words.map_or_else(|| otherwise.to_owned(), |words| format!("`{words}`"))
    }

    /// The type of an expression of the function.
    fn type_of(&self, expression: Handle<Expression>) -> Option<TypeInner> {
        let function = self.function?;
        let context = ResolveContext::with_locals(
            self.module,
            &function.local_variables,
            &function.arguments,
        );
        let mut types = Typifier::new();
        types.grow(expression, &function.expressions, &context).ok()?;
        Some(types.get(expression, &self.module.types).clone())
    }

    /// An expression's words and its type.
    fn typed(&self, expression: Handle<Expression>, otherwise: &str) -> String {
        let quoted = self.quote(expression, otherwise);
        match self.type_of(expression) {
            Some(ty) => format!("{quoted}, which is {},", self.inner(&ty)),
            None => quoted,
        }
    }
}

/// What WGSL calls an address space.
fn space(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Function => "`function`",
        AddressSpace::Private => "`private`",
        AddressSpace::WorkGroup => "`workgroup`",
        AddressSpace::Uniform => "`uniform`",
        AddressSpace::Storage { .. } => "`storage`",
        AddressSpace::Immediate => "`immediate`",
        AddressSpace::Handle => "textures and samplers",
        AddressSpace::TaskPayload => "`task_payload`",
        AddressSpace::RayPayload | AddressSpace::IncomingRayPayload => "ray payloads",
    }
}

/// The variant of an error whose type naga does not publish.
fn variant(error: &dyn std::fmt::Debug) -> String {
    format!("{error:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// What is not for kernels.
fn drawing() -> Said {
    Said::new("this belongs to drawing or ray tracing, which the workbench does not do")
        .help("write a kernel with `@compute`")
}

/// A feature that has to be there. All of them are allowed here.
fn lacking() -> Said {
    Said::new("this needs a feature that is not there")
}
