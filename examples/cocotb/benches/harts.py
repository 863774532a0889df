"""The HARTS family: a reliable broadcast through a network, and the router of its source."""

import cocotb
import harts_frames
from expected import EXPECTED, sends_of_the_source
from streams import Streams, ones

ROUTE = EXPECTED["route"]
K = ROUTE["parameters"]["k"]
SEQUENCE, DATA = 5, [0x1234]


def frame():
    """A broadcast from the processor, whose destination is ignored, then data."""
    return [*harts_frames.pack_sent(kind=1, k=K, destination=0, number=SEQUENCE), *DATA]


@cocotb.test()
async def network(dut):
    streams = Streams(dut)
    await streams.start(faulty_i=0)
    await streams.send(ROUTE["source"], frame())
    copies = []
    for node, flits in await streams.receive(len(ROUTE["deliveries"]), idle=400):
        fields, data = harts_frames.unpack_received(flits)
        copies.append((node, fields.pop("in_direction")))
        assert fields == {"source": ROUTE["source"], "k": K, "number": SEQUENCE} and data == DATA
    assert sorted(copies) == sorted((it["node"], it["in_direction"]) for it in ROUTE["deliveries"])


@cocotb.test()
async def router(dut):
    streams = Streams(dut)
    inputs = ["faulty_i", "link_data_i", "link_valid_i", "link_last_i", "link_bad_i", "credit_i"]
    await streams.start(local_address_i=ROUTE["source"], **{name: 0 for name in inputs})
    # Each neighbour has room for one packet of each class.
    dut.credit_i.value = (1 << len(dut.credit_i)) - 1
    await ones(dut, "link_start_o", 1)
    dut.credit_i.value = 0
    sent = cocotb.start_soon(streams.send(0, frame()))
    assert await ones(dut, "link_start_o", 400) == sends_of_the_source()
    await sent
