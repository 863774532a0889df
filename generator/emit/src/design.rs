//! All files of one output folder: every family, testbenches, data sheet and manifest.

use teecast_spec::stream::{Envelope, StreamOptions};
use teecast_spec::{FamilySpec, Spec, Style};

use super::bundle::{FolderOptions, RtlBundle, RtlFile, Vectors};
use super::header::Header;
use super::package::{self, Package};
use super::{datasheet, emitter, manifest, testbench};

/// Name of the manifest in an output folder.
pub const MANIFEST: &str = "manifest.json";

/// Emits everything that `teecast gen` writes, the manifest last.
pub fn files(spec: &Spec, asked: FolderOptions<'_>, vectors: Vectors) -> Vec<RtlFile> {
    let header = header(spec);
    let bundles = bundles(spec);
    let envelopes: Vec<Option<Envelope>> =
        spec.families.iter().map(|family| envelope(family, asked)).collect();
    let outer = around(&header, asked);
    let families = spec.families.iter().zip(&bundles).zip(&envelopes);
    let packages: Vec<Package<'_>> = families
        .map(|((family, bundle), envelope)| {
            Package::new(family, bundle, &spec.name, &outer, asked, envelope.as_ref())
        })
        .collect();
    let mut files = Vec::new();
    for file in packages.iter().flat_map(Package::sources) {
        // What families share is the same file.
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let testbench = testbench::files(spec, &header, &bundles);
    let tools =
        package::files(spec, &packages, &outer, asked, [&files, &testbench, &vectors.files]);
    let text = datasheet::render(spec, &header.command, asked, &packages, &vectors);
    let all = file_list("", &files);
    files.extend(
        packages
            .iter()
            .map(|package| file_list(&format!("{}/", package.bundle.family), &package.sources())),
    );
    files.push(all);
    files.extend(testbench);
    files.extend(vectors.files);
    files.extend(tools);
    files.extend(configured(spec));
    files.extend(asked.streams.and_then(StreamOptions::file).map(named));
    files.push(RtlFile { path: "README.md".to_string(), text });
    let text = manifest::render(spec, &(header.command + &asked.options()), &packages, &files);
    files.push(RtlFile { path: MANIFEST.to_string(), text });
    files
}

/// Emits the hardware alone, one bundle a family.
pub fn bundles(spec: &Spec) -> Vec<RtlBundle> {
    let header = header(spec);
    spec.families.iter().map(|family| emitter::of(family).bundle(&header)).collect()
}

/// Returns the head that all files of a configuration share.
pub fn header(spec: &Spec) -> Header {
    let named = spec.families.iter().map(|family| (family.family().name(), family));
    let families: Vec<_> = named.collect();
    let configuration = serde_json::to_string(&(families, &spec.prefix));
    let mut configuration = configuration.expect("the keys are strings");
    let default = Style::default().settings();
    for (option, value) in spec.style.settings().iter().filter(|it| !default.contains(it)) {
        configuration += &option.typed(value);
    }
    configuration.extend(configured(spec).map(|file| file.text));
    let hash = manifest::sha256(configuration.as_bytes());
    Header {
        command: command(spec),
        config_hash: hash[..12].to_string(),
        prefix: spec.prefix.clone(),
        style: spec.style,
    }
}

/// Returns the files that belong to the configuration, so that the folder can be made from itself.
fn configured(spec: &Spec) -> impl Iterator<Item = RtlFile> + '_ {
    spec.families.iter().filter_map(FamilySpec::file).map(named)
}

fn named((path, text): (&str, String)) -> RtlFile {
    RtlFile { path: path.to_string(), text }
}

/// Returns what wrappers put around the data of a family's frames.
fn envelope(family: &FamilySpec, asked: FolderOptions<'_>) -> Option<Envelope> {
    let envelope = asked.streams.and_then(|streams| streams.envelope(family).transpose())?;
    Some(envelope.expect("what is asked of streams was checked with the configuration"))
}

/// Returns the head of the files around the hardware. What is asked of streams tells two designs apart.
fn around(header: &Header, asked: FolderOptions<'_>) -> Header {
    let Some(streams) = asked.streams else { return header.clone() };
    let table = streams.file().map(|(_, text)| text);
    let configuration = format!("{}{}", streams.options(), table.unwrap_or_default());
    let hash = manifest::sha256(format!("{}{configuration}", header.config_hash).as_bytes());
    Header {
        command: format!("{}{}", header.command, streams.options()),
        config_hash: hash[..header.config_hash.len()].to_string(),
        ..header.clone()
    }
}

/// Returns the shortest command line that means this configuration.
pub fn command(spec: &Spec) -> String {
    format!("teecast gen --{}", spec.command_options().join(" --"))
}

/// Lists files in compile order, relative to `folder`, which ends in `/` or is the output folder.
fn file_list(folder: &str, files: &[RtlFile]) -> RtlFile {
    let line = |file: &RtlFile| match file.path.strip_prefix(folder) {
        Some(name) => format!("{name}\n"),
        None => format!("../{}\n", file.path),
    };
    RtlFile { path: format!("{folder}filelist.f"), text: files.iter().map(line).collect() }
}
