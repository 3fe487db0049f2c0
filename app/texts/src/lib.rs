//! The texts of the workbench: [`lessons`] and the glossary, and what is read off the
//! texts of kernels and the values of their variables. Nothing here draws.

pub mod find;
pub mod folds;
pub mod lessons;
pub mod syntax;
pub mod value;
