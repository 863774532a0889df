(** Freedom from deadlock: a rank rises along every wait of one buffer for another.

    The rank is that of generator/model/src/hypercube/ranking.rs: class, then phase (descending before
    ascending), then height. It covers every hop that the class rule permits, so unicast, multicast
    and broadcast together, with any vote and any set of faulty nodes, for every n. *)
From Coq Require Import NArith ZArith Arith Lia List Bool Relations Wellfounded.
From Teecast.common Require Import Lists Ranks.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes Broadcast.
Import ListNotations.
Open Scope N_scope.

Section Deadlock.
Variable n count unrestricted : nat.
Notation Q u := (in_cube (N.of_nat n) u).
Notation hop := (class_hop (Limited count unrestricted)).

(** A buffer is a place: node, link by which one enters, class. The message in [held] may wait for
    [wanted]: the buffer that a permitted hop enters. *)
Definition waits (held wanted : place) : Prop :=
  Q (node held) /\
  exists j c, j < N.of_nat n /\ hop held j = Some c /\ wanted = after held j c.

Definition rank (p : place) : nat :=
  (class p * (2 * (n + 1)) +
   if ascended p then n + 1 + ones (node p) else n - ones (node p))%nat.

Definition bound : nat := (count * (2 * (n + 1)))%nat.

Lemma ones_across u j : ones (across u j) = if u.[j] then pred (ones u) else S (ones u).
Proof. apply ones_flip. Qed.

Theorem rank_rises held wanted : waits held wanted -> (rank held < rank wanted < bound)%nat.
Proof.
  intros (Qh & j & c & J & H & ->). unfold class_hop in H.
  destruct (Nat.ltb_spec (class held + Nat.b2n ((node held).[j] && ascended held)) count) as [B|];
    [|discriminate].
  injection H as <-.
  assert (Qw : Q (across (node held) j)) by now apply across_in_cube.
  apply ones_bound in Qh, Qw. rewrite ones_across in Qw.
  unfold rank, bound. rewrite ascended_after. simpl. rewrite ones_across.
  destruct ((node held).[j]) eqn:U.
  - assert (P := ones_pos_pos _ _ U). destruct (ascended held); simpl in *; nia.
  - destruct (ascended held); simpl in *; nia.
Qed.

(** No buffer waits for itself, over any number of others. *)
Theorem waits_acyclic p : ~ clos_trans _ waits p p.
Proof.
  assert (M : forall a b, clos_trans _ waits a b -> (rank a < rank b)%nat).
  { intros a b H. induction H as [a b H|a b c _ H1 _ H2]; [|lia]. now apply rank_rises in H. }
  intros H. apply M in H. lia.
Qed.

(** The relation is well-founded: what holds of a buffer as soon as it holds of all buffers that it
    may wait for holds of all buffers. *)
Theorem waits_well_founded : well_founded (fun wanted held => waits held wanted).
Proof.
  apply (wf_incl _ _ (fun a b => bound - rank a < bound - rank b)%nat).
  - intros a b H. apply rank_rises in H. lia.
  - apply (well_founded_ltof _ (fun p => bound - rank p)%nat).
Qed.

(** Some message finds all buffers that it wants free; so it moves, whatever the others do. *)
Theorem no_deadlock : deadlock_free waits.
Proof.
  apply (ranked_deadlock_free (fun p => [Z.of_nat (rank p)])). intros a b H. apply rank_rises in H.
  simpl. rewrite orb_true_iff, Z.ltb_lt. left. lia.
Qed.
End Deadlock.

(** What messages wait for is covered: every copy of every multicast and of every broadcast. *)
Section Covered.
Variable n count unrestricted : nat.
Notation Q u := (in_cube (N.of_nat n) u).
Notation classes := (Limited count unrestricted).

Theorem multicast_covered f choose p l j rows c : choice choose ->
  Q (node p) -> (forall d, In d l -> Q d) ->
  In (j, rows) (divide (multicast classes f choose) p l) -> class_hop classes p j = Some c ->
  waits n count unrestricted p (after p j c).
Proof.
  intros C Qp Ql B H. split; [easy|]. exists j, c. split; [|easy].
  assert (Lg := multicast_legal classes f choose C).
  destruct (branch_not_empty _ Lg _ _ _ _ B) as (d & D).
  destruct (branch_sound _ Lg _ _ _ _ B d D) as [I V].
  apply (vote_on_the_way _ Lg), lxor_bit in V.
  destruct (N.lt_ge_cases j (N.of_nat n)) as [|X]; [easy|]. exfalso. apply V.
  now rewrite (Qp j X), (Ql d I j X).
Qed.

Theorem broadcast_covered f p control j c : Q (node p) -> Q control ->
  In j (members (N.ldiff control (f (node p)))) -> class_hop classes p j = Some c ->
  waits n count unrestricted p (after p j c).
Proof.
  intros Qp Qc J H. split; [easy|]. exists j, c. split; [|easy].
  apply members_in in J. rewrite N.ldiff_spec in J. apply andb_true_iff in J. destruct J as [J _].
  destruct (N.lt_ge_cases j (N.of_nat n)) as [|X]; [easy|]. now rewrite (Qc j X) in J.
Qed.
End Covered.
