//! Items of a file or a block: functions, structures and constants are collected first
//! (`collect`), then each is looked at.

pub(crate) mod attributes;
pub(crate) mod coherence;
pub(crate) mod collect;
pub(crate) mod conformity;
mod derived_hash;
mod derived_order;
pub(crate) mod function;
pub(crate) mod implementation;
pub(crate) mod instance;
pub(crate) mod kernel;
pub(crate) mod lifetimes;
pub(crate) mod opaque;
pub(crate) mod opaque_result;
pub(crate) mod recursion;
pub(crate) mod statics;
pub(crate) mod structure;
