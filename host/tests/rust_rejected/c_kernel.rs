use cuda_std::prelude::*;

__global__ void k(const float* input, float* output, unsigned int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) output[i] = 2.0f * input[i];
}
