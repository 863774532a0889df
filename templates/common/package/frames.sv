// Package: headers of frames of <{ c.prefix }><{ c.family }>, packed and unpacked.
//
// GENERATED, do not edit: the command is in README.md. Configuration (hash <{ c.hash }>).
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: flit i of a header h is h[i*WIDTH +: WIDTH].
package <{ c.name() }>_frames_pkg;
  localparam int unsigned WIDTH = <{ c.width }>;
<%- for frame in c.frames %>

  // Most header flits of a frame <{ frame.way }>.
  localparam int unsigned <{ frame.upper() }>_FLITS = <{ frame.flits }>;
  typedef logic [<{ frame.flits * c.width - 1 }>:0] <{ frame.name }>_header_t;
<%- if let Some(list) = frame.list %>
  // Most destinations, and the count that means all nodes, without a list.
  localparam int unsigned MOST = <{ list.most }>;
  localparam int unsigned BROADCAST = <{ list.broadcast }>;
  // Destination i is destinations[i*<{ list.bits }> +: <{ list.bits }>].
  typedef struct packed {
    logic [<{ list.most * list.bits - 1 }>:0] destinations;
    logic [<{ list.bits - 1 }>:0] count;
  } <{ frame.name }>_t;

  // Header flits of a frame with so many destinations.
  function automatic int unsigned <{ frame.name }>_flits(input logic [<{ list.bits - 1 }>:0] count);
    int unsigned listed;
    listed = int'(count) == BROADCAST ? 0 : int'(count);
    return (<{ list.trailer + list.per_flit }> + listed) / <{ list.per_flit }>;
  endfunction

  function automatic <{ frame.name }>_header_t pack_<{ frame.name }>(input <{ frame.name }>_t fields);
    <{ frame.name }>_header_t header;
    header = '0;
    header[0 +: <{ list.bits }>] = fields.count;
    for (int unsigned i = 1; i <= MOST; i++)
      if (int'(fields.count) != BROADCAST && i <= int'(fields.count))
        header[(i/<{ list.per_flit }>)*<{ c.width }> + (i%<{ list.per_flit }>)*<{ list.bits }> +: <{ list.bits }>] =
            fields.destinations[(i-1)*<{ list.bits }> +: <{ list.bits }>];
    return header;
  endfunction

  function automatic <{ frame.name }>_t unpack_<{ frame.name }>(input <{ frame.name }>_header_t header);
    <{ frame.name }>_t fields;
    fields = '0;
    fields.count = header[0 +: <{ list.bits }>];
    for (int unsigned i = 1; i <= MOST; i++)
      if (int'(fields.count) != BROADCAST && i <= int'(fields.count))
        fields.destinations[(i-1)*<{ list.bits }> +: <{ list.bits }>] =
            header[(i/<{ list.per_flit }>)*<{ c.width }> + (i%<{ list.per_flit }>)*<{ list.bits }> +: <{ list.bits }>];
    return fields;
  endfunction
<%- else %>
  typedef struct packed {
<%- for field in frame.fields.iter().rev() %>
    logic [<{ field.bits - 1 }>:0] <{ field.name }>;
<%- endfor %>
  } <{ frame.name }>_t;

  function automatic <{ frame.name }>_header_t pack_<{ frame.name }>(input <{ frame.name }>_t fields);
    return <{ frame.name }>_header_t'(fields);
  endfunction

  function automatic <{ frame.name }>_t unpack_<{ frame.name }>(input <{ frame.name }>_header_t header);
    return header[<{ frame.bits() - 1 }>:0];
  endfunction
<%- endif %>
<%- endfor %>

endpackage
