//! Windows API: what the standard library does not offer.
//!
//! What the workbench does differently on Windows:
//!
//! - A program has either a console or none, and this one is used both ways. It is a console
//!   program, so that shells wait for it and pipes work; a console that Windows opened for it
//!   alone is let go when the window is there, and from Windows 11 24H2 on none is opened
//!   (`assets/package/warpbench.exe.manifest`). Processes that it starts never open one.
//! - Text goes to a console as UTF-16, which the standard library does, and into files and
//!   pipes as UTF-8, whatever code page is set.
//! - Files are replaced by a rename that readers do not hinder; where another program holds
//!   the name for a moment, it is tried again for a second (`disk::rename`). The names of a
//!   folder need no syncing.
//! - A process that grades bounds its memory by a job object of its own and its processor
//!   time by a thread that looks at the clock; its end says which it was.
//! - Names in packages and reports have slashes, and texts are hashed and compared as they
//!   lie in the repository: `.gitattributes` keeps their line ends.

#![expect(unsafe_code, reason = "these are calls into the system")]

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;
use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// For processes that a program without a console starts: each would get one of its
/// own, in a window. Ctrl+C does not reach them either.
pub const CREATE_NO_WINDOW: u32 = 0x0800_0000;

/// Bounds the memory that this process may commit, by a job of its own; an allocation
/// that would take more fails.
pub fn bound_memory(most_bytes: u64) -> io::Result<()> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.ProcessMemoryLimit = usize::try_from(most_bytes).unwrap_or(usize::MAX);
    let bytes = u32::try_from(size_of_val(&limits)).map_err(io::Error::other)?;
    // SAFETY: without attributes and name there is nothing to point at.
    let job = unsafe { CreateJobObjectW(null(), null()) };
    if job.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is ours and nobody else's. The job lives on while it has a
    // process, so it may be closed.
    let job = unsafe { OwnedHandle::from_raw_handle(job) };
    // SAFETY: the structure is the one that belongs to this class of information, and
    // it has that many bytes.
    let is_set = unsafe {
        let class = JobObjectExtendedLimitInformation;
        SetInformationJobObject(job.as_raw_handle(), class, (&raw const limits).cast(), bytes)
    };
    if is_set == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: both handles are valid; that of this process needs no closing.
    match unsafe { AssignProcessToJobObject(job.as_raw_handle(), GetCurrentProcess()) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Lets go of a console that nobody else uses: Windows opened it because the program
/// was started by a click, and its window is in the way of ours. One that belongs to a
/// shell is kept.
pub fn leave_own_console() {
    let mut processes = [0; 2];
    // SAFETY: the list has room for as many numbers as are asked for.
    let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) };
    if count == 1 {
        // SAFETY: nothing here keeps a handle of the console.
        unsafe { FreeConsole() };
    }
}
