//! Kernels compiled to PTX, and what they find on the GPU compared with its model.

mod common;
mod compile;
mod names;
mod printing;
mod ptxas;
mod vectors;
