{{ c.banner("Counts the free message buffers at the other end of a link, for each class.") }}
// Contract: starts with two; a granted message takes one of its class, credit_i gives one back.
//   room_o[c] = 1 while a whole message of class c fits. class_o is that of the message which
//   is granted, or was granted last.
// Latency and state: one cycle; a two-bit counter for each class and the class of the owner.
`default_nettype none

module {{ c.prefix }}hypercube_credit_counter (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [{{ c.topology.dimension }}:0] grant_i,
  input  wire [{{ (c.topology.dimension + 1) * c.buffers.class_bits - 1 }}:0] class_i,
  input  wire [{{ c.buffers.classes - 1 }}:0] credit_i,
  output wire [{{ c.buffers.classes - 1 }}:0] room_o,
  output wire [{{ c.buffers.class_bits - 1 }}:0] class_o
);
  localparam CLASS = {{ c.buffers.class_bits }};

  reg [CLASS-1:0] granted_class, class_q;
  integer i;
  always @* begin
    granted_class = {CLASS{1'b0}};
    for (i = 0; i < {{ c.topology.dimension + 1 }}; i = i + 1) begin
      if (grant_i[i]) granted_class = granted_class | class_i[i*CLASS+:CLASS];
    end
  end

  always @(posedge clk_i) begin
    if (|grant_i) class_q <= granted_class;
  end
  assign class_o = (|grant_i) ? granted_class : class_q;

  genvar k;
  generate
    for (k = 0; k < {{ c.buffers.classes }}; k = k + 1) begin : gen_class
      localparam [CLASS-1:0] THIS = k;
      reg [1:0] free_q;
      wire take = (|grant_i) && granted_class == THIS;
      always @(posedge clk_i) begin
        if (!rst_ni) free_q <= 2'd2;
        else if (take && !credit_i[k]) free_q <= free_q - 2'd1;
        else if (!take && credit_i[k]) free_q <= free_q + 2'd1;
      end
      assign room_o[k] = free_q != 2'd0;

`ifdef TEECAST_ASSERT
      always @(posedge clk_i) begin
        if (rst_ni) begin
          // A message takes room that exists, and no more comes back than was taken.
          assert (!take || free_q != 2'd0);
          assert (!credit_i[k] || free_q != 2'd2);
        end
      end
`endif  // TEECAST_ASSERT
    end
  endgenerate
endmodule

`default_nettype wire
