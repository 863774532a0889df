//! A mesh of 2 x 2, whose routers are joined in rust-hdl. Node 0 sends; all nodes deliver.

use rust_hdl::prelude::*;

use crate::region::RegionRouter;

/// Four routers. Directions: 0 is +X, 1 is -X, 2 is +Y, 3 is -Y. A link keeps its direction of travel
/// at both ends, so a mask picks it.
#[derive(LogicBlock, Default)]
pub struct Mesh {
    pub clock: Signal<In, Clock>,
    pub reset_n: Signal<In, Bit>,
    pub send_data: Signal<In, Bits<8>>,
    pub send_valid: Signal<In, Bit>,
    pub send_last: Signal<In, Bit>,
    pub send_ready: Signal<Out, Bit>,
    pub data0: Signal<Out, Bits<8>>,
    pub valid0: Signal<Out, Bit>,
    pub last0: Signal<Out, Bit>,
    pub data1: Signal<Out, Bits<8>>,
    pub valid1: Signal<Out, Bit>,
    pub last1: Signal<Out, Bit>,
    pub data2: Signal<Out, Bits<8>>,
    pub valid2: Signal<Out, Bit>,
    pub last2: Signal<Out, Bit>,
    pub data3: Signal<Out, Bits<8>>,
    pub valid3: Signal<Out, Bit>,
    pub last3: Signal<Out, Bit>,
    node0: RegionRouter,
    node1: RegionRouter,
    node2: RegionRouter,
    node3: RegionRouter,
}

