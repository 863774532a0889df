//! Counts what mdbook warns of.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Result, anyhow};
use tracing::Level;
use tracing_subscriber::fmt::MakeWriter;

/// Number of warnings so far.
#[derive(Clone, Default)]
pub struct Count(Arc<AtomicUsize>);

impl Count {
    /// Returns the number.
    pub fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Write for Count {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.fetch_add(1, Ordering::Relaxed);
        io::stderr().write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

impl<'a> MakeWriter<'a> for Count {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Prints warnings from now on, and counts them.
///
/// # Errors
/// Something else gets them already.
pub fn count() -> Result<Count> {
    let count = Count::default();
    let printed = tracing_subscriber::fmt().with_max_level(Level::WARN).with_writer(count.clone());
    printed.try_init().map_err(|cause| anyhow!(cause))?;
    Ok(count)
}
