// Package: headers of frames of hypercube, packed and unpacked.
//
// GENERATED, do not edit: the command is in README.md. Configuration (hash 7ef13e092ec3).
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: flit i of a header h is h[i*WIDTH +: WIDTH].
package hypercube_frames_pkg;
  localparam int unsigned WIDTH = 32;

  // Most header flits of a frame from the processor.
  localparam int unsigned SENT_FLITS = 13;
  typedef logic [415:0] sent_header_t;
  // Most destinations, and the count that means all nodes, without a list.
  localparam int unsigned MOST = 62;
  localparam int unsigned BROADCAST = 63;
  // Destination i is destinations[i*6 +: 6].
  typedef struct packed {
    logic [371:0] destinations;
    logic [5:0] count;
  } sent_t;

  // Header flits of a frame with so many destinations.
  function automatic int unsigned sent_flits(input logic [5:0] count);
    int unsigned listed;
    listed = int'(count) == BROADCAST ? 0 : int'(count);
    return (7 + listed) / 5;
  endfunction

  function automatic sent_header_t pack_sent(input sent_t fields);
    sent_header_t header;
    header = '0;
    header[0 +: 6] = fields.count;
    for (int unsigned i = 1; i <= MOST; i++)
      if (int'(fields.count) != BROADCAST && i <= int'(fields.count))
        header[(i/5)*32 + (i%5)*6 +: 6] =
            fields.destinations[(i-1)*6 +: 6];
    return header;
  endfunction

  function automatic sent_t unpack_sent(input sent_header_t header);
    sent_t fields;
    fields = '0;
    fields.count = header[0 +: 6];
    for (int unsigned i = 1; i <= MOST; i++)
      if (int'(fields.count) != BROADCAST && i <= int'(fields.count))
        fields.destinations[(i-1)*6 +: 6] =
            header[(i/5)*32 + (i%5)*6 +: 6];
    return fields;
  endfunction

  // Most header flits of a frame to the processor.
  localparam int unsigned RECEIVED_FLITS = 1;
  typedef logic [31:0] received_header_t;
  typedef struct packed {
    logic [5:0] source;
  } received_t;

  function automatic received_header_t pack_received(input received_t fields);
    return received_header_t'(fields);
  endfunction

  function automatic received_t unpack_received(input received_header_t header);
    return header[5:0];
  endfunction

endpackage
