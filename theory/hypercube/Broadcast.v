(** Broadcast by control vectors: every node exactly once, on shortest paths, past faulty nodes.

    The model is that of generator/model/src/hypercube/broadcast.rs. The order in which a node takes the
    dimensions may be any total order, another one at every node. *)
From Coq Require Import NArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
From Teecast.hypercube Require Import Addresses Multicast Votes Classes.
Import ListNotations.
Open Scope N_scope.

(** [later u b j]: at node [u] dimension [b] comes after dimension [j]. *)
Definition order := addr -> dim -> dim -> bool.

Record total (later : order) : Prop := Total {
  one_way : forall u a b, a <> b -> later u a b = negb (later u b a);
  transitive : forall u a b c, later u a b = true -> later u b c = true -> later u a c = true
}.

Definition lowest_first : order := fun _ b j => j <? b.
Definition highest_first : order := fun _ b j => b <? j.
Definition negative_first : order := fun u b j =>
  (negb u.[b] && u.[j]) || (Bool.eqb u.[b] u.[j] && (j <? b)).

(** The set of the dimensions in a list that pass a test. *)
Definition collect (keep : dim -> bool) (l : list dim) : N :=
  fold_right (fun b k => if keep b then N.lor (2 ^ b) k else k) 0 l.

(** What the copy over [j] may still take: the dimensions after [j], and the faulty ones. *)
Definition control_of_branch (later : order) (u : addr) (f control : N) (j : dim) : N :=
  collect (fun b => negb (b =? j) && (later u b j || f.[b])) (members control).

Fixpoint broadcast (hop : place -> dim -> option nat) (later : order) (f : addr -> N)
                   (fuel : nat) (p : place) (control : N) : tree :=
  let deliver := match arrival p with Some _ => true | None => false end in
  match fuel with
  | O => Tree p [control] deliver [] []
  | S fuel =>
      let copy j :=
        match hop p j with
        | Some c => [broadcast hop later f fuel (after p j c)
                       (control_of_branch later (node p) (f (node p)) control j)]
        | None => []
        end in
      Tree p [control] deliver [] (flat_map copy (members (N.ldiff control (f (node p)))))
  end.

Lemma collect_bit keep l b : (collect keep l).[b] = true <-> In b l /\ keep b = true.
Proof.
  induction l as [|i l IH]; simpl; [split; [easy|tauto]|].
  destruct (keep i) eqn:K.
  - rewrite N.lor_spec, N.pow2_bits_eqb, orb_true_iff, IH, N.eqb_eq. split.
    + intros [->|[H1 H2]]; auto.
    + intros [[H|H] H2]; auto.
  - rewrite IH. split; [tauto|]. intros [[->|H] H2]; [congruence|auto].
Qed.

Lemma control_bit later u f c j b : (control_of_branch later u f c j).[b] = true <->
  c.[b] = true /\ b <> j /\ (later u b j = true \/ f.[b] = true).
Proof.
  unfold control_of_branch. rewrite collect_bit, members_in, andb_true_iff, orb_true_iff,
    negb_true_iff, N.eqb_neq. tauto.
Qed.

Lemma ones_subset k : forall x y, in_cube (N.of_nat k) y ->
  (forall b, x.[b] = true -> y.[b] = true) -> (ones x <= ones y)%nat.
Proof.
  induction k as [|k IH]; intros x y Y S.
  - replace x with 0; [simpl; lia|]. symmetry. apply zero_bits. intros b.
    destruct (x.[b]) eqn:B; [|easy]. rewrite <- (Y b) by lia. symmetry. now apply S.
  - rewrite (ones_div2 x), (ones_div2 y).
    assert (ones (N.div2 x) <= ones (N.div2 y))%nat.
    { apply IH.
      - intros b B. rewrite N.div2_spec, N.shiftr_spec by lia. apply Y. lia.
      - intros b. rewrite !N.div2_spec, !N.shiftr_spec by lia. apply S. }
    assert (Nat.b2n (N.odd x) <= Nat.b2n (N.odd y))%nat; [|lia].
    rewrite <- !N.bit0_odd. specialize (S 0). destruct (x.[0]), (y.[0]); simpl; lia.
