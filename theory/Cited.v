(** Every theorem that the documentation cites, and what all of them rest on: nothing. *)
From Teecast.hypercube Require Import Multicast Votes Classes Broadcast BroadcastForms Deadlock Theorems.
From Teecast.region Require Import Waits Theorems.
From Teecast.ihc Require Import Schedule Copies.
From Teecast.ring_tree Require Import Ring Forwarding.
From Teecast.harts Require Import Lattice Broadcast SimpleBroadcast TwoCopies ThreeCopies Computed.

Definition cited :=
  (multicast_sound, multicast_tree, multicast_exactly_once, default_classes_suffice, products_votes,
   by_score_choice, broadcast_reaches_all, negative_first_reaches_all, broadcast1_is_3, broadcast2_is_3,
   rank_rises, waits_acyclic, waits_well_founded, no_deadlock, multicast_covered, broadcast_covered,
   approach_shortest, corner_tree, spanning_tree,
   fixed_corner_covered, fixed_corner_no_deadlock, nearest_corner_covered, nearest_corner_no_deadlock,
   stages_contention_free, by_distance_contention_free, minimal_contention_free, minimal_stages,
   overlapped_contention_free, contention_is_exact, one_copy_a_cycle, copies_by_different_links,
   round_contention_free, link_faults,
   never_waits, visits_every_position, returns_after_k, every_node_and_ring_once, links_crossed,
   wrap_is_long, hexagon_unique, sbcast_once, two_disjoint_paths, three_disjoint_paths,
   disjoint_paths_up_to_6).
Print Assumptions cited.
