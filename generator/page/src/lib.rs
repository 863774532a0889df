//! What the page of `teecast explore` asks: a JSON request goes in, a JSON answer comes out.
//!
//! One buffer serves both ways: the page reserves it, writes its request, asks, and reads the answer
//! from the same buffer. Questions are in [`question`], the page itself in `web/`.

pub mod design;
pub mod play;
pub mod question;
pub mod watch;

use std::cell::RefCell;

thread_local! {
    /// The request, then its answer.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request and returns where it goes.
///
/// **Units**: bytes.
#[cfg_attr(target_family = "wasm", allow(unsafe_code, reason = "called by its name"))]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer and returns how long the answer is.
///
/// **Units**: bytes.
#[cfg_attr(target_family = "wasm", allow(unsafe_code, reason = "called by its name"))]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer() -> usize {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = question::answer(buffer).into_bytes();
        buffer.len()
    })
}

/// Returns where the answer is.
#[cfg_attr(target_family = "wasm", allow(unsafe_code, reason = "called by its name"))]
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn found() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
