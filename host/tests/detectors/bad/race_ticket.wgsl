// expect: race 18 18
// grid: 1  buffers: 64 64
// Tickets from an atomic are taken modulo two, so that slots are shared.

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> count: atomic<u32>;
var<workgroup> slots: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lid: u32) {
    if lid == 0u {
        atomicStore(&count, 0u);
    }
    workgroupBarrier();
    let ticket = atomicAdd(&count, 1u);
    slots[ticket % 2u] = lid;
    workgroupBarrier();
    if lid < 2u {
        output[lid] = slots[lid];
    }
}
