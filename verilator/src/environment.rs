//! What the environment names: folders of programs and of build results.

use std::env;
use std::path::{self, PathBuf};

/// Returns the folders of PATH but for relative ones, which are others wherever one stands.
pub(crate) fn search_path() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).filter(|folder| folder.is_absolute()).collect()
}

/// Returns the folder that a variable names, from the root on; an empty one names none.
pub(crate) fn named_folder(variable: &str) -> Option<PathBuf> {
    let folder = env::var_os(variable).filter(|folder| !folder.is_empty())?;
    path::absolute(folder).ok()
}
