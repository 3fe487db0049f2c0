// endless
// grid = [2]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 128

@group(0) @binding(0) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(64)
fn wrong_variable(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3<u32>) {
    var i = 0u;
    var j = 0u;
    loop { // here
        if (i == 8u) {
            break;
        }
        j += 1u;
        out[block.x * 64u + t] = j;
    }
}
