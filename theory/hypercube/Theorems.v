(** The theorems about multicast in the hypercube, for every n. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes NearestAncestor.
Import ListNotations.
Open Scope N_scope.

(** A message of node [u] to the list [l] in Q_n. *)
Definition send (n : nat) (R : rule) (u : addr) (l : list addr) : tree := route R n (source u) l.

Section Hypercube.
Variable n : nat.
Notation Q u := (in_cube (N.of_nat n) u).

(** *** Any list, any vote, any classes, any faults: each destination is delivered once or reported,
    not both; nobody else gets the message; every copy is on a shortest path; no faulty node is entered. *)
Theorem multicast_sound cl R faulty u l :
  multicaster cl (fault_vector n faulty) R ->
  Q u -> faulty u = false -> (forall d, In d l -> Q d) ->
  let t := send n R u l in
  let delivered := map fst (deliveries 0 t) in
  NoDup delivered /\
  (forall d, In d l <-> In d delivered \/ In d (unroutable t)) /\
  (forall d, In d (unroutable t) -> ~ In d delivered) /\
  (forall w s, In (w, s) (visits 0 t) -> s = dist u w) /\
  (forall w s, In (w, s) (visits 0 t) -> faulty w = false).
Proof.
  intros M Qu Fu Ql t delivered. assert (L := its_legal _ _ _ M).
  unfold delivered, t, send. split; [|split; [|split; [|split]]].
  - now apply at_most_once.
  - intros d. split.
    + intros D. apply delivered_or_reported; [easy|easy|]. apply dist_bound; auto.
    + intros [D|D]; [now apply listed_if_delivered in D|now apply reported_listed in D].
  - intros d. now apply not_both.
  - intros w s H. now apply shortest_path in H.
  - intros w s H. exact (faulty_nodes_avoided n faulty cl R n M 0 (source u) l w s Qu Fu Ql H).
Qed.

(** *** Votes that take column after column (greedy, look2, pcube, any score): the copies form a tree. *)
Theorem multicast_tree cl choose faulty u l : choice choose ->
  NoDup (map fst (visits 0 (send n (multicast cl (fault_vector n faulty) choose) u l))).
Proof.
  intros C. apply is_tree; [now apply multicast_legal|]. intros p m. now apply multicast_separated.
Qed.

(** *** With classes enough, or without a limit, nothing is reported: each destination exactly once.
    With fault tolerance C >= R + 2 classes are enough if every fault-free node has at most one faulty
    neighbour; without it C >= R + 1. *)
Definition classes_suffice (cl : classes) (tolerant : bool) : Prop :=
  match cl with Unlimited => True | Limited count r => (r + Nat.b2n tolerant < count)%nat end.

Theorem multicast_exactly_once cl tolerant R faulty u l :
  multicaster cl (fault_vector n faulty) R -> classes_suffice cl tolerant ->
  (tolerant = false -> forall v, faulty v = false) -> fault_model n faulty ->
  good n faulty u -> (forall d, In d l -> good n faulty d) ->
  let t := send n R u l in
  unroutable t = [] /\
  NoDup (map fst (deliveries 0 t)) /\
  (forall d, In d (map fst (deliveries 0 t)) <-> In d l) /\
  (forall d s, In (d, s) (deliveries 0 t) -> s = dist u d).
Proof.
  intros Rt E T M G Gl t. assert (L := its_legal _ _ _ Rt).
  assert (N : forall d, ~ In d (unroutable t)).
  { apply (nothing_unroutable n faulty cl tolerant R Rt M E T); [easy|].
    intros d D. split; [auto|]. split.
    - unfold course, on_course. destruct cl as [|count r]; [easy|]. simpl.
      destruct r; [right; left|left; lia]. split; [easy|discriminate].
    - apply dist_bound; [apply G|now apply Gl]. }
  split; [|split; [|split]].
  - destruct (unroutable t) as [|d m]; [easy|]. destruct (N d). now left.
  - now apply at_most_once.
  - intros d. split.
    + intros D. now apply listed_if_delivered in D.
    + intros D. destruct (delivered_or_reported _ L n 0 (source u) l d D) as [|X]; [|easy|].
      * apply dist_bound; [apply G|now apply Gl].
      * now destruct (N d).
  - intros d s H. apply deliveries_visits in H. now apply shortest_path in H.
Qed.

(** The default routers: C = 2 without and C = 3 with fault tolerance, R = 1; and pcube, R = 0. *)
Corollary default_classes_suffice :
  classes_suffice (Limited 2 1) false /\ classes_suffice (Limited 3 1) true /\
  classes_suffice (Limited 1 0) false /\ classes_suffice (Limited 2 0) true.
Proof. simpl. lia. Qed.

(** The product's votes are multicasters: all theorems hold for them. *)
Corollary products_votes cl f :
  multicaster cl f (multicast cl f greedy) /\ multicaster cl f (multicast cl f look2) /\
  multicaster cl f (nca_multicast n cl f).
Proof.
  split; [|split; [|apply nca_multicaster]]; apply multicast_multicaster, by_score_choice.
Qed.
End Hypercube.
