//! What is to be proved of what joins the parts of a message handling unit, which are left open.

use askama::Template;

use super::super::Context;
use crate::emit::proof::{CLOCKED, Method, Seen, Statement, nets_of, seen};

#[derive(Template)]
#[template(path = "hypercube/proof/mhu_parts.v")]
struct Parts<'a> {
    c: &'a Context<'a>,
    seen: &'a [Seen],
}

/// States what joins the parts of a unit.
pub fn parts(c: &Context<'_>) -> Statement {
    let (n, m, w, slot, address) = (c.n, c.m, c.w, c.slot_bits, c.address_bits);
    let if_wide = |there: bool, width: u32| if there { width } else { 0 };
    let control = if_wide(c.ft, n);
    let turns = if_wide(!c.lan, n);
    let last = if_wide(c.has_list, c.position_bits);
    let flit_index = if_wide(c.counts_flits, c.flit_index_bits);
    let input = [
        ("local_address_i", n),
        ("from_processor_i", 1),
        ("s_axis_tdata", w),
        ("s_axis_tvalid", 1),
        ("s_axis_tready", 1),
        ("s_axis_tlast", 1),
        ("s_axis_tuser", 1),
        ("s_class_i", c.class_bits),
        ("used_i", c.slots),
        ("decision_ready_i", 1),
        ("first_o", 1),
        ("last_o", last),
        ("header_o", 1),
        ("drop_o", 1),
        ("complete_o", 1),
        ("slot_o", slot),
        ("count_o", n),
        ("multicast_o", 1),
        ("broadcast_o", 1),
        ("match_o", 1),
        ("neighbours_o", if_wide(c.checks_neighbours, n)),
        ("control_o", control),
        ("source_o", n),
        ("no_data_o", 1),
        ("bad_o", 1),
        ("take_o", 1),
        ("listed_o", c.lanes),
        ("flit_index_o", flit_index),
        ("write_o", 1),
        ("write_address_o", address),
        ("next_address_o", address),
        ("fill_address_o", address),
        ("write_data_o", w + 1),
        ("event_valid_o", 1),
        ("event_code_o", 2),
        ("event_ready_i", 1),
    ];
    let store = [
        ("local_address_i", n),
        ("faulty_i", if_wide(c.ft && !c.lan, n)),
        ("take_i", 1),
        ("flit_index_i", flit_index),
        ("lanes_i", c.lanes * n),
        ("listed_i", c.lanes),
        ("slot_i", slot),
        ("write_o", m),
        ("rows_o", m * n),
        ("read_slot_i", slot),
        ("read_row_i", m),
        ("read_field_o", n),
    ];
    let voter = [
        ("clear_i", 1),
        ("write_i", m),
        ("rows_i", m * n),
        ("start_i", 1),
        ("faulty_i", control),
        ("branch_valid_o", 1),
        ("branch_ready_i", 1),
        ("branch_dimension_o", n),
        ("branch_rows_o", m),
        ("done_o", 1),
        ("unroutable_o", m),
    ];
    let controller = [
        ("local_address_i", if_wide(!c.ft || c.checks_neighbours || c.nca, n)),
        ("faulty_i", control),
        ("ascending_i", u32::from(c.nca && !c.lan)),
        ("turns_i", turns),
        ("own_dimension_i", n),
        ("header_i", 1),
        ("slot_i", slot),
        ("single_i", 1),
        ("multicast_i", 1),
        ("broadcast_i", u32::from(c.checks_neighbours)),
        ("neighbours_i", if_wide(c.checks_neighbours, n)),
        ("control_i", control),
        ("source_i", n),
        ("ready_o", 1),
        ("forbidden_o", if_wide(!c.votes_forbidden, n)),
        ("branch_valid_i", 1),
        ("branch_dimension_i", n),
        ("branch_rows_i", if_wide(c.votes_forbidden, m)),
        ("done_i", 1),
        ("unroutable_i", m),
        ("votes_i", if_wide(c.nca, m * n)),
        ("branch_write_o", 1),
        ("finish_o", 1),
        ("branch_slot_o", slot),
        ("branch_dimension_o", n),
        ("branches_o", n),
        ("wanted_o", 1),
        ("report_o", 1),
        ("report_row_o", m),
        ("report_field_i", n),
        ("event_valid_o", 1),
        ("event_code_o", 4),
        ("event_source_o", n),
        ("event_address_o", n),
        ("event_ready_i", 1),
    ];
    let slots = [
        ("own_dimension_i", n),
        ("header_i", 1),
        ("drop_i", 1),
        ("complete_i", 1),
        ("slot_i", slot),
        ("match_i", 1),
        ("used_o", c.slots),
        ("complete_o", c.slot_codes),
        ("credit_o", c.classes),
        ("finish_i", 1),
        ("wanted_i", 1),
        ("decide_slot_i", slot),
        ("branches_i", n),
        ("waiting_o", c.slot_codes),
        ("want_slot_i", slot),
        ("want_o", n),
        ("asked_i", 1),
        ("granted_i", 1),
        ("asked_slot_i", slot),
        ("rest_i", n),
        ("end_i", 1),
        ("end_slot_i", slot),
        ("deliver_o", c.slot_codes),
        ("delivered_i", 1),
        ("delivered_slot_i", slot),
    ];
    let memory = [
        ("write_i", 1),
        ("write_address_i", address),
        ("write_data_i", w + 1),
        ("link_read_i", 1),
        ("link_address_i", address),
        ("link_data_o", w + 1),
        ("delivery_read_i", 1),
        ("delivery_clear_i", 1),
        ("delivery_address_i", address),
        ("delivery_data_o", w + 1),
    ];
    // What both ports learn of a frame, and ask the memory for.
    let port = [
        ("header_i", 1),
        ("complete_i", 1),
        ("slot_i", slot),
        ("source_i", n),
        ("no_data_i", 1),
        ("bad_i", 1),
        ("write_address_i", address),
        ("next_address_i", address),
        ("fill_address_i", address),
        ("complete_slots_i", c.slot_codes),
        ("read_o", 1),
        ("read_address_o", address),
        ("read_data_i", w + 1),
        ("data_o", w),
        ("last_o", 1),
        ("bad_o", 1),
    ];
    let output = [
        ("faulty_i", control),
        ("local_address_i", if_wide(c.ft && !c.lan, n)),
        ("turns_i", turns),
        ("first_i", u32::from(c.has_list)),
        ("multicast_i", u32::from(c.has_list)),
        ("last_i", last),
        ("broadcast_i", 1),
        ("control_i", control),
        ("branch_write_i", 1),
        ("branch_slot_i", slot),
        ("branch_dimension_i", n),
        ("branch_rows_i", m),
        ("branches_i", n),
        ("finish_i", 1),
        ("waiting_i", c.slot_codes),
        ("next_slot_o", slot),
        ("want_i", n),
        ("asked_o", 1),
        ("granted_o", 1),
        ("asked_slot_o", slot),
        ("rest_o", n),
        ("end_o", 1),
        ("end_slot_o", slot),
        ("copy_slot_o", slot),
        ("copy_row_o", m),
        ("copy_field_i", n),
        ("copy_wait_i", 1),
        ("idle_i", n),
        ("room_i", n * c.classes),
        ("request_o", n),
        ("class_o", n * c.class_bits),
        ("grant_i", n),
        ("ready_i", n),
        ("transfer_o", n),
        ("first_o", 1),
    ];
    let delivery = [
        ("deliver_i", c.slot_codes),
        ("delivered_o", 1),
        ("delivered_slot_o", slot),
        ("clear_o", 1),
        ("request_o", 1),
        ("grant_i", 1),
        ("ready_i", 1),
        ("transfer_o", 1),
    ];
    let mut parts = Vec::new();
    let mut part = |path: &str, name: &str, lists: &[&[(&str, u32)]]| {
        parts.extend(seen(path, name, lists));
    };
    let clock = &CLOCKED[..1];
    part("u_input", "input", &[&CLOCKED, &input]);
    part("u_store", "store", &[clock, &store]);
    part("u_voter", "voter", &[&CLOCKED, &voter]);
    part("u_controller", "controller", &[&CLOCKED, &controller]);
    part("u_slots", "slots", &[&CLOCKED, &slots]);
    part("u_data_buffer", "memory", &[clock, &memory]);
    part("u_output", "output", &[&CLOCKED, &port, &output]);
    part("u_delivery", "exit", &[&CLOCKED, &port, &delivery]);
    let text = Parts { c, seen: &parts }.render();
    let open = [
        "mhu_input",
        "mhu_store",
        "mhu_voter",
        "mhu_controller",
        "mhu_slots",
        "mhu_data_buffer",
        "mhu_output",
        "mhu_delivery",
    ];
    Statement {
        family: "hypercube",
        module: format!("{}mhu", c.p),
        property: "joins its parts, each of which learns what it makes use of",
        // The thesis's own rules leave it without a register.
        method: if c.lan { Method::Equivalence } else { Method::Induction },
        top: "proof_mhu_parts".to_string(),
        open: open.map(|it| format!("{}{it}", c.p)).into(),
        nets: nets_of(&parts),
        text: text.expect("templates write into a string") + "\n",
    }
}
