(** Region broadcast on d-dimensional meshes, for all d and all radices: corner-first trees and minimal
    spanning trees deliver to every node of the region exactly once.

    The model is that of generator/model/src/region/message.rs. *)
From Coq Require Import ZArith Arith Lia List Bool.
From Teecast.common Require Import Lists.
Import ListNotations.
Open Scope Z_scope.

Definition node := list Z.
Definition get (x : node) (i : nat) : Z := nth i x 0.

Inductive sign := Plus | Minus.
Definition same (s t : sign) : bool := match s, t with Plus, Plus | Minus, Minus => true | _, _ => false end.
Definition delta (s : sign) : Z := match s with Plus => 1 | Minus => -1 end.

(** A port leads one step along a dimension. *)
Definition port := (nat * sign)%type.

Fixpoint shift (x : node) (i : nat) (v : Z) : node :=
  match x, i with
  | [], _ => []
  | a :: x, O => a + v :: x
  | a :: x, S i => a :: shift x i v
  end.
Definition step (x : node) (q : port) : node := shift x (fst q) (delta (snd q)).

(** Length of a shortest path. *)
Fixpoint dist (x w : node) : Z :=
  match x, w with a :: x, b :: w => Z.abs (a - b) + dist x w | _, _ => 0 end.

(** The ports in their fixed order: +X, -X, +Y, -Y, ... *)
Definition ports (d : nat) : list port := flat_map (fun i => [(i, Plus); (i, Minus)]) (seq 0 d).

(** A port by which a copy that came by [entered] may leave inside the region. *)
Definition may_follow (entered : option port) (q : port) : bool :=
  match entered with
  | None => true
  | Some p => (fst p <? fst q)%nat || ((fst p =? fst q)%nat && same (snd p) (snd q))
  end.

Section Tree.
Variable d : nat.
Variables lo hi : node.
(** Signs that the tree uses: away from the corner, or both. *)
Variable allowed : port -> bool.

Definition at_edge (x : node) (q : port) : bool :=
  match snd q with Plus => get x (fst q) =? get hi (fst q) | Minus => get x (fst q) =? get lo (fst q) end.

Definition requests (entered : option port) (x : node) : list port :=
  filter (fun q => negb (at_edge x q) && may_follow entered q && allowed q) (ports d).

Inductive tree := Tree (x : node) (entered : option port) (below : list tree).

Fixpoint spread (fuel : nat) (entered : option port) (x : node) : tree :=
  match fuel with
  | O => Tree x entered []
  | S fuel => Tree x entered (map (fun q => spread fuel (Some q) (step x q)) (requests entered x))
  end.

Fixpoint visits (s : Z) (t : tree) : list (node * Z) :=
  match t with Tree x _ below => (x, s) :: flat_map (visits (s + 1)) below end.

Definition inside (w : node) : Prop :=
  length w = d /\ forall i, (i < d)%nat -> get lo i <= get w i <= get hi i.

(** The nodes that a copy at [x] stands for. *)
Definition covers (entered : option port) (x w : node) : Prop :=
  inside w /\
  match entered with
  | None => True
  | Some (i, s) => (forall k, (k < i)%nat -> get w k = get x k) /\
                   match s with Plus => get x i <= get w i | Minus => get w i <= get x i end
  end.

(** *** Lists of coordinates *)

Lemma shift_length x : forall i v, length (shift x i v) = length x.
Proof. induction x; intros [|i] v; simpl; auto. Qed.

Lemma get_shift x : forall i v k, (i < length x)%nat ->
  get (shift x i v) k = if (k =? i)%nat then get x k + v else get x k.
Proof.
  unfold get. induction x as [|a x IH]; intros i v k L; [simpl in L; lia|].
  destruct i as [|i], k as [|k]; simpl; auto. apply IH. simpl in L. lia.
Qed.

Lemma node_ext : forall x w : node, length x = length w ->
  (forall i, (i < length x)%nat -> get x i = get w i) -> x = w.
Proof. intros x w L H. apply (nth_ext _ _ 0 0 L). exact H. Qed.

Lemma first_difference : forall x w : node, length x = length w -> x <> w ->
  exists k, (k < length x)%nat /\ get x k <> get w k /\ forall l, (l < k)%nat -> get x l = get w l.
Proof.
  unfold get. induction x as [|a x IH]; intros [|b w] L N; simpl in L; try easy.
  destruct (Z.eq_dec a b) as [->|E].
  - destruct (IH w) as (k & K & D & Below); [lia|congruence|]. exists (S k). simpl.
    split; [lia|]. split; [easy|]. intros [|l] H; [easy|]. apply Below. lia.
  - exists O. simpl. split; [lia|]. split; [easy|]. lia.
