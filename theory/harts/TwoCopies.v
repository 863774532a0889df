(** The broadcast of two copies (k = 2): every node gets both, over paths that share no inner node, for every edge
    length from 3 on. *)
From Coq Require Import ZArith Lia List Bool Permutation.
From Teecast.common Require Import Lists.
From Teecast.harts Require Import Lattice Broadcast SimpleBroadcast.
Import ListNotations.
Open Scope Z_scope.

(** The paths by which copies come to node v: their inner nodes, the last one first. *)
Definition paths (n k v : Z) : list (list Z) :=
  map (fun p => map (node_at n) (passed p)) (filter (fun p => node_at n (at_ p) =? v) (broadcast n k)).

(** Right branches: from place a on axis d, b hops to the right. The last node of an axis sends as far as the
    mesh is wide. *)
Definition reach (n a : Z) : Z := if a =? n - 1 then n - 1 else n - 1 - a.
Definition rights (n : Z) : list (Z * Z * Z) :=
  flat_map (fun d => flat_map (fun a => map (fun b => (d, a, b)) (steps (reach n a))) (steps (n - 1))) directions.
Definition right (n : Z) (s : Z * Z * Z) : packet :=
  match s with (d, a, b) =>
    let corner := along (0, 0) d a in let e := (d + -1) mod 6 in
    Packet (along corner e b) e 2 NoTag (reach n a - b)
      (rev (map (along corner e) (steps (b - 1))) ++ corner :: rev (map (along (0, 0) d) (steps (a - 1))))
  end.

(** The spot of a node that a right branch reaches: in the sextant to the right or, over the rim, on an axis. *)
Definition target (n : Z) (s : Z * Z * Z) : Z * Z * Z :=
  match s with (d, a, b) => if a =? n - 1 then ((d + 2) mod 6, n - b, 0) else ((d + -1) mod 6, b, a) end.

Lemma rights_in n d a b : In (d, a, b) (rights n) <-> 0 <= d <= 5 /\ 1 <= a <= n - 1 /\ 1 <= b <= reach n a.
Proof.
  unfold rights, directions. rewrite in_flat_map. split.
  - intros (e & E & H). apply in_flat_map in H. destruct H as (k & K & H). apply steps_in in K.
    apply in_map_iff in H. destruct H as (l & L & H). injection L as -> -> ->. apply steps_in in H. simpl in E. lia.
  - intros (Hd & Ha & Hb). exists d. split; [simpl; lia|]. apply in_flat_map. exists a.
    split; [apply steps_in; lia|]. apply in_map_iff. exists b. split; [easy|]. apply steps_in; lia.
Qed.

Lemma rights_nodup n : NoDup (rights n).
Proof. apply triples_nodup; intros; apply steps_nodup. Qed.

Ltac turns_left d :=
  each_direction d; repeat match goal with
  | |- context [(?a + ?t) mod 6] => let v := eval compute in ((a + t) mod 6) in change ((a + t) mod 6) with v
  | H : context [(?a + ?t) mod 6] |- _ =>
      let v := eval compute in ((a + t) mod 6) in change ((a + t) mod 6) with v in H
  end.

Lemma target_in n s : In s (rights n) -> In (target n s) (sextants n).
Proof.
  destruct s as [[d a] b]. rewrite rights_in. unfold target, reach. intros (Hd & Ha & Hb).
  destruct (Z.eqb_spec a (n - 1)); apply sextants_in; turns_left d; lia.
Qed.

Lemma target_injective n s r : In s (rights n) -> In r (rights n) -> target n s = target n r -> s = r.
Proof.
  destruct s as [[d a] b], r as [[e c] f]. rewrite !rights_in. unfold target, reach.
  intros (Hd & Ha & Hb) (He & Hc & Hf) E.
  destruct (Z.eqb_spec a (n - 1)) as [A1|A1], (Z.eqb_spec c (n - 1)) as [C1|C1]; injection E; clear E; intros; try lia.
  - assert (d = e) as -> by (turns_left d; turns_left e; lia). repeat f_equal; lia.
  - assert (d = e) as -> by (turns_left d; turns_left e; lia). repeat f_equal; lia.
Qed.

