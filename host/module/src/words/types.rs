//! Types that cannot be.

use super::{Said, Words, drawing, lacking};
use naga::valid::{Disalignment, ImmediateError, TypeError, WidthError};
use naga::{Handle, ScalarKind, Type, TypeInner};

impl Words<'_> {
    pub(super) fn of_type(&self, ty: Handle<Type>, error: &TypeError) -> Said {
        let name = self.ty(ty);
        match error {
            TypeError::MissingCapability(_) => lacking(),
            TypeError::InvalidAtomicWidth(kind, width) => {
                let scalar = self.scalar(naga::Scalar { kind: *kind, width: *width });
                Said::new(format!("there is no atomic of {scalar}"))
                    .help("an atomic holds `i32` or `u32`")
            }
            TypeError::InvalidPointerBase(base) => {
                Said::new(format!("there is no pointer to {}", self.ty(*base)))
            }
            TypeError::InvalidPointerToUnsized { space, .. } => Said::new(format!(
                "an array without a length cannot lie in {}",
                super::space(*space)
            ))
            .help("give it a length; only `storage` has arrays whose length comes from the buffer"),
            TypeError::InvalidData(part) => {
                Said::new(format!("{} cannot be part of {name}", self.ty(*part)))
            }
            TypeError::InvalidArrayBaseType(base) => {
                Said::new(format!("there are no arrays of {}", self.ty(*base)))
                    .help("the elements of an array must have a fixed size")
            }
            TypeError::MatrixElementNotFloat => {
                Said::new("a matrix has elements of type `f32`, or `f16`, and no others")
            }
            TypeError::UnsupportedSpecializedArrayLength(_) | TypeError::UnresolvedOverride(_) => {
                Said::new("the length of this array depends on an override without a value")
                    .help("give the override a value, or make it a `const`")
            }
            TypeError::UnsupportedImageType { .. } => {
                Said::new(format!("there is no texture {name}"))
            }
            TypeError::InvalidArrayStride { stride, expected } => Said::new(format!(
                "the elements of {name} would be {stride} bytes apart where {expected} are needed"
            )),
            TypeError::InvalidDynamicArray(field, _) => Said::new(format!(
                "`{field}` is an array without a length, and not the last member"
            ))
            .help("give it a length, or make it the last member of the structure"),
            TypeError::BindingArrayBaseTypeNotStruct(_)
            | TypeError::BindingArrayBaseExternalTextures => {
                Said::new(format!("{name} cannot be an array of bindings"))
            }
            TypeError::MemberOverlap { index, .. } | TypeError::MemberOutOfBounds { index, .. } => {
                let member = self.member(ty, *index);
                Said::new(format!("{member} of {name} does not fit where it lies"))
                    .help("look at the `@size` and `@align` of the members before it")
            }
            TypeError::EmptyStruct => {
                Said::new(format!("{name} has no members")).help("a structure needs at least one")
            }
            TypeError::InvalidBlendSrc(_) => drawing(),
            TypeError::WidthError(error) => self.width(error),
            TypeError::InvalidArraySize(_) => {
                Said::new("the length of an array must be at least 1")
                    .help("give the override that it depends on a larger value")
            }
        }
    }

    pub(super) fn width(&self, error: &WidthError) -> Said {
        match error {
            WidthError::Invalid(kind, width) => {
                let kind = match kind {
                    ScalarKind::Sint | ScalarKind::Uint | ScalarKind::AbstractInt => "whole number",
                    ScalarKind::Float | ScalarKind::AbstractFloat => "floating-point number",
                    ScalarKind::Bool => "`bool`",
                };
                Said::new(format!("there is no {kind} of {} bits", u32::from(*width) * 8))
            }
            WidthError::MissingCapability { name, .. } => {
                Said::new(format!("`{name}` is not enabled"))
            }
            WidthError::Abstract => Said::new("the type of this number is not known")
                .help("give it one: `1u` is a `u32`, `1i` an `i32`, `1f` an `f32`"),
        }
    }

    /// A member by its name.
    pub(super) fn member(&self, ty: Handle<Type>, index: u32) -> String {
        let name = match &self.module.types[ty].inner {
            TypeInner::Struct { members, .. } => {
                members.get(index as usize).and_then(|member| member.name.as_deref())
            }
            _ => None,
        };
        name.map_or_else(|| "a member".to_owned(), |name| format!("`{name}`"))
    }

    pub(super) fn disalignment(&self, ty: Handle<Type>, error: &Disalignment) -> Said {
        let name = self.ty(ty);
        match error {
            Disalignment::ArrayStride { stride, alignment } => Said::new(format!(
                "the elements of {name} are {stride} bytes apart, and in a uniform buffer that must \
                 be a multiple of {alignment}"
            ))
            .help("use `vec4` elements, or a structure with `@size(16)`, or a `storage` buffer"),
            Disalignment::StructSpan { span, alignment } => Said::new(format!(
                "{name} takes {span} bytes, and that must be a multiple of {alignment} here"
            ))
            .help(format!("write `@align({alignment})` at its first member")),
            Disalignment::MemberOffset { index, offset, alignment } => Said::new(format!(
                "{} of {name} lies at byte {offset}, and that must be a multiple of {alignment} here",
                self.member(ty, *index)
            ))
            .help(format!("write `@align({alignment})` at the member, or use a `storage` buffer")),
            Disalignment::MemberOffsetAfterStruct { index, offset, expected } => Said::new(format!(
                "{} of {name} lies at byte {offset}, right behind a structure; in a uniform buffer \
                 it must not come before byte {expected}",
                self.member(ty, *index)
            ))
            .help("write `@align(16)` at the member, or use a `storage` buffer"),
            Disalignment::UnsizedMember { index } => Said::new(format!(
                "{} of {name} has no fixed size",
                self.member(ty, *index)
            )),
            Disalignment::NonHostShareable => {
                Said::new(format!("{name} cannot lie in a buffer"))
                    .help("`bool` and pointers cannot; use `u32` for a flag")
            }
        }
    }

    pub(super) fn immediate(&self, error: &ImmediateError) -> Said {
        match error {
            ImmediateError::InvalidScalar(scalar) => {
                Said::new(format!("there is no {} in immediates", self.scalar(*scalar)))
            }
        }
    }
}
