/* Headers of frames of region, packed and unpacked.
 *
 * GENERATED, do not edit: the command is in README.md. Configuration (hash f0b17edf6cea).
 * SPDX-License-Identifier: MIT OR Apache-2.0
 * A flit is an array of words, the low bits first; so is a field of more than 32 bits.
 */
#ifndef REGION_FRAMES_H
#define REGION_FRAMES_H

#include <stdint.h>

#define REGION_WIDTH 32u
#define REGION_WORDS 1u

/* Moves bits between a value and the header; a bit that does not fit is dropped. */
static inline void region_put(uint32_t (*flits)[1], uint32_t low, uint32_t bits, const uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / 32u, bit = (low + i) % 32u;
        flits[flit][bit / 32] |= (value[i / 32] >> i % 32 & 1u) << bit % 32;
    }
}

static inline void region_get(uint32_t (*flits)[1], uint32_t low, uint32_t bits, uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / 32u, bit = (low + i) % 32u;
        if (i % 32 == 0) value[i / 32] = 0;
        value[i / 32] |= (flits[flit][bit / 32] >> bit % 32 & 1u) << i % 32;
    }
}

static inline void region_clear(uint32_t (*flits)[1], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < 1u; j++) flits[i][j] = 0;
}

/* Most header flits of a frame from the processor. */
#define REGION_SENT_FLITS 1u

typedef struct {
    uint32_t a_0;
    uint32_t b_0;
    uint32_t a_1;
    uint32_t b_1;
} region_sent_t;

/* Packs the header of a frame from the processor; returns its flits. */
static inline uint32_t region_pack_sent(const region_sent_t *fields, uint32_t (*flits)[1])
{
    region_clear(flits, 1u);
    region_put(flits, 0u, 2u, &fields->a_0);
    region_put(flits, 2u, 2u, &fields->b_0);
    region_put(flits, 4u, 2u, &fields->a_1);
    region_put(flits, 6u, 2u, &fields->b_1);
    return 1u;
}

/* Unpacks the header of a frame from the processor; returns its flits. */
static inline uint32_t region_unpack_sent(uint32_t (*flits)[1], region_sent_t *fields)
{
    region_get(flits, 0u, 2u, &fields->a_0);
    region_get(flits, 2u, 2u, &fields->b_0);
    region_get(flits, 4u, 2u, &fields->a_1);
    region_get(flits, 6u, 2u, &fields->b_1);
    return 1u;
}

/* Most header flits of a frame to the processor. */
#define REGION_RECEIVED_FLITS 1u

typedef struct {
    uint32_t source;
} region_received_t;

/* Packs the header of a frame to the processor; returns its flits. */
static inline uint32_t region_pack_received(const region_received_t *fields, uint32_t (*flits)[1])
{
    region_clear(flits, 1u);
    region_put(flits, 0u, 4u, &fields->source);
    return 1u;
}

/* Unpacks the header of a frame to the processor; returns its flits. */
static inline uint32_t region_unpack_received(uint32_t (*flits)[1], region_received_t *fields)
{
    region_get(flits, 0u, 4u, &fields->source);
    return 1u;
}

#endif
