//! Block size of a kernel: as an annotation or the caller says, or as the text shows by
//! `block_idx_x() * 32 + thread_idx_x()`.

use super::accesses::ArrayAccesses;
use super::kernel::{NaiveKernel, NodeKind};
use super::values::{BLOCK, THREAD, Variables};
use crate::poly::Poly;
use crate::{Refused, constant, refuse};
use warpbench_codes::D0009;

/// Threads of a warp.
pub const WARP: i64 = 32;

/// A block's size along x and y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSize {
    pub size: [i64; 2],
    /// Whether the kernel computes the same with blocks of other sizes.
    pub is_free: [bool; 2],
}

impl BlockSize {
    pub fn threads(&self) -> i64 {
        self.size[0] * self.size[1]
    }

    /// The size as it is said.
    pub fn shown(&self) -> String {
        match self.size {
            [x, 1] => format!("{x} threads"),
            [x, y] => format!("{x} × {y} threads"),
        }
    }
}

/// What the text says of a block along one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// Nobody asks.
    Nothing,
    /// The grid's numbers are used, which do not depend on it.
    Free,
    Size(i64),
    /// The thread's number is used, and nothing shows how many there are.
    Unknown,
}

/// The block's size, if it is known.
pub fn find(
    kernel: &NaiveKernel,
    constants: &constant::Values,
    text: &str,
    asked: Option<[u32; 2]>,
) -> Result<BlockSize, Refused> {
    let variables = Variables::of(kernel, constants, [None, None]);
    let accesses = ArrayAccesses::of(kernel, &variables, text);
    if let Some(node) = uses_third(kernel) {
        return Err(refuse(D0009, "blocks of three dimensions are not tiled", node)
            .help("let the kernel use x and y alone"));
    }
    let indices: Vec<Poly> = accesses.all.iter().filter_map(|own| own.poly.clone()).collect();
    let mut polys = indices.clone();
    polys.extend(variables.all.values().filter_map(|own| own.poly.clone()));
    let said = [0, 1].map(|at| match said(at, &polys) {
        Said::Size(size) => {
            Said::Size(stepped(at, size, kernel, &variables, &indices).unwrap_or(size))
        }
        other => other,
    });
    let annotated = kernel.threads.map(|own| own.threads).or(asked);
    let is_free = said.map(|own| matches!(own, Said::Free));
    if let Some([x, y]) = annotated {
        return Ok(BlockSize { size: [i64::from(x), i64::from(y)], is_free });
    }
    // A whole sector of 32 bytes for each row of a tile, where y is the tile's width.
    let elements = kernel.params.iter().filter_map(|param| kernel.array(&param.name)?.0);
    let narrowest = elements.map(|own| own.bytes() as i64).min().unwrap_or(4);
    let usual = [WARP, (32 / narrowest).clamp(8, WARP)];
    let mut size = [1, 1];
    for at in [0, 1] {
        size[at] = match said[at] {
            Said::Nothing => 1,
            Said::Free => usual[at],
            Said::Size(size) => size,
            Said::Unknown => {
                let axis = ["x", "y"][at];
                return Err(refuse(
                    D0009,
                    format!("nothing shows how many threads a block has along {axis}"),
                    kernel.name_span,
                )
                .help("write `cuda_lite! { kernel threads(256) }` at the start of the kernel"));
            }
        };
    }
    Ok(BlockSize { size, is_free })
}

fn said(at: usize, polys: &[Poly]) -> Said {
    let mut found = Said::Nothing;
    let mut is_used = false;
    for poly in polys {
        is_used |= poly.mentions(THREAD[at]);
        let (thread, block) = (poly.coefficient(THREAD[at]), poly.coefficient(BLOCK[at]));
        if thread == Poly::default() || block == Poly::default() {
            continue;
        }
        // `block * size + thread`, perhaps as a whole times something.
        let by = Poly::name(if at == 0 { "@bdx" } else { "@bdy" });
        if block == thread.product(&by) {
            found = if found == Said::Nothing { Said::Free } else { found };
        } else if let Some((size, rest)) = block.divide(&thread)
            && rest == Poly::default()
            && let Some(size) = size.as_number().filter(|size| *size > 0)
        {
            found = Said::Size(size);
        }
    }
    match found {
        Said::Nothing if is_used => Said::Unknown,
        other => other,
    }
}

/// The step of a loop that takes the threads of a block over all that the block has:
/// `for k in (0..TILE).step_by(ROWS)` beside `block_idx_y() * TILE + thread_idx_y()`.
fn stepped(
    at: usize,
    size: i64,
    kernel: &NaiveKernel,
    variables: &Variables,
    indices: &[Poly],
) -> Option<i64> {
    let mut found = None;
    kernel.visit(&mut |node| {
        let NodeKind::For(own) = &node.kind else { return };
        let step = own.step.as_ref().and_then(|step| variables.number(step));
        let bounds = (variables.number(&own.start), variables.number(&own.end));
        let mut along = indices.iter().filter(|poly| poly.mentions(&own.var)).peekable();
        let is_beside = along.peek().is_some()
            && along.all(|poly| poly.coefficient(&own.var) == poly.coefficient(THREAD[at]));
        if let (Some(step), (Some(0), Some(end))) = (step, bounds)
            && is_beside
            && end == size
            && (1..size).contains(&step)
            && size % step == 0
        {
            found = Some(step);
        }
    });
    found
}

fn uses_third(kernel: &NaiveKernel) -> Option<warpbench_front::diagnostic::Span> {
    let mut found = None;
    kernel.visit(&mut |node| {
        for expr in node.exprs() {
            expr.visit(&mut |part| {
                if let crate::tree::Expr::Call(path, _) = part.bare()
                    && matches!(
                        path.rsplit("::").next(),
                        Some("thread_idx_z" | "index_3d" | "index")
                    )
                {
                    found = found.or(Some(part.place().unwrap_or(node.span)));
                }
            });
        }
    });
    found
}
