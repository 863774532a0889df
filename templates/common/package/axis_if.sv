<{ c.header.banner("Interface: one AXI4-Stream.", "none, its widths are parameters") }>
// Contract: a flit moves in each cycle with tvalid = tready = 1; tuser marks a bad frame, with tlast;
//   tid is its origin, in families that have it.
`default_nettype none

interface <{ c.prefix }>tee_axis_if #(
  parameter int unsigned W = 32,
  parameter int unsigned ID = 1
) ();

  logic [W-1:0] tdata;
  logic [ID-1:0] tid;
  logic tvalid;
  logic tready;
  logic tlast;
  logic tuser;

  modport source(output tdata, output tvalid, output tlast, output tid, output tuser, input tready);
  modport sink(input tdata, input tvalid, input tlast, input tid, input tuser, output tready);

endinterface

`default_nettype wire
