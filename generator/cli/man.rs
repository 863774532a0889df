//! `teecast man`: the help of all commands as pages of the manual.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;

use crate::terminal::Report;
use crate::terminal::error::Error;
use crate::terminal::output::{unwritable, write_file};

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
    let Some(folder) = &args.out else { return Ok(page(&Man::new(whole)).into()) };
    fs::create_dir_all(folder).map_err(|cause| unwritable(folder, cause))?;
    let mut whole = whole.disable_help_subcommand(true);
    whole.build();
    write(whole, folder)?;
    Ok(format!("{}: a page for each command\n", folder.display()).into())
}

/// Writes the pages of a command and of those below it.
fn write(command: Command, folder: &Path) -> Result<(), Error> {
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        write(below.clone(), folder)?;
    }
    let man = Man::new(command);
    write_file(&folder.join(man.get_filename()), &page(&man))
}

fn page(man: &Man) -> String {
    let mut text = Vec::new();
    man.render(&mut text).expect("a vector takes everything");
    String::from_utf8(text).expect("help is UTF-8")
}
