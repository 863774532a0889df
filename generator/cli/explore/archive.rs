//! A design as a file of a browser: a ZIP archive with the files of `teecast gen`.
//!
//! Nothing is written to disk, and no file of this machine is read: a configuration that names one is refused.

use std::io::{Cursor, Write};
use std::sync::{Mutex, TryLockError};
use std::thread;

use percent_encoding::percent_decode_str;
use teecast_spec::option::{MAX_DATA, Value};
use teecast_spec::{FamilySpec, RawConfig, Spec};
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use crate::families;
use crate::output;
use crate::terminal::error::{Error, Kind};

/// Where the server has it.
pub const PLACE: &str = "/design.zip";
/// Most nodes of a design; larger ones are for `teecast gen`.
const MOST_NODES: u32 = 128;
/// Most data flits of a message: more of them make vectors of many megabytes.
const MOST_DATA: u32 = 64;
/// Bytes of the stack on which a design is made.
const STACK: usize = 16 << 20;

/// An archive with its name.
#[derive(Debug)]
pub struct Archive {
    /// Name of the design.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Returns how the page says up to how many nodes the server makes designs.
pub fn offer() -> String {
    format!("data-designs=\"{MOST_NODES}\"")
}

/// Returns the design of a query: `configuration=` and the text of a file for `--config`, percent-encoded. One design
/// is made at a time.
///
/// # Errors
/// Bad input: an invalid configuration, one that is too large or names a file. Failed: another design is being made.
pub fn archive(query: &str) -> Result<Archive, Error> {
    static ONE: Mutex<()> = Mutex::new(());
    let text = query.strip_prefix("configuration=").ok_or_else(|| {
        Error::bad_input("the address has no configuration")
            .hint(format!("{PLACE}?configuration=n%3D6%0Am%3D8"))
    })?;
    let text = percent_decode_str(text).decode_utf8().map_err(Error::bad_input)?;
    let spec = spec(&text)?;
    // A panic of the work is ours, and the next visitor need not care.
    let _one = match ONE.try_lock() {
        Err(TryLockError::WouldBlock) => {
            return Err(Error::new(
                Kind::Failed,
                anyhow::anyhow!("another design is being made; try again"),
            ));
        }
        Err(TryLockError::Poisoned(lock)) => lock.into_inner(),
        Ok(lock) => lock,
    };
    let internal = |what: String| Error::new(Kind::Internal, anyhow::anyhow!(what));
    let work = thread::Builder::new().stack_size(STACK).spawn(move || made(&spec));
    let work = work.map_err(|cause| internal(cause.to_string()))?;
    work.join().unwrap_or_else(|_| Err(internal("the design was not made".to_string())))
}

/// Reads a configuration, whose work is bounded.
fn spec(text: &str) -> Result<Spec, Error> {
    let spec = RawConfig::from_toml(text)?.validate()?;
    for family in &spec.families {
        let (nodes, data) = (family.nodes(), data_flits(family));
        if nodes > MOST_NODES || data > MOST_DATA {
            let sentence = format!(
                "{nodes} nodes and {data} data flits; permitted are {MOST_NODES} and {MOST_DATA} for a download"
            );
            return Err(Error::bad_input(sentence).hint("teecast gen writes larger designs"));
        }
    }
    Ok(spec)
}

/// Returns the most data flits of a message.
fn data_flits(family: &FamilySpec) -> u32 {
    let settings = family.settings();
    let limit = settings.iter().find(|(option, _)| **option == MAX_DATA);
    match limit {
        Some((_, Value::Whole(flits))) => u32::try_from(*flits).unwrap_or(u32::MAX),
        _ => 0,
    }
}

/// Makes the archive; the same configuration gives the same bytes.
fn made(spec: &Spec) -> Result<Archive, Error> {
    families::audit(spec)?;
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    let internal = |cause: zip::result::ZipError| Error::new(Kind::Internal, cause);
    for file in output::files(spec) {
        writer.start_file(format!("{}/{}", spec.name, file.path), options).map_err(internal)?;
        writer.write_all(file.text.as_bytes()).map_err(|cause| internal(cause.into()))?;
    }
    let bytes = writer.finish().map_err(internal)?.into_inner();
    Ok(Archive { name: spec.name.clone(), bytes })
}
