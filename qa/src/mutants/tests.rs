//! What is found equal, what is not, and which modules are looked at.

use super::text::with_parameters;
use super::*;
use teecast_cosim::prove::{Cycles, Obligation, Prover, Verdict};

/// Tells whether two copies were found equal.
fn is_same(verdict: Result<Option<bool>, ToolError>) -> bool {
    verdict.expect("a verdict") == Some(true)
}

#[test]
fn a_fault_that_nobody_around_looks_at_is_equivalent_there_only() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inner = "module inner (\n  input wire a_i,\n  output wire y_o,\n  output wire z_o\n);\n  \
                 assign y_o = a_i;\n  assign z_o = !a_i;\nendmodule\n";
    let outer = |name: &str, inner: &str, from: &str| {
        format!(
            "module {name} (\n  input wire a_i,\n  output wire y_o\n);\n  wire y, z;\n  {inner} \
             u_inner (\n    .a_i(a_i),\n    .y_o(y){}\n  );\n  assign y_o = {from};\nendmodule\n",
            if inner == "inner" { ",\n    .z_o(z)" } else { "" }
        )
    };
    let modules = [
        ("inner", inner.to_string()),
        ("middle", outer("middle", "inner", "y")),
        ("outer", outer("outer", "middle", "y")),
        // Nobody looks from here: it is not part of the whole.
        ("alone", outer("alone", "inner", "y")),
    ];
    for (name, text) in modules {
        fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
    }
    let made = Mutants::new(folder.path(), &["outer"], &["inner"], 20);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    assert_eq!(mutants.surroundings(1), ["middle", "outer"].map(|name| BTreeSet::from([name])));
    let count = |top: &str| {
        let same = |number: &usize| is_same(mutants.is_equivalent_in(*number, top));
        (1..=mutants.count()).filter(same).count()
    };
    // The inverter is seen from outside `inner`, and not from outside `middle`.
    let (in_itself, in_middle) = (count("inner"), count("middle"));
    assert!(in_itself < in_middle && in_middle <= mutants.count(), "{in_itself}, {in_middle}");
    assert_eq!(in_middle, count("outer"));
    // Faults where a module meets the one inside: looked at with and without what that does.
    let made = Mutants::new(folder.path(), &["outer"], &["middle"], 20).expect("it is made");
    for number in 1..=made.count() {
        let seen = is_same(made.compare(number, "middle", "expose -evert {}/c:*"));
        let flat = is_same(made.is_equivalent_in(number, "middle"));
        assert!(flat || !seen, "{}", made.place(number));
        assert_eq!(is_same(made.is_equivalent(number)), flat, "{}", made.place(number));
    }
    let copy = mutants.copy(1).expect("it is written");
    let text = fs::read_to_string(copy.file).expect("it is there");
    assert!(text.contains("module \\inner") && !text.contains("module \\middle"), "{text}");
    assert!(copy.module == "inner" && !copy.has_state);
}

#[test]
fn a_fault_that_contracts_hide_is_equivalent_and_others_are_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = |contract: &str| {
        format!(
            "module either (\n  input wire clk_i,\n  input wire a_i,\n  input wire b_i,\n  output \
             reg y_o\n);\n  always @(posedge clk_i) y_o <= (a_i & b_i) ^ a_i;\n`ifdef \
             TEECAST_ASSERT\n  always @(posedge clk_i) assert ({contract});\n`endif\nendmodule\n"
        )
    };
    let equal = |contract: &str| -> Option<Vec<String>> {
        fs::write(folder.path().join("either.v"), text(contract)).expect("writable");
        let made = Mutants::new(folder.path(), &["either"], &["either"], 100);
        let mutants = tools::or_skipped(made).expect("it is made")?;
        let same = |number: &usize| is_same(mutants.is_equivalent(*number));
        let same: Vec<usize> = (1..=mutants.count()).filter(same).collect();
        assert!(same.len() < mutants.count(), "everything is equal: {contract}");
        Some(same.iter().map(|number| mutants.place(*number)).collect())
    };
    let (Some(never_both), Some(any)) = (equal("!(a_i && b_i)"), equal("1'b1")) else { return };
    // A gate that finds both may be missing where both never come, and only there; a clock may not.
    assert!(never_both.iter().any(|place| place.starts_with("const0 on Y[0]")), "{never_both:?}");
    assert!(any.is_empty(), "{any:?}");
    assert!(!never_both.iter().any(|place| place.contains("CLK")), "{never_both:?}");
}

