//! `teecast gen`: writes the design of a configuration into a folder.

use std::path::{Path, PathBuf};

use teecast_spec::stream::{MOST_BITS, StreamError, StreamOptions, Table};
use teecast_spec::{Family, FamilySpec, Spec, text};

use super::config::ConfigArgs;
use super::folder;
use crate::emit::bundle::{FolderOptions, IpXact, Top};
use crate::emit::design::{self, MANIFEST};
use crate::emit::{emitter, measured, package};
use crate::families;
use crate::output::{self, Output};
use crate::terminal::diagnose;
use crate::terminal::error::Error;
use crate::terminal::table::table;
use crate::terminal::value::{one_of, within};
use crate::terminal::{Format, Report, input};

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

    /// Clock of the timing constraints, 1 to 10000 [default: as measured, else 50]
    #[arg(long, value_name = "MHZ", allow_negative_numbers = true,
          value_parser = within(1..=10_000u32))]
    clock_mhz: Option<u32>,

    /// Wrappers with one stream for each node: scalar ports, or also SystemVerilog interfaces
    #[arg(long, value_enum, default_value_t)]
    wrapper: Wrapper,

    /// Version of IEEE Std 1685 of the IP-XACT components; Vivado reads 2009
    #[arg(long, value_name = "YEAR", default_value = "2014",
          value_parser = one_of(&IpXact::ALL, IpXact::name))]
    ip_xact: IpXact,

    /// Also write a component of Platform Designer (MODULE_hw.tcl) for each of IP-XACT
    #[arg(long)]
    platform_designer: bool,

    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    streams: StreamArgs,
}

/// What wrappers add to the streams of processors.
#[derive(clap::Args)]
#[command(next_help_heading = "Streams of wrappers")]
struct StreamArgs {
    /// TKEEP in wrappers of processors that send headers: the last beat of a frame may have fewer
    /// bytes. Takes a data flit of each frame
    #[arg(long)]
    tkeep: bool,

    /// Width of a TID of the user's own, 0 to 128; TID and TUSER take data flits of each frame. Needs
    /// --tdest
    #[arg(long, value_name = "BITS", default_value_t = 0, allow_negative_numbers = true,
          value_parser = within(0..=MOST_BITS))]
    tid_width: u32,

    /// Width of a TUSER of the user's own, 0 to 128; on delivery bit 0 still marks bad frames. Needs
    /// --tdest
    #[arg(long, value_name = "BITS", default_value_t = 0, allow_negative_numbers = true,
          value_parser = within(0..=MOST_BITS))]
    tuser_width: u32,

    /// TDEST in the place of headers: node v, or the number of nodes + i for entry i of a TOML file
    #[arg(long, value_name = "FILE")]
    tdest: Option<PathBuf>,
}

impl StreamArgs {
    /// Reads the table of destinations, and checks all that is asked for.
    ///
    /// # Errors
    /// Bad input: a bad table, or what the families cannot do.
    fn options(&self, spec: &Spec) -> Result<StreamOptions, Error> {
        let refuse = |error: StreamError| Error::bad_input(error.what).hint(error.hint);
        let table = self.tdest.as_ref().map(|path| {
            let in_file = |error: Error| error.context(format!("tdest {}", path.display()));
            let text = input::read_text(path, input::BY_HAND)
                .map_err(|error| error.hint("--tdest takes a TOML file"))?;
            Table::from_toml(&text).map_err(|error| in_file(refuse(error)))
        });
        let (id_bits, user_bits) = (self.tid_width, self.tuser_width);
        let options =
            StreamOptions { keep: self.tkeep, id_bits, user_bits, table: table.transpose()? };
        if options.is_default() {
            return Ok(options);
        }
        let typed = options.options();
        let typed = typed.trim_start().split(' ').next().unwrap_or_default();
        let mut without = Vec::new();
        for (family, bundle) in spec.families.iter().zip(&design::bundles(spec)) {
            let envelope = options.envelope(family).map_err(refuse)?;
            if envelope.is_none() || !package::has_processors(bundle) {
                without.push(family.family().name());
            }
        }
        if without.len() == spec.families.len() {
            let what =
                format!("{typed} has no effect: no wrapper has streams of processors with headers");
            return Err(Error::bad_input(what)
                .hint("leave it out, or choose a family whose processors send headers"));
        }
        for name in without {
            diagnose(format_args!(
                "warning: {typed} has no effect on {name}: none of its wrappers has streams of \
                 processors with headers"
            ));
        }
        Ok(options)
    }
}

