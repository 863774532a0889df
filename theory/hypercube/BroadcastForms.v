(** BROADCAST.1 and BROADCAST.2 are BROADCAST.3 in other words: by weight, and by relative address. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes Broadcast.
Import ListNotations.
Open Scope N_scope.

(** The dimensions below [k]. *)
Notation up_to k := (N.ones k).

(** By weight: a message of weight k + 1 goes to all dimensions below k; the copy over j has weight j + 1. *)
Fixpoint by_weight (fuel : nat) (p : place) (k : N) : tree :=
  let deliver := match arrival p with Some _ => true | None => false end in
  match fuel with
  | O => Tree p [up_to k] deliver [] []
  | S fuel => Tree p [up_to k] deliver []
      (flat_map (fun j => [by_weight fuel (after p j O) j]) (members (up_to k)))
  end.

(** By relative address: all dimensions above the highest 1 of the address relative to the source. *)
Definition above (n : nat) (relative : N) : N := N.ldiff (up_to (N.of_nat n)) (up_to (N.size relative)).

Fixpoint by_relative_address (n : nat) (src : addr) (fuel : nat) (p : place) : tree :=
  let deliver := match arrival p with Some _ => true | None => false end in
  let sends := above n (N.lxor (node p) src) in
  match fuel with
  | O => Tree p [sends] deliver [] []
  | S fuel => Tree p [sends] deliver []
      (flat_map (fun j => [by_relative_address n src fuel (after p j O)]) (members sends))
  end.

Lemma up_to_bit k b : (up_to k).[b] = true <-> b < k.
Proof.
  destruct (N.lt_ge_cases b k) as [L|L].
  - rewrite N.ones_spec_low by easy. tauto.
  - rewrite N.ones_spec_high by easy. split; [easy|lia].
Qed.

Lemma bits_equal x y : (forall b, x.[b] = true <-> y.[b] = true) -> x = y.
Proof.
  intros H. apply N.bits_inj. intros b. specialize (H b).
  destruct (x.[b]), (y.[b]); intuition congruence.
Qed.

Lemma no_faults n u : fault_vector n (fun _ => false) u = 0.
Proof. unfold fault_vector. induction (dims n); simpl; auto. Qed.

Theorem broadcast1_is_3 n fuel : forall p k,
  by_weight fuel p k =
  broadcast (class_hop Unlimited) highest_first (fault_vector n (fun _ => false)) fuel p (up_to k).
Proof.
  induction fuel as [|fuel IH]; intros p k; [easy|]. cbn [by_weight broadcast class_hop].
  rewrite no_faults, N.ldiff_0_r. f_equal. apply flat_map_equal. intros j J.
  rewrite IH. repeat f_equal. apply members_in, up_to_bit in J. apply bits_equal. intros b.
  rewrite control_bit, !up_to_bit, N.bits_0. unfold highest_first. rewrite N.ltb_lt. intuition lia.
Qed.

Lemma above_bit n r b : (above n r).[b] = true <-> b < N.of_nat n /\ N.size r <= b.
Proof.
  unfold above. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, up_to_bit.
  split; intros [H1 H2]; split; try easy.
  - destruct (N.lt_ge_cases b (N.size r)) as [L|]; [|easy]. apply up_to_bit in L. congruence.
  - destruct ((up_to (N.size r)).[b]) eqn:E; [|easy]. apply up_to_bit in E. lia.
Qed.

(** Setting a bit above all others makes it the highest. *)
Lemma size_after r j : N.size r <= j -> N.size (N.lxor r (2 ^ j)) = N.succ j.
Proof.
  intros H.
  assert (B : (N.lxor r (2 ^ j)).[j] = true).
  { rewrite N.lxor_spec, N.pow2_bits_true. destruct (r.[j]) eqn:E; [|easy].
    apply size_bound in E. replace (N.of_nat (N.size_nat r)) with (N.size r) in E; [lia|].
    destruct r as [|p]; [easy|]. unfold N.size, N.size_nat. clear.
    induction p as [p IH|p IH|]; cbn [Pos.size Pos.size_nat]; [| |easy]; lia. }
  assert (Nz : N.lxor r (2 ^ j) <> 0) by (intros E; now rewrite E, N.bits_0 in B).
  rewrite N.size_log2 by easy. f_equal. apply N.log2_bits_unique; [easy|].
  intros m M. rewrite N.lxor_spec, N.pow2_bits_eqb. replace (j =? m) with false by (symmetry; apply N.eqb_neq; lia).
  rewrite xorb_false_r. destruct (N.eq_dec r 0) as [->|Z]; [apply N.bits_0|].
  apply N.bits_above_log2. rewrite N.size_log2 in H by easy. lia.
Qed.

Theorem broadcast2_is_3 n src fuel : forall p,
  by_relative_address n src fuel p =
  broadcast (class_hop Unlimited) lowest_first (fault_vector n (fun _ => false)) fuel p
            (above n (N.lxor (node p) src)).
Proof.
  induction fuel as [|fuel IH]; intros p; [easy|]. cbn [by_relative_address broadcast class_hop].
  rewrite no_faults, N.ldiff_0_r. f_equal. apply flat_map_equal. intros j J.
  rewrite IH. repeat f_equal. apply members_in, above_bit in J. destruct J as [J1 J2].
  apply bits_equal. intros b. rewrite control_bit, !above_bit, N.bits_0. cbn [after node]. unfold across, lowest_first.
  replace (N.lxor (N.lxor (node p) (2 ^ j)) src) with (N.lxor (N.lxor (node p) src) (2 ^ j)).
  2:{ now rewrite !N.lxor_assoc, (N.lxor_comm (2 ^ j)). }
  rewrite size_after by easy. rewrite N.ltb_lt. intuition lia.
Qed.