#[test]
fn a_register_that_is_early_is_equal_where_nobody_reads_it_in_that_cycle() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ports =
        "  input wire clk_i,\n  input wire rst_ni,\n  input wire load_i,\n  input wire a_i,\n";
    let inside = |read: &str| {
        format!(
            "  reg held_q, y_q, z_q;\n  \
             always @(posedge clk_i) if (load_i) held_q <= a_i;\n  \
             always @(posedge clk_i) y_q <= rst_ni && !load_i && held_q;\n  \
             always @(posedge clk_i) z_q <= rst_ni && {read};\n"
        )
    };
    let equal = |read: &str| -> Option<Vec<String>> {
        let inside = inside(read);
        let module = format!(
            "module early (\n{ports}  output wire y_o,\n  output wire z_o\n);\n{inside}  \
             assign y_o = y_q;\n  assign z_o = z_q;\nendmodule\n"
        );
        fs::write(folder.path().join("early.v"), module).expect("writable");
        let made = Mutants::new(folder.path(), &["early"], &["early"], 100);
        let mutants = tools::or_skipped(made).expect("it is made")?;
        let text = format!(
            "module proof_early (\n{ports}  output wire failed_o\n);\n{inside}  wire y, z;\n  early \
             u_dut (\n    .clk_i(clk_i),\n    .rst_ni(rst_ni),\n    .load_i(load_i),\n    \
             .a_i(a_i),\n    .y_o(y),\n    .z_o(z)\n  );\n  assign failed_o = y != y_q || z != \
             z_q;\nendmodule\n"
        );
        let asked = Obligation {
            top: "proof_early",
            text: &text,
            library: folder.path(),
            open: &[],
            nets: &[],
            contracts: false,
            cycles: Cycles::All,
        };
        let prover = Prover::new(Duration::from_secs(20)).expect("the tools are there");
        let (mut same, mut clocks) = (Vec::new(), 0);
        for number in (1..=mutants.count()).filter(|number| mutants.is_in_a_clock(*number)) {
            let is_equal = is_same(mutants.is_equivalent(number));
            let copy = mutants.copy(number).expect("it is written");
            let verdict = prover.prove_copy(&asked, &copy).expect("an answer");
            let place = mutants.place(number);
            assert_eq!(verdict == Some(Verdict::Proved), is_equal, "{place}: {verdict:?}");
            same.extend(is_equal.then_some(place));
            clocks += 1;
        }
        assert_eq!(clocks, 9, "three faults of each clock");
        Some(same)
    };
    let (Some(read), Some(unread)) = (equal("a_i && held_q"), equal("a_i")) else { return };
    assert!(read.is_empty(), "{read:?}");
    assert!(
        unread.len() == 1 && unread[0].starts_with("inv on CLK[0] at early.v:10."),
        "{unread:?}"
    );
}

#[test]
fn a_register_that_is_never_written_is_not_equal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "module keeps (\n  input wire clk_i,\n  input wire write_i,\n  input \
                wire read_i,\n  input wire [1:0] \
                at_i,\n  input wire a_i,\n  output reg y_o\n);\n  reg all_q [0:3];\n  always \
                @(posedge clk_i) begin\n    if (write_i) all_q[at_i] <= a_i;\n    if (read_i) \
                y_o <= all_q[at_i];\n  end\nendmodule\n";
    fs::write(folder.path().join("keeps.v"), text).expect("writable");
    let made = Mutants::new(folder.path(), &["keeps"], &["keeps"], 40);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    let places: Vec<String> = (1..=mutants.count()).map(|it| mutants.place(it)).collect();
    assert!(places.iter().any(|place| place.starts_with("const0 on S")), "{places:?}");
    let equal = |number: &usize| is_same(mutants.is_equivalent(*number));
    let equal: Vec<String> =
        (1..=mutants.count()).filter(equal).map(|it| mutants.place(it)).collect();
    assert!(!equal.iter().any(|place| place.starts_with("const0 on S")), "{equal:?}");
}

