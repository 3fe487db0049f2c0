//! Kernels as a whole: what they are told, and what they use.

use super::{Said, Words, drawing, lacking};
use naga::common::wgsl::TryToWgsl;
use naga::valid::{EntryPointError, VaryingError};
use naga::{BuiltIn, GlobalVariable, Handle};

impl Words<'_> {
    pub(super) fn entry(&self, name: &str, error: &EntryPointError) -> Said {
        match error {
            EntryPointError::Conflict => Said::new(format!("there are two kernels `{name}`")),
            EntryPointError::UnexpectedWorkgroupSize => {
                Said::new(format!("`{name}` is no kernel and has no workgroup"))
                    .help("write `@compute` before it, or leave `@workgroup_size` out")
            }
            EntryPointError::OutOfRangeWorkgroupSize => Said::new(format!(
                "the workgroup of `{name}` is empty or too large in one of its directions"
            ))
            .help("each number of `@workgroup_size` is at least 1"),
            EntryPointError::ForbiddenStageOperations => {
                Said::new(format!("`{name}` uses an operation that kernels do not have"))
                    .help("derivatives and `discard` are for drawing alone")
            }
            EntryPointError::InvalidGlobalUsage(variable, _) => Said::new(format!(
                "{} cannot be used like this in `{name}`",
                self.variable(*variable)
            ))
            .help("a buffer that is written is declared `var<storage, read_write>`"),
            EntryPointError::MoreThanOneImmediateUsed => {
                Said::new(format!("`{name}` uses more than one variable in `immediate`"))
                    .help("put them into one structure")
            }
            EntryPointError::BindingCollision(variable) => Said::new(format!(
                "{} has the same binding as another variable that `{name}` uses",
                self.variable(*variable)
            ))
            .help("give each its own number in `@binding`"),
            EntryPointError::Argument(index, error) => {
                let argument = self.function.and_then(|f| f.arguments.get(*index as usize));
                let argument = argument.and_then(|argument| argument.name.as_deref());
                self.varying(argument.unwrap_or(name), error)
            }
            EntryPointError::Result(VaryingError::MissingBinding) => {
                Said::new(format!("a kernel gives nothing back, and `{name}` does"))
                    .help("write the result into a buffer: `var<storage, read_write>`")
            }
            EntryPointError::Result(error) => self.varying(name, error),
            EntryPointError::Function(error) => self.of_function(name, error),
            EntryPointError::UnsupportedCapability(_) => lacking(),
            _ => drawing(),
        }
    }

    fn variable(&self, variable: Handle<GlobalVariable>) -> String {
        let name = self.module.global_variables[variable].name.as_deref();
        name.map_or_else(|| "a variable".to_owned(), |name| format!("`{name}`"))
    }

    fn varying(&self, name: &str, error: &VaryingError) -> Said {
        match error {
            VaryingError::InvalidType(ty) | VaryingError::NotIOShareableType(ty) => {
                Said::new(format!("`{name}` cannot be {} here", self.ty(*ty)))
            }
            VaryingError::InvalidBuiltInStage(builtin) => {
                Said::new(format!("a kernel has no {}", self.builtin(*builtin)))
                    .help("it is for another kind of shader")
            }
            VaryingError::InvalidBuiltInType(builtin, found) => Said::new(format!(
                "{} is {}, and `{name}` is {}",
                self.builtin(*builtin),
                builtin_type(*builtin),
                self.inner(found)
            )),
            VaryingError::MissingBinding => Said::new(format!(
                "`{name}` says nothing of where its value comes from"
            ))
            .help("write an attribute before it, for example `@builtin(global_invocation_id)`"),
            VaryingError::MemberMissingBinding(_) => Said::new(format!(
                "a member of `{name}` says nothing of where its value comes from"
            ))
            .help("write an attribute before it, for example `@builtin(global_invocation_id)`"),
            VaryingError::DuplicateBuiltIn(builtin) => {
                Said::new(format!("{} is asked for twice", self.builtin(*builtin)))
            }
            VaryingError::UnsupportedCapability(_) => lacking(),
            VaryingError::InvalidMultiDimensionalSubgroupBuiltIn => Said::new(
                "`subgroup_id` and `subgroup_invocation_id` are only there in workgroups of one \
                 dimension",
            )
            .help("write `@workgroup_size` with one number, and compute the others from it"),
            VaryingError::InvalidInputAttributeInStage(..)
            | VaryingError::InvalidAttributeInStage(..) => {
                Said::new(format!("`{name}` has an attribute that kernels do not have"))
                    .help("a kernel is told its numbers by `@builtin(…)` alone")
            }
            _ => drawing(),
        }
    }

    fn builtin(&self, builtin: BuiltIn) -> String {
        match builtin.try_to_wgsl() {
            Some(name) => format!("`@builtin({name})`"),
            None => "this built-in value".to_owned(),
        }
    }
}

/// The type that a built-in value of a kernel has.
fn builtin_type(builtin: BuiltIn) -> &'static str {
    match builtin {
        BuiltIn::GlobalInvocationId
        | BuiltIn::LocalInvocationId
        | BuiltIn::WorkGroupId
        | BuiltIn::NumWorkGroups => "a `vec3<u32>`",
        BuiltIn::LocalInvocationIndex
        | BuiltIn::SubgroupId
        | BuiltIn::NumSubgroups
        | BuiltIn::SubgroupInvocationId
        | BuiltIn::SubgroupSize => "a `u32`",
        _ => "of another type",
    }
}
