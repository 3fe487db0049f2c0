//! Constants, overrides and variables outside of functions.

use super::{Said, Words, drawing, lacking, space};
use naga::proc::ResolveError;
use naga::valid::{
    ComposeError, ConstExpressionError, ConstantError, GlobalVariableError, LiteralError,
    OverrideError, TypeFlags,
};
use naga::{AddressSpace, Handle, Type};

impl Words<'_> {
    pub(super) fn constant(&self, error: &ConstExpressionError) -> Said {
        match error {
            ConstExpressionError::NonConstOrOverride
            | ConstExpressionError::NonFullyEvaluatedConst => {
                Said::new("this is not known before the kernel runs")
                    .help("use a `const`, an `override` or a number")
            }
            ConstExpressionError::Compose(error) => self.compose(error),
            ConstExpressionError::InvalidSplatType(_) => {
                Said::new("a vector cannot be filled with this")
            }
            ConstExpressionError::Type(error) => self.resolve(error),
            ConstExpressionError::Literal(error) => self.literal(error),
            ConstExpressionError::Width(error) => self.width(error),
        }
    }

    pub(super) fn of_constant(&self, name: &str, error: &ConstantError) -> Said {
        match error {
            ConstantError::InitializerExprType => {
                Said::new(format!("the value of `{name}` is not known before the kernel runs"))
                    .help("a `const` is made of numbers and other `const`s")
            }
            ConstantError::InvalidType => {
                Said::new(format!("the value of `{name}` is not of its type"))
            }
            ConstantError::NonConstructibleType => {
                Said::new(format!("`{name}` cannot be a constant of its type"))
            }
        }
    }

    pub(super) fn of_override(&self, name: &str, error: &OverrideError) -> Said {
        match error {
            OverrideError::MissingNameAndID | OverrideError::NotAllowed => Said::unforeseen(),
            OverrideError::DuplicateID => {
                Said::new(format!("the `@id` of `{name}` belongs to another override"))
                    .help("give each override a number of its own")
            }
            OverrideError::InitializerExprType => {
                Said::new(format!("the value of `{name}` is not known before the kernel runs"))
                    .help("an `override` is made of numbers, `const`s and other overrides")
            }
            OverrideError::InvalidType => {
                Said::new(format!("the value of `{name}` is not of its type"))
            }
            OverrideError::NonConstructibleType | OverrideError::TypeNotScalar => {
                Said::new(format!("`{name}` must be a number or a `bool`"))
                    .help("make it a `const`, or take it apart into several overrides")
            }
            OverrideError::UninitializedOverride => {
                Said::new(format!("the override `{name}` has no value"))
            }
            OverrideError::ConstExpression { source, .. } => self.constant(source),
        }
    }

    pub(super) fn global(&self, name: &str, ty: Handle<Type>, error: &GlobalVariableError) -> Said {
        let of = self.ty(ty);
        match error {
            GlobalVariableError::InvalidUsage(AddressSpace::Function) => {
                Said::new(format!("`{name}` stands outside of functions and cannot lie in one"))
                    .help("write `var<private>`, or move it into the function")
            }
            GlobalVariableError::InvalidUsage(at) => {
                Said::new(format!("`{name}` cannot be used like this in {}", space(*at)))
            }
            GlobalVariableError::InvalidType(AddressSpace::Handle) => {
                Said::new(format!("`{name}` does not say in which memory it lies"))
                    .help(self.instead(AddressSpace::Handle))
            }
            GlobalVariableError::InvalidType(at) => {
                Said::new(format!("`{name}` cannot be {of} in {}", space(*at)))
                    .help(self.instead(*at))
            }
            GlobalVariableError::InvalidBindingArray(_) => {
                Said::new(format!("`{name}` cannot be an array of bindings"))
            }
            GlobalVariableError::MissingTypeFlags { required, seen } => {
                self.missing(name, &of, *required - *seen)
            }
            GlobalVariableError::UnsupportedCapability(_)
            | GlobalVariableError::CoherentNotSupported
            | GlobalVariableError::VolatileNotSupported => lacking(),
            GlobalVariableError::InvalidBinding => match self.bound(name) {
                true => Said::new(format!("`{name}` has a binding, and its memory takes none"))
                    .help("`@group` and `@binding` are for `storage`, `uniform` and textures"),
                false => Said::new(format!("`{name}` has no binding"))
                    .help(format!("write `@group(0) @binding(…)` before `{name}`")),
            },
            GlobalVariableError::Alignment(_, part, error) => {
                let said = self.disalignment(*part, error);
                Said { what: format!("`{name}`: {}", said.what), ..said }
            }
            GlobalVariableError::InitializerExprType => {
                Said::new(format!("what `{name}` starts with is not known before the kernel runs"))
                    .help("use a `const`, an `override` or a number")
            }
            GlobalVariableError::InitializerType => {
                Said::new(format!("what `{name}` starts with is not {of}"))
            }
            GlobalVariableError::InitializerNotAllowed(at) => {
                Said::new(format!("`{name}` lies in {} and cannot start with a value", space(*at)))
                    .help(match at {
                        AddressSpace::WorkGroup => {
                            "let one thread write it, and wait with `workgroupBarrier()`"
                        }
                        _ => "only variables in `private` and in functions start with one",
                    })
            }
            GlobalVariableError::StorageAddressSpaceWriteOnlyNotSupported => {
                Said::new(format!("`{name}` cannot be for writing alone"))
                    .help("write `var<storage, read_write>`")
            }
            GlobalVariableError::InvalidImmediateType(error) => self.immediate(error),
            GlobalVariableError::ZeroSizedTaskPayload => drawing(),
            GlobalVariableError::InvalidMemoryDecorationsAddressSpace => {
                Said::new("`@coherent` and `@volatile` are for `storage` buffers alone")
            }
        }
    }

    fn bound(&self, name: &str) -> bool {
        let mut all = self.module.global_variables.iter();
        all.any(|(_, global)| global.name.as_deref() == Some(name) && global.binding.is_some())
    }

    fn instead(&self, at: AddressSpace) -> &'static str {
        match at {
            AddressSpace::WorkGroup => "shared memory needs a type with a fixed size",
            AddressSpace::Storage { .. } | AddressSpace::Uniform => {
                "a buffer holds numbers, vectors, matrices, arrays and structures of them"
            }
            AddressSpace::Handle => {
                "write where it lies: `var<storage, read>`, `var<workgroup>`, …"
            }
            _ => "choose another type, or another place for it",
        }
    }

    /// What the type of a variable lacks.
    fn missing(&self, name: &str, of: &str, lacks: TypeFlags) -> Said {
        let (what, help) = if lacks.contains(TypeFlags::SIZED) {
            ("has no fixed size", "give the array a length; only `storage` has arrays without one")
        } else if lacks.contains(TypeFlags::HOST_SHAREABLE) {
            ("cannot lie in a buffer", "`bool` cannot; use `u32` for a flag")
        } else if lacks.contains(TypeFlags::CONSTRUCTIBLE) {
            ("cannot be built from values", "atomics and arrays without a length cannot lie here")
        } else {
            ("cannot lie here", "choose another type, or another place for it")
        };
        Said::new(format!("`{name}` is {of}, which {what}")).help(help)
    }

    pub(super) fn compose(&self, error: &ComposeError) -> Said {
        match error {
            ComposeError::Type(ty) => Said::new(format!("{} is not built like this", self.ty(*ty))),
            ComposeError::ComponentCount { given, expected } => {
                Said::new(format!("{expected} values are needed here, and {given} are given"))
            }
            ComposeError::ComponentType { index } => Said::new(format!(
                "the {} value does not have the type that is needed there",
                nth(*index as usize)
            )),
        }
    }

    pub(super) fn literal(&self, error: &LiteralError) -> Said {
        match error {
            LiteralError::NaN => Said::new("this number comes out as NaN (not a number)"),
            LiteralError::Infinity => Said::new("this number is too large for its type"),
            LiteralError::Width(error) => self.width(error),
        }
    }

    pub(super) fn resolve(&self, error: &ResolveError) -> Said {
        match error {
            ResolveError::OutOfBoundsIndex { expr, index } => Said::new(format!(
                "{} has no element {index}; the first is 0",
                self.quote(*expr, "this")
            )),
            ResolveError::InvalidAccess { expr, indexed } => {
                let quoted = self.quote(*expr, "this value");
                Said::new(match indexed {
                    true => format!("{quoted} cannot be indexed"),
                    false => format!("{quoted} has no members"),
                })
            }
            ResolveError::InvalidSubAccess { ty, indexed } => Said::new(match indexed {
                true => format!("{} cannot be indexed", self.ty(*ty)),
                false => format!("{} has no members", self.ty(*ty)),
            }),
            ResolveError::InvalidScalar(expr) => {
                Said::new(format!("{} is not a single number", self.quote(*expr, "this value")))
            }
            ResolveError::InvalidVector(expr) => {
                Said::new(format!("{} is not a vector", self.quote(*expr, "this value")))
            }
            ResolveError::InvalidPointer(expr) => {
                Said::new(format!("{} is not a pointer", self.quote(*expr, "this value")))
            }
            ResolveError::InvalidImage(expr) => {
                Said::new(format!("{} is not a texture", self.quote(*expr, "this value")))
            }
            ResolveError::FunctionNotDefined { name } => {
                Said::new(format!("there is no function `{name}`"))
            }
            ResolveError::FunctionReturnsVoid => {
                Said::new("this function gives no value").help("call it in a statement of its own")
            }
            ResolveError::IncompatibleOperands(_) => {
                Said::new("the two sides of this operation do not fit together")
                    .help("convert one of them: `f32(x)`, `u32(x)`, `i32(x)`")
            }
            ResolveError::BuiltinArgumentsInvalid(name) => {
                let name = name.chars().take_while(|c| c.is_alphanumeric()).collect::<String>();
                Said::new(match name.chars().next().is_some_and(char::is_lowercase) {
                    true => format!("`{name}` does not take these values"),
                    false => "this function does not take these values".to_owned(),
                })
            }
            ResolveError::FunctionArgumentNotFound(_) | ResolveError::MissingSpecialType => {
                Said::unforeseen()
            }
        }
    }
}

/// What the position of a value is called.
pub(super) fn nth(index: usize) -> String {
    match index {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        3 => "fourth".to_owned(),
        index => format!("{}th", index + 1),
    }
}
