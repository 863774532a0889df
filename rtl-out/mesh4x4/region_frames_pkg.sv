// Package: headers of frames of region, packed and unpacked.
//
// GENERATED, do not edit: the command is in README.md. Configuration (hash f0b17edf6cea).
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// Contract: flit i of a header h is h[i*WIDTH +: WIDTH].
package region_frames_pkg;
  localparam int unsigned WIDTH = 32;

  // Most header flits of a frame from the processor.
  localparam int unsigned SENT_FLITS = 1;
  typedef logic [31:0] sent_header_t;
  typedef struct packed {
    logic [1:0] b_1;
    logic [1:0] a_1;
    logic [1:0] b_0;
    logic [1:0] a_0;
  } sent_t;

  function automatic sent_header_t pack_sent(input sent_t fields);
    return sent_header_t'(fields);
  endfunction

  function automatic sent_t unpack_sent(input sent_header_t header);
    return header[7:0];
  endfunction

  // Most header flits of a frame to the processor.
  localparam int unsigned RECEIVED_FLITS = 1;
  typedef logic [31:0] received_header_t;
  typedef struct packed {
    logic [3:0] source;
  } received_t;

  function automatic received_header_t pack_received(input received_t fields);
    return received_header_t'(fields);
  endfunction

  function automatic received_t unpack_received(input received_header_t header);
    return header[3:0];
  endfunction

endpackage
