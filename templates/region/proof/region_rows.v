<{ c.banner("Property: when region_rows says that a message has been answered.") }>
// Contract: failed_o = 0 in every cycle after a reset, while a row is opened only when it is closed, with
//   some outputs, and only outputs that it waits for answer, one at a time: a row is answered with the
//   last of its outputs, and never else; its status is then that of all its answers. Of the rows the
//   property follows one, any one.
`default_nettype none

module proof_region_rows (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire enter_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] enter_tag_i,
  input  wire [<{ c.answer.row_bits - 1 }>:0] enter_row_i,
  input  wire answer_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] answer_tag_i,
  input  wire [<{ c.answer.row_bits - 1 }>:0] answer_output_i,
  input  wire [1:0] answer_status_i,
  input  wire [<{ c.answer.tag_bits - 1 }>:0] watched_i,
  output wire failed_o
);
  localparam TAG = <{ c.answer.tag_bits }>;
  localparam ROW = <{ c.answer.row_bits }>;

  wire last;
  wire [1:0] status;
  <{ c.prefix }>region_rows u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .enter_i(enter_i),
    .enter_tag_i(enter_tag_i),
    .enter_row_i(enter_row_i),
    .answer_i(answer_i),
    .answer_tag_i(answer_tag_i),
    .answer_output_i(answer_output_i),
    .answer_status_i(answer_status_i),
    .last_o(last),
    .status_o(status)
  );
  connect u_dut.u_entered.words_q.place = watched_i;
  connect u_dut.u_left.words_q.place = watched_i;

  // What the row waits for, and the status so far.
  reg [TAG-1:0] watched_q;
  reg [ROW-1:0] left_q;
  reg [1:0] status_q;
  wire enters = enter_i && enter_tag_i == watched_i;
  wire answers = answer_i && answer_tag_i == watched_i;
  wire [ROW-1:0] rest = left_q & ~answer_output_i;
  wire [1:0] folded = status_q | answer_status_i;

  reg legal, bad;
  integer r, count;
  always @* begin
    count = 0;
    for (r = 0; r < ROW; r = r + 1) count = count + answer_output_i[r];
    legal = watched_i == watched_q;
    if (enters && (left_q != 0 || enter_row_i == 0)) legal = 1'b0;
    if (answer_i && (count != 1 || (enter_i && enter_tag_i == answer_tag_i))) legal = 1'b0;
    if (answers && (left_q & answer_output_i) == 0) legal = 1'b0;
    if (TAG == 1 && <{ c.answer.tags }> == 1 && watched_i != 0) legal = 1'b0;
    bad = last && !answer_i;
    if (answers && last != (rest == 0)) bad = 1'b1;
    if (answers && last && status != folded) bad = 1'b1;
  end

  reg begun_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= !rst_ni || (begun_q && legal);
    watched_q <= watched_i;
    if (!rst_ni) begin
      left_q <= {ROW{1'b0}};
    end else if (enters) begin
      left_q <= enter_row_i;
      status_q <= 2'd0;
    end else if (answers) begin
      left_q <= rest;
      status_q <= folded;
    end
  end
<% include "common/proof/contracts.vh" %>
  assign failed_o = begun_q && rst_ni && legal && bad;
endmodule

`default_nettype wire
