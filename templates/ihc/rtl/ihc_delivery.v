<{ c.banner("Delivery: gives the processor what came in a round.") }>
<%- let majority = c.majority() %>
<%- if majority %>
// Contract: of every other node, by rising number, the data of the largest group of equal good
//   copies, of equal groups that with the lowest cycle; bad and event 11 unless they are
//   <{ c.majority_words() }>. A node of which no good copy came causes
//   event 13. Events wait for room_i.
// Latency and state: <{ c.topology.cycles + 4 }> cycles and the length of the copies for each node; which copies
//   are equal.
<%- else %>
// Contract: all good copies, by rising node and then by directed cycle. A node of which none came
//   causes event 13, which waits for room_i.
// Latency and state: two cycles for each node, and one for each flit; the place in the store.
<%- endif %>
// Widths: <{ c.topology.id_bits }> = node number; <{ c.buffers.index_bits }> = number of a flit; <{ c.topology.cycles * c.options.width }> = cycles x W;
//   <{ c.topology.cycles * c.buffers.length_bits }> = cycles x length; <{ c.options.width }> = W.
`default_nettype none

module <{ c.prefix }>ihc_delivery (
  input  wire clk_i,
  input  wire rst_ni,
  // As a reset
  input  wire faulty_i,
  input  wire [<{ c.topology.id_bits - 1 }>:0] node_i,
  // Round
  input  wire round_end_i,
  input  wire [7:0] number_i,
  output wire free_o,
  // Stores
  output wire read_o,
  output wire bank_o,
  output wire [<{ c.topology.id_bits - 1 }>:0] source_o,
  output wire [<{ c.buffers.index_bits - 1 }>:0] index_o,
  input  wire [<{ c.topology.cycles * c.options.width - 1 }>:0] data_i,
  input  wire [<{ c.topology.cycles * c.buffers.length_bits - 1 }>:0] lengths_i,
  // Event: its code, or 0
  input  wire room_i,
  output wire [3:0] event_code_o,
  // Processor
  output wire [<{ c.options.width - 1 }>:0] m_axis_tdata,
  output wire m_axis_tvalid,
  input  wire m_axis_tready,
  output wire m_axis_tlast,
  output wire m_axis_tuser
);
  localparam CYCLES = <{ c.topology.cycles }>;
  localparam W = <{ c.options.width }>;
  localparam ID = <{ c.topology.id_bits }>;
  localparam [ID-1:0] NEXT_NODE = 1;
  localparam [ID-1:0] LAST_NODE = <{ c.topology.nodes - 1 }>;
  localparam LENGTH = <{ c.buffers.length_bits }>;
  localparam PLACE = <{ c.frame.place_bits }>;
  localparam [PLACE-1:0] ONE = 1;
<%- if c.frame.delivery_flits > 1 %>
  localparam [PLACE-1:0] HEADER_END = <{ c.frame.delivery_flits - 1 }>;
<%- endif %>
  localparam [3:0] NO_MESSAGE = 4'd13;
<%- if majority %>
  localparam [3:0] NO_MAJORITY = 4'd11;
  localparam HALF = W / 2;
  localparam AGREE = <{ c.frame.agree_bits }>;
  localparam [1:0] LOOK = 2'd0, COMPARE = 2'd1, COUNT = 2'd2, SEND = 2'd3;
<%- else %>
  localparam CYCLE = <{ c.frame.cycle_bits }>;
<%- endif %>

  // Banks: which have a round that is not delivered, and the one that is.
  reg [1:0] full_q;
  reg busy_q, bank_q;
  reg [ID-1:0] source_q;
  wire last_done;
  wire [1:0] ended = {number_i[0], !number_i[0]} & {2{round_end_i}};
  wire [1:0] done = {bank_q, !bank_q} & {2{last_done}};
  assign free_o = !full_q[number_i[0]];
  // Two rounds at most are here: the last one, or the one before.
  wire [7:0] number = number_i - (number_i[0] == bank_q ? 8'd2 : 8'd1);

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) begin
      full_q <= 2'd0;
      busy_q <= 1'b0;
    end else begin
      full_q <= (full_q | ended) & ~done;
      busy_q <= (busy_q || (|full_q)) && !last_done;
    end
  end

  always @(posedge clk_i) begin
    if (!busy_q) bank_q <= !full_q[0];
  end

  // The copies of the node that is looked at.
  wire [CYCLES-1:0] got;
  genvar j<% if majority %>, k<% endif %>;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_got
      assign got[j] = |lengths_i[j*LENGTH+:LENGTH];
    end
  endgenerate
  wire self = source_q == node_i;
  wire none = got == {CYCLES{1'b0}};

  // The lengths are those of this source, one cycle after it comes.
  wire source_ends;
  reg here_q;
  always @(posedge clk_i) begin
    here_q <= busy_q && !source_ends;
  end

  // A flit goes into the register at the port when that is empty or taken.
  reg valid_q, last_q<% if majority %>, user_q<% endif %>;
  reg [CYCLES-1:0] pick_q;
  reg [W-1:0] header_q;
  wire load = !valid_q || m_axis_tready;
<%- if majority %>

  reg [1:0] phase_q;
  wire looks = busy_q && here_q && phase_q == LOOK;
  wire sends = busy_q && phase_q == SEND;
<%- else %>

  reg looks_q;
  reg [CYCLES-1:0] rest_q;
  wire looks = busy_q && here_q && looks_q;
  wire sends = busy_q && !looks_q;
<%- endif %>
  wire skips = looks && (self || (none && room_i));

  // The frame: its header, then the data of the copy that is chosen.
  reg data_q;
  reg [PLACE-1:0] place_q;
  wire [CYCLES-1:0] chosen;
  wire [CYCLES*LENGTH-1:0] length_part;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_length
      assign length_part[j*LENGTH+:LENGTH] = lengths_i[j*LENGTH+:LENGTH] & {LENGTH{chosen[j]}};
    end
  endgenerate
  wire [LENGTH-1:0] length = <{ c.any_cycle("length_part", "LENGTH") }>;
  wire [PLACE-1:0] next_place = place_q + ONE;
  wire last = data_q && next_place == <{ c.frame.length_as_place() }>;
<%- if c.frame.delivery_flits == 1 %>
  wire header_ends = !data_q;
<%- else %>
  wire header_ends = !data_q && place_q == HEADER_END;
<%- endif %>
<%- if majority %>
  wire majority;
  wire step = sends && load && (!last || majority || room_i);
<%- else %>
  wire step = sends && load;
<%- endif %>
  wire frame_ends = step && last;

  always @(posedge clk_i) begin
    if (!busy_q) begin
      data_q <= 1'b0;
    end else if (step) begin
      data_q <= header_ends || (data_q && !last);
    end
  end
<%- if majority %>

  // Compare: which copies are equal, flit by flit; a flit is read, its halves are compared, and
  // the comparison counts one cycle later.
  reg [CYCLES*CYCLES-1:0] equal_q;
  reg [CYCLES-2:0] reads_q, checks_q;
  reg compares_q, over_q;
  wire [CYCLES*(CYCLES-1)/2-1:0] differ;
  wire [CYCLES-1:0] reads;
  wire [CYCLES*CYCLES-1:0] equal;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_equal
      assign reads[j] = <{ c.frame.place_as_length() }> < lengths_i[j*LENGTH+:LENGTH];
      assign equal[j*CYCLES+j] = got[j];
      for (k = 0; k < CYCLES; k = k + 1) begin : gen_other
        if (j < k) begin : gen_pair
          localparam PAIR = j * (2 * CYCLES - j - 1) / 2 + k - j - 1;
          reg low_q, high_q;
          always @(posedge clk_i) begin
            if (load) begin
              // In simulation, unknown bits are no difference.
              if (data_i[j*W+:HALF] != data_i[k*W+:HALF]) low_q <= 1'b1;
              else low_q <= 1'b0;
              if (data_i[j*W+HALF+:W-HALF] != data_i[k*W+HALF+:W-HALF]) high_q <= 1'b1;
              else high_q <= 1'b0;
            end
          end
          wire lengths_equal = lengths_i[j*LENGTH+:LENGTH] == lengths_i[k*LENGTH+:LENGTH];
          assign differ[PAIR] = checks_q[j] && (low_q || high_q);
          wire alike = looks ? got[j] && lengths_equal : equal_q[j*CYCLES+k] && !differ[PAIR];
          assign equal[j*CYCLES+k] = alike;
          assign equal[k*CYCLES+j] = alike;
        end
      end
    end
  endgenerate
  wire compared = phase_q == COMPARE && load && over_q;

  always @(posedge clk_i) begin
    if (looks || (phase_q == COMPARE && load)) equal_q <= equal;
    if (load) reads_q <= reads[CYCLES-2:0];
    if (looks) begin
      compares_q <= 1'b0;
      checks_q <= {CYCLES-1{1'b0}};
      over_q <= 1'b0;
    end else if (load) begin
      compares_q <= 1'b1;
      checks_q <= reads_q & {CYCLES-1{compares_q}};
      over_q <= reads == {CYCLES{1'b0}};
    end
  end

  // Count: how many agree with each, one a cycle.
  reg [CYCLES-1:0] turn_q, winner_q;
  reg [AGREE-1:0] best_q;
  wire [CYCLES*CYCLES-1:0] row_part;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_row
      assign row_part[j*CYCLES+:CYCLES] = equal_q[j*CYCLES+:CYCLES] & {CYCLES{turn_q[j]}};
    end
  endgenerate
  wire [CYCLES-1:0] row = <{ c.any_cycle("row_part", "CYCLES") }>;
  wire [AGREE-1:0] agree = <{ c.sum_of("row") }>;
  wire [AGREE-1:0] received = <{ c.sum_of("got") }>;
  wire counted = phase_q == COUNT && turn_q[CYCLES-1];

  always @(posedge clk_i) begin
    if (phase_q != COUNT) begin
      turn_q <= { <{- "{" }>CYCLES-1{1'b0}}, 1'b1};
      if (phase_q == COMPARE) best_q <= {AGREE{1'b0}};
    end else begin
      turn_q <= turn_q << 1;
      if (agree > best_q) begin
        best_q <= agree;
        winner_q <= turn_q;
      end
    end
  end
  assign chosen = winner_q;
<%- if c.by_received() %>
  assign majority = {best_q, 1'b0} > {1'b0, received};
<%- else %>
  assign majority = best_q > <{ c.frame.agree_bits }>'d<{ c.topology.cycles / 2 }>;
<%- endif %>

  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) phase_q <= LOOK;
    else if (looks) phase_q <= self || none ? LOOK : COMPARE;
    else if (compared) phase_q <= COUNT;
    else if (counted) phase_q <= SEND;
    else if (frame_ends) phase_q <= LOOK;
  end

  always @(posedge clk_i) begin
    if (looks || compared || frame_ends) place_q <= {PLACE{1'b0}};
    else if (phase_q == COMPARE && load) place_q <= next_place;
    else if (step) place_q <= header_ends ? {PLACE{1'b0}} : next_place;
  end
  assign source_ends = skips || frame_ends;
<%- else %>

  // The copies one by one.
  <{ c.prefix }>tee_lowest_set_bit #(
    .WIDTH(CYCLES)
  ) u_lowest (
    .bits_i(rest_q),
    .lowest_o(chosen)
  );
  wire last_copy = rest_q == chosen;

  always @(posedge clk_i) begin
    if (looks) rest_q <= got;
    else if (frame_ends) rest_q <= rest_q & ~chosen;
  end

  always @(posedge clk_i) begin
    if (!busy_q) looks_q <= 1'b1;
    else if (looks) looks_q <= self || none;
    else if (frame_ends) looks_q <= last_copy;
  end

  always @(posedge clk_i) begin
    if (looks || (step && (header_ends || last))) place_q <= {PLACE{1'b0}};
    else if (step) place_q <= next_place;
  end
  assign source_ends = skips || (frame_ends && last_copy);
<%- endif %>

  assign last_done = source_ends && source_q == LAST_NODE;
  always @(posedge clk_i) begin
    if (!busy_q) source_q <= {ID{1'b0}};
    else if (source_ends) source_q <= source_q + NEXT_NODE;
  end

  // The header, and the flit at the port.
<%- if !majority %>
  wire [CYCLE-1:0] cycle = <{ c.number_of("chosen") }>;
<%- endif %>
  wire [<{ c.frame.delivery_flits * c.options.width - 1 }>:0] header = {
      <{- c.frame.delivery_filling() }>number, <% if majority %>received, best_q<% else %>cycle<% endif %>, source_q};
<%- if c.frame.delivery_flits == 1 %>
  wire [W-1:0] header_flit = header;
<%- else %>
  wire [W-1:0] header_flit = header[place_q[<{ c.frame.header_index_bits - 1 }>:0]*W+:W];
<%- endif %>
  always @(posedge clk_i) begin
    if (!rst_ni || faulty_i) valid_q <= 1'b0;
    else if (load) valid_q <= step;
  end

  always @(posedge clk_i) begin
    if (load) begin
      last_q <= last;
<%- if majority %>
      user_q <= last && !majority;
<%- endif %>
      pick_q <= chosen & {CYCLES{data_q}};
      header_q <= header_flit & {W{!data_q}};
    end
  end

  wire [CYCLES*W-1:0] data_part;
  generate
    for (j = 0; j < CYCLES; j = j + 1) begin : gen_data
      assign data_part[j*W+:W] = data_i[j*W+:W] & {W{pick_q[j]}};
    end
  endgenerate

  assign read_o = load;
  assign bank_o = bank_q;
  assign source_o = source_q;
  assign index_o = place_q[<{ c.buffers.index_bits - 1 }>:0];
<%- if majority %>
  assign event_code_o = skips && !self ? NO_MESSAGE : frame_ends && !majority ? NO_MAJORITY : 4'd0;
<%- else %>
  assign event_code_o = skips && !self ? NO_MESSAGE : 4'd0;
<%- endif %>
  assign m_axis_tdata = header_q | (<{ c.any_cycle("data_part", "W") }>);
  assign m_axis_tvalid = valid_q;
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = <% if majority %>user_q<% else %>1'b0<% endif %>;

`ifdef TEECAST_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni && !faulty_i) begin
      // A round ends only into a bank that is free, and what is chosen is there.
      begin : round_ends_into_free_bank assert ((ended & full_q) == 2'd0); end
      begin : chosen_came assert (!sends || (chosen & got) == chosen); end
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
