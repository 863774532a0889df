//! Traces, properties with parts left open, contracts, and registers that properties name.

use teecast_spec::verilog::{Direction, Port};

use super::*;

#[test]
fn a_trace_is_read_by_cycle_and_input() {
    let text = "pi0@0=0 pi1@0=1 pi2@0=0 pi3@0=1 pi4@0=0 pi5@0=1 pi06@0=1 pi7@0=1 lo0@0=1 pi0@1=0 \
                pi1@1=0 pi06@1=0 # end";
    let map = "input 0 0 clk_i\ninput 1 0 a_i\ninput 2 1 a_i\ninput 3 2 a_i\ninput 4 3 a_i\ninput 5 4 \
               a_i\ninput 6 0 b_i\nlatch 0 0 y_q\ninput 7 0 x\n";
    let input = |name: &str, value: &str| Input { name: name.into(), value: value.into() };
    let first = vec![input("a_i", "5'h15"), input("b_i", "1'h1")];
    let second = vec![input("a_i", "1'h0"), input("b_i", "1'h0")];
    let modules = "module other (\n  input  wire d_i\n);\nendmodule\n\nmodule m (\n  input  wire clk_i,\n  \
                   input  wire [4:0] a_i,\n  input  wire b_i,\n  output wire y_o\n);\n  \
                   input_not wire c_i\n";
    let named = inputs(modules, "m").expect("a header");
    let direction = Direction::Input;
    let port = |name: &str, width| Port { name: name.to_string(), direction, width };
    assert_eq!(named, [port("clk_i", 1), port("a_i", 5), port("b_i", 1)]);
    assert_eq!(cycles(text, map, &named), [first, second]);
}

#[test]
fn a_module_that_does_not_keep_its_contracts_is_refuted() {
    let library = tempfile::tempdir().expect("a temporary folder");
    let Some(prover) = tools::or_skipped(Prover::new(Duration::from_secs(20)))
        .expect("tools where they are required")
    else {
        return;
    };
    let write = |contract: &str| {
        let text = format!(
            "module both (\n  input wire a_i,\n  input wire b_i,\n  output wire y_o\n);\n  assign y_o \
             = a_i & b_i;\n`ifdef TEECAST_ASSERT\n  always @* assert (y_o == ({contract}));\n  \
             always @* assert (a_i || !y_o);\n`endif\nendmodule\n"
        );
        fs::write(library.path().join("both.v"), text).expect("writable");
    };
    // What it says itself does not count.
    let text = "module proof_both (\n  input wire a_i,\n  input wire b_i,\n  output wire failed_o\n);\n  \
        wire y;\n  both u_dut (\n    .a_i(a_i),\n    .b_i(b_i),\n    .y_o(y)\n  );\n  assign \
        failed_o = y;\nendmodule\n";
    let asked = Obligation {
        top: "proof_both",
        text,
        library: library.path(),
        open: &[],
        nets: &[],
        contracts: true,
        cycles: Cycles::One,
    };
    let (one, zero) = ("1'h1".to_string(), "1'h0".to_string());
    write("b_i && a_i");
    assert_eq!(prover.prove(&asked).expect("an answer"), Verdict::Proved);
    for seed in 1..20 {
        let (Fault { place }, verdict) = prover.refute(&asked, "both", seed).expect("an answer");
        assert!(["both.v:4", "both.v:6"].iter().any(|line| place.contains(line)), "{place}");
        assert!(matches!(verdict, Verdict::Refuted(_)), "{place}");
    }
    write("a_i");
    let Verdict::Refuted(trace) = prover.prove(&asked).expect("an answer") else {
        panic!("the second input counts, too");
    };
    let value = |name: &str, value| Input { name: name.to_string(), value };
    assert_eq!(trace, [vec![value("a_i", one), value("b_i", zero)]]);
}

