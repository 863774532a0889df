"""Headers of frames of <{ c.prefix }><{ c.family }>, packed and unpacked.

GENERATED, do not edit: the command is in README.md. Configuration (hash <{ c.hash }>).
A flit is a whole number of WIDTH bits.
"""

WIDTH = <{ c.width }>


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
<%- for frame in c.frames %>
<%- if let Some(list) = frame.list %>


MOST = <{ list.most }>
BROADCAST = <{ list.broadcast }>


def _place(index):
    return index // <{ list.per_flit }> * WIDTH + index % <{ list.per_flit }> * <{ list.bits }>


def pack_<{ frame.name }>(destinations=None):
    """Returns the header flits of a frame <{ frame.way }> to a list of nodes, or to all nodes."""
    listed = [] if destinations is None else list(destinations)
    if destinations is not None and not 0 < len(listed) <= MOST:
        raise ValueError(f"1 to {MOST} destinations are permitted, not {len(listed)}")
    count = BROADCAST if destinations is None else len(listed)
    fields = [("destination", value, _place(i), <{ list.bits }>) for i, value in enumerate([count, *listed])]
    return _flits(fields, -(-(len(fields) + <{ list.trailer }>) // <{ list.per_flit }>))


def unpack_<{ frame.name }>(flits):
    """Returns the destinations of a frame <{ frame.way }>, None for all nodes, and its data flits."""
    count = _field(flits[:1], 0, <{ list.bits }>)
    listed = 0 if count == BROADCAST else count
    fields = [_field(flits, _place(i), <{ list.bits }>) for i in range(1, listed + 1)]
    start = -(-(1 + listed + <{ list.trailer }>) // <{ list.per_flit }>)
    return (None if count == BROADCAST else fields), flits[start:]
<%- else %>


def pack_<{ frame.name }>(*, <{ frame.names() }>):
    """Returns the header flits of a frame <{ frame.way }>."""
    fields = [
<%- for field in frame.fields %>
        ("<{ field.name }>", <{ field.name }>, <{ field.low }>, <{ field.bits }>),
<%- endfor %>
    ]
    return _flits(fields, <{ frame.flits }>)


def unpack_<{ frame.name }>(flits):
    """Returns the fields of a frame <{ frame.way }>, and its data flits."""
    header = flits[:<{ frame.flits }>]
    fields = {
<%- for field in frame.fields %>
        "<{ field.name }>": _field(header, <{ field.low }>, <{ field.bits }>),
<%- endfor %>
    }
    return fields, flits[<{ frame.flits }>:]
<%- endif %>
<%- endfor %>