Qed.

Lemma dist_refl x : dist x x = 0.
Proof. induction x; simpl; lia. Qed.

Lemma dist_nonneg x : forall w, 0 <= dist x w.
Proof. induction x as [|a x IH]; intros [|b w]; simpl; try lia. specialize (IH w). lia. Qed.

Lemma dist_shift x : forall w i s, length x = length w -> (i < length x)%nat ->
  match s with Plus => get x i < get w i | Minus => get w i < get x i end ->
  dist (shift x i (delta s)) w = dist x w - 1.
Proof.
  unfold get. induction x as [|a x IH]; intros [|b w] i s L I H; simpl in *; try lia.
  destruct i as [|i]; simpl in *.
  - destruct s; simpl; lia.
  - rewrite (IH w i s); [lia|lia|lia|easy].
Qed.

Lemma ports_in q : In q (ports d) <-> (fst q < d)%nat.
Proof.
  unfold ports. rewrite in_flat_map. split.
  - intros (i & I & Q). apply in_seq in I. destruct Q as [<-|[<-|[]]]; simpl; lia.
  - intros L. exists (fst q). split; [apply in_seq; lia|].
    destruct q as [i [|]]; simpl; auto.
Qed.

Lemma ports_nodup : NoDup (ports d).
Proof.
  unfold ports. apply nodup_flat_map.
  - intros i _. repeat constructor; simpl; intuition congruence.
  - assert (N : NoDup (seq 0 d)) by apply seq_NoDup.
    induction N as [|a l N D IH]; constructor; [|exact IH].
    apply Forall_forall. intros b B q Q1 Q2. simpl in *.
    assert (fst q = a) by (destruct Q1 as [<-|[<-|[]]]; easy).
    assert (fst q = b) by (destruct Q2 as [<-|[<-|[]]]; easy). congruence.
Qed.

Lemma same_eq s t : same s t = true <-> s = t.
Proof. destruct s, t; simpl; intuition congruence. Qed.

(** *** Every node exactly once *)

Lemma request_step x q entered : inside x -> In q (requests entered x) ->
  (fst q < d)%nat /\ may_follow entered q = true /\ allowed q = true /\ inside (step x q).
Proof.
  intros [L B] Q. unfold requests in Q. apply filter_In in Q. destruct Q as [I Q].
  apply ports_in in I. rewrite !andb_true_iff, negb_true_iff in Q. destruct Q as [[E F] A].
  repeat (split; [easy|]). unfold step. split; [now rewrite shift_length|].
  intros k K. rewrite get_shift by lia. specialize (B k K). destruct q as [i s].
  unfold at_edge in E. simpl in *. destruct (Nat.eqb_spec k i) as [->|]; [|easy].
  destruct s; apply Z.eqb_neq in E; simpl; lia.
Qed.

Lemma visits_step s fuel entered x :
  visits s (spread (S fuel) entered x) =
  (x, s) :: flat_map (fun q => visits (s + 1) (spread fuel (Some q) (step x q))) (requests entered x).
Proof. simpl. f_equal. rewrite flat_map_concat_map, map_map, <- flat_map_concat_map. easy. Qed.

Lemma visited_covered fuel : forall s entered x w t, inside x ->
  In (w, t) (visits s (spread fuel entered x)) -> covers entered x w.
