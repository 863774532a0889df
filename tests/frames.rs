//! The helpers that pack and unpack headers: those of Python, C and SystemVerilog agree with each other, and with the
//! frames that the golden model wrote into the vectors.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use teecast::emit::design;
use teecast::spec::frame::Header;
use teecast::spec::{FamilySpec, Spec};
use teecast_cosim::tools::{self, Tool};

use crate::packages::{generated, is_there, printed, python};
use crate::program::scratch;
use crate::samples;

/// Packs frames of the vectors and frames of random fields; prints name, fields and flits of each as JSON.
const PACK: &str = r#"
import glob, importlib, json, random, sys
frames = importlib.import_module(sys.argv[1])
shapes = json.loads(sys.argv[2])
random.seed(1)
cases = []

def bits_of(flits, low, bits):
    header = sum(flit << index * frames.WIDTH for index, flit in enumerate(flits))
    return header >> low & (1 << bits) - 1

def case(name, fields, expected=None):
    pack, unpack = getattr(frames, "pack_" + name), getattr(frames, "unpack_" + name)
    flits = pack(**fields) if isinstance(fields, dict) else pack(fields)
    assert unpack([*flits, 7]) == (fields, [7]), (fields, flits)
    cases.append({"frame": name, "fields": fields, "flits": [f"{flit:x}" for flit in flits]})
    return flits

def random_fields(shape):
    if "most" not in shape:
        return {name: random.getrandbits(bits) for name, bits in shape["fields"]}
    count = random.randint(0, shape["most"])
    return [random.getrandbits(shape["bits"]) for _ in range(count)] or None

for name, shape in shapes.items():
    for _ in range(20):
        case(name, random_fields(shape))
read = 0
for path in sorted(glob.glob("design/testbench/vectors/*/node_*.txt")) if "sent" in shapes else []:
    flits = []
    for line in open(path):
        _, _, last, data = line.split()
        flits.append(int(data, 16))
        if last == "1":
            fields, data = frames.unpack_sent(flits)
            header, flits = flits[: len(flits) - len(data)], []
            # Destinations are nodes.
            assert isinstance(fields, dict) or all(v < shapes["sent"]["nodes"] for v in fields or [])
            packed = case("sent", fields)
            if isinstance(fields, dict):
                used = sum(bits for _, bits in shapes["sent"]["fields"])
                assert bits_of(packed, 0, used) == bits_of(header, 0, used)
            else:
                assert len(packed) == len(header) and packed[0] & 1 == header[0] & 1
            read += 1
assert read or "sent" not in shapes, "no vectors"
for name, shape in shapes.items():
    if "fields" in shape:
        wide = {**random_fields(shape), shape["fields"][0][0]: 1 << shape["fields"][0][1]}
        try:
            getattr(frames, "pack_" + name)(**wide)
            raise SystemExit("a field that does not fit is taken")
        except ValueError:
            pass
print(json.dumps(cases))
"#;

/// Returns the shapes of a family's frames, as the script reads them.
fn shapes(family: &FamilySpec) -> Value {
    let mut shapes = serde_json::Map::new();
    for frame in family.frames() {
        let shape = match frame.header {
            Header::List(list) => {
                serde_json::json!({"most": list.most, "bits": list.bits, "nodes": family.nodes()})
            }
            Header::Fields(fields) => {
                let fields = fields.into_iter().map(|field| (field.name, field.bits));
                serde_json::json!({"fields": fields.collect::<Vec<_>>()})
            }
        };
        let name = if frame.received { "received" } else { "sent" };
        shapes.insert(name.to_string(), shape);
    }
    shapes.into()
}

/// One packed header.
struct Case {
    frame: String,
    /// Name, bits and value of each field, those of a list as count and one number.
    fields: Vec<(String, u32, u128)>,
    /// Hexadecimal.
    flits: Vec<String>,
}

impl Case {
    fn read(case: &Value, family: &FamilySpec) -> Self {
        let frame = case["frame"].as_str().expect("a name");
        let described = family.frames().into_iter().find(|it| it.received == (frame == "received"));
        let number = |value: &Value| {
            value.to_string().parse::<u128>().expect("a whole number of the script")
        };
        let fields = match described.expect("the script uses our frames").header {
            Header::Fields(fields) => fields
                .into_iter()
                .map(|field| (field.name.clone(), field.bits, number(&case["fields"][&field.name])))
                .collect(),
            Header::List(list) => {
                let listed = case["fields"].as_array();
                let count = listed.map_or(list.broadcast as usize, Vec::len);
                let mut fields = vec![("count".to_string(), list.bits, count as u128)];
                for (index, value) in listed.into_iter().flatten().enumerate() {
                    fields.push((format!("destinations[{index}]"), list.bits, number(value)));
                }
                fields
            }
        };
        let flits = case["flits"].as_array().expect("flits").iter();
        let flits = flits.map(|flit| flit.as_str().expect("a number").to_string()).collect();
        Self { frame: frame.to_string(), fields, flits }
    }
}

