//! `teecast man`: the help of all commands as pages of the manual.

use std::fs;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;

use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::output::unwritable;

/// Prints the page of the manual, or writes those of all commands.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder that gets a page for each command
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  teecast man | man -l -
  teecast man --out ~/.local/share/man/man1";

/// Runs the command for the whole command line.
///
/// # Errors
/// Bad input: a folder that cannot be written.
pub fn run(args: &Args, whole: Command) -> Result<Report, Error> {
    let Some(folder) = &args.out else {
        let mut text = Vec::new();
        Man::new(whole).render(&mut text).expect("a vector takes everything");
        return Ok(String::from_utf8(text).expect("help is UTF-8").into());
    };
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(whole, folder))
        .map_err(|cause| unwritable(folder, cause))?;
    Ok(format!("{}: a page for each command\n", folder.display()).into())
}
