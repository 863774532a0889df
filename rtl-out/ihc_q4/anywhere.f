// The folder of this file is the value of the variable TEECAST_IHC_Q4.
${TEECAST_IHC_Q4}/common/tee_lowest_set_bit.v
${TEECAST_IHC_Q4}/common/tee_round_robin_arbiter.v
${TEECAST_IHC_Q4}/ihc/ihc_due.v
${TEECAST_IHC_Q4}/ihc/ihc_relay.v
${TEECAST_IHC_Q4}/ihc/ihc_store.v
${TEECAST_IHC_Q4}/ihc/ihc_injector.v
${TEECAST_IHC_Q4}/ihc/ihc_delivery.v
${TEECAST_IHC_Q4}/ihc/ihc_event_queue.v
${TEECAST_IHC_Q4}/ihc/ihc_node.v
${TEECAST_IHC_Q4}/ihc/ihc_schedule.v
${TEECAST_IHC_Q4}/ihc/ihc_network.v
${TEECAST_IHC_Q4}/ihc_network_axis.v
${TEECAST_IHC_Q4}/ihc_node_axis.v