Lemma target_surjective n s : In s (sextants n) -> exists r, In r (rights n) /\ target n r = s.
Proof.
  destruct s as [[d i] j]. rewrite sextants_in. intros (Hd & Hi & Hj & Hs). unfold target.
  destruct (Z.eq_dec j 0) as [->|J].
  - exists ((d + 4) mod 6, n - 1, n - i). rewrite rights_in. unfold reach. rewrite Z.eqb_refl.
    split; [turns_left d; lia|]. replace (n - (n - i)) with i by lia. now turns_left d.
  - exists ((d + 1) mod 6, j, i). rewrite rights_in. unfold reach. destruct (Z.eqb_spec j (n - 1)); [lia|].
    split; [turns_left d; lia|]. now turns_left d.
Qed.

(** Names coincide if their numbers differ by a multiple of the size. *)
Lemma same_name n x y c : fst x + snd x * turn n = fst y + snd y * turn n + c * size n ->
  node_at n x = node_at n y.
Proof. intros E. unfold node_at, name. rewrite E. apply Z_mod_plus_full. Qed.

Lemma right_node n s : In s (rights n) -> node_at n (at_ (right n s)) = node_at n (spot (target n s)).
Proof.
  destruct s as [[d a] b]. rewrite rights_in. unfold target, right. cbn [at_]. intros (Hd & Ha & Hb).
  destruct (Z.eqb_spec a (n - 1)) as [->|A1].
  - set (c := match d with 0 => -1 | 1 => 1 | 2 => 2 | 3 => 1 | 4 => -1 | _ => -2 end).
    apply (same_name n _ _ c). unfold c, turn, size. clear c.
    turns_left d; coordinates; ring.
  - f_equal. turns_left d; coordinates; f_equal; ring.
Qed.

(** ** The packets of the broadcast of two copies *)

Lemma permutation_pairs {A B} (f g : A -> list B) l :
  Permutation (flat_map (fun a => f a ++ g a) l) (flat_map f l ++ flat_map g l).
Proof.
  induction l as [|a l IH]; [easy|]. simpl. rewrite IH, <- !app_assoc. apply Permutation_app_head.
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

Lemma permutation_pointwise {A B} (f g : A -> list B) l : (forall a, Permutation (f a) (g a)) ->
  Permutation (flat_map f l) (flat_map g l).
Proof. intros H. induction l as [|a l IH]; [easy|]. simpl. now rewrite IH, H. Qed.

Lemma two_packets n : 3 <= n ->
  Permutation (broadcast n 2) (map (packet_to n) (sextants n) ++ map (right n) (rights n)).
Proof.
  intros Hn. unfold broadcast, sextants, rights. rewrite !map_flat_map, <- permutation_pairs.
  apply permutation_pointwise. intros d. rewrite !map_flat_map, <- permutation_pairs, launch_step.
  match goal with |- Permutation ?a ?b => enough (Same : a = b) by (rewrite Same; apply Permutation_refl) end.
  apply flat_map_equal. intros i I. apply steps_in in I. cbn [map app].
  rewrite first_packet. f_equal. unfold sends at 1. change (1 =? 1) with true. change (2 =? 1) with false.
  change (2 =? 2) with true. cbv iota.
  assert (Rights : forall m, m = reach n i ->
    map (right n) (map (fun b => (d, i, b)) (steps (reach n i))) =
    launch 2 n 2 (along (0, 0) d i) ((d + -1) mod 6) 2 NoTag m
      (along (0, 0) d i :: rev (map (along (0, 0) d) (steps (i - 1))) ++ [])).
  { intros m ->. rewrite second_step, map_map. apply map_ext. intros b. unfold right. now rewrite app_nil_r. }
  destruct (Z.eqb_spec (n - 1 - i) 0) as [Z0|N0]; unfold reach in Rights |- *.
  - destruct (Z.eqb_spec i (n - 1)); [|lia]. rewrite Z0. cbn [map app flat_map steps seq Z.to_nat].
    rewrite (Rights (n - 1) eq_refl). change (1 + 1) with 2. now rewrite app_nil_r.
  - destruct (Z.eqb_spec i (n - 1)); [lia|]. rewrite (Rights _ eq_refl). cbn [flat_map]. change (1 + 1) with 2.
    rewrite !app_nil_r. f_equal. rewrite second_step, map_map. apply map_ext_in. intros j J. apply steps_in in J.
    unfold packet_to, spot, way_to. destruct (Z.eqb_spec j 0); [lia|easy].
