(** Freedom from deadlock of the corner-first trees, mixed with dimension-order unicasts, for all d and
    all radices: fixed corner with one class and ordered reservation, nearest corner with two classes. *)
From Coq Require Import ZArith Arith Lia List Bool.
From Teecast.common Require Import Lists Ranks.
From Teecast.region Require Import Tree.
Import ListNotations.
Open Scope Z_scope.

(** ** Turns *)

(** Dimension order: straight on, or to a higher dimension. *)
Definition dor_follows (p q : port) : Prop := (fst p < fst q)%nat \/ p = q.

(** Dimension-order routing to [t]. *)
Fixpoint dor_from (i : nat) (x t : node) : option port :=
  match x, t with
  | a :: x, b :: t => if a =? b then dor_from (S i) x t else Some (i, if a <? b then Plus else Minus)
  | _, _ => None
  end.
Definition dor (x t : node) : option port := dor_from 0 x t.

Lemma dor_from_spec x : forall i t j s, length x = length t -> dor_from i x t = Some (j, s) ->
  exists k, j = (i + k)%nat /\ (k < length x)%nat /\ (forall l, (l < k)%nat -> get x l = get t l) /\
  match s with Plus => get x k < get t k | Minus => get t k < get x k end.
Proof.
  unfold get. induction x as [|a x IH]; intros i [|b t] j s L H; simpl in *; try easy.
  destruct (Z.eqb_spec a b) as [->|N].
  - apply IH in H; [|lia]. destruct H as (k & -> & K & E & D). exists (S k). simpl.
    split; [lia|]. split; [lia|]. split; [|easy]. intros [|l] Hl; [easy|]. apply E. lia.
  - exists O. simpl. destruct (Z.ltb_spec a b); injection H as <- <-; repeat split; lia.
Qed.

Lemma dor_spec x t j s : length x = length t -> dor x t = Some (j, s) ->
  (j < length x)%nat /\ (forall l, (l < j)%nat -> get x l = get t l) /\
  match s with Plus => get x j < get t j | Minus => get t j < get x j end.
Proof.
  intros L H. apply dor_from_spec in H; [|easy]. destruct H as (k & -> & H). easy.
Qed.

(** Dimension-order routing turns upwards only. *)
Theorem dor_turns u t p q : length u = length t ->
  dor u t = Some p -> dor (step u p) t = Some q -> dor_follows p q.
Proof.
  destruct p as [i s], q as [j v]. intros L P Q. apply dor_spec in P; [|easy].
  destruct P as (Li & Ei & Di). apply dor_spec in Q; [|unfold step; now rewrite shift_length].
  unfold step in Q. rewrite shift_length in Q. simpl in Q. destruct Q as (Lj & Ej & Dj).
  unfold dor_follows. simpl. destruct (Nat.lt_trichotomy i j) as [T|[->|T]]; [now left|right|exfalso].
  - f_equal. rewrite get_shift, Nat.eqb_refl in Dj by easy. destruct s, v; simpl in *; try easy; lia.
  - rewrite get_shift in Dj by easy. destruct (Nat.eqb_spec j i); [lia|].
    specialize (Ei j T). destruct v; lia.
Qed.

Section Mesh.
Variable d : nat.

(** A channel: a node and one of its outputs; no port is the way to the processor. *)
Definition channel := (node * option port)%type.
Definition on_mesh (x : node) : Prop := length x = d /\ forall i, (i < d)%nat -> 0 <= get x i.

(** ** Fixed corner, one class: any turn to a positive port, dimension order to a negative one. *)
Definition fixed_follows (p q : port) : Prop := dor_follows p q \/ snd q = Plus.

Inductive fixed_waits : channel -> channel -> Prop :=
  | arrived u p o : on_mesh u -> on_mesh (step u p) -> (fst p < d)%nat ->
      match o with None => True | Some q => (fst q < d)%nat /\ fixed_follows p q end ->
      fixed_waits (u, Some p) (step u p, o)
  | in_order x p o : on_mesh x -> (fst p < d)%nat -> snd p = Plus ->
      match o with None => True | Some q => (fst p < fst q < d)%nat /\ snd q = Plus end ->
      fixed_waits (x, Some p) (x, o).

Definition level (c : channel) (k : nat) : Z :=
  match snd c with
  | Some (j, Minus) => if (j =? k)%nat then - 1 - get (fst c) k else get (fst c) k
  | _ => get (fst c) k
  end.
Definition fixed_rank (c : channel) : list Z :=
  map (level c) (seq 0 d) ++ [Z.of_nat match snd c with Some (j, _) => j | None => d end].

