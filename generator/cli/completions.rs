//! `teecast completions`: prints what a shell reads to complete command lines.

use clap::Command;
use clap_complete::Shell;

use crate::terminal::Report;

/// Prints the completions of a shell: commands, options and their values.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  teecast completions bash > ~/.local/share/bash-completion/completions/teecast
  teecast completions fish > ~/.config/fish/completions/teecast.fish";

/// Runs the command for the whole command line.
pub fn run(args: &Args, mut whole: Command) -> Report {
    let name = whole.get_name().to_string();
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut whole, name, &mut text);
    String::from_utf8(text).expect("names and help are UTF-8").into()
}