Qed.

(** ** Disjoint paths *)

(** The inner nodes of the first path: along the axis, then to the left. *)
Lemma left_inner d i j x : 1 <= i -> 0 <= j -> In x (way_to (d, i, j)) -> exists t u, x = spot (d, t, u) /\
  (u = 0 /\ 1 <= t /\ (t < i \/ t = i /\ 1 <= j) \/ t = i /\ 1 <= u < j).
Proof.
  assert (Axis : forall t, along (0, 0) d t = spot (d, t, 0)).
  { intros t. unfold spot, along. cbn [fst snd]. f_equal; lia. }
  assert (Back : forall m y, In y (rev (map (along (0, 0) d) (steps m))) -> exists t, y = spot (d, t, 0) /\ 1 <= t <= m).
  { intros m y H. apply in_rev, in_map_iff in H. destruct H as (t & <- & T). apply steps_in in T. exists t. now rewrite Axis. }
  intros I J0 H. unfold way_to in H. destruct (Z.eqb_spec j 0) as [->|J].
  - apply Back in H. destruct H as (t & -> & T). exists t, 0. split; [easy|]. lia.
  - apply in_app_iff in H. destruct H as [H|[<-|H]].
    + apply in_rev, in_map_iff in H. destruct H as (u & <- & U). apply steps_in in U. exists i, u. split; [easy|]. lia.
    + exists i, 0. split; [apply Axis|lia].
    + apply Back in H. destruct H as (t & -> & T). exists t, 0. split; [easy|]. lia.
Qed.

(** Those of the second path: along an axis, then the nodes that the same right branch reaches before. *)
Lemma right_inner n d a b x : In (d, a, b) (rights n) -> In x (passed (right n (d, a, b))) -> exists s,
  In s (sextants n) /\ node_at n x = node_at n (spot s) /\
  ((exists t, s = (d, t, 0) /\ 1 <= t <= a) \/ (exists u, s = target n (d, a, u) /\ 1 <= u < b)).
