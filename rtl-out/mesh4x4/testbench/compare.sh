#!/bin/sh
# Compares the trace of a simulation with what the golden model expects: sh compare.sh FOLDER
# SPDX-License-Identifier: MIT OR Apache-2.0
#
# Contract: trace.txt is in the current folder; FOLDER has the vectors that were played. Deliveries and events
#   are compared, times and the order are not. Prints the lines that differ; exit code 0 if there are none.
grep -v ' [NF] ' trace.txt | cut -d' ' -f2- | LC_ALL=C sort | diff - "$1/expected.txt"