#[test]
fn copies_of_a_module_with_parameters_are_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let any = "module any #(\n  parameter WIDTH = 2\n) (\n  input wire [WIDTH-1:0] a_i,\n  output \
               wire y_o\n);\n  assign y_o = |a_i;\nendmodule\n";
    // The name of another module ends with that of this one.
    let many = any.replace("any", "many");
    let outer = "module outer (\n  input wire [2:0] a_i,\n  output wire y_o,\n  output wire \
                 z_o,\n  output wire w_o\n);\n  any #(\n    .WIDTH(2)\n  ) u_small (\n    \
                 .a_i(a_i[1:0]),\n    .y_o(w_o)\n  );\n  any #(\n    .WIDTH(3)\n  ) u_any (\n    \
                 .a_i(a_i),\n    .y_o(y_o)\n  );\n  many #(\n    .WIDTH(3)\n  ) u_many (\n    .a_i(a_i),\n    \
                 .y_o(z_o)\n  );\nendmodule\n";
    for (name, text) in [("any", any), ("many", &many), ("outer", outer)] {
        fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
    }
    let made = Mutants::new(folder.path(), &["outer", "any"], &["any"], 40);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    assert!((1..=mutants.count()).all(|number| !mutants.place(number).contains("many.v")));
    // A bench of the module alone finds the copy that it wants.
    let wrapper = fs::read_to_string(&mutants.files("any")[1]).expect("a wrapper");
    assert!(wrapper.contains("generate if (WIDTH == 32'b00000000000000000000000000000011)"));
    assert!(
        wrapper.contains("  \\$paramod\\any\\WIDTH=s32'00000000000000000000000000000011 u_mutated")
    );
    // An input that is inverted where another one is 1 changes nothing.
    let same = |number: usize| is_same(mutants.is_equivalent(number));
    for number in 1..=mutants.count() {
        let place = mutants.place(number);
        assert_eq!(same(number), place.starts_with("cnot1 on A"), "{place}");
    }
    let prover = Prover::new(Duration::from_secs(20)).expect("the tools are there");
    let judged = |number: usize, width: u32| {
        let text = format!(
            "module proof_any (\n  input wire [{0}:0] a_i,\n  output wire failed_o\n);\n  wire \
             y;\n  any #(\n    .WIDTH({width})\n  ) u_dut (\n    .a_i(a_i),\n    .y_o(y)\n  );\n  \
             assign failed_o = y != |a_i;\nendmodule\n",
            width - 1
        );
        let (top, library, nets) = ("proof_any", folder.path(), &[][..]);
        let cycles = Cycles::One;
        let stated =
            Obligation { top, text: &text, library, open: &[], nets, contracts: false, cycles };
        let copy = mutants.copy(number).expect("it is written");
        prover.prove_copy(&stated, &copy).expect("a verdict")
    };
    for number in 1..=mutants.count() {
        let refuted = matches!(judged(number, 3), Some(Verdict::Refuted(_)));
        assert_eq!(refuted, !same(number), "{}", mutants.place(number));
    }
    assert_eq!(judged(1, 4), None, "the copy has three inputs");
}

#[test]
fn all_copies_around_a_module_are_looked_at() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inner = "module inner (\n  input wire a_i,\n  output wire y_o\n);\n  assign y_o = \
                 !a_i;\nendmodule\n";
    let any = "module any #(\n  parameter SEEN = 1\n) (\n  input wire a_i,\n  output wire \
               y_o\n);\n  wire y;\n  inner u_inner (\n    .a_i(a_i),\n    .y_o(y)\n  );\n  \
               assign y_o = SEEN == 0 ? y ^ y : y;\nendmodule\n";
    let outer = "module outer (\n  input wire a_i,\n  output wire y_o,\n  output wire z_o\n);\n  \
                 any #(\n    .SEEN(0)\n  ) u_0 (\n    .a_i(a_i),\n    .y_o(y_o)\n  );\n  \
                 any #(\n    .SEEN(2)\n  ) u_2 (\n    .a_i(a_i),\n    .y_o(z_o)\n  );\n\
                 endmodule\n";
    for (name, text) in [("inner", inner), ("any", any), ("outer", outer)] {
        fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
    }
    let made = Mutants::new(folder.path(), &["outer"], &["inner"], 20);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    let [copies, top] = &mutants.surroundings(1)[..] else {
        panic!("two levels: {:?}", mutants.surroundings(1))
    };
    assert_eq!(*top, BTreeSet::from(["outer"]));
    let hides = |copy: &&str| is_same(mutants.is_equivalent_in(1, copy));
    let hidden: Vec<bool> = copies.iter().map(hides).collect();
    assert_eq!(hidden, [true, false], "{copies:?}");
}

