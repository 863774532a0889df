// Output port of a message handling unit: sends the copies of a message to the links.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 6 --m 8
// Configuration (hash 6b398855cfd5):
//   n=6 m=8 W=32 max_data=64 max_list=62 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: asks for all wanted links of one message that have room, takes at one moment those
//   that are granted, sends each its own header, then the data to all of them in step. Links
//   that were not granted are asked for again later and served from the buffer. It never holds
//   a link while it waits for another. Long lists pass unchanged but for Control.
// Latency and state: two cycles from request to the link register; the header of the next
//   message is prepared while the data of this one leaves.
`default_nettype none

module mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [5:0] local_address_i,
  input  wire ascending_i,
  // Arriving message
  input  wire header_i,
  input  wire complete_i,
  input  wire [2:0] slot_i,
  input  wire broadcast_i,
  input  wire multicast_i,
  input  wire [5:0] count_i,
  input  wire [5:0] source_i,
  input  wire no_data_i,
  input  wire bad_i,
  input  wire [8:0] write_address_i,
  input  wire [8:0] fill_address_i,
  // Decided branches
  input  wire branch_write_i,
  input  wire [2:0] branch_slot_i,
  input  wire [5:0] branch_dimension_i,
  input  wire [7:0] branch_payload_i,
  input  wire only_branch_i,
  input  wire [35:0] want_i,
  input  wire [5:0] decided_i,
  input  wire [7:0] complete_slots_i,
  output wire [5:0] taken_o,
  output wire [2:0] taken_slot_o,
  output wire active_o,
  output wire [2:0] active_slot_o,
  // Store and data buffer
  output wire [2:0] rows_slot_o,
  input  wire [47:0] rows_i,
  output wire read_o,
  output wire [8:0] read_address_o,
  input  wire [32:0] read_data_i,
  // Output gateways of the links
  input  wire [5:0] idle_i,
  input  wire [17:0] room_i,
  output wire [5:0] request_o,
  output wire [11:0] class_o,
  input  wire [5:0] grant_i,
  input  wire [5:0] ready_i,
  output wire [5:0] transfer_o,
  output wire [31:0] data_o,
  output wire last_o,
  output wire bad_o,
  output wire first_o
);
  localparam N = 6;
  localparam M = 8;
  localparam W = 32;
  localparam SLOTS = 6;
  localparam LANES = 5;
  localparam FIELDS = 11;
  localparam ADDRESS = 9;
  localparam FIRST = 0;
  localparam LAST = 7;
  localparam HIGHEST = 63;

  // What the header said, for each slot.
  reg [N+1:0] info_q [FIRST:LAST];
  reg [7:0] kind_q [FIRST:LAST];
  reg [ADDRESS-1:0] start_q [FIRST:LAST];
  reg [ADDRESS-1:0] end_q [FIRST:LAST];
  reg [7:0] branches_q [FIRST:HIGHEST];

  always @(posedge clk_i) begin
    if (header_i) begin
      info_q[slot_i] <= {source_i, bad_i, no_data_i};
      kind_q[slot_i] <= {count_i, !multicast_i && !broadcast_i, broadcast_i};
      start_q[slot_i] <= write_address_i + 9'd1;
    end
    if (complete_i) end_q[slot_i] <= write_address_i;
  end

  // Job: the copies that leave now. Packer (pack_*): the header that leaves or is prepared.
  reg active_q;
  reg [2:0] slot_q;
  reg [N-1:0] targets_q, headers_q;
  reg [ADDRESS-1:0] address_q;
  reg no_data_q;
  reg pack_valid_q, pack_first_q;
  reg [2:0] pack_slot_q;
  reg [N-1:0] pack_dimension_q, pack_want_q;
  reg [FIELDS-1:0] pack_select_q;
  reg [N-1:0] pack_count_q;
  reg [N-1:0] pack_control_q;
  reg pack_list_q;
  reg [6:0] pack_left_q;
  reg [ADDRESS-1:0] pack_address_q;
  reg [2:0] next_q;
  // Flit that leaves.
  reg valid_q, header_q, first_q, last_q, bad_q;
  reg [N-1:0] to_q;
  reg [LANES*N-1:0] lanes_q;
  reg [LANES-1:0] keep_q;

  // Links with room for the message in the packer, and open links for the one that comes next,
  // in the class of their next hop.
  wire [N-1:0] fits, open;
  wire [1:0] pack_class = pack_slot_q[2:1];
  wire [1:0] next_class = next_q[2:1];
  genvar d, s, p;
  generate
    for (d = 0; d < N; d = d + 1) begin : gen_link
      wire [2:0] room = room_i[d*3+:3];
      // A turn from ascending to descending costs a class.
      wire turns = ascending_i && local_address_i[d];
      wire [1:0] next_hop = next_class + {1'd0, turns};
      wire [1:0] pack_hop = pack_class + {1'd0, turns};
      assign class_o[d*2+:2] = pack_hop;
      reg next_room, pack_room;
      integer k;
      always @* begin
        next_room = 1'b0;
        pack_room = 1'b0;
        for (k = 0; k < 3; k = k + 1) begin
          if (next_hop == k[1:0]) next_room = next_room | room[k];
          if (pack_hop == k[1:0]) pack_room = pack_room | room[k];
        end
      end
      assign open[d] = next_room && idle_i[d];
      assign fits[d] = pack_room;
    end
  endgenerate

  // Which message next: stay with one that can go, else look at the next one that waits.
  wire [SLOTS-1:0] waiting, later, pool, pick;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : gen_slot
      localparam [2:0] SLOT = s;
      // Branches are offered when all are decided, so that the copies leave together.
      assign waiting[s] = decided_i[s] && (|want_i[s*N+:N]);
      if (s == 0) begin : gen_first
        assign later[s] = 1'b0;
      end else begin : gen_later
        assign later[s] = SLOT > next_q;
      end
    end
  endgenerate
  assign pool = (|(waiting & later)) ? waiting & later : waiting;
  lowest_one #(
    .WIDTH(SLOTS)
  ) u_pick (
    .bits_i(pool),
    .lowest_o(pick)
  );

  reg [2:0] pick_index;
  reg next_waiting;
  reg [N-1:0] next_want;
  integer t;
  always @* begin
    pick_index = 3'd0;
    next_waiting = 1'b0;
    next_want = {N{1'b0}};
    for (t = 0; t < SLOTS; t = t + 1) begin
      if (pick[t]) pick_index = pick_index | t[2:0];
      if (next_q == t[2:0]) begin
        next_waiting = next_waiting | waiting[t];
        next_want = next_want | want_i[t*N+:N];
      end
    end
  end
  wire [N-1:0] next_open = next_want & open;
  wire next_able = next_waiting && (|next_open);

  // Requests: only when a granted message could start in the next cycle.
  wire advance = &(ready_i | ~to_q);
  wire issue_ready = !valid_q || advance;
  wire asking = !active_q && pack_valid_q && issue_ready;
  assign request_o = asking ? pack_want_q & fits : {N{1'b0}};
  assign taken_o = grant_i;
  assign taken_slot_o = pack_slot_q;
  wire granted = |grant_i;
  wire starts = |(grant_i & pack_dimension_q);

  // Header flit.
  assign rows_slot_o = pack_slot_q;
  wire [N+1:0] info = info_q[pack_slot_q];
  wire no_data = info[0];
  wire [N-1:0] source = info[N+1:2];
  wire [LANES*N-1:0] lanes;
  wire [FIELDS-1:0] pack_rest;
  mhu_packer u_packer (
    .select_i(pack_select_q),
    .list_i(pack_list_q),
    .fields_i(pack_left_q),
    .count_i(pack_count_q),
    .rows_i(rows_i),
    .control_i(pack_control_q),
    .source_i(source),
    .lanes_o(lanes),
    .left_o(pack_rest)
  );
  wire pack_end = pack_list_q ? pack_left_q <= 7'd5 : pack_rest == {FIELDS{1'b0}};
  wire [LANES-1:0] keep;
  assign keep[0] = pack_list_q && pack_left_q > 7'd2;
  assign keep[1] = pack_list_q && pack_left_q > 7'd3;
  assign keep[2] = pack_list_q && pack_left_q > 7'd4;
  assign keep[3] = pack_list_q && pack_left_q > 7'd5;
  assign keep[4] = pack_list_q && pack_left_q > 7'd6;

  // Steps of the job.
  wire in_headers = active_q && headers_q != {N{1'b0}};
  wire header_step = in_headers ? pack_valid_q && issue_ready : starts;
  wire header_done = header_step && pack_end;
  wire [N-1:0] headers_left = (in_headers ? headers_q : grant_i) &
      ~(header_done ? pack_dimension_q : {N{1'b0}});
  wire complete = complete_slots_i[slot_q];
  wire data_step = active_q && !in_headers && issue_ready &&
      (complete || address_q != fill_address_i);
  wire data_last = complete && address_q == end_q[slot_q];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
    end else if (in_headers || granted) begin
      active_q <= headers_left != {N{1'b0}} || !(in_headers ? no_data_q : no_data);
    end else if (data_step && data_last) begin
      active_q <= 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (in_headers || granted) headers_q <= headers_left;
    if (granted) begin
      slot_q <= pack_slot_q;
      targets_q <= grant_i;
      no_data_q <= no_data;
      address_q <= start_q[pack_slot_q];
    end else if (data_step) begin
      address_q <= address_q + 9'd1;
    end
  end

  // The next header: of this job while some are left, else of the message that comes next.
  wire [N-1:0] next_choice = (|next_open) ? next_open : next_want;
  wire job_load = in_headers && (!pack_valid_q || header_done);
  wire [N-1:0] load_pool = in_headers ? headers_left : next_choice;
  wire [N-1:0] load_dimension;
  lowest_one #(
    .WIDTH(N)
  ) u_load_dimension (
    .bits_i(load_pool),
    .lowest_o(load_dimension)
  );
  wire [2:0] load_slot = in_headers ? slot_q : next_q;
  wire bypass = only_branch_i && !active_q && !pack_valid_q && waiting == {SLOTS{1'b0}};
  wire hold = (in_headers && !job_load) || (starts && !pack_end);

  reg [2:0] load_index, write_index;
  integer b;
  always @* begin
    load_index = 3'd0;
    write_index = 3'd0;
    for (b = 0; b < N; b = b + 1) begin
      if (load_dimension[b]) load_index = load_index | b[2:0];
      if (branch_dimension_i[b]) write_index = write_index | b[2:0];
    end
  end
  always @(posedge clk_i) begin
    if (branch_write_i) branches_q[{branch_slot_i, write_index}] <= branch_payload_i;
  end
  wire [7:0] stored = branches_q[{load_slot, load_index}];
  wire [7:0] payload = bypass ? branch_payload_i : stored;
  wire [2:0] payload_slot = bypass ? branch_slot_i : load_slot;
  wire [7:0] load_kind = kind_q[load_slot];
  wire load_broadcast = load_kind[0] && !bypass;
  wire load_list = load_kind[1] && !bypass;
  wire load_rows = !load_broadcast && !load_list;

  reg [3:0] rows_count;
  integer r;
  always @* begin
    rows_count = 4'd0;
    for (r = 0; r < M; r = r + 1) begin
      rows_count = rows_count + {3'd0, stored[r]};
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      pack_valid_q <= 1'b0;
    end else if (!hold) begin
      pack_valid_q <= bypass || (in_headers ? load_pool != {N{1'b0}} :
          !granted && next_waiting);
    end
  end

  always @(posedge clk_i) begin
    if (!hold) begin
      pack_first_q <= 1'b1;
      pack_slot_q <= payload_slot;
      pack_want_q <= bypass ? branch_dimension_i : next_want;
      pack_dimension_q <= bypass ? branch_dimension_i : load_dimension;
      pack_select_q <= { 2'd3, load_rows ? payload[M-1:0] : {M{1'b0}}, 1'b1};
      pack_count_q <= bypass ? 6'd1 : load_broadcast ? {N{1'b1}} : {2'd0, rows_count};
      pack_control_q <= load_rows ? {N{1'b1}} : payload[N-1:0];
    end else if (header_step) begin
      pack_first_q <= 1'b0;
      pack_select_q <= pack_rest;
    end
    if (!hold) begin
      pack_list_q <= load_list;
      pack_left_q <= {1'd0, load_kind[7:2]} + 7'd3;
      pack_address_q <= base;
    end else if (header_step) begin
      pack_left_q <= pack_left_q - 7'd5;
      pack_address_q <= pack_address_q + 9'd1;
    end
  end

  reg [ADDRESS-1:0] base;
  always @* begin
    case (load_slot)
      3'd0: base = 9'd0;
      3'd1: base = 9'd77;
      3'd2: base = 9'd154;
      3'd3: base = 9'd231;
      3'd4: base = 9'd308;
      3'd5: base = 9'd385;
      default: base = {ADDRESS{1'b0}};
    endcase
  end

  always @(posedge clk_i) begin
    if (!rst_ni) next_q <= 3'd0;
    else if (bypass) next_q <= branch_slot_i;
    else if ((|waiting) && (granted || !next_able)) next_q <= pick_index;
  end

  // Flit that leaves.
  assign read_o = header_step || data_step;
  assign read_address_o = data_step ? address_q : pack_address_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      to_q <= {N{1'b0}};
    end else if (issue_ready) begin
      valid_q <= header_step || data_step;
      to_q <= data_step ? targets_q : header_step ? pack_dimension_q : {N{1'b0}};
    end
  end

  always @(posedge clk_i) begin
    if (issue_ready) begin
      header_q <= header_step;
      first_q <= header_step && pack_first_q;
      last_q <= header_step ? pack_end && no_data : data_last;
      bad_q <= info[1];
      lanes_q <= lanes;
      keep_q <= keep;
    end
  end

  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      assign data_o[p*N+:N] =
          header_q && !keep_q[p] ? lanes_q[p*N+:N] : read_data_i[p*N+:N];
    end
    if (LANES * N < W) begin : gen_rest
      assign data_o[W-1:LANES*N] = header_q ? {(W-LANES*N){1'b0}} : read_data_i[W-1:LANES*N];
    end
  endgenerate
  assign transfer_o = valid_q && advance ? to_q : {N{1'b0}};
  assign first_o = first_q;
  assign last_o = last_q;
  assign bad_o = last_q && (header_q ? bad_q : read_data_i[W]);
  assign active_o = active_q;
  assign active_slot_o = slot_q;
endmodule

`default_nettype wire
