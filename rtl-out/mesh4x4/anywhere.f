// The folder of this file is the value of the variable TEECAST_MESH4X4.
${TEECAST_MESH4X4}/common/tee_lowest_set_bit.v
${TEECAST_MESH4X4}/common/tee_memory.v
${TEECAST_MESH4X4}/common/tee_queue.v
${TEECAST_MESH4X4}/region/region_route.v
${TEECAST_MESH4X4}/region/region_input.v
${TEECAST_MESH4X4}/region/region_corners.v
${TEECAST_MESH4X4}/region/region_injector.v
${TEECAST_MESH4X4}/region/region_turn.v
${TEECAST_MESH4X4}/region/region_output.v
${TEECAST_MESH4X4}/region/region_delivery.v
${TEECAST_MESH4X4}/region/region_router.v
${TEECAST_MESH4X4}/region/region_network.v
${TEECAST_MESH4X4}/region_network_axis.v
${TEECAST_MESH4X4}/region_router_axis.v
