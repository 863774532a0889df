//! Writes a block of rust-hdl for each module for direct use of a design, from the ports in its manifest.

use serde_json::Value;

/// Returns the Rust text of the blocks: one for each top module and each wrapper of streams.
///
/// # Errors
/// The text is no JSON. A manifest of another program panics.
pub fn blocks(manifest: &str) -> Result<String, serde_json::Error> {
    let manifest: Value = serde_json::from_str(manifest)?;
    let mut text = "    use rust_hdl::prelude::*;\n\n".to_string();
    for top in manifest["top_modules"].as_array().expect("a manifest lists its modules") {
        text += &block(top);
    }
    Ok(text)
}

fn block(top: &Value) -> String {
    let module = top["module"].as_str().expect("a module has a name");
    let (mut fields, mut connected, mut pins) = (String::new(), String::new(), Vec::new());
    for port in top["ports"].as_array().expect("a module has ports") {
        let name = port["name"].as_str().expect("a port has a name");
        let is_input = port["direction"] == "input";
        let direction = if is_input { "In" } else { "Out" };
        let kind = match port["width"].as_u64().expect("a port has a width") {
            _ if name == "clk_i" => "Clock".to_string(),
            1 => "Bit".to_string(),
            width => format!("Bits<{width}>"),
        };
        let meaning = port["meaning"].as_str().unwrap_or_default();
        fields +=
            &format!("        /// {meaning}.\n        pub {name}: Signal<{direction}, {kind}>,\n");
        if !is_input {
            connected += &format!("            self.{name}.connect();\n");
        }
        pins.push(format!("    .{name}({name})"));
    }
    let role = top["role"].as_str().unwrap_or_default();
    let (block, pins) = (camel(module), pins.join(",\n"));
    format!(
        "    /// `{module}`: {role}.
    #[derive(LogicBlock, Default)]
    pub struct {block} {{
{fields}    }}

    impl Logic for {block} {{
        fn update(&mut self) {{}}

        fn connect(&mut self) {{
{connected}        }}

        fn hdl(&self) -> Verilog {{
            let code = \"  {module} u_wrapped (\n{pins}\n  );\n\";
            Verilog::Wrapper(Wrapper {{ code: code.to_string(), cores: String::new() }})
        }}
    }}

"
    )
}

/// Returns the name of a type for a module.
fn camel(module: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    module.split('_').filter(|part| !part.is_empty()).map(word).collect()
}