Proof.
  assert (Self : forall entered x, inside x -> covers entered x x).
  { intros entered x I. split; [easy|]. destruct entered as [[i []]|]; try easy; split; auto; lia. }
  induction fuel as [|fuel IH]; intros s entered x w t I H.
  - simpl in H. destruct H as [H|[]]. injection H as <- _. auto.
  - rewrite visits_step in H. destruct H as [H|H]; [injection H as <- _; auto|].
    apply in_flat_map in H. destruct H as ([i u] & Q & H).
    destruct (request_step _ _ _ I Q) as (Li & F & _ & I'). apply IH in H; [|easy].
    destruct H as (W & Low & Side). split; [easy|]. simpl in *. destruct I as [Lx _].
    unfold step in *. simpl in *.
    assert (G : forall k, (k < i)%nat -> get w k = get x k).
    { intros k K. rewrite (Low k K), get_shift by lia. destruct (Nat.eqb_spec k i); [lia|easy]. }
    destruct entered as [[i0 s0]|]; [|easy]. simpl in F. apply orb_true_iff in F.
    destruct F as [F|F].
    + apply Nat.ltb_lt in F. split; [intros k K; apply G; lia|]. rewrite G by lia. destruct s0; lia.
    + apply andb_true_iff in F. destruct F as [F1 F2]. apply Nat.eqb_eq in F1. apply same_eq in F2.
      subst. split; [easy|]. rewrite get_shift in Side by lia. rewrite Nat.eqb_refl in Side.
      destruct u; simpl in Side; lia.
Qed.

(** Below a port, a coordinate is strictly on the side of the port, the lower ones are unchanged. *)
Lemma below_port fuel s x i u w t : inside x -> In (i, u) (ports d) -> inside (step x (i, u)) ->
  In (w, t) (visits s (spread fuel (Some (i, u)) (step x (i, u)))) ->
  (forall k, (k < i)%nat -> get w k = get x k) /\
  match u with Plus => get x i < get w i | Minus => get w i < get x i end.
Proof.
  intros [L _] Q I H. apply visited_covered in H; [|easy]. destruct H as (_ & Low & Side).
  apply ports_in in Q. unfold step in *. simpl in *. split.
  - intros k K. rewrite (Low k K), get_shift by lia. destruct (Nat.eqb_spec k i); [lia|easy].
  - rewrite get_shift in Side by lia. rewrite Nat.eqb_refl in Side. destruct u; simpl in Side; lia.
Qed.

Theorem region_once fuel : forall s entered x, inside x ->
  NoDup (map fst (visits s (spread fuel entered x))).
Proof.
  induction fuel as [|fuel IH]; intros s entered x I.
  - simpl. repeat constructor. simpl. tauto.
  - rewrite visits_step. simpl. rewrite map_flat_map.
    assert (B : forall q w, In q (requests entered x) ->
      In w (map fst (visits (s + 1) (spread fuel (Some q) (step x q)))) ->
      (forall k, (k < fst q)%nat -> get w k = get x k) /\
      match snd q with Plus => get x (fst q) < get w (fst q) | Minus => get w (fst q) < get x (fst q) end).
    { intros [i u] w Q W. apply in_map_iff in W. destruct W as ([w' t] & E & W). simpl in E. subst w'.
      destruct (request_step _ _ _ I Q) as (Li & _ & _ & I').
      apply (below_port _ _ _ _ _ _ _ I (proj2 (ports_in (i, u)) Li) I' W). }
    constructor.
    + intros H. apply in_flat_map in H. destruct H as (q & Q & H).
      destruct (B q x Q H) as [_ S]. destruct (snd q); lia.
    + apply nodup_flat_map.
      * intros q Q. apply IH. now apply (request_step _ _ _ I Q).
      * assert (P : pairwise (fun a b => a <> b) (requests entered x)).
        { apply nodup_pairwise, NoDup_filter, ports_nodup. }
        eapply pairwise_weaken; [|exact P]. intros [i u] [j v] Q1 Q2 N w W1 W2.
        destruct (B _ _ Q1 W1) as [L1 S1], (B _ _ Q2 W2) as [L2 S2]. simpl in *.
        destruct (Nat.lt_trichotomy i j) as [T|[->|T]].
        -- rewrite (L2 i T) in S1. destruct u; lia.
        -- destruct u, v; try (now apply N); lia.
        -- rewrite (L1 j T) in S2. destruct v; lia.
Qed.

(** Where a sign is not allowed there is nothing: true at the corner, and with both signs anywhere. *)
Definition closed (entered : option port) (x : node) : Prop :=
  forall q, (fst q < d)%nat -> may_follow entered q = true -> allowed q = true \/ at_edge x q = true.

Lemma closed_step entered x q : inside x -> (fst q < d)%nat -> may_follow entered q = true -> allowed q = true ->
  closed entered x -> closed (Some q) (step x q).
Proof.
  intros [L _] Lq F A C r Lr Fr. destruct q as [i u], r as [j v]. simpl in *.
  apply orb_true_iff in Fr. destruct Fr as [Fr|Fr].
  - apply Nat.ltb_lt in Fr. destruct (C (j, v) Lr) as [|E]; auto.
    + unfold may_follow in *. destruct entered as [[i0 s0]|]; [|easy]. simpl in *.
      apply orb_true_iff. left. apply Nat.ltb_lt. apply orb_true_iff in F. destruct F as [F|F].
      * apply Nat.ltb_lt in F. lia.
      * apply andb_true_iff in F. destruct F as [F _]. apply Nat.eqb_eq in F. lia.
    + right. unfold at_edge, step in *. simpl in *. rewrite get_shift by lia.
      destruct (Nat.eqb_spec j i); [lia|easy].
  - apply andb_true_iff in Fr. destruct Fr as [F1 F2]. apply Nat.eqb_eq in F1. apply same_eq in F2.
    subst. now left.
Qed.

Theorem region_complete fuel : forall s entered x w, inside x -> closed entered x ->
  covers entered x w -> dist x w <= Z.of_nat fuel -> In w (map fst (visits s (spread fuel entered x))).
Proof.
  induction fuel as [|fuel IH]; intros s entered x w I C W D.
  - simpl. left. destruct (list_eq_dec Z.eq_dec x w) as [|N]; [easy|exfalso].
    destruct I as [Lx _], W as [[Lw _] _].
    destruct (first_difference x w) as (k & K & Dk & _); [lia|easy|].
    assert (E := dist_shift x w k (if get x k <? get w k then Plus else Minus)).
    destruct (Z.ltb_spec (get x k) (get w k)); rewrite <- (Z.add_0_r (dist x w)) in D;
      assert (P := dist_nonneg (shift x k (delta (if get x k <? get w k then Plus else Minus))) w);
      destruct (Z.ltb_spec (get x k) (get w k)); try lia; rewrite E in P; lia.
  - rewrite visits_step. simpl. destruct (list_eq_dec Z.eq_dec x w) as [|N]; [now left|right].
    assert (Lx := proj1 I). assert (Lw := proj1 (proj1 W)).
    destruct (first_difference x w) as (k & K & Dk & Same); [lia|easy|].
    set (u := if get x k <? get w k then Plus else Minus).
    assert (Side : match u with Plus => get x k < get w k | Minus => get w k < get x k end).
    { unfold u. destruct (Z.ltb_spec (get x k) (get w k)); lia. }
    assert (Kd : (k < d)%nat) by lia.
    assert (F : may_follow entered (k, u) = true).
    { destruct entered as [[i0 s0]|]; [|easy]. destruct W as (_ & Low & Sd). simpl.
      apply orb_true_iff. destruct (Nat.lt_trichotomy i0 k) as [T|[->|T]].
      - left. now apply Nat.ltb_lt.
      - right. rewrite Nat.eqb_refl. simpl. apply same_eq. destruct s0, u; try easy; lia.
      - rewrite (Low k T) in Dk. easy. }
    assert (E : at_edge x (k, u) = false).
    { destruct W as [[_ Bw] _]. specialize (Bw k Kd). unfold at_edge. simpl.
      destruct u; apply Z.eqb_neq; lia. }
    assert (A : allowed (k, u) = true) by (destruct (C (k, u) Kd F); congruence).
    assert (Q : In (k, u) (requests entered x)).
    { unfold requests. apply filter_In. split; [now apply ports_in|]. now rewrite E, F, A. }
    rewrite map_flat_map. apply in_flat_map. exists (k, u). split; [easy|].
    destruct (request_step _ _ _ I Q) as (_ & _ & _ & I'). apply IH; auto.
    + now apply (closed_step entered).
    + split; [apply W|]. unfold step. simpl. split.
      * intros l Ll. rewrite get_shift by lia. destruct (Nat.eqb_spec l k); [lia|].
        symmetry. now apply Same.
      * rewrite get_shift by lia. rewrite Nat.eqb_refl. destruct u; simpl; lia.
    + unfold step. simpl. rewrite dist_shift; [lia|lia|lia|easy].
Qed.

Theorem region_shortest fuel : forall s entered x w t, inside x ->
  In (w, t) (visits s (spread fuel entered x)) -> t = s + dist x w.
Proof.
  induction fuel as [|fuel IH]; intros s entered x w t I H.
  - simpl in H. destruct H as [H|[]]. injection H as <- <-. rewrite dist_refl. lia.
  - rewrite visits_step in H. destruct H as [H|H].
    + injection H as <- <-. rewrite dist_refl. lia.
    + apply in_flat_map in H. destruct H as ([i u] & Q & H).
      destruct (request_step _ _ _ I Q) as (Li & _ & _ & I').
      destruct (below_port _ _ _ _ _ _ _ I (proj2 (ports_in (i, u)) Li) I' H) as [_ Side].
      assert (Lw : length w = d).
      { apply visited_covered in H; [|easy]. apply H. }
      apply IH in H; [|easy]. unfold step in H. simpl in H.
      assert (Lx := proj1 I). simpl in Li, Side. rewrite dist_shift in H; [lia|lia|lia|easy].
Qed.
End Tree.
