//! The functions that JavaScript calls.
//!
//! Numbers are all that the two sides can pass, so a request and its answer lie
//! in buffers of this side, and the other writes and reads them where they are:
//! `request(length)`, write so many bytes there, `answer()`, read
//! `answer_length()` bytes there.
#![expect(unsafe_code, reason = "JavaScript finds a function by a name that is not mangled")]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a request of so many bytes of UTF-8.
#[unsafe(no_mangle)]
extern "C" fn warpbench_request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request that has been written. The answer stays where it is until
/// the next one.
#[unsafe(no_mangle)]
extern "C" fn warpbench_answer() -> *const u8 {
    let answer = REQUEST.with_borrow(|request| super::answer(&String::from_utf8_lossy(request)));
    ANSWER.set(answer);
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The bytes of the last answer.
#[unsafe(no_mangle)]
extern "C" fn warpbench_answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
