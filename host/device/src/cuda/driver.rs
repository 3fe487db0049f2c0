//! The CUDA driver, opened at run time.
//!
//! `cust` calls the driver's functions by name and expects the linker to find
//! them. Linking the real library would mean that the workbench can only be
//! built where the CUDA toolkit is, and only started where the driver is. So the
//! names are defined here: each function looks up its namesake in the driver's
//! library, which is opened on first use, and reports "not initialized" where
//! there is none. The list below is every `cu…` function that cust 0.3.2
//! names; one that is missing shows up as a link error.
//!
//! The forwarders also stand between two ideas of what an error code is. A
//! driver may answer with any number, and newer drivers know more of them, but
//! cust declares the answer as a Rust enum, for which an unlisted number is
//! undefined behaviour. Unlisted numbers are passed on as "unknown error"; the
//! number itself is kept for [`last_error`].

#![expect(unsafe_code, reason = "these functions are called by C convention and call a C library")]

use cust::sys::*;
use libloading::Library;
use std::cell::Cell;
use std::error::Error;
use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ushort, c_void};
use std::sync::OnceLock;

/// The file name under which every NVIDIA driver installs it.
#[cfg(target_os = "linux")]
const LIBRARY: &str = "libcuda.so.1";
#[cfg(windows)]
const LIBRARY: &str = "nvcuda.dll";

const NOT_INITIALIZED: c_int = CUresult::CUDA_ERROR_NOT_INITIALIZED as c_int;
const NO_SUCH_SYMBOL: c_int = CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND as c_int;
const NOT_READY: c_int = CUresult::CUDA_ERROR_NOT_READY as c_int;
const UNKNOWN: c_int = CUresult::CUDA_ERROR_UNKNOWN as c_int;

/// The driver library, or why it cannot be opened.
pub(super) fn library() -> Result<&'static Library, &'static str> {
    static DRIVER: OnceLock<Result<Library, String>> = OnceLock::new();
    DRIVER
        .get_or_init(|| {
            open().map_err(|error| match error.source() {
                Some(source) => source.to_string(),
                None => error.to_string(),
            })
        })
        .as_ref()
        .map_err(String::as_str)
}

#[cfg(target_os = "linux")]
fn open() -> Result<Library, libloading::Error> {
    // SAFETY: the library's initialisers run now. They belong to the driver that
    // the machine's owner installed under this name.
    unsafe { Library::new(LIBRARY) }
}

/// Only from the folder of the system, where drivers are: a file of that name that
/// lies beside a student's kernel is none.
#[cfg(windows)]
fn open() -> Result<Library, libloading::Error> {
    use libloading::os::windows;
    // SAFETY: the library's initialisers run now. Only an administrator can put a
    // file into the folder of the system.
    let library = unsafe {
        windows::Library::load_with_flags(LIBRARY, windows::LOAD_LIBRARY_SEARCH_SYSTEM32)
    };
    library.map(Library::from)
}

thread_local! {
    static LAST_ERROR: Cell<c_int> = const { Cell::new(0) };
}

/// The code of the last call on this thread that failed, as the driver gave it.
pub(super) fn last_error() -> c_int {
    LAST_ERROR.get()
}

/// An error code in words: its name, its number, and what the driver says.
pub(super) fn describe(code: c_int) -> String {
    match (ask(c"cuGetErrorName", code), ask(c"cuGetErrorString", code)) {
        (Some(name), Some(text)) => format!("{name}, {text}"),
        _ => format!("CUDA error {code}"),
    }
}

/// Asks one of the two functions that turn a code into text. They are called
/// here rather than through cust, which panics where they fail.
fn ask(function: &CStr, code: c_int) -> Option<String> {
    type Describe = unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int;
    let mut text = std::ptr::null();
    // SAFETY: both functions have this signature, and what they hand out is a
    // static string or, for a code they do not know, a null pointer.
    unsafe {
        let describe = library().ok()?.get::<Describe>(function).ok()?;
        let code = describe(code, &raw mut text);
        if code != 0 || text.is_null() {
            return None;
        }
        Some(CStr::from_ptr(text).to_string_lossy().into_owned())
    }
}

