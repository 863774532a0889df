//! The mesh that is joined in rust-hdl: clean, and its deliveries are those of the golden model.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rust_hdl::prelude::*;
use serde_json::Value;
use teecast_rust_hdl::DESIGNS;
use teecast_rust_hdl::mesh::Mesh;

/// Node 0 sends two flits to the region of all nodes, and prints who receives the data.
const TESTBENCH: &str = "
module testbench;
  reg clk = 0, rst_n = 0, valid = 0, last = 0;
  reg [7:0] data = 0;
  wire ready;
  wire [31:0] found;
  wire [3:0] arrived, ends;
  always #5 clk = !clk;

  top dut (
    .clock(clk), .reset_n(rst_n), .send_data(data), .send_valid(valid), .send_last(last), .send_ready(ready),
    .data0(found[7:0]), .data1(found[15:8]), .data2(found[23:16]), .data3(found[31:24]),
    .valid0(arrived[0]), .valid1(arrived[1]), .valid2(arrived[2]), .valid3(arrived[3]),
    .last0(ends[0]), .last1(ends[1]), .last2(ends[2]), .last3(ends[3])
  );

  integer v;
  always @(posedge clk) for (v = 0; v < 4; v = v + 1)
    if (rst_n && arrived[v] && ends[v]) $display(\"node %0d received %h\", v, found[8*v+:8]);

  task send(input [7:0] flit, input is_last);
    begin
      data <= flit; valid <= 1; last <= is_last;
      @(posedge clk);
      while (!ready) @(posedge clk);
      valid <= 0;
    end
  endtask

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1;
    @(posedge clk);
    // Corners (0, 0) and (1, 1): a_0 = 0, b_0 = 1, a_1 = 0, b_1 = 1.
    send(8'b1010, 0);
    send(8'h5a, 1);
    repeat (60) @(posedge clk);
    $finish;
  end
endmodule
";

fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("plain text")
}

/// The files of the design of a family, in compile order.
fn sources(family: &str) -> Vec<PathBuf> {
    let folder = Path::new(DESIGNS).join(family);
    let list = fs::read_to_string(folder.join("filelist.f")).expect("gen writes it");
    list.lines().map(|line| folder.join(line)).collect()
}

/// Lints what rust-hdl wrote with the files of a family.
fn lint(folder: &Path, text: &Path, family: &str) {
    let mut icarus = Command::new("iverilog");
    icarus.args(["-g2005", "-s", "top", "-o"]).arg(folder.join("linted")).arg(text);
    printed(icarus.args(sources(family)));
    let mut verilator = Command::new("verilator");
    // rust-hdl writes constants of 32 or 64 bits, whatever they are compared with.
    verilator.args(["--lint-only", "-Wno-WIDTH", "--top-module", "top"]).arg(text);
    printed(verilator.args(sources(family)));
}

#[test]
fn the_mesh_delivers_what_route_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut mesh = Mesh::default();
    mesh.clock.connect();
    mesh.reset_n.connect();
    mesh.send_data.connect();
    mesh.send_valid.connect();
    mesh.send_last.connect();
    mesh.connect_all();
    let text = folder.path().join("mesh.v");
    fs::write(&text, generate_verilog(&mesh)).expect("writable");
    lint(folder.path(), &text, "region");

    let testbench = folder.path().join("testbench.v");
    fs::write(&testbench, TESTBENCH).expect("writable");
    let simulation = folder.path().join("simulation");
    let mut icarus = Command::new("iverilog");
    icarus.args(["-g2005", "-s", "testbench", "-o"]).arg(&simulation).arg(&text).arg(&testbench);
    printed(icarus.args(sources("region")));
    let mut seen: Vec<String> =
        printed(Command::new("vvp").arg(&simulation)).lines().map(str::to_string).collect();
    seen.sort();

    let teecast = env::var("TEECAST").unwrap_or_else(|_| "teecast".to_string());
    let message = "route region --mesh 2x2 --algorithm fixed-corner --source 0,0 --region 0,0:1,1";
    let mut route = Command::new(teecast);
    let route = printed(route.args(message.split(' ')).args(["--format", "json"]));
    let route: Value = serde_json::from_str(&route).expect("JSON");
    let nodes = route["deliveries"].as_array().expect("deliveries").iter();
    let expected: Vec<String> =
        nodes.map(|it| format!("node {} received 5a", it["node"])).collect();
    assert_eq!(seen, expected);
}

/// Generates Verilog of a block alone and lints it with the modules that it wraps.
macro_rules! clean {
    ($($test:ident: $family:ident $block:ident;)*) => {
        $(
            #[test]
            fn $test() {
                let folder = tempfile::tempdir().expect("a folder");
                let mut block = teecast_rust_hdl::$family::$block::default();
                block.connect_all();
                let text = folder.path().join("block.v");
                fs::write(&text, generate_verilog_unchecked(&block)).expect("writable");
                lint(folder.path(), &text, stringify!($family));
            }
        )*
    };
}

clean! {
    hypercube_network: hypercube HypercubeNetwork;
    hypercube_router: hypercube HypercubeRouter;
    multicaster: hypercube MhuMulticaster;
    broadcaster: hypercube MhuBroadcaster;
    hexmesh_network: harts HexmeshNetwork;
    harts_router: harts HartsRouter;
    region_network: region RegionNetwork;
    region_router: region RegionRouter;
    ihc_network: ihc IhcNetwork;
    ihc_node: ihc IhcNode;
    ring_tree_network: ring_tree RingTreeNetwork;
}
