{{ c.banner("Decides the branches of a broadcast.") }}
{%- if c.ft %}
// Contract: send_o names the dimensions to send on; the copy on j carries control_o[j*N +: N],
//   which is meaningless where send_o[j] = 0.
{%- else %}
// Contract: send_o names the dimensions to send on, from the position relative to the source
{%- if c.lan %}
//   ([Lan88] 6.5.6, fig. 6.5).
{%- else %}
//   (negative-first order: descending dimensions before ascending ones).
{%- endif %}
{%- endif %}
// Latency and state: combinational, none.
`default_nettype none

module {{ c.p }}mhu_broadcaster (
{%- if c.ft %}
  input  wire [{{ c.n - 1 }}:0] control_i,
  input  wire [{{ c.n - 1 }}:0] faulty_i,
{%- if !c.lan %}
  input  wire [{{ c.n - 1 }}:0] local_address_i,
{%- endif %}
  output wire [{{ c.n - 1 }}:0] send_o,
  output wire [{{ c.n * c.n - 1 }}:0] control_o
{%- else %}
  input  wire [{{ c.n - 1 }}:0] source_i,
  input  wire [{{ c.n - 1 }}:0] local_address_i,
  output wire [{{ c.n - 1 }}:0] send_o
{%- endif %}
);
  localparam N = {{ c.n }};

  genvar j{% if !c.ft %}, b{% endif %};
{%- if c.ft %}
  assign send_o = control_i & ~faulty_i;

  generate
    for (j = 0; j < N; j = j + 1) begin : gen_branch
      {{ c.p }}mhu_branch_control u_branch_control (
        .control_i(control_i),
        .faulty_i(faulty_i),
{%- if !c.lan %}
        .local_address_i(local_address_i),
{%- endif %}
        .dimension_i({{ c.n }}'d1 << j),
        .control_o(control_o[j*N+:N])
      );
    end
  endgenerate
{%- else %}
  wire [N-1:0] relative = source_i ^ local_address_i;

  generate
    for (j = 0; j < N; j = j + 1) begin : gen_branch
      wire [N-1:0] behind;
      for (b = 0; b < N; b = b + 1) begin : gen_bit
{%- if c.lan %}
        if (b < j) begin : gen_below
          assign behind[b] = 1'b0;
        end else begin : gen_above
          assign behind[b] = relative[b];
        end
{%- else %}
        if (b == j) begin : gen_self
          assign behind[b] = relative[b];
        end else if (b > j) begin : gen_later
          assign behind[b] = relative[b] && (local_address_i[b] || local_address_i[j]);
        end else begin : gen_earlier
          assign behind[b] = relative[b] && local_address_i[b] && local_address_i[j];
        end
{%- endif %}
      end
      assign send_o[j] = !(|behind);
    end
  endgenerate
{%- endif %}

`ifdef TEECAST_ASSERT
{%- if c.ft %}
  integer d, e;
  always @* begin
    // What is left to do splits: of two healthy branches one takes the other's dimension along,
    // both take the faulty ones.
    for (d = 0; d < N; d = d + 1) begin
      assert final (send_o[d] == (control_i[d] && !faulty_i[d]));
      assert final ((control_o[d*N+:N] & ~control_i) == {N{1'b0}});
      assert final ((control_i & faulty_i & ~control_o[d*N+:N]) == {N{1'b0}});
      for (e = 0; e < N; e = e + 1) begin
        assert final (!(send_o[d] && send_o[e]) || d == e || control_o[d*N+e] != control_o[e*N+d]);
      end
    end
  end
{%- else %}
  integer d;
{%- if c.lan %}
  always @* begin
    for (d = 0; d < N; d = d + 1) assert final (send_o[d] == (relative >> d == {N{1'b0}}));
  end
{%- else %}
  // Dimensions crossed up and down.
  wire [N-1:0] up = relative & local_address_i;
  wire [N-1:0] down = relative & ~local_address_i;
  always @* begin
    for (d = 0; d < N; d = d + 1) begin
      assert final (send_o[d] == (!relative[d] && (local_address_i[d] ?
          up == {N{1'b0}} && down >> d == {N{1'b0}} : up >> d == {N{1'b0}})));
    end
  end
{%- endif %}
{%- endif %}
`endif  // TEECAST_ASSERT
endmodule

`default_nettype wire
