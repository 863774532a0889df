(** The theorems about region broadcast, for all d and all radices. *)
From Coq Require Import ZArith Arith Lia List Bool.
From Teecast.common Require Import Lists Ranks.
From Teecast.region Require Import Tree Waits.
Import ListNotations.
Open Scope Z_scope.

(** The way to the corner: dimension order. *)
Fixpoint approach (fuel : nat) (x t : node) : list port :=
  match fuel with
  | O => []
  | S fuel => match dor x t with Some p => p :: approach fuel (step x p) t | None => [] end
  end.

Fixpoint ends (x : node) (way : list port) : node :=
  match way with [] => x | p :: way => ends (step x p) way end.

Section Mesh.
Variable d : nat.

Lemma dor_step x t p : length x = length t -> dor x t = Some p ->
  length (step x p) = length t /\ dist (step x p) t = dist x t - 1.
Proof.
  destruct p as [i s]. intros L D. apply dor_spec in D; [|easy]. destruct D as (Li & _ & S).
  unfold step. cbn [fst snd]. rewrite shift_length. split; [easy|]. now apply dist_shift.
Qed.

Lemma dor_none x : forall i t, length x = length t -> dor_from i x t = None -> x = t.
Proof.
  induction x as [|a x IH]; intros i [|b t] L D; simpl in *; try easy.
  destruct (Z.eqb_spec a b) as [->|]; [|easy]. f_equal. apply (IH (S i)); [lia|easy].
Qed.

(** The approach is a shortest path and ends at the corner. *)
Theorem approach_shortest fuel : forall x t, length x = length t -> dist x t <= Z.of_nat fuel ->
  ends x (approach fuel x t) = t /\ Z.of_nat (length (approach fuel x t)) = dist x t.