/// Returns a program in C that packs and unpacks each case; its exit code is 1 if a bit differs.
fn in_c(name: &str, cases: &[Case]) -> String {
    let upper = name.to_uppercase();
    let mut text = format!("#include \"design/{name}_frames.h\"\n#include <string.h>\n");
    text += "static int wrong;\n";
    for (index, case) in cases.iter().enumerate() {
        let frame = &case.frame;
        let most = format!("{upper}_{}_FLITS", frame.to_uppercase());
        let _ = writeln!(text, "static void case_{index}(void) {{");
        let _ = writeln!(
            text,
            "  {name}_{frame}_t fields, again;\n  uint32_t flits[{most}][{upper}_WORDS];"
        );
        let _ =
            writeln!(text, "  memset(&fields, 0, sizeof fields); memset(&again, 0, sizeof again);");
        for (field, bits, value) in &case.fields {
            let words = bits.div_ceil(32);
            for word in 0..words {
                let place = if words > 1 { format!("{field}[{word}]") } else { field.clone() };
                let part = value.checked_shr(32 * word).unwrap_or(0) as u32;
                let _ = writeln!(text, "  fields.{place} = {part}u;");
            }
        }
        let count = case.flits.len();
        let _ = writeln!(text, "  wrong |= {name}_pack_{frame}(&fields, flits) != {count};");
        for (flit, hex) in case.flits.iter().enumerate() {
            let value = u128::from_str_radix(hex, 16).expect("a hexadecimal number");
            for word in 0..4 {
                let part = (value >> (32 * word)) as u32;
                let _ = writeln!(
                    text,
                    "  if ({word} < {upper}_WORDS) wrong |= flits[{flit}][{word} < {upper}_WORDS ? {word} : 0] != {part}u;"
                );
            }
        }
        let _ = writeln!(text, "  wrong |= {name}_unpack_{frame}(flits, &again) != {count};");
        let _ = writeln!(text, "  wrong |= memcmp(&fields, &again, sizeof fields) != 0;\n}}");
    }
    text += "int main(void) {\n";
    for index in 0..cases.len() {
        let _ = writeln!(text, "  case_{index}();");
    }
    text + "  return wrong;\n}\n"
}

/// Returns the block of a testbench that packs and unpacks each case with the package of a family.
fn in_system_verilog(name: &str, cases: &[Case]) -> String {
    let package = format!("{name}_frames_pkg");
    let mut text = String::new();
    for (index, case) in cases.iter().enumerate() {
        let frame = &case.frame;
        let _ = writeln!(text, "  initial begin : {name}_{index}");
        let _ = writeln!(text, "    {package}::{frame}_t fields;");
        let _ = writeln!(text, "    {package}::{frame}_header_t header;");
        let _ = writeln!(text, "    fields = '0;");
        for (field, bits, value) in &case.fields {
            let field = match field.strip_prefix("destinations[") {
                Some(place) => {
                    format!("destinations[{}*{bits} +: {bits}]", place.trim_end_matches(']'))
                }
                None => field.clone(),
            };
            let _ = writeln!(text, "    fields.{field} = {bits}'h{value:x};");
        }
        let _ = writeln!(text, "    header = {package}::pack_{frame}(fields);");
        for (flit, hex) in case.flits.iter().enumerate() {
            let place = format!("{flit}*{package}::WIDTH +: {package}::WIDTH");
            let _ = writeln!(text, "    if (header[{place}] !== 'h{hex}) $display(\"packed\");");
        }
        let again = format!("{package}::unpack_{frame}(header)");
        let _ = writeln!(text, "    if ({again} !== fields) $display(\"unpacked\");\n  end");
    }
    text
}

/// Packs and unpacks headers of a design in Python and C; returns the package of SystemVerilog and the block of its
/// testbench, if there is a Python.
fn agree(folder: &Path, spec: &Spec) -> Option<(String, String)> {
    let family = &spec.families[0];
    let options = design::command(spec);
    let options = options.strip_prefix("teecast gen ").expect("a command");
    generated(folder, options, "design");
    let name = format!("{}{}", spec.prefix, design::bundles(spec)[0].family);
    let mut python = python("json")?;
    python.current_dir(folder).env("PYTHONPATH", folder.join("design"));
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    python.args(["-c", PACK, &format!("{name}_frames"), &shapes(family).to_string()]);
    let cases: Value = serde_json::from_str(&printed(&mut python)).expect("JSON");
    let cases = cases.as_array().expect("a list").iter().take(60);
    let cases: Vec<Case> = cases.map(|case| Case::read(case, family)).collect();
    assert!(cases.len() >= 20, "{name}");

    let found = Command::new("cc").arg("--version").output().is_ok();
    if is_there("cc", found, "install a compiler of C") {
        fs::write(folder.join("bench.c"), in_c(&name, &cases)).expect("writable");
        let mut compiler = Command::new("cc");
        compiler.current_dir(folder).args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
        ]);
        printed(compiler.args(["-o", "in_c", "bench.c"]));
        printed(Command::new(folder.join("in_c")).current_dir(folder));
    }
    let package = fs::read_to_string(folder.join(format!("design/{name}_frames_pkg.sv")));
    Some((package.expect("a package"), in_system_verilog(&name, &cases)))
}

#[test]
fn helpers_agree_in_three_languages_and_with_the_vectors() {
    let (mut packages, mut blocks) = (String::new(), String::new());
    for spec in samples::smallest() {
        let folder = scratch();
        let Some((package, block)) = agree(folder.path(), &spec) else { return };
        packages += &package;
        blocks += &block;
    }
    // One build for all: most of its time goes into the library of Verilator.
    let found = tools::or_skipped(tools::find(Tool::Verilator)).expect("a usable simulator");
    let Some(verilator) = found else { return };
    let folder = scratch();
    let bench = format!(
        "{packages}module bench;\n{blocks}  final $display(\"PASS\");\n  initial $finish;\nendmodule\n"
    );
    fs::write(folder.path().join("bench.sv"), bench).expect("writable");
    let mut compiler = verilator.command(folder.path());
    compiler.current_dir(&folder).args(["--exe", "--main", "--build", "--no-timing", "-Wno-WIDTH"]);
    compiler.args(["-CFLAGS", "-O0", "--top-module", "bench", "--Mdir", "built", "bench.sv"]);
    printed(&mut compiler);
    let run = printed(&mut Command::new(folder.path().join("built/Vbench")));
    assert!(run.contains("PASS") && !run.contains("packed"), "{run}");
}