/// Remembers a failure, and returns a code that cust's enum has.
fn noted(code: c_int) -> c_int {
    if code != 0 && code != NOT_READY {
        LAST_ERROR.set(code);
    }
    if is_listed(code) { code } else { UNKNOWN }
}

/// Whether `cust::sys::CUresult` has a variant for the code.
fn is_listed(code: c_int) -> bool {
    matches!(
        code,
        0..=8 | 34 | 100..=102 | 200..=202 | 205..=224 | 300..=304 | 400..=401 | 500 | 600
            | 700..=705 | 708..=720 | 800..=809 | 900..=911 | 999
    )
}

macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            type Function = unsafe extern "C" fn($($type),*) -> c_int;
            static FUNCTION: OnceLock<Result<Function, c_int>> = OnceLock::new();
            let function = FUNCTION.get_or_init(|| {
                let library = library().map_err(|_| NOT_INITIALIZED)?;
                // SAFETY: the signature is the one that cust's bindings, made
                // from NVIDIA's header, give for this name. The library is
                // never closed, so the address stays good.
                unsafe { library.get::<Function>(stringify!($name)) }
                    .map(|symbol| *symbol)
                    .map_err(|_| NO_SUCH_SYMBOL)
            });
            noted(match function {
                // SAFETY: the caller keeps the driver function's contract; the
                // arguments are passed on untouched.
                Ok(function) => unsafe { function($($argument),*) },
                Err(code) => *code,
            })
        }
    )*};
}

