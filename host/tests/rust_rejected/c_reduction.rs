use cuda_std::prelude::*;

__global__ void k(const float *in, float *out, int n) {
    extern __shared__ float tile[];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    tile[tid] = (i < n) ? in[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(out, tile[0]);
}
