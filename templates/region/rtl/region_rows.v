<{ c.banner("Rows: what of each message of one input channel has not answered.") }>
// Contract: enter_i opens the row of a tag with the outputs of its message:
//   <{ c.row_order() }>. answer_i says that one of them has answered; last_o = 1 if it is the
//   last one, and status_o has the status of all then. No row is opened in the cycle of its own
//   answer.
// Latency and state: none from answer_i to last_o; two tables, a bit for each row.
// Widths: <{ c.answer.tag_bits }> = tag; <{ c.answer.row_bits }> = outputs of a message.
`default_nettype none

module <{ c.prefix }>region_rows (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire enter_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] enter_tag_i,
  input  wire [<{ c.answer.row_bits - 1 }>:0] enter_row_i,
  input  wire answer_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] answer_tag_i,
  input  wire [<{ c.answer.row_bits - 1 }>:0] answer_output_i,
  input  wire [1:0] answer_status_i,
  output wire last_o,
  output wire [1:0] status_o
);
  localparam K = <{ c.answer.tags }>;
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam ROW = <{ c.answer.row_bits }>;

  // A fresh row has no answer: it is what entered, whatever the other table holds.
  reg [K-1:0] fresh_q;
  wire [K-1:0] entered, answered;
  genvar t;
  generate
    for (t = 0; t < K; t = t + 1) begin : gen_row
      localparam [TAG-1:0] NUMBER = t;
      assign entered[t] = enter_i && enter_tag_i == NUMBER;
      assign answered[t] = answer_tag_i == NUMBER;
      always @(posedge clk_i) begin
        if (!rst_ni) fresh_q[t] <= 1'b0;
        else if (entered[t]) fresh_q[t] <= 1'b1;
        else if (answer_i && answered[t]) fresh_q[t] <= 1'b0;
      end
    end
  endgenerate
  wire fresh = |(fresh_q & answered);

  wire [ROW-1:0] all, left;
  wire [1:0] so_far;
  <{ c.prefix }>tee_memory #(
    .WIDTH(ROW),
    .DEPTH(1 << TAG),
    .ADDRESS(TAG),
    .REGISTERED(0)
  ) u_entered (
    .clk_i(clk_i),
    .write_i(enter_i),
    .write_address_i(enter_tag_i),
    .write_data_i(enter_row_i),
    .read_i(1'b1),
    .read_address_i(answer_tag_i),
    .read_data_o(all)
  );
  wire [ROW-1:0] open = fresh ? all : left;
  wire [ROW-1:0] rest = open & ~answer_output_i;
  assign status_o = answer_status_i | (so_far & {2{!fresh}});
  assign last_o = answer_i && rest == {ROW{1'b0}};
  <{ c.prefix }>tee_memory #(
    .WIDTH(<{ c.answer.row_bits + 2 }>),
    .DEPTH(1 << TAG),
    .ADDRESS(TAG),
    .REGISTERED(0)
  ) u_left (
    .clk_i(clk_i),
    .write_i(answer_i),
    .write_address_i(answer_tag_i),
    .write_data_i({status_o, rest}),
    .read_i(1'b1),
    .read_address_i(answer_tag_i),
    .read_data_o({so_far, left})
  );

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      // One output answers, and no row that enters.
      begin : one_answers
        assert (!answer_i ||
                (answer_output_i & (answer_output_i - <{ c.answer.row_bits }>'d1)) == {ROW{1'b0}});
      end
      begin : enters_apart assert ((entered & answered & {K{answer_i}}) == {K{1'b0}}); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
