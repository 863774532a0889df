"""The hypercube family: a multicast through a network, and through the router of its source."""

import cocotb
import hypercube_frames
from expected import EXPECTED
from streams import Streams, unpacked

ROUTE = EXPECTED["route"]
N = ROUTE["parameters"]["n"]
DATA = [0x1234, 0x5678]


def frame():
    """A frame from the processor: a list of destinations, then data."""
    return [*hypercube_frames.pack_sent(ROUTE["destinations"]), *DATA]


@cocotb.test()
async def network(dut):
    streams = Streams(dut)
    await streams.start(faulty_i=0)
    await streams.send(ROUTE["source"], frame())
    expected = [(it["node"], ({"source": ROUTE["source"]}, DATA)) for it in ROUTE["deliveries"]]
    found = await streams.receive(len(expected))
    found = [(node, hypercube_frames.unpack_received(flits)) for node, flits in found]
    assert sorted(found, key=str) == sorted(expected, key=str)


@cocotb.test()
async def router(dut):
    streams = Streams(dut)
    inputs = {"faulty_i": 0, "local_address_i": ROUTE["source"], "s_side_i": 0, "m_credit_i": 0}
    await streams.start(**inputs)
    # The highest channel is the processor.
    await streams.send(N, frame())
    sends = [send for send in ROUTE["sends"] if send["from"] == ROUTE["source"]]
    copies = {}
    for channel, flits in await streams.receive(len(sends)):
        # On a link: Source, then the destinations relative to the sender; 0 where another copy has one.
        source, *listed = unpacked(flits[0], *[N] * (1 + len(ROUTE["destinations"])))
        assert source == ROUTE["source"]
        copies[channel] = [relative ^ source for relative in listed if relative]
        assert flits[1:] == DATA
    assert copies == {send["channel"]: send["destinations"] for send in sends}
