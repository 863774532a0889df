(** The algorithms of the theorems as OCaml programs, one a family, to be compared with the golden model.
    Numbers become integers of the machine: those of the comparison are small. *)
From Coq Require Import NArith ZArith List Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes NearestAncestor Broadcast Theorems.
From Teecast.region Require Import Tree Theorems.
From Teecast.ihc Require Import Schedule Copies.
From Teecast.ring_tree Require Import Forwarding.
From Teecast.harts Require Broadcast.
Import ListNotations.

(** The copies [k] hops from the source, in the order in which they are decided. *)
Fixpoint level (k : nat) (t : Multicast.tree) : list Multicast.tree :=
  match k with
  | O => [t]
  | S k => match t with Multicast.Tree _ _ _ _ below => flat_map (level k) below end
  end.

Extraction Language OCaml.
Extraction "hypercube.ml" send multicast greedy look2 nca_multicast class_hop fault_vector hypercube.Broadcast.broadcast
  lowest_first highest_first negative_first everything source level.
Extraction "region.ml" approach spread away nearest class_at_corner step.
Extraction "ihc.ml" staged by_distance minimal overlapped listed_cycles ihc.Copies.copy.
Extraction "ring_tree.ml" forward.
Extraction "harts.ml" harts.Broadcast.broadcast harts.Broadcast.node_at.
