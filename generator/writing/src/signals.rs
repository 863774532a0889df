//! Signals that end the program: at once, or when what was begun is tidied.
//!
//! A handler only sets flags. While nothing is [held](hold), a signal ends the process in the
//! handler. While something is, it is noted: the work [asks](ask) between its steps, gives up, and
//! the process ends when the last [`Held`] is dropped. A second signal ends it at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// What is added to the number of a signal for the exit code, as shells know it.
const EXIT: i32 = 128;

/// What handlers and work share.
#[derive(Default)]
struct State {
    /// A signal ends the process in its handler.
    at_once: Arc<AtomicBool>,
    /// Number of the signal that came, or 0.
    came: Arc<AtomicUsize>,
    /// How many [`Held`] there are.
    held: Mutex<usize>,
}

static STATE: LazyLock<State> = LazyLock::new(State::default);

fn held() -> MutexGuard<'static, usize> {
    STATE.held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes over what SIGINT and SIGTERM do: exit code 130 and 143.
///
/// # Errors
/// The system refuses; signals then end the process as they do without it.
#[cfg(unix)]
pub fn install() -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    STATE.at_once.store(true, Ordering::SeqCst);
    for signal in [SIGINT, SIGTERM] {
        let code = EXIT + signal;
        // They run in this order: what the first signal sets is for the second one.
        flag::register_conditional_shutdown(signal, code, Arc::clone(&STATE.at_once))?;
        flag::register_usize(signal, Arc::clone(&STATE.came), signal.unsigned_abs() as usize)?;
        flag::register(signal, Arc::clone(&STATE.at_once))?;
    }
    Ok(())
}

/// Leaves signals as they are where the system has none of Unix.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn install() -> io::Result<()> {
    Ok(())
}

/// Calls `ready`, then waits for a signal, which does not end the process. What the system gives for this is there
/// before `ready` asks it for anything.
///
/// # Errors
/// The system refuses; what `ready` returns.
#[cfg(unix)]
pub fn wait(ready: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let _held = hold();
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    ready()?;
    signals.forever().next();
    STATE.came.store(0, Ordering::SeqCst);
    Ok(())
}

/// Calls `ready` and waits until the system ends the process.
///
/// # Errors
/// What `ready` returns.
#[cfg(not(unix))]
pub fn wait(ready: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    ready()?;
    loop {
        std::thread::park();
    }
}

/// Something that has to be tidied before the process ends: a signal waits for it.
///
/// When the last one is dropped after a signal, the process ends with the exit code of the signal.
/// Declare it before what it protects, in a structure behind it, so that it is dropped last.
#[derive(Debug)]
pub struct Held(());

/// Makes signals wait.
pub fn hold() -> Held {
    let mut count = held();
    if *count == 0 {
        STATE.at_once.store(false, Ordering::SeqCst);
    }
    *count += 1;
    Held(())
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut count = held();
        *count -= 1;
        if *count == 0 {
            STATE.at_once.store(true, Ordering::SeqCst);
            // It came before the line above, and its handler left the end to us.
            let signal = STATE.came.load(Ordering::SeqCst);
            if signal != 0 {
                process::exit(EXIT + signal as i32);
            }
        }
    }
}

/// Asks whether to go on.
///
/// # Errors
/// [`io::ErrorKind::Interrupted`] after a signal.
pub fn ask() -> io::Result<()> {
    match STATE.came.load(Ordering::SeqCst) {
        0 => Ok(()),
        _ => Err(io::ErrorKind::Interrupted.into()),
    }
}