impl Logic for Mesh {
    #[hdl_gen]
    fn update(&mut self) {
        self.node0.clk_i.next = self.clock.val();
        self.node0.rst_ni.next = self.reset_n.val();
        self.node0.here_i.next = 0.into();
        self.node0.node_i.next = 0.into();
        self.node0.linked_i.next = 5.into();
        self.node0.s_axis_tdata.next = self.send_data.val();
        self.node0.s_axis_tvalid.next = self.send_valid.val();
        self.node0.s_axis_tlast.next = self.send_last.val();
        self.send_ready.next = self.node0.s_axis_tready.val();
        self.node0.s_link_valid_i.next =
            (self.node1.m_link_valid_o.val() & 0x2) | (self.node2.m_link_valid_o.val() & 0x8);
        self.node0.s_link_flit_i.next = (self.node1.m_link_flit_o.val() & bits::<40>(0xffc00u64))
            | (self.node2.m_link_flit_o.val() & bits::<40>(0xffc0000000u64));
        self.node0.m_link_ready_i.next =
            (self.node1.s_link_ready_o.val() & 0x1) | (self.node2.s_link_ready_o.val() & 0x4);
        self.node0.m_link_vacant_i.next =
            (self.node1.s_link_vacant_o.val() & 0x1) | (self.node2.s_link_vacant_o.val() & 0x4);
        self.node0.m_link_begins_i.next =
            (self.node1.s_link_begins_o.val() & 0x1) | (self.node2.s_link_begins_o.val() & 0x4);
        self.node0.m_axis_tready.next = true;
        self.data0.next = self.node0.m_axis_tdata.val();
        self.valid0.next = self.node0.m_axis_tvalid.val();
        self.last0.next = self.node0.m_axis_tlast.val();
        self.node1.clk_i.next = self.clock.val();
        self.node1.rst_ni.next = self.reset_n.val();
        self.node1.here_i.next = 1.into();
        self.node1.node_i.next = 1.into();
        self.node1.linked_i.next = 6.into();
        self.node1.s_axis_tdata.next = 0.into();
        self.node1.s_axis_tvalid.next = false;
        self.node1.s_axis_tlast.next = false;
        self.node1.s_link_valid_i.next =
            (self.node0.m_link_valid_o.val() & 0x1) | (self.node3.m_link_valid_o.val() & 0x8);
        self.node1.s_link_flit_i.next = (self.node0.m_link_flit_o.val() & bits::<40>(0x3ffu64))
            | (self.node3.m_link_flit_o.val() & bits::<40>(0xffc0000000u64));
        self.node1.m_link_ready_i.next =
            (self.node0.s_link_ready_o.val() & 0x2) | (self.node3.s_link_ready_o.val() & 0x4);
        self.node1.m_link_vacant_i.next =
            (self.node0.s_link_vacant_o.val() & 0x2) | (self.node3.s_link_vacant_o.val() & 0x4);
        self.node1.m_link_begins_i.next =
            (self.node0.s_link_begins_o.val() & 0x2) | (self.node3.s_link_begins_o.val() & 0x4);
        self.node1.m_axis_tready.next = true;
        self.data1.next = self.node1.m_axis_tdata.val();
        self.valid1.next = self.node1.m_axis_tvalid.val();
        self.last1.next = self.node1.m_axis_tlast.val();
        self.node2.clk_i.next = self.clock.val();
        self.node2.rst_ni.next = self.reset_n.val();
        self.node2.here_i.next = 2.into();
        self.node2.node_i.next = 2.into();
        self.node2.linked_i.next = 9.into();
        self.node2.s_axis_tdata.next = 0.into();
        self.node2.s_axis_tvalid.next = false;
        self.node2.s_axis_tlast.next = false;
        self.node2.s_link_valid_i.next =
            (self.node0.m_link_valid_o.val() & 0x4) | (self.node3.m_link_valid_o.val() & 0x2);
        self.node2.s_link_flit_i.next = (self.node0.m_link_flit_o.val()
            & bits::<40>(0x3ff00000u64))
            | (self.node3.m_link_flit_o.val() & bits::<40>(0xffc00u64));
        self.node2.m_link_ready_i.next =
            (self.node3.s_link_ready_o.val() & 0x1) | (self.node0.s_link_ready_o.val() & 0x8);
        self.node2.m_link_vacant_i.next =
            (self.node3.s_link_vacant_o.val() & 0x1) | (self.node0.s_link_vacant_o.val() & 0x8);
        self.node2.m_link_begins_i.next =
            (self.node3.s_link_begins_o.val() & 0x1) | (self.node0.s_link_begins_o.val() & 0x8);
        self.node2.m_axis_tready.next = true;
        self.data2.next = self.node2.m_axis_tdata.val();
        self.valid2.next = self.node2.m_axis_tvalid.val();
        self.last2.next = self.node2.m_axis_tlast.val();
        self.node3.clk_i.next = self.clock.val();
        self.node3.rst_ni.next = self.reset_n.val();
        self.node3.here_i.next = 3.into();
        self.node3.node_i.next = 3.into();
        self.node3.linked_i.next = 10.into();
        self.node3.s_axis_tdata.next = 0.into();
        self.node3.s_axis_tvalid.next = false;
        self.node3.s_axis_tlast.next = false;
        self.node3.s_link_valid_i.next =
            (self.node1.m_link_valid_o.val() & 0x4) | (self.node2.m_link_valid_o.val() & 0x1);
        self.node3.s_link_flit_i.next = (self.node1.m_link_flit_o.val()
            & bits::<40>(0x3ff00000u64))
            | (self.node2.m_link_flit_o.val() & bits::<40>(0x3ffu64));
        self.node3.m_link_ready_i.next =
            (self.node2.s_link_ready_o.val() & 0x2) | (self.node1.s_link_ready_o.val() & 0x8);
        self.node3.m_link_vacant_i.next =
            (self.node2.s_link_vacant_o.val() & 0x2) | (self.node1.s_link_vacant_o.val() & 0x8);
        self.node3.m_link_begins_i.next =
            (self.node2.s_link_begins_o.val() & 0x2) | (self.node1.s_link_begins_o.val() & 0x8);
        self.node3.m_axis_tready.next = true;
        self.data3.next = self.node3.m_axis_tdata.val();
        self.valid3.next = self.node3.m_axis_tvalid.val();
        self.last3.next = self.node3.m_axis_tlast.val();
    }
}
