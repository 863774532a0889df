"""The IHC family: one round in which all nodes broadcast to all others, and the node of one source."""

import cocotb
import ihc_frames
from cocotb.triggers import ClockCycles, RisingEdge
from expected import EXPECTED, sends_of_the_source
from streams import Streams, ones

ROUTE = EXPECTED["route"]
NODES = EXPECTED["nodes"]


@cocotb.test()
async def network(dut):
    streams = Streams(dut)
    await streams.start(faulty_i=0, link_faulty_i=0, round_start_i=0)
    for node in range(NODES):
        await streams.send(node, [0x100 + node])
    while not dut.round_ready_o.value:
        await RisingEdge(dut.clk_i)
    dut.round_start_i.value = 1
    await ClockCycles(dut.clk_i, 1)
    dut.round_start_i.value = 0
    copies = []
    of_all = NODES * len(ROUTE["deliveries"])
    for node, flits in await streams.receive(of_all):
        fields, data = ihc_frames.unpack_received(flits)
        assert (fields["round"], data) == (0, [0x100 + fields["source"]])
        if fields["source"] == ROUTE["source"]:
            copies.append((node, fields["cycle"]))
    assert sorted(copies) == sorted((it["node"], it["channel"]) for it in ROUTE["deliveries"])


@cocotb.test()
async def router(dut):
    streams = Streams(dut)
    flags = ["faulty_i", "places_i", "stages_i", "begins_i", "round_end_i", "number_i", "stage_start_i"]
    flags += ["stage_i", "heads_i", "last_head_i", "slot_i", "next_i"]
    flags += [f"s_link_{name}_i" for name in ["valid", "first", "last", "bad", "data"]]
    inputs = {name: 0 for name in flags if hasattr(dut, name)}
    await streams.start(node_i=ROUTE["source"], **inputs)
    await streams.send(0, [0x1234])
    await ClockCycles(dut.clk_i, 4)
    # A round begins, and its first stage, in which this node starts.
    dut.begins_i.value = 1
    await ClockCycles(dut.clk_i, 1)
    dut.begins_i.value = 0
    dut.stage_start_i.value = 1
    starts = cocotb.start_soon(ones(dut, "m_link_first_o", 8))
    await ClockCycles(dut.clk_i, 1)
    dut.stage_start_i.value = 0
    assert await starts == sends_of_the_source()
