

      <{ c.prefix }>frame_player #(.W(W)) u_player (
        .clk_i(clk),
        .rst_ni(rst_n),
        .node_i(v[15:0]),
        .epoch_i(epoch),
        .may_start_i(1'b1),
        .next_tdata_o(next),
        .m_axis_tdata(s_axis_tdata[v*W+:W]),
        .m_axis_tvalid(s_axis_tvalid[v]),
        .m_axis_tready(s_axis_tready[v]),
        .m_axis_tlast(s_axis_tlast[v]),
        .start_o(start),
        .pending_o(pending[v]),
        .pausing_o(pausing[v])
      );