/// The language of the wrappers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Wrapper {
    /// Verilog-2005.
    #[default]
    Verilog,
    /// SystemVerilog too.
    Sv,
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
    let spec = args.config.spec("teecast gen --n 6 --m 8")?;
    families::audit(&spec)?;
    if args.vectors.is_some() && !output::has_network(&spec) {
        let what = "--vectors has no effect on a configuration without a network";
        return Err(Error::bad_input(what).hint("leave it out, or add --network true"));
    }
    for warning in spec.families.iter().flat_map(measured::warnings) {
        diagnose(format_args!("warning: {warning}"));
    }
    let streams = args.streams.options(&spec)?;
    let asked = FolderOptions {
        vectors: args.vectors,
        clock_mhz: args.clock_mhz,
        interfaces: args.wrapper == Wrapper::Sv,
        streams: Some(&streams).filter(|streams| !streams.is_default()),
        ip_xact: args.ip_xact,
        platform_designer: args.platform_designer,
    };
    let Output { files, notes } = output::output(&spec, asked);
    let target = args.out.join(&spec.name);
    folder::replace(&folder::DESIGN, &target, &files, args.force)?;
    let text = match args.format {
        Format::Json => {
            let manifest = files.into_iter().find(|file| file.path == MANIFEST);
            manifest.expect("a design has a manifest").text
        }
        Format::Text => {
            let written = format!("{}: {} files\n\n", target.display(), files.len());
            let rows = design::bundles(&spec).into_iter().flat_map(|bundle| bundle.tops);
            let row = |top: Top| vec![top.ports.len().to_string(), top.module, top.role];
            let tops = table(&["ports", "module", "role"], &rows.map(row).collect::<Vec<_>>());
            written + &tops + "\n" + &lines(&spec, asked, &notes) + &next(&spec, &target)
        }
    };
    Ok(text.into())
}

/// Says which families there are, which sizes, clocks and messages, and what is missing.
fn lines(spec: &Spec, asked: FolderOptions<'_>, notes: &[String]) -> String {
    let sizes = spec.sizes().into_iter().zip(&spec.families).map(|((family, size), spec)| {
        let name = family.name();
        let advice = emitter::of(spec).advice();
        let advice = advice.map(|advice| format!("{name}: {advice}\n"));
        let clock = package::clock(spec, asked);
        format!("{name}: {size}\n{name}: clock {clock}\n{}", advice.unwrap_or_default())
    });
    sizes.chain(notes.iter().map(|note| format!("{note}\n"))).collect()
}

/// Says what to type next.
fn next(spec: &Spec, target: &Path) -> String {
    let chosen: Vec<Family> = spec.families.iter().map(FamilySpec::family).collect();
    let others = Family::ALL.iter().filter(|family| !chosen.contains(family));
    let others: Vec<&str> = others.map(|family| family.name()).collect();
    let by_default = match chosen == Family::DEFAULT {
        true => {
            format!("these families are the default; --family takes {} too\n", others.join(", "))
        }
        false => String::new(),
    };
    let verify = match output::has_network(spec) {
        true => format!(", then: teecast verify {}", text::operand(target)),
        false => String::new(),
    };
    format!("{by_default}next: read {}{verify}\n", text::operand(&target.join("README.md")))
}
