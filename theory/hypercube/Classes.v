(** Faults and buffer classes: what a row may vote for, and why no destination is lost.

    The model is that of generator/model/src/hypercube/class.rs. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses Multicast Votes.
Import ListNotations.
Open Scope N_scope.

(** Fault vectors: bit [j] of [f u] says that the neighbour of [u] over [j] is faulty. *)
Definition fault_vector (n : nat) (faulty : addr -> bool) (u : addr) : N :=
  fold_right (fun j f => if faulty (across u j) then N.lor (2 ^ j) f else f) 0 (dims n).

Inductive classes := Unlimited | Limited (count unrestricted : nat).

(** The dimensions that lead to a destination, without the faulty ones. *)
Definition free (f : addr -> N) (p : place) (d : addr) : N :=
  N.ldiff (N.lxor d (node p)) (f (node p)).

(** The healthy descending dimensions or, where there are none, the healthy ascending ones. *)
Definition descending_first (f : addr -> N) (p : place) (d : addr) : N :=
  let relative := N.lxor d (node p) in
  let down := N.ldiff (N.land relative (node p)) (f (node p)) in
  if down =? 0 then N.ldiff (N.ldiff relative (node p)) (f (node p)) else down.

Definition class_vote (cl : classes) (f : addr -> N) (p : place) (d : addr) : N :=
  match cl with
  | Limited _ unrestricted =>
      if (unrestricted <=? class p)%nat then descending_first f p d else free f p d
  | Unlimited => free f p d
  end.

(** A descending hop after an ascending one takes the next class. *)
Definition class_hop (cl : classes) (p : place) (j : dim) : option nat :=
  match cl with
  | Unlimited => Some O
  | Limited count _ =>
      let c := (class p + Nat.b2n ((node p).[j] && ascended p))%nat in
      if (c <? count)%nat then Some c else None
  end.

(** The multicast rule of a router. *)
Definition multicast (cl : classes) (f : addr -> N) (choose : list N -> dim) : rule :=
  column_rule (class_vote cl f) choose (class_hop cl).

(** ** Votes lie on the way and branches are separated, whatever the faults. *)

Lemma free_bit f p d j :
  (free f p d).[j] = true <-> (node p).[j] <> d.[j] /\ (f (node p)).[j] = false.
Proof.
  unfold free. rewrite N.ldiff_spec, N.lxor_spec, andb_true_iff, negb_true_iff.
  destruct (d.[j]), ((node p).[j]); simpl; intuition congruence.
Qed.

Definition down_bits (f : addr -> N) (p : place) (d : addr) : N :=
  N.ldiff (N.land (N.lxor d (node p)) (node p)) (f (node p)).

Lemma down_bit f p d j :
  (down_bits f p d).[j] = true <->
  (node p).[j] = true /\ d.[j] = false /\ (f (node p)).[j] = false.
Proof.
  unfold down_bits. rewrite N.ldiff_spec, N.land_spec, N.lxor_spec, !andb_true_iff, negb_true_iff.
  destruct (d.[j]), ((node p).[j]); simpl; intuition congruence.
Qed.

Lemma up_bit f p d j :
  (N.ldiff (N.ldiff (N.lxor d (node p)) (node p)) (f (node p))).[j] = true <->
  (node p).[j] = false /\ d.[j] = true /\ (f (node p)).[j] = false.
Proof.
  rewrite !N.ldiff_spec, N.lxor_spec, !andb_true_iff, !negb_true_iff.
  destruct (d.[j]), ((node p).[j]); simpl; intuition congruence.
Qed.

Lemma zero_bits x : x = 0 <-> forall j, x.[j] = false.
Proof.
  split; [intros -> j; apply N.bits_0|]. intros H. apply N.bits_inj. intros j.
  now rewrite H, N.bits_0.
Qed.

(** A restricted row votes descending, or votes ascending and has no healthy descending way. *)
Lemma restricted_bit f p d j : (descending_first f p d).[j] = true <->
  (down_bits f p d).[j] = true \/
  (node p).[j] = false /\ d.[j] = true /\ (f (node p)).[j] = false /\
  (forall i, (down_bits f p d).[i] = false).
Proof.
  unfold descending_first. fold (down_bits f p d). destruct (N.eqb_spec (down_bits f p d) 0) as [Z|Z].
  - rewrite up_bit. rewrite zero_bits in Z. split; [tauto|].
    intros [H|H]; [now rewrite Z in H|tauto].
  - split; [tauto|]. intros [H|(_ & _ & _ & H)]; [easy|]. apply zero_bits in H. contradiction.
Qed.

Lemma restricted_on_the_way f p d j : (descending_first f p d).[j] = true ->
  (node p).[j] <> d.[j] /\ (f (node p)).[j] = false.
Proof. rewrite restricted_bit, down_bit. intuition congruence. Qed.

Lemma class_vote_on_the_way cl f p d j : (class_vote cl f p d).[j] = true ->
  (node p).[j] <> d.[j] /\ (f (node p)).[j] = false.
Proof.
  unfold class_vote. destruct cl as [|count r]; [apply free_bit|].
  destruct (r <=? class p)%nat; [apply restricted_on_the_way|apply free_bit].
Qed.

Theorem multicast_legal cl f choose : choice choose -> legal (multicast cl f choose).
Proof.
  intros C. apply column_rule_legal; [easy|]. intros p d j H.
  apply lxor_bit. now apply class_vote_on_the_way in H.
Qed.

Lemma agree u d j : (u.[j] <> d.[j] -> False) -> u.[j] = d.[j].
Proof. destruct (bool_dec u.[j] d.[j]); tauto. Qed.

Theorem multicast_separated cl f choose p l : choice choose ->
  pairwise (separated p) (divide (multicast cl f choose) p l).
Proof.
  intros C.
  assert (M := multicast_legal cl f choose C).
  unfold multicast, column_rule. simpl. unfold by_column.
  eapply pairwise_weaken; [|apply columns_apart].
  intros [i a] [j b] A B D. simpl in D.
  assert (NE_a := branch_not_empty _ M p l i a A). destruct NE_a as (x & X).
  assert (NE_b := branch_not_empty _ M p l j b B). destruct NE_b as (y & Y).
  assert (Va := fun d I => proj2 (branch_sound _ M p l i a A d I)).
  assert (Vb := fun d I => proj2 (branch_sound _ M p l j b B d I)). simpl in Va, Vb.
  unfold separated. simpl.
  assert (Hi := class_vote_on_the_way _ _ _ _ _ (Va x X)).
  assert (Hj := class_vote_on_the_way _ _ _ _ _ (Vb y Y)).
  assert (F : (forall d, class_vote cl f p d = free f p d) \/
              (forall d, class_vote cl f p d = descending_first f p d)).
  { unfold class_vote. destruct cl as [|c r]; [now left|].
    destruct (r <=? class p)%nat; [now right|now left]. }
  destruct F as [F|F].
  - left. intros d I. apply agree. intros N.
    specialize (D d I). rewrite F in D.
    assert ((free f p d).[i] = true) by (apply free_bit; tauto). congruence.
  - assert (R : forall d k, (class_vote cl f p d).[k] = true -> (descending_first f p d).[k] = true)
      by (intros d k; now rewrite F).
    assert (Ra := fun d I => R d i (Va d I)). assert (Rb := fun d I => R d j (Vb d I)).
    destruct ((node p).[i]) eqn:Pi.
    + (* the earlier branch descends *)
      left. intros d I. destruct (d.[i]) eqn:Di; [easy|exfalso].
      assert (Wd : (down_bits f p d).[i] = true) by (apply down_bit; tauto).
      specialize (D d I). rewrite F in D.
      assert ((descending_first f p d).[i] = true) by (apply restricted_bit; now left).
      congruence.
    + destruct ((node p).[j]) eqn:Pj.
      * (* only the later branch descends: the rows of the earlier one cannot *)
        right. intros d I. destruct (d.[j]) eqn:Dj; [easy|exfalso].
        specialize (Ra d I). apply restricted_bit in Ra. destruct Ra as [Q|(_ & _ & _ & Q)].
        -- apply down_bit in Q. destruct Q. congruence.
        -- assert ((down_bits f p d).[j] = true) by (apply down_bit; tauto).
           rewrite Q in H. discriminate.
      * (* both ascend *)
        left. intros d I. destruct (d.[i]) eqn:Di; [exfalso|easy].
        specialize (Rb d I). apply restricted_bit in Rb. destruct Rb as [Q|(_ & _ & _ & Q)].
        -- apply down_bit in Q. destruct Q. congruence.
        -- specialize (D d I). rewrite F in D.
           assert ((descending_first f p d).[i] = true); [|congruence].
           apply restricted_bit. right. tauto.
Qed.

(** A router that multicasts by these votes and classes, however it divides the voters. *)
Record multicaster (cl : classes) (f : addr -> N) (R : rule) : Prop := Multicaster {
  its_legal : legal R;
  its_vote : forall p d, vote R p d = class_vote cl f p d;
  its_hop : forall p j, hop R p j = class_hop cl p j
}.

Lemma multicast_multicaster cl f choose : choice choose -> multicaster cl f (multicast cl f choose).
Proof. intros C. constructor; [now apply multicast_legal|easy|easy]. Qed.

(** ** No destination is lost *)

Section Faults.
Variable n : nat.
Variable faulty : addr -> bool.
Notation Q u := (in_cube (N.of_nat n) u).
Notation f := (fault_vector n faulty).

Lemma fault_bit u j :
  (f u).[j] = true <-> j < N.of_nat n /\ faulty (across u j) = true.
Proof.
  unfold fault_vector. rewrite <- dims_in.
  induction (dims n) as [|i l IH]; simpl.
  - split; [easy|tauto].
  - destruct (faulty (across u i)) eqn:Fi.
    + rewrite N.lor_spec, N.pow2_bits_eqb, orb_true_iff, IH, N.eqb_eq. split.
      * intros [->|[H1 H2]]; auto.
      * intros [[H|H] H2]; auto.
    + rewrite IH. split; [tauto|]. intros [[->|H] H2]; [congruence|auto].
Qed.

(** The fault model: a fault-free node has at most one faulty neighbour (Lan 1988, 7.2). *)
Definition fault_model : Prop :=
  forall u, Q u -> faulty u = false -> forall i j,
  (f u).[i] = true -> (f u).[j] = true -> i = j.

Definition good (u : addr) : Prop := Q u /\ faulty u = false.

(** A good node has a healthy dimension towards every other good node. *)
Lemma healthy_way u d : fault_model -> good u -> good d -> u <> d ->
  exists j, u.[j] <> d.[j] /\ (f u).[j] = false.
Proof.
  intros M [Qu Fu] [Qd Fd] E. destruct (neq_bit u d E) as (j & J). apply lxor_bit in J.
  destruct ((f u).[j]) eqn:Fj; [|now exists j].
  assert (E' : across u j <> d).
  { intros <-. apply fault_bit in Fj. destruct Fj as [_ Fj]. congruence. }
  destruct (neq_bit _ _ E') as (i & I). apply lxor_bit in I.
  assert (i <> j).
  { intros ->. rewrite across_same in I. destruct (u.[j]), (d.[j]); simpl in *; congruence. }
  rewrite across_other in I by easy. exists i. split; [easy|].
  destruct ((f u).[i]) eqn:Fi; [|easy]. exfalso. apply H. exact (M u Qu Fu i j Fi Fj).
Qed.

Lemma vote_not_empty cl p d : fault_model -> good (node p) -> good d -> node p <> d ->
  class_vote cl f p d <> 0.
Proof.
  intros M U D E. destruct (healthy_way _ _ M U D E) as (j & J & Fj).
  assert (H1 : free f p d <> 0).
  { intros Z. rewrite zero_bits in Z. specialize (Z j).
    assert ((free f p d).[j] = true) by now apply free_bit. congruence. }
  assert (H2 : descending_first f p d <> 0).
  { intros Z. rewrite zero_bits in Z.
    assert (A : forall i, (down_bits f p d).[i] = false).
    { intros i. destruct ((down_bits f p d).[i]) eqn:W; [|easy].
      rewrite <- (Z i). symmetry. apply restricted_bit. now left. }
    assert (T : (descending_first f p d).[j] = true); [|rewrite Z in T; discriminate].
    apply restricted_bit. destruct ((node p).[j]) eqn:Pj.
    - left. apply down_bit. destruct (d.[j]); intuition.
    - right. destruct (d.[j]); intuition. }
  unfold class_vote. destruct cl as [|c r]; [easy|]. now destruct (r <=? class p)%nat.
Qed.

(** A dimension that a row still has to descend. *)
Definition descends (p : place) (d : addr) (i : dim) : Prop :=
  (node p).[i] = true /\ d.[i] = false.

Lemma descends_after p d j c i :
  (node p).[j] <> d.[j] -> descends (after p j c) d i -> i <> j /\ descends p d i.
Proof.
  unfold descends. simpl. intros J [U D]. assert (i <> j).
  { intros ->. rewrite across_same in U. rewrite D in J. destruct ((node p).[j]); simpl in *; congruence. }
  rewrite across_other in U by easy. auto.
Qed.

Lemma ascended_after p j c : ascended (after p j c) = negb (node p).[j].
Proof. unfold ascended, after. simpl. apply across_same. Qed.

(** Why the classes suffice. [spare] is the number of classes beyond the unrestricted ones less one:
    1 with fault tolerance, 0 without. In the first restricted class a message that has turned upwards
    has at most [spare] descents left; after that descent it has none. *)
Definition on_course (r : nat) (tolerant : bool) (p : place) (d : addr) : Prop :=
  (class p < r)%nat \/
  (class p = r /\
    (ascended p = true ->
      forall i, descends p d i -> tolerant = true /\ forall j, descends p d j -> i = j)) \/
  (tolerant = true /\ class p = S r /\ forall i, ~ descends p d i).

Lemma stays_on_course count r tolerant p d j :
  (r + Nat.b2n tolerant < count)%nat ->
  fault_model -> (tolerant = false -> forall u, faulty u = false) ->
  good (node p) -> good d -> on_course r tolerant p d ->
  (class_vote (Limited count r) f p d).[j] = true ->
  exists c, class_hop (Limited count r) p j = Some c /\
            good (node (after p j c)) /\ on_course r tolerant (after p j c) d.
Proof.
  intros Hc M T G Gd O V.
  assert (W := class_vote_on_the_way _ _ _ _ _ V). destruct W as [W Fj].
  assert (Lj : j < N.of_nat n).
  { destruct (N.lt_ge_cases j (N.of_nat n)) as [|B]; [easy|]. destruct G as [G _], Gd as [Gd _].
    exfalso. apply W. now rewrite (G j B), (Gd j B). }
  assert (G' : forall c, good (node (after p j c))).
  { intros c. simpl. destruct G as [G1 G2]. split; [now apply across_in_cube|].
    destruct (faulty (across (node p) j)) eqn:B; [|easy].
    assert ((f (node p)).[j] = true) by now apply fault_bit. congruence. }
  unfold class_hop. set (c := (class p + Nat.b2n ((node p).[j] && ascended p))%nat).
  assert (goal : (c < count)%nat /\ on_course r tolerant (after p j c) d).
  2:{ destruct goal as [B O']. exists c. apply Nat.ltb_lt in B. rewrite B. auto. }
  assert (Once : forall i, descends p d i ->
            (forall i, (down_bits f p d).[i] = false) -> tolerant = true /\ forall k, descends p d k -> i = k).
  { intros i [Pi Di] Z.
    assert (X : forall k, descends p d k -> (f (node p)).[k] = true).
    { intros k [Pk Dk]. destruct ((f (node p)).[k]) eqn:Fk; [easy|].
      assert (B : (down_bits f p d).[k] = true) by now apply down_bit. now rewrite Z in B. }
    split.
    - destruct tolerant; [easy|]. specialize (X i (conj Pi Di)). apply fault_bit in X.
      destruct X as [_ X]. now rewrite T in X.
    - intros k K. destruct G as [G1 G2]. apply (M _ G1 G2); apply X; [now split|easy]. }
  destruct O as [O|[[O1 O2]|(O0 & O1 & O2)]].
  - (* free *)
    unfold c. destruct ((node p).[j]) eqn:Pj; destruct (ascended p) eqn:A; simpl;
      (split; [lia|]); unfold on_course; rewrite ascended_after, Pj; simpl.
    + destruct (Nat.eq_dec (class p + 1) r); [right; left|left; lia]. split; [easy|discriminate].
    + left. lia.
    + left. lia.
    + left. lia.
  - (* the first restricted class *)
    assert (Rv : (descending_first f p d).[j] = true).
    { unfold class_vote in V. rewrite O1, Nat.leb_refl in V. exact V. }
    apply restricted_bit in Rv. unfold c, on_course. rewrite ascended_after.
    destruct ((node p).[j]) eqn:Pj; simpl.
    + destruct (ascended p) eqn:A; simpl.
      * assert (Dj : descends p d j) by (split; [easy|destruct (d.[j]); congruence]).
        destruct (O2 eq_refl j Dj) as [Tt One]. rewrite Tt in *. simpl in Hc. split; [lia|].
        right. right. split; [easy|]. split; [lia|]. intros i Di.
        apply descends_after in Di; [|congruence]. destruct Di as [Ne Di].
        apply Ne. symmetry. now apply One.
      * split; [lia|]. right. left. split; [lia|discriminate].
    + split; [lia|]. right. left. split; [lia|]. intros _ i Di.
      destruct Rv as [Rv|(_ & _ & _ & Z)]; [apply down_bit in Rv; destruct Rv; congruence|].
      apply descends_after in Di; [|congruence]. destruct Di as [Ne Di].
      destruct (Once i Di Z) as [Tt One]. split; [easy|]. intros k Dk.
      apply descends_after in Dk; [|congruence]. now apply One.
  - (* the last class *)
    unfold c. destruct ((node p).[j]) eqn:Pj.
    + exfalso. apply (O2 j). split; [easy|]. destruct (d.[j]); congruence.
    + rewrite O0 in Hc. simpl in *. split; [lia|]. right. right. split; [easy|]. simpl. split; [lia|].
      intros i Di. apply descends_after in Di; [|congruence]. now apply (O2 i).
Qed.

Section Lossless.
Variable cl : classes.
Variable tolerant : bool.
Variable R : rule.
Hypothesis Router : multicaster cl f R.
Hypothesis Model : fault_model.

(** Enough classes: C > R without fault tolerance, C > R + 1 with it; or no limit at all. *)
Definition enough : Prop :=
  match cl with Unlimited => True | Limited count r => (r + Nat.b2n tolerant < count)%nat end.
Definition course (p : place) (d : addr) : Prop :=
  match cl with Unlimited => True | Limited _ r => on_course r tolerant p d end.

Hypothesis Enough : enough.
Hypothesis Intolerant : tolerant = false -> forall u, faulty u = false.

Lemma follows p d j : good (node p) -> good d -> course p d ->
  (class_vote cl f p d).[j] = true ->
  exists c, class_hop cl p j = Some c /\ good (node (after p j c)) /\ course (after p j c) d.
Proof.
  intros G Gd C V. unfold course, enough in *. destruct cl as [|count r].
  - exists O. split; [easy|]. split; [|easy].
    assert (W := class_vote_on_the_way _ _ _ _ _ V). destruct W as [W Fj]. simpl.
    assert (Lj : j < N.of_nat n).
    { destruct (N.lt_ge_cases j (N.of_nat n)) as [|B]; [easy|]. destruct G as [G _], Gd as [Gd _].
      exfalso. apply W. now rewrite (G j B), (Gd j B). }
    destruct G as [G1 G2]. split; [now apply across_in_cube|].
    destruct (faulty (across (node p) j)) eqn:B; [|easy].
    assert ((f (node p)).[j] = true) by now apply fault_bit. congruence.
  - now apply stays_on_course.
Qed.

Theorem nothing_unroutable fuel : forall p l,
  good (node p) ->
  (forall d, In d l -> good d /\ course p d /\ (dist (node p) d <= fuel)%nat) ->
  forall d, ~ In d (unroutable (route R fuel p l)).
Proof.
  assert (Lg := its_legal _ _ _ Router).
  induction fuel as [|fuel IH]; intros p l G A d U.
  - simpl in U. rewrite app_nil_r in U. apply filter_In in U. destruct U as [I U].
    destruct (A d I) as (_ & _ & D). assert (node p = d) by (apply dist_zero; lia). subst.
    now rewrite N.eqb_refl in U.
  - assert (K : forall j rows e, In (j, rows) (divide R p l) -> In e rows ->
        In e l /\ exists c, class_hop cl p j = Some c /\ good (node (after p j c)) /\
        course (after p j c) e /\ dist (node p) e = S (dist (node (after p j c)) e)).
    { intros j rows e B I. destruct (branch_sound _ Lg _ _ _ _ B e I) as [Il V]. split; [easy|].
      assert (V' := V). rewrite (its_vote _ _ _ Router) in V'.
      destruct (A e Il) as (Ge & Ce & _). destruct (follows p e j G Ge Ce V') as (c & C & Gc & Cc).
      exists c. repeat (split; [easy|]). apply dist_across. now apply (vote_on_the_way _ Lg). }
    rewrite unroutable_step in U. apply in_app_iff in U. destruct U as [U|U];
      [apply in_app_iff in U; destruct U as [U|U]|].
    + apply filter_In in U. destruct U as [I U]. destruct (A d I) as (Gd & _ & _).
      apply andb_true_iff in U. destruct U as [U1 U2]. apply negb_true_iff, N.eqb_neq in U1.
      apply N.eqb_eq in U2. rewrite (its_vote _ _ _ Router) in U2.
      now apply (vote_not_empty cl p d Model G Gd (not_eq_sym U1)).
    + apply in_flat_map in U. destruct U as ([j rows] & B & U). unfold refused in U. simpl in U.
      rewrite (its_hop _ _ _ Router) in U. destruct (class_hop cl p j) eqn:H; [easy|].
      destruct (K j rows d B U) as (_ & c & C & _). congruence.
    + apply in_flat_map in U. destruct U as ([j rows] & B & U). apply in_sent in U. simpl in U.
      destruct U as (c & C & U). rewrite (its_hop _ _ _ Router) in C.
      refine (IH (after p j c) rows _ _ d U).
      * destruct (branch_not_empty _ Lg _ _ _ _ B) as (e & E).
        destruct (K j rows e B E) as (_ & c' & C' & Gc & _). assert (c = c') by congruence. now subst.
      * intros e E. destruct (K j rows e B E) as (Il & c' & C' & Gc & Cc & Dc).
        assert (c = c') by congruence. subst. destruct (A e Il) as (Ge & _ & De). repeat split; auto; try apply Ge. lia.
Qed.
End Lossless.

(** No copy ever enters a faulty node, whatever the faults. *)
Theorem faulty_nodes_avoided cl R fuel : multicaster cl f R -> forall s p l w t,
  Q (node p) -> faulty (node p) = false -> (forall d, In d l -> Q d) ->
  In (w, t) (visits s (route R fuel p l)) -> faulty w = false.
Proof.
  intros M. assert (Lg := its_legal _ _ _ M).
  induction fuel as [|fuel IH]; intros s p l w t Qp Fp Ql H.
  - simpl in H. destruct H as [H|[]]. now injection H as <- _.
  - rewrite visits_step in H. destruct H as [H|H]; [now injection H as <- _|].
    apply in_flat_map in H. destruct H as ([j rows] & B & H). apply in_sent in H. simpl in H.
    destruct H as (c & _ & H). destruct (branch_not_empty _ Lg _ _ _ _ B) as (e & E).
    destruct (branch_sound _ Lg _ _ _ _ B e E) as [I V]. rewrite (its_vote _ _ _ M) in V.
    assert (W := class_vote_on_the_way _ _ _ _ _ V). destruct W as [W Fj].
    assert (Lj : j < N.of_nat n).
    { destruct (N.lt_ge_cases j (N.of_nat n)) as [|X]; [easy|].
      exfalso. apply W. now rewrite (Qp j X), (Ql e I j X). }
    refine (IH _ (after p j c) rows w t _ _ _ H).
    + now apply across_in_cube.
    + simpl. destruct (faulty (across (node p) j)) eqn:X; [|easy].
      assert ((f (node p)).[j] = true) by now apply fault_bit. congruence.
    + intros d D. apply Ql. now apply (branch_sound _ Lg _ _ _ _ B d D).
Qed.
End Faults.
