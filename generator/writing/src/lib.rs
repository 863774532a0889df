//! What is written for users: a file or a folder is there whole or not at all, and a signal
//! destroys nothing.
//!
//! Knows no command and no error of ours: it returns what the system says.
//!
//! # Examples
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("tree.json");
//! teecast_writing::file::write(&path, b"{}\n")?;
//! assert_eq!(std::fs::read(&path)?, b"{}\n");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod file;
pub mod folder;
mod leftover;
pub mod signals;