#[test]
fn a_module_with_registers_keeps_its_contracts_while_what_is_assumed_holds() {
    let library = tempfile::tempdir().expect("a temporary folder");
    let Some(prover) = tools::or_skipped(Prover::new(Duration::from_secs(20)))
        .expect("tools where they are required")
    else {
        return;
    };
    let text = "module memory (\n  input wire clk_i,\n  input wire rst_ni,\n  input wire a_i,\n  output reg \
                y_q\n);\n  always @(posedge clk_i) y_q <= rst_ni && (a_i || y_q);\n`ifdef \
                TEECAST_ASSERT\n  always @(posedge clk_i) if (rst_ni) assert (!(a_i && \
                y_q));\n`endif\nendmodule\n";
    fs::write(library.path().join("memory.v"), text).expect("writable");
    let prove = |assumed: &str| {
        let text = format!(
            "module proof_memory (\n  input  wire clk_i,\n  input  wire rst_ni,\n  input  wire \
             a_i,\n  output wire failed_o\n);\n  wire y;\n  memory u_dut (\n    .clk_i(clk_i),\n    \
             .rst_ni(rst_ni),\n    .a_i(a_i),\n    .y_q(y)\n  );\n  assign failed_o = \
             y;\n{assumed}endmodule\n"
        );
        let asked = Obligation {
            top: "proof_memory",
            text: &text,
            library: library.path(),
            open: &[],
            nets: &[],
            contracts: true,
            cycles: Cycles::All,
        };
        let refuted = (1..20).any(|seed| {
            let (_, verdict) = prover.refute(&asked, "memory", seed).expect("an answer");
            matches!(verdict, Verdict::Refuted(_))
        });
        (prover.prove(&asked).expect("an answer"), refuted)
    };
    let once = "  always @(posedge clk_i) assume (!rst_ni || !a_i || !seen_q);\n  \
                reg seen_q;\n  always @(posedge clk_i) seen_q <= rst_ni && (a_i || seen_q);\n";
    assert_eq!(prove(once), (Verdict::Proved, true));
    let Verdict::Refuted(trace) = prove("").0 else { panic!("it may come twice") };
    let shown: Vec<&str> = trace.iter().flatten().map(|it| it.name.as_str()).collect();
    assert!(shown.starts_with(&["rst_ni", "a_i", "rst_ni", "a_i"]), "{shown:?}");
    let twice: Vec<&str> = trace[..2].iter().map(|cycle| cycle[1].value.as_str()).collect();
    assert_eq!(twice, ["1'h1", "1'h1"]);
    // What never holds again does not make up for what came before.
    let late = "  reg late_q;\n  always @(posedge clk_i) late_q <= rst_ni && a_i && y;\n  always \
                @(posedge clk_i) assume (!late_q);\n";
    assert!(matches!(prove(late).0, Verdict::Refuted(_)));
}

#[test]
fn an_open_module_may_say_anything_and_is_told_what_it_was() {
    let library = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, inside: &str| {
        let head = format!("module {name} (\n  input wire a_i,\n  output wire y_o\n);\n");
        let path = library.path().join(format!("{name}.v"));
        fs::write(path, format!("{head}{inside}endmodule\n")).expect("writable");
    };
    write("inner", "  assign y_o = !a_i;\n");
    write("outer", "  inner u_inner (\n    .a_i(!a_i),\n    .y_o(y_o)\n  );\n");
    let Some(prover) = tools::or_skipped(Prover::new(Duration::from_secs(20)))
        .expect("tools where they are required")
    else {
        return;
    };
    let verdict = |claim: &str, open: &[String]| {
        let text = format!(
            "module proof_outer (\n  input wire a_i,\n  output wire failed_o\n);\n  (* keep *)\n  wire \
             y, told, said;\n  outer u_dut (\n    .a_i(a_i),\n    .y_o(y)\n  );\n  assign failed_o = \
             {claim};\nendmodule\n"
        );
        let nets = [("told", "u_dut.u_inner.a_i"), ("said", "u_dut.u_inner.y_o")]
            .map(|(net, driver)| (net.to_string(), driver.to_string()));
        let cycles = Cycles::One;
        let library = library.path();
        prover
            .prove(&Obligation {
                top: "proof_outer",
                text: &text,
                library,
                open,
                nets: &nets,
                contracts: false,
                cycles,
            })
            .expect("a verdict")
    };
    let inner = ["inner".to_string()];
    assert_eq!(verdict("y != a_i", &[]), Verdict::Proved);
    assert!(matches!(verdict("y != a_i", &inner), Verdict::Refuted(_)));
    assert_eq!(verdict("y != said || told == a_i", &inner), Verdict::Proved);
    assert!(matches!(verdict("told != a_i", &inner), Verdict::Refuted(_)));
}