Proof.
  induction fuel as [|fuel IH]; intros x t L D.
  - assert (P := dist_nonneg x t). assert (Z0 : dist x t = 0) by lia. simpl. split; [|easy].
    destruct (dor x t) eqn:E.
    + apply dor_step in E; [|easy]. destruct E as [_ E].
      assert (Q := dist_nonneg (step x p) t). lia.
    + now apply dor_none in E.
  - cbn [approach]. destruct (dor x t) as [p|] eqn:E.
    + destruct (dor_step _ _ _ L E) as [L' D']. cbn [ends length].
      destruct (IH (step x p) t) as [E' C]; [easy|lia|]. split; [easy|]. lia.
    + apply dor_none in E; [|easy]. subst. simpl. split; [easy|]. now rewrite dist_refl.
Qed.

(** *** Corner-first trees: any corner of the region; away from it only. *)
Variables lo hi : node.

Definition corner (x : node) : Prop :=
  length x = d /\ forall i, (i < d)%nat -> get x i = get lo i \/ get x i = get hi i.

Definition away (c : node) (q : port) : bool :=
  same (snd q) (if get c (fst q) =? get lo (fst q) then Plus else Minus).

Definition region : Prop := length lo = d /\ forall i, (i < d)%nat -> get lo i <= get hi i.

Definition everybody_once (t : tree) (x : node) : Prop :=
  NoDup (map fst (visits 0 t)) /\
  (forall w, In w (map fst (visits 0 t)) <-> inside d lo hi w) /\
  (forall w s, In (w, s) (visits 0 t) -> s = dist x w).

Lemma spread_everybody allowed fuel x : inside d lo hi x -> closed d lo hi allowed None x ->
  (forall w, inside d lo hi w -> dist x w <= Z.of_nat fuel) ->
  everybody_once (spread d lo hi allowed fuel None x) x.
Proof.
  intros I C F. split; [now apply region_once|]. split.
  - intros w. split.
    + intros H. apply in_map_iff in H. destruct H as ([w' s] & E & H). simpl in E. subst w'.
      apply visited_covered in H; [apply H|easy].
    + intros W. apply (region_complete d lo hi); auto. now split.
  - intros w s H. now apply region_shortest in H.
Qed.

Theorem corner_tree fuel c : region -> corner c ->
  (forall w, inside d lo hi w -> dist c w <= Z.of_nat fuel) ->
  everybody_once (spread d lo hi (away c) fuel None c) c.
Proof.
  intros [Ll R] [L C] F.
  assert (I : inside d lo hi c).
  { split; [easy|]. intros i Hi. specialize (R i Hi). destruct (C i Hi); lia. }
  apply spread_everybody; auto.
  intros [i s] Hi _. unfold away, at_edge. simpl in *. destruct (C i Hi) as [E|E].
  - rewrite E, Z.eqb_refl. destruct s; auto.
  - destruct (Z.eqb_spec (get c i) (get lo i)) as [E'|N]; destruct s; simpl; auto.
    right. now apply Z.eqb_eq.
Qed.

(** *** Minimal spanning trees: from any node of the region, both signs. *)
Theorem spanning_tree fuel x : inside d lo hi x ->
  (forall w, inside d lo hi w -> dist x w <= Z.of_nat fuel) ->
  everybody_once (spread d lo hi (fun _ => true) fuel None x) x.
Proof. intros I F. apply spread_everybody; auto. intros q _ _. now left. Qed.

(** *** The nearest corner is a corner; every other choice is too. *)
Definition nearest (lo hi s : Z) : Z := if Z.abs (s - lo) <=? Z.abs (hi - s) then lo else hi.

(** *** Nearest corner: what the algorithm asks for, with the classes of its copies. *)
Definition class_at_corner (entered : option port) (q : port) : Z :=
  match entered with
  | None => 0
  | Some p => if may_follow (Some p) q then 0 else 1
  end.

Lemma may_follow_dor p q : may_follow (Some p) q = true -> dor_follows p q.
Proof.
  destruct p as [i s], q as [j v]. unfold dor_follows. simpl. rewrite orb_true_iff, andb_true_iff.
  intros [H|[H1 H2]]; [left; now apply Nat.ltb_lt|right].
  apply Nat.eqb_eq in H1. apply same_eq in H2. now subst.
Qed.

Lemma class_at_corner_turn p q :
  0 < class_at_corner (Some p) q \/ 0 = class_at_corner (Some p) q /\ dor_follows p q.
Proof.
  unfold class_at_corner. destruct (may_follow (Some p) q) eqn:F; [right|left; lia].
  split; [easy|]. now apply may_follow_dor.
Qed.

Inductive nearest_corner_waits : lane -> lane -> Prop :=
  | on_the_way u t p q : length u = d -> length t = d -> dor u t = Some p -> dor (step u p) t = Some q ->
      nearest_corner_waits (u, Some p, 0) (step u p, Some q, 0)
  | at_corner u c p q : length u = d -> length c = d -> dor u c = Some p -> step u p = c ->
      nearest_corner_waits (u, Some p, 0) (c, Some q, class_at_corner (Some p) q)
  | in_region entered u c p q k : inside d lo hi u ->
      In p (requests d lo hi (away c) entered u) ->
      In q (requests d lo hi (away c) (Some p) (step u p)) ->
      nearest_corner_waits (u, Some p, k) (step u p, Some q, k)
  | delivered u v p k : k < 2 -> nearest_corner_waits (u, Some p, k) (v, None, 2)
  (** The order of reservation: class 0 before class 1, dimensions ascending. All-or-nothing adds none. *)
  | reserved x p q k k' : k < k' \/ k = k' /\ (fst p < fst q)%nat ->
      nearest_corner_waits (x, Some p, k) (x, Some q, k').

Theorem nearest_corner_covered a b : nearest_corner_waits a b -> nearest_waits d a b.
Proof.
  intros [u t p q Lu Lt P Q|u c p q Lu Lc P E|e u c p q k I P Q|u v p k K|x p q k k' K].
  - assert (T : dor_follows p q) by (apply (dor_turns u t); auto; congruence).
    destruct p as [i s]. apply dor_spec in P; [|congruence]. destruct P as (Li & _).
    constructor; auto. simpl. lia.
  - rewrite <- E. destruct p as [i s]. apply dor_spec in P; [|congruence].
    destruct P as (Li & _). constructor; [easy|simpl; congruence || lia|].
    apply class_at_corner_turn.
  - destruct (requests_in _ _ _ _ _ _ _ P) as (Lp & _). destruct (requests_in _ _ _ _ _ _ _ Q) as (_ & F & _).
    constructor; auto; [apply I|]. right. split; [easy|]. now apply may_follow_dor.
  - now constructor.
  - now constructor.
Qed.

Theorem nearest_corner_no_deadlock : deadlock_free nearest_corner_waits.
Proof.
  apply (ranked_deadlock_free nearest_rank).
  intros a b H. apply (nearest_rises d). now apply nearest_corner_covered.
Qed.
End Mesh.
