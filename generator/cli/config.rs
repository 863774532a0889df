//! The options of a configuration, shared by the commands that need one.

use std::path::PathBuf;

use teecast_spec::{Family, Interconnect, RawConfig, Reception, Spec, Vote};

use super::diagnose;
use super::error::Error;
use super::input;
use super::value::{one_of, whole};

/// Declares what to build; a file given with `--config` fills in what is not typed.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Configuration")]
pub struct ConfigArgs {
    /// Configuration file (TOML, the long options without dashes as keys); typed options win
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Families to emit, comma-separated [default: hypercube,harts]
    #[arg(long, value_name = "LIST", value_delimiter = ',',
          value_parser = one_of(&Family::ALL, Family::name))]
    family: Option<Vec<Family>>,

    /// Dimension of the hypercube and edge length of the hexagonal mesh, 2 to 16
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<i64>)]
    n: Option<i64>,

    /// Destination limit of the multicaster, 1 to min(2^n - 2, 256)
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<i64>)]
    m: Option<i64>,

    /// Flit width in bits, n to 512, at least 8 with harts [default: 32]
    #[arg(long, value_name = "BITS", allow_negative_numbers = true, value_parser = whole::<i64>)]
    width: Option<i64>,

    /// Largest number of data flits of a frame, 0 to 4096 [default: 64]
    #[arg(long, value_name = "FLITS", allow_negative_numbers = true, value_parser = whole::<i64>)]
    max_data: Option<i64>,

    /// Branch decision rule; nca up to m = 32 [default: greedy]
    #[arg(long, value_parser = one_of(&Vote::ALL, Vote::name))]
    vote: Option<Vote>,

    /// Buffer classes, 1 to 8, at least 2 with fault tolerance [default: 3, or 2 without it]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<i64>)]
    classes: Option<i64>,

    /// Longest destination list, m to 2^n - 2 [default: min(2^n - 2, max(m, 254))]
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true, value_parser = whole::<i64>)]
    max_list: Option<i64>,

    /// The thesis's own rules, one class, greedy: NOT deadlock-free [default: false]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true",
          hide_possible_values = true)]
    lan: Option<bool>,

    /// Control field and fault vectors [default: true]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true",
          hide_possible_values = true)]
    fault_tolerant: Option<bool>,

    /// Also emit the network top; up to n = 12 [default: true up to n = 8]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true",
          hide_possible_values = true)]
    network: Option<bool>,

    /// Edge length of the hexagonal mesh, 2 to 16 [default: n]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<i64>)]
    hex_size: Option<i64>,

    /// What joins receivers, transmitters and store of the mesh router [default: bus]
    #[arg(long, value_parser = one_of(&Interconnect::ALL, Interconnect::name))]
    interconnect: Option<Interconnect>,

    /// Refuse headers that the place of a node in the mesh does not allow [default: true]
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true",
          hide_possible_values = true)]
    filter: Option<bool>,

    /// What a processor of the mesh gets of a broadcast [default: copies]
    #[arg(long, value_parser = one_of(&Reception::ALL, Reception::name))]
    reception: Option<Reception>,

    /// A vote closes after this time at the latest [default: 4096]
    #[arg(long, value_name = "CYCLES", allow_negative_numbers = true, value_parser = whole::<i64>)]
    vote_timeout: Option<i64>,

    /// An in-link of the mesh refuses what it accepted before for this time [default: 4096]
    #[arg(long, value_name = "CYCLES", allow_negative_numbers = true, value_parser = whole::<i64>)]
    duplicate_window: Option<i64>,

    /// Votes that are open at a time, 1 to 256 [default: 16]
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true, value_parser = whole::<i64>)]
    open_messages: Option<i64>,

    /// Prefix of every module and file name, a Verilog identifier [default: none]
    #[arg(long)]
    prefix: Option<String>,

    /// Name of the output folder [default: n<N>_m<M>]
    #[arg(long)]
    name: Option<String>,
}

impl ConfigArgs {
    /// Reads the file, if there is one, validates, and prints warnings.
    ///
    /// # Errors
    /// Bad input: an unreadable file or an invalid configuration.
    pub fn spec(&self) -> Result<Spec, Error> {
        let typed = RawConfig {
            family: self.family.clone(),
            n: self.n,
            m: self.m,
            width: self.width,
            max_data: self.max_data,
            vote: self.vote,
            classes: self.classes,
            max_list: self.max_list,
            lan: self.lan,
            fault_tolerant: self.fault_tolerant,
            network: self.network,
            hex_size: self.hex_size,
            interconnect: self.interconnect,
            filter: self.filter,
            reception: self.reception,
            vote_timeout: self.vote_timeout,
            duplicate_window: self.duplicate_window,
            open_messages: self.open_messages,
            prefix: self.prefix.clone(),
            name: self.name.clone(),
        };
        let spec = typed.or(self.file()?).validate()?;
        for warning in spec.warnings() {
            diagnose(format_args!("warning: {warning}"));
        }
        Ok(spec)
    }

    fn file(&self) -> Result<RawConfig, Error> {
        let Some(path) = &self.config else { return Ok(RawConfig::default()) };
        let text = input::read_text(path, input::BY_HAND)
            .map_err(|error| error.hint("--config takes a TOML file"))?;
        RawConfig::from_toml(&text).map_err(|cause| Error::from(cause).context(path.display()))
    }
}
