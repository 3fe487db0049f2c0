use cuda_std::prelude::*;

template <typename T>
__global__ void k(const T *x, T *y, unsigned int n) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}
