//! Tests of the reader with headers as templates write them, and with odd ones.

use super::*;

fn read(text: &str, given: &[(&str, i64)]) -> Result<Vec<(String, Direction, u32)>, VerilogError> {
    let ports = header(text, "m")?.ports(given)?;
    Ok(ports.into_iter().map(|port| (port.name, port.direction, port.width)).collect())
}

fn ports(text: &str) -> Vec<(String, Direction, u32)> {
    read(text, &[]).expect("a header")
}

fn error(text: &str) -> String {
    read(text, &[]).expect_err("an error").to_string()
}

fn port(name: &str, direction: Direction, width: u32) -> (String, Direction, u32) {
    (name.to_string(), direction, width)
}

use Direction::{Input, Output};

#[test]
fn ports_have_names_directions_and_widths() {
    let text = "// module m (input a);\n`default_nettype none\n\nmodule m (\n  input  wire clk_i,\n  \
                // Data ); of a channel\n  input  wire [31:0] data_i, /* b, */\n  output reg last_o\n);\n\
                endmodule\n";
    let expected = [port("clk_i", Input, 1), port("data_i", Input, 32), port("last_o", Output, 1)];
    assert_eq!(ports(text), expected);
}

#[test]
fn the_module_that_is_asked_for_is_read() {
    let text = "module mm (input a); endmodule module n; endmodule module m(output wire b);";
    assert_eq!(ports(text), [port("b", Output, 1)]);
    assert_eq!(header(text, "n").expect("no ports").ports(&[]), Ok(vec![]));
    assert_eq!(ports("module m ();"), []);
    let missing = VerilogError::NoModule { module: "o".to_string() };
    assert_eq!(header(text, "o"), Err(missing));
}

#[test]
fn odd_headers_mean_the_same() {
    let odd = "module\tm(input[7:4]a,b,output wire signed[0:3]c,(*keep*)output d,input [2:2] e);";
    let expected = [
        port("a", Input, 4),
        port("b", Input, 4),
        port("c", Output, 4),
        port("d", Output, 1),
        port("e", Input, 1),
    ];
    assert_eq!(ports(odd), expected);
    assert_eq!(ports("module m (input wire [8'h1f:1'b0] \\a+b );"), [port("\\a+b", Input, 32)]);
}

#[test]
fn widths_come_from_parameters() {
    let text = "module m #(\n  // Number, of all (of them)\n  parameter N = 3,\n  parameter integer \
                W = N * 2, C = $clog2(W),\n  parameter [3:0] LAST = N > 2 ? W - 1 : 8 / (N - 2)\n) (\n  \
                input wire [N-1:0] n_i,\n  input wire [(N+1)*W-1:0] w_i,\n  output wire [C-1:0] c_o,\n  \
                output wire [LAST:0] l_o\n);";
    let widths = |given| {
        let ports = read(text, given).expect("a header");
        ports.into_iter().map(|(_, _, width)| width).collect::<Vec<_>>()
    };
    assert_eq!(widths(&[]), [3, 24, 3, 6]);
    assert_eq!(widths(&[("N", 5)]), [5, 60, 4, 10]);
    assert_eq!(widths(&[("W", 2), ("N", 1)]), [1, 4, 1, 9]);
    let unknown = read(text, &[("M", 1)]).expect_err("no such parameter");
    assert_eq!(unknown.to_string(), "m has no parameter M");
    let divided = read(text, &[("N", 2)]).expect_err("no value");
    assert_eq!(divided, VerilogError::Arithmetic { operator: "/" });
}

#[test]
fn expressions_have_the_values_of_verilog() {
    let values = [
        ("1 + 2 * 3 - 4", 3),
        ("10 - 3 - 2", 5),
        ("7 / 2 * 2 % 4", 2),
        ("-3 + +5", 2),
        ("1 << 4 >> 1", 8),
        ("1 < 2 == 2 > 1", 1),
        ("(2 < 1) + (1 > 2) + (3 <= 2) + (3 >= 4) + (1 == 2) + (2 != 2) + (1 && 0)", 0),
        ("(2 < 2) + (2 > 2) + (0 && 0) + (0 || 0)", 0),
        ("(1 < 2) + (2 <= 2) + (2 >= 2) + (2 == 2) + (3 != 2) + (0 || 3) + (3 || 0)", 7),
        ("!0 + 2 * !3", 1),
        ("!0 && (0 || 3) && 2 <= 2 && 3 >= 4", 0),
        ("1 ? 0 ? 5 : 6 : 7", 6),
        ("$clog2(1) + $clog2(5)", 3),
        ("32'd1_000 + 'o17 + 4'sb11", 1018),
    ];
    let none = |name: &str| Err(VerilogError::NoValue { name: name.to_string() });
    for (text, value) in values {
        let expression = Expression::read(text).expect("an expression");
        assert_eq!(expression.value(&none), Ok(value), "{text}");
    }
    for text in ["1 / 0", "1 << 63", "0 - 9223372036854775807 - 2", "1 << -1", "$clog2(0 - 1)"] {
        let value = Expression::read(text).expect("an expression").value(&none);
        assert!(matches!(value, Err(VerilogError::Arithmetic { .. })), "{text}: {value:?}");
    }
    for text in ["", "1 +", "(2", "2)", "8'q1", "4'bx", "1 2", "$time", "99999999999999999999"] {
        assert!(Expression::read(text).is_err(), "{text}");
    }
}

