// Package: headers of frames of harts, packed and unpacked.
//
// GENERATED, do not edit: the command is in README.md. Configuration (hash 7ef13e092ec3).
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: flit i of a header h is h[i*WIDTH +: WIDTH].
package harts_frames_pkg;
  localparam int unsigned WIDTH = 32;

  // Most header flits of a frame from the processor.
  localparam int unsigned SENT_FLITS = 1;
  typedef logic [31:0] sent_header_t;
  typedef struct packed {
    logic [7:0] number;
    logic [6:0] destination;
    logic [2:0] k;
    logic [0:0] kind;
  } sent_t;

  function automatic sent_header_t pack_sent(input sent_t fields);
    return sent_header_t'(fields);
  endfunction

  function automatic sent_t unpack_sent(input sent_header_t header);
    return header[18:0];
  endfunction

  // Most header flits of a frame to the processor.
  localparam int unsigned RECEIVED_FLITS = 1;
  typedef logic [31:0] received_header_t;
  typedef struct packed {
    logic [7:0] number;
    logic [2:0] in_direction;
    logic [2:0] k;
    logic [6:0] source;
  } received_t;

  function automatic received_header_t pack_received(input received_t fields);
    return received_header_t'(fields);
  endfunction

  function automatic received_t unpack_received(input received_header_t header);
    return header[20:0];
  endfunction

endpackage
