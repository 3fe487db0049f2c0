//! Restored WGSL: what naga leaves out when it writes it.
//!
//! - Where members of structures lie: `@size` and `@align` are not written, so
//!   a buffer would be read at other bytes (gfx-rs/wgpu#4373).
//! - `enable subgroups;`, without which other compilers refuse the operations of
//!   subgroups (gfx-rs/wgpu#8180).

use naga::proc::Layouter;
use naga::{Binding, Block, BuiltIn, Module, Statement, StructMember, TypeInner};

/// A text that naga wrote, with what it left out.
pub(super) fn restored(text: &str, module: &Module) -> Result<String, String> {
    let mut layouts = Layouter::default();
    layouts
        .update(module.to_ctx())
        .map_err(|_| "one of its types is larger than a type may be".to_owned())?;
    // Those that WGSL has itself, such as the result of `modf`, are not written.
    let special = &module.special_types;
    let is_of_language = |handle| special.predeclared_types.values().any(|&ty| ty == handle);
    let mut structures = module.types.iter().filter_map(|(handle, ty)| match &ty.inner {
        TypeInner::Struct { members, span } if !is_of_language(handle) => {
            Some((members.as_slice(), *span))
        }
        _ => None,
    });
    let mut written = String::new();
    if uses_subgroups(module) {
        written += "enable subgroups;\n";
    }
    let mut sizes: Option<std::vec::IntoIter<Option<u32>>> = None;
    for line in text.lines() {
        if line.starts_with("struct ") {
            let (members, span) = structures.next().unwrap_or((&[], 0));
            sizes = Some(sizes_of(members, span, &layouts).into_iter());
        } else if line.starts_with('}') {
            sizes = None;
        } else if let Some(Some(bytes)) = sizes.as_mut().and_then(Iterator::next) {
            written += &format!("    @size({bytes}) {}\n", line.trim_start());
            continue;
        }
        written += line;
        written.push('\n');
    }
    Ok(written)
}

/// For each member how many bytes it takes, where that is not what its type
/// would: up to the next member, or to the end.
fn sizes_of(members: &[StructMember], span: u32, layouts: &Layouter) -> Vec<Option<u32>> {
    let mut sizes = Vec::with_capacity(members.len());
    for (nth, member) in members.iter().enumerate() {
        let layout = layouts[member.ty];
        let own_end = member.offset + layout.size;
        let next = members.get(nth + 1);
        let end = next.map_or(span, |next| next.offset);
        let alignment = next.map_or_else(
            || members.iter().map(|m| layouts[m.ty].alignment).max().unwrap_or(layout.alignment),
            |next| layouts[next.ty].alignment,
        );
        // The end of an array whose length comes from the buffer is not its own.
        let is_open = next.is_none() && end <= own_end;
        let is_natural = is_open || alignment.round_up(own_end) == end;
        sizes.push((!is_natural).then(|| end - member.offset));
    }
    sizes
}

fn uses_subgroups(module: &Module) -> bool {
    let kernels = module.entry_points.iter().map(|point| &point.function);
    let functions = module.functions.iter().map(|(_, function)| function).chain(kernels);
    let told = |binding: &Option<Binding>| {
        matches!(
            binding,
            Some(Binding::BuiltIn(
                BuiltIn::SubgroupId
                    | BuiltIn::SubgroupSize
                    | BuiltIn::SubgroupInvocationId
                    | BuiltIn::NumSubgroups
            ))
        )
    };
    let in_structures = module.types.iter().any(|(_, ty)| match &ty.inner {
        TypeInner::Struct { members, .. } => members.iter().any(|member| told(&member.binding)),
        _ => false,
    });
    in_structures
        || functions.into_iter().any(|function| {
            has_subgroups(&function.body) || function.arguments.iter().any(|a| told(&a.binding))
        })
}

fn has_subgroups(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::SubgroupBallot { .. }
        | Statement::SubgroupGather { .. }
        | Statement::SubgroupCollectiveOperation { .. } => true,
        Statement::ControlBarrier(barrier) => barrier.contains(naga::Barrier::SUB_GROUP),
        Statement::Block(inner) => has_subgroups(inner),
        Statement::If { accept, reject, .. } => has_subgroups(accept) || has_subgroups(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| has_subgroups(&case.body)),
        Statement::Loop { body, continuing, .. } => {
            has_subgroups(body) || has_subgroups(continuing)
        }
        _ => false,
    })
}
