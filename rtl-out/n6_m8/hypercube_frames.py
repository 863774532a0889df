"""Headers of frames of hypercube, packed and unpacked.

GENERATED, do not edit: the command is in README.md. Configuration (hash 7ef13e092ec3).
A flit is a whole number of WIDTH bits.
"""

WIDTH = 32


def _flits(fields, count):
    """Packs (name, value, lowest bit, bits) into so many flits."""
    header = 0
    for name, value, low, bits in fields:
        if value < 0 or value >> bits:
            raise ValueError(f"{name} = {value} does not fit {bits} bits")
        header |= value << low
    return [header >> index * WIDTH & (1 << WIDTH) - 1 for index in range(count)]


def _field(flits, low, bits):
    header = sum(flit << index * WIDTH for index, flit in enumerate(flits))
    return header >> low & (1 << bits) - 1


MOST = 62
BROADCAST = 63


def _place(index):
    return index // 5 * WIDTH + index % 5 * 6


def pack_sent(destinations=None):
    """Returns the header flits of a frame from the processor to a list of nodes, or to all nodes."""
    listed = [] if destinations is None else list(destinations)
    if destinations is not None and not 0 < len(listed) <= MOST:
        raise ValueError(f"1 to {MOST} destinations are permitted, not {len(listed)}")
    count = BROADCAST if destinations is None else len(listed)
    fields = [("destination", value, _place(i), 6) for i, value in enumerate([count, *listed])]
    return _flits(fields, -(-(len(fields) + 2) // 5))


def unpack_sent(flits):
    """Returns the destinations of a frame from the processor, None for all nodes, and its data flits."""
    count = _field(flits[:1], 0, 6)
    listed = 0 if count == BROADCAST else count
    fields = [_field(flits, _place(i), 6) for i in range(1, listed + 1)]
    start = -(-(1 + listed + 2) // 5)
    return (None if count == BROADCAST else fields), flits[start:]


def pack_received(*, source):
    """Returns the header flits of a frame to the processor."""
    fields = [
        ("source", source, 0, 6),
    ]
    return _flits(fields, 1)


def unpack_received(flits):
    """Returns the fields of a frame to the processor, and its data flits."""
    header = flits[:1]
    fields = {
        "source": _field(header, 0, 6),
    }
    return fields, flits[1:]
