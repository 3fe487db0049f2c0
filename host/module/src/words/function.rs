//! Functions, and the statements in them.

use super::globals::nth;
use super::{Said, Words, drawing, lacking, space, variant};
use naga::valid::{CallError, FunctionError, LocalVariableError, SubgroupError};
use naga::{Expression, Handle, SwitchValue, Type};

impl Words<'_> {
    pub(super) fn of_function(&self, name: &str, error: &FunctionError) -> Said {
        match error {
            FunctionError::Expression { source, .. } => self.expression(source),
            FunctionError::LocalVariable { name, source, .. } => self.local(name, source),
            FunctionError::InvalidArgumentType { name: argument, .. } => {
                Said::new(format!("`{argument}` of `{name}` has a type that no function takes"))
                    .help("pass numbers, vectors, structures or pointers to variables")
            }
            FunctionError::NonConstructibleReturnType => {
                Said::new(format!("`{name}` cannot give back a value of this type"))
                    .help("atomics and arrays without a length cannot be given back")
            }
            // gfx-rs/wgpu#5158
            FunctionError::InvalidArgumentPointerSpace { name: argument, space: at, .. } => {
                Said::new(format!(
                    "`{argument}` of `{name}` is a pointer into {}, which cannot be passed to a \
                     function here",
                    space(*at)
                ))
                .help("name the variable in the function itself, and pass an index instead")
            }
            FunctionError::BreakOutsideOfLoopOrSwitch => {
                Said::new("there is no loop or `switch` around this `break`")
            }
            FunctionError::ContinueOutsideOfLoop => {
                Said::new("there is no loop around this `continue`")
            }
            FunctionError::InvalidReturnSpot => {
                Said::new("a `continuing` block cannot be left with `return`")
            }
            FunctionError::InvalidReturnType { expression, expected_ty } => {
                self.returned(name, *expression, *expected_ty)
            }
            FunctionError::InvalidIfType(value) => self.needs_bool("`if`", *value),
            FunctionError::InvalidSwitchType(value) => Said::new(format!(
                "`switch` takes a whole number, and this is {}",
                self.type_in_words(*value)
            )),
            FunctionError::ConflictingSwitchCase(value) => Said::new(match value {
                SwitchValue::I32(value) => format!("there are two cases for {value}"),
                SwitchValue::U32(value) => format!("there are two cases for {value}"),
                SwitchValue::Default => "there are two default cases".to_owned(),
            }),
            FunctionError::ConflictingCaseType => {
                Said::new("the cases of this `switch` are of different types")
                    .help("write all of them as `i32` or all as `u32`")
            }
            FunctionError::MissingDefaultCase => {
                Said::new("this `switch` has no `default`").help("add `default: { }`")
            }
            FunctionError::MultipleDefaultCases => {
                Said::new("this `switch` has more than one `default`")
            }
            FunctionError::InvalidStorePointer(pointer) => {
                Said::new(format!("{} cannot be written", self.quote(*pointer, "this")))
                    .help("a buffer that is written is declared `var<storage, read_write>`")
            }
            FunctionError::InvalidStoreTypes { pointer, value } => Said::new(format!(
                "{} cannot be stored in {}",
                self.typed(*value, "this value").trim_end_matches(','),
                self.quote(*pointer, "this place")
            ))
            .help("convert it, for example with `f32(x)`, `u32(x)` or `i32(x)`"),
            FunctionError::InvalidStoreTexture { .. }
            | FunctionError::InvalidStoreValue { .. }
            | FunctionError::InvalidImageStore(_)
            | FunctionError::InvalidImageAtomic(_)
            | FunctionError::InvalidImageAtomicFunction(_)
            | FunctionError::InvalidImageAtomicValue(_) => {
                Said::new("this cannot be written into this texture")
                    .help("coordinates and value must fit the type of the texture")
            }
            FunctionError::InvalidCall { function, error } => {
                let called = self.module.functions[*function].name.as_deref();
                self.call(called.unwrap_or("this function"), error)
            }
            FunctionError::InvalidAtomic(error) => atomic(&variant(error)),
            FunctionError::MissingCapability(_) => lacking(),
            FunctionError::NonUniformControlFlow(requirements, _, disruptor) => {
                self.uniformity(&variant(disruptor), requirements.bits())
            }
            FunctionError::PipelineInputRegularFunction { name: argument } => Said::new(format!(
                "`{argument}` of `{name}` has an attribute that only the values of a kernel have"
            ))
            .help("pass the value on from the kernel"),
            FunctionError::PipelineOutputRegularFunction => Said::new(format!(
                "what `{name}` gives back has an attribute that only kernels use"
            )),
            FunctionError::NonUniformWorkgroupUniformLoad(_) => {
                Said::new("not all threads of the workgroup come to this `workgroupUniformLoad`")
                    .help("move it out of the `if`, `switch` or loop that the threads take apart")
            }
            FunctionError::WorkgroupUniformLoadInvalidPointer(_) => {
                Said::new("`workgroupUniformLoad` takes a pointer to a `workgroup` variable")
            }
            FunctionError::InvalidSubgroup(error) => self.subgroup(error),
            FunctionError::ExpressionAlreadyInScope(_)
            | FunctionError::LastCaseFallTrough
            | FunctionError::WorkgroupUniformLoadExpressionMismatch(_)
            | FunctionError::EmitResult(_)
            | FunctionError::UnvisitedExpression(_) => Said::unforeseen(),
            _ => drawing(),
        }
    }

    fn local(&self, name: &str, error: &LocalVariableError) -> Said {
        match error {
            LocalVariableError::InvalidType(ty) => {
                Said::new(format!("`{name}` cannot be {} in a function", self.ty(*ty)))
                    .help("atomics and arrays without a length lie in `workgroup` or `storage`")
            }
            LocalVariableError::InitializerType => {
                Said::new(format!("what `{name}` starts with is not of its type"))
            }
            LocalVariableError::NonConstOrOverrideInitializer => Said::unforeseen(),
        }
    }

    fn returned(
        &self,
        name: &str,
        value: Option<Handle<Expression>>,
        expected: Option<Handle<Type>>,
    ) -> Said {
        match (value, expected) {
            (None, Some(ty)) => {
                Said::new(format!("`{name}` must give back {} on every way", self.ty(ty)))
                    .help("end it with `return` and a value")
            }
            (Some(value), None) => Said::new(format!(
                "`{name}` gives nothing back, and here it returns {}",
                self.quote(value, "a value")
            ))
            .help(format!("write what it gives back behind its arguments: `fn {name}(…) -> …`")),
            (Some(value), Some(ty)) => Said::new(format!(
                "`{name}` gives back {}, and this is {}",
                self.ty(ty),
                self.type_in_words(value)
            )),
            (None, None) => Said::unforeseen(),
        }
    }

    fn type_in_words(&self, value: Handle<Expression>) -> String {
        self.type_of(value).map_or_else(|| "of another type".to_owned(), |ty| self.inner(&ty))
    }

    fn needs_bool(&self, what: &str, value: Handle<Expression>) -> Said {
        Said::new(format!("{what} takes a `bool`, and this is {}", self.type_in_words(value)))
            .help("compare it, for example `x != 0`")
    }

    fn call(&self, name: &str, error: &CallError) -> Said {
        match error {
            CallError::Argument { source, .. } => self.expression(source),
            CallError::ArgumentCount { required, seen } => {
                let values = if *required == 1 { "value" } else { "values" };
                Said::new(format!("`{name}` takes {required} {values}, and here it gets {seen}"))
            }
            CallError::ArgumentType { index, required, seen_expression } => Said::new(format!(
                "the {} value of `{name}` must be {}, and this is {}",
                nth(*index),
                self.ty(*required),
                self.type_in_words(*seen_expression)
            )),
            CallError::ResultAlreadyInScope(_)
            | CallError::ResultAlreadyPopulated(_)
            | CallError::ExpressionMismatch(_) => Said::unforeseen(),
        }
    }

    fn subgroup(&self, error: &SubgroupError) -> Said {
        match error {
            SubgroupError::InvalidOperand(_) => {
                Said::new("this value does not fit the subgroup operation").help(
                    "values are numbers or vectors of them (`bool` for votes and ballots), lanes \
                     and distances are not negative and of type `u32`",
                )
            }
            SubgroupError::InvalidInvocationIdExprType(lane) => Said::new(format!(
                "the lane of a broadcast must be known before the kernel runs, and {} is not",
                self.quote(*lane, "this")
            ))
            .help("use a number or a `const`, or take `subgroupShuffle`, whose lane is computed"),
            SubgroupError::UnsupportedOperation(_) => lacking(),
            SubgroupError::ResultTypeMismatch(_) | SubgroupError::UnknownOperation => {
                Said::unforeseen()
            }
        }
    }

    fn uniformity(&self, disruptor: &str, requirements: u8) -> Said {
        const BARRIER: u8 = 1;
        let what = match requirements & BARRIER {
            0 => "this operation",
            _ => "this barrier",
        };
        let why = match disruptor {
            "Return" => "some of them may have returned before",
            "Discard" => "some of them may have been discarded before",
            _ => "they may have gone different ways before",
        };
        Said::new(format!("not all threads come to {what}: {why}"))
            .help("move it out of the `if`, `switch` or loop that the threads take apart")
    }
}

/// Errors of atomic operations, by the names of their variants.
fn atomic(variant: &str) -> Said {
    match variant {
        "InvalidPointer" => Said::new("this is not a pointer to an atomic")
            .help("declare the memory as `atomic<u32>` or `atomic<i32>` and pass `&x`"),
        "InvalidAddressSpace" => {
            Said::new("atomics lie in `workgroup` or `storage, read_write` memory, nowhere else")
                .help("a buffer that is written is declared `var<storage, read_write>`")
        }
        "InvalidOperand" => Said::new("this value is not of the type that the atomic holds"),
        "InvalidOperator" => Said::new("this atomic operation is not there for this type"),
        "MissingCapability" => Said::new("atomics of this type are not there on this device"),
        _ => Said::unforeseen(),
    }
}