#[test]
fn a_fault_is_told_by_its_place() {
    let text = "mutate -mode inv -module m -cell $and$1 -port A -portbit 5 -ctrlbit 0 \
                -src /some/where/m.v:78.13-78.47 -src /some/where/m.v:78.9-79.63\n";
    assert_eq!(place(text), Some("inv on A[5] at m.v:78.13-78.47".to_string()));
    assert_eq!(place(""), None);
}

#[test]
fn what_a_property_names_outlasts_a_fault_in_what_reads_it() {
    let register = "  reg held_q;\n  always @(posedge clk_i) held_q <= a_i;\n  \
                    assign y_o = held_q & b_i;\n";
    let memory = "  reg rows_q [0:1];\n  always @(posedge clk_i) rows_q[b_i] <= a_i;\n  \
                  assign y_o = !rows_q[b_i];\n";
    let held = [("held", "u_dut.held_q")].as_slice();
    let followed = [("u_dut.rows_q.place", "place"), ("held", "u_dut.rows_q.kept_q")].as_slice();
    let cases = [
        (register, held, "y != (held && b_i)"),
        (memory, followed, "(b_i && y == held) || (past_q && b_q && held != a_q)"),
    ];
    for (inside, nets, wrong) in cases {
        let nets = nets.iter().map(|(net, driver)| (net.to_string(), driver.to_string()));
        outlasts_faults(inside, &nets.collect::<Vec<_>>(), wrong);
    }
}

fn outlasts_faults(inside: &str, nets: &[(String, String)], wrong: &str) {
    let library = tempfile::tempdir().expect("a temporary folder");
    let ports = "  input wire clk_i,\n  input wire a_i,\n  input wire b_i,\n  output wire";
    let text = format!("module held (\n{ports} y_o\n);\n{inside}endmodule\n");
    fs::write(library.path().join("held.v"), text).expect("writable");
    let Some(prover) = tools::or_skipped(Prover::new(Duration::from_secs(20)))
        .expect("tools where they are required")
    else {
        return;
    };
    let text = format!(
        "module proof_held (\n{ports} failed_o\n);\n  (* keep *)\n  wire held, y, place = 1'b1;\n  \
         held u_dut (\n    .clk_i(clk_i),\n    .a_i(a_i),\n    \
         .b_i(b_i),\n    .y_o(y)\n  );\n  reg past_q, a_q, b_q;\n  initial past_q = 1'b0;\n  \
         always @(posedge clk_i) {{past_q, a_q, b_q}} <= {{1'b1, a_i, b_i}};\n  assign failed_o = \
         {wrong};\nendmodule\n"
    );
    let asked = Obligation {
        top: "proof_held",
        text: &text,
        library: library.path(),
        open: &[],
        nets,
        contracts: false,
        cycles: Cycles::Two,
    };
    assert_eq!(prover.prove(&asked).expect("an answer"), Verdict::Proved);
    for seed in 1..12 {
        let (Fault { place }, verdict) = prover.refute(&asked, "held", seed).expect("an answer");
        // A property has one clock, and what is never written is unknown: of these nothing is seen.
        let is_unseen = [" on CLK[", " on EN["].iter().any(|port| place.contains(port));
        assert!(is_unseen || matches!(verdict, Verdict::Refuted(_)), "{place}");
    }
}
