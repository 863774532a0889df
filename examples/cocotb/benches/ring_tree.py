"""The ring-tree family: all nodes broadcast to all others, and know when everybody has everything."""

import cocotb
from cocotb.triggers import RisingEdge
from expected import EXPECTED
from streams import Streams

ROUTE = EXPECTED["route"]
NODES = EXPECTED["nodes"]


@cocotb.test()
async def network(dut):
    streams = Streams(dut)
    flags = ["faulty_i", "link_faulty_i", "next_i"]
    flags += ["config_valid_i", "config_node_i", "config_address_i", "config_data_i"]
    inputs = {name: 0 for name in flags if hasattr(dut, name)}
    await streams.start(expected_i=(1 << NODES) - 1, **inputs)
    for node in range(NODES):
        await streams.send(node, [0x100 + node])
    everyone = (1 << NODES) - 1
    for _ in range(2000):
        await RisingEdge(dut.clk_i)
        if int(dut.done_o.value) == everyone:
            break
    assert int(dut.done_o.value) == everyone
    reached = set()
    for node, sink in enumerate(streams.sinks):
        assert sink.count() == NODES - 1
        while not sink.empty():
            # TID is the origin.
            frame = sink.recv_nowait()
            assert int.from_bytes(frame.tdata, "little") == 0x100 + frame.tid
            if frame.tid == ROUTE["source"]:
                reached.add(node)
    assert reached == {way["node"] for way in ROUTE["ways"]}
