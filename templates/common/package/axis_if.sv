<{ c.header.banner("Interface: one AXI4-Stream.", "none, the width is a parameter") }>
// Contract: a flit moves in each cycle with tvalid = tready = 1; tuser marks a bad frame, with tlast.
`default_nettype none

interface <{ c.prefix }>tee_axis_if #(
  parameter int unsigned W = 32
) ();

  logic [W-1:0] tdata;
  logic tvalid;
  logic tready;
  logic tlast;
  logic tuser;

  modport source(output tdata, output tvalid, output tlast, output tuser, input tready);
  modport sink(input tdata, input tvalid, input tlast, input tuser, output tready);

endinterface

`default_nettype wire
