// Output port of a message handling unit: sends the copies of a message to the links.
//
// GENERATED, do not edit. Made again by:
//   teecast gen --n 3 --m 4
// Configuration (hash c3efc161548a):
//   n=3 m=4 W=32 max_data=64 max_list=6 vote=greedy classes=3 fault-tolerant
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: asks for all wanted links of one message that have room, takes at one moment those
//   that are granted, sends each its own header, then the data to all of them in step. Links
//   that were not granted are asked for again later and served from the buffer. It never holds
//   a link while it waits for another; waiting messages are served round robin. When nothing
//   waits, the first branch of a message is packed while the others are still decided.
//   Long lists pass unchanged but for Control.
// Latency and state: two cycles from request to the link register; the header of the next
//   message is packed while the data of this one leaves.
`default_nettype none

module mhu_output (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [2:0] faulty_i,
  input  wire [2:0] local_address_i,
  input  wire [2:0] turns_i,
  // Arriving message
  input  wire first_i,
  input  wire multicast_i,
  input  wire [4:0] last_i,
  input  wire header_i,
  input  wire complete_i,
  input  wire [2:0] slot_i,
  input  wire broadcast_i,
  input  wire [2:0] control_i,
  input  wire [2:0] source_i,
  input  wire no_data_i,
  input  wire bad_i,
  input  wire [8:0] write_address_i,
  input  wire [8:0] next_address_i,
  input  wire [8:0] fill_address_i,
  // Decided branches
  input  wire branch_write_i,
  input  wire [2:0] branch_slot_i,
  input  wire [2:0] branch_dimension_i,
  input  wire [3:0] branch_rows_i,
  input  wire [2:0] branches_i,
  input  wire finish_i,
  // Messages that wait
  input  wire [7:0] waiting_i,
  input  wire [7:0] complete_slots_i,
  output wire [2:0] next_slot_o,
  input  wire [2:0] want_i,
  output wire asked_o,
  output wire granted_o,
  output wire [2:0] asked_slot_o,
  output wire [2:0] rest_o,
  output wire end_o,
  output wire [2:0] end_slot_o,
  // Store and data buffer
  output wire [2:0] copy_slot_o,
  output wire [3:0] copy_row_o,
  input  wire [2:0] copy_field_i,
  input  wire copy_wait_i,
  output wire read_o,
  output wire [8:0] read_address_o,
  input  wire [32:0] read_data_i,
  // Output gateways of the links
  input  wire [2:0] idle_i,
  input  wire [8:0] room_i,
  output wire [2:0] request_o,
  output wire [5:0] class_o,
  input  wire [2:0] grant_i,
  input  wire [2:0] ready_i,
  output wire [2:0] transfer_o,
  output wire [31:0] data_o,
  output wire last_o,
  output wire bad_o,
  output wire first_o
);
  localparam N = 3;
  localparam W = 32;
  localparam LANES = 9;
  localparam ADDRESS = 9;
  localparam FIRST = 0;
  localparam LAST = 7;
  localparam HIGHEST = 31;

  // What the header said, for each slot: where the copies read first, Source and the rest.
  reg [N+1:0] info_q [FIRST:LAST];
  reg [6:0] kind_q [FIRST:LAST];
  reg [ADDRESS-1:0] start_q [FIRST:LAST];
  reg [ADDRESS-1:0] end_q [FIRST:LAST];
  reg [N-1:0] control_q [FIRST:LAST];
  reg [3:0] branches_q [FIRST:HIGHEST];

  // Copies of a list read its header too.
  wire list = !multicast_i && !broadcast_i;
  always @(posedge clk_i) begin
    if (header_i) begin
      info_q[slot_i] <= {source_i, bad_i, no_data_i};
      control_q[slot_i] <= control_i;
    end
    if (first_i) kind_q[slot_i] <= {last_i, list, broadcast_i};
    if (first_i || (header_i && !list)) begin
      start_q[slot_i] <= list ? write_address_i : next_address_i;
    end
    if (complete_i) end_q[slot_i] <= write_address_i;
  end

  // Job: the copies that leave now. headers_q: their headers first; pending_q: headers that the
  // packer has not seen. Candidate: the message that asks next; the packer holds its header.
  // An early one is still being decided: its first branch is packed meanwhile.
  reg active_q, heading_q, candidate_q, early_q, rotate_q;
  reg [2:0] slot_q, pack_slot_q, next_q;
  reg [N-1:0] targets_q, pending_q, pack_want_q;
  reg [ADDRESS-1:0] address_q;
  reg no_data_q, bad_q, data_valid_q, data_last_q;

  wire pack_valid, pack_finish, flit_full, flit_first, flit_end, pack_read, flit_taken;
  wire [N-1:0] pack_dimension, flit_dimension;
  wire [LANES*N-1:0] lanes;
  wire [LANES-1:0] keep;

  // Links with room for the candidate, in the class of its next hop.
  wire [N-1:0] fits;
  wire [1:0] pack_class = pack_slot_q[2:1];
  genvar d, p;
  generate
    for (d = 0; d < N; d = d + 1) begin : gen_link
      wire [2:0] room = room_i[d*3+:3];
      // A change from ascending to descending takes the next class.
      wire [1:0] hop = pack_class + {1'd0, turns_i[d]};
      assign class_o[d*2+:2] = hop;
      reg has_room;
      integer k;
      always @* begin
        has_room = 1'b0;
        for (k = 0; k < 3; k = k + 1) begin
          if (hop == k[1:0]) has_room = has_room | room[k];
        end
      end
      assign fits[d] = has_room;
    end
  endgenerate

  // A link is asked for only when a granted message could start in the next cycle.
  wire [N-1:0] targets = heading_q ? flit_dimension : targets_q;
  wire advance = !(|(targets & ~ready_i));
  wire asking = candidate_q && !early_q && !rotate_q && !active_q && (!data_valid_q || advance);
  assign request_o = {N{asking}} & pack_want_q & fits;
  wire granted = |grant_i;
  wire starts = |(grant_i & pack_dimension);
  assign asked_o = candidate_q && !active_q;
  assign granted_o = granted;
  assign asked_slot_o = pack_slot_q;
  assign rest_o = pack_want_q & ~grant_i;

  // Steps of the job.
  assign flit_taken = heading_q && flit_full && advance;
  wire headers_done = flit_taken && flit_end && pending_q == {N{1'b0}} &&
      (!pack_valid || candidate_q);
  wire complete = complete_slots_i[slot_q];
  wire turn = heading_q ? headers_done && !no_data_q : !data_valid_q || advance;
  wire data_step = active_q && turn && (complete || address_q != fill_address_i);
  wire data_last = complete && address_q == end_q[slot_q];
  wire job_end = (headers_done && no_data_q) || (data_step && data_last);
  assign end_o = job_end;
  assign end_slot_o = slot_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      heading_q <= 1'b0;
      data_valid_q <= 1'b0;
    end else begin
      active_q <= granted || (active_q && !job_end);
      heading_q <= granted || (heading_q && !headers_done);
      data_valid_q <= data_step || (data_valid_q && !advance);
    end
  end

  // The next header: of this job while some are left, else of the next message that waits.
  wire more = |pending_q;
  wire free = (!pack_valid || pack_finish) && !candidate_q;
  wire next_waiting = waiting_i[next_q];
  wire job_load = free && more;
  wire next_load = (free && !more && next_waiting) || rotate_q;
  // A branch goes straight to the packer when nothing else wants it.
  wire direct = branch_write_i && !more && !next_waiting;
  wire bypass = direct && free;
  // What is not valid may be overwritten: the wide registers need not know whether a header comes.
  wire open = free || rotate_q;
  wire load = (free && (more || next_waiting || branch_write_i)) || rotate_q;

  wire [N-1:0] next_idle = want_i & idle_i;
  wire [N-1:0] load_pool = more ? pending_q : (|next_idle) ? next_idle : want_i;
  wire [N-1:0] load_dimension;
  tee_lowest_set_bit #(
    .WIDTH(N)
  ) u_load_dimension (
    .bits_i(load_pool),
    .lowest_o(load_dimension)
  );
  wire [2:0] load_slot = more ? slot_q : next_q;

  always @(posedge clk_i) begin
    if (!rst_ni) candidate_q <= 1'b0;
    else candidate_q <= next_load || bypass || (candidate_q && !granted);
  end

  always @(posedge clk_i) begin
    if (!rst_ni) early_q <= 1'b0;
    else early_q <= (bypass || early_q) && !finish_i;
  end

  // A candidate that is not granted makes place for the next one.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      rotate_q <= 1'b0;
    end else begin
      rotate_q <= candidate_q && !early_q && !rotate_q && !active_q && !granted &&
          next_waiting && next_q != pack_slot_q;
    end
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= {N{1'b0}};
    end else if (granted || job_load) begin
      pending_q <= (granted ? grant_i : pending_q) & ~(granted ? pack_dimension : load_dimension);
    end
  end

  always @(posedge clk_i) begin
    if (open || early_q) pack_want_q <= direct || early_q ? branches_i : want_i;
    if (granted) targets_q <= grant_i;
    // A job takes over the candidate; taking it earlier changes nothing, and waits for no grant.
    if (!active_q) begin
      no_data_q <= info_q[pack_slot_q][0];
      bad_q <= info_q[pack_slot_q][1];
    end
    if (!active_q || job_load) address_q <= start_q[pack_slot_q];
    else if (read_o) address_q <= address_q + 9'd1;
    if (data_step) data_last_q <= data_last;
  end

  // The bits of a slot number are registers of different kinds, which keeps synthesis from copying
  // them into the memories that they address.
  wire [2:0] candidate_slot = direct ? branch_slot_i : load_slot;
  always @(posedge clk_i) begin
    if (open) pack_slot_q[0] <= candidate_slot[0];
    if (!active_q) slot_q[0] <= pack_slot_q[0];
    if (!rst_ni) begin
      pack_slot_q[2:1] <= 2'd0;
      slot_q[2:1] <= 2'd0;
    end else begin
      if (open) pack_slot_q[2:1] <= candidate_slot[2:1];
      if (!active_q) slot_q[2:1] <= pack_slot_q[2:1];
    end
  end

  // The pointer goes on from slots that do not wait, or that are the candidate; an empty unit
  // sends it to the message that has just been decided.
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      next_q <= 3'd0;
    end else if (finish_i && waiting_i == 8'd0) begin
      next_q <= branch_slot_i;
    end else if (!next_waiting || (candidate_q && next_q == pack_slot_q)) begin
      next_q <= next_q == 3'd5 ? 3'd0 : next_q + 3'd1;
    end
  end

  reg [1:0] load_index, write_index;
  integer b;
  always @* begin
    load_index = 2'd0;
    write_index = 2'd0;
    for (b = 0; b < N; b = b + 1) begin
      if (load_dimension[b]) load_index = load_index | b[1:0];
      if (branch_dimension_i[b]) write_index = write_index | b[1:0];
    end
  end
  always @(posedge clk_i) begin
    if (branch_write_i) branches_q[{branch_slot_i, write_index}] <= branch_rows_i;
  end
  wire [3:0] branch_rows = branches_q[{load_slot, load_index}];
  wire [6:0] kind = kind_q[load_slot];
  wire load_list = kind[1] && !direct;
  wire load_broadcast = kind[0] && !direct;
  wire load_rows = !load_broadcast && !load_list;
  wire [N-1:0] branch_control;
  mhu_branch_control u_branch_control (
    .control_i(control_q[load_slot]),
    .faulty_i(faulty_i),
    .local_address_i(local_address_i),
    .dimension_i(load_dimension),
    .control_o(branch_control)
  );
  mhu_packer u_packer (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .load_i(load),
    .replace_i(rotate_q),
    .drop_i(rotate_q || (granted && !starts)),
    .dimension_i(direct ? branch_dimension_i : load_dimension),
    .select_i(direct ? branch_rows_i : load_rows ? branch_rows : 4'd0),
    .broadcast_i(load_broadcast),
    .list_i(load_list),
    .last_i(kind[6:2]),
    .own_i(heading_q && !candidate_q),
    .read_o(pack_read),
    .control_i(load_rows ? {N{1'b1}} : branch_control),
    .row_o(copy_row_o),
    .field_i(copy_field_i),
    .wait_i(copy_wait_i),
    .source_i(info_q[pack_slot_q][N+1:2]),
    .valid_o(pack_valid),
    .finish_o(pack_finish),
    .dimension_o(pack_dimension),
    .taken_i(flit_taken),
    .full_o(flit_full),
    .first_o(flit_first),
    .end_o(flit_end),
    .flit_dimension_o(flit_dimension),
    .keep_o(keep),
    .lanes_o(lanes)
  );
  assign copy_slot_o = pack_slot_q;
  // Where the job loads a header, the request of the next message has no effect.
  assign next_slot_o = load_slot;

  // Flit that leaves.
  assign read_o = pack_read || data_step;
  assign read_address_o = address_q;
  wire [LANES-1:0] packed_lane = heading_q ? ~keep : {LANES{1'b0}};

  generate
    for (p = 0; p < LANES; p = p + 1) begin : gen_lane
      assign data_o[p*N+:N] = packed_lane[p] ? lanes[p*N+:N] : read_data_i[p*N+:N];
    end
    if (LANES * N < W) begin : gen_rest
      assign data_o[W-1:LANES*N] = heading_q ? {(W-LANES*N){1'b0}} : read_data_i[W-1:LANES*N];
    end
  endgenerate
  assign transfer_o = (heading_q ? flit_full : data_valid_q) && advance ? targets : {N{1'b0}};
  assign first_o = heading_q && flit_first;
  assign last_o = heading_q ? flit_end && no_data_q : data_last_q;
  assign bad_o = last_o && (heading_q ? bad_q : read_data_i[W]);

`ifdef TEECAST_ASSERT
  // Links that the job holds, last flits under way included.
  reg [N-1:0] owned_q;
  always @(posedge clk_i) begin
    if (!rst_ni) owned_q <= {N{1'b0}};
    else owned_q <= (owned_q & ~(last_o ? transfer_o : {N{1'b0}})) | grant_i;
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      // Links are granted to the message that asks, only when none leaves.
      assert (!granted || (asking && (grant_i & ~request_o) == {N{1'b0}}));
      // Flits go to links of the job, header by header, then to all of them in step.
      assert ((transfer_o & ~owned_q) == {N{1'b0}});
      assert (!active_q || heading_q || targets_q == owned_q);
      assert (!(data_step && data_valid_q) || advance);
      assert (!job_end || pending_q == {N{1'b0}});
      // What is still to be packed is a part of what was granted.
      assert ((pending_q & ~owned_q) == {N{1'b0}});
    end
  end
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
