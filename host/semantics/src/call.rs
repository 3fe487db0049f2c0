//! Calls as the text writes them. A module calls helpers by names of its own, one for
//! each form that a helper is compiled in, and bodies that are written out where
//! they are called leave no call behind at all.

use super::{FunctionKey, Semantics, SpanKey, key};
use naga::{Function, Handle, Span};
use std::collections::HashMap;

/// Where the names of called functions stand in the text.
#[derive(Clone, Debug, Default)]
pub(super) struct CallNames {
    functions: HashMap<Handle<Function>, Span>,
    written_out: HashMap<(FunctionKey, SpanKey), Span>,
}

impl Semantics {
    /// The text calls a function by the name at this place.
    pub fn set_function_name(&mut self, function: Handle<Function>, name: Span) {
        self.calls.functions.insert(function, name);
    }

    /// Where the name of a function stands in the text; nothing where the module's
    /// name is the text's.
    pub fn function_name(&self, function: Handle<Function>) -> Option<Span> {
        self.calls.functions.get(&function).copied()
    }

    /// The body that is called at this place is written out there. An `Emit` of
    /// nothing at the place of the call stands before the body, one at no place
    /// behind it, unless nobody gets there.
    pub fn set_written_out(&mut self, function: FunctionKey, call: Span, name: Span) {
        self.calls.written_out.insert((function, key(call)), name);
    }

    /// The name of the body that starts at an `Emit` of nothing, if one does.
    pub fn written_out(&self, function: FunctionKey, call: Span) -> Option<Span> {
        self.calls.written_out.get(&(function, key(call))).copied()
    }
}