Proof.
  rewrite rights_in. intros (Hd & Ha & Hb) H.
  assert (Axis : forall t, 1 <= t <= a -> exists s, In s (sextants n) /\
            node_at n (along (0, 0) d t) = node_at n (spot s) /\
            ((exists t, s = (d, t, 0) /\ 1 <= t <= a) \/ (exists u, s = target n (d, a, u) /\ 1 <= u < b))).
  { intros t T. exists (d, t, 0). split; [apply sextants_in; lia|]. split; [|left; now exists t].
    unfold spot, along. cbn [fst snd]. f_equal. f_equal; lia. }
  unfold right in H. cbn [passed] in H. apply in_app_iff in H. destruct H as [H|[<-|H]].
  - apply in_rev, in_map_iff in H. destruct H as (u & <- & U). apply steps_in in U.
    assert (U' : 1 <= u < b) by lia.
    assert (R : In (d, a, u) (rights n)) by (apply rights_in; lia).
    exists (target n (d, a, u)). split; [now apply target_in|]. split; [exact (right_node n _ R)|]. right. exists u. split; [reflexivity|exact U'].
  - apply Axis. lia.
  - apply in_rev, in_map_iff in H. destruct H as (t & <- & T). apply steps_in in T. apply Axis. lia.
Qed.

Lemma paths_apart n s x y : 3 <= n -> In s (rights n) ->
  In x (way_to (target n s)) -> In y (passed (right n s)) -> node_at n x <> node_at n y.
Proof.
  destruct s as [[d a] b]. intros Hn R X Y E.
  destruct (right_inner n d a b y R Y) as (r & Ir & Er & Kind). rewrite Er in E. clear Y Er.
  assert (T := target_in n _ R). apply rights_in in R. destruct R as (Hd & Ha & Hb).
  remember (target n (d, a, b)) as g eqn:G. destruct g as [[e i] j].
  apply sextants_in in T. apply left_inner in X; [|lia|lia]. destruct X as (t & u & -> & X).
  apply node_injective in E; [|lia|apply sextants_in; lia|easy]. subst r. clear Ir.
  unfold target, reach in *. destruct (Z.eqb_spec a (n - 1)) as [A1|A1]; injection G; clear G; intros;
    destruct Kind as [(v & K & V)|(v & K & V)]; injection K; clear K; intros; subst; try lia; turns_left d; lia.
Qed.

Lemma only_one {A} (f : A -> Z) l x : NoDup (map f l) -> In x l -> filter (fun y => f y =? f x) l = [x].
Proof.
  induction l as [|a l IH]; [easy|]. intros D [<-|X]; simpl in *; inversion D as [|? ? N D']; subst.
  - rewrite Z.eqb_refl. f_equal. assert (None_ : forall y, In y l -> (f y =? f a) = false).
    { intros y Y. apply Z.eqb_neq. intros E. apply N. rewrite <- E. now apply in_map. }
    clear - None_. induction l as [|b l IH]; [easy|]. simpl. rewrite None_ by now left. apply IH.
    intros y Y. apply None_. now right.
  - destruct (Z.eqb_spec (f a) (f x)) as [E|]; [|now apply IH]. destruct N. rewrite E. now apply in_map.
Qed.

Lemma permutation_filter {A} (f : A -> bool) l m : Permutation l m -> Permutation (filter f l) (filter f m).
Proof.
  induction 1 as [|a l m P IH|a b l|l m k P IH P' IH']; simpl.
  - easy.
  - destruct (f a); [now apply perm_skip|easy].
  - destruct (f a), (f b); try apply Permutation_refl. apply perm_swap.
  - now transitivity (filter f m).
Qed.

(** Every node but the source gets two copies; no node is on both paths, but its ends. *)
Theorem two_disjoint_paths n v : 3 <= n -> 1 <= v < size n ->
  exists a b, paths n 2 v = [a; b] /\ forall u, In u a -> ~ In u b.
Proof.
  intros Hn Hv. destruct (spots_once n ltac:(lia)) as [Once All].
  assert (S := proj2 (All v) Hv). apply in_map_iff in S. destruct S as (s & Es & S).
  destruct (target_surjective n s S) as (r & R & T). set (f := fun p => node_at n (at_ p)).
  assert (Node : f (packet_to n s) = v /\ f (right n r) = v).
  { unfold f. rewrite packet_node, right_node, T by easy. now split. }
  assert (P : Permutation (filter (fun p => f p =? v) (broadcast n 2)) [packet_to n s; right n r]).
  { rewrite (permutation_filter _ _ _ (two_packets n Hn)), filter_app.
    match goal with |- Permutation ?l _ => enough (Both : l = [packet_to n s] ++ [right n r]) by now rewrite Both end.
    f_equal.
    - rewrite <- (proj1 Node). apply only_one; [|now apply in_map]. rewrite map_map.
      unfold f. now rewrite (map_ext _ _ (packet_node n)).
    - rewrite <- (proj2 Node). apply only_one; [|now apply in_map]. rewrite map_map. apply nodup_injective.
      + apply rights_nodup.
      + intros x y X Y E. unfold f in E. rewrite !right_node in E by easy. apply node_injective in E; [|lia|now apply target_in|now apply target_in].
        now apply target_injective in E. }
  assert (Apart : forall u, In u (map (node_at n) (passed (packet_to n s))) -> ~ In u (map (node_at n) (passed (right n r)))).
  { intros u U W. apply in_map_iff in U, W. destruct U as (x & Ex & X), W as (y & Ey & Y).
    apply (paths_apart n r x y Hn R); [|easy|congruence]. rewrite T. now destruct s as [[d i] j]. }
  unfold paths. change (filter (fun p => node_at n (at_ p) =? v) (broadcast n 2))
    with (filter (fun p => f p =? v) (broadcast n 2)). apply Permutation_sym, Permutation_length_2_inv in P. destruct P as [-> | ->]; cbn [map].
  - eauto.
  - do 2 eexists. split; [reflexivity|]. intros u U W. exact (Apart u W U).
Qed.