forward! {
    cuArray3DCreate_v2(a: *mut CUarray, b: *const CUDA_ARRAY3D_DESCRIPTOR);
    cuArray3DGetDescriptor_v2(a: *mut CUDA_ARRAY3D_DESCRIPTOR, b: CUarray);
    cuArrayDestroy(a: CUarray);
    cuCtxCreate_v2(a: *mut CUcontext, b: c_uint, c: CUdevice);
    cuCtxDestroy_v2(a: CUcontext);
    cuCtxGetApiVersion(a: CUcontext, b: *mut c_uint);
    cuCtxGetCacheConfig(a: *mut CUfunc_cache);
    cuCtxGetCurrent(a: *mut CUcontext);
    cuCtxGetDevice(a: *mut CUdevice);
    cuCtxGetFlags(a: *mut c_uint);
    cuCtxGetLimit(a: *mut usize, b: CUlimit);
    cuCtxGetSharedMemConfig(a: *mut CUsharedconfig);
    cuCtxGetStreamPriorityRange(a: *mut c_int, b: *mut c_int);
    cuCtxPopCurrent_v2(a: *mut CUcontext);
    cuCtxPushCurrent_v2(a: CUcontext);
    cuCtxSetCacheConfig(a: CUfunc_cache);
    cuCtxSetCurrent(a: CUcontext);
    cuCtxSetLimit(a: CUlimit, b: usize);
    cuCtxSetSharedMemConfig(a: CUsharedconfig);
    cuCtxSynchronize();
    cuDestroyExternalMemory(a: CUexternalMemory);
    cuDeviceGet(a: *mut CUdevice, b: c_int);
    cuDeviceGetAttribute(a: *mut c_int, b: CUdevice_attribute, c: CUdevice);
    cuDeviceGetCount(a: *mut c_int);
    cuDeviceGetName(a: *mut c_char, b: c_int, c: CUdevice);
    cuDevicePrimaryCtxRelease_v2(a: CUdevice);
    cuDevicePrimaryCtxReset_v2(a: CUdevice);
    cuDevicePrimaryCtxRetain(a: *mut CUcontext, b: CUdevice);
    cuDevicePrimaryCtxSetFlags_v2(a: CUdevice, b: c_uint);
    cuDeviceTotalMem_v2(a: *mut usize, b: CUdevice);
    cuDriverGetVersion(a: *mut c_int);
    cuEventCreate(a: *mut CUevent, b: c_uint);
    cuEventDestroy_v2(a: CUevent);
    cuEventElapsedTime(a: *mut f32, b: CUevent, c: CUevent);
    cuEventQuery(a: CUevent);
    cuEventRecord(a: CUevent, b: CUstream);
    cuEventSynchronize(a: CUevent);
    cuExternalMemoryGetMappedBuffer(
        a: *mut CUdeviceptr, b: CUexternalMemory, c: *const CUDA_EXTERNAL_MEMORY_BUFFER_DESC
    );
    cuFuncGetAttribute(a: *mut c_int, b: CUfunction_attribute, c: CUfunction);
    cuFuncSetCacheConfig(a: CUfunction, b: CUfunc_cache);
    cuFuncSetSharedMemConfig(a: CUfunction, b: CUsharedconfig);
    cuGetErrorString(a: c_int, b: *mut *const c_char);
    cuGraphAddKernelNode(
        a: *mut CUgraphNode, b: CUgraph, c: *const CUgraphNode, d: usize,
        e: *const CUDA_KERNEL_NODE_PARAMS
    );
    cuGraphCreate(a: *mut CUgraph, b: c_uint);
    cuGraphDebugDotPrint(a: CUgraph, b: *const c_char, c: c_uint);
    cuGraphDestroy(a: CUgraph);
    cuGraphGetEdges(a: CUgraph, b: *mut CUgraphNode, c: *mut CUgraphNode, d: *mut usize);
    cuGraphGetNodes(a: CUgraph, b: *mut CUgraphNode, c: *mut usize);
    cuGraphKernelNodeGetParams(a: CUgraphNode, b: *mut CUDA_KERNEL_NODE_PARAMS);
    cuGraphNodeGetType(a: CUgraphNode, b: *mut CUgraphNodeType);
    cuImportExternalMemory(a: *mut CUexternalMemory, b: *const CUDA_EXTERNAL_MEMORY_HANDLE_DESC);
    cuInit(a: c_uint);
    cuLaunchHostFunc(a: CUstream, b: CUhostFn, c: *mut c_void);
    cuLaunchKernel(
        a: CUfunction, b: c_uint, c: c_uint, d: c_uint, e: c_uint, f: c_uint, g: c_uint, h: c_uint,
        i: CUstream, j: *mut *mut c_void, k: *mut *mut c_void
    );
    cuLinkAddData_v2(
        a: CUlinkState, b: CUjitInputType, c: *mut c_void, d: usize, e: *const c_char, f: c_uint,
        g: *mut CUjit_option, h: *mut *mut c_void
    );
    cuLinkComplete(a: CUlinkState, b: *mut *mut c_void, c: *mut usize);
    cuLinkCreate_v2(a: c_uint, b: *mut CUjit_option, c: *mut *mut c_void, d: *mut CUlinkState);
    cuLinkDestroy(a: CUlinkState);
    cuMemAdvise(a: CUdeviceptr, b: usize, c: CUmem_advise, d: CUdevice);
    cuMemAllocAsync(a: *mut CUdeviceptr, b: usize, c: CUstream);
    cuMemAllocHost_v2(a: *mut *mut c_void, b: usize);
    cuMemAllocManaged(a: *mut CUdeviceptr, b: usize, c: c_uint);
    cuMemAlloc_v2(a: *mut CUdeviceptr, b: usize);
    cuMemFreeAsync(a: CUdeviceptr, b: CUstream);
    cuMemFreeHost(a: *mut c_void);
    cuMemFree_v2(a: CUdeviceptr);
    cuMemGetInfo_v2(a: *mut usize, b: *mut usize);
    cuMemPrefetchAsync(a: CUdeviceptr, b: usize, c: CUdevice, d: CUstream);
    cuMemcpy2D_v2(a: *const CUDA_MEMCPY2D);
    cuMemcpyAtoH_v2(a: *mut c_void, b: CUarray, c: usize, d: usize);
    cuMemcpyDtoDAsync_v2(a: CUdeviceptr, b: CUdeviceptr, c: usize, d: CUstream);
    cuMemcpyDtoD_v2(a: CUdeviceptr, b: CUdeviceptr, c: usize);
    cuMemcpyDtoHAsync_v2(a: *mut c_void, b: CUdeviceptr, c: usize, d: CUstream);
    cuMemcpyDtoH_v2(a: *mut c_void, b: CUdeviceptr, c: usize);
    cuMemcpyHtoA_v2(a: CUarray, b: usize, c: *const c_void, d: usize);
    cuMemcpyHtoDAsync_v2(a: CUdeviceptr, b: *const c_void, c: usize, d: CUstream);
    cuMemcpyHtoD_v2(a: CUdeviceptr, b: *const c_void, c: usize);
    cuMemsetD16Async(a: CUdeviceptr, b: c_ushort, c: usize, d: CUstream);
    cuMemsetD16_v2(a: CUdeviceptr, b: c_ushort, c: usize);
    cuMemsetD32Async(a: CUdeviceptr, b: c_uint, c: usize, d: CUstream);
    cuMemsetD32_v2(a: CUdeviceptr, b: c_uint, c: usize);
    cuMemsetD8Async(a: CUdeviceptr, b: c_uchar, c: usize, d: CUstream);
    cuMemsetD8_v2(a: CUdeviceptr, b: c_uchar, c: usize);
    cuModuleGetFunction(a: *mut CUfunction, b: CUmodule, c: *const c_char);
    cuModuleGetGlobal_v2(a: *mut CUdeviceptr, b: *mut usize, c: CUmodule, d: *const c_char);
    cuModuleLoad(a: *mut CUmodule, b: *const c_char);
    cuModuleLoadData(a: *mut CUmodule, b: *const c_void);
    cuModuleLoadDataEx(
        a: *mut CUmodule, b: *const c_void, c: c_uint, d: *mut CUjit_option, e: *mut *mut c_void
    );
    cuModuleUnload(a: CUmodule);
    cuOccupancyAvailableDynamicSMemPerBlock(a: *mut usize, b: CUfunction, c: c_int, d: c_int);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(a: *mut c_int, b: CUfunction, c: c_int, d: usize);
    cuOccupancyMaxPotentialBlockSize(
        a: *mut c_int, b: *mut c_int, c: CUfunction, d: CUoccupancyB2DSize, e: usize, f: c_int
    );
    cuStreamCreateWithPriority(a: *mut CUstream, b: c_uint, c: c_int);
    cuStreamDestroy_v2(a: CUstream);
    cuStreamGetFlags(a: CUstream, b: *mut c_uint);
    cuStreamGetPriority(a: CUstream, b: *mut c_int);
    cuStreamSynchronize(a: CUstream);
    cuStreamWaitEvent(a: CUstream, b: CUevent, c: c_uint);
    cuSurfObjectCreate(a: *mut CUsurfObject, b: *const CUDA_RESOURCE_DESC);
    cuSurfObjectDestroy(a: CUsurfObject);
    cuSurfObjectGetResourceDesc(a: *mut CUDA_RESOURCE_DESC, b: CUsurfObject);
    cuTexObjectCreate(
        a: *mut CUtexObject, b: *const CUDA_RESOURCE_DESC, c: *const CUDA_TEXTURE_DESC,
        d: *const CUDA_RESOURCE_VIEW_DESC
    );
    cuTexObjectDestroy(a: CUtexObject);
    cuTexObjectGetResourceDesc(a: *mut CUDA_RESOURCE_DESC, b: CUtexObject);
    cuTexObjectGetResourceViewDesc(a: *mut CUDA_RESOURCE_VIEW_DESC, b: CUtexObject);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_cust_does_not_list_become_unknown_and_are_kept() {
        let check = |code: c_int, passed_on: c_int| {
            LAST_ERROR.set(0);
            assert_eq!(noted(code), passed_on);
            assert_eq!(last_error(), code);
        };
        check(CUresult::CUDA_ERROR_ILLEGAL_ADDRESS as c_int, 700);
        check(CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION as c_int, 222);
        check(46, UNKNOWN);
        check(203, UNKNOWN);
        check(225, UNKNOWN);
        check(706, UNKNOWN);
        check(912, UNKNOWN);
        check(-1, UNKNOWN);
    }

    #[test]
    fn success_and_not_ready_are_no_errors() {
        LAST_ERROR.set(1);
        assert_eq!((noted(0), noted(NOT_READY)), (0, NOT_READY));
        assert_eq!(last_error(), 1);
    }

    #[test]
    fn without_a_driver_cust_says_not_initialized() {
        let result = cust::init(cust::CudaFlags::empty());
        match library() {
            Err(_) => assert_eq!(result, Err(cust::error::CudaError::NotInitialized)),
            Ok(_) => assert_ne!(result, Err(cust::error::CudaError::NotInitialized)),
        }
        assert!(!describe(700).is_empty());
    }
}
