<{ c.banner("Property: which direction harts_direction_choice chooses.") }>
// Contract: failed_o = 0 for all directions offered: the tags go first in their order, 0, 1, 2; tag i
//   leads along i or i + 3.
`default_nettype none

module proof_harts_direction_choice (
  input  wire [5:0] directions_i,
  output wire failed_o
);
  wire [5:0] choice;
  <{ c.prefix }>harts_direction_choice u_dut (
    .directions_i(directions_i),
    .choice_o(choice)
  );

  reg [5:0] first;
  integer i;
  always @* begin
    first = 6'd0;
    for (i = 2; i >= 0; i = i - 1) begin
      if (directions_i[i+3]) first = 6'd8 << i;
      if (directions_i[i]) first = 6'd1 << i;
    end
  end
  assign failed_o = choice != first;
endmodule

`default_nettype wire