#[test]
fn what_is_no_header_is_refused_with_its_line() {
    let cases = [
        ("module m (\n  a,\n  b\n);", "line 2: a, expected a direction"),
        ("module m (\n  input [3] a);", "line 2: ], expected :"),
        ("module m (input a", "line 1: the end, expected )"),
        ("module m (input a) endmodule", "line 1: endmodule, expected ;"),
        ("module m (input a,\n output a);", "line 2: a is declared twice"),
        ("module m (inout a);", "line 1: inout, expected a direction"),
        ("module m (input a,);", "line 1: ), expected a name"),
        ("module m (input [`W:0] a);", "line 1: `W, expected a constant expression"),
        ("module m #(W = 1) (input a);", "line 1: W, expected parameter"),
        ("module m (input [N-1:0] a);", "N has no value here"),
        ("module m #(parameter A = B, parameter B = 1) (input [A:0] a);", "B has no value here"),
        ("module m (input [8589934591:0] a);", "a has 8589934592 bits"),
    ];
    for (text, expected) in cases {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn instances_have_their_parameters_and_pins() {
    let text = "module m (input a);\n  // n u_gone (.a(a));\n  n #(.W(4), .D(s < 6 ? (2) : 3)) u_n (\n    \
                .a_i({a, f(b)}), // last\n    .open_o()\n  );\n  generate begin : gen_x\n    \\o+ u_o (.c( a \
                ));\n  end endgenerate\n  always @(*) x = f(a);\n  always @* #1 $display(\") n u (.\");\n\
                endmodule";
    let found = instances(text).expect("instances");
    let pairs = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect::<Vec<_>>()
    };
    let expected = [
        Instance {
            module: "n".to_string(),
            name: "u_n".to_string(),
            parameters: pairs(&[("W", "4"), ("D", "s < 6 ? (2) : 3")]),
            pins: pairs(&[("a_i", "{a, f(b)}"), ("open_o", "")]),
        },
        Instance {
            module: "\\o+".to_string(),
            name: "u_o".to_string(),
            parameters: vec![],
            pins: pairs(&[("c", "a")]),
        },
    ];
    assert_eq!(found, expected);
    // After a delay, a macro or a string, and not in one.
    for text in ["n #u (.a(b));", "`n", "$display(\"\\\" n u (.a(b)); \");"] {
        assert_eq!(instances(text), Ok(vec![]), "{text}");
    }
    let after = instances("`include \"n\"\n$display(\"n\"); n u (.a(b));").expect("instances");
    assert_eq!(after.len(), 1);
    for text in ["n u (.a(b), .a(c));", "n u (.a(b), c);", "n u (.a(b"] {
        assert!(instances(text).is_err(), "{text}");
    }
}

#[test]
fn registers_without_a_reset_are_found() {
    let text = "module m (input wire clk_i, input wire rst_ni, output wire [1:0] o);\n\
                wire [1:0] f = {a, b};\nwire alive = rst_ni && !f;\nreg s_q;\n\
                always @* begin s = 1; t <= 2; end\n\
                always @(posedge clk_i) begin : one\n  if (!alive) begin\n    a_q <= 0;\n  end else if (f) \
                begin\n    a_q <= 1; b_q[3:0] <= 2;\n  end\n  c_q <= rst_ni && f;\n\
                for (i = 0; i < 2; i = i + 1) d_q[i*x_q+:2] <= i == 0 ? {a, b} : 2;\n\
                case (s)\n  A, B: {e_q, f_q[i]} <= 3;\n  default: begin if (f) g_q <= 1; else b_q <= 2; end\n\
                endcase\nend\n`ifdef TEECAST_ASSERT\nalways @(posedge clk_i) h_q <= 1;\n`endif\n\
                always @(posedge clk_i) if (f) i_q <= f <= 2;\nendmodule\n";
    let found = registers(text);
    assert_eq!(found.without_reset, ["b_q", "d_q", "e_q", "f_q", "g_q", "i_q"]);
    // The first block has them all but the last one, which stands alone.
    assert_eq!(found.mixed, ["b_q", "d_q", "e_q", "f_q", "g_q", "b_q"]);
    // What is cut ends.
    for end in 0..text.len() {
        registers(&text[..end]);
    }
}
