// The folder of this file is the value of the variable TEECAST_RINGS_HYPERCUBE3_W4.
${TEECAST_RINGS_HYPERCUBE3_W4}/common/tee_lowest_set_bit.v
${TEECAST_RINGS_HYPERCUBE3_W4}/common/tee_round_robin_arbiter.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_memory.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_queue.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_inbox.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_update.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_member.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_delivery.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_event_queue.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_tables.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_node.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree/ring_tree_network.v
${TEECAST_RINGS_HYPERCUBE3_W4}/ring_tree_network_axis.v
