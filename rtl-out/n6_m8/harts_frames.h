/* Headers of frames of harts, packed and unpacked.
 *
 * GENERATED, do not edit: the command is in README.md. Configuration (hash 7ef13e092ec3).
 * SPDX-License-Identifier: MIT OR Apache-2.0
 * A flit is an array of words, the low bits first; so is a field of more than 32 bits.
 */
#ifndef HARTS_FRAMES_H
#define HARTS_FRAMES_H

#include <stdint.h>

#define HARTS_WIDTH 32u
#define HARTS_WORDS 1u

/* Moves bits between a value and the header; a bit that does not fit is dropped. */
static inline void harts_put(uint32_t (*flits)[1], uint32_t low, uint32_t bits, const uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / 32u, bit = (low + i) % 32u;
        flits[flit][bit / 32] |= (value[i / 32] >> i % 32 & 1u) << bit % 32;
    }
}

static inline void harts_get(uint32_t (*flits)[1], uint32_t low, uint32_t bits, uint32_t *value)
{
    for (uint32_t i = 0; i < bits; i++) {
        uint32_t flit = (low + i) / 32u, bit = (low + i) % 32u;
        if (i % 32 == 0) value[i / 32] = 0;
        value[i / 32] |= (flits[flit][bit / 32] >> bit % 32 & 1u) << i % 32;
    }
}

static inline void harts_clear(uint32_t (*flits)[1], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < 1u; j++) flits[i][j] = 0;
}

/* Most header flits of a frame from the processor. */
#define HARTS_SENT_FLITS 1u

typedef struct {
    uint32_t kind;
    uint32_t k;
    uint32_t destination;
    uint32_t number;
} harts_sent_t;

/* Packs the header of a frame from the processor; returns its flits. */
static inline uint32_t harts_pack_sent(const harts_sent_t *fields, uint32_t (*flits)[1])
{
    harts_clear(flits, 1u);
    harts_put(flits, 0u, 1u, &fields->kind);
    harts_put(flits, 1u, 3u, &fields->k);
    harts_put(flits, 4u, 7u, &fields->destination);
    harts_put(flits, 11u, 8u, &fields->number);
    return 1u;
}

/* Unpacks the header of a frame from the processor; returns its flits. */
static inline uint32_t harts_unpack_sent(uint32_t (*flits)[1], harts_sent_t *fields)
{
    harts_get(flits, 0u, 1u, &fields->kind);
    harts_get(flits, 1u, 3u, &fields->k);
    harts_get(flits, 4u, 7u, &fields->destination);
    harts_get(flits, 11u, 8u, &fields->number);
    return 1u;
}

/* Most header flits of a frame to the processor. */
#define HARTS_RECEIVED_FLITS 1u

typedef struct {
    uint32_t source;
    uint32_t k;
    uint32_t in_direction;
    uint32_t number;
} harts_received_t;

/* Packs the header of a frame to the processor; returns its flits. */
static inline uint32_t harts_pack_received(const harts_received_t *fields, uint32_t (*flits)[1])
{
    harts_clear(flits, 1u);
    harts_put(flits, 0u, 7u, &fields->source);
    harts_put(flits, 7u, 3u, &fields->k);
    harts_put(flits, 10u, 3u, &fields->in_direction);
    harts_put(flits, 13u, 8u, &fields->number);
    return 1u;
}

/* Unpacks the header of a frame to the processor; returns its flits. */
static inline uint32_t harts_unpack_received(uint32_t (*flits)[1], harts_received_t *fields)
{
    harts_get(flits, 0u, 7u, &fields->source);
    harts_get(flits, 7u, 3u, &fields->k);
    harts_get(flits, 10u, 3u, &fields->in_direction);
    harts_get(flits, 13u, 8u, &fields->number);
    return 1u;
}

#endif
