//! Expressions without control flow: one file for each form, and `dispatch`,
//! which says which function checks which.

pub(crate) mod aggregate;
pub(crate) mod assertions;
pub(crate) mod assigned_pattern;
pub(crate) mod assignment;
pub(crate) mod associated;
pub(crate) mod atomics;
pub(crate) mod call;
pub(crate) mod cast;
pub(crate) mod closure;
pub(crate) mod common_method;
pub(crate) mod compared_items;
pub(crate) mod component;
mod const_argument;
pub(crate) mod conversion;
pub(crate) mod dispatch;
mod expectation;
mod expected;
mod format_text;
pub(crate) mod function_pointer;
pub(crate) mod generic_call;
pub(crate) mod iterated;
pub(crate) mod iterator;
pub(crate) mod lacking;
pub(crate) mod literal;
pub(crate) mod macros;
pub(crate) mod method;
pub(crate) mod number_methods;
mod open_range;
pub(crate) mod operators;
pub(crate) mod overloaded;
pub(crate) mod own_order;
pub(crate) mod place;
pub(crate) mod printing;
mod reference_method;
pub(crate) mod slices;
pub(crate) mod variant;
