//! Expressions that mean nothing.

use super::globals::nth;
use super::{Said, Words, lacking};
use naga::back::binary_operation_str;
use naga::common::wgsl::TryToWgsl;
use naga::proc::IndexableLengthError;
use naga::valid::ExpressionError;
use naga::{MathFunction, UnaryOperator};

impl Words<'_> {
    pub(super) fn expression(&self, error: &ExpressionError) -> Said {
        match error {
            ExpressionError::NotInScope | ExpressionError::FunctionArgumentDoesntExist(_) => {
                Said::unforeseen()
            }
            ExpressionError::InvalidBaseType(base) => Said::new(format!(
                "{} has no parts to choose from",
                self.quote(*base, "this value")
            )),
            ExpressionError::InvalidIndexType(index) => Said::new(format!(
                "{} cannot be an index",
                self.typed(*index, "this value").trim_end_matches(',')
            ))
            .help("an index is an `i32` or a `u32`"),
            ExpressionError::NegativeIndex(base) => {
                Said::new(format!("the index of {} is negative", self.quote(*base, "this array")))
            }
            ExpressionError::IndexOutOfBounds(base, index) => Said::new(format!(
                "{} has no element {index}; the first is 0",
                self.quote(*base, "this array")
            )),
            ExpressionError::InvalidPointerType(pointer) => {
                Said::new(format!("{} cannot be read", self.quote(*pointer, "this value")))
            }
            ExpressionError::InvalidArrayType(array) => {
                Said::new(format!("`arrayLength` is not for {}", self.quote(*array, "this value")))
                    .help("it takes a pointer to an array without a length: `arrayLength(&data)`")
            }
            ExpressionError::InvalidSplatType(_) => {
                Said::new("a vector cannot be filled with this")
            }
            ExpressionError::InvalidVectorType(value) => {
                Said::new(format!("{} is not a vector", self.quote(*value, "this value")))
            }
            ExpressionError::InvalidSwizzleComponent(_, size) => {
                Said::new(format!("the vector has only {} components", *size as u32))
            }
            ExpressionError::Compose(error) => self.compose(error),
            ExpressionError::InvalidZeroValue(ty) => {
                Said::new(format!("{} cannot be built from values", self.ty(*ty)))
            }
            ExpressionError::IndexableLength(error) => match error {
                IndexableLengthError::TypeNotIndexable => Said::new("this cannot be indexed"),
                IndexableLengthError::ResolveArraySizeError(_)
                | IndexableLengthError::Pending(_) => {
                    Said::new("the length of this array depends on an override without a value")
                        .help("give the override a value, or make it a `const`")
                }
            },
            ExpressionError::InvalidUnaryOperandType(operator, value) => {
                let sign = match operator {
                    UnaryOperator::Negate => "-",
                    UnaryOperator::LogicalNot => "!",
                    UnaryOperator::BitwiseNot => "~",
                };
                let value = self.typed(*value, "this value");
                Said::new(format!("`{sign}` is not for {}", value.trim_end_matches(','))).help(
                    match operator {
                        UnaryOperator::Negate => "numbers with a sign have it: `i32`, `f32`",
                        UnaryOperator::LogicalNot => {
                            "it is for `bool`; of numbers, write `~` or `== 0`"
                        }
                        UnaryOperator::BitwiseNot => {
                            "it is for whole numbers; of a `bool`, write `!`"
                        }
                    },
                )
            }
            ExpressionError::InvalidBinaryOperandTypes { op, lhs_type, rhs_type, .. } => {
                let sign = binary_operation_str(*op);
                let (left, right) = (self.inner(lhs_type), self.inner(rhs_type));
                Said::new(format!("`{sign}` does not work on {left} and {right}"))
                    .help("convert one of them, for example `f32(x)`, `u32(x)` or `i32(x)`")
            }
            ExpressionError::SelectValuesTypeMismatch { accept, reject } => Said::new(format!(
                "`select` chooses between two values of one type, and these are {} and {}",
                self.inner(reject),
                self.inner(accept)
            )),
            ExpressionError::SelectConditionNotABool { actual } => Said::new(format!(
                "the last value of `select` is its condition, a `bool`, and this is {}",
                self.inner(actual)
            )),
            ExpressionError::InvalidBooleanVector(value) => {
                Said::new(format!("{} is not made of `bool`", self.quote(*value, "this value")))
                    .help("`all` and `any` take a `bool` or a vector of them")
            }
            ExpressionError::InvalidFloatArgument(value) => Said::new(format!(
                "{} is not a floating-point number",
                self.quote(*value, "this value")
            )),
            ExpressionError::Type(error) => self.resolve(error),
            ExpressionError::InvalidCastArgument => {
                Said::new("this cannot be converted to that type")
            }
            ExpressionError::WrongArgumentCount(function) => {
                Said::new(format!("{} takes another number of values", math(*function)))
            }
            ExpressionError::InvalidArgumentType(function, index, value) => {
                let name = math(*function);
                let value = self.typed(*value, "this value");
                Said::new(format!(
                    "{name} does not take {} as its {} value",
                    value.trim_end_matches(','),
                    nth(*index as usize)
                ))
            }
            ExpressionError::InvalidWorkGroupUniformLoadResultType(ty) => {
                Said::new(format!("`workgroupUniformLoad` cannot read {}", self.ty(*ty)))
                    .help("it reads numbers, vectors, arrays and structures of a fixed size")
            }
            ExpressionError::MissingCapabilities(_) => lacking(),
            ExpressionError::Literal(error) => self.literal(error),
            // gfx-rs/wgpu#5276
            ExpressionError::UnsupportedWidth(function, kind, width) => {
                let scalar = self.scalar(naga::Scalar { kind: *kind, width: *width });
                Said::new(format!("{} is not there for {scalar} yet", math(*function)))
                    .help("compute it with numbers of 32 bits")
            }
            ExpressionError::ShiftAmountTooLarge { lhs_type, .. } => Said::new(format!(
                "{} is shifted by at least as many bits as it has",
                self.inner(lhs_type)
            )),
            ExpressionError::DivideByZero => Said::new("this divides by zero"),
            ExpressionError::InvalidDerivative => super::drawing(),
            ExpressionError::InvalidRayQueryType(_)
            | ExpressionError::InvalidCooperativeOperand(_) => super::drawing(),
            other => self.texture(other),
        }
    }

    /// What can be wrong with textures, which kernels seldom have.
    fn texture(&self, error: &ExpressionError) -> Said {
        let what = match error {
            ExpressionError::ExpectedGlobalVariable | ExpressionError::ExpectedGlobalOrArgument => {
                "a texture or sampler must be named directly"
            }
            ExpressionError::ExpectedBindingArrayType(_) => "an array of bindings is needed here",
            ExpressionError::ExpectedImageType(_) => "a texture is needed here",
            ExpressionError::ExpectedSamplerType(_) => "a sampler is needed here",
            ExpressionError::InvalidImageClass(_)
            | ExpressionError::InvalidImageFormat(_)
            | ExpressionError::InvalidImageStorageAccess(_) => {
                "this cannot be done with a texture of this type"
            }
            ExpressionError::InvalidImageArrayIndex
            | ExpressionError::InvalidImageArrayIndexType(_) => {
                "the index into the array of textures is missing, not wanted, or no whole number"
            }
            ExpressionError::InvalidImageSampleSelector
            | ExpressionError::MissingImageSampleSelector
            | ExpressionError::InvalidImageLevelSelector
            | ExpressionError::MissingImageLevelSelector
            | ExpressionError::InvalidImageOtherIndexType(_) => {
                "the level or sample is missing, not wanted, or no whole number"
            }
            ExpressionError::InvalidImageCoordinateType(..) => {
                "the coordinates do not fit the dimensions of the texture"
            }
            _ => "this cannot be done with this texture",
        };
        Said::new(what)
    }
}

/// A function of WGSL by its name.
fn math(function: MathFunction) -> String {
    match function.try_to_wgsl() {
        Some(name) => format!("`{name}`"),
        None => "this function".to_owned(),
    }
}
