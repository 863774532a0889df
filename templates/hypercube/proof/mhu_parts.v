<{ c.banner("Property: how mhu joins its parts.") }>
// Contract: failed_o = 0, whatever the parts say: what comes in on the channel goes to the store, the
//   slots and the memory; rows go to the voter, which knows what it must avoid, branches to the
//   controller and the choices, decisions to slots and output port. The output port learns what
//   waits, reads what it asks for, and shows it to the outputs. Events come out while they are
//   taken, the channel's first.
`default_nettype none

module proof_mhu_parts (
  input  wire clk_i,
  input  wire rst_ni,
  input  wire [<{ c.topology.dimension - 1 }>:0] local_address_i,
<%- if c.options.fault_tolerant %>
  input  wire [<{ c.topology.dimension - 1 }>:0] faulty_i,
<%- endif %>
  input  wire from_processor_i,
<%- if !c.options.lan %>
  input  wire ascending_i,
<%- endif %>
  input  wire [<{ c.topology.dimension - 1 }>:0] own_dimension_i,
  input  wire [<{ c.frame.width - 1 }>:0] s_axis_tdata,
  input  wire s_axis_tvalid,
  input  wire s_axis_tlast,
  input  wire s_axis_tuser,
  input  wire [<{ c.buffers.side_bits - 1 }>:0] s_side_i,
  input  wire [<{ c.topology.dimension * c.buffers.classes - 1 }>:0] room_i,
  input  wire [<{ c.topology.dimension }>:0] grant_i,
  input  wire [<{ c.topology.dimension - 1 }>:0] full_i,
  input  wire event_ready_i,
  output wire failed_o
);
  localparam N = <{ c.topology.dimension }>;
  localparam M = <{ c.frame.rows }>;
  localparam LANES = <{ c.frame.lanes }>;

  wire s_ready, last, leave_own, controlled, event_valid;
  wire [N:0] moves, marks;
  wire [N-1:0] multicasts;
  wire [<{ c.buffers.classes - 1 }>:0] credit;
  wire [N:0] request;
  wire [<{ c.buffers.class_bits - 1 }>:0] class;
<%- if !c.options.lan %>
  wire [N-1:0] turns;
<%- endif %>
  wire [N*LANES-1:0] keep;
  wire [N-1:0] event_source, event_address;
  wire [<{ c.frame.width - 1 }>:0] data;
  wire [3:0] event_code;
  <{ c.prefix }>mhu u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .local_address_i(local_address_i),
<%- if c.options.fault_tolerant %>
    .faulty_i(faulty_i),
<%- endif %>
    .from_processor_i(from_processor_i),
<%- if !c.options.lan %>
    .ascending_i(ascending_i),
<%- endif %>
    .own_dimension_i(own_dimension_i),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_ready),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser(s_axis_tuser),
    .s_side_i(s_side_i),
    .credit_o(credit),
    .room_i(room_i),
    .request_o(request),
    .class_o(class),
<%- if !c.options.lan %>
    .turns_o(turns),
<%- endif %>
    .grant_i(grant_i),
    .full_i(full_i),
    .move_o(moves),
    .data_o(data),
    .keep_o(keep),
    .last_o(last),
    .leave_o(leave_own),
    .controlled_o(controlled),
    .multicasts_o(multicasts),
    .mark_o(marks),
    .event_valid_o(event_valid),
    .event_code_o(event_code),
    .event_source_o(event_source),
    .event_address_o(event_address),
    .event_ready_i(event_ready_i)
  );

  // The ports of its parts.
<%- include "common/proof/seen.vh" %>

  wire tells = input_event_valid_o || controller_event_valid_o;
<%- if !c.options.lan %>

  // Where the unit stands does not change; it may learn so a cycle late.
  reg held_q, ascending_q;
<%- if c.options.fault_tolerant %>
  reg [N-1:0] faulty_q;
<%- endif %>
  reg [N-1:0] local_address_q;
  wire known = held_q && ascending_i == ascending_q && local_address_i == local_address_q<% if c.options.fault_tolerant %> && faulty_i == faulty_q<% endif %>;
  wire [N-1:0] turned = ascending_i ? local_address_i : {N{1'b0}};
<%- endif %>

  // How a message ends of which not all flits are stored: known with its header, kept until it is
  // decided.
  reg begun_q, headed_q, decides_q;
  reg [1:0] ending_q, said_q;
  initial begun_q = 1'b0;
  always @(posedge clk_i) begin
    begun_q <= 1'b1;
    headed_q <= input_header_o;
    ending_q <= {input_ending_bad_o, input_ending_o};
    decides_q <= controller_deciding_o;
    said_q <= slots_decided_ending_i;
  end
<%- if c.vote.nca %>

  // The rows as they were voted, as far as they came.
  reg [M-1:0] voted_q;
  reg [M*N-1:0] votes_q;
<%- endif %>

  integer v;
  reg bad<% if c.vote.nca %>, astray<% endif %>;
<% include "hypercube/proof/mhu_parts_joined.vh" %>
<%- if !c.options.lan %>

  // What the unit keeps itself.
  initial held_q = 1'b0;
  always @(posedge clk_i) begin
    held_q <= <% if c.vote.nca %>!rst_ni || !astray<% else %>1'b1<% endif %>;
    ascending_q <= ascending_i;
    local_address_q <= local_address_i;
<%- if c.options.fault_tolerant %>
    faulty_q <= faulty_i;
<%- endif %>
<%- if c.vote.nca %>
    for (v = 0; v < M; v = v + 1) begin
      voted_q[v] <= rst_ni && (store_write_o[v] || voted_q[v]);
      if (store_write_o[v]) begin
        votes_q[v*N+:N] <= store_rows_o[v*N+:N]<% if c.options.fault_tolerant %> & ~faulty_i<% endif %>;
      end
    end
<%- endif %>
  end
<%- endif %>
  assign failed_o = bad<% if c.vote.nca %> || (held_q && rst_ni && astray)<% endif %>;
endmodule

`default_nettype wire