#[test]
fn a_fault_behind_a_spare_gate_is_equivalent_and_others_are_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "module spare (\n  input wire clk_i,\n  input wire a_i,\n  input wire b_i,\n  \
                output reg y_o\n);\n  always @(posedge clk_i)\n    y_o <= (a_i & b_i) | \
                (b_i & a_i);\n`ifdef TEECAST_ASSERT\n  always @(posedge clk_i)\n    \
                assert (!y_o || (y_o ^ a_i) || b_i || !b_i);\n`endif\nendmodule\n";
    fs::write(folder.path().join("spare.v"), text).expect("writable");
    let made = Mutants::new(folder.path(), &["spare"], &["spare"], 100);
    let Some(mutants) = tools::or_skipped(made).expect("it is made") else { return };
    let equivalent = |number: &usize| is_same(mutants.is_equivalent(*number));
    let (same, other): (Vec<usize>, Vec<usize>) = (1..=mutants.count()).partition(equivalent);
    let places = |numbers: &[usize]| {
        numbers.iter().map(|number| mutants.place(*number)).collect::<Vec<_>>().join("; ")
    };
    // One of two equal gates may be missing, but neither may be 1 for ever.
    assert!(places(&same).contains("const0 on Y[0]"), "{}", places(&same));
    assert!(!places(&same).contains("const1 on Y[0]"), "{}", places(&same));
    assert!(places(&other).contains("const1 on Y[0]"), "{}", places(&other));
    let all: Vec<usize> = (1..=mutants.count()).collect();
    assert!(!places(&all).contains("spare.v:11"), "{}", places(&all));
    let wrapper = fs::read_to_string(&mutants.files("spare")[1]).expect("a wrapper");
    assert!(wrapper.contains("  input wire [0:0] b_i"), "{wrapper}");
}

#[test]
fn instances_of_copies_get_their_parameters_back() {
    let below = "module $paramod$90ab\\many\n  parameter \\SLOTS 44\n  parameter \\DEPTH 176\n  wire \
                 \\a_i\nend\nmodule $paramod\\any\\WIDTH=s32'11\n  parameter \\WIDTH 3\nend\n";
    let text = "  cell $paramod$90ab\\many \\u_many\n    connect \\a_i \\a\n  end\n  cell \
                $paramod\\any\\WIDTH=s32'11 \\u_any\n  end\n  cell \\other \\u_other\n  end\n";
    let named = "  cell \\many \\u_many\n    parameter signed \\SLOTS 44\n    parameter signed \\DEPTH \
                 176\n    connect \\a_i \\a\n  end\n  cell \\any \\u_any\n    parameter signed \\WIDTH \
                 3\n  end\n  cell \\other \\u_other\n  end\n";
    assert_eq!(with_parameters(text, below), named);
}

#[test]
fn only_modules_with_a_clock_keep_contracts_and_faults_in_these_do_not_count() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let contract = "    assert (y_o == ((a_i ^ b_i) | (a_i & b_i)) || a_i == b_i);\n".repeat(20);
    let made = |name: &str, when: &str| {
        let text = format!(
            "module {name} (\n  input wire clk_i,\n  input wire a_i,\n  input wire b_i,\n  output wire \
             y_o\n);\n  assign y_o = (a_i | b_i) ^ (a_i & b_i);\n`ifdef TEECAST_ASSERT\n  always @({when}) begin\n\
             {contract}  end\n`endif\nendmodule\n"
        );
        fs::write(folder.path().join(format!("{name}.v")), text).expect("writable");
        let made = Mutants::new(folder.path(), &[name], &[name], 4);
        let mutants = tools::or_skipped(made).expect("it is made")?;
        assert_eq!(mutants.count(), 4);
        // The contract begins at the eighth line.
        let of_module = |place: String| [".v:5.", ".v:7."].iter().any(|line| place.contains(line));
        assert!((1..=4).all(|number| of_module(mutants.place(number))));
        let netlist = fs::read_to_string(&mutants.files(name)[0]).expect("it is written");
        Some(netlist.contains("assert("))
    };
    if let (Some(clocked), Some(other)) = (made("clocked", "posedge clk_i"), made("other", "*")) {
        assert!(clocked && !other);
    }
}
