/* Headers of frames of hypercube, packed and unpacked.
 *
 * GENERATED, do not edit: the command is in README.md. Configuration (hash 7ef13e092ec3).
 * SPDX-License-Identifier: MIT OR Apache-2.0
 * A flit is an array of words, the low bits first; so is a field of more than 32 bits.
 */
#ifndef HYPERCUBE_FRAMES_H
#define HYPERCUBE_FRAMES_H

#include <stdint.h>

#define HYPERCUBE_WIDTH 32u
#define HYPERCUBE_WORDS 1u

/* Moves bits between a value and the header; a bit that does not fit is dropped. */
static inline void hypercube_put(uint32_t (*flits)[1], uint32_t low, uint32_t bits, const uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / 32u, bit = (low + i) % 32u;
        flits[flit][bit / 32] |= (value[i / 32] >> i % 32 & 1u) << bit % 32;
    }
}

static inline void hypercube_get(uint32_t (*flits)[1], uint32_t low, uint32_t bits, uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / 32u, bit = (low + i) % 32u;
        if (i % 32 == 0) value[i / 32] = 0;
        value[i / 32] |= (flits[flit][bit / 32] >> bit % 32 & 1u) << i % 32;
    }
}

static inline void hypercube_clear(uint32_t (*flits)[1], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < 1u; j++) flits[i][j] = 0;
}

/* Most header flits of a frame from the processor. */
#define HYPERCUBE_SENT_FLITS 13u
/* Most destinations, and the count that means all nodes, without a list. */
#define HYPERCUBE_MOST 62u
#define HYPERCUBE_BROADCAST 63u

typedef struct {
    uint32_t count;
    uint32_t destinations[62];
} hypercube_sent_t;

static inline uint32_t hypercube_place(uint32_t index)
{
    return index / 5u * 32u + index % 5u * 6u;
}

/* Returns the header flits of a frame with so many destinations; 0 if there are too many. */
static inline uint32_t hypercube_sent_flits(uint32_t count)
{
    uint32_t listed = count == 63u ? 0 : count;
    return listed > 62u ? 0 : (7u + listed) / 5u;
}

/* Packs the header of a frame from the processor; returns its flits, 0 if there are too many destinations. */
static inline uint32_t hypercube_pack_sent(const hypercube_sent_t *fields, uint32_t (*flits)[1])
{
    uint32_t count = hypercube_sent_flits(fields->count);
    hypercube_clear(flits, count);
    if (count == 0) return 0;
    hypercube_put(flits, 0, 6u, &fields->count);
    if (fields->count == 63u) return count;
    for (uint32_t i = 0; i < fields->count; i++)
        hypercube_put(flits, hypercube_place(i + 1), 6u, &fields->destinations[i]);
    return count;
}

/* Unpacks the header of a frame from the processor; returns its flits, 0 if there are too many destinations. */
static inline uint32_t hypercube_unpack_sent(uint32_t (*flits)[1], hypercube_sent_t *fields)
{
    hypercube_get(flits, 0, 6u, &fields->count);
    uint32_t count = hypercube_sent_flits(fields->count);
    if (count == 0 || fields->count == 63u) return count;
    for (uint32_t i = 0; i < fields->count; i++)
        hypercube_get(flits, hypercube_place(i + 1), 6u, &fields->destinations[i]);
    return count;
}

/* Most header flits of a frame to the processor. */
#define HYPERCUBE_RECEIVED_FLITS 1u

typedef struct {
    uint32_t source;
} hypercube_received_t;

/* Packs the header of a frame to the processor; returns its flits. */
static inline uint32_t hypercube_pack_received(const hypercube_received_t *fields, uint32_t (*flits)[1])
{
    hypercube_clear(flits, 1u);
    hypercube_put(flits, 0u, 6u, &fields->source);
    return 1u;
}

/* Unpacks the header of a frame to the processor; returns its flits. */
static inline uint32_t hypercube_unpack_received(uint32_t (*flits)[1], hypercube_received_t *fields)
{
    hypercube_get(flits, 0u, 6u, &fields->source);
    return 1u;
}

#endif
