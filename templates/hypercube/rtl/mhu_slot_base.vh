  reg [ADDRESS-1:0] base;
  always @* begin
    case (<{ slot }>)
<%- for base in c.buffers.bases %>
      <{ c.buffers.slot_bits }>'d<{ base.0 }>: base = <{ c.buffers.address_bits }>'d<{ base.1 }>;
<%- endfor %>
      default: base = {ADDRESS{1'b0}};
    endcase
  end
