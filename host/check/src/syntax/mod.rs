//! From text to syntax: tokens, syn, what can be saved of a text that does not
//! parse, and places of pieces of syntax in the text.

pub(crate) mod c;
pub(crate) mod configured;
pub(crate) mod delimiters;
pub(crate) mod expand;
pub(crate) mod hygiene;
pub(crate) mod macro_rules;
pub(crate) mod parse;
pub(crate) mod recover;
pub(crate) mod rule_checks;
pub(crate) mod slips;
pub(crate) mod spans;
pub(crate) mod split;
