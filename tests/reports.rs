//! Destinations that cannot be reached: while all nodes send at once, none is lost without a report.

use std::fs;
use std::time::Duration;

use teecast::spec::HypercubeSpec;
use teecast_cosim::build::{Build, Recording, Simulator};
use teecast_cosim::compare::compare;
use teecast_cosim::hypercube::replay;
use teecast_cosim::network_bench::NetworkBench;
use teecast_cosim::scenario;
use teecast_cosim::tools::{self, Tool};

use crate::cosim::emitted;

/// **Units**: seconds.
const LIMIT: Duration = Duration::from_secs(60);

/// Plays epochs of each seed into one build: events are those that the model predicts, and come in
/// the cycles of the clocked model. Returns how many came.
fn play(spec: &HypercubeSpec, seeds: std::ops::Range<u64>, epochs: u32) -> usize {
    let (folder, files) = emitted(spec);
    let built = NetworkBench::build(spec, "", &files, Simulator::Verilator, Recording::None, true);
    let Some(bench) = tools::or_skipped(built).expect("the network builds") else { return 0 };
    let mut reports = 0;
    for seed in seeds.clone() {
        let stimulus = scenario::unreachable(spec, seed, epochs);
        let trace = bench.play(spec, &stimulus, seed, folder.path(), None).expect("it plays");
        if let (_, Some(difference)) = compare(spec, &stimulus, &trace) {
            panic!("seed {seed}: {difference}");
        }
        let hardware = bench.trace_bytes(folder.path()).expect("a trace was written");
        let clocked = replay::trace(spec, &stimulus, seed);
        assert!(hardware == clocked.as_bytes(), "seed {seed}: an event came in another cycle");
        reports += trace.epochs.iter().map(|epoch| epoch.events.len()).sum::<usize>();
    }
    println!("n {}, m {}: {reports} events, {} seeds", spec.n, spec.m, seeds.count());
    reports
}

/// The cube of `cosim.rs`, so that it is built once.
fn cube() -> HypercubeSpec {
    HypercubeSpec { max_data: 16, ..HypercubeSpec::new(3, 4) }
}

#[test]
fn no_report_is_lost_while_all_nodes_send() {
    let reports = play(&cube(), 1..4, 40);
    assert!(reports == 0 || reports > 500, "only {reports} events");
}

#[test]
#[ignore = "minutes: make test-long"]
fn no_report_is_lost_in_thousands_of_epochs() {
    play(&cube(), 1000..1100, 40);
    play(&HypercubeSpec { max_data: 8, ..HypercubeSpec::new(4, 3) }, 1000..1050, 40);
}

/// A checker at every node of a cube, each with a constant address, as in a network, and addresses
/// made relative field by field, as in `mhu_input`.
const NEIGHBOURS: &str = "module neighbours;
  reg [31:0] random, lanes;
  wire [7:0] wrong;
  genvar v, lane;
  generate
    for (v = 0; v < 8; v = v + 1) begin : gen_node
      localparam [2:0] HERE = v;
      wire [2:0] seen;
      wire match;
      wire [26:0] relative;
      for (lane = 0; lane < 9; lane = lane + 1) begin : gen_lane
        assign relative[lane*3+:3] = random[lane*3+:3] ^ HERE;
      end
      mhu_matching_checker u_checker (
        .relative_i(relative),
        .valid_i(lanes[8:0]),
        .neighbours_o(seen),
        .match_o(match)
      );
      reg [2:0] expected;
      reg here;
      integer p, d;
      always @* begin
        expected = 3'd0;
        here = 1'b0;
        for (p = 0; p < 9; p = p + 1) begin
          if (lanes[p]) begin
            if (random[p*3+:3] == HERE) here = 1'b1;
            for (d = 0; d < 3; d = d + 1) begin
              if (random[p*3+:3] == (HERE ^ (3'd1 << d))) expected[d] = 1'b1;
            end
          end
        end
      end
      assign wrong[v] = seen != expected || match != here;
    end
  endgenerate
  reg [7:0] failed;
  initial begin
    failed = 8'd0;
    repeat (2000) begin
      random = $random;
      lanes = $random;
      #1 failed = failed | wrong;
    end
    $display(\"failed=%b\", failed);
    $finish;
  end
endmodule
";

/// The simulations of this project turn some optimizations off; a user's do not.
#[test]
fn all_simulators_find_neighbours_with_the_optimizations_of_a_user() {
    let (folder, files) = emitted(&cube());
    let bench = folder.path().join("neighbours.v");
    fs::write(&bench, NEIGHBOURS).expect("a temporary folder is writable");
    let wanted = ["hypercube/mhu_matching_checker.v", "common/tee_lowest_set_bit.v"];
    let mut files: Vec<_> =
        files.into_iter().filter(|path| wanted.iter().any(|name| path.ends_with(name))).collect();
    files.push(bench);
    for (simulator, tool) in
        [(Simulator::Verilator, Tool::Verilator), (Simulator::Icarus, Tool::Icarus)]
    {
        let found = tools::or_skipped(tools::find_all(tool)).expect("they run");
        for program in found.unwrap_or_default() {
            let build = Build::new(simulator, "neighbours", files.clone());
            let build = Build { own_optimizations: true, ..build };
            let simulation = build.simulation_with(program).expect("it builds");
            let text = simulation.run(&[], folder.path(), LIMIT).expect("it runs");
            assert!(text.contains("failed=00000000"), "{}: {text}", simulation.program);
        }
    }
}
