<{ c.header.banner("Interface: one AXI4-Stream.", "none, its widths are parameters") }>
// Contract: a flit moves in each cycle with tvalid = tready = 1; tuser<% if c.is_extended %>[0]<% endif %> marks a bad frame, with tlast;
//   tid is its origin, in families that have it.
`default_nettype none

interface <{ c.prefix }>tee_axis_if #(
  parameter int unsigned W = 32,
  parameter int unsigned ID = 1
<%- if c.is_extended %>,
  parameter int unsigned DEST = 1,
  parameter int unsigned USER = 1
<%- endif %>
) ();

  logic [W-1:0] tdata;
  logic [ID-1:0] tid;
  logic tvalid;
  logic tready;
  logic tlast;
<%- if c.is_extended %>
  logic [USER-1:0] tuser;
  logic [DEST-1:0] tdest;
  logic [(W+7)/8-1:0] tkeep;

  modport source(
    output tdata, output tvalid, output tlast, output tid, output tuser, output tdest, output tkeep,
    input tready
  );
  modport sink(
    input tdata, input tvalid, input tlast, input tid, input tuser, input tdest, input tkeep,
    output tready
  );
<%- else %>
  logic tuser;

  modport source(output tdata, output tvalid, output tlast, output tid, output tuser, input tready);
  modport sink(input tdata, input tvalid, input tlast, input tid, input tuser, output tready);
<%- endif %>

endinterface

`default_nettype wire
