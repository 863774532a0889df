<{ c.banner("Remembers by which link each destination of a buffered multicast leaves.") }>
// Contract: clear_i makes the destinations of a slot leave by no link or, without clear_multi_i,
//   keeps all lanes of the slot. rows_i, if not zero, are the rows of a branch. lookup_i looks up
//   those in a header flit of a slot, or none with lookup_all_i; in the cycles that follow keep_o
//   marks, for each link, the lanes that its copy keeps as they are. The others become zero.
// Latency and state: one cycle; the link of each destination of each slot, and of one flit.
// Widths: <{ c.buffers.slot_bits }> = slot number; <{ c.topology.dimension }> = n; <{ c.frame.rows }> = rows; <{ c.frame.flit_index_bits }> = number of a header flit;
//   <{ c.topology.dimension * c.frame.lanes }> = n x fields of a flit.
`default_nettype none

module <{ c.prefix }>mhu_choices (
  input  wire clk_i,
  input  wire clear_i,
  input  wire clear_multi_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] clear_slot_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] write_slot_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] dimension_i,
  input  wire [<{ c.frame.rows - 1 }>:0] rows_i,
  input  wire lookup_i,
  input  wire lookup_all_i,
  input  wire [<{ c.buffers.slot_bits - 1 }>:0] lookup_slot_i,
<%- if c.frame.counts_flits %>
  input  wire [<{ c.frame.flit_index_bits - 1 }>:0] lookup_flit_i,
<%- endif %>
  output wire [<{ c.topology.dimension * c.frame.lanes - 1 }>:0] keep_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam LANES = <{ c.frame.lanes }>;
  localparam CODE = <{ c.topology.choice_bits }>;
  localparam FIRST = 0;
  localparam LAST = <{ c.buffers.slot_rows - 1 }>;
  // Beside the number of a link.
  localparam [CODE-1:0] NONE = N;
  localparam [CODE-1:0] EVERY = N + 1;

  reg [CODE-1:0] link;
  integer d;
  always @* begin
    link = {CODE{1'b0}};
    for (d = 0; d < N; d = d + 1) begin
      if (dimension_i[d]) link = link | d[CODE-1:0];
    end
  end
  wire [CODE-1:0] written = !clear_i ? link : clear_multi_i ? NONE : EVERY;
  wire [<{ c.buffers.slot_bits - 1 }>:0] slot = clear_i ? clear_slot_i : write_slot_i;

  // One memory for each row, since the rows of a branch are written at once.
<%- for row in c.frame.row_places %>
  reg [CODE-1:0] link_<{ row.index }>_q [FIRST:LAST];
  always @(posedge clk_i) begin
    if (clear_i || rows_i[<{ row.index }>]) link_<{ row.index }>_q[slot] <= written;
  end
<%- endfor %>

  // The links of a flit, by lane.
  reg [LANES*CODE-1:0] links_q;
<%- for lane in c.frame.lane_fields %>
  always @(posedge clk_i) begin
<%- if lane.rows.is_empty() %>
    links_q[<{ lane.lane }>*CODE+:CODE] <= EVERY;
<%- else %>
    if (lookup_i) begin
<%- if c.frame.counts_flits %>
      case (lookup_flit_i)
<%- for row in lane.rows %>
        <{ c.frame.flit_index_bits }>'d<{ row.flit }>: links_q[<{ lane.lane }>*CODE+:CODE] <= link_<{ row.index }>_q[lookup_slot_i];
<%- endfor %>
        default: links_q[<{ lane.lane }>*CODE+:CODE] <= EVERY;
      endcase
<%- else %>
<%- for row in lane.rows %>
      links_q[<{ lane.lane }>*CODE+:CODE] <= link_<{ row.index }>_q[lookup_slot_i];
<%- endfor %>
<%- endif %>
      if (lookup_all_i) links_q[<{ lane.lane }>*CODE+:CODE] <= EVERY;
    end
<%- endif %>
  end
<%- endfor %>

  genvar j, p;
  generate
    for (j = 0; j < N; j = j + 1) begin : gen_link
      localparam [CODE-1:0] THIS = j;
      for (p = 0; p < LANES; p = p + 1) begin : gen_lane
        wire [CODE-1:0] of_lane = links_q[p*CODE+:CODE];
        assign keep_o[j*LANES+p] = of_lane == THIS || of_lane == EVERY;
      end
    end
  endgenerate

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    // A slot is cleared before its branches are decided, and a branch is one link.
    begin : cleared_before_decided assert (!(clear_i && |rows_i)); end
    begin : branch_is_one_link
      assert (!(|rows_i) || (dimension_i & (dimension_i - <{ c.topology.dimension }>'d1)) == {N{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
