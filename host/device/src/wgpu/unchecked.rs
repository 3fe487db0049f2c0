//! Compiling the workbench's own kernels without run-time checks.
//!
//! naga guards every access and every loop of a shader it does not know. In a
//! loop over an array in registers the guards keep the driver from unrolling,
//! and the array lands in memory: a matrix multiply then runs at a fraction of
//! its speed. Kernels of the catalogue are tested against references on every
//! backend and need no guards.

#![expect(unsafe_code, reason = "leaving out checks is the caller's responsibility")]

use wgpu::{Device, ShaderModule, ShaderModuleDescriptor, ShaderRuntimeChecks};

/// A module of a kernel that belongs to the catalogue.
pub(super) fn shader_module(
    device: &Device,
    descriptor: ShaderModuleDescriptor<'_>,
) -> ShaderModule {
    // SAFETY: only texts that are part of this program come here
    // ([`crate::KernelSources::trusted`]). Their accesses stay in bounds for
    // every problem that the catalogue builds, and their loops end.
    unsafe { device.create_shader_module_trusted(descriptor, ShaderRuntimeChecks::unchecked()) }
}
