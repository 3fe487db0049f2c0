// What `cuda_std::warp` has beyond what the machine does.

pub mod cuda_library {
    pub mod warp {
        pub trait WarpShuffleValue {}
        pub trait WarpMatchValue {}
        pub trait WarpReduceValue {}
        pub unsafe fn warp_match_all<T>(mask: u32, value: T) -> Option<u32> {
            if cuda_std::warp::warp_match_any(mask, value) == mask { Some(mask) } else { None }
        }
    }
}