Lemma fixed_rank_length c : length (fixed_rank c) = S d.
Proof. unfold fixed_rank. rewrite app_length, map_length, seq_length. simpl. lia. Qed.

Lemma fixed_rank_nth c k : (k < d)%nat -> nth k (fixed_rank c) 0 = level c k.
Proof.
  intros K. unfold fixed_rank. rewrite app_nth1 by (rewrite map_length, seq_length; lia).
  rewrite (nth_indep _ 0 (level c O)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. easy.
Qed.

Lemma fixed_rank_last c : nth d (fixed_rank c) 0 =
  Z.of_nat match snd c with Some (j, _) => j | None => d end.
Proof.
  unfold fixed_rank. rewrite app_nth2; rewrite map_length, seq_length; [|lia].
  now rewrite Nat.sub_diag.
Qed.

Lemma level_plain x o k : o <> Some (k, Minus) -> level (x, o) k = get x k.
Proof.
  intros N. unfold level. simpl. destruct o as [[j []]|]; try easy.
  destruct (Nat.eqb_spec j k); [now subst|easy].
Qed.

Lemma level_minus x k : level (x, Some (k, Minus)) k = - 1 - get x k.
Proof. unfold level. simpl. now rewrite Nat.eqb_refl. Qed.

Lemma is_minus (o : option port) k : o = Some (k, Minus) \/ o <> Some (k, Minus).
Proof.
  destruct o as [[j []]|]; try (right; discriminate).
  destruct (Nat.eq_dec j k) as [->|N]; [now left|right]. intros E. now injection E.
Qed.

Theorem fixed_rises a b : fixed_waits a b -> below (fixed_rank a) (fixed_rank b) = true.
Proof.
  intros [u [i s] o [Lu Bu] [Ls Bs] Li F|x [i s] o [Lx Bx] Li Si F]; simpl in Li.
  - assert (Low : forall k, (k < i)%nat -> o <> Some (k, Minus)).
    { intros k K ->. destruct F as [_ [[F|F]|F]]; simpl in F; try easy; [lia|].
      injection F as -> _. lia. }
    specialize (Bu i Li). specialize (Bs i Li). unfold step in *. simpl in *.
    rewrite get_shift, Nat.eqb_refl in Bs by lia.
    apply (below_at i); rewrite ?fixed_rank_length; try lia.
    + intros k K. rewrite !fixed_rank_nth by lia. rewrite (level_plain _ o) by now apply Low.
      rewrite level_plain by (intros E; injection E as -> _; lia).
      rewrite get_shift by lia. destruct (Nat.eqb_spec k i); [lia|easy].
    + rewrite !fixed_rank_nth by lia. destruct (is_minus o i) as [->|N].
      * destruct s.
        -- exfalso. destruct F as [_ [[F|F]|F]]; simpl in F; try easy. lia.
        -- rewrite !level_minus, get_shift, Nat.eqb_refl by lia. unfold delta. lia.
      * rewrite (level_plain _ o) by easy. rewrite get_shift, Nat.eqb_refl by lia.
        destruct s; [rewrite level_plain by easy|rewrite level_minus]; unfold delta in *; lia.
  - simpl in Si. subst s. apply (below_at d); rewrite ?fixed_rank_length; try lia.
    + intros k K. rewrite !fixed_rank_nth by lia. rewrite (level_plain x o); [now rewrite level_plain|].
      destruct o as [[j v]|]; [|easy]. destruct F as [_ F]. simpl in F. now subst.
    + rewrite !fixed_rank_last. simpl. destruct o as [[j v]|]; simpl in *; lia.
Qed.

(** What the algorithm asks for is covered: dimension order to a corner or to a unicast's target, the
    branches at the corner, the branches after it, and the fixed order of reservation. *)
Inductive fixed_corner_waits : channel -> channel -> Prop :=
  | on_the_way u t p q : on_mesh u -> on_mesh t -> dor u t = Some p -> dor (step u p) t = Some q ->
      fixed_corner_waits (u, Some p) (step u p, Some q)
  | at_target u t p : on_mesh u -> on_mesh t -> dor u t = Some p -> step u p = t ->
      fixed_corner_waits (u, Some p) (t, None)
  | at_corner u lo hi p q : on_mesh u -> on_mesh lo -> dor u lo = Some p -> step u p = lo ->
      In q (requests d lo hi (fun q => same (snd q) Plus) None lo) ->
      fixed_corner_waits (u, Some p) (lo, Some q)
  | in_region lo hi entered u p q : on_mesh lo -> inside d lo hi u ->
      In p (requests d lo hi (fun q => same (snd q) Plus) entered u) ->
      In q (requests d lo hi (fun q => same (snd q) Plus) (Some p) (step u p)) ->
      fixed_corner_waits (u, Some p) (step u p, Some q)
  | delivered lo hi entered u p : on_mesh lo -> inside d lo hi u ->
      In p (requests d lo hi (fun q => same (snd q) Plus) entered u) ->
      fixed_corner_waits (u, Some p) (step u p, None)
  | reserved lo hi entered x before p between q after : on_mesh lo -> inside d lo hi x ->
      requests d lo hi (fun q => same (snd q) Plus) entered x = before ++ p :: between ++ q :: after ->
      fixed_corner_waits (x, Some p) (x, Some q)
  | reserved_last lo hi entered x p : on_mesh lo -> inside d lo hi x ->
      In p (requests d lo hi (fun q => same (snd q) Plus) entered x) ->
      fixed_corner_waits (x, Some p) (x, None).

Lemma dor_on_mesh u t p : on_mesh u -> on_mesh t -> dor u t = Some p ->
  (fst p < d)%nat /\ on_mesh (step u p).
Proof.
  intros [Lu Bu] [Lt Bt] D. destruct p as [i s]. apply dor_spec in D; [|lia].
  destruct D as (Li & _ & S). simpl. split; [lia|]. unfold step. split; [now rewrite shift_length|].
  intros k K. rewrite get_shift by (simpl; lia). simpl. specialize (Bu k K). specialize (Bt k K).
  destruct (Nat.eqb_spec k i) as [->|]; [|easy]. destruct s; simpl; lia.
Qed.

Lemma inside_on_mesh lo hi x : on_mesh lo -> inside d lo hi x -> on_mesh x.
Proof.
  intros [L B] [Lx Bx]. split; [easy|]. intros i I. specialize (B i I). specialize (Bx i I). lia.
Qed.

Lemma requests_in lo hi allowed entered x q : In q (requests d lo hi allowed entered x) ->
  (fst q < d)%nat /\ may_follow entered q = true /\ allowed q = true.
Proof.
  unfold requests. rewrite filter_In, ports_in, !andb_true_iff. tauto.
Qed.

Lemma ports_ordered : pairwise (fun p q => (fst p < fst q)%nat \/ snd q = Minus) (ports d).
Proof.
  unfold ports. assert (H : forall k m, pairwise (fun p q => (fst p < fst q)%nat \/ snd q = Minus)
    (flat_map (fun i => [(i, Plus); (i, Minus)]) (seq k m)) /\
    forall q, In q (flat_map (fun i => [(i, Plus); (i, Minus)]) (seq k m)) -> (k <= fst q)%nat).
  { intros k m. revert k. induction m as [|m IH]; intros k; simpl; [split; [constructor|easy]|].
    destruct (IH (S k)) as [P I]. split.
    - constructor; [|constructor; [|exact P]].
      + constructor; [now right|]. apply Forall_forall. intros q Q. left. apply I in Q. simpl. lia.
      + apply Forall_forall. intros q Q. left. apply I in Q. simpl. lia.
    - intros q [<-|[<-|Q]]; simpl; try lia. apply I in Q. lia. }
  apply H.
Qed.

Lemma pairwise_filter {A} (rel : A -> A -> Prop) f (l : list A) : pairwise rel l -> pairwise rel (filter f l).
Proof.
  intros H. induction H as [|a l F H IH]; simpl; [constructor|]. destruct (f a); [|easy].
  constructor; [|easy]. apply Forall_forall. intros b B. apply filter_In in B.
  rewrite Forall_forall in F. now apply F.
Qed.

Lemma pairwise_split {A} (rel : A -> A -> Prop) (a : list A) x b y c :
  pairwise rel (a ++ x :: b ++ y :: c) -> rel x y.
Proof.
  induction a as [|z a IH]; simpl; intros H; inversion H as [|? ? F H']; subst; [|auto].
  rewrite Forall_forall in F. apply F. apply in_app_iff. simpl. auto.
Qed.

Theorem fixed_corner_covered a b : fixed_corner_waits a b -> fixed_waits a b.
Proof.
  intros [u t p q U T P Q|u t p U T P E|u lo hi p q U T P E Q|lo hi e u p q M I P Q|lo hi e u p M I P
         |lo hi e x before p between q after M I E|lo hi e x p M I P].
  - destruct (dor_on_mesh _ _ _ U T P) as [Lp S]. destruct (dor_on_mesh _ _ _ S T Q) as [Lq _].
    constructor; auto. split; [easy|]. left. apply (dor_turns u t); auto. destruct U, T. lia.
  - destruct (dor_on_mesh _ _ _ U T P) as [Lp S]. rewrite <- E. constructor; auto.
  - destruct (dor_on_mesh _ _ _ U T P) as [Lp S]. apply requests_in in Q. destruct Q as (Lq & _ & Sq).
    rewrite <- E. constructor; auto. split; [easy|]. right. now apply same_eq.
  - destruct (request_step _ _ _ _ _ _ _ I P) as (Lp & _ & _ & I'). apply requests_in in Q.
    destruct Q as (Lq & _ & Sq). constructor; auto.
    + now apply (inside_on_mesh lo hi).
    + now apply (inside_on_mesh lo hi).
    + split; [easy|]. right. now apply same_eq.
  - destruct (request_step _ _ _ _ _ _ _ I P) as (Lp & _ & _ & I'). constructor; auto.
    + now apply (inside_on_mesh lo hi).
    + now apply (inside_on_mesh lo hi).
  - assert (P : In p (requests d lo hi (fun q => same (snd q) Plus) e x)).
    { rewrite E. apply in_app_iff. simpl. auto. }
    assert (Q : In q (requests d lo hi (fun q => same (snd q) Plus) e x)).
    { rewrite E. apply in_app_iff. right. right. apply in_app_iff. simpl. auto. }
    assert (O := pairwise_filter _ (fun q => negb (at_edge lo hi x q) && may_follow e q && same (snd q) Plus)
                   _ ports_ordered).
    fold (requests d lo hi (fun q => same (snd q) Plus) e x) in O. rewrite E in O.
    apply pairwise_split in O. apply requests_in in P, Q. destruct P as (Lp & _ & Sp), Q as (Lq & _ & Sq).
    apply same_eq in Sp, Sq. constructor; auto.
    + now apply (inside_on_mesh lo hi).
    + split; [|easy]. destruct O as [O|O]; [lia|congruence].
  - apply requests_in in P. destruct P as (Lp & _ & Sp). apply same_eq in Sp. constructor; auto.
    now apply (inside_on_mesh lo hi).
Qed.

Theorem fixed_corner_no_deadlock : deadlock_free fixed_corner_waits.
Proof.
  apply (ranked_deadlock_free fixed_rank). intros a b H. apply fixed_rises. now apply fixed_corner_covered.
Qed.

(** ** Nearest corner, two classes: inside a class dimension order, and class 1 never asks for class 0. *)
Definition lane := (node * option port * Z)%type.

Inductive nearest_waits : lane -> lane -> Prop :=
  | lane_arrived u p c q c' : length u = d -> (fst p < d)%nat -> c < c' \/ c = c' /\ dor_follows p q ->
      nearest_waits (u, Some p, c) (step u p, Some q, c')
  | lane_in_order x p c q c' : c < c' \/ c = c' /\ (fst p < fst q)%nat ->
      nearest_waits (x, Some p, c) (x, Some q, c')
  | lane_delivered x y p c : c < 2 -> nearest_waits (x, Some p, c) (y, None, 2).

Definition nearest_rank (a : lane) : list Z :=
  match a with
  | (x, Some (i, s), c) => [c; Z.of_nat i; match s with Plus => get x i | Minus => - get x i end]
  | (x, None, c) => [c; 0; 0]
  end.

Theorem nearest_rises a b : nearest_waits a b -> below (nearest_rank a) (nearest_rank b) = true.
Proof.
  intros [u [i s] c [j v] c' L Li F|x [i s] c [j v] c' F|x y [i s] c F];
    cbn [nearest_rank below fst snd] in *;
    repeat first [rewrite orb_true_iff | rewrite andb_true_iff | rewrite Z.ltb_lt | rewrite Z.eqb_eq].
  - destruct F as [F|[-> [F|F]]]; [now left|right; split; [easy|left; simpl in F; lia]|].
    injection F as -> ->. right. split; [easy|]. right. split; [easy|]. left.
    unfold step. cbn [fst snd]. rewrite get_shift, Nat.eqb_refl by lia. destruct v; unfold delta; lia.
  - destruct F as [F|[-> F]]; [now left|right; split; [easy|left; lia]].
  - now left.
Qed.

Theorem nearest_no_deadlock : deadlock_free nearest_waits.
Proof. apply (ranked_deadlock_free nearest_rank). exact nearest_rises. Qed.
End Mesh.
