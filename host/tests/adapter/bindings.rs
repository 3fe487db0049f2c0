//! What a module binds.

use naga::{AddressSpace, Module, StorageAccess};
use wgpu::BufferBindingType;

/// The buffers that a module binds, by number.
pub(crate) fn bindings(module: &Module) -> Vec<(u32, BufferBindingType)> {
    let variables = module.global_variables.iter();
    variables
        .filter_map(|(_, variable)| {
            let number = variable.binding?.binding;
            let kind = match variable.space {
                AddressSpace::Uniform => BufferBindingType::Uniform,
                AddressSpace::Storage { access } => {
                    let read_only = !access.contains(StorageAccess::STORE);
                    BufferBindingType::Storage { read_only }
                }
                _ => return None,
            };
            Some((number, kind))
        })
        .collect()
}
