//! `teecast gen`: writes the design of a configuration into a folder.

use std::path::PathBuf;

use super::config::ConfigArgs;
use super::folder;
use crate::emit::design::{self, MANIFEST};
use crate::output::{self, Output};
use crate::terminal::error::Error;
use crate::terminal::table::table;
use crate::terminal::{Format, Report};

/// Writes synthesizable Verilog, testbenches, a manifest and a data sheet into a folder.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArgs,

    /// Folder that gets the new folder
    #[arg(long, value_name = "FOLDER", default_value = "rtl-out")]
    out: PathBuf,

    /// Replace the whole folder even if it holds files that gen did not write
    #[arg(long)]
    force: bool,

    /// Also write small vectors for each network, up to 64 nodes [default: true up to 32 nodes]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true",
          hide_possible_values = true)]
    vectors: Option<bool>,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  teecast gen --n 6 --m 8
      writes rtl-out/n6_m8: routers and network of 64 nodes, up to 8 destinations in one pass
  teecast gen --n 4 --m 6 --vote look2 --width 64 --prefix left_ --name left
  teecast gen --config design.toml --out build";

/// Runs the command.
///
/// # Errors
/// Bad input: an invalid configuration, a folder that cannot be written or is not ours.
pub fn run(args: &Args) -> Result<Report, Error> {
    let spec = args.config.spec()?;
    if args.vectors.is_some() && !output::has_network(&spec) {
        let what = "--vectors has no effect on a configuration without a network";
        return Err(Error::bad_input(what).hint("leave it out, or add --network true"));
    }
    let Output { files, notes } = output::output(&spec, args.vectors);
    let target = folder::replace(&args.out, &spec.name, &files, args.force)?;
    let text = match args.format {
        Format::Json => {
            let manifest = files.into_iter().find(|file| file.path == MANIFEST);
            manifest.expect("a design has a manifest").text
        }
        Format::Text => {
            let mut rows: Vec<Vec<String>> = Vec::new();
            for bundle in design::bundles(&spec) {
                let row =
                    |top: crate::emit::Top| vec![top.ports.len().to_string(), top.module, top.role];
                rows.extend(bundle.tops.into_iter().map(row));
            }
            let tops = table(&["ports", "module", "role"], &rows);
            let sizes = spec.sizes().into_iter();
            let sizes: String = sizes
                .map(|(family, size)| {
                    format!(
                        "{}: {size}
",
                        family.name()
                    )
                })
                .collect();
            let notes: String = notes
                .iter()
                .map(|note| {
                    format!(
                        "{note}
"
                    )
                })
                .collect();
            format!(
                "{}: {} files

{tops}
{sizes}{notes}",
                target.display(),
                files.len()
            )
        }
    };
    Ok(text.into())
}
