//! CUDA's error codes as errors of ours.
//!
//! Launches are asynchronous, so the code that a synchronisation returns may
//! come from any launch before it; the error names all kernels it could be.

use super::driver;
use crate::DeviceError;
use cust::error::CudaError;
use cust::sys::CUresult;

/// What was being done when an error came, for the message.
#[derive(Clone, Debug)]
pub(super) struct FaultContext {
    pub device: String,
    /// The kernels that were launched.
    pub entries: String,
    /// Bytes that the problem's buffers take.
    pub bytes: u64,
}

/// The driver's number for an error. Where cust knows no better than
/// "unknown", it is the number that the driver gave last.
pub(super) fn code(error: CudaError) -> i32 {
    match error {
        CudaError::UnknownError => driver::last_error(),
        error => error as u32 as i32,
    }
}

impl FaultContext {
    /// What an error in this context means.
    pub(super) fn explain(&self, error: CudaError) -> DeviceError {
        self.explain_code(code(error))
    }

    fn explain_code(&self, code: i32) -> DeviceError {
        let said = driver::describe(code);
        let device = self.device.clone();
        let entry = self.entries.clone();
        let launch = |hint: &str| DeviceError::Launch {
            device: self.device.clone(),
            entry: self.entries.clone(),
            reason: format!("{said}; {hint}"),
        };
        match Meaning::of(code) {
            Meaning::OutOfMemory => DeviceError::OutOfMemory { device, need: self.bytes },
            Meaning::IllegalAddress => DeviceError::IllegalAddress { device, entry, reason: said },
            Meaning::Lost => DeviceError::DeviceLost { device, reason: said },
            Meaning::Program => DeviceError::Compile {
                device,
                text: format!("{said}; an older driver may not know this PTX: update it"),
            },
            Meaning::Trap => launch(
                "the kernel stopped itself, which is what a panic, a failed assertion or an index \
                 out of bounds becomes on the GPU",
            ),
            Meaning::Resources => launch(
                "a block needs more registers or shared memory than there are; use smaller blocks",
            ),
            Meaning::Timeout => launch(
                "the driver ends kernels that run for seconds on a GPU that also drives a \
                 display; choose a smaller size",
            ),
            Meaning::Other => launch("the driver's log may say more"),
        }
    }
}

/// What a code is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    OutOfMemory,
    IllegalAddress,
    Lost,
    Program,
    Trap,
    Resources,
    Timeout,
    Other,
}

impl Meaning {
    fn of(code: i32) -> Meaning {
        use CUresult::*;
        let is = |codes: &[CUresult]| codes.iter().any(|&listed| listed as i32 == code);
        if is(&[CUDA_ERROR_OUT_OF_MEMORY]) {
            Meaning::OutOfMemory
        } else if is(&[
            CUDA_ERROR_ILLEGAL_ADDRESS,
            CUDA_ERROR_MISALIGNED_ADDRESS,
            CUDA_ERROR_INVALID_ADDRESS_SPACE,
        ]) {
            Meaning::IllegalAddress
        } else if is(&[
            CUDA_ERROR_DEINITIALIZED,
            CUDA_ERROR_NO_DEVICE,
            CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUDA_ERROR_ECC_UNCORRECTABLE,
            CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUDA_ERROR_UNKNOWN,
        ]) {
            Meaning::Lost
        } else if is(&[
            CUDA_ERROR_INVALID_IMAGE,
            CUDA_ERROR_NO_BINARY_FOR_GPU,
            CUDA_ERROR_INVALID_PTX,
            CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
            CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
            CUDA_ERROR_JIT_COMPILATION_DISABLED,
            CUDA_ERROR_INVALID_SOURCE,
        ]) {
            Meaning::Program
        } else if is(&[
            CUDA_ERROR_LAUNCH_FAILED,
            CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUDA_ERROR_ASSERT,
            CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUDA_ERROR_INVALID_PC,
        ]) {
            Meaning::Trap
        } else if is(&[CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES]) {
            Meaning::Resources
        } else if is(&[CUDA_ERROR_LAUNCH_TIMEOUT]) {
            Meaning::Timeout
        } else {
            Meaning::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_told_apart() {
        let check =
            |code: i32, expected: Meaning| assert_eq!(Meaning::of(code), expected, "{code}");
        check(1, Meaning::Other);
        check(2, Meaning::OutOfMemory);
        check(209, Meaning::Program);
        check(218, Meaning::Program);
        check(222, Meaning::Program);
        check(700, Meaning::IllegalAddress);
        check(701, Meaning::Resources);
        check(702, Meaning::Timeout);
        check(703, Meaning::Other);
        check(715, Meaning::Trap);
        check(716, Meaning::IllegalAddress);
        check(719, Meaning::Trap);
        check(999, Meaning::Lost);
        check(12345, Meaning::Other);
    }

    #[test]
    fn a_message_names_device_and_kernels() {
        let context = FaultContext {
            device: "H200".to_owned(),
            entries: "reduce_first, reduce_rest".to_owned(),
            bytes: 1 << 30,
        };
        let check = |error: CudaError, expected: &[&str]| {
            let text = context.explain(error).to_string();
            for part in expected {
                assert!(text.contains(part), "{part:?} in {text:?}");
            }
        };
        check(CudaError::IllegalAddress, &["H200", "reduce_first, reduce_rest", "illegal address"]);
        check(CudaError::OutOfMemory, &["H200", "1.00 GiB"]);
        check(CudaError::LaunchFailed, &["H200", "reduce_rest", "panic"]);
        check(CudaError::InvalidPtx, &["does not compile for H200"]);
    }
}
