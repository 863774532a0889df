"""The region family: a message to a box of nodes, through a network and the router of its source."""

import cocotb
import region_frames
from expected import EXPECTED, sends_of_the_source
from streams import Streams, ones, packed

ROUTE = EXPECTED["route"]
SIDES = ROUTE["parameters"]["mesh"]
DATA = [0x1234, 0x5678]


def coordinates(node):
    for side in SIDES:
        yield node % side
        node //= side


def frame():
    """A frame from the processor: two opposite corners, then data."""
    fields = {}
    for corner, node in zip("ab", ROUTE["region"]):
        fields |= {f"{corner}_{axis}": place for axis, place in enumerate(coordinates(node))}
    return [*region_frames.pack_sent(**fields), *DATA]


@cocotb.test()
async def network(dut):
    streams = Streams(dut)
    await streams.start()
    await streams.send(ROUTE["source"], frame())
    expected = [(it["node"], ({"source": ROUTE["source"]}, DATA)) for it in ROUTE["deliveries"]]
    found = await streams.receive(len(expected))
    found = [(node, region_frames.unpack_received(flits)) for node, flits in found]
    assert sorted(found, key=str) == sorted(expected, key=str)


@cocotb.test()
async def router(dut):
    streams = Streams(dut)
    here = list(coordinates(ROUTE["source"]))
    # Direction 2d leads up in dimension d, 2d + 1 leads down.
    linked = 0
    for axis, (side, place) in enumerate(zip(SIDES, here)):
        linked |= (place + 1 < side) << 2 * axis | (place > 0) << 2 * axis + 1
    place = packed(*((value, (side - 1).bit_length()) for side, value in zip(SIDES, here)))
    links = ["s_link_valid_i", "s_link_flit_i", "m_link_vacant_i", "m_link_begins_i"]
    ready = (1 << len(dut.m_link_ready_i)) - 1
    inputs = {"here_i": place, "node_i": ROUTE["source"], "linked_i": linked, "m_link_ready_i": ready}
    await streams.start(**inputs, **{name: 0 for name in links})
    sent = cocotb.start_soon(streams.send(0, frame()))
    assert await ones(dut, "link_start_o", 60) == sends_of_the_source()
    await sent