Qed.

Lemma some_cube x : in_cube (N.of_nat (N.size_nat x)) x.
Proof.
  intros j J. destruct (x.[j]) eqn:B; [|easy]. apply size_bound in B. lia.
Qed.

Lemma control_shorter later u f c j : c.[j] = true ->
  (ones (control_of_branch later u f c j) < ones c)%nat.
Proof.
  intros J. assert (P := ones_pos_pos _ _ J).
  assert (B : (ones (control_of_branch later u f c j) <= ones (N.lxor c (2 ^ j)))%nat).
  { apply (ones_subset (N.size_nat c)).
    - intros b Hb. rewrite N.lxor_spec, N.pow2_bits_eqb.
      assert (C := some_cube c b Hb). rewrite C. destruct (N.eqb_spec j b); [congruence|easy].
    - intros b Hb. apply control_bit in Hb. destruct Hb as (Hc & N & _).
      rewrite N.lxor_spec, N.pow2_bits_eqb, Hc. apply not_eq_sym, N.eqb_neq in N. now rewrite N. }
  rewrite ones_flip, J in B. lia.
Qed.

(** A list has an element that all others come after. *)
Lemma first_exists later u l : total later -> l <> [] ->
  exists j, In j l /\ forall i, In i l -> i = j \/ later u i j = true.
