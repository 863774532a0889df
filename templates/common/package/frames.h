/* Headers of frames of <{ c.prefix }><{ c.family }>, packed and unpacked.
 *
 * GENERATED, do not edit: the command is in README.md. Configuration (hash <{ c.hash }>).
 * SPDX-License-Identifier: MIT OR Apache-2.0
 * A flit is an array of words, the low bits first; so is a field of more than 32 bits.
 */
#ifndef <{ c.upper() }>_FRAMES_H
#define <{ c.upper() }>_FRAMES_H

#include <stdint.h>

#define <{ c.upper() }>_WIDTH <{ c.width }>u
#define <{ c.upper() }>_WORDS <{ c.words() }>u

/* Moves bits between a value and the header; a bit that does not fit is dropped. */
static inline void <{ c.name() }>_put(uint32_t (*flits)[<{ c.words() }>], uint32_t low, uint32_t bits, const uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / <{ c.width }>u, bit = (low + i) % <{ c.width }>u;
        flits[flit][bit / 32] |= (value[i / 32] >> i % 32 & 1u) << bit % 32;
    }
}

static inline void <{ c.name() }>_get(uint32_t (*flits)[<{ c.words() }>], uint32_t low, uint32_t bits, uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / <{ c.width }>u, bit = (low + i) % <{ c.width }>u;
        if (i % 32 == 0) value[i / 32] = 0;
        value[i / 32] |= (flits[flit][bit / 32] >> bit % 32 & 1u) << i % 32;
    }
}

static inline void <{ c.name() }>_clear(uint32_t (*flits)[<{ c.words() }>], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < <{ c.words() }>u; j++) flits[i][j] = 0;
}
<%- for frame in c.frames %>

/* Most header flits of a frame <{ frame.way }>. */
#define <{ c.upper() }>_<{ frame.upper() }>_FLITS <{ frame.flits }>u
<%- if let Some(list) = frame.list %>
/* Most destinations, and the count that means all nodes, without a list. */
#define <{ c.upper() }>_MOST <{ list.most }>u
#define <{ c.upper() }>_BROADCAST <{ list.broadcast }>u

typedef struct {
    uint32_t count;
    uint32_t destinations[<{ list.most }>];
} <{ c.name() }>_<{ frame.name }>_t;

static inline uint32_t <{ c.name() }>_place(uint32_t index)
{
    return index / <{ list.per_flit }>u * <{ c.width }>u + index % <{ list.per_flit }>u * <{ list.bits }>u;
}

/* Returns the header flits of a frame with so many destinations; 0 if there are too many. */
static inline uint32_t <{ c.name() }>_<{ frame.name }>_flits(uint32_t count)
{
    uint32_t listed = count == <{ list.broadcast }>u ? 0 : count;
    return listed > <{ list.most }>u ? 0 : (<{ list.trailer + list.per_flit }>u + listed) / <{ list.per_flit }>u;
}

/* Packs the header of a frame <{ frame.way }>; returns its flits, 0 if there are too many destinations. */
static inline uint32_t <{ c.name() }>_pack_<{ frame.name }>(const <{ c.name() }>_<{ frame.name }>_t *fields, uint32_t (*flits)[<{ c.words() }>])
{
    uint32_t count = <{ c.name() }>_<{ frame.name }>_flits(fields->count);
    <{ c.name() }>_clear(flits, count);
    if (count == 0) return 0;
    <{ c.name() }>_put(flits, 0, <{ list.bits }>u, &fields->count);
    if (fields->count == <{ list.broadcast }>u) return count;
    for (uint32_t i = 0; i < fields->count; i++)
        <{ c.name() }>_put(flits, <{ c.name() }>_place(i + 1), <{ list.bits }>u, &fields->destinations[i]);
    return count;
}

/* Unpacks the header of a frame <{ frame.way }>; returns its flits, 0 if there are too many destinations. */
static inline uint32_t <{ c.name() }>_unpack_<{ frame.name }>(uint32_t (*flits)[<{ c.words() }>], <{ c.name() }>_<{ frame.name }>_t *fields)
{
    <{ c.name() }>_get(flits, 0, <{ list.bits }>u, &fields->count);
    uint32_t count = <{ c.name() }>_<{ frame.name }>_flits(fields->count);
    if (count == 0 || fields->count == <{ list.broadcast }>u) return count;
    for (uint32_t i = 0; i < fields->count; i++)
        <{ c.name() }>_get(flits, <{ c.name() }>_place(i + 1), <{ list.bits }>u, &fields->destinations[i]);
    return count;
}
<%- else %>

typedef struct {
<%- for field in frame.fields %>
    uint32_t <{ field.name }><{ field.array() }>;
<%- endfor %>
} <{ c.name() }>_<{ frame.name }>_t;

/* Packs the header of a frame <{ frame.way }>; returns its flits. */
static inline uint32_t <{ c.name() }>_pack_<{ frame.name }>(const <{ c.name() }>_<{ frame.name }>_t *fields, uint32_t (*flits)[<{ c.words() }>])
{
    <{ c.name() }>_clear(flits, <{ frame.flits }>u);
<%- for field in frame.fields %>
    <{ c.name() }>_put(flits, <{ field.low }>u, <{ field.bits }>u, <{ field.address() }>);
<%- endfor %>
    return <{ frame.flits }>u;
}

/* Unpacks the header of a frame <{ frame.way }>; returns its flits. */
static inline uint32_t <{ c.name() }>_unpack_<{ frame.name }>(uint32_t (*flits)[<{ c.words() }>], <{ c.name() }>_<{ frame.name }>_t *fields)
{
<%- for field in frame.fields %>
    <{ c.name() }>_get(flits, <{ field.low }>u, <{ field.bits }>u, <{ field.address() }>);
<%- endfor %>
    return <{ frame.flits }>u;
}
<%- endif %>
<%- endfor %>

#endif