Proof.
  intros T. induction l as [|a l IH]; [easy|]. intros _. destruct l as [|b l].
  - exists a. split; [now left|]. intros i [->|[]]. now left.
  - destruct IH as (j & J & H); [easy|]. destruct (N.eq_dec a j) as [->|E].
    + exists j. split; [now left|]. intros i [->|I]; auto.
    + destruct (later u a j) eqn:A.
      * exists j. split; [now right|]. intros i [->|I]; auto.
      * exists a. split; [now left|]. intros i [->|I]; [now left|]. right.
        assert (A' : later u j a = true) by (rewrite (one_way _ T) by auto; now rewrite A).
        destruct (H i I) as [->|H']; [easy|]. exact (transitive _ T _ _ _ _ H' A').
Qed.

(** The nodes that a copy with control vector [c] at [u] stands for. *)
Definition covers (u : addr) (c : N) (w : addr) : Prop := forall i, u.[i] <> w.[i] -> c.[i] = true.

Section Broadcast.
Variable n : nat.
Variable faulty : addr -> bool.
Notation f := (fault_vector n faulty).
Notation Q u := (in_cube (N.of_nat n) u).
Notation good u := (good n faulty u).
Variable later : order.
Variable hop : place -> dim -> option nat.
Hypothesis Order : total later.
Notation bcast := (broadcast hop later f).
Notation part p c j := (control_of_branch later (node p) (f (node p)) c j).

Definition copy (fuel : nat) (p : place) (c : N) (j : dim) : list tree :=
  match hop p j with
  | Some k => [bcast fuel (after p j k) (part p c j)]
  | None => []
  end.

Lemma broadcast_step s fuel p c :
  visits s (bcast (S fuel) p c) =
  (node p, s) :: flat_map (fun j => flat_map (visits (S s)) (copy fuel p c j))
                          (members (N.ldiff c (f (node p)))).
Proof. simpl. f_equal. apply flat_map_flat_map. Qed.

Lemma in_copy {A} (g : tree -> list A) fuel p c j x :
  In x (flat_map g (copy fuel p c j)) <->
  exists k, hop p j = Some k /\ In x (g (bcast fuel (after p j k) (part p c j))).
Proof.
  unfold copy. destruct (hop p j) as [k|]; simpl.
  - rewrite app_nil_r. split; [eauto|]. intros (k' & E & H). congruence.
  - split; [easy|]. intros (k' & E & _). discriminate.
Qed.

Lemma healthy_member c u j :
  In j (members (N.ldiff c (f u))) <-> c.[j] = true /\ (f u).[j] = false.
Proof. now rewrite members_in, N.ldiff_spec, andb_true_iff, negb_true_iff. Qed.

(** A copy stays in its part. *)
Lemma visited_covered fuel : forall s p c w t,
  In (w, t) (visits s (bcast fuel p c)) -> covers (node p) c w.
Proof.
  induction fuel as [|fuel IH]; intros s p c w t H.
  - simpl in H. destruct H as [H|[]]. injection H as <- _. now intros i I.
  - rewrite broadcast_step in H. destruct H as [H|H]; [injection H as <- _; now intros i I|].
    apply in_flat_map in H. destruct H as (j & J & H). apply healthy_member in J.
    apply in_copy in H. destruct H as (k & _ & H). apply IH in H. simpl in H. intros i I.
    destruct (N.eq_dec i j) as [->|E]; [easy|].
    specialize (H i). rewrite across_other in H by easy. apply H in I.
    now apply control_bit in I.
Qed.

Lemma part_flipped fuel s p c j k w t :
  In (w, t) (visits s (bcast fuel (after p j k) (part p c j))) -> (node p).[j] <> w.[j].
Proof.
  intros H E. apply visited_covered in H. simpl in H. specialize (H j).
  rewrite across_same, E in H. assert (B : (part p c j).[j] = true).
  { apply H. destruct (w.[j]); discriminate. }
  apply control_bit in B. destruct B as (_ & B & _). now apply B.
Qed.

Theorem broadcast_shortest fuel : forall s p c w t,
  In (w, t) (visits s (bcast fuel p c)) -> t = (s + dist (node p) w)%nat.
Proof.
  induction fuel as [|fuel IH]; intros s p c w t H.
  - simpl in H. destruct H as [H|[]]. injection H as <- <-. rewrite dist_refl. lia.
  - rewrite broadcast_step in H. destruct H as [H|H].
    + injection H as <- <-. rewrite dist_refl. lia.
    + apply in_flat_map in H. destruct H as (j & _ & H). apply in_copy in H.
      destruct H as (k & _ & H). assert (F := part_flipped _ _ _ _ _ _ _ _ H).
      apply IH in H. simpl in H. rewrite (dist_across (node p) w j); [lia|]. now apply lxor_bit.
Qed.

Theorem broadcast_once fuel : forall s p c, NoDup (map fst (visits s (bcast fuel p c))).
Proof.
  induction fuel as [|fuel IH]; intros s p c.
  - simpl. repeat constructor. simpl. tauto.
  - rewrite broadcast_step. simpl. rewrite map_flat_map. constructor.
    + intros H. apply in_flat_map in H. destruct H as (j & _ & H).
      apply in_map_iff in H. destruct H as ([w t] & E & H). simpl in E. subst.
      apply in_copy in H. destruct H as (k & _ & H). now apply part_flipped in H.
    + apply nodup_flat_map.
      * intros j _. unfold copy. destruct (hop p j); simpl; [|constructor].
        rewrite app_nil_r. apply IH.
      * assert (P : pairwise (fun a b => a <> b) (members (N.ldiff c (f (node p))))).
        { apply nodup_pairwise, NoDup_filter, dims_nodup. }
        eapply pairwise_weaken; [|exact P]. clear P.
        intros i j Hi Hj N w A B. apply healthy_member in Hi, Hj. apply in_map_iff in A, B.
        destruct A as ([w1 t1] & E1 & A), B as ([w2 t2] & E2 & B). simpl in *. subst.
        apply in_copy in A, B. destruct A as (k1 & _ & A), B as (k2 & _ & B).
        assert (Fi := part_flipped _ _ _ _ _ _ _ _ A). assert (Fj := part_flipped _ _ _ _ _ _ _ _ B).
        apply visited_covered in A, B. simpl in A, B.
        specialize (A j). specialize (B i). rewrite across_other in A, B by auto.
        apply A in Fj. apply B in Fi. apply control_bit in Fi, Fj.
        destruct Fi as (_ & _ & [Fi|Fi]); [|destruct Hi; congruence].
        destruct Fj as (_ & _ & [Fj|Fj]); [|destruct Hj; congruence].
        rewrite (one_way _ Order) in Fi by auto. rewrite Fj in Fi. discriminate.
Qed.

(** No hop is refused along the way: what a class rule has to promise. *)
Variable fits : place -> N -> Prop.
Hypothesis Fits : forall p c j, good (node p) -> fits p c -> c.[j] = true -> (f (node p)).[j] = false ->
  exists k, hop p j = Some k /\ fits (after p j k) (part p c j).
Hypothesis Model : fault_model n faulty.

Theorem broadcast_complete fuel : forall s p c w,
  good (node p) -> good w -> fits p c -> Q c -> (ones c <= fuel)%nat ->
  covers (node p) c w -> In w (map fst (visits s (bcast fuel p c))).
Proof.
  induction fuel as [|fuel IH]; intros s p c w Gp Gw F Qc B C.
  - simpl. left. assert (c = 0) by (apply ones_zero; lia). subst.
    apply N.bits_inj. intros i. apply agree. intros E. apply C in E. now rewrite N.bits_0 in E.
  - rewrite broadcast_step. simpl. destruct (N.eq_dec (node p) w) as [E|E]; [now left|right].
    destruct (healthy_way n faulty (node p) w Model Gp Gw E) as (j0 & J0 & F0).
    set (ways := N.ldiff (N.lxor (node p) w) (f (node p))).
    assert (W : forall i, In i (members ways) <-> (node p).[i] <> w.[i] /\ (f (node p)).[i] = false).
    { intros i. unfold ways. now rewrite healthy_member, lxor_bit. }
    destruct (first_exists later (node p) (members ways) Order) as (j & J & First).
    { intros Z. assert (I : In j0 (members ways)) by (apply W; auto). now rewrite Z in I. }
    apply W in J. destruct J as [J Fj]. assert (Cj := C j J).
    destruct (Fits p c j Gp F Cj Fj) as (k & K & F').
    rewrite map_flat_map. apply in_flat_map. exists j.
    split; [now apply healthy_member|]. apply in_map_iff.
    assert (Lj : j < N.of_nat n).
    { destruct (N.lt_ge_cases j (N.of_nat n)) as [|X]; [easy|]. now rewrite (Qc j X) in Cj. }
    assert (I : In w (map fst (visits (S s) (bcast fuel (after p j k) (part p c j))))).
    { apply IH.
      - simpl. destruct Gp as [G1 G2]. split; [now apply across_in_cube|].
        destruct (faulty (across (node p) j)) eqn:X; [|easy].
        assert ((f (node p)).[j] = true) by now apply fault_bit. congruence.
      - easy.
      - easy.
      - intros b Hb. destruct ((part p c j).[b]) eqn:X; [|easy]. apply control_bit in X.
        destruct X as [X _]. now rewrite (Qc b Hb) in X.
      - assert (Sh := control_shorter later (node p) (f (node p)) c j Cj). lia.
      - intros i I. simpl in I. destruct (N.eq_dec i j) as [->|Ne].
        + rewrite across_same in I. destruct ((node p).[j]), (w.[j]); simpl in *; congruence.
        + rewrite across_other in I by easy. apply control_bit. split; [now apply C|].
          split; [easy|]. destruct ((f (node p)).[i]) eqn:Fi; [now right|left].
          destruct (First i) as [|]; [now apply W|easy|easy]. }
    apply in_map_iff in I. destruct I as (x & X & I). exists x. split; [easy|].
    apply in_copy. exists k. auto.
Qed.
End Broadcast.

(** ** The orders are total. *)
Lemma lowest_first_total : total lowest_first.
Proof.
  constructor; unfold lowest_first; intros u a b.
  - intros E. destruct (N.ltb_spec b a), (N.ltb_spec a b); simpl; try easy; lia.
  - intros c. rewrite !N.ltb_lt. lia.
Qed.

Lemma highest_first_total : total highest_first.
Proof.
  constructor; unfold highest_first; intros u a b.
  - intros E. destruct (N.ltb_spec b a), (N.ltb_spec a b); simpl; try easy; lia.
  - intros c. rewrite !N.ltb_lt. lia.
Qed.

Lemma negative_first_total : total negative_first.
Proof.
  constructor; unfold negative_first; intros u a b.
  - intros E. destruct (u.[a]), (u.[b]); simpl; try easy;
      destruct (N.ltb_spec b a), (N.ltb_spec a b); simpl; try easy; lia.
  - intros c. destruct (u.[a]), (u.[b]), (u.[c]); simpl; try easy; rewrite ?N.ltb_lt; lia.
Qed.

(** ** Every node exactly once *)

Section Everywhere.
Variable n : nat.
Variable faulty : addr -> bool.
Notation f := (fault_vector n faulty).

Definition everything : N := N.ones (N.of_nat n).

Lemma everything_bit b : everything.[b] = true <-> b < N.of_nat n.
Proof.
  unfold everything. destruct (N.lt_ge_cases b (N.of_nat n)) as [L|L].
  - rewrite N.ones_spec_low by easy. tauto.
  - rewrite N.ones_spec_high by easy. split; [easy|lia].
Qed.

Lemma everything_in_cube : in_cube (N.of_nat n) everything.
Proof. intros b B. destruct (everything.[b]) eqn:E; [|easy]. apply everything_bit in E. lia. Qed.

Lemma covered_by_all u w : in_cube (N.of_nat n) u -> in_cube (N.of_nat n) w -> covers u everything w.
Proof.
  intros U W i I. apply everything_bit. destruct (N.lt_ge_cases i (N.of_nat n)); [easy|].
  exfalso. apply I. now rewrite U, W.
Qed.

Lemma visited_good hop later fuel : forall s p c w t, good n faulty (node p) ->
  In (w, t) (visits s (broadcast hop later f fuel p c)) ->
  in_cube (N.of_nat n) c -> good n faulty w.
Proof.
  induction fuel as [|fuel IH]; intros s p c w t G H C.
  - simpl in H. destruct H as [H|[]]. now injection H as <- _.
  - rewrite broadcast_step in H. destruct H as [H|H]; [now injection H as <- _|].
    apply in_flat_map in H. destruct H as (j & J & H). apply healthy_member in J.
    destruct J as [J1 J2]. apply in_copy in H. destruct H as (k & _ & H).
    assert (Lj : j < N.of_nat n).
    { destruct (N.lt_ge_cases j (N.of_nat n)) as [|X]; [easy|]. now rewrite (C j X) in J1. }
    refine (IH _ (after p j k) _ _ _ _ H _).
    + simpl. destruct G as [G1 G2]. split; [now apply across_in_cube|].
      destruct (faulty (across (node p) j)) eqn:X; [|easy].
      assert ((f (node p)).[j] = true) by now apply fault_bit. congruence.
    + intros b B. destruct ((control_of_branch later (node p) (f (node p)) c j).[b]) eqn:X; [|easy].
      apply control_bit in X. destruct X as [X _]. now rewrite (C b B) in X.
Qed.

Definition everybody_once (t : tree) (u : addr) : Prop :=
  NoDup (map fst (visits 0 t)) /\
  (forall w, In w (map fst (visits 0 t)) <-> good n faulty w) /\
  (forall w s, In (w, s) (visits 0 t) -> s = dist u w).

Lemma reaches_all later hop (fits : place -> N -> Prop) u : total later -> fault_model n faulty -> good n faulty u ->
  (forall p c j, good n faulty (node p) -> fits p c -> c.[j] = true -> (f (node p)).[j] = false ->
    exists k, hop p j = Some k /\
              fits (after p j k) (control_of_branch later (node p) (f (node p)) c j)) ->
  fits (source u) everything ->
  everybody_once (broadcast hop later f n (source u) everything) u.
Proof.
  intros T M G F F0. split; [now apply broadcast_once|]. split.
  - intros w. split.
    + intros H. apply in_map_iff in H. destruct H as ([w' s] & E & H). simpl in E. subst w'.
      apply visited_good in H; [easy|easy|apply everything_in_cube].
    + intros Gw. apply (broadcast_complete n faulty later hop T fits); auto.
      * apply everything_in_cube.
      * apply ones_bound, everything_in_cube.
      * apply covered_by_all; [apply G|apply Gw].
  - intros w s H. now apply broadcast_shortest in H.
Qed.

(** *** Without classes: any order whatever, BROADCAST.3 and .F3 among them. *)
Theorem broadcast_reaches_all later u : total later -> fault_model n faulty -> good n faulty u ->
  everybody_once (broadcast (class_hop Unlimited) later f n (source u) everything) u.
Proof.
  intros T M G. apply (reaches_all later _ (fun _ _ => True)); auto. intros. now exists O.
Qed.

(** *** With classes: the negative-first order needs one class, two with fault tolerance. *)
Definition broadcast_fits (tolerant : bool) (p : place) (c : N) : Prop :=
  (class p = O /\ (ascended p = true -> forall i, c.[i] = true -> (node p).[i] = true ->
     tolerant = true /\ forall k, c.[k] = true -> (node p).[k] = true -> i = k)) \/
  (tolerant = true /\ class p = 1%nat /\ forall i, c.[i] = true -> (node p).[i] = false).

Theorem negative_first_reaches_all count unrestricted tolerant u :
  (Nat.b2n tolerant < count)%nat -> (tolerant = false -> forall v, faulty v = false) ->
  fault_model n faulty -> good n faulty u ->
  everybody_once (broadcast (class_hop (Limited count unrestricted)) negative_first f n
                            (source u) everything) u.
Proof.
  intros Hc T M G. apply (reaches_all _ _ (broadcast_fits tolerant)); auto.
  - apply negative_first_total.
  - intros p c j Gp F Cj Fj. unfold class_hop.
    assert (After : forall i k, (control_of_branch negative_first (node p) (f (node p)) c j).[i] = true ->
      (node (after p j k)).[i] = true -> i <> j /\ c.[i] = true /\ (node p).[i] = true /\
      ((node p).[j] = false -> (f (node p)).[i] = true)).
    { intros i k Ci Ui. apply control_bit in Ci. destruct Ci as (Cc & Ne & Ci). simpl in Ui.
      rewrite across_other in Ui by easy. repeat (split; [easy|]). intros Uj.
      destruct Ci as [Ci|Ci]; [|easy]. unfold negative_first in Ci. now rewrite Ui, Uj in Ci. }
    destruct F as [[F1 F2]|(F0 & F1 & F2)].
    + rewrite F1. destruct ((node p).[j]) eqn:Uj; [destruct (ascended p) eqn:A|]; simpl.
      * destruct (F2 eq_refl j Cj Uj) as [Tt One]. rewrite Tt in *. simpl in Hc.
        apply Nat.ltb_lt in Hc. exists 1%nat. rewrite Hc. split; [easy|]. right.
        split; [easy|]. split; [easy|]. intros i Ci.
        destruct ((node (after p j 1)).[i]) eqn:Ui; [exfalso|easy].
        destruct (After i _ Ci Ui) as (Ne & Ci' & Ui' & _). apply Ne. symmetry. now apply One.
      * exists O. assert (B : (0 <? count)%nat = true) by (apply Nat.ltb_lt; lia). rewrite B.
        split; [easy|]. left. split; [easy|]. rewrite ascended_after, Uj. discriminate.
      * exists O. assert (B : (0 <? count)%nat = true) by (apply Nat.ltb_lt; lia). rewrite B.
        split; [easy|]. left. split; [easy|]. intros _ i Ci Ui.
        destruct (After i _ Ci Ui) as (Ne & _ & _ & Fi). specialize (Fi eq_refl). split.
        -- destruct tolerant; [easy|]. apply fault_bit in Fi. destruct Fi as [_ Fi]. now rewrite T in Fi.
        -- intros k Ck Uk. destruct (After k _ Ck Uk) as (_ & _ & _ & Fk). destruct Gp as [G1 G2].
           apply (M _ G1 G2); auto.
    + assert (Uj := F2 j Cj). rewrite F1, Uj. simpl. exists 1%nat.
      rewrite F0 in Hc. simpl in Hc. apply Nat.ltb_lt in Hc. rewrite Hc. split; [easy|]. right.
      split; [easy|]. split; [easy|]. intros i Ci.
      destruct ((node (after p j 1)).[i]) eqn:Ui; [exfalso|easy].
      destruct (After i _ Ci Ui) as (_ & Ci' & Ui' & _). rewrite F2 in Ui' by easy. discriminate.
  - left. split; [easy|]. discriminate.
Qed.
End Everywhere.
